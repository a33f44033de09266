//! Type 7: triangle descriptors.

use crate::error::Result;
use crate::reader::{Reader, WriteLe};
use crate::record::Record;

/// Bits of [`TriangleDescriptor::tri_flags`] (`02b-msh-facts.md` 7).
pub mod triangle_flags {
    /// May be walked on.
    pub const WALKABLE: u16 = 0x0002;
    /// Foliage or glass that shots pass.
    pub const SHOTS_PASS: u16 = 0x0004;
    /// Door leaf.
    pub const DOOR: u16 = 0x0010;
    /// Glass.
    pub const GLASS: u16 = 0x0020;
}

/// A triangle descriptor, 16 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TriangleDescriptor {
    /// Flag bits, see [`triangle_flags`].
    pub tri_flags: u16,
    /// Triangle across edge 0, 1, 2; 0xFFFF = none. Not interpreted.
    pub neighbours: [u16; 3],
    /// Normal times 32767.
    pub normal: [i16; 3],
    /// Edge codes. Not interpreted.
    pub link: u16,
}

impl TriangleDescriptor {
    /// The normal divided by 32767, not renormalised (`07-collision.md`).
    #[must_use]
    pub fn scaled_normal(&self) -> [f32; 3] {
        self.normal.map(|component| f32::from(component) / 32767.0)
    }
}

impl Record for TriangleDescriptor {
    const SIZE: usize = 16;

    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            tri_flags: reader.u16()?,
            neighbours: Record::read(reader)?,
            normal: Record::read(reader)?,
            link: reader.u16()?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_u16(self.tri_flags);
        self.neighbours.write(out);
        self.normal.write(out);
        out.put_u16(self.link);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{read_table, table_bytes};

    /// Descriptor 2 of the worked example, `02b-msh-facts.md` 12.
    const DESCRIPTOR2: [u8; 16] = [
        0x10, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0x03, 0x00, 0x00, 0x00, 0x01, 0x80, 0x00, 0x00, 0x0F,
        0x00,
    ];

    #[test]
    fn a_descriptor_has_flags_neighbours_normal_and_edge_codes() {
        let [descriptor] = read_table::<TriangleDescriptor>(&DESCRIPTOR2).unwrap()[..] else {
            panic!("one descriptor")
        };
        assert_eq!(descriptor.tri_flags, triangle_flags::DOOR);
        assert_eq!(descriptor.neighbours, [0xFFFF, 0xFFFF, 3]);
        assert_eq!(descriptor.scaled_normal(), [0.0, -1.0, 0.0]);
        assert_eq!(descriptor.link, 0b00_11_11);
        assert_eq!(table_bytes(&[descriptor]), DESCRIPTOR2);
    }
}
