//! The relief: how high the ground is.

use crate::layout::{LANDING, PLANT, Pad};

/// Height of the drawn ground at a point of the map, world units. Stand objects on this.
#[must_use]
pub fn height(x: f32, y: f32) -> f32 {
    pad_height(&LANDING, x, y).unwrap_or_else(|| pad_height(&PLANT, x, y).unwrap_or(14.0))
}

fn pad_height(pad: &Pad, x: f32, y: f32) -> Option<f32> {
    let inside =
        (x - pad.center[0]).abs() <= pad.half[0] && (y - pad.center[1]).abs() <= pad.half[1];
    inside.then_some(pad.height)
}
