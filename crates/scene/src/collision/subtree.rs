//! The nodes that a portal leads to.

use msh_format::msh::{Node38, node_flags};

use super::error::QueryError;

/// The children of every node, in node order. Parents may come in any order.
#[derive(Debug)]
pub(super) struct Children {
    /// Where the children of each node begin in `nodes`, and behind the last one's.
    starts: Vec<u32>,
    nodes: Vec<u32>,
}

impl Children {
    pub(super) fn of(nodes: &[Node38]) -> Self {
        let parent = |node: &Node38| node.parent().filter(|parent| *parent < nodes.len());
        let mut starts = vec![0u32; nodes.len() + 1];
        for parent in nodes.iter().filter_map(parent) {
            starts[parent + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut children = vec![0; next.last().map_or(0, |end| *end as usize)];
        for (child, node) in (0u32..).zip(nodes) {
            if let Some(parent) = parent(node) {
                children[next[parent] as usize] = child;
                next[parent] += 1;
            }
        }
        Self {
            starts,
            nodes: children,
        }
    }

    fn of_node(&self, node: usize) -> &[u32] {
        &self.nodes[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Nodes of the branch of `root` in the order in which a query visits them: children in node
    /// order, each with its own branch, before the node itself. Header bit 0x0010 stops the
    /// descent below a node; 0x0004 leaves out a child with its branch.
    ///
    /// # Errors
    /// The branch comes back to its root.
    pub(super) fn branch(&self, nodes: &[Node38], root: usize) -> Result<Vec<usize>, QueryError> {
        let below = |node: usize| match nodes[node].hdr0 & node_flags::NO_DESCENT {
            0 => self.of_node(node).iter(),
            _ => [].iter(),
        };
        let mut order = Vec::new();
        // The way down to the node at hand, with the children yet to come. A node has one
        // parent, so that only the root can be met twice.
        let mut way = vec![(root, below(root))];
        while let Some((node, children)) = way.last_mut() {
            match children.next().map(|child| *child as usize) {
                Some(child) if nodes[child].hdr0 & node_flags::CELL_ROOT != 0 => {}
                Some(child) if child == root => {
                    return Err(QueryError::ParentLoop { node: root });
                }
                Some(child) => way.push((child, below(child))),
                None => {
                    order.push(*node);
                    way.pop();
                }
            }
        }
        Ok(order)
    }
}
