//! The whole demo root, checked: clean as it is, and with one kind of damage after another.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod damage;
mod demo;

use demo::Demo;
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
    assert_eq!(places, ["objects.rlb", "Material.lib"]);
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
