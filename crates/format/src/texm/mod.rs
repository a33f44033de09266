//! Textures (`Texm`).
//!
//! Spec: `03-materials-textures.md` 6.

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
}
