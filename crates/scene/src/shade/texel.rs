//! From texels and light to the colour of a surface.

use glam::Vec3;

use super::Lit;

/// What a texel looks like under this light, before fog. For a lightmapped surface the texel is
/// the texture's times the lightmap's, once.
#[must_use]
pub fn lit_texel(texel: Vec3, lit: Lit) -> Vec3 {
    (texel * lit.diffuse + lit.specular).clamp(Vec3::ZERO, Vec3::ONE)
}

/// The texel of a layer of the ground: times twice its microtexture, for which mid-grey is
/// neutral.
#[must_use]
pub fn ground_texel(texel: Vec3, microtexel: Option<Vec3>) -> Vec3 {
    microtexel.map_or(texel, |micro| texel * micro * 2.0)
}

/// The ground: both layers' lit colours, mixed by the second one's share (stream 14).
#[must_use]
pub fn mix_layers(base: Vec3, second: Vec3, share: f32) -> Vec3 {
    base.lerp(second, share.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Surface;
    use crate::shade::lightmapped_vertex;

    #[track_caller]
    fn assert_near(actual: Vec3, expected: [f32; 3]) {
        let expected = Vec3::from(expected);
        assert!(
            actual.abs_diff_eq(expected, 1e-3),
            "{actual} instead of {expected}"
        );
    }

    fn matt(diffuse: Vec3) -> Lit {
        Lit {
            diffuse,
            specular: Vec3::ZERO,
        }
    }

    #[test]
    fn a_ground_texel_is_doubled_by_its_microtexture() {
        // The worked example of 08 section 6.
        let texel = Vec3::new(0.50, 0.45, 0.30);
        let microtexel = Vec3::new(0.55, 0.50, 0.48);
        let lit = matt(Vec3::new(0.90, 0.847, 0.776));
        let pixel = lit_texel(ground_texel(texel, Some(microtexel)), lit);
        assert_near(pixel, [0.495, 0.381, 0.224]);
        assert_near(
            ground_texel(texel, Some(Vec3::splat(0.5))),
            [0.5, 0.45, 0.3],
        );
        assert_near(ground_texel(texel, None), [0.5, 0.45, 0.3]);
    }

    #[test]
    fn a_lightmapped_texel_is_not_doubled() {
        // 03 section 8.1: texel 0.5, lightmap 0.6, diffuse 205/255, scene 40/255.
        let surface = Surface {
            diffuse: Vec3::splat(205.0 / 255.0),
            ..Surface::PLAIN
        };
        let lit = lightmapped_vertex(&surface, Vec3::splat(40.0 / 255.0));
        assert_near(lit_texel(Vec3::splat(0.5 * 0.6), lit), [0.2412; 3]);
    }

    #[test]
    fn the_specular_colour_is_added_and_the_sum_clamped() {
        let lit = Lit {
            diffuse: Vec3::splat(1.0),
            specular: Vec3::splat(0.4),
        };
        assert_near(lit_texel(Vec3::new(0.0, 0.5, 0.75), lit), [0.4, 0.9, 1.0]);
    }

    #[test]
    fn a_share_of_1_is_the_second_layer_alone() {
        let (base, second) = (Vec3::X, Vec3::Y);
        assert_near(mix_layers(base, second, 0.0), [1.0, 0.0, 0.0]);
        assert_near(mix_layers(base, second, 0.25), [0.75, 0.25, 0.0]);
        assert_near(mix_layers(base, second, 1.0), [0.0, 1.0, 0.0]);
        assert_near(mix_layers(base, second, 7.0), [0.0, 1.0, 0.0]);
    }
}
