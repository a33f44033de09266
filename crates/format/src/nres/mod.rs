//! The NRes container: archives (`*.rlb`, `*.lib`), models (`*.msh`) and terrain.
//!
//! Spec: `01-containers.md` 3. Reading borrows the bytes; [`NresBuilder`] writes the canonical
//! form; [`Layout`] keeps what a lossless rewrite needs beside the members.

mod strict;
mod write;

pub use write::{Layout, NresBuilder, search_table};

use std::ops::Range;

use crate::error::{Error, Place, Result, Warnings};
use crate::ranges::gaps_between;
use crate::reader::{Reader, WriteLe};
use crate::text::FixedStr;

/// First four bytes of every NRes image.
pub const MAGIC: [u8; 4] = *b"NRes";
const VERSION: u32 = 0x100;
const HEADER_SIZE: usize = 16;
const ENTRY_SIZE: usize = 64;
const MAX_FILE: usize = 512 << 20;
const MAX_ENTRIES: usize = 65_536;
const MAX_PAYLOAD: u32 = 256 << 20;

/// Entry type: four ASCII characters in file order, or a small stream number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EntryType(pub u32);

impl EntryType {
    /// The type with these four characters.
    #[must_use]
    pub const fn tag(tag: [u8; 4]) -> Self {
        Self(u32::from_le_bytes(tag))
    }

    /// The four characters, if all are printable ASCII.
    #[must_use]
    pub fn as_tag(self) -> Option<String> {
        let bytes = self.0.to_le_bytes();
        let printable = bytes.iter().all(|b| (0x20..0x7F).contains(b));
        printable.then(|| bytes.iter().map(|b| char::from(*b)).collect())
    }
}

impl std::fmt::Display for EntryType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.as_tag() {
            Some(tag) => f.write_str(&tag),
            None => write!(f, "#{}", self.0),
        }
    }
}

/// One 64-byte directory record, as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What the payload is.
    pub kind: EntryType,
    /// The three attribute words; their meaning depends on the type (`01-containers.md` 3.3).
    pub attr: [u32; 3],
    /// Payload size in bytes.
    pub size: u32,
    /// Name with its raw tail.
    pub name: FixedStr<36>,
    /// Payload start from the first byte of this image.
    pub offset: u32,
    /// Element of the name-search permutation (`01-containers.md` 3.5).
    pub sort_index: u32,
}

impl Entry {
    fn parse(record: &[u8; ENTRY_SIZE]) -> Self {
        let (words, _) = record.as_chunks::<4>();
        let word = |index: usize| u32::from_le_bytes(words[index]);
        let mut name = FixedStr::default();
        name.0.copy_from_slice(&record[0x14..0x38]);
        Self {
            kind: EntryType(word(0)),
            attr: [word(1), word(2), word(4)],
            size: word(3),
            name,
            offset: word(14),
            sort_index: word(15),
        }
    }

    fn write(&self, out: &mut Vec<u8>) {
        let [attr1, attr2, attr3] = self.attr;
        out.put_u32s(&[self.kind.0, attr1, attr2, self.size, attr3]);
        out.put(&self.name.0);
        out.put_u32s(&[self.offset, self.sort_index]);
    }
}

/// A parsed image that borrows its bytes. The directory is validated; every payload range that
/// [`Nres::payload`] gives out lies inside the payload region.
#[derive(Debug, Clone)]
pub struct Nres<'a> {
    data: &'a [u8],
    directory: Directory,
}

/// The directory of an image, owned: what an archive cache keeps beside the bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directory {
    entries: Vec<Entry>,
    directory_offset: usize,
}

impl Directory {
    /// Parses and validates header and directory of `data`.
    ///
    /// # Errors
    /// Header, version, size word or directory position wrong; a count or size over the limits of
    /// `01-containers.md` 3.9. A payload range outside the payload region is an error of that entry
    /// only and reported by [`Nres::payload`].
    pub fn parse(data: &[u8], warnings: &mut Warnings) -> Result<Self> {
        let (count, directory_offset) = parse_header(data)?;
        // The directory is `count` records long and ends the file.
        let (records, _) = data[directory_offset..].as_chunks::<ENTRY_SIZE>();
        let mut entries = Vec::with_capacity(count);
        for (index, record) in records.iter().enumerate() {
            let entry = Entry::parse(record);
            let offset = directory_offset + index * ENTRY_SIZE;
            if !entry.name.is_terminated() {
                warn(
                    warnings,
                    index,
                    offset,
                    "the name has no NUL; all 36 bytes are taken",
                );
            }
            if entry.name.is_empty() {
                warn(warnings, index, offset, "the name is empty");
            }
            entries.push(entry);
        }
        let directory = Self {
            entries,
            directory_offset,
        };
        directory.check_order(warnings);
        directory.check_overlap(warnings);
        Ok(directory)
    }

    /// The directory records in file order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Byte range of the payload of entry `index`.
    ///
    /// # Errors
    /// `OutOfRange` for an unknown index or a payload outside the payload region, `Limit` for one
    /// above 256 MiB.
    pub fn payload_range(&self, index: usize) -> Result<Range<usize>> {
        let entry = self.entries.get(index).ok_or_else(|| {
            Error::out_of_range(format!("entry {index} of {}", self.entries.len()))
        })?;
        check_range(entry, self.directory_offset).map_err(|e| {
            e.in_stream("NRes directory")
                .in_record(index)
                .in_entry(entry.name.to_string())
        })
    }

    /// The first entry (in directory order) with this name, compared ASCII case-insensitively.
    /// The stored search table is not relied upon: a wrong one must not hide a member.
    #[must_use]
    pub fn find(&self, name: &[u8]) -> Option<usize> {
        self.entries.iter().position(|e| e.name.same_as(name))
    }

    /// The first entry of this type.
    #[must_use]
    pub fn find_type(&self, kind: EntryType) -> Option<usize> {
        self.entries.iter().position(|e| e.kind == kind)
    }

    /// Ranges of the payload region that belong to no entry, in order: padding, and bytes that
    /// nothing names.
    #[must_use]
    pub fn gaps(&self) -> Vec<Range<usize>> {
        let used = (0..self.entries.len()).filter_map(|index| self.payload_range(index).ok());
        gaps_between(HEADER_SIZE..self.directory_offset, used.collect())
    }

    fn check_order(&self, warnings: &mut Warnings) {
        let mut seen = vec![false; self.entries.len()];
        let mut previous: Option<&FixedStr<36>> = None;
        for (index, entry) in self.entries.iter().enumerate() {
            let target = entry.sort_index as usize;
            if seen.get(target) != Some(&false) {
                let message = format!(
                    "sort index {target} makes no permutation; names are searched in order"
                );
                return warn(warnings, index, self.entry_offset(index), &message);
            }
            seen[target] = true;
            let name = &self.entries[target].name;
            if previous.is_some_and(|previous| previous.cmp_folded(name).is_gt()) {
                return warn(
                    warnings,
                    index,
                    self.entry_offset(index),
                    "names do not ascend along the sort table",
                );
            }
            previous = Some(name);
        }
    }

    fn check_overlap(&self, warnings: &mut Warnings) {
        let ranges = self
            .entries
            .iter()
            .enumerate()
            .filter_map(|(index, entry)| {
                let range = check_range(entry, self.directory_offset).ok()?;
                (!range.is_empty()).then_some((range, index))
            });
        // Payloads mostly stand in the order of the directory, and then there is nothing to sort.
        let mut end = 0;
        let ascend = ranges.clone().all(|(range, _)| {
            let after = range.start >= end;
            end = range.end;
            after
        });
        if ascend {
            return;
        }
        let mut ranges: Vec<_> = ranges.collect();
        ranges.sort_by_key(|(range, index)| (range.start, *index));
        let mut end = 0;
        for (range, index) in ranges {
            if range.start < end {
                warn(
                    warnings,
                    index,
                    self.entry_offset(index),
                    "the payload overlaps another one",
                );
            }
            end = end.max(range.end);
        }
    }

    fn entry_offset(&self, index: usize) -> usize {
        self.directory_offset + index * ENTRY_SIZE
    }
}

fn warn(warnings: &mut Warnings, index: usize, offset: usize, message: &str) {
    let place = Place {
        stream: Some("NRes directory".into()),
        record: Some(index as u64),
        offset: Some(offset as u64),
        ..Place::default()
    };
    warnings.push(place, message);
}

fn parse_header(data: &[u8]) -> Result<(usize, usize)> {
    if data.len() > MAX_FILE {
        return Err(Error::limit(format!(
            "{} bytes, an NRes file has at most {MAX_FILE}",
            data.len()
        )));
    }
    let mut reader = Reader::new(data);
    let in_header = |e: Error| e.in_stream("NRes header");
    let magic: [u8; 4] = reader.array().map_err(in_header)?;
    if magic != MAGIC {
        return Err(in_header(
            Error::bad_magic("an NRes image starts with \"NRes\"").at(0),
        ));
    }
    let version = reader.u32().map_err(in_header)?;
    if version != VERSION {
        return Err(in_header(
            Error::bad_value(format!("version {version:#x}, not 0x100")).at(4),
        ));
    }
    let count = reader.i32().map_err(in_header)?;
    let total = reader.u32().map_err(in_header)?;
    if total as usize != data.len() {
        let rule = format!(
            "the size word says {total}, the image has {} bytes",
            data.len()
        );
        return Err(in_header(Error::bad_value(rule).at(12)));
    }
    let count = usize::try_from(count).map_err(|_| {
        in_header(Error::bad_value(format!("entry count {count} is negative")).at(8))
    })?;
    let directory_offset = count
        .checked_mul(ENTRY_SIZE)
        .and_then(|size| data.len().checked_sub(size))
        .filter(|offset| *offset >= HEADER_SIZE)
        .ok_or_else(|| {
            let rule = format!(
                "a directory of {count} entries does not fit in {} bytes",
                data.len()
            );
            in_header(Error::truncated(rule).at(8))
        })?;
    if count > MAX_ENTRIES {
        return Err(in_header(
            Error::limit(format!("{count} entries, at most {MAX_ENTRIES}")).at(8),
        ));
    }
    Ok((count, directory_offset))
}

fn check_range(entry: &Entry, directory_offset: usize) -> Result<Range<usize>> {
    let start = u64::from(entry.offset);
    let end = start + u64::from(entry.size);
    if start < HEADER_SIZE as u64 || end > directory_offset as u64 {
        return Err(Error::out_of_range(format!(
            "payload {start:#x}..{end:#x} is not inside the payload region {HEADER_SIZE:#x}..{directory_offset:#x}"
        )));
    }
    if entry.size > MAX_PAYLOAD {
        return Err(Error::limit(format!(
            "payload of {} bytes, at most {MAX_PAYLOAD}",
            entry.size
        )));
    }
    // Both ends are at most `directory_offset`, a usize.
    Ok(start as usize..end as usize)
}

impl<'a> Nres<'a> {
    /// Parses and validates `data`; see [`Directory::parse`].
    ///
    /// # Errors
    /// As [`Directory::parse`].
    pub fn parse(data: &'a [u8], warnings: &mut Warnings) -> Result<Self> {
        Ok(Self {
            data,
            directory: Directory::parse(data, warnings)?,
        })
    }

    /// The directory.
    #[must_use]
    pub fn directory(&self) -> &Directory {
        &self.directory
    }

    /// The directory records in file order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        self.directory.entries()
    }

    /// Payload of entry `index`.
    ///
    /// # Errors
    /// As [`Directory::payload_range`].
    pub fn payload(&self, index: usize) -> Result<&'a [u8]> {
        Ok(&self.data[self.directory.payload_range(index)?])
    }

    /// Everything a lossless rewrite needs.
    ///
    /// # Errors
    /// A payload outside the payload region; `Limit` for payloads that overlap so much that copies
    /// of them take more than twice the image.
    pub fn layout(&self) -> Result<Layout> {
        let sizes = self.entries().iter().map(|e| u64::from(e.size));
        let (total, image) = (sizes.sum::<u64>(), self.data.len() as u64);
        if total > 2 * image {
            let rule = format!("payloads of {total} bytes within {image} bytes: they overlap");
            return Err(Error::limit(rule).in_stream("NRes directory"));
        }
        let payloads = (0..self.entries().len())
            .map(|i| self.payload(i).map(<[u8]>::to_vec))
            .collect::<Result<_>>()?;
        Ok(Layout {
            entries: self.entries().to_vec(),
            payloads,
            region: self.data[HEADER_SIZE..self.directory.directory_offset].to_vec(),
        })
    }
}

#[cfg(test)]
mod tests;
