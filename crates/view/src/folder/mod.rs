//! The folder form of an archive: a file for each member and a manifest, from which the archive
//! is put together again.
//!
//! `archive.json` holds what the member files do not: order, types, attributes, names. Where an
//! archive is not what our own writer makes, it also holds where everything stood, and
//! `archive.rest` the bytes that are in no member file.

mod hex;
mod names;
mod nres;
mod rsli;
mod text;

pub(crate) use names::is_plain;

use msh_format::Warnings;
use serde::{Deserialize, Serialize};

use crate::archive::Archive;

/// Name of the manifest.
pub(crate) const MANIFEST: &str = "archive.json";
/// Name of the file with the bytes that are in no member.
pub(crate) const REST: &str = "archive.rest";

/// What `archive.json` holds.
#[derive(Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Manifest {
    /// An NRes archive.
    Nres(nres::Manifest),
    /// An RsLi archive.
    Rsli(rsli::Manifest),
}

/// The first value of a manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Nres,
    Rsli,
}

/// The contents of a folder.
#[derive(Debug)]
pub(crate) struct Folder {
    /// The manifest.
    pub(crate) manifest: Manifest,
    /// Contents of the members in the order of the manifest; `None` for a member that cannot be
    /// read and has no file.
    pub(crate) members: Vec<Option<Vec<u8>>>,
    /// Contents of `archive.rest`, empty if the manifest does not need it.
    pub(crate) rest: Vec<u8>,
}

impl Folder {
    /// Takes an archive apart. `bytes` is what it was parsed from, `wanted` the numbers of the
    /// entries in file order. Of some entries alone it is an archive of its own: nothing is kept
    /// of where they stood. Also gives why members cannot be read.
    pub(crate) fn of(
        archive: &Archive<'_>,
        bytes: &[u8],
        wanted: &[usize],
        warnings: &mut Warnings,
    ) -> (Self, Vec<msh_format::Error>) {
        let mut errors = Vec::new();
        let members: Vec<Option<Vec<u8>>> = wanted
            .iter()
            .map(|index| match archive.member(*index, warnings) {
                Ok(member) => Some(member),
                Err(error) => {
                    errors.push(error);
                    None
                }
            })
            .collect();
        let all = archive.names();
        let mut files = names::FileNames::default();
        let files: Vec<Option<String>> = wanted
            .iter()
            .zip(&members)
            .map(|(index, member)| member.as_ref().map(|_| files.next(all[*index])))
            .collect();
        let (manifest, rest) = match archive {
            Archive::Nres(archive) => {
                let (manifest, rest) = nres::Manifest::of(archive, bytes, wanted, files, &members);
                (Manifest::Nres(manifest), rest)
            }
            Archive::Rsli(archive) => {
                let (manifest, rest) = rsli::Manifest::of(archive, bytes, wanted, files);
                (Manifest::Rsli(manifest), rest)
            }
        };
        let folder = Self {
            manifest,
            members,
            rest,
        };
        (folder, errors)
    }

    /// Puts the archive together: as it was if nothing changed, else in the canonical form.
    ///
    /// # Errors
    /// A name, type or size that no archive can have; a changed archive with a member that has no
    /// file.
    pub(crate) fn to_archive(&self, warnings: &mut Warnings) -> msh_format::Result<Vec<u8>> {
        match &self.manifest {
            Manifest::Nres(manifest) => manifest.pack(&self.members, &self.rest, warnings),
            Manifest::Rsli(manifest) => manifest.pack(&self.members, &self.rest, warnings),
        }
    }
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// It is none; the line and column say where.
    pub(crate) fn from_json(text: &[u8]) -> serde_json::Result<Self> {
        /// Serde's own tagged enums forget the lines.
        #[derive(Deserialize)]
        struct Head {
            kind: Kind,
        }
        let Head { kind } = serde_json::from_slice(text)?;
        Ok(match kind {
            Kind::Nres => Self::Nres(serde_json::from_slice(text)?),
            Kind::Rsli => Self::Rsli(serde_json::from_slice(text)?),
        })
    }

    /// The file of each member.
    pub(crate) fn files(&self) -> Vec<Option<&str>> {
        match self {
            Self::Nres(manifest) => manifest.files().collect(),
            Self::Rsli(manifest) => manifest.files().collect(),
        }
    }

    /// True if `archive.rest` is needed.
    pub(crate) fn has_rest(&self) -> bool {
        match self {
            Self::Nres(manifest) => manifest.has_rest(),
            Self::Rsli(manifest) => manifest.has_rest(),
        }
    }
}

/// A byte range in the manifest: start and length.
type Span = [usize; 2];

fn spans(ranges: &[std::ops::Range<usize>]) -> Vec<Span> {
    ranges.iter().map(|r| [r.start, r.len()]).collect()
}

#[cfg(test)]
mod tests;
