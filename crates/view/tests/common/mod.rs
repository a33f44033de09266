//! What several tests of the program need.

#![allow(dead_code, reason = "each test uses a part")]

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_msh-view");

/// A small mission that is quick to draw.
pub(crate) const MISSION: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/cases/_root/MISSIONS/Single.02"
);

/// The program with these arguments, cut off from the display and settings of the developer.
pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command
        .args(arguments)
        .stdin(Stdio::null())
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .env_remove("MSH_VIEW_LOG");
    command
}

/// Runs the program to its end.
pub(crate) fn run(arguments: &[&str]) -> Output {
    program(arguments).output().expect("the program starts")
}

/// Exit status and standard error of a run.
pub(crate) fn outcome(arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(arguments);
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// A place for a file that a test writes.
pub(crate) fn output(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Says why a test does nothing; fails where everything has to be there.
pub(crate) fn skip(why: &str) {
    let required = std::env::var_os("MSH_VIEW_REQUIRE_GPU").is_some_and(|v| v == "1");
    assert!(!required, "{why}");
    eprintln!("skipped: {why}");
}

/// True if a program of this name is installed.
pub(crate) fn has_tool(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

/// True if there is a Vulkan device to draw with; [`skip`]s otherwise.
pub(crate) fn has_vulkan() -> bool {
    let (code, stderr) = outcome(&["--list-devices"]);
    if code != Some(0) {
        skip(&format!("no Vulkan device: {stderr}"));
    }
    code == Some(0)
}

/// Writes a screenshot with the validation layer watching.
pub(crate) fn screenshot(to: &Path, arguments: &[&str]) {
    let mut command = program(arguments);
    let output = command
        .arg("--validation")
        .arg("--screenshot")
        .arg(to)
        .output();
    let output = output.expect("the program starts");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Width, height, and red, green and blue of an 8-bit RGB PNG.
pub(crate) fn read_png(path: &Path) -> (u32, u32, Vec<u8>) {
    let file = BufReader::new(File::open(path).expect("the picture is there"));
    let mut reader = png::Decoder::new(file).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("it fits into memory")];
    let info = reader.next_frame(&mut pixels).expect("a picture");
    assert_eq!(
        (info.color_type, info.bit_depth),
        (png::ColorType::Rgb, png::BitDepth::Eight)
    );
    (info.width, info.height, pixels)
}
