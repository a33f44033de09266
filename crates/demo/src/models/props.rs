//! Small things people leave behind: a landing pad, lamps, a wall, crates.

use super::kit::shapes::{block, card, cone, cuboid, disc, lathe, loft, pill, rod};
use super::kit::{FULL, HALF, Mesh, Model, Paint, Pose, Turn, Vec3, v};
use super::paints::{
    BLUE, CONCRETE, GLOW_COLD, GLOW_WARM, GRATING, HAZARD, LAMP, PANEL, PANEL_DARK, PIPE,
};
use super::trees::upright;

/// A landing pad, 20 across: eight sides, a striped ring, an insignia, lamps at the corners.
pub(super) fn landing_pad() -> Model {
    let ring = |radius: f32, z: f32| -> Vec<Vec3> {
        (0..8)
            .map(|i| Vec3::polar(radius, FULL * (i as f32 + 0.5) / 8.0, z))
            .collect()
    };
    let slab = loft(
        &[ring(10.4, -1.5), ring(10.2, 0.12), ring(9.9, 0.3)],
        CONCRETE,
    );
    let mut mesh = slab.clone();
    for i in 0..8 {
        let turn = Pose::new(Vec3::ZERO, Turn::z(FULL * i as f32 / 8.0));
        let stripe = super::kit::shapes::wall(
            v(7.7, -3.1, 0.32),
            v(7.7, 3.1, 0.32),
            v(6.7, 2.7, 0.32),
            v(6.7, -2.7, 0.32),
            [3.0, 1.0],
            HAZARD,
        );
        let lamp = Mesh::join([
            rod(v(9.5, 3.9, 0.2), v(9.5, 3.9, 0.5), 0.22, 8, PANEL_DARK),
            rod(v(9.5, 3.9, 0.5), v(9.5, 3.9, 0.66), 0.15, 8, LAMP),
            halo(v(9.5, 3.9, 0.7), 1.4, GLOW_COLD),
        ]);
        mesh.add(Mesh::join([stripe, lamp]).placed(turn));
    }
    let half = 2.6;
    mesh.add(card(
        v(-half, -half, 0.33),
        v(half, -half, 0.33),
        v(half, half, 0.33),
        v(-half, half, 0.33),
        BLUE.sign,
    ));
    still([mesh, slab])
}

/// A street lamp, 6.5 high, its arm towards +Y.
pub(super) fn lamp_post() -> Model {
    let head = v(0.0, 1.5, 6.3);
    let pole = Mesh::join([
        block(v(-0.3, -0.3, -0.8), v(0.3, 0.3, 0.5), 0.08, CONCRETE),
        cone(
            v(0.0, 0.0, 0.4),
            v(0.0, 0.0, 6.2),
            [0.13, 0.08],
            8,
            PANEL_DARK,
        ),
        rod(v(0.0, -0.1, 6.1), v(0.0, 1.2, 6.4), 0.06, 6, PANEL_DARK),
    ]);
    let near = Mesh::join([
        pole.clone(),
        pill(
            head + v(-0.22, -0.5, -0.05),
            head + v(0.22, 0.5, 0.16),
            0.07,
            PANEL,
        ),
        disc(head + v(0.0, 0.0, -0.06), v(0.0, 0.0, -1.0), 0.3, 8, LAMP),
        halo(head - v(0.0, 0.0, 0.2), 2.2, GLOW_WARM),
    ]);
    still([near, pole])
}

/// A stretch of wall, 8 long along x, with a buttress at its left end and pipes along its top.
pub(super) fn fence() -> Model {
    let plain = cuboid(v(-4.0, -0.25, -2.5), v(4.0, 0.25, 2.2), CONCRETE);
    let near = Mesh::join([
        plain.clone(),
        block(v(-4.4, -0.55, -2.5), v(-3.6, 0.55, 2.9), 0.15, CONCRETE),
        block(v(3.6, -0.55, -2.5), v(4.4, 0.55, 2.9), 0.15, CONCRETE),
        pill(v(-4.0, -0.35, 2.1), v(4.0, 0.35, 2.4), 0.08, PANEL_DARK),
        rod(v(-4.0, 0.0, 2.75), v(4.0, 0.0, 2.75), 0.05, 5, PIPE),
        cuboid(v(-2.6, 0.25, 0.2), v(2.6, 0.3, 1.6), PANEL),
        cuboid(v(-2.6, -0.3, 0.2), v(2.6, -0.25, 1.6), PANEL),
    ]);
    still([near, plain])
}

/// Crates and drums, stacked.
pub(super) fn crates() -> Model {
    let drum = [
        [0.42, 0.0],
        [0.42, 0.3],
        [0.45, 0.34],
        [0.42, 0.38],
        [0.42, 1.1],
        [0.0, 1.1],
    ];
    let crate_at = |x: f32, y: f32, z: f32, size: f32, turn: f32| {
        let half = size * 0.5;
        let boards = pill(v(-half, -half, 0.0), v(half, half, size), 0.06, PANEL);
        let frame = pill(
            v(-half - 0.04, -0.12, -0.02),
            v(half + 0.04, 0.12, size + 0.04),
            0.04,
            HAZARD,
        );
        Mesh::join([boards, frame]).placed(Pose::new(v(x, y, z), Turn::z(turn)))
    };
    let mut mesh = Mesh::join([
        crate_at(0.0, 0.0, 0.0, 1.5, 0.1),
        crate_at(1.7, 0.2, 0.0, 1.4, -0.15),
        crate_at(0.8, 0.1, 1.5, 1.2, 0.4),
        crate_at(-0.4, 2.0, 0.0, 1.3, HALF * 0.3),
    ]);
    for (x, y) in [(1.6, 1.8), (2.5, 1.5), (2.1, 2.6)] {
        mesh.add(lathe(&drum, 10, PIPE).moved(x, y, 0.0));
    }
    mesh.add(cuboid(v(-1.2, -1.2, -0.3), v(3.2, 3.2, 0.02), GRATING));
    still([mesh])
}

/// Two crossed cards of light.
fn halo(center: Vec3, size: f32, paint: Paint) -> Mesh {
    Mesh::join(
        [0.0, HALF * 0.5].map(|turn| {
            upright(Vec3::ZERO, [size; 2], paint).placed(Pose::new(center, Turn::z(turn)))
        }),
    )
}

fn still<const N: usize>(levels: [Mesh; N]) -> Model {
    let mut model = Model::new("o01_m1o1");
    model.shape(0, levels);
    model
}
