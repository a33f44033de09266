//! The ball turret of the gunship. It is modelled standing; the socket's half turn hangs it.

use super::skeleton;
use crate::models::kit::shapes::{ball, lathe, pill, rod};
use crate::models::kit::{Mesh, Model, Turn, v};
use crate::models::paints::{CHASSIS, COCKPIT, Livery};

/// One machine cannon; the root is not turned.
pub(in crate::models) fn model(livery: Livery) -> Model {
    let mut model = skeleton(Turn::NONE, v(0.0, 0.1, 0.5), &[v(0.0, 0.45, 0.5)]);
    let collar = [[0.6, -0.05], [0.62, 0.12], [0.5, 0.24]];
    let mut side = rod(v(0.42, 0.1, 0.5), v(0.58, 0.1, 0.5), 0.26, 8, CHASSIS);
    side.add(pill(
        v(0.5, -0.2, 0.3),
        v(0.66, 0.3, 0.7),
        0.06,
        livery.hull,
    ));
    let shell = ball(2, livery.hull, |p| p * 0.5 + v(0.0, 0.1, 0.46));
    let near = Mesh::join([lathe(&collar, 12, CHASSIS), shell, side.both_sides()]);
    let far = ball(1, livery.hull, |p| p * 0.52 + v(0.0, 0.1, 0.46));
    model.shape(1, [near, far]);
    let eye = ball(1, COCKPIT, |p| p * 0.16 + v(0.26, 0.36, 0.16));
    let cradle = pill(v(-0.16, 0.1, -0.16), v(0.16, 0.5, 0.16), 0.06, CHASSIS);
    model.shape(2, [Mesh::join([eye, cradle])]);
    model
}
