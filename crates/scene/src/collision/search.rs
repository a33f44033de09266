//! A query of one slot on its way: which faces take part, and which of them is struck.

use glam::Vec3;
use msh_format::msh::{Batch20, Msh, Slot68, TriangleDescriptor, batch_flags};

use super::face::Face;
use super::segment::{Hit, Masks, Segment};
use super::tree::FaceId;

/// The faces of a slot in source order, with their batches.
pub(super) fn faces<'a>(
    msh: &'a Msh,
    slot: &Slot68,
) -> impl Iterator<Item = (FaceId, &'a Batch20)> {
    let batches = slot
        .batch_range()
        .filter_map(|batch| Some((batch as u32, msh.batches.get(batch)?)));
    batches
        .flat_map(|(batch, record)| {
            (0..face_count(record) as u32).map(move |face| (batch, face, record))
        })
        .zip(0..)
        .map(|((batch, face, record), order)| (FaceId { batch, face, order }, record))
}

/// Number of whole faces: how far the descriptor cursor moves.
pub(super) fn face_count(batch: &Batch20) -> usize {
    usize::from(batch.index_count) / 3
}

/// A face with its plane, `None` if the model has no such vertex, which a parsed one has.
pub(super) fn face(
    msh: &Msh,
    batch: &Batch20,
    face: u32,
    descriptor: &TriangleDescriptor,
) -> Option<Face> {
    let vertices = batch.faces(&msh.indices).nth(face as usize)?;
    let mut corners = [Vec3::ZERO; 3];
    for (corner, vertex) in corners.iter_mut().zip(vertices) {
        *corner = (*msh.positions.get(vertex)?).into();
    }
    Some(Face {
        corners,
        normal: descriptor.scaled_normal().into(),
        two_sided: batch.has(batch_flags::TWO_SIDED),
    })
}

/// The nearest hit so far.
#[derive(Debug, Clone, Copy)]
struct Found {
    id: FaceId,
    point: Vec3,
    distance_squared: f32,
    normal: Vec3,
}

/// A query of one slot.
pub(super) struct Search<'a> {
    msh: &'a Msh,
    descriptors: &'a [TriangleDescriptor],
    segment: &'a Segment,
    masks: &'a Masks,
    best: Option<Found>,
}

impl<'a> Search<'a> {
    /// `descriptors` is type 7 from the slot's first on.
    pub(super) fn new(
        msh: &'a Msh,
        descriptors: &'a [TriangleDescriptor],
        segment: &'a Segment,
        masks: &'a Masks,
    ) -> Self {
        Self {
            msh,
            descriptors,
            segment,
            masks,
            best: None,
        }
    }

    /// Tests one face; faces may come in any order. Answers with the squared distance of the best
    /// hit so far.
    pub(super) fn test(&mut self, id: FaceId) -> Option<f32> {
        if let Some(found) = self.strike(id)
            && self.is_better(&found)
        {
            self.best = Some(found);
        }
        self.best.map(|best| best.distance_squared)
    }

    fn strike(&self, id: FaceId) -> Option<Found> {
        let batch = self.msh.batches.get(id.batch as usize)?;
        let descriptor = self.descriptors.get(id.order as usize)?;
        if !self.masks.admit_batch(batch) || !self.masks.admit_triangle(descriptor) {
            return None;
        }
        let face = face(self.msh, batch, id.face, descriptor)?;
        let point = face.strike(self.segment)?;
        Some(Found {
            id,
            point,
            distance_squared: (point - self.segment.start).length_squared(),
            normal: face.normal,
        })
    }

    /// The nearest is struck, of equally near ones the last in source order. A distance that is
    /// no number is no hit.
    fn is_better(&self, found: &Found) -> bool {
        let distance = found.distance_squared;
        match &self.best {
            None => distance <= f32::INFINITY,
            Some(best) => {
                distance < best.distance_squared
                    || distance == best.distance_squared && found.id.order > best.id.order
            }
        }
    }

    /// The hit, with the names of what was asked.
    pub(super) fn hit(&self, node: usize, slot: usize, record: &Slot68) -> Option<Hit> {
        self.best.map(|found| Hit {
            point: found.point,
            distance_squared: found.distance_squared,
            node,
            slot,
            batch: found.id.batch as usize,
            face: found.id.face as usize,
            descriptor: usize::from(record.tri_start) + found.id.order as usize,
            normal: found.normal,
        })
    }
}
