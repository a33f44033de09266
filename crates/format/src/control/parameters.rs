//! The parameter block: movement limits of the object (`06-control.md` 2.2).

use super::Control;

/// What the game sets before it loads a controller. The integers among the words are 0, which is
/// also the word of 0.0.
#[allow(clippy::approx_constant)] // the game stores these decimals, not fractions of pi
#[rustfmt::skip]
pub(super) fn defaults() -> [u32; 27] {
    [
        2.5, 2.5, 2.5, // acceleration
        0.0, 0.0, 0.0, // floor of the asked speed
        0.0, 0.0, 0.0, // top speed
        6.28, 6.28, 6.28, // turn rate
        1.0, 1.0, 1.0, // righting
        6.28, 6.28, 6.28, // largest lean
        0.0, // removal delay
        0.0, 0.0, // unknown
        0.0, // movement mode
        -1.0, // unknown
        1.57079, // slope cone
        0.0, // bit field
        -1.0, // unknown
        f32::MAX, // payload
    ]
    .map(f32::to_bits)
}

/// The parameters with a known meaning; axes are x, y (forward), z.
impl Control {
    /// Every caller passes a constant of at most 15, so the last index is at most 17 of 26.
    fn axes(&self, first: usize) -> [f32; 3] {
        std::array::from_fn(|axis| f32::from_bits(self.parameters[first + axis]))
    }

    /// Acceleration per axis.
    #[must_use]
    pub fn acceleration(&self) -> [f32; 3] {
        self.axes(0)
    }

    /// Top speed per axis, metres a second.
    #[must_use]
    pub fn top_speed(&self) -> [f32; 3] {
        self.axes(6)
    }

    /// Turn rate about each axis, radians a second.
    #[must_use]
    pub fn turn_rate(&self) -> [f32; 3] {
        self.axes(9)
    }

    /// How fast the hull rights itself.
    #[must_use]
    pub fn righting(&self) -> [f32; 3] {
        self.axes(12)
    }

    /// Largest lean about each axis, radians.
    #[must_use]
    pub fn largest_lean(&self) -> [f32; 3] {
        self.axes(15)
    }

    /// Milliseconds a destroyed object stays before it is removed.
    #[must_use]
    pub fn removal_delay_ms(&self) -> i32 {
        self.parameters[18].cast_signed()
    }

    /// Movement mode; 2 brakes on slopes.
    #[must_use]
    pub fn movement_mode(&self) -> i32 {
        self.parameters[21].cast_signed()
    }

    /// Slope cone, radians.
    #[must_use]
    pub fn slope_cone(&self) -> f32 {
        f32::from_bits(self.parameters[23])
    }

    /// Payload the object can carry, kilograms.
    #[must_use]
    pub fn payload(&self) -> f32 {
        f32::from_bits(self.parameters[26])
    }
}
