//! Light, smoke, shadow: soft pictures that are blended, not painted.

use crate::math::{length, mix, smooth};
use crate::random::Noise;

use super::color::{Rgb, blend, ramp, rgb, scale};
use super::field::Spot;
use super::image::Image;

fn radius(s: Spot) -> f32 {
    2.0 * length(s.u - 0.5, s.v - 0.5)
}

fn with_alpha(color: Rgb, alpha: f32) -> [f32; 4] {
    [color[0], color[1], color[2], alpha.clamp(0.0, 1.0)]
}

/// The dark of a room that cannot be seen into.
pub fn doorway() -> Image {
    Image::opaque(16, 16, |s| blend(rgb(0x05070A), rgb(0x0C0F12), s.v))
}

/// A warm halo: bright core, long soft skirt.
pub fn glow_warm() -> Image {
    Image::new(64, 64, |s| {
        let r = radius(s);
        let core = smooth(0.35, 0.0, r);
        let skirt = smooth(1.0, 0.0, r);
        let color = blend(rgb(0xFF9A3C), rgb(0xFFF1CC), core);
        with_alpha(color, 0.6 * skirt * skirt + 0.4 * core)
    })
}

/// A halo as grey with alpha, its colour is the material's.
pub fn halo_grey() -> Image {
    Image::new(32, 32, |s| {
        let skirt = smooth(1.0, 0.0, radius(s));
        with_alpha([0.4 + 0.6 * skirt; 3], skirt * skirt)
    })
}

/// One of four flickering states of an electric-blue halo.
pub fn spark(state: u32) -> Image {
    Image::new(32, 32, |s| {
        let r = radius(s);
        let turn = crate::math::angle_turns(s.u - 0.5, s.v - 0.5);
        let rays = 0.5 + 0.5 * Noise(701 + state).fractal(turn, 0.37 * r, 8, 2);
        let light = smooth(1.0, 0.1, r + 0.35 * rays) + smooth(0.3, 0.0, r);
        with_alpha(blend(rgb(0x4E8CFF), rgb(0xE8F6FF), light - 0.3), light)
    })
}

/// One of six states of a jet flame that runs down v.
pub fn flame(state: u32) -> Image {
    Image::new(32, 64, |s| {
        let phase = state as f32 / 6.0;
        let wobble = 0.16 * s.v * Noise(711).fractal(s.u * 0.5, s.v - phase, 4, 3);
        let width = mix(0.30, 0.06, s.v);
        let body = smooth(width, width * 0.3, (s.u - 0.5 + wobble).abs());
        let tongue = 0.5 + 0.5 * Noise(712).fractal(s.u, s.v - phase, 5, 3);
        let heat = body * smooth(1.0, 0.15, s.v + 0.3 * tongue);
        let color = ramp(
            &[rgb(0x8A2A10), rgb(0xF07A28), rgb(0xFFC768), rgb(0xFFF6DC)],
            1.25 * heat - 0.3 * s.v,
        );
        with_alpha(color, heat * smooth(0.0, 0.05, s.v))
    })
}

/// A puff of steam.
pub fn steam() -> Image {
    Image::new(64, 64, |s| {
        let billow = Noise(721).fractal(s.u, s.v, 4, 4);
        let body = smooth(1.0, 0.25, radius(s) - 0.35 * billow);
        let light = 0.82 + 0.16 * billow - 0.14 * (s.v - 0.5);
        with_alpha(scale(rgb(0xFFF6E8), light), 0.85 * body)
    })
}

/// A soft contact shadow; white leaves the ground as it is.
pub fn shadow() -> Image {
    Image::opaque(64, 64, |s| {
        let ragged = 0.1 * Noise(731).fractal(s.u, s.v, 6, 3);
        let dark = smooth(0.98, 0.15, radius(s) + ragged);
        blend([1.0; 3], rgb(0x4A4E58), dark)
    })
}

/// Grime for the 2x blend: mid-grey leaves what is below, darker stains, lighter bleaches.
pub fn grime() -> Image {
    Image::opaque(128, 128, |s| {
        let inside = smooth(1.0, 0.5, radius(s));
        let stain = Noise(741).fractal(s.u, s.v, 4, 5);
        let oil = smooth(0.0, 0.6, stain);
        let dust = smooth(0.0, 0.7, -stain);
        let color = blend([0.5; 3], rgb(0x39352F), oil * inside);
        blend(color, rgb(0x93876E), 0.6 * dust * inside)
    })
}
