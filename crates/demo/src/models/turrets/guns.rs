//! Guns, barrels along +Y from their trunnion.

use super::gun_skeleton;
use crate::models::kit::shapes::{cuboid, lathe, pill, rod};
use crate::models::kit::{Mesh, Model, Pose, QUARTER, Turn, Vec3, v};
use crate::models::paints::{CHASSIS, GUN};

/// A long cannon with bore evacuator and muzzle brake, 3.6.
pub(in crate::models) fn long() -> Model {
    let tube = [
        [0.19, 0.0],
        [0.19, 0.5],
        [0.12, 0.62],
        [0.11, 1.5],
        [0.17, 1.56],
        [0.17, 2.05],
        [0.10, 2.12],
        [0.085, 3.15],
        [0.15, 3.18],
        [0.15, 3.55],
        [0.07, 3.57],
        [0.06, 3.3],
    ];
    let mut near = barrel(&tube, 12);
    for side in [-0.17, 0.1] {
        near.add(cuboid(
            v(side, 3.25, -0.06),
            v(side + 0.07, 3.48, 0.06),
            CHASSIS,
        ));
    }
    gun(near, barrel(&tube, 6))
}

/// A short machine cannon with a cooling jacket, 1.9.
pub(in crate::models) fn short() -> Model {
    let tube = [
        [0.12, 0.0],
        [0.12, 0.9],
        [0.055, 0.95],
        [0.055, 1.7],
        [0.09, 1.72],
        [0.09, 1.9],
        [0.04, 1.9],
        [0.04, 1.7],
    ];
    let mut near = barrel(&tube, 10);
    near.add(pill(
        v(-0.16, -0.3, -0.18),
        v(0.16, 0.25, 0.16),
        0.05,
        CHASSIS,
    ));
    near.add(rod(v(0.0, 0.1, 0.14), v(0.0, 0.75, 0.16), 0.04, 5, CHASSIS));
    gun(near, barrel(&tube, 5))
}

fn barrel(outline: &[[f32; 2]], segments: usize) -> Mesh {
    lathe(outline, segments, GUN).placed(Pose::new(Vec3::ZERO, Turn::x(-QUARTER)))
}

fn gun(near: Mesh, far: Mesh) -> Model {
    let mut model = gun_skeleton();
    model.shape(1, [near, far]);
    model
}
