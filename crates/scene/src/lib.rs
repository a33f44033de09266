//! Missions and models of *Parkan: Iron Strategy*, resolved into something that can be drawn.
//!
//! The way of the data: [`root`] finds the files of a game root, [`library`] loads every model,
//! wear, material and texture once, [`mission`] places objects and their components, [`pose`]
//! and [`control`] stand them up, and [`draw_list`] lists what is drawn, one range per batch per
//! drawn node. Nothing here knows Vulkan or a window.
//!
//! World space: X east, Y north, Z up, right-handed, one unit about a metre. Matrices multiply
//! column vectors.

pub mod camera;
pub mod draw_list;
pub mod library;
pub mod lighting;
pub mod terrain;

pub use glam;
