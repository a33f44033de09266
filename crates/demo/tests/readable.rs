//! The committed game root is read back without a warning.

use std::path::Path;

use msh_format::land::Land;
use msh_format::land_map::LandMap;
use msh_format::material::Mat0;
use msh_format::nres::Nres;
use msh_format::sky::Sky;
use msh_format::texm::Texm;
use msh_format::wear::Wear;
use msh_format::{Warning, Warnings};

fn read(path: &str) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/demo");
    std::fs::read(root.join(path)).unwrap_or_default()
}

fn texts(warnings: &Warnings) -> Vec<String> {
    warnings.list().iter().map(Warning::to_string).collect()
}

#[test]
fn textures_warn_only_of_the_two_formats_the_game_never_shipped() {
    let library = read("Textures.lib");
    let mut warnings = Warnings::new();
    let library = Nres::parse(&library, &mut warnings).unwrap();
    for index in 0..library.entries().len() {
        Texm::parse(library.payload(index).unwrap(), &mut warnings).unwrap();
    }
    let texts = texts(&warnings);
    assert!(texts.iter().any(|t| t.contains("format 556")), "{texts:?}");
    assert!(texts.iter().any(|t| t.contains("format 88")), "{texts:?}");
    assert!(
        texts.iter().all(|t| t.contains("never shipped")),
        "{texts:?}"
    );
}

#[test]
fn materials_give_no_warning() {
    let library = read("Material.lib");
    let mut warnings = Warnings::new();
    let library = Nres::parse(&library, &mut warnings).unwrap();
    for (index, entry) in library.entries().iter().enumerate() {
        let [flags, version, _] = entry.attr;
        let payload = library.payload(index).unwrap();
        Mat0::parse(payload, flags, version, &mut warnings).unwrap();
    }
    assert!(texts(&warnings).is_empty(), "{:?}", texts(&warnings));
}

#[test]
fn map_and_sky_give_no_warning() {
    let mut warnings = Warnings::new();
    Land::parse(&read("DATA/MAPS/Isle/Land.msh"), &mut warnings).unwrap();
    LandMap::parse(&read("DATA/MAPS/Isle/Land.map"), &mut warnings).unwrap();
    Wear::parse(&read("DATA/MAPS/Isle/Land1.wea"), &mut warnings).unwrap();
    Wear::parse(&read("DATA/MAPS/Isle/Land2.wea"), &mut warnings).unwrap();
    Sky::parse(&read("MISSIONS/Single.01/sky.ske"), &mut warnings).unwrap();
    Wear::parse(&read("MISSIONS/Single.01/sky.wea"), &mut warnings).unwrap();
    assert!(texts(&warnings).is_empty(), "{:?}", texts(&warnings));
}
