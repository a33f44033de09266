use super::*;
use crate::{ErrorKind, Warnings};

/// The worked example of `03-materials-textures.md` 6.8.
#[rustfmt::skip]
const EXAMPLE: [u8; 76] = [
    0x54, 0x65, 0x78, 0x6D, 4, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0,
    0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x35, 2, 0, 0,
    0x00, 0xF8, 0xE0, 0x07, 0x1F, 0x00, 0xFF, 0xFF, 0x00, 0x00, 0x10, 0x84, 0x34, 0x12, 0xE0, 0xFF,
    0x10, 0x84, 0x08, 0x42, 0x50, 0x61, 0x67, 0x65, 2, 0, 0, 0, 0, 0, 2, 0,
    0, 0, 2, 0, 2, 0, 2, 0, 0, 0, 1, 0,
];

fn parse(data: &[u8]) -> Result<Texm> {
    Texm::parse(data, &mut Warnings::new())
}

/// The example with one header word replaced.
fn with_word(offset: usize, value: u32) -> Vec<u8> {
    let mut bytes = EXAMPLE.to_vec();
    bytes[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
    bytes
}

fn error(data: &[u8]) -> ErrorKind {
    parse(data).unwrap_err().kind
}

#[test]
fn the_worked_example_has_two_levels_and_two_pages() {
    let mut warnings = Warnings::new();
    let texture = Texm::parse(&EXAMPLE, &mut warnings).unwrap();
    assert!(warnings.is_empty());
    assert_eq!((texture.width, texture.height), (4, 2));
    assert_eq!(texture.format, PixelFormat::Rgb565);
    assert_eq!(
        (texture.flags4, texture.flags5, texture.unknown6),
        (32, 0, 0)
    );
    let rect = |x, width, y, height| PageRect {
        x,
        width,
        y,
        height,
    };
    assert_eq!(
        texture.pages,
        Some(vec![rect(0, 2, 0, 2), rect(2, 2, 0, 1)])
    );
    assert_eq!(texture.to_bytes().unwrap(), EXAMPLE);
}

#[test]
fn the_worked_example_shows_its_colours() {
    let texture = parse(&EXAMPLE).unwrap();
    #[rustfmt::skip]
    let level_0 = [
        0, 0, 255, 255,   0, 255, 0, 255,       255, 0, 0, 255,    255, 255, 255, 255,
        0, 0, 0, 255,     132, 130, 132, 255,   165, 69, 16, 255,  0, 255, 255, 255,
    ];
    assert_eq!(texture.decode_level(0).unwrap(), level_0);
    assert_eq!(texture.level_size(1), (2, 1));
    assert_eq!(
        texture.decode_level(1).unwrap(),
        [132, 130, 132, 255, 66, 65, 66, 255]
    );
    assert_eq!(
        texture.decode_level(2).unwrap_err().kind,
        ErrorKind::OutOfRange
    );
}

#[test]
fn a_cell_maps_uvs_into_its_rectangle() {
    let texture = parse(&EXAMPLE).unwrap();
    let transform = texture.cell_transform(Some(1));
    assert_eq!(transform.offset, [0.5, 0.0]);
    assert_eq!(transform.scale, [0.5, 0.5]);
    for cell in [None, Some(2)] {
        assert_eq!(texture.cell_transform(cell), CellTransform::IDENTITY);
    }
}

#[test]
fn cell_2_of_a_256_atlas_is_the_lower_left_quarter() {
    let page = PageRect {
        x: 0,
        width: 128,
        y: 128,
        height: 128,
    };
    let texture = Texm::encode(256, 256, &vec![0; 256 * 256 * 4], PixelFormat::Rgb565, 1)
        .unwrap()
        .with_pages(vec![page; 3]);
    let transform = texture.cell_transform(Some(2));
    assert_eq!(transform.offset, [0.0, 0.5]);
    assert_eq!(transform.scale, [0.5, 0.5]);
}

#[test]
fn the_sizes_of_the_level_chain_are_those_of_the_examples() {
    let core = |width, height, format, levels: usize| -> u64 {
        (0..levels)
            .map(|l| level_bytes(width, height, format, l))
            .sum::<u64>()
            + 32
    };
    assert_eq!(core(256, 256, PixelFormat::Argb8888, 7), 349_536);
    assert_eq!(core(64, 64, PixelFormat::Indexed, 7) + 1_024, 6_517);
    assert_eq!(core(256, 256, PixelFormat::Rgb565, 1), 131_104);
}

#[test]
fn a_wrong_magic_or_format_is_an_error() {
    assert_eq!(error(&with_word(0, 0)), ErrorKind::BadMagic);
    for number in [1, 555, 8889, u32::MAX] {
        assert_eq!(error(&with_word(0x1C, number)), ErrorKind::Unsupported);
    }
}

#[test]
fn a_side_or_level_count_of_0_is_an_error() {
    for offset in [4, 8, 12] {
        assert_eq!(error(&with_word(offset, 0)), ErrorKind::BadValue);
    }
}

#[test]
fn sides_and_level_counts_over_the_limits_are_errors() {
    for offset in [4, 8] {
        assert_eq!(error(&with_word(offset, 4_097)), ErrorKind::Limit);
        assert_eq!(error(&with_word(offset, u32::MAX)), ErrorKind::Limit);
    }
    // 4 x 2 ends at 1 x 1 with the third level.
    assert_eq!(error(&with_word(12, 4)), ErrorKind::Limit);
}

#[test]
fn a_cut_header_palette_or_level_0_is_an_error() {
    for length in [0, 4, 31, 32, 32 + 15] {
        assert_eq!(error(&EXAMPLE[..length]), ErrorKind::Truncated);
    }
    assert_eq!(error(&with_word(0x1C, 0)), ErrorKind::Truncated);
}

#[test]
fn whole_levels_before_a_cut_one_are_kept() {
    for length in 48..52 {
        let mut warnings = Warnings::new();
        let texture = Texm::parse(&EXAMPLE[..length], &mut warnings).unwrap();
        assert_eq!((texture.levels.len(), texture.mip_count), (1, 2));
        assert!(!warnings.is_empty());
        assert_eq!(texture.to_bytes().unwrap(), EXAMPLE[..length]);
    }
}

#[test]
fn a_tail_that_is_no_page_chunk_of_exact_size_is_kept_and_ignored() {
    let extra = [EXAMPLE.as_slice(), &[0]].concat();
    let other = with_word(52, 0);
    let short = &EXAMPLE[..75];
    for bytes in [&extra, &other, short] {
        let mut warnings = Warnings::new();
        let texture = Texm::parse(bytes, &mut warnings).unwrap();
        assert_eq!((texture.levels.len(), texture.pages.as_ref()), (2, None));
        assert!(!warnings.is_empty());
        assert_eq!(texture.to_bytes().unwrap(), *bytes);
    }
}

#[test]
fn a_page_chunk_may_be_empty() {
    let mut bytes = EXAMPLE[..60].to_vec();
    bytes[56] = 0;
    let texture = parse(&bytes).unwrap();
    assert_eq!(texture.pages, Some(Vec::new()));
    assert_eq!(texture.to_bytes().unwrap(), bytes);
}

#[test]
fn more_than_4096_pages_are_an_error() {
    let mut bytes = with_word(56, 4_097);
    bytes.resize(60 + 8 * 4_097, 0);
    assert_eq!(error(&bytes), ErrorKind::Limit);
    let mut texture = parse(&EXAMPLE).unwrap();
    texture.pages = texture.pages.map(|pages| vec![pages[0]; 4_097]);
    assert_eq!(texture.to_bytes().unwrap_err().kind, ErrorKind::Limit);
}

#[test]
fn rectangles_are_clamped_to_the_texture() {
    let rect = |x, width, y, height| PageRect {
        x,
        width,
        y,
        height,
    };
    let mut texture = parse(&EXAMPLE).unwrap();
    texture.pages = Some(vec![
        rect(-1, 3, -1, 9),
        rect(3, 2, 1, 1),
        rect(0, 0, 0, 1),
        rect(0, -1, 0, 1),
        rect(4, 1, 0, 1),
        rect(i16::MAX, i16::MAX, i16::MIN, i16::MIN),
    ]);
    assert_eq!(texture.page(0), Some(rect(0, 2, 0, 2)));
    assert_eq!(texture.page(1), Some(rect(3, 1, 1, 1)));
    assert!((2..7).all(|index| texture.page(index).is_none()));
    let mut warnings = Warnings::new();
    let again = Texm::parse(&texture.to_bytes().unwrap(), &mut warnings).unwrap();
    assert_eq!(again, texture);
    assert_eq!(warnings.list().len(), 6);
}

#[test]
fn a_palette_and_its_padding_survive() {
    let mut bytes = with_word(0x1C, 0)[..32].to_vec();
    bytes.extend((0..1024).map(|i| (i % 251) as u8));
    bytes.extend([0, 1, 2, 3, 4, 5, 6, 255, 7, 8]);
    let texture = parse(&bytes).unwrap();
    assert_eq!(texture.decode_level(0).unwrap()[..4], [0, 1, 2, 255]);
    assert_eq!(texture.to_bytes().unwrap(), bytes);
}

#[test]
fn levels_and_palettes_that_do_not_fit_the_header_cannot_be_written() {
    let changes: [fn(&mut Texm); 7] = [
        |t| t.levels[0].push(0),
        |t| t.levels.clear(),
        |t| t.levels.push(vec![0; 2]),
        |t| t.mip_count = 3,
        |t| t.width = 5,
        |t| t.palette = Some(vec![[0; 4]; 256]),
        |t| t.format = PixelFormat::Indexed,
    ];
    for change in changes {
        let mut texture = parse(&EXAMPLE).unwrap();
        change(&mut texture);
        assert!(texture.to_bytes().is_err());
    }
}

#[test]
fn formats_that_are_never_shipped_are_reported() {
    for number in [88, 556] {
        let mut warnings = Warnings::new();
        Texm::parse(&with_word(0x1C, number), &mut warnings).unwrap();
        assert_eq!(warnings.list().len(), 1);
    }
}
