//! RsLi archives against encoders of the tests' own, generated archives, and broken ones.
#![allow(clippy::unwrap_used)]

#[path = "rsli/lzhuf.rs"]
mod lzhuf;
#[path = "rsli/lzss.rs"]
mod lzss;

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use msh_format::Warnings;
use msh_format::rsli::{Codec, Entry, Header, Layout, Member, Method, Mode, Rsli, RsliBuilder};
use msh_format::text::FixedStr;
use proptest::collection::vec;
use proptest::prelude::*;

/// Data with something to find: words of few letters, and noise.
fn data() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        3 => vec(0x20..0x24_u8, 0..40),
        1 => vec(any::<u8>(), 0..40),
        1 => (any::<u8>(), 0..200_usize).prop_map(|(byte, count)| vec![byte; count]),
    ];
    vec(word, 0..30).prop_map(|words| words.concat())
}

fn unpack(codec: Codec, packed: &[u8], size: usize) -> Vec<u8> {
    let (data, used) = codec.unpack(packed, size as u32).unwrap();
    assert_eq!(used, packed.len());
    data
}

fn writable() -> impl Strategy<Value = Method> {
    let all = Method::ALL.into_iter();
    proptest::sample::select(
        all.filter(|m| m.codec() != Codec::Huffman)
            .collect::<Vec<_>>(),
    )
}

fn member() -> impl Strategy<Value = Member> {
    let parts = (
        "[A-Z_0-9.]{1,12}",
        writable(),
        data(),
        any::<[u8; 4]>(),
        any::<u16>(),
    );
    parts.prop_map(|(name, method, data, unk_0c, other)| {
        let mut member = Member::new(&name, method, &data).unwrap();
        member.unk_0c = unk_0c;
        member.flags |= other & !0x1E0;
        member
    })
}

/// Reads every member of any bytes; what is read as an archive is written back as it was.
fn read_all(bytes: &[u8]) {
    for mode in [Mode::Strict, Mode::Compatible] {
        let mut warnings = Warnings::new();
        let Ok(archive) = Rsli::parse(bytes, mode, &mut warnings) else {
            continue;
        };
        assert_eq!(archive.layout().to_bytes().unwrap(), bytes);
        for (index, entry) in archive.entries().iter().enumerate() {
            if let Ok(data) = archive.member(index, &mut warnings) {
                assert_eq!(data.len(), entry.unpacked_size as usize);
            }
        }
    }
}

/// An archive with a member of every method, gaps and a trailer.
fn sample() -> Vec<u8> {
    let data: Vec<u8> = b"Parkan Parkan iron strategy strategy ".repeat(8);
    let mut builder = RsliBuilder::new(0xC35A);
    for (number, method) in Method::ALL.into_iter().enumerate() {
        let name = format!("M{}.TEX", 9 - number);
        let mut member = Member::new(&name, Method::Stored, &data).unwrap();
        member.flags = method.number();
        member.packed = match method.codec() {
            Codec::Huffman => lzhuf::encode(&data),
            codec => codec.pack(&data).unwrap(),
        };
        builder.add(member);
    }
    let mut layout = builder.layout().unwrap();
    layout.body.extend(*b"a gap, and a trailer AO\0\0\0\0");
    layout.to_bytes().unwrap()
}

proptest! {
    #[test]
    fn lzss_of_another_encoder_unpacks(data in data(), seed in any::<u64>()) {
        let packed = lzss::encode(&data, seed);
        prop_assert_eq!(unpack(Codec::Lzss, &packed, data.len()), data);
    }

    #[test]
    fn huffman_of_another_encoder_unpacks(data in data()) {
        let packed = lzhuf::encode(&data);
        prop_assert_eq!(unpack(Codec::Huffman, &packed, data.len()), data);
    }

    #[test]
    fn deflate_of_another_encoder_unpacks(data in data(), level in 0..10_u32) {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(level));
        encoder.write_all(&data).unwrap();
        let packed = encoder.finish().unwrap();
        prop_assert_eq!(unpack(Codec::Deflate, &packed, data.len()), data);
    }

    #[test]
    fn what_is_packed_unpacks(data in data(), method in writable()) {
        let packed = method.codec().pack(&data).unwrap();
        prop_assert_eq!(unpack(method.codec(), &packed, data.len()), data);
    }

    #[test]
    fn a_written_archive_gives_its_members_back(
        members in vec(member(), 0..12), seed in any::<u32>(),
    ) {
        let mut builder = RsliBuilder::new(seed);
        members.iter().for_each(|member| builder.add(member.clone()));
        let bytes = builder.to_bytes().unwrap();
        let archive = Rsli::parse(&bytes, Mode::Strict, &mut Warnings::new()).unwrap();
        prop_assert_eq!(archive.entries().len(), members.len());
        for (index, member) in members.iter().enumerate() {
            let entry = &archive.entries()[index];
            prop_assert_eq!((entry.name, entry.flags), (member.name, member.flags));
            let size = member.unpacked_size;
            let codec = entry.method().unwrap().codec();
            let (data, _) = codec.unpack(&member.packed, size).unwrap();
            prop_assert_eq!(archive.member(index, &mut Warnings::new()).unwrap(), data);
        }
        prop_assert_eq!(archive.layout().to_bytes().unwrap(), bytes);
    }

    #[test]
    fn any_table_and_body_are_written_as_they_were_read(
        names in vec(any::<[u8; 12]>(), 0..6),
        numbers in vec(any::<(u16, u16, u16)>(), 6),
        sizes in vec((0..200_u32, 0..400_u32, 0..200_u32), 6),
        body in vec(any::<u8>(), 0..300),
        (presorted, seed, unk_08, unk_18) in any::<(bool, u32, [u8; 6], [u8; 8])>(),
    ) {
        let fields = names.iter().zip(numbers).zip(sizes);
        let entries: Vec<Entry> = fields
            .map(|((name, (flags, sort_to_original, unk)), sizes)| Entry {
                name: FixedStr(*name),
                unk_0c: [unk.to_le_bytes(), unk.to_be_bytes()].concat().try_into().unwrap(),
                flags,
                sort_to_original,
                unpacked_size: sizes.0,
                offset: sizes.1,
                packed_size: sizes.2,
            })
            .collect();
        let header = Header {
            count_again: 3,
            unk_08,
            presorted: if presorted { Header::PRESORTED } else { 0 },
            total_unpacked: 0,
            seed,
            unk_18,
        };
        let layout = Layout { header, entries, body };
        let bytes = layout.to_bytes().unwrap();
        let archive = Rsli::parse(&bytes, Mode::Compatible, &mut Warnings::new()).unwrap();
        prop_assert_eq!(archive.layout(), layout);
        read_all(&bytes);
    }

    #[test]
    fn any_packed_bytes_are_safe(packed in vec(any::<u8>(), 0..400), size in 0..100_000_u32) {
        for codec in [Codec::Stored, Codec::Lzss, Codec::Huffman, Codec::Deflate] {
            if let Ok((data, used)) = codec.unpack(&packed, size) {
                prop_assert_eq!(data.len(), size as usize);
                prop_assert!(used <= packed.len());
            }
        }
    }

    #[test]
    fn any_bytes_are_safe(tail in vec(any::<u8>(), 0..600), count in 0..20_u8) {
        read_all(&tail);
        read_all(&[&b"NL\0\x01"[..], &[count, 0, count, 0], &tail].concat());
    }
}

/// Long enough for the tree to be rebuilt several times.
#[test]
fn a_long_huffman_stream_unpacks() {
    let mut state = 1_u32;
    let data: Vec<u8> = (0..120_000)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .collect();
    let packed = lzhuf::encode(&data);
    assert!(unpack(Codec::Huffman, &packed, data.len()) == data);
}

#[test]
fn a_sample_of_every_method_reads() {
    let bytes = sample();
    let archive = Rsli::parse(&bytes, Mode::Strict, &mut Warnings::new()).unwrap();
    let data = archive.member(0, &mut Warnings::new()).unwrap();
    for index in 1..archive.entries().len() {
        assert_eq!(archive.member(index, &mut Warnings::new()).unwrap(), data);
    }
    assert_eq!(archive.overlay(), Some(0));
}

#[test]
fn every_truncation_is_safe() {
    let bytes = sample();
    for length in 0..bytes.len() {
        read_all(&bytes[..length]);
    }
}

#[test]
fn flipped_bits_are_safe() {
    let bytes = sample();
    for index in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[index] ^= 1 << bit;
            read_all(&damaged);
        }
    }
}

#[test]
fn entries_that_all_name_one_range_take_no_more_memory_than_they_say() {
    let mut builder = RsliBuilder::new(0);
    let member = Member::new("A", Method::Deflate, &vec![0; 1 << 20]).unwrap();
    (0..100).for_each(|_| builder.add(member.clone()));
    let mut layout = builder.layout().unwrap();
    let (offset, size) = (layout.entries[0].offset, layout.entries[0].packed_size);
    for entry in &mut layout.entries {
        (entry.offset, entry.packed_size) = (offset, size);
        entry.unpacked_size = u32::MAX;
    }
    layout.body.truncate(size as usize);
    let bytes = layout.to_bytes().unwrap();
    let archive = Rsli::parse(&bytes, Mode::Compatible, &mut Warnings::new()).unwrap();
    for index in 0..100 {
        assert!(archive.member(index, &mut Warnings::new()).is_err());
    }
}
