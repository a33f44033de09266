//! Small maths whose results are the same on every machine.
//!
//! Only IEEE operations (add, multiply, divide, square root, floor) are used: the sines and powers of
//! the platform's library may differ in the last bit, and the committed files must not.

/// Blends from `a` (t = 0) to `b` (t = 1), unclamped.
#[must_use]
pub fn mix(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

/// 0 below `low`, 1 above `high`, a smooth S between; `low > high` reverses it.
#[must_use]
pub fn smooth(low: f32, high: f32, x: f32) -> f32 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// 1 at the centre, falling smoothly to 0 at `width` on both sides.
#[must_use]
pub fn bump(center: f32, width: f32, x: f32) -> f32 {
    1.0 - smooth(0.0, width, (x - center).abs())
}

/// Fraction part, in 0..1 for negative values too.
#[must_use]
pub fn fract(x: f32) -> f32 {
    x - x.floor()
}

/// Sine of an angle given in whole turns; error below 2e-6.
#[must_use]
pub fn sin_turns(turns: f32) -> f32 {
    // Fold to a quarter turn either side of zero, then an odd polynomial.
    let x = turns - (turns + 0.5).floor();
    let x = if x > 0.25 {
        0.5 - x
    } else if x < -0.25 {
        -0.5 - x
    } else {
        x
    };
    let a = x * std::f32::consts::TAU;
    let s = a * a;
    a * (1.0 + s * (-1.0 / 6.0 + s * (1.0 / 120.0 + s * (-1.0 / 5040.0 + s / 362_880.0))))
}

/// Cosine of an angle given in whole turns.
#[must_use]
pub fn cos_turns(turns: f32) -> f32 {
    sin_turns(turns + 0.25)
}

/// Direction of (x, y) in turns, 0 along +x, growing towards +y, in 0..1; error below 1e-4 turns.
#[must_use]
pub fn angle_turns(x: f32, y: f32) -> f32 {
    let (ax, ay) = (x.abs(), y.abs());
    let long = ax.max(ay);
    if long == 0.0 {
        return 0.0;
    }
    let t = ax.min(ay) / long;
    let s = t * t;
    let octant = t * (0.159_154 + s * (-0.052_85 + s * (0.029_5 + s * (-0.012_6 + s * 0.001_8))));
    let quadrant = if ay > ax { 0.25 - octant } else { octant };
    let half = if x < 0.0 { 0.5 - quadrant } else { quadrant };
    if y < 0.0 { 1.0 - half } else { half }
}

/// Length of a vector.
#[must_use]
pub fn length(x: f32, y: f32) -> f32 {
    (x * x + y * y).sqrt()
}

/// Distance from a point to the segment `a`..`b`.
#[must_use]
pub fn segment_distance(p: [f32; 2], a: [f32; 2], b: [f32; 2]) -> f32 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let along = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy).max(1e-12);
    let t = along.clamp(0.0, 1.0);
    length(p[0] - a[0] - dx * t, p[1] - a[1] - dy * t)
}

/// Scales a vector to length 1; straight up if it has none.
#[must_use]
pub fn normalize(v: [f32; 3]) -> [f32; 3] {
    let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
    if length < 1e-12 {
        return [0.0, 0.0, 1.0];
    }
    v.map(|c| c / length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_match_known_angles() {
        for (turns, value) in [
            (0.0, 0.0),
            (1.0 / 12.0, 0.5),
            (0.125, std::f32::consts::FRAC_1_SQRT_2),
            (0.25, 1.0),
            (0.75, -1.0),
            (-2.25, -1.0),
        ] {
            assert!((sin_turns(turns) - value).abs() < 4e-6, "{turns}");
        }
        assert!((cos_turns(0.5) + 1.0).abs() < 4e-6);
    }

    #[test]
    fn angles_go_round_counter_clockwise() {
        for (x, y, turns) in [
            (1.0, 0.0, 0.0),
            (1.0, 1.0, 0.125),
            (0.0, 2.0, 0.25),
            (-1.0, 0.0, 0.5),
            (0.0, -1.0, 0.75),
            (3.0_f32.sqrt(), 1.0, 1.0 / 12.0),
        ] {
            assert!((angle_turns(x, y) - turns).abs() < 1e-4, "{x} {y}");
        }
    }

    #[test]
    fn distance_to_a_segment_is_to_its_nearest_point() {
        let (a, b) = ([0.0, 0.0], [10.0, 0.0]);
        assert!((segment_distance([5.0, 3.0], a, b) - 3.0).abs() < 1e-6);
        assert!((segment_distance([13.0, 4.0], a, b) - 5.0).abs() < 1e-6);
    }
}
