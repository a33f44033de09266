//! Light that falls on the whole scene.
//!
//! Spec: `03-materials-textures.md` 5, `05-terrain-sky.md` 12, `08-render-notes.md` 6 and 7.

use glam::Vec3;
use msh_format::material::BlendMode;

use crate::sky::dome::round_the_compass;

/// A directional light.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DirectionalLight {
    /// Unit vector along which the light travels, world space.
    pub travel: Vec3,
    /// Colour times strength; stored values, may exceed 1.
    pub color: Vec3,
}

/// Fog: what lies farther from the eye fades to the colour of the horizon.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fog {
    /// Where it begins, world units; 0 or more.
    pub start: f32,
    /// Where nothing else is left, world units; more than `start`.
    pub end: f32,
    /// Colour of the horizon to the north (+Y), east, south and west.
    pub horizon: [Vec3; 4],
}

impl Fog {
    /// `None` if no fog lies between these distances.
    #[must_use]
    pub fn new(start: f32, end: f32, horizon: [Vec3; 4]) -> Option<Self> {
        let start = start.max(0.0);
        (end.is_finite() && end > start).then_some(Self {
            start,
            end,
            horizon,
        })
    }

    /// The same fog with its distances multiplied by `factor`.
    #[must_use]
    pub fn times(&self, factor: f32) -> Option<Self> {
        Self::new(self.start * factor, self.end * factor, self.horizon)
    }

    /// The fog's colour in a view with this heading (see
    /// [`Camera::heading`](crate::camera::Camera::heading)).
    #[must_use]
    pub fn color(&self, heading: f32) -> Vec3 {
        round_the_compass(self.horizon, heading / std::f32::consts::TAU)
    }

    /// How much of a colour is left at a distance: 1 before the start, 0 from the end on, linear
    /// in the square of the distance between them.
    #[must_use]
    pub fn kept(&self, distance: f32) -> f32 {
        let (at_eye, fall) = self.falloff();
        (at_eye - fall * distance * distance).clamp(0.0, 1.0)
    }

    /// What is kept, before it is clamped to 0..1, as `a - b * distance²`.
    #[must_use]
    pub fn falloff(&self) -> (f32, f32) {
        let fall = 1.0 / (self.end * self.end - self.start * self.start);
        (1.0 + self.start * self.start * fall, fall)
    }
}

/// What a surface fades to in the fog: a blended one to what leaves the picture as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FogTint {
    /// The fog's own colour.
    Horizon,
    /// Black, for what is added.
    Black,
    /// White, for what is multiplied.
    White,
    /// Grey 127, for what is multiplied twofold.
    Grey,
}

impl FogTint {
    /// The tint of a blend mode.
    #[must_use]
    pub fn of(blend: BlendMode) -> Self {
        match blend {
            BlendMode::Opaque | BlendMode::Alpha => Self::Horizon,
            BlendMode::Additive => Self::Black,
            BlendMode::Multiply => Self::White,
            BlendMode::Modulate2x => Self::Grey,
        }
    }

    /// Its colour in a fog of this colour.
    #[must_use]
    pub fn color(self, fog: Vec3) -> Vec3 {
        match self {
            Self::Horizon => fog,
            Self::Black => Vec3::ZERO,
            Self::White => Vec3::ONE,
            Self::Grey => Vec3::splat(127.0 / 255.0),
        }
    }
}

/// Light and sky colour of a frame. Colours are stored values, never sRGB-converted.
#[derive(Debug, Clone, PartialEq)]
pub struct Lighting {
    /// Scene colour: a floor under the lit colour of every surface.
    pub scene: Vec3,
    /// Directional lights, at most two.
    pub lights: Vec<DirectionalLight>,
    /// What is behind everything; in a mission the fog's colour in the direction of the view.
    pub sky: Vec3,
    /// Fog, if there is any.
    pub fog: Option<Fog>,
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
    /// A mission without a day cycle: grey floor, one white light from the sun's place at noon.
    fn default() -> Self {
        Self {
            scene: Vec3::splat(0.2),
            lights: vec![DirectionalLight {
                travel: -Vec3::new(0.5, 0.0, 0.866).normalize(),
                color: Vec3::ONE,
            }],
            sky: Vec3::new(0.53, 0.66, 0.80),
            fog: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::FRAC_PI_2;

    use super::*;

    const COMPASS: [Vec3; 4] = [Vec3::X, Vec3::Y, Vec3::Z, Vec3::ONE];

    fn fog(start: f32, end: f32) -> Fog {
        Fog::new(start, end, COMPASS).unwrap()
    }

    /// The samples of 05 section 12.6.
    #[test]
    fn the_fog_thickens_with_the_square_of_the_distance() {
        for (distance, kept) in [(100.0, 0.96), (245.0, 0.75), (350.0, 0.49), (490.0, 0.0)] {
            let got = fog(0.0, 490.0).kept(distance);
            assert!((got - kept).abs() < 0.005, "{distance}: {got}");
        }
    }

    #[test]
    fn the_fog_begins_at_its_start_and_ends_at_its_end() {
        // Of 5² - 3² = 16 a distance of 4 has used up 4² - 3² = 7.
        let fog = fog(3.0, 5.0);
        assert_eq!(fog.kept(2.0), 1.0);
        assert!((fog.kept(4.0) - 9.0 / 16.0).abs() < 1e-6);
        assert_eq!(fog.kept(6.0), 0.0);
    }

    #[test]
    fn the_fog_has_the_colour_of_the_view_s_heading() {
        let fog = fog(0.0, 490.0);
        for (quarter, color) in COMPASS.into_iter().enumerate() {
            let heading = quarter as f32 * FRAC_PI_2;
            assert!(fog.color(heading).abs_diff_eq(color, 1e-5), "{quarter}");
        }
        let north_west = fog.color(-FRAC_PI_2 / 2.0);
        assert!(north_west.abs_diff_eq(Vec3::new(1.0, 0.5, 0.5), 1e-5));
    }

    #[test]
    fn distances_that_hold_no_fog_make_none() {
        for (start, end) in [(0.0, 0.0), (5.0, 5.0), (9.0, 5.0), (0.0, f32::NAN)] {
            assert_eq!(Fog::new(start, end, COMPASS), None, "{start} to {end}");
        }
        assert_eq!(fog(0.0, 490.0).times(0.0), None);
        assert_eq!(fog(1.0, 490.0).times(2.0), Some(fog(2.0, 980.0)));
    }

    #[test]
    fn blended_surfaces_fade_to_what_changes_nothing() {
        let tint = |mode| FogTint::of(mode).color(Vec3::Y);
        assert_eq!(tint(BlendMode::Opaque), Vec3::Y);
        assert_eq!(tint(BlendMode::Alpha), Vec3::Y);
        assert_eq!(tint(BlendMode::Additive), Vec3::ZERO);
        assert_eq!(tint(BlendMode::Multiply), Vec3::ONE);
        assert_eq!(tint(BlendMode::Modulate2x), Vec3::splat(127.0 / 255.0));
    }
}
