//! Runs the program over the cases in `tests/cases`, one test per family.
//!
//! The rules of comparing are those of `tests/cases/compare.py`.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

mod matcher;
mod picture;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;
use std::{fs, thread};

use serde::Deserialize;
use serde_json::Value;

use crate::matcher::Rules;
use crate::picture::Png;

const TIMEOUT: Duration = Duration::from_secs(30);

/// `case.json`.
#[derive(Deserialize)]
struct Case {
    family: String,
    title: String,
    argv: Vec<String>,
    expect: Expect,
    #[serde(default)]
    expect_alt: Vec<Expect>,
    #[serde(flatten)]
    rules: Rules,
}

/// An accepted outcome.
#[derive(Deserialize)]
struct Expect {
    exit: Value,
    json: Option<Value>,
    png: Option<Png>,
    #[serde(default)]
    stderr_contains_any: Vec<String>,
}

fn cases() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    folder
        .canonicalize()
        .expect("tests/cases is in the repository")
}

/// Runs a case; `out` is what `{out}` stands for, a name in an empty folder.
fn run(case: &Case, folder: &Path, out: &Path) -> Output {
    let path = |p: &Path| p.to_str().expect("UTF-8").to_owned();
    let (dir, root) = (path(folder), path(&cases().join("_root")));
    let out = path(out);
    let arguments = case
        .argv
        .iter()
        .map(|a| a.replace("{dir}", &dir).replace("{root}", &root))
        .map(|a| a.replace("{out}", &out));
    let mut command = Command::new(env!("CARGO_BIN_EXE_msh-view"));
    command
        .args(arguments)
        .stdin(Stdio::null())
        .env_remove("MSH_VIEW_LOG");
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(command.output()));
    let output = receiver
        .recv_timeout(TIMEOUT)
        .expect("an answer within 30 seconds");
    output.expect("the program starts")
}

/// What keeps `output` from being the expected outcome.
fn mismatches(expect: &Expect, rules: &Rules, output: &Output, out: &Path) -> Vec<String> {
    let stderr = String::from_utf8_lossy(&output.stderr).to_lowercase();
    let code = Value::from(output.status.code());
    let mut bad = Vec::new();
    let accepted = expect
        .exit
        .as_array()
        .map_or(expect.exit == code, |a| a.contains(&code));
    if !accepted {
        bad.push(format!("exit status {code}, expected {}", expect.exit));
    }
    if !output.status.success() && stderr.trim().is_empty() {
        bad.push("nothing on standard error".into());
    }
    let texts = &expect.stderr_contains_any;
    if !texts.is_empty() && !texts.iter().any(|t| stderr.contains(&t.to_lowercase())) {
        bad.push(format!("standard error contains none of {texts:?}"));
    }
    if let Some(want) = &expect.json {
        match serde_json::from_slice(&output.stdout) {
            Ok(got) => bad.extend(rules.differences(want, &got)),
            Err(e) => bad.push(format!("standard output is not one JSON value: {e}")),
        }
    }
    if let Some(want) = &expect.png {
        bad.extend(want.differences(&out.with_extension("png")));
    }
    if stderr.contains("panicked") {
        bad.push("a panic on standard error".into());
    }
    bad
}

/// The differences of one case, `None` if it belongs to another family.
fn check(folder: &Path, family: &str) -> Option<Vec<String>> {
    let text = fs::read(folder.join("case.json")).ok()?;
    let case: Case = serde_json::from_slice(&text).expect("case.json has its form");
    if case.family != family {
        return None;
    }
    let out = empty_folder(folder).join("out");
    let output = run(&case, folder, &out);
    let mut outcomes = std::iter::once(&case.expect)
        .chain(&case.expect_alt)
        .map(|expect| mismatches(expect, &case.rules, &output, &out));
    let first = outcomes.next()?;
    if first.is_empty() || outcomes.any(|bad| bad.is_empty()) {
        return Some(Vec::new());
    }
    let head = format!("{} ({})", folder.display(), case.title);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    Some([vec![head], first, vec![stderr]].concat())
}

/// A folder of this case for the files it writes.
fn empty_folder(case: &Path) -> PathBuf {
    let name = case.file_name().expect("a case has a name");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("cases")
        .join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder can be emptied");
    }
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

fn family(name: &str) {
    let folders = fs::read_dir(cases()).expect("the folder can be read");
    let mut folders: Vec<PathBuf> = folders.flatten().map(|e| e.path()).collect();
    folders.sort();
    let results: Vec<_> = folders.iter().filter_map(|f| check(f, name)).collect();
    assert!(!results.is_empty(), "no cases of the family {name}");
    let bad: Vec<String> = results
        .iter()
        .filter(|r| !r.is_empty())
        .map(|r| r.join("\n    "))
        .collect();
    assert!(
        bad.is_empty(),
        "{} of {} cases of {name} differ:\n{}",
        bad.len(),
        results.len(),
        bad.join("\n")
    );
}

#[test]
fn archive() {
    family("archive");
}

#[test]
fn texture() {
    family("texture");
}

#[test]
fn inspect() {
    family("inspect");
}

#[test]
fn malformed() {
    family("malformed");
}

#[test]
fn pose() {
    family("pose");
}

#[test]
fn control() {
    family("control");
}

#[test]
fn query_local() {
    family("query-local");
}

#[test]
fn query_world() {
    family("query-world");
}

#[test]
fn tables() {
    family("tables");
}

#[test]
fn draws() {
    family("draws");
}

#[test]
fn mission() {
    family("mission");
}

#[test]
fn mission_draws() {
    family("mission-draws");
}

/// Every file below `folder` with its contents.
fn files(folder: &Path, base: &Path, into: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in fs::read_dir(folder)
        .expect("the folder can be read")
        .flatten()
    {
        let path = entry.path();
        if entry.file_name() == "__pycache__" {
            continue;
        } else if path.is_dir() {
            files(&path, base, into);
        } else {
            let name = path
                .strip_prefix(base)
                .expect("below the base")
                .to_path_buf();
            into.push((name, fs::read(&path).expect("the file can be read")));
        }
    }
}

#[test]
fn the_copy_of_the_cases_is_current() {
    let original = cases().join("../../../shared/cases");
    if !original.is_dir() {
        eprintln!("skipped: no {}", original.display());
        return;
    }
    let list = |folder: &Path| {
        let mut list = Vec::new();
        files(folder, folder, &mut list);
        list.sort();
        list
    };
    let (here, there) = (list(&cases()), list(&original));
    let names = |l: &[(PathBuf, Vec<u8>)]| l.iter().map(|f| f.0.clone()).collect::<Vec<_>>();
    assert_eq!(names(&here), names(&there));
    for (a, b) in here.iter().zip(&there) {
        assert!(a == b, "{} differs from the original", a.0.display());
    }
}
