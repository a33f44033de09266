//! Types 8 and 19: animation keys and the frame map.

use crate::error::Result;
use crate::reader::{Reader, WriteLe};
use crate::record::Record;

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

impl Record for Key24 {
    const SIZE: usize = 24;

    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            position: reader.f32s()?,
            time: reader.f32()?,
            quaternion_wxyz: Record::read(reader)?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_f32s(&self.position);
        out.put_f32(self.time);
        self.quaternion_wxyz.write(out);
    }
}

/// Type 19.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrameMap {
    /// Declared number of frames (attr2 of the stream).
    pub frame_count: u32,
    /// Key numbers; the word of a node for frame `f` is `words[anim_map_start + f]`.
    pub words: Vec<u16>,
}

impl Default for FrameMap {
    /// The map of a model without animation: one frame, no words (`02b-msh-facts.md` 1.4).
    fn default() -> Self {
        Self {
            frame_count: 1,
            words: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{read_table, table_bytes};

    /// Key 2 of the worked example, `02b-msh-facts.md` 12.
    const KEY2: [u8; 24] = [
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xC0, 0x00, 0x00, 0x80,
        0x3F, 0x82, 0x5A, 0x00, 0x00, 0x00, 0x00, 0x82, 0x5A,
    ];

    #[test]
    fn a_key_stores_w_first_and_decodes_it_last() {
        let [key] = read_table::<Key24>(&KEY2).unwrap()[..] else {
            panic!("one key")
        };
        assert_eq!(key.position, [0.0, 0.0, -2.0]);
        assert_eq!(key.time, 1.0);
        assert_eq!(key.quaternion_wxyz, [23170, 0, 0, 23170]);
        let [x, y, z, w] = key.quaternion_xyzw();
        assert_eq!((x, y), (0.0, 0.0));
        assert_eq!([z, w], [23170.0 / 32767.0; 2]);
        assert_eq!(table_bytes(&[key]), KEY2);
    }
}
