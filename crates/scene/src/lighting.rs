//! Light that falls on the whole scene.
//!
//! Spec: `03-materials-textures.md` 5, `05-terrain-sky.md` 12.

use glam::Vec3;

/// A directional light.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DirectionalLight {
    /// Unit vector along which the light travels, world space.
    pub travel: Vec3,
    /// Colour times strength; stored values, may exceed 1.
    pub color: Vec3,
}

/// Light and sky colour of a frame. Colours are stored values, never sRGB-converted.
#[derive(Debug, Clone, PartialEq)]
pub struct Lighting {
    /// Scene colour: a floor under the lit colour of every surface.
    pub scene: Vec3,
    /// Directional lights, at most two.
    pub lights: Vec<DirectionalLight>,
    /// What is behind everything.
    pub sky: Vec3,
}

impl Lighting {
    /// Light for a single model: one light over the right shoulder of the start camera, one that
    /// keeps the far side readable.
    #[must_use]
    pub fn studio() -> Self {
        let light = |from: Vec3, strength: f32| DirectionalLight {
            travel: -from.normalize(),
            color: Vec3::splat(strength),
        };
        Self {
            lights: vec![
                light(Vec3::new(0.35, 0.6, 0.72), 1.0),
                light(Vec3::new(-0.7, -0.4, 0.3), 0.4),
            ],
            sky: Vec3::new(0.33, 0.37, 0.42),
            ..Self::default()
        }
    }
}

impl Default for Lighting {
    /// A mission without a sky: grey floor, one white light from the sun's fixed place.
    fn default() -> Self {
        Self {
            scene: Vec3::splat(40.0 / 255.0),
            lights: vec![DirectionalLight {
                travel: -Vec3::new(0.5, 0.0, 0.866).normalize(),
                color: Vec3::ONE,
            }],
            sky: Vec3::new(0.53, 0.66, 0.80),
        }
    }
}
