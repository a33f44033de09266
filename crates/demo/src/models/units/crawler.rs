//! The heavy crawler of the red clan: a tall hull with a sloped prow, broad tracks, 7 long.

use super::running_gear::{Gear, hatch, headlight, shadow, stowage, track, track_body};
use crate::models::kit::shapes::{cuboid, pill, profile, rod};
use crate::models::kit::{Mesh, Model, Pose, QUARTER, Turn, Vec3, v};
use crate::models::paints::{CHASSIS, COCKPIT, GRATING, Livery};

/// Socket of the turret.
pub(in crate::models) const TURRET_SOCKET: usize = 3;
/// Belts.
pub(in crate::models) const BELTS: [usize; 2] = [1, 2];

const GEAR: Gear = Gear {
    reach: 3.45,
    height: 1.3,
    belt: [1.15, 2.0],
    wheels: 6,
};

/// Nodes: hull, both tracks, turret socket.
pub(in crate::models) fn model(livery: Livery) -> Model {
    let mut model = Model::new("o01_m1o1");
    model.shape(0, [hull(livery), plain_hull(livery), plain_hull(livery)]);
    let right = [track(GEAR), track_body(GEAR)];
    let node = model.node("o02_m1o1", 0, Pose::NONE);
    model.shape(node, right.clone());
    let node = model.node("o03_m1o1", 0, Pose::NONE);
    model.shape(node, right.map(Mesh::mirrored));
    let socket = Pose::new(v(0.0, -0.5, 2.25), Turn::x(QUARTER));
    let socket = model.node("Base_TL", 0, socket);
    model.label(socket, "e_tur_hv");
    // A crushed prow for the damaged state.
    model.column(0, 1, 0, wreck(livery));
    model
}

fn plain_hull(livery: Livery) -> Mesh {
    let body = [
        [-3.3, 0.8],
        [-2.7, 0.4],
        [2.5, 0.4],
        [3.5, 1.1],
        [3.6, 1.35],
        [2.3, 2.05],
        [0.9, 2.25],
        [-2.4, 2.25],
        [-3.4, 1.8],
    ];
    let fenders = [
        [-3.4, 1.34],
        [3.1, 1.34],
        [3.4, 1.46],
        [2.6, 1.62],
        [-3.1, 1.62],
        [-3.42, 1.5],
    ];
    Mesh::join([
        profile(&body, -1.15, 1.15, livery.hull),
        profile(&fenders, -2.04, 2.04, livery.hull),
    ])
}

fn hull(livery: Livery) -> Mesh {
    let mut mesh = plain_hull(livery);
    mesh.add(shadow(3.2, 4.8));
    let mut side = Mesh::default();
    // Cheek armour: slabs with gaps, a step lower towards the rear.
    for (i, drop) in [0.0, 0.0, 0.06, 0.06].into_iter().enumerate() {
        let y = 1.35 - 1.35 * i as f32;
        side.add(pill(
            v(1.15, y - 1.25, 1.62),
            v(1.5, y, 2.12 - drop),
            0.07,
            livery.hull,
        ));
        side.add(pill(
            v(1.98, y - 1.28, 0.95),
            v(2.1, y + 0.02, 1.5),
            0.04,
            livery.hull,
        ));
    }
    side.add(headlight(v(1.62, 2.85, 1.62), 0.15));
    side.add(stowage(v(1.3, -3.2, 1.62), v(1.95, -2.3, 1.98), CHASSIS));
    // Exhaust stacks behind the turret.
    side.add(rod(
        v(0.85, -2.9, 1.9),
        v(0.85, -3.0, 2.75),
        0.14,
        8,
        CHASSIS,
    ));
    side.add(rod(
        v(0.85, -2.99, 2.6),
        v(0.85, -3.01, 2.72),
        0.18,
        8,
        CHASSIS,
    ));
    mesh.add(side.both_sides());
    // The driver's slit, a ram under it, and the engine deck.
    mesh.add(cuboid(v(-0.55, 2.2, 1.86), v(0.55, 2.56, 1.98), COCKPIT));
    mesh.add(pill(v(-1.5, 3.1, 0.62), v(1.5, 3.52, 1.02), 0.12, CHASSIS));
    mesh.add(cuboid(v(-0.8, -2.45, 2.2), v(0.8, -1.8, 2.32), GRATING));
    mesh.add(hatch(v(0.55, 1.15, 2.18), 0.32, livery.hull));
    mesh
}

fn wreck(livery: Livery) -> Mesh {
    plain_hull(livery).bent(|p| {
        let crush = ((p.y - 0.5) * 0.3).clamp(0.0, 1.0);
        p - v(0.0, crush * 0.5, crush * 0.35) + Vec3::UP * (p.x * 0.08)
    })
}
