//! What can be struck of one model, and the query of one of its slots.

use std::sync::Arc;

use msh_format::msh::{Batch20, Msh, Node38, Slot68};

use super::error::QueryError;
use super::search::{self, Search};
use super::segment::{Hit, Masks, Segment};
use super::subtree::Children;
use super::tree::FaceTree;

/// How many faces and batches the trees of a model may cover together. Slots can share batches,
/// so that a small file can ask for any number; slots beyond have no tree and are searched face by
/// face. Shipped models have some thousand.
const LARGEST_TREES: usize = 1 << 22;

/// What can be struck of one model; made once, shared by all that show the model.
#[derive(Debug)]
pub struct CollisionShape {
    msh: Arc<Msh>,
    children: Children,
    /// As many as the model has: the faces in a tree, or why the slot cannot be asked.
    slots: Vec<Result<Option<FaceTree>, QueryError>>,
}

impl CollisionShape {
    /// Prepares a model.
    #[must_use]
    pub fn new(msh: Arc<Msh>) -> Self {
        Self {
            children: Children::of(msh.nodes.as_slice()),
            slots: prepare_slots(&msh),
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
        let tree = self.slots[slot].as_ref().map_err(|error| *error)?;
        let Some(descriptors) = &self.msh.descriptors else {
            return Ok(None);
        };
        if !masks.admit_node(header) {
            return Ok(None);
        }
        // A slot without error has all its descriptors.
        let descriptors = &descriptors[usize::from(record.tri_start)..];
        let mut search = Search::new(&self.msh, descriptors, segment, masks);
        let visited = tree
            .as_ref()
            .is_some_and(|tree| tree.visit(segment, |id| search.test(id)));
        if !visited {
            for (id, _) in search::faces(&self.msh, record) {
                search.test(id);
            }
        }
        Ok(search.hit(node, slot, record))
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

    /// The faces of a slot, `None` if they are in no tree or cannot be asked.
    pub(super) fn tree(&self, slot: usize) -> Option<&FaceTree> {
        self.slots.get(slot)?.as_ref().ok()?.as_ref()
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

/// A tree for every slot that has all the descriptors that it needs.
fn prepare_slots(msh: &Msh) -> Vec<Result<Option<FaceTree>, QueryError>> {
    let Some(descriptors) = &msh.descriptors else {
        return msh.slots.iter().map(|_| Ok(None)).collect();
    };
    // Faces before each batch, so that counting those of a slot takes no walk.
    let mut faces_before = vec![0];
    let mut total = 0;
    for batch in &msh.batches {
        total += search::face_count(batch);
        faces_before.push(total);
    }
    let mut left = LARGEST_TREES;
    let prepare = |(slot, record): (usize, &Slot68)| {
        let batches = record.batch_range();
        let before = |batch: usize| faces_before.get(batch).copied().unwrap_or(total);
        let faces = before(batches.end) - before(batches.start);
        let triangles = record.triangle_range();
        let (start, end) = (triangles.start, triangles.end.max(triangles.start + faces));
        let count = descriptors.len();
        let Some(descriptors) = descriptors.get(start..end) else {
            return Err(QueryError::Descriptors {
                slot,
                start,
                end,
                count,
            });
        };
        let Some(rest) = left.checked_sub(faces + batches.len()) else {
            return Ok(None);
        };
        left = rest;
        let faces = search::faces(msh, record).filter_map(|(id, batch)| {
            let descriptor = descriptors.get(id.order as usize)?;
            Some((id, search::face(msh, batch, id.face, descriptor)?))
        });
        Ok(Some(FaceTree::new(faces)))
    };
    msh.slots.iter().enumerate().map(prepare).collect()
}
