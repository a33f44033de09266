//! Type 13: draw ranges.

use std::ops::Range;

use crate::error::Result;
use crate::reader::{Reader, WriteLe};
use crate::record::Record;

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

    /// The range of type 6 that the batch draws.
    #[must_use]
    pub fn index_range(&self) -> Range<usize> {
        let start = self.index_start as usize;
        start..start.saturating_add(usize::from(self.index_count))
    }

    /// Vertex numbers of the batch in source order, `base_vertex` added. `indices` is the whole
    /// of type 6; a range outside of it gives nothing (a parsed model has none).
    pub fn vertices(&self, indices: &[u16]) -> impl ExactSizeIterator<Item = usize> {
        let base = self.base_vertex as usize;
        let relative = indices.get(self.index_range()).unwrap_or_default();
        relative
            .iter()
            .map(move |index| base.saturating_add(usize::from(*index)))
    }

    /// Faces of the batch as vertex numbers; an incomplete last face is left out.
    pub fn faces(&self, indices: &[u16]) -> impl ExactSizeIterator<Item = [usize; 3]> {
        let base = self.base_vertex as usize;
        let relative = indices.get(self.index_range()).unwrap_or_default();
        let (faces, _) = relative.as_chunks::<3>();
        faces
            .iter()
            .map(move |face| face.map(|index| base.saturating_add(usize::from(index))))
    }
}

impl Record for Batch20 {
    const SIZE: usize = 20;

    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            batch_flags: reader.u16()?,
            material_index_hi: reader.u16()?,
            material_index: reader.u8()?,
            lightmap_index: reader.u8()?,
            local_batch_index: reader.u16()?,
            index_count: reader.u16()?,
            index_start: reader.u32()?,
            vertex_count: reader.u16()?,
            base_vertex: reader.u32()?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_u16(self.batch_flags);
        out.put_u16(self.material_index_hi);
        out.put(&[self.material_index, self.lightmap_index]);
        out.put_u16(self.local_batch_index);
        out.put_u16(self.index_count);
        out.put_u32(self.index_start);
        out.put_u16(self.vertex_count);
        out.put_u32(self.base_vertex);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{read_table, table_bytes};

    /// Batch 1 of the worked example, `02b-msh-facts.md` 12.
    const BATCH1: [u8; 20] = [
        0x02, 0x00, 0x00, 0x00, 0x01, 0xFF, 0xFF, 0xFF, 0x06, 0x00, 0x06, 0x00, 0x00, 0x00, 0x04,
        0x00, 0x04, 0x00, 0x00, 0x00,
    ];

    fn batch1() -> Batch20 {
        read_table(&BATCH1).unwrap()[0]
    }

    #[test]
    fn the_fields_lie_packed() {
        let batch = batch1();
        assert!(batch.has(batch_flags::TWO_SIDED));
        assert_eq!(batch.material_index_hi, 0);
        assert_eq!(batch.material_index, 1);
        assert_eq!(batch.lightmap(), None);
        assert_eq!(batch.local_batch_index, 0xFFFF);
        assert_eq!(batch.index_range(), 6..12);
        assert_eq!((batch.vertex_count, batch.base_vertex), (4, 4));
        assert_eq!(table_bytes(&[batch]), BATCH1);
    }

    #[test]
    fn faces_take_the_base_and_drop_an_incomplete_end() {
        let batch = Batch20 {
            index_count: 5,
            index_start: 1,
            base_vertex: 10,
            ..batch1()
        };
        let indices = [9, 0, 1, 2, 2, 3, 9];
        assert_eq!(batch.faces(&indices).collect::<Vec<_>>(), [[10, 11, 12]]);
        assert_eq!(
            batch.vertices(&indices).collect::<Vec<_>>(),
            [10, 11, 12, 12, 13]
        );
    }

    #[test]
    fn a_range_outside_type_6_gives_no_faces() {
        let batch = Batch20 {
            index_start: u32::MAX,
            ..batch1()
        };
        assert_eq!(batch.faces(&[0; 12]).len(), 0);
        assert_eq!(batch.vertices(&[0; 12]).len(), 0);
    }
}
