//! The two-node "door" of `02b-msh-facts.md` 12: node 0 a fixed quad, node 1 a two-sided quad
//! that swings and sinks. Where the page gives no bytes the values are ours.

use msh_format::msh::{
    Batch20, FrameMap, Key24, ModelHeader, MshParts, Node38, Slot68, TriangleDescriptor,
};
use msh_format::text::FixedStr;

const QUAD0: [[f32; 3]; 4] = [
    [-1.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [1.0, 0.0, 2.0],
    [-1.0, 0.0, 2.0],
];

fn node(hdr0: u16, parent: u16, map_start: u16, fallback: u16, slot: u16) -> Node38 {
    let mut node = Node38 {
        hdr0,
        parent_or_link: parent,
        anim_map_start: map_start,
        fallback_key: fallback,
        ..Node38::default()
    };
    node.slot_index[0] = slot;
    node
}

fn batch(batch_flags: u16, number: u8) -> Batch20 {
    Batch20 {
        batch_flags,
        material_index_hi: 0,
        material_index: number,
        lightmap_index: 0xFF,
        local_batch_index: 0xFFFF,
        index_count: 6,
        index_start: 6 * u32::from(number),
        vertex_count: 4,
        base_vertex: 4 * u32::from(number),
    }
}

fn descriptor(tri_flags: u16, across_edge_2: u16) -> TriangleDescriptor {
    TriangleDescriptor {
        tri_flags,
        neighbours: [0xFFFF, 0xFFFF, across_edge_2],
        normal: [0, -32767, 0],
        link: 0b00_11_11,
    }
}

fn key(z: f32, time: f32, [w, z_axis]: [i16; 2]) -> Key24 {
    Key24 {
        position: [0.0, 0.0, z],
        time,
        quaternion_wxyz: [w, 0, 0, z_axis],
    }
}

/// The parts of the door.
pub(crate) fn door() -> MshParts {
    let name = |text| FixedStr::new(text).unwrap();
    let mut positions = QUAD0.to_vec();
    positions.extend(QUAD0);
    MshParts {
        nodes: vec![node(0, 0xFFFF, 0xFFFF, 0, 0), node(0xD1, 0, 0, 2, 1)],
        header: ModelHeader::around_box([-1.0, -1.0, -2.0], [1.0, 1.0, 2.0]),
        slots: vec![
            Slot68::around(&QUAD0, 0..2, 0..1),
            Slot68::around(&QUAD0, 2..4, 1..2),
        ],
        normals: vec![[0, -127, 0, 0]; 8],
        uv0: [[0, 1024], [1024, 1024], [1024, 0], [0, 0]].repeat(2),
        positions,
        indices: [0, 1, 2, 0, 2, 3].repeat(2),
        batches: vec![batch(0, 0), batch(2, 1)],
        descriptors: vec![
            descriptor(0, 1),
            descriptor(0, 0),
            descriptor(0x10, 3),
            descriptor(0x10, 2),
        ],
        keys: vec![
            key(0.0, 0.0, [32767, 0]),
            key(0.0, 0.0, [32767, 0]),
            key(-2.0, 1.0, [23170, 23170]),
        ],
        frame_map: FrameMap {
            frame_count: 2,
            words: vec![1, 2],
        },
        node_names: vec![name("o01_m1o1"), name("i01_m1o1")],
        labels: vec![Vec::new(), b"central".to_vec()],
        ..MshParts::new("door")
    }
}
