//! The writer against the bytes that `02b-msh-facts.md` 12 gives of its worked example.
#![allow(clippy::unwrap_used)]

#[path = "worked_examples/door.rs"]
mod worked;

use msh_format::Warnings;
use msh_format::msh::{LightRecord, Lod, Msh, MshParts, State};
use worked::door;

/// type, attr1, attr2, attr3, size, offset of every entry.
const DIRECTORY: [[u32; 6]; 14] = [
    [1, 2, 0, 38, 76, 16],
    [2, 2, 0, 68, 276, 96],
    [3, 8, 0, 12, 96, 376],
    [4, 8, 0, 4, 32, 472],
    [5, 8, 0, 4, 32, 504],
    [15, 8, 0, 8, 64, 536],
    [13, 2, 0, 20, 40, 600],
    [6, 12, 0, 2, 24, 640],
    [7, 4, 0, 16, 64, 664],
    [8, 3, 0, 4, 72, 728],
    [19, 2, 2, 2, 4, 800],
    [9, 2, 0, 32, 64, 808],
    [10, 2, 0, 0, 16, 872],
    [17, 0, 0, 0, 0, 888],
];

/// Offset and bytes of the selected records, as the page prints them (`zN` = N zero bytes,
/// `absent` = `ff ff` 14 times).
const RECORDS: [(usize, &str); 12] = [
    (0, "4e 52 65 73 00 01 00 00 0e 00 00 00 f8 06 00 00"),
    (
        888 + 10 * 64,
        "13 00 00 00 02 00 00 00 02 00 00 00 04 00 00 00 02 00 00 00 64 6f 6f 72 z32 20 03 00 00 0a 00 00 00",
    ),
    (16 + 38, "d1 00 00 00 00 00 02 00 01 00 absent"),
    (
        96 + 0x60,
        "00 00 00 00 00 00 00 00 00 00 00 00 71 c4 1c 40 00 00 00 00 00 00 00 00 00 00 00 c0 00 00 00 00 00 00 00 00 00 00 00 40 f3 04 b5 3f",
    ),
    (
        96 + 140,
        "00 00 02 00 00 00 01 00 00 00 80 bf 00 00 00 00 00 00 00 00 00 00 80 3f 00 00 00 00 00 00 00 40 00 00 00 00 00 00 00 00 00 00 80 3f f3 04 b5 3f z20",
    ),
    (
        600 + 20,
        "02 00 00 00 01 ff ff ff 06 00 06 00 00 00 04 00 04 00 00 00",
    ),
    (
        728 + 48,
        "00 00 00 00 00 00 00 00 00 00 00 c0 00 00 80 3f 82 5a 00 00 00 00 82 5a",
    ),
    (664 + 32, "10 00 ff ff ff ff 03 00 00 00 01 80 00 00 0f 00"),
    (800, "01 00 02 00"),
    (872, "00 00 00 00 07 00 00 00 63 65 6e 74 72 61 6c 00"),
    (808, "6f 30 31 5f 6d 31 6f 31 z24"),
    (536, "z64"),
];

fn bytes_of(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for word in text.split(' ') {
        if word == "absent" {
            bytes.extend([0xFF; 28]);
        } else if let Some(zeros) = word.strip_prefix('z') {
            bytes.resize(bytes.len() + zeros.parse::<usize>().unwrap(), 0);
        } else {
            bytes.push(u8::from_str_radix(word, 16).unwrap());
        }
    }
    bytes
}

fn word(bytes: &[u8], offset: usize) -> u32 {
    u32::from_le_bytes(bytes[offset..offset + 4].try_into().unwrap())
}

#[test]
fn the_door_has_the_size_and_directory_of_the_page() {
    let bytes = door().to_bytes().unwrap();
    assert_eq!(bytes.len(), 1784);
    for (index, expected) in DIRECTORY.iter().enumerate() {
        let entry = 888 + index * 64;
        let [kind, attr1, attr2, size, attr3] =
            std::array::from_fn(|field| word(&bytes, entry + field * 4));
        let got = [kind, attr1, attr2, attr3, size, word(&bytes, entry + 56)];
        assert_eq!(got, *expected, "entry {index}");
        assert_eq!(&bytes[entry + 20..entry + 25], b"door\0");
        assert_eq!(word(&bytes, entry + 60), index as u32);
    }
}

#[test]
fn the_door_has_every_record_that_the_page_prints() {
    let bytes = door().to_bytes().unwrap();
    for (offset, text) in RECORDS {
        let expected = bytes_of(text);
        let got = &bytes[offset..offset + expected.len()];
        assert_eq!(got, expected, "at offset {offset}");
    }
}

#[test]
fn the_door_is_read_back_without_a_warning() {
    let parts = door();
    let mut warnings = Warnings::new();
    let msh = Msh::parse(&parts.to_bytes().unwrap(), &mut warnings).unwrap();
    assert!(warnings.is_empty(), "{:?}", warnings.list());
    assert_eq!(msh.nodes.as_slice(), parts.nodes);
    assert_eq!(msh.header, parts.header);
    assert_eq!(msh.slots, parts.slots);
    assert_eq!(msh.positions, parts.positions);
    assert_eq!(msh.normals, Some(parts.normals));
    assert_eq!(msh.uv0, Some(parts.uv0));
    assert_eq!(msh.uv1, None);
    assert_eq!(msh.indices, parts.indices);
    assert_eq!(msh.batches, parts.batches);
    assert_eq!(msh.descriptors, Some(parts.descriptors));
    assert_eq!(msh.keys, parts.keys);
    assert_eq!(msh.frame_map, Some(parts.frame_map));
    assert_eq!(msh.node_names, Some(parts.node_names));
    assert_eq!(msh.labels, Some(parts.labels));
    assert_eq!(msh.hall_way, Some(parts.hall_way));
    assert_eq!(msh.lights, None);
    assert!(!msh.type16_present);
}

#[test]
fn a_read_door_is_written_as_it_was() {
    let bytes = door().to_bytes().unwrap();
    let msh = Msh::parse(&bytes, &mut Warnings::new()).unwrap();
    assert_eq!(msh.to_bytes().unwrap(), bytes);
}

#[test]
fn the_slot_of_a_node_is_found_by_state_and_level() {
    let msh = Msh::parse(&door().to_bytes().unwrap(), &mut Warnings::new()).unwrap();
    assert_eq!(msh.slot(1, State::default(), Lod::default()), Some(1));
    assert_eq!(msh.slot(1, State::default(), Lod::new(1).unwrap()), None);
    assert_eq!(msh.slot(2, State::default(), Lod::default()), None);
}

#[test]
fn a_uv1_gives_the_order_and_streams_of_a_lightmapped_model() {
    let mut parts = door();
    parts.uv1 = Some(vec![[512, 1022]; 8]);
    let mut warnings = Warnings::new();
    let msh = Msh::parse(&parts.to_bytes().unwrap(), &mut warnings).unwrap();
    assert!(warnings.is_empty(), "{:?}", warnings.list());
    let order: Vec<u32> = msh.streams.iter().map(|s| s.kind.0).collect();
    assert_eq!(
        order,
        [1, 2, 3, 4, 5, 18, 15, 13, 6, 7, 8, 19, 9, 10, 17, 20]
    );
    assert_eq!(msh.streams[5].attr, [8, 0, 4]);
    assert_eq!(msh.uv1, parts.uv1);
    assert_eq!(msh.lights, Some(Vec::new()));
}

#[test]
fn tables_of_different_lengths_are_not_written() {
    let mut parts = door();
    parts.labels.pop();
    assert!(parts.to_bytes().is_err());
    let mut parts = door();
    parts.uv0.push([0, 0]);
    assert!(parts.to_bytes().is_err());
}

#[test]
fn lights_are_not_dropped_from_a_model_without_uv1() {
    let mut parts = door();
    parts.lights = vec![LightRecord { words: [1; 12] }];
    let error = parts.to_bytes().unwrap_err();
    assert!(error.rule.contains("lights"), "{error}");
    parts.uv1 = Some(vec![[0, 0]; 8]);
    let bytes = parts.to_bytes().unwrap();
    let msh = Msh::parse(&bytes, &mut Warnings::new()).unwrap();
    assert_eq!(msh.lights, Some(parts.lights));
}

#[test]
fn names_that_the_format_cannot_hold_are_not_written() {
    let broken: [fn(&mut MshParts); 4] = [
        |p| p.name = "x".repeat(36),
        |p| p.name = String::new(),
        |p| p.name = "\u{4E2D}".to_owned(),
        |p| p.labels[1] = b"a\0b".to_vec(),
    ];
    for (index, break_it) in broken.iter().enumerate() {
        let mut parts = door();
        break_it(&mut parts);
        assert!(parts.to_bytes().is_err(), "case {index}");
    }
}

#[test]
fn a_model_that_could_not_be_read_is_not_written() {
    let mut parts = door();
    parts.batches[1].base_vertex = 5;
    assert!(parts.to_bytes().is_err());
}
