//! The world query without portals.

use msh_scene::collision::{NodeInstances, SelectedNode};
use msh_scene::glam::{Mat4, Quat, Vec3};

use crate::support::*;

#[test]
fn the_nearest_node_in_the_world_is_struck() {
    let shape = shape_of(model(&[root(), root()], &[vec![batch(0, [floor(0.0)])]]));
    let nodes = [at(0, 0, [0.0, 0.0, -8.0]), at(1, 0, [1.0, 0.0, -2.0])];
    let hit = world_query(&shape, &nodes, &down(8.0, -40.0)).unwrap();
    assert_eq!(hit.node, 1);
    assert_eq!(hit.point, Vec3::new(0.0, 0.0, -2.0));
    assert_eq!(hit.distance_squared, 100.0);
}

#[test]
fn of_equally_near_nodes_the_last_in_the_list_is_struck() {
    let shape = shape_of(model(&[root(), root()], &[vec![batch(0, [floor(0.0)])]]));
    let nodes = [at(1, 0, [0.0; 3]), at(0, 0, [0.0; 3])];
    let hit = world_query(&shape, &nodes, &down(8.0, -8.0)).unwrap();
    assert_eq!(hit.node, 0);
}

#[test]
fn distances_are_those_of_the_world() {
    // In node space the first face is nearer: 2 against 3. In the world it is 20 away.
    let slots = [vec![batch(0, [floor(2.0)])], vec![batch(0, [floor(1.0)])]];
    let shape = shape_of(model(&[root(), root()], &slots));
    let scaled = SelectedNode {
        node: 0,
        slot: 0,
        world_from_node: Mat4::from_scale_rotation_translation(
            Vec3::splat(10.0),
            Quat::IDENTITY,
            Vec3::new(0.0, 0.0, -36.0),
        ),
    };
    let nodes = [at(1, 1, [0.0; 3]), scaled];
    let hit = world_query(&shape, &nodes, &down(4.0, -40.0)).unwrap();
    assert_eq!((hit.node, hit.distance_squared), (1, 9.0));
    let hit = world_query(&shape, &nodes[1..], &down(4.0, -40.0)).unwrap();
    assert_eq!((hit.node, hit.distance_squared), (0, 400.0));
    assert_eq!(hit.point, Vec3::new(0.0, 0.0, -16.0));
}

#[test]
fn a_turned_node_is_struck_where_it_stands() {
    // The floor becomes a wall that looks along +x, at x = 5.
    let turned = SelectedNode {
        node: 0,
        slot: 0,
        world_from_node: Mat4::from_cols_array(&[
            0.0, 0.0, -1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 1.0,
        ]),
    };
    let shape = shape([batch(0, [floor(0.0)])]);
    let way = segment([9.0, 1.0, 1.0], [-9.0, 1.0, 1.0]);
    let hit = world_query(&shape, &[turned], &way).unwrap();
    assert_eq!(hit.point, Vec3::new(5.0, 1.0, 1.0));
    assert_eq!(hit.normal, Vec3::Z, "in node space");
}

#[test]
fn a_mirrored_node_is_struck_from_the_same_side() {
    let mirrored = SelectedNode {
        world_from_node: Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0)),
        ..at(0, 0, [0.0; 3])
    };
    let shape = shape([batch(0, [floor(0.0)])]);
    assert!(world_query(&shape, &[mirrored], &down(4.0, -4.0)).is_some());
    assert_eq!(world_query(&shape, &[mirrored], &down(-4.0, 4.0)), None);
}

#[test]
fn batches_and_faces_that_no_way_meets_are_passed_over() {
    let shape = shape([
        batch(0x0200, [floor(5.0)]),
        batch(
            0,
            [
                floor(4.0).flags(0x0004),
                floor(3.0).flags(0x0020),
                floor(2.0).flags(0x0012),
            ],
        ),
    ]);
    let nodes = [at(0, 0, [0.0; 3])];
    let hit = world_query(&shape, &nodes, &down(9.0, -9.0)).unwrap();
    assert_eq!((hit.batch, hit.face), (1, 2));
}

#[test]
fn the_node_headers_do_not_matter_without_portals() {
    let shape = shape_of(model(
        &[node(0xFFFF, 0xFFFF)],
        &[vec![batch(0, [floor(0.0)])]],
    ));
    let nodes = [at(0, 0, [0.0; 3])];
    assert!(world_query(&shape, &nodes, &down(9.0, -9.0)).is_some());
}

#[test]
fn nodes_can_be_asked_many_times() {
    let shape = shape([batch(0, [floor(0.0)])]);
    let nodes = NodeInstances::new(&shape, [at(0, 0, [0.0; 3])]).unwrap();
    for from in [4.0, 5.0] {
        let hit = shape.query_building_segment_world(&nodes, &down(from, -1.0));
        assert_eq!(hit.unwrap().unwrap().distance_squared, from * from);
    }
}

#[test]
fn without_nodes_nothing_is_struck() {
    let shape = shape([batch(0, [floor(0.0)])]);
    assert_eq!(world_query(&shape, &[], &down(4.0, -4.0)), None);
}
