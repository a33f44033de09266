//! Whatever a container of a model looks like, one that is read is written as it was; what would
//! be lost is refused.
#![allow(clippy::unwrap_used)]

#[path = "worked_examples/door.rs"]
mod worked;

use msh_format::Warnings;
use msh_format::msh::{FrameMap, HallVertex, HallWay, Msh, Nodes, stream};
use msh_format::text::FixedStr;
use proptest::array::uniform32;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use worked::door;

/// A member of the container and what a writer might forget of it.
#[derive(Debug, Clone)]
struct Member {
    kind: u32,
    attr: [u32; 3],
    /// The whole field, text or not.
    name: [u8; 36],
    payload: Vec<u8>,
    /// Bytes before the payload that no entry names.
    gap: Vec<u8>,
    sort_index: u32,
}

/// Streams without a reader, and second ones of which the first counts.
const EXTRA: [u32; 9] = [0, 4, 10, 11, 12, 14, 17, 77, 0x4853_454D];

/// The image with payloads in the order `place` of the directory's numbers.
fn image(members: &[Member], place: &[usize], tail: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; 16];
    let mut offsets = vec![0; members.len()];
    for index in place {
        bytes.extend(&members[*index].gap);
        offsets[*index] = bytes.len() as u32;
        bytes.extend(&members[*index].payload);
    }
    bytes.extend(tail);
    for (member, offset) in members.iter().zip(offsets) {
        let [attr1, attr2, attr3] = member.attr;
        for word in [
            member.kind,
            attr1,
            attr2,
            member.payload.len() as u32,
            attr3,
        ] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(member.name);
        bytes.extend([offset, member.sort_index].map(u32::to_le_bytes).concat());
    }
    let header = [0x100, members.len() as u32, bytes.len() as u32];
    bytes[..4].copy_from_slice(b"NRes");
    bytes[4..16].copy_from_slice(&header.map(u32::to_le_bytes).concat());
    bytes
}

fn name() -> impl Strategy<Value = [u8; 36]> {
    (uniform32(any::<u8>()), any::<[u8; 4]>()).prop_map(|(field, rest)| {
        let mut name = [0; 36];
        name[..32].copy_from_slice(&field);
        name[32..].copy_from_slice(&rest);
        name
    })
}

prop_compose! {
    /// Fills in what no rule of the door depends on.
    fn member(kind: u32, attr: [u32; 3], payload: Vec<u8>)(
        attr1: Option<u32>,
        attr2 in 0u32..5,
        name in name(),
        gap in vec(any::<u8>(), 0..20),
        sort_index in 0u32..20,
        tail in vec(any::<u8>(), 0..6),
    ) -> Member {
        let mut member = Member { kind, attr, name, payload: payload.clone(), gap, sort_index };
        match kind {
            stream::HALL_WAY => {}
            stream::LABELS => member.payload.extend(tail),
            _ => member.attr = [attr1.unwrap_or(attr[0]), attr2, attr[2]],
        }
        member
    }
}

fn extra() -> impl Strategy<Value = Member> {
    let parts = (
        select(&EXTRA[..]),
        any::<[u32; 3]>(),
        vec(any::<u8>(), 0..40),
    );
    parts.prop_flat_map(|(kind, attr, payload)| member(kind, attr, payload))
}

/// The members of the door in any order with others behind them, and an order of payloads.
fn members() -> impl Strategy<Value = (Vec<Member>, Vec<usize>)> {
    let bytes = door().to_bytes().unwrap();
    let streams = Msh::parse(&bytes, &mut Warnings::new()).unwrap().streams;
    let own: Vec<_> = streams
        .into_iter()
        .map(|s| member(s.kind.0, s.attr, s.payload))
        .collect();
    let own = own.prop_flat_map(|own| Just(own).prop_shuffle());
    (own, vec(extra(), 0..4)).prop_flat_map(|(mut members, extra)| {
        members.extend(extra);
        let place: Vec<usize> = (0..members.len()).collect();
        (Just(members), Just(place).prop_shuffle())
    })
}

fn read(bytes: &[u8]) -> Msh {
    Msh::parse(bytes, &mut Warnings::new()).unwrap()
}

proptest! {
    #[test]
    fn a_container_in_any_state_is_written_as_it_was(
        (members, place) in members(),
        tail in vec(any::<u8>(), 0..20),
    ) {
        let bytes = image(&members, &place, &tail);
        let msh = read(&bytes);
        prop_assert_eq!(msh.to_bytes().unwrap(), bytes);
        let door = door();
        prop_assert_eq!(msh.nodes.as_slice(), door.nodes);
        prop_assert_eq!(msh.batches, door.batches);
        prop_assert_eq!(msh.keys, door.keys);
        prop_assert_eq!(msh.labels, Some(door.labels));
        prop_assert_eq!(msh.node_names, Some(door.node_names));
    }
}

/// The stream of a field, and a change of the field.
type Change = (u32, fn(&mut Msh));

/// Changes of each field that has a stream.
const CHANGES: [Change; 19] = [
    (1, |m| m.nodes = Nodes::Node38(Vec::new())),
    (2, |m| m.header.cylinder_radius = 9.0),
    (2, |m| m.slots[1].opaque[4] = 1),
    (3, |m| m.positions[7][2] = 9.0),
    (4, |m| m.normals = None),
    (5, |m| m.uv0 = Some(Vec::new())),
    (6, |m| m.indices.push(0)),
    (7, |m| m.descriptors = None),
    (8, |m| m.keys[0].time = 9.0),
    (8, |m| m.keys.clear()),
    (9, |m| m.node_names = Some(vec![FixedStr::default(); 2])),
    (10, |m| m.labels = Some(vec![b"other".to_vec(); 2])),
    (10, |m| m.labels = None),
    (13, |m| m.batches[0].material_index = 9),
    (16, |m| m.type16_present = true),
    (17, |m| m.hall_way = Some(one_vertex())),
    (18, |m| m.uv1 = Some(vec![[0, 0]; 8])),
    (19, |m| {
        m.frame_map = Some(FrameMap {
            frame_count: 3,
            words: vec![1, 2],
        })
    }),
    (20, |m| m.lights = Some(Vec::new())),
];

fn one_vertex() -> HallWay {
    HallWay {
        vertices: vec![HallVertex {
            position: [0.0; 3],
            flags: 0,
            node: 0,
        }],
        links: Vec::new(),
    }
}

#[test]
fn a_field_that_its_stream_does_not_say_is_not_lost_but_refused() {
    for (index, (kind, change)) in CHANGES.iter().enumerate() {
        let mut msh = read(&door().to_bytes().unwrap());
        change(&mut msh);
        let error = msh.to_bytes().unwrap_err().to_string();
        let told = [format!("type {kind} ("), "MshParts".to_owned()];
        assert!(
            told.iter().all(|t| error.contains(t)),
            "change {index}: {error}"
        );
    }
}

#[test]
fn a_payload_that_its_field_does_not_say_is_refused_too() {
    let mut msh = read(&door().to_bytes().unwrap());
    msh.streams[6].payload[4] = 9;
    assert!(msh.to_bytes().is_err());
    msh.batches[0].material_index = 9;
    let bytes = msh.to_bytes().unwrap();
    assert_eq!(read(&bytes).batches[0].material_index, 9);
}

#[test]
fn numbers_that_are_no_numbers_keep_their_bits() {
    let mut parts = door();
    parts.hall_way = one_vertex();
    let mut bytes = parts.to_bytes().unwrap();
    let signalling = 0x7F80_0001_u32.to_le_bytes();
    // Header, then the box, sphere and tail of slot 0; the hall-way vertex begins the last payload.
    for at in (96..96 + 140)
        .chain(96 + 148..96 + 208)
        .chain(888..900)
        .step_by(4)
    {
        bytes[at..at + 4].copy_from_slice(&signalling);
    }
    let msh = read(&bytes);
    assert!(msh.header.corners[0][0].is_nan());
    assert!(msh.hall_way.as_ref().unwrap().vertices[0].position[0].is_nan());
    assert_eq!(msh.to_bytes().unwrap(), bytes);
}
