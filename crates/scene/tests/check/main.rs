//! The whole demo root, checked: clean as it is, and with one kind of damage after another.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod damage;
mod demo;

use demo::Demo;
use msh_format::Warnings;
use msh_format::nres::{EntryType, Nres, NresBuilder};
use msh_format::rsli::{Member, Method, RsliBuilder};
use msh_scene::check;
use msh_scene::kind::Hint;

#[test]
fn the_demo_is_clean() {
    let report = Demo::read().check();
    assert!(report.problems.is_empty(), "{:#?}", report.problems);
}

#[test]
fn what_no_shipped_file_has_is_a_note_and_no_problem() {
    let report = Demo::read().check();
    let stretched = |n: &msh_scene::problems::Problem| n.message.contains("is not uniform");
    assert_eq!(report.notes.iter().filter(|n| stretched(n)).count(), 2);
    let rare = report.notes.iter().filter(|n| !stretched(n));
    assert!(rare.clone().count() > 0 && rare.clone().all(|n| n.message.contains("never shipped")));
}

#[test]
fn everything_in_the_root_is_counted() {
    let totals = Demo::read().check().totals;
    assert_eq!((totals.missions, totals.maps, totals.archives), (1, 1, 11));
    assert_eq!((totals.objects, totals.components), (230, 300));
    assert_eq!(totals.lightmaps, 2);
}

#[test]
fn a_mission_is_followed_to_what_it_names_and_no_further() {
    let mut demo = Demo::read();
    demo.remove_member("objects.rlb", "s_wall_01");
    demo.edit_member("Material.lib", "ENV_STARS", |bytes| bytes.truncate(3));
    let report = demo.check_mission();
    let places: Vec<&str> = report.problems.iter().map(|p| &*p.place).collect();
    // The stars are in no mission's reach: only the check of the root lists them.
    assert_eq!(places, ["MISSIONS/Single.01 -> object 223 s_wall_01"]);
    assert_eq!(demo.check().problems.len(), 2);
}

#[test]
fn a_folder_that_is_missing_everything_is_checked_to_the_end() {
    let mut demo = Demo::read();
    demo.files.clear();
    let report = demo.check();
    let places: Vec<&str> = report.problems.iter().map(|p| &*p.place).collect();
    assert_eq!(places, ["Material.lib", "objects.rlb"]);
}

/// No mission can name it, as no CP1251 text can.
#[test]
fn a_unit_whose_name_is_outside_cp1251_is_read_by_itself() {
    let mut demo = Demo::read();
    let unit = demo.file("UNITS/UNITS/BATTLE/grazer.dat")[..50].to_vec();
    demo.files.insert("UNITS/日本.dat".to_owned(), unit.clone());
    demo.files.insert("UNITS/Завод.dat".to_owned(), unit);
    let problems = demo.check().problems;
    let places: Vec<&str> = problems.iter().map(|problem| &*problem.place).collect();
    assert_eq!(places, ["UNITS/Завод.dat", "UNITS/日本.dat"]);
}

/// Whatever else needs the library is an effect of that and no problem of its own.
#[test]
fn a_missing_library_is_one_problem_that_says_how_much_needs_it() {
    let message = |library: &str| {
        let mut demo = Demo::read();
        demo.files.remove(library);
        let report = demo.check();
        let problems: Vec<String> = report.problems.iter().map(ToString::to_string).collect();
        assert_eq!(problems.len(), 1, "{problems:#?}");
        let start =
            format!("error: {library}: the archive \"{library}\" was not found in the game root; ");
        let message = problems[0].strip_prefix(&start);
        (message.unwrap().to_owned(), report.effects)
    };
    let (text, effects) = message("LightMap.lib");
    assert_eq!(text, "2 references to it fail");
    let places: Vec<&str> = effects.iter().map(|effect| &*effect.place).collect();
    let of = |object: &str| format!(r"MISSIONS/Single.01 -> object {object}.wea");
    assert_eq!(
        places,
        [
            of(
                r"0 UNITS\BUILDS\PREBLD\plant.dat -> component 0 fr_l_plant -> fortif.rlb::fr_l_plant"
            ),
            of(
                r"1 UNITS\BUILDS\PREBLD\bunker.dat -> component 0 fr_l_bunker -> fortif.rlb::fr_l_bunker"
            ),
        ]
    );
    assert_eq!(message("Material.lib").0, "everything is drawn plain");
    for library in ["Textures.lib", "static.rlb", "guns.rlb"] {
        let (text, effects) = message(library);
        assert_eq!(text, format!("{} references to it fail", effects.len()));
    }
}

/// Problems and notes of a file, by place and message.
fn check_file(name: &str, bytes: &[u8]) -> [Vec<(String, String)>; 2] {
    let hint = Hint { name, entry: None };
    let report = check::file(name, hint, bytes).unwrap();
    let list = |list: Vec<msh_scene::problems::Problem>| {
        list.into_iter().map(|p| (p.place, p.message)).collect()
    };
    [list(report.problems), list(report.notes)]
}

fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = NresBuilder::new();
    for (name, payload) in members {
        builder
            .add(EntryType(7), [0; 3], name, payload.to_vec())
            .unwrap();
    }
    builder.to_bytes().unwrap()
}

#[test]
fn archives_may_lie_four_deep_in_each_other() {
    let mut bytes = archive(&[("a", b"1"), ("b", b"2")]);
    for _ in 0..3 {
        bytes = archive(&[("in", &bytes), ("beside", b"3")]);
    }
    assert_eq!(check_file("a.rlb", &bytes), [vec![], vec![]]);
    let [problems, _] = check_file("a.rlb", &archive(&[("in", &bytes)]));
    let [(place, message)] = &problems[..] else {
        panic!("{problems:?}");
    };
    assert_eq!(place, "a.rlb::in::in::in::in");
    assert!(message.contains("more than 4 deep"), "{message}");
}

#[test]
fn an_archive_that_shares_its_bytes_over_and_over_is_not_read_over_and_over() {
    let mut bytes = archive(&[("a", b"12345678")]);
    for _ in 0..3 {
        let names: Vec<String> = (0..200).map(|n| format!("{n}")).collect();
        let mut members: Vec<(&str, &[u8])> = names.iter().map(|n| (&**n, &b""[..])).collect();
        members[0].1 = &bytes;
        let mut again = archive(&members);
        // Every member is the first one.
        let directory = again.len() - 200 * 64;
        let (first, others) = again[directory..].split_at_mut(64);
        for record in others.chunks_exact_mut(64) {
            record[12..16].copy_from_slice(&first[12..16]);
            record[56..60].copy_from_slice(&first[56..60]);
        }
        bytes = again;
    }
    let [problems, _] = check_file("a.rlb", &bytes);
    let is_sharing = |(_, message): &&(String, String)| message.contains("share the");
    assert_eq!(problems.iter().filter(is_sharing).count(), 1);
}

#[test]
fn odd_layout_is_a_problem_or_a_note_of_the_archive() {
    let mut bytes = archive(&[("a", b"123"), ("b", b"45")]);
    let directory = bytes.len() - 128;
    // One byte to the front: its last byte becomes padding, and the padding before it is short.
    bytes[directory + 64 + 56] -= 1;
    bytes[20] = 9;
    let [problems, notes] = check_file("a.rlb", &bytes);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].1.contains("record 1") && problems[0].1.contains("multiple of 8"));
    let notes: Vec<&str> = notes.iter().map(|(_, message)| &**message).collect();
    let expected = [
        "NRes payloads, offset 0x13: 4 bytes that no entry names",
        "NRes payloads, offset 0x19: padding that is not zero",
    ];
    assert_eq!(notes, expected);
}

#[test]
fn odd_layout_of_a_ground_is_a_note_of_its_map() {
    let mut demo = Demo::read();
    let bytes = demo.file("DATA/MAPS/Isle/Land.msh");
    let mut warnings = Warnings::new();
    let gaps = Nres::parse(bytes, &mut warnings)
        .unwrap()
        .directory()
        .gaps();
    let padding = gaps[0].start;
    assert_eq!(bytes[padding], 0);
    bytes[padding] = 9;
    let report = demo.check();
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    let notes: Vec<String> = report.notes.iter().map(ToString::to_string).collect();
    let place = "MISSIONS/Single.01 -> data.tma -> DATA/MAPS/Isle/land.msh";
    let expected = format!("NRes payloads, offset {padding:#x}: padding that is not zero");
    assert!(
        notes
            .iter()
            .any(|note| note.contains(place) && note.contains(&expected)),
        "{notes:#?}"
    );
}

#[test]
fn a_packed_library_is_one_problem_as_a_missing_one_is() {
    let mut demo = Demo::read();
    *demo.file("Textures.lib") = RsliBuilder::new(7).to_bytes().unwrap();
    let report = demo.check();
    let places: Vec<&str> = report.problems.iter().map(|p| &*p.place).collect();
    assert_eq!(places, ["Textures.lib"]);
    assert_eq!(report.effects.len(), 78);
}

#[test]
fn a_packed_archive_is_read_strictly_and_its_members_with_it() {
    let mut builder = RsliBuilder::new(7);
    let member = Member::new("B.TEX", Method::Stored, b"no texture").unwrap();
    builder.add(member);
    let mut archive = builder.to_bytes().unwrap();
    let places = |bytes: &[u8]| -> Vec<String> {
        let hint = Hint {
            name: "a.lib",
            entry: None,
        };
        let report = check::file("a.lib", hint, bytes).unwrap();
        report.problems.into_iter().map(|p| p.place).collect()
    };
    assert_eq!(places(&archive), ["a.lib::B.TEX"]);
    // The second count of members, which the game does not look at.
    archive[6] = 9;
    assert_eq!(places(&archive), ["a.lib"]);
}
