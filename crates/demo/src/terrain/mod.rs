//! The island: relief, ground materials and the terrain file.

mod relief;

pub use relief::height;
