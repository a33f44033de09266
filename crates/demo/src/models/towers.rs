//! The watch towers: a concrete one, and a taller steel one. Each carries a turret.

use super::kit::shapes::{block, card, circle, cone, cuboid, lathe, loft, pill, rod};
use super::kit::{FULL, Mesh, Model, Pose, QUARTER, Turn, Vec3, v};
use super::paints::{BLUE, CONCRETE, DOOR, GRATING, HAZARD, PANEL, PANEL_DARK, PIPE, WINDOWS};
use super::plant::{lantern, mast};

/// Socket of the turret.
pub(super) const TURRET_SOCKET: usize = 1;

/// A tapering concrete shaft under a wide gun platform, 15 to the socket.
pub(super) fn concrete() -> Model {
    let top = 15.0;
    let shaft = |segments: usize| -> Vec<Vec<Vec3>> {
        [
            (-3.0, 4.6),
            (0.6, 4.4),
            (0.6, 3.9),
            (2.0, 3.5),
            (11.4, 2.5),
            (12.6, 4.3),
            (13.8, 4.7),
            (14.9, 4.7),
            (14.9, 4.2),
        ]
        .iter()
        .map(|(z, r)| circle(v(0.0, 0.0, *z), Vec3::UP, *r, segments))
        .collect()
    };
    let plain = |segments: usize| {
        Mesh::join([
            loft(&shaft(segments), CONCRETE),
            lathe(&[[1.8, 14.8], [1.8, top], [0.0, top]], segments, PANEL_DARK),
        ])
    };
    let mut near = plain(8);
    for i in 0..8 {
        let turn = Turn::z(FULL * (i as f32 + 0.5) / 8.0);
        // Ribs up the shaft, a slit and a crenel on every second side.
        let rib = loft(
            &[
                vec![
                    v(-0.3, 3.0, -2.0),
                    v(0.3, 3.0, -2.0),
                    v(0.3, 4.6, -2.0),
                    v(-0.3, 4.6, -2.0),
                ],
                vec![
                    v(-0.3, 3.0, 0.8),
                    v(0.3, 3.0, 0.8),
                    v(0.3, 4.3, 0.8),
                    v(-0.3, 4.3, 0.8),
                ],
                vec![
                    v(-0.3, 2.0, 11.8),
                    v(0.3, 2.0, 11.8),
                    v(0.3, 2.75, 11.8),
                    v(-0.3, 2.75, 11.8),
                ],
            ],
            CONCRETE,
        );
        let corner = Turn::z(FULL * i as f32 / 8.0);
        near.add(rib.placed(Pose::new(Vec3::ZERO, corner)));
        let parapet = pill(v(-1.1, 3.7, 14.8), v(1.1, 4.35, 15.7), 0.1, CONCRETE);
        if i % 2 == 0 {
            near.add(parapet.placed(Pose::new(Vec3::ZERO, turn)));
            let slit = cuboid(v(-0.22, 3.0, 7.0), v(0.22, 3.06, 8.6), PANEL_DARK);
            near.add(slit.placed(Pose::new(Vec3::ZERO, turn)));
        } else {
            let rail = rod(v(-1.6, 4.1, 15.6), v(1.6, 4.1, 15.6), 0.05, 4, PIPE);
            near.add(rail.placed(Pose::new(Vec3::ZERO, turn)));
        }
        let band = card(
            v(0.85, 4.3, 13.95),
            v(-0.85, 4.3, 13.95),
            v(-0.85, 4.3, 14.75),
            v(0.85, 4.3, 14.75),
            BLUE.sign,
        );
        if i % 4 == 1 {
            near.add(
                band.moved(0.0, 0.06, 0.0)
                    .placed(Pose::new(Vec3::ZERO, turn)),
            );
        }
    }
    near.add(lathe(
        &[[4.42, 13.0], [4.55, 13.2], [4.72, 13.7], [4.72, 13.8]],
        8,
        HAZARD,
    ));
    near.add(door());
    near.add(mast(v(-3.2, -2.4, 14.9), 5.0));
    tower(near, plain(6), top)
}

/// Four legs, braced, around a lift shaft; a cabin with windows under the platform, 19 to the socket.
pub(super) fn steel() -> Model {
    let top = 19.0;
    let corner = |i: usize, z: f32| {
        let spread = 4.6 - z * 0.14;
        Vec3::polar(spread, QUARTER * (i as f32 + 0.5), z)
    };
    let mut near = cabin(top);
    for i in 0..4 {
        near.add(cone(
            corner(i, -2.5),
            corner(i, 13.2),
            [0.42, 0.28],
            6,
            PANEL_DARK,
        ));
        near.add(block(
            corner(i, 0.0) - v(0.9, 0.9, 3.0),
            corner(i, 0.0) + v(0.9, 0.9, 0.7),
            0.2,
            CONCRETE,
        ));
        for storey in 0..3 {
            let (low, high) = (0.8 + 4.1 * storey as f32, 0.8 + 4.1 * (storey + 1) as f32);
            near.add(rod(
                corner(i, low),
                corner((i + 1) % 4, high),
                0.11,
                5,
                PIPE,
            ));
            near.add(rod(
                corner((i + 1) % 4, low),
                corner(i, high),
                0.11,
                5,
                PIPE,
            ));
            near.add(rod(
                corner(i, high),
                corner((i + 1) % 4, high),
                0.14,
                5,
                PIPE,
            ));
        }
    }
    near.add(block(v(-1.1, -1.1, -2.0), v(1.1, 1.1, 13.4), 0.15, PANEL));
    near.add(door().moved(0.0, -2.75, 0.0));
    near.add(mast(v(2.6, -2.6, 17.2), 6.0));
    let mut far = cabin(top);
    far.add(block(
        v(-2.4, -2.4, -2.0),
        v(2.4, 2.4, 13.4),
        0.15,
        PANEL_DARK,
    ));
    tower(near, far, top)
}

/// The cabin with its platform, railing and roof.
fn cabin(top: f32) -> Mesh {
    let mut mesh = Mesh::join([
        pill(v(-3.6, -3.6, 13.0), v(3.6, 3.6, 13.7), 0.2, PANEL_DARK),
        block(v(-2.9, -2.9, 13.6), v(2.9, 2.9, 17.0), 0.3, PANEL),
        pill(v(-3.7, -3.7, 16.8), v(3.7, 3.7, 17.5), 0.2, PANEL_DARK),
        lathe(
            &[[2.2, 17.4], [1.9, top - 0.2], [1.9, top], [0.0, top]],
            12,
            PANEL_DARK,
        ),
    ]);
    for i in 0..4 {
        let turn = Pose::new(Vec3::ZERO, Turn::z(QUARTER * i as f32));
        let band = super::kit::shapes::wall(
            v(2.5, 2.93, 13.9),
            v(-2.5, 2.93, 13.9),
            v(-2.5, 2.93, 16.7),
            v(2.5, 2.93, 16.7),
            [0.7, 1.0],
            WINDOWS,
        );
        let rail = Mesh::join([
            rod(v(-3.5, 3.5, 14.7), v(3.5, 3.5, 14.7), 0.06, 4, PIPE),
            rod(v(-3.5, 3.5, 14.2), v(3.5, 3.5, 14.2), 0.04, 4, PIPE),
            rod(v(3.5, 3.5, 13.6), v(3.5, 3.5, 14.7), 0.06, 4, PIPE),
            rod(v(0.0, 3.5, 13.6), v(0.0, 3.5, 14.7), 0.05, 4, PIPE),
            cuboid(v(-3.3, 3.55, 13.15), v(3.3, 3.62, 13.55), HAZARD),
            cuboid(v(-1.2, 3.68, 16.9), v(1.2, 3.74, 17.4), GRATING),
        ]);
        mesh.add(Mesh::join([band, rail]).placed(turn));
    }
    mesh
}

/// A door with frame and lamp at the foot, towards +Y.
fn door() -> Mesh {
    Mesh::join([
        block(v(-1.0, 3.2, -1.0), v(1.0, 4.3, 2.8), 0.15, PANEL_DARK),
        card(
            v(0.75, 4.31, 0.0),
            v(-0.75, 4.31, 0.0),
            v(-0.75, 4.31, 2.5),
            v(0.75, 4.31, 2.5),
            DOOR,
        ),
        lantern(v(0.0, 4.2, 2.9)),
    ])
}

/// What the tower stands on; it fills the outline of the ground plan.
fn floor() -> Mesh {
    block(v(-4.4, -4.4, -1.0), v(4.4, 4.4, 0.12), 0.06, CONCRETE)
}

fn tower(near: Mesh, far: Mesh, top: f32) -> Model {
    let mut model = Model::new("o01_m1o1");
    model.flag(0, 0x0100);
    // The damaged state leans and has lost its fine parts.
    let broken = far.clone().bent(|p| {
        let lean = (p.z - 6.0).max(0.0) * 0.09;
        p + v(lean, lean * 0.4, -lean * 0.3)
    });
    model.shape(
        0,
        [near, far.clone(), far].map(|mesh| Mesh::join([mesh, floor()])),
    );
    model.column(0, 1, 0, broken);
    let socket = model.node("Base_01", 0, Pose::at(v(0.0, 0.0, top)));
    model.label(socket, "e_tow");
    model
}
