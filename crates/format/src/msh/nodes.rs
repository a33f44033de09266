//! Type 1: nodes and slot selection.

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

    /// Slot for a state and level, if the node has one.
    #[must_use]
    pub fn slot(&self, state: State, lod: Lod) -> Option<usize> {
        let slot = self.slot_index[state.get() * Lod::COUNT + lod.get()];
        (slot != 0xFFFF).then_some(usize::from(slot))
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
