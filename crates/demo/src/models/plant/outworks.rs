//! What stands around and on the assembly hall: annex, back door, fans, and the dirt of use.

use super::FLOOR;
use super::hall::{X, Y, lantern};
use crate::models::kit::shapes::{block, card, cuboid, disc, lathe, pill, pipe, rod, wall};
use crate::models::kit::{Mesh, Pose, QUARTER, Turn, Vec3, v};
use crate::models::paints::{DOOR, GATE, GRATING, GRIME, PANEL, PANEL_DARK, PIPE, STEAM, WINDOWS};
use crate::models::trees::upright;

/// The low annex in front of the control tower: workshop doors, windows, coolers on the roof.
pub(super) fn annex() -> Mesh {
    let top = 5.0;
    let mut mesh = Mesh::join([
        block(v(6.6, 6.0, FLOOR), v(19.0, 13.0, top), 0.2, PANEL),
        pill(
            v(6.4, 12.7, top - 0.5),
            v(19.2, 13.25, top + 0.25),
            0.1,
            PANEL_DARK,
        ),
        pill(
            v(18.7, 5.8, top - 0.5),
            v(19.25, 13.0, top + 0.25),
            0.1,
            PANEL_DARK,
        ),
        wall(
            v(18.4, 13.02, 0.9),
            v(13.0, 13.02, 0.9),
            v(13.0, 13.02, 4.5),
            v(18.4, 13.02, 4.5),
            [0.75, 1.0],
            WINDOWS,
        ),
    ]);
    for x in [8.6, 11.2] {
        mesh.add(cuboid(
            v(x - 1.05, 12.9, FLOOR),
            v(x + 1.05, 13.12, 3.7),
            PANEL_DARK,
        ));
        mesh.add(card(
            v(x + 0.9, 13.13, FLOOR),
            v(x - 0.9, 13.13, FLOOR),
            v(x - 0.9, 13.13, 3.5),
            v(x + 0.9, 13.13, 3.5),
            DOOR,
        ));
    }
    mesh.add(lantern(v(9.9, 13.0, 3.9)));
    for i in 0..3 {
        let x = 9.6 + 3.2 * i as f32;
        mesh.add(block(
            v(x - 1.0, 8.2, top),
            v(x + 1.0, 10.4, top + 1.3),
            0.15,
            PANEL_DARK,
        ));
        mesh.add(disc(v(x, 9.3, top + 1.31), Vec3::UP, 0.75, 12, GRATING));
        mesh.add(rod(
            v(x, 9.3, top + 1.3),
            v(x, 9.3, top + 1.4),
            0.2,
            6,
            PIPE,
        ));
    }
    mesh
}

/// The back: a loading door under a canopy, ventilation grilles, a duct up to the roof.
pub(super) fn rear() -> Mesh {
    let y = Y[0];
    let mut mesh = Mesh::join([
        block(v(0.6, y - 0.5, FLOOR), v(6.4, y, 5.2), 0.15, PANEL_DARK),
        card(
            v(1.2, y - 0.52, FLOOR),
            v(5.8, y - 0.52, FLOOR),
            v(5.8, y - 0.52, 4.6),
            v(1.2, y - 0.52, 4.6),
            GATE,
        ),
        pill(v(0.2, y - 2.2, 5.2), v(6.8, y, 5.6), 0.12, PANEL_DARK),
        pipe(
            &[
                v(7.6, y - 0.7, FLOOR),
                v(7.6, y - 0.7, 11.4),
                v(7.6, y + 2.0, 12.4),
            ],
            0.45,
            10,
            PIPE,
        ),
    ]);
    for (x, z) in [(-11.2, 6.6), (-5.5, 6.6), (3.5, 7.4)] {
        mesh.add(pill(
            v(x - 1.3, y - 0.3, z),
            v(x + 1.3, y, z + 1.8),
            0.1,
            PANEL_DARK,
        ));
        mesh.add(cuboid(
            v(x - 1.1, y - 0.34, z + 0.2),
            v(x + 1.1, y - 0.28, z + 1.6),
            GRATING,
        ));
    }
    mesh
}

/// Fans and vents on the slopes, a catwalk along the front edge.
pub(super) fn roof_fittings() -> Mesh {
    let mut mesh = Mesh::default();
    let fan = [
        [0.0, 0.0],
        [0.75, 0.0],
        [0.75, 0.9],
        [1.0, 1.0],
        [1.0, 1.2],
        [0.0, 1.45],
    ];
    for (x, y) in [
        (-10.6, -6.0),
        (-10.6, 2.0),
        (-5.1, -2.0),
        (-5.1, 6.0),
        (0.4, -6.5),
        (5.9, 3.0),
    ] {
        mesh.add(lathe(&fan, 10, PIPE).moved(x, y, 11.4));
    }
    for (x, y) in [(0.6, 3.5), (-5.0, -8.0), (6.0, -5.0)] {
        mesh.add(block(
            v(x - 0.9, y - 1.2, 11.0),
            v(x + 0.9, y + 1.2, 13.0),
            0.12,
            PANEL,
        ));
        mesh.add(cuboid(
            v(x - 0.7, y + 1.2, 11.6),
            v(x + 0.7, y + 1.28, 12.7),
            GRATING,
        ));
    }
    mesh
}

/// Tyre dust before the gate, soot and rust on the walls, steam over the fans.
pub(super) fn stains() -> Mesh {
    let [x0, _] = X;
    let mut mesh = Mesh::join([
        card(
            v(-6.4, 11.8, FLOOR + 0.03),
            v(2.4, 11.8, FLOOR + 0.03),
            v(2.4, 15.9, FLOOR + 0.03),
            v(-6.4, 15.9, FLOOR + 0.03),
            GRIME,
        ),
        card(
            v(8.8, Y[1] + 0.03, 1.5),
            v(5.0, Y[1] + 0.03, 1.5),
            v(5.0, Y[1] + 0.03, 9.9),
            v(8.8, Y[1] + 0.03, 9.9),
            GRIME,
        ),
        card(
            v(-9.0, Y[1] + 0.03, 1.5),
            v(-12.6, Y[1] + 0.03, 1.5),
            v(-12.6, Y[1] + 0.03, 9.9),
            v(-9.0, Y[1] + 0.03, 9.9),
            GRIME,
        ),
        card(
            v(x0 - 0.03, 6.0, 0.4),
            v(x0 - 0.03, -8.0, 0.4),
            v(x0 - 0.03, -8.0, 4.6),
            v(x0 - 0.03, 6.0, 4.6),
            GRIME,
        ),
    ]);
    for (x, y) in [(-10.6, -6.0), (-5.1, 6.0), (5.9, 3.0)] {
        for turn in [0.0, QUARTER] {
            let puff = upright(v(0.0, 0.0, 1.6), [2.4, 3.0], STEAM);
            mesh.add(puff.placed(Pose::new(v(x, y, 12.6), Turn::z(turn))));
        }
    }
    mesh
}
