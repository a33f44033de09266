//! Where a fuzzer starts: the files of the repository, each for the checks that read it.

use std::io;
use std::path::Path;

use msh_format::Warnings;
use msh_format::nres::Nres;

use crate::{authored, mission_folder};

/// Larger files are left out: a fuzzer changes small ones faster.
const LARGEST: usize = 24 << 10;

/// An input of a check.
#[derive(Debug, Clone)]
pub struct Seed {
    /// Name of the check.
    pub check: &'static str,
    /// Bytes.
    pub bytes: Vec<u8>,
}

/// The seeds that the files below `folder` make, and those inside archives.
///
/// # Errors
/// A file that cannot be read.
pub fn seeds(folder: &Path) -> io::Result<Vec<Seed>> {
    let mut seeds = Vec::new();
    collect(folder, &mut seeds)?;
    Ok(seeds)
}

/// The whole small mission that `mission_folder` replaces files of.
#[must_use]
pub fn sound_mission() -> Seed {
    Seed {
        check: "mission_folder",
        bytes: mission_folder::sound_input(),
    }
}

/// Inputs for `outlines`, and for `authored` `count` for each kind of value: bytes without meaning,
/// always the same.
#[must_use]
pub fn any_bytes(count: u8) -> Vec<Seed> {
    // Marsaglia's xorshift; any fixed number but 0 serves.
    let mut state = 0x9E37_79B9_u32;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    let mut seeds = Vec::new();
    for kind in (0..count).flat_map(|_| 0..authored::KINDS.len()) {
        let length = next() % 1_500;
        let bytes: Vec<u8> = (0..length).map(|_| next() as u8).collect();
        seeds.push(Seed {
            check: "authored",
            bytes: [&[kind as u8], bytes.as_slice()].concat(),
        });
        seeds.push(Seed {
            check: "outlines",
            bytes,
        });
    }
    seeds
}

fn collect(folder: &Path, seeds: &mut Vec<Seed>) -> io::Result<()> {
    let mut paths: Vec<_> = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, seeds)?;
        } else {
            add(&path.to_string_lossy(), &std::fs::read(&path)?, seeds);
        }
    }
    Ok(())
}

/// Adds a file or a member and, of an archive, its members.
fn add(path: &str, bytes: &[u8], seeds: &mut Vec<Seed>) {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let mut push = |check, bytes: Vec<u8>| {
        if bytes.len() <= LARGEST {
            seeds.push(Seed { check, bytes });
        }
    };
    if let Some(input) = mission_folder::input(path, bytes) {
        push("mission_folder", input);
    }
    match extension {
        "msh" if name == "land.msh" => push("land", bytes.to_vec()),
        "msh" => {
            push("msh", bytes.to_vec());
            // A way straight down, and no masks.
            let ends = [0.0_f32, 0.0, 100.0, 0.0, 0.0, -100.0].map(f32::to_le_bytes);
            push("query", [ends.as_flattened(), &[0; 6], bytes].concat());
        }
        "map" => push("land_map", bytes.to_vec()),
        "ctl" => push("control", bytes.to_vec()),
        "cpt" => push("points", bytes.to_vec()),
        "ndp" => push("damage", bytes.to_vec()),
        "bas" => push("base_plan", bytes.to_vec()),
        "wea" => push("wear", bytes.to_vec()),
        "dat" => push("unit", bytes.to_vec()),
        "tma" => push("tma", bytes.to_vec()),
        "ske" => push("sky", bytes.to_vec()),
        "cfg" => push("mission_cfg", bytes.to_vec()),
        _ if bytes.starts_with(b"Texm") => push("texm", bytes.to_vec()),
        _ if bytes.starts_with(b"NL") => push("rsli", bytes.to_vec()),
        _ => {}
    }
    let Ok(archive) = Nres::parse(bytes, &mut Warnings::new()) else {
        return;
    };
    push("nres", bytes.to_vec());
    if matches!(extension, "msh" | "map") {
        return;
    }
    for (index, entry) in archive.entries().iter().enumerate() {
        let Ok(payload) = archive.payload(index) else {
            continue;
        };
        match entry.kind.as_tag().as_deref() {
            Some("MAT0") if payload.len() < LARGEST => seeds.push(Seed {
                check: "mat0",
                bytes: [&[entry.attr[1] as u8, entry.attr[0] as u8], payload].concat(),
            }),
            Some("STAT" | "INTO" | "EXTO" | "BTLU" | "FORT") => seeds.push(Seed {
                check: "prototype",
                bytes: payload.to_vec(),
            }),
            _ => add(&entry.name.to_string(), payload, seeds),
        }
    }
}
