//! The map's plan: where everything stands. Terrain is shaped around these places, the mission
//! puts its objects on them. +X east, +Y north, one map of 512 x 512 units from the origin.
//!
//! Seen from the default camera in the south: lake on the left, landing pad in the middle, plant on its
//! plateau right behind it, towers on two hills, mountains behind; the bunker lies further to the right.

/// Side of the map.
pub const MAP_SIDE: f32 = 512.0;

/// Height of the lake's surface.
pub const WATER_LEVEL: f32 = 8.0;

/// A flattened rectangle, axis-parallel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pad {
    /// Centre.
    pub center: [f32; 2],
    /// Half the flat extent along x and y.
    pub half: [f32; 2],
    /// Height of the flat part.
    pub height: f32,
    /// Over how many units the flat part blends into the natural ground.
    pub skirt: f32,
}

/// Plateau of the plant, 64 x 54 flat. Its gate faces south-west.
pub const PLANT: Pad = Pad {
    center: [300.0, 236.0],
    half: [32.0, 27.0],
    height: 17.0,
    skirt: 26.0,
};

/// Forecourt and floor of the bunker; the hill behind it rises to the north-east, the bunker's
/// door faces south-west (towards -x).
pub const BUNKER: Pad = Pad {
    center: [384.0, 160.0],
    half: [20.0, 16.0],
    height: 21.0,
    skirt: 12.0,
};

/// Landing pad of the flyers, between the lake's near shore and the plant.
pub const LANDING: Pad = Pad {
    center: [237.0, 201.0],
    half: [12.0, 12.0],
    height: 16.5,
    skirt: 18.0,
};

/// Towers stand here: a knoll each, flat on top.
pub const TOWERS: [Pad; 3] = [
    Pad {
        center: [232.0, 344.0],
        half: [7.0, 7.0],
        height: 36.0,
        skirt: 40.0,
    },
    Pad {
        center: [384.0, 288.0],
        half: [7.0, 7.0],
        height: 34.0,
        skirt: 36.0,
    },
    Pad {
        center: [300.0, 128.0],
        half: [7.0, 7.0],
        height: 25.0,
        skirt: 30.0,
    },
];

/// Centre of the lake; its shore wanders between 40 and 62 units from here.
pub const LAKE_CENTER: [f32; 2] = [186.0, 246.0];

/// Roads, as chains of points. The first runs from the south-west past the landing pad to the
/// plant's gate, the second on to the bunker.
pub const ROADS: [&[[f32; 2]]; 2] = [
    &[
        [96.0, 20.0],
        [120.0, 72.0],
        [168.0, 112.0],
        [226.0, 150.0],
        [256.0, 186.0],
        [280.0, 214.0],
        [300.0, 236.0],
    ],
    &[
        [262.0, 192.0],
        [308.0, 176.0],
        [348.0, 166.0],
        [384.0, 160.0],
    ],
];

/// Forests: centre and radius.
pub const FORESTS: [([f32; 2], f32); 4] = [
    ([116.0, 150.0], 34.0),
    ([120.0, 330.0], 44.0),
    ([310.0, 330.0], 34.0),
    ([246.0, 92.0], 26.0),
];

/// Default camera: eye and target, world units.
pub const CAMERA: ([f32; 3], [f32; 3]) = ([214.0, 160.0, 31.0], [268.0, 250.0, 22.0]);
