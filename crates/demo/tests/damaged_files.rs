//! The files of the committed game root and the members of their archives, whole and damaged.
//!
//! Whatever the damage, a reader gives a value or an error; a value is written back byte for byte.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on fails"
)]

use std::collections::BTreeMap;
use std::fmt::Display;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::{fs, thread};

use msh_format::base_plan::BasePlan;
use msh_format::control::Control;
use msh_format::damage::DamageTable;
use msh_format::land::Land;
use msh_format::land_map::LandMap;
use msh_format::material::Mat0;
use msh_format::mission_cfg::MissionCfg;
use msh_format::msh::Msh;
use msh_format::nres::{Entry, EntryType, MAGIC, Nres};
use msh_format::points::ControlPoints;
use msh_format::prototype::Prototype;
use msh_format::sky::Sky;
use msh_format::texm::Texm;
use msh_format::tma::Tma;
use msh_format::unit::Unit;
use msh_format::wear::Wear;
use msh_format::{Result, Warnings, text};

const FLIPS: usize = 1_000;

/// Payloads up to this size are cut at every length.
const SMALL: usize = 4 << 10;

/// Larger ones at every length up to this.
const HEAD: usize = 1 << 10;

/// The demo has what no shipped file has, to show that it works: textures in the formats 88 and
/// 556, and a mirrored and a stretched rock.
const WARNINGS: [&str; 2] = ["is never shipped", "is not uniform"];

/// What reads some bytes, with what it needs to know beside them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Format {
    Archive,
    Config,
    Control,
    Damage,
    Land,
    LandMap,
    Material { flags: u32, version: u32 },
    Mission,
    Model,
    Plan,
    Points,
    Prototype(EntryType),
    Sky,
    Text,
    Texture,
    Unit,
    Wear,
}

impl Format {
    fn of_file(path: &Path) -> Self {
        let name = path.file_name().unwrap().to_str().unwrap();
        match name.rsplit_once('.').map_or(name, |(_, end)| end) {
            "rlb" | "lib" => Self::Archive,
            "cfg" => Self::Config,
            "dat" => Self::Unit,
            "descr" => Self::Text,
            "map" => Self::LandMap,
            "msh" => Self::Land,
            "ske" => Self::Sky,
            "tma" => Self::Mission,
            "wea" => Self::Wear,
            other => panic!("a new kind of file, {other}, needs a line here"),
        }
    }

    fn of_entry(entry: &Entry) -> Self {
        let [flags, version, _] = entry.attr;
        match &entry.kind.0.to_le_bytes() {
            b"BASE" => Self::Plan,
            b"CTLD" => Self::Control,
            b"CTPT" => Self::Points,
            b"MAT0" => Self::Material { flags, version },
            b"MESH" => Self::Model,
            b"NDPR" => Self::Damage,
            b"Texm" => Self::Texture,
            b"WEAR" => Self::Wear,
            b"BTLU" | b"EXTO" | b"FORT" | b"INTO" | b"STAT" => Self::Prototype(entry.kind),
            _ => panic!("a new kind of member, {}, needs a line here", entry.kind),
        }
    }

    /// Reads bytes and writes the value again. What can be read can be written.
    fn rewrite(self, bytes: &[u8], warnings: &mut Warnings) -> Result<Vec<u8>> {
        let written = match self {
            Self::Archive => Nres::parse(bytes, warnings)?.layout()?.to_bytes(),
            Self::Config => MissionCfg::parse(bytes, warnings).to_bytes(),
            Self::Control => Control::parse(bytes, warnings)?.to_bytes(),
            Self::Damage => DamageTable::parse(bytes, warnings)?.to_bytes(),
            Self::Land => Land::parse(bytes, warnings)?.to_bytes(),
            Self::LandMap => LandMap::parse(bytes, warnings)?.to_bytes(),
            Self::Material { flags, version } => {
                Mat0::parse(bytes, flags, version, warnings)?.to_bytes()
            }
            Self::Mission => Tma::parse(bytes, warnings)?.to_bytes(),
            Self::Model => Msh::parse(bytes, warnings)?.to_bytes(),
            Self::Plan => BasePlan::parse(bytes, warnings)?.to_bytes(),
            Self::Points => ControlPoints::parse(bytes, warnings)?.to_bytes(),
            Self::Prototype(tag) => Prototype::parse(tag, bytes, warnings)?.to_bytes(),
            Self::Sky => Sky::parse(bytes, warnings)?.to_bytes(),
            Self::Text => text::encode(&text::decode(bytes)),
            Self::Texture => Texm::parse(bytes, warnings)?.to_bytes(),
            Self::Unit => Unit::parse(bytes, warnings)?.to_bytes(),
            Self::Wear => Wear::parse(bytes, warnings)?.to_bytes(),
        };
        Ok(written.unwrap())
    }
}

/// A file, or a member of an archive.
struct Sample {
    name: String,
    format: Format,
    bytes: Vec<u8>,
}

impl Sample {
    /// Reads a damaged copy; `damage` says what was done to it. True if it is still readable.
    fn survives(&self, copy: &[u8], damage: impl Display) -> bool {
        let rewritten = catch_unwind(|| self.format.rewrite(copy, &mut Warnings::new()));
        let Ok(rewritten) = rewritten else {
            panic!("{} {damage}: a panic, see above", self.name)
        };
        let same = rewritten.as_ref().map_or(true, |bytes| bytes == copy);
        assert!(same, "{} {damage}: read, but written otherwise", self.name);
        rewritten.is_ok()
    }
}

fn samples() -> Vec<Sample> {
    let mut samples = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/demo");
    for path in files(&root) {
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        let (format, bytes) = (Format::of_file(&path), fs::read(&path).unwrap());
        if format == Format::Archive {
            let archive = Nres::parse(&bytes, &mut Warnings::new()).unwrap();
            let members = archive.entries().iter().enumerate();
            samples.extend(members.map(|(index, entry)| Sample {
                name: format!("{name}::{}", entry.name),
                format: Format::of_entry(entry),
                bytes: archive.payload(index).unwrap().to_vec(),
            }));
        }
        samples.push(Sample {
            name,
            format,
            bytes,
        });
    }
    samples
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let inner = |path: PathBuf| {
        if path.is_dir() {
            files(&path)
        } else {
            vec![path]
        }
    };
    paths.into_iter().flat_map(inner).collect()
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
        let written = sample.format.rewrite(&sample.bytes, &mut warnings);
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
                sample.survives(copy, format_args!("cut to {length} bytes"));
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
                sample.survives(&copy, format_args!("made {length} bytes long"));
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
            readable += usize::from(sample.survives(&copy, damage));
        }
        let format = samples[0].format;
        assert!(readable > 0, "{format:?}: the flips reach no value");
    });
}
