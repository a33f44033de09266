//! Stored pixels to and from eight bits a channel (`03-materials-textures.md` 6.2).

use super::{PixelFormat, Texm};

/// Expands one level, whose size and palette are checked, to blue, green, red, alpha.
pub(super) fn expand(texture: &Texm, data: &[u8]) -> Vec<u8> {
    match texture.format {
        PixelFormat::Indexed => {
            let palette = texture.palette.as_deref().unwrap_or_default();
            let cut_out = texture.cuts_out_index_0();
            let colour = |index: u8| {
                // A palette has 256 entries, one for every byte.
                let [blue, green, red, _] = palette[usize::from(index)];
                let alpha = if cut_out && index == 0 { 0 } else { 255 };
                [blue, green, red, alpha]
            };
            data.iter().flat_map(|index| colour(*index)).collect()
        }
        PixelFormat::IndexedExternal => data.iter().flat_map(|i| [*i, *i, *i, 255]).collect(),
        PixelFormat::Rgb565 => expand_words(data, |word| {
            [bits5(word), bits6(word >> 5), bits5(word >> 11), 255]
        }),
        PixelFormat::Rgb556 => expand_words(data, |word| {
            [bits6(word), bits5(word >> 6), bits5(word >> 11), 255]
        }),
        PixelFormat::Argb4444 => expand_words(data, |word| {
            [word, word >> 4, word >> 8, word >> 12].map(bits4)
        }),
        PixelFormat::La88 => expand_words(data, |word| {
            let [luminance, alpha] = word.to_le_bytes();
            [luminance, luminance, luminance, alpha]
        }),
        PixelFormat::Rgb888 => {
            let mut out = data.to_vec();
            for alpha in out.iter_mut().skip(3).step_by(4) {
                *alpha = 255;
            }
            out
        }
        PixelFormat::Argb8888 => data.to_vec(),
    }
}

fn expand_words(data: &[u8], expand: impl Fn(u16) -> [u8; 4]) -> Vec<u8> {
    let (words, _) = data.as_chunks::<2>();
    words
        .iter()
        .flat_map(|word| expand(u16::from_le_bytes(*word)))
        .collect()
}

/// The low four bits, replicated to eight.
fn bits4(word: u16) -> u8 {
    let value = (word & 15) as u8;
    value << 4 | value
}

/// The low five bits, replicated to eight.
fn bits5(word: u16) -> u8 {
    let value = (word & 31) as u8;
    value << 3 | value >> 2
}

/// The low six bits, replicated to eight.
fn bits6(word: u16) -> u8 {
    let value = (word & 63) as u8;
    value << 2 | value >> 4
}

/// Appends one pixel of a format that stores its colour. Channels round to the nearest level;
/// `La88` takes the mean of red, green and blue.
pub(super) fn put(out: &mut Vec<u8>, format: PixelFormat, [red, green, blue, alpha]: [u8; 4]) {
    let word = match format {
        PixelFormat::Argb8888 => return out.extend([blue, green, red, alpha]),
        PixelFormat::Rgb888 => return out.extend([blue, green, red, 0]),
        PixelFormat::Rgb565 => level(red, 31) << 11 | level(green, 63) << 5 | level(blue, 31),
        PixelFormat::Rgb556 => level(red, 31) << 11 | level(green, 31) << 6 | level(blue, 63),
        PixelFormat::Argb4444 => {
            level(alpha, 15) << 12 | level(red, 15) << 8 | level(green, 15) << 4 | level(blue, 15)
        }
        PixelFormat::La88 => {
            let sum: u16 = [red, green, blue].map(u16::from).iter().sum();
            (u16::from(alpha) << 8) | ((sum + 1) / 3)
        }
        PixelFormat::Indexed | PixelFormat::IndexedExternal => return,
    };
    out.extend(word.to_le_bytes());
}

/// The nearest of the levels 0 to `most`.
fn level(channel: u8, most: u16) -> u16 {
    // At most 255 * 63 + 127, inside 16 bits.
    (u16::from(channel) * most + 127) / 255
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texture(format: PixelFormat, flags5: u32) -> Texm {
        Texm {
            width: 1,
            height: 1,
            mip_count: 1,
            flags4: 0,
            flags5,
            unknown6: 0,
            format,
            palette: (format == PixelFormat::Indexed)
                .then(|| (0..=255).map(|i| [i, 1, 2, 99]).collect()),
            levels: Vec::new(),
            pages: None,
            unk_tail: Vec::new(),
        }
    }

    /// Red, green, blue, alpha of one 16-bit word.
    fn rgba(format: PixelFormat, word: u16) -> [u8; 4] {
        let bgra = expand(&texture(format, 0), &word.to_le_bytes());
        [bgra[2], bgra[1], bgra[0], bgra[3]]
    }

    #[test]
    fn sixteen_bit_words_expand_as_in_the_examples() {
        assert_eq!(rgba(PixelFormat::Rgb565, 0x8410), [132, 130, 132, 255]);
        assert_eq!(rgba(PixelFormat::Rgb565, 0x1234), [16, 69, 165, 255]);
        assert_eq!(rgba(PixelFormat::Rgb556, 0x1234), [16, 66, 211, 255]);
        assert_eq!(rgba(PixelFormat::Argb4444, 0xA3C5), [51, 204, 85, 170]);
        assert_eq!(rgba(PixelFormat::La88, 0x40C0), [192, 192, 192, 64]);
    }

    #[test]
    fn thirty_two_bit_pixels_are_blue_green_red_alpha() {
        let bytes = [1, 2, 3, 4];
        assert_eq!(expand(&texture(PixelFormat::Argb8888, 0), &bytes), bytes);
        assert_eq!(
            expand(&texture(PixelFormat::Rgb888, 0), &bytes),
            [1, 2, 3, 255]
        );
    }

    #[test]
    fn indices_are_opaque_and_padding_is_no_alpha() {
        let texture = texture(PixelFormat::Indexed, 0x0400_0000);
        assert_eq!(expand(&texture, &[0, 7]), [0, 1, 2, 255, 7, 1, 2, 255]);
    }

    #[test]
    fn an_alpha_flag_cuts_out_index_0() {
        for flags5 in [Texm::FLAG_ALPHA, Texm::FLAG_FADE] {
            let texture = texture(PixelFormat::Indexed, flags5);
            assert_eq!(expand(&texture, &[0, 7]), [0, 1, 2, 0, 7, 1, 2, 255]);
        }
    }

    #[test]
    fn an_external_palette_is_a_grey_ramp() {
        let texture = texture(PixelFormat::IndexedExternal, 0);
        assert_eq!(expand(&texture, &[9]), [9, 9, 9, 255]);
    }

    #[test]
    fn every_word_survives_expansion_and_rounding() {
        for format in [
            PixelFormat::Rgb565,
            PixelFormat::Rgb556,
            PixelFormat::Argb4444,
        ] {
            for word in 0..=u16::MAX {
                let mut bytes = Vec::new();
                put(&mut bytes, format, rgba(format, word));
                assert_eq!(bytes, word.to_le_bytes(), "{format:?} {word:#06x}");
            }
        }
    }

    #[test]
    fn the_unused_byte_of_888_is_written_0() {
        let mut bytes = Vec::new();
        put(&mut bytes, PixelFormat::Rgb888, [1, 2, 3, 4]);
        assert_eq!(bytes, [3, 2, 1, 0]);
    }
}
