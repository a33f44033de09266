//! What `inspect` tells people, one file of each format.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use msh_format::font::{Font, GLYPHS};
use msh_format::palette::{BLEND_SIZE, Palette};
use msh_format::rsli::{Member, Method, RsliBuilder};
use msh_format::texm::{PixelFormat, Texm};

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/demo");

/// Compares what `inspect` prints of `path` with the snapshot `name`.
fn assert_text(name: &str, path: &Path) {
    let path = path.to_str().expect("UTF-8");
    let output = common::run(&["-q", "inspect", path]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{path}: {stderr}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    insta::assert_snapshot!(name, text);
}

fn assert_demo(name: &str, path: &str) {
    assert_text(name, &Path::new(DEMO).join(path));
}

/// A file of a format that the demo has none of.
fn made(name: &str, bytes: msh_format::Result<Vec<u8>>) -> PathBuf {
    let path = common::output(name);
    fs::write(&path, bytes.expect("it can be written")).expect("a file");
    path
}

#[test]
fn an_archive() {
    assert_demo("archive", "animals.rlb");
}

#[test]
fn a_packed_archive() {
    let mut builder = RsliBuilder::new(0xC35A);
    for (name, method) in [
        ("A.TXT", Method::Stored),
        ("B.TXT", Method::LzssXor),
        ("C.TXT", Method::Deflate),
    ] {
        let member = Member::new(name, method, &b"Parkan ".repeat(9));
        builder.add(member.expect("a member"));
    }
    assert_text("packed_archive", &made("packed.lib", builder.to_bytes()));
}

#[test]
fn a_model() {
    assert_demo("model", "intsys.rlb::i_pws_l_01.msh");
}

#[test]
fn a_terrain() {
    assert_demo("terrain", "DATA/MAPS/Isle/Land.msh");
}

#[test]
fn an_areal_map() {
    assert_demo("areal_map", "DATA/MAPS/Isle/Land.map");
}

#[test]
fn a_texture() {
    assert_demo("texture", "Textures.lib::SIGNS.0");
}

#[test]
fn a_material() {
    assert_demo("material", "Material.lib::B_CON1");
}

#[test]
fn a_wear_table() {
    assert_demo("wear", "fortif.rlb::fr_l_plant.wea");
}

#[test]
fn a_controller() {
    assert_demo("control", "fortif.rlb::fr_l_bunker.ctl");
}

#[test]
fn a_prototype() {
    assert_demo("prototype", "objects.rlb::R_L_01");
}

#[test]
fn a_unit() {
    assert_demo("unit", "UNITS/UNITS/BATTLE/tank_l1.dat");
}

#[test]
fn a_sky() {
    assert_demo("sky", "MISSIONS/Single.01/sky.ske");
}

#[test]
fn a_ground_plan() {
    assert_demo("plan", "fortif.rlb::fr_l_bunker.bas");
}

#[test]
fn control_points() {
    assert_demo("points", "fortif.rlb::fr_l_plant.cpt");
}

#[test]
fn a_damage_table() {
    assert_demo("damage", "animals.rlb::a_l_01.ndp");
}

#[test]
fn a_configuration() {
    assert_demo("config", "MISSIONS/Single.01/briefing.cfg");
}

#[test]
fn a_mission() {
    assert_text("mission", Path::new(common::MISSION));
}

#[test]
fn a_font() {
    let font = Font {
        unk_04: [0; 16],
        glyphs: [[7; 16]; GLYPHS],
        texture: Texm::encode(2, 2, &[0; 16], PixelFormat::Argb4444, 1).expect("a texture"),
    };
    assert_text("font", &made("font.tft", font.to_bytes()));
}

#[test]
fn a_palette() {
    let palette = Palette {
        colours: std::array::from_fn(|i| [i as u8, 0x80, 0, 0]),
        blend: vec![0; BLEND_SIZE],
    };
    assert_text("palette", &made("PAL.PAL", palette.to_bytes()));
}

#[test]
fn bytes_of_no_known_kind() {
    assert_demo("unknown", "MISSIONS/Single.01/descr");
}
