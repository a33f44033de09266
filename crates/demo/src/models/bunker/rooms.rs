//! The bunker's rooms, seen from within and lit by the lightmap.

use super::{
    ARROW_PORTAL, CONTROL, CORRIDOR, ENTRY, GATE_PORTAL, OPEN_PORTAL, OPENING, SHELL, SIGN_PORTAL,
    STORE, doorway, sign, upright,
};
use crate::models::kit::shapes::{block, disc, pill, quad, rod};
use crate::models::kit::{Mesh, Paint, Pose, QUARTER, Turn, Vec3, v};
use crate::models::paints::{
    CEILING, CONCRETE, FLOOR, GRATING, HAZARD, INTERIOR, LAMP, PANEL_DARK, PIPE,
};
use crate::models::plant::console;

const WALL: Paint = CONCRETE.baked();

/// Doorways inside: half width and height.
const DOORWAY: [f32; 2] = [1.3, 2.7];

/// Entry hall: x -4..4, y -4..1.6, behind the blast door.
pub(super) fn entry() -> Mesh {
    let (x, y0, y1, top) = (4.0, -4.0, 1.6, 4.2);
    let [half, height] = OPENING;
    let [door, lintel] = DOORWAY;
    let facing_back = |from: f32, to: f32, low: f32, high: f32| {
        quad(
            v(from, y1, low),
            v(to, y1, low),
            v(to, y1, high),
            v(from, y1, high),
            WALL,
        )
    };
    let facing_front = |from: f32, to: f32, low: f32, high: f32| {
        quad(
            v(to, y0, low),
            v(from, y0, low),
            v(from, y0, high),
            v(to, y0, high),
            WALL,
        )
    };
    let facing_left = |from: f32, to: f32, low: f32, high: f32| {
        quad(
            v(x, to, low),
            v(x, from, low),
            v(x, from, high),
            v(x, to, high),
            WALL,
        )
    };
    let mut mesh = Mesh::join([
        floor([-x, y0], [x, y1], 0.04),
        ceiling([-x, y0], [x, y1], top),
        quad(
            v(-x, y0, 0.0),
            v(-x, y1, 0.0),
            v(-x, y1, top),
            v(-x, y0, top),
            WALL,
        ),
        facing_back(-x, -half, 0.0, top),
        facing_back(half, x, 0.0, top),
        facing_back(-half, half, height, top),
        facing_front(-x, -door, 0.0, top),
        facing_front(door, x, 0.0, top),
        facing_front(-door, door, lintel, top),
        facing_left(y0, -door, 0.0, top),
        facing_left(door, y1, 0.0, top),
        facing_left(-door, door, lintel, top),
        reveal(half, height),
        lamp(v(-2.2, -1.2, top)),
        lamp(v(2.2, -1.2, top)),
        block(v(-3.9, -3.4, 0.0), v(-3.2, -0.8, 1.2), 0.08, GRATING),
    ]);
    mesh.add(doorway(1.9, -1.0, GATE_PORTAL, SHELL));
    mesh.add(upright(
        v(0.0, y0 - 0.1, 0.0),
        v(door, 0.0, 0.0),
        lintel,
        GATE_PORTAL,
        CORRIDOR,
    ));
    mesh.add(sign(
        v(0.0, y0 - 0.05, lintel - 0.3),
        v(0.6, 0.0, 0.0),
        SIGN_PORTAL,
        CORRIDOR,
    ));
    mesh.add(upright(
        v(x + 0.1, 0.0, 0.0),
        v(0.0, door, 0.0),
        lintel,
        OPEN_PORTAL,
        STORE,
    ));
    mesh
}

/// The thickness of the front wall around the blast door.
fn reveal(half: f32, height: f32) -> Mesh {
    let (y0, y1) = (1.6, 2.2);
    Mesh::join([
        quad(
            v(-half, y0, 0.0),
            v(-half, y1, 0.0),
            v(-half, y1, height),
            v(-half, y0, height),
            WALL,
        ),
        quad(
            v(half, y1, 0.0),
            v(half, y0, 0.0),
            v(half, y0, height),
            v(half, y1, height),
            WALL,
        ),
        quad(
            v(-half, y1, height),
            v(half, y1, height),
            v(half, y0, height),
            v(-half, y0, height),
            WALL,
        ),
        floor([-half, y0], [half, y1], 0.04),
    ])
}

/// The ramp down: from the entry hall to the control room.
pub(super) fn corridor() -> Mesh {
    let [half, height] = DOORWAY;
    let (start, end) = (v(0.0, -4.0, 0.04), v(0.0, -15.2, -3.96));
    let at = |x: f32, p: Vec3, z: f32| v(x, p.y, p.z + z);
    let mut mesh = Mesh::join([
        quad(
            at(-half, end, 0.0),
            at(half, end, 0.0),
            at(half, start, 0.0),
            at(-half, start, 0.0),
            FLOOR,
        ),
        quad(
            at(-half, start, height),
            at(half, start, height),
            at(half, end, height),
            at(-half, end, height),
            CEILING,
        ),
        quad(
            at(-half, end, 0.0),
            at(-half, start, 0.0),
            at(-half, start, height),
            at(-half, end, height),
            WALL,
        ),
        quad(
            at(half, start, 0.0),
            at(half, end, 0.0),
            at(half, end, height),
            at(half, start, height),
            WALL,
        ),
        rod(
            at(-half + 0.2, start, 2.3),
            at(-half + 0.2, end, 2.3),
            0.12,
            6,
            PIPE,
        ),
        rod(
            at(half - 0.2, start, 2.3),
            at(half - 0.2, end, 2.3),
            0.12,
            6,
            PIPE,
        ),
        lamp(v(0.0, -9.5, -1.94 + height)),
    ]);
    mesh.add(upright(
        v(0.0, -4.05, 0.0),
        v(-half, 0.0, 0.0),
        height,
        OPEN_PORTAL,
        ENTRY,
    ));
    mesh.add(upright(
        v(0.0, -15.15, -4.0),
        v(half, 0.0, 0.0),
        height,
        GATE_PORTAL,
        CONTROL,
    ));
    mesh.add(sign(
        v(0.0, -15.1, -4.0 + height - 0.3),
        v(0.6, 0.0, 0.0),
        ARROW_PORTAL,
        CONTROL,
    ));
    mesh
}

/// The control room in the hill: x -7..7, y -26..-15.2, in the casemate.
pub(super) fn control() -> Mesh {
    let (x, y0, y1, low, top) = (7.0, -26.0, -15.2, -3.96, 1.5);
    let [door, height] = DOORWAY;
    let front = |from: f32, to: f32, bottom: f32| {
        quad(
            v(from, y1, bottom),
            v(to, y1, bottom),
            v(to, y1, top),
            v(from, y1, top),
            INTERIOR,
        )
    };
    let mut mesh = Mesh::join([
        floor([-x, y0], [x, y1], low),
        ceiling([-x, y0], [x, y1], top),
        quad(
            v(x, y0, low),
            v(-x, y0, low),
            v(-x, y0, top),
            v(x, y0, top),
            INTERIOR,
        ),
        quad(
            v(-x, y0, low),
            v(-x, y1, low),
            v(-x, y1, top),
            v(-x, y0, top),
            INTERIOR,
        ),
        quad(
            v(x, y1, low),
            v(x, y0, low),
            v(x, y0, top),
            v(x, y1, top),
            INTERIOR,
        ),
        front(-x, -door, low),
        front(door, x, low),
        front(-door, door, low + height),
        lamp(v(-4.0, -20.5, top)),
        lamp(v(4.0, -20.5, top)),
        // The pod on its step.
        rod(
            v(-2.5, -20.5, low),
            v(-2.5, -20.5, low + 0.25),
            1.3,
            16,
            HAZARD,
        ),
        rod(
            v(-2.5, -20.5, low + 0.2),
            v(-2.5, -20.5, low + 0.3),
            1.1,
            16,
            PANEL_DARK,
        ),
    ]);
    for i in 0..5 {
        mesh.add(console().moved(-5.2 + 2.6 * i as f32, y0 + 0.6, low));
    }
    for i in 0..3 {
        let place = v(x - 0.6, -23.6 + 2.8 * i as f32, low);
        mesh.add(console().placed(Pose::new(place, Turn::z(QUARTER))));
    }
    mesh.add(upright(
        v(0.0, y1 + 0.02, low),
        v(-door, 0.0, 0.0),
        height,
        GATE_PORTAL,
        CORRIDOR,
    ));
    mesh
}

/// The store beside the entry hall: x 4..9.8, y -3.4..1.6.
pub(super) fn store() -> Mesh {
    let (x0, x1, y0, y1, top) = (4.0, 9.8, -3.4, 1.6, 3.5);
    let [door, height] = DOORWAY;
    let right = |from: f32, to: f32, low: f32| {
        quad(
            v(x0, from, low),
            v(x0, to, low),
            v(x0, to, top),
            v(x0, from, top),
            WALL,
        )
    };
    let mut mesh = Mesh::join([
        floor([x0, y0], [x1, y1], 0.04),
        ceiling([x0, y0], [x1, y1], top),
        quad(
            v(x1, y0, 0.0),
            v(x0, y0, 0.0),
            v(x0, y0, top),
            v(x1, y0, top),
            WALL,
        ),
        quad(
            v(x0, y1, 0.0),
            v(x1, y1, 0.0),
            v(x1, y1, top),
            v(x0, y1, top),
            WALL,
        ),
        quad(
            v(x1, y1, 0.0),
            v(x1, y0, 0.0),
            v(x1, y0, top),
            v(x1, y1, top),
            WALL,
        ),
        right(y0, -door, 0.0),
        right(door, y1, 0.0),
        right(-door, door, height),
        lamp(v(7.2, 0.0, top)),
    ]);
    for (x, y, z) in [
        (9.0, -2.7, 1.2),
        (9.0, -1.3, 1.2),
        (8.9, -2.0, 2.3),
        (9.1, 0.9, 1.4),
        (6.0, -2.8, 0.9),
    ] {
        let foot = if z > 2.0 { 1.2 } else { 0.0 };
        mesh.add(pill(
            v(x - 0.6, y - 0.6, foot),
            v(x + 0.6, y + 0.6, z),
            0.06,
            GRATING,
        ));
    }
    mesh.add(upright(
        v(x0 + 0.15, 0.0, 0.0),
        v(0.0, -door, 0.0),
        height,
        OPEN_PORTAL,
        ENTRY,
    ));
    mesh
}

fn floor(min: [f32; 2], max: [f32; 2], z: f32) -> Mesh {
    quad(
        v(min[0], min[1], z),
        v(max[0], min[1], z),
        v(max[0], max[1], z),
        v(min[0], max[1], z),
        FLOOR,
    )
}

fn ceiling(min: [f32; 2], max: [f32; 2], z: f32) -> Mesh {
    quad(
        v(min[0], max[1], z),
        v(max[0], max[1], z),
        v(max[0], min[1], z),
        v(min[0], min[1], z),
        CEILING,
    )
}

/// A ceiling lamp.
fn lamp(at: Vec3) -> Mesh {
    Mesh::join([
        rod(at - v(0.0, 0.0, 0.12), at, 0.4, 8, PANEL_DARK),
        disc(at - v(0.0, 0.0, 0.125), v(0.0, 0.0, -1.0), 0.34, 8, LAMP),
    ])
}
