//! Small files that ask for more than any machine has cost their objects and nothing else.

use std::sync::Arc;

use crate::support::{TestRoot, errors, node, plain_model, warnings};
use msh_format::base_plan::{BasePlan, InnerRing};
use msh_format::control::Binding;
use msh_format::material::{Mat0, Phase};
use msh_format::msh::MshParts;
use msh_format::prototype::Reference;
use msh_format::text::FixedStr;
use msh_format::wear::Wear;
use msh_scene::scene::Scene;

/// A model of `side` nodes that all show the same `side` batches.
fn shared_slots(side: u16) -> MshParts {
    let mut parts = plain_model();
    let count = usize::from(side);
    parts.nodes = vec![node(0xFFFF, 0xFFFF, 0); count];
    parts.node_names = vec![FixedStr::default(); count];
    parts.labels = vec![Vec::new(); count];
    parts.batches = vec![parts.batches[0]; count];
    parts.slots[0].batch_count = side;
    parts
}

#[test]
fn a_model_of_more_than_262144_ranges_is_refused() {
    let mut root = TestRoot::new();
    root.part(b"STAT", "large", &shared_slots(512), &[]);
    root.part(b"STAT", "too_large", &shared_slots(513), &[]);
    root.place(3, "large");
    root.place(3, "too_large");
    let scene = root.open();
    let drawn = |object: usize| scene.objects[object].components[0].drawn;
    assert_eq!((drawn(0), drawn(1)), (true, false));
    assert!(errors(&scene)[0].contains("263169 batches"));
}

#[test]
fn objects_after_a_million_parts_are_not_shown() {
    let mut root = TestRoot::new();
    root.part(b"STAT", "large", &shared_slots(512), &[]);
    for _ in 0..5 {
        root.place(3, "large");
    }
    let scene = root.open();
    let shown = scene.objects.iter().filter(|o| !o.components.is_empty());
    assert_eq!(shown.count(), 3, "a component and 262,144 ranges each");
    assert!(errors(&scene)[0].starts_with("error: object 3 large: more than 1048576 parts"));
}

#[test]
fn parts_after_a_million_nodes_are_not_shown() {
    let mut root = TestRoot::new();
    root.part(b"BTLU", "wide", &shared_slots(512), &[]);
    let mut parts = vec![("wide", -1, 1023)];
    parts.resize(1024, ("wide", 0, 0));
    for unit in 0..3 {
        root.unit(&format!("UNITS/{unit}.dat"), 0, &parts);
        root.place(1, &format!("UNITS/{unit}.dat"));
    }
    let scene = root.open();
    let posed = |object: usize| {
        let components = scene.objects[object].components.iter();
        components.map(|c| c.nodes.len()).sum::<usize>()
    };
    assert_eq!([0, 1, 2].map(posed), [1 << 19, 1 << 19, 0]);
    assert!(errors(&scene)[0].contains("more than 1048576 nodes"));
}

#[test]
fn a_prototype_of_more_than_1024_references_is_refused() {
    let mut root = TestRoot::new();
    root.part(b"BTLU", "body", &plain_model(), &[]);
    let parent = Reference::new("objects.rlb", "body").unwrap();
    // The parent has three references of its own.
    root.prototype(b"FORT", "full", vec![parent; 1021]);
    root.prototype(b"FORT", "too_full", vec![parent; 1022]);
    root.place(0, "full");
    root.place(0, "too_full");
    let scene = root.open();
    let drawn = |object: usize| scene.objects[object].components[0].drawn;
    assert_eq!((drawn(0), drawn(1)), (true, false));
    assert!(errors(&scene)[0].contains("more than 1024 references"));
}

#[test]
fn objects_after_a_million_nodes_are_not_shown() {
    let mut model = plain_model();
    model.nodes = vec![node(0xFFFF, 0xFFFF, 0); 1 << 15];
    for node in &mut model.nodes {
        node.slot_index = [0xFFFF; 15];
    }
    model.node_names = vec![FixedStr::default(); 1 << 15];
    model.labels = vec![Vec::new(); 1 << 15];
    let mut root = TestRoot::new();
    root.part(b"STAT", "nodes", &model, &[]);
    for _ in 0..40 {
        root.place(3, "nodes");
    }
    let scene = root.open();
    let shown = scene.objects.iter().filter(|o| !o.components.is_empty());
    assert_eq!(shown.count(), 32, "32,768 nodes each");
    assert!(errors(&scene)[0].starts_with("error: object 32 nodes: more than 1048576 nodes"));
}

#[test]
fn a_unit_is_read_once_however_its_path_is_spelt() {
    let mut root = TestRoot::new();
    root.part(b"BTLU", "tank", &plain_model(), &[]);
    root.unit("UNITS/A/tank.dat", 0, &[("tank", -1, 0)]);
    for path in [
        "UNITS\\A\\tank.dat",
        "units/a/TANK.DAT",
        "./UNITS//A/\\.\\tank.dat",
    ] {
        root.place(1, path);
    }
    let scene = root.open();
    let [first, others @ ..] = &*scene.objects else {
        unreachable!()
    };
    for object in others {
        let same = Arc::ptr_eq(&first.components, &object.components);
        assert!(same, "{}", object.resource);
    }
}

/// A unit of 4,096 drawn components with the same prototype, all on the first.
fn wide_unit(root: &mut TestRoot, bindings: &[Binding]) {
    root.part(b"EXTO", "part", &plain_model(), bindings);
    let mut parts = vec![("part", -1, 4095)];
    parts.resize(4096, ("part", 0, 0));
    root.unit("UNITS/wide.dat", 0, &parts);
    root.place(1, "UNITS/wide.dat");
}

#[test]
fn components_with_one_model_and_wear_share_its_rows() {
    let mut root = TestRoot::new();
    wide_unit(&mut root, &[]);
    root.remove_member("parts.rlb", "part.wea");
    let rows: Vec<String> = (0..4096).map(|row| format!("WALL{row}")).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let wear = Wear::from_names(&rows, &[]).unwrap();
    root.member("parts.rlb", b"WEAR", "part.wea", wear.to_bytes().unwrap());
    let scene = root.open();
    let [first, others @ ..] = &*scene.objects[0].components else {
        unreachable!()
    };
    assert_eq!(first.wear.materials.len(), 4096);
    assert!(others.iter().all(|c| Arc::ptr_eq(&first.wear, &c.wear)));
}

fn count(scene: &Scene, part: &str) -> usize {
    let all = warnings(scene);
    all.iter().filter(|message| message.contains(part)).count()
}

#[test]
fn a_controller_that_does_not_fit_is_one_warning_a_component() {
    let mut root = TestRoot::new();
    wide_unit(&mut root, &vec![Binding::new(7, 0.0, 1.0); 100]);
    let scene = root.open();
    let message = "binding row 0 and 99 more name nodes outside parts.rlb::part.msh; passed over";
    assert_eq!(count(&scene, message), 4096);
    assert_eq!(count(&scene, "binding row"), 4096);
}

#[test]
fn a_material_that_stands_in_for_many_is_read_once() {
    let mut root = TestRoot::new();
    let phase = Phase {
        cell: 3,
        ..Phase::textured("WALL.0").unwrap()
    };
    root.remove_member("Material.lib", "DEFAULT");
    root.material_record("DEFAULT", &Mat0::one_phase(2, phase));
    let names: Vec<String> = (0..200).map(|row| format!("NONE{row}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    root.wear_file("DATA/MAPS/M/Land1.wea", &names);
    let scene = root.open();
    let materials = &scene.library.materials;
    assert_eq!(&*materials[0].name, "NONE0");
    assert_eq!(&*materials[199].name, "NONE199");
    assert_eq!(materials[0].sample(0, 0), materials[199].sample(0, 0));
    assert!(materials[199].sample(0, 0).texture.is_some());
    assert_eq!(count(&scene, "cell 3 of 0"), 1, "one for all who show it");
}

#[test]
fn ground_plans_of_too_many_edges_are_not_held_against_each_other() {
    // Circles round each other, so that every edge is near every other.
    let circle = |ring: usize| -> Vec<[f32; 3]> {
        let corner = |i: usize| {
            let (sin, cos) = (i as f32 / 256.0 * std::f32::consts::TAU).sin_cos();
            let radius = 1.0 + ring as f32 * 0.01;
            [8.0 + cos * radius, 8.0 + sin * radius, 0.0]
        };
        (0..256).map(corner).collect()
    };
    let inner = |ring: usize| InnerRing {
        corners: circle(ring),
        triangles: vec![0; 256],
        triangle_corners: vec![0; 256],
    };
    let plan = BasePlan {
        inner: (0..64).map(inner).collect(),
        outer: (64..128).map(circle).collect(),
    };
    let mut root = TestRoot::new();
    root.part(b"BTLU", "body", &plain_model(), &[]);
    root.member("fortif.rlb", b"BASE", "hut.bas", plan.to_bytes().unwrap());
    let parent = Reference::new("objects.rlb", "body").unwrap();
    let plan = Reference::new("fortif.rlb", "hut.bas").unwrap();
    root.prototype(b"FORT", "hut", vec![parent, plan]);
    for _ in 0..1000 {
        root.place(0, "hut");
    }
    let scene = root.open();
    let errors = errors(&scene);
    assert_eq!(errors.len(), 1000);
    assert!(errors[0].contains("object 0 hut -> fortif.rlb::hut.bas: looking for crossings"));
}
