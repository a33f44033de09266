//! The two colours of a vertex.

use glam::Vec3;

use crate::library::Surface;
use crate::lighting::Lighting;

/// What the original computes per vertex and interpolates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lit {
    /// Multiplies the texture, 0..1.
    pub diffuse: Vec3,
    /// Is added, 0..1.
    pub specular: Vec3,
}

/// Compresses light above 1 so that bright surfaces keep some contrast: 0.. to 0..2.
#[must_use]
pub fn knee(lit: Vec3) -> Vec3 {
    per_channel(lit, |lit| {
        if lit <= 1.0 {
            lit
        } else if lit <= 7.0 {
            lit / 6.0 + 5.0 / 6.0
        } else {
            2.0
        }
    })
}

/// Compresses what is added: 0.. to 0..1.
#[must_use]
pub fn highlight_knee(spill: Vec3) -> Vec3 {
    per_channel(spill, |spill| {
        if spill <= 1.0 {
            0.8 * spill
        } else if spill <= 3.0 {
            0.1 * spill + 0.7
        } else {
            1.0
        }
    })
}

/// The exponent of a highlight: 2^(power - 1), `None` for power 0, which has no highlight.
#[must_use]
pub fn highlight_exponent(power: u8) -> Option<f32> {
    (power > 0).then(|| (f32::from(power) - 1.0).exp2())
}

/// The colours of a vertex of `surface` at `position`, seen from `eye`, all in world space.
/// `normal` need not be unit; without one (zero) no light is taken.
#[must_use]
pub fn lit_vertex(
    surface: &Surface,
    lighting: &Lighting,
    normal: Vec3,
    position: Vec3,
    eye: Vec3,
) -> Lit {
    let normal = normal.normalize_or_zero();
    let to_eye = (eye - position).normalize_or_zero();
    let mut light = Vec3::ZERO;
    let mut highlight = Vec3::ZERO;
    for source in &lighting.lights {
        let cosine = normal.dot(-source.travel);
        if cosine <= 0.0 {
            continue;
        }
        light += source.color * surface.diffuse * cosine;
        if let Some(exponent) = highlight_exponent(surface.power) {
            let mirrored = source.travel.reflect(normal);
            let along = mirrored.dot(to_eye).clamp(0.0, 1.0);
            highlight += source.color * surface.specular * along.powf(exponent);
        }
    }
    expose(light + surface.ambient, highlight, lighting.scene)
}

/// The colours of a vertex under a lightmap: no light reaches it, and its diffuse colour is its
/// self-light.
#[must_use]
pub fn lightmapped_vertex(surface: &Surface, scene: Vec3) -> Lit {
    expose(surface.diffuse, Vec3::ZERO, scene)
}

/// `lit` is what lights and self-light add up to; the scene colour is a floor under it.
fn expose(lit: Vec3, highlight: Vec3, scene: Vec3) -> Lit {
    let kneed = knee(lit.max(scene));
    let spill = highlight + (kneed - Vec3::ONE).max(Vec3::ZERO);
    Lit {
        diffuse: kneed.min(Vec3::ONE),
        specular: highlight_knee(spill),
    }
}

fn per_channel(color: Vec3, rule: impl Fn(f32) -> f32) -> Vec3 {
    Vec3::from(color.to_array().map(rule))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lighting::DirectionalLight;

    /// The floor of the examples of `03-materials-textures.md` 5.
    const SCENE: Vec3 = Vec3::splat(40.0 / 255.0);

    /// White lights of these strengths that meet a surface with the normal -Y straight on.
    fn frontal(strengths: &[f32]) -> Lighting {
        Lighting {
            scene: SCENE,
            lights: strengths
                .iter()
                .map(|&strength| DirectionalLight {
                    travel: Vec3::Y,
                    color: Vec3::splat(strength),
                })
                .collect(),
            ..Lighting::default()
        }
    }

    /// A vertex at the origin with the normal -Y, seen from straight ahead.
    fn lit(surface: &Surface, lighting: &Lighting) -> Lit {
        lit_vertex(surface, lighting, -Vec3::Y, Vec3::ZERO, -Vec3::Y * 5.0)
    }

    #[track_caller]
    fn assert_near(actual: Vec3, expected: impl Into<[f32; 3]>) {
        let expected = Vec3::from(expected.into());
        assert!(
            actual.abs_diff_eq(expected, 5e-4),
            "{actual} instead of {expected}"
        );
    }

    fn grey(value: f32) -> [f32; 3] {
        [value; 3]
    }

    #[test]
    fn light_goes_through_the_knee_and_its_spill_is_added() {
        // 08 section 6: 1.5 -> 1 + 0.067, 4 -> 1 + 0.4, 30 -> 1 + 0.8. 03 section 5: 4 gives
        // the same, and a light of 0.9 is below the knee.
        for (strength, diffuse, specular) in [
            (0.9, 0.9, 0.0),
            (1.5, 1.0, 0.0667),
            (4.0, 1.0, 0.4),
            (30.0, 1.0, 0.8),
        ] {
            let lit = lit(&Surface::PLAIN, &frontal(&[strength]));
            assert_near(lit.diffuse, grey(diffuse));
            assert_near(lit.specular, grey(specular));
        }
    }

    #[test]
    fn self_light_is_added_to_the_lights() {
        // 03 section 5: light 0.9 and ambient 0.3 make 1.2, kneed 1.0333.
        let surface = Surface {
            ambient: Vec3::splat(0.3),
            ..Surface::PLAIN
        };
        let lit = lit(&surface, &frontal(&[0.9]));
        assert_near(lit.diffuse, grey(1.0));
        assert_near(lit.specular, grey(0.0267));
    }

    #[test]
    fn the_scene_colour_is_a_floor_and_not_added() {
        assert_near(lit(&Surface::PLAIN, &frontal(&[])).diffuse, SCENE);
        assert_near(lit(&Surface::PLAIN, &frontal(&[0.3])).diffuse, grey(0.3));
        let glow = Surface {
            ambient: Vec3::new(0.5, 0.1, 0.0),
            ..Surface::PLAIN
        };
        assert_near(lit(&glow, &frontal(&[])).diffuse, [0.5, SCENE.y, SCENE.z]);
    }

    #[test]
    fn light_falls_with_the_cosine() {
        // The worked example of 08 section 6: 1.5 (1, .941, .863) at a cosine of 0.6.
        let lighting = Lighting {
            lights: vec![DirectionalLight {
                travel: Vec3::new(0.8, 0.6, 0.0),
                color: Vec3::new(1.0, 0.941, 0.863) * 1.5,
            }],
            ..frontal(&[])
        };
        let lit = lit(&Surface::PLAIN, &lighting);
        assert_near(lit.diffuse, [0.9, 0.847, 0.777]);
        assert_near(lit.specular, grey(0.0));
    }

    #[test]
    fn lights_add_up_and_those_from_behind_do_not_count() {
        let mut lighting = frontal(&[0.25, 0.5]);
        assert_near(lit(&Surface::PLAIN, &lighting).diffuse, grey(0.75));
        lighting.lights[0].travel = -Vec3::Y;
        assert_near(lit(&Surface::PLAIN, &lighting).diffuse, grey(0.5));
    }

    #[test]
    fn a_vertex_without_a_normal_takes_no_light() {
        let mirror = Surface {
            specular: Vec3::ONE,
            power: 1,
            ambient: Vec3::splat(0.25),
            ..Surface::PLAIN
        };
        let lit = lit_vertex(
            &mirror,
            &frontal(&[1.0]),
            Vec3::ZERO,
            Vec3::ZERO,
            -Vec3::Y * 5.0,
        );
        assert_near(lit.diffuse, grey(0.25));
        assert_near(lit.specular, grey(0.0));
    }

    #[test]
    fn the_exponent_doubles_with_the_power() {
        let exponents = [0, 1, 2, 3, 6].map(highlight_exponent);
        assert_eq!(
            exponents,
            [None, Some(1.0), Some(2.0), Some(4.0), Some(32.0)]
        );
    }

    #[test]
    fn a_highlight_is_seen_along_the_mirrored_light() {
        let mirror = Surface {
            diffuse: Vec3::ZERO,
            specular: Vec3::splat(0.5),
            power: 3,
            ..Surface::PLAIN
        };
        let lighting = frontal(&[1.0]);
        // Light 1 times specular 0.5 is compressed to 0.8 * 0.5.
        assert_near(lit(&mirror, &lighting).specular, grey(0.4));
        // From 60 degrees aside the cosine is 0.5, to the 4th 0.0625.
        let aside = Vec3::new(3f32.sqrt(), -1.0, 0.0);
        let lit = lit_vertex(&mirror, &lighting, -Vec3::Y, Vec3::ZERO, aside);
        assert_near(lit.specular, grey(0.025));
    }

    #[test]
    fn a_highlight_has_a_knee_of_its_own() {
        for (spill, compressed) in [(0.5, 0.4), (1.0, 0.8), (2.0, 0.9), (3.0, 1.0), (9.0, 1.0)] {
            assert_near(highlight_knee(Vec3::splat(spill)), grey(compressed));
        }
    }

    #[test]
    fn under_a_lightmap_there_is_only_the_diffuse_colour_or_the_scene_colour() {
        let surface = Surface {
            ambient: Vec3::ONE,
            diffuse: Vec3::new(205.0 / 255.0, 0.0, 1.5),
            ..Surface::PLAIN
        };
        let lit = lightmapped_vertex(&surface, SCENE);
        assert_near(lit.diffuse, [205.0 / 255.0, SCENE.y, 1.0]);
        // A diffuse colour above 1, which no file has, would spill as light does.
        assert_near(lit.specular, [0.0, 0.0, 0.0667]);
    }
}
