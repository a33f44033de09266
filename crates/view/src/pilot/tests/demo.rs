//! Flights through the demo mission; `docs/demo.md` says what stands there, `crates/demo` where.

use msh_scene::collision::EYE_CLEARANCE;

use super::*;

/// Node of the door's leaf, in plant and bunker.
const DOOR: usize = 3;

/// The plant stands at (300, 236, 17), turned by 144 degrees: cos -0.80902, sin 0.58779. A point
/// (x, y, z) of it is at (300 - 0.80902 x - 0.58779 y, 236 + 0.58779 x - 0.80902 y, 17 + z).
///
/// Its gate looks along its +Y; the leaf fills x -6.5 to 2.5 and has its outer side at y 11.7. This
/// is (-2, 20, 3.35): 8.3 before the middle of the gate.
const BEFORE_PLANT: [f32; 3] = [289.862, 218.644, 20.35];

/// How far a camera is from the plane of the leaf's outer side: y of the plant less 11.7. Its +Y
/// is (-0.58779, -0.80902) in the world.
fn before_gate(camera: &Camera) -> f32 {
    let offset = camera.position - Vec3::new(300.0, 236.0, 17.0);
    -0.58779 * offset.x - 0.80902 * offset.y - 11.7
}

/// Flies from before the plant into it: -Y of the plant is (0.58779, 0.80902), which is 36 degrees
/// to the east of north.
fn fly_at_gate(scene: &Scene, pilot: &mut Pilot, seconds: f32) -> Camera {
    let mut camera = camera(BEFORE_PLANT, -36.0);
    assert!((before_gate(&camera) - 8.3).abs() < 1e-2);
    fly(pilot, scene, &mut camera, FORWARD, seconds);
    camera
}

#[test]
fn the_closed_gate_of_the_plant_stops_the_camera() {
    let scene = demo();
    let mut pilot = pilot(&scene);
    let camera = fly_at_gate(&scene, &mut pilot, 2.0);
    let left = before_gate(&camera);
    assert!((0.3..0.5).contains(&left), "{left} units before the gate");
    let blocked_by = pilot.blocked_by();
    assert_eq!(blocked_by, Some("Plant (fortif.rlb::fr_l_plant.msh)"));
    assert!(pilot.take_problems().is_empty());
}

#[test]
fn a_blocked_camera_turns_and_flies_back() {
    let scene = demo();
    let mut pilot = pilot(&scene);
    let mut camera = fly_at_gate(&scene, &mut pilot, 2.0);
    camera.yaw += std::f32::consts::PI;
    fly(&mut pilot, &scene, &mut camera, FORWARD, 0.5);
    assert!(before_gate(&camera) > 10.0);
    assert_eq!(pilot.blocked_by(), None);
}

#[test]
fn slow_frames_do_not_leap_through_the_gate() {
    let scene = demo();
    let mut pilot = pilot(&scene);
    let mut camera = camera(BEFORE_PLANT, -36.0);
    let fast = Wish {
        fast: true,
        ..FORWARD
    };
    for second in 0..20 {
        pilot.fly(&scene, &mut camera, fast, Duration::from_secs(second));
        pilot.frame_shown();
        assert!(before_gate(&camera) > 0.3, "{}", camera.position);
    }
}

#[test]
fn the_gate_that_was_opened_lets_through_and_no_other() {
    let mut scene = demo();
    let plant = named(&scene, "Plant");
    // The same plant again, 100 higher.
    let mut other = scene.objects[plant].clone();
    other.placement.position.z += 100.0;
    scene.objects.push(other);
    let mut pilot = pilot(&scene);
    let closed = fly_at_gate(&scene, &mut pilot, 0.6);
    assert!(before_gate(&closed) > 0.0);

    set_time(&mut scene, plant, DOOR, 1.0);
    let through = fly_at_gate(&scene, &mut pilot, 0.4);
    // 40 units a second for 0.4 s, less 3.2 at the start: 12.8 from 8.3 before the gate.
    assert!((-5.0..-4.0).contains(&before_gate(&through)));
    assert_eq!(pilot.blocked_by(), None);

    let mut above = camera(BEFORE_PLANT, -36.0);
    above.position.z += 100.0;
    fly(&mut pilot, &scene, &mut above, FORWARD, 0.6);
    assert!(before_gate(&above) > 0.0);

    set_time(&mut scene, plant, DOOR, 0.0);
    let closed = fly_at_gate(&scene, &mut pilot, 0.6);
    assert!(before_gate(&closed) > 0.0);
}

/// The bunker stands at (390, 160, 21), turned by 90 degrees: a point (x, y, z) of it is at
/// (390 - y, 160 + x, 21 + z). Its door looks along its +Y, that is west; it is 4 wide.
#[test]
fn through_the_portal_of_the_bunker_the_camera_comes_in_and_a_wall_stops_it() {
    let mut scene = demo();
    let bunker = named(&scene, "Bunker");
    let mut pilot = pilot(&scene);
    // (1.8, 9, 1.6) of the bunker, flying east. The leaf's outer side is at y 2.43: x 387.57.
    let start = [381.0, 161.8, 22.6];
    let mut camera = camera(start, -90.0);
    fly(&mut pilot, &scene, &mut camera, FORWARD, 2.0);
    let x = camera.position.x;
    assert!((387.0..387.27).contains(&x), "shut: {x}");

    set_time(&mut scene, bunker, DOOR, 1.0);
    camera.position = start.into();
    fly(&mut pilot, &scene, &mut camera, FORWARD, 2.0);
    // Portals at y 2.05 and 1.9, the entry hall behind them, and in it the wall at y -4 (x 394)
    // beside the doorway, which is 1.3 wide to each side.
    let x = camera.position.x;
    assert!((393.5..393.7).contains(&x), "open: {x}");
    let blocked_by = pilot.blocked_by();
    assert_eq!(blocked_by, Some("Bunker (fortif.rlb::fr_l_bunker.msh)"));
}

#[test]
fn a_flight_straight_down_ends_above_the_ground() {
    let scene = demo();
    let mut pilot = pilot(&scene);
    // The landing pad is flat at height 16.5 for 12 units round (237, 201).
    let mut camera = camera([230.0, 196.0, 60.0], 0.0);
    fly(&mut pilot, &scene, &mut camera, wish(0.0, 0.0, -1.0), 3.0);
    let height = camera.position.z;
    assert!((height - 16.5 - EYE_CLEARANCE).abs() < 0.01, "{height}");
    assert_eq!(pilot.blocked_by(), None, "ground lifts, it does not block");
}

/// The north tower stands at (232, 344, 36). At height 8 of it its shaft has eight sides and a
/// radius between 3.5 (at 2) and 2.5 (at 11.4), with ribs that reach out to 4.3 at most.
#[test]
fn a_mirrored_building_stops_from_outside_and_lets_out_from_inside() {
    let mut scene = demo();
    let tower = named(&scene, "North tower");
    scene.objects[tower].placement.scale.x = -1.0;
    let mut pilot = pilot(&scene);
    // From the east, flying west.
    let mut camera = camera([245.0, 344.0, 44.0], 90.0);
    fly(&mut pilot, &scene, &mut camera, FORWARD, 2.0);
    let x = camera.position.x;
    assert!((234.5..237.0).contains(&x), "{x}");
    let blocked_by = pilot.blocked_by();
    assert_eq!(blocked_by, Some("North tower (fortif.rlb::fr_m_tower.msh)"));
    camera.position = Vec3::new(232.0, 344.0, 44.0);
    fly(&mut pilot, &scene, &mut camera, FORWARD, 0.6);
    assert!(camera.position.x < 220.0, "{}", camera.position);
}
