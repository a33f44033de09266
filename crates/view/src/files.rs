//! Writing files without harm to those that are there.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// Fails if something of this name is there and may not be overwritten.
///
/// # Errors
/// It is there, and `force` is not set.
pub(crate) fn check_free(path: &Path, force: bool) -> Result<()> {
    if !force && path.symlink_metadata().is_ok() {
        bail!("{} exists; --force overwrites it", path.display());
    }
    Ok(())
}

/// Writes a new file, or with `force` one in place of another. A link is replaced, never followed,
/// and a file that cannot be written leaves the old one as it was.
///
/// # Errors
/// The file exists and `force` is not set, or it cannot be written.
pub(crate) fn write(path: &Path, bytes: &[u8], force: bool) -> Result<()> {
    check_free(path, force)?;
    let written = if force {
        replace(path, bytes)
    } else {
        create(path, bytes)
    };
    written.with_context(|| format!("cannot write {}", path.display()))
}

fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(bytes).inspect_err(|_| {
        // The first error is the one to tell.
        fs::remove_file(path).unwrap_or_default();
    })
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = OsString::from(path);
    name.push(".part");
    let part = PathBuf::from(name);
    match fs::remove_file(&part) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
        _ => {}
    }
    create(&part, bytes)?;
    fs::rename(&part, path).inspect_err(|_| {
        // The first error is the one to tell.
        fs::remove_file(&part).unwrap_or_default();
    })
}
