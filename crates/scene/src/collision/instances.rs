//! Nodes of a model that stand somewhere in the world.

use glam::{DAffine3, DMat4, Mat4, Vec3};

use super::error::QueryError;
use super::near::Near;
use super::segment::Segment;
use super::shape::CollisionShape;

/// A node that shows a slot somewhere in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SelectedNode {
    /// Node of the model.
    pub node: usize,
    /// Slot that it shows.
    pub slot: usize,
    /// Node space to world; its last row is 0 0 0 1.
    pub world_from_node: Mat4,
}

/// The placed nodes of one model, in the order in which a query visits them. It is made anew
/// when a node moves.
#[derive(Debug, Clone)]
pub struct NodeInstances {
    instances: Vec<Instance>,
    /// (node, place in `instances`), sorted.
    by_node: Vec<(usize, usize)>,
    near: Near,
}

/// A placed node with the inverse of its matrix.
#[derive(Debug, Clone, Copy)]
pub(super) struct Instance {
    pub(super) node: usize,
    pub(super) slot: usize,
    pub(super) world_from_node: Mat4,
    pub(super) node_from_world: Mat4,
}

impl NodeInstances {
    /// Prepares the nodes of a query. A node may be there several times.
    ///
    /// # Errors
    /// A node or slot that `shape` does not have; a matrix that is not finite, has another last
    /// row, or has no inverse.
    pub fn new(
        shape: &CollisionShape,
        nodes: impl IntoIterator<Item = SelectedNode>,
    ) -> Result<Self, QueryError> {
        let instance = |selected: SelectedNode| {
            shape.node(selected.node)?;
            shape.slot(selected.slot)?;
            Instance::new(&selected)
        };
        let instances: Vec<Instance> = nodes.into_iter().map(instance).collect::<Result<_, _>>()?;
        let places = instances.iter().enumerate();
        let mut by_node: Vec<_> = places.map(|(place, i)| (i.node, place)).collect();
        by_node.sort_unstable();
        let near = instances.iter().map(|instance| instance.near(shape));
        let near = near.fold(Near::Nowhere, Near::union);
        Ok(Self {
            instances,
            by_node,
            near,
        })
    }

    /// False if `segment` certainly strikes none of them, so that a query can end at once.
    pub(super) fn are_near(&self, segment: &Segment) -> bool {
        self.near.is_passed_by(segment)
    }

    /// All instances in their order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Instance> {
        self.instances.iter()
    }

    /// The instances of one node in their order.
    pub(super) fn of_node(&self, node: usize) -> impl Iterator<Item = &Instance> {
        let start = self.by_node.partition_point(|(n, _)| *n < node);
        let rest = self.by_node[start..].iter();
        rest.take_while(move |(n, _)| *n == node)
            .map(|(_, place)| &self.instances[*place])
    }
}

impl Instance {
    fn new(selected: &SelectedNode) -> Result<Self, QueryError> {
        let &SelectedNode {
            node,
            slot,
            world_from_node,
        } = selected;
        let inverse = inverse(&world_from_node);
        Ok(Self {
            node,
            slot,
            world_from_node,
            node_from_world: inverse.map_err(|rule| QueryError::Transform { node, rule })?,
        })
    }

    fn near(&self, shape: &CollisionShape) -> Near {
        match shape.tree(self.slot) {
            Some(tree) => Near::of_instance(tree, &self.world_from_node, &self.node_from_world),
            // Its faces are tested one by one, or asking it is an error.
            None => Near::Anywhere,
        }
    }
}

/// The inverse, computed in f64 and rounded once.
///
/// # Errors
/// What is wrong with the matrix.
fn inverse(matrix: &Mat4) -> Result<Mat4, &'static str> {
    if !matrix.is_finite() {
        return Err("is not finite");
    }
    if matrix.row(3).to_array() != [0.0, 0.0, 0.0, 1.0] {
        return Err("does not have the last row 0 0 0 1");
    }
    let matrix = DAffine3::from_mat4(matrix.as_dmat4());
    if matrix.matrix3.determinant() == 0.0 {
        return Err("is singular: its determinant is 0");
    }
    let inverse = DMat4::from(matrix.inverse()).as_mat4();
    if !inverse.is_finite() {
        return Err("is singular: its inverse is not finite");
    }
    Ok(inverse)
}

/// `matrix * point` of an affine matrix, in this order on every processor.
pub(super) fn transform(matrix: &Mat4, point: Vec3) -> Vec3 {
    let [x, y, z, w] = [
        matrix.x_axis.truncate(),
        matrix.y_axis.truncate(),
        matrix.z_axis.truncate(),
        matrix.w_axis.truncate(),
    ];
    x * point.x + y * point.y + z * point.z + w
}
