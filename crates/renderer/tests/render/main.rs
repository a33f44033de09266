//! Pictures of small worlds, drawn by whatever Vulkan device there is, with validation on.
//!
//! Without a Vulkan loader the tests are skipped with a message; `MSH_VIEW_REQUIRE_GPU=1` makes
//! that a failure.

mod depth_and_sides;
#[expect(dead_code, reason = "helpers of tests to come")]
mod world;
