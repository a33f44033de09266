//! The light tank of the blue clan: a wedge of a hull between two tracks, 6 long.

use super::running_gear::{Gear, hatch, headlight, shadow, stowage, track, track_body};
use crate::models::kit::shapes::{cuboid, pill, pipe, profile, rod};
use crate::models::kit::{Mesh, Model, Pose, QUARTER, Turn, Vec3, v};
use crate::models::paints::{CHASSIS, GRATING, GUN, Livery};

/// Socket of the turret; the fourth child of the root.
pub(in crate::models) const TURRET_SOCKET: usize = 4;
/// Belts, whose material phase the drive supplies.
pub(in crate::models) const BELTS: [usize; 2] = [1, 2];

const GEAR: Gear = Gear {
    reach: 3.05,
    height: 1.02,
    belt: [1.08, 1.66],
    wheels: 5,
};

/// Nodes: hull, both tracks, lamps' stay, turret socket, engine hatch.
pub(in crate::models) fn model(livery: Livery) -> Model {
    let mut model = Model::new("o01_m1o1");
    model.shape(0, [hull(livery), plain_hull(livery), plain_hull(livery)]);
    let right = [track(GEAR), track_body(GEAR)];
    for name in ["o02_m1o1", "o03_m1o1"] {
        let node = model.node(name, 0, Pose::NONE);
        let side = right.clone();
        model.shape(
            node,
            if name == "o02_m1o1" {
                side
            } else {
                side.map(Mesh::mirrored)
            },
        );
    }
    let mast = model.node("o04_m1o1", 0, Pose::at(v(-1.25, -2.35, 1.62)));
    model.shape(mast, [antenna()]);
    // Turned a quarter about x, as sockets of chassis are; the turret's root is turned alike.
    let socket = Pose::new(v(0.0, -0.15, 1.6), Turn::x(QUARTER));
    let socket = model.node("Base_TM", 0, socket);
    model.label(socket, "e_tur_lt");
    model
}

fn hull(livery: Livery) -> Mesh {
    let mut mesh = plain_hull(livery);
    // Skirts: five plates over each belt.
    mesh.add(shadow(2.7, 4.3));
    let mut side = Mesh::default();
    for i in 0..5 {
        let y = -2.6 + 1.05 * i as f32;
        side.add(pill(
            v(1.64, y, 0.74),
            v(1.74, y + 1.0, 1.2),
            0.04,
            livery.hull,
        ));
    }
    side.add(stowage(
        v(1.08, -2.3, 1.55),
        v(1.6, -1.2, 1.86),
        livery.hull,
    ));
    side.add(headlight(v(1.2, 2.62, 1.28), 0.12));
    side.add(rod(v(0.75, 2.9, 0.85), v(0.75, 3.2, 0.8), 0.07, 6, CHASSIS));
    side.add(pipe(
        &[v(0.8, -2.7, 1.5), v(0.8, -3.05, 1.5), v(0.8, -3.15, 1.75)],
        0.1,
        8,
        CHASSIS,
    ));
    side.add(pill(v(0.3, 0.95, 1.5), v(0.62, 1.35, 1.62), 0.04, CHASSIS));
    mesh.add(side.both_sides());
    mesh.add(hatch(v(0.0, 1.75, 1.5), 0.34, livery.hull));
    // Engine deck: three grilles with ribs between them.
    for i in 0..3 {
        let x = -0.66 + 0.66 * i as f32;
        mesh.add(cuboid(
            v(x - 0.26, -2.5, 1.56),
            v(x + 0.26, -1.7, 1.64),
            GRATING,
        ));
    }
    // A towing cable along the left fender.
    mesh.add(pipe(
        &[
            v(-1.45, 2.1, 1.5),
            v(-1.5, 1.2, 1.6),
            v(-1.4, 0.2, 1.6),
            v(-1.5, -0.9, 1.62),
        ],
        0.045,
        5,
        GUN,
    ));
    mesh
}

/// The hull without gear, as it stands on the assembly line.
pub(in crate::models) fn plain_hull(livery: Livery) -> Mesh {
    let tub = [
        [-2.9, 0.6],
        [-2.5, 0.36],
        [2.3, 0.36],
        [2.95, 0.75],
        [3.12, 1.05],
        [2.1, 1.5],
        [-2.7, 1.52],
        [-3.05, 1.2],
    ];
    let fenders = [
        [-2.98, 1.06],
        [2.6, 1.06],
        [2.95, 1.14],
        [1.95, 1.52],
        [-2.62, 1.58],
        [-3.02, 1.32],
    ];
    Mesh::join([
        profile(&tub, -1.06, 1.06, livery.hull),
        profile(&fenders, -1.68, 1.68, livery.hull),
    ])
}

fn antenna() -> Mesh {
    let tip = v(-0.1, -0.25, 2.4);
    Mesh::join([
        rod(Vec3::ZERO, v(0.0, 0.0, 0.18), 0.06, 6, CHASSIS),
        rod(v(0.0, 0.0, 0.15), tip, 0.016, 3, GUN),
    ])
}
