//! What a query passes over.

use msh_scene::collision::{CollisionShape, Masks};

use crate::support::*;

/// The face that a way down the z axis strikes, by its height.
fn height(shape: &CollisionShape, masks: Masks) -> Option<f32> {
    let hit = shape.query_slot_segment(0, 0, &down(9.0, -9.0), &masks);
    hit.unwrap().map(|hit| hit.point.z)
}

#[test]
fn a_node_needs_every_bit_of_the_include_mask() {
    let shape = shape_of(model(
        &[node(0xFFFF, 0x0011)],
        &[vec![batch(0, [floor(0.0)])]],
    ));
    let with = |node_include| {
        let masks = Masks {
            node_include,
            ..Masks::default()
        };
        height(&shape, masks).is_some()
    };
    assert!(with(0x0011) && with(0x0010));
    assert!(!with(0x0013) && !with(0x1_0000));
}

#[test]
fn a_node_with_any_bit_of_the_exclude_mask_is_passed_over() {
    let shape = shape_of(model(
        &[node(0xFFFF, 0x0011)],
        &[vec![batch(0, [floor(0.0)])]],
    ));
    let without = |node_exclude| {
        let masks = Masks {
            node_exclude,
            ..Masks::default()
        };
        height(&shape, masks).is_none()
    };
    assert!(without(0x0003) && without(0x0010));
    assert!(!without(0x0022));
}

fn batches() -> CollisionShape {
    let mut selected = batch(0x0003, [floor(3.0)]);
    selected.material_index_hi = 0x0004;
    shape([
        selected,
        batch(0x0001, [floor(2.0)]),
        batch(0x0000, [floor(1.0)]),
    ])
}

#[test]
fn a_batch_is_chosen_by_its_leading_dword() {
    let include = |batch_include| {
        height(
            &batches(),
            Masks {
                batch_include,
                ..Masks::default()
            },
        )
    };
    assert_eq!(include(0x0001), Some(3.0));
    assert_eq!(include(0x0004_0002), Some(3.0));
    assert_eq!(include(0x0004), None);
}

#[test]
fn a_batch_with_any_excluded_bit_is_passed_over() {
    let exclude = |batch_exclude| {
        height(
            &batches(),
            Masks {
                batch_exclude,
                ..Masks::default()
            },
        )
    };
    assert_eq!(exclude(0x0006), Some(2.0));
    assert_eq!(exclude(0x0001), Some(1.0));
    assert_eq!(exclude(0x0004_0000), Some(2.0));
}

#[test]
fn a_face_is_chosen_by_its_flags() {
    let shape = shape([batch(
        0,
        [floor(3.0).flags(0x05), floor(2.0).flags(0x01), floor(1.0)],
    )]);
    let masks = |triangle_include, triangle_exclude| Masks {
        triangle_include,
        triangle_exclude,
        ..Masks::default()
    };
    assert_eq!(height(&shape, masks(0x01, 0)), Some(3.0));
    assert_eq!(height(&shape, masks(0x05, 0)), Some(3.0));
    assert_eq!(height(&shape, masks(0x03, 0)), None);
    assert_eq!(height(&shape, masks(0, 0x06)), Some(2.0));
    assert_eq!(height(&shape, masks(0x01, 0x04)), Some(2.0));
    assert_eq!(height(&shape, masks(0, 0x03)), Some(1.0));
}

#[test]
fn the_descriptor_cursor_moves_over_filtered_batches_and_faces() {
    let shape = shape([
        batch(0x0010, [floor(3.0), floor(3.0)]),
        batch(0, [floor(2.0).flags(0x20), floor(1.0)]),
    ]);
    let masks = Masks {
        batch_exclude: 0x0010,
        triangle_exclude: 0x20,
        ..Masks::default()
    };
    let hit = shape.query_slot_segment(0, 0, &down(9.0, -9.0), &masks);
    let hit = hit.unwrap().unwrap();
    assert_eq!((hit.batch, hit.face, hit.descriptor), (1, 1, 3));
    assert_eq!(hit.point.z, 1.0);
}
