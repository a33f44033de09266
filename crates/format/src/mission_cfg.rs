//! Mission configuration text (`mission.cfg` and its kin).
//!
//! Spec: `04-mission-objects.md` 2.

/// A parsed file: blocks in order of first appearance.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MissionCfg {
    /// Blocks.
    pub blocks: Vec<CfgBlock>,
}

/// A block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CfgBlock {
    /// Name, decoded.
    pub name: String,
    /// Keys and values in order, decoded.
    pub pairs: Vec<(String, String)>,
}
