//! The contents of `Textures.lib`: name, format and recipe of every texture.

use msh_format::Result;
use msh_format::texm::{PageRect, PixelFormat, Texm};

use super::encode::encode;
use super::image::Image;
use super::{building, doors, effects, ground, interior, plants, signs, sky, stone, vehicle};

/// How a texture is made and stored.
pub struct Recipe {
    /// Name in `Textures.lib`; it contains a dot within its first 16 characters.
    pub name: &'static str,
    /// Pixel format.
    pub format: PixelFormat,
    /// Mip levels.
    pub levels: u32,
    /// Cells of a sheet: how many, and how many in a row. One cell has no Page chunk.
    pub cells: (usize, usize),
    /// Paints the picture.
    pub paint: fn() -> Image,
}

impl Recipe {
    const fn plain(
        name: &'static str,
        format: PixelFormat,
        levels: u32,
        paint: fn() -> Image,
    ) -> Self {
        Self {
            name,
            format,
            levels,
            cells: (1, 1),
            paint,
        }
    }

    const fn sheet(
        name: &'static str,
        format: PixelFormat,
        cells: (usize, usize),
        paint: fn() -> Image,
    ) -> Self {
        Self {
            name,
            format,
            levels: 1,
            cells,
            paint,
        }
    }

    /// The stored texture.
    ///
    /// # Errors
    /// A size or level count that no texture can have.
    pub fn texture(&self) -> Result<Texm> {
        let image = (self.paint)();
        encode(&image, self.format, self.levels, self.pages(&image))
    }

    fn pages(&self, image: &Image) -> Vec<PageRect> {
        let (count, columns) = self.cells;
        if count < 2 {
            return Vec::new();
        }
        let width = (image.width / columns) as i16;
        let height = (image.height / count.div_ceil(columns)) as i16;
        let cell = |i: usize| PageRect {
            x: (i % columns) as i16 * width,
            width,
            y: (i / columns) as i16 * height,
            height,
        };
        (0..count).map(cell).collect()
    }
}

/// All recipes, in the order of the library.
#[must_use]
pub fn recipes() -> Vec<Recipe> {
    let mut all = Vec::new();
    all.extend(GROUND);
    all.extend(WATER);
    all.extend(BUILDINGS);
    all.extend(VEHICLES);
    all.extend(NATURE);
    all.extend(EFFECTS);
    all.extend(SKY);
    all
}

use PixelFormat::{Argb4444, Argb8888, Indexed, La88, Rgb556, Rgb565, Rgb888};

const GROUND: [Recipe; 15] = [
    Recipe::plain("B_S0.0", Indexed, 6, ground::footing),
    Recipe::plain("L20.0", Indexed, 7, ground::meadow),
    Recipe::plain("L21.0", Indexed, 7, ground::dry_grass),
    Recipe::plain("L32.0", Indexed, 7, stone::mountain),
    Recipe::plain("L10.0", Indexed, 7, ground::sand),
    Recipe::plain("L05.0", Indexed, 7, ground::dirt),
    Recipe::plain("L07.0", Indexed, 7, ground::gravel),
    Recipe::plain("WATER_BOT.0", Indexed, 7, ground::bed),
    Recipe::plain("L20M.0", Indexed, 7, || {
        ground::flattened(&ground::meadow(), 1.1)
    }),
    Recipe::plain("L21M.0", Rgb565, 6, || {
        ground::flattened(&ground::dry_grass().halved(), 1.0)
    }),
    Recipe::plain("L32M.0", Rgb565, 6, || {
        ground::flattened(&stone::mountain().halved(), 0.9)
    }),
    Recipe::plain("L10M.0", Rgb565, 6, || {
        ground::flattened(&ground::sand().halved(), 0.9)
    }),
    Recipe::plain("L05M.0", Indexed, 7, || {
        ground::flattened(&ground::dirt(), 1.0)
    }),
    Recipe::plain("L07M.0", Rgb565, 6, || {
        ground::flattened(&ground::gravel().halved(), 0.7)
    }),
    Recipe::plain("WATER_BOTM.0", Rgb565, 6, || {
        ground::flattened(&ground::bed().halved(), 0.7)
    }),
];

const WATER: [Recipe; 10] = [
    Recipe::plain("WATER0.0", Rgb565, 5, || ground::water(0.0)),
    Recipe::plain("WATER1.0", Rgb565, 5, || ground::water(0.1)),
    Recipe::plain("WATER2.0", Rgb565, 5, || ground::water(0.2)),
    Recipe::plain("WATER3.0", Rgb565, 5, || ground::water(0.3)),
    Recipe::plain("WATER4.0", Rgb565, 5, || ground::water(0.4)),
    Recipe::plain("WATER5.0", Rgb565, 5, || ground::water(0.5)),
    Recipe::plain("WATER6.0", Rgb565, 5, || ground::water(0.6)),
    Recipe::plain("WATER7.0", Rgb565, 5, || ground::water(0.7)),
    Recipe::plain("WATER8.0", Rgb565, 5, || ground::water(0.8)),
    Recipe::plain("WATER9.0", Rgb565, 5, || ground::water(0.9)),
];

const BUILDINGS: [Recipe; 14] = [
    Recipe::plain("B_PG4.0", Rgb565, 7, building::panel_light),
    Recipe::plain("B_PG5.0", Indexed, 7, building::panel_dark),
    Recipe::plain("B_NP13.0", Indexed, 7, building::concrete),
    Recipe::plain("B_RF1.0", Indexed, 6, building::roof),
    Recipe::plain("B_WIN1.0", Rgb565, 6, building::windows),
    Recipe::plain("B_HAZ1.0", Rgb565, 5, building::hazard),
    Recipe::plain("B_DOR1.0", Rgb565, 6, doors::door),
    Recipe::plain("B_DOR2.0", Indexed, 7, doors::gate),
    Recipe::plain("B_INT1.0", Rgb565, 6, interior::wall),
    Recipe::plain("B_FLR1.0", Rgb565, 6, interior::floor),
    Recipe::plain("B_CEI1.0", Rgb565, 6, interior::ceiling),
    Recipe::sheet("B_CON1.0", Rgb888, (3, 1), || {
        sheet(&[0, 1, 2], 1, interior::console)
    }),
    Recipe::plain("B_GRT1.0", Argb4444, 5, building::grating),
    Recipe::plain("B_PIP1.0", Rgb565, 6, building::pipe),
];

const VEHICLES: [Recipe; 10] = [
    Recipe::plain("R_NP13.0", Rgb565, 7, vehicle::hull_blue),
    Recipe::plain("R_NP14.0", Indexed, 7, vehicle::hull_red),
    Recipe::plain("R_CH01.0", Rgb565, 6, vehicle::chassis),
    Recipe::plain("R_TRK1.0", Rgb565, 6, vehicle::track),
    Recipe::plain("R_WHL1.0", Argb4444, 5, vehicle::wheel),
    Recipe::plain("R_GUN1.0", Argb8888, 5, vehicle::gun),
    Recipe::plain("R_CKP1.0", Rgb888, 5, vehicle::cockpit),
    Recipe::plain("R_NOZ1.0", Rgb565, 5, vehicle::nozzle),
    Recipe::plain("A_SKN1.0", Indexed, 6, vehicle::hide),
    Recipe::sheet("SIGNS.0", Rgb888, (8, 4), || {
        sheet(&[0, 1, 2, 3, 4, 5, 6, 7], 4, signs::insignia)
    }),
];

const NATURE: [Recipe; 10] = [
    Recipe::plain("S_BRK1.0", Indexed, 6, plants::bark),
    Recipe::plain("S_BRK2.0", Indexed, 6, plants::birch_bark),
    Recipe::plain("S_LF01.0", Argb4444, 6, plants::crown),
    Recipe::plain("S_LF02.0", Argb4444, 6, plants::birch_crown),
    Recipe::plain("S_LF03.0", Argb4444, 6, plants::fir),
    Recipe::plain("S_GRS1.0", Argb4444, 5, plants::grass_tuft),
    Recipe::plain("S_FRN1.0", Argb8888, 5, plants::fern),
    Recipe::plain("S_BSH1.0", Argb8888, 5, plants::bush),
    Recipe::plain("S_ROC1.0", Indexed, 7, stone::boulder),
    Recipe::plain("S_ROC2.0", Indexed, 7, stone::moss_boulder),
];

const EFFECTS: [Recipe; 10] = [
    Recipe::plain("DOORWAY.0", Rgb888, 1, effects::doorway),
    Recipe::plain("E_GLW1.0", Argb8888, 1, effects::glow_warm),
    Recipe::plain("E_HALO.0", La88, 1, effects::halo_grey),
    Recipe::sheet("E_SPRK.0", Argb4444, (4, 2), || {
        sheet(&[0, 1, 2, 3], 2, effects::spark)
    }),
    Recipe::sheet("E_FLM1.0", Argb8888, (6, 6), || {
        sheet(&[0, 1, 2, 3, 4, 5], 6, effects::flame)
    }),
    Recipe::plain("E_STM1.0", Argb4444, 4, effects::steam),
    Recipe::plain("E_SHD1.0", Rgb888, 5, effects::shadow),
    Recipe::plain("E_DRT1.0", Rgb556, 6, effects::grime),
    Recipe::plain("PORTAL1.0", Argb4444, 4, || signs::exit_sign(true)),
    Recipe::plain("PORTAL4.0", Argb4444, 4, || signs::exit_sign(false)),
];

const SKY: [Recipe; 9] = [
    Recipe::plain("ENV_NEB.0", Rgb565, 1, sky::nebula),
    Recipe::plain("ENV_STAR.0", La88, 1, sky::stars),
    Recipe::plain("ENV_CLD.0", Argb4444, 1, sky::clouds),
    Recipe::sheet("SUN.0", Argb8888, (4, 2), || {
        sheet(&[0, 1, 2, 3], 2, sky::sun)
    }),
    Recipe::plain("MOON.0", Argb8888, 1, sky::moon),
    Recipe::plain("FLARE_A.0", Argb4444, 1, sky::flare_spot),
    Recipe::plain("FLARE_B.0", Argb4444, 1, sky::flare_ring),
    Recipe::sheet("SNOW.0", Argb4444, (4, 4), || {
        sheet(&[0, 1, 2, 3], 4, sky::snow)
    }),
    Recipe::plain("RAIN.0", Argb8888, 1, sky::rain),
];

fn sheet(states: &[u32], columns: usize, paint: fn(u32) -> Image) -> Image {
    let cells: Vec<Image> = states.iter().map(|&state| paint(state)).collect();
    Image::sheet(&cells, columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_carry_their_dot_early() {
        let mut names: Vec<&str> = recipes().iter().map(|r| r.name).collect();
        assert!(names.iter().all(|n| n.len() <= 16 && n.ends_with(".0")));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), recipes().len());
    }

    #[test]
    fn every_format_is_used() {
        for format in [Indexed, Rgb565, Rgb556, Argb4444, La88, Rgb888, Argb8888] {
            assert!(recipes().iter().any(|r| r.format == format), "{format:?}");
        }
    }
}
