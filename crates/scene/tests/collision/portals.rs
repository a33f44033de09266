//! Portals: the query goes on among the nodes behind them.

use msh_format::msh::Node38;
use msh_scene::collision::{CollisionShape, Hit, NodeInstances, QueryError};
use msh_scene::glam::Vec3;

use crate::support::*;

/// Node 0 with a portal at height 0 that leads to node 1, and nodes that show a floor. The
/// heights say where each of them stands: nodes 1, 2, ..
fn hall(nodes: &[Node38], heights: &[f32]) -> Option<Hit> {
    let slots = [vec![portal(1, floor(0.0))], vec![batch(0, [floor(0.0)])]];
    let mut all = vec![root()];
    all.extend(nodes);
    let shape = shape_of(model(&all, &slots));
    let mut list = vec![at(0, 0, [0.0; 3])];
    list.extend(
        (1..)
            .zip(heights)
            .map(|(node, z)| at(node, 1, [0.0, 0.0, *z])),
    );
    world_query(&shape, &list, &down(8.0, -40.0))
}

#[test]
fn a_portal_leads_to_the_node_that_it_names() {
    let hit = hall(&[root()], &[-2.0]).unwrap();
    assert_eq!((hit.node, hit.slot, hit.batch), (1, 1, 1));
    assert_eq!(hit.point, Vec3::new(0.0, 0.0, -2.0));
}

#[test]
fn distances_behind_a_portal_count_from_the_first_start() {
    let hit = hall(&[root()], &[-2.0]).unwrap();
    assert_eq!(hit.distance_squared, 100.0);
}

#[test]
fn nothing_behind_a_portal_means_that_the_way_is_free() {
    // Node 1 stands before the portal; node 2 is not behind it, however near.
    assert_eq!(
        hall(&[root(), root()], &[5.0, -1.0]).map(|h| h.node),
        Some(1)
    );
    assert_eq!(hall(&[root(), root()], &[50.0, -1.0]), None);
}

#[test]
fn children_and_their_children_are_behind_the_portal_too() {
    let nodes = [root(), node(1, 0), node(2, 0)];
    assert_eq!(hall(&nodes, &[-9.0, -8.0, -7.0]).unwrap().node, 3);
    assert_eq!(hall(&nodes, &[-9.0, -6.0, -7.0]).unwrap().node, 2);
}

#[test]
fn nodes_that_are_not_listed_are_walked_through_but_not_struck() {
    let slots = [vec![portal(1, floor(0.0))], vec![batch(0, [floor(0.0)])]];
    let nodes = [root(), root(), node(1, 0), node(2, 0)];
    let shape = shape_of(model(&nodes, &slots));
    let list = [at(0, 0, [0.0; 3]), at(3, 1, [0.0, 0.0, -9.0])];
    let hit = world_query(&shape, &list, &down(8.0, -40.0)).unwrap();
    assert_eq!(hit.node, 3);
}

#[test]
fn header_bit_0x0010_stops_the_descent_but_not_the_node() {
    let nodes = [node(0xFFFF, 0x0010), node(1, 0)];
    assert_eq!(hall(&nodes, &[-9.0, -2.0]).unwrap().node, 1);
    let nodes = [root(), node(1, 0x0010), node(2, 0)];
    assert_eq!(hall(&nodes, &[-9.0, -5.0, -2.0]).unwrap().node, 2);
}

#[test]
fn header_bit_0x0004_leaves_out_a_child_with_its_branch() {
    let nodes = [root(), node(1, 0x0004), node(2, 0), node(1, 0)];
    assert_eq!(hall(&nodes, &[-9.0, -2.0, -3.0, -5.0]).unwrap().node, 4);
}

#[test]
fn header_bit_0x0004_does_not_hinder_the_root() {
    let nodes = [node(0xFFFF, 0x0004), node(1, 0)];
    assert_eq!(hall(&nodes, &[-2.0, -9.0]).unwrap().node, 1);
    assert_eq!(hall(&nodes, &[-9.0, -2.0]).unwrap().node, 2);
}

#[test]
fn of_equally_near_nodes_the_root_comes_last_and_children_in_node_order() {
    // The branch is visited as 4, 2, 3, 1: 4 hangs on 2.
    let nodes = [root(), node(1, 0), node(1, 0), node(2, 0)];
    assert_eq!(hall(&nodes, &[-2.0, -2.0, -2.0, -2.0]).unwrap().node, 1);
    assert_eq!(hall(&nodes, &[-3.0, -2.0, -2.0, -2.0]).unwrap().node, 3);
    assert_eq!(hall(&nodes, &[-3.0, -2.0, -3.0, -2.0]).unwrap().node, 2);
}

#[test]
fn a_child_may_come_before_its_parent() {
    let slots = [vec![portal(2, floor(0.0))], vec![batch(0, [floor(0.0)])]];
    let nodes = [root(), node(2, 0), root()];
    let shape = shape_of(model(&nodes, &slots));
    let list = [at(0, 0, [0.0; 3]), at(1, 1, [0.0, 0.0, -9.0])];
    assert_eq!(
        world_query(&shape, &list, &down(8.0, -40.0)).unwrap().node,
        1
    );
}

#[test]
fn a_node_that_is_listed_twice_is_visited_twice_in_list_order() {
    let slots = [
        vec![portal(1, floor(0.0))],
        vec![batch(0, [floor(-2.0)])],
        vec![batch(0, [floor(-2.0)])],
    ];
    let shape = shape_of(model(&[root(), root()], &slots));
    for (first, last) in [(1, 2), (2, 1)] {
        let list = [first, 0, last].map(|slot| at(usize::from(slot != 0), slot, [0.0; 3]));
        let hit = world_query(&shape, &list, &down(8.0, -40.0)).unwrap();
        assert_eq!(hit.slot, last);
    }
}

#[test]
fn a_portal_behind_a_portal_leads_on() {
    let slots = [
        vec![portal(1, floor(0.0))],
        vec![portal(2, floor(-2.0))],
        vec![batch(0, [floor(-4.0)])],
    ];
    let shape = shape_of(model(&[root(), root(), root()], &slots));
    let list = [0, 1, 2].map(|n| at(n, n, [0.0; 3]));
    let hit = world_query(&shape, &list, &down(4.0, -40.0)).unwrap();
    assert_eq!((hit.node, hit.distance_squared), (2, 64.0));
    // The wall is on the way to the first portal only if it stands before it.
    assert_eq!(world_query(&shape, &list, &down(4.0, -3.0)), None);
}

#[test]
fn a_portal_is_struck_again_only_by_a_way_that_begins_before_it() {
    // It leads to its own node, and the rest of the way begins on its plane.
    let shape = shape([portal(0, floor(0.0)), batch(0, [floor(-1.0)])]);
    let hit = world_query(&shape, &[at(0, 0, [0.0; 3])], &down(4.0, -4.0)).unwrap();
    assert_eq!(hit.batch, 1);
}

/// Node 0 with this number of portals, one below the other, that lead to the node itself, and a
/// floor below them.
fn stack(portals: i16) -> Result<Option<Hit>, QueryError> {
    let heights = (0..portals).map(|i| portal(0, floor(-f32::from(i))));
    let mut batches: Vec<Batch> = heights.collect();
    batches.push(batch(0, [floor(-1000.0)]));
    let shape: CollisionShape = shape(batches);
    let nodes = NodeInstances::new(&shape, [at(0, 0, [0.0; 3])]).unwrap();
    shape.query_building_segment_world(&nodes, &down(4.0, -2000.0))
}

#[test]
fn the_199th_intersection_may_still_be_the_answer() {
    assert_eq!(stack(198).unwrap().unwrap().batch, 198);
}

#[test]
fn the_200th_intersection_is_an_error_even_if_it_is_no_portal() {
    assert_eq!(stack(199), Err(QueryError::Limit));
    assert_eq!(stack(200), Err(QueryError::Limit));
}

#[test]
fn a_free_way_behind_199_portals_is_free() {
    let heights = (0..199u8).map(|i| portal(0, floor(-f32::from(i))));
    let shape = shape(heights.collect::<Vec<_>>());
    let hit = world_query(&shape, &[at(0, 0, [0.0; 3])], &down(4.0, -2000.0));
    assert_eq!(hit, None);
}

#[test]
fn a_chain_of_65535_nodes_behind_a_portal_is_walked() {
    let mut nodes = vec![root()];
    nodes.extend((0..65_534).map(|parent| node(parent, 0)));
    let slots = [vec![portal(0, floor(0.0))], vec![batch(0, [floor(-1.0)])]];
    let shape = shape_of(model(&nodes, &slots));
    let list = [at(1, 0, [0.0; 3]), at(65_534, 1, [0.0; 3])];
    let hit = world_query(&shape, &list, &down(4.0, -4.0)).unwrap();
    assert_eq!(hit.node, 65_534);
}
