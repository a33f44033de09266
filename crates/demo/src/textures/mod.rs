//! Every texture of the demo, painted by code.

pub mod building;
pub mod canvas;
pub mod catalogue;
pub mod color;
pub mod doors;
pub mod effects;
pub mod encode;
pub mod field;
pub mod ground;
pub mod image;
pub mod interior;
pub mod palette;
pub mod plants;
pub mod signs;
pub mod sky;
pub mod stone;
pub mod vehicle;

pub use catalogue::{Recipe, recipes};
pub use image::Image;
