//! The ground: pictures of 64 x 64 units each, warm and matte, with finer twins for close by.

use crate::math::{bump, fract, mix, sin_turns, smooth};
use crate::random::{Noise, hash_unit};

use super::color::{blend, ramp, rgb, scale};
use super::field::{Field, Relief, Spot};
use super::image::Image;

const SIZE: usize = 256;

/// Short blades: three layers of thin strokes, each leaning another way.
fn blades(s: Spot, seed: u32) -> f32 {
    let lean = |along: f32, across: f32, seed: u32| Noise(seed).gradient(along, across, [24, 96]);
    let a = lean(s.u + s.v, s.v * 2.0 - s.u, seed);
    let b = lean(s.u - s.v, s.v + s.u * 2.0, seed + 1);
    let c = lean(s.v, s.u, seed + 2);
    (a.max(b).max(c)).clamp(-1.0, 1.0)
}

/// Fresh grass: deep green hollows, sunlit tufts, a few straw and clover patches.
pub fn meadow() -> Image {
    let tufts = Relief::new(SIZE, SIZE, 3, |s| {
        3.0 * blades(s, 11) + 2.0 * Noise(14).fractal(s.u, s.v, 24, 3)
    });
    Image::opaque(SIZE, SIZE, |s| {
        let patch = 0.5 + 0.5 * Noise(15).fractal(s.u, s.v, 3, 5);
        let tuft = 0.5 + 0.25 * tufts.height.at(s) / 2.5;
        let green = ramp(
            &[rgb(0x43562A), rgb(0x5E753A), rgb(0x7E8F48), rgb(0xA7A95E)],
            0.6 * patch + 0.5 * tuft - 0.05,
        );
        let straw = smooth(0.25, 0.75, Noise(16).fractal(s.u, s.v, 7, 4)) * tuft;
        let color = blend(green, rgb(0xA89F5C), 0.45 * straw);
        scale(color, tufts.light(s, 0.05) * tufts.openness(s, 0.12))
    })
}

/// Dry grass of the slopes: ochre and straw over bare soil.
pub fn dry_grass() -> Image {
    let tufts = Relief::new(SIZE, SIZE, 3, |s| {
        3.0 * blades(s, 21) + 2.5 * Noise(24).fractal(s.u, s.v, 20, 3)
    });
    Image::opaque(SIZE, SIZE, |s| {
        let patch = 0.5 + 0.5 * Noise(25).fractal(s.u, s.v, 4, 5);
        let tuft = 0.5 + 0.1 * tufts.height.at(s);
        let straw = ramp(
            &[rgb(0x5E5129), rgb(0x857338), rgb(0xA58F4A), rgb(0xC0AB66)],
            0.5 * patch + 0.55 * tuft - 0.05,
        );
        let green = smooth(0.1, 0.7, Noise(26).fractal(s.u, s.v, 6, 4));
        let bare = smooth(0.35, 0.7, Noise(27).fractal(s.u, s.v, 9, 4));
        let color = blend(straw, rgb(0x6F7636), 0.5 * green);
        let color = blend(color, rgb(0x7A6140), 0.7 * bare);
        scale(color, tufts.light(s, 0.05) * tufts.openness(s, 0.1))
    })
}

/// Shore sand with wind ripples and scattered pebbles.
pub fn sand() -> Image {
    let ripple = |s: Spot| {
        let bend = 0.8 * Noise(41).fractal(s.u, s.v, 5, 4);
        sin_turns(s.v * 26.0 + s.u * 7.0 + 2.0 * bend)
    };
    let relief = Relief::new(SIZE, SIZE, 2, |s| {
        let pebble = Noise(42).cells(s.u, s.v, [40, 40]);
        let stone = if pebble.id > 0.93 {
            bump(0.0, 0.35, pebble.near)
        } else {
            0.0
        };
        0.7 * ripple(s) + 0.8 * Noise(43).fractal(s.u, s.v, 40, 2) + 2.5 * stone
    });
    Image::opaque(SIZE, SIZE, |s| {
        let patch = 0.5 + 0.5 * Noise(44).fractal(s.u, s.v, 4, 5);
        let sand = ramp(&[rgb(0xA98F60), rgb(0xC2A874), rgb(0xD8C08C)], patch);
        let pebble = Noise(42).cells(s.u, s.v, [40, 40]);
        let stone = pebble.id > 0.93 && pebble.near < 0.3;
        let color = if stone { rgb(0x8E8470) } else { sand };
        let grain = 0.06 * (hash_unit(s.x as u32, s.y as u32, 45) - 0.5);
        scale(
            color,
            relief.light(s, 0.09) * relief.openness(s, 0.2) + grain,
        )
    })
}

/// Trodden earth: lumps, small stones, pale dust on top.
pub fn dirt() -> Image {
    let relief = Relief::new(SIZE, SIZE, 3, |s| {
        let stones = Noise(51).cells(s.u, s.v, [52, 52]);
        let stone = if stones.id > 0.86 {
            bump(0.0, 0.45, stones.near)
        } else {
            0.0
        };
        5.0 * Noise(52).fractal(s.u, s.v, 10, 5) + 3.0 * stone
    });
    Image::opaque(SIZE, SIZE, |s| {
        let patch = 0.5 + 0.5 * Noise(53).fractal(s.u, s.v, 3, 5);
        let earth = ramp(&[rgb(0x6B5539), rgb(0x8A7049), rgb(0xA78B5E)], patch);
        let stones = Noise(51).cells(s.u, s.v, [52, 52]);
        let stone = stones.id > 0.86 && stones.near < 0.33;
        let color = if stone {
            scale(rgb(0x9A8E76), 0.85 + 0.3 * stones.id)
        } else {
            earth
        };
        let dust = smooth(0.5, 2.5, relief.height.at(s));
        let color = blend(color, rgb(0xBBA274), 0.4 * dust);
        scale(color, relief.light(s, 0.09) * relief.openness(s, 0.14))
    })
}

/// Gravel: stones of three sizes, grey with warm ones between.
pub fn gravel() -> Image {
    let stones = |s: Spot| Noise(61).cells(s.u, s.v, [84, 84]);
    let relief = Relief::new(SIZE, SIZE, 2, |s| {
        let stone = stones(s);
        3.5 * smooth(0.0, 0.5, stone.second - stone.near) * (0.4 + 0.6 * stone.id)
            + Noise(62).fractal(s.u, s.v, 16, 4)
    });
    Image::opaque(SIZE, SIZE, |s| {
        let stone = stones(s);
        let grey = ramp(
            &[rgb(0x6C675C), rgb(0x8B8474), rgb(0xA59B86), rgb(0x97876A)],
            stone.id,
        );
        let patch = Noise(63).fractal(s.u, s.v, 3, 4);
        let color = blend(grey, rgb(0x857354), 0.45 + 0.4 * patch);
        scale(color, relief.light(s, 0.12) * relief.openness(s, 0.22))
    })
}

/// Cast slabs of the footings, expansion joints every half turn.
pub fn footing() -> Image {
    let size = 128;
    let joint = |c: f32| smooth(0.0, 0.03, (fract(c * 2.0) - 0.5).abs().min(0.5) - 0.0);
    let relief = Relief::new(size, size, 3, |s| {
        3.0 * joint(s.u + 0.25).min(joint(s.v + 0.25)) + 0.8 * Noise(71).fractal(s.u, s.v, 8, 5)
    });
    Image::opaque(size, size, |s| {
        let stain = 0.5 + 0.5 * Noise(72).fractal(s.u, s.v, 3, 5);
        let color = ramp(&[rgb(0x7B7568), rgb(0x98917F), rgb(0xAFA792)], stain);
        scale(color, relief.light(s, 0.12) * relief.openness(s, 0.2))
    })
}

/// The lake's bed: wet rounded pebbles over dark silt, pale caustic lines.
pub fn bed() -> Image {
    let stones = |s: Spot| {
        let warp = 0.02 * Noise(81).fractal(s.u, s.v, 6, 3);
        Noise(82).cells(s.u + warp, s.v - warp, [22, 22])
    };
    let relief = Relief::new(SIZE, SIZE, 3, |s| {
        let stone = stones(s);
        5.0 * smooth(0.02, 0.55, stone.second - stone.near) * stone.id
            + 1.5 * Noise(83).fractal(s.u, s.v, 8, 4)
    });
    Image::opaque(SIZE, SIZE, |s| {
        let stone = stones(s);
        let silt = rgb(0x3F4D45);
        let wet = ramp(
            &[rgb(0x46554F), rgb(0x5C6A5E), rgb(0x77775F), rgb(0x566A6C)],
            stone.id,
        );
        let pebbly = smooth(-0.25, 0.35, Noise(84).fractal(s.u, s.v, 4, 4));
        let color = blend(silt, wet, pebbly * (0.35 + 0.65 * stone.id));
        let caustic = Noise(85).ridged(s.u, s.v, 9, 2);
        let lit = blend(color, rgb(0xA9C7B8), 0.5 * smooth(0.86, 1.0, caustic));
        scale(lit, relief.light(s, 0.09) * relief.openness(s, 0.14))
    })
}

/// One frame of the water, `phase` 0..1 over the whole loop; grey, its blue is the material's.
pub fn water(phase: f32) -> Image {
    Image::opaque(64, 64, |s| {
        // Two drifts through noise that repeats after a whole turn make a seamless loop.
        let a = Noise(91).fractal(s.u + phase, s.v, 4, 3);
        let b = Noise(92).fractal(s.u - phase, s.v + phase, 5, 3);
        let wave = a + b;
        let glint = smooth(0.55, 1.1, wave) + 0.6 * bump(0.0, 0.18, wave);
        let grey = 0.52 + 0.13 * wave + 0.28 * glint;
        [grey, grey, grey * 1.02]
    })
}

/// The microtexture twin: grain around mid-grey. What is larger than the grain is taken out, it would
/// show as a pattern that repeats every 20 units.
pub fn flattened(image: &Image, contrast: f32) -> Image {
    let (width, height) = (image.width, image.height);
    let smoothed = [0, 1, 2].map(|c| {
        let channel = Field::new(width, height, |s| image.pixel(s.x, s.y)[c]);
        channel.blurred(width / 24).blurred(width / 24)
    });
    Image::opaque(width, height, |s| {
        let pixel = image.pixel(s.x, s.y);
        let ratio = [0, 1, 2].map(|c| pixel[c] / smoothed[c].at(s).max(0.01));
        let grey = 0.3 * ratio[0] + 0.59 * ratio[1] + 0.11 * ratio[2];
        ratio.map(|c| 0.5 + 0.5 * contrast * (mix(grey, c, 0.35) - 1.0))
    })
}
