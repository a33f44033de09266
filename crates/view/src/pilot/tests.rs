use std::time::Duration;

use msh_scene::camera::Camera;
use msh_scene::draw_list::Detail;
use msh_scene::glam::Vec3;
use msh_scene::pose::Moment;
use msh_scene::scene::{Object, Scene};

use super::*;
use crate::target::Target;

mod demo;
mod game;

/// One frame at 60 frames a second.
const FRAME: Duration = Duration::from_micros(16_667);

fn demo() -> Scene {
    match Target::new(None, None).unwrap() {
        Target::Mission(mission) => mission.open(None).unwrap(),
        Target::File(_) => panic!("the demo is a mission"),
    }
}

fn pilot(scene: &Scene) -> Pilot {
    Pilot::new(scene, Detail::default(), 40.0, true)
}

/// A level camera; `heading` in degrees, 0 north, positive west.
fn camera(position: [f32; 3], heading: f32) -> Camera {
    Camera {
        position: position.into(),
        yaw: heading.to_radians(),
        pitch: 0.0,
        fov: 1.3,
    }
}

/// What the keys ask for: to the right, along the view, straight up.
fn wish(x: f32, y: f32, z: f32) -> Wish {
    Wish {
        direction: Vec3::new(x, y, z),
        fast: false,
    }
}

const FORWARD: Wish = Wish {
    direction: Vec3::Y,
    fast: false,
};

/// Flies for some time at a frame rate of 60, each frame shown once.
fn fly(pilot: &mut Pilot, scene: &Scene, camera: &mut Camera, wish: Wish, seconds: f32) {
    let frames = (seconds * 60.0).round() as u32;
    for frame in 0..=frames {
        pilot.fly(scene, camera, wish, FRAME * frame);
        pilot.frame_shown();
    }
    pilot.pause();
}

/// A time at node `node` of one component of one object; its other nodes stay.
fn set_time(scene: &mut Scene, object: usize, node: usize, time: f32) {
    let root = &scene.objects[object].components[0];
    let Moment::Times(mut times) = root.moment.clone() else {
        panic!("it stands at times")
    };
    times[node] = Some(time);
    scene
        .pose_component(object, 0, Moment::Times(times))
        .unwrap();
}

/// The object with this name.
fn named(scene: &Scene, name: &str) -> usize {
    let is_it = |object: &Object| object.name == name;
    scene.objects.iter().position(is_it).unwrap()
}

#[test]
fn a_frame_that_is_repeated_makes_no_second_step() {
    let scene = demo();
    let (mut pilot, mut camera) = (pilot(&scene), camera([340.0, 90.0, 60.0], 0.0));
    pilot.fly(&scene, &mut camera, FORWARD, FRAME);
    pilot.frame_shown();
    assert!(pilot.fly(&scene, &mut camera, FORWARD, FRAME * 2));
    let stepped = camera;
    assert!(stepped.position.y > 90.0);
    // The swapchain was out of date: the same frame again, a little later each time.
    for retry in 3..10 {
        assert!(pilot.fly(&scene, &mut camera, FORWARD, FRAME * retry));
        assert_eq!(camera, stepped);
    }
    // A new wish does not count before the frame is shown.
    pilot.fly(&scene, &mut camera, wish(0.0, 0.0, 1.0), FRAME * 10);
    assert_eq!(camera, stepped);
    pilot.frame_shown();
    pilot.fly(&scene, &mut camera, FORWARD, FRAME * 11);
    // Nine frames have passed since the last step: 0.15 s, at 40 units a second at most.
    let way = camera.position.y - stepped.position.y;
    assert!((3.0..6.0).contains(&way), "{way}");
}

#[test]
fn the_time_of_a_hidden_window_is_not_flown() {
    let scene = demo();
    let (mut pilot, mut camera) = (pilot(&scene), camera([340.0, 90.0, 60.0], 0.0));
    fly(&mut pilot, &scene, &mut camera, FORWARD, 0.5);
    let left = camera.position;
    pilot.pause();
    pilot.fly(&scene, &mut camera, FORWARD, Duration::from_secs(100));
    assert_eq!(camera.position, left);
}

#[test]
fn the_end_of_a_flight_does_not_depend_on_the_frame_rate() {
    let scene = demo();
    let end = |rate: u32| {
        let (mut pilot, mut camera) = (pilot(&scene), camera([340.0, 90.0, 60.0], 0.0));
        for frame in 0..=rate {
            let now = Duration::from_secs(1) * frame / rate;
            pilot.fly(&scene, &mut camera, FORWARD, now);
            pilot.frame_shown();
        }
        camera.position
    };
    let (slow, quick) = (end(4), end(144));
    assert!(slow.abs_diff_eq(quick, 0.01), "{slow} {quick}");
}

#[test]
fn without_collision_the_camera_goes_everywhere() {
    let scene = demo();
    let mut pilot = Pilot::new(&scene, Detail::default(), 40.0, false);
    let mut camera = camera([340.0, 90.0, 60.0], 0.0);
    fly(&mut pilot, &scene, &mut camera, wish(0.0, 0.0, -1.0), 3.0);
    assert!(camera.position.z < -40.0 && pilot.blocked_by().is_none());
    // Switched on, the first step brings it back above the ground; all of the island is.
    assert!(pilot.toggle_collision());
    fly(&mut pilot, &scene, &mut camera, wish(1.0, 0.0, 0.0), 0.1);
    assert!(camera.position.z > 0.0, "{}", camera.position);
}
