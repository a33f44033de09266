//! Feeds the check `base_plan`; see `docs/fuzzing.md`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| msh_checks::run("base_plan", data));
