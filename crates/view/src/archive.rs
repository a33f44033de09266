//! An archive of either kind, NRes or RsLi.

use msh_format::nres::{self, Nres};
use msh_format::rsli::{self, Mode, Rsli};
use msh_format::{Result, Warnings};

/// A parsed archive that borrows its bytes.
#[derive(Debug)]
pub(crate) enum Archive<'a> {
    /// NRes.
    Nres(Nres<'a>),
    /// RsLi, read as the game reads it.
    Rsli(Rsli<'a>),
}

impl<'a> Archive<'a> {
    /// True if the first bytes are those of an archive.
    pub(crate) fn is_one(bytes: &[u8]) -> bool {
        bytes.starts_with(&nres::MAGIC) || bytes.starts_with(&rsli::MAGIC)
    }

    /// Parses an archive.
    ///
    /// # Errors
    /// As [`Nres::parse`] and [`Rsli::parse`].
    pub(crate) fn parse(bytes: &'a [u8], warnings: &mut Warnings) -> Result<Self> {
        if bytes.starts_with(&rsli::MAGIC) {
            Rsli::parse(bytes, Mode::Compatible, warnings).map(Self::Rsli)
        } else {
            Nres::parse(bytes, warnings).map(Self::Nres)
        }
    }

    /// The first entry with this name, compared ASCII case-insensitively.
    pub(crate) fn find(&self, name: &[u8]) -> Option<usize> {
        match self {
            Self::Nres(archive) => archive.directory().find(name),
            Self::Rsli(archive) => archive.find(name),
        }
    }

    /// The names of all entries, CP1251, in file order.
    pub(crate) fn names(&self) -> Vec<&[u8]> {
        match self {
            Self::Nres(archive) => archive
                .entries()
                .iter()
                .map(|e| e.name.as_bytes())
                .collect(),
            Self::Rsli(archive) => archive
                .entries()
                .iter()
                .map(|e| e.name.as_bytes())
                .collect(),
        }
    }

    /// The size of entry `index` as its record says.
    pub(crate) fn size(&self, index: usize) -> u32 {
        let size = match self {
            Self::Nres(archive) => archive.entries().get(index).map(|e| e.size),
            Self::Rsli(archive) => archive.entries().get(index).map(|e| e.unpacked_size),
        };
        size.unwrap_or(0)
    }

    /// The contents of entry `index`.
    ///
    /// # Errors
    /// As [`Nres::payload`] and [`Rsli::member`].
    pub(crate) fn member(&self, index: usize, warnings: &mut Warnings) -> Result<Vec<u8>> {
        match self {
            Self::Nres(archive) => archive.payload(index).map(<[u8]>::to_vec),
            Self::Rsli(archive) => archive.member(index, warnings),
        }
    }
}
