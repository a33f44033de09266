//! What the reader of models refuses and what it warns of (`02b-msh-facts.md` 11.3), on the door.
#![allow(clippy::unwrap_used)]

#[path = "worked_examples/door.rs"]
mod worked;

use msh_format::msh::{HallLink, HallVertex, HallWay, Lod, Msh, Nodes, State, StreamEntry, stream};
use msh_format::nres::{EntryType, NresBuilder};
use msh_format::text::FixedStr;
use msh_format::{Error, ErrorKind, Warnings};
use worked::door;

/// The door with its list of streams changed.
fn with_streams(change: impl FnOnce(&mut Vec<StreamEntry>)) -> Vec<u8> {
    let bytes = door().to_bytes().unwrap();
    let mut streams = Msh::parse(&bytes, &mut Warnings::new()).unwrap().streams;
    change(&mut streams);
    let mut builder = NresBuilder::new();
    for s in streams {
        builder.add_raw(s.kind, s.attr, s.name, s.payload);
    }
    builder.to_bytes().unwrap()
}

/// The door with one stream changed.
fn with(kind: u32, change: impl FnOnce(&mut StreamEntry)) -> Vec<u8> {
    with_streams(|streams| change(streams.iter_mut().find(|s| s.kind.0 == kind).unwrap()))
}

/// The door with bytes of one stream exchanged.
fn patched(kind: u32, offset: usize, bytes: &[u8]) -> Vec<u8> {
    with(kind, |s| {
        s.payload[offset..offset + bytes.len()].copy_from_slice(bytes);
    })
}

fn without(kind: u32) -> Vec<u8> {
    with_streams(|streams| streams.retain(|s| s.kind.0 != kind))
}

fn with_added(kind: u32, attr: [u32; 3], payload: Vec<u8>) -> Vec<u8> {
    let name = FixedStr::new("door").unwrap();
    with_streams(|streams| {
        streams.push(StreamEntry {
            kind: EntryType(kind),
            attr,
            name,
            payload,
        });
    })
}

/// Asserts that the text of an error or warning names the stream `type N (..)`.
fn assert_names(text: &str, kind: u32) {
    assert!(text.contains(&format!("type {kind} (")), "{text}");
}

fn error_of(bytes: &[u8]) -> Error {
    Msh::parse(bytes, &mut Warnings::new()).unwrap_err()
}

/// Reads bytes that give one warning, about this stream.
fn read_with_warning(bytes: &[u8], kind: u32) -> Msh {
    let mut warnings = Warnings::new();
    let msh = Msh::parse(bytes, &mut warnings).unwrap();
    assert_eq!(warnings.list().len(), 1, "{:?}", warnings.list());
    assert_names(&warnings.list()[0].to_string(), kind);
    assert_eq!(msh.to_bytes().unwrap(), bytes);
    msh
}

fn read(bytes: &[u8]) -> Msh {
    let mut warnings = Warnings::new();
    let msh = Msh::parse(bytes, &mut warnings).unwrap();
    assert!(warnings.is_empty(), "{:?}", warnings.list());
    assert_eq!(msh.to_bytes().unwrap(), bytes);
    msh
}

#[test]
fn the_streams_of_drawing_must_be_there() {
    for kind in [1, 2, 3, 6, 13] {
        let error = error_of(&without(kind));
        assert_names(&error.to_string(), kind);
        assert!(error.rule.contains("missing"), "{error}");
    }
}

#[test]
fn every_other_stream_may_be_missing() {
    for kind in [4, 5, 7, 9, 10, 15, 17] {
        read(&without(kind));
    }
}

#[test]
fn a_second_stream_of_drawing_is_an_error() {
    for kind in [1, 2, 3, 6, 13] {
        let error = error_of(&with_added(kind, [0; 3], Vec::new()));
        assert_names(&error.to_string(), kind);
        assert!(error.rule.contains("second"), "{error}");
    }
}

#[test]
fn of_two_other_streams_the_first_is_taken_with_a_warning() {
    let bytes = with_added(stream::UV0, [8, 0, 4], vec![7; 32]);
    let msh = read_with_warning(&bytes, stream::UV0);
    assert_eq!(msh.uv0, Some(door().uv0));
}

#[test]
fn a_stream_is_a_whole_number_of_records() {
    for kind in [1, 2, 3, 4, 5, 6, 7, 8, 13, 19] {
        let error = error_of(&with(kind, |s| s.payload.push(0)));
        assert_eq!(error.kind, ErrorKind::BadValue);
        assert_names(&error.to_string(), kind);
    }
}

#[test]
fn type_2_has_at_least_its_header() {
    let error = error_of(&with(stream::SLOTS, |s| s.payload.truncate(139)));
    assert_eq!(error.kind, ErrorKind::Truncated);
    assert_names(&error.to_string(), stream::SLOTS);
}

#[test]
fn type_2_may_be_its_header_alone() {
    let bytes = with(stream::SLOTS, |s| {
        s.payload.truncate(140);
        s.attr = [0, 0, 68];
    });
    let mut warnings = Warnings::new();
    let msh = Msh::parse(&bytes, &mut warnings).unwrap();
    assert!(msh.slots.is_empty());
    assert_eq!(warnings.list().len(), 2, "each node names a slot");
}

#[test]
fn positions_of_another_size_are_an_error() {
    let error = error_of(&with(stream::POSITIONS, |s| s.attr[2] = 16));
    assert_names(&error.to_string(), stream::POSITIONS);
}

#[test]
fn positions_without_a_size_are_a_warning() {
    read_with_warning(
        &with(stream::POSITIONS, |s| s.attr[2] = 0),
        stream::POSITIONS,
    );
}

#[test]
fn a_wrong_count_in_attr1_is_a_warning() {
    for kind in [1, 2, 3, 4, 5, 6, 7, 8, 13, 19] {
        read_with_warning(&with(kind, |s| s.attr[0] += 1), kind);
    }
}

#[test]
fn a_record_size_that_other_readers_refuse_is_a_warning() {
    for kind in [2, 4, 5, 6, 7, 8, 13, 19] {
        read_with_warning(&with(kind, |s| s.attr[2] = 99), kind);
    }
    read(&with(stream::KEYS, |s| s.attr[2] = 24));
}

#[test]
fn a_model_without_keys_can_be_read() {
    let mut warnings = Warnings::new();
    let msh = Msh::parse(&without(stream::KEYS), &mut warnings).unwrap();
    assert!(msh.keys.is_empty());
    assert_eq!(warnings.list().len(), 2, "no node has its fallback key");
}

#[test]
fn uv1_must_agree_with_its_attributes_and_the_positions() {
    let payload = |count: usize| vec![0; count * 4];
    let accepted = with_added(stream::UV1, [8, 0, 4], payload(8));
    assert_eq!(read(&accepted).uv1, Some(vec![[0, 0]; 8]));
    let refused = [
        with_added(stream::UV1, [8, 0, 0], payload(8)),
        with_added(stream::UV1, [7, 0, 4], payload(8)),
        with_added(stream::UV1, [7, 0, 4], payload(7)),
        with_added(stream::UV1, [9, 0, 4], payload(9)),
        with_added(stream::UV1, [8, 0, 4], vec![0; 33]),
    ];
    for bytes in refused {
        assert_names(&error_of(&bytes).to_string(), stream::UV1);
    }
}

#[test]
fn too_few_normals_or_coordinates_are_an_error() {
    for kind in [stream::NORMALS, stream::UV0] {
        let error = error_of(&with(kind, |s| {
            s.payload.truncate(28);
            s.attr[0] = 7;
        }));
        assert_names(&error.to_string(), kind);
    }
}

#[test]
fn too_many_normals_or_coordinates_are_a_warning() {
    for kind in [stream::NORMALS, stream::UV0] {
        let bytes = with(kind, |s| {
            s.payload.extend([0; 4]);
            s.attr[0] = 9;
        });
        read_with_warning(&bytes, kind);
    }
}

#[test]
fn an_auxiliary_stream_of_another_length_is_a_warning() {
    read_with_warning(
        &with(stream::AUX15, |s| s.payload.truncate(56)),
        stream::AUX15,
    );
}

#[test]
fn colours_are_noticed_and_kept() {
    let msh = read(&with_added(stream::COLOURS, [8, 0, 8], vec![9; 64]));
    assert!(msh.type16_present);
    read_with_warning(
        &with_added(stream::COLOURS, [7, 0, 8], vec![9; 56]),
        stream::COLOURS,
    );
}

#[test]
fn a_batch_past_the_indices_is_an_error_at_its_record() {
    for start in [7u32, u32::MAX] {
        let error = error_of(&patched(stream::BATCHES, 20 + 0x0A, &start.to_le_bytes()));
        assert_eq!(error.kind, ErrorKind::OutOfRange);
        assert_names(&error.to_string(), stream::BATCHES);
        assert_eq!(error.place.record, Some(1));
        assert_eq!(error.place.offset, Some(620));
    }
}

#[test]
fn a_batch_that_draws_past_the_vertices_is_an_error() {
    for base in [5u32, u32::MAX] {
        let error = error_of(&patched(stream::BATCHES, 20 + 0x10, &base.to_le_bytes()));
        assert_eq!(error.kind, ErrorKind::OutOfRange);
        assert_names(&error.to_string(), stream::BATCHES);
        assert_eq!(error.place.record, Some(1));
    }
    // The last index of batch 1: 3 becomes 4, and 4 plus base 4 is no vertex of 8.
    let error = error_of(&patched(stream::INDICES, 22, &[4, 0]));
    assert_eq!(error.place.record, Some(1));
}

#[test]
fn a_batch_without_indices_may_have_any_base() {
    let bytes = with(stream::BATCHES, |s| {
        s.payload[28..30].fill(0);
        s.payload[36..40].fill(0xFF);
    });
    read(&bytes);
}

#[test]
fn an_incomplete_last_face_is_a_warning() {
    let msh = read_with_warning(&patched(stream::BATCHES, 8, &[5, 0]), stream::BATCHES);
    assert_eq!(msh.batches[0].faces(&msh.indices).len(), 1);
}

#[test]
fn a_portal_to_a_node_that_is_not_there_is_a_warning() {
    let portal = |node: [u8; 2]| {
        let [low, high] = node;
        patched(stream::BATCHES, 0, &[8, 0, 0, 0, 0, 0xFF, low, high])
    };
    read(&portal([1, 0]));
    for node in [[2, 0], [0xFF, 0xFF]] {
        read_with_warning(&portal(node), stream::BATCHES);
    }
}

#[test]
fn a_slot_past_the_batches_is_an_error_at_its_record() {
    let error = error_of(&patched(stream::SLOTS, 140 + 68 + 6, &[2, 0]));
    assert_eq!(error.kind, ErrorKind::OutOfRange);
    assert_names(&error.to_string(), stream::SLOTS);
    assert!(error.rule.contains("slot"), "{error}");
    assert_eq!(error.place.record, Some(1));
    assert_eq!(error.place.offset, Some(96 + 140 + 68));
}

#[test]
fn a_slot_past_the_triangles_is_a_warning() {
    read_with_warning(
        &patched(stream::SLOTS, 140 + 68 + 2, &[3, 0]),
        stream::SLOTS,
    );
}

#[test]
fn a_bad_box_or_sphere_is_a_warning() {
    let [inverted, nan, negative] = [9.0f32, f32::NAN, -1.0].map(f32::to_le_bytes);
    let slot0 = 140;
    for (offset, value) in [
        (slot0 + 8, inverted),
        (slot0 + 20, nan),
        (slot0 + 32, nan),
        (slot0 + 44, negative),
        (slot0 + 44, nan),
    ] {
        read_with_warning(&patched(stream::SLOTS, offset, &value), stream::SLOTS);
    }
}

#[test]
fn a_box_and_sphere_of_a_single_point_are_sound() {
    read(&patched(stream::SLOTS, 140 + 8, &[0; 40]));
}

#[test]
fn a_slot_number_outside_the_table_is_a_warning_and_no_geometry() {
    let msh = read_with_warning(&patched(stream::NODES, 38 + 8, &[2, 0]), stream::NODES);
    assert_eq!(msh.slot(1, State::default(), Lod::default()), None);
}

#[test]
fn a_parent_that_is_not_before_its_child_is_a_warning() {
    for parent in [1, 2] {
        read_with_warning(&patched(stream::NODES, 38 + 2, &[parent, 0]), stream::NODES);
    }
}

#[test]
fn a_fallback_key_outside_type_8_is_a_warning() {
    read_with_warning(&patched(stream::NODES, 38 + 6, &[3, 0]), stream::NODES);
}

#[test]
fn map_words_outside_type_19_are_a_warning() {
    read_with_warning(&patched(stream::NODES, 38 + 4, &[1, 0]), stream::NODES);
    read_with_warning(&with(stream::FRAME_MAP, |s| s.attr[1] = 3), stream::NODES);
    read_with_warning(&without(stream::FRAME_MAP), stream::NODES);
}

#[test]
fn a_position_that_is_not_finite_is_an_error_at_its_record() {
    let error = error_of(&patched(stream::POSITIONS, 12 + 4, &f32::NAN.to_le_bytes()));
    assert_names(&error.to_string(), stream::POSITIONS);
    assert_eq!(error.place.record, Some(1));
    assert_eq!(error.place.offset, Some(376 + 12));
}

#[test]
fn a_key_that_is_not_finite_is_an_error_at_its_record() {
    for (offset, word) in [(24 + 8, "position"), (24 + 12, "time")] {
        let error = error_of(&patched(stream::KEYS, offset, &f32::INFINITY.to_le_bytes()));
        assert_names(&error.to_string(), stream::KEYS);
        assert_eq!(error.place.record, Some(1));
        assert!(error.rule.contains(word), "{error}");
    }
}

#[test]
fn nodes_of_24_bytes_are_kept_raw_with_a_notice() {
    let bytes = with(stream::NODES, |s| {
        s.payload = (0..48).collect();
        s.attr = [2, 0, 24];
    });
    let msh = read_with_warning(&bytes, stream::NODES);
    let Nodes::Raw24(nodes) = &msh.nodes else {
        panic!("raw nodes wanted")
    };
    assert_eq!((nodes.len(), nodes[1][0]), (2, 24));
    assert!(msh.nodes.as_slice().is_empty());
}

#[test]
fn raw_nodes_need_no_label_each() {
    let bytes = with_streams(|streams| {
        streams[0].payload = vec![0; 72];
        streams[0].attr = [3, 0, 24];
        streams.retain(|s| s.kind.0 != stream::NODE_NAMES);
    });
    let msh = read_with_warning(&bytes, stream::NODES);
    assert_eq!(msh.labels, None);
    assert_eq!(msh.node_name(2), "node 2");
}

#[test]
fn nodes_of_any_other_size_are_an_error() {
    for stride in [0, 40] {
        let error = error_of(&with(stream::NODES, |s| s.attr[2] = stride));
        assert_names(&error.to_string(), stream::NODES);
    }
}

#[test]
fn a_node_is_called_by_its_name_else_its_label_else_its_number() {
    let msh = read(&door().to_bytes().unwrap());
    assert_eq!(msh.node_name(0), "o01_m1o1");
    let msh = read(&without(stream::NODE_NAMES));
    assert_eq!(msh.node_name(0), "node 0");
    assert_eq!(msh.node_name(1), "central");
    let msh = read(&patched(stream::NODE_NAMES, 32, &[0]));
    assert_eq!(msh.node_name(1), "central");
}

#[test]
fn names_of_another_size_are_not_used() {
    let bytes = with(stream::NODE_NAMES, |s| s.payload.truncate(32));
    let msh = read_with_warning(&bytes, stream::NODE_NAMES);
    assert_eq!(msh.node_names, None);
    assert_eq!(msh.node_name(0), "node 0");
}

#[test]
fn cut_labels_are_an_error() {
    let error = error_of(&with(stream::LABELS, |s| s.payload.truncate(15)));
    assert_names(&error.to_string(), stream::LABELS);
    assert_eq!(error.place.record, Some(1));
}

#[test]
fn a_tail_after_the_labels_is_a_warning() {
    read_with_warning(&with(stream::LABELS, |s| s.payload.push(1)), stream::LABELS);
}

#[test]
fn a_label_without_its_nul_is_a_warning() {
    let msh = read_with_warning(&patched(stream::LABELS, 15, b"!"), stream::LABELS);
    assert_eq!(msh.labels, Some(door().labels));
}

#[test]
fn a_hall_way_of_another_size_is_not_used() {
    let msh = read_with_warning(&with(stream::HALL_WAY, |s| s.attr[0] = 1), stream::HALL_WAY);
    assert_eq!(msh.hall_way, None);
}

#[test]
fn light_records_of_another_size_are_not_used() {
    let bytes = with_added(stream::LIGHTS, [1, 0, 48], vec![0; 47]);
    assert_eq!(read_with_warning(&bytes, stream::LIGHTS).lights, None);
}

#[test]
fn unknown_streams_are_kept() {
    let msh = read(&with_added(77, [1, 2, 3], vec![0xFF; 9]));
    let last = msh.streams.last().unwrap();
    assert_eq!(
        (last.kind.0, last.attr, last.payload.len()),
        (77, [1, 2, 3], 9)
    );
}

#[test]
fn streams_that_share_their_bytes_many_times_over_are_refused() {
    let mut bytes = with_added(77, [0; 3], Vec::new());
    let directory = bytes.len() - 15 * 64;
    let region = (directory - 16) as u32;
    let entry = directory + 14 * 64;
    bytes[entry + 12..entry + 16].copy_from_slice(&region.to_le_bytes());
    bytes[entry + 56..entry + 60].copy_from_slice(&16u32.to_le_bytes());
    let error = error_of(&bytes);
    assert!(error.rule.contains("overlap"), "{error}");
}

#[test]
fn the_order_of_streams_does_not_matter() {
    let msh = read(&with_streams(|streams| streams.reverse()));
    assert_eq!(msh.batches, door().batches);
}

#[test]
fn padding_and_a_wrong_sort_table_are_kept() {
    let mut bytes = door().to_bytes().unwrap();
    bytes[92..96].copy_from_slice(b"junk"); // between the payloads of types 1 and 2
    let last = bytes.len() - 1;
    bytes[last] = 9;
    let mut warnings = Warnings::new();
    let msh = Msh::parse(&bytes, &mut warnings).unwrap();
    assert!(!warnings.is_empty());
    assert_eq!(msh.to_bytes().unwrap(), bytes);
}

#[test]
fn a_payload_of_the_same_size_can_be_exchanged() {
    let mut msh = read(&door().to_bytes().unwrap());
    msh.streams[5].payload.fill(1);
    let bytes = msh.to_bytes().unwrap();
    assert_eq!(bytes[536..600], [1; 64]);
}

#[test]
fn streams_of_another_size_or_number_are_not_written() {
    let mut msh = read(&door().to_bytes().unwrap());
    msh.streams[5].payload.push(0);
    assert!(msh.to_bytes().is_err());
    msh.streams.pop();
    assert!(msh.to_bytes().is_err());
}

#[test]
fn batches_that_overlap_without_end_are_refused_before_they_are_followed() {
    let mut batch = [0; 20];
    batch[8..10].copy_from_slice(&u16::MAX.to_le_bytes());
    let bytes = with_streams(|streams| {
        for s in streams {
            match s.kind.0 {
                stream::INDICES => s.payload = vec![0; 2 * 65_535],
                stream::BATCHES => s.payload = batch.repeat(1025),
                _ => {}
            }
        }
    });
    let error = error_of(&bytes);
    assert_eq!(error.kind, ErrorKind::Limit);
    assert_names(&error.to_string(), stream::BATCHES);
}

#[test]
fn a_wrong_count_of_names_labels_or_auxiliary_records_is_a_warning() {
    for kind in [stream::NODE_NAMES, stream::LABELS, stream::AUX15] {
        read_with_warning(&with(kind, |s| s.attr[0] += 1), kind);
    }
    for attr in [[7, 0, 8], [8, 0, 4]] {
        let bytes = with_added(stream::COLOURS, attr, vec![9; 64]);
        read_with_warning(&bytes, stream::COLOURS);
    }
}

/// The door with a hall way of one vertex and a link.
fn with_hall_way(node: u32, position: f32, to: u32) -> Vec<u8> {
    let mut parts = door();
    let vertex = HallVertex {
        position: [position, 0.0, 0.0],
        flags: 0,
        node,
    };
    parts.hall_way = HallWay {
        vertices: vec![vertex],
        links: vec![HallLink {
            from: 0,
            to,
            gates: [u32::MAX; 8],
        }],
    };
    parts.to_bytes().unwrap()
}

#[test]
fn a_hall_way_that_leads_nowhere_is_a_warning() {
    read(&with_hall_way(1, 0.0, 0));
    for bytes in [
        with_hall_way(2, 0.0, 0),
        with_hall_way(1, f32::INFINITY, 0),
        with_hall_way(1, 0.0, 1),
    ] {
        read_with_warning(&bytes, stream::HALL_WAY);
    }
}
