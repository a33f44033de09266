//! The heavy turret: a faceted dome with two cannons and a sensor mast.

use super::skeleton;
use crate::models::kit::shapes::{block, card, lathe, loft, pill, rod};
use crate::models::kit::{Mesh, Model, QUARTER, Turn, Vec3, v};
use crate::models::paints::{BEACON, CHASSIS, COCKPIT, GUN, Livery};
use crate::models::units::hatch;

/// Two cannons; the root fits sockets turned a quarter about x.
pub(in crate::models) fn model(livery: Livery) -> Model {
    let guns = [v(-0.42, 1.5, 0.55), v(0.42, 1.5, 0.55)];
    let mut model = skeleton(Turn::x(QUARTER), v(0.0, 1.1, 0.55), &guns);
    model.shape(1, [shell(livery), plain_shell(livery), plain_shell(livery)]);
    let shield = pill(v(-0.8, -0.15, -0.34), v(0.8, 0.45, 0.34), 0.14, livery.hull);
    model.shape(2, [shield.clone(), shield]);
    model
}

fn ring(grow: f32, z: f32) -> Vec<Vec3> {
    [
        [-0.85, 1.35],
        [-1.45, 0.55],
        [-1.5, -0.8],
        [-1.05, -1.7],
        [1.05, -1.7],
        [1.5, -0.8],
        [1.45, 0.55],
        [0.85, 1.35],
    ]
    .iter()
    .map(|[x, y]| v(x * grow, (y + 0.2) * grow - 0.2, z))
    .collect()
}

fn plain_shell(livery: Livery) -> Mesh {
    let collar = [[1.15, -0.12], [1.15, 0.1]];
    Mesh::join([
        lathe(&collar, 12, CHASSIS),
        loft(
            &[
                ring(0.82, 0.0),
                ring(1.0, 0.2),
                ring(0.97, 0.62),
                ring(0.66, 1.14),
            ],
            livery.hull,
        ),
    ])
}

fn shell(livery: Livery) -> Mesh {
    let mut mesh = plain_shell(livery);
    let mut side = Mesh::default();
    // Box launchers on the flanks.
    side.add(block(
        v(1.45, -0.95, 0.12),
        v(1.95, 0.4, 0.66),
        0.07,
        livery.hull,
    ));
    for (x, z) in [(1.58, 0.26), (1.82, 0.26), (1.58, 0.5), (1.82, 0.5)] {
        side.add(rod(v(x, 0.36, z), v(x, 0.46, z), 0.095, 8, CHASSIS));
        side.add(rod(v(x, 0.45, z), v(x, 0.47, z), 0.06, 6, GUN));
    }
    side.add(card(
        v(1.955, -0.75, 0.2),
        v(1.955, -0.35, 0.2),
        v(1.955, -0.35, 0.58),
        v(1.955, -0.75, 0.58),
        livery.sign,
    ));
    mesh.add(side.both_sides());
    mesh.add(hatch(v(0.45, -0.5, 1.1), 0.38, livery.hull));
    // Sensor mast with a pulsing beacon.
    mesh.add(rod(
        v(-0.5, -0.9, 1.0),
        v(-0.5, -0.9, 1.9),
        0.07,
        6,
        CHASSIS,
    ));
    mesh.add(block(
        v(-0.75, -1.02, 1.7),
        v(-0.25, -0.72, 2.02),
        0.06,
        livery.hull,
    ));
    mesh.add(card(
        v(-0.3, -0.715, 1.76),
        v(-0.7, -0.715, 1.76),
        v(-0.7, -0.715, 1.96),
        v(-0.3, -0.715, 1.96),
        COCKPIT,
    ));
    mesh.add(rod(
        v(-0.5, -0.9, 2.0),
        v(-0.5, -0.9, 2.14),
        0.06,
        6,
        BEACON,
    ));
    mesh.add(block(v(-0.7, -2.1, 0.2), v(0.7, -1.6, 0.75), 0.08, CHASSIS));
    mesh
}
