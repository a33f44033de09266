//! A picture in floats, before it is stored in one of the game's pixel formats.

use super::color::Rgb;
use super::field::{Spot, paint};

/// A picture: red, green, blue, alpha, stored values in 0..1.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// Pixels across.
    pub width: usize,
    /// Pixels down.
    pub height: usize,
    /// Rows, top first.
    pub pixels: Vec<[f32; 4]>,
}

impl Image {
    /// Paints an opaque picture.
    #[must_use]
    pub fn opaque(width: usize, height: usize, mut color: impl FnMut(Spot) -> Rgb) -> Self {
        Self::new(width, height, |spot| {
            let [r, g, b] = color(spot);
            [r, g, b, 1.0]
        })
    }

    /// Paints a picture with alpha.
    #[must_use]
    pub fn new(width: usize, height: usize, color: impl FnMut(Spot) -> [f32; 4]) -> Self {
        Self {
            width,
            height,
            pixels: paint(width, height, color),
        }
    }

    /// The pixel at a column and row, wrapping round.
    #[must_use]
    pub fn pixel(&self, x: usize, y: usize) -> [f32; 4] {
        self.pixels[(y % self.height) * self.width + x % self.width]
    }

    /// The next mip level: every pixel the mean of four. Colours are weighted by their alpha, so that
    /// the hidden colour of clear pixels does not bleed into a silhouette.
    #[must_use]
    pub fn halved(&self) -> Self {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        Self::new(width, height, |s| {
            let sources = [(0, 0), (1, 0), (0, 1), (1, 1)]
                .map(|(dx, dy)| self.pixel(s.x * 2 + dx, s.y * 2 + dy));
            let alpha: f32 = sources.iter().map(|p| p[3]).sum();
            let weighted = |c: usize| {
                if alpha > 0.0 {
                    sources.iter().map(|p| p[c] * p[3]).sum::<f32>() / alpha
                } else {
                    sources.iter().map(|p| p[c]).sum::<f32>() * 0.25
                }
            };
            [weighted(0), weighted(1), weighted(2), alpha * 0.25]
        })
    }

    /// Puts the pictures of equal size beside and below each other, `columns` a row.
    #[must_use]
    pub fn sheet(cells: &[Self], columns: usize) -> Self {
        let Some(first) = cells.first() else {
            return Self::new(1, 1, |_| [0.0; 4]);
        };
        let (w, h) = (first.width, first.height);
        Self::new(w * columns, h * cells.len().div_ceil(columns), |s| {
            cells
                .get(s.y / h * columns + s.x / w)
                .map_or([0.0; 4], |cell| cell.pixel(s.x, s.y))
        })
    }

    /// Gives clear pixels the colour of their silhouette, so that filtering shows no dark rim.
    #[must_use]
    pub fn bled(mut self) -> Self {
        for _ in 0..8 {
            let before = self.clone();
            for y in 0..self.height {
                for x in 0..self.width {
                    let pixel = &mut self.pixels[y * before.width + x];
                    if pixel[3] > 0.0 || pixel[..3].iter().any(|c| *c > 0.0) {
                        continue;
                    }
                    let (w, h) = (before.width, before.height);
                    let around = [(1, 0), (w - 1, 0), (0, 1), (0, h - 1)]
                        .map(|(dx, dy)| before.pixel(x + dx, y + dy));
                    let painted = |p: &&[f32; 4]| p[3] > 0.0 || p[..3].iter().any(|c| *c > 0.0);
                    let count = around.iter().filter(painted).count();
                    for c in 0..3 {
                        let sum: f32 = around.iter().filter(painted).map(|p| p[c]).sum();
                        pixel[c] = sum / count.max(1) as f32;
                    }
                }
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halving_weighs_colour_by_alpha() {
        let image = Image {
            width: 2,
            height: 2,
            pixels: vec![
                [1.0, 0.0, 0.0, 1.0],
                [0.0, 1.0, 0.0, 0.0],
                [1.0, 0.0, 0.0, 1.0],
                [0.0, 1.0, 0.0, 0.0],
            ],
        };
        assert_eq!(image.halved().pixels, [[1.0, 0.0, 0.0, 0.5]]);
    }

    #[test]
    fn a_sheet_places_cells_row_by_row() {
        let cell = |r: f32| Image::new(2, 2, |_| [r, 0.0, 0.0, 1.0]);
        let sheet = Image::sheet(&[cell(0.1), cell(0.2), cell(0.3)], 2);
        assert_eq!((sheet.width, sheet.height), (4, 4));
        assert_eq!(sheet.pixel(2, 1)[0], 0.2);
        assert_eq!(sheet.pixel(1, 3)[0], 0.3);
        assert_eq!(sheet.pixel(3, 3)[3], 0.0);
    }

    #[test]
    fn bleeding_colours_clear_neighbours_and_keeps_them_clear() {
        let mut image = Image::new(8, 8, |_| [0.0; 4]);
        image.pixels[9] = [0.5, 0.4, 0.3, 1.0];
        let bled = image.bled();
        assert_eq!(bled.pixels[10], [0.5, 0.4, 0.3, 0.0]);
    }
}
