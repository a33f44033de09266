//! Type 13: draw ranges.

/// Bits of [`Batch20::batch_flags`] (`02b-msh-facts.md` 6.2, `08-render-notes.md` 5.1).
pub mod batch_flags {
    /// Both sides are drawn and struck.
    pub const TWO_SIDED: u16 = 0x0002;
    /// Portal quad in a doorway; helper of the segment query.
    pub const PORTAL: u16 = 0x0008;
    /// Portal that fades in as a sign.
    pub const PORTAL_SIGN: u16 = 0x0010;
    /// Portal that is never drawn.
    pub const PORTAL_OPEN: u16 = 0x0040;
    /// Goes to the see-through queue whatever its material says.
    pub const SEE_THROUGH: u16 = 0x0100;
    /// Left out of segment queries.
    pub const NO_QUERY: u16 = 0x0200;
    /// Lightmapped.
    pub const LIGHTMAPPED: u16 = 0x2000;
    /// Only the record's first face is side-tested.
    pub const FIRST_FACE_TEST: u16 = 0x4000;
}

/// A draw range, 20 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Batch20 {
    /// Flag bits, see [`batch_flags`].
    pub batch_flags: u16,
    /// High selector word, kept apart for native overrides.
    pub material_index_hi: u16,
    /// Row of the WEAR table.
    pub material_index: u8,
    /// Row of the WEAR's LIGHTMAPS, 0xFF = none.
    pub lightmap_index: u8,
    /// Raw; in the helper retry of a segment query the node behind a portal.
    pub local_batch_index: u16,
    /// Number of indices.
    pub index_count: u16,
    /// First index in type 6.
    pub index_start: u32,
    /// Largest relative index + 1.
    pub vertex_count: u16,
    /// Added to every index.
    pub base_vertex: u32,
}

impl Batch20 {
    /// Row of the WEAR's LIGHTMAPS.
    #[must_use]
    pub fn lightmap(&self) -> Option<u8> {
        (self.lightmap_index != 0xFF).then_some(self.lightmap_index)
    }

    /// True if any of these bits is set.
    #[must_use]
    pub fn has(&self, flags: u16) -> bool {
        self.batch_flags & flags != 0
    }
}
