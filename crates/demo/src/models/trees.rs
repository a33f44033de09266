//! Trees: a trunk and a crown of leaf cards. Cards that cross fill the crown from every side; their
//! normals point away from the crown's heart, so that it takes light as one round body.

use super::kit::shapes::{card, limb};
use super::kit::{FULL, Mesh, Model, Paint, Pose, Turn, Vec3, v};
use super::paints::{BARK, BIRCH_BARK, BIRCH_CROWN, CROWN, FIR};
use crate::math::mix;
use crate::random::Random;

/// A broadleaf tree, 9 high: a stout trunk that forks into five clumps of leaves.
pub(super) fn broadleaf() -> Model {
    let mut random = Random::new(11);
    let heart = v(0.0, 0.0, 5.6);
    let fork = v(0.1, 0.0, 2.9);
    let mut wood = trunk(
        &[v(0.0, 0.0, -0.8), v(0.06, 0.05, 1.2), fork],
        [0.42, 0.2],
        8,
        BARK,
    );
    let mut leaves = clump(heart + v(0.0, 0.0, 1.2), 2.5, &mut random, CROWN);
    for i in 0..5 {
        let angle = FULL * (i as f32 + random.range(-0.15, 0.15)) / 5.0;
        let center = heart + Vec3::polar(random.range(1.5, 2.0), angle, random.range(-1.0, 0.3));
        leaves.add(clump(center, random.range(1.7, 2.1), &mut random, CROWN));
        let elbow = fork.lerp(center, 0.5) + v(0.0, 0.0, -0.25);
        wood.add(trunk(&[fork, elbow, center], [0.17, 0.05], 5, BARK));
    }
    let near = Mesh::join([wood, leaves.puffed(heart - Vec3::UP)]);
    let trunk = trunk(&[v(0.0, 0.0, -0.8), v(0.1, 0.0, 5.0)], [0.4, 0.15], 5, BARK);
    let far = crossed(heart + v(0.0, 0.0, 0.2), [6.8, 6.2], 3, CROWN).puffed(heart);
    tree(
        near,
        Mesh::join([trunk, far]),
        crossed(heart, [6.8, 6.2], 2, CROWN),
    )
}

/// A birch, 11 high: a thin, swaying white trunk and hanging foliage.
pub(super) fn birch() -> Model {
    let mut random = Random::new(23);
    let heart = v(0.5, 0.0, 7.0);
    let path = [
        v(0.0, 0.0, -0.8),
        v(0.15, 0.1, 2.5),
        v(0.55, 0.1, 5.5),
        v(0.6, -0.1, 9.6),
    ];
    let mut wood = trunk(&path, [0.22, 0.05], 7, BIRCH_BARK);
    let mut leaves = Mesh::default();
    for i in 0..7 {
        let level = i as f32 / 6.0;
        let angle = FULL * (i as f32 * 0.38 + random.range(-0.05, 0.05));
        let reach = 1.5 - level * 0.9;
        let center = v(0.55, 0.0, 4.9 + level * 4.6) + Vec3::polar(reach, angle, 0.0);
        let size = 2.0 - level * 0.6;
        leaves.add(clump(center, size, &mut random, BIRCH_CROWN));
        let start = v(0.5, 0.0, center.z - 0.3);
        wood.add(trunk(&[start, center], [0.06, 0.02], 4, BIRCH_BARK));
    }
    let near = Mesh::join([wood, leaves.puffed(heart - v(0.0, 0.0, 2.0))]);
    let thin = trunk(&path, [0.2, 0.05], 4, BIRCH_BARK);
    let far = crossed(heart, [5.2, 7.6], 3, BIRCH_CROWN).puffed(heart);
    tree(
        near,
        Mesh::join([thin, far]),
        crossed(heart, [5.2, 7.6], 2, BIRCH_CROWN),
    )
}

/// A fir, 14 high: crossed silhouettes, and drooping boughs that give it depth.
pub(super) fn fir() -> Model {
    let mut random = Random::new(37);
    let heart = v(0.0, 0.0, 5.0);
    let wood = trunk(
        &[v(0.0, 0.0, -1.0), v(0.0, 0.0, 3.4)],
        [0.34, 0.22],
        7,
        BARK,
    );
    let mut leaves = crossed(v(0.0, 0.0, 7.0), [5.6, 13.8], 4, FIR);
    for i in 0..6 {
        // A shorter silhouette, leaning outwards from the trunk.
        let angle = FULL * (i as f32 + random.range(-0.2, 0.2)) / 6.0;
        let lean = Turn::z(angle).after(Turn::x(random.range(0.10, 0.16)));
        let height = random.range(7.5, 9.5);
        let bough = upright(v(0.0, 0.0, height * 0.5), [4.2, height], FIR);
        leaves.add(bough.placed(Pose::new(Vec3::polar(0.7, angle, 0.2), lean)));
    }
    let near = Mesh::join([wood, leaves.puffed(heart - v(0.0, 0.0, 3.0))]);
    let far = crossed(v(0.0, 0.0, 7.0), [5.6, 13.8], 3, FIR).puffed(heart);
    tree(near, far, crossed(v(0.0, 0.0, 7.0), [5.6, 13.8], 2, FIR))
}

fn tree(near: Mesh, far: Mesh, farthest: Mesh) -> Model {
    let mut model = Model::new("o01_m1o1");
    model.shape(0, [near, far, farthest]);
    model
}

/// A trunk or branch along a path, tapering.
fn trunk(path: &[Vec3], [foot, tip]: [f32; 2], segments: usize, paint: Paint) -> Mesh {
    limb(path, |t| mix(foot, tip, t), segments, paint)
}

/// Leaves around a point: three upright cards and one lying, a little askew.
fn clump(center: Vec3, radius: f32, random: &mut Random, paint: Paint) -> Mesh {
    let size = [2.0 * radius, 1.8 * radius];
    let first = random.range(0.0, FULL);
    let mut mesh = Mesh::default();
    for i in 0..3 {
        let turn = Turn::z(first + FULL * i as f32 / 6.0).after(Turn::x(random.range(-0.2, 0.2)));
        mesh.add(upright(Vec3::ZERO, size, paint).placed(Pose::new(center, turn)));
    }
    let lying = Turn::z(first).after(Turn::x(random.range(1.2, 1.5)));
    mesh.add(upright(Vec3::ZERO, [size[0] * 0.9; 2], paint).placed(Pose::new(center, lying)));
    mesh
}

/// Upright cards that cross in the axis of the tree.
fn crossed(center: Vec3, size: [f32; 2], count: usize, paint: Paint) -> Mesh {
    Mesh::join((0..count).map(|i| {
        let turn = Turn::z(FULL * i as f32 / (2 * count) as f32);
        upright(Vec3::ZERO, size, paint).placed(Pose::new(center, turn))
    }))
}

/// A card in the x-z plane, facing -Y.
pub(super) fn upright(center: Vec3, size: [f32; 2], paint: Paint) -> Mesh {
    let (x, z) = (size[0] * 0.5, size[1] * 0.5);
    card(
        center + v(-x, 0.0, -z),
        center + v(x, 0.0, -z),
        center + v(x, 0.0, z),
        center + v(-x, 0.0, z),
        paint,
    )
}
