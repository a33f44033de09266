use msh_format::nres::{EntryType, Nres, NresBuilder};
use msh_format::rsli::{self, Codec, Member, Method, Mode, Rsli, RsliBuilder};

use super::*;

fn folder(bytes: &[u8]) -> Folder {
    let mut warnings = Warnings::new();
    let archive = Archive::parse(bytes, &mut warnings).unwrap();
    let all: Vec<usize> = (0..archive.names().len()).collect();
    let (mut folder, _) = Folder::of(&archive, bytes, &all, &mut warnings);
    // As it comes back from a file.
    let text = serde_json::to_string(&folder.manifest).unwrap();
    folder.manifest = Manifest::from_json(text.as_bytes()).unwrap();
    folder
}

fn packed(folder: &Folder) -> Vec<u8> {
    folder.to_archive(&mut Warnings::new()).unwrap()
}

fn members(bytes: &[u8]) -> Vec<Vec<u8>> {
    let archive = Archive::parse(bytes, &mut Warnings::new()).unwrap();
    let read = |index| archive.member(index, &mut Warnings::new()).unwrap();
    (0..archive.names().len()).map(read).collect()
}

/// The manifest as a user edits it.
fn edit(folder: &mut Folder, change: impl FnOnce(&mut serde_json::Value)) {
    let mut value = serde_json::to_value(&folder.manifest).unwrap();
    change(&mut value);
    folder.manifest = Manifest::from_json(value.to_string().as_bytes()).unwrap();
}

fn nres() -> NresBuilder {
    let mut builder = NresBuilder::new();
    let mut add = |tag, name, payload: &[u8]| {
        builder
            .add(EntryType::tag(tag), [1, 2, 3], name, payload.to_vec())
            .unwrap();
    };
    add(*b"Texm", "b.0", b"twelve bytes");
    add(*b"MAT0", "A_1", b"abc");
    add([12, 0, 0, 0], "дом", b"");
    builder
}

/// Bytes that nothing names, a wrong search table, a name with a tail, non-zero padding.
fn odd_nres() -> Vec<u8> {
    let mut builder = nres();
    builder.keep_unindexed(b"nobody names these");
    let mut bytes = builder.to_bytes().unwrap();
    let directory = bytes.len() - 3 * 64;
    bytes[directory - 1] = 0x77;
    bytes[directory + 0x14 + 10] = b'!';
    bytes[directory + 0x3C] = 2;
    bytes
}

/// Every method that can be written, a gap and a trailer, a header with odd words.
fn odd_rsli() -> Vec<u8> {
    let mut builder = RsliBuilder::new(0x1234_C35A);
    for (number, method) in Method::ALL.into_iter().enumerate() {
        if method.codec() != Codec::Huffman {
            let data = b"Parkan Parkan Parkan".repeat(number + 1);
            builder.add(Member::new(&format!("M{}", 9 - number), method, &data).unwrap());
        }
    }
    let mut huffman = Member::new("HUFF", Method::Stored, b"").unwrap();
    huffman.flags = Method::HuffmanXor.number() | 1;
    huffman.packed = vec![0xE6, 0xF3, 0xB9, 0xF2, 0x60, 0x20];
    huffman.unpacked_size = 13;
    huffman.unk_0c = [1, 2, 3, 4];
    builder.add(huffman);
    let mut layout = builder.layout().unwrap();
    layout.header.unk_08[3] = 9;
    layout.header.total_unpacked = 1;
    layout.body.extend(*b"a gap AO\0\0\0\0");
    layout.to_bytes().unwrap()
}

#[test]
fn an_archive_of_our_writer_needs_no_places() {
    let bytes = nres().to_bytes().unwrap();
    let folder = folder(&bytes);
    let value = serde_json::to_value(&folder.manifest).unwrap();
    let expected = serde_json::json!({"kind": "nres", "entries": [
        {"file": "b.0", "name": "b.0", "type": "Texm", "attr1": 1, "attr2": 2, "attr3": 3},
        {"file": "A_1", "name": "A_1", "type": "MAT0", "attr1": 1, "attr2": 2, "attr3": 3},
        {"file": "дом", "name": "дом", "type": 12, "attr1": 1, "attr2": 2, "attr3": 3},
    ]});
    assert_eq!(value, expected);
    assert!(folder.rest.is_empty());
    assert_eq!(packed(&folder), bytes);
}

#[test]
fn an_unchanged_folder_is_the_archive_it_came_from() {
    for bytes in [odd_nres(), odd_rsli()] {
        assert_eq!(packed(&folder(&bytes)), bytes);
    }
    let empty = [
        NresBuilder::new().to_bytes().unwrap(),
        RsliBuilder::new(7).to_bytes().unwrap(),
    ];
    for bytes in empty {
        assert_eq!(packed(&folder(&bytes)), bytes);
    }
}

#[test]
fn every_damage_that_can_be_read_is_kept() {
    // Marsaglia's xorshift; any fixed seed but 0 serves.
    let mut state = 0x9E37_79B9_u32;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as usize
    };
    for bytes in [odd_nres(), odd_rsli()] {
        for _ in 0..2_000 {
            let mut damaged = bytes.clone();
            for _ in 0..=next() % 3 {
                let index = next() % damaged.len();
                damaged[index] ^= 1 << (next() % 8);
            }
            if Archive::parse(&damaged, &mut Warnings::new()).is_ok() {
                assert!(packed(&folder(&damaged)) == damaged);
            }
        }
    }
}

#[test]
fn members_that_overlap_are_kept() {
    let mut bytes = nres().to_bytes().unwrap();
    let directory = bytes.len() - 3 * 64;
    bytes[directory + 64 + 0x38] -= 8;
    let mut folder = folder(&bytes);
    assert_eq!(packed(&folder), bytes);
    folder.members[1] = Some(b"new".to_vec());
    assert_eq!(
        members(&packed(&folder)),
        [&b"twelve bytes"[..], b"new", b""]
    );
}

#[test]
fn a_member_of_the_same_size_stays_in_its_place() {
    let bytes = odd_nres();
    let mut folder = folder(&bytes);
    folder.members[1] = Some(b"xyz".to_vec());
    let changed = packed(&folder);
    let differing = bytes.iter().zip(&changed).filter(|(a, b)| a != b).count();
    assert_eq!((changed.len(), differing), (bytes.len(), 3));
}

#[test]
fn a_member_of_another_size_moves_the_others_and_loses_nothing() {
    let mut folder = folder(&odd_nres());
    folder.members[0] = Some(b"of another size".to_vec());
    let mut warnings = Warnings::new();
    let changed = folder.to_archive(&mut warnings).unwrap();
    assert!(warnings.list()[0].message.contains("new places"));
    assert_eq!(members(&changed), [&b"of another size"[..], b"abc", b""]);
    assert!(changed.windows(18).any(|w| w == b"nobody names these"));
    let archive = Nres::parse(&changed, &mut Warnings::new()).unwrap();
    assert_eq!(archive.entries()[0].name.0[10], b'!');
    assert!(archive.entries().iter().all(|e| e.offset % 8 == 0));
}

#[test]
fn what_is_wrong_in_a_manifest_has_a_line() {
    for bytes in [odd_nres(), odd_rsli()] {
        let text = serde_json::to_string_pretty(&folder(&bytes).manifest).unwrap();
        assert!(text.starts_with("{\n  \"kind\": "), "{text}");
        let name = text.find("\"name\"").unwrap();
        let line = text[..name].lines().count();
        let broken = text.replacen("\"name\"", "\"nmae\"", 1);
        let error = Manifest::from_json(broken.as_bytes()).unwrap_err();
        assert_eq!(error.line(), line, "{error}");
        assert!(error.to_string().contains("nmae"), "{error}");
    }
}

#[test]
fn a_new_name_is_sorted_anew() {
    let mut folder = folder(&nres().to_bytes().unwrap());
    edit(&mut folder, |manifest| {
        manifest["entries"][1]["name"] = "z".into()
    });
    let bytes = packed(&folder);
    let mut warnings = Warnings::new();
    let archive = Nres::parse(&bytes, &mut warnings).unwrap();
    assert_eq!(archive.directory().find(b"Z"), Some(1));
    assert!(warnings.is_empty());
}

#[test]
fn a_new_name_of_a_packed_archive_is_sorted_anew() {
    let mut builder = RsliBuilder::new(7);
    for (name, method) in [
        ("B", Method::Stored),
        ("C", Method::Lzss),
        ("A", Method::Deflate),
    ] {
        builder.add(Member::new(name, method, name.as_bytes()).unwrap());
    }
    let bytes = builder.to_bytes().unwrap();
    let mut folder = folder(&bytes);
    edit(&mut folder, |manifest| {
        manifest["entries"][0]["name"] = "Z".into()
    });
    let changed = packed(&folder);
    assert_eq!(changed.len(), bytes.len());
    let archive = Rsli::parse(&changed, Mode::Strict, &mut Warnings::new()).unwrap();
    let table = archive.entries().iter().map(|e| e.sort_to_original);
    assert_eq!(table.collect::<Vec<_>>(), [2, 1, 0]);
    assert_eq!(members(&changed), members(&bytes));
}

#[test]
fn a_search_table_of_a_packed_archive_that_is_wrong_comes_back() {
    let mut builder = RsliBuilder::new(7);
    for name in ["B", "A"] {
        builder.add(Member::new(name, Method::Stored, b"x").unwrap());
    }
    let mut layout = builder.layout().unwrap();
    layout.entries[0].sort_to_original = 77;
    for presorted in [rsli::Header::PRESORTED, 0] {
        layout.header.presorted = presorted;
        let bytes = layout.to_bytes().unwrap();
        assert_eq!(packed(&folder(&bytes)), bytes);
    }
}

#[test]
fn a_name_that_no_reader_likes_is_packed_with_a_warning() {
    for (name, message) in [("", "the name is empty"), (&"n".repeat(36), "no NUL")] {
        let mut folder = folder(&nres().to_bytes().unwrap());
        edit(&mut folder, |manifest| {
            manifest["entries"][1]["name"] = name.into()
        });
        let mut warnings = Warnings::new();
        folder.to_archive(&mut warnings).unwrap();
        assert_eq!(warnings.list().len(), 1);
        assert!(warnings.list()[0].message.contains(message));
    }
}

#[test]
fn a_type_is_a_number_or_four_printable_characters() {
    for tag in ["", "abc", "abcde", "Жа", "a\u{1}bc"] {
        let mut folder = folder(&nres().to_bytes().unwrap());
        edit(&mut folder, |manifest| {
            manifest["entries"][1]["type"] = tag.into()
        });
        let error = folder.to_archive(&mut Warnings::new()).unwrap_err();
        assert_eq!(error.place.entry.as_deref(), Some("A_1"), "{tag:?}");
    }
}

#[test]
fn entries_can_be_taken_out_and_added() {
    for bytes in [odd_nres(), odd_rsli()] {
        let mut folder = folder(&bytes);
        folder.members.remove(0);
        edit(&mut folder, |manifest| {
            manifest["entries"].as_array_mut().unwrap().remove(0);
        });
        assert_eq!(members(&packed(&folder)), members(&bytes)[1..]);
        folder.members.push(Some(b"more".to_vec()));
        edit(&mut folder, |manifest| {
            let mut entry = manifest["entries"][0].clone();
            entry.as_object_mut().unwrap().remove("stored");
            entry["name"] = "MORE".into();
            manifest["entries"].as_array_mut().unwrap().push(entry);
        });
        assert_eq!(members(&packed(&folder)).last().unwrap(), b"more");
    }
}

#[test]
fn a_changed_packed_member_leaves_the_others_as_they_were_packed() {
    let bytes = odd_rsli();
    let mut folder = folder(&bytes);
    folder.members[2] = Some(b"something else".to_vec());
    let changed = packed(&folder);
    let mut expected = members(&bytes);
    expected[2] = b"something else".to_vec();
    assert_eq!(members(&changed), expected);
    let read = |bytes: &'static [u8]| Rsli::parse(bytes, Mode::Compatible, &mut Warnings::new());
    let (old, new) = (read(bytes.leak()).unwrap(), read(changed.leak()).unwrap());
    for index in [0, 1, 3, 4, 5] {
        let packed = |archive: &Rsli<'static>| archive.packed(index, &mut Warnings::new()).unwrap();
        assert_eq!(packed(&old), packed(&new));
    }
    assert_eq!(new.header().unk_08, old.header().unk_08);
    assert_eq!(new.entries()[5].unk_0c, [1, 2, 3, 4]);
    assert_eq!(new.overlay(), Some(0));
}

#[test]
fn a_changed_huffman_member_is_packed_with_lzss() {
    let mut folder = folder(&odd_rsli());
    folder.members[5] = Some(b"new".to_vec());
    let mut warnings = Warnings::new();
    let bytes = folder.to_archive(&mut warnings).unwrap();
    assert!(warnings.list().iter().any(|w| w.message.contains("HUFF")));
    let archive = Rsli::parse(&bytes, Mode::Strict, &mut Warnings::new()).unwrap();
    assert_eq!(archive.entries()[5].flags, Method::LzssXor.number() | 1);
    assert_eq!(archive.member(5, &mut Warnings::new()).unwrap(), b"new");
}

#[test]
fn some_members_are_an_archive_of_their_own() {
    for (bytes, wanted) in [(odd_nres(), [0, 1]), (odd_rsli(), [1, 4])] {
        let mut warnings = Warnings::new();
        let archive = Archive::parse(&bytes, &mut warnings).unwrap();
        let (folder, _) = Folder::of(&archive, &bytes, &wanted, &mut warnings);
        assert!(!folder.manifest.has_rest());
        let all = members(&bytes);
        assert_eq!(
            members(&packed(&folder)),
            wanted.map(|index| all[index].clone())
        );
    }
}

#[test]
fn an_unreadable_member_is_named_and_kept_where_it_was() {
    let mut bytes = nres().to_bytes().unwrap();
    let directory = bytes.len() - 3 * 64;
    bytes[directory + 64 + 0x3A] = 1;
    let archive = Archive::parse(&bytes, &mut Warnings::new()).unwrap();
    let (_, errors) = Folder::of(&archive, &bytes, &[0, 1, 2], &mut Warnings::new());
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].place.entry.as_deref(), Some("A_1"));
    let mut folder = folder(&bytes);
    assert_eq!(folder.manifest.files(), [Some("b.0"), None, Some("дом")]);
    assert_eq!(packed(&folder), bytes);
    folder.members[0] = Some(b"of another size".to_vec());
    let error = folder.to_archive(&mut Warnings::new()).unwrap_err();
    assert_eq!(error.place.entry.as_deref(), Some("A_1"));
}

#[test]
fn a_manifest_with_numbers_out_of_this_world_is_no_danger() {
    for bytes in [odd_nres(), odd_rsli()] {
        for number in [0_u64, 1, u64::from(u32::MAX), u64::MAX] {
            for key in ["region_size", "count"] {
                let mut folder = folder(&bytes);
                edit(&mut folder, |manifest| {
                    if let Some(value) = manifest["stored"].get_mut(key) {
                        *value = number.into();
                    }
                });
                // Whatever comes out, nothing is allocated for it.
                drop(folder.to_archive(&mut Warnings::new()));
            }
            let mut folder = folder(&bytes);
            edit(&mut folder, |manifest| {
                manifest["stored"]["gaps"] = serde_json::json!([[number, number]]);
            });
            drop(folder.to_archive(&mut Warnings::new()));
            let length = folder.rest.len();
            edit(&mut folder, |manifest| {
                manifest["stored"]["gaps"] = serde_json::json!([[number, length]]);
            });
            drop(folder.to_archive(&mut Warnings::new()));
        }
    }
}

#[test]
fn every_name_field_comes_back() {
    for byte in 1..=255 {
        for field in [
            [byte, 0, 0],
            [byte, byte, byte],
            [byte, 0, byte],
            [0, byte, 0],
        ] {
            let field = msh_format::text::FixedStr(field);
            let (name, tail) = text::split(&field);
            assert_eq!(text::join::<3>(&name, &tail).unwrap(), field);
        }
    }
    assert!(text::join::<3>("ab", &hex::Hex(vec![1])).is_err());
    assert!(text::join::<3>("abcd", &hex::Hex::default()).is_err());
}
