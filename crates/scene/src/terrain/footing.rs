//! The band of made ground between a building and the natural ground, and all that a building
//! does to the ground.
//!
//! Spec: `05-terrain-sky.md` 8.

use glam::{DVec2, Vec3};

use super::cut::{BorderPoint, cut, faces_near};
use super::faces::{GroundFace, GroundFaces, GroupKey};
use super::footprint::Footprint;
use super::ring::{Ring, side};
use super::triangulate::triangulate;
use super::{GroundKind, TerrainVertex};

/// Turns of the footing's texture a world unit.
const TURNS_PER_UNIT: f32 = 0.066;

/// How often a face may be held against an edge of a ring, in all. A building of the game needs
/// about a thousand; of hostile plans each cut makes the next one longer.
const BUDGET: usize = 1 << 22;
/// So many pairs of points of a band cost as much as one edge.
const PAIRS: usize = 4;
/// So many faces may be passed over for the cost of one edge.
const PASSED_OVER: usize = 16;

/// Cuts all buildings into the ground, one after the other; where two overlap, the later one has
/// its way, but the inside of both stays free. Gives how many were cut before the budget ended.
pub(super) fn cut_buildings(ground: &mut GroundFaces, footprints: &[Footprint]) -> usize {
    let mut budget = BUDGET;
    for (number, footprint) in footprints.iter().enumerate() {
        let rings = footprint.outer.iter().chain(&footprint.inner);
        let edges = rings.clone().map(|ring| ring.edges().len()).sum::<usize>();
        // Each ring passes over every face, and each triangle of the band is held against rings.
        let passed_over = rings.count() * ground.faces.len() + edges * edges;
        let cost = passed_over / PASSED_OVER + edges_to_hold(ground, footprint);
        let Some(rest) = budget.checked_sub(cost) else {
            return number;
        };
        budget = rest;
        cut_building(ground, footprint, &footprints[..number], &mut budget);
    }
    footprints.len()
}

/// How many edges the faces near a footprint are held against.
fn edges_to_hold(ground: &GroundFaces, footprint: &Footprint) -> usize {
    let rings = footprint.outer.iter().chain(&footprint.inner);
    rings
        .map(|ring| ring.edges().len() * faces_near(ground, ring).count())
        .sum()
}

/// `earlier` are the buildings that were cut before.
fn cut_building(
    ground: &mut GroundFaces,
    footprint: &Footprint,
    earlier: &[Footprint],
    budget: &mut usize,
) {
    // A liquid reaches up to the walls: its bed may lie lower than the footing or not be drawn.
    let is_dry = |face: &GroundFace| face.key.kind != GroundKind::Liquid;
    let borders: Vec<Vec<BorderPoint>> = footprint
        .outer
        .iter()
        .map(|ring| cut(ground, ring, is_dry))
        .collect();
    for ring in &footprint.inner {
        cut(ground, ring, |_| true);
    }
    let mut band = Band::new(footprint, &borders);
    // Points in a line are the worst case of a triangulation: each may meet all others.
    let pairs = band.points.len().saturating_pow(2) / PAIRS;
    match budget.checked_sub(pairs) {
        Some(rest) => *budget = rest,
        None => {
            // The last building has its corners alone; hair cracks are better than a trench.
            *budget = 0;
            band = Band::new(footprint, &vec![Vec::new(); borders.len()]);
        }
    }
    let mut band = band.faces(footprint);
    for ring in earlier.iter().flat_map(|other| &other.inner) {
        if band.faces.is_empty() {
            break;
        }
        cut(&mut band, ring, |_| true);
    }
    // A ground has far fewer vertices than this type has numbers.
    let first = ground.vertices.len() as u32;
    ground.vertices.append(&mut band.vertices);
    ground
        .faces
        .extend(band.faces.iter().map(|face| GroundFace {
            vertices: face.vertices.map(|vertex| first + vertex),
            ..*face
        }));
}

/// The outline of a band.
#[derive(Default)]
struct Band {
    points: Vec<Vec3>,
    /// Numbers of the outer edges that each point lies on: one, or for a corner the edge that
    /// ends in it and the one that begins.
    on: Vec<[Option<usize>; 2]>,
    /// For every outer edge: the inside of its ring lies to its left.
    inside_is_left: Vec<bool>,
    lines: Vec<[usize; 2]>,
}

impl Band {
    fn new(footprint: &Footprint, borders: &[Vec<BorderPoint>]) -> Self {
        let mut band = Self::default();
        let mut first_edge = 0;
        for (ring, border) in footprint.outer.iter().zip(borders) {
            band.add_outer(ring, border, footprint.base, first_edge);
            first_edge += ring.edges().len();
        }
        for ring in &footprint.inner {
            let first = band.points.len();
            for [corner, _] in ring.edges() {
                band.add(corner.as_vec2().extend(footprint.base), [None; 2]);
            }
            band.close(first);
        }
        band
    }

    /// Adds an outer ring: its corners and all points in which it meets the ground, on the
    /// ground; a corner off the map is as high as the base.
    fn add_outer(&mut self, ring: &Ring, border: &[BorderPoint], base: f32, first_edge: usize) {
        let first = self.points.len();
        let edges = ring.edges().len();
        self.inside_is_left
            .extend(std::iter::repeat_n(ring.is_counter_clockwise(), edges));
        let mut of_edge = vec![Vec::new(); edges];
        for point in border {
            of_edge[point.edge].push(*point);
        }
        for (edge, ([corner, _], mut points)) in ring.edges().zip(of_edge).enumerate() {
            // Of several layers of ground at one place, the highest.
            points.sort_by(|a, b| {
                let by_height = b.position.z.total_cmp(&a.position.z);
                a.along.total_cmp(&b.along).then(by_height)
            });
            let corner = corner.as_vec2();
            let number = first_edge + edge;
            let before = first_edge + (edge + edges - 1) % edges;
            let on_ground = points.iter().find(|p| p.position.truncate() == corner);
            let height = on_ground.map_or(base, |p| p.position.z);
            self.add(corner.extend(height), [Some(before), Some(number)]);
            let mut last = corner;
            for point in points {
                if point.position.truncate() != last {
                    last = point.position.truncate();
                    self.add(point.position, [Some(number), None]);
                }
            }
        }
        self.close(first);
    }

    fn add(&mut self, point: Vec3, on: [Option<usize>; 2]) {
        self.points.push(point);
        self.on.push(on);
    }

    /// Joins the points from `first` on to a closed line.
    fn close(&mut self, first: usize) {
        let count = self.points.len() - first;
        let line = |i: usize| [first + i, first + (i + 1) % count];
        self.lines.extend((0..count).map(line));
    }

    /// The band's faces: all between the outer and the inner rings.
    fn faces(&self, footprint: &Footprint) -> GroundFaces {
        let place = |point: &Vec3| point.truncate().as_dvec2();
        let places: Vec<DVec2> = self.points.iter().map(place).collect();
        let in_any = |rings: &[Ring], p: DVec2| rings.iter().any(|ring| ring.contains(p));
        let is_part = |triangle: &[usize; 3]| {
            if let Some(edge) = self.shared_edge(triangle) {
                return self.is_inside_of_edge(edge, *triangle);
            }
            let [a, b, c] = triangle.map(|point| places[point]);
            let middle = (a + b + c) / 3.0;
            in_any(&footprint.outer, middle) && !in_any(&footprint.inner, middle)
        };
        let triangles = triangulate(&places, &self.lines).unwrap_or_default();
        let face = |triangle: [usize; 3]| GroundFace {
            key: GroupKey::FOOTING,
            vertices: triangle.map(|point| point as u32),
        };
        GroundFaces {
            vertices: self.points.iter().map(|point| vertex(*point)).collect(),
            faces: triangles.into_iter().filter(is_part).map(face).collect(),
        }
    }

    /// The outer edge that all three points lie on.
    fn shared_edge(&self, triangle: &[usize; 3]) -> Option<usize> {
        let [a, b, c] = triangle.map(|point| self.on[point]);
        let is_shared = |edge: &usize| b.contains(&Some(*edge)) && c.contains(&Some(*edge));
        a.into_iter().flatten().find(is_shared)
    }

    /// Points of one edge are not exactly in line once rounded. What lies between them is part of
    /// the band if it is on its side of the line through all points of the edge, and part of the
    /// ground around if not: nobody's ground would be a crack.
    fn is_inside_of_edge(&self, edge: usize, mut triangle: [usize; 3]) -> bool {
        triangle.sort_by_key(|point| self.place_on_edge(edge, *point));
        let [a, b, c] = triangle.map(|point| self.points[point].truncate().as_dvec2());
        (side(a, b, c) > 0.0) == self.inside_is_left[edge]
    }

    /// A number that grows along the edge.
    fn place_on_edge(&self, edge: usize, point: usize) -> usize {
        match self.on[point] {
            [_, Some(begins)] if begins == edge => 0,
            [Some(_), Some(_)] => usize::MAX,
            // Added in this order.
            _ => point,
        }
    }
}

/// A vertex of a footing: without a normal, so that it shows its texture times the scene colour.
fn vertex(position: Vec3) -> TerrainVertex {
    TerrainVertex {
        position: position.into(),
        normal: [0; 4],
        uv0: [position.x * TURNS_PER_UNIT, position.y * TURNS_PER_UNIT],
        uv1: [0.0; 2],
        blend: 1.0,
    }
}

#[cfg(test)]
mod tests;
