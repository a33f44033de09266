//! How fast directories are read and textures are decoded, one core.
#![allow(clippy::unwrap_used, reason = "a bench may stop where it stands")]

use std::hint::black_box;

use divan::Bencher;
use divan::counter::BytesCount;
use msh_format::Warnings;
use msh_format::nres::{Directory, EntryType, NresBuilder};
use msh_format::texm::{PixelFormat, Texm};

fn main() {
    divan::main();
}

/// A directory alone, its names in no order, like those of the game. Bytes are those of the
/// directory.
#[divan::bench(args = [400, 10_000])]
fn nres_directory(bencher: Bencher<'_, '_>, entries: u32) {
    let mut builder = NresBuilder::new();
    for number in 0..entries {
        let name = format!("R_{:05}_{number}.msh", number.wrapping_mul(7_919) % 100_000);
        let kind = EntryType::tag(*b"MESH");
        builder.add(kind, [1, 2, 3], &name, vec![7; 8]).unwrap();
    }
    let bytes = builder.to_bytes().unwrap();
    bencher
        .counter(BytesCount::new(64 * entries as usize))
        .bench_local(|| Directory::parse(black_box(&bytes), &mut Warnings::new()).unwrap());
}

/// Level 0 of 512 x 512 pixels. Bytes are those of the output.
#[divan::bench(args = PixelFormat::ALL)]
fn texm_decode(bencher: Bencher<'_, '_>, format: PixelFormat) {
    let bytes = texture(format);
    let texture = Texm::parse(&bytes, &mut Warnings::new()).unwrap();
    bencher
        .counter(BytesCount::new(4 * SIDE as usize * SIDE as usize))
        .bench_local(|| black_box(&texture).decode_level(0).unwrap());
}

/// Side of the texture, pixels.
const SIDE: u32 = 512;

/// A texture of one level of this format, whatever it shows.
fn texture(format: PixelFormat) -> Vec<u8> {
    let palette = if format == PixelFormat::Indexed {
        1024
    } else {
        0
    };
    let pixels = SIDE as usize * SIDE as usize * format.bytes_per_pixel();
    let mut bytes = b"Texm".to_vec();
    for word in [SIDE, SIDE, 1, 0, 0, 0, format.number()] {
        bytes.extend(word.to_le_bytes());
    }
    bytes.extend((0..palette + pixels).map(|i| (i * 31 % 253) as u8));
    bytes
}
