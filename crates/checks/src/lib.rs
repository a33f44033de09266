//! What any bytes must survive.
//!
//! A check takes bytes, hands them to a part of the program and panics if something is wrong with
//! what comes back. Nothing else may panic, hang or allocate without measure. The targets in
//! `fuzz/` feed the checks with bytes that a fuzzer finds; the tests of this crate feed them with
//! the files of the repository and with what the fuzzer found before. See `docs/fuzzing.md`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a check reports by panicking"
)]

mod archives;
mod authored;
mod mission_folder;
mod models;
mod outlines;
#[path = "../../scene/tests/collision/reference.rs"]
mod reference;
mod seeds;
mod tables;
mod world;

pub use seeds::{Seed, any_bytes, seeds, sound_mission};

/// A check by the name of its fuzz target.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// Name of the target, and of the folder of its seeds.
    pub name: &'static str,
    /// Panics if something is wrong.
    pub run: fn(&[u8]),
}

/// All checks.
pub const CHECKS: &[Check] = &[
    check("nres", archives::nres),
    check("rsli", archives::rsli),
    check("msh", models::msh),
    check("query", models::query),
    check("control", models::control),
    check("points", models::points),
    check("damage", models::damage),
    check("base_plan", models::base_plan),
    check("texm", tables::texm),
    check("font", tables::font),
    check("palette", tables::palette),
    check("mat0", tables::mat0),
    check("wear", tables::wear),
    check("prototype", tables::prototype),
    check("unit", tables::unit),
    check("tma", world::tma),
    check("land", world::land),
    check("land_map", world::land_map),
    check("sky", world::sky),
    check("mission_cfg", world::mission_cfg),
    check("mission_folder", mission_folder::mission_folder),
    check("outlines", outlines::outlines),
    check("authored", authored::authored),
];

const fn check(name: &'static str, run: fn(&[u8])) -> Check {
    Check { name, run }
}

/// Runs the check with this name.
///
/// # Panics
/// If there is none, or something is wrong.
pub fn run(name: &str, data: &[u8]) {
    let check = CHECKS.iter().find(|check| check.name == name);
    (check.expect("a check with this name").run)(data);
}
