//! Boulders: layered rock, and the same with moss on top.

use crate::math::{sin_turns, smooth};
use crate::random::Noise;

use super::color::{Rgb, blend, ramp, rgb, scale};
use super::field::{Relief, Spot};
use super::image::Image;

const SIZE: usize = 256;

fn warp(s: Spot) -> f32 {
    0.06 * Noise(601).fractal(s.u, s.v, 3, 5)
}

fn relief() -> Relief {
    Relief::new(SIZE, SIZE, 4, |s| {
        let ledge = sin_turns(s.v * 6.0 + 8.0 * warp(s));
        let fine = sin_turns(s.v * 17.0 + 14.0 * warp(s));
        let crack = Noise(602).cells(s.u + warp(s), s.v, [5, 6]);
        3.0 * smooth(-0.6, 0.6, ledge)
            + 1.0 * fine
            + 4.0 * smooth(0.0, 0.07, crack.second - crack.near)
            + 2.0 * Noise(603).fractal(s.u, s.v, 16, 4)
    })
}

fn stone(s: Spot) -> Rgb {
    let layer = Noise(604).stretched(s.u, s.v + warp(s), [2, 9], 4);
    let grain = Noise(605).fractal(s.u, s.v, 30, 3);
    ramp(
        &[rgb(0x665C4E), rgb(0x897C69), rgb(0xA69679), rgb(0xBDAB8A)],
        0.5 + 0.45 * layer + 0.12 * grain,
    )
}

/// Layered rock with cracks and lichen.
pub fn rock() -> Image {
    let relief = relief();
    Image::opaque(SIZE, SIZE, |s| {
        let lichen = smooth(0.35, 0.7, Noise(606).fractal(s.u, s.v, 12, 4));
        let color = blend(stone(s), rgb(0xA39A5C), 0.5 * lichen);
        scale(color, relief.light(s, 0.12) * relief.openness(s, 0.16))
    })
}

/// The rock with moss over its upper half.
pub fn moss_rock() -> Image {
    let relief = relief();
    Image::opaque(SIZE, SIZE, |s| {
        let edge = 0.5 + 0.22 * Noise(607).fractal(s.u, s.v, 8, 5);
        let cover = smooth(edge + 0.1, edge - 0.1, s.v) * smooth(0.0, 0.06, 1.0 - s.v);
        let tuft = 0.5 + 0.5 * Noise(608).fractal(s.u, s.v, 40, 3);
        let moss = ramp(&[rgb(0x3C481D), rgb(0x5D6B2B), rgb(0x8A8E42)], tuft);
        let color = scale(stone(s), relief.light(s, 0.12) * relief.openness(s, 0.16));
        blend(color, scale(moss, 0.5 + 0.5 * relief.light(s, 0.12)), cover)
    })
}
