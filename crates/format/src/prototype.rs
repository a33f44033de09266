//! Prototypes: the entries of `objects.rlb`.
//!
//! Spec: `04-mission-objects.md` 5.

use crate::nres::EntryType;
use crate::text::FixedStr;

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

impl Reference {
    /// A reference with an empty archive or member is unused.
    #[must_use]
    pub fn is_used(&self) -> bool {
        !self.archive.is_empty() && !self.member.is_empty()
    }
}
