//! `list`, `extract` and `pack` on the archives of the demo and on hostile ones.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::outcome;
use msh_format::nres::{EntryType, NresBuilder};
use msh_format::rsli::{Member, Method, RsliBuilder};

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// An empty folder of a test.
fn empty(name: &str) -> PathBuf {
    let folder = common::output(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder can be emptied");
    }
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

fn succeeds(arguments: &[&str]) {
    let (code, stderr) = outcome(arguments);
    assert_eq!(code, Some(0), "{arguments:?}: {stderr}");
}

/// Fails with one line that contains all of these.
fn fails(arguments: &[&str], words: &[&str]) {
    let (code, stderr) = outcome(arguments);
    assert_eq!(code, Some(1), "{arguments:?}: {stderr}");
    let first = stderr.lines().next().unwrap_or_default();
    assert!(words.iter().all(|word| first.contains(word)), "{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
}

/// Every file below `folder`.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .expect("the folder can be read")
        .flatten();
    let lists = entries.map(|entry| match entry.path() {
        path if path.is_dir() => files(&path),
        path => vec![path],
    });
    let mut list: Vec<PathBuf> = lists.flatten().collect();
    list.sort();
    list
}

fn nres(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = NresBuilder::new();
    for (name, payload) in members {
        let kind = EntryType::tag(*b"TEXT");
        builder
            .add(kind, [0; 3], name, payload.to_vec())
            .expect("a member");
    }
    builder.to_bytes().expect("an archive")
}

#[test]
fn every_archive_of_the_demo_and_the_cases_comes_back_identical() {
    let work = empty("identical");
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let demo = files(&top.join("assets/demo"));
    let cases = files(&top.join("tests/cases"));
    let cases = cases.into_iter().filter(|path| {
        let family = path.to_string_lossy();
        family.contains("/archive-") || family.contains("/_root/")
    });
    let mut count = 0;
    for path in demo.into_iter().chain(cases) {
        let bytes = fs::read(&path).expect("a file");
        if !bytes.starts_with(b"NRes") && !bytes.starts_with(b"NL") {
            continue;
        }
        if outcome(&["list", text(&path)]).0 != Some(0) {
            continue;
        }
        count += 1;
        let (folder, again) = (
            work.join(format!("{count}")),
            work.join(format!("{count}.rlb")),
        );
        succeeds(&["-q", "extract", text(&path), "-o", text(&folder)]);
        succeeds(&["-q", "pack", text(&folder), "-o", text(&again)]);
        let same = fs::read(&again).expect("the archive") == bytes;
        assert!(same, "{} differs", path.display());
    }
    assert!(count > 20, "{count} archives");
}

#[test]
fn names_do_not_lead_out_of_the_folder() {
    let work = empty("hostile");
    let archive = work.join("hostile.rlb");
    let names = [
        "../up.txt",
        "/tmp/root.txt",
        "a\\b",
        "nul",
        "archive.json",
        "Land",
        "LAND",
    ];
    let members: Vec<(&str, &[u8])> = names.iter().map(|name| (*name, name.as_bytes())).collect();
    let bytes = nres(&members);
    fs::write(&archive, &bytes).expect("a file");
    let folder = work.join("in/folder");
    succeeds(&["extract", text(&archive), "-o", text(&folder)]);
    let written: Vec<PathBuf> = files(&work).into_iter().filter(|p| *p != archive).collect();
    assert_eq!(written.len(), names.len() + 1, "{written:?}");
    assert!(
        written.iter().all(|path| path.parent() == Some(&folder)),
        "{written:?}"
    );
    let again = work.join("again.rlb");
    succeeds(&["pack", text(&folder), "-o", text(&again)]);
    assert!(fs::read(&again).expect("the archive") == bytes);
}

#[test]
fn nothing_is_overwritten_without_force() {
    let work = empty("force");
    let (archive, folder) = (work.join("a.rlb"), work.join("folder"));
    fs::write(&archive, nres(&[("one", b"1"), ("two", b"2")])).expect("a file");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("two"), b"mine").expect("a file");
    let extract = ["extract", text(&archive), "-o", text(&folder)];
    fails(&extract, &["two exists", "--force"]);
    assert_eq!(files(&folder), [folder.join("two")]);
    succeeds(&[&extract[..], &["--force"]].concat());
    assert_eq!(fs::read(folder.join("two")).expect("a file"), b"2");
    let pack = ["pack", text(&folder), "-o", text(&archive)];
    fails(&pack, &["a.rlb exists", "--force"]);
    succeeds(&[&pack[..], &["--force"]].concat());
}

#[test]
fn overwriting_one_file_leaves_the_others_alone() {
    let work = empty("neighbours");
    let (archive, folder) = (work.join("a.rlb"), work.join("folder"));
    // What stands in for a file half written must not be one of the members.
    let members: [(&str, &[u8]); 4] =
        [("x.part", b"1"), ("x", b"2"), ("x~", b"3"), ("x.tmp", b"4")];
    let bytes = nres(&members);
    fs::write(&archive, &bytes).expect("a file");
    let extract = ["extract", text(&archive), "-o", text(&folder)];
    succeeds(&extract);
    succeeds(&[&extract[..], &["--force"]].concat());
    assert_eq!(files(&folder).len(), 5);
    fs::write(work.join("a.rlb.part"), b"mine").expect("a file");
    succeeds(&["pack", text(&folder), "-o", text(&archive), "--force"]);
    assert!(fs::read(&archive).expect("the archive") == bytes);
    assert_eq!(fs::read(work.join("a.rlb.part")).expect("a file"), b"mine");
    assert_eq!(fs::read_dir(&work).expect("a folder").count(), 3);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_never_overwritten() {
    let work = empty("no-file");
    let archive = work.join("a.rlb");
    fs::write(&archive, nres(&[("one", b"1")])).expect("a file");
    let folder = work.join("f");
    succeeds(&["extract", text(&archive), "-o", text(&folder)]);
    let device = work.join("device");
    std::os::unix::fs::symlink("/dev/null", &device).expect("a link");
    for output in [&work, &device] {
        fails(
            &["pack", text(&folder), "-o", text(output), "--force"],
            &["exists and is no file"],
        );
    }
    assert_eq!(
        fs::read_link(&device).expect("a link"),
        Path::new("/dev/null")
    );
}

#[test]
fn names_do_not_steer_the_terminal() {
    let work = empty("terminal");
    let archive = work.join("a.rlb");
    let name = "x\u{1b}]0;title\u{7}\nerror: y";
    fs::write(&archive, nres(&[(name, b"1")])).expect("a file");
    let shown = |arguments: &[&str]| {
        let output = common::run(arguments);
        let text = [output.stdout, output.stderr].concat();
        String::from_utf8(text).expect("UTF-8")
    };
    let missing = format!("{}::{name}y", text(&archive));
    for arguments in [["list", text(&archive)], ["inspect", &missing]] {
        let shown = shown(&arguments);
        assert!(shown.contains(r"x\u{1b}]0;title\u{7}"), "{shown}");
        assert!(!shown.contains(['\u{1b}', '\u{7}']), "{shown}");
    }
    let json = shown(&["list", text(&archive), "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["entries"][0]["name"], name);
}

#[cfg(unix)]
#[test]
fn a_log_that_cannot_be_written_ends_nothing() {
    let work = empty("full");
    let (archive, full) = (work.join("a.rlb"), Path::new("/dev/full"));
    let mut bytes = nres(&[("one", b"1")]);
    let sort_index = bytes.len() - 4;
    bytes[sort_index] = 9;
    fs::write(&archive, bytes).expect("a file");
    if full.exists() {
        let log = fs::OpenOptions::new().write(true).open(full);
        let status = common::program(&["list", text(&archive)])
            .stdout(std::process::Stdio::null())
            .stderr(log.expect("the device"))
            .status();
        assert_eq!(status.expect("a run").code(), Some(0));
    }
}

#[cfg(unix)]
#[test]
fn a_link_in_the_folder_is_replaced_and_not_followed() {
    let work = empty("link");
    let (archive, folder, victim) = (work.join("a.rlb"), work.join("f"), work.join("victim"));
    fs::write(&archive, nres(&[("one", b"1")])).expect("a file");
    fs::write(&victim, b"mine").expect("a file");
    fs::create_dir_all(&folder).expect("a folder");
    std::os::unix::fs::symlink(&victim, folder.join("one")).expect("a link");
    fails(
        &["extract", text(&archive), "-o", text(&folder)],
        &["one exists"],
    );
    succeeds(&["extract", text(&archive), "-o", text(&folder), "--force"]);
    assert_eq!(fs::read(&victim).expect("a file"), b"mine");
    assert_eq!(fs::read(folder.join("one")).expect("a file"), b"1");
}

#[test]
fn patterns_choose_members() {
    let work = empty("patterns");
    let (archive, folder) = (work.join("a.rlb"), work.join("f"));
    fs::write(
        &archive,
        nres(&[("a.tex", b"1"), ("B.TEX", b"2"), ("c.wea", b"3")]),
    )
    .expect("a file");
    succeeds(&["extract", text(&archive), "-o", text(&folder), "*.tex"]);
    let names: Vec<_> = files(&folder)
        .iter()
        .map(|p| p.file_name().map(|n| n.to_owned()))
        .collect();
    assert_eq!(
        names,
        ["B.TEX", "a.tex", "archive.json"].map(|n| Some(n.into()))
    );
    let smaller = work.join("smaller.rlb");
    succeeds(&["pack", text(&folder), "-o", text(&smaller)]);
    assert!(fs::read(&smaller).expect("an archive") == nres(&[("a.tex", b"1"), ("B.TEX", b"2")]));
    fails(
        &[
            "extract",
            text(&archive),
            "-o",
            text(&work.join("g")),
            "a*",
            "*.msh",
        ],
        &["a.rlb", "*.msh"],
    );
}

#[test]
fn an_unreadable_member_is_told_and_the_others_are_written() {
    let work = empty("unreadable");
    let (archive, folder) = (work.join("a.lib"), work.join("f"));
    let mut builder = RsliBuilder::new(1);
    builder.add(Member::new("BAD.TEX", Method::Lzss, b"12345678").expect("a member"));
    builder.add(Member::new("GOOD.TEX", Method::Deflate, b"12345678").expect("a member"));
    let mut layout = builder.layout().expect("an archive");
    layout.entries[0].unpacked_size = 9;
    let bytes = layout.to_bytes().expect("an archive");
    fs::write(&archive, &bytes).expect("a file");
    let (code, stderr) = outcome(&["-q", "extract", text(&archive), "-o", text(&folder)]);
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("a.lib::BAD.TEX, RsLi member, record 0: truncated"),
        "{stderr}"
    );
    assert_eq!(
        fs::read(folder.join("GOOD.TEX")).expect("a file"),
        b"12345678"
    );
    let again = work.join("again.lib");
    succeeds(&["pack", text(&folder), "-o", text(&again)]);
    assert!(fs::read(&again).expect("the archive") == bytes);
}

#[test]
fn a_manifest_names_plain_files_only() {
    let work = empty("manifest");
    fs::write(work.join("secret"), b"secret").expect("a file");
    let folder = work.join("f");
    fs::create_dir_all(&folder).expect("a folder");
    let pack = ["pack", text(&folder), "-o", text(&work.join("a.rlb"))].map(str::to_owned);
    let pack: Vec<&str> = pack.iter().map(String::as_str).collect();
    fails(&pack, &["archive.json", "cannot read"]);
    let manifest = |file: &str| {
        let entry = format!(r#"{{"file": "{file}", "name": "x", "type": 1}}"#);
        format!(r#"{{"kind": "nres", "entries": [{entry}]}}"#)
    };
    for file in ["../secret", "/etc/hostname", "archive.json"] {
        fs::write(folder.join("archive.json"), manifest(file)).expect("a file");
        fails(&pack, &["archive.json", file]);
    }
    fs::write(folder.join("archive.json"), manifest("gone")).expect("a file");
    fails(&pack, &["gone"]);
    fs::write(folder.join("archive.json"), b"{}").expect("a file");
    fails(&pack, &["archive.json", "no manifest"]);
    assert!(!work.join("a.rlb").exists());
}

#[test]
fn a_manifest_may_begin_with_a_byte_order_mark() {
    let work = empty("mark");
    let (archive, folder, again) = (work.join("a.rlb"), work.join("f"), work.join("b.rlb"));
    let bytes = nres(&[("one", b"1")]);
    fs::write(&archive, &bytes).expect("a file");
    succeeds(&["extract", text(&archive), "-o", text(&folder)]);
    let manifest = folder.join("archive.json");
    let marked = [&b"\xEF\xBB\xBF"[..], &fs::read(&manifest).expect("a file")].concat();
    fs::write(&manifest, marked).expect("a file");
    succeeds(&["pack", text(&folder), "-o", text(&again)]);
    assert!(fs::read(&again).expect("the archive") == bytes);
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_out_of_the_folder_is_not_packed() {
    let work = empty("packed-link");
    let (archive, folder) = (work.join("a.rlb"), work.join("f"));
    fs::write(&archive, nres(&[("one", b"1"), ("two", b"2")])).expect("a file");
    fs::write(work.join("secret"), b"secret").expect("a file");
    succeeds(&["extract", text(&archive), "-o", text(&folder)]);
    let link = |to: &str| {
        fs::remove_file(folder.join("two")).expect("a file");
        std::os::unix::fs::symlink(to, folder.join("two")).expect("a link");
    };
    let again = work.join("again.rlb");
    let pack = ["pack", text(&folder), "-o", text(&again)];
    link("../secret");
    fails(&pack, &["two leads out of the folder"]);
    assert!(!again.exists());
    link("one");
    succeeds(&pack);
}

#[test]
fn what_is_no_archive_is_said_in_one_line() {
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/texture-01/t.texm");
    fails(&["list", text(&case)], &["t.texm is no archive"]);
    let folder = common::output("no-archive");
    fails(
        &["extract", text(&case), "-o", text(&folder)],
        &["t.texm is no archive"],
    );
}
