//! Strokes and leaves laid over each other on a clear sheet: cutouts of plants.

use crate::math::{cos_turns, mix, sin_turns, smooth};

use super::color::Rgb;
use super::image::Image;

/// A clear sheet to draw on. Coordinates are pixels, y down.
pub struct Canvas(Image);

impl Canvas {
    /// A clear sheet.
    pub fn new(width: usize, height: usize) -> Self {
        Self(Image::new(width, height, |_| [0.0; 4]))
    }

    /// The finished cutout: clear pixels near the silhouette take its colour.
    pub fn finish(self) -> Image {
        self.0.bled()
    }

    /// Lays `color` over a pixel, as far as `coverage` says.
    fn lay(&mut self, x: i32, y: i32, color: Rgb, coverage: f32) {
        let (w, h) = (self.0.width as i32, self.0.height as i32);
        if coverage <= 0.0 || x < 0 || y < 0 || x >= w || y >= h {
            return;
        }
        let pixel = &mut self.0.pixels[(y * w + x) as usize];
        let share = coverage / (coverage + pixel[3] * (1.0 - coverage));
        for c in 0..3 {
            pixel[c] = mix(pixel[c], color[c], share);
        }
        pixel[3] += coverage * (1.0 - pixel[3]);
    }

    /// A straight stroke that narrows from `widths[0]` to `widths[1]` pixels.
    pub fn stroke(&mut self, a: [f32; 2], b: [f32; 2], widths: [f32; 2], color: Rgb) {
        let reach = widths[0].max(widths[1]) + 1.0;
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let squared = (dx * dx + dy * dy).max(1e-6);
        let low = [a[0].min(b[0]) - reach, a[1].min(b[1]) - reach];
        let high = [a[0].max(b[0]) + reach, a[1].max(b[1]) + reach];
        for y in low[1] as i32..=high[1] as i32 {
            for x in low[0] as i32..=high[0] as i32 {
                let (px, py) = (x as f32 + 0.5 - a[0], y as f32 + 0.5 - a[1]);
                let t = ((px * dx + py * dy) / squared).clamp(0.0, 1.0);
                let (ex, ey) = (px - dx * t, py - dy * t);
                let radius = 0.5 * mix(widths[0], widths[1], t);
                let distance = (ex * ex + ey * ey).sqrt();
                self.lay(x, y, color, smooth(radius + 0.5, radius - 0.5, distance));
            }
        }
    }

    /// A leaf: a pointed oval from `foot` along `turns` (0 = right, 0.25 = down), lit on one side of
    /// its rib.
    pub fn leaf(&mut self, foot: [f32; 2], turns: f32, size: [f32; 2], color: Rgb) {
        let [length, width] = size;
        let (c, s) = (cos_turns(turns), sin_turns(turns));
        let reach = length as i32 + 1;
        let (fx, fy) = (foot[0] as i32, foot[1] as i32);
        for y in fy - reach..=fy + reach {
            for x in fx - reach..=fx + reach {
                let (px, py) = (x as f32 + 0.5 - foot[0], y as f32 + 0.5 - foot[1]);
                let along = (px * c + py * s) / length;
                let across = (py * c - px * s) / (0.5 * width);
                let half = 4.0 * along * (1.0 - along);
                let inside = smooth(0.5, -0.5, (across.abs() - half) * 0.5 * width);
                if !(0.0..=1.0).contains(&along) || inside <= 0.0 {
                    continue;
                }
                let rib = if across.abs() * width < 1.4 {
                    0.85
                } else {
                    1.0
                };
                let side = if across < 0.0 { 1.1 } else { 0.88 };
                self.lay(x, y, color.map(|v| v * rib * side), inside);
            }
        }
    }
}
