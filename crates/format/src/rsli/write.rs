//! Writing archives: lossless rewrites and new ones.

use super::methods::Method;
use super::table::{Entry, Header, MAX_FILE, RECORD_SIZE, search_table};
use crate::error::{Error, Result};
use crate::reader::{WriteLe, len_u32};
use crate::record::table_bytes;
use crate::text::FixedStr;

/// A file for a lossless rewrite: header and table as stored, and all that follows them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// The header.
    pub header: Header,
    /// The entries, stored values.
    pub entries: Vec<Entry>,
    /// Packed bytes, gaps and trailer: everything after the table.
    pub body: Vec<u8>,
}

impl Layout {
    /// The file.
    ///
    /// # Errors
    /// `Limit` for more than 32,767 entries or 256 MiB.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let count = self.entries.len();
        let total = RECORD_SIZE * (1 + count) + self.body.len();
        let limit = || Error::limit(format!("{count} entries in {total} bytes"));
        if total > MAX_FILE {
            return Err(limit());
        }
        let mut out = Vec::with_capacity(total);
        self.header
            .write(i16::try_from(count).map_err(|_| limit())?, &mut out);
        let mut table = table_bytes(&self.entries);
        self.header.table_key().apply(&mut table);
        out.put(&table);
        out.put(&self.body);
        Ok(out)
    }
}

/// A member of a new archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Name.
    pub name: FixedStr<12>,
    /// Bytes the game skips.
    pub unk_0c: [u8; 4],
    /// The method and other bits.
    pub flags: u16,
    /// Size of the member.
    pub unpacked_size: u32,
    /// Packed bytes without their XOR layer: its key is known when all names are.
    pub packed: Vec<u8>,
}

impl Member {
    /// Packs a member. ASCII letters of the name are made upper-case, as lookup expects.
    ///
    /// # Errors
    /// A name that is empty, longer than 12 bytes or not CP1251; what [`super::Codec::pack`] says.
    pub fn new(name: &str, method: Method, data: &[u8]) -> Result<Self> {
        let name = FixedStr::new(&name.to_ascii_uppercase())?;
        if name.is_empty() {
            return Err(Error::bad_value("an entry without a name"));
        }
        Ok(Self {
            name,
            unk_0c: [0; 4],
            flags: method.number(),
            unpacked_size: len_u32(data.len(), "bytes")?,
            packed: method.codec().pack(data)?,
        })
    }
}

/// Writes a new archive: members one after the other in their order, presorted by name.
#[derive(Debug, Clone, Default)]
pub struct RsliBuilder {
    seed: u32,
    members: Vec<Member>,
}

impl RsliBuilder {
    /// An archive without members whose table is scrambled with `seed`.
    #[must_use]
    pub fn new(seed: u32) -> Self {
        Self {
            seed,
            members: Vec::new(),
        }
    }

    /// Appends a member.
    pub fn add(&mut self, member: Member) {
        self.members.push(member);
    }

    /// The archive.
    ///
    /// # Errors
    /// `Limit` for more than the format or a reader allows.
    pub fn layout(&self) -> Result<Layout> {
        let count = self.members.len();
        let count_again = i16::try_from(count)
            .map_err(|_| Error::limit(format!("{count} entries, at most {}", i16::MAX)))?;
        let order = search_table(self.members.iter().map(|m| &m.name));
        let body_start = RECORD_SIZE * (1 + count);
        let mut layout = Layout {
            header: Header {
                count_again,
                unk_08: [0; 6],
                presorted: Header::PRESORTED,
                total_unpacked: 0,
                seed: self.seed,
                unk_18: [0; 8],
            },
            entries: Vec::with_capacity(count),
            body: Vec::new(),
        };
        let mut total: u64 = 0;
        for (member, key) in self.members.iter().zip(order) {
            let offset = len_u32(body_start + layout.body.len(), "bytes")?;
            layout.entries.push(member.entry(key, offset)?);
            match Method::from_flags(member.flags) {
                Some(method) => layout.body.put(&method.apply_xor(key, &member.packed)),
                None => layout.body.put(&member.packed),
            }
            total += u64::from(member.unpacked_size);
        }
        layout.header.total_unpacked = u32::try_from(total)
            .map_err(|_| Error::limit(format!("{total} unpacked bytes do not fit in 32 bits")))?;
        Ok(layout)
    }

    /// The bytes of the archive.
    ///
    /// # Errors
    /// As [`RsliBuilder::layout`].
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.layout()?.to_bytes()
    }
}

impl Member {
    fn entry(&self, key: u16, offset: u32) -> Result<Entry> {
        Ok(Entry {
            name: self.name,
            unk_0c: self.unk_0c,
            flags: self.flags,
            sort_to_original: key,
            unpacked_size: self.unpacked_size,
            offset,
            packed_size: len_u32(self.packed.len(), "packed bytes")?,
        })
    }
}
