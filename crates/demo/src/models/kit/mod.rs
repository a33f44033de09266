//! The kit models are built with: space, meshes, shapes, nodes, and the way into the records.

mod batches;
mod encode;
mod mesh;
mod model;
mod round;
pub(super) mod shapes;
mod space;

pub(super) use encode::encode;
pub(super) use mesh::{Face, Mesh, Paint};
pub(super) use model::{Lamp, Model};
pub(super) use space::{FULL, HALF, Pose, QUARTER, Turn, Vec3, v};
