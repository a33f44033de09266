//! The query of placed nodes, which follows portals.

use glam::Vec3;
use msh_format::msh::batch_flags;

use super::error::QueryError;
use super::instances::{Instance, NodeInstances, transform};
use super::segment::{Hit, Masks, Segment};
use super::shape::CollisionShape;

/// The intersection at which a query gives up: portals may lead in a circle.
pub const INTERSECTION_LIMIT: usize = 200;

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
        if !nodes.are_near(segment) {
            return Ok(None);
        }
        let mut pass = Pass::new(self, segment.start, *segment);
        for instance in nodes.iter() {
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
