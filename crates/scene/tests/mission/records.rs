//! What a camera can run into: which components of a mission, and where they stand.

use msh_format::Warnings;
use msh_format::msh::{Msh, MshParts, Node38, State, node_flags, stream};
use msh_format::nres::NresBuilder;
use msh_scene::collision::{Records, Segment, Step, Surroundings};
use msh_scene::draw_list::Detail;
use msh_scene::glam::Vec3;
use msh_scene::pose::Moment;
use msh_scene::scene::Scene;

use crate::shapes::{self, Face, batch, portal};
use crate::support::{STRAIGHT, TestRoot, key, plain_model};

const NORTH: [i16; 3] = [0, 32_767, 0];

/// The faces of a wall in the plane y 0 that looks north: x from, x to, z from, z to.
fn wall([x0, x1]: [f32; 2], [z0, z1]: [f32; 2]) -> Vec<Face> {
    let corner = |x, z| [x, 0.0, z];
    let (a, b, c, d) = (
        corner(x1, z0),
        corner(x0, z0),
        corner(x0, z1),
        corner(x1, z1),
    );
    vec![Face::new([a, b, c], NORTH), Face::new([a, c, d], NORTH)]
}

fn node(parent: u16, slot: u16) -> Node38 {
    let mut node = shapes::node(parent, 0);
    node.slot_index[0] = slot;
    node
}

/// A wall of 8 x 8, from its left foot at x -4, with a doorway 2 wide; node 1 is the leaf in it, which
/// is 10 higher at frame 1.
fn gate() -> MshParts {
    let walls = [wall([-4.0, -1.0], [0.0, 8.0]), wall([1.0, 4.0], [0.0, 8.0])].concat();
    let leaf = wall([-1.0, 1.0], [0.0, 8.0]);
    let nodes = [
        node(0xFFFF, 0),
        Node38 {
            anim_map_start: 0,
            fallback_key: 2,
            ..node(0, 1)
        },
    ];
    let mut parts = shapes::parts(&nodes, &[vec![batch(0, walls)], vec![batch(0, leaf)]]);
    parts.keys = vec![
        key([0.0; 3], 0.0, STRAIGHT),
        key([0.0; 3], 0.0, STRAIGHT),
        key([0.0, 0.0, 10.0], 1.0, STRAIGHT),
    ];
    parts.frame_map.frame_count = 2;
    parts.frame_map.words = vec![1, 2];
    parts
}

/// A wall like that without a doorway, as its only node.
fn shut() -> MshParts {
    let mut parts = shapes::parts(
        &[node(0xFFFF, 0)],
        &[vec![batch(0, wall([-4.0, 4.0], [0.0, 8.0]))]],
    );
    parts.keys = vec![key([0.0; 3], 0.0, STRAIGHT)];
    parts
}

/// Missions whose only object is a building of this model, at (8, 8) on flat ground.
fn building(model: &MshParts) -> TestRoot {
    let mut root = TestRoot::new();
    root.part(b"FORT", "fr_test", model, &[]);
    let object = root.place(0, "fr_test");
    object.position = [8.0, 8.0, 0.0];
    object.name = b"PLANT 4".to_vec();
    root
}

fn records(scene: &Scene) -> Records {
    Records::of_scene(scene, Detail::default())
}

/// The step from (x, 12, 2) to (x, 4, 2): through the middle of a wall that stands at y 8 and
/// looks north, or back.
fn pass(records: &Records, x: f32, southwards: bool) -> Step {
    let (from, to) = (Vec3::new(x, 12.0, 2.0), Vec3::new(x, 4.0, 2.0));
    let surroundings = Surroundings {
        ground: None,
        records,
    };
    if southwards {
        surroundings.step(from, to)
    } else {
        surroundings.step(to, from)
    }
}

fn is_free(records: &Records, x: f32) -> bool {
    pass(records, x, true).blocked_by.is_none()
}

#[test]
fn every_drawn_component_of_every_building_has_a_record_and_nothing_else() {
    let mut root = TestRoot::new();
    root.part(b"FORT", "fort", &shut(), &[]);
    root.part(b"EXTO", "tower", &shut(), &[]);
    root.part(b"INTO", "repair", &shut(), &[]);
    root.part(b"BTLU", "tank", &shut(), &[]);
    root.part(b"STAT", "arch", &shut(), &[]);
    let parts = [("fort", -1, 2), ("repair", -1, 0), ("tower", 0, 0)];
    root.unit("UNITS/fort.dat", 0, &parts);
    root.place(1, "UNITS/tank.dat");
    root.unit("UNITS/tank.dat", 0, &[("tank", -1, 1), ("tower", 0, 0)]);
    root.place(0, "UNITS/fort.dat");
    root.place(3, "arch");
    root.place(0, "UNITS/fort.dat");
    let scene = root.open();
    let records = records(&scene);
    let places: Vec<_> = records
        .list()
        .iter()
        .map(|r| (r.object, r.component))
        .collect();
    assert_eq!(places, [(1, 0), (1, 2), (3, 0), (3, 2)]);
}

#[test]
fn a_building_stops_from_outside_and_lets_out_from_inside() {
    let scene = building(&shut()).open();
    let records = records(&scene);
    let step = pass(&records, 8.0, true);
    let strike = step.blocked_by.unwrap();
    assert_eq!(step.position, Vec3::new(8.0, 12.0, 2.0));
    assert_eq!(strike.hit.point, Vec3::new(8.0, 8.0, 2.0));
    assert_eq!(
        records.list()[strike.record].label,
        "PLANT 4 (parts.rlb::fr_test.msh)"
    );
    let back = pass(&records, 8.0, false);
    assert_eq!(
        (back.position, back.blocked_by),
        (Vec3::new(8.0, 12.0, 2.0), None)
    );
}

#[test]
fn the_eye_keeps_as_far_from_a_wall_as_the_picture_reaches() {
    let records = records(&building(&shut()).open());
    let surroundings = Surroundings {
        ground: None,
        records: &records,
    };
    // The wall stands at y 8.
    let ends = |y: f32| surroundings.step(Vec3::new(8.0, 12.0, 2.0), Vec3::new(8.0, y, 2.0));
    assert_eq!(ends(8.31).position.y, 8.31);
    assert_eq!(ends(8.29).position.y, 12.0);
}

#[test]
fn a_wall_stops_a_step_that_the_ground_has_lifted() {
    // The ground is flat, at height 0; the wish is below it, behind the wall.
    let scene = building(&shut()).open();
    let records = records(&scene);
    let ground = scene.terrain.as_ref().map(|terrain| &terrain.heights);
    let surroundings = Surroundings {
        ground,
        records: &records,
    };
    let from = Vec3::new(8.0, 12.0, 2.0);
    let step = surroundings.step(from, Vec3::new(8.0, 4.0, -30.0));
    assert!(step.blocked_by.is_some());
    assert_eq!(step.position, from);
    // Before the wall it is only lifted.
    let step = surroundings.step(from, Vec3::new(8.0, 9.0, -30.0));
    assert_eq!(step.position, Vec3::new(8.0, 9.0, 0.8));
}

#[test]
fn a_mirrored_building_stops_from_its_other_side() {
    let mut root = building(&shut());
    root.objects[0].scale = [1.0, -1.0, 1.0];
    let records = records(&root.open());
    assert!(pass(&records, 8.0, true).blocked_by.is_none());
    assert!(pass(&records, 8.0, false).blocked_by.is_some());
}

#[test]
fn a_pose_opens_the_door_of_one_building_only() {
    let mut root = building(&gate());
    // The same assembly again, 8 further east.
    root.place(0, "fr_test").position = [16.0, 8.0, 0.0];
    let mut scene = root.open();
    let mut records = records(&scene);
    assert_eq!([8.0, 16.0].map(|x| is_free(&records, x)), [false, false]);

    let times = |door| Moment::Times(vec![Some(0.0), Some(door)]);
    scene.pose_component(0, 0, times(1.0)).unwrap();
    records.follow(&scene);
    assert_eq!([8.0, 16.0].map(|x| is_free(&records, x)), [true, false]);
    assert!(!is_free(&records, 6.0), "beside the doorway");
    // The leaf is 10 higher now: from 10 to 18.
    let high = Segment::new(Vec3::new(8.0, 12.0, 17.0), Vec3::new(8.0, 4.0, 17.0));
    assert!(records.strike(&high, &mut Vec::new()).is_some());

    scene.pose_component(0, 0, times(0.0)).unwrap();
    records.follow(&scene);
    assert!(!is_free(&records, 8.0));
}

#[test]
fn what_hangs_on_a_posed_component_is_struck_where_it_is_now() {
    let mut root = TestRoot::new();
    root.part(b"FORT", "fort", &gate(), &[]);
    root.part(b"EXTO", "shield", &shut(), &[]);
    root.unit("UNITS/fort.dat", 0, &[("fort", -1, 1), ("shield", 1, 0)]);
    root.place(0, "UNITS/fort.dat").position = [8.0, 8.0, 0.0];
    let mut scene = root.open();
    let mut records = records(&scene);
    let high = Segment::new(Vec3::new(11.0, 12.0, 17.0), Vec3::new(11.0, 4.0, 17.0));
    assert_eq!(records.strike(&high, &mut Vec::new()), None);
    let open = Moment::Times(vec![Some(0.0), Some(1.0)]);
    scene.pose_component(0, 0, open).unwrap();
    records.follow(&scene);
    // The shield is as wide as the wall and has risen with the leaf.
    let strike = records.strike(&high, &mut Vec::new()).unwrap();
    assert_eq!(records.list()[strike.record].component, 1);
}

#[test]
fn only_what_is_shown_is_struck() {
    let mut parts = gate();
    parts.nodes[0].hdr0 = node_flags::COCKPIT;
    // In state 1 the leaf shows the slot of the walls.
    parts.nodes[1].slot_index[5] = 0;
    let scene = building(&parts).open();
    let intact = records(&scene);
    assert_eq!([8.0, 6.0].map(|x| is_free(&intact, x)), [false, true]);
    let detail = Detail {
        state: State::new(1).unwrap(),
        ..Detail::default()
    };
    let damaged = Records::of_scene(&scene, detail);
    assert_eq!([8.0, 6.0].map(|x| is_free(&damaged, x)), [true, false]);
}

#[test]
fn the_nearest_of_several_records_is_named() {
    let mut root = building(&shut());
    let near = root.place(0, "fr_test");
    near.position = [8.0, 10.0, 0.0];
    let scene = root.open();
    let records = records(&scene);
    let strike = pass(&records, 8.0, true).blocked_by.unwrap();
    assert_eq!(records.list()[strike.record].object, 1);
    assert_eq!(
        records.list()[strike.record].label,
        "object 1 (parts.rlb::fr_test.msh)"
    );
}

/// The model without its type 7.
fn without_descriptors(parts: &MshParts) -> Vec<u8> {
    let msh = Msh::parse(&parts.to_bytes().unwrap(), &mut Warnings::new()).unwrap();
    let mut builder = NresBuilder::new();
    for entry in msh
        .streams
        .iter()
        .filter(|e| e.kind.0 != stream::DESCRIPTORS)
    {
        let name = String::from_utf8(entry.name.as_bytes().to_vec()).unwrap();
        builder
            .add(entry.kind, entry.attr, &name, entry.payload.clone())
            .unwrap();
    }
    builder.to_bytes().unwrap()
}

#[test]
fn a_model_without_descriptors_does_not_collide_and_it_is_said_once() {
    let mut root = building(&shut());
    root.place(0, "fr_test");
    root.remove_member("parts.rlb", "fr_test.msh");
    root.member(
        "parts.rlb",
        b"PART",
        "fr_test.msh",
        without_descriptors(&shut()),
    );
    let records = records(&root.open());
    assert!(is_free(&records, 8.0));
    let [problem] = records.problems() else {
        panic!("{:?}", records.problems())
    };
    assert_eq!(problem.place, "parts.rlb::fr_test.msh");
    assert!(problem.message.contains("does not collide"), "{problem}");
}

#[test]
fn a_failing_query_is_said_once_per_record_and_does_not_block() {
    // Its slot needs a descriptor and type 7 is empty.
    let mut model = plain_model();
    model.positions = vec![[4.0, 0.0, 0.0], [-4.0, 0.0, 0.0], [0.0, 0.0, 8.0]];
    assert!(model.descriptors.is_empty());
    let mut root = building(&model);
    root.place(0, "fr_test").position = [8.0, 8.0, 0.0];
    let mut records = records(&root.open());
    assert!(records.problems().is_empty(), "nobody has asked yet");
    for _ in 0..3 {
        let step = pass(&records, 8.0, true);
        assert_eq!(step.position, Vec3::new(8.0, 4.0, 2.0));
        assert_eq!(step.failures.len(), 2);
        records.note(&step.failures);
    }
    let places: Vec<&str> = records.problems().iter().map(|p| &*p.place).collect();
    let resource = "(parts.rlb::fr_test.msh)";
    assert_eq!(
        places,
        [
            format!("PLANT 4 {resource}"),
            format!("object 1 {resource}")
        ]
    );
    assert!(
        records.problems()[0].message.contains("type 7"),
        "{}",
        records.problems()[0]
    );
}

#[test]
fn a_placement_without_an_inverse_is_said_and_does_not_block() {
    let mut root = building(&shut());
    root.objects[0].scale = [1.0, 0.0, 1.0];
    let mut records = records(&root.open());
    let step = pass(&records, 8.0, true);
    assert_eq!((step.blocked_by, step.failures.len()), (None, 0));
    records.note(&step.failures);
    assert_eq!(records.problems().len(), 1);
    assert!(
        records.problems()[0]
            .message
            .contains("world_from_node of node 0")
    );
}

#[test]
fn a_portal_that_names_no_node_fails_and_does_not_block() {
    let hole = wall([-4.0, 4.0], [0.0, 8.0]);
    let hole = hole.into_iter().map(|face| portal(0xFFFF, face)).collect();
    let mut parts = shapes::parts(&[node(0xFFFF, 0)], &[hole]);
    parts.keys = shut().keys;
    let records = records(&building(&parts).open());
    let step = pass(&records, 8.0, true);
    assert_eq!((step.blocked_by, step.failures.len()), (None, 1));
}
