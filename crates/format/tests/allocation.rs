//! No file makes a reader allocate more than a small multiple of its size.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on fails"
)]

mod samples;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::{Mutex, MutexGuard};

use msh_format::Warnings;
use msh_format::nres::MAGIC;
use msh_format::rsli::Codec;
use peak_alloc::PeakAlloc;

use samples::{Format, Sample, samples};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Bytes of memory for each byte of a file, while it is read.
const FACTOR: usize = 8;
/// And in any case: warnings, the text of an error, tables of a fixed size.
const CONSTANT: usize = 64 << 10;

/// One test at a time, for there is one count.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap()
}

/// The most memory that was in use at once during `work`, beyond what was in use before.
fn peak_of<T>(work: impl FnOnce() -> T) -> usize {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let value = work();
    let peak = MEMORY.peak_usage() - before;
    drop(value);
    peak
}

fn check(sample: &Sample, bytes: &[u8], damage: impl Display) {
    let peak = peak_of(|| {
        let mut warnings = Warnings::new();
        (sample.format.read(bytes, &mut warnings), warnings)
    });
    let most = FACTOR * bytes.len() + CONSTANT;
    let Sample { name, .. } = sample;
    let length = bytes.len();
    assert!(
        peak <= most,
        "{name} {damage}: {peak} bytes to read {length}, at most {most}"
    );
}

/// The smallest and the largest sample of each format that is not empty.
fn smallest_and_largest() -> Vec<[Sample; 2]> {
    let mut formats: BTreeMap<Format, Vec<Sample>> = BTreeMap::new();
    for sample in samples() {
        formats.entry(sample.format).or_default().push(sample);
    }
    let ends = formats.into_values().filter_map(|mut list| {
        list.retain(|sample| !sample.bytes.is_empty());
        list.sort_by_key(|sample| sample.bytes.len());
        let largest = list.pop()?;
        let smallest = list.into_iter().next();
        let copy = Sample {
            name: largest.name.clone(),
            bytes: largest.bytes.clone(),
            ..largest
        };
        Some([smallest.unwrap_or(copy), largest])
    });
    ends.collect()
}

/// With the size word of an NRes image made right, readers go on to what is in it.
fn repair(bytes: &mut [u8]) {
    let length = u32::try_from(bytes.len()).unwrap();
    if let Some(size) = bytes.get_mut(12..16) {
        size.copy_from_slice(&length.to_le_bytes());
    }
}

/// Marsaglia's xorshift; any fixed seed but 0 serves.
struct Random(u32);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }
}

#[test]
fn whole_files_take_a_small_multiple_of_their_size() {
    let _alone = alone();
    for sample in samples() {
        check(&sample, &sample.bytes, "as it is");
    }
}

#[test]
fn cut_files_take_no_more() {
    let _alone = alone();
    for sample in smallest_and_largest().as_flattened() {
        let length = sample.bytes.len();
        for part in 0..64 {
            let mut copy = sample.bytes[..length * part / 64].to_vec();
            check(sample, &copy, format_args!("cut to {} bytes", copy.len()));
            if copy.starts_with(&MAGIC) {
                repair(&mut copy);
                check(
                    sample,
                    &copy,
                    format_args!("made {} bytes long", copy.len()),
                );
            }
        }
    }
}

/// Where words are changed: everywhere in small files; in large ones in the header, in the
/// directory at the end, and here and there.
fn offsets(length: usize) -> Vec<usize> {
    let last = length.saturating_sub(3);
    if length <= 1_000 {
        return (0..last).collect();
    }
    let head = (0..256).step_by(4);
    let tail = (length - 640..last).step_by(4);
    let between = (256..length - 640).step_by((length / 64).max(4));
    head.chain(between).chain(tail).collect()
}

/// Any word may be a count: each becomes huge, and as large as the rest of the file may allow.
#[test]
fn huge_counts_take_no_more() {
    let _alone = alone();
    for [sample, _] in &smallest_and_largest() {
        let length = sample.bytes.len();
        for offset in offsets(length) {
            let left = u32::try_from(length - offset).unwrap();
            for word in [u32::MAX, 0x7FFF_FFFF, 0x0010_0000, left, left / 4, 0xFFFF] {
                let mut copy = sample.bytes.clone();
                copy[offset..offset + 4].copy_from_slice(&word.to_le_bytes());
                check(sample, &copy, format_args!("with {word:#x} at {offset:#x}"));
            }
        }
    }
}

#[test]
fn random_bytes_take_no_more() {
    let _alone = alone();
    let mut random = Random(0x9E37_79B9);
    for [sample, _] in &smallest_and_largest() {
        for round in 0..64 {
            // The first bytes let readers past the magic.
            let kept = [0, 4, 16, 32][round % 4].min(sample.bytes.len());
            let length = kept + random.next() as usize % 20_000;
            let mut bytes = sample.bytes[..kept].to_vec();
            // Rounds of small numbers have counts that fit.
            let mask = if round % 8 < 4 { 0xFF } else { 0x03 };
            bytes.resize_with(length, || (random.next() >> 8) as u8 & mask);
            if sample.bytes.starts_with(&MAGIC) && kept >= 16 {
                repair(&mut bytes);
            }
            check(
                sample,
                &bytes,
                format_args!("of random bytes, round {round}"),
            );
        }
    }
}

/// What unpacks may grow, but no further than its method can take it.
#[test]
fn a_huge_unpacked_size_is_refused_before_allocation() {
    let _alone = alone();
    for codec in [Codec::Stored, Codec::Lzss, Codec::Huffman, Codec::Deflate] {
        for size in [u32::MAX, 100 << 20] {
            let peak = peak_of(|| codec.unpack(&[0; 100], size));
            assert!(peak <= 200_000, "{codec:?}: {peak} bytes for {size}");
        }
    }
}
