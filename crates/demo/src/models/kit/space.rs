//! Vectors, turns and poses. Z up, +Y forward, +X right, right-handed, radians.

use std::ops::{Add, Mul, Neg, Sub};

use crate::math::{cos_turns, sin_turns};

/// A quarter turn.
pub(crate) const QUARTER: f32 = std::f32::consts::FRAC_PI_2;
/// Half a turn.
pub(crate) const HALF: f32 = std::f32::consts::PI;
/// A full turn.
pub(crate) const FULL: f32 = std::f32::consts::TAU;

/// Sine and cosine of an angle.
pub(crate) fn sin_cos(angle: f32) -> (f32, f32) {
    let turns = angle / FULL;
    (sin_turns(turns), cos_turns(turns))
}

/// A point or direction.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Vec3 {
    /// Right.
    pub x: f32,
    /// Forward.
    pub y: f32,
    /// Up.
    pub z: f32,
}

/// Shorthand: geometry is mostly coordinates.
pub(crate) const fn v(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3 { x, y, z }
}

impl Vec3 {
    /// The origin.
    pub(crate) const ZERO: Self = v(0.0, 0.0, 0.0);
    /// Up.
    pub(crate) const UP: Self = v(0.0, 0.0, 1.0);

    /// A point on a circle in the plane of the ground; angle 0 is +X.
    pub(crate) fn polar(radius: f32, angle: f32, z: f32) -> Self {
        let (sin, cos) = sin_cos(angle);
        v(radius * cos, radius * sin, z)
    }

    /// Scalar product.
    pub(crate) fn dot(self, o: Self) -> f32 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }

    /// Vector product.
    pub(crate) fn cross(self, o: Self) -> Self {
        v(
            self.y * o.z - self.z * o.y,
            self.z * o.x - self.x * o.z,
            self.x * o.y - self.y * o.x,
        )
    }

    /// Length.
    pub(crate) fn length(self) -> f32 {
        self.dot(self).sqrt()
    }

    /// Same direction, length 1; the zero vector stays.
    pub(crate) fn normalized(self) -> Self {
        let length = self.length();
        if length > 0.0 {
            self * (1.0 / length)
        } else {
            self
        }
    }

    /// Product per axis.
    pub(crate) fn scaled(self, o: Self) -> Self {
        v(self.x * o.x, self.y * o.y, self.z * o.z)
    }

    /// Linear blend.
    pub(crate) fn lerp(self, o: Self, t: f32) -> Self {
        self + (o - self) * t
    }

    /// Lower corner of two.
    pub(crate) fn min(self, o: Self) -> Self {
        v(self.x.min(o.x), self.y.min(o.y), self.z.min(o.z))
    }

    /// Upper corner of two.
    pub(crate) fn max(self, o: Self) -> Self {
        v(self.x.max(o.x), self.y.max(o.y), self.z.max(o.z))
    }

    /// As the formats store it.
    pub(crate) fn to_array(self) -> [f32; 3] {
        [self.x, self.y, self.z]
    }

    /// Any unit vector at a right angle to this one.
    pub(crate) fn any_normal(self) -> Self {
        let axis = if self.z.abs() < 0.9 * self.length() {
            Self::UP
        } else {
            v(1.0, 0.0, 0.0)
        };
        axis.cross(self).normalized()
    }
}

impl Add for Vec3 {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        v(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}

impl Sub for Vec3 {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        v(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}

impl Mul<f32> for Vec3 {
    type Output = Self;
    fn mul(self, s: f32) -> Self {
        v(self.x * s, self.y * s, self.z * s)
    }
}

impl Neg for Vec3 {
    type Output = Self;
    fn neg(self) -> Self {
        v(-self.x, -self.y, -self.z)
    }
}

/// A rotation as unit quaternion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Turn {
    /// Vector part.
    pub axis: Vec3,
    /// Scalar part.
    pub w: f32,
}

impl Turn {
    /// No rotation.
    pub(crate) const NONE: Self = Self {
        axis: Vec3::ZERO,
        w: 1.0,
    };

    /// Rotation about an axis, counter-clockwise seen from its tip.
    pub(crate) fn about(axis: Vec3, angle: f32) -> Self {
        let (sin, cos) = sin_cos(angle * 0.5);
        Self {
            axis: axis.normalized() * sin,
            w: cos,
        }
    }

    /// Rotation about x: nose up.
    pub(crate) fn x(angle: f32) -> Self {
        Self::about(v(1.0, 0.0, 0.0), angle)
    }

    /// Rotation about y: roll.
    pub(crate) fn y(angle: f32) -> Self {
        Self::about(v(0.0, 1.0, 0.0), angle)
    }

    /// Rotation about z: to the left.
    pub(crate) fn z(angle: f32) -> Self {
        Self::about(Vec3::UP, angle)
    }

    /// The opposite rotation.
    pub(crate) fn inverse(self) -> Self {
        Self {
            axis: -self.axis,
            w: self.w,
        }
    }

    /// `self` after `o`.
    pub(crate) fn after(self, o: Self) -> Self {
        Self {
            axis: self.axis * o.w + o.axis * self.w + self.axis.cross(o.axis),
            w: self.w * o.w - self.axis.dot(o.axis),
        }
    }

    /// Turns a vector.
    pub(crate) fn apply(self, p: Vec3) -> Vec3 {
        let t = self.axis.cross(p) * 2.0;
        p + t * self.w + self.axis.cross(t)
    }
}

/// A rotation followed by a translation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pose {
    /// Where the origin goes.
    pub at: Vec3,
    /// Rotation.
    pub turn: Turn,
}

impl Pose {
    /// Leaves everything where it is.
    pub(crate) const NONE: Self = Self::at(Vec3::ZERO);

    /// A translation.
    pub(crate) const fn at(at: Vec3) -> Self {
        Self {
            at,
            turn: Turn::NONE,
        }
    }

    /// Rotation, then translation.
    pub(crate) const fn new(at: Vec3, turn: Turn) -> Self {
        Self { at, turn }
    }

    /// Moves a point.
    pub(crate) fn apply(self, p: Vec3) -> Vec3 {
        self.turn.apply(p) + self.at
    }

    /// `self` after `o`: a child's pose in the space of `self`'s parent.
    pub(crate) fn after(self, o: Self) -> Self {
        Self {
            at: self.apply(o.at),
            turn: self.turn.after(o.turn),
        }
    }

    /// The way back.
    pub(crate) fn inverse(self) -> Self {
        let turn = self.turn.inverse();
        Self {
            at: turn.apply(-self.at),
            turn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_turn_about_up_takes_right_to_forward() {
        let p = Turn::z(QUARTER).apply(v(1.0, 0.0, 0.0));
        assert!((p - v(0.0, 1.0, 0.0)).length() < 1e-5);
    }

    #[test]
    fn a_pose_and_its_inverse_cancel() {
        let pose = Pose::new(v(1.0, -2.0, 3.0), Turn::x(0.7).after(Turn::z(-1.1)));
        let p = v(0.3, 0.4, 0.5);
        assert!((pose.inverse().apply(pose.apply(p)) - p).length() < 1e-5);
        assert!((pose.after(pose.inverse()).apply(p) - p).length() < 1e-5);
    }
}
