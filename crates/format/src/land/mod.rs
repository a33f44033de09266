//! Terrain (`Land.msh`).
//!
//! Spec: `05-terrain-sky.md` 1 to 6, 11. [`Land`] is what a file holds; [`LandSource`] computes
//! one from vertices and faces.

mod author;
mod check;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use author::{FaceSource, LandSource, pack_normal, pack_uv};

use crate::error::{Result, Warnings};
use crate::nres::Layout;

/// "None" in the index fields of faces and squares.
pub const NONE: u16 = 0xFFFF;
/// "None" in [`TerrainFace28::material2`].
pub const NO_MATERIAL: u8 = 0xFF;

/// Type of the stream of faces, which no other format has.
pub const FACES_STREAM: u32 = 21;

/// A stream of the container.
struct Stream {
    number: u32,
    /// What errors call it.
    label: &'static str,
    /// Bytes before the first record.
    header: usize,
    /// Bytes of a record.
    stride: usize,
}

const fn stream(number: u32, label: &'static str, header: usize, stride: usize) -> Stream {
    Stream {
        number,
        label,
        header,
        stride,
    }
}

const SQUARES: Stream = stream(1, "type 1 (squares)", 0, 38);
const CELLS: Stream = stream(2, "type 2 (cells)", 0x8C, 68);
const POSITIONS: Stream = stream(3, "type 3 (positions)", 0, 12);
const NORMALS: Stream = stream(4, "type 4 (normals)", 0, 4);
const UV0: Stream = stream(5, "type 5 (material coordinates)", 0, 4);
const UV1: Stream = stream(18, "type 18 (microtexture coordinates)", 0, 4);
const BLEND: Stream = stream(14, "type 14 (blend weights)", 0, 4);
const DRAW_ORDER: Stream = stream(11, "type 11 (draw order)", 0, 4);
const FACES: Stream = stream(FACES_STREAM, "type 21 (faces)", 0, 28);

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

/// Bits of [`TerrainFace28::surface`].
pub mod surface_bits {
    /// Liquid surface; the same faces as [`face_flags::LIQUID`](super::face_flags::LIQUID).
    pub const LIQUID: u16 = 0x0002;
    /// Clear on lava and its bed.
    pub const NOT_LAVA: u16 = 0x0010;
}

/// A terrain file.
///
/// The faces of level 0 cover the map in full detail, those of level 1 cover it again in less.
#[derive(Debug, Clone, PartialEq)]
pub struct Land {
    /// The container as read. [`Land::to_bytes`] puts the values below over the streams in it and
    /// keeps everything else: order, names, gaps and unknown entries.
    pub image: Layout,
    /// Squares along x and y (stream 1 and its `attr2`).
    pub grid: [u32; 2],
    /// Squares (stream 1), x outer, y inner: 0, 0xFFFF, 0, 0, then 15 cell numbers.
    pub squares: Vec<[u16; 19]>,
    /// Corners of the map box (stream 2); the first is the low one and the grid's origin.
    pub corners: [[f32; 3]; 8],
    /// Rest of the header of stream 2; zero in shipped files.
    pub unk_60: [u8; 44],
    /// Cells (stream 2): one per square for level 0, then as many for level 1.
    pub cells: Vec<LandCell>,
    /// Positions, world units (stream 3).
    pub positions: Vec<[f32; 3]>,
    /// Normals times 127 (stream 4); the fourth byte is unused.
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

/// A cell, 68 bytes: the faces of one square at one level. All their vertices are in its box.
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
    /// Row of `Land1.wea` of the second material, [`NO_MATERIAL`] = none.
    pub material2: u8,
    /// 0xFFFF in shipped files.
    pub unk_06: u16,
    /// Vertices, counter-clockwise seen from above. Edge `e` joins corner `e` and the next one.
    pub vertices: [u16; 3],
    /// Faces across the edges, [`NONE`] = none.
    pub neighbours: [u16; 3],
    /// Normal times 32767.
    pub normal: [i16; 3],
    /// Two bits per edge: number of that edge in the neighbour, 3 = none.
    pub link: u16,
}

impl Land {
    /// Reads a terrain file; streams are found by type, wherever they stand.
    ///
    /// # Errors
    /// Not an NRes image; a required stream missing or present twice; size, stride or count of a
    /// stream wrong; more than 65,535 vertices or faces; vertex, neighbour or cell run out of
    /// range; an odd number of cells; a position that is not finite (`05-terrain-sky.md` 2, 11).
    pub fn parse(data: &[u8], warnings: &mut Warnings) -> Result<Self> {
        let land = read::land(data, warnings)?;
        check::warn_about(&land, warnings);
        Ok(land)
    }

    /// Writes the file. Streams that kept their size stay where they were, so that an unchanged
    /// value gives the bytes it was read from; if one changed, the canonical form is written.
    ///
    /// # Errors
    /// Values that [`Land::parse`] would refuse, and a number of rows that is not that of the
    /// squares.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        write::land(self)
    }

    /// Number of faces of level 0: the first face of the first cell of level 1.
    #[must_use]
    pub fn level0_face_count(&self) -> usize {
        let split = self.cells.get(self.cells.len() / 2);
        split.map_or(self.faces.len(), |cell| usize::from(cell.first_face))
    }

    /// The faces to draw and to stand on.
    #[must_use]
    pub fn level0_faces(&self) -> &[TerrainFace28] {
        let count = self.level0_face_count();
        self.faces.get(..count).unwrap_or(&self.faces)
    }

    /// The coarse faces. Never draw them together with level 0.
    #[must_use]
    pub fn level1_faces(&self) -> &[TerrainFace28] {
        self.faces
            .get(self.level0_face_count()..)
            .unwrap_or_default()
    }

    /// Low and high corner of all positions, `None` without vertices.
    #[must_use]
    pub fn bounds(&self) -> Option<([f32; 3], [f32; 3])> {
        let first = *self.positions.first()?;
        let corners = self
            .positions
            .iter()
            .fold((first, first), |(low, high), p| {
                let pick =
                    |f: fn(f32, f32) -> f32, a: [f32; 3]| std::array::from_fn(|i| f(a[i], p[i]));
                (pick(f32::min, low), pick(f32::max, high))
            });
        Some(corners)
    }

    /// Height of the map's one liquid plane, world units; `None` on dry maps.
    #[must_use]
    pub fn water_level(&self) -> Option<f32> {
        let face = self.faces.iter().find(|f| f.is_liquid())?;
        Some(self.positions.get(usize::from(face.vertices[0]))?[2])
    }
}

impl TerrainFace28 {
    /// True on the surface of a liquid.
    #[must_use]
    pub fn is_liquid(&self) -> bool {
        self.flags & face_flags::LIQUID != 0
    }

    /// True on the ground under a liquid.
    #[must_use]
    pub fn is_bed(&self) -> bool {
        self.flags & face_flags::BED != 0
    }

    /// Row of `Land1.wea` of the second material.
    #[must_use]
    pub fn second_material(&self) -> Option<u8> {
        (self.material2 != NO_MATERIAL).then_some(self.material2)
    }

    /// The face across edge `edge` (0 to 2) and the number of the edge there, as the link code
    /// has it.
    #[must_use]
    pub fn across(&self, edge: usize) -> Option<(u16, u16)> {
        let neighbour = self.neighbours.get(edge).filter(|n| **n != NONE)?;
        Some((*neighbour, (self.link >> (2 * edge)) & 3))
    }
}
