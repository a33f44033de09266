//! Type 7: triangle descriptors.

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
