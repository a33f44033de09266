//! Writes the demo game root, or checks that the committed one is up to date.
//!
//! `cargo run -p msh-demo -- assets/demo` writes, `-- --check assets/demo` compares, and `-- --scale
//! FOLDER` writes a root of the game's size for measuring.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use msh_demo::root::{Files, build};
use msh_demo::scale::scale;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        [folder] if !folder.starts_with('-') => {
            build().and_then(|files| write(Path::new(folder), &files))
        }
        ["--scale", folder] => {
            let files = build().and_then(|demo| scale(&demo));
            files.and_then(|files| write(Path::new(folder), &files))
        }
        ["--check", folder] => check(Path::new(folder)),
        _ => Err(anyhow::anyhow!("usage: msh-demo [--check|--scale] FOLDER")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("msh-demo: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn write(folder: &Path, files: &Files) -> Result<()> {
    for (path, bytes) in files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(&path, bytes).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

fn check(folder: &Path) -> Result<()> {
    let files = build()?;
    for (path, bytes) in &files {
        let path = folder.join(path);
        let stored = std::fs::read(&path).with_context(|| path.display().to_string())?;
        if stored != *bytes {
            bail!("{} is not what the recipes make", path.display());
        }
    }
    if let Some(path) = surplus(folder, folder, &files)? {
        bail!("{path} is made by no recipe");
    }
    Ok(())
}

/// A file below `folder` that is not among `files`.
fn surplus(root: &Path, folder: &Path, files: &Files) -> Result<Option<String>> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if let Some(found) = surplus(root, &path, files)? {
                return Ok(Some(found));
            }
            continue;
        }
        let below = path
            .strip_prefix(root)?
            .to_string_lossy()
            .replace('\\', "/");
        if !files.contains_key(&below) {
            return Ok(Some(below));
        }
    }
    Ok(None)
}
