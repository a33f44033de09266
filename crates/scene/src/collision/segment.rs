//! What is asked and what is answered.

use glam::Vec3;
use msh_format::msh::{Batch20, Node38, TriangleDescriptor, batch_flags, triangle_flags};

use super::error::QueryError;

/// A straight way from one point to another. Only faces that look towards its start are struck,
/// unless they are two-sided.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Segment {
    /// Where it begins; distances count from here.
    pub start: Vec3,
    /// Where it ends.
    pub end: Vec3,
}

impl Segment {
    /// The way from `start` to `end`.
    #[must_use]
    pub const fn new(start: Vec3, end: Vec3) -> Self {
        Self { start, end }
    }

    /// The largest absolute coordinate of its ends.
    pub(super) fn extent(&self) -> f32 {
        let largest = self.start.abs().max(self.end.abs());
        largest.max_element()
    }

    /// # Errors
    /// An end is not finite.
    pub(super) fn check(&self) -> Result<(), QueryError> {
        let finite = self.start.is_finite() && self.end.is_finite();
        finite.then_some(()).ok_or(QueryError::Segment)
    }
}

/// Which nodes, batches and faces a query passes over. A record takes part if it has every bit
/// of its *include* mask and no bit of its *exclude* mask; the default takes all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Masks {
    /// Bits that `hdr0` of the node must have.
    pub node_include: u32,
    /// Bits that it must not have.
    pub node_exclude: u32,
    /// Bits that `batch_flags | material_index_hi << 16` must have.
    pub batch_include: u32,
    /// Bits that it must not have.
    pub batch_exclude: u32,
    /// Bits that `tri_flags` must have.
    pub triangle_include: u32,
    /// Bits that it must not have.
    pub triangle_exclude: u32,
}

impl Masks {
    /// What every pass of a world query passes over.
    pub const WORLD: Self = Self {
        node_include: 0,
        node_exclude: 0,
        batch_include: 0,
        batch_exclude: batch_flags::NO_QUERY as u32,
        triangle_include: 0,
        triangle_exclude: (triangle_flags::SHOTS_PASS | triangle_flags::GLASS) as u32,
    };

    pub(super) fn admit_node(&self, node: &Node38) -> bool {
        admits(node.hdr0.into(), self.node_include, self.node_exclude)
    }

    pub(super) fn admit_batch(&self, batch: &Batch20) -> bool {
        // The record's leading DWORD.
        let word = u32::from(batch.batch_flags) | u32::from(batch.material_index_hi) << 16;
        admits(word, self.batch_include, self.batch_exclude)
    }

    pub(super) fn admit_triangle(&self, descriptor: &TriangleDescriptor) -> bool {
        let flags = descriptor.tri_flags.into();
        admits(flags, self.triangle_include, self.triangle_exclude)
    }
}

fn admits(bits: u32, include: u32, exclude: u32) -> bool {
    bits & include == include && bits & exclude == 0
}

/// Where a segment strikes a face.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// The point, in the space of the query.
    pub point: Vec3,
    /// Its squared distance from the start of the segment.
    pub distance_squared: f32,
    /// Node that was struck.
    pub node: usize,
    /// Slot of the face.
    pub slot: usize,
    /// Batch of the face, its index in type 13.
    pub batch: usize,
    /// Face within the batch.
    pub face: usize,
    /// Index of the face's descriptor in type 7.
    pub descriptor: usize,
    /// The stored normal, divided by 32767 and not renormalised; in node space, whatever the
    /// space of the query and the side that was struck.
    pub normal: Vec3,
}
