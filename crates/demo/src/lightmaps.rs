//! The contents of `LightMap.lib`: light baked for the buildings' second texture coordinates.
//!
//! Spec: `03-materials-textures.md` 8.

use msh_format::Result;
use msh_format::nres::NresBuilder;
use msh_format::texm::PixelFormat;

use crate::root::TEXM;
use crate::textures::Image;
use crate::textures::encode::encode;

/// A page of baked light, 128 or 256 square.
pub struct Lightmap {
    /// Name in the library, with its suffix, as the building's wear lists it.
    pub name: &'static str,
    /// The light: 1 leaves a texture as it is, 0 blacks it out.
    pub image: Image,
}

/// The library: 565, one level each.
///
/// # Errors
/// A picture no texture can hold.
pub fn library(pages: &[Lightmap]) -> Result<Vec<u8>> {
    let mut library = NresBuilder::new();
    for page in pages {
        let texture = encode(&page.image, PixelFormat::Rgb565, 1, Vec::new())?;
        library.add(TEXM, [0; 3], page.name, texture.to_bytes()?)?;
    }
    library.to_bytes()
}
