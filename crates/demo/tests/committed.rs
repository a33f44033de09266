//! The committed game root is what the recipes make.

use std::path::{Path, PathBuf};

use msh_demo::root::build;

fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/demo")
}

/// The committed files are an earlier build, so this also shows that builds repeat.
#[test]
fn the_recipes_make_the_committed_files() {
    for (path, bytes) in build().unwrap() {
        let stored = std::fs::read(committed().join(&path)).unwrap_or_default();
        assert!(stored == bytes, "{path}: run ./dev demo");
    }
}
