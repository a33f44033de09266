//! Header, entry table and its search order (`01-containers.md` 4.1, 4.2, 4.8).

use super::methods::Method;
use super::xor::KeyStream;
use super::{Leniency, Mode};
use crate::error::{Error, Place, Result, Warnings};
use crate::reader::{Reader, WriteLe};
use crate::record::Record;
use crate::text::FixedStr;

/// First two bytes of every file; a byte 0 and the version 1 follow.
pub const MAGIC: [u8; 2] = *b"NL";
/// Bytes of the header, and of an entry.
pub(super) const RECORD_SIZE: usize = 32;
pub(super) const MAX_FILE: usize = 256 << 20;
const VERSION: u8 = 1;
const HEADER: &str = "RsLi header";
const TABLE: &str = "RsLi table";

/// The header without magic, version and entry count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The entry count once more.
    pub count_again: i16,
    /// Zero in the shipped files.
    pub unk_08: [u8; 6],
    /// [`Header::PRESORTED`] if the entries hold a search table.
    pub presorted: u16,
    /// Sum of the unpacked sizes.
    pub total_unpacked: u32,
    /// The low 16 bits are the key of the table.
    pub seed: u32,
    /// Zero in the shipped files.
    pub unk_18: [u8; 8],
}

impl Header {
    /// Value of [`Header::presorted`] for a file with a search table.
    pub const PRESORTED: u16 = 0xABBA;

    /// The XOR stream of the table.
    pub(super) fn table_key(&self) -> KeyStream {
        KeyStream::new((self.seed & 0xFFFF) as u16)
    }

    pub(super) fn write(&self, count: i16, out: &mut Vec<u8>) {
        out.put(&MAGIC);
        out.put(&[0, VERSION]);
        out.put_i16(count);
        out.put_i16(self.count_again);
        out.put(&self.unk_08);
        out.put_u16(self.presorted);
        out.put_u32s(&[self.total_unpacked, self.seed]);
        out.put(&self.unk_18);
    }
}

/// One entry of the table, in clear.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Name, upper-case ASCII in the shipped files; may fill the field.
    pub name: FixedStr<12>,
    /// Skipped by the game.
    pub unk_0c: [u8; 4],
    /// The method and other bits, see [`Entry::method`].
    pub flags: u16,
    /// Element of the search permutation, and the key of the XOR layer, as stored; see
    /// [`super::Rsli::key`] for the value in effect.
    pub sort_to_original: u16,
    /// Size of the member.
    pub unpacked_size: u32,
    /// First packed byte, from the start of the file.
    pub offset: u32,
    /// Packed bytes.
    pub packed_size: u32,
}

impl Entry {
    /// How the member is stored, `None` if no such method is known.
    #[must_use]
    pub fn method(&self) -> Option<Method> {
        Method::from_flags(self.flags)
    }
}

impl Record for Entry {
    const SIZE: usize = RECORD_SIZE;

    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            name: FixedStr(reader.array()?),
            unk_0c: reader.array()?,
            flags: reader.u16()?,
            sort_to_original: reader.u16()?,
            unpacked_size: reader.u32()?,
            offset: reader.u32()?,
            packed_size: reader.u32()?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put(&self.name.0);
        out.put(&self.unk_0c);
        out.put_u16(self.flags);
        out.put_u16(self.sort_to_original);
        out.put_u32s(&[self.unpacked_size, self.offset, self.packed_size]);
    }
}

/// Header and entries of a file.
pub(super) fn parse(
    data: &[u8],
    mode: Mode,
    warnings: &mut Warnings,
) -> Result<(Header, Vec<Entry>)> {
    if data.len() > MAX_FILE {
        let rule = format!("{} bytes, an RsLi file has at most {MAX_FILE}", data.len());
        return Err(Error::limit(rule));
    }
    let mut reader = Reader::new(data);
    let (count, header) = parse_header(&mut reader).map_err(|e| e.in_stream(HEADER))?;
    if header.count_again != count {
        let rule = format!("the entry count is {count} and then {}", header.count_again);
        Leniency::CountsDiffer
            .allow(mode, warnings, rule)
            .map_err(|e| e.at(6).in_stream(HEADER))?;
    }
    let count = usize::try_from(count).map_err(|_| {
        let rule = format!("the entry count {count} is negative");
        Error::bad_value(rule).at(4).in_stream(HEADER)
    })?;
    let in_table = |e: Error| e.in_stream(TABLE);
    reader
        .check_count(count as u64, RECORD_SIZE, "entries")
        .map_err(in_table)?;
    let mut table = reader.bytes(count * RECORD_SIZE)?.to_vec();
    header.table_key().apply(&mut table);
    let entries = crate::record::read_table(&table).map_err(in_table)?;
    report(&header, &entries, warnings);
    Ok((header, entries))
}

/// The entry count and the rest of the header.
fn parse_header(reader: &mut Reader<'_>) -> Result<(i16, Header)> {
    if reader.remaining() < RECORD_SIZE {
        let rule = format!("{} bytes, the header has {RECORD_SIZE}", reader.remaining());
        return Err(Error::truncated(rule).at(0));
    }
    if reader.array()? != MAGIC {
        return Err(Error::bad_magic("an RsLi file starts with \"NL\"").at(0));
    }
    let [reserved, version] = reader.array()?;
    if reserved != 0 {
        return Err(Error::bad_value(format!("reserved byte {reserved}, not 0")).at(2));
    }
    if version != VERSION {
        return Err(Error::bad_value(format!("version {version}, not {VERSION}")).at(3));
    }
    let count = reader.i16()?;
    let header = Header {
        count_again: reader.i16()?,
        unk_08: reader.array()?,
        presorted: reader.u16()?,
        total_unpacked: reader.u32()?,
        seed: reader.u32()?,
        unk_18: reader.array()?,
    };
    Ok((count, header))
}

fn report(header: &Header, entries: &[Entry], warnings: &mut Warnings) {
    let sum: u64 = entries.iter().map(|e| u64::from(e.unpacked_size)).sum();
    if u64::from(header.total_unpacked) != sum {
        let total = header.total_unpacked;
        let message = format!("the header says {total} unpacked bytes, the entries {sum}");
        warnings.in_stream(HEADER, message);
    }
    for (index, entry) in entries.iter().enumerate() {
        let flags = entry.flags;
        if flags & !super::METHOD_MASK != 0 {
            let message = format!("flags {flags:#06x}: bits beside the method");
            warn(warnings, index, message);
        }
        if entry.name.is_empty() {
            warn(warnings, index, "the name is empty".into());
        }
        if entry.name.as_bytes().iter().any(u8::is_ascii_lowercase) {
            let message = "small letters in the name: the game looks for capitals alone";
            warn(warnings, index, message.into());
        }
    }
}

fn warn(warnings: &mut Warnings, index: usize, message: String) {
    let place = Place {
        stream: Some(TABLE.into()),
        record: Some(index as u64),
        offset: Some(entry_offset(index) as u64),
        ..Place::default()
    };
    warnings.push(place, message);
}

fn entry_offset(index: usize) -> usize {
    RECORD_SIZE + index * RECORD_SIZE
}

/// What [`Entry::sort_to_original`] means in effect: the stored values of a presorted file, else
/// the order of the names.
pub(super) fn search_order(
    header: &Header,
    entries: &[Entry],
    mode: Mode,
    warnings: &mut Warnings,
) -> Result<Vec<u16>> {
    if header.presorted == Header::PRESORTED {
        match check_order(entries) {
            Ok(()) => return Ok(entries.iter().map(|e| e.sort_to_original).collect()),
            Err(rule) => Leniency::SearchTableRebuilt
                .allow(mode, warnings, rule)
                .map_err(|e| e.in_stream(TABLE))?,
        }
    }
    Ok(search_table(entries.iter().map(|e| &e.name)))
}

/// The rule that the stored search table breaks, if it does.
fn check_order(entries: &[Entry]) -> Result<(), String> {
    let mut seen = vec![false; entries.len()];
    let mut previous: &[u8] = &[];
    for (index, entry) in entries.iter().enumerate() {
        let target = usize::from(entry.sort_to_original);
        if seen.get(target) != Some(&false) {
            return Err(format!(
                "entry {index}: number {target} makes no permutation"
            ));
        }
        seen[target] = true;
        let name = entries[target].name.as_bytes();
        if previous > name {
            return Err(format!("entry {index}: names do not ascend"));
        }
        previous = name;
    }
    Ok(())
}

/// Entry numbers by name in byte order, equal names in their order: the search table of an archive
/// with at most 32,767 entries.
pub fn search_table<'n>(names: impl Iterator<Item = &'n FixedStr<12>>) -> Vec<u16> {
    // A table has at most 32,767 entries.
    let mut keyed: Vec<(&[u8], u16)> = names.map(FixedStr::as_bytes).zip(0..).collect();
    keyed.sort_by_key(|(name, _)| *name);
    keyed.into_iter().map(|(_, index)| index).collect()
}
