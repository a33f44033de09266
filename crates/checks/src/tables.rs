//! The small formats: textures, materials, tables of names, assemblies.

use std::hint::black_box;

use msh_format::Warnings;
use msh_format::font::Font;
use msh_format::material::Mat0;
use msh_format::nres::EntryType;
use msh_format::palette::Palette;
use msh_format::prototype::Prototype;
use msh_format::texm::Texm;
use msh_format::unit::Unit;
use msh_format::wear::Wear;

pub(crate) fn font(data: &[u8]) {
    if let Ok(font) = Font::parse(data, &mut Warnings::new()) {
        check_texture(&font.texture);
        assert_eq!(font.to_bytes().unwrap(), data);
    }
}

pub(crate) fn palette(data: &[u8]) {
    if let Ok(palette) = Palette::parse(data, &mut Warnings::new()) {
        assert_eq!(palette.to_bytes().unwrap(), data);
    }
}

pub(crate) fn texm(data: &[u8]) {
    if let Ok(texture) = Texm::parse(data, &mut Warnings::new()) {
        check_texture(&texture);
        assert_eq!(texture.to_bytes().unwrap(), data);
    }
}

/// Every level decodes to its size, and pages lie in the texture.
fn check_texture(texture: &Texm) {
    for level in 0..texture.levels.len() {
        let (width, height) = texture.level_size(level);
        let pixels = texture.decode_level(level).unwrap();
        assert_eq!(pixels.len(), width as usize * height as usize * 4);
    }
    assert!(texture.decode_level(texture.levels.len()).is_err());
    let pages = texture.pages.as_ref().map_or(0, Vec::len);
    for page in 0..=pages {
        let transform = texture.cell_transform(Some(page));
        let ends = [0, 1].map(|axis| transform.offset[axis] + transform.scale[axis]);
        assert!(transform.offset.iter().all(|n| *n >= 0.0) && ends.iter().all(|n| *n <= 1.0));
    }
}

/// The first byte is the version, the second one the flags, which a directory has.
pub(crate) fn mat0(data: &[u8]) {
    let &[version, flags, ref data @ ..] = data else {
        return;
    };
    let (flags, version) = (flags.into(), version.into());
    let Ok(material) = Mat0::parse(data, flags, version, &mut Warnings::new()) else {
        return;
    };
    black_box((material.blend_mode(), material.ignores_texture_alpha()));
    for phase in &material.phases {
        black_box((phase.page(), phase.texture_name(), phase.opacity()));
    }
    for track in &material.tracks {
        black_box((track.mode(), track.mask()));
    }
    assert_eq!(material.to_bytes().unwrap(), data);
}

pub(crate) fn wear(data: &[u8]) {
    let mut warnings = Warnings::new();
    let Ok(table) = Wear::parse(data, &mut warnings) else {
        return;
    };
    assert_eq!(table.to_bytes().unwrap(), data);
    // The rows alone say the same.
    let rows = Wear {
        source: None,
        ..table
    };
    if let Ok(text) = rows.to_bytes() {
        assert_eq!(Wear::parse(&text, &mut warnings).unwrap(), rows);
    }
}

pub(crate) fn prototype(data: &[u8]) {
    let tag = EntryType::tag(*b"STAT");
    let Ok(prototype) = Prototype::parse(tag, data, &mut Warnings::new()) else {
        return;
    };
    for slot in prototype.used() {
        let _ = (
            slot.extension(),
            slot.has_extension("msh"),
            slot.is_parent(),
        );
    }
    assert_eq!(prototype.to_bytes().unwrap(), data);
}

pub(crate) fn unit(data: &[u8]) {
    let Ok(unit) = Unit::parse(data, &mut Warnings::new()) else {
        return;
    };
    assert_eq!(unit.parents.len(), unit.components.len());
    for (index, parent) in unit.parents.iter().enumerate() {
        assert_eq!(parent.is_none(), index == 0);
        assert!(parent.is_none_or(|parent| parent < index));
    }
    assert_eq!(unit.to_bytes().unwrap(), data);
}
