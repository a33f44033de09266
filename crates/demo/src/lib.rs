//! The demo game root of msh-view: every recipe behind `assets/demo`.
//!
//! Content modules return plain values; nothing here reads the clock, the machine or a
//! hash order, so building twice gives the same bytes.

pub mod layout;
pub mod lightmaps;
pub mod materials;
pub mod math;
pub mod mission;
pub mod models;
pub mod names;
pub mod random;
pub mod root;
pub mod scale;
pub mod sky;
pub mod terrain;
pub mod textures;
