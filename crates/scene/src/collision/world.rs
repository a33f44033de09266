//! Placed nodes, and the query that follows portals.

use glam::{DAffine3, DMat4, Mat4, Vec3};
use msh_format::msh::batch_flags;

use super::error::QueryError;
use super::segment::{Hit, Masks, Segment};
use super::shape::CollisionShape;

/// The intersection at which a query gives up: portals may lead in a circle.
pub const INTERSECTION_LIMIT: usize = 200;

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
}

#[derive(Debug, Clone, Copy)]
struct Instance {
    node: usize,
    slot: usize,
    world_from_node: Mat4,
    node_from_world: Mat4,
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
        Ok(Self { instances, by_node })
    }

    /// The instances of one node in their order.
    fn of_node(&self, node: usize) -> impl Iterator<Item = &Instance> {
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
fn transform(matrix: &Mat4, point: Vec3) -> Vec3 {
    let [x, y, z, w] = [
        matrix.x_axis.truncate(),
        matrix.y_axis.truncate(),
        matrix.z_axis.truncate(),
        matrix.w_axis.truncate(),
    ];
    x * point.x + y * point.y + z * point.z + w
}

impl CollisionShape {
    /// What `segment` strikes first in the world. A portal that is struck leads on: the query
    /// goes on from there to the end of `segment` among the nodes behind it, and if nothing is
    /// struck there, nothing is struck at all.
    ///
    /// Point and distance are in the world, the distance from the start of `segment`. Of equally
    /// near hits the last one visited is struck. `nodes` belong to this shape.
    ///
    /// # Errors
    /// The segment is not finite; a slot without its descriptors; a portal that names no node;
    /// parents that go round in a circle behind a portal; [`INTERSECTION_LIMIT`] intersections.
    pub fn query_building_segment_world(
        &self,
        nodes: &NodeInstances,
        segment: &Segment,
    ) -> Result<Option<Hit>, QueryError> {
        segment.check()?;
        let mut pass = Pass::new(self, segment.start, *segment);
        for instance in &nodes.instances {
            pass.visit(instance)?;
        }
        for _ in 1..INTERSECTION_LIMIT {
            let Some(hit) = pass.nearest else {
                return Ok(None);
            };
            if !self.batch(&hit).has(batch_flags::PORTAL) {
                return Ok(Some(hit));
            }
            let rest = Segment::new(hit.point, segment.end);
            pass = Pass::new(self, segment.start, rest);
            for node in self.branch(self.node_behind(&hit)?)? {
                for instance in nodes.of_node(node) {
                    pass.visit(instance)?;
                }
            }
        }
        // The last pass: another intersection is too many, whatever it is.
        match pass.nearest {
            None => Ok(None),
            Some(_) => Err(QueryError::Limit),
        }
    }

    /// The node that a portal names.
    fn node_behind(&self, hit: &Hit) -> Result<usize, QueryError> {
        let (batch, count) = (hit.batch, self.nodes().len());
        match usize::from(self.batch(hit).local_batch_index) {
            0xFFFF => Err(QueryError::NoHelperKey { batch }),
            key if key >= count => Err(QueryError::HelperKey { batch, key, count }),
            key => Ok(key),
        }
    }
}

/// One look for the nearest hit.
struct Pass<'a> {
    shape: &'a CollisionShape,
    /// Start of the first segment: what distances are measured from.
    origin: Vec3,
    segment: Segment,
    nearest: Option<Hit>,
}

impl<'a> Pass<'a> {
    fn new(shape: &'a CollisionShape, origin: Vec3, segment: Segment) -> Self {
        Self {
            shape,
            origin,
            segment,
            nearest: None,
        }
    }

    fn visit(&mut self, instance: &Instance) -> Result<(), QueryError> {
        let into_node = |point| transform(&instance.node_from_world, point);
        let segment = Segment::new(into_node(self.segment.start), into_node(self.segment.end));
        let (node, slot) = (instance.node, instance.slot);
        let hit = self
            .shape
            .query_slot_segment(node, slot, &segment, &Masks::WORLD)?;
        let Some(hit) = hit else {
            return Ok(());
        };
        let point = transform(&instance.world_from_node, hit.point);
        let distance_squared = (point - self.origin).length_squared();
        let bound = self
            .nearest
            .map_or(f32::INFINITY, |hit| hit.distance_squared);
        if distance_squared <= bound {
            self.nearest = Some(Hit {
                point,
                distance_squared,
                ..hit
            });
        }
        Ok(())
    }
}
