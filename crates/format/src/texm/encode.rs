//! Authoring: textures from eight-bit pixels.

use std::collections::HashMap;

use crate::error::{Error, Result};

use super::{PALETTE_LEN, PageRect, PixelFormat, Texm, check_size, level_size, pixel};

/// Value of [`Texm::flags4`] on textures with more than one level.
const FLAGS4_MIP_MAPPED: u32 = 32;

/// Pixels of one level: red, green, blue, alpha.
struct Image {
    width: u32,
    height: u32,
    pixels: Vec<[u8; 4]>,
}

impl Texm {
    /// A texture of `width` x `height` pixels of red, green, blue, alpha, top row first. Lower
    /// levels are box-filtered from these pixels. Format 0 gets a palette of the colours in use,
    /// and format 2 has no palette to choose indices from.
    ///
    /// # Errors
    /// Sizes and level counts over the limits; `BadValue` if `rgba` has another size; `Limit` if
    /// format 0 would need more than 256 colours; `Unsupported` for format 2.
    pub fn encode(
        width: u32,
        height: u32,
        rgba: &[u8],
        format: PixelFormat,
        mip_count: u32,
    ) -> Result<Self> {
        let top = Image::new(width, height, rgba, mip_count)?;
        match format {
            PixelFormat::Indexed => {
                let (palette, indices) = palette_of(&top)?;
                Self::from_indices(width, height, palette, &indices, mip_count)
            }
            PixelFormat::IndexedExternal => Err(Error::unsupported(
                "format 2 is written from indices, its palette is not in the texture",
            )),
            _ => {
                let levels = (0..mip_count as usize)
                    .map(|level| top.level(level).stored_as(format))
                    .collect();
                Ok(new_texture(width, height, format, None, levels))
            }
        }
    }

    /// A texture of format 0. The palette (blue, green, red, padding) is filled up with black to
    /// 256 entries. Lower levels take the palette entry nearest to the box-filtered colour.
    ///
    /// # Errors
    /// Sizes and level counts over the limits; `Limit` for more than 256 palette entries;
    /// `BadValue` if `indices` has another size or names an entry that is not there.
    pub fn from_indices(
        width: u32,
        height: u32,
        mut palette: Vec<[u8; 4]>,
        indices: &[u8],
        mip_count: u32,
    ) -> Result<Self> {
        let used = palette.len();
        if used > PALETTE_LEN {
            let rule = format!("{used} palette entries, at most {PALETTE_LEN}");
            return Err(Error::limit(rule));
        }
        if let Some(index) = indices.iter().find(|index| usize::from(**index) >= used) {
            let rule = format!("index {index}, the palette has {used} entries");
            return Err(Error::bad_value(rule));
        }
        // Every index is below `used`, so the lookup stays inside.
        let rgba: Vec<u8> = indices
            .iter()
            .flat_map(|index| opaque(palette[usize::from(*index)]))
            .collect();
        let top = Image::new(width, height, &rgba, mip_count)?;
        let mut levels = vec![indices.to_vec()];
        levels.extend((1..mip_count as usize).map(|level| {
            let pixels = top.level(level).pixels;
            pixels.iter().map(|p| nearest(&palette, *p)).collect()
        }));
        palette.resize(PALETTE_LEN, [0; 4]);
        let format = PixelFormat::Indexed;
        Ok(new_texture(width, height, format, Some(palette), levels))
    }

    /// Adds a Page chunk with these rectangles.
    #[must_use]
    pub fn with_pages(mut self, pages: Vec<PageRect>) -> Self {
        self.pages = Some(pages);
        self
    }
}

fn new_texture(
    width: u32,
    height: u32,
    format: PixelFormat,
    palette: Option<Vec<[u8; 4]>>,
    levels: Vec<Vec<u8>>,
) -> Texm {
    // A chain has at most 13 levels.
    let mip_count = levels.len() as u32;
    Texm {
        width,
        height,
        mip_count,
        flags4: if mip_count > 1 { FLAGS4_MIP_MAPPED } else { 0 },
        flags5: 0,
        unknown6: 0,
        format,
        palette,
        levels,
        pages: None,
        unk_tail: Vec::new(),
    }
}

impl Image {
    fn new(width: u32, height: u32, rgba: &[u8], mip_count: u32) -> Result<Self> {
        check_size(width, height, mip_count)?;
        let (pixels, rest) = rgba.as_chunks::<4>();
        let expected = width as usize * height as usize;
        if pixels.len() != expected || !rest.is_empty() {
            let rule = format!("{} bytes for {width} x {height} pixels", rgba.len());
            return Err(Error::bad_value(rule));
        }
        Ok(Self {
            width,
            height,
            pixels: pixels.to_vec(),
        })
    }

    /// A lower level: each pixel is the mean of the pixels it covers, rounded down as in the
    /// game's own textures.
    fn level(&self, level: usize) -> Self {
        let (width, height) = level_size(self.width, self.height, level);
        let mut pixels = Vec::with_capacity(width as usize * height as usize);
        for y in 0..height {
            let rows = covered(y, height, self.height);
            for x in 0..width {
                pixels.push(self.mean(covered(x, width, self.width), rows.clone()));
            }
        }
        Self {
            width,
            height,
            pixels,
        }
    }

    fn mean(&self, columns: std::ops::Range<usize>, rows: std::ops::Range<usize>) -> [u8; 4] {
        let count = (columns.len() * rows.len()) as u64;
        let mut sums = [0_u64; 4];
        for y in rows {
            let start = y * self.width as usize;
            for pixel in &self.pixels[start + columns.start..start + columns.end] {
                for (sum, channel) in sums.iter_mut().zip(pixel) {
                    *sum += u64::from(*channel);
                }
            }
        }
        // A mean of bytes is a byte.
        sums.map(|sum| (sum / count) as u8)
    }

    fn stored_as(&self, format: PixelFormat) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.pixels.len() * format.bytes_per_pixel());
        for rgba in &self.pixels {
            pixel::put(&mut out, format, *rgba);
        }
        out
    }
}

/// Pixels of a side of `from` that pixel `index` of a side of `to` covers; never empty, as
/// `to` is not above `from`.
fn covered(index: u32, to: u32, from: u32) -> std::ops::Range<usize> {
    // Sides are at most 4,096, so the products fit.
    (index * from / to) as usize..((index + 1) * from / to) as usize
}

fn opaque([blue, green, red, _]: [u8; 4]) -> [u8; 4] {
    [red, green, blue, 255]
}

/// The colours of an image in order of appearance (alpha is not stored) and its indices.
fn palette_of(image: &Image) -> Result<(Vec<[u8; 4]>, Vec<u8>)> {
    let mut palette = Vec::new();
    let mut known = HashMap::new();
    let mut indices = Vec::with_capacity(image.pixels.len());
    for [red, green, blue, _] in &image.pixels {
        let entry = [*blue, *green, *red, 0];
        let index = *known.entry(entry).or_insert(palette.len());
        if index == palette.len() {
            palette.push(entry);
        }
        let Ok(index) = u8::try_from(index) else {
            return Err(Error::limit("more than 256 colours for a palette"));
        };
        indices.push(index);
    }
    Ok((palette, indices))
}

/// The palette entry with the least squared distance; the first of equals.
fn nearest(palette: &[[u8; 4]], [red, green, blue, _]: [u8; 4]) -> u8 {
    let distance = |entry: &[u8; 4]| -> i32 {
        let apart = |a: u8, b: u8| (i32::from(a) - i32::from(b)).pow(2);
        apart(entry[0], blue) + apart(entry[1], green) + apart(entry[2], red)
    };
    (0..=255)
        .zip(palette)
        .min_by_key(|(_, entry)| distance(entry))
        .map_or(0, |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{ErrorKind, Warnings};

    const RED: [u8; 4] = [255, 0, 0, 255];
    const BLACK: [u8; 4] = [0, 0, 0, 255];

    fn reads_back(texture: &Texm) {
        let bytes = texture.to_bytes().unwrap();
        let again = Texm::parse(&bytes, &mut Warnings::new()).unwrap();
        assert_eq!(again, *texture);
    }

    #[test]
    fn every_format_with_colours_reads_back() {
        let rgba = [RED, BLACK, RED, BLACK].concat();
        for format in PixelFormat::ALL {
            if format == PixelFormat::IndexedExternal {
                continue;
            }
            let texture = Texm::encode(2, 2, &rgba, format, 2).unwrap();
            assert_eq!((texture.levels.len(), texture.flags4), (2, 32));
            reads_back(&texture);
        }
    }

    #[test]
    fn an_8888_texture_decodes_to_its_pixels() {
        let texture = Texm::encode(1, 1, &[1, 2, 3, 4], PixelFormat::Argb8888, 1).unwrap();
        assert_eq!(texture.decode_level(0).unwrap(), [3, 2, 1, 4]);
        assert_eq!(texture.flags4, 0);
    }

    #[test]
    fn lower_levels_are_means_rounded_down() {
        let grey = |value: u8| [value, value, value, 255];
        let rgba = [grey(0), grey(1), grey(2), grey(4)].concat();
        let texture = Texm::encode(2, 2, &rgba, PixelFormat::Argb8888, 2).unwrap();
        assert_eq!(texture.decode_level(1).unwrap(), [1, 1, 1, 255]);
    }

    #[test]
    fn levels_of_odd_sides_cover_every_pixel() {
        let rgba = [BLACK, BLACK, BLACK, BLACK, [60, 0, 0, 255]].concat();
        let texture = Texm::encode(5, 1, &rgba, PixelFormat::Argb8888, 2).unwrap();
        // The second pixel of level 1 is the mean of pixels 2, 3 and 4.
        assert_eq!(
            texture.decode_level(1).unwrap(),
            [0, 0, 0, 255, 0, 0, 20, 255]
        );
    }

    #[test]
    fn a_palette_holds_the_colours_in_order_of_appearance() {
        let rgba = [RED, BLACK, RED, RED].concat();
        let texture = Texm::encode(2, 2, &rgba, PixelFormat::Indexed, 2).unwrap();
        assert_eq!(texture.levels, [vec![0, 1, 0, 0], vec![0]]);
        let palette = texture.palette.as_ref().unwrap();
        assert_eq!(palette.len(), 256);
        assert_eq!(palette[..2], [[0, 0, 255, 0], [0, 0, 0, 0]]);
    }

    #[test]
    fn more_than_256_colours_have_no_palette() {
        let rgba: Vec<u8> = (0..=256_u32).flat_map(u32::to_le_bytes).collect();
        let error = Texm::encode(257, 1, &rgba, PixelFormat::Indexed, 1).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Limit);
    }

    #[test]
    fn indices_stay_inside_their_palette() {
        let palette = vec![[0; 4], [255; 4]];
        assert!(Texm::from_indices(2, 1, palette.clone(), &[0, 1], 1).is_ok());
        let error = Texm::from_indices(2, 1, palette, &[0, 2], 1).unwrap_err();
        assert_eq!(error.kind, ErrorKind::BadValue);
    }

    #[test]
    fn wrong_sizes_are_errors() {
        let encode = |width, height, bytes: usize, mips| {
            Texm::encode(width, height, &vec![0; bytes], PixelFormat::Rgb565, mips)
        };
        assert!(encode(2, 2, 16, 2).is_ok());
        assert!(encode(2, 2, 15, 1).is_err());
        assert!(encode(2, 2, 20, 1).is_err());
        assert!(encode(0, 2, 0, 1).is_err());
        assert!(encode(2, 2, 16, 0).is_err());
        assert!(encode(2, 2, 16, 3).is_err());
        assert!(encode(u32::MAX, u32::MAX, 4, 1).is_err());
    }

    #[test]
    fn pages_are_written_after_the_levels() {
        let page = PageRect {
            x: 1,
            width: 2,
            y: 3,
            height: 4,
        };
        let rgba = [255; 4 * 4 * 8];
        let texture = Texm::encode(4, 8, &rgba, PixelFormat::Rgb565, 1)
            .unwrap()
            .with_pages(vec![page]);
        reads_back(&texture);
        let bytes = texture.to_bytes().unwrap();
        assert_eq!(bytes[32 + 64..], *b"Page\x01\0\0\0\x01\0\x02\0\x03\0\x04\0");
    }
}
