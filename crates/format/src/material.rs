//! Materials (`MAT0` records of `Material.lib`).
//!
//! Spec: `03-materials-textures.md` 3.

use crate::text::FixedStr;

/// A material record. The directory's attr1 (flags) and attr2 (version) belong to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Mat0 {
    /// attr1 of the directory entry: blend and load flags.
    pub flags: u32,
    /// attr2 of the directory entry: which prefix fields exist.
    pub version: u32,
    /// Ground surface class, 0xFF = not set.
    pub surface: u8,
    /// Unused byte, 0xFF in shipped files.
    pub unk_05: u8,
    /// Speed factor.
    pub speed_factor: f32,
    /// Hit points per second.
    pub damage_rate: f32,
    /// Phase entries.
    pub phases: Vec<Phase>,
    /// Animation tracks.
    pub tracks: Vec<Track>,
}

/// A phase entry, 34 bytes, as stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Phase {
    /// Red, green, blue, opacity in per cent.
    pub ambient: [u8; 4],
    /// Red, green, blue, unused alpha.
    pub diffuse: [u8; 4],
    /// Red, green, blue, unused alpha.
    pub specular: [u8; 4],
    /// Red, green, blue, unused alpha; never drawn.
    pub emissive: [u8; 4],
    /// Specular exponent, 0 = none.
    pub power: u8,
    /// Page rectangle, -1 = whole texture.
    pub cell: i8,
    /// Texture name, empty = untextured.
    pub texture: FixedStr<16>,
}

/// An animation track.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Track {
    /// Mode in bits 0..2, interpolation mask above.
    pub word: u32,
    /// Keys in order.
    pub keys: Vec<TrackKey>,
}

/// A key of a track, 6 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrackKey {
    /// Phase entry shown.
    pub phase: u16,
    /// When the key's interval ends, milliseconds.
    pub end_ms: u16,
    /// Unread.
    pub unk_04: u16,
}

/// How a material blends with what is behind it (`03-materials-textures.md` 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BlendMode {
    /// Mode 0: opaque.
    Opaque,
    /// Mode 2: source alpha, one.
    Additive,
    /// Mode 3: zero, source colour.
    Multiply,
    /// Mode 4: source alpha, one minus source alpha.
    Alpha,
    /// Mode 5: destination colour, source colour.
    Modulate2x,
}
