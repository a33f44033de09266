//! The relief: how high the ground is, before it is cut into triangles.

use crate::layout::{
    BUNKER, LAKE_CENTER, LANDING, MAP_SIDE, PLANT, Pad, ROADS, TOWERS, WATER_LEVEL,
};
use crate::math::{length, mix, normalize, segment_distance, smooth};
use crate::random::Noise;

/// Height of the relief at a point, world units.
pub(super) fn height(x: f32, y: f32) -> f32 {
    let road = smooth(16.0, 3.0, road_distance(x, y));
    let gentle = hills(x, y) + mountains(x, y);
    let rough = gentle + details(x, y) * (1.0 - road);
    let mut z = basin(x, y, rough);
    for knoll in &TOWERS {
        z = level(knoll, x, y, z);
    }
    for pad in [&LANDING, &PLANT] {
        z = level(pad, x, y, z);
    }
    let z = z + bunker_hill(x, y);
    level(&BUNKER, x, y, z).max(0.0)
}

/// Unit normal of the relief, from its slope over a few units.
pub(super) fn normal(x: f32, y: f32) -> [f32; 3] {
    let reach = 2.5;
    let dx = height(x + reach, y) - height(x - reach, y);
    let dy = height(x, y + reach) - height(x, y - reach);
    normalize([-dx, -dy, 2.0 * reach])
}

/// Distance to the nearest road's middle.
pub(super) fn road_distance(x: f32, y: f32) -> f32 {
    let wander = 3.0 * Noise(901).fractal(x / MAP_SIDE, y / MAP_SIDE, 10, 2);
    let pieces = ROADS.iter().flat_map(|road| road.windows(2));
    let nearest = pieces.fold(f32::INFINITY, |best, piece| {
        best.min(segment_distance([x, y], piece[0], piece[1]))
    });
    (nearest + wander).max(0.0)
}

/// Distance from a pad's flat part, 0 on it.
pub(super) fn pad_distance(pad: &Pad, x: f32, y: f32) -> f32 {
    let dx = ((x - pad.center[0]).abs() - pad.half[0]).max(0.0);
    let dy = ((y - pad.center[1]).abs() - pad.half[1]).max(0.0);
    length(dx, dy)
}

/// Rolling country, higher towards the camera's corner so that it looks down on the lake.
fn hills(x: f32, y: f32) -> f32 {
    let (u, v) = (x / MAP_SIDE, y / MAP_SIDE);
    let rolling = 6.5 * Noise(911).fractal(u, v, 5, 3);
    let lookout = 14.0 * smooth(170.0, 40.0, length(x - 100.0, y - 30.0));
    15.0 + rolling + lookout
}

/// Ridges that rise towards the map's far edges.
fn mountains(x: f32, y: f32) -> f32 {
    let (u, v) = (x / MAP_SIDE, y / MAP_SIDE);
    let wander = 46.0 * Noise(921).fractal(u, v, 4, 3);
    let north = smooth(352.0, 500.0, y + wander);
    let east = smooth(392.0, 505.0, x + wander);
    let west = 0.75 * smooth(96.0, 8.0, x - wander) * smooth(120.0, 300.0, y);
    let south = 0.5 * smooth(70.0, 0.0, y - wander) * smooth(230.0, 400.0, x);
    let wall = 1.0 - (1.0 - north) * (1.0 - east) * (1.0 - west) * (1.0 - south);
    let crest = smooth(0.25, 0.95, Noise(922).ridged(u, v, 4, 3));
    let spurs = smooth(0.3, 0.9, Noise(924).ridged(u, v, 9, 2));
    let massif = 0.8 + 0.35 * Noise(923).fractal(u, v, 3, 2);
    wall * (8.0 + (45.0 * crest + 11.0 * spurs) * massif * (0.55 + 0.45 * wall))
}

/// Bumps of a few units.
fn details(x: f32, y: f32) -> f32 {
    let (u, v) = (x / MAP_SIDE, y / MAP_SIDE);
    1.5 * Noise(931).fractal(u, v, 22, 3)
}

/// Sinks the lake into the country: a beach, then a bowl.
fn basin(x: f32, y: f32, country: f32) -> f32 {
    let (dx, dy) = ((x - LAKE_CENTER[0]) * 0.82, (y - LAKE_CENTER[1]) * 1.1);
    let wander = 17.0 * Noise(941).fractal(x / MAP_SIDE, y / MAP_SIDE, 7, 3);
    let d = length(dx, dy) + wander;
    let bed = WATER_LEVEL - 6.5 + 0.9 * Noise(942).fractal(x / MAP_SIDE, y / MAP_SIDE, 18, 2);
    let bowl = mix(bed, WATER_LEVEL + 2.2, smooth(14.0, 62.0, d));
    mix(bowl, country, smooth(56.0, 96.0, d))
}

/// The slope the bunker is dug into rises behind it, to the east.
fn bunker_hill(x: f32, y: f32) -> f32 {
    let (dx, dy) = (x - BUNKER.center[0] - 26.0, y - BUNKER.center[1] - 6.0);
    17.0 * smooth(52.0, 8.0, length(dx, 0.9 * dy))
}

/// Levels a pad into the ground.
fn level(pad: &Pad, x: f32, y: f32, z: f32) -> f32 {
    // The flat part reaches a little beyond the pad: the triangles on its edge stay level too.
    let d = (pad_distance(pad, x, y) - 4.0).max(0.0);
    mix(pad.height, z, smooth(0.0, pad.skirt, d))
}
