//! Prototypes: the entries of `objects.rlb`.
//!
//! Spec: `04-mission-objects.md` 5.

use crate::error::{Error, Result, Warnings};
use crate::nres::EntryType;
use crate::reader::{Reader, WriteLe};
use crate::text::FixedStr;

/// Bytes of a [`Reference`].
pub const REFERENCE_SIZE: usize = 64;
const STREAM: &str = "prototype references";
const REGISTRY: &[u8] = b"objects.rlb";

/// A prototype record: a run of 64-byte references.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prototype {
    /// Entry type: `STAT`, `FORT`, `BTLU`, `EXTO`, `INTO`, ...
    pub tag: EntryType,
    /// References in order; see [`Reference::is_used`].
    pub slots: Vec<Reference>,
}

/// A reference to a member of an archive, 64 bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reference {
    /// Archive file.
    pub archive: FixedStr<32>,
    /// Member.
    pub member: FixedStr<32>,
}

impl Prototype {
    /// Reads the payload of an entry; `tag` is the entry's type.
    ///
    /// # Errors
    /// `BadValue` if the size is no multiple of 64.
    pub fn parse(tag: EntryType, data: &[u8], warnings: &mut Warnings) -> Result<Self> {
        if !data.len().is_multiple_of(REFERENCE_SIZE) {
            let rule = format!("{} bytes are no multiple of {REFERENCE_SIZE}", data.len());
            return Err(Error::bad_value(rule).in_stream(STREAM));
        }
        let mut reader = Reader::new(data);
        let mut slots = Vec::with_capacity(data.len() / REFERENCE_SIZE);
        while reader.remaining() > 0 {
            slots.push(Reference {
                archive: FixedStr(reader.array()?),
                member: FixedStr(reader.array()?),
            });
        }
        for (index, slot) in slots.iter().enumerate() {
            if slot.archive.is_empty() != slot.member.is_empty() {
                warnings.in_record(STREAM, index, "half a reference is read as unused");
            }
        }
        Ok(Self { tag, slots })
    }

    /// The payload of the entry.
    ///
    /// # Errors
    /// None; the signature is that of every writer.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut out = Vec::with_capacity(self.slots.len() * REFERENCE_SIZE);
        for slot in &self.slots {
            out.put(&slot.archive.0);
            out.put(&slot.member.0);
        }
        Ok(out)
    }

    /// The used references, in order.
    pub fn used(&self) -> impl Iterator<Item = &Reference> {
        self.slots.iter().filter(|slot| slot.is_used())
    }
}

impl Reference {
    /// A reference to `member` of `archive`.
    ///
    /// # Errors
    /// `Limit` for a name over 32 bytes, `BadValue` for one outside CP1251.
    pub fn new(archive: &str, member: &str) -> Result<Self> {
        Ok(Self {
            archive: FixedStr::new(archive)?,
            member: FixedStr::new(member)?,
        })
    }

    /// A reference with an empty archive or member is unused.
    #[must_use]
    pub fn is_used(&self) -> bool {
        !self.archive.is_empty() && !self.member.is_empty()
    }

    /// What follows the last dot of the member, `None` without a dot.
    #[must_use]
    pub fn extension(&self) -> Option<&[u8]> {
        let member = self.member.as_bytes();
        let dot = member.iter().rposition(|b| *b == b'.')?;
        Some(&member[dot + 1..])
    }

    /// True if the member has this extension, compared without case.
    #[must_use]
    pub fn has_extension(&self, extension: &str) -> bool {
        self.extension()
            .is_some_and(|e| e.eq_ignore_ascii_case(extension.as_bytes()))
    }

    /// True if the member is another prototype whose references belong to this one.
    #[must_use]
    pub fn is_parent(&self) -> bool {
        self.is_used() && (self.archive.same_as(REGISTRY) || self.extension().is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    const STAT: EntryType = EntryType::tag(*b"STAT");

    /// Slot 0 of a `STAT` record, `04-mission-objects.md` 5.2.
    fn example_slot() -> Vec<u8> {
        let mut bytes = b"static.rlb".to_vec();
        bytes.resize(32, 0);
        bytes.extend(b"s_tree_0_06.msh");
        bytes.resize(64, 0);
        bytes
    }

    #[test]
    fn the_example_names_a_mesh_of_static_rlb() {
        let bytes = [example_slot(), vec![0; 64]].concat();
        let mut warnings = Warnings::new();
        let prototype = Prototype::parse(STAT, &bytes, &mut warnings).unwrap();
        assert!(warnings.is_empty());
        assert_eq!(prototype.slots.len(), 2);
        let used: Vec<_> = prototype.used().collect();
        assert_eq!(
            used,
            [&Reference::new("static.rlb", "s_tree_0_06.msh").unwrap()]
        );
        assert!(used[0].has_extension("MSH"));
        assert!(!used[0].is_parent());
        assert_eq!(prototype.to_bytes().unwrap(), bytes);
    }

    #[test]
    fn a_torn_reference_is_an_error() {
        for size in [1, 63, 65] {
            let error = Prototype::parse(STAT, &vec![0; size], &mut Warnings::new()).unwrap_err();
            assert_eq!(error.kind, ErrorKind::BadValue);
        }
        let empty = Prototype::parse(STAT, &[], &mut Warnings::new()).unwrap();
        assert!(empty.slots.is_empty());
    }

    #[test]
    fn half_a_reference_is_unused_and_reported() {
        let mut bytes = example_slot();
        bytes[..32].fill(0);
        let mut warnings = Warnings::new();
        let prototype = Prototype::parse(STAT, &bytes, &mut warnings).unwrap();
        assert_eq!(prototype.used().count(), 0);
        assert_eq!(warnings.list().len(), 1);
    }

    #[test]
    fn a_member_of_the_registry_or_without_extension_is_a_parent() {
        let is_parent = |archive, member| Reference::new(archive, member).unwrap().is_parent();
        assert!(is_parent("Objects.rlb", "bu_l_bunker"));
        assert!(is_parent("objects.rlb", "odd.name"));
        assert!(is_parent("fortif.rlb", "bu_l_bunker"));
        assert!(!is_parent("fortif.rlb", "bunker.bas"));
        assert!(!is_parent("objects.rlb", ""));
    }
}
