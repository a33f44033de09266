//! Damaged models and controllers give a value or an error, and a value is written as it was read.
#![allow(clippy::unwrap_used)]

#[path = "worked_examples/door.rs"]
mod worked_door;
#[path = "worked_examples/part.rs"]
mod worked_part;

use msh_format::Warnings;
use msh_format::control::Control;
use msh_format::msh::Msh;

fn read_model(bytes: &[u8]) {
    if let Ok(msh) = Msh::parse(bytes, &mut Warnings::new()) {
        assert_eq!(msh.to_bytes().unwrap(), bytes);
        for batch in &msh.batches {
            assert!(
                batch
                    .vertices(&msh.indices)
                    .all(|v| v < msh.positions.len())
            );
        }
    }
}

fn read_controller(bytes: &[u8]) {
    if let Ok(control) = Control::parse(bytes, &mut Warnings::new()) {
        assert_eq!(control.to_bytes().unwrap(), bytes);
    }
}

/// 1,000 copies with one to four bytes changed, the same on every run.
fn with_flips(bytes: &[u8], read: fn(&[u8])) {
    // Marsaglia's xorshift; any fixed seed but 0 serves.
    let mut state = 0x9E37_79B9_u32;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    for _ in 0..1000 {
        let mut damaged = bytes.to_vec();
        for _ in 0..=next() % 4 {
            let index = next() as usize % damaged.len();
            damaged[index] ^= (next() % 255 + 1) as u8;
        }
        read(&damaged);
    }
}

#[test]
fn every_truncation_of_a_model_is_an_error() {
    let bytes = worked_door::door().to_bytes().unwrap();
    for length in 0..bytes.len() {
        assert!(Msh::parse(&bytes[..length], &mut Warnings::new()).is_err());
    }
}

#[test]
fn every_truncation_inside_a_model_is_safe() {
    // With the size word repaired the cut moves the directory over the payloads.
    let bytes = worked_door::door().to_bytes().unwrap();
    for length in 16..bytes.len() {
        let mut cut = bytes[..length].to_vec();
        cut[12..16].copy_from_slice(&(length as u32).to_le_bytes());
        read_model(&cut);
    }
}

#[test]
fn every_truncation_of_a_controller_is_an_error() {
    let bytes = worked_part::part();
    for length in 0..bytes.len() {
        assert!(Control::parse(&bytes[..length], &mut Warnings::new()).is_err());
    }
}

#[test]
fn flipped_bytes_in_a_model_are_safe() {
    with_flips(&worked_door::door().to_bytes().unwrap(), read_model);
}

#[test]
fn flipped_bytes_in_a_controller_are_safe() {
    with_flips(&worked_part::part(), read_controller);
}
