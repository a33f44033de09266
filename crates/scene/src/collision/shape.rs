//! What can be struck of one model, and the query of one of its slots.

use std::sync::Arc;

use glam::Vec3;
use msh_format::msh::{Batch20, Msh, Node38, Slot68, TriangleDescriptor, batch_flags};

use super::error::QueryError;
use super::face::Face;
use super::segment::{Hit, Masks, Segment};
use super::subtree::Children;

/// What can be struck of one model; made once, shared by all that show the model.
#[derive(Debug)]
pub struct CollisionShape {
    msh: Arc<Msh>,
    children: Children,
    slots: Vec<Result<(), QueryError>>,
}

impl CollisionShape {
    /// Prepares a model.
    #[must_use]
    pub fn new(msh: Arc<Msh>) -> Self {
        Self {
            children: Children::of(msh.nodes.as_slice()),
            slots: check_slots(&msh),
            msh,
        }
    }

    /// False for a model without type 7, which nothing strikes.
    #[must_use]
    pub fn has_descriptors(&self) -> bool {
        self.msh.descriptors.is_some()
    }

    /// The nearest face of a slot that `segment` strikes. Segment and hit are in the space of
    /// `node`, of which only the header takes part. Of equally near faces the last one is struck.
    ///
    /// # Errors
    /// The segment is not finite; node or slot do not exist; the slot needs descriptors that
    /// do not.
    pub fn query_slot_segment(
        &self,
        node: usize,
        slot: usize,
        segment: &Segment,
        masks: &Masks,
    ) -> Result<Option<Hit>, QueryError> {
        segment.check()?;
        let header = self.node(node)?;
        let record = self.slot(slot)?;
        let Some(descriptors) = &self.msh.descriptors else {
            return Ok(None);
        };
        self.slots[slot]?;
        if !masks.admit_node(header) {
            return Ok(None);
        }
        let mut search = Search {
            msh: &self.msh,
            descriptors,
            first_descriptor: usize::from(record.tri_start),
            segment,
            masks,
            best: None,
        };
        search.test_all(record);
        Ok(search.best.map(|found| found.hit(node, slot, record)))
    }

    /// # Errors
    /// There is no such node.
    pub(super) fn node(&self, node: usize) -> Result<&Node38, QueryError> {
        let count = self.nodes().len();
        let record = self.nodes().get(node);
        record.ok_or(QueryError::Node { node, count })
    }

    /// # Errors
    /// There is no such slot.
    pub(super) fn slot(&self, slot: usize) -> Result<&Slot68, QueryError> {
        let count = self.msh.slots.len();
        let record = self.msh.slots.get(slot);
        record.ok_or(QueryError::Slot { slot, count })
    }

    /// The batch of a hit.
    pub(super) fn batch(&self, hit: &Hit) -> &Batch20 {
        &self.msh.batches[hit.batch]
    }

    /// Nodes behind a portal, in the order of a query; see [`Children::branch`].
    ///
    /// # Errors
    /// The parents of the root go round in a circle.
    pub(super) fn branch(&self, root: usize) -> Result<Vec<usize>, QueryError> {
        self.children.branch(self.nodes(), root)
    }

    pub(super) fn nodes(&self) -> &[Node38] {
        self.msh.nodes.as_slice()
    }
}

/// Which slots have all the descriptors that they need.
fn check_slots(msh: &Msh) -> Vec<Result<(), QueryError>> {
    let count = msh.descriptors.as_ref().map_or(usize::MAX, Vec::len);
    // Faces before each batch, so that slots that share batches cost nothing.
    let mut faces_before = vec![0];
    for batch in &msh.batches {
        let before = faces_before[faces_before.len() - 1];
        faces_before.push(before + face_count(batch));
    }
    let check = |(slot, record): (usize, &Slot68)| {
        let batches = record.batch_range();
        let faces = match (
            faces_before.get(batches.start),
            faces_before.get(batches.end),
        ) {
            (Some(before), Some(with)) => with - before,
            _ => 0,
        };
        let triangles = record.triangle_range();
        let end = triangles.end.max(triangles.start + faces);
        if end > count {
            return Err(QueryError::Descriptors {
                slot,
                start: triangles.start,
                end,
                count,
            });
        }
        Ok(())
    };
    msh.slots.iter().enumerate().map(check).collect()
}

fn face_count(batch: &Batch20) -> usize {
    usize::from(batch.index_count) / 3
}

/// Where a face lies.
#[derive(Debug, Clone, Copy)]
struct FaceId {
    /// Batch in type 13.
    batch: usize,
    /// Face within the batch.
    face: usize,
    /// Number of faces of the slot before it. This is also how far its descriptor lies from the
    /// slot's first: the cursor moves over filtered faces as well.
    order: usize,
}

/// The nearest face so far.
#[derive(Debug, Clone, Copy)]
struct Found {
    id: FaceId,
    point: Vec3,
    distance_squared: f32,
    normal: Vec3,
}

impl Found {
    fn hit(&self, node: usize, slot: usize, record: &Slot68) -> Hit {
        Hit {
            point: self.point,
            distance_squared: self.distance_squared,
            node,
            slot,
            batch: self.id.batch,
            face: self.id.face,
            descriptor: usize::from(record.tri_start) + self.id.order,
            normal: self.normal,
        }
    }
}

/// A query of one slot on its way.
struct Search<'a> {
    msh: &'a Msh,
    descriptors: &'a [TriangleDescriptor],
    first_descriptor: usize,
    segment: &'a Segment,
    masks: &'a Masks,
    best: Option<Found>,
}

impl Search<'_> {
    /// Tests every face in source order.
    fn test_all(&mut self, slot: &Slot68) {
        let mut order = 0;
        for batch in slot.batch_range() {
            let Some(record) = self.msh.batches.get(batch) else {
                return;
            };
            for face in 0..face_count(record) {
                self.test(FaceId { batch, face, order });
                order += 1;
            }
        }
    }

    /// Tests one face; faces may come in any order.
    fn test(&mut self, id: FaceId) {
        let Some(face) = self.face(id) else {
            return;
        };
        let Some(point) = face.strike(self.segment) else {
            return;
        };
        let distance_squared = (point - self.segment.start).length_squared();
        let nearer = match &self.best {
            // A distance that is no number is no hit.
            None => distance_squared <= f32::INFINITY,
            Some(best) => {
                distance_squared < best.distance_squared
                    || distance_squared == best.distance_squared && id.order > best.id.order
            }
        };
        if nearer {
            self.best = Some(Found {
                id,
                point,
                distance_squared,
                normal: face.normal,
            });
        }
    }

    /// The face, if the masks admit its batch and descriptor.
    fn face(&self, id: FaceId) -> Option<Face> {
        let batch = self.msh.batches.get(id.batch)?;
        let word = u32::from(batch.batch_flags) | u32::from(batch.material_index_hi) << 16;
        if !self.masks.admit_batch(word) {
            return None;
        }
        let descriptor = self.descriptors.get(self.first_descriptor + id.order)?;
        if !self.masks.admit_triangle(descriptor) {
            return None;
        }
        // The reader checked indices and vertices.
        let vertices = batch.faces(&self.msh.indices).nth(id.face)?;
        let mut corners = [Vec3::ZERO; 3];
        for (corner, vertex) in corners.iter_mut().zip(vertices) {
            *corner = (*self.msh.positions.get(vertex)?).into();
        }
        Some(Face {
            corners,
            normal: descriptor.scaled_normal().into(),
            two_sided: batch.has(batch_flags::TWO_SIDED),
        })
    }
}
