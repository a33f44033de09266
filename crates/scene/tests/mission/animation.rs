//! Running the frame maps of a mission's objects.

use msh_scene::animation::Animation;
use msh_scene::draw_list::{Detail, DrawList};
use msh_scene::pose::Moment;
use msh_scene::scene::Scene;

use crate::support::{TestRoot, lift_model, plain_model};

/// Two lifts whose node 0 rises by 5 from frame 0 to 1, with an engine that is a lift too but is
/// not drawn; and a rock.
fn scene() -> Scene {
    let mut root = TestRoot::new();
    root.part(b"BTLU", "lift", &lift_model(), &[]);
    root.part(b"INTO", "engine", &lift_model(), &[]);
    root.part(b"STAT", "rock", &plain_model(), &[]);
    root.unit("UNITS/lift.dat", 0, &[("lift", -1, 1), ("engine", 0, 0)]);
    root.place(1, "UNITS/lift.dat");
    root.place(1, "UNITS/lift.dat");
    root.place(3, "rock");
    root.open()
}

fn height(scene: &Scene, object: usize, component: usize) -> f32 {
    scene.objects[object].components[component].nodes[0]
        .translation
        .z
}

#[test]
fn every_drawn_part_stands_as_the_clock_says() {
    let mut scene = scene();
    let animation = Animation::of_scene(&scene);
    animation.pose(&mut scene, 500);
    assert_eq!(height(&scene, 0, 0), 2.5);
    assert_eq!(height(&scene, 1, 0), 2.5);
    // What is not drawn is left alone.
    assert_eq!(height(&scene, 0, 1), 0.0);
    animation.pose(&mut scene, 1750);
    assert_eq!(height(&scene, 0, 0), 1.25);
}

#[test]
fn what_cannot_move_keeps_its_pose_and_its_moment() {
    let mut scene = scene();
    let before = scene.objects[2].components[0].moment.clone();
    Animation::of_scene(&scene).pose(&mut scene, 500);
    assert_eq!(scene.objects[2].components[0].moment, before);
    assert_eq!(scene.objects[2].components[0].changed, 0);
}

#[test]
fn a_scene_without_moving_parts_has_no_animation() {
    let mut root = TestRoot::new();
    root.part(b"STAT", "rock", &plain_model(), &[]);
    root.place(3, "rock");
    assert!(Animation::of_scene(&root.open()).is_empty());
}

#[test]
fn the_first_moment_is_frame_0() {
    let mut scene = scene();
    Animation::of_scene(&scene).pose(&mut scene, 0);
    let moment = &scene.objects[0].components[0].moment;
    assert_eq!(*moment, Moment::Times(vec![Some(0.0)]));
}

#[test]
fn the_draw_list_follows_and_still_things_stay() {
    let mut scene = scene();
    let mut list = DrawList::of_scene(&scene, Detail::default());
    let heights = |list: &DrawList| -> Vec<[f32; 2]> {
        let ranges = list.ranges.iter();
        // The triangle of every node reaches from 0 to 1.
        ranges
            .map(|r| [r.transform.w_axis.z, r.corners[7].z])
            .collect()
    };
    assert_eq!(heights(&list), [[0.0, 1.0]; 3]);
    Animation::of_scene(&scene).pose(&mut scene, 500);
    list.follow(&scene);
    assert_eq!(heights(&list), [[2.5, 3.5], [2.5, 3.5], [0.0, 1.0]]);
}

#[test]
fn a_moving_part_hangs_on_the_moved_socket_of_a_moving_carrier() {
    let mut root = TestRoot::new();
    root.part(b"BTLU", "lift", &lift_model(), &[]);
    root.part(b"EXTO", "crane", &lift_model(), &[]);
    root.unit(
        "UNITS/two.dat",
        0,
        &[("lift", -1, 2), ("crane", 0, 0), ("crane", 0, 0)],
    );
    root.place(1, "UNITS/two.dat");
    let mut scene = root.open();
    Animation::of_scene(&scene).pose(&mut scene, 500);
    let object = &scene.objects[0];
    let world = |number: usize| {
        let component = &object.components[number];
        (object.component_matrix(component) * component.nodes[0].matrix())
            .w_axis
            .z
    };
    // The mount undoes the pose of the part's own root.
    assert_eq!([0, 1, 2].map(world), [2.5; 3]);
    assert_eq!(height(&scene, 0, 1), 2.5);
    assert!(
        object
            .components
            .iter()
            .all(|c| c.changed == scene.pose_changes)
    );
}
