//! The light turret: a wedge with a bustle rack, a cupola, and a cockpit that only its own unit sees.

use msh_format::msh::node_flags;

use super::skeleton;
use crate::models::kit::shapes::{block, card, cuboid, loft, pill, rod};
use crate::models::kit::{Mesh, Model, Pose, QUARTER, Turn, Vec3, v};
use crate::models::paints::{CHASSIS, COCKPIT, CONSOLE, GRATING, GUN, Livery};
use crate::models::units::{hatch, headlight};

/// One cannon in a mantlet; the root fits sockets turned a quarter about x.
pub(in crate::models) fn model(livery: Livery) -> Model {
    let trunnion = v(0.0, 1.05, 0.42);
    let mut model = skeleton(Turn::x(QUARTER), trunnion, &[v(0.0, 1.45, 0.42)]);
    model.shape(1, [shell(livery), plain_shell(livery), plain_shell(livery)]);
    let mantlet = pill(v(-0.42, -0.1, -0.26), v(0.42, 0.42, 0.3), 0.12, livery.hull);
    model.shape(2, [mantlet.clone(), mantlet]);
    let cockpit = model.node("CP_m1o1", 1, Pose::at(v(0.0, 0.0, 0.5)));
    model.flag(cockpit, node_flags::COCKPIT);
    model.column(cockpit, 0, 4, cockpit_view());
    model
}

fn ring(grow: f32, z: f32) -> Vec<Vec3> {
    [
        [-0.5, 1.3],
        [-1.12, 0.5],
        [-1.2, -0.9],
        [-0.75, -1.65],
        [0.75, -1.65],
        [1.2, -0.9],
        [1.12, 0.5],
        [0.5, 1.3],
    ]
    .iter()
    .map(|[x, y]| v(x * grow, (y + 0.2) * grow - 0.2, z))
    .collect()
}

fn plain_shell(livery: Livery) -> Mesh {
    loft(
        &[
            ring(0.86, 0.0),
            ring(1.0, 0.14),
            ring(0.96, 0.42),
            ring(0.7, 0.84),
        ],
        livery.hull,
    )
}

fn shell(livery: Livery) -> Mesh {
    let mut mesh = plain_shell(livery);
    let mut side = Mesh::default();
    // Smoke dischargers on the cheeks, insignia behind them, rails of the bustle rack.
    for i in 0..3 {
        let foot = v(0.98, 0.25 - 0.2 * i as f32, 0.5);
        side.add(rod(foot, foot + v(0.2, 0.16, 0.16), 0.065, 7, GUN));
    }
    let lean = 0.28 / 0.42;
    let panel = |y: f32, z: f32| v(1.17 - (z - 0.42) * lean, y, z);
    side.add(
        card(
            panel(-0.75, 0.44),
            panel(-0.3, 0.44),
            panel(-0.3, 0.78),
            panel(-0.75, 0.78),
            livery.sign,
        )
        .moved(0.02, 0.0, 0.02),
    );
    side.add(rod(
        v(0.9, -1.5, 0.62),
        v(0.75, -2.2, 0.62),
        0.035,
        5,
        CHASSIS,
    ));
    side.add(rod(
        v(0.9, -1.5, 0.25),
        v(0.75, -2.2, 0.25),
        0.035,
        5,
        CHASSIS,
    ));
    mesh.add(side.both_sides());
    mesh.add(rod(
        v(-0.75, -2.2, 0.62),
        v(0.75, -2.2, 0.62),
        0.035,
        5,
        CHASSIS,
    ));
    mesh.add(rod(
        v(-0.75, -2.2, 0.25),
        v(0.75, -2.2, 0.25),
        0.035,
        5,
        CHASSIS,
    ));
    mesh.add(cuboid(v(-0.7, -2.15, 0.24), v(0.7, -1.6, 0.28), GRATING));
    mesh.add(pill(
        v(-0.55, -2.1, 0.28),
        v(0.1, -1.65, 0.62),
        0.08,
        CHASSIS,
    ));
    mesh.add(pill(
        v(0.18, -2.1, 0.28),
        v(0.6, -1.65, 0.54),
        0.12,
        livery.hull,
    ));
    // Commander's cupola and sight.
    mesh.add(rod(
        v(0.38, -0.45, 0.78),
        v(0.38, -0.45, 0.98),
        0.36,
        10,
        COCKPIT,
    ));
    mesh.add(hatch(v(0.38, -0.45, 0.98), 0.34, livery.hull));
    mesh.add(hatch(v(-0.4, -0.5, 0.82), 0.3, livery.hull));
    mesh.add(block(
        v(-0.5, 0.35, 0.7),
        v(-0.2, 0.7, 0.95),
        0.05,
        livery.hull,
    ));
    mesh.add(card(
        v(-0.22, 0.703, 0.75),
        v(-0.48, 0.703, 0.75),
        v(-0.48, 0.703, 0.92),
        v(-0.22, 0.703, 0.92),
        COCKPIT,
    ));
    mesh.add(headlight(v(0.62, 0.85, 0.62), 0.1));
    mesh
}

/// What the gunner sees: a console under a frame. Never drawn from outside.
fn cockpit_view() -> Mesh {
    let bar = |from: Vec3, to: Vec3| rod(from, to, 0.03, 5, CHASSIS);
    Mesh::join([
        card(
            v(-0.5, 0.75, -0.35),
            v(0.5, 0.75, -0.35),
            v(0.5, 0.9, -0.05),
            v(-0.5, 0.9, -0.05),
            CONSOLE,
        ),
        bar(v(-0.5, 0.9, -0.1), v(-0.42, 0.7, 0.35)),
        bar(v(0.5, 0.9, -0.1), v(0.42, 0.7, 0.35)),
        bar(v(-0.42, 0.7, 0.35), v(0.42, 0.7, 0.35)),
    ])
}
