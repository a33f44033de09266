//! Colours: stored values in 0..1, never sRGB-converted.

use crate::math::mix;

/// Red, green, blue.
pub type Rgb = [f32; 3];

/// The colour with this hexadecimal code.
#[must_use]
pub const fn rgb(code: u32) -> Rgb {
    let [_, r, g, b] = code.to_be_bytes();
    [r as f32 / 255.0, g as f32 / 255.0, b as f32 / 255.0]
}

/// Blends two colours.
#[must_use]
pub fn blend(a: Rgb, b: Rgb, t: f32) -> Rgb {
    let t = t.clamp(0.0, 1.0);
    [0, 1, 2].map(|i| mix(a[i], b[i], t))
}

/// Makes a colour brighter or darker.
#[must_use]
pub fn scale(a: Rgb, factor: f32) -> Rgb {
    a.map(|c| c * factor)
}

/// Picks from a ramp of colours, evenly spaced over 0..1.
#[must_use]
pub fn ramp(colors: &[Rgb], t: f32) -> Rgb {
    let last = colors.len().saturating_sub(1);
    let x = t.clamp(0.0, 1.0) * last as f32;
    let i = (x as usize).min(last.saturating_sub(1));
    blend(colors[i], colors[(i + 1).min(last)], x - i as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ramp_passes_through_its_colours() {
        let colors = [rgb(0x000000), rgb(0xFF0000), rgb(0xFFFFFF)];
        assert_eq!(ramp(&colors, 0.0), colors[0]);
        assert_eq!(ramp(&colors, 0.5), colors[1]);
        assert_eq!(ramp(&colors, 1.0), colors[2]);
        assert_eq!(ramp(&colors, 0.25), [0.5, 0.0, 0.0]);
    }
}
