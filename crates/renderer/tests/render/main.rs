//! Pictures of small worlds, drawn by whatever Vulkan device there is, with validation on.
//!
//! Without a Vulkan loader the tests are skipped with a message; `MSH_VIEW_REQUIRE_GPU=1` makes
//! that a failure.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests and their helpers"
)]

mod blending;
mod depth_and_sides;
mod device;
mod filtering;
mod fog;
mod ground;
mod light;
mod sky;
mod textures;
mod ui;
mod world;
