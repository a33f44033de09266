//! Posing components of a scene anew: what moves with them, and what must not.

use std::sync::Arc;

use msh_format::msh::MshParts;
use msh_scene::pose::{Moment, Pose, PoseError};
use msh_scene::scene::Scene;

use crate::support::{STRAIGHT, TestRoot, key, lift_model, model, node, plain_model};

/// A root node at z 0 and a socket 2 above it.
fn arm() -> MshParts {
    let keys = vec![
        key([0.0; 3], 0.0, STRAIGHT),
        key([0.0, 0.0, 2.0], 0.0, STRAIGHT),
    ];
    let nodes = vec![node(0xFFFF, 0xFFFF, 0), node(0, 0xFFFF, 1)];
    model(nodes, keys, Vec::new())
}

/// `count` masts at height 10: 0 the mast, whose node 0 rises by 5 from frame 0 to 1; on it 1 an
/// arm; on the arm's upper end 2 a lamp, that rises like the mast; on the mast 3 another lamp; in
/// the mast 4 an engine, on whose node 0 5 a fan hangs.
fn masts(count: usize) -> Scene {
    let mut root = TestRoot::new();
    root.part(b"BTLU", "mast", &lift_model(), &[]);
    root.part(b"EXTO", "arm", &arm(), &[]);
    root.part(b"EXTO", "lamp", &lift_model(), &[]);
    root.part(b"INTO", "engine", &lift_model(), &[]);
    root.part(b"EXTO", "fan", &plain_model(), &[]);
    let parts = [
        ("mast", -1, 3),
        ("arm", 0, 1),
        ("lamp", 1, 0),
        ("lamp", 0, 0),
        ("engine", -1, 1),
        ("fan", 0, 0),
    ];
    root.unit("UNITS/mast.dat", 0, &parts);
    for _ in 0..count {
        root.place(1, "UNITS/mast.dat").position = [0.0, 0.0, 10.0];
    }
    root.open()
}

fn times(time: f32) -> Moment {
    Moment::Times(vec![Some(time)])
}

/// World heights of node 0 of every component.
fn heights(scene: &Scene, object: usize) -> Vec<f32> {
    let object = &scene.objects[object];
    let height = |component| object.component_matrix(component).w_axis.z;
    let components = object.components.iter();
    components
        .map(|c| height(c) + c.nodes[0].translation.z)
        .collect()
}

#[test]
fn what_a_posed_component_carries_moves_with_it() {
    let mut scene = masts(1);
    assert_eq!(heights(&scene, 0), [10.0, 10.0, 12.0, 10.0, 10.0, 10.0]);
    scene.pose_component(0, 0, times(1.0)).unwrap();
    // The engine's own node and what hangs on it do not move: it has no socket.
    assert_eq!(heights(&scene, 0), [15.0, 15.0, 17.0, 15.0, 10.0, 10.0]);
    // Half way between the keys.
    scene.pose_component(0, 0, times(0.5)).unwrap();
    assert_eq!(heights(&scene, 0), [12.5, 12.5, 14.5, 12.5, 10.0, 10.0]);
    assert_eq!(scene.objects[0].components[0].moment, times(0.5));
    // The engine is a carrier too.
    scene.pose_component(0, 4, times(1.0)).unwrap();
    assert_eq!(heights(&scene, 0), [12.5, 12.5, 14.5, 12.5, 15.0, 15.0]);
}

#[test]
fn the_mount_of_a_posed_part_undoes_its_new_root() {
    let mut scene = masts(1);
    scene.pose_component(0, 2, times(1.0)).unwrap();
    let lamp = &scene.objects[0].components[2];
    // The socket is 2 up, the root has risen by 5.
    assert_eq!(lamp.pose.translation.z, -3.0);
    assert_eq!(heights(&scene, 0)[2], 12.0);
}

#[test]
fn other_objects_of_the_assembly_stay_as_they_are() {
    let mut scene = masts(3);
    let before = heights(&scene, 0);
    scene.pose_component(1, 0, times(1.0)).unwrap();
    assert_eq!(heights(&scene, 0), before);
    assert_eq!(heights(&scene, 2), before);
    let [first, second, third] = &scene.objects[..] else {
        panic!("three objects")
    };
    assert!(Arc::ptr_eq(&first.components, &third.components));
    assert!(!Arc::ptr_eq(&first.components, &second.components));
}

#[test]
fn only_what_moved_is_marked_as_changed() {
    let mut scene = masts(2);
    let changed = |scene: &Scene, object: usize| -> Vec<u64> {
        let components = scene.objects[object].components.iter();
        components.map(|c| c.changed).collect()
    };
    scene.pose_component(0, 1, times(0.0)).unwrap_err();
    assert_eq!(scene.pose_changes, 0, "two nodes, one time");
    let two = Moment::Times(vec![Some(0.0); 2]);
    scene.pose_component(0, 1, two).unwrap();
    scene.pose_component(0, 4, times(0.0)).unwrap();
    assert_eq!(scene.pose_changes, 2);
    assert_eq!(changed(&scene, 0), [0, 1, 1, 0, 2, 2]);
    assert_eq!(changed(&scene, 1), [0; 6]);
}

#[test]
fn a_bad_time_changes_nothing() {
    let mut scene = masts(1);
    let error = scene.pose_component(0, 0, times(-1.0)).unwrap_err();
    assert!(matches!(error, PoseError::BadTimes(_)), "{error}");
    let mast = &scene.objects[0].components[0];
    assert_eq!(mast.nodes, [Pose::IDENTITY]);
    assert_eq!(mast.moment, times(0.0));
    assert_eq!(scene.pose_changes, 0);
}

#[test]
fn a_component_that_does_not_exist_is_an_error() {
    let mut scene = masts(1);
    for (object, component) in [(1, 0), (0, 6)] {
        let error = scene.pose_component(object, component, times(0.0));
        assert_eq!(error, Err(PoseError::NoModel { object, component }));
    }
}
