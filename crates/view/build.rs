//! Packs the demo game root into the program: a table of names and bytes.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let demo = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../assets/demo");
    println!("cargo::rerun-if-changed={}", demo.display());

    if !demo.is_dir() {
        println!(
            "cargo::error={} is missing; `./dev demo` builds it anew",
            demo.display()
        );
        return Ok(());
    }
    let mut files = Vec::new();
    collect(&demo.canonicalize()?, "", &mut files)?;

    let mut table = String::from("&[\n");
    for (name, path) in &files {
        let path = path.to_str().ok_or("the path of the demo is not UTF-8")?;
        writeln!(table, "    ({name:?}, include_bytes!({path:?})),")?;
    }
    table.push_str("]\n");
    fs::write(
        Path::new(&env::var("OUT_DIR")?).join("demo_files.rs"),
        table,
    )?;
    Ok(())
}

/// Adds every file below `folder` with its name relative to the root, `/` between the parts, in
/// the order of the names, so that the same folder always gives the same program.
fn collect(
    folder: &Path,
    prefix: &str,
    files: &mut Vec<(String, PathBuf)>,
) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        let name = name.to_str().ok_or("a name in the demo is not UTF-8")?;
        let full = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{full}/"), files)?;
        } else {
            files.push((full, entry.path()));
        }
    }
    Ok(())
}
