use msh_format::material::TrackKey;

use super::*;

/// Phase `i` has cell offset `i / 10`, so that its texture step can be told.
fn phase(number: u8, ambient: [u8; 3]) -> Surface {
    Surface {
        texture: Some(TextureId(number.into())),
        ambient: Vec3::from(ambient.map(f32::from)) / 255.0,
        uv_offset: Vec2::new(f32::from(number) / 10.0, 0.0),
        ..Surface::PLAIN
    }
}

/// A track of this mode and mask; keys are (phase, end).
fn track(mode: u32, mask: u32, keys: &[(u16, u16)]) -> Track {
    let key = |&(phase, end_ms)| TrackKey {
        phase,
        end_ms,
        unk_04: 0,
    };
    Track {
        word: mode | mask << 3,
        keys: keys.iter().map(key).collect(),
    }
}

/// The worked example of `03-materials-textures.md` 3.6 in another mode.
fn sun(mode: u32) -> Material {
    let phases = vec![phase(0, [220, 20, 20]), phase(1, [240, 0, 25])];
    let tracks = vec![track(mode, Track::AMBIENT, &[(0, 50), (1, 100)])];
    Material::new("SUN", phases, tracks)
}

/// The ambient colour as bytes, and the number of the phase whose texture and cell are shown.
fn shown(material: &Material, clock_ms: u32) -> ([f32; 3], u32) {
    let surface = material.sample(0, clock_ms);
    let ambient = (surface.ambient * 255.0).to_array();
    let number = surface.texture.unwrap().0;
    assert_eq!(surface.uv_offset.x, number as f32 / 10.0);
    (
        ambient.map(|channel| (channel * 100.0).round() / 100.0),
        number,
    )
}

#[test]
fn a_loop_glides_from_the_last_key_back_to_the_first() {
    let sun = sun(0);
    assert_eq!(shown(&sun, 0), ([220.0, 20.0, 20.0], 0));
    assert_eq!(shown(&sun, 25), ([230.0, 10.0, 22.5], 0));
    assert_eq!(shown(&sun, 50), ([240.0, 0.0, 25.0], 1));
    assert_eq!(shown(&sun, 75), ([230.0, 10.0, 22.5], 1));
    assert_eq!(shown(&sun, 100), ([220.0, 20.0, 20.0], 0));
    assert_eq!(shown(&sun, 130), ([232.0, 8.0, 23.0], 0));
}

#[test]
fn unknown_modes_loop() {
    assert_eq!(shown(&sun(5), 130), ([232.0, 8.0, 23.0], 0));
}

#[test]
fn a_ping_pong_runs_back_after_its_last_key() {
    let sun = sun(1);
    assert_eq!(shown(&sun, 75), ([230.0, 10.0, 22.5], 1));
    // 110 is 10 ms after the turn: time 90, key 1, four fifths of the way to key 0.
    assert_eq!(shown(&sun, 110), ([224.0, 16.0, 21.0], 1));
    // Time 20, key 0, two fifths of the way to key 1.
    assert_eq!(shown(&sun, 180), ([228.0, 12.0, 22.0], 0));
    assert_eq!(shown(&sun, 225), ([230.0, 10.0, 22.5], 0));
}

#[test]
fn the_turning_point_of_a_ping_pong_shows_the_first_key() {
    assert_eq!(shown(&sun(1), 100), ([220.0, 20.0, 20.0], 0));
}

#[test]
fn a_track_that_runs_once_holds_its_last_key_unblended() {
    let sun = sun(2);
    assert_eq!(shown(&sun, 25), ([230.0, 10.0, 22.5], 0));
    assert_eq!(shown(&sun, 99).1, 1);
    assert_eq!(shown(&sun, 100), ([240.0, 0.0, 25.0], 1));
    assert_eq!(shown(&sun, 123_456), ([240.0, 0.0, 25.0], 1));
}

#[test]
fn a_random_track_repeats_for_the_same_clock_and_visits_every_key() {
    let sun = sun(3);
    let numbers: Vec<u32> = (0..100).map(|clock| shown(&sun, clock).1).collect();
    let again: Vec<u32> = (0..100).map(|clock| shown(&sun, clock).1).collect();
    assert_eq!(numbers, again);
    let first_keys = numbers.iter().filter(|number| **number == 0).count();
    assert!((25..75).contains(&first_keys), "{first_keys} of 100");
}

#[test]
fn random_tracks_of_two_materials_do_not_run_together() {
    let (one, other) = (
        sun(3),
        Material {
            name: "MOON".into(),
            ..sun(3)
        },
    );
    assert!((0..20).any(|clock| shown(&one, clock) != shown(&other, clock)));
}

#[test]
fn each_bit_of_the_mask_moves_its_own_field_alone() {
    let bright = Surface {
        ambient: Vec3::ONE,
        specular: Vec3::ONE,
        power: 6,
        opacity: 0.5,
        ..phase(1, [0; 3])
    };
    let dark = Surface {
        diffuse: Vec3::ZERO,
        ..phase(0, [0; 3])
    };
    let moved = |mask| {
        let tracks = vec![track(0, mask, &[(0, 100), (1, 200)])];
        let surface = Material::new("M", vec![dark, bright], tracks).sample(0, 50);
        assert_eq!((surface.texture, surface.power), (dark.texture, 0), "steps");
        let Surface {
            ambient,
            diffuse,
            specular,
            opacity,
            ..
        } = surface;
        [ambient.x, diffuse.x, specular.x, opacity]
    };
    assert_eq!(moved(0), [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(moved(Track::AMBIENT), [0.5, 0.0, 0.0, 1.0]);
    assert_eq!(moved(Track::DIFFUSE), [0.0, 0.5, 0.0, 1.0]);
    assert_eq!(moved(Track::SPECULAR), [0.0, 0.0, 0.5, 1.0]);
    assert_eq!(moved(Track::EMISSIVE), [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(moved(Track::OPACITY), [0.0, 0.0, 0.0, 0.75]);
}

#[test]
fn one_key_or_no_period_shows_the_first_key_for_ever() {
    let phases = || vec![phase(0, [0; 3]), phase(1, [9; 3])];
    for keys in [&[(1, 70)][..], &[(1, 0), (0, 0)]] {
        let material = Material::new("M", phases(), vec![track(0, 31, keys)]);
        assert_eq!(shown(&material, 35), ([9.0; 3], 1));
        assert!(!material.moves(0, 0));
    }
}

#[test]
fn without_tracks_keys_or_phases_something_is_shown_all_the_same() {
    let phases = vec![phase(3, [0; 3]), phase(4, [0; 3])];
    let shown = |tracks| {
        let material = Material::new("M", phases.clone(), tracks);
        material.sample(0, 10).texture
    };
    assert_eq!(shown(vec![]), Some(TextureId(3)));
    assert_eq!(shown(vec![track(0, 0, &[])]), Some(TextureId(3)));
    assert_eq!(shown(vec![track(0, 0, &[(9, 50)])]), Some(TextureId(3)));
    let nothing = Material::new("M", vec![], vec![]);
    assert_eq!(nothing.sample(0, 10), Surface::PLAIN);
}

#[test]
fn an_end_that_does_not_ascend_is_passed_over() {
    let phases = (0..3).map(|number| phase(number, [0; 3])).collect();
    let material = Material::new(
        "M",
        phases,
        vec![track(0, 0, &[(0, 50), (1, 30), (2, 100)])],
    );
    let numbers = [0, 49, 50, 99].map(|clock| shown(&material, clock).1);
    assert_eq!(numbers, [0, 0, 2, 2]);
}

#[test]
fn a_track_that_does_not_exist_is_track_0() {
    let phases = vec![phase(0, [0; 3]), phase(1, [0; 3])];
    let material = Material::new("M", phases, vec![Track::still(0), Track::still(1)]);
    let textures = [0, 1, 2].map(|track| material.sample(track, 0).texture.unwrap().0);
    assert_eq!(textures, [0, 1, 0]);
}

#[test]
fn a_track_moves_until_it_has_run_once_and_for_ever_otherwise() {
    assert!(sun(0).moves(0, 1_000_000));
    assert!(sun(2).moves(0, 99) && !sun(2).moves(0, 100));
    assert!(!Material::plain("M").moves(0, 0));
}
