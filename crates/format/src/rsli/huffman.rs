//! LZSS whose symbols are coded by an adaptive Huffman tree: classic LZHUF
//! (`01-containers.md` 4.6). No shipped file uses it.

use super::window::{MIN_MATCH, RING, Window};
use crate::error::Result;

const MAX_MATCH: usize = 60;
const FIRST_WRITE: usize = RING - MAX_MATCH;

/// 256 literals, then the match lengths 3 to 60.
const SYMBOLS: usize = 256 + MAX_MATCH - MIN_MATCH + 1;
const NODES: usize = 2 * SYMBOLS - 1;
const ROOT: usize = NODES - 1;
/// Weight of the root at which all weights are halved.
const MAX_WEIGHT: u32 = 0x8000;

/// More output bytes than this one packed byte cannot give: a match of 60 takes ten bits.
pub(super) const MAX_EXPANSION: u64 = 48;

/// Unpacks exactly `size` bytes; also gives how many packed bytes they took.
pub(super) fn decode(packed: &[u8], size: usize) -> Result<(Vec<u8>, usize)> {
    let mut bits = Bits { packed, taken: 0 };
    let mut tree = Tree::new();
    let codes = position_codes();
    let mut window = Window::new(FIRST_WRITE, size);
    while !window.is_full() {
        let symbol = window.need(tree.decode(&mut bits))?;
        if let Ok(literal) = u8::try_from(symbol) {
            window.push(literal);
        } else {
            let position = window.need(decode_position(&codes, &mut bits))?;
            window.copy_back(position + 1, symbol - 256 + MIN_MATCH);
        }
    }
    Ok((window.into_output(), bits.taken.div_ceil(8)))
}

/// Bits of each byte, most significant first.
struct Bits<'a> {
    packed: &'a [u8],
    taken: usize,
}

impl Bits<'_> {
    fn next(&mut self) -> Option<usize> {
        let byte = self.packed.get(self.taken / 8)?;
        let bit = byte >> (7 - self.taken % 8) & 1;
        self.taken += 1;
        Some(usize::from(bit))
    }

    /// The next `count` bits shifted into `value` from the right.
    fn shift_into(&mut self, value: usize, count: u32) -> Option<usize> {
        (0..count).try_fold(value, |value, _| Some(value << 1 | self.next()?))
    }
}

/// The tree. Nodes stand in order of their weight, the two children of a node side by side.
struct Tree {
    weight: [u32; NODES],
    /// Number of the first child, or [`NODES`] plus the symbol of a leaf.
    child: [usize; NODES],
    /// Parent of a node; from [`NODES`] on, the leaf of a symbol.
    parent: [usize; NODES + SYMBOLS],
}

impl Tree {
    fn new() -> Self {
        let mut tree = Self {
            weight: [0; NODES],
            child: [0; NODES],
            parent: [0; NODES + SYMBOLS],
        };
        for symbol in 0..SYMBOLS {
            tree.weight[symbol] = 1;
            tree.set_child(symbol, NODES + symbol);
        }
        for (node, first) in (SYMBOLS..NODES).zip((0..).step_by(2)) {
            tree.weight[node] = tree.weight[first] + tree.weight[first + 1];
            tree.set_child(node, first);
        }
        tree
    }

    /// The symbol whose code comes next, `None` if the bits end before it does.
    fn decode(&mut self, bits: &mut Bits<'_>) -> Option<usize> {
        let mut child = self.child[ROOT];
        while child < NODES {
            child = self.child[child + bits.next()?];
        }
        let symbol = child - NODES;
        self.count(symbol);
        Some(symbol)
    }

    /// Adds one to the weight of a symbol and of all nodes above, keeping the order.
    fn count(&mut self, symbol: usize) {
        if self.weight[ROOT] >= MAX_WEIGHT {
            self.rebuild();
        }
        let mut node = self.parent[NODES + symbol];
        loop {
            self.weight[node] += 1;
            node = self.move_up(node);
            if node == ROOT {
                return;
            }
            node = self.parent[node];
        }
    }

    /// Exchanges a node with the last one that is now lighter; gives its new number.
    fn move_up(&mut self, node: usize) -> usize {
        let weight = self.weight[node];
        let lighter = self.weight[node + 1..].iter();
        let last = node + lighter.take_while(|w| **w < weight).count();
        if last > node {
            self.weight.swap(node, last);
            let (lower, upper) = (self.child[node], self.child[last]);
            self.set_child(last, lower);
            self.set_child(node, upper);
        }
        last
    }

    fn set_child(&mut self, node: usize, child: usize) {
        self.child[node] = child;
        self.parent[child] = node;
        if child < NODES {
            self.parent[child + 1] = node;
        }
    }

    /// Halves the weights of the leaves, rounding up, and builds the nodes above anew.
    fn rebuild(&mut self) {
        let leaves = (0..NODES).filter(|node| self.child[*node] >= NODES);
        let mut nodes: Vec<(u32, usize)> = leaves
            .map(|node| (self.weight[node].div_ceil(2), self.child[node]))
            .collect();
        for first in (0..NODES - 1).step_by(2) {
            let weight = nodes[first].0 + nodes[first + 1].0;
            // After all nodes that are not heavier.
            let place = first + 2 + nodes[first + 2..].partition_point(|(w, _)| *w <= weight);
            nodes.insert(place, (weight, first));
        }
        for (node, (weight, child)) in nodes.into_iter().enumerate() {
            self.weight[node] = weight;
            self.set_child(node, child);
        }
    }
}

/// Upper six bits of a position and the length of their code, by the next eight bits.
fn position_codes() -> [(u8, u32); 256] {
    /// How many codes of each length, and how many entries each of them fills.
    const RUNS: [(usize, usize, u32); 6] = [
        (1, 32, 3),
        (3, 16, 4),
        (8, 8, 5),
        (12, 4, 6),
        (24, 2, 7),
        (16, 1, 8),
    ];
    let mut table = [(0, 0); 256];
    let runs = RUNS
        .into_iter()
        .flat_map(|(codes, entries, length)| std::iter::repeat_n((entries, length), codes));
    let codes = (0..).zip(runs);
    let filled =
        codes.flat_map(|(code, (entries, length))| std::iter::repeat_n((code, length), entries));
    for (slot, entry) in table.iter_mut().zip(filled) {
        *slot = entry;
    }
    table
}

/// How far back a match lies, less one.
fn decode_position(codes: &[(u8, u32); 256], bits: &mut Bits<'_>) -> Option<usize> {
    let head = bits.shift_into(0, 8)?;
    let (upper, length) = codes[head];
    let low = bits.shift_into(head, length - 2)?;
    Some(usize::from(upper) << 6 | low & 0x3F)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_streams_of_the_specification_unpack() {
        let packed = [0xE6, 0xF3, 0xB9, 0xF2, 0x60, 0x20];
        assert_eq!(decode(&packed, 13).unwrap(), (b"ABCABCABCABCA".to_vec(), 6));
        let packed = [0xEE, 0x7B, 0x7F, 0xDF, 0x7C, 0x4F, 0xD6, 0xB2, 0x3C, 0x0C];
        assert_eq!(decode(&packed, 13).unwrap().0, b"Parkan Parkan");
    }

    #[test]
    fn a_stream_that_ends_early_is_truncated() {
        let error = decode(&[0xE6, 0xF3], 13).unwrap_err();
        assert_eq!(error.kind, crate::ErrorKind::Truncated);
    }

    #[test]
    fn position_codes_fill_their_runs() {
        let codes = position_codes();
        assert_eq!((codes[0], codes[31], codes[32]), ((0, 3), (0, 3), (1, 4)));
        assert_eq!((codes[80], codes[144]), ((4, 5), (12, 6)));
        assert_eq!(
            (codes[192], codes[240], codes[255]),
            ((24, 7), (48, 8), (63, 8))
        );
        let total = |length| codes.iter().filter(|(_, l)| *l == length).count();
        assert_eq!([3, 4, 5, 6, 7, 8].map(total), [32, 48, 64, 48, 48, 16]);
    }
}
