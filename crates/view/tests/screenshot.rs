//! Pictures without a window or display.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

mod common;

#[test]
fn two_runs_give_the_same_file() {
    if !common::has_vulkan() {
        return;
    }
    let (a, b) = (common::output("a.png"), common::output("b.png"));
    common::screenshot(&a, &[common::MISSION, "--size", "320x180"]);
    common::screenshot(&b, &[common::MISSION, "--size", "320x180"]);
    let read = |path| std::fs::read(path).expect("the picture is there");
    assert!(read(&a) == read(&b), "the pictures differ");
    let (width, height, rgb) = common::read_png(&a);
    assert_eq!((width, height), (320, 180));
    let colours: std::collections::HashSet<&[u8]> = rgb.chunks_exact(3).collect();
    assert!(
        colours.len() > 100,
        "only {} colours: nothing is drawn",
        colours.len()
    );
}

#[test]
fn a_picture_that_cannot_be_written_is_an_error() {
    if !common::has_vulkan() {
        return;
    }
    let path = common::output("no/such/folder/a.png");
    let (code, stderr) = common::outcome(&[
        common::MISSION,
        "--size",
        "32x32",
        "--screenshot",
        path.to_str().expect("UTF-8"),
    ]);
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("cannot write") && stderr.contains("a.png"),
        "{stderr}"
    );
}

#[test]
fn a_device_that_does_not_exist_is_an_error_that_lists_the_others() {
    if !common::has_vulkan() {
        return;
    }
    let (code, stderr) = common::outcome(&[
        common::MISSION,
        "--screenshot",
        "a.png",
        "--device",
        "abacus",
    ]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("abacus"), "{stderr}");
}

#[test]
fn the_embedded_demo_gives_the_picture_of_its_folder() {
    if !common::has_vulkan() {
        return;
    }
    let (embedded, folder) = (common::output("embedded.png"), common::output("folder.png"));
    let mission = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../assets/demo/missions/single.01/MISSION.CFG"
    );
    common::screenshot(&embedded, &["--size", "160x90"]);
    common::screenshot(&folder, &[mission, "--size", "160x90"]);
    let read = |path| std::fs::read(path).expect("the picture is there");
    assert!(read(embedded) == read(folder), "the pictures differ");
}

#[test]
fn a_picture_of_the_demo_takes_less_than_300_megabytes() {
    if !common::has_vulkan() {
        return;
    }
    let picture = common::output("memory.png");
    let picture = picture.to_str().expect("UTF-8");
    let (code, said) = common::outcome(&["-v", "--size", "1280x720", "--screenshot", picture]);
    assert_eq!(code, Some(0), "{said}");
    let peak = said
        .split("peak memory ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next());
    let peak: u32 = peak
        .and_then(|n| n.parse().ok())
        .expect("the peak is in the log");
    assert!((20..300).contains(&peak), "{peak} MB");
}
