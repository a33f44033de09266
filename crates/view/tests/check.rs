//! `check` as a user meets it: what goes where, and the exit status.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/demo");

fn in_demo(path: &str) -> String {
    format!("{DEMO}/{path}")
}

/// Status and result of `check --json`.
fn check(path: &str) -> (Option<i32>, Value) {
    let output = common::run(&["check", path, "--json"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.is_empty(), "{path}: {stderr}");
    let result = serde_json::from_slice(&output.stdout).expect("one JSON value");
    (output.status.code(), result)
}

/// A model archive of the demo with a byte changed, beside nothing else.
fn damaged_archive(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("msh-view-check-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the test");
    let path = folder.join(name);
    let mut bytes = fs::read(in_demo("guns.rlb")).expect("the demo has guns");
    // The first member is a model and starts at 16 with its own magic.
    bytes[16] = b'X';
    fs::write(&path, bytes).expect("the archive can be written");
    path
}

#[test]
fn a_clean_root_ends_with_status_0_and_its_totals() {
    let (status, result) = check(DEMO);
    assert_eq!(status, Some(0));
    assert_eq!(result["kind"], "check");
    assert_eq!(result["problems"], json!([]));
    assert_eq!(result["totals"]["missions"], 1);
    assert_eq!(result["totals"]["objects"], 230);
}

#[test]
fn every_file_of_the_demo_is_clean_by_itself() {
    for path in files_below(Path::new(DEMO)) {
        let path = path.to_str().expect("a plain name");
        if !path.ends_with("descr") {
            let (status, result) = check(path);
            assert_eq!(
                (status, &result["problems"]),
                (Some(0), &json!([])),
                "{path}"
            );
        }
    }
}

#[test]
fn a_problem_is_a_result_and_ends_with_status_1() {
    let path = damaged_archive("guns.rlb");
    let path = path.to_str().expect("a plain name");
    let (status, result) = check(path);
    assert_eq!(status, Some(1));
    let problems = result["problems"].as_array().expect("a list");
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0]["severity"], "error");
    assert_eq!(problems[0]["where"], format!("{path}::g_lc_01.msh"));

    let text = common::run(&["check", path]);
    let text = String::from_utf8_lossy(&text.stdout);
    assert!(text.contains("errors 1, warnings 0"), "{text}");
}

/// People read how much it takes along, programs what.
#[test]
fn a_missing_library_is_one_line_and_its_effects_are_in_the_json() {
    let folder = std::env::temp_dir().join(format!("msh-view-lacking-{}", std::process::id()));
    for path in files_below(Path::new(DEMO)) {
        let below = path.strip_prefix(DEMO).expect("a file of the demo");
        if below != Path::new("LightMap.lib") {
            let copy = folder.join(below);
            fs::create_dir_all(copy.parent().expect("a folder")).expect("it can be made");
            fs::copy(&path, copy).expect("it can be copied");
        }
    }
    let folder = folder.to_str().expect("a plain name");
    let text = common::run(&["check", folder]);
    assert_eq!(text.status.code(), Some(1));
    let text = String::from_utf8_lossy(&text.stdout);
    let start = "LightMap.lib\n  error: the archive \"LightMap.lib\" was not found in the game root; \
                 2 references to it fail\n\n";
    assert!(text.starts_with(start), "{text}");
    assert!(text.contains("errors 1, warnings 0"), "{text}");

    let (_, result) = check(folder);
    assert_eq!(result["problems"][0]["where"], "LightMap.lib");
    let effects = result["effects"].as_array().expect("a list");
    assert_eq!(effects.len(), 2, "{effects:?}");
    let message = effects[0]["message"].as_str().expect("a text");
    assert!(
        message.ends_with("no texture LightMap.lib::fr_l_plant_00.0"),
        "{message}"
    );
}

#[test]
fn a_file_of_no_known_kind_is_an_error_and_no_problem() {
    let (status, stderr) = common::outcome(&["check", &in_demo("MISSIONS/Single.01/descr")]);
    assert_eq!(status, Some(1));
    assert!(stderr.contains("neither the first bytes"), "{stderr}");
    let (status, stderr) = common::outcome(&["check", "no/such/file.rlb"]);
    assert_eq!(status, Some(1));
    assert!(stderr.contains("no such file"), "{stderr}");
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let below = |path: PathBuf| match path.is_dir() {
        true => files_below(&path),
        false => vec![path],
    };
    paths.flat_map(below).collect()
}
