//! What a colour makes of the one behind it.

use glam::Vec3;
use msh_format::material::BlendMode;

use crate::library::Surface;

/// Alpha of a pixel: the texture's, unless it is ignored, times the ambient alpha. Under a
/// lightmap the texture's does not count.
#[must_use]
pub fn alpha(surface: &Surface, texel_alpha: f32, is_lightmapped: bool) -> f32 {
    if surface.ignore_texture_alpha || is_lightmapped {
        surface.opacity
    } else {
        texel_alpha * surface.opacity
    }
}

/// Whether a pixel is drawn at all. In every mode but the opaque one the 8-bit alpha has to be
/// at least 1.
#[must_use]
pub fn passes_alpha_test(mode: BlendMode, alpha: f32) -> bool {
    mode == BlendMode::Opaque || (alpha * 255.0).round() >= 1.0
}

/// What a pixel of `source` and its alpha makes of `target`; for one that passes the alpha test.
#[must_use]
pub fn blend(mode: BlendMode, source: Vec3, alpha: f32, target: Vec3) -> Vec3 {
    let blended = match mode {
        BlendMode::Opaque => source,
        BlendMode::Additive => source * alpha + target,
        BlendMode::Multiply => target * source,
        BlendMode::Alpha => source * alpha + target * (1.0 - alpha),
        BlendMode::Modulate2x => source * target + target * source,
    };
    blended.clamp(Vec3::ZERO, Vec3::ONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mode_has_its_factors() {
        // (0.5, 0.25, 1) at alpha 0.5 over (0.4, 0.8, 0.2).
        let source = Vec3::new(0.5, 0.25, 1.0);
        let target = Vec3::new(0.4, 0.8, 0.2);
        for (mode, expected) in [
            (BlendMode::Opaque, [0.5, 0.25, 1.0]),
            (BlendMode::Additive, [0.65, 0.925, 0.7]),
            (BlendMode::Multiply, [0.2, 0.2, 0.2]),
            (BlendMode::Alpha, [0.45, 0.525, 0.6]),
            (BlendMode::Modulate2x, [0.4, 0.4, 0.4]),
        ] {
            let blended = blend(mode, source, 0.5, target);
            assert!(
                blended.abs_diff_eq(Vec3::from(expected), 1e-6),
                "{mode:?}: {blended}"
            );
        }
    }

    #[test]
    fn a_sum_is_clamped() {
        let white = blend(BlendMode::Additive, Vec3::ONE, 1.0, Vec3::splat(0.5));
        assert_eq!(white, Vec3::ONE);
    }

    #[test]
    fn alpha_is_that_of_texture_and_material_multiplied() {
        let mut surface = Surface {
            opacity: 0.5,
            ignore_texture_alpha: false,
            ..Surface::PLAIN
        };
        assert_eq!(alpha(&surface, 0.5, false), 0.25);
        assert_eq!(alpha(&surface, 0.5, true), 0.5);
        surface.ignore_texture_alpha = true;
        assert_eq!(alpha(&surface, 0.5, false), 0.5);
    }

    #[test]
    fn the_alpha_test_drops_what_is_stored_as_0() {
        assert!(!passes_alpha_test(BlendMode::Alpha, 0.0));
        assert!(!passes_alpha_test(BlendMode::Alpha, 0.4 / 255.0));
        assert!(passes_alpha_test(BlendMode::Alpha, 0.6 / 255.0));
        assert!(passes_alpha_test(BlendMode::Additive, 1.0 / 255.0));
        assert!(passes_alpha_test(BlendMode::Opaque, 0.0));
    }
}
