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

impl Default for Lighting {
    /// A viewer without a mission: grey floor, one white light from the sun's fixed place.
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
