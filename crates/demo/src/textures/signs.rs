//! Signs: exit signs of the portals and the clans' insignia.

use crate::math::{bump, fract, length, smooth};
use crate::random::Noise;

use super::color::{blend, rgb, scale};
use super::image::Image;

/// 1 inside an arrow head that points along +u, drawn round the origin.
fn arrow(x: f32, y: f32) -> f32 {
    let head = smooth(0.02, -0.02, y.abs() - (0.28 - x) * 0.8) * smooth(0.0, 0.04, x);
    let shaft =
        smooth(0.02, -0.02, y.abs() - 0.085) * smooth(-0.3, -0.26, x) * smooth(0.04, 0.0, x);
    head.max(shaft)
}

/// A lit green sign; `right` turns its arrow.
pub fn exit_sign(right: bool) -> Image {
    Image::new(64, 32, |s| {
        let x = if right { s.u - 0.55 } else { 0.45 - s.u };
        let symbol = arrow(x * 1.6, (s.v - 0.5) * 0.9);
        let rim = s.u.min(1.0 - s.u).min(0.5 * s.v.min(1.0 - s.v));
        let frame = smooth(0.045, 0.03, rim);
        let scan = 0.92 + 0.08 * crate::math::sin_turns(s.v * 16.0);
        let plate = blend(rgb(0x0E5A2C), rgb(0xC8FFD2), symbol.max(0.75 * frame));
        let [r, g, b] = scale(plate, scan);
        [r, g, b, 0.85 + 0.15 * symbol]
    })
}

/// One of eight insignia: a light sign on a clear plate, its colour is the material's.
pub fn insignia(sign: u32) -> Image {
    Image::new(32, 32, |s| {
        let ink = symbol(sign, s.u - 0.5, s.v - 0.5);
        let ring = bump(0.43, 0.035, length(s.u - 0.5, s.v - 0.5)) * 2.0;
        let plate = 0.16 + 0.04 * Noise(751).fractal(s.u, s.v, 4, 2);
        let light = blend([plate; 3], [0.96, 0.95, 0.9], ink.max(ring.min(1.0)));
        [light[0], light[1], light[2], 1.0]
    })
}

fn symbol(sign: u32, x: f32, y: f32) -> f32 {
    let r = length(x, y);
    let turn = crate::math::angle_turns(x, y);
    let spikes = |n: f32, deep: f32| {
        let f = (fract(turn * n + 0.25 * n) - 0.5).abs() * 2.0;
        smooth(0.02, -0.02, r - 0.34 * (1.0 - deep * (1.0 - f)))
    };
    let bar = |d: f32, half: f32| smooth(0.015, -0.015, d.abs() - half);
    match sign {
        0 => spikes(5.0, 0.6),
        1 => spikes(4.0, 0.75),
        2 => bar(x, 0.07).max(bar(y, 0.07)) * smooth(0.33, 0.31, r),
        3 => bar(r - 0.24, 0.07).max(smooth(0.1, 0.08, r)),
        4 => {
            (bar(y - x.abs() * 0.9 + 0.12, 0.06)).max(bar(y - x.abs() * 0.9 - 0.08, 0.06))
                * smooth(0.34, 0.32, r)
        }
        5 => spikes(3.0, 0.55),
        6 => {
            smooth(0.02, -0.02, x.abs() + y.abs() - 0.33)
                * (1.0 - smooth(0.02, -0.02, x.abs() + y.abs() - 0.17))
        }
        _ => smooth(0.3, 0.28, r) * (1.0 - smooth(0.26, 0.24, length(x - 0.12, y + 0.02))),
    }
}
