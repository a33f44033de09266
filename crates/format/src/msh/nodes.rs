//! Type 1: nodes and slot selection.

use crate::error::Result;
use crate::reader::{Reader, WriteLe};
use crate::record::Record;

/// Bits of [`Node38::hdr0`] (`02b-msh-facts.md` 3.1).
pub mod node_flags {
    /// Interior (room) node.
    pub const INTERIOR: u16 = 0x0001;
    /// Root of a building cell; as a child it is left out of the helper walk of a segment query.
    pub const CELL_ROOT: u16 = 0x0004;
    /// Stops the descent to children in a segment query.
    pub const NO_DESCENT: u16 = 0x0010;
    /// Cockpit, drawn only from inside: never by this viewer.
    pub const COCKPIT: u16 = 0x0020;
}

/// Damage state, 0 (intact) to 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct State(u8);

impl State {
    /// Number of states.
    pub const COUNT: usize = 3;

    /// The state with this number, if there is one.
    #[must_use]
    pub const fn new(value: u8) -> Option<Self> {
        if (value as usize) < Self::COUNT {
            Some(Self(value))
        } else {
            None
        }
    }

    /// Its number.
    #[must_use]
    pub const fn get(self) -> usize {
        self.0 as usize
    }
}

/// Level of detail, 0 (finest) to 4 (not a level: what the own unit shows from inside).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Lod(u8);

impl Lod {
    /// Number of columns.
    pub const COUNT: usize = 5;

    /// The level with this number, if there is one.
    #[must_use]
    pub const fn new(value: u8) -> Option<Self> {
        if (value as usize) < Self::COUNT {
            Some(Self(value))
        } else {
            None
        }
    }

    /// Its number.
    #[must_use]
    pub const fn get(self) -> usize {
        self.0 as usize
    }
}

/// A type-1 record, 38 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node38 {
    /// Flag bits, see [`node_flags`].
    pub hdr0: u16,
    /// Parent node, 0xFFFF = root; must be smaller than the own index.
    pub parent_or_link: u16,
    /// First word of this node's block in type 19, 0xFFFF = none.
    pub anim_map_start: u16,
    /// Index into type 8.
    pub fallback_key: u16,
    /// `[state * 5 + lod]`, 0xFFFF = no geometry.
    pub slot_index: [u16; 15],
}

impl Node38 {
    /// Parent node.
    #[must_use]
    pub fn parent(&self) -> Option<usize> {
        (self.parent_or_link != 0xFFFF).then_some(usize::from(self.parent_or_link))
    }

    /// First word of the node's block in type 19.
    #[must_use]
    pub fn map_start(&self) -> Option<usize> {
        (self.anim_map_start != 0xFFFF).then_some(usize::from(self.anim_map_start))
    }

    /// Slot for a state and level, if the node has one. The number is as stored and may lie
    /// outside the slot table; [`super::Msh::slot`] checks it.
    #[must_use]
    pub fn slot(&self, state: State, lod: Lod) -> Option<usize> {
        // At most 2 * 5 + 4 = 14: both types exist only below their count.
        let slot = self.slot_index[state.get() * Lod::COUNT + lod.get()];
        (slot != 0xFFFF).then_some(usize::from(slot))
    }
}

impl Default for Node38 {
    /// A root without geometry and animation whose fallback is key 0.
    fn default() -> Self {
        Self {
            hdr0: 0,
            parent_or_link: 0xFFFF,
            anim_map_start: 0xFFFF,
            fallback_key: 0,
            slot_index: [0xFFFF; 15],
        }
    }
}

impl Record for Node38 {
    const SIZE: usize = 38;

    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            hdr0: reader.u16()?,
            parent_or_link: reader.u16()?,
            anim_map_start: reader.u16()?,
            fallback_key: reader.u16()?,
            slot_index: Record::read(reader)?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_u16(self.hdr0);
        out.put_u16(self.parent_or_link);
        out.put_u16(self.anim_map_start);
        out.put_u16(self.fallback_key);
        self.slot_index.write(out);
    }
}

/// Type 1 in one of its two layouts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Nodes {
    /// The usual records.
    Node38(Vec<Node38>),
    /// The 24-byte records of one shipped file (`02b-msh-facts.md` 10): kept raw, no node rules.
    Raw24(Vec<[u8; 24]>),
}

impl Nodes {
    /// Number of records.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Node38(nodes) => nodes.len(),
            Self::Raw24(nodes) => nodes.len(),
        }
    }

    /// True without records.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The usual records; empty for the 24-byte layout.
    #[must_use]
    pub fn as_slice(&self) -> &[Node38] {
        match self {
            Self::Node38(nodes) => nodes,
            Self::Raw24(_) => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{read_table, table_bytes};

    /// Node 1 of the worked example, `02b-msh-facts.md` 12.
    fn node1_bytes() -> Vec<u8> {
        let mut bytes = vec![0xD1, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x01, 0x00];
        bytes.resize(38, 0xFF);
        bytes
    }

    #[test]
    fn slots_are_chosen_by_state_times_five_plus_lod() {
        let mut bytes = node1_bytes();
        bytes[8 + 2 * (2 * 5 + 3)] = 7;
        bytes[9 + 2 * (2 * 5 + 3)] = 0;
        let node = read_table::<Node38>(&bytes).unwrap()[0];
        let at = |state, lod| node.slot(State::new(state).unwrap(), Lod::new(lod).unwrap());
        assert_eq!(at(0, 0), Some(1));
        assert_eq!(at(2, 3), Some(7));
        assert_eq!(at(1, 0), None);
    }

    #[test]
    fn a_node_is_written_as_read() {
        let node = read_table::<Node38>(&node1_bytes()).unwrap()[0];
        assert_eq!(node.hdr0, 0xD1);
        assert_eq!(node.parent(), Some(0));
        assert_eq!(node.map_start(), Some(0));
        assert_eq!(node.fallback_key, 2);
        assert_eq!(table_bytes(&[node]), node1_bytes());
    }

    #[test]
    fn all_ones_mean_no_parent_and_no_map() {
        let node = Node38::default();
        assert_eq!((node.parent(), node.map_start()), (None, None));
    }

    #[test]
    fn there_are_three_states_and_five_levels() {
        assert_eq!(State::new(2).map(State::get), Some(2));
        assert_eq!(State::new(3), None);
        assert_eq!(Lod::new(4).map(Lod::get), Some(4));
        assert_eq!(Lod::new(5), None);
    }
}
