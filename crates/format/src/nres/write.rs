//! Writing containers: lossless rewrites and the canonical form.

use super::{
    ENTRY_SIZE, Entry, EntryType, HEADER_SIZE, MAGIC, MAX_ENTRIES, MAX_FILE, VERSION, check_range,
};
use crate::error::{Error, Result};
use crate::reader::{WriteLe, len_u32};
use crate::text::FixedStr;

/// An owned image for a lossless rewrite: directory as stored, payloads, and the whole payload
/// region with padding and ranges that no entry names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layout {
    /// Directory records, stored values.
    pub entries: Vec<Entry>,
    /// One payload per entry; must keep its size. Empty for an entry whose payload cannot be
    /// read, which is written as stored.
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
            let range = match check_range(entry, directory_offset) {
                Ok(range) => range,
                Err(_) if payload.is_empty() => continue,
                Err(error) => return Err(error.in_record(index)),
            };
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
    unindexed: Vec<u8>,
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

    /// Keeps bytes that belong to no member: they stand before the first one, filled up to a
    /// multiple of 8.
    pub fn keep_unindexed(&mut self, bytes: &[u8]) {
        self.unindexed.put(bytes);
        let size = self.unindexed.len().next_multiple_of(8);
        self.unindexed.resize(size, 0);
    }

    /// The image.
    ///
    /// # Errors
    /// `Limit` if the image would be larger than the format allows.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let order = search_table(self.members.iter().map(|(_, _, name, _)| name));
        let region: usize = self
            .members
            .iter()
            .map(|(.., p)| p.len().next_multiple_of(8))
            .sum();
        let total = HEADER_SIZE + self.unindexed.len() + region + ENTRY_SIZE * self.members.len();
        let mut out = Vec::new();
        write_header(&mut out, self.members.len(), total)?;
        out.reserve_exact(total - HEADER_SIZE);
        out.put(&self.unindexed);
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
pub fn search_table<'n>(names: impl Iterator<Item = &'n FixedStr<36>>) -> Vec<u32> {
    let mut keyed: Vec<_> = names.zip(0..).collect();
    keyed.sort_by(|a, b| a.0.cmp_folded(b.0));
    keyed.into_iter().map(|(_, index)| index).collect()
}
