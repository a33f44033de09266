//! The buildings of the demo mission, asked both ways.

use std::path::Path;
use std::sync::Arc;

use msh_format::msh::{Lod, Msh, State};
use msh_format::nres::EntryType;
use msh_scene::collision::{CollisionShape, NodeInstances, Segment, SelectedNode};
use msh_scene::glam::Vec3;
use msh_scene::mission::{self, MissionFolder};
use msh_scene::root::{GamePath, GameRoot};
use msh_scene::scene::Scene;

use crate::exactness::bits;
use crate::random::Random;
use crate::reference;

fn demo() -> Scene {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/demo");
    let root = GameRoot::open(&folder).unwrap();
    let path = GamePath::from_text("MISSIONS/Single.01").unwrap();
    let folder = MissionFolder {
        root: &root,
        path: Some(&path),
    };
    mission::open(&root, folder, None).unwrap()
}

/// The intact finest slots of the drawn components of buildings, where they stand.
fn buildings(scene: &Scene) -> Vec<(Arc<Msh>, Vec<SelectedNode>)> {
    let mut list = Vec::new();
    for object in &scene.objects {
        if object.class() != Some(EntryType::tag(*b"FORT")) {
            continue;
        }
        for component in object.components.iter().filter(|c| c.drawn) {
            let Some(model) = component.model else {
                continue;
            };
            let msh = &scene.library.model(model).msh;
            let world = object.component_matrix(component);
            let selected = |node: usize| {
                Some(SelectedNode {
                    node,
                    slot: msh.slot(node, State::default(), Lod::default())?,
                    world_from_node: world * component.node_pose(node).matrix(),
                })
            };
            let nodes = (0..msh.nodes.len()).filter_map(selected).collect();
            list.push((Arc::clone(msh), nodes));
        }
    }
    list
}

/// A vertex of what a node shows, in the world.
fn vertex(random: &mut Random, msh: &Msh, nodes: &[SelectedNode]) -> Vec3 {
    let node = random.pick(nodes);
    let batches = msh.slots[node.slot].batch_range();
    let batch = &msh.batches[batches.start + random.below(batches.len())];
    let mut vertices = batch.vertices(&msh.indices);
    let vertex = vertices.nth(random.below(usize::from(batch.index_count)));
    let position = Vec3::from(msh.positions[vertex.unwrap()]);
    node.world_from_node.transform_point3(position)
}

#[test]
fn the_buildings_of_the_demo_are_struck_as_by_the_plain_loop() {
    let scene = demo();
    let buildings = buildings(&scene);
    assert!(buildings.len() >= 20, "{}", buildings.len());
    let mut random = Random::new(11);
    let mut struck = 0;
    for (msh, list) in buildings.iter().filter(|(_, list)| !list.is_empty()) {
        let shape = CollisionShape::new(Arc::clone(msh));
        let nodes = NodeInstances::new(&shape, list.iter().copied()).unwrap();
        for _ in 0..150 {
            let through = vertex(&mut random, msh, list);
            let size = random.pick(&[0.2, 5.0, 40.0]);
            let end = if random.chance(2) {
                vertex(&mut random, msh, list)
            } else {
                through + random.vector(size)
            };
            let start = through + random.vector(size);
            let segment = Segment::new(start, end);
            let plain = reference::query_building_segment_world(msh, list, &segment);
            let fast = shape.query_building_segment_world(&nodes, &segment);
            assert_eq!(bits(&fast), bits(&plain), "{segment:?}");
            struck += usize::from(matches!(plain, Ok(Some(_))));
        }
    }
    assert!(struck > 500, "{struck}");
}
