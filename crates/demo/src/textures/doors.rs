//! Door leaves and gates: one picture a leaf.

use crate::math::{bump, fract, smooth};
use crate::random::Noise;

use super::building::{BARE, ORANGE, RUST};
use super::color::{blend, ramp, rgb, scale};
use super::field::{Relief, Spot};
use super::image::Image;

/// 1 inside a rectangle given by its middle and half sizes (turns), soft over `soft`.
fn rectangle(s: Spot, middle: [f32; 2], half: [f32; 2], soft: f32) -> f32 {
    let dx = (s.u - middle[0]).abs() - half[0];
    let dy = (s.v - middle[1]).abs() - half[1];
    smooth(soft, -soft, dx.max(dy))
}

fn stripes(s: Spot, count: f32) -> f32 {
    let d = fract((s.u + s.v) * count);
    smooth(0.47, 0.53, d) * smooth(1.0, 0.94, d)
}

/// A door leaf: frame, slit of glass, handle plate, striped kick plate.
pub fn door() -> Image {
    let (width, height) = (64, 128);
    let relief = Relief::new(width, height, 3, |s| {
        let frame = 1.0 - rectangle(s, [0.5, 0.5], [0.41, 0.455], 0.012);
        let inset = rectangle(s, [0.5, 0.56], [0.3, 0.16], 0.012);
        let slit = rectangle(s, [0.5, 0.22], [0.24, 0.06], 0.01);
        let plate = rectangle(s, [0.82, 0.5], [0.05, 0.045], 0.01);
        4.0 * frame - 2.0 * inset - 3.0 * slit + 2.0 * plate
    });
    Image::opaque(width, height, |s| {
        let fade = 0.5 + 0.4 * Noise(201).fractal(s.u, s.v, 4, 4);
        let paint = ramp(&[rgb(0x4A5A69), rgb(0x5F707E), rgb(0x778792)], fade);
        let kick = rectangle(s, [0.5, 0.885], [0.4, 0.05], 0.006);
        let warning = blend(ORANGE, rgb(0x26231F), stripes(s, 4.0));
        let color = blend(paint, warning, kick);
        let slit = rectangle(s, [0.5, 0.22], [0.24, 0.06], 0.01);
        let glass = ramp(&[rgb(0xD8C07A), rgb(0x8B7440)], (s.v - 0.16) / 0.12);
        let grit = Noise(202).fractal(s.u, s.v, 16, 4);
        let worn = smooth(0.5, 1.5, relief.edge(s) + 0.7 * grit);
        let color = blend(color, BARE, 0.6 * worn);
        let color = blend(color, RUST, 0.5 * smooth(0.3, 1.0, grit + 0.5 * s.v - 0.2));
        let color = scale(color, relief.light(s, 0.14) * relief.openness(s, 0.2));
        blend(color, glass, slit)
    })
}

/// A gate leaf: horizontal segments with a lip each, a warning band, lamps in the corners.
pub fn gate() -> Image {
    let size = 256;
    let segment = |s: Spot| fract(s.v * 8.0);
    let relief = Relief::new(size, size, 4, |s| {
        let f = segment(s);
        let lip = smooth(0.0, 0.08, f) * smooth(1.0, 0.86, f);
        let rib = bump(0.5, 0.012, fract(s.u * 4.0) - 0.0) * 1.5;
        let frame = 1.0 - rectangle(s, [0.5, 0.5], [0.475, 0.475], 0.006);
        4.0 * lip + rib + 5.0 * frame + 0.5 * Noise(211).fractal(s.u, s.v, 8, 4)
    });
    Image::opaque(size, size, |s| {
        let fade = 0.5 + 0.35 * Noise(212).fractal(s.u, s.v, 3, 5);
        let paint = ramp(&[rgb(0x55646F), rgb(0x6E7C86), rgb(0x8A959A)], fade);
        let band = rectangle(s, [0.5, 0.81], [0.475, 0.055], 0.004);
        let warning = blend(rgb(0xDD8A30), rgb(0x292622), stripes(s, 6.0));
        let color = blend(paint, warning, 0.95 * band);
        let number = digit_one(s).max(digit_zero(s));
        let color = blend(color, rgb(0xE6DFCB), 0.85 * number);
        let grit = Noise(213).fractal(s.u, s.v, 28, 4);
        let worn = smooth(0.6, 1.6, relief.edge(s) + 0.8 * grit);
        let color = blend(color, BARE, 0.6 * worn);
        let run = Noise(214).stretched(s.u, s.v, [40, 3], 3);
        let color = blend(color, RUST, 0.55 * smooth(0.15, 0.9, run) * segment(s));
        let color = blend(
            color,
            rgb(0x4B4338),
            0.5 * smooth(0.75, 1.05, s.v + 0.15 * grit),
        );
        scale(color, relief.light(s, 0.12) * relief.openness(s, 0.18))
    })
}

/// The stencilled "0" of gate 01, open where the stencil's bridges were.
fn digit_zero(s: Spot) -> f32 {
    let outer = rectangle(s, [0.4, 0.36], [0.07, 0.14], 0.004);
    let inner = rectangle(s, [0.4, 0.36], [0.03, 0.1], 0.004);
    let bridge = rectangle(s, [0.4, 0.36], [0.012, 0.2], 0.003);
    outer * (1.0 - inner) * (1.0 - bridge)
}

fn digit_one(s: Spot) -> f32 {
    let stem = rectangle(s, [0.6, 0.36], [0.022, 0.14], 0.004);
    let foot = rectangle(s, [0.6, 0.48], [0.06, 0.02], 0.004);
    let flag = rectangle(s, [0.57, 0.245], [0.03, 0.022], 0.004);
    stem.max(foot).max(flag)
}
