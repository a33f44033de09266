//! The assembly hall from outside: plinth, walls, gate house and saw-tooth roof.

use super::{FLOOR, OPENING, gate_portals, hazard_front, outworks};
use crate::models::kit::shapes::{block, card, cuboid, disc, pill, profile, quad, rod, wall};
use crate::models::kit::{Mesh, Vec3, v};
use crate::models::paints::{
    BLUE, CONCRETE, GLOW_WARM, HAZARD, LAMP, PANEL, PANEL_DARK, PIPE, ROOF, WINDOWS,
};

/// Walls: x and y ranges, and their top.
pub(super) const X: [f32; 2] = [-13.0, 9.0];
pub(super) const Y: [f32; 2] = [-12.0, 11.0];
const TOP: f32 = 10.5;
/// Ridge of the teeth, and how many there are.
const RIDGE: f32 = 13.4;
const TEETH: usize = 4;

pub(super) fn exterior() -> Mesh {
    let mut mesh = Mesh::join([
        plinth(),
        walls(),
        pilasters(),
        gate_house(),
        teeth(),
        outworks::roof_fittings(),
        outworks::annex(),
        outworks::rear(),
    ]);
    let [outside, _] = gate_portals();
    mesh.add(outside);
    mesh.add(outworks::stains());
    mesh
}

fn plinth() -> Mesh {
    // The ramp rises from the yard to the gate, seen from the right side.
    let ramp = [[15.9, -1.0], [20.0, -1.0], [20.0, -0.05], [15.9, FLOOR]];
    Mesh::join([
        block(v(-21.0, -16.0, -2.0), v(21.0, 16.0, FLOOR), 0.35, CONCRETE),
        profile(&ramp, -7.5, 3.5, CONCRETE),
        hazard_top([-7.5, 13.2], [-6.9, 19.9]),
        hazard_top([2.9, 13.2], [3.5, 19.9]),
    ])
}

/// A strip of hazard stripes along y, lying on the plinth and down the ramp.
fn hazard_top(from: [f32; 2], to: [f32; 2]) -> Mesh {
    let height = |y: f32| {
        if y < 15.9 {
            FLOOR + 0.02
        } else {
            FLOOR + 0.02 - (y - 15.9) * 0.0976
        }
    };
    let strip = |y0: f32, y1: f32| {
        let length = (y1 - y0) / HAZARD.tile[0];
        wall(
            v(from[0], y1, height(y1)),
            v(from[0], y0, height(y0)),
            v(to[0], y0, height(y0)),
            v(to[0], y1, height(y1)),
            [length, 1.0],
            HAZARD,
        )
    };
    Mesh::join([strip(from[1], 15.9), strip(15.9, to[1])])
}

/// Four walls; the front one leaves the gate open.
fn walls() -> Mesh {
    let ([x0, x1], [y0, y1]) = (X, Y);
    let [left, right, height] = OPENING;
    let head = FLOOR + height;
    let front = |from: f32, to: f32, low: f32, high: f32| {
        quad(
            v(to, y1, low),
            v(from, y1, low),
            v(from, y1, high),
            v(to, y1, high),
            PANEL,
        )
    };
    let side_band = |low: f32| {
        wall(
            v(x0 - 0.06, y1, low),
            v(x0 - 0.06, y0, low),
            v(x0 - 0.06, y0, low + 4.0),
            v(x0 - 0.06, y1, low + 4.0),
            [3.0, 1.0],
            WINDOWS,
        )
    };
    Mesh::join([
        front(x0, left, FLOOR, TOP),
        front(right, x1, FLOOR, TOP),
        front(left, right, head, TOP),
        quad(
            v(x0, y1, FLOOR),
            v(x0, y0, FLOOR),
            v(x0, y0, TOP),
            v(x0, y1, TOP),
            PANEL,
        ),
        quad(
            v(x1, y0, FLOOR),
            v(x1, y1, FLOOR),
            v(x1, y1, TOP),
            v(x1, y0, TOP),
            PANEL,
        ),
        quad(
            v(x0, y0, FLOOR),
            v(x1, y0, FLOOR),
            v(x1, y0, TOP),
            v(x0, y0, TOP),
            PANEL,
        ),
        side_band(4.6),
    ])
}

/// Buttresses, a base course and a cornice.
fn pilasters() -> Mesh {
    let ([x0, x1], [y0, y1]) = (X, Y);
    let mut mesh = Mesh::default();
    for i in 0..=4 {
        let y = y0 + 0.35 + (y1 - y0 - 0.7) * i as f32 / 4.0;
        mesh.add(block(
            v(x0 - 0.5, y - 0.4, FLOOR),
            v(x0, y + 0.4, TOP + 0.5),
            0.12,
            PANEL_DARK,
        ));
    }
    for x in [x0 + 0.1, -8.6, 4.6, x1 - 0.5] {
        mesh.add(block(
            v(x - 0.4, y1, FLOOR),
            v(x + 0.4, y1 + 0.45, TOP + 0.5),
            0.12,
            PANEL_DARK,
        ));
        mesh.add(block(
            v(x - 0.4, y0 - 0.45, FLOOR),
            v(x + 0.4, y0, TOP + 0.5),
            0.12,
            PANEL_DARK,
        ));
    }
    // The cornice carries the gutters.
    for (min, max) in [
        (v(x0 - 0.3, y1 - 0.1, 10.0), v(x1 + 0.3, y1 + 0.35, 10.7)),
        (v(x0 - 0.3, y0 - 0.35, 10.0), v(x1 + 0.3, y0 + 0.1, 10.7)),
        (v(x0 - 0.38, y0, 10.0), v(x0 + 0.1, y1, 10.7)),
        (v(x0 - 0.2, y1 - 0.1, FLOOR), v(-8.4, y1 + 0.2, 1.5)),
        (v(4.4, y1 - 0.1, FLOOR), v(x1 + 0.2, y1 + 0.2, 1.5)),
        (v(x0 - 0.2, y0, FLOOR), v(x0 + 0.1, y1, 1.5)),
    ] {
        mesh.add(pill(min, max, 0.08, PANEL_DARK));
    }
    // Rain pipes.
    for x in [x0 + 1.0, -9.4] {
        mesh.add(rod(
            v(x, y1 + 0.16, 1.4),
            v(x, y1 + 0.16, 10.1),
            0.11,
            6,
            PIPE,
        ));
    }
    mesh
}

/// Two pylons and a lintel around the gate, with lamps and stripes.
fn gate_house() -> Mesh {
    let [left, right, height] = OPENING;
    let head = FLOOR + height;
    let mut mesh = Mesh::join([
        block(
            v(left - 1.9, 10.8, FLOOR),
            v(left, 13.2, 9.6),
            0.25,
            PANEL_DARK,
        ),
        block(
            v(right, 10.8, FLOOR),
            v(right + 1.9, 13.2, 9.6),
            0.25,
            PANEL_DARK,
        ),
        pill(
            v(left - 0.3, 10.9, head),
            v(right + 0.3, 12.9, 9.3),
            0.2,
            PANEL_DARK,
        ),
        hazard_front([left, head], [right, head + 0.45], 12.905),
        hazard_front([left - 0.45, FLOOR + 0.1], [left - 0.1, 6.0], 13.21),
        hazard_front([right + 0.1, FLOOR + 0.1], [right + 0.45, 6.0], 13.21),
        card(
            v(-0.9, 12.91, 7.95),
            v(-3.1, 12.91, 7.95),
            v(-3.1, 12.91, 9.15),
            v(-0.9, 12.91, 9.15),
            BLUE.sign,
        ),
    ]);
    for x in [left - 0.95, right + 0.95] {
        mesh.add(lantern(v(x, 13.2, 7.6)));
        mesh.add(block(
            v(x - 0.55, 11.4, 9.6),
            v(x + 0.55, 12.6, 10.1),
            0.15,
            PANEL,
        ));
        mesh.add(rod(v(x, 12.0, 10.0), v(x, 12.0, 10.35), 0.22, 8, LAMP));
    }
    mesh
}

/// A wall lamp facing +Y with its halo.
pub(in crate::models) fn lantern(at: Vec3) -> Mesh {
    let glow = at + v(0.0, 0.45, -0.05);
    Mesh::join([
        pill(
            at + v(-0.32, -0.05, 0.0),
            at + v(0.32, 0.36, 0.22),
            0.08,
            PANEL_DARK,
        ),
        disc(at + v(0.0, 0.2, -0.005), v(0.0, 0.0, -1.0), 0.22, 8, LAMP),
        cuboid(at + v(-0.22, 0.3, 0.0), at + v(0.22, 0.38, 0.14), LAMP),
        card(
            glow + v(0.9, 0.0, -0.9),
            glow + v(-0.9, 0.0, -0.9),
            glow + v(-0.9, 0.0, 0.9),
            glow + v(0.9, 0.0, 0.9),
            GLOW_WARM,
        ),
    ])
}

/// Saw-tooth skylights: glazed towards -X, roofed towards +X.
pub(super) fn teeth() -> Mesh {
    let ([x0, x1], [y0, y1]) = (X, Y);
    let width = (x1 - x0) / TEETH as f32;
    let mut mesh = Mesh::default();
    for i in 0..TEETH {
        let (left, right) = (x0 + width * i as f32, x0 + width * (i + 1) as f32);
        mesh.add(wall(
            v(left, y1, TOP),
            v(left, y0, TOP),
            v(left, y0, RIDGE),
            v(left, y1, RIDGE),
            [3.0, 1.0],
            WINDOWS,
        ));
        mesh.add(wall(
            v(right, y0, TOP),
            v(right, y1, TOP),
            v(left, y1, RIDGE),
            v(left, y0, RIDGE),
            [23.0 / 8.0, 0.78],
            ROOF,
        ));
        mesh.push(
            &[v(right, y1, TOP), v(left, y1, TOP), v(left, y1, RIDGE)],
            PANEL,
        );
        mesh.push(
            &[v(left, y0, TOP), v(right, y0, TOP), v(left, y0, RIDGE)],
            PANEL,
        );
        // A ridge beam.
        mesh.add(cuboid(
            v(left - 0.15, y0 - 0.2, RIDGE - 0.15),
            v(left + 0.2, y1 + 0.2, RIDGE + 0.1),
            PANEL_DARK,
        ));
    }
    mesh
}
