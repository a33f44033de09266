//! Authoring a model: typed values in, the streams of a shipped file out.
//!
//! Spec: `02b-msh-facts.md` 1.1 to 1.4.

use super::labels::label_bytes;
use super::{
    Batch20, FrameMap, HallWay, Key24, LightRecord, ModelHeader, Msh, Node38, Slot68,
    TriangleDescriptor, stream,
};
use crate::error::{Error, Result, Warnings};
use crate::nres::{EntryType, NresBuilder};
use crate::reader::len_u32;
use crate::record::{Record, table_bytes};
use crate::text::FixedStr;

/// Bytes per vertex of type 15, whose meaning is not known.
const AUX15_SIZE: usize = 8;

/// What a model is made of. The defaults make every optional part empty.
#[derive(Debug, Clone, PartialEq)]
pub struct MshParts {
    /// Name of every entry of the container, 1 to 35 bytes; not read by the game.
    pub name: String,
    /// Type 1.
    pub nodes: Vec<Node38>,
    /// First 0x8C bytes of type 2.
    pub header: ModelHeader,
    /// Rest of type 2.
    pub slots: Vec<Slot68>,
    /// Type 3.
    pub positions: Vec<[f32; 3]>,
    /// Type 4, one per position: x, y, z times 127 and 0.
    pub normals: Vec<[i8; 4]>,
    /// Type 5, one per position, times 1024.
    pub uv0: Vec<[u16; 2]>,
    /// Type 18, one per position, times 1024: makes a lightmapped model.
    pub uv1: Option<Vec<[u16; 2]>>,
    /// Type 6; relative to the `base_vertex` of the batch.
    pub indices: Vec<u16>,
    /// Type 13; tiling type 6 in order.
    pub batches: Vec<Batch20>,
    /// Type 7; one per triangle of type 6, or empty.
    pub descriptors: Vec<TriangleDescriptor>,
    /// Type 8, grouped by node; every node needs its fallback key.
    pub keys: Vec<Key24>,
    /// Type 19.
    pub frame_map: FrameMap,
    /// Type 9, one per node.
    pub node_names: Vec<FixedStr<32>>,
    /// Type 10, one CP1251 text per node, empty = none.
    pub labels: Vec<Vec<u8>>,
    /// Type 17.
    pub hall_way: HallWay,
    /// Type 20; written in a lightmapped model.
    pub lights: Vec<LightRecord>,
}

impl MshParts {
    /// Parts without content whose entries have this name.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            nodes: Vec::new(),
            header: ModelHeader::around_box([0.0; 3], [0.0; 3]),
            slots: Vec::new(),
            positions: Vec::new(),
            normals: Vec::new(),
            uv0: Vec::new(),
            uv1: None,
            indices: Vec::new(),
            batches: Vec::new(),
            descriptors: Vec::new(),
            keys: Vec::new(),
            frame_map: FrameMap::default(),
            node_names: Vec::new(),
            labels: Vec::new(),
            hall_way: HallWay::default(),
            lights: Vec::new(),
        }
    }

    /// The bytes of the model: the 14 streams of most shipped models, or the 16 of lightmapped
    /// ones when there is a `uv1`.
    ///
    /// # Errors
    /// A name, label or table that the format cannot hold; tables per node or per vertex of
    /// different lengths; lights without `uv1`; whatever [`Msh::parse`] refuses.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.check_lengths()?;
        let mut writer = Writer::new(&self.name);
        writer.table(stream::NODES, Node38::SIZE, &self.nodes)?;
        writer.slots(&self.header, &self.slots)?;
        writer.table(stream::POSITIONS, 12, &self.positions)?;
        writer.table(stream::NORMALS, 4, &self.normals)?;
        writer.table(stream::UV0, 4, &self.uv0)?;
        if let Some(uv1) = &self.uv1 {
            writer.table(stream::UV1, 4, uv1)?;
        }
        let aux = vec![[0u8; AUX15_SIZE]; self.positions.len()];
        writer.table(stream::AUX15, AUX15_SIZE, &aux)?;
        writer.table(stream::BATCHES, Batch20::SIZE, &self.batches)?;
        writer.table(stream::INDICES, 2, &self.indices)?;
        writer.table(
            stream::DESCRIPTORS,
            TriangleDescriptor::SIZE,
            &self.descriptors,
        )?;
        // attr3 of type 8 is 4 in every shipped file.
        writer.table(stream::KEYS, 4, &self.keys)?;
        writer.frame_map(&self.frame_map)?;
        writer.table(stream::NODE_NAMES, 32, &self.node_names)?;
        writer.labels(&self.labels)?;
        writer.hall_way(&self.hall_way)?;
        if self.uv1.is_some() {
            writer.table(stream::LIGHTS, LightRecord::SIZE, &self.lights)?;
        }
        let bytes = writer.nres.to_bytes()?;
        Msh::parse(&bytes, &mut Warnings::new())?;
        Ok(bytes)
    }

    fn check_lengths(&self) -> Result<()> {
        let (nodes, vertices) = (self.nodes.len(), self.positions.len());
        let mut tables = vec![
            ("normals", self.normals.len(), "positions", vertices),
            ("uv0", self.uv0.len(), "positions", vertices),
            ("node_names", self.node_names.len(), "nodes", nodes),
            ("labels", self.labels.len(), "nodes", nodes),
        ];
        if self.uv1.is_none() {
            tables.push(("lights", self.lights.len(), "uv1", 0));
        }
        for (table, len, owner, wanted) in tables {
            if len != wanted {
                let rule = format!("{len} {table} for {wanted} {owner}");
                return Err(Error::bad_value(rule));
            }
        }
        Ok(())
    }
}

/// Appends streams with the attributes of `02b-msh-facts.md` 1.1.
struct Writer<'a> {
    name: &'a str,
    nres: NresBuilder,
}

impl<'a> Writer<'a> {
    fn new(name: &'a str) -> Self {
        Self {
            name,
            nres: NresBuilder::new(),
        }
    }

    fn add(&mut self, kind: u32, attr: [usize; 3], payload: Vec<u8>) -> Result<()> {
        let [attr1, attr2, attr3] = attr;
        let attr = [
            len_u32(attr1, "records")?,
            len_u32(attr2, "records")?,
            len_u32(attr3, "bytes")?,
        ];
        self.nres.add(EntryType(kind), attr, self.name, payload)
    }

    fn table<T: Record>(&mut self, kind: u32, size_word: usize, records: &[T]) -> Result<()> {
        self.add(kind, [records.len(), 0, size_word], table_bytes(records))
    }

    fn slots(&mut self, header: &ModelHeader, slots: &[Slot68]) -> Result<()> {
        let mut payload = Vec::new();
        header.write(&mut payload);
        payload.extend(table_bytes(slots));
        self.add(stream::SLOTS, [slots.len(), 0, Slot68::SIZE], payload)
    }

    fn frame_map(&mut self, map: &FrameMap) -> Result<()> {
        let attr = [map.words.len(), map.frame_count as usize, 2];
        self.add(stream::FRAME_MAP, attr, table_bytes(&map.words))
    }

    fn labels(&mut self, labels: &[Vec<u8>]) -> Result<()> {
        self.add(stream::LABELS, [labels.len(), 0, 0], label_bytes(labels)?)
    }

    fn hall_way(&mut self, hall_way: &HallWay) -> Result<()> {
        let HallWay { vertices, links } = hall_way;
        let mut payload = table_bytes(vertices);
        payload.extend(table_bytes(links));
        self.add(stream::HALL_WAY, [vertices.len(), links.len(), 0], payload)
    }
}
