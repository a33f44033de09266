//! Rooms: dark wall panels, floor tiles, a lit ceiling, consoles with screens.

use crate::math::{bump, fract, sin_turns, smooth};
use crate::random::{Noise, hash_unit};

use super::building::{BARE, ORANGE};
use super::color::{Rgb, blend, ramp, rgb, scale};
use super::field::{Relief, Spot};
use super::image::Image;

fn grid_distance(turn: f32, lines: f32, size: f32) -> f32 {
    let f = fract(turn * lines);
    f.min(1.0 - f) * size / lines
}

/// Wall panels between posts; a cable duct with lit labels at shoulder height.
pub fn wall() -> Image {
    let size = 128;
    let duct = |s: Spot| smooth(0.085, 0.075, (s.v - 0.42).abs());
    let relief = Relief::new(size, size, 3, |s| {
        let post = smooth(5.0, 3.5, grid_distance(s.u, 2.0, 128.0));
        let seam = smooth(0.3, 2.0, grid_distance(s.v + 0.1, 2.0, 128.0));
        let cables = sin_turns(s.v * 22.0);
        2.5 * post + 2.0 * seam + duct(s) * (1.2 * cables - 2.0)
    });
    Image::opaque(size, size, |s| {
        let fade = 0.5 + 0.4 * Noise(301).fractal(s.u, s.v, 4, 4);
        let paint = ramp(&[rgb(0x39424A), rgb(0x4A545C), rgb(0x5C666C)], fade);
        let cable = ramp(
            &[rgb(0x2B2A28), rgb(0x5A3A24), rgb(0x33424B)],
            fract(s.v * 7.3),
        );
        let color = blend(paint, cable, duct(s));
        let skirting = smooth(0.9, 0.92, s.v);
        let color = blend(color, rgb(0x2A2C2E), 0.8 * skirting);
        let line = 2.0 * bump(0.56, 0.02, s.v);
        let color = blend(color, ORANGE, line.min(1.0) * 0.85);
        let worn = smooth(
            0.6,
            1.6,
            relief.edge(s) + 0.6 * Noise(302).fractal(s.u, s.v, 20, 3),
        );
        let color = blend(color, BARE, 0.45 * worn);
        scale(color, relief.light(s, 0.14) * relief.openness(s, 0.22))
    })
}

/// Tiles of dark stoneware with worn lanes.
pub fn floor() -> Image {
    let size = 128;
    let relief = Relief::new(size, size, 2, |s| {
        let d = grid_distance(s.u, 4.0, 128.0).min(grid_distance(s.v, 4.0, 128.0));
        2.0 * smooth(0.4, 2.2, d) + 0.6 * Noise(311).fractal(s.u, s.v, 16, 3)
    });
    Image::opaque(size, size, |s| {
        let id = hash_unit((s.u * 4.0) as u32, (s.v * 4.0) as u32, 312);
        let fade = 0.5 + 0.4 * Noise(313).fractal(s.u, s.v, 3, 5) + 0.35 * (id - 0.5);
        let tile = ramp(&[rgb(0x44443F), rgb(0x5B5A52), rgb(0x737064)], fade);
        let worn = smooth(0.2, 0.8, Noise(314).fractal(s.u, s.v, 5, 4));
        let color = blend(tile, rgb(0x8B8572), 0.35 * worn);
        scale(color, relief.light(s, 0.16) * relief.openness(s, 0.3))
    })
}

/// Ceiling panels with a strip light down the middle of u.
pub fn ceiling() -> Image {
    let size = 128;
    let lamp =
        |s: Spot| smooth(0.075, 0.06, (s.u - 0.5).abs()) * smooth(0.42, 0.4, (s.v - 0.5).abs());
    let relief = Relief::new(size, size, 3, |s| {
        let d = grid_distance(s.u, 4.0, 128.0).min(grid_distance(s.v, 2.0, 128.0));
        2.0 * smooth(0.4, 2.0, d) + 3.0 * bump(0.1, 0.03, (s.u - 0.5).abs())
    });
    Image::opaque(size, size, |s| {
        let fade = 0.5 + 0.4 * Noise(321).fractal(s.u, s.v, 4, 4);
        let panel = ramp(&[rgb(0x4A4F52), rgb(0x5B6062), rgb(0x6C6F6E)], fade);
        let halo = bump(0.0, 0.34, (s.u - 0.5).abs());
        let color = blend(panel, rgb(0xB9B294), 0.5 * halo);
        let color = scale(color, relief.light(s, 0.14) * relief.openness(s, 0.25));
        blend(color, rgb(0xFFF4D2), lamp(s))
    })
}

/// One of three states of a console: three screens over a keyboard.
pub fn console(state: u32) -> Image {
    let (width, height) = (128, 64);
    let body = Relief::new(width, height, 2, |s| {
        let keys = grid_distance(s.u, 24.0, 128.0).min(grid_distance(s.v, 16.0, 64.0));
        let board = smooth(0.64, 0.68, s.v) * smooth(0.9, 0.86, s.v);
        2.0 * board * smooth(0.3, 1.5, keys) - 3.0 * on_screen(s)
    });
    Image::opaque(width, height, |s| {
        let key = hash_unit((s.u * 24.0) as u32, (s.v * 16.0) as u32, 330 + state);
        let board = smooth(0.64, 0.68, s.v) * smooth(0.9, 0.86, s.v);
        let lit_key = ramp(
            &[rgb(0x50585C), rgb(0x50585C), rgb(0x6E777A), rgb(0xE0913A)],
            key,
        );
        let case = blend(rgb(0x343A3F), lit_key, board);
        let case = scale(case, body.light(s, 0.16) * body.openness(s, 0.2));
        blend(case, screen(s, state), on_screen(s))
    })
}

fn on_screen(s: Spot) -> f32 {
    let f = fract(s.u * 3.0);
    smooth(0.43, 0.41, (f - 0.5).abs()) * smooth(0.25, 0.235, (s.v - 0.33).abs())
}

/// What the three screens show: a radar, a wave, rows of figures.
fn screen(s: Spot, state: u32) -> Rgb {
    let phase = state as f32 / 3.0;
    let (x, y) = (fract(s.u * 3.0) - 0.5, (s.v - 0.33) * 1.5);
    let scan = 0.85 + 0.15 * sin_turns(s.v * 32.0);
    let back = rgb(0x0B2A2A);
    let bright = match (s.u * 3.0) as u32 {
        0 => {
            let r = crate::math::length(x, y);
            let rings = 2.0 * bump(0.5, 0.14, fract(r * 7.0));
            let sweep = fract(crate::math::angle_turns(x, y) - phase);
            smooth(0.36, 0.33, r) * (0.25 * rings + 0.9 * smooth(0.75, 1.0, sweep))
        }
        1 => {
            let wave = 0.18 * sin_turns(x * 2.5 + phase) + 0.06 * sin_turns(x * 9.0 - phase);
            2.0 * bump(wave, 0.06, y) + 0.2 * bump(0.0, 0.02, y)
        }
        _ => {
            let row = (s.v * 24.0) as u32;
            let on = hash_unit((x * 22.0 + 11.0) as u32, row.wrapping_add(state * 3), 333);
            if fract(s.v * 24.0) < 0.6 && on > 0.45 {
                0.8
            } else {
                0.0
            }
        }
    };
    let glow = if s.u > 0.667 {
        rgb(0xF2A13E)
    } else {
        rgb(0x6CF0B8)
    };
    scale(blend(back, glow, bright), scan)
}
