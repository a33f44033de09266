//! Units: what drives, flies and walks. Turrets and guns are parts of their own.

pub(super) mod crawler;
pub(super) mod flyer;
mod running_gear;
pub(super) mod tank;
pub(super) mod walker;

pub(super) use running_gear::{hatch, headlight};
