//! Bushes, ferns and grass: a few cards each.

use super::kit::{FULL, Mesh, Model, Paint, Pose, Turn, Vec3, v};
use super::paints::{BUSH, FERN, GRASS_TUFT};
use super::trees::upright;

/// A flowering bush, 1.8 high.
pub(super) fn bush() -> Model {
    let mut leaves = star(3, 0.0, 0.1, [2.6, 1.9], BUSH);
    leaves.add(star(2, 0.5, 0.5, [1.9, 1.4], BUSH).moved(0.7, 0.3, 0.0));
    plant(leaves.puffed(v(0.0, 0.0, -0.3)))
}

/// A fern: fans that lean outwards.
pub(super) fn fern() -> Model {
    let mut leaves = Mesh::default();
    for i in 0..6 {
        let turn = Turn::z(FULL * i as f32 / 6.0).after(Turn::x(0.75));
        let fan = upright(v(0.0, 0.0, 0.65), [1.2, 1.4], FERN);
        leaves.add(fan.placed(Pose::new(Vec3::ZERO, turn)));
    }
    plant(leaves.puffed(v(0.0, 0.0, -1.0)))
}

/// Three tufts of grass.
pub(super) fn grass() -> Model {
    let mut leaves = star(3, 0.0, 0.15, [1.3, 0.9], GRASS_TUFT);
    leaves.add(star(2, 0.4, 0.2, [1.0, 0.7], GRASS_TUFT).moved(0.8, 0.4, 0.0));
    leaves.add(star(2, 1.1, 0.2, [1.1, 0.6], GRASS_TUFT).moved(-0.5, 0.7, 0.0));
    // Grass takes the light of the ground it grows on.
    plant(leaves.puffed(v(0.0, 0.0, -20.0)))
}

/// Upright cards through one foot, each leaning a little.
fn star(count: usize, first: f32, lean: f32, size: [f32; 2], paint: Paint) -> Mesh {
    Mesh::join((0..count).map(|i| {
        let turn = Turn::z(first + FULL * i as f32 / (2 * count) as f32).after(Turn::x(lean));
        upright(v(0.0, 0.0, size[1] * 0.46), size, paint).placed(Pose::new(Vec3::ZERO, turn))
    }))
}

fn plant(mesh: Mesh) -> Model {
    let mut model = Model::new("o01_m1o1");
    model.shape(0, [mesh]);
    model
}
