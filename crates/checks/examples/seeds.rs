//! Writes the seeds of the repository's files: `seeds INTO FOLDER..`, a folder for every check.
#![allow(clippy::print_stdout, reason = "it says what it has done")]

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let into = arguments.next().unwrap_or_else(|| "fuzz/corpus".into());
    let mut counts = BTreeMap::new();
    for check in msh_checks::CHECKS {
        std::fs::create_dir_all(into.join(check.name))?;
    }
    let mut seeds = msh_checks::any_bytes(4);
    seeds.push(msh_checks::sound_mission());
    for folder in arguments {
        seeds.extend(msh_checks::seeds(&folder)?);
    }
    for seed in seeds {
        // Named after what is in it, so that equal seeds are one file.
        let mut hasher = DefaultHasher::new();
        seed.bytes.hash(&mut hasher);
        let name = format!("seed-{:016x}", hasher.finish());
        std::fs::write(into.join(seed.check).join(name), &seed.bytes)?;
        *counts.entry(seed.check).or_insert(0) += 1;
    }
    for (check, count) in counts {
        println!("{check}: {count} seeds");
    }
    Ok(())
}
