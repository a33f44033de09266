//! Controllers: the worked example of `06-control.md` 11 and the rules of section 9.
#![allow(clippy::unwrap_used)]

#[path = "worked_examples/part.rs"]
mod worked;

use msh_format::control::{Binding, Command, Control, ControlComponent, binding_flags};
use msh_format::{Error, ErrorKind, Warnings};
use worked::part;

/// Where the sections of the worked example start.
const STATES: usize = 128;
const COMPONENT0: usize = 376;
const COMPONENT1: usize = 560;
const HOOKS: usize = 748;
const LISTS: usize = 832;

/// Reads bytes that give no warning.
fn read(bytes: &[u8]) -> Control {
    let mut warnings = Warnings::new();
    let control = Control::parse(bytes, &mut warnings).unwrap();
    assert!(warnings.is_empty(), "{:?}", warnings.list());
    control
}

/// Reads bytes that give one warning.
fn warning_of(bytes: &[u8]) -> String {
    let mut warnings = Warnings::new();
    Control::parse(bytes, &mut warnings).unwrap();
    assert_eq!(warnings.list().len(), 1, "{:?}", warnings.list());
    warnings.list()[0].to_string()
}

fn error_of(bytes: &[u8]) -> Error {
    Control::parse(bytes, &mut Warnings::new()).unwrap_err()
}

/// The worked example with the word at `offset` exchanged.
fn part_with(offset: usize, word: i32) -> Vec<u8> {
    let mut bytes = part();
    bytes[offset..offset + 4].copy_from_slice(&word.to_le_bytes());
    bytes
}

/// A member of 212 bytes: no tables, every word from 128 on -1.
fn bare() -> Vec<u8> {
    let mut bytes = vec![0; 128];
    bytes.resize(212, 0xFF);
    bytes
}

#[test]
fn the_worked_example_has_its_states_and_costs() {
    let control = read(&part());
    assert_eq!(control.contact_count, 1);
    assert_eq!(control.states.len(), 1);
    assert_eq!(control.states[0].contacts.len(), 1);
    assert_eq!(control.costs, [0]);
}

#[test]
fn the_worked_example_has_its_parameters() {
    let control = read(&part());
    assert_eq!(control.movement_mode(), 0);
    assert_eq!(control.slope_cone().to_bits(), 0x3FC9_0FA6);
    assert_eq!(control.payload(), f32::MAX);
}

#[test]
fn the_worked_example_has_its_bindings() {
    let door = Binding {
        node: 3,
        frame_a: 0.0,
        frame_b: 1.0,
        initial: 0.0,
        origin_point: -1,
        point: -1,
        rate: 0.25,
        span: 1.0,
        flags: 0,
    };
    let turret = Binding {
        node: 5,
        frame_a: 49.0,
        frame_b: 53.0,
        initial: 0.5,
        origin_point: -1,
        point: 2,
        rate: 0.5,
        span: f32::from_bits(0x40C8_F5C3),
        flags: binding_flags::WRAP | binding_flags::INVERT,
    };
    assert_eq!(read(&part()).bindings, [door, turret]);
}

#[test]
fn the_worked_example_has_its_components() {
    let control = read(&part());
    let [door, engine] = &control.components[..] else {
        panic!("two components")
    };
    assert_eq!((door.class, door.node), (12, 0));
    assert_eq!(door.bindings, [0]);
    assert_eq!(door.label_text(), None);
    assert_eq!(engine.class, 5);
    assert!(engine.bindings.is_empty());
    assert_eq!(engine.label_text(), Some(b"i_eng_l".as_slice()));
}

#[test]
fn the_worked_example_has_its_hooks_and_commands() {
    let control = read(&part());
    assert_eq!(control.hooks[0], 0);
    assert_eq!(control.hooks[1..], [-1; 20]);
    let expected = Command {
        condition: 0,
        mask: 0,
        invert: 0,
        action: 3,
        arguments: [3, 0, 0, 8000],
        unk_20: 0,
        archive: Default::default(),
        member: Default::default(),
    };
    assert_eq!(control.command_lists, [[expected]]);
}

#[test]
fn the_worked_example_is_written_as_read() {
    assert_eq!(read(&part()).to_bytes().unwrap(), part());
}

#[test]
fn the_smallest_controller_is_212_bytes_without_hooks() {
    let control = read(&bare());
    assert_eq!(control.hooks, [-1; 21]);
    assert_eq!(control.to_bytes().unwrap(), bare());
}

#[test]
fn a_part_without_references_and_label_makes_392_bytes() {
    let mut control = Control::new(Vec::new());
    control.components.push(ControlComponent::new(13, 0));
    let bytes = control.to_bytes().unwrap();
    assert_eq!(bytes.len(), 392);
    assert_eq!(
        bytes[..20],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    );
    assert_eq!(read(&bytes), control);
}

#[test]
#[allow(clippy::approx_constant)] // the decimal that the game stores
fn an_authored_controller_has_the_parameters_that_the_game_sets() {
    let bytes = Control::new(vec![Binding::new(3, 0.0, 1.0)])
        .to_bytes()
        .unwrap();
    assert_eq!(bytes.len(), 212 + 36);
    let float = |offset: usize| f32::from_le_bytes(bytes[offset..offset + 4].try_into().unwrap());
    let axes = |offset: usize| [0, 4, 8].map(|axis| float(offset + axis));
    assert_eq!(axes(20), [2.5; 3]);
    assert_eq!(axes(32), [0.0; 3]);
    assert_eq!(axes(44), [0.0; 3]);
    assert_eq!(axes(56), [6.28; 3]);
    assert_eq!(axes(68), [1.0; 3]);
    // 104 to the end as the worked example prints them.
    assert_eq!(bytes[104..128], part()[104..128]);
    assert!(bytes[92..104].iter().all(|b| *b == 0));
    assert!(bytes[164..].iter().all(|b| *b == 0xFF));
}

#[test]
fn parameters_are_read_at_their_offsets() {
    let mut bytes = bare();
    for (word, chunk) in (0u16..).zip(bytes[20..128].chunks_exact_mut(4)) {
        chunk.copy_from_slice(&f32::from(word).to_le_bytes());
    }
    bytes[92..96].copy_from_slice(&500i32.to_le_bytes());
    bytes[104..108].copy_from_slice(&2i32.to_le_bytes());
    let control = read(&bytes);
    assert_eq!(control.acceleration(), [0.0, 1.0, 2.0]);
    assert_eq!(control.top_speed(), [6.0, 7.0, 8.0]);
    assert_eq!(control.turn_rate(), [9.0, 10.0, 11.0]);
    assert_eq!(control.righting(), [12.0, 13.0, 14.0]);
    assert_eq!(control.largest_lean(), [15.0, 16.0, 17.0]);
    assert_eq!(control.removal_delay_ms(), 500);
    assert_eq!(control.movement_mode(), 2);
    assert_eq!(control.slope_cone(), 23.0);
    assert_eq!(control.payload(), 26.0);
}

#[test]
fn the_figures_of_a_part_are_read_at_their_offsets() {
    let mut bytes = part();
    for (offset, value) in [(0x1C, 1.5f32), (0x20, 2.5), (0x2C, 3.5), (0x68, 4.5)] {
        let at = COMPONENT0 + offset;
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }
    let control = read(&bytes);
    let door = &control.components[0];
    assert_eq!((door.mass(), door.power()), (1.5, 2.5));
    assert_eq!((door.values()[0], door.values()[15]), (3.5, 4.5));
}

#[test]
fn a_contact_count_without_states_is_kept() {
    let mut bytes = bare();
    bytes[4..8].copy_from_slice(&i32::MAX.to_le_bytes());
    assert_eq!(read(&bytes).to_bytes().unwrap(), bytes);
}

#[test]
fn fewer_than_212_bytes_are_an_error() {
    let error = error_of(&bare()[..211]);
    assert_eq!(error.kind, ErrorKind::Truncated);
    assert!(error.to_string().contains("212"), "{error}");
}

#[test]
fn a_negative_count_is_an_error_at_its_offset() {
    for offset in [0, 4, 8, 12, 16] {
        let error = error_of(&part_with(offset, -1));
        assert_eq!(error.kind, ErrorKind::BadValue);
        assert_eq!(error.place.offset, Some(offset as u64));
        assert_eq!(error.place.stream.as_deref(), Some("counts"));
    }
}

#[test]
fn counts_that_cannot_fit_are_refused_at_once() {
    for offset in [0, 8, 12, 16] {
        let error = error_of(&part_with(offset, i32::MAX));
        assert_eq!(error.kind, ErrorKind::Truncated, "count at {offset}");
    }
    let mut every = bare();
    for count in every[..20].chunks_exact_mut(4) {
        count.copy_from_slice(&i32::MAX.to_le_bytes());
    }
    assert_eq!(error_of(&every).kind, ErrorKind::Truncated);
}

#[test]
fn classes_outside_1_to_30_are_an_error_at_their_offset() {
    for class in [0, 31, -1] {
        let error = error_of(&part_with(COMPONENT1, class));
        assert_eq!(error.kind, ErrorKind::BadValue);
        assert_eq!(error.place.record, Some(1));
        assert_eq!(error.place.offset, Some(COMPONENT1 as u64));
    }
    read(&part_with(COMPONENT1, 30));
    read(&part_with(COMPONENT1, 1));
}

#[test]
fn reference_and_label_lengths_are_bounded() {
    for length in [-1, 4097] {
        let error = error_of(&part_with(COMPONENT1 + 0xAC, length));
        assert_eq!(error.kind, ErrorKind::BadValue, "{length} references");
    }
    for length in [-1, 4096] {
        let error = error_of(&part_with(COMPONENT1 + 0xB0, length));
        assert_eq!(error.kind, ErrorKind::BadValue, "label of {length}");
    }
    let error = error_of(&part_with(COMPONENT1 + 0xB0, 4095));
    assert_eq!(error.kind, ErrorKind::Truncated);
}

#[test]
fn a_label_without_its_nul_is_a_warning_and_kept() {
    let mut bytes = part();
    bytes[747] = b'!';
    assert!(warning_of(&bytes).contains("label"));
    let control = Control::parse(&bytes, &mut Warnings::new()).unwrap();
    assert_eq!(control.to_bytes().unwrap(), bytes);
}

#[test]
fn a_name_without_its_nul_is_a_warning_and_kept() {
    for (start, place) in [
        (COMPONENT1 + 0x6C, "components, record 1"),
        (COMPONENT1 + 0x8C, "components, record 1"),
        (LISTS + 4 + 0x24, "command lists, record 0"),
        (LISTS + 4 + 0x44, "command lists, record 0"),
    ] {
        let mut bytes = part();
        bytes[start..start + 32].fill(b'x');
        let warning = warning_of(&bytes);
        assert!(
            warning.contains(place) && warning.contains("NUL"),
            "{warning}"
        );
        let control = Control::parse(&bytes, &mut Warnings::new()).unwrap();
        assert_eq!(control.to_bytes().unwrap(), bytes);
    }
}

#[test]
fn a_reference_outside_the_bindings_is_a_warning() {
    for reference in [-1, 2] {
        let warning = warning_of(&part_with(COMPONENT0 + 0xB0, reference));
        assert!(warning.contains("components, record 0"), "{warning}");
    }
}

#[test]
fn a_hook_outside_the_lists_is_a_warning() {
    for list in [-2, 1] {
        let warning = warning_of(&part_with(HOOKS + 8, list));
        assert!(
            warning.contains("hooks, record 2, offset 0x2f4"),
            "{warning}"
        );
    }
}

#[test]
fn a_list_length_must_fit() {
    assert_eq!(error_of(&part_with(LISTS, -1)).kind, ErrorKind::BadValue);
    assert_eq!(error_of(&part_with(LISTS, 2)).kind, ErrorKind::Truncated);
}

#[test]
fn a_byte_after_the_last_list_is_an_error_with_both_lengths() {
    let mut bytes = part();
    bytes.push(0);
    let error = error_of(&bytes);
    assert_eq!(error.place.offset, Some(936));
    let text = error.to_string();
    assert!(text.contains("936") && text.contains("937"), "{text}");
}

#[test]
fn bindings_are_kept_whatever_they_hold() {
    let mut bytes = part();
    bytes[304..340].fill(0xFF);
    let control = read(&bytes);
    assert_eq!(control.bindings[0].node, -1);
    assert!(control.bindings[0].initial.is_nan());
    assert_eq!(control.to_bytes().unwrap(), bytes);
}

#[test]
fn the_words_of_a_state_are_kept() {
    let mut bytes = part();
    for (value, byte) in (0..).zip(&mut bytes[STATES..300]) {
        *byte = value;
    }
    let control = read(&bytes);
    assert_eq!(control.states[0].words[0], 0x0302_0100);
    assert_eq!(
        control.states[0].contacts[0].point,
        0x9F9E_9D9C_u32.cast_signed()
    );
    assert_eq!(control.to_bytes().unwrap(), bytes);
}

#[test]
fn the_longest_lists_of_a_part_are_written_and_read() {
    let mut control = read(&part());
    control.components[0].bindings = vec![1; 4096];
    let mut label = vec![b'x'; 4095];
    label.push(0);
    control.components[1].label = Some(label);
    assert_eq!(read(&control.to_bytes().unwrap()), control);
}

#[test]
fn tables_that_contradict_each_other_are_not_written() {
    let broken: [fn(&mut Control); 7] = [
        |c| c.contact_count = 2,
        |c| {
            c.states.clear();
            c.costs.clear();
            c.contact_count = 1 << 31;
        },
        |c| c.costs.push(0),
        |c| c.components[0].class = 31,
        |c| c.components[0].bindings = vec![0; 4097],
        |c| c.components[0].label = Some(vec![b'x'; 4097]),
        |c| c.components[0].label = Some(vec![0]),
    ];
    for (index, break_it) in broken.iter().enumerate() {
        let mut control = read(&part());
        break_it(&mut control);
        assert!(control.to_bytes().is_err(), "case {index}");
    }
}
