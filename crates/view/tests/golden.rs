//! Pictures of the demo, compared with those in `tests/golden`.
//!
//! `MSH_VIEW_BLESS=1 cargo test -p msh-view --test golden` stores what the program draws now; look
//! at every picture before committing it.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

mod common;

use std::fmt;
use std::path::{Path, PathBuf};

const SIZE: &str = "320x180";

/// In the name of its device.
const LAVAPIPE: &str = "llvmpipe";

/// In front of the plant's gate.
const AT_THE_GATE: [&str; 2] = ["--camera", "285.4,212.5,21,-36,0"];

/// A model of its own.
const PLANT: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../assets/demo/fortif.rlb::fr_l_plant.msh"
);

/// Rasterisers round differently: differences up to this are the same colour.
const SAME_COLOUR: u8 = 2;

/// Edges may fall on the other side of a pixel's centre: this share of pixels may differ.
const OTHER_PIXELS: f64 = 0.005;

/// Mean difference of all channels, of 255.
const MEAN: f64 = 0.5;

/// An RGB picture.
struct Picture {
    size: (u32, u32),
    rgb: Vec<u8>,
}

impl Picture {
    fn read(path: &Path) -> Self {
        let (width, height, rgb) = common::read_png(path);
        Self {
            size: (width, height),
            rgb,
        }
    }

    fn difference(&self, other: &Self) -> Difference {
        assert_eq!(self.size, other.size, "pictures of different sizes");
        let channels = self.rgb.iter().zip(&other.rgb);
        let channels: Vec<u8> = channels.map(|(a, b)| a.abs_diff(*b)).collect();
        let other = |pixel: &&[u8]| pixel.iter().any(|c| *c > SAME_COLOUR);
        let sum: u64 = channels.iter().map(|c| u64::from(*c)).sum();
        Difference {
            pixels: channels.len() / 3,
            other: channels.chunks(3).filter(other).count(),
            mean: sum as f64 / channels.len() as f64,
            largest: channels.into_iter().max().unwrap_or(0),
        }
    }
}

/// How far two pictures are apart.
struct Difference {
    pixels: usize,
    /// Pixels with a channel that differs by more than [`SAME_COLOUR`].
    other: usize,
    /// Mean and largest difference of a channel.
    mean: f64,
    largest: u8,
}

impl Difference {
    fn share(&self) -> f64 {
        self.other as f64 / self.pixels as f64
    }

    fn is_small(&self) -> bool {
        self.share() <= OTHER_PIXELS && self.mean < MEAN
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            pixels,
            other,
            mean,
            largest,
        } = self;
        let percent = self.share() * 100.0;
        write!(
            f,
            "{other} of {pixels} pixels ({percent:.2} %) are of another colour, \
             channels differ by {mean:.3} on average and {largest} at most"
        )
    }
}

fn stored(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.png"))
}

/// The stored pictures were drawn by lavapipe; a GPU filters and blends otherwise.
fn has_lavapipe() -> bool {
    let devices = common::run(&["--list-devices"]).stdout;
    let found = String::from_utf8_lossy(&devices).contains(LAVAPIPE);
    if !found {
        common::skip("no lavapipe (mesa-vulkan-drivers)");
    }
    found
}

/// Draws a picture and compares it with the stored one of this name. `None` without lavapipe.
fn golden(name: &str, arguments: &[&str]) -> Option<Picture> {
    if !has_lavapipe() {
        return None;
    }
    let (drawn, stored) = (common::output(&format!("{name}.png")), stored(name));
    let fixed = ["--size", SIZE, "--device", LAVAPIPE];
    common::screenshot(&drawn, &[arguments, &fixed].concat());
    let picture = Picture::read(&drawn);
    if std::env::var_os("MSH_VIEW_BLESS").is_some_and(|v| v == "1") {
        std::fs::copy(&drawn, &stored).expect("the picture can be stored");
    }
    let difference = picture.difference(&Picture::read(&stored));
    assert!(
        difference.is_small(),
        "{name}: {difference}\n  drawn:  {}\n  stored: {}\n  \
         if the new one is right, store it with MSH_VIEW_BLESS=1",
        drawn.display(),
        stored.display()
    );
    Some(picture)
}

#[test]
fn the_demo_from_its_start_camera() {
    golden("start", &[]);
}

#[test]
fn noon_dusk_and_night() {
    golden("noon", &["--time", "12:00"]);
    golden("dusk", &["--time", "19:00"]);
    // With the nebula over the trees.
    golden(
        "night",
        &["--time", "23:00", "--camera", "240,190,19,120,22"],
    );
}

#[test]
fn fog_hides_the_mountains_and_can_be_taken_away() {
    let view = ["--time", "12:00", "--camera", "60,60,70,-40,-8"];
    golden("fog", &view);
    golden("no-fog", &[&view[..], &["--fog", "off"]].concat());
}

#[test]
fn the_lake_from_below_its_surface() {
    golden("under-water", &["--camera", "190,250,3,20,8"]);
}

#[test]
fn water_moves_with_the_clock() {
    let view = ["--camera", "210,215,13,40,-6"];
    let first = golden("water", &view);
    let later = golden("water-later", &[&view[..], &["--clock", "500"]].concat());
    if let (Some(first), Some(later)) = (first, later) {
        let difference = first.difference(&later);
        assert!(difference.share() > 0.1, "{difference}");
    }
}

#[test]
fn the_gate_stands_closed_and_is_open_at_animation_frame_1() {
    let closed = golden("gate-closed", &AT_THE_GATE);
    let frame = ["--static-animation-frame", "1"];
    let open = golden("gate-open", &[AT_THE_GATE, frame].concat());
    if let (Some(closed), Some(open)) = (closed, open) {
        let difference = closed.difference(&open);
        assert!(difference.share() > 0.1, "{difference}");
    }
}

#[test]
fn the_mirrored_arch() {
    golden("mirrored-arch", &["--camera", "242,272,27,44,-14"]);
}

#[test]
fn leaves_in_front_of_leaves_and_water() {
    golden("forest", &["--camera", "120,150,22,-42,2"]);
}

/// With its blast door open.
#[test]
fn the_bunker_from_within_and_its_doorway_from_near_and_far() {
    let open = ["--static-animation-frame", "1"];
    let from = |name, camera| golden(name, &[&open[..], &["--camera", camera]].concat());
    // The room is lit by its lightmap; one sign is near and fades, one is far.
    from("bunker-within", "386,160,22.8,-90,0");
    from("portal-near", "352,160,23.5,-90,-1");
    // Beyond 95 units the doorway is black.
    from("portal-far", "284,160,26,-90,-1");
}

#[test]
fn the_plant_alone() {
    golden("plant-alone", &[PLANT]);
}

#[test]
fn edges_alone_and_backs_in_red() {
    golden("wireframe", &[PLANT, "--wireframe"]);
    // Beside the bunker's corridor: rooms from without.
    let view = ["--camera", "396,165,22.8,150,-5", "--sides", "red"];
    golden("backs-in-red", &view);
}

/// A copy of the demo's libraries in which the walls' texture has another name.
#[test]
fn a_missing_texture_is_a_checker() {
    let root = common::output("missing-texture");
    std::fs::create_dir_all(root.join("DATA/MAPS")).expect("a folder can be made");
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/demo");
    for name in ["objects.rlb", "fortif.rlb", "Material.lib", "LightMap.lib"] {
        std::fs::copy(demo.join(name), root.join(name)).expect("a copy");
    }
    let mut textures = std::fs::read(demo.join("Textures.lib")).expect("it is committed");
    let (name, other) = (b"B_PG4.0", b"B_PG9.0");
    let starts = (0..textures.len() - name.len()).filter(|i| textures[*i..].starts_with(name));
    let starts: Vec<usize> = starts.collect();
    assert_eq!(starts.len(), 1, "the directory names it once");
    textures[starts[0]..][..other.len()].copy_from_slice(other);
    std::fs::write(root.join("Textures.lib"), textures).expect("it can be written");
    let model = root.join("fortif.rlb::fr_l_plant.msh");
    golden("missing-texture", &[model.to_str().expect("UTF-8")]);
}
