//! The camera: a position, two angles and a horizontal field of view.
//!
//! Spec: `09-cli.md` (viewer options), `08-render-notes.md` 2.

use glam::{Mat4, Vec3, Vec4};

/// Distance of the near plane, world units.
pub const NEAR: f32 = 0.2;

/// Horizontal field of view of the original at 4:3, radians.
pub const DEFAULT_FOV: f32 = 1.3;

/// A camera. Yaw 0 looks along +Y and positive turns towards -X; pitch 0 is level and positive
/// looks up. Angles in radians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// Eye, world space.
    pub position: Vec3,
    /// Turn about +Z.
    pub yaw: f32,
    /// Angle above the horizon.
    pub pitch: f32,
    /// Horizontal field of view.
    pub fov: f32,
}

impl Camera {
    /// A camera at `eye` that looks at `target`.
    #[must_use]
    pub fn looking_at(eye: Vec3, target: Vec3, fov: f32) -> Self {
        let d = (target - eye).normalize_or(Vec3::Y);
        Self {
            position: eye,
            yaw: (-d.x).atan2(d.y),
            pitch: d.z.clamp(-1.0, 1.0).asin(),
            fov,
        }
    }

    /// Unit vector of view.
    #[must_use]
    pub fn forward(&self) -> Vec3 {
        let (sin_yaw, cos_yaw) = self.yaw.sin_cos();
        let (sin_pitch, cos_pitch) = self.pitch.sin_cos();
        Vec3::new(-sin_yaw * cos_pitch, cos_yaw * cos_pitch, sin_pitch)
    }

    /// Heading as a compass counts it: 0 looks along +Y and positive turns towards +X; radians.
    #[must_use]
    pub fn heading(&self) -> f32 {
        -self.yaw
    }

    /// Unit vector to the right, always level.
    #[must_use]
    pub fn right(&self) -> Vec3 {
        let (sin_yaw, cos_yaw) = self.yaw.sin_cos();
        Vec3::new(cos_yaw, sin_yaw, 0.0)
    }

    /// Unit vector up in the picture.
    #[must_use]
    pub fn up(&self) -> Vec3 {
        self.right().cross(self.forward())
    }

    /// World to view: X right, Y up, looking along -Z.
    #[must_use]
    pub fn view(&self) -> Mat4 {
        glam::camera::rh::view::look_to_mat4(self.position, self.forward(), self.up())
    }

    /// View to Vulkan clip space: Y down, depth reversed (1 near, 0 infinitely far).
    #[must_use]
    pub fn projection(&self, aspect: f32) -> Mat4 {
        let vertical = 2.0 * ((self.fov * 0.5).tan() / aspect).atan();
        glam::camera::rh::proj::vulkan::perspective_infinite_reverse(vertical, aspect, NEAR)
    }

    /// World to clip.
    #[must_use]
    pub fn view_projection(&self, aspect: f32) -> Mat4 {
        self.projection(aspect) * self.view()
    }

    /// The five planes of the view volume (there is no far plane).
    #[must_use]
    pub fn frustum(&self, aspect: f32) -> Frustum {
        let m = self.view_projection(aspect).transpose();
        let planes = [
            m.w_axis + m.x_axis,
            m.w_axis - m.x_axis,
            m.w_axis + m.y_axis,
            m.w_axis - m.y_axis,
            m.w_axis - m.z_axis,
        ];
        Frustum {
            planes: planes.map(|p| p / p.truncate().length()),
        }
    }
}

/// Planes whose positive side is visible.
#[derive(Debug, Clone, Copy)]
pub struct Frustum {
    planes: [Vec4; 5],
}

impl Frustum {
    /// False if every one of `points` lies outside one same plane: a safe rejection for their
    /// convex hull. A point that is no number is nowhere and therefore not outside either.
    #[must_use]
    pub fn may_see(&self, points: &[Vec3]) -> bool {
        let is_outside = |plane: &Vec4, point: &Vec3| plane.dot(point.extend(1.0)) < 0.0;
        !self
            .planes
            .iter()
            .any(|plane| points.iter().all(|point| is_outside(plane, point)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera(yaw: f32, pitch: f32) -> Camera {
        Camera {
            position: Vec3::new(10.0, 20.0, 5.0),
            yaw: yaw.to_radians(),
            pitch: pitch.to_radians(),
            fov: 1.3,
        }
    }

    #[test]
    fn yaw_zero_looks_north_and_positive_turns_west() {
        assert!(camera(0.0, 0.0).forward().abs_diff_eq(Vec3::Y, 1e-6));
        assert!(camera(90.0, 0.0).forward().abs_diff_eq(-Vec3::X, 1e-6));
        assert!(camera(0.0, 90.0).forward().abs_diff_eq(Vec3::Z, 1e-6));
    }

    #[test]
    fn the_heading_grows_towards_the_east() {
        let east = Camera::looking_at(Vec3::ZERO, Vec3::X, 1.3).heading();
        assert!((east - std::f32::consts::FRAC_PI_2).abs() < 1e-6);
    }

    #[test]
    fn looking_at_gives_the_angles_back() {
        let eye = Vec3::new(1.0, 2.0, 3.0);
        let wanted = Camera {
            position: eye,
            yaw: 0.7,
            pitch: -0.3,
            fov: 1.0,
        };
        let got = Camera::looking_at(eye, eye + wanted.forward() * 7.0, 1.0);
        assert!((got.yaw - 0.7).abs() < 1e-5 && (got.pitch + 0.3).abs() < 1e-5);
    }

    #[test]
    fn the_picture_is_upright_and_not_mirrored() {
        let camera = camera(0.0, 0.0);
        let clip = |offset: Vec3| {
            let p = camera.view_projection(4.0 / 3.0) * (camera.position + offset).extend(1.0);
            p / p.w
        };
        // East is to the right when looking north; up is towards smaller y in Vulkan.
        assert!(clip(Vec3::new(1.0, 10.0, 0.0)).x > 0.0);
        assert!(clip(Vec3::new(0.0, 10.0, 1.0)).y < 0.0);
    }

    #[test]
    fn the_horizontal_field_of_view_fills_the_width() {
        let camera = camera(0.0, 0.0);
        for aspect in [4.0 / 3.0, 16.0 / 9.0] {
            let edge = camera.position + Vec3::new((1.3f32 * 0.5).tan() * 50.0, 50.0, 0.0);
            let p = camera.view_projection(aspect) * edge.extend(1.0);
            assert!((p.x / p.w - 1.0).abs() < 1e-4);
        }
    }

    #[test]
    fn depth_is_one_at_the_near_plane_and_falls_with_distance() {
        let camera = camera(0.0, 0.0);
        let depth = |d: f32| {
            let p = camera.view_projection(1.0) * (camera.position + Vec3::Y * d).extend(1.0);
            p.z / p.w
        };
        assert!((depth(NEAR) - 1.0).abs() < 1e-4);
        assert!(depth(1000.0) > 0.0 && depth(1000.0) < depth(10.0));
    }

    #[test]
    fn what_is_behind_or_beside_is_not_seen() {
        let frustum = camera(0.0, 0.0).frustum(1.0);
        let at = |x: f32, y: f32, z: f32| Vec3::new(10.0 + x, 20.0 + y, 5.0 + z);
        assert!(frustum.may_see(&[at(0.0, 10.0, 0.0)]));
        assert!(!frustum.may_see(&[at(0.0, -1.0, 0.0), at(1.0, -2.0, 0.0)]));
        assert!(!frustum.may_see(&[at(-50.0, 10.0, 0.0), at(-40.0, 10.0, 0.0)]));
        assert!(frustum.may_see(&[at(-50.0, 10.0, 0.0), at(50.0, 10.0, 0.0)]));
    }

    #[test]
    fn what_has_no_place_is_not_rejected() {
        let frustum = camera(0.0, 0.0).frustum(1.0);
        assert!(frustum.may_see(&[Vec3::NAN]));
    }
}
