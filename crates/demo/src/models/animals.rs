//! The grazer of the island: a plated six-legged beast, 3 long. Its legs are nodes that step.

use super::kit::shapes::{circle, cone, loft, rod};
use super::kit::{FULL, Mesh, Model, Pose, Turn, Vec3, v};
use super::paints::{COCKPIT, HIDE};
use crate::math::sin_turns;

/// Frames of a step.
const STEP: u16 = 16;

/// Sections of the body from tail to snout: y, z of the middle, half width, half height.
const BODY: [[f32; 4]; 10] = [
    [-2.3, 0.85, 0.05, 0.05],
    [-1.7, 0.95, 0.16, 0.14],
    [-1.1, 1.05, 0.38, 0.34],
    [-0.5, 1.12, 0.56, 0.48],
    [0.1, 1.14, 0.6, 0.5],
    [0.6, 1.12, 0.52, 0.44],
    [0.95, 1.1, 0.36, 0.32],
    [1.2, 1.12, 0.34, 0.28],
    [1.55, 1.02, 0.28, 0.22],
    [1.85, 0.92, 0.1, 0.1],
];

/// Nodes: body, six legs.
pub(super) fn model() -> Model {
    let mut model = Model::new("o01_m1o1");
    model.shape(0, [body(12), body(6)]);
    for i in 0..6_u8 {
        let side = if i % 2 == 0 { 1.0 } else { -1.0 };
        let hip = v(0.42 * side, 0.55 - 0.55 * f32::from(i / 2), 0.95);
        let leg = model.node("o02_m1o1", 0, Pose::at(hip));
        let mesh = leg_mesh();
        model.shape(leg, [if side > 0.0 { mesh } else { mesh.mirrored() }]);
        // Tripods take turns: neighbours are half a step apart.
        let phase = if (i + i / 2) % 2 == 0 { 0.0 } else { 0.5 };
        let track: Vec<(u16, Pose)> = (0..=4)
            .map(|k| {
                let swing = 0.35 * sin_turns(f32::from(k) / 4.0 + phase + 0.125);
                (k * STEP / 4, Pose::new(hip, Turn::x(swing)))
            })
            .collect();
        model.animate(leg, &track);
    }
    model
}

fn body(segments: usize) -> Mesh {
    let rings: Vec<Vec<Vec3>> = BODY
        .iter()
        .map(|[y, z, half_x, half_z]| {
            let center = v(0.0, *y, *z);
            circle(center, v(0.0, 1.0, 0.0), 1.0, segments)
                .into_iter()
                .map(|p| center + (p - center).scaled(v(*half_x, 0.0, *half_z)))
                .collect()
        })
        .collect();
    let mut mesh = loft(&rings, HIDE).smooth();
    // Plates along the spine, eyes, a pair of horns.
    for i in 0..5 {
        let y = -1.0 + 0.4 * i as f32;
        let foot = v(0.0, y, 1.45 - 0.12 * (i as f32 - 2.6).abs());
        mesh.add(cone(foot, foot + v(0.0, -0.14, 0.3), [0.13, 0.0], 5, HIDE));
    }
    let mut side = cone(v(0.2, 1.2, 1.3), v(0.34, 1.5, 1.72), [0.08, 0.0], 6, HIDE);
    side.add(rod(
        v(0.24, 1.42, 1.14),
        v(0.3, 1.46, 1.16),
        0.05,
        6,
        COCKPIT,
    ));
    mesh.add(side.both_sides());
    mesh
}

/// The right leg in the frame of its hip: out to a knee, down to a foot.
fn leg_mesh() -> Mesh {
    let (knee, foot) = (v(0.42, 0.0, -0.2), v(0.5, 0.05, -0.95));
    let toes = (0..3).map(|i| {
        let way = Vec3::polar(0.2, FULL * (0.25 + 0.12 * (i as f32 - 1.0)), -0.02);
        cone(foot + v(0.0, 0.0, 0.06), foot + way, [0.06, 0.02], 5, HIDE)
    });
    let mut mesh = Mesh::join([
        cone(Vec3::ZERO, knee, [0.2, 0.13], 7, HIDE),
        cone(knee, foot, [0.14, 0.07], 7, HIDE),
    ]);
    mesh.add(Mesh::join(toes));
    mesh
}
