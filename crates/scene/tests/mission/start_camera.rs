//! Where the camera starts (`04-mission-objects.md` 8.4).

use msh_format::msh::{HallVertex, HallWay};
use msh_format::tma::Clan;
use msh_scene::glam::Vec3;

use crate::support::{TestRoot, plain_model};

/// Type word of heroes.
const HERO: u32 = 0x0102_0000;

/// A way point that stands at (10, 20, 30) and looks north, without the lines that start with
/// `left_out`.
fn way_point(left_out: &str) -> Vec<u8> {
    let lines = [
        "object WayPoint0",
        "CameraX = 10",
        "CameraY = 20",
        "CameraZ = 30",
        "TargetX = 10",
        "TargetY = 90",
        "TargetZ = 30",
        "end",
    ];
    let kept = lines
        .iter()
        .filter(|line| left_out.is_empty() || !line.starts_with(left_out));
    kept.flat_map(|line| format!("{line}\r\n").into_bytes())
        .collect()
}

#[test]
fn the_camera_starts_at_the_first_way_point_of_the_briefing() {
    let mut root = TestRoot::new();
    root.files
        .insert("MISSIONS/X/briefing.cfg".into(), way_point(""));
    let camera = root.open().start_camera;
    assert_eq!(camera.position, Vec3::new(10.0, 20.0, 30.0));
    assert!(camera.forward().abs_diff_eq(Vec3::Y, 1e-6));
}

#[test]
fn a_way_point_without_all_its_numbers_is_a_warning_and_not_used() {
    let mut root = TestRoot::new();
    root.files
        .insert("MISSIONS/X/briefing.cfg".into(), way_point("TargetY"));
    let scene = root.open();
    assert_ne!(scene.start_camera.position, Vec3::new(10.0, 20.0, 30.0));
    assert!(
        scene
            .problems
            .list()
            .iter()
            .any(|p| p.message.contains("WayPoint0"))
    );
}

/// A root with a hero that is turned to the west.
fn with_hero() -> TestRoot {
    let mut root = TestRoot::new();
    root.part(b"BTLU", "hero", &plain_model(), &[]);
    root.unit("UNITS/hero.dat", HERO, &[("hero", -1, 0)]);
    let hero = root.place(1, "UNITS/hero.dat");
    hero.position = [100.0, 50.0, 7.0];
    hero.turns = [0.0, 0.0, std::f32::consts::FRAC_PI_2];
    root
}

#[test]
fn without_a_briefing_the_camera_starts_behind_the_hero() {
    let camera = with_hero().open().start_camera;
    assert!(
        camera
            .position
            .abs_diff_eq(Vec3::new(112.0, 50.0, 12.0), 1e-4),
        "{camera:?}"
    );
    assert!(camera.forward().x < -0.9, "it looks where the hero looks");
}

#[test]
fn inside_a_building_the_camera_starts_at_the_eyes_of_the_hero() {
    let mut plant = plain_model();
    let vertex = HallVertex {
        position: [1.0, 2.0, 3.0],
        flags: 0x40,
        node: 0,
    };
    plant.hall_way = HallWay {
        vertices: vec![vertex],
        links: Vec::new(),
    };
    let mut root = with_hero();
    let hero = &mut root.objects[0];
    (hero.host, hero.vertex) = (77, 0);
    root.part(b"FORT", "fr_plant", &plant, &[]);
    root.place(0, "fr_plant").logical_id = 77;
    let camera = root.open().start_camera;
    assert!(
        camera.position.abs_diff_eq(Vec3::new(1.0, 2.0, 4.6), 1e-4),
        "{camera:?}"
    );
    assert!(
        camera.forward().abs_diff_eq(Vec3::Y, 1e-4),
        "its turns are left behind"
    );
}

#[test]
fn without_a_hero_the_camera_starts_above_the_base_of_the_player() {
    let mut root = TestRoot::new();
    let clan = |kind, base| Clan {
        kind,
        base,
        ..Clan::default()
    };
    root.clans = vec![clan(2, [1.0, 1.0]), clan(1, [4.0, 12.0])];
    // The ground of the root is flat, at height 0.
    assert_eq!(
        root.open().start_camera.position,
        Vec3::new(4.0, 12.0, 40.0)
    );
}

#[test]
fn without_any_of_them_the_camera_starts_above_the_middle_of_the_map() {
    let camera = TestRoot::new().open().start_camera;
    assert_eq!(camera.position, Vec3::new(8.0, 8.0, 40.0));
}
