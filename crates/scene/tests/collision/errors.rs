//! Questions and data without an answer.

use msh_scene::collision::{CollisionShape, Hit, Masks, NodeInstances, QueryError, SelectedNode};
use msh_scene::glam::{Mat4, Vec3};

use crate::support::*;

fn error(shape: &CollisionShape, node: usize, slot: usize) -> Option<QueryError> {
    let hit = shape.query_slot_segment(node, slot, &down(4.0, -4.0), &Masks::default());
    hit.err()
}

#[test]
fn node_and_slot_must_exist() {
    let shape = shape([batch(0, [floor(0.0)])]);
    let node = QueryError::Node { node: 1, count: 1 };
    assert_eq!(error(&shape, 1, 0), Some(node));
    let slot = QueryError::Slot { slot: 1, count: 1 };
    assert_eq!(error(&shape, 0, 1), Some(slot));
    let prepare = |n, s| NodeInstances::new(&shape, [at(n, s, [0.0; 3])]).err();
    assert_eq!(prepare(1, 0), Some(node));
    assert_eq!(prepare(0, 1), Some(slot));
}

#[test]
fn a_slot_whose_triangles_run_past_type_7_cannot_be_asked() {
    let mut parts = parts(&[root()], &[vec![batch(0, [floor(0.0)])]]);
    parts.slots[0].tri_count = 2;
    let expected = QueryError::Descriptors {
        slot: 0,
        start: 0,
        end: 2,
        count: 1,
    };
    assert_eq!(error(&shape_of(parse(&parts)), 0, 0), Some(expected));
}

#[test]
fn a_slot_whose_faces_run_past_type_7_cannot_be_asked() {
    let slots = [
        vec![batch(0, [floor(0.0)])],
        vec![batch(0, [floor(1.0), floor(2.0)])],
    ];
    let mut parts = parts(&[root()], &slots);
    parts.slots[1].tri_start = 2;
    parts.slots[1].tri_count = 0;
    let shape = shape_of(parse(&parts));
    let expected = QueryError::Descriptors {
        slot: 1,
        start: 2,
        end: 4,
        count: 3,
    };
    assert_eq!(error(&shape, 0, 0), None);
    assert_eq!(error(&shape, 0, 1), Some(expected));
}

#[test]
fn a_segment_must_be_finite() {
    let shape = shape([batch(0, [floor(0.0)])]);
    let nodes = NodeInstances::new(&shape, [at(0, 0, [0.0; 3])]).unwrap();
    for end in [f32::NAN, f32::NEG_INFINITY] {
        let way = down(4.0, end);
        let local = shape.query_slot_segment(0, 0, &way, &Masks::default());
        assert_eq!(local, Err(QueryError::Segment));
        let world = shape.query_building_segment_world(&nodes, &way);
        assert_eq!(world, Err(QueryError::Segment));
    }
}

/// A query through a node of this size (the others do not matter) that holds `face`.
fn through_node_of_size(size: f32, face: Face, reach: f32) -> Result<Option<Hit>, QueryError> {
    let shape = shape([batch(0, [face])]);
    let placed = SelectedNode {
        world_from_node: Mat4::from_scale(Vec3::splat(size)),
        ..at(0, 0, [0.0; 3])
    };
    let nodes = NodeInstances::new(&shape, [placed]).unwrap();
    shape.query_building_segment_world(&nodes, &down(reach, -reach))
}

#[test]
fn a_segment_must_be_finite_in_every_node_also_where_nothing_can_be_struck() {
    let no_plane = Face::new(floor(0.0).corners, [0; 3]);
    for face in [floor(0.0), no_plane] {
        // The node sees twice 3e38, and 1e32 times 1e8: more than an f32 holds.
        for (size, reach) in [(0.5, 3e38), (1e-32, 1e8)] {
            let hit = through_node_of_size(size, face, reach);
            assert_eq!(hit, Err(QueryError::Segment), "{size} {reach}");
        }
    }
    assert_eq!(through_node_of_size(0.5, no_plane, 1e9), Ok(None));
}

/// The error of placing node 1 of two with this matrix.
fn placing(matrix: Mat4) -> Option<String> {
    let shape = shape_of(model(&[root(), root()], &[vec![batch(0, [floor(0.0)])]]));
    let nodes = [
        at(0, 0, [0.0; 3]),
        SelectedNode {
            node: 1,
            slot: 0,
            world_from_node: matrix,
        },
    ];
    let error = NodeInstances::new(&shape, nodes).err()?;
    Some(error.to_string())
}

#[test]
fn a_singular_matrix_is_an_error_that_names_the_node() {
    let flat = Mat4::from_scale(Vec3::new(1.0, 0.0, 1.0));
    let text = placing(flat).unwrap();
    assert!(
        text.contains("node 1") && text.contains("singular"),
        "{text}"
    );
    let dependent = Mat4::from_cols_array(&[
        1.0, 2.0, 3.0, 0.0, 4.0, 5.0, 6.0, 0.0, 7.0, 8.0, 9.0, 0.0, 0.0, 0.0, 0.0, 1.0,
    ]);
    assert!(placing(dependent).unwrap().contains("singular"));
}

#[test]
fn a_matrix_that_is_small_is_not_singular() {
    assert_eq!(placing(Mat4::from_scale(Vec3::splat(1e-20))), None);
    assert!(placing(Mat4::from_scale(Vec3::splat(1e-40))).is_some());
}

#[test]
fn a_matrix_must_be_finite_and_affine() {
    let mut matrix = Mat4::IDENTITY;
    matrix.w_axis.x = f32::NAN;
    assert!(placing(matrix).unwrap().contains("not finite"));
    matrix = Mat4::IDENTITY;
    matrix.x_axis.w = 1.0;
    assert!(placing(matrix).unwrap().contains("last row"));
}

/// The error of a portal of node 0 with this key.
fn portal_error(key: u16) -> Option<QueryError> {
    let shape = shape([portal(key, floor(0.0))]);
    let nodes = NodeInstances::new(&shape, [at(0, 0, [0.0; 3])]).unwrap();
    shape
        .query_building_segment_world(&nodes, &down(4.0, -4.0))
        .err()
}

#[test]
fn a_portal_must_name_a_node() {
    assert_eq!(portal_error(0), None);
    assert_eq!(
        portal_error(0xFFFF),
        Some(QueryError::NoHelperKey { batch: 0 })
    );
    let outside = QueryError::HelperKey {
        batch: 0,
        key: 1,
        count: 1,
    };
    assert_eq!(portal_error(1), Some(outside));
}

#[test]
fn parents_in_a_circle_are_an_error_when_a_portal_leads_into_it() {
    let slots = [vec![portal(1, floor(0.0))]];
    let nodes = [root(), node(2, 0), node(1, 0)];
    let shape = shape_of(model(&nodes, &slots));
    let list = NodeInstances::new(&shape, [at(0, 0, [0.0; 3])]).unwrap();
    let query = |to| shape.query_building_segment_world(&list, &down(4.0, to));
    assert_eq!(query(1.0), Ok(None));
    assert_eq!(query(-4.0), Err(QueryError::ParentLoop { node: 1 }));
}

#[test]
fn a_node_that_is_its_own_parent_is_a_circle() {
    let nodes = [node(0, 0)];
    let shape = shape_of(model(&nodes, &[vec![portal(0, floor(0.0))]]));
    let list = NodeInstances::new(&shape, [at(0, 0, [0.0; 3])]).unwrap();
    let hit = shape.query_building_segment_world(&list, &down(4.0, -4.0));
    assert_eq!(hit, Err(QueryError::ParentLoop { node: 0 }));
}
