//! Unit assemblies (`UNITS/**.dat`).
//!
//! Spec: `04-mission-objects.md` 4.

use crate::text::FixedStr;

/// An assembly: a tree of components, depth first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// Class word; bit 31 = building.
    pub class_word: u32,
    /// Components; the first is the root.
    pub components: Vec<UnitComponent>,
    /// Parent of each component, `None` for the root.
    pub parents: Vec<Option<usize>>,
}

/// A component record, 112 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnitComponent {
    /// Archive, `objects.rlb`.
    pub archive: FixedStr<32>,
    /// Key in `objects.rlb`.
    pub key: FixedStr<32>,
    /// 1 in shipped files.
    pub unk_40: u32,
    /// Node of the parent's mesh (`EXTO`) or slot of its controller (`INTO`), -1 on the root.
    pub attachment: i32,
    /// Display name.
    pub name: FixedStr<32>,
    /// Part class.
    pub class: u32,
    /// Number of children.
    pub child_count: i32,
}
