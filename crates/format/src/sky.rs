//! Day cycle (`sky.ske`).
//!
//! Spec: `05-terrain-sky.md` 12.

/// A day cycle.
#[derive(Debug, Clone, PartialEq)]
pub struct Sky {
    /// Sections, played in turn.
    pub sections: Vec<SkySection>,
    /// When the clock starts.
    pub start: SkyTime,
    /// The two closing words.
    pub unk_end: [u32; 2],
}

/// A TIME value, 32 bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SkyTime {
    /// The eight words: 0 section, 3 hour, 4 minute, the rest unused.
    pub words: [u32; 8],
}

/// A section.
#[derive(Debug, Clone, PartialEq)]
pub struct SkySection {
    /// Version, 1.
    pub version: u32,
    /// End of the section, unused.
    pub end: SkyTime,
    /// Length of its day.
    pub day_length: SkyTime,
    /// Keyframes in file order.
    pub keyframes: Vec<SkyKeyframe>,
}

/// A keyframe.
#[derive(Debug, Clone, PartialEq)]
pub struct SkyKeyframe {
    /// Version, 1 to 3.
    pub version: u32,
    /// Stamp.
    pub stamp: SkyTime,
    /// What starts or stops.
    pub opcode: u32,
    /// The 22 slots as stored (colours are bytes b, g, r, a; 5 and 6 are floats).
    pub slots: [u32; 22],
    /// Six strings, the first names the body.
    pub names: [Vec<u8>; 6],
    /// Sprite extents, light multiplier, weather intensity.
    pub values: [f32; 4],
    /// Effects (version 3 on).
    pub effects: Vec<Vec<u8>>,
}
