//! Writing a model that was read: every stream where it was.

use super::labels::read_labels;
use super::streams::label;
use super::{Msh, Nodes, Placement, StreamEntry, stream};
use crate::error::{Error, Result};
use crate::nres::{Entry, Layout};
use crate::reader::Reader;
use crate::record::{Record, table_bytes};

impl Msh {
    /// The container with every stream where it was read. It holds [`Msh::streams`], whose
    /// payloads may be exchanged for others of the same size. A typed field must go on saying
    /// what its stream says, so that no change of one of them is lost; [`super::MshParts`] makes
    /// other models.
    ///
    /// # Errors
    /// `BadValue` if the number of streams or the size of a payload was changed, or if a field
    /// and its stream differ.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let Placement { directory, region } = &self.placement;
        if self.streams.len() != directory.len() {
            return Err(Error::bad_value(format!(
                "{} streams, the container was read with {}",
                self.streams.len(),
                directory.len()
            )));
        }
        self.check_fields()?;
        let entry = |(stream, stored): (&StreamEntry, &Entry)| Entry {
            kind: stream.kind,
            attr: stream.attr,
            name: stream.name,
            ..stored.clone()
        };
        let layout = Layout {
            entries: self.streams.iter().zip(directory).map(entry).collect(),
            payloads: self.streams.iter().map(|s| s.payload.clone()).collect(),
            region: region.clone(),
        };
        layout.to_bytes()
    }

    fn check_fields(&self) -> Result<()> {
        let differ = |kind| {
            let rule = "the field and its stream differ; MshParts makes another model";
            Err(Error::bad_value(rule).in_stream(label(kind)))
        };
        for (kind, field) in self.tables() {
            let stored = self.stream(kind).map(|s| &s.payload);
            // The reader leaves these out if their size is wrong.
            let is_unused = field.is_none()
                && matches!(kind, stream::NODE_NAMES | stream::HALL_WAY | stream::LIGHTS);
            if field.as_ref() != stored && !is_unused {
                return differ(kind);
            }
        }
        if !self.labels_agree() {
            return differ(stream::LABELS);
        }
        if let Some(map) = &self.frame_map
            && self.attr(stream::FRAME_MAP)[1] != map.frame_count
        {
            return differ(stream::FRAME_MAP);
        }
        if let Some(hall_way) = &self.hall_way {
            let [vertices, links, _] = self.attr(stream::HALL_WAY).map(|count| count as usize);
            if (vertices, links) != (hall_way.vertices.len(), hall_way.links.len()) {
                return differ(stream::HALL_WAY);
            }
        }
        if self.type16_present != self.stream(stream::COLOURS).is_some() {
            return differ(stream::COLOURS);
        }
        Ok(())
    }

    /// What the fields say their streams hold; `None` for a field without a value.
    fn tables(&self) -> [(u32, Option<Vec<u8>>); 14] {
        let nodes = match &self.nodes {
            Nodes::Node38(nodes) => table_bytes(nodes),
            Nodes::Raw24(nodes) => table_bytes(nodes),
        };
        let mut slots = table_bytes(&[self.header]);
        slots.extend(table_bytes(&self.slots));
        // Without the stream there are no keys either.
        let has_keys = !self.keys.is_empty() || self.stream(stream::KEYS).is_some();
        let words = self.frame_map.as_ref().map(|map| table_bytes(&map.words));
        let hall_way = self.hall_way.as_ref().map(|hall_way| {
            let mut bytes = table_bytes(&hall_way.vertices);
            bytes.extend(table_bytes(&hall_way.links));
            bytes
        });
        [
            (stream::NODES, Some(nodes)),
            (stream::SLOTS, Some(slots)),
            (stream::POSITIONS, Some(table_bytes(&self.positions))),
            (stream::NORMALS, optional_bytes(self.normals.as_ref())),
            (stream::UV0, optional_bytes(self.uv0.as_ref())),
            (stream::UV1, optional_bytes(self.uv1.as_ref())),
            (stream::INDICES, Some(table_bytes(&self.indices))),
            (
                stream::DESCRIPTORS,
                optional_bytes(self.descriptors.as_ref()),
            ),
            (stream::BATCHES, Some(table_bytes(&self.batches))),
            (stream::KEYS, has_keys.then(|| table_bytes(&self.keys))),
            (stream::FRAME_MAP, words),
            (stream::NODE_NAMES, optional_bytes(self.node_names.as_ref())),
            (stream::HALL_WAY, hall_way),
            (stream::LIGHTS, optional_bytes(self.lights.as_ref())),
        ]
    }

    /// A label may lack its NUL and a tail may follow, so that these are read again.
    fn labels_agree(&self) -> bool {
        match (&self.labels, self.stream(stream::LABELS)) {
            (Some(labels), Some(stream)) => {
                let stored = read_labels(&mut Reader::new(&stream.payload), self.nodes.len());
                stored.is_ok_and(|(stored, _)| stored == *labels)
            }
            (Some(_), None) => false,
            // 24-byte nodes may have fewer.
            (None, Some(_)) => matches!(self.nodes, Nodes::Raw24(_)),
            (None, None) => true,
        }
    }

    /// The stream that counts of those with this number.
    fn stream(&self, kind: u32) -> Option<&StreamEntry> {
        self.streams.iter().find(|stream| stream.kind.0 == kind)
    }

    fn attr(&self, kind: u32) -> [u32; 3] {
        self.stream(kind).map_or([0; 3], |stream| stream.attr)
    }
}

fn optional_bytes<T: Record>(records: Option<&Vec<T>>) -> Option<Vec<u8>> {
    records.map(|records| table_bytes(records))
}
