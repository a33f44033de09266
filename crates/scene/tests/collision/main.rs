//! Segment queries against models written with the format crate.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod demo;
mod errors;
mod exactness;
mod flight;
mod local;
mod masks;
mod portals;
mod random;
mod reference;
mod support;
mod world;
