//! Fonts (`Tfnt`): glyphs and the texture they are in.
//!
//! Spec: `03-materials-textures.md` 7. What the fields of header and glyphs mean is not known, so
//! they stay bytes.

use crate::error::{Error, Result, Warnings};
use crate::reader::{Reader, WriteLe};
use crate::texm::Texm;

/// First four bytes of a font.
pub const MAGIC: [u8; 4] = *b"Tfnt";
/// Glyphs of a font, one for every byte of a text.
pub const GLYPHS: usize = 256;
/// Where the texture starts.
pub const TEXTURE_OFFSET: usize = 20 + GLYPHS * 16;

/// A font.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Font {
    /// Rest of the header.
    pub unk_04: [u8; 16],
    /// A record for every byte of a text.
    pub glyphs: [[u8; 16]; GLYPHS],
    /// The picture of all glyphs.
    pub texture: Texm,
}

impl Font {
    /// Reads a font.
    ///
    /// # Errors
    /// Another magic, truncated data, or what [`Texm::parse`] refuses.
    pub fn parse(data: &[u8], warnings: &mut Warnings) -> Result<Self> {
        let mut reader = Reader::new(data);
        if reader.array()? != MAGIC {
            return Err(Error::bad_magic("a font starts with \"Tfnt\"").at(0));
        }
        let unk_04 = reader.array()?;
        let mut glyphs = [[0; 16]; GLYPHS];
        for glyph in &mut glyphs {
            *glyph = reader.array()?;
        }
        let texture = Texm::parse(reader.bytes(reader.remaining())?, warnings);
        Ok(Self {
            unk_04,
            glyphs,
            texture: texture.map_err(|mut error| {
                let offset = error.place.offset;
                error.place.offset = offset.map(|offset| offset + TEXTURE_OFFSET as u64);
                error
            })?,
        })
    }

    /// Writes the font.
    ///
    /// # Errors
    /// As [`Texm::to_bytes`].
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut out = MAGIC.to_vec();
        out.put(&self.unk_04);
        out.put(self.glyphs.as_flattened());
        out.put(&self.texture.to_bytes()?);
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;
    use crate::texm::PixelFormat;

    fn bytes() -> Vec<u8> {
        let texture = Texm::encode(2, 2, &[7; 16], PixelFormat::Argb4444, 1).unwrap();
        let mut bytes = b"Tfnt".to_vec();
        bytes.resize(20, 1);
        bytes.resize(0x1014, 2);
        bytes.extend(texture.to_bytes().unwrap());
        bytes
    }

    #[test]
    fn a_font_is_header_glyphs_and_texture() {
        let font = Font::parse(&bytes(), &mut Warnings::new()).unwrap();
        assert_eq!(TEXTURE_OFFSET, 0x1014);
        assert_eq!((font.unk_04, font.glyphs[255]), ([1; 16], [2; 16]));
        assert_eq!((font.texture.width, font.texture.height), (2, 2));
        assert_eq!(font.to_bytes().unwrap(), bytes());
    }

    #[test]
    fn every_cut_is_refused() {
        for length in 0..bytes().len() {
            assert!(Font::parse(&bytes()[..length], &mut Warnings::new()).is_err());
        }
    }

    #[test]
    fn another_magic_is_refused_at_its_place() {
        let error = |at: usize| {
            let mut bytes = bytes();
            bytes[at] = b'x';
            Font::parse(&bytes, &mut Warnings::new()).unwrap_err()
        };
        assert_eq!(error(0).kind, ErrorKind::BadMagic);
        assert_eq!(error(TEXTURE_OFFSET).kind, ErrorKind::BadMagic);
        // The format word of the texture.
        assert_eq!(error(TEXTURE_OFFSET + 28).place.offset, Some(0x1014 + 28));
    }
}
