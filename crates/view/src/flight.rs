//! Free flight: how held keys and the mouse move the camera. No window, no clock.

use msh_scene::camera::Camera;
use msh_scene::glam::{Vec2, Vec3};

/// Time in which the speed covers 63 % of the way to what the keys ask for, seconds.
const SMOOTHING: f32 = 0.08;
/// Below this share of the speed a camera without keys stands still.
const STANDSTILL: f32 = 1e-3;
/// How much faster Shift flies.
const FAST: f32 = 4.0;
/// Speed factor of one notch of the wheel.
const NOTCH: f32 = 1.25;
/// Slowest and fastest speed, world units per second.
const SPEEDS: (f32, f32) = (0.25, 4000.0);
/// Turn per pixel of mouse motion, radians.
const TURN_PER_PIXEL: f32 = 0.0025;
/// Steepest view up or down; straight up has no heading.
const MAX_PITCH: f32 = 1.553; // 89 degrees

/// What the user asks for at one moment.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Wish {
    /// To the right, along the view, straight up: each -1, 0 or 1.
    pub(crate) direction: Vec3,
    /// Faster.
    pub(crate) fast: bool,
}

impl Wish {
    /// True if it moves the camera.
    pub(crate) fn moves(&self) -> bool {
        self.direction != Vec3::ZERO
    }
}

/// The state of flight between two frames.
#[derive(Debug, Clone)]
pub(crate) struct Flight {
    /// Right, forward and up, units per second.
    velocity: Vec3,
    /// Speed with one direction held, units per second.
    speed: f32,
}

impl Flight {
    /// At rest; `speed` in world units per second.
    pub(crate) fn new(speed: f32) -> Self {
        Self {
            velocity: Vec3::ZERO,
            speed: speed.clamp(SPEEDS.0, SPEEDS.1),
        }
    }

    /// Speed with one direction held, world units per second.
    pub(crate) fn speed(&self) -> f32 {
        self.speed
    }

    /// Changes the speed by `notches` of the wheel, positive is faster.
    pub(crate) fn change_speed(&mut self, notches: f32) {
        if notches.is_finite() {
            let speed = self.speed * NOTCH.powf(notches);
            self.speed = speed.clamp(SPEEDS.0, SPEEDS.1);
        }
    }

    /// Stands still at once.
    pub(crate) fn stop(&mut self) {
        self.velocity = Vec3::ZERO;
    }

    /// True while the camera moves by itself, that is until the velocity has died away.
    pub(crate) fn is_moving(&self) -> bool {
        self.velocity != Vec3::ZERO
    }

    /// The way of `seconds` in world space, seen from `camera`.
    ///
    /// The velocity approaches the wish exponentially and the way is its exact integral, so that
    /// many short steps and one long one end at the same place.
    pub(crate) fn step(&mut self, camera: &Camera, wish: Wish, seconds: f32) -> Vec3 {
        let speed = self.speed * if wish.fast { FAST } else { 1.0 };
        let target = wish.direction.normalize_or_zero() * speed;
        let rest = self.velocity - target;
        let left = (-seconds / SMOOTHING).exp();
        let way = target * seconds + rest * (SMOOTHING * (1.0 - left));
        self.velocity = target + rest * left;
        if target == Vec3::ZERO && self.velocity.length() < self.speed * STANDSTILL {
            self.velocity = Vec3::ZERO;
        }
        camera.right() * way.x + camera.forward() * way.y + Vec3::Z * way.z
    }
}

/// Turns the camera by a mouse motion in pixels, x to the right, y down.
pub(crate) fn look(camera: &mut Camera, motion: Vec2) {
    use std::f32::consts::{PI, TAU};
    // Bringing the yaw into its range rounds it: without motion the camera keeps every bit.
    if motion.is_finite() && motion != Vec2::ZERO {
        camera.yaw = (camera.yaw - motion.x * TURN_PER_PIXEL + PI).rem_euclid(TAU) - PI;
        camera.pitch = (camera.pitch - motion.y * TURN_PER_PIXEL).clamp(-MAX_PITCH, MAX_PITCH);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NORTH: Camera = Camera {
        position: Vec3::ZERO,
        yaw: 0.0,
        pitch: 0.0,
        fov: 1.3,
    };

    fn wish(x: f32, y: f32, z: f32) -> Wish {
        Wish {
            direction: Vec3::new(x, y, z),
            fast: false,
        }
    }

    fn fly(wish: Wish, steps: u16, seconds: f32) -> Camera {
        let (mut camera, mut flight) = (NORTH, Flight::new(10.0));
        for _ in 0..steps {
            camera.position += flight.step(&camera, wish, seconds / f32::from(steps));
        }
        camera
    }

    #[test]
    fn directions_follow_the_view_and_up_is_the_worlds() {
        let far = |w| fly(w, 1, 100.0).position;
        // After the smoothing has settled: 10 units/s for 100 s, less 10 * 0.08 at the start.
        assert!(far(wish(0.0, 1.0, 0.0)).abs_diff_eq(Vec3::Y * 999.2, 0.01));
        assert!(far(wish(1.0, 0.0, 0.0)).abs_diff_eq(Vec3::X * 999.2, 0.01));
        assert!(far(wish(0.0, 0.0, -1.0)).abs_diff_eq(Vec3::Z * -999.2, 0.01));
    }

    #[test]
    fn the_way_does_not_depend_on_the_frame_rate() {
        let w = wish(1.0, 1.0, 0.0);
        let (one, many) = (fly(w, 1, 0.5), fly(w, 500, 0.5));
        assert!(one.position.abs_diff_eq(many.position, 1e-3));
    }

    #[test]
    fn two_directions_are_not_faster_than_one() {
        let straight = fly(wish(0.0, 1.0, 0.0), 1, 1.0).position.length();
        let diagonal = fly(wish(1.0, 1.0, 0.0), 1, 1.0).position.length();
        assert!((straight - diagonal).abs() < 1e-3);
    }

    #[test]
    fn the_camera_glides_to_rest_when_the_keys_are_released() {
        let mut flight = Flight::new(10.0);
        flight.step(&NORTH, wish(0.0, 1.0, 0.0), 1.0);
        let first = flight.step(&NORTH, Wish::default(), 0.016).y;
        assert!(flight.is_moving() && first > 0.0);
        let rest = flight.step(&NORTH, Wish::default(), 1.0).y;
        assert!(!flight.is_moving());
        assert!(first + rest < 10.0 * SMOOTHING * 1.01);
    }

    #[test]
    fn shift_flies_four_times_as_far() {
        let fast = Wish {
            fast: true,
            ..wish(0.0, 1.0, 0.0)
        };
        let way = Flight::new(10.0).step(&NORTH, fast, 100.0);
        assert!(way.abs_diff_eq(Vec3::Y * 4.0 * 999.2, 0.05));
    }

    #[test]
    fn the_wheel_changes_the_speed_within_bounds() {
        let mut flight = Flight::new(10.0);
        flight.change_speed(1.0);
        assert!((flight.speed() - 12.5).abs() < 1e-4);
        flight.change_speed(1000.0);
        assert!(flight.speed() == SPEEDS.1);
        flight.change_speed(f32::NAN);
        assert!(flight.speed() == SPEEDS.1);
    }

    #[test]
    fn moving_the_mouse_right_and_down_looks_right_and_down() {
        let mut camera = NORTH;
        look(&mut camera, Vec2::new(10.0, 10.0));
        assert!(camera.forward().x > 0.0 && camera.forward().z < 0.0);
    }

    #[test]
    fn without_motion_the_view_keeps_every_bit() {
        let mut camera = Camera {
            yaw: 0.1,
            pitch: 0.2,
            ..NORTH
        };
        look(&mut camera, Vec2::ZERO);
        assert_eq!((camera.yaw, camera.pitch), (0.1, 0.2));
    }

    #[test]
    fn the_view_never_turns_over() {
        let mut camera = NORTH;
        look(&mut camera, Vec2::new(0.0, -1e6));
        assert!(camera.pitch < std::f32::consts::FRAC_PI_2 && camera.up().z > 0.0);
    }

    #[test]
    fn the_yaw_stays_within_half_a_turn() {
        let mut camera = NORTH;
        look(&mut camera, Vec2::new(1e5, 0.0));
        assert!(camera.yaw.abs() <= std::f32::consts::PI);
    }
}
