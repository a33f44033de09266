//! The control tower: a shaft, a glazed control room that juts out, masts and a radar on its roof.

use crate::models::kit::shapes::{block, card, cone, cuboid, lathe, pill, quad, rod, wall};
use crate::models::kit::{FULL, Mesh, Pose, QUARTER, Turn, Vec3, v};
use crate::models::paints::{
    BEACON, BLUE, CONSOLE, FLOOR as FLOOR_TILES, GLASS, GLOW_WARM, GRATING, INTERIOR, PANEL,
    PANEL_DARK, PIPE, WINDOWS,
};

use super::FLOOR;

/// Floor of the control room, its centre.
pub(super) const CONTROL_ROOM: Vec3 = v(14.2, -1.0, 11.6);
/// Foot of the radar.
pub(super) const RADAR: Vec3 = v(16.6, -4.4, 15.9);

/// Half the control room's extent along x and y, and the height of its glass.
const ROOM: [f32; 2] = [5.0, 7.4];
const GLASS_HEIGHT: f32 = 2.9;

pub(super) fn exterior() -> Mesh {
    let mut mesh = shaft();
    mesh.add(head());
    mesh.add(roof());
    mesh
}

fn shaft() -> Mesh {
    let mut mesh = Mesh::join([
        block(v(9.0, -8.0, FLOOR), v(19.0, 6.0, 11.2), 0.3, PANEL),
        block(v(8.8, -8.2, FLOOR), v(19.2, 6.2, 1.6), 0.3, PANEL_DARK),
        wall(
            v(19.04, -7.0, 5.2),
            v(19.04, 5.0, 5.2),
            v(19.04, 5.0, 9.2),
            v(19.04, -7.0, 9.2),
            [1.5, 1.0],
            WINDOWS,
        ),
        wall(
            v(18.0, 6.04, 5.8),
            v(10.0, 6.04, 5.8),
            v(10.0, 6.04, 9.8),
            v(18.0, 6.04, 9.8),
            [1.0, 1.0],
            WINDOWS,
        ),
    ]);
    // Corner ribs that flare out under the control room.
    for (x, y) in [(9.4, 5.7), (18.7, 5.7), (18.7, -7.7), (9.4, -7.7)] {
        mesh.add(block(
            v(x - 0.55, y - 0.55, FLOOR),
            v(x + 0.55, y + 0.55, 11.4),
            0.2,
            PANEL_DARK,
        ));
    }
    // The big insignia on the shaft, towards the yard.
    mesh.add(card(
        v(19.3, -2.6, 2.0),
        v(19.3, 0.6, 2.0),
        v(19.3, 0.6, 4.8),
        v(19.3, -2.6, 4.8),
        BLUE.sign,
    ));
    mesh
}

/// The room that juts out: slab, glass, mullions, roof slab.
fn head() -> Mesh {
    let c = CONTROL_ROOM;
    let [hx, hy] = ROOM;
    let top = c.z + GLASS_HEIGHT;
    let mut mesh = Mesh::join([
        pill(
            v(c.x - hx - 0.3, c.y - hy - 0.3, 10.9),
            v(c.x + hx + 0.3, c.y + hy + 0.3, c.z),
            0.2,
            PANEL_DARK,
        ),
        pill(
            v(c.x - hx - 0.6, c.y - hy - 0.6, top),
            v(c.x + hx + 0.6, c.y + hy + 0.6, top + 0.9),
            0.25,
            PANEL,
        ),
        block(
            v(c.x - hx, c.y - hy, c.z - 0.05),
            v(c.x + hx, c.y + hy, c.z + 0.7),
            0.1,
            PANEL,
        ),
    ]);
    let sill = c.z + 0.7;
    let glass = |a: Vec3, b: Vec3| quad(a, b, v(b.x, b.y, top), v(a.x, a.y, top), GLASS);
    let (x0, x1, y0, y1) = (c.x - hx, c.x + hx, c.y - hy, c.y + hy);
    mesh.add(glass(v(x1, y1, sill), v(x0, y1, sill)));
    mesh.add(glass(v(x0, y0, sill), v(x1, y0, sill)));
    mesh.add(glass(v(x1, y0, sill), v(x1, y1, sill)));
    mesh.add(glass(v(x0, y1, sill), v(x0, y0, sill)));
    for i in 0..=4 {
        let x = x0 + 2.0 * hx * i as f32 / 4.0;
        for y in [y0, y1] {
            mesh.add(cuboid(
                v(x - 0.09, y - 0.09, sill),
                v(x + 0.09, y + 0.09, top),
                PANEL_DARK,
            ));
        }
    }
    for i in 1..6 {
        let y = y0 + 2.0 * hy * i as f32 / 6.0;
        for x in [x0, x1] {
            mesh.add(cuboid(
                v(x - 0.09, y - 0.09, sill),
                v(x + 0.09, y + 0.09, top),
                PANEL_DARK,
            ));
        }
    }
    mesh
}

/// Railing, masts, coolers, the pedestal of the radar.
fn roof() -> Mesh {
    let c = CONTROL_ROOM;
    let top = c.z + GLASS_HEIGHT + 0.9;
    let (x0, x1, y0, y1) = (c.x - 5.2, c.x + 5.2, c.y - 7.6, c.y + 7.6);
    let mut mesh = Mesh::join([
        block(v(11.0, 1.2, top), v(14.6, 5.0, top + 1.4), 0.2, PANEL_DARK),
        cuboid(v(11.4, 5.0, top + 0.3), v(14.2, 5.08, top + 1.1), GRATING),
        cone(
            v(16.6, -4.4, top),
            v(16.6, -4.4, RADAR.z),
            [0.9, 0.45],
            10,
            PANEL_DARK,
        ),
        mast(v(11.2, -6.6, top), 7.5),
        mast(v(12.4, -7.4, top), 4.5),
    ]);
    let rail = [
        v(x0, y0, top + 0.95),
        v(x1, y0, top + 0.95),
        v(x1, y1, top + 0.95),
        v(x0, y1, top + 0.95),
    ];
    for i in 0..4 {
        let (a, b) = (rail[i], rail[(i + 1) % 4]);
        mesh.add(rod(a, b, 0.05, 4, PIPE));
        mesh.add(rod(
            a - v(0.0, 0.0, 0.45),
            b - v(0.0, 0.0, 0.45),
            0.04,
            4,
            PIPE,
        ));
        for post in 0..4 {
            let p = a.lerp(b, post as f32 / 4.0);
            mesh.add(rod(p - v(0.0, 0.0, 0.95), p, 0.05, 4, PIPE));
        }
    }
    mesh
}

/// A slender mast with cross bars and a beacon.
pub(in crate::models) fn mast(foot: Vec3, height: f32) -> Mesh {
    let tip = foot + v(0.0, 0.0, height);
    let mut mesh = Mesh::join([
        cone(foot, tip, [0.14, 0.05], 6, PIPE),
        lathe(
            &[[0.0, 0.0], [0.16, 0.05], [0.16, 0.3], [0.0, 0.36]],
            8,
            BEACON,
        )
        .moved(tip.x, tip.y, tip.z),
    ]);
    for i in 1..4 {
        let p = foot + v(0.0, 0.0, height * (0.45 + 0.14 * i as f32));
        let reach = 0.9 - 0.2 * i as f32;
        mesh.add(rod(
            p - v(reach, 0.0, 0.0),
            p + v(reach, 0.0, 0.0),
            0.035,
            4,
            PIPE,
        ));
    }
    let glow = |x: Vec3| {
        card(
            tip - x * 0.8 + v(0.0, 0.0, -0.6),
            tip + x * 0.8 + v(0.0, 0.0, -0.6),
            tip + x * 0.8 + v(0.0, 0.0, 1.0),
            tip - x * 0.8 + v(0.0, 0.0, 1.0),
            GLOW_WARM,
        )
    };
    mesh.add(glow(v(1.0, 0.0, 0.0)));
    mesh.add(glow(v(0.0, 1.0, 0.0)));
    mesh
}

/// The dish and its counterweight, in the frame of the pedestal's top.
pub(super) fn radar() -> Mesh {
    let dish = [
        [0.05, 0.0],
        [0.9, 0.12],
        [1.7, 0.45],
        [2.2, 0.85],
        [2.26, 0.8],
        [1.72, 0.36],
        [0.9, 0.02],
        [0.05, -0.1],
    ];
    let tilt = Pose::new(v(0.0, 0.35, 1.3), Turn::x(-1.1));
    let mut mesh = lathe(&dish, 16, PANEL).placed(tilt);
    mesh.add(rod(Vec3::ZERO, v(0.0, 0.0, 1.4), 0.22, 8, PANEL_DARK));
    mesh.add(pill(v(-0.5, -0.7, 0.9), v(0.5, 0.3, 1.6), 0.12, PANEL_DARK));
    for i in 0..3 {
        let foot = Vec3::polar(1.9, FULL * i as f32 / 3.0 + QUARTER, 0.6);
        mesh.add(rod(foot, v(0.0, 0.0, 1.8), 0.04, 4, PIPE).placed(tilt));
    }
    mesh.add(rod(v(0.0, 0.0, 1.7), v(0.0, 0.0, 2.0), 0.12, 6, BEACON).placed(tilt));
    mesh
}

/// Inside: floor, a ring of consoles under the windows, a column.
pub(super) fn control_room() -> Mesh {
    let [hx, hy] = ROOM;
    let (x, y) = (hx - 0.15, hy - 0.15);
    let mut mesh = Mesh::join([
        quad(
            v(-x, -y, 0.02),
            v(x, -y, 0.02),
            v(x, y, 0.02),
            v(-x, y, 0.02),
            FLOOR_TILES,
        ),
        quad(
            v(-x, y, GLASS_HEIGHT - 0.02),
            v(x, y, GLASS_HEIGHT - 0.02),
            v(x, -y, GLASS_HEIGHT - 0.02),
            v(-x, -y, GLASS_HEIGHT - 0.02),
            INTERIOR,
        ),
        block(
            v(-0.8, -0.8, 0.0),
            v(0.8, 0.8, GLASS_HEIGHT),
            0.15,
            INTERIOR,
        ),
    ]);
    for i in 0..5 {
        let place = v(x - 0.3, -5.6 + 2.8 * i as f32, 0.0);
        mesh.add(console().placed(Pose::new(place, Turn::z(QUARTER))));
    }
    for i in 0..3 {
        mesh.add(console().moved(-3.0 + 3.0 * i as f32, -y + 0.3, 0.0));
        let far = Pose::new(
            v(3.0 - 3.0 * i as f32, y - 0.3, 0.0),
            Turn::z(2.0 * QUARTER),
        );
        mesh.add(console().placed(far));
    }
    mesh
}

/// A desk with screens: its operator stands at +Y.
pub(in crate::models) fn console() -> Mesh {
    Mesh::join([
        block(v(-1.1, -0.35, 0.0), v(1.1, 0.3, 0.8), 0.06, PANEL_DARK),
        card(
            v(1.05, 0.32, 0.8),
            v(-1.05, 0.32, 0.8),
            v(-1.05, -0.15, 1.5),
            v(1.05, -0.15, 1.5),
            CONSOLE,
        ),
        quad(
            v(-1.05, -0.2, 0.8),
            v(1.05, -0.2, 0.8),
            v(1.05, -0.2, 1.5),
            v(-1.05, -0.2, 1.5),
            PANEL_DARK,
        ),
    ])
}
