//! Rock: folded strata, ledges and a few fractures; boulders, moss, and the mountains' ground.

use crate::math::smooth;
use crate::random::Noise;

use super::color::{Rgb, blend, ramp, rgb, scale};
use super::field::{Relief, Spot};
use super::image::Image;

const SIZE: usize = 256;

/// A kind of rock, seen from how far.
struct Rock {
    seed: u32,
    /// Beds from top to bottom of the picture.
    beds: u32,
    /// How strongly they are folded, in turns.
    fold: f32,
}

impl Rock {
    /// Place within the folded beds.
    fn bed(&self, s: Spot) -> f32 {
        s.v + self.fold * Noise(self.seed).fractal(s.u, s.v, 3, 4)
    }

    /// How far each bed stands out, -1..1; few are thick, many thin.
    fn ledge(&self, s: Spot) -> f32 {
        Noise(self.seed + 1).stretched(s.u, self.bed(s), [2, self.beds], 4)
    }

    /// Fractures across the beds: 1 in the cleft, 0 beside it; only where the rock is broken.
    fn cleft(&self, s: Spot) -> f32 {
        let shake = 0.03 * Noise(self.seed + 2).fractal(s.u, s.v, 8, 3);
        let block = Noise(self.seed + 3).cells(s.u + shake, self.bed(s), [6, self.beds / 2]);
        let broken = smooth(-0.1, 0.5, Noise(self.seed + 4).fractal(s.u, s.v, 4, 3));
        smooth(0.09, 0.0, block.second - block.near) * broken
    }

    fn relief(&self) -> Relief {
        Relief::new(SIZE, SIZE, 4, |s| {
            let ledge = self.ledge(s);
            // Beds break off sharply below and weather softly above.
            7.0 * smooth(-0.5, 0.25, ledge) + 3.0 * ledge - 3.5 * self.cleft(s)
                + 3.2 * Noise(self.seed + 5).fractal(s.u, s.v, 9, 6)
        })
    }

    fn color(&self, s: Spot) -> Rgb {
        let layer = Noise(self.seed + 6).stretched(s.u, self.bed(s), [2, self.beds + 3], 5);
        let grain = Noise(self.seed + 7).fractal(s.u, s.v, 40, 3);
        let cloud = Noise(self.seed + 8).fractal(s.u, s.v, 3, 4);
        let stone = ramp(
            &[rgb(0x5E564C), rgb(0x82776A), rgb(0xA0937F), rgb(0xBBAC92)],
            0.5 + 0.4 * layer + 0.14 * grain + 0.15 * cloud,
        );
        let iron = smooth(0.3, 0.8, Noise(self.seed + 9).fractal(s.u, s.v, 5, 5));
        let lichen = smooth(0.4, 0.75, Noise(self.seed + 10).fractal(s.u, s.v, 14, 4));
        blend(
            blend(stone, rgb(0x9A7048), 0.4 * iron),
            rgb(0x9C9560),
            0.5 * lichen,
        )
    }

    /// The surface with light and shade.
    fn lit(&self, relief: &Relief, s: Spot) -> Rgb {
        scale(
            self.color(s),
            relief.light(s, 0.11) * relief.openness(s, 0.11),
        )
    }
}

/// The mountains' ground: many thin beds, strongly folded.
pub fn mountain() -> Image {
    let rock = Rock {
        seed: 621,
        beds: 9,
        fold: 0.09,
    };
    let relief = rock.relief();
    Image::opaque(SIZE, SIZE, |s| rock.lit(&relief, s))
}

const BOULDER: Rock = Rock {
    seed: 601,
    beds: 5,
    fold: 0.06,
};

/// A boulder's skin.
pub fn boulder() -> Image {
    let relief = BOULDER.relief();
    Image::opaque(SIZE, SIZE, |s| BOULDER.lit(&relief, s))
}

/// The boulder with moss over its upper half.
pub fn moss_boulder() -> Image {
    let relief = BOULDER.relief();
    Image::opaque(SIZE, SIZE, |s| {
        let edge = 0.5 + 0.24 * Noise(641).fractal(s.u, s.v, 6, 5) - 0.012 * relief.seam(s);
        let cover = smooth(edge + 0.08, edge - 0.08, s.v) * smooth(0.0, 0.06, 1.0 - s.v);
        let tuft = 0.5 + 0.5 * Noise(642).fractal(s.u, s.v, 36, 3);
        let moss = ramp(&[rgb(0x3F4A1F), rgb(0x66712F), rgb(0x959648)], tuft);
        blend(
            BOULDER.lit(&relief, s),
            scale(moss, relief.light(s, 0.06)),
            cover,
        )
    })
}
