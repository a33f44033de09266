//! The NRes container: archives (`*.rlb`, `*.lib`), models (`*.msh`) and terrain.
//!
//! Spec: `01-containers.md` 3. Reading borrows the bytes; [`NresBuilder`] writes the canonical
//! form; [`Layout`] keeps what a lossless rewrite needs beside the members.

use crate::error::{Error, Place, Result, Warnings};
use crate::reader::{Reader, WriteLe, len_u32};
use crate::text::{FixedStr, fold};

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
    fn parse(reader: &mut Reader<'_>) -> Result<Self> {
        let kind = EntryType(reader.u32()?);
        let [attr1, attr2, size, attr3] = reader.u32s()?;
        let name = FixedStr(reader.array()?);
        let [offset, sort_index] = reader.u32s()?;
        Ok(Self {
            kind,
            attr: [attr1, attr2, attr3],
            size,
            name,
            offset,
            sort_index,
        })
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
    /// Header, version, size word or directory position wrong; a name without NUL or empty; a
    /// count or size over the limits of `01-containers.md` 3.9. A payload range outside the
    /// payload region is an error of that entry only and reported by [`Nres::payload`].
    pub fn parse(data: &[u8], warnings: &mut Warnings) -> Result<Self> {
        let (count, directory_offset) = parse_header(data)?;
        let mut reader = Reader::new(&data[directory_offset..]);
        let mut entries = Vec::with_capacity(count);
        for index in 0..count {
            let entry = Entry::parse(&mut reader)?;
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
            if check_range(&entry, directory_offset).is_err() {
                warn(
                    warnings,
                    index,
                    offset,
                    "the payload lies outside the payload region",
                );
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
    pub fn payload_range(&self, index: usize) -> Result<std::ops::Range<usize>> {
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

    fn check_order(&self, warnings: &mut Warnings) {
        let mut seen = vec![false; self.entries.len()];
        let mut previous: Option<Vec<u8>> = None;
        for (index, entry) in self.entries.iter().enumerate() {
            let target = entry.sort_index as usize;
            if seen.get(target) != Some(&false) {
                let message = format!(
                    "sort index {target} makes no permutation; names are searched in order"
                );
                return warn(warnings, index, self.entry_offset(index), &message);
            }
            seen[target] = true;
            let name = fold(self.entries[target].name.as_bytes());
            if previous.as_ref().is_some_and(|p| *p > name) {
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
        let mut ranges: Vec<_> = (0..self.entries.len())
            .filter_map(|i| Some((self.payload_range(i).ok()?, i)))
            .filter(|(range, _)| !range.is_empty())
            .collect();
        ranges.sort_by_key(|(range, index)| (range.start, *index));
        for pair in ranges.windows(2) {
            let ((first, _), (second, index)) = (&pair[0], &pair[1]);
            if second.start < first.end {
                warn(
                    warnings,
                    *index,
                    self.entry_offset(*index),
                    "the payload overlaps another one",
                );
            }
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

fn check_range(entry: &Entry, directory_offset: usize) -> Result<std::ops::Range<usize>> {
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
    /// A payload outside the payload region.
    pub fn layout(&self) -> Result<Layout> {
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

/// An owned image for a lossless rewrite: directory as stored, payloads, and the whole payload
/// region with padding and ranges that no entry names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layout {
    /// Directory records, stored values.
    pub entries: Vec<Entry>,
    /// One payload per entry; must keep its size.
    pub payloads: Vec<Vec<u8>>,
    /// Bytes between header and directory.
    pub region: Vec<u8>,
}

impl Layout {
    /// Writes the image with every member at its stored offset.
    ///
    /// # Errors
    /// `BadValue` if a payload no longer has the size or place its entry says.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let directory_offset = HEADER_SIZE + self.region.len();
        let total = directory_offset + ENTRY_SIZE * self.entries.len();
        let mut out = Vec::with_capacity(total);
        write_header(&mut out, self.entries.len(), total)?;
        out.put(&self.region);
        for (index, (entry, payload)) in self.entries.iter().zip(&self.payloads).enumerate() {
            let range = check_range(entry, directory_offset).map_err(|e| e.in_record(index))?;
            if range.len() != payload.len() {
                let rule = format!(
                    "payload has {} bytes, its entry says {}",
                    payload.len(),
                    entry.size
                );
                return Err(Error::bad_value(rule).in_record(index));
            }
            out[range].copy_from_slice(payload);
        }
        for entry in &self.entries {
            entry.write(&mut out);
        }
        Ok(out)
    }
}

fn write_header(out: &mut Vec<u8>, count: usize, total: usize) -> Result<()> {
    if count > MAX_ENTRIES || total > MAX_FILE {
        return Err(Error::limit(format!("{count} entries in {total} bytes")));
    }
    out.put(&MAGIC);
    out.put_u32s(&[
        VERSION,
        len_u32(count, "entries")?,
        len_u32(total, "bytes")?,
    ]);
    Ok(())
}

/// Writes the canonical form: members in order, each on a multiple of 8, zero padding, search
/// table by folded-down name (`01-containers.md` 3.6).
#[derive(Debug, Clone, Default)]
pub struct NresBuilder {
    members: Vec<(EntryType, [u32; 3], FixedStr<36>, Vec<u8>)>,
}

impl NresBuilder {
    /// A builder without members.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends a member.
    ///
    /// # Errors
    /// A name that is empty, longer than 35 bytes, or not CP1251.
    pub fn add(
        &mut self,
        kind: EntryType,
        attr: [u32; 3],
        name: &str,
        payload: Vec<u8>,
    ) -> Result<()> {
        let name = FixedStr::<36>::new(name)?;
        if name.is_empty() || !name.is_terminated() {
            return Err(Error::bad_value(format!(
                "entry name {name:?} must have 1 to 35 bytes"
            )));
        }
        self.members.push((kind, attr, name, payload));
        Ok(())
    }

    /// Appends a member with an already encoded name field.
    pub fn add_raw(
        &mut self,
        kind: EntryType,
        attr: [u32; 3],
        name: FixedStr<36>,
        payload: Vec<u8>,
    ) {
        self.members.push((kind, attr, name, payload));
    }

    /// The image.
    ///
    /// # Errors
    /// `Limit` if the image would be larger than the format allows.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let order = sorted_by_name(self.members.iter().map(|(_, _, name, _)| name));
        let region: usize = self
            .members
            .iter()
            .map(|(.., p)| p.len().next_multiple_of(8))
            .sum();
        let total = HEADER_SIZE + region + ENTRY_SIZE * self.members.len();
        let mut out = Vec::new();
        write_header(&mut out, self.members.len(), total)?;
        out.reserve_exact(total - HEADER_SIZE);
        let mut entries = Vec::with_capacity(self.members.len());
        for ((kind, attr, name, payload), sort_index) in self.members.iter().zip(order) {
            entries.push(Entry {
                kind: *kind,
                attr: *attr,
                size: len_u32(payload.len(), "payload bytes")?,
                name: *name,
                offset: len_u32(out.len(), "bytes")?,
                sort_index,
            });
            out.put(payload);
            out.resize(out.len().next_multiple_of(8), 0);
        }
        for entry in &entries {
            entry.write(&mut out);
        }
        Ok(out)
    }
}

/// The list `P` of `01-containers.md` 3.5: entry numbers by folded-down name, stable.
fn sorted_by_name<'n>(names: impl Iterator<Item = &'n FixedStr<36>>) -> Vec<u32> {
    let mut keyed: Vec<(Vec<u8>, u32)> = names.map(|n| fold(n.as_bytes())).zip(0..).collect();
    keyed.sort_by(|a, b| a.0.cmp(&b.0));
    keyed.into_iter().map(|(_, index)| index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The worked example of `01-containers.md` 3.10.
    fn worked_example() -> Vec<u8> {
        let mut builder = NresBuilder::new();
        builder
            .add(
                EntryType::tag(*b"WEAR"),
                [0, 0, 1],
                "c.wea",
                b"1\n0 X\n".to_vec(),
            )
            .unwrap();
        builder
            .add(
                EntryType::tag(*b"MAT0"),
                [2, 6, 0],
                "A_1",
                vec![0x11, 0x22, 0x33],
            )
            .unwrap();
        builder
            .add(
                EntryType::tag(*b"Texm"),
                [0, 0, 0],
                "ab.0",
                b"TEXMTEXM".to_vec(),
            )
            .unwrap();
        builder.to_bytes().unwrap()
    }

    #[test]
    fn the_canonical_writer_gives_the_worked_example() {
        let bytes = worked_example();
        assert_eq!(bytes.len(), 232);
        assert_eq!(
            bytes[..16],
            *b"NRes\x00\x01\x00\x00\x03\x00\x00\x00\xE8\x00\x00\x00"
        );
        assert_eq!(bytes[0x10..0x18], *b"1\n0 X\n\0\0");
        assert_eq!(bytes[0x18..0x20], [0x11, 0x22, 0x33, 0, 0, 0, 0, 0]);
        let mut entry1 = b"MAT0\x02\0\0\0\x06\0\0\0\x03\0\0\0\0\0\0\0A_1".to_vec();
        entry1.resize(56, 0);
        entry1.extend([0x18, 0, 0, 0, 2, 0, 0, 0]);
        assert_eq!(bytes[0x68..0xA8], entry1[..]);
    }

    #[test]
    fn the_search_table_is_the_permutation_not_the_rank() {
        let bytes = worked_example();
        let mut warnings = Warnings::new();
        let nres = Nres::parse(&bytes, &mut warnings).unwrap();
        let table: Vec<u32> = nres.entries().iter().map(|e| e.sort_index).collect();
        assert_eq!(table, [1, 2, 0]);
        assert!(warnings.is_empty());
    }

    #[test]
    fn names_are_found_without_case() {
        let bytes = worked_example();
        let nres = Nres::parse(&bytes, &mut Warnings::new()).unwrap();
        assert_eq!(nres.directory().find(b"AB.0"), Some(2));
        assert_eq!(nres.directory().find(b"C.WEA"), Some(0));
        assert_eq!(nres.directory().find(b"missing"), None);
    }

    #[test]
    fn a_rewrite_keeps_gaps_and_wrong_sort_indices() {
        let mut bytes = worked_example();
        bytes[0x17] = 0xAA; // padding that is not zero
        let sort = 232 - 4;
        bytes[sort..].copy_from_slice(&7u32.to_le_bytes());
        let mut warnings = Warnings::new();
        let nres = Nres::parse(&bytes, &mut warnings).unwrap();
        assert!(!warnings.is_empty());
        assert_eq!(nres.layout().unwrap().to_bytes().unwrap(), bytes);
    }

    #[test]
    fn an_empty_archive_has_sixteen_bytes() {
        let bytes = NresBuilder::new().to_bytes().unwrap();
        assert_eq!(
            bytes,
            b"NRes\x00\x01\x00\x00\x00\x00\x00\x00\x10\x00\x00\x00"
        );
        assert_eq!(
            Nres::parse(&bytes, &mut Warnings::new())
                .unwrap()
                .entries()
                .len(),
            0
        );
    }

    #[test]
    fn a_wrong_size_word_is_refused_with_its_offset() {
        let mut bytes = worked_example();
        bytes.push(0);
        let error = Nres::parse(&bytes, &mut Warnings::new()).unwrap_err();
        assert_eq!(error.kind, crate::ErrorKind::BadValue);
        assert_eq!(error.place.offset, Some(12));
    }

    #[test]
    fn a_directory_larger_than_the_file_is_refused() {
        let bytes = b"NRes\x00\x01\x00\x00\xFF\xFF\xFF\x7F\x10\x00\x00\x00";
        assert!(Nres::parse(bytes, &mut Warnings::new()).is_err());
    }

    #[test]
    fn a_payload_outside_the_region_is_an_error_of_that_entry_only() {
        let mut bytes = worked_example();
        bytes[0x28 + 0x38] = 0xFF;
        let nres = Nres::parse(&bytes, &mut Warnings::new()).unwrap();
        assert!(nres.payload(0).is_err());
        assert_eq!(nres.payload(1).unwrap(), [0x11, 0x22, 0x33]);
    }
}
