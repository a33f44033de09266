//! The sky of a mission: what paints it, and what is reported when something is missing.

use crate::support::{TestRoot, errors, warnings};
use glam::Vec3;
use msh_format::sky::{Sky, SkyKeyframe, SkySection, SkyTime, opcodes, slots};
use msh_scene::camera::Camera;
use msh_scene::glam;
use msh_scene::lighting::Lighting;
use msh_scene::scene::Scene;
use msh_scene::sky::{Atmosphere, FogReach};

/// A day with its sun up at the start, a red horizon, and fog to 350.
fn day() -> Sky {
    let mut words = [0; 22];
    for slot in slots::HORIZON {
        words[slot] = u32::from_le_bytes([0, 0, 255, 255]);
    }
    words[6] = 0.5f32.to_bits();
    let keyframe = SkyKeyframe {
        version: 3,
        stamp: SkyTime::new(6, 0),
        opcode: opcodes::START_SUN,
        slots: words,
        names: [b"sun".to_vec(), vec![], vec![], vec![], vec![], vec![]],
        values: [1.0; 4],
        effects: Vec::new(),
    };
    Sky {
        sections: vec![SkySection {
            version: 1,
            end: SkyTime::new(23, 59),
            day_length: SkyTime::new(0, 15),
            keyframes: vec![keyframe],
        }],
        start: SkyTime::new(12, 0),
        unk_end: [0; 2],
    }
}

/// A mission with this day and, if `wear` names any, these materials of the sky.
fn open(sky: &Sky, wear: &[&str]) -> Scene {
    let mut root = TestRoot::new();
    let bytes = sky.to_bytes().unwrap();
    root.files.insert("MISSIONS/X/SKY.SKE".into(), bytes);
    if !wear.is_empty() {
        root.wear_file("MISSIONS/X/sky.wea", wear);
    }
    for name in ["NEB", "CLD", "SUN"] {
        root.material(name, &format!("{name}.0"));
        root.texture("Textures.lib", &format!("{name}.0"));
    }
    root.open()
}

fn atmosphere(scene: &Scene, reach: FogReach) -> Atmosphere {
    let camera = Camera::looking_at(Vec3::ZERO, Vec3::X, 1.3);
    scene.atmosphere(None, &camera, reach)
}

/// Names of the textures of what is drawn, in order; the dome has none.
fn layers(scene: &Scene) -> Vec<Option<&str>> {
    let picture = atmosphere(scene, FogReach::Times(1.0)).sky.unwrap();
    let names = picture.layers.iter().map(|layer| {
        let texture = scene.library.texture(layer.texture?);
        Some(&*texture.name)
    });
    names.collect()
}

#[test]
fn nebula_dome_sun_and_clouds_are_drawn_in_this_order() {
    let rows = ["NEB", "NONE", "CLD", "SUN", "NEB", "NONE", "NONE"];
    let scene = open(&day(), &rows);
    let expected = [Some("NEB.0"), None, Some("SUN.0"), Some("CLD.0")];
    assert_eq!(layers(&scene), expected);
    // What is not drawn is not asked for.
    assert!(errors(&scene).is_empty(), "{:?}", errors(&scene));
}

#[test]
fn without_its_wear_the_sky_has_its_colours_alone_and_a_warning() {
    let scene = open(&day(), &[]);
    assert_eq!(layers(&scene), [None]);
    assert!(warnings(&scene).iter().any(|w| w.contains("clouds")));
}

#[test]
fn a_wear_that_is_too_short_leaves_out_what_it_lacks_and_says_so() {
    let scene = open(&day(), &["NEB", "NEB", "CLD"]);
    assert_eq!(layers(&scene), [Some("NEB.0"), None, Some("CLD.0")]);
    assert!(warnings(&scene).iter().any(|w| w.contains("has no sun")));
}

#[test]
fn a_missing_texture_is_an_error_and_does_not_hide_the_colours() {
    let mut root = TestRoot::new();
    let bytes = day().to_bytes().unwrap();
    root.files.insert("MISSIONS/X/sky.ske".into(), bytes);
    root.wear_file("MISSIONS/X/sky.wea", &["NEB"; 5]);
    root.material("NEB", "NEB.0");
    let scene = root.open();
    assert_eq!(layers(&scene), [None]);
    assert!(errors(&scene).iter().any(|e| e.contains("NEB.0")));
}

#[test]
fn an_opaque_dome_hides_the_nebula() {
    let mut sky = day();
    for word in &mut sky.sections[0].keyframes[0].slots[7..16] {
        *word = u32::MAX;
    }
    let scene = open(&sky, &["NEB", "NEB", "CLD", "SUN", "SUN"]);
    assert_eq!(layers(&scene), [None, Some("SUN.0"), Some("CLD.0")]);
}

#[test]
fn fog_is_as_in_the_game_farther_or_off_and_the_rim_keeps_its_colour() {
    let scene = open(&day(), &[]);
    let end = |reach| atmosphere(&scene, reach).lighting.fog.map(|fog| fog.end);
    assert_eq!(end(FogReach::Times(1.0)), Some(350.0));
    assert_eq!(end(FogReach::Times(2.0)), Some(700.0));
    assert_eq!(end(FogReach::Off), None);
    for reach in [FogReach::Times(1.0), FogReach::Off] {
        let atmosphere = atmosphere(&scene, reach);
        assert_eq!(atmosphere.lighting.sky, Vec3::X);
        assert_eq!(atmosphere.sky.unwrap().rim, Vec3::X);
    }
}

#[test]
fn without_a_day_that_can_be_played_there_is_plain_light() {
    let mut sky = day();
    sky.sections[0].keyframes.clear();
    for scene in [open(&sky, &[]), TestRoot::new().open()] {
        let atmosphere = atmosphere(&scene, FogReach::Times(1.0));
        assert_eq!(atmosphere.lighting, Lighting::default());
        assert_eq!(atmosphere.sky, None);
        assert!(warnings(&scene).iter().any(|w| w.contains("built-in")));
    }
}
