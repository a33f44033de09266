//! NRes archives as a folder.

use msh_format::nres::{self, Directory, EntryType, Layout, Nres, NresBuilder};
use msh_format::{Error, Result, Warnings};
use serde::{Deserialize, Serialize};

use super::hex::Hex;
use super::{Kind, Span, spans, text};

/// Where the payload region starts.
const REGION_START: usize = 16;

/// The manifest of an NRes archive.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    kind: Kind,
    entries: Vec<Entry>,
    /// Where everything stood, unless that is where our writer puts it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stored: Option<Stored>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    file: Option<String>,
    name: String,
    #[serde(default, skip_serializing_if = "Hex::is_zero")]
    name_tail: Hex,
    r#type: TypeName,
    #[serde(default)]
    attr1: u32,
    #[serde(default)]
    attr2: u32,
    #[serde(default)]
    attr3: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stored: Option<Place>,
}

/// Four characters, or a number.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum TypeName {
    Number(u32),
    Tag(String),
}

/// Where a payload stood.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    offset: u32,
    size: u32,
    /// Only of a search table that is not the one of the names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sort_index: Option<u32>,
}

/// The payload region.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    region_size: usize,
    /// Ranges of the file that belong to no member; `archive.rest` holds their bytes.
    gaps: Vec<Span>,
}

impl Manifest {
    /// The manifest and the bytes that are in no member.
    pub(super) fn of(
        archive: &Nres<'_>,
        bytes: &[u8],
        wanted: &[usize],
        files: Vec<Option<String>>,
        members: &[Option<Vec<u8>>],
    ) -> (Self, Vec<u8>) {
        let all = archive.entries();
        let entries = wanted.iter().zip(files);
        let entries = entries
            .map(|(index, file)| Entry::of(&all[*index], file))
            .collect();
        let mut manifest = Self {
            kind: Kind::Nres,
            entries,
            stored: None,
        };
        let is_canonical = || {
            let again = manifest.canonical(members, &[]);
            again.is_ok_and(|again| again == bytes)
        };
        if wanted.len() < all.len() || is_canonical() {
            return (manifest, Vec::new());
        }
        let table = nres::search_table(all.iter().map(|e| &e.name));
        let is_sorted = all.iter().map(|e| e.sort_index).eq(table);
        for (entry, stored) in manifest.entries.iter_mut().zip(all) {
            entry.stored = Some(Place {
                offset: stored.offset,
                size: stored.size,
                sort_index: (!is_sorted).then_some(stored.sort_index),
            });
        }
        let gaps = archive.directory().gaps();
        let rest = gaps
            .iter()
            .flat_map(|gap| &bytes[gap.clone()])
            .copied()
            .collect();
        manifest.stored = Some(Stored {
            region_size: bytes.len() - REGION_START - 64 * all.len(),
            gaps: spans(&gaps),
        });
        (manifest, rest)
    }

    pub(super) fn files(&self) -> impl Iterator<Item = Option<&str>> {
        self.entries.iter().map(|e| e.file.as_deref())
    }

    pub(super) fn has_rest(&self) -> bool {
        self.stored.as_ref().is_some_and(|s| !s.gaps.is_empty())
    }

    /// The archive.
    pub(super) fn pack(
        &self,
        members: &[Option<Vec<u8>>],
        rest: &[u8],
        warnings: &mut Warnings,
    ) -> Result<Vec<u8>> {
        let image = match &self.stored {
            None => self.canonical(members, &[])?,
            Some(stored) => {
                let gaps = stored.gap_bytes(rest)?;
                match self.in_place(stored, &gaps, members)? {
                    Some(image) => image,
                    None => {
                        warnings.note("the archive has changed, so members get new places");
                        self.canonical(members, &gaps)?
                    }
                }
            }
        };
        // What a reader will say of names that were edited.
        Directory::parse(&image, warnings)?;
        Ok(image)
    }

    /// Everything where it stood, `None` if it no longer fits there.
    fn in_place(
        &self,
        stored: &Stored,
        gaps: &[(usize, &[u8])],
        members: &[Option<Vec<u8>>],
    ) -> Result<Option<Vec<u8>>> {
        let Some(mut entries) = self.stored_entries(members)? else {
            return Ok(None);
        };
        self.sort(&mut entries);
        let payloads: Vec<Vec<u8>> = members
            .iter()
            .map(|m| m.clone().unwrap_or_default())
            .collect();
        let known = payloads.iter().map(Vec::len).sum::<usize>()
            + gaps.iter().map(|(_, bytes)| bytes.len()).sum::<usize>();
        if stored.region_size > known {
            return Ok(None);
        }
        let mut region = vec![0; stored.region_size];
        for (start, bytes) in gaps {
            let from = start.checked_sub(REGION_START);
            match from.and_then(|from| region.get_mut(from..from.checked_add(bytes.len())?)) {
                Some(target) => target.copy_from_slice(bytes),
                None => return Ok(None),
            }
        }
        let layout = Layout {
            entries,
            payloads,
            region,
        };
        // Out of range now that entries were added or removed: that is a change.
        let Ok(image) = layout.to_bytes() else {
            return Ok(None);
        };
        let directory = Directory::parse(&image, &mut Warnings::new())?;
        let is_whole = spans(&directory.gaps()) == stored.gaps
            && layout.payloads.iter().enumerate().all(|(index, payload)| {
                let range = directory.payload_range(index);
                // Where members overlap, a change of one is a change of the other.
                range.map_or(payload.is_empty(), |range| image[range] == **payload)
            });
        Ok(is_whole.then_some(image))
    }

    /// The directory as stored, `None` if a member is new or of another size.
    fn stored_entries(&self, members: &[Option<Vec<u8>>]) -> Result<Option<Vec<nres::Entry>>> {
        let mut entries = Vec::with_capacity(members.len());
        for (entry, member) in self.entries.iter().zip(members) {
            let Some(place) = &entry.stored else {
                return Ok(None);
            };
            if member
                .as_ref()
                .is_some_and(|m| m.len() as u64 != u64::from(place.size))
            {
                return Ok(None);
            }
            entries.push(nres::Entry {
                kind: entry.kind()?,
                attr: [entry.attr1, entry.attr2, entry.attr3],
                size: place.size,
                name: text::join(&entry.name, &entry.name_tail)?,
                offset: place.offset,
                sort_index: 0,
            });
        }
        Ok(Some(entries))
    }

    /// Stored sort indices, or those of the names.
    fn sort(&self, entries: &mut [nres::Entry]) {
        let table = nres::search_table(entries.iter().map(|e| &e.name));
        for ((entry, own), sort_index) in entries.iter_mut().zip(&self.entries).zip(table) {
            let stored = own.stored.as_ref().and_then(|place| place.sort_index);
            entry.sort_index = stored.unwrap_or(sort_index);
        }
    }

    /// The members in order, after what nothing names.
    fn canonical(&self, members: &[Option<Vec<u8>>], gaps: &[(usize, &[u8])]) -> Result<Vec<u8>> {
        let mut builder = NresBuilder::new();
        for (start, bytes) in gaps {
            let is_padding = bytes.len() < 8
                && (start % 8 + bytes.len()).is_multiple_of(8)
                && bytes.iter().all(|b| *b == 0);
            if !is_padding {
                builder.keep_unindexed(bytes);
            }
        }
        for (entry, member) in self.entries.iter().zip(members) {
            let Some(member) = member else {
                return Err(no_file(&entry.name));
            };
            let attr = [entry.attr1, entry.attr2, entry.attr3];
            let name = text::join(&entry.name, &entry.name_tail)?;
            builder.add_raw(entry.kind()?, attr, name, member.clone());
        }
        builder.to_bytes()
    }
}

/// The error for a member that cannot be moved.
pub(super) fn no_file(name: &str) -> Error {
    let rule = "the archive has changed and this member has no file; give it one or take it out";
    Error::bad_value(rule).in_entry(name)
}

impl Entry {
    fn of(entry: &nres::Entry, file: Option<String>) -> Self {
        let (name, name_tail) = text::split(&entry.name);
        let [attr1, attr2, attr3] = entry.attr;
        let tag = entry.kind.as_tag();
        Self {
            file,
            name,
            name_tail,
            r#type: tag.map_or(TypeName::Number(entry.kind.0), TypeName::Tag),
            attr1,
            attr2,
            attr3,
            stored: None,
        }
    }

    fn kind(&self) -> Result<EntryType> {
        match &self.r#type {
            TypeName::Number(number) => Ok(EntryType(*number)),
            TypeName::Tag(tag) => {
                let kind = tag.as_bytes().try_into().ok().map(EntryType::tag);
                kind.filter(|kind| kind.as_tag().is_some()).ok_or_else(|| {
                    let rule =
                        format!("type {tag:?} is neither a number nor four ASCII characters");
                    Error::bad_value(rule).in_entry(self.name.as_str())
                })
            }
        }
    }
}

impl Stored {
    /// The gaps with their bytes out of `rest`.
    fn gap_bytes<'r>(&self, rest: &'r [u8]) -> Result<Vec<(usize, &'r [u8])>> {
        let mut left = rest;
        let mut gaps = Vec::with_capacity(self.gaps.len());
        for [start, length] in &self.gaps {
            let Some((bytes, after)) = left.split_at_checked(*length) else {
                return Err(Error::truncated("archive.rest is shorter than the gaps"));
            };
            gaps.push((*start, bytes));
            left = after;
        }
        if !left.is_empty() {
            let rule = format!("archive.rest has {} bytes after the last gap", left.len());
            return Err(Error::bad_value(rule));
        }
        Ok(gaps)
    }
}
