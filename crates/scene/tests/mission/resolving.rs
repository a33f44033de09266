//! Missions in a root of their own: what resolves, where it stands, and what is reported.

use crate::support::{
    STRAIGHT, TestRoot, errors, key, lift_model, model, node, open_files, plain_model,
};
use glam::Vec3;
use msh_format::control::Binding;
use msh_format::msh::{HallVertex, HallWay};
use msh_format::prototype::Reference;
use msh_scene::draw_list::{Detail, DrawList};
use msh_scene::glam;
use msh_scene::problems::Problem;
use msh_scene::scene::Scene;

/// World height of the first node of a component.
fn node_height(scene: &Scene, object: usize, component: usize) -> f32 {
    let object = &scene.objects[object];
    let component = &object.components[component];
    (object.component_matrix(component) * component.nodes[0].matrix())
        .w_axis
        .z
}

fn up_to(frame_b: f32, initial: f32) -> Binding {
    Binding {
        initial,
        ..Binding::new(0, 0.0, frame_b)
    }
}

#[test]
fn a_whole_mission_opens_without_problems() {
    let mut root = TestRoot::new();
    root.part(b"STAT", "s_rock", &plain_model(), &[]);
    root.place(3, "s_rock").position = [3.0, 4.0, 5.0];
    let scene = root.open();
    assert!(
        scene.problems.list().iter().all(|p| p.place == "sky.ske"),
        "it has no sky file"
    );
    assert_eq!(scene.title, "Тест");
    assert_eq!(scene.objects[0].class().unwrap().to_string(), "STAT");
    assert_eq!(scene.terrain.as_ref().unwrap().indices.len(), 6);
    let matrix = DrawList::of_scene(&scene, Detail::default()).ranges[0].transform;
    assert_eq!(matrix.w_axis.truncate(), Vec3::new(3.0, 4.0, 5.0));
}

#[test]
fn components_that_share_a_model_keep_their_own_controls() {
    let mut root = TestRoot::new();
    root.part(b"STAT", "low", &lift_model(), &[up_to(1.0, 0.25)]);
    let high = msh_format::control::Control::new(vec![up_to(1.0, 0.75)]);
    root.member("parts.rlb", b"CTLD", "other.ctl", high.to_bytes().unwrap());
    let shared = ["low.msh", "low.wea", "other.ctl"];
    let shared = shared.map(|name| Reference::new("parts.rlb", name).unwrap());
    root.prototype(b"STAT", "high", shared.to_vec());
    root.place(3, "low");
    root.place(3, "high");
    let scene = root.open();
    assert_eq!(scene.library.models.len(), 1);
    assert!((node_height(&scene, 0, 0) - 1.25).abs() < 1e-5);
    assert!((node_height(&scene, 1, 0) - 3.75).abs() < 1e-5);
}

#[test]
fn a_static_frame_overrides_every_control() {
    let mut root = TestRoot::new();
    root.part(b"STAT", "lift", &lift_model(), &[up_to(1.0, 0.25)]);
    root.place(3, "lift");
    let scene = root.try_open(Some(1)).unwrap();
    assert_eq!(node_height(&scene, 0, 0), 5.0);
}

#[test]
fn a_bad_control_row_stops_the_preview_and_names_its_way() {
    let mut root = TestRoot::new();
    root.part(
        b"STAT",
        "lift",
        &lift_model(),
        &[Binding::new(0, -3.0, 1.0)],
    );
    root.place(3, "lift");
    let text = root.try_open(None).unwrap_err().to_string();
    for part in [
        "object 0 lift",
        "component 0",
        "lift.msh",
        "lift.ctl",
        "row 0",
        "node 0",
        "-3",
    ] {
        assert!(text.contains(part), "{part:?} is missing in {text}");
    }
}

#[test]
fn a_static_frame_needs_no_control() {
    let mut root = TestRoot::new();
    root.part(
        b"STAT",
        "lift",
        &lift_model(),
        &[Binding::new(0, -3.0, 1.0)],
    );
    root.place(3, "lift");
    assert!(root.try_open(Some(0)).is_ok());
}

#[test]
fn a_broken_control_is_an_error_and_its_component_stands_at_time_zero() {
    let mut root = TestRoot::new();
    root.part(b"STAT", "lift", &lift_model(), &[]);
    root.remove_member("parts.rlb", "lift.ctl");
    root.member("parts.rlb", b"CTLD", "lift.ctl", vec![0; 8]);
    root.place(3, "lift");
    let scene = root.open();
    assert_eq!(node_height(&scene, 0, 0), 0.0);
    assert!(
        errors(&scene).iter().any(|e| e.contains("lift.ctl")),
        "{:?}",
        errors(&scene)
    );
}

#[test]
fn an_external_part_hangs_on_its_socket_and_an_internal_one_is_not_drawn() {
    let mut carrier = model(
        vec![node(0xFFFF, 0xFFFF, 0), node(0, 0xFFFF, 1)],
        vec![
            key([0.0; 3], 0.0, STRAIGHT),
            key([0.0, 0.0, 3.0], 0.0, STRAIGHT),
        ],
        Vec::new(),
    );
    carrier.nodes[1].slot_index = [0xFFFF; 15];
    let mut root = TestRoot::new();
    root.part(b"BTLU", "tank", &carrier, &[]);
    root.part(b"EXTO", "gun", &plain_model(), &[]);
    root.part(b"INTO", "engine", &plain_model(), &[]);
    root.unit(
        "UNITS/tank.dat",
        0x0100_8000,
        &[("tank", -1, 2), ("gun", 1, 0), ("engine", 1, 0)],
    );
    root.place(1, "UNITS\\TANK.DAT").position = [0.0, 0.0, 10.0];
    let scene = root.open();
    let drawn: Vec<bool> = scene.objects[0]
        .components
        .iter()
        .map(|c| c.drawn)
        .collect();
    assert_eq!(drawn, [true, true, false]);
    assert_eq!(node_height(&scene, 0, 1), 13.0);
    assert_eq!(node_height(&scene, 0, 2), 10.0);
    let list = DrawList::of_scene(&scene, Detail::default());
    let drawn: Vec<u32> = list.ranges.iter().map(|r| r.component).collect();
    assert_eq!(drawn, [0, 1]);
}

#[test]
fn the_socket_is_taken_from_the_posed_carrier() {
    let mut root = TestRoot::new();
    root.part(b"BTLU", "mast", &lift_model(), &[up_to(1.0, 1.0)]);
    root.part(b"EXTO", "lamp", &plain_model(), &[]);
    root.unit("UNITS/mast.dat", 0, &[("mast", -1, 1), ("lamp", 0, 0)]);
    root.place(1, "UNITS/mast.dat");
    assert_eq!(node_height(&root.open(), 0, 1), 5.0);
}

#[test]
fn a_part_on_a_node_that_does_not_exist_is_shown_at_its_carrier() {
    let mut root = TestRoot::new();
    root.part(b"BTLU", "mast", &plain_model(), &[]);
    root.part(b"EXTO", "lamp", &plain_model(), &[]);
    root.unit("UNITS/mast.dat", 0, &[("mast", -1, 1), ("lamp", 9, 0)]);
    root.place(1, "UNITS/mast.dat").position = [0.0, 0.0, 2.0];
    let scene = root.open();
    assert_eq!(node_height(&scene, 0, 1), 2.0);
    assert!(
        scene
            .problems
            .list()
            .iter()
            .any(|p| p.message.contains("node 9"))
    );
}

#[test]
fn an_unknown_key_costs_only_its_object() {
    let mut root = TestRoot::new();
    root.part(b"STAT", "s_rock", &plain_model(), &[]);
    root.place(2, "s_nothing");
    root.place(3, "s_rock");
    let scene = root.open();
    assert!(scene.objects[0].components.is_empty());
    assert_eq!(scene.objects[1].components.len(), 1);
    assert!(errors(&scene)[0].contains("s_nothing"));
}

#[test]
fn a_building_takes_its_model_from_its_parent_prototype() {
    let mut root = TestRoot::new();
    root.part(b"BTLU", "bu_plant", &plain_model(), &[]);
    let plan = Reference::new("parts.rlb", "fr_plant.bas").unwrap();
    let parent = Reference::new("objects.rlb", "bu_plant").unwrap();
    root.prototype(b"FORT", "fr_plant", vec![plan, parent]);
    root.unit("UNITS/plant.dat", 0x8000_0010, &[("fr_plant", -1, 0)]);
    root.place(0, "UNITS/plant.dat");
    let scene = root.open();
    let component = &scene.objects[0].components[0];
    assert_eq!(component.tag.unwrap().to_string(), "FORT");
    assert_eq!(
        component.model_name.as_deref(),
        Some("parts.rlb::bu_plant.msh")
    );
    assert_eq!(
        component.control_name.as_deref(),
        Some("parts.rlb::bu_plant.ctl")
    );
}

#[test]
fn prototypes_that_are_their_own_parents_are_an_error_and_do_not_hang() {
    let mut root = TestRoot::new();
    let parent = |key| vec![Reference::new("objects.rlb", key).unwrap()];
    root.prototype(b"STAT", "a", parent("b"));
    root.prototype(b"STAT", "b", parent("a"));
    root.place(3, "a");
    assert!(errors(&root.open()).iter().any(|e| e.contains("ring")));
}

/// Prototypes `p0` to `p<last>`, each the parent of the one before it; the last has the model.
fn chain(root: &mut TestRoot, last: usize) {
    for index in 0..last {
        let parent = Reference::new("objects.rlb", &format!("p{}", index + 1)).unwrap();
        root.prototype(b"FORT", &format!("p{index}"), vec![parent]);
    }
    root.part(b"BTLU", &format!("p{last}"), &plain_model(), &[]);
    root.place(0, "p0");
}

#[test]
fn a_prototype_may_have_eight_parents_above_it_and_not_nine() {
    let mut root = TestRoot::new();
    chain(&mut root, 8);
    assert!(root.open().objects[0].components[0].drawn);
    let mut root = TestRoot::new();
    chain(&mut root, 9);
    let scene = root.open();
    assert!(!scene.objects[0].components[0].drawn);
    assert!(errors(&scene).iter().any(|e| e.contains("too deep")));
}

#[test]
fn a_parent_that_is_named_often_is_read_once() {
    let mut root = TestRoot::new();
    // Followed every time it is named, the last record would be read 60 to the power of 7 times.
    for index in 0..7 {
        let parent = Reference::new("objects.rlb", &format!("p{}", index + 1)).unwrap();
        root.prototype(b"FORT", &format!("p{index}"), vec![parent; 60]);
    }
    root.part(b"BTLU", "p7", &plain_model(), &[]);
    root.place(0, "p0");
    assert!(root.open().objects[0].components[0].drawn);
}

#[test]
fn the_wear_is_the_first_that_exists_else_the_sibling_of_the_model() {
    let wear_of = |names: &[&str]| {
        let mut root = TestRoot::new();
        root.part(b"STAT", "rock", &plain_model(), &[]);
        let other = msh_format::wear::Wear::from_names(&["DEFAULT"], &[]).unwrap();
        root.member("parts.rlb", b"WEAR", "other.wea", other.to_bytes().unwrap());
        let names = [&["rock.msh"], names].concat();
        let slots = names
            .iter()
            .map(|n| Reference::new("parts.rlb", n).unwrap());
        root.prototype(b"STAT", "named", slots.collect());
        root.place(3, "named");
        root.open().objects[0].components[0].wear_name.clone()
    };
    let (other, sibling) = ("parts.rlb::other.wea", "parts.rlb::rock.wea");
    assert_eq!(wear_of(&["none.wea", "other.wea"]).as_deref(), Some(other));
    assert_eq!(wear_of(&["none.wea"]).as_deref(), Some(sibling));
    assert_eq!(wear_of(&[]).as_deref(), Some(sibling));
}

#[test]
fn the_control_is_the_first_that_is_named_even_if_it_does_not_exist() {
    let mut root = TestRoot::new();
    root.part(b"STAT", "lift", &lift_model(), &[up_to(1.0, 1.0)]);
    let slots = ["lift.msh", "none.ctl", "lift.ctl"];
    let slots = slots.map(|name| Reference::new("parts.rlb", name).unwrap());
    root.prototype(b"STAT", "named", slots.to_vec());
    root.place(3, "named");
    let scene = root.open();
    let component = &scene.objects[0].components[0];
    assert_eq!(
        component.control_name.as_deref(),
        Some("parts.rlb::none.ctl")
    );
    assert_eq!(node_height(&scene, 0, 0), 0.0);
    assert!(errors(&scene).iter().any(|e| e.contains("none.ctl")));
}

#[test]
fn a_part_on_an_internal_part_hangs_on_the_nodes_of_that_part() {
    let mut root = TestRoot::new();
    root.part(b"BTLU", "tank", &plain_model(), &[]);
    root.part(b"INTO", "lift", &lift_model(), &[up_to(1.0, 1.0)]);
    root.part(b"EXTO", "gun", &plain_model(), &[]);
    root.unit(
        "UNITS/tank.dat",
        0,
        &[("tank", -1, 1), ("lift", 7, 1), ("gun", 0, 0)],
    );
    root.place(1, "UNITS/tank.dat").position = [0.0, 0.0, 2.0];
    let scene = root.open();
    let drawn: Vec<bool> = scene.objects[0]
        .components
        .iter()
        .map(|c| c.drawn)
        .collect();
    assert_eq!(drawn, [true, false, true]);
    assert_eq!(node_height(&scene, 0, 2), 7.0);
}

#[test]
fn scenery_never_starts_inside_a_building() {
    let mut root = TestRoot::new();
    root.part(b"STAT", "s_rock", &plain_model(), &[]);
    let rock = root.place(3, "s_rock");
    (rock.host, rock.vertex) = (0, 0);
    assert_eq!(root.open().objects[0].components.len(), 1);
}

#[test]
fn a_unit_that_starts_in_a_building_stands_on_its_hall_way_vertex() {
    let mut plant = lift_model();
    let vertex = HallVertex {
        position: [1.0, 2.0, 3.0],
        flags: 0x40,
        node: 0,
    };
    plant.hall_way = HallWay {
        vertices: vec![vertex],
        links: Vec::new(),
    };
    let mut root = TestRoot::new();
    root.part(b"FORT", "fr_plant", &plant, &[up_to(1.0, 1.0)]);
    root.part(b"BTLU", "hero", &plain_model(), &[]);
    let hero = root.place(1, "hero");
    (hero.host, hero.vertex) = (77, 0);
    hero.position = [900.0; 3];
    hero.turns = [0.0, 0.0, 1.0];
    let plant = root.place(0, "fr_plant");
    (plant.position, plant.logical_id) = ([10.0, 20.0, 30.0], 77);
    let scene = root.open();
    let hero = &scene.objects[0];
    assert_eq!(hero.placement.position, Vec3::new(11.0, 22.0, 38.0));
    assert_eq!(hero.placement.turns, Vec3::ZERO);
    assert_eq!(hero.stored.position, Vec3::splat(900.0));
}

#[test]
fn a_unit_whose_hall_way_vertex_is_nowhere_is_not_shown() {
    let mut plant = plain_model();
    plant.hall_way.vertices = vec![HallVertex {
        position: [f32::NAN, 0.0, 0.0],
        flags: 0x40,
        node: 0,
    }];
    let mut root = TestRoot::new();
    root.part(b"FORT", "fr_plant", &plant, &[]);
    root.part(b"BTLU", "hero", &plain_model(), &[]);
    root.place(0, "fr_plant").logical_id = 77;
    let hero = root.place(1, "hero");
    (hero.host, hero.vertex) = (77, 0);
    let scene = root.open();
    assert!(scene.objects[1].components.is_empty());
    let problems = scene.problems.list().iter();
    let told = problems.filter(|p| p.message.contains("vertex 0 is not finite"));
    assert_eq!(told.count(), 1);
}

#[test]
fn a_unit_whose_building_is_missing_is_not_shown() {
    let mut root = TestRoot::new();
    root.part(b"BTLU", "hero", &plain_model(), &[]);
    let hero = root.place(1, "hero");
    (hero.host, hero.vertex) = (77, 0);
    let scene = root.open();
    assert!(scene.objects[0].components.is_empty());
    assert!(
        scene
            .problems
            .list()
            .iter()
            .any(|p| p.message.contains("logical id 77"))
    );
}

#[test]
fn an_object_without_a_finite_place_is_not_shown() {
    let mut root = TestRoot::new();
    root.part(b"STAT", "s_rock", &plain_model(), &[]);
    root.place(3, "s_rock").position = [f32::NAN, 0.0, 0.0];
    assert!(root.open().objects[0].components.is_empty());
}

#[test]
fn a_broken_hierarchy_is_drawn_unposed_with_a_warning() {
    let mut root = TestRoot::new();
    let keys = vec![key([0.0, 0.0, 9.0], 0.0, STRAIGHT)];
    let mut parts = model(
        vec![node(0xFFFF, 0xFFFF, 0), node(0, 0xFFFF, 0)],
        keys,
        Vec::new(),
    );
    parts.nodes[1].parent_or_link = 1;
    root.part(b"STAT", "s_rock", &parts, &[]);
    root.place(3, "s_rock");
    let scene = root.open();
    assert_eq!(node_height(&scene, 0, 0), 0.0);
    assert!(
        scene
            .problems
            .list()
            .iter()
            .any(|p| p.message.contains("unposed"))
    );
}

#[test]
fn a_mission_without_its_ground_does_not_open() {
    let mut root = TestRoot::new();
    root.files.remove("DATA/MAPS/M/Land.msh");
    let text = root.try_open(None).unwrap_err().to_string();
    assert!(text.contains("DATA/MAPS/M/land.msh"), "{text}");
}

#[test]
fn objects_of_one_assembly_share_its_components_and_its_problems() {
    let mut root = TestRoot::new();
    let mut foreign = up_to(1.0, 0.5);
    foreign.node = 7;
    root.part(b"BTLU", "tank", &plain_model(), &[foreign]);
    root.unit("UNITS/tank.dat", 0, &[("tank", -1, 0)]);
    root.place(1, "UNITS/tank.dat");
    root.place(1, "units\\TANK.DAT");
    let scene = root.open();
    let [first, second] = &scene.objects[..] else {
        panic!("two objects")
    };
    assert!(std::sync::Arc::ptr_eq(
        &first.components,
        &second.components
    ));
    let passed_over = |p: &&Problem| p.message.contains("passed over");
    assert_eq!(scene.problems.list().iter().filter(passed_over).count(), 1);
}

#[test]
fn what_is_odd_in_an_archive_is_reported() {
    let mut root = TestRoot::new();
    root.part(b"STAT", "s_rock", &plain_model(), &[]);
    root.place(3, "s_rock");
    let mut files = root.build();
    let (_, archive) = files
        .iter_mut()
        .find(|(name, _)| name == "parts.rlb")
        .unwrap();
    // The last word of the last directory record: its place in the order of names.
    *archive.iter_mut().nth_back(3).unwrap() ^= 1;
    let scene = open_files(files, None).unwrap();
    let of_archive = |p: &&Problem| p.place == "parts.rlb";
    assert_eq!(scene.problems.list().iter().filter(of_archive).count(), 1);
}
