//! Placing objects in the world and mounting parts on their carriers.
//!
//! Spec: `02-msh.md` 5 (placement), `04-mission-objects.md` 6.3 and 7.1.

use glam::{EulerRot, Mat4, Quat, Vec3};
use msh_format::msh::Node38;

use crate::pose::Pose;

/// Where an object stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// World position.
    pub position: Vec3,
    /// Turns about x, y, z, radians.
    pub turns: Vec3,
    /// Scale, negative values included.
    pub scale: Vec3,
}

impl Placement {
    /// At the origin, unturned.
    pub const IDENTITY: Self = Self {
        position: Vec3::ZERO,
        turns: Vec3::ZERO,
        scale: Vec3::ONE,
    };

    /// `T * Rz * Ry * Rx * S`, object space to world.
    #[must_use]
    pub fn matrix(&self) -> Mat4 {
        let turns = Quat::from_euler(EulerRot::ZYX, self.turns.z, self.turns.y, self.turns.x);
        Mat4::from_scale_rotation_translation(self.scale, turns, self.position)
    }

    /// Sign of the matrix's determinant; 0 if a scale component is 0 or not finite.
    #[must_use]
    pub fn det_sign(&self) -> i8 {
        let scale = self.scale.to_array();
        if scale.iter().any(|s| *s == 0.0 || !s.is_finite()) {
            return 0;
        }
        // Turns have determinant 1. Counting signs cannot underflow as the product could.
        if scale.iter().filter(|s| **s < 0.0).count() % 2 == 0 {
            1
        } else {
            -1
        }
    }
}

/// The pose of a mounted part in the space of its carrier: the socket, with the pose of the
/// part's own root undone.
#[must_use]
pub fn mount(socket: Pose, part_root: Pose) -> Pose {
    socket.compose(part_root.inverse())
}

/// The first node without a parent.
#[must_use]
pub fn root_node(nodes: &[Node38]) -> Option<usize> {
    nodes.iter().position(|node| node.parent().is_none())
}

#[cfg(test)]
mod tests {
    use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2};

    use super::*;

    #[test]
    fn the_worked_placement_lands_where_the_page_says() {
        let placement = Placement {
            position: Vec3::new(100.0, 50.0, 2.5),
            turns: Vec3::new(0.0, 0.0, FRAC_PI_2),
            scale: Vec3::splat(2.0),
        };
        let world = placement
            .matrix()
            .transform_point3(Vec3::new(1.0, 0.0, 3.0));
        assert!(
            world.abs_diff_eq(Vec3::new(100.0, 52.0, 8.5), 1e-4),
            "{world}"
        );
    }

    #[test]
    fn turns_are_applied_about_x_then_y_then_z() {
        let (x, y, z) = (0.5f32, -1.25f32, 2.75f32);
        let placement = Placement {
            position: Vec3::ZERO,
            turns: Vec3::new(x, y, z),
            scale: Vec3::new(-1.5, 2.0, 0.25),
        };
        // The 3x3 of 04 section 7.1, times the scale.
        let (sx, cx, sy, cy, sz, cz) = (x.sin(), x.cos(), y.sin(), y.cos(), z.sin(), z.cos());
        let p = Vec3::new(0.3, -0.7, 1.1) * placement.scale;
        let expected = Vec3::new(
            cz * cy * p.x + (cz * sy * sx - sz * cx) * p.y + (cz * sy * cx + sz * sx) * p.z,
            sz * cy * p.x + (sz * sy * sx + cz * cx) * p.y + (sz * sy * cx - cz * sx) * p.z,
            -sy * p.x + cy * sx * p.y + cy * cx * p.z,
        );
        let world = placement
            .matrix()
            .transform_point3(Vec3::new(0.3, -0.7, 1.1));
        assert!(world.abs_diff_eq(expected, 1e-5), "{world} {expected}");
    }

    #[test]
    fn an_odd_number_of_negative_scales_mirrors() {
        let sign = |x: f32, y: f32, z: f32| {
            Placement {
                scale: Vec3::new(x, y, z),
                ..Placement::IDENTITY
            }
            .det_sign()
        };
        assert_eq!(sign(1.0, 2.0, 3.0), 1);
        assert_eq!(sign(-1.0, 2.0, 3.0), -1);
        assert_eq!(sign(-1.0, -2.0, 3.0), 1);
        assert_eq!(sign(-1e-30, 1e-30, 1e-30), -1);
        assert_eq!(sign(0.0, 1.0, 1.0), 0);
        assert_eq!(sign(f32::NAN, 1.0, 1.0), 0);
    }

    /// The two lines under 04 section 6.3.
    #[test]
    fn mounting_undoes_the_part_root() {
        let point = Vec3::new(0.0, 1.0, 0.5);
        let flyer = Pose {
            translation: Vec3::new(0.0, 0.0, -0.43),
            rotation: Quat::from_xyzw(0.0, 1.0, 0.0, 0.0),
        };
        let at = mount(flyer, Pose::IDENTITY).apply(point);
        assert!(at.abs_diff_eq(Vec3::new(0.0, 1.0, -0.93), 1e-5), "{at}");

        let turned = Quat::from_xyzw(FRAC_1_SQRT_2, 0.0, 0.0, FRAC_1_SQRT_2);
        let socket = Pose {
            translation: Vec3::new(0.0, 0.0, 0.12),
            rotation: turned,
        };
        let root = Pose {
            translation: Vec3::ZERO,
            rotation: turned,
        };
        let at = mount(socket, root).apply(point);
        assert!(at.abs_diff_eq(Vec3::new(0.0, 1.0, 0.62), 1e-5), "{at}");
    }
}
