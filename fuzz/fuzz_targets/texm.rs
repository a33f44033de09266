//! Feeds the check `texm`; see `docs/fuzzing.md`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| msh_checks::run("texm", data));
