use super::*;
use crate::ErrorKind;

/// The worked example of `01-containers.md` 3.10.
fn worked_example() -> Vec<u8> {
    let mut builder = NresBuilder::new();
    builder
        .add(
            EntryType::tag(*b"WEAR"),
            [0, 0, 1],
            "c.wea",
            b"1\n0 X\n".to_vec(),
        )
        .unwrap();
    builder
        .add(
            EntryType::tag(*b"MAT0"),
            [2, 6, 0],
            "A_1",
            vec![0x11, 0x22, 0x33],
        )
        .unwrap();
    builder
        .add(
            EntryType::tag(*b"Texm"),
            [0, 0, 0],
            "ab.0",
            b"TEXMTEXM".to_vec(),
        )
        .unwrap();
    builder.to_bytes().unwrap()
}

#[test]
fn the_canonical_writer_gives_the_worked_example() {
    let bytes = worked_example();
    assert_eq!(bytes.len(), 232);
    assert_eq!(
        bytes[..16],
        *b"NRes\x00\x01\x00\x00\x03\x00\x00\x00\xE8\x00\x00\x00"
    );
    assert_eq!(bytes[0x10..0x18], *b"1\n0 X\n\0\0");
    assert_eq!(bytes[0x18..0x20], [0x11, 0x22, 0x33, 0, 0, 0, 0, 0]);
    let mut entry1 = b"MAT0\x02\0\0\0\x06\0\0\0\x03\0\0\0\0\0\0\0A_1".to_vec();
    entry1.resize(56, 0);
    entry1.extend([0x18, 0, 0, 0, 2, 0, 0, 0]);
    assert_eq!(bytes[0x68..0xA8], entry1[..]);
}

#[test]
fn the_search_table_is_the_permutation_not_the_rank() {
    let bytes = worked_example();
    let mut warnings = Warnings::new();
    let nres = Nres::parse(&bytes, &mut warnings).unwrap();
    let table: Vec<u32> = nres.entries().iter().map(|e| e.sort_index).collect();
    assert_eq!(table, [1, 2, 0]);
    assert!(warnings.is_empty());
}

#[test]
fn names_are_found_without_case() {
    let bytes = worked_example();
    let nres = Nres::parse(&bytes, &mut Warnings::new()).unwrap();
    assert_eq!(nres.directory().find(b"AB.0"), Some(2));
    assert_eq!(nres.directory().find(b"C.WEA"), Some(0));
    assert_eq!(nres.directory().find(b"missing"), None);
}

#[test]
fn a_rewrite_keeps_gaps_and_wrong_sort_indices() {
    let mut bytes = worked_example();
    bytes[0x17] = 0xAA; // padding that is not zero
    let sort = 232 - 4;
    bytes[sort..].copy_from_slice(&7u32.to_le_bytes());
    let mut warnings = Warnings::new();
    let nres = Nres::parse(&bytes, &mut warnings).unwrap();
    assert!(!warnings.is_empty());
    assert_eq!(nres.layout().unwrap().to_bytes().unwrap(), bytes);
}

#[test]
fn an_empty_archive_has_sixteen_bytes() {
    let bytes = NresBuilder::new().to_bytes().unwrap();
    assert_eq!(
        bytes,
        b"NRes\x00\x01\x00\x00\x00\x00\x00\x00\x10\x00\x00\x00"
    );
    assert_eq!(
        Nres::parse(&bytes, &mut Warnings::new())
            .unwrap()
            .entries()
            .len(),
        0
    );
}

#[test]
fn a_wrong_size_word_is_refused_with_its_offset() {
    let mut bytes = worked_example();
    bytes.push(0);
    let error = Nres::parse(&bytes, &mut Warnings::new()).unwrap_err();
    assert_eq!(error.kind, crate::ErrorKind::BadValue);
    assert_eq!(error.place.offset, Some(12));
}

#[test]
fn a_broken_header_is_refused_with_its_offset() {
    use crate::ErrorKind::{BadMagic, BadValue, Truncated};
    let changes = [
        (0, b'n', BadMagic, 0),
        (4, 1, BadValue, 4),
        (7, 1, BadValue, 4),
        (11, 0x80, BadValue, 8),
        (8, 4, Truncated, 8),
    ];
    for (at, value, kind, offset) in changes {
        let mut bytes = worked_example();
        bytes[at] = value;
        let error = Nres::parse(&bytes, &mut Warnings::new()).unwrap_err();
        let place = (error.kind, error.place.offset);
        assert_eq!(place, (kind, Some(offset)), "byte {at}");
    }
    for length in 0..16 {
        assert!(Nres::parse(&worked_example()[..length], &mut Warnings::new()).is_err());
    }
}

#[test]
fn odd_names_and_search_tables_are_warned_about() {
    let record = |index: usize| 0x28 + 64 * index;
    let warned = |change: &dyn Fn(&mut Vec<u8>), message: &str| {
        let mut bytes = worked_example();
        change(&mut bytes);
        let mut warnings = Warnings::new();
        let nres = Nres::parse(&bytes, &mut warnings).unwrap();
        // Whatever the table says, a name is found.
        assert_eq!(nres.directory().find(b"AB.0"), Some(2), "{message}");
        let list: Vec<String> = warnings.list().iter().map(ToString::to_string).collect();
        assert!(list.iter().any(|w| w.contains(message)), "{list:?}");
    };
    warned(
        &|b| b[record(0) + 0x14] = 0,
        "record 0, offset 0x28: the name is empty",
    );
    let full = |b: &mut Vec<u8>| b[record(0) + 0x14..][..36].fill(b'd');
    warned(&full, "record 0, offset 0x28: the name has no NUL");
    // The table is 1, 2, 0: a number twice, one out of range, the ranks instead.
    let table = |numbers: [u8; 3]| {
        move |b: &mut Vec<u8>| {
            for (index, number) in numbers.into_iter().enumerate() {
                b[record(index) + 0x3C] = number;
            }
        }
    };
    warned(
        &table([1, 1, 0]),
        "record 1, offset 0x68: sort index 1 makes no permutation",
    );
    warned(
        &table([1, 2, 3]),
        "record 2, offset 0xa8: sort index 3 makes no permutation",
    );
    warned(
        &table([2, 0, 1]),
        "record 2, offset 0xa8: names do not ascend",
    );
}

#[test]
fn a_directory_larger_than_the_file_is_refused() {
    let bytes = b"NRes\x00\x01\x00\x00\xFF\xFF\xFF\x7F\x10\x00\x00\x00";
    assert!(Nres::parse(bytes, &mut Warnings::new()).is_err());
}

#[test]
fn a_payload_outside_the_region_is_an_error_of_that_entry_only() {
    let mut bytes = worked_example();
    bytes[0x28 + 0x38] = 0xFF;
    let nres = Nres::parse(&bytes, &mut Warnings::new()).unwrap();
    assert!(nres.payload(0).is_err());
    assert_eq!(nres.payload(1).unwrap(), [0x11, 0x22, 0x33]);
}

#[test]
fn every_payload_that_overlaps_an_earlier_one_is_named() {
    let mut bytes = worked_example();
    // The first payload covers the whole region, so both others lie in it.
    bytes[0x28 + 0x0C] = 24;
    let mut warnings = Warnings::new();
    Nres::parse(&bytes, &mut warnings).unwrap();
    let records: Vec<_> = warnings.list().iter().map(|w| w.place.record).collect();
    assert_eq!(records, [Some(1), Some(2)]);
}

#[test]
fn payloads_off_the_multiples_of_8_and_bytes_of_no_entry_are_found_when_asked_for() {
    let strict = |bytes: &[u8]| {
        let mut warnings = Warnings::new();
        let nres = Nres::parse(bytes, &mut warnings).unwrap();
        assert!(warnings.is_empty(), "{warnings:?}");
        nres.directory().check_layout(bytes, &mut warnings);
        let list = warnings.list().iter();
        list.map(|w| (w.to_string(), w.harmless))
            .collect::<Vec<_>>()
    };
    assert_eq!(strict(&worked_example()), []);

    // Entry 1, three bytes at 0x18, moves up by one.
    let mut bytes = worked_example();
    bytes[0x28 + 64 + 0x38] = 0x19;
    let [(message, false), (_, true)] = &strict(&bytes)[..] else {
        panic!("{:?}", strict(&bytes));
    };
    assert!(message.contains("record 1, offset 0x68: the payload does not start on a multiple"));

    let mut bytes = worked_example();
    bytes[0x17] = 1;
    let expected = "NRes payloads, offset 0x16: padding that is not zero";
    assert_eq!(strict(&bytes), [(expected.to_owned(), true)]);

    let mut builder = NresBuilder::new();
    builder.keep_unindexed(b"0123456789");
    builder.add(EntryType(1), [0; 3], "a", vec![1; 5]).unwrap();
    let expected = "NRes payloads, offset 0x10: 16 bytes that no entry names";
    let bytes = builder.to_bytes().unwrap();
    assert_eq!(strict(&bytes), [(expected.to_owned(), true)]);
}

#[test]
fn gaps_are_padding_and_what_nothing_names() {
    let mut builder = NresBuilder::new();
    builder.keep_unindexed(b"0123456789");
    builder.add(EntryType(1), [0; 3], "a", vec![1; 5]).unwrap();
    let bytes = builder.to_bytes().unwrap();
    let nres = Nres::parse(&bytes, &mut Warnings::new()).unwrap();
    assert_eq!(nres.payload(0).unwrap(), [1; 5]);
    assert_eq!(nres.entries()[0].offset, 32);
    assert_eq!(nres.directory().gaps(), [16..32, 37..40]);
    assert_eq!(bytes[16..32], *b"0123456789\0\0\0\0\0\0");
}

#[test]
fn an_entry_without_a_readable_payload_is_written_as_stored() {
    let mut bytes = worked_example();
    bytes[0x28 + 0x38] = 0xFF;
    let nres = Nres::parse(&bytes, &mut Warnings::new()).unwrap();
    let payload = |index| nres.payload(index).unwrap_or_default().to_vec();
    let layout = Layout {
        entries: nres.entries().to_vec(),
        payloads: (0..3).map(payload).collect(),
        region: bytes[16..0x28].to_vec(),
    };
    assert_eq!(layout.to_bytes().unwrap(), bytes);
}

#[test]
fn payloads_that_overlap_over_and_over_are_not_copied() {
    let image = |members: u32| {
        let mut builder = NresBuilder::new();
        for number in 0..members {
            let payload = if number == 0 {
                vec![0; 10_000]
            } else {
                Vec::new()
            };
            let name = format!("m{number}");
            builder.add(EntryType(1), [0; 3], &name, payload).unwrap();
        }
        let mut bytes = builder.to_bytes().unwrap();
        let directory = bytes.len() - 64 * members as usize;
        for number in 1..members as usize {
            let record = directory + 64 * number;
            bytes[record + 12..record + 16].copy_from_slice(&10_000u32.to_le_bytes());
            bytes[record + 56..record + 60].copy_from_slice(&16u32.to_le_bytes());
        }
        bytes
    };
    let layout = |bytes: &[u8]| Nres::parse(bytes, &mut Warnings::new()).unwrap().layout();
    assert!(layout(&image(2)).is_ok());
    let error = layout(&image(60_000)).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Limit);
    assert!(error.to_string().contains("600000000 bytes"), "{error}");
}
