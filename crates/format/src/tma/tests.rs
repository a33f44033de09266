use proptest::prelude::*;

use super::*;
use crate::error::ErrorKind;

/// The worked example of `04-mission-objects.md` 3.8, byte by byte from the page.
fn worked_example() -> Vec<u8> {
    let parts: [&[u8]; 21] = [
        &[1, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 1, 0, 0, 0],
        b"\x03\0\0\0Nat\xFF\xFF\xFF\xFF",
        b"\0\0\x80\x43\0\0\0\x43\0\0\0\0",
        b"\x01\0\0\0a",
        b"\x01\0\0\0\x01\0\0\0",
        b"\0\0\x20\x41\0\0\xA0\x41\0\0\0\0\0\0\xA0\x41\0\0\x20\x42",
        b"\0\0\0\0\x05\0\0\0",
        b"\x01\0\0\0\x03\0\0\0Nat\x01\0\0\0",
        b"\x0A\0\0\0\x01\0\0\0\x02\0\0\0\x02\0\0\x80",
        b"\x09\0\0\0s_tree_06",
        b"\xFF\xFF\xFF\xFF\x07\0\0\0",
        b"\0\0\xC8\x42\0\0\x48\x42\0\0\x20\x40",
        b"\0\0\0\0\0\0\0\0\xDB\x0F\xC9\x3F\0\0\0\x40\0\0\0\x40\0\0\0\x40",
        b"\0\0\0\0\0\0\0\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
        b"\x01\0\0\0\x01\0\0\0",
        b"\0\0\0\0\0\0\x80\x3F\0\0\0\0\0\0\x80\x3F\x0A\0\0\0Life state",
        b"\x13\0\0\0DATA\\MAPS\\SC_3\\land",
        b"\0\0\0\0\x04\0\0\0Hi\xCD\xCD",
        b"\x01\0\0\0\x01\0\0\0",
        b"\0\0\x40\x41\0\0\x08\x42\0\0\0\0",
        b"\x01\0\0\0\0\x10\0\x10\0\x40\x1C\x46\0\0\0\0",
    ];
    parts.concat()
}

fn parsed_example() -> Tma {
    Tma::parse(&worked_example(), &mut Warnings::new()).unwrap()
}

/// The messages of reading `tma` back.
fn warnings_of(tma: &Tma) -> Vec<String> {
    let mut warnings = Warnings::new();
    Tma::parse(&tma.to_bytes().unwrap(), &mut warnings).unwrap();
    warnings.list().iter().map(ToString::to_string).collect()
}

fn assert_warns(tma: &Tma, words: &str) {
    let warnings = warnings_of(tma);
    assert!(
        warnings.len() == 1 && warnings[0].contains(words),
        "{words:?} expected, got {warnings:?}"
    );
}

/// The example with `value` written over the four bytes at `offset`.
fn patched(offset: usize, value: u32) -> Vec<u8> {
    let mut bytes = worked_example();
    bytes[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
    bytes
}

fn error_of(bytes: &[u8]) -> crate::Error {
    Tma::parse(bytes, &mut Warnings::new()).unwrap_err()
}

#[test]
fn the_worked_example_has_the_values_of_the_page() {
    let bytes = worked_example();
    assert_eq!(bytes.len(), 0x125);
    let mut warnings = Warnings::new();
    let tma = Tma::parse(&bytes, &mut warnings).unwrap();
    assert!(warnings.is_empty(), "{:?}", warnings.list());
    let clan = Clan {
        name: b"Nat".to_vec(),
        id: -1,
        base: [256.0, 128.0],
        kind: 0,
        script: b"a".to_vec(),
        zones: vec![Zone {
            kind: 1,
            center: [10.0, 20.0, 0.0],
            inner: 20.0,
            outer: 40.0,
        }],
        tree: Vec::new(),
        minds: 5,
        relations: vec![Relation {
            clan: b"Nat".to_vec(),
            stance: 1,
        }],
    };
    let object = TmaObject {
        kind: 2,
        marker: 0x8000_0002,
        path: b"s_tree_06".to_vec(),
        clan: -1,
        logical_id: 7,
        position: [100.0, 50.0, 2.5],
        turns: [0.0, 0.0, std::f32::consts::FRAC_PI_2],
        scale: [2.0; 3],
        name: Vec::new(),
        start_flag: 0,
        host: -1,
        vertex: -1,
        property_version: 1,
        properties: vec![Property {
            kind: 0,
            value: 1.0f32.to_bits(),
            minimum: 0,
            maximum: 1.0f32.to_bits(),
            name: b"Life state".to_vec(),
        }],
    };
    let expected = Tma {
        version: 1,
        paths: Vec::new(),
        clan_version: 6,
        clans: vec![clan],
        object_version: 10,
        objects: vec![object],
        land_path: br"DATA\MAPS\SC_3\land".to_vec(),
        mission_flag: 0,
        description: b"Hi\xCD\xCD".to_vec(),
        extra_version: 1,
        extras: vec![Extra {
            position: [12.0, 34.0, 0.0],
            found: 1,
            kind: 0x1000_1000,
            amount: 10_000.0,
            unk_18: 0,
        }],
    };
    assert_eq!(tma, expected);
    assert_eq!(tma.to_bytes().unwrap(), bytes);
}

#[test]
fn the_description_ends_before_its_junk() {
    assert_eq!(parsed_example().description_text(), "Hi");
}

#[test]
fn every_cut_of_the_worked_example_is_an_error() {
    let bytes = worked_example();
    for length in 0..bytes.len() {
        assert_eq!(
            error_of(&bytes[..length]).kind,
            ErrorKind::Truncated,
            "{length}"
        );
    }
}

#[test]
fn a_byte_after_the_extras_is_refused() {
    let mut bytes = worked_example();
    bytes.push(0);
    let error = error_of(&bytes);
    assert_eq!(error.kind, ErrorKind::BadValue);
    assert_eq!(error.place.offset, Some(0x125));
}

#[test]
fn clan_versions_other_than_1_to_6_are_refused_with_their_offset() {
    for version in [0, 7] {
        let error = error_of(&patched(8, version));
        assert_eq!(error.kind, ErrorKind::Unsupported);
        assert_eq!(error.place.offset, Some(8));
    }
}

#[test]
fn object_versions_other_than_1_to_10_are_refused_with_their_offset() {
    for version in [0, 11] {
        let error = error_of(&patched(0x5F, version));
        assert_eq!(error.kind, ErrorKind::Unsupported);
        assert_eq!(error.place.offset, Some(0x5F));
    }
}

#[test]
fn counts_that_cannot_fit_are_refused_before_anything_is_allocated() {
    // paths, clans, zones, relations, objects, properties, extras
    for offset in [4, 12, 0x2C, 0x50, 0x63, 0xBC, 0x105] {
        for count in [0x7FFF_FFFF, u32::MAX] {
            let error = error_of(&patched(offset, count));
            assert_eq!(error.kind, ErrorKind::Truncated, "count at {offset:#x}");
        }
    }
}

#[test]
fn an_error_inside_a_record_names_section_and_record() {
    let error = error_of(&patched(0x6F, 0x1000));
    assert_eq!(error.place.stream.as_deref(), Some("objects"));
    assert_eq!(error.place.record, Some(0));
}

#[test]
fn a_string_over_64_kib_is_refused() {
    let tma = Tma {
        land_path: vec![b'x'; (64 << 10) + 1],
        ..Tma::default()
    };
    assert_eq!(tma.to_bytes().unwrap_err().kind, ErrorKind::Limit);
    let mut bytes = vec![0; 20];
    (bytes[0], bytes[8], bytes[12], bytes[16]) = (1, 6, 0, 1);
    bytes.extend([0, 0, 0, 0, 1, 0, 1, 0]);
    bytes.resize(bytes.len() + 0x10001, b'x');
    assert_eq!(error_of(&bytes).kind, ErrorKind::Limit);
}

#[test]
fn more_than_16384_paths_are_refused() {
    let path = TmaPath {
        id: 0,
        points: Vec::new(),
    };
    let mut tma = Tma {
        paths: vec![path.clone(); 16_384],
        ..Tma::default()
    };
    let mut bytes = tma.to_bytes().unwrap();
    assert_eq!(Tma::parse(&bytes, &mut Warnings::new()).unwrap(), tma);
    bytes[4..8].copy_from_slice(&16_385u32.to_le_bytes());
    bytes.splice(8..8, [0; 8]);
    assert_eq!(error_of(&bytes).kind, ErrorKind::Limit);
    tma.paths.push(path);
    assert_eq!(tma.to_bytes().unwrap_err().kind, ErrorKind::Limit);
}

#[test]
fn more_than_a_million_points_in_all_paths_are_refused() {
    let path = TmaPath {
        id: 0,
        points: vec![[0.0; 3]; 500_000],
    };
    let mut tma = Tma {
        paths: vec![path; 2],
        ..Tma::default()
    };
    let mut bytes = tma.to_bytes().unwrap();
    assert!(Tma::parse(&bytes, &mut Warnings::new()).is_ok());
    bytes[12..16].copy_from_slice(&500_001u32.to_le_bytes());
    bytes.splice(16..16, [0; 12]);
    assert_eq!(error_of(&bytes).kind, ErrorKind::Limit);
    tma.paths[0].points.push([0.0; 3]);
    assert_eq!(tma.to_bytes().unwrap_err().kind, ErrorKind::Limit);
}

#[test]
fn more_than_4096_properties_of_one_object_are_refused() {
    let mut tma = parsed_example();
    tma.objects[0].properties = vec![tma.objects[0].properties[0].clone(); 4_096];
    let bytes = tma.to_bytes().unwrap();
    assert!(Tma::parse(&bytes, &mut Warnings::new()).is_ok());
    let mut more = bytes.clone();
    more[0xBC..0xC0].copy_from_slice(&4_097u32.to_le_bytes());
    more.splice(0xC0..0xC0, bytes[0xC0..0xDE].iter().copied());
    assert_eq!(error_of(&more).kind, ErrorKind::Limit);
}

#[test]
fn more_clans_objects_or_extras_than_the_limits_are_not_written() {
    let too_many = [
        Tma {
            clans: vec![Clan::default(); 4_097],
            ..Tma::default()
        },
        Tma {
            objects: vec![TmaObject::default(); 65_537],
            ..Tma::default()
        },
        Tma {
            extras: vec![parsed_example().extras[0]; 65_537],
            ..Tma::default()
        },
    ];
    for tma in too_many {
        assert_eq!(tma.to_bytes().unwrap_err().kind, ErrorKind::Limit);
    }
}

#[test]
fn an_object_of_version_1_has_36_bytes_and_defaults_for_the_rest() {
    let object = TmaObject {
        position: [1.0, 2.0, 3.0],
        ..TmaObject::default()
    };
    let tma = Tma {
        object_version: 1,
        objects: vec![object],
        ..Tma::default()
    };
    let bytes = tma.to_bytes().unwrap();
    // versions and counts, one object, empty land path
    assert_eq!(bytes.len(), 24 + 36 + 4);
    assert_eq!(Tma::parse(&bytes, &mut Warnings::new()).unwrap(), tma);
}

#[test]
fn each_version_adds_its_fields() {
    let clan_sizes = (1..=6).map(|version| {
        let tma = Tma {
            clan_version: version,
            object_version: 1,
            clans: vec![Clan::default()],
            ..Tma::default()
        };
        tma.to_bytes().unwrap().len() - 28
    });
    assert_eq!(clan_sizes.collect::<Vec<_>>(), [20, 24, 28, 32, 36, 40]);
    let object_sizes = (1..=10).map(|version| {
        let mut tma = Tma {
            object_version: version,
            ..Tma::default()
        };
        let without = tma.to_bytes().unwrap().len();
        tma.objects.push(TmaObject::default());
        tma.to_bytes().unwrap().len() - without
    });
    let expected = [36, 36, 40, 44, 44, 52, 56, 60, 68, 80];
    assert_eq!(object_sizes.collect::<Vec<_>>(), expected);
}

/// Every field of a version above 1, one version below its own.
#[test]
fn a_field_that_its_version_does_not_store_is_not_lost_in_silence() {
    type Row = (u32, fn(&mut Clan), &'static str);
    let clan_fields: [Row; 5] = [
        (2, |c| c.script = b"a".to_vec(), "script"),
        (
            3,
            |c| c.zones = parsed_example().clans[0].zones.clone(),
            "zones",
        ),
        (4, |c| c.tree = b"a".to_vec(), "research tree"),
        (5, |c| c.minds = 2, "minds"),
        (
            6,
            |c| c.relations = parsed_example().clans[0].relations.clone(),
            "relations",
        ),
    ];
    let refused = |tma: &Tma| tma.to_bytes().unwrap_err();
    for (version, edit, field) in clan_fields {
        let mut clan = Clan::default();
        edit(&mut clan);
        let mut tma = Tma {
            clan_version: version - 1,
            clans: vec![Clan::default(), clan],
            ..Tma::default()
        };
        let error = refused(&tma);
        assert_eq!(error.place.record, Some(1));
        let rule = format!("version {} does not store the {field}", version - 1);
        assert!(error.to_string().contains(&rule), "{error}");
        tma.clan_version = version;
        assert!(tma.to_bytes().is_ok(), "{field}");
    }

    type ObjectRow = (u32, fn(&mut TmaObject), &'static str);
    let object_fields: [ObjectRow; 9] = [
        (3, |o| o.clan = 0, "clan"),
        (4, |o| o.logical_id = 7, "logical id"),
        (6, |o| o.property_version = 2, "properties"),
        (
            6,
            |o| o.properties = parsed_example().objects[0].properties.clone(),
            "properties",
        ),
        (7, |o| o.name = b"a".to_vec(), "name"),
        (8, |o| o.start_flag = 1, "start flag"),
        (9, |o| o.host = 7, "host"),
        (9, |o| o.vertex = 0, "host"),
        (10, |o| o.scale = [1.0, 1.0, -1.0], "scale"),
    ];
    for (version, edit, field) in object_fields {
        let mut object = TmaObject::default();
        edit(&mut object);
        let mut tma = Tma {
            object_version: version - 1,
            objects: vec![TmaObject::default(), object],
            ..Tma::default()
        };
        let error = refused(&tma);
        assert_eq!(error.place.record, Some(1));
        let rule = format!("version {} does not store the {field}", version - 1);
        assert!(error.to_string().contains(&rule), "{error}");
        tma.object_version = version;
        assert!(tma.to_bytes().is_ok(), "{field}");
    }

    type TailRow = (u32, fn(&mut Tma), &'static str);
    let tail: [TailRow; 4] = [
        (2, |t| t.mission_flag = 1, "mission flag"),
        (2, |t| t.description = b"a".to_vec(), "description"),
        (5, |t| t.extra_version = 2, "extras"),
        (5, |t| t.extras = parsed_example().extras, "extras"),
    ];
    for (version, edit, field) in tail {
        let mut tma = Tma {
            object_version: version - 1,
            ..Tma::default()
        };
        edit(&mut tma);
        let error = refused(&tma).to_string();
        assert!(
            error.contains(&format!("does not store the {field}")),
            "{error}"
        );
        tma.object_version = version;
        assert!(tma.to_bytes().is_ok(), "{field}");
    }
}

#[test]
fn versions_other_than_1_of_format_extras_and_properties_warn() {
    let mut tma = parsed_example();
    tma.version = 2;
    assert_warns(&tma, "format version: version 2");
    let mut tma = parsed_example();
    tma.extra_version = 2;
    assert_warns(&tma, "extra section: version 2");
    let mut tma = parsed_example();
    tma.objects[0].property_version = 0;
    assert_warns(&tma, "property version 0");
}

#[test]
fn an_unusual_marker_warns() {
    let mut tma = parsed_example();
    tma.objects[0].marker = 2;
    assert_warns(&tma, "marker 0x00000002");
}

#[test]
fn an_unknown_kind_or_an_extension_against_the_kind_warns() {
    let mut tma = parsed_example();
    tma.objects[0].kind = 4;
    assert_warns(&tma, "kind 4");
    tma.objects[0].kind = 1;
    assert_warns(&tma, "no .dat");
    tma.objects[0].path = b"a.DAT".to_vec();
    assert!(warnings_of(&tma).is_empty());
    tma.objects[0].kind = 3;
    assert_warns(&tma, ".dat");
}

#[test]
fn a_position_or_turn_that_is_not_finite_is_kept_with_a_warning() {
    let mut tma = parsed_example();
    tma.objects[0].position[1] = f32::INFINITY;
    assert_warns(&tma, "position");
    let mut tma = parsed_example();
    tma.objects[0].turns[2] = f32::NAN;
    assert_warns(&tma, "turns");
}

#[test]
fn a_scale_of_zero_or_of_several_values_warns() {
    let mut tma = parsed_example();
    tma.objects[0].scale = [0.0; 3];
    assert_warns(&tma, "zero");
    tma.objects[0].scale = [1.0, 2.0, 1.0];
    assert_warns(&tma, "uniform");
    tma.objects[0].scale = [f32::INFINITY; 3];
    assert_warns(&tma, "not finite");
}

#[test]
fn missing_hosts_and_clans_warn() {
    let mut tma = parsed_example();
    tma.objects[0].host = 8;
    assert_warns(&tma, "logical id 8");
    let mut tma = parsed_example();
    tma.objects[0].kind = 0;
    tma.objects[0].path = b"a.dat".to_vec();
    tma.objects[0].clan = 1;
    assert_warns(&tma, "clan 1 of 1");
}

#[test]
fn what_placing_decides_is_left_to_whoever_places() {
    let mut tma = parsed_example();
    tma.objects[0].position[0] = f32::NAN;
    tma.objects[0].scale = [0.0; 3];
    tma.objects[0].host = 8;
    let bytes = tma.to_bytes().unwrap();
    let mut warnings = Warnings::new();
    Tma::parse_unplaced(&bytes, &mut warnings).unwrap();
    assert!(warnings.is_empty(), "{:?}", warnings.list());
    assert_eq!(warnings_of(&tma).len(), 3);
}

#[test]
fn a_second_building_or_unit_with_the_same_id_warns() {
    let mut tma = parsed_example();
    tma.objects.push(tma.objects[0].clone());
    assert!(warnings_of(&tma).is_empty());
    for object in &mut tma.objects {
        object.kind = 1;
        object.path = b"a.dat".to_vec();
    }
    assert_warns(&tma, "logical id 7 is already that of object 0");
}

#[test]
fn a_property_of_an_unknown_type_is_kept_with_a_warning() {
    let mut tma = parsed_example();
    tma.objects[0].properties[0].kind = 9;
    assert_warns(&tma, "property 0 has type 9");
}

/// The fields after the objects, as far as this version stores them.
fn parsed_example_tail(version: u32) -> Tma {
    let mut tma = parsed_example();
    if version < 2 {
        tma.description.clear();
    }
    if version < 5 {
        tma.extras.clear();
    }
    tma
}

proptest! {
    #[test]
    fn what_can_be_read_is_written_back_byte_for_byte(
        offset in 0usize..0x125, value: u8, second in 0usize..0x125, other: u8
    ) {
        let mut bytes = worked_example();
        bytes[offset] = value;
        bytes[second] = other;
        if let Ok(tma) = Tma::parse(&bytes, &mut Warnings::new()) {
            prop_assert_eq!(tma.to_bytes().unwrap(), bytes);
        }
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(tma) = Tma::parse(&bytes, &mut Warnings::new()) {
            prop_assert_eq!(tma.to_bytes().unwrap(), bytes);
        }
    }

    #[test]
    fn every_pair_of_section_versions_round_trips(clan in 1u32..=6, object in 1u32..=10) {
        let tma = Tma {
            clan_version: clan,
            clans: vec![Clan::default(); 2],
            object_version: object,
            objects: vec![TmaObject { kind: 3, ..TmaObject::default() }; 2],
            ..parsed_example_tail(object)
        };
        let bytes = tma.to_bytes().unwrap();
        prop_assert_eq!(Tma::parse(&bytes, &mut Warnings::new()).unwrap(), tma);
    }
}
