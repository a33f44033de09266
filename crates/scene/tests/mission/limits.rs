//! Small files that ask for more than any machine has cost their objects and nothing else.

use crate::support::{TestRoot, errors, node, plain_model};
use msh_format::msh::MshParts;
use msh_format::prototype::Reference;
use msh_format::text::FixedStr;

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
