//! Deterministic randomness: a hash, a generator and tileable noise.

use crate::math::{fract, mix};

/// Mixes three words into one with all bits well stirred.
#[must_use]
pub fn hash(a: u32, b: u32, seed: u32) -> u32 {
    let mut h = a
        .wrapping_mul(0x9E37_79B1)
        .wrapping_add(b.wrapping_mul(0x85EB_CA77))
        .wrapping_add(seed.wrapping_mul(0xC2B2_AE3D))
        .wrapping_add(0x27D4_EB2F);
    h = (h ^ (h >> 15)).wrapping_mul(0x2C1B_3C6D);
    h = (h ^ (h >> 12)).wrapping_mul(0x297A_2D39);
    h ^ (h >> 15)
}

/// The hash as a number in 0..1.
#[must_use]
pub fn hash_unit(a: u32, b: u32, seed: u32) -> f32 {
    (hash(a, b, seed) >> 8) as f32 / 16_777_216.0
}

/// A sequence of random numbers.
#[derive(Debug, Clone)]
pub struct Random {
    seed: u32,
    step: u32,
}

impl Random {
    /// The sequence with this number.
    #[must_use]
    pub fn new(seed: u32) -> Self {
        Self { seed, step: 0 }
    }

    /// The next number in 0..1.
    pub fn unit(&mut self) -> f32 {
        self.step = self.step.wrapping_add(1);
        hash_unit(self.step, 0x51ED, self.seed)
    }

    /// The next number in `low..high`.
    pub fn range(&mut self, low: f32, high: f32) -> f32 {
        mix(low, high, self.unit())
    }
}

/// What [`Noise::cells`] found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// Distance to the nearest seed point, in cell widths.
    pub near: f32,
    /// Distance to the second nearest.
    pub second: f32,
    /// Random number of the nearest point, 0..1.
    pub id: f32,
}

/// Tileable noise: all coordinates are in turns, and whole turns repeat.
#[derive(Debug, Clone, Copy)]
pub struct Noise(pub u32);

impl Noise {
    /// Gradient noise with `cells` lattice cells a turn in each direction, about -1..1.
    #[must_use]
    pub fn gradient(self, u: f32, v: f32, cells: [u32; 2]) -> f32 {
        let (x, y) = (fract(u) * cells[0] as f32, fract(v) * cells[1] as f32);
        let (x0, y0) = (x.floor(), y.floor());
        let (fx, fy) = (x - x0, y - y0);
        let corner = |dx: u32, dy: u32| {
            let ix = (x0 as u32 + dx) % cells[0];
            let iy = (y0 as u32 + dy) % cells[1];
            let h = hash(ix, iy, self.0);
            let gx = (h & 0xFFFF) as f32 / 32_767.5 - 1.0;
            let gy = (h >> 16) as f32 / 32_767.5 - 1.0;
            gx * (fx - dx as f32) + gy * (fy - dy as f32)
        };
        let (sx, sy) = (fade(fx), fade(fy));
        let top = mix(corner(0, 0), corner(1, 0), sx);
        let bottom = mix(corner(0, 1), corner(1, 1), sx);
        1.5 * mix(top, bottom, sy)
    }

    /// Sum of `octaves` gradient noises, each twice as fine and half as strong, about -1..1.
    #[must_use]
    pub fn fractal(self, u: f32, v: f32, cells: u32, octaves: u32) -> f32 {
        self.stretched(u, v, [cells, cells], octaves)
    }

    /// [`Noise::fractal`] with different densities along u and v: grain, streaks.
    #[must_use]
    pub fn stretched(self, u: f32, v: f32, cells: [u32; 2], octaves: u32) -> f32 {
        let (mut sum, mut weight, mut total) = (0.0, 1.0, 0.0);
        for octave in 0..octaves {
            let noise = Noise(self.0.wrapping_add(octave.wrapping_mul(0x68E3)));
            sum += weight * noise.gradient(u, v, cells.map(|c| c << octave));
            total += weight;
            weight *= 0.5;
        }
        sum * 1.4 / total
    }

    /// Sum of ridges: sharp crests at 1, soft valleys towards 0.
    #[must_use]
    pub fn ridged(self, u: f32, v: f32, cells: u32, octaves: u32) -> f32 {
        let (mut sum, mut weight, mut total) = (0.0, 1.0, 0.0);
        for octave in 0..octaves {
            let noise = Noise(self.0.wrapping_add(octave.wrapping_mul(0x68E3)));
            let crest = 1.0 - noise.gradient(u, v, [cells << octave; 2]).abs().min(1.0);
            sum += weight * crest * crest;
            total += weight;
            weight *= 0.5;
        }
        sum / total
    }

    /// Cellular noise: nearest and second nearest of one random point a cell.
    #[must_use]
    pub fn cells(self, u: f32, v: f32, cells: [u32; 2]) -> Cell {
        let (x, y) = (fract(u) * cells[0] as f32, fract(v) * cells[1] as f32);
        let (x0, y0) = (x.floor(), y.floor());
        let mut found = Cell {
            near: 9.0,
            second: 9.0,
            id: 0.0,
        };
        for (dx, dy) in (0..9).map(|i| ((i % 3) as f32 - 1.0, (i / 3) as f32 - 1.0)) {
            let wrap = |c: f32, n: u32| ((c as i64).rem_euclid(i64::from(n))) as u32;
            let (ix, iy) = (wrap(x0 + dx, cells[0]), wrap(y0 + dy, cells[1]));
            let px = x0 + dx + hash_unit(ix, iy, self.0) - x;
            let py = y0 + dy + hash_unit(ix, iy, self.0 ^ 0x5BD1) - y;
            let distance = (px * px + py * py).sqrt();
            if distance < found.near {
                found.second = found.near;
                found.near = distance;
                found.id = hash_unit(ix, iy, self.0 ^ 0xA3C5);
            } else if distance < found.second {
                found.second = distance;
            }
        }
        found
    }
}

fn fade(t: f32) -> f32 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_tiles() {
        let noise = Noise(7);
        for i in 0..20 {
            let v = i as f32 * 0.037;
            assert_eq!(noise.fractal(0.25, v, 4, 3), noise.fractal(1.25, v, 4, 3));
            assert_eq!(noise.cells(0.5, v, [5, 5]), noise.cells(2.5, v, [5, 5]));
        }
    }

    #[test]
    fn noise_is_centred_and_bounded() {
        let noise = Noise(3);
        let values: Vec<f32> = (0..4096)
            .map(|i| noise.fractal((i % 64) as f32 / 64.0, (i / 64) as f32 / 64.0, 8, 4))
            .collect();
        let mean = values.iter().sum::<f32>() / 4096.0;
        assert!(mean.abs() < 0.08, "{mean}");
        assert!(values.iter().all(|v| v.abs() < 1.6));
    }

    #[test]
    fn the_generator_repeats_with_its_seed() {
        let (mut a, mut b) = (Random::new(5), Random::new(5));
        assert!((0..100).all(|_| a.unit() == b.unit()));
        assert_ne!(Random::new(5).unit(), Random::new(6).unit());
    }
}
