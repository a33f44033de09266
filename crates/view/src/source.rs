//! What PATH on the command line names: a file, or a member of an archive.

use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};
use msh_format::nres::{Directory, Entry};
use msh_format::{Warnings, text};

/// The bytes of a file or archive member.
#[derive(Debug)]
pub(crate) struct Source {
    /// The file, or `archive::member`, for messages.
    pub(crate) name: String,
    /// Its contents.
    pub(crate) bytes: Vec<u8>,
    /// The directory record of an archive member: its type says what the bytes are.
    pub(crate) entry: Option<Entry>,
}

impl Source {
    /// Reads the file or archive member that `path` names.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let (file, member) = split_member(path);
        let file = find(&file)?;
        let bytes = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let name = file.display().to_string();
        match member {
            None => Ok(Self {
                name,
                bytes,
                entry: None,
            }),
            Some(member) => Self::member(&name, &bytes, &member),
        }
    }

    fn member(archive: &str, bytes: &[u8], member: &str) -> Result<Self> {
        let mut warnings = Warnings::new();
        let directory = Directory::parse(bytes, &mut warnings).map_err(|e| e.in_file(archive))?;
        let folded = text::fold(&text::encode(member)?);
        let found = directory
            .entries()
            .iter()
            .position(|e| text::fold(e.name.as_bytes()) == folded);
        let Some(index) = found else {
            bail!("{archive} has no member {member}; `msh-view inspect {archive}` lists them");
        };
        let range = directory
            .payload_range(index)
            .map_err(|e| e.in_file(archive))?;
        Ok(Self {
            name: format!("{archive}::{member}"),
            bytes: bytes.get(range).unwrap_or_default().to_vec(),
            entry: directory.entries().get(index).cloned(),
        })
    }
}

/// Splits `archive::member`.
fn split_member(path: &Path) -> (PathBuf, Option<String>) {
    match path.to_str().and_then(|text| text.split_once("::")) {
        Some((file, member)) => (file.into(), Some(member.into())),
        None => (path.into(), None),
    }
}

/// The existing path that `path` means: itself, or the one that differs only in case or in the
/// kind of its slashes.
///
/// # Errors
/// Nothing has this name; the error says how far the path leads.
pub(crate) fn find(path: &Path) -> Result<PathBuf> {
    if path.exists() {
        return Ok(path.into());
    }
    let slashes = PathBuf::from(path.to_string_lossy().replace('\\', "/"));
    let mut found = PathBuf::new();
    for part in slashes.components() {
        let Component::Normal(name) = part else {
            found.push(part);
            continue;
        };
        let folder = if found.as_os_str().is_empty() {
            Path::new(".")
        } else {
            &found
        };
        match entry_named(folder, name) {
            Some(entry) => found.push(entry),
            None => bail!(
                "{}: no such file or folder: {} has no {}",
                path.display(),
                folder.display(),
                name.display()
            ),
        }
    }
    Ok(found)
}

/// The entry of a folder with this name, or else the first one that differs only in the case of
/// ASCII letters.
fn entry_named(folder: &Path, name: &OsStr) -> Option<PathBuf> {
    if folder.join(name).exists() {
        return Some(name.into());
    }
    let entries = fs::read_dir(folder).ok()?;
    entries
        .flatten()
        .map(|e| e.file_name())
        .filter(|n| n.eq_ignore_ascii_case(name))
        .min()
        .map(PathBuf::from)
}
