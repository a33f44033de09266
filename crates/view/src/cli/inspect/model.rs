//! Models.

use std::fmt;

use msh_format::msh::{Batch20, Lod, Msh, Node38, Slot68, StreamEntry, stream};
use serde::Serialize;

use super::hall_way;
use super::table::{Table, count, or_dash, vector};

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    streams: Vec<Stream>,
    nodes: Vec<Node>,
    slots: Vec<Slot>,
    batches: Vec<Batch>,
    vertex_count: usize,
    index_count: usize,
    triangle_descriptor_count: Option<usize>,
    has_uv1: bool,
    type16_present: bool,
    key_count: usize,
    frame_count: u32,
    hall_way: Option<hall_way::Report>,
}

#[derive(Debug, Serialize)]
struct Stream {
    r#type: u32,
    name: String,
    attr1: u32,
    attr2: u32,
    attr3: u32,
    size: usize,
}

#[derive(Debug, Serialize)]
struct Node {
    index: usize,
    name: String,
    hdr0: u16,
    parent: Option<usize>,
    anim_map_start: Option<usize>,
    fallback_key: u16,
    /// By state, then by level.
    slots: Vec<Vec<Option<u16>>>,
}

#[derive(Debug, Serialize)]
struct Slot {
    tri_start: u16,
    tri_count: u16,
    batch_start: u16,
    batch_count: u16,
    aabb_min: [f32; 3],
    aabb_max: [f32; 3],
    sphere_center: [f32; 3],
    sphere_radius: f32,
}

#[derive(Debug, Serialize)]
struct Batch {
    batch_flags: u16,
    material_index_hi: u16,
    material_index: u8,
    lightmap_index: Option<u8>,
    local_batch_index: u16,
    index_count: u16,
    index_start: u32,
    vertex_count: u16,
    base_vertex: u32,
}

impl Report {
    pub(super) fn new(model: &Msh) -> Self {
        let nodes = model.nodes.as_slice().iter().enumerate();
        Self {
            streams: model.streams.iter().map(Stream::new).collect(),
            nodes: nodes
                .map(|(index, node)| Node::new(index, model.node_name(index), node))
                .collect(),
            slots: model.slots.iter().map(Slot::new).collect(),
            batches: model.batches.iter().map(Batch::new).collect(),
            vertex_count: model.positions.len(),
            index_count: model.indices.len(),
            triangle_descriptor_count: model.descriptors.as_ref().map(Vec::len),
            has_uv1: model.uv1.is_some(),
            type16_present: model.type16_present,
            key_count: model.keys.len(),
            frame_count: model.frame_map.as_ref().map_or(0, |map| map.frame_count),
            hall_way: model.hall_way.as_ref().map(hall_way::Report::new),
        }
    }
}

impl Stream {
    fn new(stream: &StreamEntry) -> Self {
        let [attr1, attr2, attr3] = stream.attr;
        Self {
            r#type: stream.kind.0,
            name: stream.name.to_string(),
            attr1,
            attr2,
            attr3,
            size: stream.payload.len(),
        }
    }
}

impl Node {
    fn new(index: usize, name: String, node: &Node38) -> Self {
        let slot = |slot: &u16| (*slot != 0xFFFF).then_some(*slot);
        let states = node.slot_index.chunks(Lod::COUNT);
        Self {
            index,
            name,
            hdr0: node.hdr0,
            parent: node.parent(),
            anim_map_start: node.map_start(),
            fallback_key: node.fallback_key,
            slots: states
                .map(|levels| levels.iter().map(slot).collect())
                .collect(),
        }
    }

    /// The slots as `0 1 - - 2 | - - - - - | ...`, states without one left out at the end.
    fn slot_text(&self) -> String {
        let states = self.slots.iter().map(|levels| {
            let levels: Vec<_> = levels.iter().map(|slot| or_dash(*slot)).collect();
            levels.join(" ")
        });
        let mut states: Vec<_> = states.collect();
        while states
            .pop_if(|state| state.chars().all(|c| "- ".contains(c)))
            .is_some()
        {}
        if states.is_empty() {
            return "none".to_owned();
        }
        states.join(" | ")
    }
}

impl Slot {
    fn new(slot: &Slot68) -> Self {
        Self {
            tri_start: slot.tri_start,
            tri_count: slot.tri_count,
            batch_start: slot.batch_start,
            batch_count: slot.batch_count,
            aabb_min: slot.aabb_min,
            aabb_max: slot.aabb_max,
            sphere_center: slot.sphere_center,
            sphere_radius: slot.sphere_radius,
        }
    }
}

impl Batch {
    fn new(batch: &Batch20) -> Self {
        Self {
            batch_flags: batch.batch_flags,
            material_index_hi: batch.material_index_hi,
            material_index: batch.material_index,
            lightmap_index: batch.lightmap(),
            local_batch_index: batch.local_batch_index,
            index_count: batch.index_count,
            index_start: batch.index_start,
            vertex_count: batch.vertex_count,
            base_vertex: batch.base_vertex,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "model: {}, {}, {}, {}, {}",
            count(self.nodes.len(), "node"),
            count(self.slots.len(), "slot"),
            self.batch_count(),
            self.vertices(),
            count(self.index_count / 3, "triangle"),
        )?;
        writeln!(f, "{}", self.extras())?;
        self.stream_table().fmt(f)?;
        self.node_table().fmt(f)?;
        self.slot_table().fmt(f)?;
        self.batch_table().fmt(f)?;
        self.hall_way
            .as_ref()
            .map_or(Ok(()), |hall_way| hall_way.fmt(f))
    }
}

impl Report {
    fn batch_count(&self) -> String {
        match self.batches.len() {
            1 => "1 batch".to_owned(),
            batches => format!("{batches} batches"),
        }
    }

    fn vertices(&self) -> String {
        match self.vertex_count {
            1 => "1 vertex".to_owned(),
            vertices => format!("{vertices} vertices"),
        }
    }

    fn extras(&self) -> String {
        let mut extras = vec![
            count(self.key_count, "animation key"),
            match self.frame_count {
                1 => "1 frame".to_owned(),
                frames => format!("{frames} frames"),
            },
            match self.triangle_descriptor_count {
                Some(number) => count(number, "triangle descriptor"),
                None => "no triangle descriptors".to_owned(),
            },
        ];
        if self.has_uv1 {
            extras.push("lightmap coordinates".to_owned());
        }
        if self.type16_present {
            extras.push("type 16".to_owned());
        }
        extras.join(", ")
    }

    fn stream_table(&self) -> Table {
        let columns = &["type", "holds", "name", "attr1", "attr2", "attr3", "size"];
        let mut table = Table::new("streams", columns);
        for s in &self.streams {
            let holds = or_dash(stream::name(s.r#type));
            table.row([
                &s.r#type, &holds, &s.name, &s.attr1, &s.attr2, &s.attr3, &s.size,
            ]);
        }
        table
    }

    fn node_table(&self) -> Table {
        let columns = &[
            "#",
            "name",
            "parent",
            "flags",
            "map",
            "key",
            "slots by state and level",
        ];
        let mut table = Table::new("nodes", columns);
        for n in &self.nodes {
            table.row([
                &n.index,
                &n.name,
                &or_dash(n.parent),
                &format!("{:#06x}", n.hdr0),
                &or_dash(n.anim_map_start),
                &n.fallback_key,
                &n.slot_text(),
            ]);
        }
        table
    }

    fn slot_table(&self) -> Table {
        let columns = &[
            "#",
            "triangles",
            "batches",
            "low corner",
            "high corner",
            "radius",
        ];
        let mut table = Table::new("slots", columns);
        for (index, s) in self.slots.iter().enumerate() {
            let run = |start: u16, count: u16| format!("{start} + {count}");
            table.row([
                &index,
                &run(s.tri_start, s.tri_count),
                &run(s.batch_start, s.batch_count),
                &vector(&s.aabb_min),
                &vector(&s.aabb_max),
                &s.sphere_radius,
            ]);
        }
        table
    }

    fn batch_table(&self) -> Table {
        let columns = &[
            "#", "flags", "material", "lightmap", "indices", "base", "vertices", "local", "high",
        ];
        let mut table = Table::new("batches", columns);
        for (index, b) in self.batches.iter().enumerate() {
            table.row([
                &index,
                &format!("{:#06x}", b.batch_flags),
                &b.material_index,
                &or_dash(b.lightmap_index),
                &format!("{} + {}", b.index_start, b.index_count),
                &b.base_vertex,
                &b.vertex_count,
                &b.local_batch_index,
                &b.material_index_hi,
            ]);
        }
        table
    }
}
