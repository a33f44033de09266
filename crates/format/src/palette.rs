//! The palette of textures without one of their own (`PAL.PAL`).
//!
//! Spec: `03-materials-textures.md` 7.

use crate::error::{Error, Result, Warnings};
use crate::reader::{Reader, WriteLe};
use crate::texm::PALETTE_LEN;

/// What stands between colours and blend table.
pub const BLEND_MAGIC: [u8; 4] = *b"Ipol";

/// Bytes of the blend table: one for each pair of colours.
pub const BLEND_SIZE: usize = PALETTE_LEN * PALETTE_LEN;

/// A palette with its table of mixed colours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Palette {
    /// Colours: blue, green, red, padding.
    pub colours: [[u8; 4]; PALETTE_LEN],
    /// The blend table, [`BLEND_SIZE`] bytes. Which index stands for which pair is not known.
    pub blend: Vec<u8>,
}

impl Palette {
    /// Reads a palette.
    ///
    /// # Errors
    /// Truncated data, bytes left over, or no `Ipol` after the colours.
    pub fn parse(data: &[u8], _: &mut Warnings) -> Result<Self> {
        let mut reader = Reader::new(data);
        let mut colours = [[0; 4]; PALETTE_LEN];
        for colour in &mut colours {
            *colour = reader.array()?;
        }
        let at = reader.position();
        if reader.array()? != BLEND_MAGIC {
            return Err(Error::bad_magic("\"Ipol\" follows the colours of a palette").at(at));
        }
        let blend = reader.bytes(BLEND_SIZE)?.to_vec();
        reader.finish()?;
        Ok(Self { colours, blend })
    }

    /// Writes the palette.
    ///
    /// # Errors
    /// `BadValue` if the blend table has another size.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        if self.blend.len() != BLEND_SIZE {
            let rule = format!(
                "a blend table of {} bytes, not {BLEND_SIZE}",
                self.blend.len()
            );
            return Err(Error::bad_value(rule));
        }
        let mut out = self.colours.as_flattened().to_vec();
        out.put(&BLEND_MAGIC);
        out.put(&self.blend);
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    /// 66,564 bytes, the size of the shipped file.
    fn bytes() -> Vec<u8> {
        let mut bytes: Vec<u8> = (0..=255).flat_map(|i| [i, 1, 2, 0]).collect();
        bytes.extend(b"Ipol");
        bytes.resize(66_564, 9);
        bytes
    }

    #[test]
    fn colours_come_first_and_the_blend_table_fills_the_rest() {
        let palette = Palette::parse(&bytes(), &mut Warnings::new()).unwrap();
        assert_eq!(palette.colours[255], [255, 1, 2, 0]);
        assert_eq!(palette.blend, [9; 65_536]);
        assert_eq!(palette.to_bytes().unwrap(), bytes());
    }

    #[test]
    fn another_size_or_magic_is_refused() {
        let error = |bytes: &[u8]| Palette::parse(bytes, &mut Warnings::new()).unwrap_err();
        for length in [0, 1023, 1026, 66_563] {
            assert_eq!(error(&bytes()[..length]).kind, ErrorKind::Truncated);
        }
        let mut longer = bytes();
        longer.push(0);
        assert_eq!(error(&longer).kind, ErrorKind::BadValue);
        let mut other = bytes();
        other[1024] = b'i';
        assert_eq!(error(&other).kind, ErrorKind::BadMagic);
        assert_eq!(error(&other).place.offset, Some(1024));
    }

    #[test]
    fn a_blend_table_of_another_size_is_not_written() {
        let mut palette = Palette::parse(&bytes(), &mut Warnings::new()).unwrap();
        palette.blend.pop();
        assert!(palette.to_bytes().is_err());
    }
}
