//! A grid of numbers that wraps round: heights, masks, shades.

/// A pixel under the brush: its place in pixels and in turns (the pixel's middle).
#[derive(Debug, Clone, Copy)]
pub struct Spot {
    /// Column.
    pub x: usize,
    /// Row, 0 on top.
    pub y: usize,
    /// Column in turns.
    pub u: f32,
    /// Row in turns.
    pub v: f32,
}

/// Calls `paint` for every pixel of a `width` x `height` picture, row by row.
pub fn paint<T>(width: usize, height: usize, mut paint: impl FnMut(Spot) -> T) -> Vec<T> {
    let mut pixels = Vec::with_capacity(width * height);
    for y in 0..height {
        for x in 0..width {
            let u = (x as f32 + 0.5) / width as f32;
            let v = (y as f32 + 0.5) / height as f32;
            pixels.push(paint(Spot { x, y, u, v }));
        }
    }
    pixels
}

/// A number for every pixel; the right edge continues at the left, the bottom at the top.
#[derive(Debug, Clone)]
pub struct Field {
    width: usize,
    height: usize,
    values: Vec<f32>,
}

impl Field {
    /// The field with these values.
    #[must_use]
    pub fn new(width: usize, height: usize, value: impl FnMut(Spot) -> f32) -> Self {
        Self {
            width,
            height,
            values: paint(width, height, value),
        }
    }

    /// The value at a spot.
    #[must_use]
    pub fn at(&self, spot: Spot) -> f32 {
        self.near(spot, 0, 0)
    }

    /// The value some pixels to the right and below.
    #[must_use]
    pub fn near(&self, spot: Spot, dx: isize, dy: isize) -> f32 {
        let wrap =
            |c: usize, d: isize, n: usize| (c as isize + d).rem_euclid(n.max(1) as isize) as usize;
        let (x, y) = (wrap(spot.x, dx, self.width), wrap(spot.y, dy, self.height));
        self.values[y * self.width + x]
    }

    /// The mean over a square of `2 * radius + 1` pixels.
    #[must_use]
    pub fn blurred(&self, radius: usize) -> Self {
        let r = radius as isize;
        let count = (2 * radius + 1) as f32;
        let rows = Self::new(self.width, self.height, |s| {
            (-r..=r).map(|d| self.near(s, d, 0)).sum::<f32>() / count
        });
        Self::new(self.width, self.height, |s| {
            (-r..=r).map(|d| rows.near(s, 0, d)).sum::<f32>() / count
        })
    }
}

/// A surface seen as heights (in pixels) and what follows from them.
#[derive(Debug, Clone)]
pub struct Relief {
    /// The heights.
    pub height: Field,
    cavity: Field,
}

impl Relief {
    /// The surface with these heights; `reach` is how many pixels a seam darkens around it.
    #[must_use]
    pub fn new(width: usize, height: usize, reach: usize, value: impl FnMut(Spot) -> f32) -> Self {
        let height = Field::new(width, height, value);
        let mean = height.blurred(reach).blurred(reach);
        let cavity = Field::new(mean.width, mean.height, |s| height.at(s) - mean.at(s));
        Self { height, cavity }
    }

    /// How a light from the upper left falls: 1 on level ground, more on slopes that face it.
    #[must_use]
    pub fn light(&self, spot: Spot, strength: f32) -> f32 {
        let across = self.height.near(spot, 1, 0) - self.height.near(spot, -1, 0);
        let down = self.height.near(spot, 0, 1) - self.height.near(spot, 0, -1);
        (1.0 + strength * (0.5 * across + 0.8 * down)).clamp(0.3, 1.8)
    }

    /// How much light reaches into seams: 1 on open ground, less below the surroundings.
    #[must_use]
    pub fn openness(&self, spot: Spot, strength: f32) -> f32 {
        (1.0 + strength * self.cavity.at(spot).min(0.0)).max(0.25)
    }

    /// How far a spot stands out of its surroundings, in pixels: edges that wear first.
    #[must_use]
    pub fn edge(&self, spot: Spot) -> f32 {
        self.cavity.at(spot).max(0.0)
    }

    /// How far a spot lies below its surroundings, in pixels: where dirt collects.
    #[must_use]
    pub fn seam(&self, spot: Spot) -> f32 {
        (-self.cavity.at(spot)).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step() -> Relief {
        Relief::new(16, 16, 2, |s| if s.x < 8 { 0.0 } else { 4.0 })
    }

    fn spot(x: usize) -> Spot {
        Spot {
            x,
            y: 8,
            u: 0.0,
            v: 0.0,
        }
    }

    #[test]
    fn fields_wrap_round() {
        let field = Field::new(4, 4, |s| (s.y * 4 + s.x) as f32);
        assert_eq!(field.near(spot_at(0, 0), -1, -1), 15.0);
        assert_eq!(field.near(spot_at(3, 3), 1, 0), 12.0);
    }

    fn spot_at(x: usize, y: usize) -> Spot {
        Spot {
            x,
            y,
            u: 0.0,
            v: 0.0,
        }
    }

    #[test]
    fn a_step_has_a_dark_foot_and_a_worn_edge() {
        let relief = step();
        assert!(relief.openness(spot(7), 0.3) < 1.0);
        assert!(relief.edge(spot(8)) > 0.0);
        assert_eq!(relief.edge(spot(7)), 0.0);
        assert!(relief.seam(spot(7)) > 0.0);
    }

    #[test]
    fn blurring_keeps_the_mean() {
        let field = Field::new(8, 8, |s| (s.x * s.y) as f32);
        let mean = |f: &Field| f.values.iter().sum::<f32>() / 64.0;
        assert!((mean(&field) - mean(&field.blurred(2))).abs() < 1e-3);
    }
}
