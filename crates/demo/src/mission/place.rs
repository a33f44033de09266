//! Placed objects: the common words, and where the ground is.

use std::f32::consts::TAU;

use msh_format::tma::{Property, TmaObject};

use super::Side;
use crate::layout::ROADS;
use crate::math::{angle_turns, cos_turns, segment_distance, sin_turns};
use crate::terrain;

/// What an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Placed by its assembly.
    Building = 0,
    /// Placed by its assembly.
    Unit = 1,
    /// Placed by its key.
    Vegetation = 2,
    /// Placed by its key.
    Rock = 3,
}

/// An object on the ground at a point, turned about z; scale 1, without owner's particulars.
pub(super) fn on_ground(kind: Kind, path: &str, [x, y]: [f32; 2], turn: f32) -> TmaObject {
    at(kind, path, [x, y, terrain::height(x, y)], turn)
}

/// The same, leaning with the ground: what stands on wheels or tracks.
pub(super) fn settled(kind: Kind, path: &str, point: [f32; 2], turn: f32) -> TmaObject {
    let mut object = on_ground(kind, path, point, turn);
    let (sin, cos) = (sin_turns(turn / TAU), cos_turns(turn / TAU));
    let slope = |dx: f32, dy: f32| {
        let there = terrain::height(point[0] + REACH * dx, point[1] + REACH * dy);
        let back = terrain::height(point[0] - REACH * dx, point[1] - REACH * dy);
        let turns = angle_turns(2.0 * REACH, there - back);
        // Angles come as 0..1 turns; downhill is a small negative one.
        (turns - turns.round()) * TAU
    };
    object.turns[0] = slope(-sin, cos);
    object.turns[1] = -slope(cos, sin);
    object
}

/// Half the length over which a unit feels the ground.
const REACH: f32 = 2.0;

/// An object at a point in space.
pub(super) fn at(kind: Kind, path: &str, position: [f32; 3], turn: f32) -> TmaObject {
    TmaObject {
        kind: kind as u32,
        marker: 0x8000_0002,
        path: path.as_bytes().to_vec(),
        clan: -1,
        logical_id: -1,
        position,
        turns: [0.0, 0.0, turn],
        scale: [1.0; 3],
        name: Vec::new(),
        start_flag: 0,
        host: -1,
        vertex: -1,
        property_version: 1,
        properties: Vec::new(),
    }
}

/// Gives an object an owner and a name, with the properties that say so.
pub(super) fn owned(mut object: TmaObject, side: Side, id: i32, name: &str) -> TmaObject {
    object.clan = side as i32;
    object.logical_id = id;
    object.name = name.as_bytes().to_vec();
    object.properties = vec![
        int("LogicalID", id, 0, i32::MAX),
        int("ClanID", side as i32, 0, 2),
        float("Life state", 1.0, 0.0, 1.0),
    ];
    object
}

/// A property with a whole value.
pub(super) fn int(name: &str, value: i32, minimum: i32, maximum: i32) -> Property {
    property(name, 1, [value, minimum, maximum].map(i32::cast_unsigned))
}

/// A property with a fractional value.
pub(super) fn float(name: &str, value: f32, minimum: f32, maximum: f32) -> Property {
    property(name, 0, [value, minimum, maximum].map(f32::to_bits))
}

fn property(name: &str, kind: u32, [value, minimum, maximum]: [u32; 3]) -> Property {
    Property {
        kind,
        value,
        minimum,
        maximum,
        name: name.as_bytes().to_vec(),
    }
}

/// Distance to the nearest road's middle.
pub(super) fn road_distance(point: [f32; 2]) -> f32 {
    let pieces = ROADS.iter().flat_map(|road| road.windows(2));
    pieces.fold(f32::INFINITY, |best, piece| {
        best.min(segment_distance(point, piece[0], piece[1]))
    })
}
