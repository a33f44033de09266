//! Missions and models of *Parkan: Iron Strategy*, resolved into something that can be drawn.
//!
//! The way of the data: [`root`] finds the files of a game root, [`library`] loads every model,
//! wear, material and texture once, [`mission`] places objects and their components, [`pose`]
//! and [`control`] stand them up, and [`draw_list`] lists what is drawn, one range per batch per
//! drawn node. Nothing here knows Vulkan or a window.
//!
//! World space: X east, Y north, Z up, right-handed, one unit about a metre. Matrices multiply
//! column vectors.

pub mod animation;
pub mod archive;
mod assets;
pub mod camera;
pub mod check;
pub mod collision;
pub mod control;
mod detail;
pub mod draw_list;
pub mod error;
pub mod kind;
pub mod library;
pub mod lighting;
pub mod material;
pub mod mission;
pub mod model_scene;
mod paint;
pub mod placement;
pub mod pose;
mod posing;
pub mod problems;
pub mod prototype;
mod requests;
pub mod root;
pub mod scene;
pub mod shade;
pub mod sky;
pub mod terrain;
mod wear_rules;

pub use error::{Error, Result};
pub use glam;

/// An empty folder for a test to work in.
#[cfg(test)]
fn test_folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("msh-scene-{}-{name}", std::process::id()));
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
