//! Every model of the demo, the archive it lies in, and the keys that lead to it.

use msh_format::base_plan::{BasePlan, InnerRing};

use super::asset::Asset;
use super::kit::v;
use super::paints::{BLUE, RED};
use super::units::{crawler, flyer, tank, walker};
use super::{
    animals, bunker, controls, internals, plant, props, rocks, towers, trees, turbine, turrets,
    undergrowth,
};

/// All assets in the order of the archives.
pub(super) fn assets() -> Vec<Asset> {
    let groups = [
        scenery(),
        buildings(),
        chassis(),
        animals(),
        gun_turrets(),
        guns(),
        parts(),
    ];
    groups.into_iter().flatten().collect()
}

fn scenery() -> Vec<Asset> {
    let growing = |stem, key, model| {
        Asset::new("static.rlb", stem, model)
            .key(key, b"STAT")
            .control(CALM, controls::scenery())
            .durability(1, 40.0, 200.0)
    };
    let lying = |stem, key, model| {
        Asset::new("static.rlb", stem, model)
            .key(key, b"STAT")
            .durability(1, 1_000_000.0, 2600.0)
    };
    vec![
        growing("s_tree_0_01", "s_tree_01", trees::broadleaf()),
        growing("s_tree_0_02", "s_tree_02", trees::birch()),
        growing("s_tree_0_03", "s_tree_03", trees::fir()),
        growing("s_bush_0_01", "s_bush_01", undergrowth::bush()),
        growing("s_fern_0_01", "s_fern_01", undergrowth::fern()),
        growing("s_grass_0_01", "s_grass_01", undergrowth::grass()),
        lying("s_rock_0_01", "s_rock_01", rocks::boulder()).control(BARE, controls::nothing()),
        // No controller: all nodes stand at time 0.
        lying("s_rock_0_02", "s_rock_02", rocks::block()),
        lying("s_rock_0_03", "s_rock_03", rocks::slab()).control(BARE, controls::nothing()),
        lying("s_rock_0_04", "s_rock_04", rocks::scree()).control(BARE, controls::nothing()),
        lying("s_arch_0_01", "s_arch_01", rocks::arch()).control(BARE, controls::nothing()),
        lying("s_pad_0_01", "s_pad_01", props::landing_pad()).control(BARE, controls::nothing()),
        lying("s_lamp_0_01", "s_lamp_01", props::lamp_post()).control(BARE, controls::nothing()),
        lying("s_wall_0_01", "s_wall_01", props::fence()).control(BARE, controls::nothing()),
        lying("s_crat_0_01", "s_crate_01", props::crates()).control(BARE, controls::nothing()),
        Asset::new("static.rlb", "s_wind_0_01", turbine::model())
            .key("s_wind_01", b"STAT")
            .control("s_wind_a_01", controls::turbine(0.1))
            // The same mesh, its rotor elsewhere on its round.
            .key("s_wind_02", b"STAT")
            .control("s_wind_a_02", controls::turbine(1.45))
            .durability(1, 800.0, 900.0),
    ]
}

/// Controllers of scenery.
const CALM: &str = "s_calm_a_01";
const BARE: &str = "s_bare_a_01";

fn buildings() -> Vec<Asset> {
    let concrete_tower = Asset::new("fortif.rlb", "fr_m_tower", towers::concrete())
        .key("bu_m_tower", b"BTLU")
        .control("fr_m_tower", controls::tower())
        .building(
            "fr_m_tower",
            plan(around([4.2, 4.2], 0.0), around([6.0, 6.0], 0.0)),
        )
        .durability(0, 4000.0, 1800.0);
    let steel_tower = Asset::new("fortif.rlb", "fr_l_tower", towers::steel())
        .key("bu_l_tower", b"BTLU")
        .control("fr_l_tower", controls::tower())
        .building(
            "fr_l_tower",
            plan(around([4.4, 4.4], 0.0), around([6.2, 6.2], 0.0)),
        )
        .durability(0, 3000.0, 1500.0);
    vec![
        Asset::new("fortif.rlb", "fr_l_plant", plant::model())
            .key("bu_l_plant", b"BTLU")
            .control("fr_l_plant", controls::plant())
            .building(
                "fr_l_plant",
                plan(around([20.6, 15.6], 0.0), around([23.5, 18.5], 0.0)),
            )
            .lit_by("fr_l_plant_00.0", 256)
            .point("CameraCenter", 0, v(0.0, 40.0, 18.0), v(0.0, -1.0, 0.0))
            .durability(0x0200, 12_000.0, 1500.0),
        Asset::new("fortif.rlb", "fr_l_bunker", bunker::model())
            .key("bu_l_bunker", b"BTLU")
            .control("fr_l_bunker", controls::bunker())
            .building("fr_l_bunker", plan(bunker_ring(0.0), bunker_ring(2.2)))
            .lit_by("fr_l_bunker_00.0", 128)
            .durability(0x0200, 20_000.0, 2400.0),
        concrete_tower,
        steel_tower,
    ]
}

fn chassis() -> Vec<Asset> {
    let unit = |stem, key, model| Asset::new("bases.rlb", stem, model).key(key, b"BTLU");
    vec![
        unit("r_l_01", "R_L_01", tank::model(BLUE))
            .control("r_l_01", controls::tracked(tank::BELTS))
            .point("CameraCenter", 0, v(0.0, -6.0, 3.5), v(0.0, 1.0, 0.0))
            .durability(0, 600.0, 1000.0),
        unit("r_h_01", "R_H_01", crawler::model(RED))
            .control("r_h_01", controls::tracked(crawler::BELTS))
            .durability(0, 1400.0, 1200.0),
        unit("r_f_01", "R_F_01", flyer::model(BLUE))
            .control("r_f_01", controls::flyer())
            .point("CameraCenter", 0, v(0.0, -9.0, 3.0), v(0.0, 1.0, 0.0))
            .durability(0, 450.0, 600.0),
        unit("r_w_01", "R_W_01", walker::model(BLUE))
            .control("r_w_01", controls::walker())
            .point("CameraCenter", 0, v(0.0, -6.0, 2.0), v(0.0, 1.0, 0.0))
            .durability(0, 900.0, 900.0),
    ]
}

fn animals() -> Vec<Asset> {
    let grazer = Asset::new("animals.rlb", "a_l_01", animals::model())
        .key("a_l_01", b"BTLU")
        .control("a_l_01", controls::walker())
        .durability(0, 120.0, 900.0);
    vec![grazer]
}

fn gun_turrets() -> Vec<Asset> {
    let turret = |stem, key, model| Asset::new("turrets.rlb", stem, model).key(key, b"EXTO");
    let aim = v(0.0, 20.0, 0.0);
    vec![
        turret("t_lt_01", "e_tur_lt_01", turrets::light(BLUE))
            .control("t_lt_01", controls::turret(0.5, 0.25))
            .point("TargetDirect", 2, v(0.0, 1.5, 0.0), aim),
        turret("t_hv_01", "e_tur_hv_01", turrets::heavy(RED))
            .control("t_hv_01", controls::turret(0.46, 0.3))
            .point("TargetDirect", 2, v(0.0, 1.5, 0.0), aim),
        turret("t_lb_01", "e_tur_lb_01", turrets::ball(BLUE))
            .control("t_lb_01", controls::turret(0.5, 0.2222))
            .point("TargetDirect", 2, v(0.0, 1.0, 0.0), aim),
        // Two mountings of one mesh that differ in where they look.
        turret("t_tw_01", "e_tow_m_01", turrets::tower())
            .control("t_tw_01", controls::turret(0.56, 0.35))
            .key("e_tow_m_02", b"EXTO")
            .control("t_tw_02", controls::turret(0.31, 0.2))
            .key("e_bnt_m_01", b"EXTO")
            .control("t_tw_03", controls::turret(0.45, 0.3))
            .point("TargetDirect", 2, v(0.0, 1.5, 0.0), aim),
    ]
}

fn guns() -> Vec<Asset> {
    let gun = |stem, key, model| {
        Asset::new("guns.rlb", stem, model)
            .key(key, b"EXTO")
            .control(stem, controls::gun())
    };
    vec![
        gun("g_lc_01", "e_gun_lc_01", turrets::long_gun()).point(
            "Sfx_1",
            1,
            v(0.0, 3.6, 0.0),
            v(0.0, 1.0, 0.0),
        ),
        gun("g_mc_01", "e_gun_mc_01", turrets::short_gun()).point(
            "Sfx_1",
            1,
            v(0.0, 1.9, 0.0),
            v(0.0, 1.0, 0.0),
        ),
    ]
}

fn parts() -> Vec<Asset> {
    vec![
        Asset::new("intsys.rlb", "i_eng_l_01", internals::engine())
            .key("i_eng_l_01", b"INTO")
            .control("i_eng_l_01", controls::engine()),
        Asset::new("intsys.rlb", "i_pws_l_01", internals::battery())
            .key("i_pws_l_01", b"INTO")
            .control("i_pws_l_01", controls::battery()),
    ]
}

/// Corners of a rectangle, counter-clockwise: half its extents, and the y of its middle.
fn around([x, y]: [f32; 2], middle: f32) -> Vec<[f32; 3]> {
    vec![
        [-x, middle - y, 0.0],
        [x, middle - y, 0.0],
        [x, middle + y, 0.0],
        [-x, middle + y, 0.0],
    ]
}

/// Body and casemate of the bunker from above, with so much clearance.
fn bunker_ring(clear: f32) -> Vec<[f32; 3]> {
    let (wide, narrow) = (9.8 + clear, 7.4 + clear);
    let (front, back, rear) = (5.0 + clear, -15.0 - clear, -26.4 - clear);
    vec![
        [-narrow, rear, 0.0],
        [narrow, rear, 0.0],
        [narrow, back, 0.0],
        [wide, back, 0.0],
        [wide, front, 0.0],
        [-wide, front, 0.0],
        [-wide, back, 0.0],
        [-narrow, back, 0.0],
    ]
}

/// A ground plan of the outline and the clearance.
fn plan(inner: Vec<[f32; 3]>, outer: Vec<[f32; 3]>) -> BasePlan {
    BasePlan {
        inner: vec![InnerRing {
            triangles: vec![0; inner.len()],
            triangle_corners: vec![0; inner.len()],
            corners: inner,
        }],
        outer: vec![outer],
    }
}
