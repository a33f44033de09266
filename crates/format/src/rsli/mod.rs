//! The RsLi archive: packed members behind a scrambled table (`gamefont.rlb`, `sprites.lib`).
//!
//! Spec: `01-containers.md` 4. Reading borrows the bytes; a member is unpacked when it is asked
//! for, into no more memory than its entry says and its packed bytes can give. [`Layout`] keeps
//! what a lossless rewrite needs, [`RsliBuilder`] writes a new archive.

mod deflate;
mod huffman;
mod lzss;
mod methods;
mod table;
mod window;
mod write;
mod xor;

pub use methods::{Codec, METHOD_MASK, Method};
pub use table::{Entry, Header, MAGIC, search_table};
pub use write::{Layout, Member, RsliBuilder};

use std::fmt;
use std::ops::Range;

use crate::error::{Error, Result, Warnings};
use crate::ranges::gaps_between;
use table::RECORD_SIZE;

/// How a file that breaks a rule is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Every broken rule is an error.
    Strict,
    /// What the game itself shrugs off is allowed; each [`Leniency`] is a warning.
    Compatible,
}

/// A broken rule that [`Mode::Compatible`] allows. Its name starts the warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leniency {
    /// The two entry counts differ: the first one counts.
    CountsDiffer,
    /// The search table of a presorted file is wrong: the names are sorted anew.
    SearchTableRebuilt,
    /// A stored member has more packed than unpacked bytes: the first ones count.
    StoredSizesDiffer,
    /// The last member of the shipped `sprites.lib` ends one byte after the file: that byte is
    /// not needed.
    DeflateEofPlusOne,
}

impl Leniency {
    /// Goes on with a warning, or ends with an error of the same words.
    fn allow(self, mode: Mode, warnings: &mut Warnings, rule: String) -> Result<()> {
        match mode {
            Mode::Strict => Err(Error::bad_value(rule)),
            Mode::Compatible => {
                warnings.note(format!("{self}: {rule}"));
                Ok(())
            }
        }
    }
}

impl fmt::Display for Leniency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CountsDiffer => "counts_differ",
            Self::SearchTableRebuilt => "search_table_rebuilt",
            Self::StoredSizesDiffer => "stored_sizes_differ",
            Self::DeflateEofPlusOne => "deflate_eof_plus_one",
        })
    }
}

/// The one member whose packed range may end a byte after the file.
const EOF_PLUS_ONE: &[u8] = b"INTERF8.TEX";
/// Six bytes at the end of a file: `AO` and a u32 that would be added to every offset.
const TRAILER_MAGIC: [u8; 2] = *b"AO";
const TRAILER_SIZE: usize = 6;

/// A parsed file that borrows its bytes.
#[derive(Debug, Clone)]
pub struct Rsli<'a> {
    data: &'a [u8],
    mode: Mode,
    header: Header,
    entries: Vec<Entry>,
    order: Vec<u16>,
}

impl<'a> Rsli<'a> {
    /// Parses header and table of `data`. An overlay trailer is reported and not applied, as the
    /// game does unless it is asked to.
    ///
    /// # Errors
    /// A wrong magic, reserved byte or version; a negative count; a table past the end; more than
    /// 256 MiB. In strict mode also counts that differ and a wrong search table. What is wrong
    /// with one member is an error of [`Rsli::member`].
    pub fn parse(data: &'a [u8], mode: Mode, warnings: &mut Warnings) -> Result<Self> {
        let (header, entries) = table::parse(data, mode, warnings)?;
        let order = table::search_order(&header, &entries, mode, warnings)?;
        let file = Self {
            data,
            mode,
            header,
            entries,
            order,
        };
        if let Some(overlay) = file.overlay() {
            warnings.note(format!(
                "an overlay trailer asks for {overlay} to be added to every offset; it is ignored"
            ));
        }
        Ok(file)
    }

    /// The header.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The entries in file order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The first entry with this name, compared ASCII case-insensitively. The search table is not
    /// relied upon: a wrong one must not hide a member.
    #[must_use]
    pub fn find(&self, name: &[u8]) -> Option<usize> {
        self.entries.iter().position(|e| e.name.same_as(name))
    }

    /// Key of the XOR layer of entry `index`, `None` for an unknown index.
    #[must_use]
    pub fn key(&self, index: usize) -> Option<u16> {
        self.order.get(index).copied()
    }

    /// The number in an overlay trailer: six bytes at the end of the file that belong to no
    /// member.
    #[must_use]
    pub fn overlay(&self) -> Option<u32> {
        let start = self.data.len().checked_sub(TRAILER_SIZE)?;
        let is_free = |e: &Entry| u64::from(e.offset) + u64::from(e.packed_size) <= start as u64;
        if start < self.body_start() || !self.entries.iter().all(is_free) {
            return None;
        }
        let number = self.data[start..].strip_prefix(&TRAILER_MAGIC)?;
        let overlay = u32::from_le_bytes(number.try_into().ok()?);
        (u64::from(overlay) <= self.data.len() as u64).then_some(overlay)
    }

    /// The packed bytes of entry `index`.
    ///
    /// # Errors
    /// `OutOfRange` for an unknown index or bytes outside the file.
    pub fn packed(&self, index: usize, warnings: &mut Warnings) -> Result<&'a [u8]> {
        let entry = self.entry(index)?;
        let range = self
            .packed_range(entry, warnings)
            .map_err(|e| in_member(e, index, entry))?;
        Ok(&self.data[range])
    }

    /// The unpacked bytes of entry `index`.
    ///
    /// # Errors
    /// As [`Rsli::packed`] and [`Codec::unpack`]; `Unsupported` for an unknown method; in strict
    /// mode also a stored member of two sizes.
    pub fn member(&self, index: usize, warnings: &mut Warnings) -> Result<Vec<u8>> {
        let packed = self.packed(index, warnings)?;
        let entry = self.entry(index)?;
        self.unpack(entry, self.order[index], packed, warnings)
            .map_err(|e| in_member(e, index, entry))
    }

    /// Ranges after the table that belong to no entry, in order.
    #[must_use]
    pub fn gaps(&self) -> Vec<Range<usize>> {
        let length = self.data.len();
        // What reaches past the end reaches to it.
        let clamp = |place: u64| usize::try_from(place).unwrap_or(length).min(length);
        let used = self.entries.iter().map(|entry| {
            let start = u64::from(entry.offset);
            clamp(start)..clamp(start + u64::from(entry.packed_size))
        });
        gaps_between(self.body_start()..length, used.collect())
    }

    /// Everything a lossless rewrite needs.
    #[must_use]
    pub fn layout(&self) -> Layout {
        Layout {
            header: self.header.clone(),
            entries: self.entries.clone(),
            body: self.data[self.body_start()..].to_vec(),
        }
    }

    /// Where the table ends.
    fn body_start(&self) -> usize {
        RECORD_SIZE * (1 + self.entries.len())
    }

    fn entry(&self, index: usize) -> Result<&Entry> {
        let count = self.entries.len();
        let unknown = || Error::out_of_range(format!("entry {index} of {count}"));
        self.entries.get(index).ok_or_else(unknown)
    }

    fn packed_range(&self, entry: &Entry, warnings: &mut Warnings) -> Result<Range<usize>> {
        let length = self.data.len() as u64;
        let start = u64::from(entry.offset);
        let mut end = start + u64::from(entry.packed_size);
        let may_end_late = entry.name.as_bytes() == EOF_PLUS_ONE
            && entry.method() == Some(Method::Deflate)
            && entry.packed_size > 0;
        if end == length + 1 && may_end_late {
            let rule = "the packed bytes end one byte after the file".to_owned();
            Leniency::DeflateEofPlusOne.allow(self.mode, warnings, rule)?;
            end = length;
        }
        if start < self.body_start() as u64 || end > length {
            return Err(Error::out_of_range(format!(
                "packed bytes {start:#x}..{end:#x} are not inside {:#x}..{length:#x}",
                self.body_start()
            )));
        }
        // Both ends are at most the length of the data, a usize.
        Ok(start as usize..end as usize)
    }

    fn unpack(
        &self,
        entry: &Entry,
        key: u16,
        packed: &[u8],
        warnings: &mut Warnings,
    ) -> Result<Vec<u8>> {
        let flags = entry.flags;
        let method = entry
            .method()
            .ok_or_else(|| Error::unsupported(format!("storage method of flags {flags:#06x}")))?;
        let plain = method.apply_xor(key, packed);
        let (data, used) = method.codec().unpack(&plain, entry.unpacked_size)?;
        let left = packed.len() - used;
        if left > 0 {
            let rule = format!("{}: {left} packed bytes are left over", entry.name);
            match method.codec() {
                Codec::Stored => {
                    Leniency::StoredSizesDiffer.allow(self.mode, warnings, rule)?;
                }
                _ => warnings.note(rule),
            }
        }
        Ok(data)
    }
}

fn in_member(error: Error, index: usize, entry: &Entry) -> Error {
    error
        .in_stream("RsLi member")
        .in_record(index)
        .in_entry(entry.name.to_string())
}

#[cfg(test)]
mod tests;
