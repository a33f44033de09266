//! Small models with collision faces.

use std::sync::Arc;

use msh_format::Warnings;
use msh_format::msh::{Batch20, Msh, MshParts, Node38, Slot68, TriangleDescriptor};
use msh_format::text::FixedStr;
use msh_scene::collision::{CollisionShape, Hit, Masks, NodeInstances, Segment, SelectedNode};
use msh_scene::glam::{Mat4, Vec3};

pub(crate) const UP: [i16; 3] = [0, 0, 32767];

/// A face with its descriptor.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Face {
    pub(crate) corners: [[f32; 3]; 3],
    pub(crate) normal: [i16; 3],
    pub(crate) tri_flags: u16,
}

impl Face {
    pub(crate) fn new(corners: [[f32; 3]; 3], normal: [i16; 3]) -> Self {
        Self {
            corners,
            normal,
            tri_flags: 0,
        }
    }

    pub(crate) fn flags(self, tri_flags: u16) -> Self {
        Self { tri_flags, ..self }
    }
}

/// A level face that looks up: corners (-4, -4), (4, -4) and (0, 4) at height `z`.
pub(crate) fn floor(z: f32) -> Face {
    Face::new([[-4.0, -4.0, z], [4.0, -4.0, z], [0.0, 4.0, z]], UP)
}

/// Faces drawn together.
#[derive(Debug, Clone)]
pub(crate) struct Batch {
    pub(crate) batch_flags: u16,
    pub(crate) material_index_hi: u16,
    pub(crate) key: u16,
    pub(crate) faces: Vec<Face>,
}

pub(crate) fn batch(batch_flags: u16, faces: impl Into<Vec<Face>>) -> Batch {
    Batch {
        batch_flags,
        material_index_hi: 0,
        key: 0xFFFF,
        faces: faces.into(),
    }
}

/// A portal of one face that leads to node `key`.
pub(crate) fn portal(key: u16, face: Face) -> Batch {
    Batch {
        key,
        ..batch(0x0008, [face])
    }
}

/// A node without geometry.
pub(crate) fn node(parent: u16, hdr0: u16) -> Node38 {
    Node38 {
        hdr0,
        parent_or_link: parent,
        ..Node38::default()
    }
}

/// A node that no other carries.
pub(crate) fn root() -> Node38 {
    node(0xFFFF, 0)
}

/// The parts of a model with these nodes and slots. Every face has vertices of its own; the
/// batches' bases are their first vertices.
pub(crate) fn parts(nodes: &[Node38], slots: &[Vec<Batch>]) -> MshParts {
    let mut parts = MshParts::new("test");
    parts.nodes = nodes.to_vec();
    for slot in slots {
        let (batches, triangles) = (parts.batches.len(), parts.descriptors.len());
        for batch in slot {
            add_batch(&mut parts, batch);
        }
        let to = |start: usize, end: usize| start as u16..end as u16;
        parts.slots.push(Slot68::around(
            &[],
            to(triangles, parts.descriptors.len()),
            to(batches, parts.batches.len()),
        ));
    }
    parts.normals = vec![[0; 4]; parts.positions.len()];
    parts.uv0 = vec![[0; 2]; parts.positions.len()];
    parts.node_names = vec![FixedStr::default(); nodes.len()];
    parts.labels = vec![Vec::new(); nodes.len()];
    parts
}

fn add_batch(parts: &mut MshParts, batch: &Batch) {
    let corners = 3 * batch.faces.len() as u16;
    parts.batches.push(Batch20 {
        batch_flags: batch.batch_flags,
        material_index_hi: batch.material_index_hi,
        material_index: 0,
        lightmap_index: 0xFF,
        local_batch_index: batch.key,
        index_count: corners,
        index_start: parts.indices.len() as u32,
        vertex_count: corners,
        base_vertex: parts.positions.len() as u32,
    });
    parts.indices.extend(0..corners);
    for face in &batch.faces {
        parts.positions.extend(face.corners);
        parts.descriptors.push(TriangleDescriptor {
            tri_flags: face.tri_flags,
            neighbours: [0xFFFF; 3],
            normal: face.normal,
            link: 0,
        });
    }
}

pub(crate) fn parse(parts: &MshParts) -> Msh {
    let bytes = parts.to_bytes().unwrap();
    Msh::parse(&bytes, &mut Warnings::new()).unwrap()
}

pub(crate) fn model(nodes: &[Node38], slots: &[Vec<Batch>]) -> Msh {
    parse(&parts(nodes, slots))
}

pub(crate) fn shape_of(msh: Msh) -> CollisionShape {
    CollisionShape::new(Arc::new(msh))
}

/// One node, one slot.
pub(crate) fn shape(batches: impl Into<Vec<Batch>>) -> CollisionShape {
    shape_of(model(&[root()], &[batches.into()]))
}

pub(crate) fn segment(start: [f32; 3], end: [f32; 3]) -> Segment {
    Segment::new(start.into(), end.into())
}

/// A segment straight down, from `from` to `to`, over the origin.
pub(crate) fn down(from: f32, to: f32) -> Segment {
    segment([0.0, 0.0, from], [0.0, 0.0, to])
}

/// Asks node 0, slot 0, without masks.
pub(crate) fn query(shape: &CollisionShape, start: [f32; 3], end: [f32; 3]) -> Option<Hit> {
    let segment = segment(start, end);
    shape
        .query_slot_segment(0, 0, &segment, &Masks::default())
        .unwrap()
}

/// A node that stands unturned.
pub(crate) fn at(node: usize, slot: usize, place: [f32; 3]) -> SelectedNode {
    SelectedNode {
        node,
        slot,
        world_from_node: Mat4::from_translation(Vec3::from(place)),
    }
}

pub(crate) fn world_query(
    shape: &CollisionShape,
    nodes: &[SelectedNode],
    segment: &Segment,
) -> Option<Hit> {
    let nodes = NodeInstances::new(shape, nodes.iter().copied()).unwrap();
    shape.query_building_segment_world(&nodes, segment).unwrap()
}
