//! The assembly hall from inside: what shows when the gate opens. Lit by the lightmap alone.

use super::tower::console;
use super::{FLOOR, OPENING, gate_portals};
use crate::models::kit::shapes::{block, cuboid, disc, pill, quad, rod};
use crate::models::kit::{HALF, Lamp, Mesh, Paint, Pose, Turn, Vec3, v};
use crate::models::paints::{self, BLUE, CEILING, FLOOR as FLOOR_TILES, INTERIOR, LAMP, Livery};
use crate::models::units::tank;

// The machines stand in the same light as the walls.
const CHASSIS: Paint = paints::CHASSIS.baked();
const GRATING: Paint = paints::GRATING.baked();
const HAZARD: Paint = paints::HAZARD.baked();
const PANEL_DARK: Paint = paints::PANEL_DARK.baked();
const PIPE: Paint = paints::PIPE.baked();

const X: [f32; 2] = [-12.6, 8.6];
const Y: [f32; 2] = [-11.6, 10.6];
const TOP: f32 = 9.8;

pub(super) fn hall() -> Mesh {
    let mut mesh = Mesh::join([room(), reveal(), columns(), machines(), crane()]);
    for lamp in LAMPS {
        mesh.add(disc(
            lamp - v(0.0, 0.0, 0.12),
            v(0.0, 0.0, -1.0),
            0.8,
            8,
            LAMP,
        ));
        mesh.add(rod(
            lamp - v(0.0, 0.0, 0.1),
            v(lamp.x, lamp.y, TOP),
            0.85,
            8,
            PANEL_DARK,
        ));
    }
    let [_, inside] = gate_portals();
    mesh.add(inside);
    mesh
}

const LAMPS: [Vec3; 6] = [
    v(-8.0, 5.5, 9.2),
    v(-2.0, 5.5, 9.2),
    v(4.0, 5.5, 9.2),
    v(-8.0, -5.0, 9.2),
    v(-2.0, -5.0, 9.2),
    v(4.0, -5.0, 9.2),
];

pub(super) fn lamps(node: usize) -> Vec<Lamp> {
    let hung = |at: Vec3| Lamp {
        node,
        at: at - v(0.0, 0.0, 0.4),
        color: [34.0, 30.0, 23.0],
        range: 22.0,
    };
    LAMPS.into_iter().map(hung).collect()
}

/// Floor, ceiling and four walls, seen from within.
fn room() -> Mesh {
    let ([x0, x1], [y0, y1]) = (X, Y);
    let [left, right, height] = OPENING;
    let front = |from: f32, to: f32, low: f32, high: f32| {
        quad(
            v(from, y1, low),
            v(to, y1, low),
            v(to, y1, high),
            v(from, y1, high),
            INTERIOR,
        )
    };
    let low = FLOOR + 0.02;
    Mesh::join([
        quad(
            v(x0, y0, low),
            v(x1, y0, low),
            v(x1, y1, low),
            v(x0, y1, low),
            FLOOR_TILES,
        ),
        quad(
            v(x0, y1, TOP),
            v(x1, y1, TOP),
            v(x1, y0, TOP),
            v(x0, y0, TOP),
            CEILING,
        ),
        quad(
            v(x1, y0, low),
            v(x0, y0, low),
            v(x0, y0, TOP),
            v(x1, y0, TOP),
            INTERIOR,
        ),
        quad(
            v(x0, y0, low),
            v(x0, y1, low),
            v(x0, y1, TOP),
            v(x0, y0, TOP),
            INTERIOR,
        ),
        quad(
            v(x1, y1, low),
            v(x1, y0, low),
            v(x1, y0, TOP),
            v(x1, y1, TOP),
            INTERIOR,
        ),
        front(x0, left, low, TOP),
        front(right, x1, low, TOP),
        front(left, right, FLOOR + height, TOP),
    ])
}

/// The thickness of the wall around the gate.
fn reveal() -> Mesh {
    let [left, right, height] = OPENING;
    let (y0, y1) = (Y[1], 11.3);
    let (low, head) = (FLOOR + 0.02, FLOOR + height);
    Mesh::join([
        quad(
            v(left, y0, low),
            v(left, y1, low),
            v(left, y1, head),
            v(left, y0, head),
            INTERIOR,
        ),
        quad(
            v(right, y1, low),
            v(right, y0, low),
            v(right, y0, head),
            v(right, y1, head),
            INTERIOR,
        ),
        quad(
            v(left, y1, head),
            v(right, y1, head),
            v(right, y0, head),
            v(left, y0, head),
            INTERIOR,
        ),
        quad(
            v(left, y0, low),
            v(right, y0, low),
            v(right, y1, low),
            v(left, y1, low),
            FLOOR_TILES,
        ),
    ])
}

fn columns() -> Mesh {
    let mut mesh = Mesh::default();
    for x in [-11.9, 7.9] {
        for y in [-6.0, 0.0, 6.0] {
            mesh.add(block(
                v(x - 0.4, y - 0.4, FLOOR),
                v(x + 0.4, y + 0.4, TOP),
                0.1,
                INTERIOR,
            ));
            mesh.add(block(
                v(x - 0.46, y - 0.46, FLOOR),
                v(x + 0.46, y + 0.46, 1.6),
                0.1,
                HAZARD,
            ));
        }
    }
    mesh
}

/// The line: a tank half built on its cradle, consoles at the back, racks along the walls.
fn machines() -> Mesh {
    let bare = Livery {
        hull: CHASSIS,
        sign: BLUE.sign,
    };
    let mut mesh = Mesh::join([
        block(v(-4.2, -5.0, FLOOR), v(0.2, 4.6, 0.95), 0.15, PANEL_DARK),
        cuboid(v(-4.22, 4.4, 0.55), v(0.22, 4.62, 0.9), HAZARD),
        tank::plain_hull(bare).moved(-2.0, -0.2, 1.0),
    ]);
    for i in 0..4 {
        mesh.add(console().moved(-9.5 + 4.6 * i as f32, -10.9, FLOOR));
    }
    for (x, turn) in [(-7.4, 1.0_f32), (3.4, -1.0)] {
        mesh.add(robot_arm().placed(Pose::new(v(x, -0.6, FLOOR), Turn::z(-HALF * 0.5 * turn))));
        mesh.add(robot_arm().placed(Pose::new(v(x, 2.8, FLOOR), Turn::z(-HALF * 0.42 * turn))));
    }
    for (x, y, z) in [
        (6.0, 8.4, 1.5),
        (6.2, 6.9, 1.1),
        (-10.4, 8.2, 1.3),
        (-10.2, -3.0, 1.7),
    ] {
        mesh.add(pill(
            v(x - 0.75, y - 0.7, FLOOR),
            v(x + 0.75, y + 0.7, FLOOR + z),
            0.08,
            GRATING,
        ));
    }
    mesh
}

/// A welding robot reaching along +Y.
fn robot_arm() -> Mesh {
    Mesh::join([
        rod(Vec3::ZERO, v(0.0, 0.0, 0.7), 0.55, 10, PANEL_DARK),
        pill(v(-0.35, -0.4, 0.7), v(0.35, 0.4, 1.4), 0.12, HAZARD),
        rod(v(0.0, 0.0, 1.3), v(0.0, -0.5, 3.2), 0.22, 8, HAZARD),
        rod(v(-0.3, -0.5, 3.2), v(0.3, -0.5, 3.2), 0.3, 8, PANEL_DARK),
        rod(v(0.0, -0.5, 3.2), v(0.0, 1.6, 2.7), 0.15, 8, HAZARD),
        rod(v(0.0, 1.6, 2.7), v(0.0, 1.9, 2.2), 0.06, 6, PIPE),
    ])
}

/// A travelling crane under the roof, its hook over the line.
fn crane() -> Mesh {
    Mesh::join([
        cuboid(v(X[0], -3.4, 8.1), v(X[1], -2.6, 8.7), HAZARD),
        cuboid(v(X[0], Y[0], 7.8), v(X[0] + 0.5, Y[1], 8.1), PANEL_DARK),
        cuboid(v(X[1] - 0.5, Y[0], 7.8), v(X[1], Y[1], 8.1), PANEL_DARK),
        pill(v(-2.9, -3.7, 7.4), v(-1.1, -2.3, 8.1), 0.1, PANEL_DARK),
        rod(v(-2.0, -3.0, 4.6), v(-2.0, -3.0, 7.5), 0.04, 4, PIPE),
        pill(v(-2.3, -3.2, 4.1), v(-1.7, -2.8, 4.7), 0.1, HAZARD),
    ])
}
