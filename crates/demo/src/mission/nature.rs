//! Forests, undergrowth and rocks, and the turbines on the ridge.

use std::f32::consts::TAU;

use msh_format::tma::TmaObject;

use super::Side;
use super::place::{Kind, on_ground, road_distance};
use crate::layout::{BUNKER, FORESTS, LANDING, PLANT, Pad, TOWERS, WATER_LEVEL};
use crate::math::{cos_turns, sin_turns};
use crate::random::Random;
use crate::terrain;

/// Trees of the forests, and single ones by the lake and the road.
pub(super) fn trees() -> Vec<TmaObject> {
    let mut random = Random::new(2024);
    let mut trees: Vec<TmaObject> = Vec::new();
    for (index, (center, radius)) in FORESTS.iter().enumerate() {
        // Firs rule the north, broadleaf trees the south.
        let conifers = [0.35, 0.75, 0.7, 0.2][index % 4];
        for _ in 0..22 {
            let Some(point) = free_spot(*center, *radius, &mut random, &trees) else {
                continue;
            };
            trees.push(tree(point, conifers, &mut random));
        }
    }
    for (key, point, size) in SOLITARY {
        let mut tree = growing(Kind::Vegetation, key, point, &mut random);
        tree.scale = [size; 3];
        trees.push(tree);
    }
    trees
}

/// Trees that stand alone: they frame the opening view and line shore and road.
const SOLITARY: [(&str, [f32; 2], f32); 20] = [
    ("s_tree_03", [211.6, 184.0], 1.3),
    ("s_tree_03", [208.0, 191.0], 1.1),
    ("s_tree_01", [158.0, 176.0], 1.1),
    ("s_tree_02", [150.0, 184.0], 1.0),
    ("s_tree_01", [226.0, 222.0], 0.85),
    ("s_tree_02", [222.0, 228.0], 0.8),
    ("s_tree_01", [122.0, 222.0], 1.2),
    ("s_tree_03", [246.0, 268.0], 1.0),
    ("s_tree_03", [252.0, 276.0], 1.2),
    ("s_tree_01", [259.0, 270.0], 1.0),
    ("s_tree_03", [266.0, 279.0], 1.1),
    ("s_tree_02", [240.0, 262.0], 0.9),
    ("s_tree_01", [196.0, 96.0], 1.0),
    ("s_tree_01", [184.0, 84.0], 1.1),
    ("s_tree_01", [340.0, 206.0], 1.1),
    ("s_tree_02", [346.0, 214.0], 1.0),
    ("s_tree_01", [352.0, 203.0], 0.9),
    ("s_tree_03", [348.0, 262.0], 1.1),
    ("s_tree_03", [354.0, 256.0], 0.95),
    ("s_tree_02", [276.0, 178.0], 1.0),
];

fn tree(point: [f32; 2], conifers: f32, random: &mut Random) -> TmaObject {
    let key = match random.unit() {
        pick if pick < conifers => "s_tree_03",
        pick if pick < conifers + (1.0 - conifers) * 0.6 => "s_tree_01",
        _ => "s_tree_02",
    };
    let mut tree = growing(Kind::Vegetation, key, point, random);
    tree.scale = [random.range(0.75, 1.3); 3];
    tree
}

/// A spot in a circle that is dry, level enough, off the roads and pads, and 5 from other trees.
fn free_spot(
    center: [f32; 2],
    radius: f32,
    random: &mut Random,
    others: &[TmaObject],
) -> Option<[f32; 2]> {
    (0..12).find_map(|_| {
        let (turns, reach) = (random.unit(), radius * random.unit().sqrt());
        let x = center[0] + reach * cos_turns(turns);
        let y = center[1] + reach * sin_turns(turns);
        let apart = others.iter().all(|o| {
            let (dx, dy) = (o.position[0] - x, o.position[1] - y);
            dx * dx + dy * dy > 25.0
        });
        (apart && is_free([x, y])).then_some([x, y])
    })
}

fn is_free(point: [f32; 2]) -> bool {
    let [x, y] = point;
    let on_pad = |pad: &Pad| {
        (x - pad.center[0]).abs() < pad.half[0] + 5.0
            && (y - pad.center[1]).abs() < pad.half[1] + 5.0
    };
    let pads = [PLANT, BUNKER, LANDING];
    terrain::height(x, y) > WATER_LEVEL + 1.5
        && terrain::normal(x, y)[2] > 0.8
        && road_distance(point) > 7.0
        && !pads.iter().chain(&TOWERS).any(on_pad)
}

/// Bushes and ferns at the feet of the trees and along the road, grass in the foreground.
pub(super) fn undergrowth() -> Vec<TmaObject> {
    let mut random = Random::new(77);
    let mut plants = Vec::new();
    let beds = [
        ("s_bush_01", [219.0, 190.0], 7.0, 4),
        ("s_bush_01", [262.0, 176.0], 20.0, 6),
        ("s_bush_01", [116.0, 150.0], 36.0, 5),
        ("s_fern_01", [214.0, 186.0], 6.0, 7),
        ("s_fern_01", [180.0, 190.0], 14.0, 4),
        ("s_grass_01", [222.0, 186.0], 8.0, 16),
        ("s_grass_01", [238.0, 182.0], 10.0, 14),
        ("s_grass_01", [258.0, 178.0], 16.0, 12),
    ];
    for (key, center, radius, count) in beds {
        for _ in 0..count {
            if let Some(point) = free_spot(center, radius, &mut random, &[]) {
                let mut plant = growing(Kind::Vegetation, key, point, &mut random);
                plant.scale = [random.range(0.8, 1.25); 3];
                plants.push(plant);
            }
        }
    }
    plants
}

/// Rocks on the ridges and the shore, two arches of which one is mirrored, and the turbines.
pub(super) fn rocks() -> Vec<TmaObject> {
    let mut random = Random::new(5);
    let mut rocks = Vec::new();
    for (key, point, size) in [
        ("s_rock_01", [217.0, 194.0], 0.5),
        ("s_rock_04", [242.0, 185.0], 0.5),
        ("s_rock_02", [160.0, 156.0], 1.0),
        ("s_rock_01", [164.0, 162.0], 1.2),
        ("s_rock_03", [232.0, 232.0], 0.8),
        ("s_rock_04", [226.0, 238.0], 1.0),
        ("s_rock_02", [262.0, 306.0], 1.6),
        ("s_rock_01", [272.0, 300.0], 1.9),
        ("s_rock_02", [410.0, 220.0], 2.4),
        ("s_rock_01", [402.0, 232.0], 2.2),
        ("s_rock_04", [318.0, 140.0], 1.5),
        ("s_rock_02", [206.0, 350.0], 1.8),
        ("s_rock_04", [128.0, 268.0], 1.3),
    ] {
        let mut rock = growing(Kind::Rock, key, point, &mut random);
        rock.scale = [size; 3];
        rocks.push(rock);
    }
    // A slab stretched along, squeezed across: the only scale that is not uniform.
    let mut slab = on_ground(Kind::Rock, "s_rock_03", [244.0, 226.0], 0.8);
    slab.scale = [1.6, 0.9, 1.3];
    rocks.push(slab);
    rocks.push(on_ground(Kind::Rock, "s_arch_01", [132.0, 206.0], 0.5));
    // Its mirror image.
    let mut mirrored = on_ground(Kind::Rock, "s_arch_01", [228.0, 292.0], 0.3);
    mirrored.scale = [-1.3, 1.3, 1.3];
    rocks.push(mirrored);
    rocks.extend(props());
    for (key, point) in [
        ("s_wind_01", [396.0, 330.0]),
        ("s_wind_02", [424.0, 300.0]),
        ("s_wind_01", [436.0, 262.0]),
    ] {
        rocks.push(on_ground(Kind::Rock, key, point, 2.4));
    }
    rocks
}

/// What people built that is no building: the pad, lamps along the road, a wall, crates.
fn props() -> Vec<TmaObject> {
    let prop = |key: &str, point: [f32; 2], turn: f32| on_ground(Kind::Rock, key, point, turn);
    let mut props = vec![
        prop("s_pad_01", LANDING.center, 0.3),
        prop("s_crate_01", [252.0, 194.0], 0.6),
        prop("s_crate_01", [278.0, 232.0], 2.4),
        prop("s_crate_01", [375.0, 170.0], 0.2),
    ];
    // Lamps stand on the right of the road and lean over it.
    for (point, turn) in [
        ([250.0, 171.0], 0.87),
        ([264.0, 187.0], 0.87),
        ([277.5, 202.0], 0.87),
        ([318.0, 168.0], 0.2),
        ([350.0, 160.0], 0.1),
    ] {
        props.push(prop("s_lamp_01", point, turn));
    }
    // The wall runs along the plateau's western edge.
    for i in 0..4 {
        let step = 8.4 * i as f32;
        props.push(prop(
            "s_wall_01",
            [266.5, 232.0 + step],
            0.5 * std::f32::consts::PI,
        ));
    }
    props
}

/// Something of nature at a point, turned at random.
fn growing(kind: Kind, key: &str, point: [f32; 2], random: &mut Random) -> TmaObject {
    let mut object = on_ground(kind, key, point, random.range(0.0, TAU));
    object.clan = Side::Nature as i32;
    object
}
