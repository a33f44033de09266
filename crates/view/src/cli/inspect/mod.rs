//! `inspect` of a single file or archive member, one file per kind.
//!
//! Each kind has a report: what JSON shows is its fields, what people read is its [`Display`].

mod archive;
mod config;
mod control;
mod damage;
mod font;
mod hall_way;
mod land;
mod land_map;
mod material;
mod model;
mod palette;
mod plan;
mod points;
mod prototype;
mod raw;
mod rsli;
mod sky;
mod table;
#[cfg(test)]
mod tests;
mod texture;
mod unit;
mod wear;

use std::fmt::{self, Display};

use msh_format::Warnings;
use msh_format::base_plan::BasePlan;
use msh_format::control::Control;
use msh_format::damage::DamageTable;
use msh_format::font::Font;
use msh_format::land::Land;
use msh_format::land_map::LandMap;
use msh_format::material::Mat0;
use msh_format::mission_cfg::MissionCfg;
use msh_format::msh::Msh;
use msh_format::nres::Nres;
use msh_format::palette::Palette;
use msh_format::points::ControlPoints;
use msh_format::prototype::Prototype;
use msh_format::rsli::{Mode, Rsli};
use msh_format::sky::Sky;
use msh_format::texm::Texm;
use msh_format::unit::Unit;
use msh_format::wear::Wear;
use msh_scene::kind::{Hint, Kind};
use serde::Serialize;

use crate::archive::Archive;
use crate::output;
use crate::source::Source;

/// What some bytes are and what is in them.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Inspected {
    /// NRes archive.
    Nres(archive::Report),
    /// RsLi archive.
    Rsli(rsli::Report),
    /// Model.
    Msh(model::Report),
    /// Terrain.
    Land(land::Report),
    /// Areals of a map.
    #[serde(rename = "land_map")]
    LandMap(land_map::Report),
    /// Texture.
    Texm(texture::Report),
    /// Material.
    Mat0(material::Report),
    /// Table of materials and lightmaps.
    Wear(wear::Report),
    /// Controller.
    Ctl(control::Report),
    /// Entry of `objects.rlb`.
    Prototype(prototype::Report),
    /// Assembly of components.
    Unit(unit::Report),
    /// Day cycle.
    Sky(sky::Report),
    /// Ground plan of a building.
    Bas(plan::Report),
    /// Control points.
    Cpt(points::Report),
    /// Damage table.
    Ndp(damage::Report),
    /// Configuration text.
    Cfg(config::Report),
    /// Font.
    Tfnt(font::Report),
    /// External palette.
    Pal(palette::Report),
    /// Bytes of no known kind.
    Raw(raw::Report),
}

impl Display for Inspected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nres(report) => report.fmt(f),
            Self::Rsli(report) => report.fmt(f),
            Self::Msh(report) => report.fmt(f),
            Self::Land(report) => report.fmt(f),
            Self::LandMap(report) => report.fmt(f),
            Self::Texm(report) => report.fmt(f),
            Self::Mat0(report) => report.fmt(f),
            Self::Wear(report) => report.fmt(f),
            Self::Ctl(report) => report.fmt(f),
            Self::Prototype(report) => report.fmt(f),
            Self::Unit(report) => report.fmt(f),
            Self::Sky(report) => report.fmt(f),
            Self::Bas(report) => report.fmt(f),
            Self::Cpt(report) => report.fmt(f),
            Self::Ndp(report) => report.fmt(f),
            Self::Cfg(report) => report.fmt(f),
            Self::Tfnt(report) => report.fmt(f),
            Self::Pal(report) => report.fmt(f),
            Self::Raw(report) => report.fmt(f),
        }
    }
}

/// Prints what `source` is and what is in it; warnings go to the log.
///
/// # Errors
/// The bytes break a rule of their format.
pub(crate) fn print(source: &Source, json: bool) -> anyhow::Result<()> {
    let name = match &source.entry {
        Some(entry) => entry.name.to_string(),
        None => source.name.clone(),
    };
    let hint = Hint {
        name: &name,
        entry: source.entry.as_ref(),
    };
    print_with(source, json, |bytes, warnings| {
        describe(hint, bytes, warnings)
    })
}

/// Prints the members of an archive, whatever they make of it together.
///
/// # Errors
/// The bytes break a rule of the container.
pub(crate) fn print_archive(source: &Source, json: bool) -> anyhow::Result<()> {
    print_with(source, json, |bytes, warnings| {
        Ok(match Archive::parse(bytes, warnings)? {
            Archive::Nres(archive) => Inspected::Nres(archive::Report::new(&archive, warnings)),
            Archive::Rsli(archive) => Inspected::Rsli(rsli::Report::new(&archive, warnings)),
        })
    })
}

fn print_with(
    source: &Source,
    json: bool,
    read: impl FnOnce(&[u8], &mut Warnings) -> msh_format::Result<Inspected>,
) -> anyhow::Result<()> {
    let mut warnings = Warnings::new();
    let inspected =
        read(&source.bytes, &mut warnings).map_err(|error| error.in_file(source.name.as_str()))?;
    output::warn_of(&source.name, &warnings);
    if json {
        output::print_json(&inspected)
    } else {
        output::print(&inspected.to_string())
    }
}

/// Recognises `bytes` and reads them. What they are follows from their first bytes, else from
/// the type of their archive entry, else from the extension of their name.
///
/// # Errors
/// What the reader of the kind says.
pub(crate) fn describe(
    hint: Hint<'_>,
    bytes: &[u8],
    warnings: &mut Warnings,
) -> msh_format::Result<Inspected> {
    let Some(kind) = Kind::of(hint, bytes) else {
        return Ok(Inspected::Raw(raw::Report::new(hint.entry, bytes)));
    };
    Ok(match kind {
        Kind::Archive => {
            let archive = Nres::parse(bytes, warnings)?;
            Inspected::Nres(archive::Report::new(&archive, warnings))
        }
        Kind::PackedArchive => {
            let archive = Rsli::parse(bytes, Mode::Compatible, warnings)?;
            Inspected::Rsli(rsli::Report::new(&archive, warnings))
        }
        Kind::Model => Inspected::Msh(model::Report::new(&Msh::parse(bytes, warnings)?)),
        Kind::Land => Inspected::Land(land::Report::new(&Land::parse(bytes, warnings)?)),
        Kind::LandMap => {
            Inspected::LandMap(land_map::Report::new(&LandMap::parse(bytes, warnings)?))
        }
        Kind::Texture => Inspected::Texm(texture::Report::new(&Texm::parse(bytes, warnings)?)),
        Kind::Material { flags, version } => {
            let material = Mat0::parse(bytes, flags, version, warnings)?;
            Inspected::Mat0(material::Report::new(&material))
        }
        Kind::Wear => Inspected::Wear(wear::Report::new(&Wear::parse(bytes, warnings)?)),
        Kind::Control => Inspected::Ctl(control::Report::new(&Control::parse(bytes, warnings)?)),
        Kind::Prototype(tag) => {
            let prototype = Prototype::parse(tag, bytes, warnings)?;
            Inspected::Prototype(prototype::Report::new(hint.name, &prototype))
        }
        Kind::Unit => Inspected::Unit(unit::Report::new(&Unit::parse(bytes, warnings)?)),
        Kind::Sky => Inspected::Sky(sky::Report::new(&Sky::parse(bytes, warnings)?)),
        Kind::Plan => Inspected::Bas(plan::Report::new(&BasePlan::parse(bytes, warnings)?)),
        Kind::Points => {
            Inspected::Cpt(points::Report::new(&ControlPoints::parse(bytes, warnings)?))
        }
        Kind::Damage => Inspected::Ndp(damage::Report::new(&DamageTable::parse(bytes, warnings)?)),
        Kind::Config => Inspected::Cfg(config::Report::new(&MissionCfg::parse(bytes, warnings))),
        Kind::Font => Inspected::Tfnt(font::Report::new(&Font::parse(bytes, warnings)?)),
        Kind::Palette => Inspected::Pal(palette::Report::new(&Palette::parse(bytes, warnings)?)),
    })
}
