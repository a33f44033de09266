//! WEAR tables (`*.wea`): which materials and lightmaps a model's batches name.
//!
//! Spec: `03-materials-textures.md` 2.

/// A parsed table. Rows are selected by position; the written id is kept but is no key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wear {
    /// Material rows.
    pub materials: Vec<WearRow>,
    /// Lightmap rows.
    pub lightmaps: Vec<WearRow>,
}

/// One row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WearRow {
    /// Written id.
    pub id: i64,
    /// Name as stored, CP1251.
    pub name: Vec<u8>,
}
