//! Sun and moon.
//!
//! Spec: `05-terrain-sky.md` 12.4.

use glam::Vec3;

/// Half the angle of a sprite with an extent of 1, radians.
const HALF_ANGLE: f32 = 0.1625;
/// A sprite stays in front of the eye: its half angle is below a quarter turn.
const LARGEST_ANGLE: f32 = 1.5;

/// Which body is up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyKind {
    /// The sun.
    Sun,
    /// The moon.
    Moon,
}

/// A body in the sky.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Body {
    /// Which one.
    pub kind: BodyKind,
    /// Unit vector to it, world space.
    pub towards: Vec3,
    /// Half its angles across and up as seen from the ground, radians, 0 to 1.5.
    pub half_angles: [f32; 2],
}

impl Body {
    /// A body at a fraction of its lifetime, with the extents of its sprite as stored.
    pub(super) fn new(kind: BodyKind, life: f32, extents: [f32; 2]) -> Self {
        let half_angle = |extent: f32| match extent * HALF_ANGLE {
            angle if angle > 0.0 => angle.min(LARGEST_ANGLE),
            // Also what is no number.
            _ => 0.0,
        };
        Self {
            kind,
            towards: body_direction(kind, life),
            half_angles: extents.map(half_angle),
        }
    }
}

/// Unit vector to a body at a fraction of its lifetime.
#[must_use]
pub fn body_direction(kind: BodyKind, life: f32) -> Vec3 {
    let (azimuth, tilt) = match kind {
        BodyKind::Sun => (90.0f32, 30.0f32),
        BodyKind::Moon => (0.0, 50.0),
    };
    let (sin_a, cos_a) = azimuth.to_radians().sin_cos();
    let (sin_b, cos_b) = tilt.to_radians().sin_cos();
    let (sin_t, cos_t) = ((1.2 * life - 0.1) * std::f32::consts::PI).sin_cos();
    Vec3::new(
        sin_a * sin_b * sin_t - cos_a * cos_t,
        -sin_a * cos_t - cos_a * sin_b * sin_t,
        cos_b * sin_t,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The row of directions in 05 section 12.4.
    #[test]
    fn the_sun_follows_the_arc_of_the_page() {
        let arc = [
            (0.0, Vec3::new(-0.155, -0.951, -0.268)),
            (0.25, Vec3::new(0.294, -0.809, 0.509)),
            (0.5, Vec3::new(0.5, 0.0, 0.866)),
            (0.75, Vec3::new(0.294, 0.809, 0.509)),
            (1.0, Vec3::new(-0.155, 0.951, -0.268)),
        ];
        for (life, direction) in arc {
            let got = body_direction(BodyKind::Sun, life);
            assert!(got.abs_diff_eq(direction, 1e-3), "{life}: {got}");
        }
    }

    #[test]
    fn the_moon_passes_in_the_south() {
        // A = 0, B = 50: half way theta is a right angle, d = (0, -sin 50, cos 50).
        let got = body_direction(BodyKind::Moon, 0.5);
        assert!(got.abs_diff_eq(Vec3::new(0.0, -0.766, 0.643), 1e-3));
        // And it rises in the west: d = (-cos theta, ..) with theta = -18 degrees.
        assert!(body_direction(BodyKind::Moon, 0.0).x < -0.9);
    }

    #[test]
    fn a_sprite_with_an_extent_of_1_is_18_6_degrees_wide() {
        let body = Body::new(BodyKind::Sun, 0.5, [1.0, 2.0]);
        let degrees = body.half_angles.map(|a| (2.0 * a).to_degrees());
        assert!((degrees[0] - 18.6).abs() < 0.05 && (degrees[1] - 37.2).abs() < 0.1);
    }

    #[test]
    fn a_sprite_without_a_possible_extent_has_none() {
        let body = Body::new(BodyKind::Sun, 0.5, [f32::NAN, -1.0]);
        assert_eq!(body.half_angles, [0.0; 2]);
    }
}
