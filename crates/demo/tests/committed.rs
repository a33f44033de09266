//! The committed game root is what the recipes make.

use std::path::{Path, PathBuf};

use msh_demo::root::build;

fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/demo")
}

#[test]
fn committed_files_are_what_the_recipes_make_every_time() {
    let files = build().unwrap();
    assert!(
        files == build().unwrap(),
        "building twice gives different bytes"
    );
    for (path, bytes) in files {
        let stored = std::fs::read(committed().join(&path)).unwrap_or_default();
        assert!(stored == bytes, "{path}: run ./dev demo");
    }
}
