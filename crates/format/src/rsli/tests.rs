use super::*;
use crate::ErrorKind;
use crate::text::FixedStr;

/// The worked example of `01-containers.md` 4.11.
const EXAMPLE: [u8; 105] = [
    0x4E, 0x4C, 0x00, 0x01, 0x02, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xBA, 0xAB,
    0x0B, 0x00, 0x00, 0x00, 0x5A, 0xC3, 0x34, 0x12, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x35, 0xD6, 0x41, 0x35, 0xF7, 0xEB, 0x71, 0xC0, 0x51, 0x9B, 0xB1, 0x90, 0xC9, 0x2F, 0x2F, 0x49,
    0xD0, 0x51, 0x8A, 0x89, 0xD7, 0x1F, 0x7A, 0xAC, 0xB8, 0x28, 0x34, 0x6E, 0xB2, 0xE5, 0x6C, 0xE7,
    0x77, 0x08, 0x1B, 0x88, 0x03, 0x82, 0x90, 0xFA, 0x63, 0xEE, 0x26, 0x17, 0x14, 0x21, 0x67, 0xBB,
    0xB7, 0x59, 0xB0, 0xD1, 0x23, 0x39, 0x7C, 0x83, 0xDB, 0x97, 0xCA, 0x2C, 0x2E, 0x40, 0xC8, 0x7C,
    0x78, 0x79, 0x7A, 0x07, 0x50, 0x61, 0x72, 0xEE, 0xF2,
];
const SEED: u32 = 0x1234_C35A;

fn builder(members: &[(&str, Method, &[u8])]) -> RsliBuilder {
    let mut builder = RsliBuilder::new(SEED);
    for (name, method, data) in members {
        builder.add(Member::new(name, *method, data).unwrap());
    }
    builder
}

/// The bytes of an archive of which something was changed.
fn changed(members: &[(&str, Method, &[u8])], change: impl FnOnce(&mut Layout)) -> Vec<u8> {
    let mut layout = builder(members).layout().unwrap();
    change(&mut layout);
    layout.to_bytes().unwrap()
}

/// The first member, or why not, and the warnings, of reading in both modes.
fn first_member(bytes: &[u8]) -> [(Result<Vec<u8>>, String); 2] {
    [Mode::Strict, Mode::Compatible].map(|mode| {
        let mut warnings = Warnings::new();
        let member = Rsli::parse(bytes, mode, &mut warnings)
            .and_then(|archive| archive.member(0, &mut warnings));
        let list: Vec<String> = warnings.list().iter().map(ToString::to_string).collect();
        (member, list.join("\n"))
    })
}

/// Strict mode refuses `bytes`; compatible mode reads `expected` and names the leniency.
fn assert_leniency(bytes: &[u8], leniency: Leniency, expected: &[u8]) {
    let [strict, compatible] = first_member(bytes);
    assert_eq!(strict.0.unwrap_err().kind, ErrorKind::BadValue);
    assert_eq!(compatible.0.unwrap(), expected);
    assert!(
        compatible.1.contains(&leniency.to_string()),
        "{}",
        compatible.1
    );
}

#[test]
fn small_letters_in_a_name_are_reported() {
    let bytes = changed(&[("A.TXT", Method::Stored, b"abc")], |layout| {
        layout.entries[0].name = FixedStr::new("A.txt").unwrap();
    });
    for (member, warnings) in first_member(&bytes) {
        assert_eq!(member.unwrap(), b"abc");
        assert!(warnings.contains("record 0"), "{warnings}");
        assert!(warnings.contains("small letters"), "{warnings}");
    }
}

#[test]
fn the_worked_example_is_read() {
    let mut warnings = Warnings::new();
    let archive = Rsli::parse(&EXAMPLE, Mode::Strict, &mut warnings).unwrap();
    let names: Vec<String> = archive
        .entries()
        .iter()
        .map(|e| e.name.to_string())
        .collect();
    assert_eq!(names, ["B.BIN", "A.TXT"]);
    assert_eq!(archive.member(0, &mut warnings).unwrap(), b"xyz");
    assert_eq!(archive.member(1, &mut warnings).unwrap(), b"ParParPa");
    assert!(warnings.is_empty());
}

#[test]
fn the_writer_gives_the_worked_example() {
    let bytes = builder(&[
        ("b.bin", Method::Stored, b"xyz"),
        ("a.txt", Method::Lzss, b"ParParPa"),
    ]);
    assert_eq!(bytes.to_bytes().unwrap(), EXAMPLE);
}

#[test]
fn names_are_found_without_case() {
    let archive = Rsli::parse(&EXAMPLE, Mode::Strict, &mut Warnings::new()).unwrap();
    assert_eq!(archive.find(b"a.txt"), Some(1));
    assert_eq!(archive.find(b"B.Bin"), Some(0));
    assert_eq!(archive.find(b"C"), None);
}

#[test]
fn every_writable_method_reads_back() {
    let data: Vec<u8> = (0..5_000_u32).map(|i| (i * i / 7 % 50) as u8).collect();
    for method in Method::ALL {
        if method.codec() == Codec::Huffman {
            assert!(Member::new("X", method, &data).is_err());
            continue;
        }
        let bytes = builder(&[("Z", Method::Stored, b"1"), ("A", method, &data)]);
        let bytes = bytes.to_bytes().unwrap();
        let archive = Rsli::parse(&bytes, Mode::Strict, &mut Warnings::new()).unwrap();
        assert_eq!(archive.key(0), Some(1));
        assert_eq!(
            archive.member(1, &mut Warnings::new()).unwrap(),
            data,
            "{method}"
        );
        assert_eq!(
            archive.entries()[1].packed_size < 5_000,
            method.codec() != Codec::Stored
        );
    }
}

#[test]
fn the_key_of_the_xor_layer_is_the_search_number() {
    // Position 0 of the search order is entry 1, so the key of entry 0 is 1: its key bytes are
    // 02 06 0B.
    let bytes = builder(&[
        ("B", Method::StoredXor, &[0, 0, 0]),
        ("A", Method::Stored, &[]),
    ]);
    let layout = bytes.layout().unwrap();
    assert_eq!(layout.body, [0x02, 0x06, 0x0B]);
}

#[test]
fn without_the_presorted_word_numbers_are_those_of_the_names() {
    let members: &[(&str, Method, &[u8])] =
        &[("B", Method::StoredXor, b"xyz"), ("A", Method::Stored, &[])];
    let bytes = changed(members, |layout| {
        layout.header.presorted = 0;
        layout.entries[0].sort_to_original = 77;
        layout.entries[1].sort_to_original = 77;
    });
    let mut warnings = Warnings::new();
    let archive = Rsli::parse(&bytes, Mode::Strict, &mut warnings).unwrap();
    assert_eq!(archive.member(0, &mut warnings).unwrap(), b"xyz");
    assert_eq!(archive.layout().entries[0].sort_to_original, 77);
    assert!(warnings.is_empty());
}

#[test]
fn counts_that_differ_are_a_leniency() {
    let bytes = changed(&[("A", Method::Stored, b"x")], |layout| {
        layout.header.count_again = 9
    });
    assert_leniency(&bytes, Leniency::CountsDiffer, b"x");
}

#[test]
fn a_wrong_search_table_is_a_leniency() {
    let bytes = changed(&[("A", Method::Stored, b"x")], |layout| {
        layout.entries[0].sort_to_original = 1;
    });
    assert_leniency(&bytes, Leniency::SearchTableRebuilt, b"x");
    let pair: &[(&str, Method, &[u8])] =
        &[("A", Method::Stored, b"x"), ("B", Method::Stored, b"y")];
    let bytes = changed(pair, |layout| {
        layout.entries[0].sort_to_original = 1;
        layout.entries[1].sort_to_original = 0;
    });
    assert_leniency(&bytes, Leniency::SearchTableRebuilt, b"x");
}

#[test]
fn a_stored_member_of_two_sizes_is_a_leniency() {
    let bytes = changed(&[("A", Method::Stored, b"xyz")], |layout| {
        layout.entries[0].unpacked_size = 2;
    });
    assert_leniency(&bytes, Leniency::StoredSizesDiffer, b"xy");
}

#[test]
fn packed_bytes_left_over_are_warned_about() {
    for method in [Method::Lzss, Method::Deflate] {
        let bytes = changed(&[("A", method, b"ParParPa")], |layout| {
            layout.entries[0].packed_size += 2;
            layout.body.extend([1, 2]);
        });
        let [strict, _] = first_member(&bytes);
        assert_eq!(strict.0.unwrap(), b"ParParPa");
        assert_eq!(strict.1, "A: 2 packed bytes are left over");
    }
}

#[test]
fn one_named_member_may_end_a_byte_after_the_file() {
    let end_late = |layout: &mut Layout| layout.entries[0].packed_size += 1;
    let bytes = changed(&[("INTERF8.TEX", Method::Deflate, b"ParParPa")], end_late);
    assert_leniency(&bytes, Leniency::DeflateEofPlusOne, b"ParParPa");
    let two = changed(&[("INTERF8.TEX", Method::Deflate, b"ParParPa")], |layout| {
        layout.entries[0].packed_size += 2;
    });
    let others = [
        changed(&[("INTERF9.TEX", Method::Deflate, b"ParParPa")], end_late),
        changed(&[("INTERF8.TEX", Method::Lzss, b"ParParPa")], end_late),
        two,
    ];
    for bytes in others {
        let [_, compatible] = first_member(&bytes);
        assert_eq!(compatible.0.unwrap_err().kind, ErrorKind::OutOfRange);
    }
}

#[test]
fn a_broken_member_leaves_the_others_readable() {
    let members: &[(&str, Method, &[u8])] = &[
        ("A", Method::Lzss, b"ParParPa"),
        ("B", Method::Stored, b"x"),
        ("C", Method::Stored, b"y"),
    ];
    let bytes = changed(members, |layout| {
        layout.entries[0].unpacked_size = 9;
        layout.entries[1].flags = 0xC0;
        layout.entries[2].offset = 0x1F;
    });
    let archive = Rsli::parse(&bytes, Mode::Compatible, &mut Warnings::new()).unwrap();
    let kinds = [0, 1, 2].map(|i| archive.member(i, &mut Warnings::new()).unwrap_err().kind);
    let expected = [
        ErrorKind::Truncated,
        ErrorKind::Unsupported,
        ErrorKind::OutOfRange,
    ];
    assert_eq!(kinds, expected);
    assert_eq!(archive.layout().to_bytes().unwrap(), bytes);
}

#[test]
fn an_error_of_a_member_names_it() {
    let bytes = changed(&[("A.TEX", Method::Stored, b"x")], |layout| {
        layout.entries[0].offset = u32::MAX;
    });
    let archive = Rsli::parse(&bytes, Mode::Strict, &mut Warnings::new()).unwrap();
    let error = archive.member(0, &mut Warnings::new()).unwrap_err();
    assert_eq!(error.place.entry.as_deref(), Some("A.TEX"));
    assert_eq!(error.place.record, Some(0));
    assert!(archive.member(1, &mut Warnings::new()).is_err());
}

#[test]
fn an_overlay_trailer_is_reported_kept_and_not_applied() {
    let trailer = *b"AO\x02\0\0\0";
    let bytes = changed(&[("A", Method::Stored, b"x")], |layout| {
        layout.body.extend(trailer)
    });
    let mut warnings = Warnings::new();
    let archive = Rsli::parse(&bytes, Mode::Strict, &mut warnings).unwrap();
    assert_eq!(archive.overlay(), Some(2));
    assert_eq!(archive.gaps().first(), Some(&(65..71)));
    assert!(warnings.list()[0].message.contains("overlay"));
    assert_eq!(archive.member(0, &mut warnings).unwrap(), b"x");
    assert_eq!(archive.layout().to_bytes().unwrap(), bytes);
}

#[test]
fn a_member_that_ends_like_a_trailer_is_none() {
    let bytes = builder(&[("A", Method::Stored, b"xAO\x02\0\0\0")])
        .to_bytes()
        .unwrap();
    let archive = Rsli::parse(&bytes, Mode::Strict, &mut Warnings::new()).unwrap();
    assert_eq!(archive.overlay(), None);
}

#[test]
fn a_broken_header_is_refused_with_its_offset() {
    let offset = |change: fn(&mut Vec<u8>)| {
        let mut bytes = EXAMPLE.to_vec();
        change(&mut bytes);
        let error = Rsli::parse(&bytes, Mode::Compatible, &mut Warnings::new()).unwrap_err();
        (error.kind, error.place.offset)
    };
    assert_eq!(offset(|b| b.truncate(31)), (ErrorKind::Truncated, Some(0)));
    assert_eq!(offset(|b| b[0] = b'n'), (ErrorKind::BadMagic, Some(0)));
    assert_eq!(offset(|b| b[2] = 1), (ErrorKind::BadValue, Some(2)));
    assert_eq!(offset(|b| b[3] = 2), (ErrorKind::BadValue, Some(3)));
    assert_eq!(
        offset(|b| b[4..8].fill(0xFF)),
        (ErrorKind::BadValue, Some(4))
    );
    assert_eq!(offset(|b| b.truncate(95)), (ErrorKind::Truncated, Some(32)));
}

#[test]
fn odd_flags_and_sums_are_warned_about() {
    let bytes = changed(&[("A", Method::Stored, b"x")], |layout| {
        layout.entries[0].flags = 0x8001;
        layout.header.total_unpacked = 5;
    });
    let [strict, _] = first_member(&bytes);
    assert_eq!(strict.0.unwrap(), b"x");
    assert!(
        strict.1.contains("5 unpacked bytes") && strict.1.contains("0x8001"),
        "{}",
        strict.1
    );
}

#[test]
fn names_of_members_have_one_to_twelve_bytes() {
    assert!(Member::new("TWELVE_BYTES", Method::Stored, &[]).is_ok());
    assert!(Member::new("THIRTEEN_BYTE", Method::Stored, &[]).is_err());
    assert!(Member::new("", Method::Stored, &[]).is_err());
}
