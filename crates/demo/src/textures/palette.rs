//! Palettes: the 256 colours that serve a picture best.

use super::image::Image;

/// A box of colours that still has to be split.
struct ColorBox {
    colors: Vec<[u8; 3]>,
}

impl ColorBox {
    /// The channel with the widest spread, and the spread.
    fn widest(&self) -> (usize, u8) {
        let spread = |c: usize| {
            let low = self.colors.iter().map(|p| p[c]).min().unwrap_or(0);
            let high = self.colors.iter().map(|p| p[c]).max().unwrap_or(0);
            high - low
        };
        // The first of equals, so that the result does not hang on iteration details.
        (1..3).fold((0, spread(0)), |best, c| {
            if spread(c) > best.1 {
                (c, spread(c))
            } else {
                best
            }
        })
    }

    fn mean(&self) -> [u8; 3] {
        let count = self.colors.len().max(1) as u32;
        [0, 1, 2].map(|c| {
            let sum: u32 = self.colors.iter().map(|p| u32::from(p[c])).sum();
            ((sum + count / 2) / count) as u8
        })
    }
}

/// At most 256 colours by median cut: the box with the widest channel is halved at its median.
#[must_use]
pub fn palette_of(image: &Image) -> Vec<[u8; 3]> {
    let colors = image
        .pixels
        .iter()
        .map(|p| bytes([p[0], p[1], p[2]]))
        .collect();
    let mut boxes = vec![ColorBox { colors }];
    while boxes.len() < 256 {
        let weight = |b: &ColorBox| u64::from(b.widest().1) * b.colors.len() as u64;
        let Some((index, _)) = boxes
            .iter()
            .enumerate()
            .filter(|(_, b)| b.widest().1 > 0)
            .max_by_key(|(i, b)| (weight(b), std::cmp::Reverse(*i)))
        else {
            break;
        };
        let mut whole = boxes.swap_remove(index);
        let channel = whole.widest().0;
        whole.colors.sort_unstable_by_key(|p| (p[channel], *p));
        let upper = whole.colors.split_off(whole.colors.len() / 2);
        boxes.push(whole);
        boxes.push(ColorBox { colors: upper });
    }
    let mut palette: Vec<[u8; 3]> = boxes.iter().map(ColorBox::mean).collect();
    palette.sort_unstable();
    palette.dedup();
    palette
}

/// The number of the palette colour nearest to `color`.
#[must_use]
pub fn nearest(palette: &[[u8; 3]], color: [f32; 3]) -> u8 {
    let wanted = bytes(color).map(i32::from);
    let distance = |p: &[u8; 3]| {
        let d = [0, 1, 2].map(|c| i32::from(p[c]) - wanted[c]);
        2 * d[0] * d[0] + 4 * d[1] * d[1] + d[2] * d[2]
    };
    let best = palette
        .iter()
        .enumerate()
        .min_by_key(|(i, p)| (distance(p), *i));
    best.map_or(0, |(i, _)| i as u8)
}

fn bytes(color: [f32; 3]) -> [u8; 3] {
    color.map(|c| (c.clamp(0.0, 1.0) * 255.0 + 0.5) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_exactly() {
        let image = Image::opaque(4, 1, |s| {
            [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0; 3]][s.x]
        });
        let palette = palette_of(&image);
        assert_eq!(
            palette,
            [[0, 0, 0], [0, 0, 255], [255, 0, 0], [255, 255, 255]]
        );
        assert_eq!(nearest(&palette, [0.9, 0.1, 0.0]), 2);
    }

    #[test]
    fn many_colours_are_cut_to_256() {
        let image = Image::opaque(64, 64, |s| [s.u, s.v, s.u * s.v]);
        let palette = palette_of(&image);
        assert!(palette.len() > 200 && palette.len() <= 256);
    }
}
