//! The contents of `Material.lib`.
//!
//! Spec: `03-materials-textures.md` 3 and 4.

mod kinds;

use msh_format::Result;
use msh_format::material::{BlendMode, Mat0, Phase};

use crate::names::{SKY, building, effect, ground, nature, unit};
use kinds::{
    CLEAR, GLOW, OPAQUE, SKIN, beacon, black_doorway, cells, console, glass, indoors, insignia,
    polished, self_lit, self_lit_picture, snowfall, steam, still, surface, unlit, unlit_phase,
    water, with_twin,
};

/// Every material with its name, in the order of the library. The first is what the game falls
/// back to after `DEFAULT`.
///
/// # Errors
/// A texture name that is too long.
pub fn materials() -> Result<Vec<(&'static str, Mat0)>> {
    let mut all = vec![(effect::DEFAULT, black_doorway()?)];
    all.extend(ground_materials()?);
    all.extend(building_materials()?);
    all.extend(unit_materials()?);
    all.extend(nature_materials()?);
    all.extend(effect_materials()?);
    all.extend(sky_materials()?);
    Ok(all)
}

fn ground_materials() -> Result<Vec<(&'static str, Mat0)>> {
    let soft = surface::SOFT_GROUND;
    let hard = surface::HARD_GROUND;
    // Footings have no normals and take no sunlight: some of their own makes up for it.
    let footing = Phase {
        ambient: [124, 119, 110, OPAQUE],
        ..Phase::textured("B_S0.0")?
    };
    Ok(vec![
        (ground::FOOTING, still(0, hard, footing)),
        (ground::MEADOW, with_twin(soft, "L20.0", "L20M.0")?),
        (ground::DRY_GRASS, with_twin(soft, "L21.0", "L21M.0")?),
        (ground::ROCK, with_twin(hard, "L32.0", "L32M.0")?),
        (ground::SAND, with_twin(soft, "L10.0", "L10M.0")?),
        (ground::DIRT, with_twin(soft, "L05.0", "L05M.0")?),
        (ground::GRAVEL, with_twin(hard, "L07.0", "L07M.0")?),
        (ground::BED, with_twin(soft, "WATER_BOT.0", "WATER_BOTM.0")?),
        (ground::WATER, water()?),
    ])
}

fn building_materials() -> Result<Vec<(&'static str, Mat0)>> {
    let skin =
        |texture| -> Result<Mat0> { Ok(still(SKIN, surface::SKIN, Phase::textured(texture)?)) };
    Ok(vec![
        (building::PANEL, polished("B_PG4.0", [70, 76, 82], 4)?),
        (building::PANEL_DARK, polished("B_PG5.0", [60, 66, 74], 4)?),
        (building::CONCRETE, skin("B_NP13.0")?),
        (building::ROOF, skin("B_RF1.0")?),
        (building::WINDOWS, polished("B_WIN1.0", [90, 90, 84], 5)?),
        (building::HAZARD, skin("B_HAZ1.0")?),
        (building::DOOR, skin("B_DOR1.0")?),
        (building::GATE, skin("B_DOR2.0")?),
        (building::INTERIOR, indoors("B_INT1.0", 70)?),
        (building::FLOOR, indoors("B_FLR1.0", 70)?),
        (building::CEILING, indoors("B_CEI1.0", 150)?),
        (building::CONSOLE, console()?),
        (building::GRATING, skin("B_GRT1.0")?),
        (building::PIPE, polished("B_PIP1.0", [80, 80, 76], 5)?),
        (building::GLASS, glass()),
        (building::LAMP, self_lit([255, 236, 190])),
        (building::BEACON, beacon()),
    ])
}

fn unit_materials() -> Result<Vec<(&'static str, Mat0)>> {
    let skin =
        |texture| -> Result<Mat0> { Ok(still(SKIN, surface::SKIN, Phase::textured(texture)?)) };
    Ok(vec![
        (unit::HULL_BLUE, polished("R_NP13.0", [80, 84, 90], 4)?),
        (unit::HULL_RED, polished("R_NP14.0", [90, 80, 74], 4)?),
        (unit::CHASSIS, skin("R_CH01.0")?),
        (unit::TRACK, skin("R_TRK1.0")?),
        (unit::WHEEL, skin("R_WHL1.0")?),
        (unit::GUN, polished("R_GUN1.0", [110, 110, 108], 5)?),
        (unit::COCKPIT, polished("R_CKP1.0", [200, 200, 190], 6)?),
        (unit::NOZZLE, self_lit_picture("R_NOZ1.0", [150, 140, 130])?),
        (unit::SIGN_BLUE, insignia([120, 178, 240])?),
        (unit::SIGN_RED, insignia([240, 120, 84])?),
        (unit::HIDE, polished("A_SKN1.0", [40, 40, 30], 3)?),
    ])
}

fn nature_materials() -> Result<Vec<(&'static str, Mat0)>> {
    let skin =
        |texture| -> Result<Mat0> { Ok(still(SKIN, surface::SKIN, Phase::textured(texture)?)) };
    // Leaves let light through: a little self-light keeps their far sides from going black.
    let leaves = |texture| -> Result<Mat0> {
        let phase = Phase {
            ambient: [58, 62, 40, OPAQUE],
            ..Phase::textured(texture)?
        };
        Ok(still(CLEAR, surface::FOLIAGE, phase))
    };
    Ok(vec![
        (nature::BARK, skin("S_BRK1.0")?),
        (nature::BIRCH_BARK, skin("S_BRK2.0")?),
        (nature::CROWN, leaves("S_LF01.0")?),
        (nature::BIRCH_CROWN, leaves("S_LF02.0")?),
        (nature::FIR, leaves("S_LF03.0")?),
        (nature::GRASS_TUFT, leaves("S_GRS1.0")?),
        (nature::FERN, leaves("S_FRN1.0")?),
        (nature::BUSH, leaves("S_BSH1.0")?),
        (nature::ROCK, skin("S_ROC1.0")?),
        (nature::MOSS_ROCK, skin("S_ROC2.0")?),
    ])
}

fn effect_materials() -> Result<Vec<(&'static str, Mat0)>> {
    Ok(vec![
        (effect::GLOW_WARM, unlit(GLOW, [255, 255, 255], "E_GLW1.0")?),
        (
            effect::GLOW_BLUE,
            cells(GLOW, [255, 255, 255], "E_SPRK.0", 4, 60)?,
        ),
        (effect::GLOW_COLD, unlit(GLOW, [150, 190, 255], "E_HALO.0")?),
        (
            effect::FLAME,
            cells(GLOW, [255, 244, 226], "E_FLM1.0", 6, 50)?,
        ),
        (effect::STEAM, steam()?),
        (
            effect::SHADOW,
            unlit(BlendMode::Multiply.flags(), [255; 3], "E_SHD1.0")?,
        ),
        (
            effect::GRIME,
            unlit(BlendMode::Modulate2x.flags(), [255; 3], "E_DRT1.0")?,
        ),
        (
            effect::PORTAL_SIGN,
            unlit(CLEAR, [255, 255, 255], "PORTAL1.0")?,
        ),
        (
            effect::PORTAL_ARROW,
            unlit(CLEAR, [255, 255, 255], "PORTAL4.0")?,
        ),
    ])
}

fn sky_materials() -> Result<Vec<(&'static str, Mat0)>> {
    let [
        nebula,
        stars,
        clouds,
        sun,
        moon,
        flare_a,
        flare_b,
        snow,
        rain,
    ] = SKY;
    let halo = [255, 255, 255];
    let sun_phase = Phase {
        cell: 0,
        ..unlit_phase(halo, "SUN.0")?
    };
    Ok(vec![
        (nebula, unlit(CLEAR, halo, "ENV_NEB.0")?),
        (
            stars,
            unlit(CLEAR | Mat0::FLAG_STAGE_1, halo, "ENV_STAR.0")?,
        ),
        (clouds, still(CLEAR, 0xFF, Phase::textured("ENV_CLD.0")?)),
        (sun, still(CLEAR, 0xFF, sun_phase)),
        (moon, unlit(CLEAR, halo, "MOON.0")?),
        (flare_a, unlit(GLOW, halo, "FLARE_A.0")?),
        (flare_b, unlit(GLOW, halo, "FLARE_B.0")?),
        (snow, snowfall()?),
        (rain, unlit(CLEAR, halo, "RAIN.0")?),
    ])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::textures::recipes;

    #[test]
    fn every_texture_exists_and_every_cell_is_in_its_sheet() {
        let recipes = recipes();
        for (name, material) in materials().unwrap() {
            for phase in &material.phases {
                if phase.texture.is_empty() {
                    continue;
                }
                let found = recipes
                    .iter()
                    .find(|r| phase.texture.same_as(r.name.as_bytes()));
                let cells = found
                    .unwrap_or_else(|| panic!("{name}: no texture"))
                    .cells
                    .0;
                assert!(phase.cell == -1 || (phase.cell as usize) < cells, "{name}");
            }
        }
    }

    #[test]
    fn every_texture_is_used() {
        let materials = materials().unwrap();
        for recipe in recipes() {
            let used = |p: &Phase| p.texture.same_as(recipe.name.as_bytes());
            let worn = materials.iter().any(|(_, m)| m.phases.iter().any(used));
            assert!(worn, "{}", recipe.name);
        }
    }

    #[test]
    fn every_way_to_draw_occurs() {
        let materials = materials().unwrap();
        let flags: BTreeSet<u32> = materials.iter().map(|(_, m)| m.flags).collect();
        assert_eq!(flags, BTreeSet::from([0, 2, 4, 5, 8, 12, 16]));
        let modes: BTreeSet<u32> = materials
            .iter()
            .flat_map(|(_, m)| m.tracks.iter().map(|t| t.word & 7))
            .collect();
        assert_eq!(modes, BTreeSet::from([0, 1, 2, 3]));
    }

    #[test]
    fn names_are_unique() {
        let materials = materials().unwrap();
        let names: BTreeSet<&str> = materials.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), materials.len());
    }
}
