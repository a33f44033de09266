//! Compiles `shaders/*.wgsl` at the workspace root to SPIR-V in `OUT_DIR`.

#![allow(clippy::print_stdout)] // how a build script talks to cargo

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs, process};

use naga::back::spv;
use naga::valid::{Capabilities, ValidationFlags, Validator};

/// Shaders with entry points; `shared.wgsl` is appended to each.
const SHADERS: [&str; 3] = ["sky", "world", "terrain"];
/// Shaders that stand alone.
const PLAIN_SHADERS: [&str; 1] = ["ui"];

fn main() {
    if let Err(error) = compile_all() {
        eprintln!("{error}");
        process::exit(1);
    }
}

fn compile_all() -> Result<(), Box<dyn Error>> {
    let sources = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../shaders");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed={}", sources.display());

    let shared = read(&sources.join("shared.wgsl"))?;
    let with_shared = SHADERS.map(|name| (name, shared.as_str()));
    let plain = PLAIN_SHADERS.map(|name| (name, ""));
    for (name, appended) in with_shared.into_iter().chain(plain) {
        let path = sources.join(format!("{name}.wgsl"));
        // The shared part comes last so that line numbers of errors hold for the shader's file.
        let source = format!("{}\n{appended}", read(&path)?);
        let words = compile(&source).map_err(|e| format!("{}: {e}", path.display()))?;
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        fs::write(out.join(format!("{name}.spv")), bytes)?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn compile(source: &str) -> Result<Vec<u32>, String> {
    let module = naga::front::wgsl::parse_str(source).map_err(|e| e.emit_to_string(source))?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::IMMEDIATES)
        .validate(&module)
        .map_err(|e| e.emit_to_string(source))?;
    let options = spv::Options {
        lang_version: (1, 5),
        // The default flips Y, which the camera's projection does already.
        flags: spv::WriterFlags::empty(),
        use_storage_input_output_16: false,
        force_loop_bounding: false,
        ..spv::Options::default()
    };
    spv::write_vec(&module, &info, &options, None).map_err(|e| e.to_string())
}
