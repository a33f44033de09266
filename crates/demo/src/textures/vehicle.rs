//! Vehicles: hull paint in two clan colours, running gear, guns, creatures.

use crate::math::{bump, fract, length, mix, sin_turns, smooth};
use crate::random::{Noise, hash_unit};

use super::building::{BARE, RUST};
use super::color::{Rgb, blend, ramp, rgb, scale};
use super::field::{Relief, Spot};
use super::image::Image;

/// Colours of a clan's hulls.
struct Livery {
    paint: [Rgb; 3],
    camouflage: Rgb,
    accent: Rgb,
    seed: u32,
}

/// Hull of the blue clan.
pub fn hull_blue() -> Image {
    hull(&Livery {
        paint: [rgb(0x3F5872), rgb(0x587491), rgb(0x7590A8)],
        camouflage: rgb(0x38495C),
        accent: rgb(0xE08A30),
        seed: 401,
    })
}

/// Hull of the red clan.
pub fn hull_red() -> Image {
    hull(&Livery {
        paint: [rgb(0x74382A), rgb(0x944B36), rgb(0xB0654A)],
        camouflage: rgb(0x57342B),
        accent: rgb(0xE3D3A8),
        seed: 421,
    })
}

/// Plate outlines: a brick-like pattern of unequal plates; distance to the nearest seam in pixels.
fn plates(s: Spot) -> (f32, f32) {
    let row = (s.v * 4.0).floor();
    let shift = hash_unit(row as u32, 3, 402) * 0.6;
    let columns = if (row as u32).is_multiple_of(2) {
        2.0
    } else {
        3.0
    };
    let fu = fract((s.u + shift) * columns);
    let fv = fract(s.v * 4.0);
    let du = fu.min(1.0 - fu) * 256.0 / columns;
    let dv = fv.min(1.0 - fv) * 64.0;
    let id = hash_unit(
        ((s.u + shift) * columns).floor() as u32 % columns as u32,
        row as u32,
        403,
    );
    (du.min(dv), id)
}

fn hull(livery: &Livery) -> Image {
    let size = 256;
    let seed = livery.seed;
    let vent = |s: Spot| {
        let (x, y) = (fract(s.u * 2.0) - 0.72, fract(s.v * 4.0) - 0.5);
        let here = hash_unit((s.u * 2.0) as u32, (s.v * 4.0) as u32, 404) > 0.7;
        if here {
            smooth(0.17, 0.16, x.abs()) * smooth(0.3, 0.28, y.abs())
        } else {
            0.0
        }
    };
    let relief = Relief::new(size, size, 3, |s| {
        let (seam, id) = plates(s);
        let bolt = {
            let inset = (seam - 7.0).abs();
            let step = fract((s.u + s.v) * 12.0) - 0.5;
            smooth(0.16, 0.07, length(step, inset * 0.1))
        };
        let slats = vent(s) * (1.8 * sin_turns(s.v * 40.0) - 2.0);
        3.0 * smooth(0.3, 2.6, seam)
            + 1.2 * bolt
            + slats
            + 0.8 * id
            + 0.4 * Noise(seed).fractal(s.u, s.v, 8, 3)
    });
    Image::opaque(size, size, |s| {
        let (_, id) = plates(s);
        let fade = 0.5 + 0.3 * Noise(seed + 1).fractal(s.u, s.v, 4, 5) + 0.4 * (id - 0.5);
        let base = ramp(&livery.paint, fade);
        let camo = smooth(0.12, 0.2, Noise(seed + 2).fractal(s.u, s.v, 3, 3));
        let base = blend(base, livery.camouflage, 0.75 * camo);
        let stripe = smooth(0.018, 0.014, (s.v - 0.625).abs());
        let base = blend(base, livery.accent, 0.9 * stripe);
        let base = blend(base, livery.accent, if id > 0.98 { 0.8 } else { 0.0 });
        let base = blend(base, rgb(0x2A2B2C), 0.7 * vent(s));
        let grit = Noise(seed + 3).fractal(s.u, s.v, 28, 4);
        let worn = smooth(0.5, 1.3, relief.edge(s) + 0.8 * grit);
        let color = blend(base, BARE, 0.65 * worn);
        let color = blend(color, RUST, 0.6 * smooth(0.5, 1.6, relief.seam(s) + grit));
        let dust = smooth(0.1, 0.9, Noise(seed + 4).stretched(s.u, s.v, [20, 4], 4));
        let color = blend(color, rgb(0x9C8A66), 0.35 * dust);
        scale(color, relief.light(s, 0.16) * relief.openness(s, 0.28))
    })
}

/// Underside and running gear: dark plates, big bolts, oil and dust.
pub fn chassis() -> Image {
    let size = 128;
    let relief = Relief::new(size, size, 3, |s| {
        let (fu, fv) = (fract(s.u * 2.0), fract(s.v * 4.0));
        let seam = (fu.min(1.0 - fu) * 64.0).min(fv.min(1.0 - fv) * 32.0);
        let bolt = smooth(4.5, 3.0, length((fu - 0.12) * 64.0, (fv - 0.5) * 32.0));
        3.0 * smooth(0.3, 2.0, seam) + 2.5 * bolt + 0.7 * Noise(441).fractal(s.u, s.v, 8, 3)
    });
    Image::opaque(size, size, |s| {
        let fade = 0.5 + 0.5 * Noise(442).fractal(s.u, s.v, 4, 5);
        let steel = ramp(&[rgb(0x2D2E2F), rgb(0x3E3F3F), rgb(0x54534F)], fade);
        let mud = smooth(0.0, 0.9, Noise(443).fractal(s.u, s.v, 6, 5));
        let color = blend(steel, rgb(0x6E5B3E), 0.55 * mud);
        let worn = smooth(0.5, 1.4, relief.edge(s));
        let color = blend(color, rgb(0x8F8C84), 0.5 * worn);
        scale(color, relief.light(s, 0.16) * relief.openness(s, 0.26))
    })
}

/// Track links: eight along v, a pad and two guide holes each.
pub fn track() -> Image {
    let (width, height) = (64, 256);
    let relief = Relief::new(width, height, 3, |s| {
        let f = fract(s.v * 8.0);
        let gap = smooth(0.03, 0.1, f.min(1.0 - f));
        let pad =
            smooth(0.2, 0.26, f) * smooth(0.74, 0.68, f) * smooth(0.46, 0.42, (s.u - 0.5).abs());
        let hole = smooth(
            3.6,
            2.6,
            length(((s.u - 0.5).abs() - 0.28) * 64.0, (f - 0.12) * 32.0),
        );
        let edge = smooth(0.5, 0.46, (s.u - 0.5).abs());
        2.5 * gap * edge + 2.5 * pad - 3.0 * hole
    });
    Image::opaque(width, height, |s| {
        let f = fract(s.v * 8.0);
        let pad = smooth(0.2, 0.26, f) * smooth(0.74, 0.68, f);
        let grit = Noise(451).stretched(s.u, s.v, [4, 16], 4);
        let steel = ramp(
            &[rgb(0x3A3835), rgb(0x55524C), rgb(0x716C62)],
            0.5 + 0.5 * grit,
        );
        let color = blend(steel, rgb(0x2B2A29), 0.6 * pad);
        let color = blend(color, rgb(0x9B968A), smooth(0.6, 1.6, relief.edge(s)) * 0.7);
        let mud = smooth(0.2, 1.4, relief.seam(s) + 0.6 * grit);
        let color = blend(color, rgb(0x6D5A3E), 0.6 * mud);
        scale(color, relief.light(s, 0.16) * relief.openness(s, 0.26))
    })
}

/// A road wheel from the side: rubber rim, dished steel disc, hub and bolts. Clear outside.
pub fn wheel() -> Image {
    let size = 64;
    let polar = |s: Spot| {
        let (x, y) = (s.u - 0.5, s.v - 0.5);
        (2.0 * length(x, y), crate::math::angle_turns(x, y))
    };
    let relief = Relief::new(size, size, 2, |s| {
        let (r, angle) = polar(s);
        let rubber = smooth(0.72, 0.76, r);
        let hub = smooth(0.3, 0.24, r);
        let bolt = bump(0.5, 0.22, fract(angle * 8.0)) * bump(0.46, 0.07, r);
        3.0 * rubber + 3.0 * hub + 2.0 * bolt - 2.0 * bump(0.6, 0.12, r)
    });
    Image::new(size, size, |s| {
        let (r, _) = polar(s);
        let steel = ramp(&[rgb(0x5D6468), rgb(0x474C50), rgb(0x33373A)], r);
        let color = blend(steel, rgb(0x242322), smooth(0.72, 0.76, r));
        let dust = smooth(0.0, 0.8, Noise(461).fractal(s.u, s.v, 5, 3));
        let color = blend(color, rgb(0x7A6748), 0.45 * dust);
        let [r8, g8, b8] = scale(color, relief.light(s, 0.18) * relief.openness(s, 0.24));
        [r8, g8, b8, if r < 1.0 { 1.0 } else { 0.0 }]
    })
}

/// Gun metal: dark brushed steel with rings; alpha carries gloss, which must not cut it.
pub fn gun() -> Image {
    let size = 64;
    let relief = Relief::new(size, size, 2, |s| 2.5 * bump(0.5, 0.1, fract(s.v * 2.0)));
    Image::new(size, size, |s| {
        let brushed = 0.5 + 0.4 * Noise(471).stretched(s.u, s.v, [24, 2], 3);
        let steel = ramp(&[rgb(0x35383B), rgb(0x4A4E52), rgb(0x666A6C)], brushed);
        let worn = smooth(0.4, 1.2, relief.edge(s));
        let color = blend(steel, rgb(0x9EA09C), 0.6 * worn);
        let [r, g, b] = scale(color, relief.light(s, 0.18) * relief.openness(s, 0.2));
        [r, g, b, 0.25 + 0.5 * brushed.clamp(0.0, 1.0)]
    })
}

/// Cockpit glass: the sky mirrored over a dark inside.
pub fn cockpit() -> Image {
    let size = 64;
    Image::opaque(size, size, |s| {
        let bend = s.v + 0.12 * sin_turns(s.u * 0.5);
        let sky = ramp(
            &[rgb(0xC9DCE2), rgb(0x6D93A6), rgb(0x27414F), rgb(0x14212A)],
            bend * 1.1,
        );
        let hills = smooth(
            0.02,
            -0.02,
            bend - 0.56 - 0.05 * Noise(481).fractal(s.u, 0.3, 4, 3),
        );
        let color = blend(rgb(0x1A2A25), sky, hills);
        let frame = (s.u.min(1.0 - s.u)).min(s.v.min(1.0 - s.v));
        blend(rgb(0x2A2D2F), color, smooth(0.03, 0.05, frame))
    })
}

/// A jet nozzle seen from behind: dark petals round a hot core.
pub fn nozzle() -> Image {
    let size = 64;
    Image::opaque(size, size, |s| {
        let (x, y) = (s.u - 0.5, s.v - 0.5);
        let r = 2.0 * length(x, y);
        let petal = fract(crate::math::angle_turns(x, y) * 12.0);
        let metal = scale(rgb(0x4A4644), 0.7 + 0.5 * petal);
        let heat = ramp(
            &[rgb(0xFFF3C4), rgb(0xFFB347), rgb(0xD2571E), rgb(0x35201A)],
            r / 0.7,
        );
        blend(heat, metal, smooth(0.62, 0.72, r))
    })
}

/// Scales of the creature: overlapping rows, olive over ochre.
pub fn hide() -> Image {
    let size = 128;
    let scale_at = |s: Spot| {
        let row = (s.v * 12.0).floor();
        let offset = if (row as u32).is_multiple_of(2) {
            0.0
        } else {
            0.5
        };
        let (x, y) = (fract(s.u * 10.0 + offset) - 0.5, fract(s.v * 12.0));
        let id = hash_unit((s.u * 10.0 + offset) as u32 % 10, row as u32, 491);
        (length(x * 1.3, y - 0.2), id)
    };
    let relief = Relief::new(size, size, 2, |s| {
        let (d, id) = scale_at(s);
        3.0 * smooth(0.8, 0.1, d) + id
    });
    Image::opaque(size, size, |s| {
        let (_, id) = scale_at(s);
        let patch = 0.5 + 0.5 * Noise(492).fractal(s.u, s.v, 4, 4);
        let color = ramp(
            &[rgb(0x4E4A2C), rgb(0x6C6638), rgb(0x8E7F48), rgb(0xA9945B)],
            mix(patch, id, 0.35),
        );
        scale(color, relief.light(s, 0.2) * relief.openness(s, 0.24))
    })
}
