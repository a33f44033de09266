//! Models (`*.msh`): an NRes image whose entries are numbered streams.
//!
//! Spec: `02-msh.md` (normative), `02b-msh-facts.md`. [`Msh::parse`] reads and validates,
//! [`Msh::to_bytes`] gives the same bytes back, [`MshParts`] authors new models.

mod animation;
mod batches;
mod descriptors;
mod labels;
mod nodes;
mod parse;
mod rewrite;
mod slots;
mod streams;
mod validate;
mod writer;

pub use animation::{FrameMap, Key24};
pub use batches::{Batch20, batch_flags};
pub use descriptors::{TriangleDescriptor, triangle_flags};
pub use labels::{HallLink, HallVertex, HallWay, LightRecord};
pub use nodes::{Lod, Node38, Nodes, State, node_flags};
pub use slots::{ModelHeader, Slot68};
pub use writer::MshParts;

use crate::nres::{Entry, EntryType};
use crate::text::{self, FixedStr};

/// Numeric types of the streams of a model.
pub mod stream {
    /// Nodes and slot selection.
    pub const NODES: u32 = 1;
    /// Header of 0x8C bytes, then slots.
    pub const SLOTS: u32 = 2;
    /// Positions.
    pub const POSITIONS: u32 = 3;
    /// Normals.
    pub const NORMALS: u32 = 4;
    /// Primary texture coordinates.
    pub const UV0: u32 = 5;
    /// Indices.
    pub const INDICES: u32 = 6;
    /// Triangle descriptors.
    pub const DESCRIPTORS: u32 = 7;
    /// Animation keys.
    pub const KEYS: u32 = 8;
    /// Node names of 32 bytes each.
    pub const NODE_NAMES: u32 = 9;
    /// Node labels of variable length.
    pub const LABELS: u32 = 10;
    /// Draw ranges.
    pub const BATCHES: u32 = 13;
    /// Auxiliary, 8 bytes per vertex.
    pub const AUX15: u32 = 15;
    /// Optional vertex colours.
    pub const COLOURS: u32 = 16;
    /// Hall way: graph of doors and docks.
    pub const HALL_WAY: u32 = 17;
    /// Secondary (lightmap) texture coordinates.
    pub const UV1: u32 = 18;
    /// Frame map.
    pub const FRAME_MAP: u32 = 19;
    /// Light records.
    pub const LIGHTS: u32 = 20;

    /// What the stream with this number holds, in a word or two.
    #[must_use]
    pub const fn name(kind: u32) -> Option<&'static str> {
        Some(match kind {
            NODES => "nodes",
            SLOTS => "slots",
            POSITIONS => "positions",
            NORMALS => "normals",
            UV0 => "uv0",
            INDICES => "indices",
            DESCRIPTORS => "triangle descriptors",
            KEYS => "animation keys",
            NODE_NAMES => "node names",
            LABELS => "labels",
            BATCHES => "batches",
            AUX15 => "auxiliary",
            COLOURS => "colours",
            HALL_WAY => "hall way",
            UV1 => "uv1",
            FRAME_MAP => "frame map",
            LIGHTS => "lights",
            _ => return None,
        })
    }
}

/// One entry of the model's container: what a rewrite needs beside the typed streams.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamEntry {
    /// Stream number.
    pub kind: EntryType,
    /// Attribute words as stored.
    pub attr: [u32; 3],
    /// Entry name with its tail.
    pub name: FixedStr<36>,
    /// Payload as stored.
    pub payload: Vec<u8>,
}

/// A validated model. All coordinates are node-local, Z up, +Y forward, right-handed.
///
/// Of the index rules these always hold: batch ranges lie in type 6, their vertices in type 3,
/// slots' batches in type 13, and types 4, 5 and 18 have a record for every vertex. Parents,
/// fallback keys, map words, triangle ranges and the slots of nodes may be wrong in a model that
/// can still be drawn; the reader warns of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Msh {
    /// Every entry of the container in file order, payloads as stored.
    pub streams: Vec<StreamEntry>,
    /// Type 1.
    pub nodes: Nodes,
    /// First 0x8C bytes of type 2.
    pub header: ModelHeader,
    /// Rest of type 2.
    pub slots: Vec<Slot68>,
    /// Type 3.
    pub positions: Vec<[f32; 3]>,
    /// Type 4: x, y, z, pad; a component is `clamp(byte / 127, -1, 1)`.
    pub normals: Option<Vec<[i8; 4]>>,
    /// Type 5: `value / 1024`.
    pub uv0: Option<Vec<[u16; 2]>>,
    /// Type 18: `value / 1024`.
    pub uv1: Option<Vec<[u16; 2]>>,
    /// Type 6.
    pub indices: Vec<u16>,
    /// Type 13.
    pub batches: Vec<Batch20>,
    /// Type 7.
    pub descriptors: Option<Vec<TriangleDescriptor>>,
    /// Type 8.
    pub keys: Vec<Key24>,
    /// Type 19.
    pub frame_map: Option<FrameMap>,
    /// Type 9, when it has 32 bytes per node.
    pub node_names: Option<Vec<FixedStr<32>>>,
    /// Type 10, raw CP1251 text per node, empty = none.
    pub labels: Option<Vec<Vec<u8>>>,
    /// Type 17.
    pub hall_way: Option<HallWay>,
    /// Type 20, when it has whole records.
    pub lights: Option<Vec<LightRecord>>,
    /// A type 16 stream exists; its payload is kept, not decoded.
    pub type16_present: bool,
    /// Where the streams lie in the container.
    placement: Placement,
}

/// Where the container keeps its payloads: what a rewrite needs beside [`StreamEntry`].
#[derive(Debug, Clone, PartialEq, Eq)]
struct Placement {
    /// Directory as stored.
    directory: Vec<Entry>,
    /// Bytes between header and directory, with padding and gaps.
    region: Vec<u8>,
}

impl Msh {
    /// What to call a node: its name of type 9, else its label, else `node <index>`.
    #[must_use]
    pub fn node_name(&self, index: usize) -> String {
        let name = self.node_names.as_ref().and_then(|names| names.get(index));
        let label = self.labels.as_ref().and_then(|labels| labels.get(index));
        let name = name.map(FixedStr::as_bytes).filter(|n| !n.is_empty());
        let label = label.map(Vec::as_slice).filter(|l| !l.is_empty());
        match name.or(label) {
            Some(bytes) => text::decode(bytes),
            None => format!("node {index}"),
        }
    }

    /// Index of the slot that a node shows in this state and level. `None` without geometry and
    /// for a slot number outside type 2.
    #[must_use]
    pub fn slot(&self, node: usize, state: State, lod: Lod) -> Option<usize> {
        let slot = self.nodes.as_slice().get(node)?.slot(state, lod)?;
        (slot < self.slots.len()).then_some(slot)
    }
}
