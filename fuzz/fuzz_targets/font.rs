//! Feeds the check `font`; see `docs/fuzzing.md`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| msh_checks::run("font", data));
