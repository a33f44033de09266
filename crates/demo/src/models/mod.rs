//! Models of the demo: meshes built by code, their companions, prototypes and assemblies.

mod animals;
mod assemblies;
mod asset;
mod bunker;
mod catalogue;
mod controls;
mod internals;
mod kit;
mod lightmap;
mod paints;
mod plant;
mod props;
mod rocks;
mod towers;
mod trees;
mod turbine;
mod turrets;
mod undergrowth;
mod units;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use msh_format::nres::NresBuilder;

use crate::lightmaps::Lightmap;
use crate::root::Files;

pub(crate) use bunker::HERO_VERTEX;

/// Adds the model archives, `objects.rlb` and the assemblies, and returns the pages of baked light that
/// the buildings' wears name.
///
/// # Errors
/// A model or name that its format cannot hold.
pub fn write(files: &mut Files) -> Result<Vec<Lightmap>> {
    let mut archives: BTreeMap<&str, NresBuilder> = BTreeMap::new();
    let mut shared = BTreeSet::new();
    let mut objects = NresBuilder::new();
    let mut pages = Vec::new();
    for mut asset in catalogue::assets() {
        if let Some((name, size)) = asset.lightmap {
            let image = lightmap::bake(&mut asset.model, size);
            pages.push(Lightmap { name, image });
        }
        let archive = archives.entry(asset.archive).or_default();
        asset
            .write_members(archive, &mut shared)
            .with_context(|| format!("{}::{}", asset.archive, asset.stem))?;
        for (key, record) in asset.prototypes()? {
            objects.add(record.tag, [0; 3], key, record.to_bytes()?)?;
        }
    }
    archives.insert(asset::OBJECTS, objects);
    for (name, archive) in archives {
        files.insert(name.to_owned(), archive.to_bytes()?);
    }
    assemblies::write(files)?;
    Ok(pages)
}
