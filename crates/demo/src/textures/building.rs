//! Outer walls, roofs, doors: grey-blue metal, concrete, orange accents.

use crate::math::{bump, fract, smooth};
use crate::random::{Noise, hash_unit};

use super::color::{Rgb, blend, ramp, rgb, scale};
use super::field::{Relief, Spot};
use super::image::Image;

/// Rust on worn steel.
pub const RUST: Rgb = rgb(0x7A4526);
/// Bare steel where paint has gone.
pub const BARE: Rgb = rgb(0xB4B2A6);
/// The accent of everything technical.
pub const ORANGE: Rgb = rgb(0xD9822B);

/// Distance to the nearest line of a grid, in pixels of a `size` wide picture.
fn seam_distance(turn: f32, lines: f32, size: f32) -> f32 {
    let f = fract(turn * lines);
    f.min(1.0 - f) * size / lines
}

/// Rivet heads along the seams of a panel grid: 0..1.
fn rivets(s: Spot, panels: [f32; 2], inset: f32, spacing: f32, size: f32) -> f32 {
    let dx = seam_distance(s.u, panels[0], size);
    let dy = seam_distance(s.v, panels[1], size);
    let dot = |along: f32, across: f32| {
        let step = seam_distance(along + 0.5 * spacing / size, size / spacing, size);
        let d = ((across - inset) * (across - inset) + step * step).sqrt();
        smooth(2.4, 0.8, d)
    };
    let clear_of_corner = |d: f32| if d > inset - 1.0 { 1.0 } else { 0.0 };
    (dot(s.v, dx) * clear_of_corner(dy)).max(dot(s.u, dy) * clear_of_corner(dx))
}

/// Rain streaks: 0..1, strongest right below the seams of `rows` panel rows.
fn streaks(s: Spot, seed: u32, rows: f32) -> f32 {
    let thin = Noise(seed).stretched(s.u, s.v, [48, 3], 3);
    let below = 1.0 - fract(s.v * rows);
    smooth(0.15, 0.9, thin) * (0.35 + 0.65 * below)
}

/// Riveted panels in the given paint; every panel a little different, edges worn to steel.
pub fn panels(paint: [Rgb; 3], accent: Rgb, seed: u32) -> Image {
    let size = 256;
    let grid = [4.0, 2.0];
    let panel_id = |s: Spot| hash_unit((s.u * grid[0]) as u32, (s.v * grid[1]) as u32, seed);
    let relief = Relief::new(size, size, 3, |s| {
        let dx = seam_distance(s.u, grid[0], 256.0);
        let dy = seam_distance(s.v, grid[1], 256.0);
        let seam = smooth(0.4, 3.0, dx.min(dy));
        let rib = bump(0.5, 0.06, fract(s.v * grid[1])) * smooth(9.0, 12.0, dx);
        3.0 * seam
            + 1.6 * rivets(s, grid, 8.0, 16.0, 256.0)
            + 2.0 * rib
            + 0.5 * Noise(seed).fractal(s.u, s.v, 6, 4)
    });
    Image::opaque(size, size, |s| {
        let fade = 0.5 + 0.3 * Noise(seed + 1).fractal(s.u, s.v, 4, 5);
        let base = ramp(&paint, fade + 0.35 * (panel_id(s) - 0.5));
        let stripe = bump(0.93, 0.028, fract(s.v)) * 2.0;
        let color = blend(base, accent, if panel_id(s) > 0.86 { 0.75 } else { 0.0 });
        let color = blend(color, accent, stripe.min(1.0) * 0.9);
        let grit = Noise(seed + 2).fractal(s.u, s.v, 24, 4);
        let worn = smooth(0.55, 1.3, relief.edge(s) + 0.7 * grit);
        let color = blend(color, BARE, 0.65 * worn);
        let rust = smooth(0.3, 1.6, relief.seam(s) + 1.1 * grit) * streaks(s, seed + 3, grid[1]);
        let color = blend(color, RUST, 0.75 * rust);
        let dirt = streaks(s, seed + 4, grid[1]);
        let color = blend(color, rgb(0x4E4A42), 0.38 * dirt);
        scale(color, relief.light(s, 0.16) * relief.openness(s, 0.28))
    })
}

/// The plant's light panels.
pub fn panel_light() -> Image {
    panels([rgb(0x6F7E8B), rgb(0x8C99A3), rgb(0xA9B2B6)], ORANGE, 101)
}

/// The dark trim panels.
pub fn panel_dark() -> Image {
    panels(
        [rgb(0x2F3C4C), rgb(0x42505F), rgb(0x566472)],
        rgb(0xB8652A),
        121,
    )
}

/// Cast concrete: board marks, tie holes, a construction joint, rain below them.
pub fn concrete() -> Image {
    let size = 256;
    let hole = |s: Spot| {
        let dx = seam_distance(s.u + 0.125, 4.0, 256.0);
        let dy = seam_distance(s.v + 0.25, 2.0, 256.0);
        smooth(4.5, 3.0, (dx * dx + dy * dy).sqrt())
    };
    let relief = Relief::new(size, size, 4, |s| {
        let joint = smooth(0.5, 3.0, seam_distance(s.v, 2.0, 256.0));
        let boards = smooth(0.0, 1.6, seam_distance(s.v, 16.0, 256.0));
        let board = hash_unit((s.v * 16.0) as u32, 0, 131);
        let pits = smooth(0.62, 0.95, Noise(132).fractal(s.u, s.v, 36, 2));
        3.0 * joint + 0.7 * boards + 0.8 * board - 4.0 * hole(s) - 2.0 * pits
            + 0.8 * Noise(133).stretched(s.u, s.v, [8, 40], 3)
    });
    Image::opaque(size, size, |s| {
        let cloud = 0.5 + 0.4 * Noise(134).fractal(s.u, s.v, 3, 5);
        let board = hash_unit((s.v * 16.0) as u32, 1, 131);
        let base = ramp(
            &[rgb(0x77736A), rgb(0x938D80), rgb(0xABA394), rgb(0xBDB5A3)],
            cloud + 0.22 * (board - 0.5),
        );
        let wet = streaks(s, 135, 2.0);
        let color = blend(base, rgb(0x4C473D), 0.5 * wet);
        let moss = smooth(0.25, 0.9, Noise(136).fractal(s.u, s.v, 9, 4)) * fract(s.v * 2.0);
        let color = blend(color, rgb(0x6E7048), 0.4 * moss);
        let rust = bump(0.0, 0.02, fract(s.u * 4.0 + 0.5) / 4.0 - 0.125) * wet;
        let color = blend(color, RUST, 0.5 * rust);
        scale(color, relief.light(s, 0.12) * relief.openness(s, 0.2))
    })
}

/// Corrugated sheets with overlaps and rust at their lower ends.
pub fn roof() -> Image {
    let size = 128;
    let relief = Relief::new(size, size, 3, |s| {
        let wave = crate::math::sin_turns(s.u * 16.0);
        let lap = fract(s.v * 2.0);
        1.6 * wave + 2.0 * lap
    });
    Image::opaque(size, size, |s| {
        let sheet = hash_unit((s.u * 4.0) as u32, (s.v * 2.0) as u32, 141);
        let fade = 0.5 + 0.35 * Noise(142).fractal(s.u, s.v, 4, 4) + 0.5 * (sheet - 0.5);
        let base = ramp(&[rgb(0x6B6A66), rgb(0x85837B), rgb(0x9E998C)], fade);
        let run = Noise(143).stretched(s.u, s.v, [24, 3], 3);
        let low = smooth(0.45, 1.0, fract(s.v * 2.0));
        let rust = smooth(-0.1, 0.7, run + 0.9 * low - 0.55);
        let color = blend(base, rgb(0x8C5230), 0.8 * rust);
        scale(color, relief.light(s, 0.2) * relief.openness(s, 0.2))
    })
}

/// A wall with a window band. `lit` panes glow warm.
pub fn windows() -> Image {
    let (width, height) = (256, 128);
    let pane = |s: Spot| {
        let dx = seam_distance(s.u, 8.0, 256.0);
        let inside_y = (s.v - 0.45).abs() * 128.0;
        smooth(3.0, 4.5, dx) * smooth(25.0, 23.5, inside_y)
    };
    let relief = Relief::new(width, height, 3, |s| {
        let frame = bump(0.0, 6.0, ((s.v - 0.45).abs() * 128.0 - 28.0).abs());
        let seam = smooth(0.4, 2.5, seam_distance(s.u, 4.0, 256.0));
        2.5 * frame + 2.0 * seam - 5.0 * pane(s)
    });
    Image::opaque(width, height, |s| {
        let fade = 0.5 + 0.4 * Noise(151).fractal(s.u, s.v, 5, 4);
        let wall = ramp(&[rgb(0x66747F), rgb(0x87949D), rgb(0xA3ACB0)], fade);
        let id = hash_unit((s.u * 8.0) as u32, 0, 152);
        let sky = ramp(
            &[rgb(0xA8C4D2), rgb(0x5F7E92), rgb(0x2C3E4C)],
            (s.v - 0.25) / 0.4 + 0.25 * Noise(153).fractal(s.u * 2.0, s.v, 4, 2),
        );
        let warm = ramp(
            &[rgb(0xFFE3A1), rgb(0xF2B45C), rgb(0xA86A30)],
            (s.v - 0.27) / 0.4,
        );
        let glass = if id > 0.55 { warm } else { sky };
        let dirt = streaks(s, 154, 1.0) * smooth(0.66, 0.72, s.v);
        let wall = blend(wall, rgb(0x4E4A42), 0.5 * dirt);
        let wall = blend(wall, ORANGE, 2.0 * bump(0.93, 0.04, s.v));
        let shade = relief.light(s, 0.14) * relief.openness(s, 0.16);
        blend(scale(wall, shade), scale(glass, 0.5 + 0.5 * shade), pane(s))
    })
}

/// Orange and black diagonals, scratched.
pub fn hazard() -> Image {
    let (width, height) = (64, 32);
    Image::opaque(width, height, |s| {
        let diagonal = fract(s.u * 2.0 + s.v);
        let black = smooth(0.48, 0.52, diagonal) * smooth(1.0, 0.96, diagonal);
        let paint = blend(rgb(0xE08A2C), rgb(0x2A2724), black);
        let scratch = smooth(0.35, 0.8, Noise(161).stretched(s.u, s.v, [6, 12], 3));
        let dirt = 0.5 + 0.5 * Noise(162).fractal(s.u, s.v, 4, 3);
        scale(
            blend(paint, rgb(0x8D8778), 0.6 * scratch),
            0.82 + 0.25 * dirt,
        )
    })
}

/// Steel grating between girders; holes are dark, the texture's alpha marks them.
pub fn grating() -> Image {
    let size = 64;
    let bar = |s: Spot| {
        let a = seam_distance(s.u + s.v, 8.0, 64.0);
        let b = seam_distance(s.u - s.v, 8.0, 64.0);
        let mesh = smooth(2.2, 1.2, a.min(b));
        let girder = smooth(5.0, 4.0, seam_distance(s.u, 1.0, 64.0));
        (mesh, girder)
    };
    let relief = Relief::new(size, size, 2, |s| {
        let (mesh, girder) = bar(s);
        2.0 * mesh + 4.0 * girder
    });
    Image::new(size, size, |s| {
        let (mesh, girder) = bar(s);
        let solid = mesh.max(girder);
        let grit = Noise(171).fractal(s.u, s.v, 8, 3);
        let steel = blend(rgb(0x6E7479), RUST, 0.5 * smooth(0.2, 0.8, grit));
        let color = blend(rgb(0x1E2023), steel, solid);
        let [r, g, b] = scale(color, relief.light(s, 0.2));
        [r, g, b, solid]
    })
}

/// Brushed steel of pipes and tanks with a weld seam and a painted ring.
pub fn pipe() -> Image {
    let size = 128;
    let relief = Relief::new(size, size, 3, |s| {
        let weld = bump(0.5, 0.02, s.v) * (0.7 + 0.5 * Noise(181).gradient(s.u, s.v, [48, 1]));
        let flange = bump(0.0, 0.05, s.v.min(1.0 - s.v));
        3.0 * weld + 3.0 * flange
    });
    Image::opaque(size, size, |s| {
        let brushed = 0.5 + 0.3 * Noise(182).stretched(s.u, s.v, [3, 48], 3);
        let steel = ramp(&[rgb(0x7C7F80), rgb(0x989A97), rgb(0xB3B2AA)], brushed);
        let ring = 2.0 * bump(0.25, 0.06, s.v);
        let color = blend(steel, rgb(0xC57A30), ring.min(1.0));
        let color = blend(color, RUST, 0.6 * streaks(s, 183, 2.0));
        scale(color, relief.light(s, 0.15) * relief.openness(s, 0.2))
    })
}
