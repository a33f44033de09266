//! The program in a real window, with real keys, on an X server of its own.
//!
//! Needs Xvfb, xdotool and xwd. Without them the tests say so and pass, unless
//! `MSH_VIEW_REQUIRE_GPU=1` demands that everything is there.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]
#![cfg(target_os = "linux")]

mod common;

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Long enough for software drawing on a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(300);

/// An X server that ends with the test.
struct Display {
    server: Child,
    name: String,
}

impl Display {
    /// `None`: a tool is missing and may be.
    fn start() -> Option<Self> {
        if !["Xvfb", "xdotool", "xwd"]
            .iter()
            .all(|tool| common::has_tool(tool))
        {
            common::skip("Xvfb, xdotool and xwd are needed (packages xvfb xdotool x11-apps)");
            return None;
        }
        if !common::has_vulkan() {
            return None;
        }
        let mut server = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                "1600x1000x24",
                "-nolisten",
                "tcp",
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts");
        let mut number = String::new();
        let stdout = server.stdout.take().expect("it is piped");
        BufReader::new(stdout)
            .read_line(&mut number)
            .expect("Xvfb writes its display");
        Some(Self {
            server,
            name: format!(":{}", number.trim()),
        })
    }

    /// Runs a tool of this display and gives what it prints.
    fn tool(&self, line: &str) -> Vec<u8> {
        let mut words = line.split(' ');
        let output = Command::new(words.next().expect("a tool"))
            .args(words)
            .env("DISPLAY", &self.name)
            .output()
            .expect("the tool starts");
        assert!(
            output.status.success(),
            "{line}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        output.stdout
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        self.server.kill().ok();
        self.server.wait().ok();
    }
}

/// Everything that a pipe has delivered so far.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<String>>);

impl Said {
    fn listen(mut pipe: impl Read + Send + 'static) -> Self {
        let said = Self::default();
        let into = said.clone();
        thread::spawn(move || {
            let mut part = [0; 4096];
            while let Ok(length @ 1..) = pipe.read(&mut part) {
                let text = String::from_utf8_lossy(&part[..length]);
                into.0.lock().expect("no panic while held").push_str(&text);
            }
        });
        said
    }

    fn text(&self) -> String {
        self.0.lock().expect("no panic while held").clone()
    }

    /// Waits until `wanted` finds something in the text.
    fn wait<T>(&self, what: &str, mut wanted: impl FnMut(&str) -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            let text = self.text();
            if let Some(found) = wanted(&text) {
                return found;
            }
            assert!(start.elapsed() < PATIENCE, "no {what} in:\n{text}");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// The running program and its window.
struct Viewer<'a> {
    display: &'a Display,
    program: Child,
    stdout: Said,
    stderr: Said,
    window: String,
}

impl<'a> Viewer<'a> {
    fn start(display: &'a Display, arguments: &[&str]) -> Self {
        Self::open(display, &[&[common::MISSION], arguments].concat())
    }

    /// As [`start`](Self::start), with the demo mission unless `arguments` name another.
    fn open(display: &'a Display, arguments: &[&str]) -> Self {
        let mut program = Command::new(common::PROGRAM)
            .args(["-vv", "--validation"])
            .args(arguments)
            .env("DISPLAY", &display.name)
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdout = Said::listen(program.stdout.take().expect("it is piped"));
        let stderr = Said::listen(program.stderr.take().expect("it is piped"));
        stderr.wait("first frame", |text| text.find("first frame"));
        let search = display.tool("xdotool search --onlyvisible --name msh-view");
        let ids = String::from_utf8(search).expect("UTF-8");
        let window = ids.lines().next().expect("a window").to_owned();
        let viewer = Self {
            display,
            program,
            stdout,
            stderr,
            window,
        };
        viewer.focus();
        viewer
    }

    /// Without a window manager nobody else gives the window the keyboard.
    fn focus(&self) {
        self.display
            .tool(&format!("xdotool windowfocus --sync {}", self.window));
    }

    fn xdotool(&self, arguments: &str) {
        self.display.tool(&format!("xdotool {arguments}"));
    }

    fn resize(&self, width: u32, height: u32) {
        self.xdotool(&format!("windowsize {} {width} {height}", self.window));
        self.frames(3);
    }

    /// Waits for this many more frames.
    fn frames(&self, count: u32) {
        self.frames_after(count, || ());
    }

    /// Waits for this many frames from `act` on.
    fn frames_after(&self, count: u32, act: impl FnOnce()) {
        let drawn = |text: &str| {
            let line = text.lines().rev().find_map(|l| l.split("frame ").nth(1))?;
            line.split(' ').next()?.parse::<u32>().ok()
        };
        let goal = drawn(&self.stderr.text()).unwrap_or(0) + count;
        act();
        self.stderr
            .wait("further frame", |text| drawn(text).filter(|n| *n >= goal));
    }

    /// What the program prints on a key press: the options that show the same.
    fn options(&self) -> Vec<String> {
        let lines = |text: &str| text.matches('\n').count();
        let before = lines(&self.stdout.text());
        self.xdotool("key c");
        self.stdout.wait("camera", |text| {
            let line = text.lines().nth(before).filter(|_| lines(text) > before)?;
            Some(line.split(' ').map(str::to_owned).collect())
        })
    }

    /// The camera that the program prints on a key press: position, yaw, pitch.
    fn camera(&self) -> Vec<f32> {
        let options = self.options();
        assert_eq!(options[0], "--camera");
        let numbers = options[1].split(',').map(|n| n.parse());
        numbers.collect::<Result<_, _>>().expect("five numbers")
    }

    /// What the window shows: red, green and blue.
    fn shown(&self, width: u32, height: u32) -> Vec<u8> {
        let dump = self
            .display
            .tool(&format!("xwd -silent -id {}", self.window));
        read_xwd(&dump, width, height)
    }

    /// Waits until the window shows what `wanted` accepts.
    fn wait_shown(&self, what: &str, (width, height): (u32, u32), wanted: impl Fn(&[u8]) -> bool) {
        let start = Instant::now();
        while !wanted(&self.shown(width, height)) {
            assert!(start.elapsed() < PATIENCE, "the window never shows {what}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Quits; gives the exit status and what was said on standard error.
    fn quit(&mut self) -> (ExitStatus, String) {
        self.xdotool("key Escape");
        let start = Instant::now();
        loop {
            if let Some(status) = self.program.try_wait().expect("it can be waited for") {
                return (status, self.stderr.text());
            }
            assert!(start.elapsed() < PATIENCE, "the program does not end");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Viewer<'_> {
    fn drop(&mut self) {
        self.program.kill().ok();
        self.program.wait().ok();
    }
}

fn distance(a: &[f32], b: &[f32]) -> f32 {
    a.iter()
        .zip(b)
        .take(3)
        .map(|(a, b)| (a - b).powi(2))
        .sum::<f32>()
        .sqrt()
}

#[test]
fn flying_resizing_and_hiding_leave_no_validation_message() {
    let Some(display) = Display::start() else {
        return;
    };
    let mut viewer = Viewer::start(&display, &["--size", "320x180"]);
    let start = viewer.camera();

    viewer.xdotool("keydown w");
    for (width, height) in [(333, 177), (1, 1), (97, 401), (1, 300), (640, 360)] {
        viewer.resize(width, height);
    }
    viewer.xdotool("keyup w");
    let flown = viewer.camera();
    assert!(
        distance(&start, &flown) > 1.0,
        "W moved from {start:?} to {flown:?}"
    );

    viewer.xdotool(&format!("windowunmap --sync {}", viewer.window));
    viewer.xdotool(&format!("windowmap --sync {}", viewer.window));
    viewer.focus();
    viewer.resize(320, 180);
    viewer.xdotool("keydown e");
    viewer.frames(300);
    viewer.xdotool("keyup e");
    assert!(viewer.camera()[2] > flown[2] + 1.0, "E flies up");

    let (status, said) = viewer.quit();
    assert!(status.success(), "{status}\n{said}");
    assert!(!said.contains("Vulkan:"), "{said}");
}

#[test]
fn the_mouse_looks_around_and_home_returns() {
    let Some(display) = Display::start() else {
        return;
    };
    let mut viewer = Viewer::start(&display, &["--size", "320x180", "--camera", "0,0,50,10,0"]);
    assert_eq!(viewer.camera(), [0.0, 0.0, 50.0, 10.0, 0.0]);

    viewer.xdotool("mousemove 100 100 mousedown 3");
    viewer.xdotool("mousemove_relative --sync 40 0");
    let looked = viewer.camera();
    viewer.xdotool("mouseup 3");
    // 40 pixels of 0.0025 radians are 5.73 degrees.
    assert_eq!(looked[3..], [4.27, 0.0], "right turns the view right");

    viewer.xdotool("mousemove_relative --sync -- -40 0");
    assert_eq!(viewer.camera(), looked, "without the button nothing turns");

    viewer.xdotool("key Home");
    assert_eq!(viewer.camera(), [0.0, 0.0, 50.0, 10.0, 0.0]);
    let (status, said) = viewer.quit();
    assert!(status.success(), "{status}\n{said}");
}

/// How far a camera is from the gate of the demo's plant: the plant stands at (300, 236), its
/// gate looks along (-0.58779, -0.80902) and has its outer side 11.7 from there.
fn before_gate(camera: &[f32]) -> f32 {
    -0.58779 * (camera[0] - 300.0) - 0.80902 * (camera[1] - 236.0) - 11.7
}

#[test]
fn a_shut_gate_stops_a_held_key_but_not_the_mouse() {
    let Some(display) = Display::start() else {
        return;
    };
    // 8.3 units before the gate, heading for it.
    let camera = ["--camera", "289.862,218.644,20.35,-36,0"];
    let arguments = [&["--size", "160x90"], &camera[..]].concat();
    let mut viewer = Viewer::open(&display, &arguments);
    viewer.xdotool("keydown w");
    let blocked = "blocked by Plant (fortif.rlb::fr_l_plant.msh)";
    viewer.stderr.wait(blocked, |text| text.find(blocked));
    viewer.frames(2);
    let stopped = viewer.camera();
    assert!(before_gate(&stopped) > 0.29, "{stopped:?}");

    viewer.xdotool("mousemove 80 45 mousedown 3");
    viewer.xdotool("mousemove_relative --sync 40 0");
    viewer.frames(2);
    let turned = viewer.camera();
    viewer.xdotool("mouseup 3");
    assert!(before_gate(&turned) > 0.29, "{turned:?}");
    // 40 pixels of 0.0025 radians are 5.73 degrees.
    assert!((turned[3] + 41.73).abs() < 0.02, "{turned:?}");

    viewer.xdotool("key n");
    let inside = (0..200).any(|_| {
        viewer.frames(1);
        before_gate(&viewer.camera()) < -1.0
    });
    assert!(inside, "N lets the camera through");
    viewer.xdotool("keyup w");
    let (status, said) = viewer.quit();
    assert!(status.success(), "{status}\n{said}");
}

#[test]
fn keys_move_the_clock_take_the_fog_away_and_let_the_day_pass() {
    let Some(display) = Display::start() else {
        return;
    };
    let size = (320, 180);
    let mut viewer = Viewer::start(&display, &["--size", "320x180", "--time", "12:00"]);
    let noon = viewer.shown(size.0, size.1);
    viewer.xdotool("key bracketright key bracketright key bracketleft key f");
    viewer.wait_shown("another sky", size, |shown| shown != noon);
    viewer.xdotool("key c");
    viewer.stdout.wait("time and fog", |text| {
        text.find(" --time 12:30 --fog off\n")
    });

    viewer.xdotool("key k");
    viewer.frames(8);
    viewer.xdotool("key k key c");
    // Eight frames of a day that takes minutes move the clock at most by a few.
    let printed = |text: &str| {
        text.rfind(" --time 1")
            .filter(|_| text.lines().count() == 2)
    };
    viewer.stdout.wait("a later time", printed);
    let (status, said) = viewer.quit();
    assert!(status.success(), "{status}\n{said}");
    assert!(!said.contains("Vulkan:"), "{said}");
}

#[test]
fn a_window_that_nothing_happens_in_draws_nothing() {
    let Some(display) = Display::start() else {
        return;
    };
    let mut viewer = Viewer::start(&display, &["--size", "320x180"]);
    // The second frame is drawn for Wayland's sake; then there is quiet.
    viewer
        .stderr
        .wait("second frame", |text| text.find("frame 2 done"));
    // The server may still ask for one more, so the quiet is waited for.
    let quiet = (0..10).any(|_| {
        let before = viewer.stderr.text();
        thread::sleep(Duration::from_millis(700));
        viewer.stderr.text() == before
    });
    assert!(
        quiet,
        "frames are drawn all the time:\n{}",
        viewer.stderr.text()
    );
    let (status, said) = viewer.quit();
    assert!(status.success(), "{status}\n{said}");
}

#[test]
fn the_window_shows_what_a_screenshot_shows() {
    let Some(display) = Display::start() else {
        return;
    };
    let mut viewer = Viewer::start(&display, &["--size", "640x360"]);
    viewer.frames(0);
    let shown = viewer.shown(640, 360);
    assert!(viewer.quit().0.success());

    let picture: PathBuf = common::output("window.png");
    common::screenshot(&picture, &[common::MISSION, "--size", "640x360"]);
    let (_, _, rgb) = common::read_png(&picture);
    let differing = shown.iter().zip(&rgb).filter(|(a, b)| a != b).count();
    assert_eq!(differing, 0, "bytes that differ, of {}", rgb.len());
}

#[test]
fn space_sets_everything_going_and_stops_it_at_a_moment_that_a_picture_shows_too() {
    let Some(display) = Display::start() else {
        return;
    };
    let size = ["--size", "320x180"];
    let mut viewer = Viewer::open(&display, &size);
    assert_eq!(viewer.options().len(), 2, "no clock before anything moved");
    viewer.frames_after(20, || viewer.xdotool("key space"));
    viewer.xdotool("key space");
    let options = viewer.options();
    assert_eq!(options[2], "--clock");
    assert_ne!(options[3], "0");

    let picture: PathBuf = common::output("moment.png");
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    common::screenshot(&picture, &[&size[..], &options].concat());
    let (_, _, rgb) = common::read_png(&picture);
    // Once the notices are gone.
    viewer.wait_shown("that moment", (320, 180), |shown| shown == rgb);
    let (status, said) = viewer.quit();
    assert!(status.success(), "{status}\n{said}");
    assert!(!said.contains("Vulkan:"), "{said}");
}

#[test]
fn the_list_of_keys_comes_and_goes_without_a_trace_and_survives_resizing() {
    let Some(display) = Display::start() else {
        return;
    };
    let mut viewer = Viewer::start(&display, &["--size", "640x360"]);
    let size = (640, 360);
    let before = viewer.shown(640, 360);
    viewer.xdotool("key F1");
    viewer.wait_shown("the list", size, |shown| shown != before);
    viewer.xdotool("key F1");
    viewer.wait_shown("the scene alone", size, |shown| shown == before);

    viewer.xdotool("key h");
    viewer.wait_shown("the list again", size, |shown| shown != before);
    for (width, height) in [(1, 1), (640, 360)] {
        let size = format!("windowsize {} {width} {height}", viewer.window);
        viewer.frames_after(1, || viewer.xdotool(&size));
    }
    viewer.wait_shown("the list still", size, |shown| shown != before);
    viewer.xdotool("key Escape");
    viewer.wait_shown("the scene alone", size, |shown| shown == before);

    let (status, said) = viewer.quit();
    assert!(status.success(), "{status}\n{said}");
    assert!(!said.contains("Vulkan:"), "{said}");
}

#[test]
fn keys_fly_on_under_an_open_panel() {
    let Some(display) = Display::start() else {
        return;
    };
    let mut viewer = Viewer::start(&display, &["--size", "320x180"]);
    let start = viewer.camera();
    let before = viewer.shown(320, 180);
    viewer.xdotool("key i key l");
    viewer.wait_shown("a panel", (320, 180), |shown| shown != before);
    viewer.xdotool("mousemove 160 90 keydown w");
    viewer.frames(10);
    viewer.xdotool("keyup w");
    let flown = viewer.camera();
    assert!(distance(&start, &flown) > 0.5, "{start:?} to {flown:?}");
    viewer.xdotool("key l");
    let (status, said) = viewer.quit();
    assert!(status.success(), "{status}\n{said}");
    assert!(!said.contains("Vulkan:"), "{said}");
}

#[test]
fn a_notice_goes_by_itself_after_a_few_frames() {
    let Some(display) = Display::start() else {
        return;
    };
    let mut viewer = Viewer::start(&display, &["--size", "640x360"]);
    viewer
        .stderr
        .wait("second frame", |text| text.find("frame 2 done"));
    let size = (640, 360);
    let before = viewer.shown(640, 360);
    let frames = |viewer: &Viewer<'_>| viewer.stderr.text().matches(" done").count();
    let drawn = frames(&viewer);
    viewer.xdotool("mousemove 100 100 click 4");
    viewer.wait_shown("a notice", size, |shown| shown != before);
    viewer.wait_shown("the scene alone", size, |shown| shown == before);
    // One to appear, one for each of four steps of fading, and some that the server asks for.
    let more = frames(&viewer) - drawn;
    assert!((2..=12).contains(&more), "{more} frames");
    let (status, said) = viewer.quit();
    assert!(status.success(), "{status}\n{said}");
}

/// Red, green and blue of a 32-bit XWD dump, whose header is big-endian words.
fn read_xwd(dump: &[u8], width: u32, height: u32) -> Vec<u8> {
    let word = |index: usize| {
        let at = index * 4;
        u32::from_be_bytes(dump[at..at + 4].try_into().expect("four bytes"))
    };
    assert_eq!(
        (word(4), word(5), word(11)),
        (width, height, 32),
        "size and bits per pixel"
    );
    let (header, stride, colors) = (word(0), word(12), word(19));
    let pixels = &dump[(header + colors * 12) as usize..];
    let rows = pixels.chunks_exact(stride as usize).take(height as usize);
    rows.flat_map(|row| row.chunks_exact(4).take(width as usize))
        .flat_map(|p| [p[2], p[1], p[0]])
        .collect()
}
