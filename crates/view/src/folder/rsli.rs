//! RsLi archives as a folder.

use msh_format::rsli::{self, Codec, Header, Layout, METHOD_MASK, Member, Method, Mode, Rsli};
use msh_format::{Error, Result, Warnings};
use serde::{Deserialize, Serialize};

use super::hex::Hex;
use super::nres::no_file;
use super::{Kind, Span, spans, text};

const RECORD_SIZE: usize = 32;

/// The manifest of an RsLi archive.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    kind: Kind,
    #[serde(default)]
    seed: u32,
    entries: Vec<Entry>,
    /// How everything was stored; `archive.rest` holds all bytes after the table.
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
    /// The method and other bits.
    flags: u16,
    #[serde(default, skip_serializing_if = "Hex::is_zero")]
    unk_0c: Hex,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stored: Option<Place>,
}

/// The numbers of an entry that follow from the rest when it is packed anew.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    /// Only of a search table that is not the one of the names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sort_to_original: Option<u16>,
    unpacked_size: u32,
    offset: u32,
    packed_size: u32,
}

/// The rest of the header, and what belongs to no member.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    count: usize,
    count_again: i16,
    unk_08: Hex,
    presorted: u16,
    total_unpacked: u32,
    unk_18: Hex,
    gaps: Vec<Span>,
}

impl Manifest {
    /// The manifest and the bytes after the table.
    pub(super) fn of(
        archive: &Rsli<'_>,
        bytes: &[u8],
        wanted: &[usize],
        files: Vec<Option<String>>,
    ) -> (Self, Vec<u8>) {
        let all = archive.entries();
        let is_whole = wanted.len() == all.len();
        let entries = wanted.iter().zip(files);
        let mut entries: Vec<Entry> = entries
            .map(|(index, file)| Entry::of(&all[*index], file))
            .collect();
        if is_whole {
            let table = rsli::search_table(all.iter().map(|e| &e.name));
            let is_sorted = all.iter().map(|e| e.sort_to_original).eq(table);
            for (entry, stored) in entries.iter_mut().zip(all) {
                entry.stored = Some(Place {
                    sort_to_original: (!is_sorted).then_some(stored.sort_to_original),
                    unpacked_size: stored.unpacked_size,
                    offset: stored.offset,
                    packed_size: stored.packed_size,
                });
            }
        }
        let body_start = RECORD_SIZE * (1 + all.len());
        let manifest = Self {
            kind: Kind::Rsli,
            seed: archive.header().seed,
            entries,
            stored: is_whole.then(|| Stored::of(archive)),
        };
        let rest = if is_whole { &bytes[body_start..] } else { &[] };
        (manifest, rest.to_vec())
    }

    pub(super) fn files(&self) -> impl Iterator<Item = Option<&str>> {
        self.entries.iter().map(|e| e.file.as_deref())
    }

    pub(super) fn has_rest(&self) -> bool {
        self.stored.is_some()
    }

    /// The archive.
    pub(super) fn pack(
        &self,
        members: &[Option<Vec<u8>>],
        rest: &[u8],
        warnings: &mut Warnings,
    ) -> Result<Vec<u8>> {
        let image = self.as_stored(rest)?;
        let old = match &image {
            Some(image) => Rsli::parse(image, Mode::Compatible, &mut Warnings::new()).ok(),
            None => None,
        };
        let is_old = |index: usize| {
            let old = old.as_ref()?.member(index, &mut Warnings::new()).ok();
            Some(old == members[index])
        };
        let unchanged: Vec<bool> = (0..members.len())
            .map(|i| is_old(i) == Some(true))
            .collect();
        if let Some(image) = &image
            && old.is_some()
            && unchanged.iter().all(|same| *same)
        {
            // What a reader will say of names and flags that were edited.
            Rsli::parse(image, Mode::Compatible, warnings)?;
            return Ok(image.clone());
        }
        let mut builder = rsli::RsliBuilder::new(self.seed);
        for (index, (entry, member)) in self.entries.iter().zip(members).enumerate() {
            let data = member.as_ref().ok_or_else(|| no_file(&entry.name))?;
            let old = old.as_ref().filter(|_| unchanged[index]);
            let member = entry
                .member(index, data, old, warnings)
                .map_err(|e| e.in_entry(entry.name.as_str()))?;
            builder.add(member);
        }
        let mut layout = builder.layout()?;
        if let Some(stored) = &self.stored {
            warnings.note("the archive has changed, so members get new places");
            stored.carry_over(&mut layout, rest)?;
        }
        let image = layout.to_bytes()?;
        Rsli::parse(&image, Mode::Compatible, warnings)?;
        Ok(image)
    }

    /// The archive as it was, `None` if nothing is known of that or entries came or went.
    fn as_stored(&self, rest: &[u8]) -> Result<Option<Vec<u8>>> {
        let Some(stored) = self
            .stored
            .as_ref()
            .filter(|s| s.count == self.entries.len())
        else {
            return Ok(None);
        };
        let mut entries = Vec::with_capacity(stored.count.min(self.entries.len()));
        for entry in &self.entries {
            let Some(place) = &entry.stored else {
                return Ok(None);
            };
            entries.push(rsli::Entry {
                name: text::join(&entry.name, &entry.name_tail)?,
                unk_0c: entry.unk_0c.array("unk_0c")?,
                flags: entry.flags,
                sort_to_original: 0,
                unpacked_size: place.unpacked_size,
                offset: place.offset,
                packed_size: place.packed_size,
            });
        }
        let table = rsli::search_table(entries.iter().map(|e| &e.name));
        for ((entry, own), number) in entries.iter_mut().zip(&self.entries).zip(table) {
            let stored = own.stored.as_ref().and_then(|place| place.sort_to_original);
            entry.sort_to_original = stored.unwrap_or(number);
        }
        let layout = Layout {
            header: stored.header(self.seed)?,
            entries,
            body: rest.to_vec(),
        };
        layout.to_bytes().map(Some)
    }
}

impl Entry {
    fn of(entry: &rsli::Entry, file: Option<String>) -> Self {
        let (name, name_tail) = text::split(&entry.name);
        Self {
            file,
            name,
            name_tail,
            flags: entry.flags,
            unk_0c: Hex(entry.unk_0c.to_vec()),
            stored: None,
        }
    }

    /// The member, packed as it was in `old` or else anew.
    fn member(
        &self,
        index: usize,
        data: &[u8],
        old: Option<&Rsli<'_>>,
        warnings: &mut Warnings,
    ) -> Result<Member> {
        let flags = self.flags;
        let mut method = Method::from_flags(flags)
            .ok_or_else(|| Error::unsupported(format!("storage method of flags {flags:#06x}")))?;
        let packed = match old.and_then(|old| Some((old, old.key(index)?))) {
            Some((old, key)) => {
                let packed = old.packed(index, &mut Warnings::new())?;
                method.apply_xor(key, packed)
            }
            None => {
                if method.codec() == Codec::Huffman {
                    warnings.note(format!(
                        "{}: adaptive Huffman is read only; packed with LZSS",
                        self.name
                    ));
                    method = if method.has_xor() {
                        Method::LzssXor
                    } else {
                        Method::Lzss
                    };
                }
                method.codec().pack(data)?
            }
        };
        Ok(Member {
            name: text::join(&self.name, &self.name_tail)?,
            unk_0c: self.unk_0c.array("unk_0c")?,
            flags: flags & !METHOD_MASK | method.number(),
            unpacked_size: msh_format::len_u32(data.len(), "bytes")?,
            packed,
        })
    }
}

impl Stored {
    fn of(archive: &Rsli<'_>) -> Self {
        let header = archive.header();
        Self {
            count: archive.entries().len(),
            count_again: header.count_again,
            unk_08: Hex(header.unk_08.to_vec()),
            presorted: header.presorted,
            total_unpacked: header.total_unpacked,
            unk_18: Hex(header.unk_18.to_vec()),
            gaps: spans(&archive.gaps()),
        }
    }

    fn header(&self, seed: u32) -> Result<Header> {
        Ok(Header {
            count_again: self.count_again,
            unk_08: self.unk_08.array("unk_08")?,
            presorted: self.presorted,
            total_unpacked: self.total_unpacked,
            seed,
            unk_18: self.unk_18.array("unk_18")?,
        })
    }

    /// Keeps header words and the bytes of no member; these now follow the last one, so that a
    /// trailer stays one.
    fn carry_over(&self, layout: &mut Layout, rest: &[u8]) -> Result<()> {
        let old = self.header(0)?;
        layout.header.unk_08 = old.unk_08;
        layout.header.unk_18 = old.unk_18;
        layout.header.presorted = old.presorted;
        let body_start = RECORD_SIZE.saturating_mul(self.count.saturating_add(1));
        for [start, length] in &self.gaps {
            let from = start.checked_sub(body_start);
            let bytes = from.and_then(|from| rest.get(from..from.checked_add(*length)?));
            let bytes = bytes.ok_or_else(|| Error::truncated("archive.rest ends before a gap"))?;
            layout.body.extend_from_slice(bytes);
        }
        Ok(())
    }
}
