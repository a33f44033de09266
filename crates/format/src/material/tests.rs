use super::*;
use crate::ErrorKind;

/// The worked example of `03-materials-textures.md` 3.6.
fn example() -> Vec<u8> {
    let mut bytes = vec![2, 0, 1, 0, 0xFF, 0xFF, 0, 0, 0x80, 0x3F, 0, 0, 0, 0];
    let entry = |ambient: [u8; 4], cell: u8| {
        let mut entry = ambient.to_vec();
        entry.extend([0, 0, 0, 0x64, 0, 0, 0, 0, 0, 0, 0, 0, 0, cell]);
        entry.extend(b"SUN4.0");
        entry.extend([0; 10]);
        entry
    };
    bytes.extend(entry([0xDC, 0x14, 0x14, 0x64], 0));
    bytes.extend(entry([0xF0, 0x00, 0x19, 0x64], 1));
    bytes.extend([8, 0, 0, 0, 2, 0, 0, 0, 0x32, 0, 0, 0, 1, 0, 0x64, 0, 0, 0]);
    bytes
}

fn parse(data: &[u8], version: u32) -> Result<Mat0> {
    Mat0::parse(data, 0, version, &mut Warnings::new())
}

fn warned(material: &Mat0) -> bool {
    let mut warnings = Warnings::new();
    let bytes = material.to_bytes().unwrap();
    Mat0::parse(&bytes, material.flags, material.version, &mut warnings).unwrap();
    !warnings.is_empty()
}

#[test]
fn the_worked_example_has_two_glowing_phases_and_a_loop() {
    let bytes = example();
    assert_eq!(bytes.len(), 100);
    let mut warnings = Warnings::new();
    let material = Mat0::parse(&bytes, 8, 6, &mut warnings).unwrap();
    assert!(warnings.is_empty());
    assert_eq!(material.surface, 0xFF);
    assert_eq!((material.speed_factor, material.damage_rate), (1.0, 0.0));
    let first = &material.phases[0];
    let [red, green, blue] = first.ambient_rgb();
    assert!((red - 0.8627).abs() < 1e-4 && (green - 0.0784).abs() < 1e-4 && green == blue);
    assert_eq!(first.opacity(), 1.0);
    assert_eq!(first.diffuse_rgb(), [0.0; 3]);
    assert_eq!((first.power, first.page()), (0, Some(0)));
    assert_eq!(first.texture_name(), Some(b"SUN4.0".as_slice()));
    assert_eq!(material.phases[1].page(), Some(1));
    let track = &material.tracks[0];
    assert_eq!(
        (track.mode(), track.mask()),
        (TrackMode::Loop, Track::AMBIENT)
    );
    let keys: Vec<_> = track.keys.iter().map(|k| (k.phase, k.end_ms)).collect();
    assert_eq!(keys, [(0, 50), (1, 100)]);
    assert_eq!(material.to_bytes().unwrap(), bytes);
}

#[test]
fn the_version_decides_the_length_of_the_prefix() {
    for (version, length) in [(0, 4), (1, 4), (2, 6), (3, 10), (4, 14), (6, 14)] {
        let bytes = vec![0; length];
        let material = parse(&bytes, version).unwrap();
        assert!(material.unk_tail.is_empty(), "version {version}");
        assert_eq!(material.to_bytes().unwrap(), bytes);
        assert!(parse(&bytes[1..], version).is_err(), "version {version}");
    }
}

#[test]
fn fields_that_a_version_lacks_have_their_defaults() {
    let material = parse(&[0; 4], 1).unwrap();
    assert_eq!((material.surface, material.unk_05), (0xFF, 0xFF));
    assert_eq!((material.speed_factor, material.damage_rate), (1.0, 0.0));
}

#[test]
fn a_field_that_the_version_lacks_cannot_be_written() {
    let mut material = Mat0::one_phase(0, Phase::default());
    material.version = 3;
    assert!(material.to_bytes().is_ok());
    material.damage_rate = 1.0;
    assert_eq!(material.to_bytes().unwrap_err().kind, ErrorKind::BadValue);
}

#[test]
fn what_no_shipped_material_has_is_a_harmless_warning() {
    let rarities = |change: fn(&mut Mat0)| {
        let mut material = Mat0::one_phase(2, Phase::default());
        change(&mut material);
        let bytes = material.to_bytes().unwrap();
        let mut warnings = Warnings::new();
        Mat0::parse(&bytes, material.flags, material.version, &mut warnings).unwrap();
        let list = warnings.list().iter();
        list.map(|w| (w.message.clone(), w.harmless))
            .collect::<Vec<_>>()
    };
    let rare = |what: &str| vec![(format!("{what} is never shipped"), true)];
    assert_eq!(rarities(|m| m.version = 5), rare("version 5"));
    assert_eq!(rarities(|m| m.flags |= 0x40), rare("flag 0x40"));
    assert_eq!(rarities(|m| m.tracks = vec![Track::still(0); 8]), []);
    let nine = rarities(|m| m.tracks = vec![Track::still(0); 9]);
    assert_eq!(nine, rare("a material of 9 tracks"));
}

#[test]
fn the_blend_index_is_in_bits_2_to_5() {
    let blend = |flags| {
        let mut material = Mat0::one_phase(flags, Phase::default());
        material.flags = flags;
        material.blend_mode()
    };
    assert_eq!(blend(0), BlendMode::Opaque);
    assert_eq!(blend(2), BlendMode::Opaque);
    assert_eq!(blend(4), BlendMode::Alpha);
    assert_eq!(blend(5), BlendMode::Alpha);
    assert_eq!(blend(8), BlendMode::Additive);
    assert_eq!(blend(12), BlendMode::Multiply);
    assert_eq!(blend(16), BlendMode::Modulate2x);
    assert_eq!(blend(20), BlendMode::Opaque);
    assert_eq!(blend(BlendMode::Additive.flags()), BlendMode::Additive);
}

#[test]
fn only_flag_bit_1_ignores_the_texture_alpha() {
    assert!(Mat0::one_phase(2, Phase::default()).ignores_texture_alpha());
    assert!(!Mat0::one_phase(!2, Phase::default()).ignores_texture_alpha());
}

#[test]
fn an_authored_material_reads_back_without_a_warning() {
    let material = Mat0::one_phase(2, Phase::textured("HULL.0").unwrap());
    assert_eq!((material.version, material.phases.len()), (6, 1));
    assert!(!warned(&material));
    let bytes = material.to_bytes().unwrap();
    assert_eq!(bytes.len(), 14 + 34 + 12);
    assert_eq!(
        Mat0::parse(&bytes, 2, 6, &mut Warnings::new()),
        Ok(material)
    );
}

#[test]
fn opacity_is_per_cent_and_the_other_channels_are_bytes() {
    let phase = Phase {
        ambient: [255, 0, 51, 60],
        ..Phase::default()
    };
    assert_eq!(phase.ambient_rgb(), [1.0, 0.0, 0.2]);
    assert!((phase.opacity() - 0.6).abs() < 1e-6);
}

#[test]
fn a_texture_name_may_fill_its_field_or_be_empty() {
    let phase = Phase::textured("AAAAAAAAAAAAAAAA").unwrap();
    assert_eq!(phase.texture_name(), Some([b'A'; 16].as_slice()));
    assert_eq!(Phase::default().texture_name(), None);
    assert!(Phase::textured("AAAAAAAAAAAAAAAAA").is_err());
}

#[test]
fn more_than_19_tracks_are_an_error() {
    let mut bytes = [0; 14];
    bytes[2] = 20;
    assert_eq!(parse(&bytes, 6).unwrap_err().kind, ErrorKind::Limit);
    let mut material = Mat0::one_phase(0, Phase::default());
    material.tracks = vec![Track::still(0); 20];
    assert_eq!(material.to_bytes().unwrap_err().kind, ErrorKind::Limit);
}

#[test]
fn every_truncation_is_an_error() {
    let bytes = example();
    for length in 0..bytes.len() {
        let error = parse(&bytes[..length], 6).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Truncated, "{length} bytes");
    }
}

#[test]
fn bytes_after_the_last_track_are_kept_with_a_warning() {
    let bytes = [example(), vec![1, 2]].concat();
    let material = parse(&bytes, 6).unwrap();
    assert_eq!(material.unk_tail, [1, 2]);
    assert!(warned(&material));
    assert_eq!(material.to_bytes().unwrap(), bytes);
}

#[test]
fn unusual_values_are_warnings() {
    let unusual: [fn(&mut Mat0); 11] = [
        |m| m.phases.clear(),
        |m| m.tracks.clear(),
        |m| m.tracks[0].keys.clear(),
        |m| m.tracks[0].keys[0].phase = 1,
        |m| m.tracks[0].word = 4,
        |m| m.tracks[0].keys = vec![m.tracks[0].keys[0]; 2],
        |m| m.phases[0].ambient[3] = 101,
        |m| m.phases[0].cell = -2,
        |m| m.version = 7,
        |m| m.flags = 0x80,
        |m| m.flags = 20,
    ];
    for (index, change) in unusual.iter().enumerate() {
        let mut material = Mat0::one_phase(0, Phase::default());
        assert!(!warned(&material));
        change(&mut material);
        assert!(warned(&material), "change {index}");
    }
}

#[test]
fn counts_over_16_bits_cannot_be_written() {
    let mut material = Mat0::one_phase(0, Phase::default());
    material.phases = vec![Phase::default(); 65_536];
    assert_eq!(material.to_bytes().unwrap_err().kind, ErrorKind::Limit);
    let mut material = Mat0::one_phase(0, Phase::default());
    material.tracks[0].keys = vec![material.tracks[0].keys[0]; 65_536];
    assert_eq!(material.to_bytes().unwrap_err().kind, ErrorKind::Limit);
}

#[test]
fn the_word_of_a_track_holds_mode_and_mask() {
    let track = |word| Track {
        word,
        ..Track::still(0)
    };
    let modes = [0, 1, 2, 3, 4, 7].map(|word| track(word).mode());
    let expected = [
        TrackMode::Loop,
        TrackMode::PingPong,
        TrackMode::Once,
        TrackMode::Random,
        TrackMode::Loop,
        TrackMode::Loop,
    ];
    assert_eq!(modes, expected);
    assert_eq!(track(0x8A).mask(), Track::AMBIENT | Track::OPACITY);
}
