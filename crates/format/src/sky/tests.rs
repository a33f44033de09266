use proptest::prelude::*;

use super::*;
use crate::error::ErrorKind;

fn put(bytes: &mut [u8], offset: usize, value: &[u8]) {
    bytes[offset..offset + value.len()].copy_from_slice(value);
}

/// The worked example of `05-terrain-sky.md` 12.2: 299 bytes, zero where the page says nothing.
fn worked_example() -> Vec<u8> {
    let mut bytes = vec![0; 299];
    put(
        &mut bytes,
        0x000,
        &[0xFF, 0xFF, 0xFF, 0xFF, 5, 0, 0, 0, 1, 0, 0, 0],
    );
    put(&mut bytes, 0x00C, &[1, 0, 0, 0, 1, 0, 0, 0]);
    put(&mut bytes, 0x020, &[23, 0, 0, 0, 59]);
    put(&mut bytes, 0x040, &[0, 0, 0, 0, 15]);
    put(&mut bytes, 0x054, &[3]);
    put(&mut bytes, 0x064, &[0x0C, 0, 0, 0, 0x1E]);
    put(&mut bytes, 0x084, &[0xFF, 0xD7, 0xD7, 0xFF]);
    put(&mut bytes, 0x094, &[0x33, 0x33, 0x33, 0x3F]);
    put(&mut bytes, 0x0B8, &[0xA0, 0x50, 0x40, 0xFF]);
    put(&mut bytes, 0x0C8, &[0xDC, 0xF0, 0xFF, 0xFF]);
    put(&mut bytes, 0x0CC, &[0x28, 0x28, 0x28, 0xFF]);
    put(&mut bytes, 0x0D4, &[3, 0, 0, 0, 0x73, 0x75, 0x6E]);
    put(
        &mut bytes,
        0x0EF,
        b"\xCD\xCC\x0C\x40\0\0\0\x40\0\0\xC0\x3F\0\0\0\0",
    );
    put(&mut bytes, 0x10F, &[1, 0, 0, 0, 30]);
    bytes
}

fn read(bytes: &[u8]) -> Sky {
    Sky::parse(bytes, &mut Warnings::new()).unwrap()
}

fn error_of(bytes: &[u8]) -> crate::Error {
    Sky::parse(bytes, &mut Warnings::new()).unwrap_err()
}

/// The example with `value` written over the four bytes at `offset`.
fn patched(offset: usize, value: u32) -> Vec<u8> {
    let mut bytes = worked_example();
    put(&mut bytes, offset, &value.to_le_bytes());
    bytes
}

fn warnings_of(bytes: &[u8]) -> Vec<String> {
    let mut warnings = Warnings::new();
    Sky::parse(bytes, &mut warnings).unwrap();
    warnings.list().iter().map(ToString::to_string).collect()
}

fn rgb(r: u8, g: u8, b: u8) -> [f32; 3] {
    [r, g, b].map(|c| f32::from(c) / 255.0)
}

#[test]
fn the_worked_example_has_the_values_of_the_page() {
    let bytes = worked_example();
    let sky = read(&bytes);
    assert_eq!(warnings_of(&bytes), [""; 0]);
    assert_eq!(sky.sections.len(), 1);
    let section = &sky.sections[0];
    assert_eq!(section.end.to_string(), "23:59");
    assert_eq!(section.day_seconds(), 900);
    let keyframe = &section.keyframes[0];
    assert_eq!(keyframe.version, 3);
    assert_eq!(keyframe.stamp.to_string(), "12:30");
    assert_eq!(keyframe.opcode, opcodes::START_SUN);
    assert_eq!(keyframe.horizon()[0], rgb(215, 215, 255));
    assert_eq!(keyframe.alpha(slots::HORIZON[0]), 1.0);
    assert!((keyframe.fog_end() - 490.0).abs() < 0.001);
    assert_eq!(keyframe.fog_start(), 0.0);
    assert_eq!(keyframe.colour(slots::APEX), rgb(64, 80, 160));
    assert_eq!(keyframe.colour(slots::LIGHT), rgb(255, 240, 220));
    assert_eq!(keyframe.colour(slots::SCENE), rgb(40, 40, 40));
    assert_eq!(keyframe.body(), b"sun");
    assert_eq!(keyframe.sprite_extents(), [2.2, 2.0]);
    assert_eq!(keyframe.light_multiplier(), 1.5);
    assert_eq!(keyframe.weather(), 0.0);
    assert!(keyframe.effects.is_empty());
    assert_eq!(sky.start.to_string(), "01:30");
    assert_eq!(sky.unk_end, [0, 0]);
    assert_eq!(sky.to_bytes().unwrap(), bytes);
}

#[test]
fn the_clock_counts_whole_seconds_of_the_section_s_day() {
    let sky = read(&worked_example());
    let section = &sky.sections[0];
    assert_eq!(section.clock_seconds(&section.keyframes[0].stamp), 468);
    assert_eq!(section.clock_seconds(&sky.start), 56);
}

#[test]
fn a_time_beyond_reason_saturates() {
    assert_eq!(SkyTime::new(u32::MAX, 5).seconds(), u32::MAX);
    let section = SkySection {
        day_length: SkyTime::new(u32::MAX, 0),
        ..read(&worked_example()).sections[0].clone()
    };
    assert_eq!(section.clock_seconds(&SkyTime::new(u32::MAX, 0)), u32::MAX);
}

/// The version, stamp and opcode before a keyframe's slots are its own.
#[test]
fn each_keyframe_owns_the_words_before_its_slots() {
    let mut sky = read(&worked_example());
    let mut second = sky.sections[0].keyframes[0].clone();
    second.stamp = SkyTime::new(18, 0);
    second.opcode = opcodes::STOP_SUN;
    second.slots[20] = 7;
    sky.sections[0].keyframes.push(second.clone());
    let bytes = sky.to_bytes().unwrap();
    // The second keyframe follows the first one's effect count.
    assert_eq!(bytes[0x103..0x107], [3, 0, 0, 0]);
    assert_eq!(bytes[0x113], 18);
    assert_eq!(bytes[0x127], 1);
    let keyframes = &read(&bytes).sections[0].keyframes;
    assert_eq!(keyframes[0].stamp, SkyTime::new(12, 30));
    assert_eq!(keyframes[1], second);
}

#[test]
fn version_2_has_no_effects() {
    let mut bytes = patched(0x54, 2);
    bytes.drain(0xFF..0x103);
    let sky = read(&bytes);
    assert_eq!(sky.sections[0].keyframes[0].version, 2);
    assert_eq!(sky.start.to_string(), "01:30");
    assert_eq!(sky.to_bytes().unwrap(), bytes);
}

#[test]
fn version_1_has_20_slots_and_dims_the_light_for_the_rest() {
    let mut bytes = patched(0x54, 1);
    bytes.drain(0xFF..0x103);
    bytes.drain(0xCC..0xD4);
    let sky = read(&bytes);
    let keyframe = &sky.sections[0].keyframes[0];
    // 220, 240 and 255 times 0.3
    assert_eq!(keyframe.slots[20].to_le_bytes()[..3], [66, 72, 76]);
    assert_eq!(keyframe.slots[21], keyframe.slots[20]);
    assert_eq!(keyframe.body(), b"sun");
    assert_eq!(sky.to_bytes().unwrap(), bytes);
}

#[test]
fn effects_follow_in_version_3() {
    let mut sky = read(&worked_example());
    sky.sections[0].keyframes[0].effects = vec![b"rain.wav".to_vec(), b"flash".to_vec()];
    let bytes = sky.to_bytes().unwrap();
    assert_eq!(bytes[0xFF..0x10F], *b"\x02\0\0\0\x08\0\0\0rain.wav");
    assert_eq!(read(&bytes), sky);
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
fn a_byte_after_the_end_is_refused() {
    let mut bytes = worked_example();
    bytes.push(0);
    assert_eq!(error_of(&bytes).place.offset, Some(299));
}

#[test]
fn a_wrong_magic_is_refused() {
    assert_eq!(error_of(&patched(0, 0)).kind, ErrorKind::BadMagic);
}

#[test]
fn unknown_versions_are_refused_with_their_offset() {
    for (offset, version) in [(4, 4), (0x0C, 0), (0x0C, 2), (0x54, 0), (0x54, 4)] {
        let error = error_of(&patched(offset, version));
        assert_eq!(error.kind, ErrorKind::Unsupported);
        assert_eq!(error.place.offset, Some(offset as u64));
    }
}

#[test]
fn an_error_of_a_keyframe_names_its_section_and_number() {
    let place = error_of(&patched(0x54, 9)).place;
    assert_eq!(place.stream.as_deref(), Some("keyframes of section 0"));
    assert_eq!(place.record, Some(0));
}

#[test]
fn more_than_16_sections_are_refused() {
    let mut sky = read(&worked_example());
    sky.sections = vec![sky.sections[0].clone(); 16];
    let mut bytes = sky.to_bytes().unwrap();
    assert_eq!(read(&bytes).sections.len(), 16);
    put(&mut bytes, 8, &[17]);
    assert_eq!(error_of(&bytes).kind, ErrorKind::Limit);
    sky.sections.push(sky.sections[0].clone());
    assert_eq!(sky.to_bytes().unwrap_err().kind, ErrorKind::Limit);
}

#[test]
fn counts_that_cannot_fit_are_refused_before_anything_is_allocated() {
    // sections, keyframes, length of the first name, effects
    for offset in [8, 0x10, 0xD4, 0xFF] {
        let error = error_of(&patched(offset, 0x7FFF_FFFF));
        assert_eq!(error.kind, ErrorKind::Truncated, "count at {offset:#x}");
    }
}

#[test]
fn a_string_over_4096_bytes_is_refused() {
    let mut sky = read(&worked_example());
    let mut bytes = patched(0xD4, 4097);
    bytes.splice(0xD8..0xDB, [b'x'; 4097]);
    assert_eq!(error_of(&bytes).kind, ErrorKind::Limit);
    sky.sections[0].keyframes[0].names[5] = vec![b'x'; 4096];
    assert_eq!(read(&sky.to_bytes().unwrap()), sky);
    sky.sections[0].keyframes[0].names[5].push(b'x');
    assert_eq!(sky.to_bytes().unwrap_err().kind, ErrorKind::Limit);
}

#[test]
fn more_than_4_effects_are_refused() {
    let mut sky = read(&worked_example());
    let mut bytes = patched(0xFF, 5);
    bytes.splice(0x103..0x103, [0; 20]);
    assert_eq!(error_of(&bytes).kind, ErrorKind::Limit);
    sky.sections[0].keyframes[0].effects = vec![Vec::new(); 5];
    assert_eq!(sky.to_bytes().unwrap_err().kind, ErrorKind::Limit);
}

#[test]
fn unknown_versions_are_not_written() {
    let mut sky = read(&worked_example());
    sky.sections[0].keyframes[0].version = 4;
    assert_eq!(sky.to_bytes().unwrap_err().kind, ErrorKind::Unsupported);
    sky.sections[0].keyframes.clear();
    sky.sections[0].version = 2;
    assert_eq!(sky.to_bytes().unwrap_err().kind, ErrorKind::Unsupported);
}

#[test]
fn what_the_version_of_a_keyframe_does_not_store_is_not_lost_in_silence() {
    let refused = |version, edit: fn(&mut SkyKeyframe)| {
        let mut sky = read(&worked_example());
        let keyframe = &mut sky.sections[0].keyframes[0];
        keyframe.version = version;
        edit(keyframe);
        sky.to_bytes().unwrap_err().to_string()
    };
    let text = refused(2, |k| k.effects.push(b"rain.wav".to_vec()));
    assert!(
        text.contains("version 2 does not store the effects"),
        "{text}"
    );
    let text = refused(1, |k| k.slots[20] = 0x0011_2233);
    assert!(
        text.contains("version 1 does not store the slots"),
        "{text}"
    );
}

#[test]
fn a_clock_that_starts_in_no_section_warns() {
    assert!(warnings_of(&patched(0x103, 1))[0].contains("section 1 of 1"));
}

#[test]
fn a_day_without_length_or_keyframes_warns() {
    assert!(warnings_of(&patched(0x44, 0))[0].contains("no length"));
    let mut sky = read(&worked_example());
    sky.sections[0].keyframes.clear();
    assert!(warnings_of(&sky.to_bytes().unwrap())[0].contains("no keyframes"));
}

#[test]
fn values_that_are_not_finite_warn_and_are_kept() {
    let infinity = f32::INFINITY.to_bits();
    for offset in [0x90, 0x94, 0xEF, 0xFB] {
        let bytes = patched(offset, infinity);
        assert!(warnings_of(&bytes)[0].contains("not finite"), "{offset:#x}");
        assert_eq!(read(&bytes).to_bytes().unwrap(), bytes);
    }
}

#[test]
fn a_slot_that_does_not_exist_is_black() {
    assert_eq!(
        read(&worked_example()).sections[0].keyframes[0].colour(22),
        [0.0; 3]
    );
}

proptest! {
    #[test]
    fn what_can_be_read_is_written_back_byte_for_byte(
        offset in 0usize..299, value: u8, second in 0usize..299, other: u8
    ) {
        let mut bytes = worked_example();
        bytes[offset] = value;
        bytes[second] = other;
        if let Ok(sky) = Sky::parse(&bytes, &mut Warnings::new()) {
            prop_assert_eq!(sky.to_bytes().unwrap(), bytes);
        }
    }

    #[test]
    fn arbitrary_bytes_never_panic(tail in proptest::collection::vec(any::<u8>(), 0..400)) {
        let mut bytes = vec![0xFF, 0xFF, 0xFF, 0xFF, 5, 0, 0, 0];
        bytes.extend(tail);
        if let Ok(sky) = Sky::parse(&bytes, &mut Warnings::new()) {
            prop_assert_eq!(sky.to_bytes().unwrap(), bytes);
        }
    }
}
