//! The demo game root that comes with the program.

/// Files of the demo: names relative to the game root, `/` between the parts, and contents.
pub(crate) const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/demo_files.rs"));

/// The mission that opens when no PATH is given.
pub(crate) const MISSION: &str = "MISSIONS/Single.01";
