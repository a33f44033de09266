use proptest::prelude::*;

use super::*;
use crate::error::ErrorKind;
use crate::nres::{EntryType, NresBuilder};

/// Two squares in a row, 2 units each; the east one has water over its bed.
pub(super) fn two_squares() -> LandSource {
    let positions = vec![
        [0.0, 0.0, 1.0],
        [2.0, 0.0, 1.0],
        [2.0, 2.0, 1.0],
        [0.0, 2.0, 1.0],
        [4.0, 0.0, -1.0],
        [4.0, 2.0, -1.0],
        [4.0, 0.0, 0.5],
        [4.0, 2.0, 0.5],
        [2.0, 0.0, 0.5],
        [2.0, 2.0, 0.5],
    ];
    let count = positions.len();
    let level = vec![
        FaceSource::water([8, 6, 7], 2),
        FaceSource::ground([0, 1, 2], 1).with_second(3),
        FaceSource::ground([0, 2, 3], 1),
        FaceSource::bed([1, 4, 5], 3),
        FaceSource::bed([1, 5, 2], 3),
        FaceSource::water([8, 7, 9], 2),
    ];
    LandSource {
        uv0: positions.iter().map(|p| pack_uv([p[0], -p[1]])).collect(),
        uv1: vec![[0, 0]; count],
        normals: vec![pack_normal([0.0, 0.0, 1.0]); count],
        blend: vec![1.0; count],
        level1: level.clone(),
        level0: level,
        grid: [2, 1],
        positions,
    }
}

pub(super) fn authored() -> Land {
    two_squares().build().unwrap()
}

/// `authored` with one field changed behind the checks of the writer: the stream's bytes at
/// `offset` become `bytes`.
fn patched(stream: u32, offset: usize, bytes: &[u8]) -> Vec<u8> {
    let mut image = authored().image;
    let index = index_of(&image, stream);
    image.payloads[index][offset..offset + bytes.len()].copy_from_slice(bytes);
    image.to_bytes().unwrap()
}

fn index_of(image: &Layout, stream: u32) -> usize {
    let kind = EntryType(stream);
    image.entries.iter().position(|e| e.kind == kind).unwrap()
}

/// `authored` rebuilt with `edit` applied to every member; `None` leaves it out.
fn rebuilt(edit: impl Fn(u32, [u32; 3], Vec<u8>) -> Option<([u32; 3], Vec<u8>)>) -> Vec<u8> {
    let image = authored().image;
    let mut builder = NresBuilder::new();
    for (entry, payload) in image.entries.iter().zip(image.payloads) {
        if let Some((attr, payload)) = edit(entry.kind.0, entry.attr, payload) {
            builder.add(entry.kind, attr, "Land", payload).unwrap();
        }
    }
    builder.to_bytes().unwrap()
}

fn error_of(bytes: &[u8]) -> crate::Error {
    Land::parse(bytes, &mut Warnings::new()).unwrap_err()
}

fn warnings_of(bytes: &[u8]) -> Vec<String> {
    let mut warnings = Warnings::new();
    Land::parse(bytes, &mut warnings).unwrap();
    warnings.list().iter().map(ToString::to_string).collect()
}

fn assert_warns(bytes: &[u8], words: &str) {
    let warnings = warnings_of(bytes);
    assert!(
        warnings.iter().any(|w| w.contains(words)),
        "{words:?} expected, got {warnings:?}"
    );
}

#[test]
fn the_water_level_is_that_of_a_liquid_face() {
    assert_eq!(authored().water_level(), Some(0.5));
    let mut dry = two_squares();
    dry.level0.retain(|f| f.flags & face_flags::LIQUID == 0);
    dry.level1.clone_from(&dry.level0);
    assert_eq!(dry.build().unwrap().water_level(), None);
}

#[test]
fn bounds_are_those_of_the_positions() {
    assert_eq!(
        authored().bounds(),
        Some(([0.0, 0.0, -1.0], [4.0, 2.0, 1.0]))
    );
}

#[test]
fn a_rewrite_keeps_gaps_order_and_unknown_entries() {
    let image = authored().image;
    let mut builder = NresBuilder::new();
    builder
        .add(EntryType(99), [1, 2, 3], "extra", b"kept".to_vec())
        .unwrap();
    for (entry, payload) in image.entries.iter().zip(image.payloads).rev() {
        builder
            .add(entry.kind, entry.attr, "land", payload)
            .unwrap();
    }
    let mut bytes = builder.to_bytes().unwrap();
    bytes[0x15] = 0xAA; // padding of the first entry
    let land = Land::parse(&bytes, &mut Warnings::new()).unwrap();
    assert_eq!(land.faces, authored().faces);
    assert_eq!(land.to_bytes().unwrap(), bytes);
}

#[test]
fn the_unused_parts_of_the_cell_stream_are_kept() {
    let bytes = patched(2, 0x60, &[7; 44]);
    let land = Land::parse(&bytes, &mut Warnings::new()).unwrap();
    assert_eq!(land.unk_60, [7; 44]);
    assert_eq!(land.to_bytes().unwrap(), bytes);
}

#[test]
fn without_blend_stream_all_weights_are_one() {
    let bytes = rebuilt(|kind, attr, payload| (kind != 14).then_some((attr, payload)));
    let mut land = Land::parse(&bytes, &mut Warnings::new()).unwrap();
    assert_eq!(land.blend, None);
    assert_eq!(land.to_bytes().unwrap(), bytes);
    land.blend = Some(vec![1.0; 10]);
    let with = Land::parse(&land.to_bytes().unwrap(), &mut Warnings::new()).unwrap();
    assert_eq!(with.blend, land.blend);
    land.image = with.image;
    land.blend = None;
    let without = Land::parse(&land.to_bytes().unwrap(), &mut Warnings::new()).unwrap();
    assert_eq!(without.blend, None);
}

#[test]
fn a_stream_that_grows_is_written_in_the_canonical_form() {
    let mut land = authored();
    land.positions.push([3.0, 1.0, 0.0]);
    land.normals.push([0, 0, 127, 0]);
    land.uv0.push([0; 2]);
    land.uv1.push([0; 2]);
    land.blend.as_mut().unwrap().push(0.0);
    let read = Land::parse(&land.to_bytes().unwrap(), &mut Warnings::new()).unwrap();
    assert_eq!(read.positions, land.positions);
    assert_eq!(read.image.entries[2].attr, [11, 0, 12]);
}

#[test]
fn each_required_stream_is_required_once() {
    for missing in [1, 2, 3, 4, 5, 18, 11, 21] {
        let bytes = rebuilt(|kind, attr, payload| (kind != missing).then_some((attr, payload)));
        let error = error_of(&bytes);
        let stream = error.place.stream.unwrap();
        assert!(stream.starts_with(&format!("type {missing} ")), "{stream}");
        assert!(error.rule.contains("missing"));
    }
    let image = authored().image;
    let mut builder = NresBuilder::new();
    for index in [0, 0, 1, 2, 3, 4, 5, 6, 7, 8] {
        let entry = &image.entries[index];
        builder.add_raw(
            entry.kind,
            entry.attr,
            entry.name,
            image.payloads[index].clone(),
        );
    }
    assert!(
        error_of(&builder.to_bytes().unwrap())
            .rule
            .contains("twice")
    );
}

#[test]
fn a_torn_record_is_refused_in_every_stream() {
    for stream in [1, 2, 3, 4, 5, 18, 14, 11, 21] {
        let bytes = rebuilt(|kind, attr, mut payload| {
            if kind == stream {
                payload.pop();
            }
            Some((attr, payload))
        });
        assert!(error_of(&bytes).rule.contains("records of"), "{stream}");
    }
}

#[test]
fn a_stride_or_count_attribute_that_does_not_fit_is_refused() {
    for stream in [1, 2, 3, 4, 5, 18, 14, 11, 21] {
        for attribute in [0, 2] {
            let bytes = rebuilt(|kind, mut attr, payload| {
                attr[attribute] += u32::from(kind == stream);
                Some((attr, payload))
            });
            assert_eq!(error_of(&bytes).kind, ErrorKind::BadValue, "{stream}");
        }
    }
}

#[test]
fn counts_of_the_vertex_and_face_streams_must_agree() {
    for (stream, stride) in [(3, 12), (4, 4), (5, 4), (18, 4), (14, 4), (11, 4)] {
        let bytes = rebuilt(|kind, mut attr, mut payload| {
            if kind == stream {
                attr[0] -= 1;
                payload.truncate(payload.len() - stride);
            }
            Some((attr, payload))
        });
        assert!(error_of(&bytes).rule.contains("records for"), "{stream}");
    }
}

#[test]
fn a_position_that_is_not_finite_is_refused() {
    let error = error_of(&patched(3, 12 + 4, &f32::NAN.to_le_bytes()));
    assert_eq!(error.place.record, Some(1));
    assert_eq!(error.place.offset, Some(12));
}

#[test]
fn a_vertex_past_the_positions_is_refused() {
    let error = error_of(&patched(21, 28 + 0x0A, &[10, 0]));
    assert_eq!(error.kind, ErrorKind::OutOfRange);
    assert_eq!(error.place.record, Some(1));
}

#[test]
fn a_neighbour_past_the_faces_is_refused() {
    let error = error_of(&patched(21, 0x0E, &[12, 0]));
    assert_eq!(error.kind, ErrorKind::OutOfRange);
}

#[test]
fn faces_and_vertices_that_no_u16_can_name_are_refused() {
    let of = |faces: usize, vertices: usize| {
        let mut land = authored();
        land.faces.resize(faces, land.faces[0]);
        land.draw_order.resize(faces, land.draw_order[0]);
        land.positions.resize(vertices, [0.0; 3]);
        land.normals.resize(vertices, [0, 0, 127, 0]);
        land.uv0.resize(vertices, [0; 2]);
        land.uv1.resize(vertices, [0; 2]);
        land.blend = None;
        land.to_bytes()
    };
    // All of the most that can be named are read without trouble.
    let most = of(65_535, 65_535).unwrap();
    assert_eq!(
        Land::parse(&most, &mut Warnings::new())
            .unwrap()
            .faces
            .len(),
        65_535
    );
    for (faces, vertices, stream) in [(65_536, 100, "type 21"), (100, 65_536, "type 3")] {
        let error = of(faces, vertices).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Limit);
        assert!(error.to_string().contains(stream), "{error}");
    }
}

#[test]
fn a_cell_run_past_the_faces_is_refused() {
    let error = error_of(&patched(2, 0x8C + 3 * 68 + 2, &[5, 0]));
    assert_eq!(error.kind, ErrorKind::OutOfRange);
    assert_eq!(error.place.offset, Some(0x8C + 3 * 68));
}

#[test]
fn an_odd_number_of_cells_is_refused() {
    let bytes = rebuilt(|kind, mut attr, mut payload| {
        if kind == 2 {
            attr[0] -= 1;
            payload.truncate(payload.len() - 68);
        }
        Some((attr, payload))
    });
    assert!(error_of(&bytes).rule.contains("even"));
}

#[test]
fn values_that_would_be_refused_are_not_written() {
    let mut land = authored();
    land.faces[0].vertices[0] = 99;
    assert_eq!(land.to_bytes().unwrap_err().kind, ErrorKind::OutOfRange);
}

#[test]
fn cell_runs_that_do_not_chain_warn() {
    assert_warns(&patched(2, 0x8C + 68, &[1, 0]), "start where");
    assert_warns(
        &patched(2, 0x8C + 3 * 68 + 2, &[3, 0]),
        "end at face 11 of 12",
    );
}

#[test]
fn a_grid_that_is_not_the_squares_warns() {
    let with_columns = |columns| {
        rebuilt(move |kind, [count, attr2, stride], payload| {
            let attr2 = if kind == 1 { columns } else { attr2 };
            Some(([count, attr2, stride], payload))
        })
    };
    assert_warns(&with_columns(0), "grid of 0 x 0");
    assert_warns(&with_columns(3), "grid of 3 x 0");
    assert_eq!(warnings_of(&with_columns(1)), [""; 0]);
}

#[test]
fn rows_that_are_not_those_of_the_squares_are_not_written() {
    let mut land = authored();
    land.grid[1] += 1;
    let error = land.to_bytes().unwrap_err().to_string();
    assert!(error.contains("a grid of 2 x 2 for 2 squares"), "{error}");
}

#[test]
fn a_second_material_without_its_flag_warns() {
    assert_warns(&patched(21, 0, &[0x00, 0x06]), "flag 0x0004");
    assert_warns(&patched(21, 28, &[0x04, 0x06]), "flag 0x0004");
}

#[test]
fn an_unusual_word_at_6_warns() {
    assert_warns(&patched(21, 6, &[0, 0]), "0x06");
}

#[test]
fn liquid_at_several_heights_warns() {
    assert_warns(
        &patched(3, 7 * 12 + 8, &0.75f32.to_le_bytes()),
        "height 0.5",
    );
}

#[test]
fn one_sided_neighbours_and_wrong_link_codes_warn() {
    assert_warns(&patched(21, 0x0E, &[3, 0]), "in return");
    assert_warns(&patched(21, 0x1A, &[0, 0]), "link code");
}

#[test]
fn normals_that_are_not_unit_vectors_warn() {
    assert_warns(
        &patched(4, 2, &[120]),
        "type 4 (normals), record 0: the normal",
    );
    assert_warns(
        &patched(21, 0x18, &[0, 0x70]),
        "type 21 (faces), record 0: the normal",
    );
}

#[test]
fn a_draw_order_that_is_no_permutation_warns_once() {
    let bytes = patched(11, 0, &[1, 0]);
    assert_warns(&bytes, "permutation");
    assert_eq!(warnings_of(&bytes).len(), 1);
    assert_warns(&patched(11, 0, &[12, 0]), "permutation");
}

#[test]
fn weights_outside_0_to_1_warn_and_are_kept() {
    let bytes = patched(14, 4, &1.5f32.to_le_bytes());
    assert_warns(&bytes, "outside 0..1");
    let land = Land::parse(&bytes, &mut Warnings::new()).unwrap();
    assert_eq!(land.blend.unwrap()[1], 1.5);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn what_can_be_read_is_written_back_byte_for_byte(
        at in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)
    ) {
        let mut bytes = authored().to_bytes().unwrap();
        for (index, value) in at {
            *index.get_mut(&mut bytes) = value;
        }
        if let Ok(land) = Land::parse(&bytes, &mut Warnings::new()) {
            prop_assert_eq!(land.to_bytes().unwrap(), bytes);
        }
    }

    #[test]
    fn arbitrary_bytes_never_panic(mut bytes in proptest::collection::vec(any::<u8>(), 16..300)) {
        bytes[..8].copy_from_slice(b"NRes\0\x01\0\0");
        let size = bytes.len() as u32;
        bytes[12..16].copy_from_slice(&size.to_le_bytes());
        let read = Land::parse(&bytes, &mut Warnings::new());
        prop_assert!(read.is_err());
    }
}
