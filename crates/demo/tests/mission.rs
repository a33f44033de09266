//! The committed mission: what it places resolves, and what it is there to show holds.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on fails"
)]

use std::path::{Path, PathBuf};

use msh_format::mission_cfg::MissionCfg;
use msh_format::msh::Msh;
use msh_format::nres::Nres;
use msh_format::text::decode;
use msh_format::tma::{Tma, TmaObject};
use msh_format::unit::Unit;
use msh_format::{Warning, Warnings};

const FOLDER: &str = "MISSIONS/Single.01";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/demo")
}

fn file(path: &str) -> Vec<u8> {
    std::fs::read(root().join(path)).unwrap()
}

fn mission() -> Tma {
    Tma::parse(&file(&format!("{FOLDER}/data.tma")), &mut Warnings::new()).unwrap()
}

fn unit(object: &TmaObject) -> Unit {
    let path = decode(&object.path).replace('\\', "/");
    Unit::parse(&file(&path), &mut Warnings::new()).unwrap()
}

fn prototype_keys() -> Vec<String> {
    let bytes = file("objects.rlb");
    let objects = Nres::parse(&bytes, &mut Warnings::new()).unwrap();
    objects
        .entries()
        .iter()
        .map(|e| e.name.to_string())
        .collect()
}

#[test]
fn the_only_warnings_are_of_the_two_scales_that_are_not_uniform() {
    let bytes = file(&format!("{FOLDER}/data.tma"));
    let mut warnings = Warnings::new();
    let mission = Tma::parse(&bytes, &mut warnings).unwrap();
    assert_eq!(mission.to_bytes().unwrap(), bytes);
    let texts: Vec<String> = warnings.list().iter().map(Warning::to_string).collect();
    assert_eq!(texts.len(), 2, "{texts:?}");
    assert!(
        texts.iter().all(|text| text.contains("not uniform")),
        "{texts:?}"
    );
}

#[test]
fn every_placed_object_leads_to_prototypes() {
    let keys = prototype_keys();
    for object in &mission().objects {
        let wanted: Vec<String> = if object.kind < 2 {
            let components = unit(object).components;
            components.iter().map(|c| c.key.to_string()).collect()
        } else {
            vec![decode(&object.path)]
        };
        for key in wanted {
            assert!(keys.contains(&key), "{key}");
        }
    }
}

#[test]
fn one_object_is_mirrored() {
    let negative = |object: &&TmaObject| object.scale.iter().product::<f32>() < 0.0;
    let objects = mission().objects;
    let mirrored: Vec<&TmaObject> = objects.iter().filter(negative).collect();
    assert_eq!(mirrored.len(), 1);
    assert_eq!(mirrored[0].path, b"s_arch_01");
}

#[test]
fn the_hero_starts_at_a_vertex_of_the_bunker() {
    let mission = mission();
    let hero = mission.objects.iter().find(|o| o.host >= 0).unwrap();
    assert_eq!(unit(hero).class_word, 0x0102_0000);
    let host = mission
        .objects
        .iter()
        .find(|o| o.logical_id == hero.host)
        .unwrap();
    assert_eq!(unit(host).components[0].key.as_bytes(), b"fr_l_bunker");
    let archive = file("fortif.rlb");
    let archive = Nres::parse(&archive, &mut Warnings::new()).unwrap();
    let bytes = archive
        .payload(archive.directory().find(b"fr_l_bunker.msh").unwrap())
        .unwrap();
    let bunker = Msh::parse(bytes, &mut Warnings::new()).unwrap();
    let hall_way = bunker.hall_way.unwrap();
    let vertex = hall_way.vertices[usize::try_from(hero.vertex).unwrap()];
    // In the control room, 1.4 above its floor.
    assert_eq!(vertex.node, 2);
}

#[test]
fn logical_ids_are_unique() {
    let mission = mission();
    let ids = mission.objects.iter().map(|o| o.logical_id);
    let mut ids: Vec<i32> = ids.filter(|id| *id >= 0).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
}

#[test]
fn the_title_is_russian_and_english() {
    assert_eq!(
        decode(&file(&format!("{FOLDER}/descr"))),
        "Остров (The Island)"
    );
    let description = mission().description_text();
    assert_eq!(description, "Остров (The Island)");
}

#[test]
fn configuration_and_briefing_are_read_without_a_warning() {
    let mut warnings = Warnings::new();
    let cfg = MissionCfg::parse(&file(&format!("{FOLDER}/mission.cfg")), &mut warnings);
    assert_eq!(cfg.get("minimap", "minimap"), Some("isle.tex"));
    assert_eq!(
        cfg.get("bonus_objectives", "objective1"),
        Some("Найти жилу руды # 2")
    );
    let briefing = MissionCfg::parse(&file(&format!("{FOLDER}/briefing.cfg")), &mut warnings);
    for key in [
        "CameraX", "CameraY", "CameraZ", "TargetX", "TargetY", "TargetZ",
    ] {
        assert!(briefing.get("WayPoint0", key).is_some(), "{key}");
    }
    let texts: Vec<String> = warnings.list().iter().map(Warning::to_string).collect();
    assert!(texts.is_empty(), "{texts:?}");
}
