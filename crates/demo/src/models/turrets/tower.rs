//! The fortification turret on towers and roofs: a squat drum with shoulders and two cannons.

use super::skeleton;
use crate::models::kit::shapes::{block, lathe, loft, pill, rod};
use crate::models::kit::{Mesh, Model, Turn, Vec3, v};
use crate::models::paints::{BEACON, CHASSIS, HAZARD, PANEL_DARK};

/// Two cannons; the root is not turned, as the sockets of buildings are not.
pub(in crate::models) fn model() -> Model {
    let guns = [v(-0.75, 1.4, 1.0), v(0.75, 1.4, 1.0)];
    let mut model = skeleton(Turn::NONE, v(0.0, 0.6, 1.0), &guns);
    model.shape(1, [shell(), plain_shell(), plain_shell()]);
    let yoke = Mesh::join([
        pill(v(-1.15, -0.4, -0.36), v(-0.35, 0.9, 0.36), 0.14, PANEL_DARK),
        pill(v(0.35, -0.4, -0.36), v(1.15, 0.9, 0.36), 0.14, PANEL_DARK),
        rod(v(-1.5, 0.0, 0.0), v(1.5, 0.0, 0.0), 0.26, 10, CHASSIS),
    ]);
    model.shape(2, [yoke.clone(), yoke]);
    model
}

fn ring(x: f32, back: f32, front: f32, z: f32) -> Vec<Vec3> {
    let cut = 0.5;
    vec![
        v(-x + cut, front, z),
        v(-x, front - cut, z),
        v(-x, back + cut, z),
        v(-x + cut, back, z),
        v(x - cut, back, z),
        v(x, back + cut, z),
        v(x, front - cut, z),
        v(x - cut, front, z),
    ]
}

fn plain_shell() -> Mesh {
    let drum = [[1.5, -0.1], [1.5, 0.16], [1.3, 0.3]];
    let body = [
        ring(1.35, -1.7, 0.6, 0.28),
        ring(1.45, -1.9, 0.7, 0.5),
        ring(1.3, -1.8, 0.4, 1.3),
        ring(0.9, -1.5, -0.2, 1.7),
    ];
    Mesh::join([lathe(&drum, 16, CHASSIS), loft(&body, PANEL_DARK)])
}

fn shell() -> Mesh {
    let mut mesh = plain_shell();
    let shoulder = Mesh::join([
        block(v(1.4, -1.1, 0.45), v(1.95, 0.75, 1.45), 0.16, PANEL_DARK),
        pill(v(1.46, -1.22, 0.6), v(1.9, -1.05, 1.3), 0.05, CHASSIS),
        block(v(1.38, -1.0, 1.4), v(1.97, -0.7, 1.5), 0.04, HAZARD),
    ]);
    mesh.add(shoulder.both_sides());
    mesh.add(block(
        v(-0.55, -2.2, 0.5),
        v(0.55, -1.75, 1.25),
        0.1,
        CHASSIS,
    ));
    mesh.add(rod(
        v(-0.4, -0.9, 1.66),
        v(-0.4, -0.9, 2.5),
        0.04,
        5,
        CHASSIS,
    ));
    mesh.add(rod(
        v(-0.4, -0.9, 2.5),
        v(-0.4, -0.9, 2.64),
        0.07,
        6,
        BEACON,
    ));
    mesh.add(block(
        v(0.15, -1.1, 1.65),
        v(0.7, -0.5, 1.95),
        0.08,
        PANEL_DARK,
    ));
    mesh
}
