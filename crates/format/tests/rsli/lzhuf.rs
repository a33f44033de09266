//! An adaptive Huffman and LZSS encoder that shares nothing with the reader: its tree is made of
//! linked nodes whose order is a list, codes are found by walking up, positions are coded by a
//! table of code strings.

use std::collections::VecDeque;

const LEAVES: usize = 314;

enum Kind {
    Leaf(usize),
    Pair(usize, usize),
}

struct Node {
    weight: u64,
    kind: Kind,
    parent: Option<usize>,
}

/// Nodes by identity, and their order by weight: neighbours 2k and 2k+1 are siblings.
struct Tree {
    nodes: Vec<Node>,
    order: Vec<usize>,
    leaf_of: Vec<usize>,
}

impl Tree {
    fn new() -> Self {
        Self::of_leaves((0..LEAVES).map(|symbol| (1, symbol)).collect())
    }

    /// Joins the two lightest nodes until one is left; a new node stands after its equals.
    fn of_leaves(leaves: Vec<(u64, usize)>) -> Self {
        let mut leaf_of = vec![0; LEAVES];
        let mut nodes: Vec<Node> = Vec::new();
        let mut waiting = VecDeque::new();
        for (weight, symbol) in leaves {
            leaf_of[symbol] = nodes.len();
            waiting.push_back(nodes.len());
            let kind = Kind::Leaf(symbol);
            nodes.push(Node {
                weight,
                kind,
                parent: None,
            });
        }
        let mut order = Vec::new();
        while let (Some(a), Some(b)) = (waiting.pop_front(), waiting.pop_front()) {
            order.extend([a, b]);
            let id = nodes.len();
            let weight = nodes[a].weight + nodes[b].weight;
            nodes.push(Node {
                weight,
                kind: Kind::Pair(a, b),
                parent: None,
            });
            nodes[a].parent = Some(id);
            nodes[b].parent = Some(id);
            let place = waiting.iter().position(|n| nodes[*n].weight > weight);
            waiting.insert(place.unwrap_or(waiting.len()), id);
        }
        order.push(nodes.len() - 1);
        Self {
            nodes,
            order,
            leaf_of,
        }
    }

    fn place(&self, id: usize) -> usize {
        self.order.iter().position(|n| *n == id).unwrap()
    }

    /// The bits of a symbol; then it counts one more.
    fn code(&mut self, symbol: usize) -> Vec<bool> {
        let mut bits = Vec::new();
        let mut id = self.leaf_of[symbol];
        while let Some(parent) = self.nodes[id].parent {
            let Kind::Pair(_, second) = self.nodes[parent].kind else {
                unreachable!("a parent is a pair");
            };
            bits.push(second == id);
            id = parent;
        }
        bits.reverse();
        self.count(symbol);
        bits
    }

    fn count(&mut self, symbol: usize) {
        let root = *self.order.last().unwrap();
        if self.nodes[root].weight == 0x8000 {
            let leaves = self
                .order
                .iter()
                .filter_map(|id| match self.nodes[*id].kind {
                    Kind::Leaf(symbol) => Some((self.nodes[*id].weight.div_ceil(2), symbol)),
                    Kind::Pair(..) => None,
                });
            *self = Self::of_leaves(leaves.collect());
        }
        let mut next = Some(self.leaf_of[symbol]);
        while let Some(id) = next {
            // The block leader of the same weight moves down, this node up.
            let leader = self
                .order
                .iter()
                .rev()
                .find(|n| self.nodes[**n].weight == self.nodes[id].weight);
            let leader = *leader.unwrap();
            if leader != id {
                self.exchange(id, leader);
            }
            self.nodes[id].weight += 1;
            next = self.nodes[id].parent;
        }
    }

    /// Exchanges two subtrees.
    fn exchange(&mut self, a: usize, b: usize) {
        let (place_a, place_b) = (self.place(a), self.place(b));
        self.order.swap(place_a, place_b);
        let (parent_a, parent_b) = (self.nodes[a].parent, self.nodes[b].parent);
        self.nodes[a].parent = parent_b;
        self.nodes[b].parent = parent_a;
        if parent_a == parent_b {
            if let Kind::Pair(first, second) = &mut self.nodes[parent_a.unwrap()].kind {
                std::mem::swap(first, second);
            }
            return;
        }
        for (parent, old, new) in [(parent_a, a, b), (parent_b, b, a)] {
            if let Kind::Pair(first, second) = &mut self.nodes[parent.unwrap()].kind {
                if *first == old {
                    *first = new;
                } else {
                    *second = new;
                }
            }
        }
    }
}

/// The bits of the upper six bits of a position: canonical codes by length.
fn upper_code(upper: usize) -> Vec<bool> {
    let lengths = [(1, 3), (3, 4), (8, 5), (12, 6), (24, 7), (16, 8)];
    let mut code = 0;
    let mut symbol = 0;
    for (count, length) in lengths {
        for _ in 0..count {
            if symbol == upper {
                return bits_of(code >> (8 - length), length);
            }
            code += 1 << (8 - length);
            symbol += 1;
        }
    }
    unreachable!("six bits");
}

fn bits_of(value: usize, count: usize) -> Vec<bool> {
    (0..count).rev().map(|bit| value >> bit & 1 == 1).collect()
}

/// Packs `data`: at each place the nearest of the longest matches in the last 4,096 bytes, of
/// which there are spaces before the first.
pub(crate) fn encode(data: &[u8]) -> Vec<u8> {
    let mut tree = Tree::new();
    let mut bits = Vec::new();
    let history = 4096;
    let text = [vec![b' '; history], data.to_vec()].concat();
    let mut at = history;
    while at < text.len() {
        let length_back = |back: usize| {
            let pairs = text[at - back..].iter().zip(&text[at..]);
            pairs.take(60).take_while(|(a, b)| a == b).count()
        };
        // All distances for short data, some for long.
        let farthest = if data.len() < 10_000 { 4096 } else { 64 };
        let best = (1..=farthest)
            .map(|back| (length_back(back), back))
            .max_by_key(|(length, back)| (*length, usize::MAX - back))
            .unwrap();
        if best.0 < 3 {
            bits.extend(tree.code(usize::from(text[at])));
            at += 1;
            continue;
        }
        let (length, back) = best;
        bits.extend(tree.code(length + 253));
        bits.extend(upper_code((back - 1) >> 6));
        bits.extend(bits_of((back - 1) & 0x3F, 6));
        at += length;
    }
    let byte = |bits: &[bool]| {
        let set = bits.iter().enumerate().filter(|(_, bit)| **bit);
        set.fold(0, |byte, (index, _)| byte | 0x80_u8 >> index)
    };
    bits.chunks(8).map(byte).collect()
}
