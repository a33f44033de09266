//! Types 8 and 19: animation keys and the frame map.

/// An animation key, 24 bytes on disk.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Key24 {
    /// Position in the parent's space.
    pub position: [f32; 3],
    /// Time in frames.
    pub time: f32,
    /// Rotation as stored: W, X, Y, Z, each times 32767.
    pub quaternion_wxyz: [i16; 4],
}

impl Key24 {
    /// The quaternion decoded to X, Y, Z, W, not conjugated and not normalised.
    #[must_use]
    pub fn quaternion_xyzw(&self) -> [f32; 4] {
        let [w, x, y, z] = self.quaternion_wxyz.map(|v| f32::from(v) / 32767.0);
        [x, y, z, w]
    }
}

/// Type 19.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrameMap {
    /// Declared number of frames (attr2 of the stream).
    pub frame_count: u32,
    /// Key numbers.
    pub words: Vec<u16>,
}
