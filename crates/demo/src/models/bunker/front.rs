//! The bunker from outside.

use super::OPENING;
use crate::models::kit::shapes::{block, cuboid, lathe, pill, profile, rod, wall};
use crate::models::kit::{Mesh, Vec3, v};
use crate::models::paints::{COCKPIT, CONCRETE, GRATING, HAZARD, PANEL_DARK, PIPE};
use crate::models::plant::{lantern, mast};

pub(super) fn exterior() -> Mesh {
    let [half, height] = OPENING;
    let mut mesh = plain();
    let mut side = Mesh::default();
    // Buttresses, embrasures between them, wing walls that run out to the slope.
    for x in [2.9, 6.6] {
        side.add(profile(
            &[
                [3.0, -2.0],
                [5.9, -2.0],
                [5.9, 0.0],
                [5.5, 0.6],
                [3.6, 5.3],
                [2.4, 5.9],
            ],
            x - 0.45,
            x + 0.45,
            CONCRETE,
        ));
    }
    side.add(embrasure(v(4.75, 0.0, 2.9)));
    side.add(embrasure(v(8.45, 0.0, 2.9)));
    side.add(profile(
        &[
            [-6.0, -2.0],
            [5.4, -2.0],
            [5.4, 0.2],
            [3.4, 3.4],
            [-6.0, 4.6],
        ],
        10.0,
        10.9,
        CONCRETE,
    ));
    side.add(profile(
        &[[3.6, -2.0], [10.5, -2.0], [10.5, 0.5], [3.6, 2.2]],
        10.9,
        11.7,
        CONCRETE,
    ));
    side.add(lantern(v(half + 0.62, 4.72, 2.9)));
    side.add(hazard_jamb(half));
    side.add(block(v(6.5, -8.5, 6.3), v(9.2, -6.0, 7.3), 0.25, CONCRETE));
    side.add(cuboid(v(6.9, -6.0, 6.5), v(8.8, -5.92, 7.1), GRATING));
    mesh.add(side.both_sides());
    mesh.add(pill(
        v(-half - 0.5, 3.1, height),
        v(half + 0.5, 3.95, height + 0.7),
        0.15,
        PANEL_DARK,
    ));
    mesh.add(wall(
        v(half, 3.96, height + 0.1),
        v(-half, 3.96, height + 0.1),
        v(-half, 3.96, height + 0.6),
        v(half, 3.96, height + 0.6),
        [half, 1.0],
        HAZARD,
    ));
    mesh.add(roof());
    mesh
}

/// The main bodies alone; their fronts leave the door open.
pub(super) fn plain() -> Mesh {
    let [half, height] = OPENING;
    // Rooms are hung into the body: it is open in front and below.
    let rear = [
        [-15.0, -0.5],
        [2.0, -0.5],
        [2.0, 6.0],
        [1.2, 6.4],
        [-13.0, 6.4],
        [-15.0, 4.6],
    ];
    // The casemate over the control room, open towards the body and below.
    let casemate = [
        [-26.4, -0.5],
        [-15.0, -0.5],
        [-15.0, 4.4],
        [-23.6, 4.4],
        [-26.4, 2.2],
    ];
    let slab = [[2.0, -2.0], [4.6, -2.0], [4.6, 0.0], [2.8, 5.2], [2.0, 6.0]];
    let lintel = [[2.0, height], [3.42, height], [2.8, 5.2], [2.0, 6.0]];
    let sill = [[2.0, -2.0], [4.6, -2.0], [4.6, 0.0], [2.0, 0.0]];
    let hollow = |outline: &[[f32; 2]], half: f32| {
        let solid = profile(outline, -half, half, CONCRETE);
        solid.kept(|f| f.normal().y < 0.9 && f.normal().z > -0.9)
    };
    Mesh::join([
        hollow(&rear, 10.0),
        hollow(&casemate, 7.4),
        profile(&slab, -10.0, -half, CONCRETE),
        profile(&slab, half, 10.0, CONCRETE),
        profile(&lintel, -half, half, CONCRETE),
        profile(&sill, -half, half, CONCRETE),
        profile(
            &[[4.5, -1.6], [12.0, -1.6], [12.0, 0.03], [4.5, 0.06]],
            -10.0,
            10.0,
            CONCRETE,
        ),
    ])
}

/// A shooting slit in a deep frame on the sloping front.
fn embrasure(at: Vec3) -> Mesh {
    let y = |z: f32| 4.6 - z * 0.346;
    let (low, high) = (at.z - 0.35, at.z + 0.35);
    Mesh::join([
        pill(
            v(at.x - 1.2, y(high) - 0.6, high),
            v(at.x + 1.2, y(high) + 0.35, high + 0.35),
            0.1,
            PANEL_DARK,
        ),
        pill(
            v(at.x - 1.2, y(low) - 0.4, low - 0.3),
            v(at.x + 1.2, y(low) + 0.3, low),
            0.1,
            PANEL_DARK,
        ),
        cuboid(
            v(at.x - 1.05, y(low) - 0.6, low),
            v(at.x + 1.05, y(low) + 0.06, high),
            COCKPIT,
        ),
    ])
}

fn hazard_jamb(half: f32) -> Mesh {
    let x = half + 0.02;
    let strip = |x0: f32, x1: f32| {
        Mesh::join([wall(
            v(x1, 4.62, 0.0),
            v(x0, 4.62, 0.0),
            v(x0, 3.95, 1.9),
            v(x1, 3.95, 1.9),
            [0.2, 1.0],
            HAZARD,
        )])
    };
    strip(x, x + 0.4)
}

/// A cupola for the turret, vents, masts.
fn roof() -> Mesh {
    let ring = [[2.6, 6.3], [2.6, 6.7], [2.1, 6.9], [0.0, 6.9]];
    let mut mesh = lathe(&ring, 16, CONCRETE).moved(0.0, -4.0, -0.5);
    mesh.add(mast(v(-8.4, -11.0, 6.0), 6.5));
    for x in [-4.5, -3.4, 4.2] {
        mesh.add(rod(v(x, -10.0, 6.0), v(x, -10.0, 7.5), 0.32, 8, PIPE));
        mesh.add(
            lathe(
                &[[0.3, 7.5], [0.55, 7.55], [0.55, 7.75], [0.0, 8.0]],
                8,
                PIPE,
            )
            .moved(x, -10.0, 0.0),
        );
    }
    mesh
}
