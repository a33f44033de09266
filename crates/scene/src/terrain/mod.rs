//! The ground of a mission, ready to draw: level 0, wrapped coordinates repaired, grouped by
//! materials.
//!
//! Spec: `05-terrain-sky.md` 3 to 9.

mod build;
mod cut;
mod faces;
mod footing;
mod footprint;
mod height;
mod liquid;
mod ring;
mod triangulate;

use std::sync::Arc;

use glam::Vec3;

use crate::library::{MISSING_TEXTURE, TextureId};
use crate::material::{Material, Surface};

pub(crate) use build::LandFiles;
pub use footprint::Footprint;
pub use height::HeightField;
pub use liquid::GroundGroups;

/// A ground vertex, world space.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(C)]
pub struct TerrainVertex {
    /// Position.
    pub position: [f32; 3],
    /// Normal, signed bytes / 127.
    pub normal: [i8; 4],
    /// Coordinates of the material's texture, in turns.
    pub uv0: [f32; 2],
    /// Coordinates of the microtexture, in turns.
    pub uv1: [f32; 2],
    /// Share of the second material, 0..1.
    pub blend: f32,
}

/// What a group of faces is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GroundKind {
    /// Dry ground.
    Ground,
    /// Ground under a liquid.
    Bed,
    /// The liquid's surface.
    Liquid,
}

/// A material of the ground and its microtexture. The base draws track 0, the microtexture track 1
/// (`05-terrain-sky.md` 6).
#[derive(Debug, Clone, PartialEq)]
pub struct GroundLayer {
    /// Land1 material.
    pub material: Arc<Material>,
    /// Land2 material of the same row; `None` changes nothing, as mid-grey would.
    pub microtexture: Option<Arc<Material>>,
}

/// A ground layer at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GroundPaint {
    /// What the faces are painted with.
    pub surface: Surface,
    /// Multiplied in, doubled; `None` changes nothing.
    pub microtexture: Option<TextureId>,
}

impl GroundLayer {
    /// What the layer shows when the material clock stands at `clock_ms`.
    #[must_use]
    pub fn sample(&self, clock_ms: u32) -> GroundPaint {
        let micro = self.microtexture.as_ref();
        let micro = micro.and_then(|material| material.sample(1, clock_ms).texture);
        GroundPaint {
            surface: self.material.sample(0, clock_ms),
            microtexture: micro.filter(|id| *id != MISSING_TEXTURE),
        }
    }

    /// True if the layer changes after `clock_ms`.
    #[must_use]
    pub fn moves(&self, clock_ms: u32) -> bool {
        let micro = self.microtexture.as_ref();
        self.material.moves(0, clock_ms) || micro.is_some_and(|m| m.moves(1, clock_ms))
    }
}

/// Faces with the same materials; always drawn opaque, without culling.
#[derive(Debug, Clone, PartialEq)]
pub struct TerrainGroup {
    /// First index.
    pub first_index: u32,
    /// Number of indices.
    pub index_count: u32,
    /// What the faces are.
    pub kind: GroundKind,
    /// First material.
    pub base: GroundLayer,
    /// Second material, mixed over the first by the vertex's `blend`.
    pub second: Option<GroundLayer>,
}

/// A group as one frame draws it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GroundDraw {
    /// Index in [`Terrain::groups`].
    pub group: u32,
    /// First material.
    pub base: GroundPaint,
    /// Second material.
    pub second: Option<GroundPaint>,
}

/// The ground.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Terrain {
    /// Vertices.
    pub vertices: Vec<TerrainVertex>,
    /// Triangle list into `vertices`.
    pub indices: Vec<u32>,
    /// Groups that tile `indices`.
    pub groups: Vec<TerrainGroup>,
    /// Low corner of the map's box.
    pub min: Vec3,
    /// High corner of the map's box.
    pub max: Vec3,
    /// Height of the liquid plane.
    pub water_level: Option<f32>,
    /// Heights of the faces as stored, and where buildings have been cut into them.
    pub heights: HeightField,
}

#[cfg(test)]
mod tests;
