//! The records of faces under construction: normals, neighbours and draw order.

use std::collections::HashMap;

use super::FaceSource;
use crate::error::{Error, Result};
use crate::land::{DrawOrder, NO_MATERIAL, NONE, TerrainFace28, face_flags};

/// Flags of every entry of the draw order.
const DRAWN: u8 = 0x48;
/// Added where the materials change.
const STARTS_BATCH: u8 = 0x10;

/// The positions of a face.
pub(super) fn corners(vertices: [u16; 3], positions: &[[f32; 3]]) -> Result<[[f32; 3]; 3]> {
    let mut corners = [[0.0; 3]; 3];
    for (corner, vertex) in corners.iter_mut().zip(vertices) {
        let Some(position) = positions.get(usize::from(vertex)) else {
            let rule = format!("vertex {vertex} of {}", positions.len());
            return Err(Error::out_of_range(rule));
        };
        *corner = *position;
    }
    Ok(corners)
}

/// The record of a face, without neighbours.
pub(super) fn raw_face(face: &FaceSource, positions: &[[f32; 3]]) -> TerrainFace28 {
    // The vertices exist: the face was sorted into a square by its corners.
    let normal = corners(face.vertices, positions).map_or([0.0; 3], |c| unit_normal(&c));
    let second = match face.material2 {
        Some(_) => face_flags::SECOND_MATERIAL,
        None => 0,
    };
    TerrainFace28 {
        flags: face.flags | second,
        surface: face.surface,
        material1: face.material1,
        material2: face.material2.unwrap_or(NO_MATERIAL),
        unk_06: 0xFFFF,
        vertices: face.vertices,
        neighbours: [NONE; 3],
        // Components are at most 1.
        normal: normal.map(|c| (c * 32_767.0).round() as i16),
        link: 0b11_11_11,
    }
}

/// Unit vector along `(v1 - v0) x (v2 - v0)`; zero for a face without area.
fn unit_normal([v0, v1, v2]: &[[f32; 3]; 3]) -> [f32; 3] {
    let a: [f32; 3] = std::array::from_fn(|i| v1[i] - v0[i]);
    let b: [f32; 3] = std::array::from_fn(|i| v2[i] - v0[i]);
    let cross = [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ];
    let length = cross.iter().map(|c| c * c).sum::<f32>().sqrt();
    if length > 0.0 {
        cross.map(|c| c / length)
    } else {
        [0.0; 3]
    }
}

/// Fills in neighbours and link codes of the level that starts at face `start`.
pub(super) fn join(faces: &mut [TerrainFace28], start: usize, positions: &[[f32; 3]]) {
    // Vertices at the border of materials exist twice, so edges meet by position.
    let key = |vertex: u16| positions[usize::from(vertex)].map(|c| (c + 0.0).to_bits());
    let mut open: HashMap<_, Vec<(usize, usize)>> = HashMap::new();
    for number in start..faces.len() {
        let face = faces[number];
        for edge in 0..3 {
            let from = key(face.vertices[edge]);
            let to = key(face.vertices[(edge + 1) % 3]);
            let opposite = open.get_mut(&(face.is_liquid(), to, from));
            match opposite.and_then(Vec::pop) {
                Some(other) => link(faces, (number, edge), other),
                None => open
                    .entry((face.is_liquid(), from, to))
                    .or_default()
                    .push((number, edge)),
            }
        }
    }
}

fn link(faces: &mut [TerrainFace28], one: (usize, usize), other: (usize, usize)) {
    for ((face, edge), (neighbour, there)) in [(one, other), (other, one)] {
        // Face numbers fit in 16 bits, see `Grid::new`; edges are 0 to 2.
        faces[face].neighbours[edge] = neighbour as u16;
        faces[face].link &= !(3 << (2 * edge));
        faces[face].link |= (there as u16) << (2 * edge);
    }
}

/// The faces of each cell by their materials, with a mark where a new pair starts.
pub(super) fn draw_order(runs: &[(u16, u16)], faces: &[TerrainFace28]) -> Vec<DrawOrder> {
    let materials = |face: u16| {
        let face = &faces[usize::from(face)];
        (face.material1, face.material2)
    };
    let mut order = Vec::with_capacity(faces.len());
    for (first, count) in runs {
        let mut cell: Vec<u16> = (*first..first + count).collect();
        cell.sort_by_key(|face| materials(*face));
        let mut previous = None;
        for face in cell {
            let starts = previous.replace(materials(face)) != Some(materials(face));
            order.push(DrawOrder {
                face,
                flags: if starts { DRAWN | STARTS_BATCH } else { DRAWN },
                unk_03: 0,
            });
        }
    }
    order
}
