//! Palettes: the 256 colours that serve a picture best.

use super::image::Image;

/// A box of colours that still has to be split.
struct ColorBox {
    colors: Vec<[u8; 3]>,
    /// The channel with the widest spread.
    channel: usize,
    /// That spread times the number of pixels: how much a split would gain.
    weight: usize,
}

impl ColorBox {
    fn new(colors: Vec<[u8; 3]>) -> Self {
        let (mut low, mut high) = ([u8::MAX; 3], [0; 3]);
        for color in &colors {
            for channel in 0..3 {
                low[channel] = color[channel].min(low[channel]);
                high[channel] = color[channel].max(high[channel]);
            }
        }
        let spread = |channel: usize| usize::from(high[channel].saturating_sub(low[channel]));
        let channel = (1..3).fold(0, |best, c| if spread(c) > spread(best) { c } else { best });
        Self {
            channel,
            weight: spread(channel) * colors.len(),
            colors,
        }
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
    let mut boxes = vec![ColorBox::new(colors)];
    while boxes.len() < 256 {
        let splittable = boxes.iter().enumerate().filter(|(_, b)| b.weight > 0);
        let Some((index, _)) = splittable.max_by_key(|(i, b)| (b.weight, std::cmp::Reverse(*i)))
        else {
            break;
        };
        let ColorBox {
            mut colors,
            channel,
            ..
        } = boxes.swap_remove(index);
        colors.sort_unstable_by_key(|p| (p[channel], *p));
        let upper = colors.split_off(colors.len() / 2);
        boxes.push(ColorBox::new(colors));
        boxes.push(ColorBox::new(upper));
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
