//! Making a terrain: everything a file needs beside vertices and faces is computed here.

mod faces;
mod grid;
#[cfg(test)]
mod tests;

use super::{Land, face_flags, surface_bits};
use crate::error::{Result, Warnings};
use crate::nres::Layout;
use faces::{draw_order, join, raw_face};
use grid::Grid;

/// What a terrain is made of.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LandSource {
    /// Positions, world units; at most 65,535. Their box becomes the map's box.
    pub positions: Vec<[f32; 3]>,
    /// Normals, one per position; see [`pack_normal`].
    pub normals: Vec<[i8; 4]>,
    /// Coordinates of the materials, one per position; see [`pack_uv`].
    pub uv0: Vec<[u16; 2]>,
    /// Coordinates of the microtextures, one per position; see [`pack_uv`].
    pub uv1: Vec<[u16; 2]>,
    /// Share of the second material, 0 to 1, one per position.
    pub blend: Vec<f32>,
    /// Faces in full detail. None may cross the border of a square.
    pub level0: Vec<FaceSource>,
    /// The same map in coarser faces over the same positions.
    pub level1: Vec<FaceSource>,
    /// Squares along x and y.
    pub grid: [u32; 2],
}

/// A face to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FaceSource {
    /// Vertices, counter-clockwise seen from above.
    pub vertices: [u16; 3],
    /// Row of `Land1.wea`.
    pub material1: u8,
    /// Row of `Land1.wea` of the material that `blend` fades in.
    pub material2: Option<u8>,
    /// Flags without [`face_flags::SECOND_MATERIAL`].
    pub flags: u16,
    /// Surface bits.
    pub surface: u16,
}

impl FaceSource {
    /// Dry ground.
    #[must_use]
    pub fn ground(vertices: [u16; 3], material1: u8) -> Self {
        Self {
            vertices,
            material1,
            material2: None,
            flags: face_flags::USUAL | face_flags::MICROTEXTURE,
            surface: surface_bits::NOT_LAVA,
        }
    }

    /// Ground under a liquid.
    #[must_use]
    pub fn bed(vertices: [u16; 3], material1: u8) -> Self {
        let ground = Self::ground(vertices, material1);
        Self {
            flags: ground.flags | face_flags::BED,
            ..ground
        }
    }

    /// Surface of water.
    #[must_use]
    pub fn water(vertices: [u16; 3], material1: u8) -> Self {
        let ground = Self::ground(vertices, material1);
        Self {
            flags: ground.flags | face_flags::LIQUID,
            surface: ground.surface | surface_bits::LIQUID,
            ..ground
        }
    }

    /// The same face with a second material.
    #[must_use]
    pub fn with_second(self, material2: u8) -> Self {
        Self {
            material2: Some(material2),
            ..self
        }
    }
}

/// A unit vector as a stored normal.
#[must_use]
pub fn pack_normal(normal: [f32; 3]) -> [i8; 4] {
    // `as` saturates and turns NaN into 0.
    let [x, y, z] = normal.map(|c| (c.clamp(-1.0, 1.0) * 127.0).round() as i8);
    [x, y, z, 0]
}

/// Texture turns as stored coordinates, which wrap every 64 turns.
#[must_use]
pub fn pack_uv(turns: [f32; 2]) -> [u16; 2] {
    turns.map(|t| (t * 1024.0).round().rem_euclid(65_536.0) as u16)
}

impl LandSource {
    /// The terrain, as a file written by [`Land::to_bytes`] holds it: cells, squares, draw order,
    /// neighbours, link codes and face normals are computed. Faces are neighbours if they share
    /// the positions of an edge and are both liquid or both ground.
    ///
    /// # Errors
    /// Tables of different lengths, an unknown vertex, a position that is not finite, no extent in
    /// x or y, a face that leaves its square, or more than 16-bit indices can name.
    pub fn build(&self) -> Result<Land> {
        let grid = Grid::new(self)?;
        let mut faces = Vec::new();
        let mut runs = Vec::new();
        let levels = [
            ("faces of level 0", &self.level0),
            ("faces of level 1", &self.level1),
        ];
        for (label, level) in levels {
            let start = faces.len();
            for square in grid.sort(level, &self.positions, label)? {
                // Both fit in 16 bits: `Grid::new` has checked the number of faces.
                runs.push((faces.len() as u16, square.len() as u16));
                faces.extend(square.iter().map(|face| raw_face(face, &self.positions)));
            }
            join(&mut faces, start, &self.positions);
        }
        let land = Land {
            image: Layout::default(),
            grid: self.grid,
            squares: grid.squares(),
            corners: grid.corners(),
            unk_60: [0; 44],
            draw_order: draw_order(&runs, &faces),
            cells: grid.cells(&runs, &faces, &self.positions),
            positions: self.positions.clone(),
            normals: self.normals.clone(),
            uv0: self.uv0.clone(),
            uv1: self.uv1.clone(),
            blend: Some(self.blend.clone()),
            faces,
        };
        Land::parse(&land.to_bytes()?, &mut Warnings::new())
    }
}
