//! The hero's walker: a crouching two-legged machine, 4 high, with a gait of 24 frames.

use super::running_gear::headlight;
use crate::math::sin_turns;
use crate::models::kit::shapes::{block, card, loft, pill, rod};
use crate::models::kit::{Mesh, Model, Pose, QUARTER, Turn, Vec3, v};
use crate::models::paints::{CHASSIS, COCKPIT, GUN, Livery};

/// Socket of the turret.
pub(in crate::models) const TURRET_SOCKET: usize = 7;

/// Height of the hips.
const HIP: f32 = 2.35;
/// Frames of a full step of both legs.
const GAIT: u16 = 24;

/// Nodes: body; thigh, shin and foot of each leg; turret socket.
pub(in crate::models) fn model(livery: Livery) -> Model {
    let mut model = Model::new("o01_m1o1");
    let body_at = v(0.0, 0.0, HIP);
    model.animate(
        0,
        &gait(|t| Pose::at(body_at + v(0.0, 0.0, 0.06 * sin_turns(2.0 * t)))),
    );
    model.shape(0, [body(livery), plain_body(livery)]);
    leg(&mut model, livery, 1.0, 0.0);
    leg(&mut model, livery, -1.0, 0.5);
    let socket = Pose::new(body_at + v(0.0, -0.1, 0.95), Turn::x(QUARTER));
    let socket = model.node("Base_TL", 0, socket);
    model.label(socket, "e_tur_lt");
    model
}

/// A loop of poses over one gait; `t` is 0..1.
fn gait(pose: impl Fn(f32) -> Pose) -> Vec<(u16, Pose)> {
    (0..=8)
        .map(|i| (i * GAIT / 8, pose(f32::from(i) / 8.0)))
        .collect()
}

fn leg(model: &mut Model, livery: Livery, side: f32, phase: f32) {
    let hip = v(0.95 * side, 0.0, 2.25);
    let knee = v(1.05 * side, -0.85, 1.35);
    let ankle = v(1.05 * side, 0.35, 0.38);
    let swing = move |t: f32| 0.28 * sin_turns(t + phase);
    let mirror = |mesh: Mesh| if side > 0.0 { mesh } else { mesh.mirrored() };
    let thigh = model.add("o02_m1o1", Some(0), Pose::at(hip - v(0.0, 0.0, HIP)));
    model.nodes[thigh].keys = gait(|t| Pose::new(hip - v(0.0, 0.0, HIP), Turn::x(swing(t))));
    model.shape(
        thigh,
        [mirror(thigh_mesh(livery)), mirror(thigh_mesh(livery))],
    );
    let shin = model.add("o03_m1o1", Some(thigh), Pose::at(knee - hip));
    let bend = move |t: f32| 0.2 * (1.0 + sin_turns(t + phase + 0.25)) - 0.2;
    model.nodes[shin].keys = gait(|t| Pose::new(knee - hip, Turn::x(bend(t))));
    model.shape(shin, [mirror(shin_mesh(livery)), mirror(shin_mesh(livery))]);
    let foot = model.add("o04_m1o1", Some(shin), Pose::at(ankle - knee));
    model.nodes[foot].keys = gait(|t| Pose::new(ankle - knee, Turn::x(-swing(t) - bend(t))));
    model.shape(foot, [mirror(foot_mesh(livery)), mirror(foot_mesh(livery))]);
}

/// From the hip back and down to the knee.
fn thigh_mesh(livery: Livery) -> Mesh {
    let knee = v(0.1, -0.85, -0.9);
    Mesh::join([
        rod(v(-0.3, 0.0, 0.0), v(0.32, 0.0, 0.0), 0.36, 10, CHASSIS),
        limb(Vec3::ZERO, knee, [0.3, 0.22], livery),
        rod(
            knee - v(0.26, 0.0, 0.0),
            knee + v(0.26, 0.0, 0.0),
            0.26,
            10,
            CHASSIS,
        ),
        rod(v(0.28, 0.2, -0.15), knee + v(0.2, 0.2, 0.2), 0.06, 6, GUN),
    ])
}

/// From the knee forward and down to the ankle.
fn shin_mesh(livery: Livery) -> Mesh {
    let ankle = v(0.0, 1.2, -0.97);
    Mesh::join([
        limb(Vec3::ZERO, ankle, [0.2, 0.26], livery),
        rod(
            ankle - v(0.24, 0.0, 0.0),
            ankle + v(0.24, 0.0, 0.0),
            0.2,
            8,
            CHASSIS,
        ),
        rod(
            v(0.15, 0.05, -0.3),
            ankle + v(0.1, -0.25, -0.02),
            0.05,
            6,
            GUN,
        ),
    ])
}

/// A splayed foot: a pad with three toes.
fn foot_mesh(livery: Livery) -> Mesh {
    let mut mesh = block(
        v(-0.36, -0.45, -0.38),
        v(0.36, 0.4, -0.12),
        0.1,
        livery.hull,
    );
    for x in [-0.28, 0.0, 0.28] {
        mesh.add(block(
            v(x - 0.11, 0.4, -0.38),
            v(x + 0.11, 0.85, -0.2),
            0.05,
            CHASSIS,
        ));
    }
    mesh.add(block(
        v(-0.13, -0.8, -0.38),
        v(0.13, -0.45, -0.22),
        0.05,
        CHASSIS,
    ));
    mesh
}

/// A tapered box between two joints.
fn limb(from: Vec3, to: Vec3, half: [f32; 2], livery: Livery) -> Mesh {
    let ring = |p: Vec3, h: f32| -> Vec<Vec3> {
        let along = (to - from).normalized();
        let right = v(1.0, 0.0, 0.0);
        let across = along.cross(right);
        [[-h, -h], [h, -h], [h, h], [-h, h]]
            .iter()
            .map(|[x, y]| p + right * *x + across * *y)
            .collect()
    };
    // A patch of the paint without orange.
    loft(&[ring(from, half[0]), ring(to, half[1])], livery.hull).shifted(0.72, 0.28)
}

fn plain_body(livery: Livery) -> Mesh {
    let ring = |x: f32, back: f32, front: f32, z: f32| {
        vec![
            v(-x * 0.7, front, z),
            v(-x, front - 0.5, z),
            v(-x, back, z),
            v(x, back, z),
            v(x, front - 0.5, z),
            v(x * 0.7, front, z),
        ]
    };
    loft(
        &[
            ring(0.5, -0.8, 0.8, -0.35),
            ring(0.8, -1.1, 1.35, 0.1),
            ring(0.85, -1.2, 1.25, 0.55),
            ring(0.6, -1.0, 0.7, 0.92),
        ],
        livery.hull,
    )
}

fn body(livery: Livery) -> Mesh {
    let mut mesh = plain_body(livery);
    let mut side = Mesh::default();
    side.add(pill(
        v(0.82, -0.6, 0.05),
        v(1.2, 0.6, 0.75),
        0.12,
        livery.hull,
    ));
    side.add(headlight(v(0.62, 1.32, 0.12), 0.11));
    side.add(rod(v(0.4, -1.1, 0.2), v(0.45, -1.5, 0.5), 0.13, 8, CHASSIS));
    side.add(card(
        v(1.205, -0.3, 0.22),
        v(1.205, 0.3, 0.22),
        v(1.205, 0.3, 0.62),
        v(1.205, -0.3, 0.62),
        livery.sign,
    ));
    mesh.add(side.both_sides());
    // The windscreen.
    mesh.add(loft(
        &[
            vec![
                v(-0.45, 1.32, 0.32),
                v(-0.45, 1.0, 0.32),
                v(0.45, 1.0, 0.32),
                v(0.45, 1.32, 0.32),
            ],
            vec![
                v(-0.38, 0.98, 0.8),
                v(-0.38, 0.8, 0.8),
                v(0.38, 0.8, 0.8),
                v(0.38, 0.98, 0.8),
            ],
        ],
        COCKPIT,
    ));
    mesh.add(block(
        v(-0.5, -1.45, 0.0),
        v(0.5, -1.05, 0.7),
        0.08,
        CHASSIS,
    ));
    mesh
}
