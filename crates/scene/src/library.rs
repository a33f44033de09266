//! Everything a scene needs, loaded once each.

use std::sync::Arc;

use glam::{Vec2, Vec3};
use msh_format::material::BlendMode;
use msh_format::msh::Msh;
use msh_format::texm::PageRect;

/// Index of a model in [`Library::models`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModelId(pub u32);

/// Index of a texture in [`Library::textures`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextureId(pub u32);

/// A decoded texture or lightmap.
#[derive(Debug, Clone, PartialEq)]
pub struct Texture {
    /// Member name.
    pub name: String,
    /// Width of level 0.
    pub width: u32,
    /// Height of level 0.
    pub height: u32,
    /// Every level, largest first, 4 bytes a pixel: blue, green, red, alpha; rows top first.
    pub levels: Vec<Vec<u8>>,
    /// Page rectangles; empty without a Page chunk.
    pub pages: Vec<PageRect>,
}

/// A model shared by all components that use it.
#[derive(Debug, Clone)]
pub struct Model {
    /// `archive::member` or file name.
    pub name: String,
    /// The validated model.
    pub msh: Arc<Msh>,
}

/// What a range or a ground layer is painted with, at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surface {
    /// Texture, `None` = untextured (diffuse colour only).
    pub texture: Option<TextureId>,
    /// Self-light, 0..1.
    pub ambient: Vec3,
    /// Scales lights, 0..1.
    pub diffuse: Vec3,
    /// Highlight colour, 0..1.
    pub specular: Vec3,
    /// Highlight exponent, 0 = none.
    pub power: u8,
    /// Ambient alpha, 0..1.
    pub opacity: f32,
    /// Page rectangle: added after scaling, in texture units.
    pub uv_offset: Vec2,
    /// Page rectangle: multiplies the vertex coordinates.
    pub uv_scale: Vec2,
    /// Blend mode.
    pub blend: BlendMode,
    /// The texture's alpha is ignored (attr1 bit 1).
    pub ignore_texture_alpha: bool,
}

/// Models and textures, each once.
#[derive(Debug, Clone, Default)]
pub struct Library {
    /// Models by [`ModelId`].
    pub models: Vec<Model>,
    /// Textures and lightmaps by [`TextureId`].
    pub textures: Vec<Texture>,
}
