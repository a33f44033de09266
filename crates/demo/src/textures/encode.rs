//! From a picture in floats to a stored texture.
//!
//! Formats with few bits a channel are dithered, format 0 gets the best 256 colours.

use msh_format::Result;
use msh_format::texm::{PageRect, PixelFormat, Texm};

use super::image::Image;
use super::palette::{nearest, palette_of};

/// Thresholds of an ordered dither, in sixteenths.
const DITHER: [[f32; 4]; 4] = [
    [0.0, 8.0, 2.0, 10.0],
    [12.0, 4.0, 14.0, 6.0],
    [3.0, 11.0, 1.0, 9.0],
    [15.0, 7.0, 13.0, 5.0],
];

/// Stores a picture with `levels` mip levels and, if it is a sheet, its cells.
///
/// # Errors
/// A size or level count the format does not allow.
pub fn encode(
    image: &Image,
    format: PixelFormat,
    levels: u32,
    pages: Vec<PageRect>,
) -> Result<Texm> {
    let (width, height) = (image.width as u32, image.height as u32);
    let texture = if format == PixelFormat::Indexed {
        let palette = palette_of(image);
        let pixels = image.pixels.iter();
        let indices: Vec<u8> = pixels
            .map(|p| nearest(&palette, [p[0], p[1], p[2]]))
            .collect();
        let stored = palette.iter().map(|&[r, g, b]| [b, g, r, 0]).collect();
        Texm::from_indices(width, height, stored, &indices, levels)?
    } else {
        Texm::encode(width, height, &dithered(image, format), format, levels)?
    };
    Ok(if pages.is_empty() {
        texture
    } else {
        texture.with_pages(pages)
    })
}

/// Eight-bit pixels whose channels are exact steps of the format.
fn dithered(image: &Image, format: PixelFormat) -> Vec<u8> {
    let bits = match format {
        PixelFormat::Rgb565 => [5, 6, 5, 8],
        PixelFormat::Rgb556 => [5, 5, 6, 8],
        PixelFormat::Argb4444 => [4; 4],
        _ => [8; 4],
    };
    let mut bytes = Vec::with_capacity(image.pixels.len() * 4);
    for (i, pixel) in image.pixels.iter().enumerate() {
        let (x, y) = (i % image.width, i / image.width);
        let threshold = (DITHER[y % 4][x % 4] + 0.5) / 16.0;
        for channel in 0..4 {
            // Alpha is not dithered: silhouettes must stay clean. Neither are whole bytes.
            let plain = channel == 3 || bits[channel] == 8;
            let threshold = if plain { 0.5 } else { threshold };
            bytes.push(step(pixel[channel], bits[channel], threshold));
        }
    }
    bytes
}

/// The step of a channel with `bits` bits, as the byte it is shown as; rounds up where the fraction
/// exceeds `threshold`.
fn step(value: f32, bits: u32, threshold: f32) -> u8 {
    let most = ((1_u32 << bits) - 1) as f32;
    let step = (value.clamp(0.0, 1.0) * most + 1.0 - threshold)
        .floor()
        .min(most) as u32;
    // Repeating the bits fills the byte: 5 bits abcde become abcdeabc.
    (step << (8 - bits) | step >> (2 * bits - 8)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(image: &Image, format: PixelFormat) -> Texm {
        encode(image, format, 1, Vec::new()).unwrap()
    }

    /// 4444 0xA3C5 is the example of 03 6.2: R 51, G 204, B 85, A 170.
    #[test]
    fn exact_steps_are_stored_exactly() {
        let image = Image::new(4, 4, |_| [51.0, 204.0, 85.0, 170.0].map(|c| c / 255.0));
        let bytes = &stored(&image, PixelFormat::Argb4444).levels[0];
        assert!(bytes.chunks(2).all(|p| p == [0xC5, 0xA3]));
    }

    #[test]
    fn dither_keeps_the_mean_of_a_shade_between_two_steps() {
        let half = Image::new(4, 4, |_| [0.5, 0.0, 0.0, 1.0]);
        let bytes = &stored(&half, PixelFormat::Argb4444).levels[0];
        let reds: u32 = bytes.chunks(2).map(|p| u32::from(p[1] & 15)).sum();
        assert_eq!(reds, 16 * 15 / 2);
    }

    #[test]
    fn indexed_pictures_bring_their_palette() {
        let image = Image::opaque(2, 2, |_| [1.0, 0.0, 0.0]);
        let texture = stored(&image, PixelFormat::Indexed);
        assert_eq!(texture.palette.unwrap()[0], [0, 0, 255, 0]);
        assert_eq!(texture.levels[0], [0; 4]);
    }
}
