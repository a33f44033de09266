//! `export`: textures to PNG pictures and back.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::outcome;
use msh_format::Warnings;
use msh_format::texm::{PageRect, PixelFormat, Texm};

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// A file of this test, not there yet.
fn fresh(name: &str) -> PathBuf {
    let folder = common::output("export");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let path = folder.join(name);
    if path.exists() {
        fs::remove_file(&path).expect("an old file can go");
    }
    path
}

fn succeeds(arguments: &[&str]) {
    let (code, stderr) = outcome(arguments);
    assert_eq!(code, Some(0), "{arguments:?}: {stderr}");
}

fn read(path: &Path) -> Texm {
    let bytes = fs::read(path).expect("the texture");
    Texm::parse(&bytes, &mut Warnings::new()).expect("a texture")
}

/// 8 x 4 pixels, all different, with two levels, two pages and header words of its own.
fn texture(format: PixelFormat) -> Texm {
    let rgba: Vec<u8> = (0..8 * 4 * 4).map(|i: u32| (i * 7 % 256) as u8).collect();
    let page = |x, width, y, height| PageRect {
        x,
        width,
        y,
        height,
    };
    let pages = vec![page(0, 4, 0, 4), page(4, 4, 2, 2)];
    let mut texture = Texm::encode(8, 4, &rgba, format, 2)
        .expect("a texture")
        .with_pages(pages);
    texture.flags5 = 0x0400_0000;
    texture.unknown6 = 77;
    texture
}

fn write(path: &Path, texture: &Texm) {
    fs::write(path, texture.to_bytes().expect("bytes")).expect("a file");
}

#[test]
fn a_changed_texture_goes_through_png_and_back() {
    let (first, picture, second) = (fresh("a.tex"), fresh("a.png"), fresh("b.tex"));
    let mut original = texture(PixelFormat::Argb8888);
    original.levels[0][5] ^= 0xFF;
    original.levels[0][7] = 0;
    write(&first, &original);
    succeeds(&["export", text(&first), "-o", text(&picture)]);
    succeeds(&[
        "export",
        text(&picture),
        "-o",
        text(&second),
        "--format",
        "8888",
    ]);
    let again = read(&second);
    assert_eq!((again.format, again.mip_count), (PixelFormat::Argb8888, 1));
    assert_eq!(again.levels[0], original.levels[0]);
}

#[test]
fn like_keeps_all_but_the_pixels() {
    let (first, picture, second) = (fresh("like.tex"), fresh("like.png"), fresh("like2.tex"));
    for format in [
        PixelFormat::Argb4444,
        PixelFormat::Rgb565,
        PixelFormat::Indexed,
    ] {
        let original = texture(format);
        write(&first, &original);
        let force = |arguments: &[&str]| succeeds(&[arguments, &["--force"]].concat());
        force(&["export", text(&first), "-o", text(&picture)]);
        force(&[
            "export",
            text(&picture),
            "-o",
            text(&second),
            "--like",
            text(&first),
        ]);
        // These pixels are the ones the formats round to, so the levels are the same too.
        let again = read(&second);
        assert_eq!(again.levels[0], original.levels[0], "{format:?}");
        assert_eq!((&again.pages, again.mip_count), (&original.pages, 2));
        let words = |t: &Texm| (t.flags4, t.flags5, t.unknown6, t.format);
        assert_eq!(words(&again), words(&original));
    }
}

#[test]
fn like_keeps_a_palette_that_has_all_the_colours() {
    let (first, picture, second) = (fresh("pal.tex"), fresh("pal.png"), fresh("pal2.tex"));
    // The first pixel is not index 0, which the flag cuts out, and the padding is not zero.
    let palette: Vec<[u8; 4]> = (0..=255).map(|i| [i, 255 - i, 7, 9]).collect();
    let mut original = Texm::from_indices(2, 2, palette, &[200, 0, 3, 200], 2).expect("a texture");
    original.flags5 = Texm::FLAG_ALPHA;
    write(&first, &original);
    succeeds(&["export", text(&first), "-o", text(&picture)]);
    let back = ["export", text(&picture), "-o", text(&second), "--like"];
    succeeds(&[&back[..], &[text(&first)]].concat());
    assert_eq!(read(&second), original);

    // Colours of its own need a palette of their own.
    let other = fresh("pal3.tex");
    original.palette = Some(vec![[1, 2, 3, 0]; 256]);
    write(&other, &original);
    succeeds(&[&back[..], &[text(&other), "--force"]].concat());
    let again = read(&second);
    assert_eq!(again.levels[0], [0, 1, 2, 0]);
    assert_eq!(again.palette.map(|p| p[0]), Some([200, 55, 7, 0]));
}

#[test]
fn levels_and_format_are_chosen() {
    let (picture, made) = (fresh("chosen.png"), fresh("chosen.tex"));
    let first = fresh("chosen0.tex");
    write(&first, &texture(PixelFormat::Argb8888));
    succeeds(&["export", text(&first), "-o", text(&picture)]);
    succeeds(&[
        "export",
        text(&picture),
        "-o",
        text(&made),
        "--format",
        "565",
        "--mips",
        "4",
    ]);
    let made = read(&made);
    assert_eq!(
        (made.format, made.mip_count, made.flags4),
        (PixelFormat::Rgb565, 4, 32)
    );
    assert_eq!(made.levels.last().map(Vec::len), Some(2));
}

#[test]
fn a_page_of_a_level_is_its_part_of_it() {
    let (first, picture) = (fresh("page.tex"), fresh("page.png"));
    let original = texture(PixelFormat::Argb8888);
    write(&first, &original);
    succeeds(&[
        "export",
        text(&first),
        "-o",
        text(&picture),
        "--page",
        "1",
        "--mip",
        "1",
    ]);
    let file = fs::File::open(&picture).expect("a picture");
    let mut reader = png::Decoder::new(std::io::BufReader::new(file))
        .read_info()
        .expect("PNG");
    let mut pixels = [0; 8];
    let info = reader.next_frame(&mut pixels).expect("two pixels");
    assert_eq!((info.width, info.height), (2, 1));
    // Level 1 is 4 x 2; the page is the right half of its lower row.
    let bgra = &original.levels[1][(4 + 2) * 4..];
    assert_eq!(pixels[..4], [bgra[2], bgra[1], bgra[0], bgra[3]]);
}

#[test]
fn a_picture_that_does_not_fit_is_refused() {
    let (first, picture, made) = (fresh("no.tex"), fresh("no.png"), fresh("no2.tex"));
    write(&first, &texture(PixelFormat::Argb8888));
    succeeds(&["export", text(&first), "-o", text(&picture)]);
    let (code, stderr) = outcome(&["export", text(&picture), "-o", text(&made), "--mips", "5"]);
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("no.png") && stderr.contains("at most 4"),
        "{stderr}"
    );
    fs::write(&picture, b"\x89PNG\r\n\x1A\nbroken").expect("a file");
    let (code, stderr) = outcome(&["export", text(&picture), "-o", text(&made)]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("no.png cannot be read"), "{stderr}");
    assert!(!made.exists());
}

#[test]
fn options_of_the_other_direction_are_wrong_usage() {
    let (first, picture) = (fresh("usage.tex"), fresh("usage.png"));
    write(&first, &texture(PixelFormat::Argb8888));
    let made = fresh("usage2.png");
    let wrong = [
        (&first, ["--format", "565"]),
        (&first, ["--mips", "2"]),
        (&picture, ["--page", "0"]),
        (&picture, ["--mip", "0"]),
    ];
    succeeds(&["export", text(&first), "-o", text(&picture)]);
    for (path, option) in wrong {
        let (code, stderr) =
            outcome(&[&["export", text(path), "-o", text(&made)], &option[..]].concat());
        assert_eq!(code, Some(2), "{option:?}: {stderr}");
    }
    assert!(!made.exists());
}

#[test]
fn a_picture_that_is_there_is_not_overwritten() {
    let (first, picture) = (fresh("keep.tex"), fresh("keep.png"));
    write(&first, &texture(PixelFormat::Argb8888));
    fs::write(&picture, b"mine").expect("a file");
    let (code, stderr) = outcome(&["export", text(&first), "-o", text(&picture)]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("keep.png exists; --force"), "{stderr}");
    assert_eq!(fs::read(&picture).expect("a file"), b"mine");
}
