//! `pack`: a folder that `extract` wrote becomes an archive again.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use msh_format::Warnings;

use crate::args::PackArgs;
use crate::folder::{Folder, MANIFEST, Manifest, REST, is_plain};
use crate::source::find;
use crate::{files, output};

/// Writes the archive of a folder.
///
/// # Errors
/// There is no manifest or it is broken; a file it names is missing; no archive can hold what it
/// says; the archive exists already.
pub(crate) fn run(args: &PackArgs) -> Result<()> {
    files::check_free(&args.output, args.force)?;
    let from = find(&args.folder)?;
    let folder = read(&from)?;
    let name = from.display().to_string();
    let mut warnings = Warnings::new();
    let archive = folder
        .to_archive(&mut warnings)
        .map_err(|e| e.in_file(name.as_str()))?;
    output::warn_of(&name, &warnings);
    files::write(&args.output, &archive, args.force)?;
    output::print(&format!(
        "{} members, {} bytes in {}\n",
        folder.members.len(),
        archive.len(),
        args.output.display()
    ))
}

fn read(from: &Path) -> Result<Folder> {
    let path = from.join(MANIFEST);
    let text = fs::read(&path).with_context(|| {
        format!(
            "cannot read {}; `msh-view extract` writes it",
            path.display()
        )
    })?;
    // Some editors put a byte order mark in front.
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&text);
    let manifest = Manifest::from_json(text)
        .with_context(|| format!("{} is no manifest of an archive", path.display()))?;
    let members = manifest
        .files()
        .into_iter()
        .map(|file| file.map(|file| read_member(from, file)).transpose())
        .collect::<Result<_>>()?;
    let rest = if manifest.has_rest() {
        read_file(from, REST)?
    } else {
        Vec::new()
    };
    Ok(Folder {
        manifest,
        members,
        rest,
    })
}

fn read_member(from: &Path, file: &str) -> Result<Vec<u8>> {
    if !is_plain(file) {
        bail!(
            "{}: {file:?} is not the name of a file in this folder",
            from.join(MANIFEST).display()
        );
    }
    read_file(from, file)
}

/// Reads a file of the folder. A link may lead to another one in it, but not out of it: nobody
/// means to pack what a strange folder points to.
fn read_file(from: &Path, name: &str) -> Result<Vec<u8>> {
    let path = from.join(name);
    let cannot = || format!("cannot read {}", path.display());
    let real = fs::canonicalize(&path).with_context(cannot)?;
    if !real.starts_with(fs::canonicalize(from).with_context(cannot)?) {
        bail!("{} leads out of the folder", path.display());
    }
    if !real.is_file() {
        bail!("{} is no file", path.display());
    }
    fs::read(&real).with_context(cannot)
}
