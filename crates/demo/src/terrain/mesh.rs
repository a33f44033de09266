//! The triangles of the ground with their materials, in both levels of detail.

use std::collections::BTreeMap;

use msh_format::land::{FaceSource, LandSource, pack_normal, pack_uv};

use super::cover::{BED, Cover, ROWS, SAND, WATER, reconcile};
use super::grid::{Ground, SQUARES};
use super::relief;
use crate::layout::{MAP_SIDE, WATER_LEVEL};

/// World units of one turn of the materials' textures.
const MATERIAL_PERIOD: f32 = 64.0;

/// World units of one turn of the microtextures; the same on every map.
const MICRO_PERIOD: f32 = 20.0;

/// Turns added to the microtexture's u: its 16 bits then wrap in the middle of the map, as they do
/// on the large maps of the game.
const MICRO_OFFSET: f32 = 48.0;

/// A corner of a face: which crossing of lines, on the ground or the water.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Corner {
    column: usize,
    row: usize,
    water: bool,
}

/// What makes vertices at one crossing differ: faces of one material and of two never share any.
type VertexKey = (Corner, bool, u32);

/// Everything the terrain file is made of.
pub(super) fn source(ground: &Ground) -> LandSource {
    let mut mesh = Mesh::new(ground);
    mesh.cover();
    mesh.fine_level();
    mesh.coarse_level();
    mesh.land
}

struct Mesh<'a> {
    ground: &'a Ground,
    land: LandSource,
    known: BTreeMap<VertexKey, u16>,
    /// One cover per crossing, column by column.
    covers: Vec<Cover>,
}

impl<'a> Mesh<'a> {
    fn new(ground: &'a Ground) -> Self {
        Self {
            ground,
            land: LandSource {
                grid: [SQUARES as u32, SQUARES as u32],
                ..LandSource::default()
            },
            known: BTreeMap::new(),
            covers: Vec::new(),
        }
    }

    /// Every quad of the grid in two faces, and the water above those that dip under it.
    fn fine_level(&mut self) {
        for (low, high) in self.quads() {
            for triangle in self.triangles(low, high) {
                let face = self.ground_face(triangle);
                self.land.level0.push(face);
            }
            if self.is_wet(low, high) {
                for triangle in self.triangles(low, high) {
                    let face = self.water_face(triangle);
                    self.land.level0.push(face);
                    self.land.level1.push(face);
                }
            }
        }
    }

    /// Four quads a square, over vertices of the fine level.
    fn coarse_level(&mut self) {
        for column in halves(&self.ground.x.squares) {
            for row in halves(&self.ground.y.squares) {
                let (low, high) = ([column[0], row[0]], [column[1], row[1]]);
                for triangle in self.triangles(low, high) {
                    let face = self.ground_face(triangle);
                    self.land.level1.push(face);
                }
            }
        }
    }

    /// The two triangles of a quad, counter-clockwise seen from above.
    fn triangles(&self, low: [usize; 2], high: [usize; 2]) -> [[[usize; 2]; 3]; 2] {
        let (sw, ne) = (low, high);
        let (se, nw) = ([high[0], low[1]], [low[0], high[1]]);
        if self.ground.splits_north_east(low, high) {
            [[sw, se, ne], [sw, ne, nw]]
        } else {
            [[sw, se, nw], [se, ne, nw]]
        }
    }

    fn is_wet(&self, low: [usize; 2], high: [usize; 2]) -> bool {
        let corners = [low, high, [low[0], high[1]], [high[0], low[1]]];
        let lowest = corners.map(|[c, r]| self.ground.corner(c, r));
        lowest.into_iter().any(|z| z < WATER_LEVEL)
    }

    fn water_face(&mut self, triangle: [[usize; 2]; 3]) -> FaceSource {
        let vertices = triangle.map(|[column, row]| {
            let water = true;
            self.vertex((Corner { column, row, water }, false, 1.0_f32.to_bits()))
        });
        FaceSource::water(vertices, WATER)
    }

    fn ground_face(&mut self, triangle: [[usize; 2]; 3]) -> FaceSource {
        let covers = triangle.map(|corner| self.covers[self.crossing(corner)]);
        let drowned = triangle
            .iter()
            .all(|&[column, row]| self.ground.corner(column, row) <= WATER_LEVEL);
        let (first, second) = if drowned {
            let sandy = covers.iter().any(|c| c.0[usize::from(SAND)] > 0.0);
            (BED, sandy.then_some(SAND))
        } else {
            strongest_rows(&covers)
        };
        let vertices = [0, 1, 2].map(|i| {
            let [column, row] = triangle[i];
            let blend = second.map_or(1.0, |second| share(&covers[i], first, second));
            let water = false;
            self.vertex((
                Corner { column, row, water },
                second.is_some(),
                blend.to_bits(),
            ))
        });
        let face = if drowned {
            FaceSource::bed(vertices, first)
        } else {
            FaceSource::ground(vertices, first)
        };
        second.map_or(face, |row| face.with_second(row))
    }

    /// Place of a crossing in `covers`.
    fn crossing(&self, [column, row]: [usize; 2]) -> usize {
        column * self.ground.y.at.len() + row
    }

    /// Decides what covers every crossing.
    fn cover(&mut self) {
        let ground = self.ground;
        for (column, x) in ground.x.at.iter().enumerate() {
            for (row, y) in ground.y.at.iter().enumerate() {
                self.covers
                    .push(Cover::at(*x, *y, ground.corner(column, row)));
            }
        }
        let mut faces = Vec::new();
        for (low, high) in self.quads() {
            for triangle in self.triangles(low, high) {
                faces.push(triangle.map(|corner| self.crossing(corner)));
            }
        }
        reconcile(&mut self.covers, &faces);
    }

    /// South-west and north-east corners of the grid's quads.
    fn quads(&self) -> impl Iterator<Item = ([usize; 2], [usize; 2])> + use<> {
        let (columns, rows) = (self.ground.x.at.len() - 1, self.ground.y.at.len() - 1);
        (0..columns * rows).map(move |i| {
            let (column, row) = (i / rows, i % rows);
            ([column, row], [column + 1, row + 1])
        })
    }

    /// The number of a vertex, made on first use.
    fn vertex(&mut self, key: VertexKey) -> u16 {
        if let Some(number) = self.known.get(&key) {
            return *number;
        }
        let (corner, _, blend) = key;
        let (x, y) = (
            self.ground.x.at[corner.column],
            self.ground.y.at[corner.row],
        );
        let (z, normal) = if corner.water {
            (WATER_LEVEL, [0.0, 0.0, 1.0])
        } else {
            (
                self.ground.corner(corner.column, corner.row),
                relief::normal(x, y),
            )
        };
        let down = MAP_SIDE - y;
        let land = &mut self.land;
        // The file cannot name more, and `LandSource::build` refuses a number that wrapped.
        let number = land.positions.len() as u16;
        land.positions.push([x, y, z]);
        land.normals.push(pack_normal(normal));
        land.uv0
            .push(pack_uv([x, down].map(|c| c / MATERIAL_PERIOD)));
        land.uv1.push(pack_uv([
            x / MICRO_PERIOD + MICRO_OFFSET,
            down / MICRO_PERIOD,
        ]));
        land.blend.push(f32::from_bits(blend));
        self.known.insert(key, number);
        number
    }
}

/// First and second half of every square, as numbers of lines.
fn halves(squares: &[usize; SQUARES + 1]) -> Vec<[usize; 2]> {
    let cut = |pair: &[usize]| {
        let middle = (pair[0] + pair[1]) / 2;
        [[pair[0], middle], [middle, pair[1]]]
    };
    squares.windows(2).flat_map(cut).collect()
}

/// The one or two rows that cover most of a face, lower row first.
fn strongest_rows(covers: &[Cover; 3]) -> (u8, Option<u8>) {
    let sum = |row: usize| covers.iter().map(|c| c.0[row]).sum::<f32>();
    let mut rows: Vec<usize> = (0..ROWS).filter(|row| sum(*row) > 0.0).collect();
    rows.sort_by(|a, b| sum(*b).total_cmp(&sum(*a)).then(a.cmp(b)));
    rows.truncate(2);
    rows.sort_unstable();
    // Rows are below `ROWS`, so they fit; every cover has at least one.
    match rows[..] {
        [first, second] => (first as u8, Some(second as u8)),
        [first] => (first as u8, None),
        _ => (BED, None),
    }
}

/// Share of `second` among the two, rounded to 1/64 so that vertices can be shared.
fn share(cover: &Cover, first: u8, second: u8) -> f32 {
    let (a, b) = (cover.0[usize::from(first)], cover.0[usize::from(second)]);
    let exact = if a + b > 0.0 { b / (a + b) } else { 0.5 };
    (exact * 64.0 + 0.5).floor() / 64.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use msh_format::land::face_flags;

    fn land() -> LandSource {
        source(&Ground::new())
    }

    #[test]
    fn beds_are_flagged_exactly_where_the_bed_is_the_first_material() {
        for face in land().level0 {
            assert_eq!(face.flags & face_flags::BED != 0, face.material1 == BED);
        }
    }

    #[test]
    fn no_bed_rises_above_the_water() {
        let land = land();
        for face in land.level0.iter().filter(|f| f.material1 == BED) {
            for vertex in face.vertices {
                assert!(land.positions[usize::from(vertex)][2] <= WATER_LEVEL);
            }
        }
    }

    #[test]
    fn hardly_a_face_drops_a_row_that_shows() {
        let ground = Ground::new();
        let mut mesh = Mesh::new(&ground);
        mesh.cover();
        let quads = mesh
            .quads()
            .flat_map(|(low, high)| mesh.triangles(low, high));
        let crowded = quads.filter(|triangle| {
            let covers = triangle.map(|corner| mesh.covers[mesh.crossing(corner)]);
            let shows = |row: &usize| covers.iter().map(|c| c.0[*row]).sum::<f32>() > 0.4;
            (0..ROWS).filter(shows).count() > 2
        });
        let count = crowded.count();
        assert!(count < 20, "{count} faces");
    }

    #[test]
    fn vertices_of_one_material_faces_are_fully_blended() {
        let land = land();
        for face in land.level0.iter().filter(|f| f.material2.is_none()) {
            assert!(
                face.vertices
                    .iter()
                    .all(|v| land.blend[usize::from(*v)] == 1.0)
            );
        }
    }

    #[test]
    fn the_footing_row_is_left_to_buildings() {
        let land = land();
        let faces = land.level0.iter().chain(&land.level1);
        assert!(
            faces
                .clone()
                .all(|f| f.material1 != 0 && f.material2 != Some(0))
        );
        assert!(faces.clone().count() < 20_000);
    }

    #[test]
    fn microtexture_coordinates_wrap_inside_the_map() {
        let land = land();
        let high = land.uv1.iter().any(|uv| uv[0] > 60_000);
        let low = land.uv1.iter().any(|uv| uv[0] < 5_000);
        assert!(high && low);
    }
}
