//! Terrain (`Land.msh`).
//!
//! Spec: `05-terrain-sky.md` 1 to 6, 11.

use crate::nres::EntryType;

/// Bits of [`TerrainFace28::flags`].
pub mod face_flags {
    /// Has a second material.
    pub const SECOND_MATERIAL: u16 = 0x0004;
    /// Liquid surface.
    pub const LIQUID: u16 = 0x0008;
    /// Part of the constant 0x0600.
    pub const USUAL: u16 = 0x0200;
    /// Microtexture allowed.
    pub const MICROTEXTURE: u16 = 0x0400;
    /// Bed under a liquid.
    pub const BED: u16 = 0x2000;
}

/// A terrain file.
#[derive(Debug, Clone, PartialEq)]
pub struct Land {
    /// Entry types in file order with their attributes, name and payload as stored.
    pub streams: Vec<LandStream>,
    /// Cells along x and y (stream 1).
    pub grid: [u32; 2],
    /// Squares (stream 1): 19 words each.
    pub squares: Vec<[u16; 19]>,
    /// Corners of the map box (stream 2).
    pub corners: [[f32; 3]; 8],
    /// Cells of both levels (stream 2).
    pub cells: Vec<LandCell>,
    /// Positions, world units (stream 3).
    pub positions: Vec<[f32; 3]>,
    /// Normals (stream 4).
    pub normals: Vec<[i8; 4]>,
    /// Texture coordinates of the material (stream 5), `value / 1024`.
    pub uv0: Vec<[u16; 2]>,
    /// Texture coordinates of the microtexture (stream 18), `value / 1024`.
    pub uv1: Vec<[u16; 2]>,
    /// Weight of the second material (stream 14); `None` = all 1.
    pub blend: Option<Vec<f32>>,
    /// Draw order (stream 11).
    pub draw_order: Vec<DrawOrder>,
    /// Faces (stream 21), in cell order, level 0 first.
    pub faces: Vec<TerrainFace28>,
}

/// An entry of the container.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LandStream {
    /// Stream number.
    pub kind: EntryType,
    /// Attribute words.
    pub attr: [u32; 3],
    /// Name with its tail.
    pub name: crate::text::FixedStr<36>,
    /// Payload as stored.
    pub payload: Vec<u8>,
}

/// A cell, 68 bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LandCell {
    /// First face.
    pub first_face: u16,
    /// Number of faces.
    pub face_count: u16,
    /// Zero in shipped files.
    pub unk_04: f32,
    /// Low corner of the box.
    pub min: [f32; 3],
    /// High corner of the box.
    pub max: [f32; 3],
    /// Centre of the sphere.
    pub center: [f32; 3],
    /// Radius of the sphere.
    pub radius: f32,
    /// Zero in shipped files.
    pub unk_30: [f32; 5],
}

/// An entry of stream 11.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawOrder {
    /// Face.
    pub face: u16,
    /// 0x48, plus 0x10 when a batch starts.
    pub flags: u8,
    /// Zero in shipped files.
    pub unk_03: u8,
}

/// A terrain face, 28 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerrainFace28 {
    /// Flag bits, see [`face_flags`].
    pub flags: u16,
    /// Surface bits.
    pub surface: u16,
    /// Row of `Land1.wea`.
    pub material1: u8,
    /// Row of `Land1.wea` of the second material, 0xFF = none.
    pub material2: u8,
    /// 0xFFFF in shipped files.
    pub unk_06: u16,
    /// Vertices, counter-clockwise seen from above.
    pub vertices: [u16; 3],
    /// Faces across the edges, 0xFFFF = none.
    pub neighbours: [u16; 3],
    /// Normal times 32767.
    pub normal: [i16; 3],
    /// Edge codes.
    pub link: u16,
}
