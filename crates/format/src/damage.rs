//! Damage tables (`*.ndp`, entry type `NDPR`).
//!
//! Spec: `04-mission-objects.md` 9.3.

use crate::text::FixedStr;

/// A damage table: one record per mesh node.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DamageTable {
    /// Records in node order.
    pub nodes: Vec<NodeDamage>,
}

/// A record, 76 bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NodeDamage {
    /// Flags.
    pub flags: u32,
    /// Hit points.
    pub hit_points: f32,
    /// Density.
    pub density: f32,
    /// Archive of the explosion.
    pub archive: FixedStr<32>,
    /// Member of the explosion.
    pub member: FixedStr<32>,
}
