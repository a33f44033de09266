//! The game root as a set of files.

use std::collections::BTreeMap;

use anyhow::{Result, anyhow};
use msh_format::nres::{EntryType, NresBuilder};

use crate::{lightmaps, materials, mission, models, sky, terrain, textures};

/// Bytes of every file by its path below the root, in the order of the paths.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Builds the whole root.
///
/// # Errors
/// A recipe asks for something a format cannot hold.
pub fn build() -> Result<Files> {
    let mut files = Files::new();
    // Painting and baking take their seconds, so they go on beside each other.
    std::thread::scope(|scope| -> Result<()> {
        let textures = scope.spawn(texture_library);
        files.insert("Material.lib".into(), material_library()?);
        terrain::write(&mut files)?;
        sky::write(&mut files)?;
        let pages = models::write(&mut files)?;
        files.insert("LightMap.lib".into(), lightmaps::library(&pages)?);
        mission::write(&mut files)?;
        let textures = textures
            .join()
            .map_err(|_| anyhow!("a texture's recipe panicked"))?;
        files.insert("Textures.lib".into(), textures?);
        Ok(())
    })?;
    Ok(files)
}

fn texture_library() -> Result<Vec<u8>> {
    let mut library = NresBuilder::new();
    for recipe in textures::recipes() {
        library.add(TEXM, [0; 3], recipe.name, recipe.texture()?.to_bytes()?)?;
    }
    Ok(library.to_bytes()?)
}

fn material_library() -> Result<Vec<u8>> {
    let mut library = NresBuilder::new();
    for (name, material) in materials::materials()? {
        let attr = [material.flags, material.version, 0];
        library.add(EntryType::tag(*b"MAT0"), attr, name, material.to_bytes()?)?;
    }
    Ok(library.to_bytes()?)
}

/// Type of textures in a library.
pub const TEXM: EntryType = EntryType::tag(*b"Texm");
