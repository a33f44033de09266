//! The checks of the fuzzer, with the inputs that are kept and with the files of the repository.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use msh_checks::{CHECKS, any_bytes, run, seeds};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn file_names(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn every_kept_input_passes_its_check() {
    for check in CHECKS {
        let folder = repository().join("fuzz/seeds").join(check.name);
        for name in file_names(&folder) {
            println!("{}/{name}", check.name);
            (check.run)(&std::fs::read(folder.join(&name)).unwrap());
        }
    }
}

#[test]
fn every_file_of_the_cases_passes_its_checks() {
    for seed in seeds(&repository().join("tests/cases")).unwrap() {
        run(seed.check, &seed.bytes);
    }
}

#[test]
fn every_small_file_of_the_demo_passes_its_checks() {
    for seed in seeds(&repository().join("assets/demo")).unwrap() {
        run(seed.check, &seed.bytes);
    }
}

#[test]
fn every_check_has_seeds_among_the_files() {
    // Made of any bytes, or in none of the files.
    let mut with_seeds = BTreeSet::from(["authored", "outlines", "font", "palette"]);
    for folder in ["tests/cases", "assets/demo"] {
        let seeds = seeds(&repository().join(folder)).unwrap();
        with_seeds.extend(seeds.iter().map(|seed| seed.check));
    }
    let checks: BTreeSet<&str> = CHECKS.iter().map(|check| check.name).collect();
    assert_eq!(with_seeds, checks);
}

#[test]
fn every_check_has_a_fuzz_target_and_a_folder_of_inputs() {
    let names: BTreeSet<String> = CHECKS.iter().map(|check| check.name.to_owned()).collect();
    let sources = file_names(&repository().join("fuzz/fuzz_targets"));
    let targets = sources.iter().map(|name| name.replace(".rs", ""));
    assert_eq!(targets.collect::<BTreeSet<_>>(), names);
    assert_eq!(file_names(&repository().join("fuzz/seeds")), names);
}

#[test]
fn any_bytes_make_values_of_every_kind() {
    for seed in any_bytes(200) {
        run(seed.check, &seed.bytes);
    }
}
