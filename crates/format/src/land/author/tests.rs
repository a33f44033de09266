use super::*;
use crate::error::ErrorKind;
use crate::land::NONE;
use crate::land::tests::{authored, two_squares};
use crate::nres::Nres;

#[test]
fn the_packed_vertex_of_the_page_has_its_values() {
    assert_eq!(pack_uv([2.0, 4.453_125]), [2048, 4560]);
    assert_eq!(pack_normal([0.0, -0.598, 0.803]), [0, -76, 102, 0]);
}

#[test]
fn coordinates_wrap_after_64_turns() {
    assert_eq!(pack_uv([64.5, -1.0]), [512, 64_512]);
}

#[test]
fn an_authored_terrain_has_no_warnings_and_nine_members_in_order() {
    let bytes = authored().to_bytes().unwrap();
    let mut warnings = Warnings::new();
    Land::parse(&bytes, &mut warnings).unwrap();
    assert!(warnings.is_empty(), "{:?}", warnings.list());
    let nres = Nres::parse(&bytes, &mut Warnings::new()).unwrap();
    let directory = nres.entries().iter();
    let directory: Vec<_> = directory.map(|e| (e.kind.0, e.attr)).collect();
    let expected = [
        (1, [2, 2, 38]),
        (2, [4, 0, 68]),
        (3, [10, 0, 12]),
        (4, [10, 0, 4]),
        (5, [10, 0, 4]),
        (18, [10, 0, 4]),
        (14, [10, 0, 4]),
        (11, [12, 0, 4]),
        (21, [12, 0, 28]),
    ];
    assert_eq!(directory, expected);
    assert!(nres.entries().iter().all(|e| e.name.as_bytes() == b"Land"));
}

#[test]
fn authored_faces_stand_in_the_cell_of_their_square() {
    let land = authored();
    let runs: Vec<_> = land
        .cells
        .iter()
        .map(|c| (c.first_face, c.face_count))
        .collect();
    assert_eq!(runs, [(0, 2), (2, 4), (6, 2), (8, 4)]);
    assert_eq!(land.level0_faces().len(), 6);
    assert_eq!(land.level1_faces().len(), 6);
    assert_eq!(land.faces[0].vertices, [0, 1, 2]);
    assert_eq!(land.faces[2].vertices, [8, 6, 7]);
    assert_eq!(land.squares[1][4..6], [1, 3]);
}

#[test]
fn authored_cells_have_the_box_of_both_levels_and_its_sphere() {
    let land = authored();
    let east = land.cells[1];
    assert_eq!((east.min, east.max), ([2.0, 0.0, -1.0], [4.0, 2.0, 1.0]));
    assert_eq!(east.center, [3.0, 1.0, 0.0]);
    assert_eq!(east.radius, 3.0f32.sqrt());
    assert_eq!((land.cells[3].min, land.cells[3].max), (east.min, east.max));
    assert_eq!(land.corners[0], [0.0, 0.0, -1.0]);
    assert_eq!(land.corners[6], [4.0, 2.0, 1.0]);
}

#[test]
fn authored_neighbours_share_an_edge_by_position_and_kind() {
    let land = authored();
    // West square: faces 0 (0,1,2) and 1 (0,2,3). East: 2, 5 water, 3, 4 bed.
    assert_eq!(land.faces[0].neighbours, [NONE, 4, 1]);
    assert_eq!(land.faces[0].across(2), Some((1, 0)));
    assert_eq!(land.faces[4].vertices, [1, 5, 2]);
    assert_eq!(land.faces[4].neighbours, [3, NONE, 0]);
    assert_eq!(land.faces[4].across(2), Some((0, 1)));
    assert_eq!(land.faces[2].neighbours, [NONE, NONE, 5]);
}

#[test]
fn an_authored_second_material_sets_its_flag() {
    let land = authored();
    assert_eq!(land.faces[0].flags, 0x0604);
    assert_eq!(land.faces[0].second_material(), Some(3));
    assert_eq!(land.faces[1].flags, 0x0600);
    assert_eq!(land.faces[1].second_material(), None);
}

#[test]
fn the_authored_draw_order_sorts_each_cell_by_materials() {
    let order = authored().draw_order;
    let order: Vec<_> = order.iter().map(|o| (o.face, o.flags)).collect();
    // Cell 1 holds water (2), bed (3), bed (3), water (2).
    assert_eq!(order[..2], [(0, 0x58), (1, 0x58)]);
    assert_eq!(order[2..6], [(2, 0x58), (5, 0x48), (3, 0x58), (4, 0x48)]);
}

#[test]
fn an_authored_face_normal_is_that_of_its_corners() {
    assert_eq!(authored().faces[0].normal, [0, 0, 32_767]);
}

#[test]
fn a_face_that_leaves_its_square_cannot_be_authored() {
    let mut source = two_squares();
    source.level0.push(FaceSource::ground([0, 4, 3], 1));
    let error = source.build().unwrap_err();
    assert_eq!(error.place.record, Some(6));
}

#[test]
fn a_face_with_an_unknown_vertex_cannot_be_authored() {
    let mut source = two_squares();
    source.level1[0].vertices[2] = 10;
    assert_eq!(source.build().unwrap_err().kind, ErrorKind::OutOfRange);
}

#[test]
fn a_terrain_without_extent_or_squares_cannot_be_authored() {
    let mut source = two_squares();
    source.grid = [0, 1];
    assert!(source.build().is_err());
    assert!(
        LandSource {
            grid: [1, 1],
            ..LandSource::default()
        }
        .build()
        .is_err()
    );
}
