use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::error::ErrorKind;
use crate::nres::{EntryType, NresBuilder};
use crate::reader::WriteLe;

/// Bytes of an areal with these corners and edges, made field by field.
fn areal_bytes(class: u32, corners: &[[f32; 3]], edges: &[[i32; 2]]) -> Vec<u8> {
    let mut out = Vec::new();
    out.put_f32s(&[1.0, 2.0, 0.0, 0.0, 4.5]);
    out.put_f32s(&[0.0, 0.0, 1.0]);
    out.put_u32s(&[1, 0, class, 0, corners.len() as u32, 0]);
    out.put_f32s(corners.as_flattened());
    for word in edges.as_flattened() {
        out.put_i32(*word);
    }
    out
}

/// Two triangles that share the diagonal of a square, and a grid of 2 x 1 cells.
fn payload() -> Vec<u8> {
    let [sw, se, ne, nw] = [
        [0.0, 0.0, 5.0],
        [3.0, 0.0, 5.0],
        [3.0, 3.0, 5.0],
        [0.0, 3.0, 5.0],
    ];
    let mut out = areal_bytes(7, &[sw, se, ne], &[[-1, -1], [-1, -1], [1, 0]]);
    out.extend(areal_bytes(
        242,
        &[sw, ne, nw],
        &[[0, 2], [-1, -1], [-1, -1]],
    ));
    out.put_u32s(&[2, 1]);
    for word in [2, 0, 1, 1, 0] {
        out.put_u16(word);
    }
    out
}

fn file(count: u32, payload: Vec<u8>) -> Vec<u8> {
    let mut builder = NresBuilder::new();
    let kind = EntryType(AREALS_STREAM);
    builder.add(kind, [count, 0, 0], "x", payload).unwrap();
    builder.to_bytes().unwrap()
}

fn parse(payload: Vec<u8>) -> Result<LandMap> {
    LandMap::parse(&file(2, payload), &mut Warnings::new())
}

fn two() -> LandMap {
    parse(payload()).unwrap()
}

fn error_of(payload: Vec<u8>) -> crate::Error {
    parse(payload).unwrap_err()
}

fn assert_warns(payload: Vec<u8>, words: &str) {
    let mut warnings = Warnings::new();
    LandMap::parse(&file(2, payload), &mut warnings).unwrap();
    let texts: Vec<_> = warnings.list().iter().map(ToString::to_string).collect();
    assert!(texts.iter().any(|t| t.contains(words)), "{texts:?}");
}

#[test]
fn an_areal_is_its_centre_area_class_and_corners() {
    let map = two();
    let areal = &map.areals[1];
    assert_eq!((areal.center, areal.area), ([1.0, 2.0, 0.0], 4.5));
    assert_eq!(areal.normal, [0.0, 0.0, 1.0]);
    assert_eq!(areal.polygon[2], [0.0, 3.0, 5.0]);
    assert_eq!((areal.class(), areal.is_lake()), (242, true));
}

#[test]
fn only_a_class_with_all_of_0xf0_is_a_lake() {
    let mut areal = two().areals[0].clone();
    let lakes = [0, 29, 0xE0, 0xF0, 242, 0x1F0].map(|class| {
        areal.flags[2] = class;
        areal.is_lake()
    });
    assert_eq!(lakes, [false, false, false, true, true, true]);
}

#[test]
fn an_edge_names_its_neighbour_and_the_edge_there() {
    let map = two();
    assert_eq!(map.across(0, 2), Some((1, 0)));
    assert_eq!(map.across(1, 0), Some((0, 2)));
    assert_eq!(map.across(0, 0), None);
    assert_eq!((map.across(0, 3), map.across(2, 0)), (None, None));
}

#[test]
fn cells_are_stored_by_column() {
    let grid = two().grid;
    assert_eq!(grid.size(), [2, 1]);
    assert_eq!((grid.cell(0, 0), grid.cell(1, 0)), (&[0, 1][..], &[0][..]));
    assert_eq!((grid.cell(2, 0), grid.cell(0, 1)), (&[][..], &[][..]));
    let numbers: [&[u16]; 6] = [&[0], &[1], &[2], &[3], &[], &[5]];
    let grid = ArealGrid::new([2, 3], numbers).unwrap();
    assert_eq!((grid.cell(0, 2), grid.cell(1, 0)), (&[2][..], &[3][..]));
    assert_eq!((grid.cell(1, 1), grid.cell(1, 2)), (&[][..], &[5][..]));
}

#[test]
fn a_sound_map_gives_no_warning() {
    let mut warnings = Warnings::new();
    LandMap::parse(&file(2, payload()), &mut warnings).unwrap();
    assert!(warnings.is_empty(), "{:?}", warnings.list());
}

#[test]
fn every_cut_of_the_payload_is_refused() {
    for length in 0..payload().len() {
        assert!(parse(payload()[..length].to_vec()).is_err(), "{length}");
    }
}

#[test]
fn a_byte_left_over_is_refused() {
    let mut long = payload();
    long.push(0);
    assert!(error_of(long).rule.contains("1 bytes are left"));
}

#[test]
fn the_number_of_areals_is_that_of_the_directory() {
    let wrong = LandMap::parse(&file(1, payload()), &mut Warnings::new());
    assert!(wrong.is_err());
    let huge = LandMap::parse(&file(u32::MAX, payload()), &mut Warnings::new());
    assert_eq!(huge.unwrap_err().kind, ErrorKind::Truncated);
}

#[test]
fn exactly_one_member_of_type_12_is_read() {
    let mut builder = NresBuilder::new();
    let two_members = || {
        builder
            .add(EntryType(AREALS_STREAM), [2, 0, 0], "x", payload())
            .unwrap();
        builder.to_bytes().unwrap()
    };
    let images: Vec<_> = std::iter::repeat_with(two_members).take(2).collect();
    assert!(LandMap::parse(&images[0], &mut Warnings::new()).is_ok());
    let error = LandMap::parse(&images[1], &mut Warnings::new()).unwrap_err();
    assert!(error.rule.contains("2 members (#12, #12)"), "{error}");
}

#[test]
fn counts_that_do_not_fit_are_refused_with_their_areal() {
    for at in [0x30, 0x74 + 0x30] {
        let mut bytes = payload();
        bytes[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(error_of(bytes).kind, ErrorKind::Truncated, "{at:#x}");
    }
    let grid = payload().len() - 18;
    let mut bytes = payload();
    bytes[grid..grid + 8].fill(0xFF);
    assert!(error_of(bytes).rule.contains("cells of at least"));
}

#[test]
fn sub_blocks_are_unsupported() {
    let mut bytes = payload();
    bytes[0x34] = 1;
    let error = error_of(bytes);
    assert_eq!(error.kind, ErrorKind::Unsupported);
    assert_eq!(
        (error.place.record, error.place.offset),
        (Some(0), Some(0x34))
    );
}

#[test]
fn a_corner_that_is_not_finite_is_refused() {
    let mut bytes = payload();
    bytes[0x38..0x3C].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(error_of(bytes).rule.contains("not finite"));
}

#[test]
fn edges_without_a_target_and_one_sided_ones_warn() {
    // Edge 2 of areal 0 starts after three corners and two edges.
    let edge = 0x38 + 3 * 12 + 2 * 8;
    let with = |neighbour: i32, twin: i32| {
        let mut bytes = payload();
        bytes[edge..edge + 4].copy_from_slice(&neighbour.to_le_bytes());
        bytes[edge + 4..edge + 8].copy_from_slice(&twin.to_le_bytes());
        bytes
    };
    assert_warns(with(2, 0), "edge 2 to edge 0 of areal 2 has no target");
    assert_warns(with(1, 3), "edge 2 to edge 3 of areal 1 has no target");
    assert_warns(with(1, 1), "edge 2 to edge 1 of areal 1 is not returned");
}

#[test]
fn an_unknown_areal_in_a_cell_warns() {
    let mut bytes = payload();
    let last = bytes.len() - 2;
    bytes[last] = 2;
    assert_warns(bytes, "grid of areals, record 1: areal 2 of 2");
}

#[test]
fn a_changed_size_gives_the_canonical_form() {
    let mut map = two();
    map.areals.pop();
    map.areals[0].edges[2] = ArealEdge {
        neighbour: NONE,
        twin: NONE,
    };
    map.grid = ArealGrid::new([1, 1], [&[0][..]]).unwrap();
    let read = LandMap::parse(&map.to_bytes().unwrap(), &mut Warnings::new()).unwrap();
    assert_eq!((&read.areals, &read.grid), (&map.areals, &map.grid));
    assert_eq!(read.image.entries[0].attr, [1, 0, 0]);
    assert_eq!(read.image.entries[0].name, map.image.entries[0].name);
}

#[test]
fn a_new_map_is_read_back() {
    let map = LandMap::new(two().areals, two().grid).unwrap();
    assert_eq!((map.areals, map.grid), (two().areals, two().grid));
}

#[test]
fn what_would_be_refused_is_not_written() {
    let mut map = two();
    map.areals[0].edges.pop();
    assert!(map.to_bytes().unwrap_err().rule.contains("2 edges"));
    assert!(ArealGrid::new([2, 2], [&[0][..]]).is_err());
}

prop_compose! {
    fn areal()(
        [center, normal] in any::<[[f32; 3]; 2]>(),
        [unk_0c, area] in any::<[f32; 2]>(),
        flags: [u32; 4],
        corners in vec((any::<[f32; 3]>(), any::<[i32; 2]>()), 0..6),
    ) -> Areal {
        let (polygon, edges): (_, Vec<[i32; 2]>) = corners.into_iter().unzip();
        let edge = |[neighbour, twin]: [i32; 2]| ArealEdge { neighbour, twin };
        let edges = edges.into_iter().map(edge).collect();
        Areal { center, unk_0c, area, normal, flags, polygon, edges }
    }
}

fn grid() -> impl Strategy<Value = ArealGrid> {
    (0u32..4, 0u32..4).prop_flat_map(|size: (u32, u32)| {
        let count = (size.0 * size.1) as usize;
        vec(vec(any::<u16>(), 0..4), count).prop_map(move |cells| {
            ArealGrid::new(size.into(), cells.iter().map(Vec::as_slice)).unwrap()
        })
    })
}

proptest! {
    #[test]
    fn generated_maps_come_back_from_their_bytes(areals in vec(areal(), 0..5), grid in grid()) {
        let map = LandMap::new(areals.clone(), grid.clone()).unwrap();
        prop_assert_eq!((&map.areals, &map.grid), (&areals, &grid));
        let bytes = map.to_bytes().unwrap();
        let again = LandMap::parse(&bytes, &mut Warnings::new()).unwrap();
        prop_assert_eq!(again.to_bytes().unwrap(), bytes);
    }

    #[test]
    fn what_can_be_read_is_written_back_byte_for_byte(
        at in vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)
    ) {
        let mut bytes = file(2, payload());
        for (index, value) in at {
            *index.get_mut(&mut bytes) = value;
        }
        if let Ok(map) = LandMap::parse(&bytes, &mut Warnings::new()) {
            prop_assert_eq!(map.to_bytes().unwrap(), bytes);
        }
    }

    #[test]
    fn any_payload_is_safe(count in 0u32..4, bytes in vec(prop_oneof![3 => Just(0u8), 1 => any::<u8>()], 0..400)) {
        let bytes = file(count, bytes);
        if let Ok(map) = LandMap::parse(&bytes, &mut Warnings::new()) {
            prop_assert_eq!(map.to_bytes().unwrap(), bytes);
        }
    }
}
