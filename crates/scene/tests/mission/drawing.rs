//! Which nodes and slots of a model become ranges.

use crate::support::{STRAIGHT, TestRoot, key, model, node, plain_model};
use msh_format::Warnings;
use msh_format::msh::{Lod, Msh, MshParts, State, node_flags, stream};
use msh_format::nres::NresBuilder;
use msh_scene::draw_list::{Detail, DrawList, FrameInput, Sides};
use msh_scene::glam::Vec3;
use msh_scene::scene::Scene;

/// A mission with one object of this model.
fn open_with(parts: &MshParts) -> Scene {
    let mut root = TestRoot::new();
    root.part(b"STAT", "s_rock", parts, &[]);
    root.place(3, "s_rock");
    root.open()
}

/// How many ranges a damage state and level have.
fn ranges(scene: &Scene, state: u8, lod: u8) -> usize {
    let detail = Detail {
        state: State::new(state).unwrap(),
        lod: Lod::new(lod).unwrap(),
    };
    DrawList::of_scene(scene, detail).ranges.len()
}

#[test]
fn a_node_without_the_level_is_not_drawn_at_it() {
    let scene = open_with(&plain_model());
    assert_eq!((ranges(&scene, 0, 0), ranges(&scene, 0, 1)), (1, 0));
}

#[test]
fn a_damage_state_falls_back_to_the_highest_one_below_with_a_level_0() {
    let mut parts = plain_model();
    // State 1 has levels 0 and 1, state 2 only level 1.
    for slot in [5, 6, 11] {
        parts.nodes[0].slot_index[slot] = 0;
    }
    let scene = open_with(&parts);
    assert_eq!((ranges(&scene, 0, 1), ranges(&scene, 1, 1)), (0, 1));
    assert_eq!((ranges(&scene, 2, 1), ranges(&scene, 2, 2)), (1, 0));
}

#[test]
fn a_node_with_coarse_geometry_only_is_drawn_at_that_level() {
    let mut parts = plain_model();
    parts.nodes[0].slot_index[0] = 0xFFFF;
    parts.nodes[0].slot_index[2] = 0;
    let scene = open_with(&parts);
    assert_eq!((ranges(&scene, 0, 0), ranges(&scene, 0, 2)), (0, 1));
    assert_eq!(ranges(&scene, 1, 2), 1, "damaged, as the intact state");
}

#[test]
fn the_inner_view_is_drawn_only_where_it_is_asked_for() {
    let mut parts = plain_model();
    parts.nodes[0].slot_index[0] = 0xFFFF;
    parts.nodes[0].slot_index[4] = 0;
    let scene = open_with(&parts);
    let levels = [0, 1, 2, 3, 4].map(|lod| ranges(&scene, 0, lod));
    assert_eq!(levels, [0, 0, 0, 0, 1]);
}

#[test]
fn a_cockpit_is_never_drawn() {
    let mut parts = plain_model();
    parts.nodes[0].hdr0 = node_flags::COCKPIT;
    parts.nodes[0].slot_index = [0; 15];
    let scene = open_with(&parts);
    let levels = [0, 1, 2, 3, 4].map(|lod| ranges(&scene, 0, lod));
    assert_eq!(levels, [0; 5]);
}

#[test]
fn an_interior_node_is_drawn_like_any_other() {
    let mut parts = plain_model();
    parts.nodes[0].hdr0 = node_flags::INTERIOR;
    assert_eq!(ranges(&open_with(&parts), 0, 0), 1);
}

#[test]
fn nodes_that_share_a_slot_draw_it_each_in_its_own_place() {
    let keys = vec![
        key([0.0, 0.0, 1.0], 0.0, STRAIGHT),
        key([0.0, 0.0, 2.0], 0.0, STRAIGHT),
    ];
    let nodes = vec![node(0xFFFF, 0xFFFF, 0), node(0, 0xFFFF, 1)];
    let scene = open_with(&model(nodes, keys, Vec::new()));
    let list = DrawList::of_scene(&scene, Detail::default());
    let places = list.ranges.iter().map(|r| (r.node, r.transform.w_axis.z));
    assert_eq!(places.collect::<Vec<_>>(), [(0, 1.0), (1, 3.0)]);
}

#[test]
fn a_batch_without_indices_is_a_range_that_emits_nothing() {
    let mut parts = plain_model();
    parts.batches[0].index_count = 0;
    let scene = open_with(&parts);
    let list = DrawList::of_scene(&scene, Detail::default());
    let frame = list.frame(&FrameInput {
        camera: scene.start_camera,
        aspect: 1.0,
        clock_ms: 0,
        portals: true,
        sides: Sides::Game,
    });
    assert_eq!(frame.ranges[0].emitted_index_count, 0);
}

/// A model whose nodes have the 24-byte layout.
fn raw_nodes(parts: &MshParts) -> Vec<u8> {
    let msh = Msh::parse(&parts.to_bytes().unwrap(), &mut Warnings::new()).unwrap();
    let mut builder = NresBuilder::new();
    for mut entry in msh.streams {
        if entry.kind.0 == stream::NODES {
            entry.attr[2] = 24;
            entry.payload.truncate(24);
        }
        builder.add_raw(entry.kind, entry.attr, entry.name, entry.payload);
    }
    builder.to_bytes().unwrap()
}

#[test]
fn a_model_with_24_byte_nodes_shows_every_slot_unposed() {
    let mut root = TestRoot::new();
    let mut parts = plain_model();
    parts.slots = vec![parts.slots[0]; 3];
    root.part(b"STAT", "s_odd", &parts, &[]);
    root.remove_member("parts.rlb", "s_odd.msh");
    root.member("parts.rlb", b"MESH", "s_odd.msh", raw_nodes(&parts));
    root.place(3, "s_odd").position = [4.0, 5.0, 6.0];
    let list = DrawList::of_scene(&root.open(), Detail::default());
    let places: Vec<Vec3> = list
        .ranges
        .iter()
        .map(|r| r.transform.w_axis.truncate())
        .collect();
    assert_eq!(places, [Vec3::new(4.0, 5.0, 6.0); 3]);
}
