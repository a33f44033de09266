//! Plants: crowns, firs, grass and ferns as cutouts, and the bark of trunks.

use crate::math::{angle_turns, cos_turns, fract, length, mix, sin_turns, smooth};
use crate::random::{Noise, Random};

use super::canvas::Canvas;
use super::color::{Rgb, blend, ramp, rgb, scale};
use super::field::Relief;
use super::image::Image;

/// Evening light falls from the upper left; leaves deep in the crown are dark.
fn leaf_shade(x: f32, y: f32, depth: f32) -> f32 {
    (0.78 - 0.28 * x - 0.38 * y) * mix(0.45, 1.0, depth)
}

/// A round crown of overlapping leaf clouds.
pub fn crown() -> Image {
    let size = 256.0;
    let mut canvas = Canvas::new(256, 256);
    let mut random = Random::new(501);
    let clouds: Vec<([f32; 2], f32)> = (0..26)
        .map(|i| {
            let turn = random.unit();
            let out = if i < 9 {
                0.12
            } else {
                random.range(0.22, 0.34)
            };
            let center = [
                0.5 + out * cos_turns(turn),
                0.5 + 0.92 * out * sin_turns(turn),
            ];
            (center, random.range(0.09, 0.15))
        })
        .collect();
    branches(
        &mut canvas,
        &mut random,
        rgb(0x3A2F22),
        [128.0, 256.0],
        &clouds,
    );
    let colors = [rgb(0x2E3D17), rgb(0x4C5F22), rgb(0x74823A), rgb(0xA5A44F)];
    leaves(
        &mut canvas,
        &mut random,
        &clouds,
        3400,
        [9.0, 6.0],
        &colors,
        size,
    );
    canvas.finish()
}

/// A loose birch crown: hanging strands of small yellow-green leaves.
pub fn birch_crown() -> Image {
    let mut canvas = Canvas::new(256, 256);
    let mut random = Random::new(511);
    let colors = [rgb(0x55631F), rgb(0x7D8633), rgb(0xA9A64A), rgb(0xCDBE62)];
    canvas.stroke([128.0, 255.0], [126.0, 30.0], [6.0, 1.5], rgb(0xC9C3B4));
    for strand in 0..84 {
        let depth = strand as f32 / 84.0;
        let rise = fract(strand as f32 * 0.618_034);
        let root = [127.0, mix(214.0, 22.0, rise)];
        // Widest a little below the middle, pointed at the top.
        let reach = (14.0 + 84.0 * sin_turns(0.1 + 0.4 * rise)) * random.range(-1.0, 1.0);
        let tip = [128.0 + reach, root[1] - random.range(0.0, 26.0)];
        let elbow = [mix(root[0], tip[0], 0.6), mix(root[1], tip[1], 0.6)];
        canvas.stroke(root, elbow, [2.0, 1.0], rgb(0x6B5F4E));
        let drop = random.range(24.0, 64.0);
        let count = 34 + (reach.abs() * 0.3) as u32;
        for i in 0..count {
            let t = i as f32 / count as f32;
            let out = t.min(0.7) / 0.7;
            let x = mix(root[0], tip[0], out) + random.range(-6.0, 6.0);
            let hang = drop * smooth(0.35, 1.0, t);
            let y = mix(root[1], tip[1], out) + hang + random.range(-4.0, 4.0);
            let shade = leaf_shade((x - 128.0) / 128.0, (y - 128.0) / 128.0, depth);
            let color = scale(ramp(&colors, random.unit()), shade + 0.2);
            canvas.leaf([x, y], random.range(0.12, 0.38), [7.0, 4.5], color);
        }
    }
    canvas.finish()
}

/// A whole fir: tiers of drooping branches, each a fan of needles.
pub fn fir() -> Image {
    let mut canvas = Canvas::new(128, 256);
    let mut random = Random::new(521);
    canvas.stroke([64.0, 255.0], [64.0, 8.0], [9.0, 1.5], rgb(0x46372A));
    let colors = [rgb(0x1D2B1A), rgb(0x2F4226), rgb(0x4A5C31), rgb(0x6E7840)];
    for branch in 0..150 {
        let depth = branch as f32 / 150.0;
        let t = fract(branch as f32 * 0.618_034);
        let low = mix(14.0, 238.0, t);
        let reach = mix(5.0, 56.0, t) * random.range(0.7, 1.0);
        let side = cos_turns(random.unit());
        let tip = [64.0 + reach * side, low + reach * random.range(0.24, 0.42)];
        let root = [64.0, low - 5.0];
        let shade = (0.62 + 0.5 * depth - 0.3 * (tip[0] - 64.0) / 64.0).clamp(0.4, 1.25);
        canvas.stroke(root, tip, [2.5, 1.0], scale(rgb(0x3B3122), shade));
        let needles = 6 + (reach * 1.1) as u32;
        for i in 0..needles {
            let along = (i as f32 + random.unit()) / needles as f32;
            let from = [mix(root[0], tip[0], along), mix(root[1], tip[1], along)];
            let fan = random.range(-5.5, 5.5);
            let to = [
                from[0] + 4.0 * side + fan * 0.5,
                from[1] + random.range(2.0, 8.0),
            ];
            let color = scale(ramp(&colors, 0.25 * random.unit() + 0.75 * along), shade);
            canvas.stroke(from, to, [2.2, 1.0], color);
        }
    }
    canvas.finish()
}

/// A tuft of grass: blades that bend outwards, seed heads between.
pub fn grass_tuft() -> Image {
    let mut canvas = Canvas::new(128, 128);
    let mut random = Random::new(531);
    let colors = [rgb(0x4C5A22), rgb(0x707A32), rgb(0x9A964A), rgb(0xC0AF65)];
    for blade in 0..78 {
        let depth = blade as f32 / 78.0;
        let root = [64.0 + random.range(-26.0, 26.0), 128.0];
        let lean = (root[0] - 64.0) * 0.9 + random.range(-22.0, 22.0);
        let height = random.range(50.0, 112.0) * (1.0 - 0.004 * lean.abs());
        let color = scale(ramp(&colors, random.unit()), mix(0.6, 1.1, depth));
        let point = |t: f32| {
            [
                root[0] + lean * t * t,
                root[1] - height * (t - 0.12 * t * t),
            ]
        };
        for i in 0..10 {
            let (a, b) = (i as f32 / 10.0, (i + 1) as f32 / 10.0);
            let widths = [mix(4.0, 0.8, a), mix(4.0, 0.8, b)];
            canvas.stroke(point(a), point(b), widths, scale(color, mix(0.6, 1.15, b)));
        }
        if blade % 9 == 0 {
            canvas.leaf(point(0.92), 0.74, [11.0, 4.0], rgb(0xCDB77A));
        }
    }
    canvas.finish()
}

/// A fern: fronds that arch from one root, leaflets on both sides.
pub fn fern() -> Image {
    let mut canvas = Canvas::new(128, 128);
    let mut random = Random::new(541);
    for frond in 0..11 {
        let depth = frond as f32 / 11.0;
        let side = (fract(frond as f32 * 0.618_034 + 0.1) - 0.5) * 2.0;
        let reach = [
            58.0 * side,
            mix(112.0, 66.0, side.abs()) * random.range(0.75, 1.0),
        ];
        let green = blend(rgb(0x4E652B), rgb(0x93A050), random.unit());
        let color = scale(green, mix(0.55, 1.1, depth));
        let point = |t: f32| {
            let lift = sin_turns(0.25 * t) * reach[1] - 30.0 * side.abs() * t * t;
            [64.0 + reach[0] * t, 127.0 - lift]
        };
        for i in 2..24 {
            let t = i as f32 / 24.0;
            let (here, next) = (point(t), point(t + 0.045));
            canvas.stroke(here, next, [2.0, 1.4], scale(color, 0.7));
            let along = angle_turns(next[0] - here[0], next[1] - here[1]);
            let length = 11.0 * sin_turns(0.5 * (0.1 + 0.9 * t)) + 2.0;
            for turn in [-0.2, 0.2] {
                let shade = 0.85 + 0.3 * random.unit();
                canvas.leaf(here, along + turn, [length, 3.0], scale(color, shade));
            }
        }
    }
    canvas.finish()
}

/// A low bush with small white and orange flowers.
pub fn bush() -> Image {
    let mut canvas = Canvas::new(128, 128);
    let mut random = Random::new(551);
    let clouds: Vec<([f32; 2], f32)> = (0..14)
        .map(|_| {
            let x = random.range(0.18, 0.82);
            let dome = 1.0 - 1.7 * (x - 0.5) * (x - 0.5) * 2.0;
            (
                [x, 1.0 - random.range(0.12, 0.72) * dome],
                random.range(0.09, 0.16),
            )
        })
        .collect();
    branches(
        &mut canvas,
        &mut random,
        rgb(0x46382A),
        [64.0, 128.0],
        &clouds,
    );
    let colors = [rgb(0x33421B), rgb(0x55662A), rgb(0x7C8740), rgb(0xA1A052)];
    leaves(
        &mut canvas,
        &mut random,
        &clouds,
        1200,
        [7.0, 4.5],
        &colors,
        128.0,
    );
    for _ in 0..46 {
        let (center, radius) = clouds[(random.unit() * 13.99) as usize];
        let turn = random.unit();
        let out = radius * random.unit();
        let x = 128.0 * (center[0] + out * cos_turns(turn));
        let y = 128.0 * (center[1] + out * sin_turns(turn));
        let color = if random.unit() > 0.4 {
            rgb(0xF0E4C4)
        } else {
            rgb(0xE59A45)
        };
        canvas.stroke([x, y], [x + 0.5, y], [3.4, 3.4], color);
    }
    canvas.finish()
}

/// Branches from the trunk's foot into the middle of every leaf cloud.
fn branches(
    canvas: &mut Canvas,
    random: &mut Random,
    color: Rgb,
    foot: [f32; 2],
    clouds: &[([f32; 2], f32)],
) {
    let size = foot[0] * 2.0;
    for (center, _) in clouds {
        let fork = [
            foot[0] + random.range(-3.0, 3.0),
            foot[1] * random.range(0.62, 0.85),
        ];
        canvas.stroke(foot, fork, [size * 0.032, size * 0.018], color);
        canvas.stroke(fork, center.map(|c| c * size), [size * 0.018, 1.0], color);
    }
}

/// Fills the clouds with leaves, from the back to the front.
fn leaves(
    canvas: &mut Canvas,
    random: &mut Random,
    clouds: &[([f32; 2], f32)],
    count: u32,
    leaf: [f32; 2],
    colors: &[Rgb],
    size: f32,
) {
    for i in 0..count {
        let depth = i as f32 / count as f32;
        let cloud = (random.unit() * clouds.len() as f32) as usize;
        let (center, radius) = clouds[cloud.min(clouds.len() - 1)];
        let turn = random.unit();
        let out = radius * random.unit().sqrt();
        let local = [out * cos_turns(turn), out * sin_turns(turn)];
        let place = [center[0] + local[0], center[1] + local[1]];
        let inner = leaf_shade(local[0] / radius, local[1] / radius, depth);
        let outer = leaf_shade(2.0 * place[0] - 1.0, 2.0 * place[1] - 1.0, depth);
        let color = ramp(
            colors,
            0.6 * inner + 0.35 * outer + 0.2 * (random.unit() - 0.5),
        );
        canvas.leaf(place.map(|c| c * size), random.unit(), leaf, color);
    }
}

/// Deeply furrowed brown bark.
pub fn bark() -> Image {
    let (width, height) = (64, 128);
    let furrow = |u: f32, v: f32| {
        let warp = 0.03 * Noise(561).stretched(u, v, [4, 4], 3);
        let cell = Noise(562).cells(u + warp, v, [7, 4]);
        cell.second - cell.near
    };
    let relief = Relief::new(width, height, 3, |s| {
        4.0 * smooth(0.0, 0.4, furrow(s.u, s.v)) + Noise(563).stretched(s.u, s.v, [12, 6], 3)
    });
    Image::opaque(width, height, |s| {
        let grain = 0.5 + 0.5 * Noise(564).stretched(s.u, s.v, [10, 3], 4);
        let wood = ramp(&[rgb(0x4B3A29), rgb(0x6C543B), rgb(0x8C7050)], grain);
        let moss = smooth(0.2, 0.8, Noise(565).fractal(s.u, s.v, 4, 4));
        let color = blend(wood, rgb(0x6A6A3A), 0.4 * moss);
        scale(color, relief.light(s, 0.14) * relief.openness(s, 0.24))
    })
}

/// White birch bark with dark lenticels and peeling edges.
pub fn birch_bark() -> Image {
    let (width, height) = (64, 128);
    Image::opaque(width, height, |s| {
        let band = Noise(571).stretched(s.u, s.v, [3, 20], 3);
        let scar = smooth(0.5, 0.72, Noise(572).stretched(s.u, s.v, [3, 14], 2));
        let peel = smooth(0.3, 0.6, Noise(573).stretched(s.u, s.v, [4, 9], 4));
        let white = ramp(
            &[rgb(0xB9B0A0), rgb(0xD6CFC0), rgb(0xEAE5D8)],
            0.5 + 0.5 * band,
        );
        let color = blend(white, rgb(0xC79A6B), 0.45 * peel);
        let color = blend(color, rgb(0x2E2823), 0.9 * scar);
        let round = 1.0 - 0.25 * length(sin_turns(s.u), 0.0);
        scale(color, round)
    })
}
