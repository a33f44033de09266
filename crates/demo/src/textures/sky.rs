//! The sky: nebula, clouds, sun and moon, flares, snow and rain.

use crate::math::{length, smooth};
use crate::random::{Noise, hash_unit};

use super::color::{blend, ramp, rgb, scale};
use super::field::Spot;
use super::image::Image;

fn radius(s: Spot) -> f32 {
    2.0 * length(s.u - 0.5, s.v - 0.5)
}

/// Night: violet and teal clouds of gas, dust lanes, stars of three sizes.
pub fn nebula() -> Image {
    let size = 512;
    Image::opaque(size, size, |s| {
        let warp = 0.12 * Noise(801).fractal(s.u, s.v, 3, 4);
        let gas = 0.5 + 0.6 * Noise(802).fractal(s.u + warp, s.v - warp, 3, 6);
        let teal = smooth(0.1, 0.9, Noise(803).fractal(s.u, s.v + warp, 3, 5));
        let lane = smooth(0.55, 0.95, Noise(804).ridged(s.u + warp, s.v, 3, 4));
        let violet = ramp(
            &[rgb(0x06070F), rgb(0x1A1838), rgb(0x4A3468), rgb(0x9A6C86)],
            gas,
        );
        let color = blend(violet, rgb(0x2F6A78), 0.6 * teal * gas.clamp(0.0, 1.0));
        let color = scale(color, 1.0 - 0.6 * lane);
        let star = Noise(805).cells(s.u, s.v, [40, 40]);
        let bright = if star.id > 0.55 {
            smooth(0.11, 0.0, star.near) * star.id * star.id
        } else {
            0.0
        };
        blend(
            color,
            ramp(
                &[rgb(0xFFD9A8), rgb(0xFFFFFF), rgb(0xBFD8FF)],
                star.id * 7.0 % 1.0,
            ),
            bright,
        )
    })
}

/// Stars alone.
pub fn stars() -> Image {
    Image::new(128, 128, |s| {
        let star = Noise(811).cells(s.u, s.v, [24, 24]);
        let bright = smooth(0.14, 0.0, star.near) * star.id;
        [1.0, 0.97, 0.92, bright]
    })
}

/// Fair-weather clouds, lit from the upper left.
pub fn clouds() -> Image {
    let size = 256;
    let density = |u: f32, v: f32| {
        let warp = 0.06 * Noise(821).fractal(u, v, 4, 4);
        let big = Noise(822).fractal(u + warp, v + warp, 3, 6);
        smooth(-0.12, 0.6, big)
    };
    Image::new(size, size, |s| {
        let here = density(s.u, s.v);
        let towards_light = density(s.u - 0.02, s.v - 0.02);
        let lit = (0.86 + 0.5 * (here - towards_light) - 0.16 * here).clamp(0.0, 1.0);
        let color = ramp(
            &[rgb(0xB4A8A6), rgb(0xE2D9CF), rgb(0xFFFAF0)],
            lit * 1.1 - 0.05,
        );
        [color[0], color[1], color[2], 0.92 * here]
    })
}

/// Four states of the sun, cell sheet: disc, wide corona, low red sun, veiled.
pub fn sun(state: u32) -> Image {
    Image::new(64, 64, |s| {
        let r = radius(s);
        let size = [0.34, 0.30, 0.40, 0.32][state as usize % 4];
        let disc = smooth(size + 0.05, size - 0.03, r);
        let corona = smooth(1.0, size, r);
        let rim = [rgb(0xFFD27A), rgb(0xFFE0A0), rgb(0xFF9A4A), rgb(0xEAD9B8)][state as usize % 4];
        let color = blend(rim, rgb(0xFFFBEA), disc);
        [
            color[0],
            color[1],
            color[2],
            disc.max(0.55 * corona * corona),
        ]
    })
}

/// The moon: grey seas, bright rayed craters.
pub fn moon() -> Image {
    Image::new(128, 128, |s| {
        let (x, y) = (s.u - 0.5, s.v - 0.5);
        let r = radius(s);
        let sea = smooth(-0.1, 0.4, Noise(841).fractal(s.u, s.v, 3, 4));
        let crater = Noise(842).cells(s.u, s.v, [8, 8]);
        let rim = smooth(0.1, 0.22, crater.near) * smooth(0.36, 0.26, crater.near);
        let color = blend(rgb(0xE8E4D6), rgb(0xA3A5A8), 0.8 * sea);
        let color = scale(color, 1.0 + 0.12 * rim - 0.5 * (x + y));
        let disc = smooth(0.82, 0.78, r);
        [
            color[0],
            color[1],
            color[2],
            disc.max(0.2 * smooth(1.0, 0.75, r)),
        ]
    })
}

/// Lens flare A: a filled polygon-like spot with a rim.
pub fn flare_spot() -> Image {
    Image::new(64, 64, |s| {
        let r = radius(s);
        let rim = smooth(0.7, 0.86, r) * smooth(0.96, 0.88, r);
        let body = 0.35 * smooth(0.95, 0.85, r) + 0.5 * rim;
        [1.0, 0.96, 0.9, body]
    })
}

/// Lens flare B: thin rings with a hint of colour.
pub fn flare_ring() -> Image {
    Image::new(64, 64, |s| {
        let r = radius(s);
        let ring = smooth(0.75, 0.85, r) * smooth(0.97, 0.9, r);
        let color = ramp(
            &[rgb(0x9AD0FF), rgb(0xFFFFFF), rgb(0xFFC79A)],
            (r - 0.75) / 0.2,
        );
        [color[0], color[1], color[2], ring]
    })
}

/// Snow flakes: four cells of soft stars.
pub fn snow(state: u32) -> Image {
    Image::new(16, 16, |s| {
        let turn = crate::math::angle_turns(s.u - 0.5, s.v - 0.5);
        let arms = 0.5 + 0.5 * crate::math::cos_turns(turn * 6.0 + hash_unit(state, 0, 851));
        let flake = smooth(0.95, 0.2, radius(s) * (1.3 - 0.5 * arms));
        [0.97, 0.98, 1.0, flake]
    })
}

/// A falling drop.
pub fn rain() -> Image {
    Image::new(16, 32, |s| {
        let streak =
            smooth(0.22, 0.0, (s.u - 0.5).abs()) * smooth(0.0, 0.7, s.v) * smooth(1.0, 0.9, s.v);
        [0.8, 0.88, 0.95, 0.8 * streak]
    })
}
