//! Missions in a small root of their own, written with the format crate.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod animation;
mod damage;
mod drawing;
mod footprints;
mod limits;
mod painting;
mod posing;
mod records;
mod resolving;
#[path = "../collision/support.rs"]
#[allow(dead_code, reason = "made for the tests of queries")]
mod shapes;
mod sky;
mod start_camera;
mod support;
