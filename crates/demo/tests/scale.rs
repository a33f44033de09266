//! The demo multiplied to the size of the game is a sound root.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::Path;

use msh_demo::root::Files;
use msh_demo::scale::scale;
use msh_scene::check::{self, Options};
use msh_scene::root::{FileBytes, GameRoot};

#[test]
fn the_scaled_root_is_clean_and_has_the_numbers_of_the_game() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/demo");
    let mut demo = Files::new();
    read(&folder, "", &mut demo);
    let files = scale(&demo).unwrap().into_iter();
    let root = GameRoot::memory(files.map(|(path, b)| (path, FileBytes::Read(b.into()))));
    let options = Options {
        static_frame: None,
        progress: &|_| {},
    };
    let report = check::root(&root, options);
    assert!(report.problems.is_empty(), "{:#?}", report.problems);
    let totals = report.totals;
    assert_eq!((totals.missions, totals.maps), (29, 33));
    assert_eq!((totals.models, totals.materials), (435, 905));
    assert_eq!((totals.textures, totals.lightmaps), (393, 25));
}

fn read(folder: &Path, below: &str, files: &mut Files) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{below}{}", entry.file_name().to_str().unwrap());
        if entry.path().is_dir() {
            read(&entry.path(), &format!("{path}/"), files);
        } else {
            files.insert(path, fs::read(entry.path()).unwrap());
        }
    }
}
