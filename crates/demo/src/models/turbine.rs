//! The wind turbine: scenery that turns. Its rotor makes a round in 24 frames.

use super::kit::shapes::{block, cone, lathe, loft, pill, rod};
use super::kit::{FULL, Mesh, Model, Pose, Turn, Vec3, v};
use super::paints::{BEACON, CONCRETE, HAZARD, PANEL, PANEL_DARK, PIPE};

/// The rotor, driven by the controller.
pub(super) const ROTOR: usize = 1;

/// Axis of the rotor: the hub looks along +Y.
const HUB: Vec3 = v(0.0, 1.9, 17.0);

/// Mast and nacelle; the rotor is a node of its own.
pub(super) fn model() -> Model {
    let mut model = Model::new("o01_m1o1");
    model.shape(0, [mast(14), mast(8), mast(5)]);
    let rotor = model.node("o02_m1o1", 0, Pose::at(HUB));
    model.shape(rotor, [blades(true), blades(false), blades(false)]);
    let turned = |third: u16| {
        let angle = FULL * f32::from(third) / 3.0 + 0.35;
        (third * 8, Pose::new(HUB, Turn::y(angle)))
    };
    model.animate(rotor, &[0, 1, 2, 3].map(turned));
    model
}

fn mast(segments: usize) -> Mesh {
    let mut mesh = Mesh::join([
        lathe(
            &[[2.4, -2.0], [2.4, 0.3], [1.9, 0.6], [0.9, 0.7]],
            segments,
            CONCRETE,
        ),
        cone(
            v(0.0, 0.0, 0.5),
            v(0.0, 0.0, 16.4),
            [0.85, 0.45],
            segments,
            PANEL,
        ),
        lathe(&[[0.68, 9.0], [0.7, 9.9]], segments, HAZARD),
        pill(v(-0.75, -2.3, 16.2), v(0.75, 1.5, 17.8), 0.25, PANEL),
    ]);
    if segments > 8 {
        mesh.add(block(
            v(-0.5, -1.9, 17.7),
            v(0.5, -0.6, 18.15),
            0.1,
            PANEL_DARK,
        ));
        mesh.add(rod(v(0.0, -1.9, 17.8), v(0.0, -1.9, 18.9), 0.03, 4, PIPE));
        mesh.add(rod(v(0.0, -2.1, 18.0), v(0.0, -2.1, 18.2), 0.12, 6, BEACON));
        mesh.add(block(
            v(-0.5, 0.75, 0.5),
            v(0.5, 1.05, 2.6),
            0.08,
            PANEL_DARK,
        ));
    }
    mesh
}

/// Three twisted blades around a spinner.
fn blades(fine: bool) -> Mesh {
    let spinner = [[0.55, -0.4], [0.6, 0.1], [0.4, 0.6], [0.0, 0.85]];
    let nose = lathe(&spinner, 10, PANEL_DARK);
    let mut mesh = nose.placed(Pose::new(Vec3::ZERO, Turn::x(-std::f32::consts::FRAC_PI_2)));
    for i in 0..3 {
        let turn = Pose::new(Vec3::ZERO, Turn::y(FULL * i as f32 / 3.0));
        mesh.add(blade(if fine { 6 } else { 2 }).placed(turn));
    }
    mesh
}

fn blade(steps: usize) -> Mesh {
    let rings: Vec<Vec<Vec3>> = (0..=steps)
        .map(|i| {
            let t = i as f32 / steps as f32;
            let chord = 0.55 + 0.5 * (1.0 - t) * (t * 4.0).min(1.0) - 0.3 * t;
            let thick = 0.16 * (1.0 - 0.8 * t);
            let twist = Turn::z(0.9 - 0.75 * t);
            [
                v(-chord * 0.7, 0.0, 0.0),
                v(-chord * 0.1, -thick, 0.0),
                v(chord * 0.3, 0.0, 0.0),
                v(-chord * 0.1, thick, 0.0),
            ]
            .map(|p| twist.apply(p) + v(0.0, 0.1, 0.3 + 8.2 * t))
            .to_vec()
        })
        .collect();
    loft(&rings, PANEL).smooth()
}
