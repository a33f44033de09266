//! Writing files without harm to those that are there.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use anyhow::{Context, Result, bail};

/// Fails if something of this name is there and may not be overwritten.
///
/// # Errors
/// It is there, and `force` is not set; or it is, or links to, a folder, a device or a pipe.
pub(crate) fn check_free(path: &Path, force: bool) -> Result<()> {
    if path.metadata().is_ok_and(|there| !there.is_file()) {
        bail!("{} exists and is no file", path.display());
    }
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
    let part = create_beside(path, bytes)?;
    fs::rename(&part, path).inspect_err(|_| {
        // The first error is the one to tell.
        fs::remove_file(&part).unwrap_or_default();
    })
}

/// Writes a new file into the folder of `path`, under a name that nothing there has.
fn create_beside(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let mut number = 0;
    loop {
        let name = format!(".msh-view-{}-{number}.part", process::id());
        let part = path.with_file_name(name);
        match create(&part, bytes) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => number += 1,
            written => return written.map(|()| part),
        }
    }
}
