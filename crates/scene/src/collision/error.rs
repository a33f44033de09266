//! Why a query has no answer.

/// Why a query has no answer; the data or the question is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    /// An end of the segment is not finite.
    #[error("the segment is not finite")]
    Segment,
    /// There is no such node.
    #[error("node {node} is not below the {count} in type 1")]
    Node {
        /// The node asked for.
        node: usize,
        /// Number of nodes.
        count: usize,
    },
    /// There is no such slot.
    #[error("slot {slot} is not below the {count} in type 2")]
    Slot {
        /// The slot asked for.
        slot: usize,
        /// Number of slots.
        count: usize,
    },
    /// A slot whose faces or triangle range need more descriptors than there are.
    #[error("slot {slot} needs triangle descriptors {start}..{end} of the {count} in type 7")]
    Descriptors {
        /// The slot.
        slot: usize,
        /// First descriptor.
        start: usize,
        /// Behind its last descriptor.
        end: usize,
        /// Number of descriptors.
        count: usize,
    },
    /// A node's `world_from_node` that has no inverse.
    #[error("world_from_node of node {node} {rule}")]
    Transform {
        /// The node.
        node: usize,
        /// What is wrong with the matrix.
        rule: &'static str,
    },
    /// A portal that names no node behind it.
    #[error("portal batch {batch} names no node: its local_batch_index is 65535")]
    NoHelperKey {
        /// Index in type 13.
        batch: usize,
    },
    /// A portal that names a node that does not exist.
    #[error("portal batch {batch} names node {key}, which is not below the {count} in type 1")]
    HelperKey {
        /// Index in type 13.
        batch: usize,
        /// Its `local_batch_index`.
        key: usize,
        /// Number of nodes.
        count: usize,
    },
    /// The node behind a portal is among its own descendants.
    #[error("the parents of node {node} go round in a circle")]
    ParentLoop {
        /// The node.
        node: usize,
    },
    /// The query met [`INTERSECTION_LIMIT`](super::INTERSECTION_LIMIT) intersections.
    #[error("{} intersections and no end", super::INTERSECTION_LIMIT)]
    Limit,
}
