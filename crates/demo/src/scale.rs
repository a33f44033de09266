//! The demo multiplied to the size of the game, for measuring (`01-containers.md` 6).
//!
//! Everything is copied under new names: variant 0 is the demo itself, variant `n` has a letter
//! at the end of each name's stem. A copy names others of its variant where there are such, else
//! the demo's own.

use std::collections::HashSet;

use anyhow::{Result, ensure};
use msh_format::Warnings;
use msh_format::material::Mat0;
use msh_format::nres::{Entry, Nres, NresBuilder};
use msh_format::prototype::Prototype;
use msh_format::text::{self, FixedStr};
use msh_format::tma::Tma;
use msh_format::unit::Unit;
use msh_format::wear::Wear;

use crate::root::Files;

const MODELS: usize = 435;
const MATERIALS: usize = 905;
const TEXTURES: usize = 393;
const LIGHTMAPS: usize = 25;
const MISSIONS: usize = 29;
const MAPS: usize = 33;

/// Letters of the variants after the first.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// Archives of models.
const MODEL_ARCHIVES: [&str; 7] = [
    "animals.rlb",
    "bases.rlb",
    "fortif.rlb",
    "guns.rlb",
    "intsys.rlb",
    "static.rlb",
    "turrets.rlb",
];

/// A root of the game's size made of the files of the demo.
///
/// # Errors
/// The files are not those of the demo.
pub fn scale(demo: &Files) -> Result<Files> {
    let mut scaled = Scaled {
        files: Files::new(),
        names: HashSet::new(),
    };
    scaled.library(demo, "Textures.lib", TEXTURES)?;
    scaled.library(demo, "LightMap.lib", LIGHTMAPS)?;
    scaled.library(demo, "Material.lib", MATERIALS)?;
    scaled.models(demo)?;
    scaled.library(demo, "objects.rlb", usize::MAX)?;
    for (path, bytes) in demo.iter().filter(|(path, _)| path.ends_with(".dat")) {
        for variant in 0..variants() {
            let bytes = scaled.assembly(bytes, variant)?;
            scaled.files.insert(renamed(path, variant)?, bytes);
        }
    }
    for (path, bytes) in demo.iter().filter(|(path, _)| path.starts_with("DATA/")) {
        for map in 0..MAPS {
            let copy = path.replace("Isle", &map_name(map));
            scaled.files.insert(copy, bytes.clone());
        }
    }
    for (path, bytes) in demo
        .iter()
        .filter(|(path, _)| path.starts_with("MISSIONS/"))
    {
        for mission in 0..MISSIONS {
            let copy = path.replace("Single.01", &format!("Single.{:02}", mission + 1));
            let bytes = match path.ends_with("data.tma") {
                true => mission_file(bytes, mission)?,
                false => bytes.clone(),
            };
            scaled.files.insert(copy, bytes);
        }
    }
    Ok(scaled.files)
}

/// How many variants of keys and assemblies there are: as many as a model has.
fn variants() -> usize {
    // The demo has 33 models.
    MODELS.div_ceil(33)
}

struct Scaled {
    files: Files,
    /// `archive::member` of everything that was written, folded.
    names: HashSet<String>,
}

impl Scaled {
    /// Copies the members of an archive until there are `most`.
    fn library(&mut self, demo: &Files, archive: &str, most: usize) -> Result<()> {
        let bytes = demo.get(archive).map_or(&[][..], Vec::as_slice);
        let members = Nres::parse(bytes, &mut Warnings::new())?;
        ensure!(!members.entries().is_empty(), "{archive} is empty");
        let copies = most.min(members.entries().len() * variants());
        let mut builder = NresBuilder::new();
        for number in 0..copies {
            let index = number % members.entries().len();
            let variant = number / members.entries().len();
            let entry = &members.entries()[index];
            let payload = self.member(entry, members.payload(index)?, variant)?;
            self.add(&mut builder, archive, entry, variant, payload)?;
        }
        self.files.insert(archive.to_owned(), builder.to_bytes()?);
        Ok(())
    }

    /// Copies the models with what belongs to each, until there are enough.
    fn models(&mut self, demo: &Files) -> Result<()> {
        let mut builders = MODEL_ARCHIVES.map(|archive| (archive, NresBuilder::new()));
        let mut models = 0;
        for variant in 0..variants() {
            for (archive, builder) in &mut builders {
                let bytes = demo.get(*archive).map_or(&[][..], Vec::as_slice);
                let members = Nres::parse(bytes, &mut Warnings::new())?;
                let mut is_wanted = true;
                for (index, entry) in members.entries().iter().enumerate() {
                    // What belongs to a model follows it.
                    if entry.name.to_string().ends_with(".msh") {
                        is_wanted = models < MODELS;
                        models += usize::from(is_wanted);
                    }
                    if is_wanted {
                        let payload = self.member(entry, members.payload(index)?, variant)?;
                        self.add(builder, archive, entry, variant, payload)?;
                    }
                }
            }
        }
        for (archive, builder) in builders {
            self.files.insert(archive.to_owned(), builder.to_bytes()?);
        }
        Ok(())
    }

    fn add(
        &mut self,
        builder: &mut NresBuilder,
        archive: &str,
        entry: &Entry,
        variant: usize,
        payload: Vec<u8>,
    ) -> Result<()> {
        let name = renamed(&entry.name.to_string(), variant)?;
        builder.add(entry.kind, entry.attr, &name, payload)?;
        self.names.insert(key(archive, &name));
        Ok(())
    }

    /// The payload of a member with its names turned into those of the variant.
    fn member(&self, entry: &Entry, bytes: &[u8], variant: usize) -> Result<Vec<u8>> {
        let warnings = &mut Warnings::new();
        let [flags, version, _] = entry.attr;
        Ok(match &entry.kind.0.to_le_bytes() {
            b"MAT0" => {
                let mut material = Mat0::parse(bytes, flags, version, warnings)?;
                for phase in &mut material.phases {
                    let name = phase.texture.to_string();
                    phase.texture = FixedStr::new(&self.named("Textures.lib", &name, variant)?)?;
                }
                material.to_bytes()?
            }
            b"WEAR" => {
                let wear = Wear::parse(bytes, warnings)?;
                let names = |archive: &str, rows: &[msh_format::wear::WearRow]| {
                    let names = rows.iter().map(|row| text::decode(&row.name));
                    let names = names.map(|name| self.named(archive, &name, variant));
                    names.collect::<Result<Vec<String>>>()
                };
                let materials = names("Material.lib", &wear.materials)?;
                let lightmaps = names("LightMap.lib", &wear.lightmaps)?;
                let materials: Vec<&str> = materials.iter().map(String::as_str).collect();
                let lightmaps: Vec<&str> = lightmaps.iter().map(String::as_str).collect();
                Wear::from_names(&materials, &lightmaps)?.to_bytes()?
            }
            b"STAT" | b"FORT" | b"BTLU" | b"EXTO" | b"INTO" => {
                let mut prototype = Prototype::parse(entry.kind, bytes, warnings)?;
                for slot in prototype.slots.iter_mut().filter(|slot| slot.is_used()) {
                    let (archive, name) = (slot.archive.to_string(), slot.member.to_string());
                    // The demo names parents before those that have them.
                    let name = match slot.is_parent() {
                        true => renamed(&name, variant)?,
                        false => self.named(&archive, &name, variant)?,
                    };
                    slot.member = FixedStr::new(&name)?;
                }
                prototype.to_bytes()?
            }
            _ => bytes.to_vec(),
        })
    }

    fn assembly(&self, bytes: &[u8], variant: usize) -> Result<Vec<u8>> {
        let mut unit = Unit::parse(bytes, &mut Warnings::new())?;
        for component in &mut unit.components {
            let key = self.named("objects.rlb", &component.key.to_string(), variant)?;
            component.key = FixedStr::new(&key)?;
        }
        Ok(unit.to_bytes()?)
    }

    /// The name of the variant if it is there, else the demo's.
    fn named(&self, archive: &str, name: &str, variant: usize) -> Result<String> {
        let copy = renamed(name, variant)?;
        let is_there = self.names.contains(&key(archive, &copy));
        Ok(if is_there { copy } else { name.to_owned() })
    }
}

/// `data.tma` with the objects of a variant on a map of its own.
fn mission_file(bytes: &[u8], mission: usize) -> Result<Vec<u8>> {
    let mut tma = Tma::parse(bytes, &mut Warnings::new())?;
    for object in &mut tma.objects {
        let path = text::decode(&object.path);
        object.path = text::encode(&renamed(&path, mission % variants())?)?;
    }
    let land = text::decode(&tma.land_path).replace("Isle", &map_name(mission));
    tma.land_path = text::encode(&land)?;
    Ok(tma.to_bytes()?)
}

fn map_name(map: usize) -> String {
    match map {
        0 => "Isle".to_owned(),
        _ => format!("Isle_{map:02}"),
    }
}

fn key(archive: &str, name: &str) -> String {
    format!("{archive}::{name}").to_ascii_lowercase()
}

/// `name` with the letter of the variant at the end of its stem.
fn renamed(name: &str, variant: usize) -> Result<String> {
    let Some(variant) = variant.checked_sub(1) else {
        return Ok(name.to_owned());
    };
    ensure!(variant < LETTERS.len(), "variant {variant} has no letter");
    let letter = &LETTERS[variant..=variant];
    Ok(match name.rsplit_once('.') {
        Some((stem, extension)) => format!("{stem}{letter}.{extension}"),
        None => format!("{name}{letter}"),
    })
}
