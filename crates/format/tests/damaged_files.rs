//! The files of the demo game root and the members of their archives, whole and damaged.
//!
//! Whatever the damage, a reader gives a value or an error; a value is written back byte for byte.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on fails"
)]

mod samples;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::panic::catch_unwind;
use std::thread;

use msh_format::nres::MAGIC;
use msh_format::{Result, Warnings};

use samples::{Format, Sample, samples};

const FLIPS: usize = 1_000;

/// Payloads up to this size are cut at every length.
const SMALL: usize = 4 << 10;

/// Larger ones at every length up to this.
const HEAD: usize = 1 << 10;

/// The demo has what no shipped file has, to show that it works: textures in the formats 88 and
/// 556, and a mirrored and a stretched rock.
const WARNINGS: [&str; 2] = ["is never shipped", "is not uniform"];

/// Reads bytes and writes the value again. What can be read can be written.
fn rewrite(sample: &Sample, bytes: &[u8], warnings: &mut Warnings) -> Result<Vec<u8>> {
    let write = sample.format.read(bytes, warnings)?;
    Ok(write().unwrap())
}

/// Reads a damaged copy; `damage` says what was done to it. True if it is still readable.
fn survives(sample: &Sample, copy: &[u8], damage: impl Display) -> bool {
    let rewritten = catch_unwind(|| rewrite(sample, copy, &mut Warnings::new()));
    let Ok(rewritten) = rewritten else {
        panic!("{} {damage}: a panic, see above", sample.name)
    };
    let same = rewritten.as_ref().map_or(true, |bytes| bytes == copy);
    assert!(
        same,
        "{} {damage}: read, but written otherwise",
        sample.name
    );
    rewritten.is_ok()
}

/// Runs `check` on the samples of every format, the formats side by side.
fn for_each_format(check: impl Fn(&[Sample]) + Sync) {
    let mut formats: BTreeMap<Format, Vec<Sample>> = BTreeMap::new();
    for sample in samples() {
        formats.entry(sample.format).or_default().push(sample);
    }
    thread::scope(|scope| {
        for samples in formats.values() {
            scope.spawn(|| check(samples));
        }
    });
}

/// Every length of a small payload; of a large one those of its head, and 500 spread evenly.
/// In ascending order.
fn cuts(length: usize) -> Vec<usize> {
    if length <= SMALL {
        return (0..length).collect();
    }
    let spread = (0..500).map(|part| length * part / 500);
    let beyond = spread.filter(|cut| *cut >= HEAD);
    (0..HEAD).chain(beyond).collect()
}

/// Marsaglia's xorshift; any fixed seed but 0 serves.
struct Random(u32);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as usize % limit
    }

    /// An offset anywhere, or where headers and directories lie.
    fn offset(&mut self, length: usize) -> usize {
        match self.below(3) {
            0 => self.below(length),
            1 => self.below(length.min(64)),
            _ => length - 1 - self.below(length.min(HEAD)),
        }
    }
}

#[test]
fn every_file_is_written_as_it_was_and_read_with_the_warnings_it_is_to_raise() {
    let complaints = |sample: Sample| {
        let mut warnings = Warnings::new();
        let written = rewrite(&sample, &sample.bytes, &mut warnings);
        let warned = warnings.list().iter().map(ToString::to_string);
        let mut list: Vec<String> = warned
            .filter(|warning| !WARNINGS.iter().any(|known| warning.contains(known)))
            .collect();
        match written {
            Err(error) => list.push(error.to_string()),
            Ok(bytes) if bytes != sample.bytes => list.push("written otherwise".into()),
            Ok(_) => {}
        }
        list.into_iter()
            .map(move |text| format!("{}: {text}", sample.name))
    };
    let complaints: Vec<String> = samples().into_iter().flat_map(complaints).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn cut_files_are_refused_or_written_as_they_are() {
    for_each_format(|samples| {
        for sample in samples {
            for length in cuts(sample.bytes.len()) {
                let copy = &sample.bytes[..length];
                survives(sample, copy, format_args!("cut to {length} bytes"));
            }
        }
    });
}

/// With the size word repaired, the directory of a cut image is what stood there before: names,
/// offsets and sizes that mean nothing.
#[test]
fn cut_images_with_a_repaired_size_are_refused_or_written_as_they_are() {
    for_each_format(|samples| {
        for sample in samples.iter().filter(|s| s.bytes.starts_with(&MAGIC)) {
            let mut copy = sample.bytes.clone();
            for length in cuts(copy.len()).into_iter().rev() {
                copy.truncate(length);
                if let Some(size) = copy.get_mut(12..16) {
                    size.copy_from_slice(&u32::try_from(length).unwrap().to_le_bytes());
                }
                survives(sample, &copy, format_args!("made {length} bytes long"));
            }
        }
    });
}

#[test]
fn files_with_flipped_bytes_are_refused_or_written_as_they_are() {
    for_each_format(|samples| {
        let mut random = Random(0x9E37_79B9);
        let filled: Vec<&Sample> = samples.iter().filter(|s| !s.bytes.is_empty()).collect();
        let mut readable = 0;
        for round in 0..FLIPS {
            let sample = filled[round % filled.len()];
            let mut copy = sample.bytes.clone();
            for _ in 0..=random.below(4) {
                let offset = random.offset(copy.len());
                copy[offset] ^= 1 << random.below(8);
            }
            let damage = format_args!("with flipped bytes in round {round}");
            readable += usize::from(survives(sample, &copy, damage));
        }
        let format = samples[0].format;
        assert!(readable > 0, "{format:?}: the flips reach no value");
    });
}
