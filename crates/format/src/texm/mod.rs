//! Textures (`Texm`).
//!
//! Spec: `03-materials-textures.md` 6. Levels are kept as stored; [`Texm::decode_level`] expands
//! one to four bytes a pixel, [`Texm::encode`] makes a texture from such pixels.

mod container;
mod encode;
mod pixel;

use crate::error::{Error, Result};

/// First four bytes of a texture.
pub const MAGIC: [u8; 4] = *b"Texm";
/// Longest side a reader accepts, pixels.
pub const MAX_SIDE: u32 = 4_096;
/// Entries of a palette.
pub const PALETTE_LEN: usize = 256;

/// Pixel format; the number's digits spell the channel widths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PixelFormat {
    /// 0: index into the texture's own palette.
    Indexed,
    /// 2: index into an external palette; drawn as a grey ramp.
    IndexedExternal,
    /// 565.
    Rgb565,
    /// 556.
    Rgb556,
    /// 4444.
    Argb4444,
    /// 88: alpha high, luminance low.
    La88,
    /// 888: four bytes a pixel, the high one unused.
    Rgb888,
    /// 8888.
    Argb8888,
}

/// A sub-rectangle of the texture, in level-0 pixels; stored x, width, y, height.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRect {
    /// Left.
    pub x: i16,
    /// Width.
    pub width: i16,
    /// Top.
    pub y: i16,
    /// Height.
    pub height: i16,
}

/// A texture as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texm {
    /// Width of level 0.
    pub width: u32,
    /// Height of level 0.
    pub height: u32,
    /// Level count of the header; above the number of [`Texm::levels`] only in a cut file.
    pub mip_count: u32,
    /// Header word 0x10.
    pub flags4: u32,
    /// Header word 0x14.
    pub flags5: u32,
    /// Header word 0x18.
    pub unknown6: u32,
    /// Pixel format.
    pub format: PixelFormat,
    /// Palette of format 0: blue, green, red, padding.
    pub palette: Option<Vec<[u8; 4]>>,
    /// Raw bytes of every level, largest first.
    pub levels: Vec<Vec<u8>>,
    /// Rectangles of the Page chunk, `None` without a chunk.
    pub pages: Option<Vec<PageRect>>,
    /// Bytes that are neither a whole level nor a Page chunk; none in shipped files.
    pub unk_tail: Vec<u8>,
}

/// How a Page rectangle maps vertex UVs into the texture: `uv * scale + offset`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CellTransform {
    /// Top left corner, in parts of the texture.
    pub offset: [f32; 2],
    /// Size, in parts of the texture.
    pub scale: [f32; 2],
}

impl CellTransform {
    /// The whole texture.
    pub const IDENTITY: Self = Self {
        offset: [0.0; 2],
        scale: [1.0; 2],
    };
}

impl PixelFormat {
    /// Every format.
    pub const ALL: [Self; 8] = [
        Self::Indexed,
        Self::IndexedExternal,
        Self::Rgb565,
        Self::Rgb556,
        Self::Argb4444,
        Self::La88,
        Self::Rgb888,
        Self::Argb8888,
    ];

    /// The number in the header.
    #[must_use]
    pub const fn number(self) -> u32 {
        match self {
            Self::Indexed => 0,
            Self::IndexedExternal => 2,
            Self::Rgb565 => 565,
            Self::Rgb556 => 556,
            Self::Argb4444 => 4444,
            Self::La88 => 88,
            Self::Rgb888 => 888,
            Self::Argb8888 => 8888,
        }
    }

    /// The format with this number.
    #[must_use]
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|f| f.number() == number)
    }

    /// Bytes of a stored pixel.
    #[must_use]
    pub const fn bytes_per_pixel(self) -> usize {
        match self {
            Self::Indexed | Self::IndexedExternal => 1,
            Self::Rgb565 | Self::Rgb556 | Self::Argb4444 | Self::La88 => 2,
            Self::Rgb888 | Self::Argb8888 => 4,
        }
    }

    /// True if pixels carry an alpha channel of their own.
    #[must_use]
    pub const fn has_alpha(self) -> bool {
        matches!(self, Self::Argb4444 | Self::La88 | Self::Argb8888)
    }
}

impl Texm {
    /// [`Texm::flags5`] bit 24: the texture has alpha.
    pub const FLAG_ALPHA: u32 = 0x0100_0000;
    /// [`Texm::flags5`] bit 25: the texture has alpha and a fade palette.
    pub const FLAG_FADE: u32 = 0x0200_0000;

    /// Width and height of a level, pixels: halved each time, at least 1.
    #[must_use]
    pub fn level_size(&self, level: usize) -> (u32, u32) {
        level_size(self.width, self.height, level)
    }

    /// True if index 0 of format 0 is cut out: the font atlases set flags5 bit 24 or 25.
    #[must_use]
    pub fn cuts_out_index_0(&self) -> bool {
        self.format == PixelFormat::Indexed
            && self.flags5 & (Self::FLAG_ALPHA | Self::FLAG_FADE) != 0
    }

    /// Expands a level to blue, green, red, alpha, top row first, without row padding.
    ///
    /// # Errors
    /// `OutOfRange` for a level that is not there, `BadValue` if its bytes are not as many as its
    /// size needs or the palette of format 0 has not 256 entries.
    pub fn decode_level(&self, level: usize) -> Result<Vec<u8>> {
        let Some(data) = self.levels.get(level) else {
            let rule = format!("level {level} of {}", self.levels.len());
            return Err(Error::out_of_range(rule));
        };
        self.check_level(level, data)?;
        self.check_palette()?;
        Ok(pixel::expand(self, data))
    }

    /// The part of a Page rectangle that lies inside the texture, `None` for an unknown rectangle
    /// or one without such a part.
    #[must_use]
    pub fn page(&self, index: usize) -> Option<PageRect> {
        self.pages
            .as_ref()?
            .get(index)?
            .clamped(self.width, self.height)
    }

    /// How a material's cell maps UVs. An unknown cell is the whole texture.
    #[must_use]
    pub fn cell_transform(&self, cell: Option<usize>) -> CellTransform {
        let Some(page) = cell.and_then(|index| self.page(index)) else {
            return CellTransform::IDENTITY;
        };
        let part = |value: i16, whole: u32| f32::from(value) / whole as f32;
        CellTransform {
            offset: [part(page.x, self.width), part(page.y, self.height)],
            scale: [part(page.width, self.width), part(page.height, self.height)],
        }
    }

    fn check_level(&self, level: usize, data: &[u8]) -> Result<()> {
        let expected = level_bytes(self.width, self.height, self.format, level);
        if data.len() as u64 == expected {
            return Ok(());
        }
        let rule = format!("level has {} bytes, its size needs {expected}", data.len());
        Err(Error::bad_value(rule)
            .in_stream("Texm levels")
            .in_record(level))
    }

    fn check_palette(&self) -> Result<()> {
        let expected = (self.format == PixelFormat::Indexed).then_some(PALETTE_LEN);
        let entries = self.palette.as_ref().map(Vec::len);
        if entries == expected {
            return Ok(());
        }
        let rule = format!(
            "format {} wants {} palette entries, not {}",
            self.format.number(),
            expected.unwrap_or(0),
            entries.unwrap_or(0)
        );
        Err(Error::bad_value(rule).in_stream("Texm palette"))
    }
}

impl PageRect {
    fn clamped(self, width: u32, height: u32) -> Option<Self> {
        let (x, width) = clamped_span(self.x, self.width, width)?;
        let (y, height) = clamped_span(self.y, self.height, height)?;
        Some(Self {
            x,
            width,
            y,
            height,
        })
    }
}

/// Start and length of the part of a span that lies in `0..limit`.
fn clamped_span(start: i16, length: i16, limit: u32) -> Option<(i16, i16)> {
    let limit = i32::try_from(limit).ok()?;
    let from = i32::from(start).max(0);
    let to = (i32::from(start) + i32::from(length)).min(limit);
    if from >= to {
        return None;
    }
    Some((i16::try_from(from).ok()?, i16::try_from(to - from).ok()?))
}

fn level_size(width: u32, height: u32, level: usize) -> (u32, u32) {
    let side = |side: u32| side.checked_shr(level as u32).unwrap_or(0).max(1);
    (side(width), side(height))
}

fn level_bytes(width: u32, height: u32, format: PixelFormat, level: usize) -> u64 {
    let (width, height) = level_size(width, height, level);
    u64::from(width) * u64::from(height) * format.bytes_per_pixel() as u64
}

/// Levels of a chain that ends at 1 x 1.
fn full_chain(width: u32, height: u32) -> u32 {
    width.max(height).max(1).ilog2() + 1
}

/// Checks the header's size and level count against the limits of 6.7.
fn check_size(width: u32, height: u32, mip_count: u32) -> Result<()> {
    if width == 0 || height == 0 {
        return Err(Error::bad_value(format!("a texture of {width} x {height}")).at(4));
    }
    if width > MAX_SIDE || height > MAX_SIDE {
        let rule = format!("{width} x {height}, a side has at most {MAX_SIDE}");
        return Err(Error::limit(rule).at(4));
    }
    if mip_count == 0 {
        return Err(Error::bad_value("a texture without a level").at(12));
    }
    let most = full_chain(width, height);
    if mip_count > most {
        let rule = format!("{mip_count} levels, {width} x {height} has at most {most}");
        return Err(Error::limit(rule).at(12));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
