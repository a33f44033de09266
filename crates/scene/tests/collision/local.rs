//! The query of one slot: plane test, inside test, choice.

use msh_format::msh::batch_flags;
use msh_scene::collision::{Hit, Masks};
use msh_scene::glam::Vec3;

use crate::support::*;

const TWO_SIDED: u16 = batch_flags::TWO_SIDED;

#[test]
fn a_face_in_the_way_is_struck_where_the_way_crosses_its_plane() {
    let shape = shape([batch(0, [floor(3.0)])]);
    let hit = query(&shape, [1.0, 2.0, 8.0], [1.0, 0.0, 0.0]);
    // 5 of 8 down, so 5/8 of the way: y = 2 - 2 * 5/8.
    assert_eq!(
        hit,
        Some(Hit {
            point: Vec3::new(1.0, 0.75, 3.0),
            distance_squared: 25.0 + 1.5625,
            node: 0,
            slot: 0,
            batch: 0,
            face: 0,
            descriptor: 0,
            normal: Vec3::Z,
        })
    );
}

#[test]
fn a_face_beside_the_way_or_behind_its_end_is_not_struck() {
    let shape = shape([batch(TWO_SIDED, [floor(0.0)])]);
    assert_eq!(query(&shape, [5.0, 0.0, 4.0], [5.0, 0.0, -4.0]), None);
    assert_eq!(query(&shape, [0.0, 0.0, 4.0], [0.0, 0.0, 0.25]), None);
    assert_eq!(query(&shape, [0.0, 0.0, -4.0], [0.0, 0.0, -8.0]), None);
}

#[test]
fn a_way_that_ends_on_the_plane_strikes_and_one_that_begins_there_does_not() {
    let shape = shape([batch(0, [floor(0.0)])]);
    assert!(query(&shape, [0.0, 0.0, 4.0], [0.0, 0.0, 0.0]).is_some());
    assert_eq!(query(&shape, [0.0, 0.0, 0.0], [0.0, 0.0, -4.0]), None);
}

#[test]
fn a_way_within_the_plane_strikes_nothing() {
    let shape = shape([batch(TWO_SIDED, [floor(0.0)])]);
    assert_eq!(query(&shape, [-9.0, 0.0, 0.0], [9.0, 0.0, 0.0]), None);
    assert_eq!(query(&shape, [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]), None);
}

#[test]
fn a_one_sided_face_is_not_struck_from_behind() {
    let shape = shape([batch(0, [floor(0.0)])]);
    assert_eq!(query(&shape, [0.0, 0.0, -4.0], [0.0, 0.0, 4.0]), None);
}

#[test]
fn a_two_sided_face_is_struck_from_behind_at_a_distance_from_the_start() {
    let shape = shape([batch(TWO_SIDED, [floor(1.0)])]);
    let hit = query(&shape, [0.0, 0.0, -2.0], [0.0, 4.0, 2.0]).unwrap();
    assert_eq!(hit.point, Vec3::new(0.0, 3.0, 1.0));
    assert_eq!(hit.distance_squared, 18.0);
    assert_eq!(hit.normal, Vec3::Z);
}

#[test]
fn a_two_sided_face_struck_from_behind_accepts_a_start_on_it_but_no_end() {
    let shape = shape([batch(TWO_SIDED, [floor(0.0)])]);
    let hit = query(&shape, [0.0, 0.0, 0.0], [0.0, 0.0, 4.0]).unwrap();
    assert_eq!((hit.point, hit.distance_squared), (Vec3::ZERO, 0.0));
    assert_eq!(query(&shape, [0.0, 0.0, -4.0], [0.0, 0.0, 0.0]), None);
}

#[test]
fn edges_and_corners_are_inside() {
    let shape = shape([batch(0, [floor(0.0)])]);
    let through = |x, y| query(&shape, [x, y, 4.0], [x, y, -4.0]).is_some();
    assert!(through(0.0, -4.0) && through(2.0, 0.0) && through(-2.0, 0.0));
    assert!(through(-4.0, -4.0) && through(4.0, -4.0) && through(0.0, 4.0));
    assert!(!through(0.0, -4.000_001) && !through(2.000_001, 0.0) && !through(-2.000_001, 0.0));
}

#[test]
fn corners_in_the_other_order_than_the_normal_are_missed() {
    let [a, b, c] = floor(0.0).corners;
    let shape = shape([batch(TWO_SIDED, [Face::new([a, c, b], UP)])]);
    assert_eq!(query(&shape, [0.0, 0.0, 4.0], [0.0, 0.0, -4.0]), None);
    assert_eq!(query(&shape, [0.0, 0.0, -4.0], [0.0, 0.0, 4.0]), None);
}

#[test]
fn a_face_that_looks_down_is_struck_from_below() {
    let [a, b, c] = floor(0.0).corners;
    let shape = shape([batch(0, [Face::new([a, c, b], [0, 0, -32767])])]);
    let hit = query(&shape, [1.0, 0.0, -4.0], [1.0, 0.0, 4.0]).unwrap();
    assert_eq!(hit.point, Vec3::new(1.0, 0.0, 0.0));
    assert_eq!(query(&shape, [1.0, 0.0, 4.0], [1.0, 0.0, -4.0]), None);
}

#[test]
fn the_plane_is_that_of_the_stored_normal_through_the_first_corner() {
    // The corners are level, the plane is not: it falls by half of x, from height 0 at x = -4.
    let face = Face::new(floor(0.0).corners, [8192, 0, 16384]);
    let shape = shape([batch(0, [face])]);
    let hit = query(&shape, [0.0, 0.0, 4.0], [0.0, 0.0, -4.0]).unwrap();
    assert!((hit.point - Vec3::new(0.0, 0.0, -2.0)).length() < 1e-5);
    assert_eq!(query(&shape, [0.0, 0.0, 4.0], [0.0, 0.0, -1.0]), None);
}

#[test]
fn the_length_of_the_normal_does_not_matter_and_is_not_mended() {
    let face = Face::new(floor(0.0).corners, [0, 0, 1]);
    let shape = shape([batch(0, [face])]);
    let hit = query(&shape, [0.0, 0.0, 4.0], [0.0, 0.0, -12.0]).unwrap();
    assert_eq!(hit.point, Vec3::ZERO);
    assert_eq!(hit.normal, Vec3::new(0.0, 0.0, 1.0 / 32767.0));
}

#[test]
fn a_normal_of_zeros_is_never_crossed() {
    let face = Face::new(floor(0.0).corners, [0; 3]);
    let shape = shape([batch(TWO_SIDED, [face])]);
    assert_eq!(query(&shape, [0.0, 0.0, 4.0], [0.0, 0.0, -4.0]), None);
}

#[test]
fn of_tied_axes_the_lowest_is_dropped() {
    // Seen along x the face is a triangle around the origin, seen along y or z it is a line.
    let corners = [[0.0, -4.0, -4.0], [0.0, 4.0, -4.0], [0.0, 0.0, 4.0]];
    let shape = shape([batch(0, [Face::new(corners, [9000, 9000, 9000])])]);
    // The plane is x + y + z = -8.
    let hit = query(&shape, [8.0, 0.0, 0.0], [-24.0, 0.0, 0.0]).unwrap();
    assert!((hit.point - Vec3::new(-8.0, 0.0, 0.0)).length() < 1e-5);
    assert_eq!(query(&shape, [8.0, 0.0, 6.0], [-24.0, 0.0, 6.0]), None);
}

#[test]
fn a_face_without_area_takes_everything_on_its_plane() {
    let shape = shape([batch(0, [Face::new([[1.0, 2.0, 3.0]; 3], UP)])]);
    let hit = query(&shape, [50.0, -70.0, 4.0], [50.0, -70.0, 2.0]).unwrap();
    assert_eq!(hit.point, Vec3::new(50.0, -70.0, 3.0));
}

#[test]
fn the_nearest_face_is_struck_whatever_the_order() {
    let faces = [floor(0.0), floor(2.0), floor(1.0)];
    let shape = shape([batch(0, faces)]);
    let hit = query(&shape, [0.0, 0.0, 4.0], [0.0, 0.0, -4.0]).unwrap();
    assert_eq!((hit.face, hit.distance_squared), (1, 4.0));
}

#[test]
fn of_equally_near_faces_the_last_is_struck() {
    let shape = shape([
        batch(0, [floor(0.0), floor(0.0)]),
        batch(0, [floor(0.0), floor(0.0), floor(-1.0)]),
    ]);
    let hit = query(&shape, [0.0, 0.0, 4.0], [0.0, 0.0, -4.0]).unwrap();
    assert_eq!((hit.batch, hit.face, hit.descriptor), (1, 1, 3));
}

#[test]
fn the_result_names_batch_face_and_descriptor_of_its_slot() {
    let slots = [
        vec![batch(0, [floor(9.0)])],
        vec![
            batch(0, [floor(-1.0), floor(-2.0)]),
            batch(0, [floor(-3.0), floor(1.0)]),
        ],
    ];
    let shape = shape_of(model(&[root(), root()], &slots));
    let hit = shape
        .query_slot_segment(1, 1, &down(4.0, -4.0), &Masks::default())
        .unwrap()
        .unwrap();
    assert_eq!((hit.node, hit.slot), (1, 1));
    // Batch 0 and descriptor 0 are those of slot 0.
    assert_eq!((hit.batch, hit.face, hit.descriptor), (2, 1, 4));
}

#[test]
fn descriptors_are_counted_from_the_slot_whatever_the_indices() {
    // The second batch draws the indices of the first; the descriptors go on.
    let mut parts = parts(
        &[root()],
        &[vec![batch(0, [floor(0.0)]), batch(0, [floor(9.0)])]],
    );
    parts.batches[1].index_start = 0;
    parts.batches[1].base_vertex = 0;
    parts.descriptors[0].normal = [0, 0, -32767];
    let shape = shape_of(parse(&parts));
    let hit = query(&shape, [0.0, 0.0, 4.0], [0.0, 0.0, -4.0]).unwrap();
    assert_eq!((hit.batch, hit.descriptor), (1, 1));
}

#[test]
fn an_incomplete_last_face_has_no_descriptor() {
    let mut parts = parts(
        &[root()],
        &[vec![
            batch(0, [floor(0.0), floor(1.0)]),
            batch(0, [floor(2.0)]),
        ]],
    );
    // One face and two indices: the cursor moves by one.
    parts.batches[0].index_count = 5;
    parts.descriptors[1].normal = UP;
    parts.descriptors[2].normal = [0; 3];
    let shape = shape_of(parse(&parts));
    let hit = query(&shape, [0.0, 0.0, 4.0], [0.0, 0.0, -4.0]).unwrap();
    assert_eq!((hit.batch, hit.face, hit.descriptor), (1, 0, 1));
}

#[test]
fn a_model_without_type_7_is_not_struck() {
    let mut msh = model(&[root()], &[vec![batch(0, [floor(0.0)])]]);
    assert!(shape_of(msh.clone()).has_descriptors());
    msh.descriptors = None;
    let shape = shape_of(msh);
    assert!(!shape.has_descriptors());
    assert_eq!(query(&shape, [0.0, 0.0, 4.0], [0.0, 0.0, -4.0]), None);
    let nodes = [at(0, 0, [0.0; 3])];
    assert_eq!(world_query(&shape, &nodes, &down(4.0, -4.0)), None);
}
