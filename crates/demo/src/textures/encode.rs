//! From a picture to a stored texture: mips by a box filter, pixels in the game's formats.
//!
//! Spec: `03-materials-textures.md` 6.

use msh_format::texm::{PageRect, PixelFormat, Texm};

use super::image::Image;
use super::palette::{nearest, palette_of};

/// Word 0x10 of textures that have mips.
const MIPPED: u32 = 32;

/// Thresholds of an ordered dither, in sixteenths: hides the steps of 4 to 6 bits a channel.
const DITHER: [[f32; 4]; 4] = [
    [0.0, 8.0, 2.0, 10.0],
    [12.0, 4.0, 14.0, 6.0],
    [3.0, 11.0, 1.0, 9.0],
    [15.0, 7.0, 13.0, 5.0],
];

/// Stores a picture with `levels` mip levels.
#[must_use]
pub fn encode(image: &Image, format: PixelFormat, levels: usize, pages: &[PageRect]) -> Texm {
    let palette = (format == PixelFormat::Indexed).then(|| palette_of(image));
    let mut chain = vec![image.clone()];
    while let Some(last) = chain.last().filter(|_| chain.len() < levels) {
        chain.push(last.halved());
    }
    let stored = |image: &Image| match &palette {
        Some(palette) => indices(image, palette),
        None => packed(image, format),
    };
    Texm {
        width: image.width as u32,
        height: image.height as u32,
        flags4: if levels > 1 { MIPPED } else { 0 },
        flags5: 0,
        unknown6: 0,
        format,
        levels: chain.iter().map(stored).collect(),
        palette: palette.as_deref().map(stored_palette),
        pages: (!pages.is_empty()).then(|| pages.to_vec()),
    }
}

/// 256 entries: blue, green, red, padding.
fn stored_palette(palette: &[[u8; 3]]) -> Vec<[u8; 4]> {
    let mut stored: Vec<[u8; 4]> = palette.iter().map(|&[r, g, b]| [b, g, r, 0]).collect();
    stored.resize(256, [0; 4]);
    stored
}

fn indices(image: &Image, palette: &[[u8; 3]]) -> Vec<u8> {
    let pixels = image.pixels.iter();
    pixels.map(|p| nearest(palette, [p[0], p[1], p[2]])).collect()
}

fn packed(image: &Image, format: PixelFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (i, &pixel) in image.pixels.iter().enumerate() {
        let (x, y) = (i % image.width, i / image.width);
        let threshold = (DITHER[y % 4][x % 4] + 0.5) / 16.0;
        put_pixel(&mut bytes, format, pixel, threshold);
    }
    bytes
}

fn put_pixel(bytes: &mut Vec<u8>, format: PixelFormat, [r, g, b, a]: [f32; 4], threshold: f32) {
    let short = |value: f32, bits: u32| steps(value, bits, threshold);
    let whole = |value: f32| steps(value, 8, 0.5) as u8;
    let alpha = |bits: u32| steps(a, bits, 0.5);
    match format {
        PixelFormat::Rgb565 => {
            let word = short(r, 5) << 11 | short(g, 6) << 5 | short(b, 5);
            bytes.extend(word.to_le_bytes());
        }
        PixelFormat::Rgb556 => {
            let word = short(r, 5) << 11 | short(g, 5) << 6 | short(b, 6);
            bytes.extend(word.to_le_bytes());
        }
        PixelFormat::Argb4444 => {
            let word = alpha(4) << 12 | short(r, 4) << 8 | short(g, 4) << 4 | short(b, 4);
            bytes.extend(word.to_le_bytes());
        }
        PixelFormat::La88 => {
            let luminance = 0.299 * r + 0.587 * g + 0.114 * b;
            bytes.extend([whole(luminance), whole(a)]);
        }
        PixelFormat::Rgb888 => bytes.extend([whole(b), whole(g), whole(r), 0]),
        PixelFormat::Argb8888 => bytes.extend([whole(b), whole(g), whole(r), whole(a)]),
        PixelFormat::Indexed | PixelFormat::IndexedExternal => bytes.push(whole(r)),
    }
}

/// A value of 0..1 in `bits` bits; rounds up where the fraction exceeds `threshold`.
fn steps(value: f32, bits: u32, threshold: f32) -> u16 {
    let most = ((1_u32 << bits) - 1) as f32;
    let exact = value.clamp(0.0, 1.0) * most;
    (exact + 1.0 - threshold).floor().min(most) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(color: [f32; 4]) -> Image {
        Image::new(2, 2, |_| color)
    }

    /// 565 0x8410 and 4444 0xA3C5 are the examples of 03 6.2.
    #[test]
    fn channels_land_where_the_format_puts_them() {
        let level = |c, format| encode(&plain(c), format, 1, &[]).levels[0][..2].to_vec();
        let argb = [3.0 / 15.0, 12.0 / 15.0, 5.0 / 15.0, 10.0 / 15.0];
        assert_eq!(level(argb, PixelFormat::Argb4444), [0xC5, 0xA3]);
        let red = [1.0, 0.0, 0.0, 1.0];
        assert_eq!(level(red, PixelFormat::Rgb565), [0x00, 0xF8]);
        let blue = [0.0, 0.0, 1.0, 1.0];
        assert_eq!(level(blue, PixelFormat::Rgb556), [0x3F, 0x00]);
        assert_eq!(level([1.0, 1.0, 1.0, 0.0], PixelFormat::La88), [0xFF, 0x00]);
    }

    #[test]
    fn four_byte_formats_store_blue_first() {
        let color = [1.0, 0.0, 0.2, 0.4];
        let with_alpha = encode(&plain(color), PixelFormat::Argb8888, 1, &[]);
        assert_eq!(with_alpha.levels[0][..4], [51, 0, 255, 102]);
        let without = encode(&plain(color), PixelFormat::Rgb888, 1, &[]);
        assert_eq!(without.levels[0][..4], [51, 0, 255, 0]);
    }

    #[test]
    fn levels_halve_down_to_the_count() {
        let texture = encode(&Image::new(8, 4, |_| [0.5; 4]), PixelFormat::Rgb565, 3, &[]);
        let sizes: Vec<usize> = texture.levels.iter().map(Vec::len).collect();
        assert_eq!(sizes, [64, 16, 4]);
        assert_eq!(texture.flags4, 32);
    }

    #[test]
    fn indexed_pictures_bring_their_palette() {
        let texture = encode(&plain([1.0, 0.0, 0.0, 1.0]), PixelFormat::Indexed, 1, &[]);
        let palette = texture.palette.unwrap();
        assert_eq!((palette.len(), palette[0]), (256, [0, 0, 255, 0]));
        assert_eq!(texture.levels[0], [0; 4]);
    }

    #[test]
    fn dither_keeps_the_mean_of_a_shade_between_two_steps() {
        let half = Image::new(4, 4, |_| [0.5, 0.0, 0.0, 1.0]);
        let bytes = &encode(&half, PixelFormat::Argb4444, 1, &[]).levels[0];
        let reds: u32 = bytes.chunks(2).map(|p| u32::from(p[1] & 15)).sum();
        assert_eq!(reds, 16 * 15 / 2);
    }
}
