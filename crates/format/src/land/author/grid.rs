//! The squares of a terrain under construction and the cells in them.

use super::faces::corners;
use super::{FaceSource, LandSource};
use crate::error::{Error, Result};
use crate::land::{LandCell, NONE, TerrainFace28};

/// How far a vertex may leave its square, in parts of the square's side.
const BORDER_TOLERANCE: f32 = 1e-3;

/// The map's box, cut into squares.
pub(super) struct Grid {
    min: [f32; 3],
    max: [f32; 3],
    counts: [usize; 2],
    /// Sides of a square.
    sides: [f32; 2],
}

impl Grid {
    pub(super) fn new(source: &LandSource) -> Result<Self> {
        let (vertices, faces) = (
            source.positions.len(),
            source.level0.len() + source.level1.len(),
        );
        if vertices > usize::from(NONE) || faces > usize::from(NONE) {
            let rule = format!("{vertices} vertices and {faces} faces, at most 65535 of each");
            return Err(Error::limit(rule));
        }
        let [columns, rows] = source.grid.map(u64::from);
        if columns * rows == 0 || columns * rows > u64::from(NONE / 2) {
            let rule = format!("a grid of {columns} x {rows} squares, 1 to 32767 are possible");
            return Err(Error::limit(rule));
        }
        let finite = source
            .positions
            .as_flattened()
            .iter()
            .all(|c| c.is_finite());
        let (mut min, mut max) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for position in &source.positions {
            for axis in 0..3 {
                min[axis] = min[axis].min(position[axis]);
                max[axis] = max[axis].max(position[axis]);
            }
        }
        let sides = [
            (max[0] - min[0]) / columns as f32,
            (max[1] - min[1]) / rows as f32,
        ];
        if !finite || !sides.iter().all(|s| s.is_finite() && *s > 0.0) {
            let rule = "positions must be finite and have an extent in x and y";
            return Err(Error::bad_value(rule));
        }
        Ok(Self {
            min,
            max,
            counts: [columns as usize, rows as usize],
            sides,
        })
    }

    fn square_count(&self) -> usize {
        self.counts[0] * self.counts[1]
    }

    /// Low and high corner of a square on the ground plane.
    fn square_box(&self, square: usize) -> ([f32; 2], [f32; 2]) {
        let cell = [square / self.counts[1], square % self.counts[1]];
        let line = |axis: usize, number: usize| {
            if number == self.counts[axis] {
                self.max[axis]
            } else {
                self.min[axis] + self.sides[axis] * number as f32
            }
        };
        (
            [line(0, cell[0]), line(1, cell[1])],
            [line(0, cell[0] + 1), line(1, cell[1] + 1)],
        )
    }

    /// The faces of a level by the square that their centre lies in.
    pub(super) fn sort(
        &self,
        level: &[FaceSource],
        positions: &[[f32; 3]],
        label: &'static str,
    ) -> Result<Vec<Vec<FaceSource>>> {
        let mut squares = vec![Vec::new(); self.square_count()];
        for (index, face) in level.iter().enumerate() {
            let error = |e: Error| e.in_stream(label).in_record(index);
            let corners = corners(face.vertices, positions).map_err(error)?;
            let square = self.square_of(&corners).map_err(error)?;
            squares[square].push(*face);
        }
        Ok(squares)
    }

    fn square_of(&self, corners: &[[f32; 3]; 3]) -> Result<usize> {
        let number = |axis: usize| {
            let center = corners.iter().map(|c| c[axis]).sum::<f32>() / 3.0;
            let number = (center - self.min[axis]) / self.sides[axis];
            (number as usize).min(self.counts[axis] - 1)
        };
        let square = number(0) * self.counts[1] + number(1);
        let (low, high) = self.square_box(square);
        for axis in 0..2 {
            let margin = self.sides[axis] * BORDER_TOLERANCE;
            let range = low[axis] - margin..=high[axis] + margin;
            if !corners.iter().all(|c| range.contains(&c[axis])) {
                let rule = format!("the face leaves its square {low:?}..{high:?}");
                return Err(Error::bad_value(rule));
            }
        }
        Ok(square)
    }

    /// Per square: its cell of level 0 and its cell of level 1.
    pub(super) fn squares(&self) -> Vec<[u16; 19]> {
        // At most 32767 squares, see `Grid::new`.
        let count = self.square_count() as u16;
        let square = |number: u16| {
            let mut words = [NONE; 19];
            words[..6].copy_from_slice(&[0, NONE, 0, 0, number, number + count]);
            words
        };
        (0..count).map(square).collect()
    }

    /// Low ring, then high ring, each counter-clockwise from the low corner.
    pub(super) fn corners(&self) -> [[f32; 3]; 8] {
        let ([x0, y0, z0], [x1, y1, z1]) = (self.min, self.max);
        let ring = |z| [[x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z]];
        let ([a, b, c, d], [e, f, g, h]) = (ring(z0), ring(z1));
        [a, b, c, d, e, f, g, h]
    }

    /// Cells from their runs; both levels of a square have the same box.
    pub(super) fn cells(
        &self,
        runs: &[(u16, u16)],
        faces: &[TerrainFace28],
        positions: &[[f32; 3]],
    ) -> Vec<LandCell> {
        let count = self.square_count();
        let boxes: Vec<_> = (0..count)
            .map(|square| {
                let levels = [runs[square], runs[square + count]];
                let vertices = levels
                    .iter()
                    .flat_map(|(first, count)| &faces[usize::from(*first)..][..usize::from(*count)])
                    .flat_map(|face| face.vertices);
                self.cell_box(square, vertices.map(|v| positions[usize::from(v)]))
            })
            .collect();
        let numbered = runs.iter().zip(boxes.iter().cycle());
        numbered
            .map(|(run, (min, max))| cell(*run, *min, *max))
            .collect()
    }

    fn cell_box(
        &self,
        square: usize,
        vertices: impl Iterator<Item = [f32; 3]>,
    ) -> ([f32; 3], [f32; 3]) {
        let (low, high) = self.square_box(square);
        let mut min = [low[0], low[1], f32::INFINITY];
        let mut max = [high[0], high[1], f32::NEG_INFINITY];
        for vertex in vertices {
            for axis in 0..3 {
                min[axis] = min[axis].min(vertex[axis]);
                max[axis] = max[axis].max(vertex[axis]);
            }
        }
        if min[2] > max[2] {
            (min[2], max[2]) = (self.min[2], self.max[2]);
        }
        (min, max)
    }
}

fn cell((first_face, face_count): (u16, u16), min: [f32; 3], max: [f32; 3]) -> LandCell {
    let center = std::array::from_fn(|i| (min[i] + max[i]) * 0.5);
    let half: [f32; 3] = std::array::from_fn(|i| (max[i] - min[i]) * 0.5);
    LandCell {
        first_face,
        face_count,
        unk_04: 0.0,
        min,
        max,
        center,
        radius: half.iter().map(|c| c * c).sum::<f32>().sqrt(),
        unk_30: [0.0; 5],
    }
}
