//! Feeds the check `land_map`; see `docs/fuzzing.md`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| msh_checks::run("land_map", data));
