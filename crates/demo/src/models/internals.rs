//! Internal parts: they have meshes, and no picture ever shows them.

use super::kit::shapes::{block, rod};
use super::kit::{Mesh, Model, v};
use super::paints::{CHASSIS, GUN, HAZARD, PIPE};

/// An engine block with two rows of cylinders.
pub(super) fn engine() -> Model {
    let mut mesh = block(v(-0.5, -0.8, 0.0), v(0.5, 0.8, 0.6), 0.08, CHASSIS);
    for i in 0..4 {
        let y = -0.6 + 0.4 * i as f32;
        mesh.add(rod(v(-0.2, y, 0.5), v(-0.45, y, 0.95), 0.14, 8, PIPE));
        mesh.add(rod(v(0.2, y, 0.5), v(0.45, y, 0.95), 0.14, 8, PIPE));
    }
    part(mesh)
}

/// A battery with two poles.
pub(super) fn battery() -> Model {
    part(Mesh::join([
        block(v(-0.4, -0.3, 0.0), v(0.4, 0.3, 0.5), 0.05, HAZARD),
        rod(v(-0.2, 0.0, 0.5), v(-0.2, 0.0, 0.62), 0.06, 6, GUN),
        rod(v(0.2, 0.0, 0.5), v(0.2, 0.0, 0.62), 0.06, 6, GUN),
    ]))
}

fn part(mesh: Mesh) -> Model {
    let mut model = Model::new("o01_m1o1");
    model.shape(0, [mesh]);
    model
}
