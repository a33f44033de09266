//! Buildings and units of the two clans.

use std::f32::consts::PI;

use msh_format::tma::TmaObject;

use super::Side;
use super::place::{Kind, at, float, int, on_ground, owned, settled};
use crate::layout::{BUNKER, LANDING, PLANT, TOWERS};

const PLANT_FILE: &str = r"UNITS\BUILDS\PREBLD\plant.dat";
const BUNKER_FILE: &str = r"UNITS\BUILDS\PREBLD\bunker.dat";
const TOWER_M_FILE: &str = r"UNITS\BUILDS\PREBLD\tower_m.dat";
const TOWER_L_FILE: &str = r"UNITS\BUILDS\PREBLD\tower_l.dat";
const TANK: &str = r"UNITS\UNITS\BATTLE\tank_l1.dat";
const CRAWLER: &str = r"UNITS\UNITS\BATTLE\crawl_h1.dat";
const FLYER: &str = r"UNITS\UNITS\BATTLE\flyer_f1.dat";
const WALKER: &str = r"UNITS\UNITS\BATTLE\walk_w1.dat";
const GRAZER: &str = r"UNITS\UNITS\BATTLE\grazer.dat";
const HERO: &str = r"UNITS\UNITS\HERO\hero.dat";

/// Logical id of the bunker, where the hero starts.
const BUNKER_ID: i32 = 2;
/// The gate of the plant and the door of the bunker look along +Y of their models.
const PLANT_TURN: f32 = 0.80 * PI;
const BUNKER_TURN: f32 = 0.5 * PI;

/// Plant, bunker and towers; the second tower keeps the height of the file.
pub(super) fn buildings() -> Vec<TmaObject> {
    let building = |path: &str, [x, y]: [f32; 2], height: f32, turn: f32| {
        at(Kind::Building, path, [x, y, height], turn)
    };
    let tower = |path: &str, index: usize, turn: f32| {
        building(path, TOWERS[index].center, TOWERS[index].height, turn)
    };
    let bunker_at = [BUNKER.center[0] + 6.0, BUNKER.center[1]];
    let mut plant = owned(
        building(PLANT_FILE, PLANT.center, PLANT.height, PLANT_TURN),
        Side::Player,
        1,
        "Plant",
    );
    plant.properties.extend([
        int("MaximumOre", 5000, 0, 100_000),
        int("CurrentOre", 1200, -842_150_451, 100_000),
        float("FreeConstructionTime", 30.0, 0.0, 600.0),
    ]);
    let mut kept = owned(tower(TOWER_L_FILE, 1, 2.5), Side::Player, 4, "East tower");
    kept.start_flag = 1;
    vec![
        plant,
        owned(
            building(BUNKER_FILE, bunker_at, BUNKER.height, BUNKER_TURN),
            Side::Player,
            BUNKER_ID,
            "Bunker",
        ),
        owned(tower(TOWER_M_FILE, 0, 2.9), Side::Player, 3, "North tower"),
        kept,
        owned(tower(TOWER_M_FILE, 2, 1.9), Side::Player, 5, "South tower"),
    ]
}

/// The player's column, gunships and hero; the corsairs' raid.
pub(super) fn units() -> Vec<TmaObject> {
    let mut units = Vec::new();
    units.extend(column());
    units.extend(gunships());
    units.extend(raid());
    units.push(hero());
    units.extend(herd());
    for (index, unit) in units.iter_mut().enumerate() {
        let side = match unit.path.as_slice() {
            path if path == CRAWLER.as_bytes() => Side::Enemy,
            path if path == GRAZER.as_bytes() => Side::Nature,
            _ => Side::Player,
        };
        let id = 20 + i32::try_from(index).unwrap_or(0);
        let named = owned(unit.clone(), side, id, "");
        *unit = named;
        unit.properties
            .push(float("MaxSpeedPercent", 1.0, 0.0, 1.0));
    }
    units
}

/// Tanks on the road to the plant, walkers ahead of them.
fn column() -> Vec<TmaObject> {
    let tank = |point: [f32; 2], turn: f32| settled(Kind::Unit, TANK, point, turn);
    vec![
        tank([241.0, 169.0], -0.70),
        tank([252.5, 181.5], -0.66),
        tank([262.0, 193.5], -0.70),
        tank([272.0, 205.0], -0.74),
        on_ground(Kind::Unit, WALKER, [268.0, 217.0], -0.95),
        on_ground(Kind::Unit, WALKER, [288.0, 208.0], -0.2),
    ]
}

/// One gunship on the landing pad, two in the air.
fn gunships() -> Vec<TmaObject> {
    let [x, y] = LANDING.center;
    let mut banking = at(Kind::Unit, FLYER, [217.0, 214.0, 41.0], -0.5);
    // It banks into its turn.
    banking.turns[0] = -0.10;
    banking.turns[1] = 0.34;
    vec![
        at(Kind::Unit, FLYER, [x, y, LANDING.height + 1.5], 0.9),
        banking,
        at(Kind::Unit, FLYER, [206.0, 262.0, 50.0], -0.9),
    ]
}

/// Heavy crawlers of the corsairs on the far shore.
fn raid() -> Vec<TmaObject> {
    let crawler = |point: [f32; 2], turn: f32| settled(Kind::Unit, CRAWLER, point, turn);
    vec![
        crawler([208.0, 299.0], -2.6),
        crawler([217.0, 305.0], -2.5),
        crawler([198.0, 305.0], -2.7),
    ]
}

/// Grazers come down to the lake to drink; one is a calf.
fn herd() -> Vec<TmaObject> {
    let grazer = |point: [f32; 2], turn: f32| settled(Kind::Unit, GRAZER, point, turn);
    let mut calf = grazer([219.5, 203.0], 0.4);
    calf.scale = [0.6; 3];
    vec![
        grazer([222.0, 199.0], 0.9),
        grazer([217.0, 207.0], 1.5),
        calf,
        grazer([212.0, 196.0], 2.2),
    ]
}

/// The hero starts at a vertex of the bunker's hall way; this position is not meaningful.
fn hero() -> TmaObject {
    let mut hero = at(Kind::Unit, HERO, [0.0, 0.0, 0.0], 0.0);
    hero.host = BUNKER_ID;
    hero.vertex = crate::models::HERO_VERTEX;
    hero
}
