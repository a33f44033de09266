//! The command line as a user meets it: exit status, messages, and what goes where.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

mod common;

use std::fs;
use std::io::Read;
use std::process::Stdio;

use common::outcome;

#[test]
fn help_names_every_command_and_option() {
    let help = String::from_utf8(common::run(&["--help"]).stdout).expect("UTF-8");
    insta::assert_snapshot!("help", help);
}

#[test]
fn version_goes_to_standard_output() {
    let output = common::run(&["--version"]);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("msh-view "));
}

#[test]
fn wrong_usage_ends_with_status_2_and_nothing_on_standard_output() {
    let cases: &[&[&str]] = &[
        &["inspect"],
        &["pose"],
        &["draws", "--json"],
        &["a", "b"],
        &["--no-such-option"],
        &["--state", "3"],
        &["--lod", "5"],
        &["--static-animation-frame", "65536"],
        &["--static-animation-frame", "-1"],
        &["--size", "640"],
        &["--size", "0x480"],
        &["--fov", "180"],
        &["--camera", "1,2,3,4"],
        &["--camera", "1,2,3,4,inf"],
        &["--camera", "--fov"],
        &["--frames", "0"],
        &["--time", "24:00"],
        &["-q", "--time", "9/12:00", "--screenshot", "a.png"],
        &["plant.msh", "--fog", "thick"],
        &["--play-sky=0"],
        &["--play-sky", "--screenshot", "a.png"],
        &["--present-mode", "soon"],
        &["-v", "-q"],
        &["--root", "x", "inspect", "y"],
        &["--wear", "x.wea"],
        &["pose", "m.msh", "--frame", "1", "--fallback"],
        &["pose", "m.msh", "--times", "0,x"],
        &["inspect", "m.msh", "--camera", "1,2,3,4,5"],
        &["check"],
        &["check", "m.msh", "--camera", "1,2,3,4,5"],
        &["list"],
        &["extract", "a.rlb"],
        &["pack", "folder"],
        &["export", "a.tex"],
        &["export", "a.png", "-o", "a.tex", "--format", "555"],
        &["export", "a.png", "-o", "a.tex", "--format", "2"],
        &["export", "a.png", "-o", "a.tex", "--mips", "0"],
    ];
    for arguments in cases {
        let output = common::run(arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(stderr.starts_with("error: "), "{arguments:?}: {stderr}");
    }
}

#[test]
fn a_path_that_does_not_exist_is_named_in_one_line() {
    for verb in [
        &["inspect", "no/such.msh"][..],
        &["no/such.msh"],
        &["draws", "no/such.msh"],
    ] {
        let (code, stderr) = outcome(verb);
        assert_eq!(code, Some(1), "{verb:?}: {stderr}");
        assert!(
            stderr.contains("no/such.msh") && stderr.lines().count() == 1,
            "{stderr}"
        );
    }
}

#[test]
fn a_file_named_like_a_verb_can_be_opened() {
    for arguments in [
        &["./inspect"][..],
        &["--", "inspect"],
        &["inspect", "inspect"],
    ] {
        let (code, stderr) = outcome(arguments);
        assert_eq!(code, Some(1), "{stderr}");
        assert!(stderr.contains("no such file"), "{arguments:?}: {stderr}");
    }
}

#[test]
fn how_much_is_said_can_be_chosen_before_and_after_the_verb() {
    for arguments in [
        &["-v", "inspect", "x"][..],
        &["inspect", "-q", "x"],
        &["inspect", "x", "-vv"],
    ] {
        assert_eq!(outcome(arguments).0, Some(1), "{arguments:?}");
    }
}

#[test]
fn an_error_is_one_line_per_cause_outermost_first() {
    let folder = common::output("broken");
    fs::create_dir_all(&folder).expect("a folder");
    let model = folder.join("model.msh");
    fs::write(&model, b"NRes").expect("a file");
    let (code, stderr) = outcome(&["pose", model.to_str().expect("UTF-8")]);
    assert_eq!(code, Some(1));
    let lines: Vec<&str> = stderr.lines().collect();
    assert!(
        lines[0].starts_with("error: ") && lines[0].contains("model.msh"),
        "{stderr}"
    );
    assert!(
        lines[1..].iter().all(|l| l.starts_with("  caused by: ")),
        "{stderr}"
    );
}

#[test]
fn without_a_display_the_message_names_screenshot() {
    let (code, stderr) = outcome(&[]);
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("no display") && stderr.contains("--screenshot"),
        "{stderr}"
    );
    assert!(!stderr.contains("panicked"), "{stderr}");
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_an_error_of_standard_output() {
    let full = std::path::Path::new("/dev/full");
    if !full.exists() {
        return;
    }
    let device = std::fs::OpenOptions::new().write(true).open(full);
    let mut command = common::program(&["inspect", common::MISSION]);
    command.stdout(device.expect("the device"));
    let output = command.output().expect("the program runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr.contains("error: cannot write to standard output"),
        "{stderr}"
    );
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut command = common::program(&["-q", "inspect", common::MISSION, "--json"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    drop(child.stdout.take());
    let mut stderr = String::new();
    child
        .stderr
        .take()
        .expect("it is piped")
        .read_to_string(&mut stderr)
        .expect("UTF-8");
    assert!(child.wait().expect("it ends").success());
    assert_eq!(stderr, "");
}

#[test]
fn a_game_root_and_an_archive_name_what_can_be_opened_in_them() {
    let root = std::path::Path::new(common::MISSION).join("../..");
    let root = root.canonicalize().expect("it is there");
    for (path, inside) in [
        (&root, "Single.02"),
        (&root.join("fortif.rlb"), "::bu_zavod.msh"),
    ] {
        let (code, stderr) = outcome(&["draws", path.to_str().expect("UTF-8")]);
        assert_eq!(code, Some(1));
        assert!(
            stderr.contains(inside) && stderr.lines().count() == 1,
            "{stderr}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_vulkan_driver_the_message_names_the_package() {
    let mut command = common::program(&[common::MISSION, "-q", "--screenshot", "none.png"]);
    let output = command.env("VK_DRIVER_FILES", "/nonexistent").output();
    let output = output.expect("the program starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr.contains("mesa-vulkan-drivers") && !stderr.contains("panicked"),
        "{stderr}"
    );
}

#[test]
fn a_file_that_is_larger_than_any_of_the_game_is_not_read() {
    let path = common::output("huge.rlb");
    let file = fs::File::create(&path).expect("a file");
    // Without any block on the disk.
    file.set_len((512 << 20) + 1).expect("a size");
    let name = path.to_str().expect("UTF-8");
    let (status, errors) = outcome(&["inspect", name]);
    fs::remove_file(&path).expect("the file");
    assert_eq!(status, Some(1));
    assert!(errors.contains("more than 536870912 bytes"), "{errors}");
}
