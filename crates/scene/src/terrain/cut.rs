//! Cutting a hole into the ground along a ring.
//!
//! Spec: `05-terrain-sky.md` 8. Every face is cut for itself. No crack opens between neighbours
//! because a point on a shared side is computed from the side's two ends in one fixed order, so
//! that both faces get the same numbers.

use glam::{DVec2, DVec3, Vec3};

use super::TerrainVertex;
use super::faces::{GroundFace, GroundFaces};
use super::ring::{Ring, side};
use super::triangulate::triangulate;

/// A point of the ground on a ring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct BorderPoint {
    /// Edge of the ring.
    pub(super) edge: usize,
    /// How far along the edge: 0 at its first corner, always below 1.
    pub(super) along: f64,
    /// World position.
    pub(super) position: Vec3,
}

/// Removes what of the faces that `wanted` names lies inside `ring`. Gives the points in which
/// they met it, in no order, each perhaps several times.
pub(super) fn cut(
    ground: &mut GroundFaces,
    ring: &Ring,
    wanted: impl Fn(&GroundFace) -> bool,
) -> Vec<BorderPoint> {
    let mut border = Vec::new();
    let mut kept = Vec::with_capacity(ground.faces.len());
    for face in std::mem::take(&mut ground.faces) {
        if wanted(&face) && is_near(&face, &ground.vertices, ring) {
            FaceCut::new(face, &ground.vertices)
                .along(ring, &mut border)
                .outside(ring, &mut ground.vertices, &mut kept);
        } else {
            kept.push(face);
        }
    }
    ground.faces = kept;
    border
}

/// Faces whose boxes touch the box of `ring`.
pub(super) fn faces_near<'a>(
    ground: &'a GroundFaces,
    ring: &'a Ring,
) -> impl Iterator<Item = &'a GroundFace> {
    let is_near = |face: &&GroundFace| is_near(face, &ground.vertices, ring);
    ground.faces.iter().filter(is_near)
}

fn is_near(face: &GroundFace, vertices: &[TerrainVertex], ring: &Ring) -> bool {
    let (low, high) = bounds(&face.vertices.map(|v| place(&vertices[v as usize])));
    ring.touches(low, high)
}

fn place(vertex: &TerrainVertex) -> DVec2 {
    let [x, y, _] = vertex.position;
    DVec2::new(x.into(), y.into())
}

fn bounds(places: &[DVec2; 3]) -> (DVec2, DVec2) {
    let [a, b, c] = *places;
    (a.min(b).min(c), a.max(b).max(c))
}

/// A point of a face: one of its three corners, or a new one.
struct CutPoint {
    place: DVec2,
    position: Vec3,
    /// Shares of the face's corners.
    weights: [f64; 3],
    /// Bit `i` is set if it lies on the side from corner `i` to the next.
    sides: u8,
}

/// A face with the parts of a ring that run over it.
struct FaceCut {
    face: GroundFace,
    corners: [TerrainVertex; 3],
    /// Counter-clockwise.
    places: [DVec2; 3],
    /// The face was clockwise and its last two corners are swapped here.
    is_swapped: bool,
    /// The corners, then the new points.
    points: Vec<CutPoint>,
    /// Parts of the ring, between points.
    lines: Vec<[usize; 2]>,
}

impl FaceCut {
    fn new(mut face: GroundFace, vertices: &[TerrainVertex]) -> Self {
        let corner = |v: u32| vertices[v as usize];
        let [a, b, c] = face.vertices.map(|v| place(&corner(v)));
        let is_swapped = side(a, b, c) < 0.0;
        if is_swapped {
            face.vertices.swap(1, 2);
        }
        let corners = face.vertices.map(corner);
        let point = |i: usize| CutPoint {
            place: place(&corners[i]),
            position: corners[i].position.into(),
            weights: [0, 1, 2].map(|j| if i == j { 1.0 } else { 0.0 }),
            sides: 1 << i | 1 << ((i + 2) % 3),
        };
        Self {
            face,
            corners,
            places: corners.each_ref().map(place),
            is_swapped,
            points: (0..3).map(point).collect(),
            lines: Vec::new(),
        }
    }

    /// True if the face has an area seen from above.
    fn is_open(&self) -> bool {
        let [a, b, c] = self.places;
        side(a, b, c) > 0.0
    }

    /// Finds where `ring` runs over the face.
    fn along(mut self, ring: &Ring, border: &mut Vec<BorderPoint>) -> Self {
        if !self.is_open() {
            return self;
        }
        let (low, high) = bounds(&self.places);
        for (edge, [from, to]) in ring.edges().enumerate() {
            if from.min(to).cmpgt(high).any() || low.cmpgt(from.max(to)).any() {
                continue;
            }
            let mut met = self.meet(from, to);
            met.sort_by(|a, b| a.0.total_cmp(&b.0));
            self.lines.extend(met.windows(2).map(|m| [m[0].1, m[1].1]));
            for (along, point) in met {
                let point = &self.points[point];
                if point.place != to {
                    border.push(BorderPoint {
                        edge,
                        along: along.min(1.0 - f64::EPSILON),
                        position: point.position,
                    });
                }
            }
        }
        self
    }

    /// All points in which an edge of a ring meets the outline of the face or ends in it, with
    /// how far along the edge they are.
    fn meet(&mut self, from: DVec2, to: DVec2) -> Vec<(f64, usize)> {
        let mut met = Vec::new();
        let way = to - from;
        for (corner, place) in self.places.into_iter().enumerate() {
            let is_between = from.min(to).cmple(place).all() && place.cmple(from.max(to)).all();
            if is_between && side(from, to, place) == 0.0 {
                met.push(((place - from).dot(way) / way.length_squared(), corner));
            }
        }
        for (along, end) in [(0.0, from), (1.0, to)] {
            met.extend(self.point_at(end).map(|point| (along, point)));
        }
        for number in 0..3 {
            met.extend(self.crossing(number, from, to));
        }
        met
    }

    /// The point of the face at a place, `None` outside.
    fn point_at(&mut self, at: DVec2) -> Option<usize> {
        if let Some(known) = self.points.iter().position(|p| p.place == at) {
            return Some(known);
        }
        let [a, b, c] = self.places;
        let distances = [side(a, b, at), side(b, c, at), side(c, a, at)];
        if distances.iter().any(|d| *d < 0.0) {
            return None;
        }
        if let Some(number) = distances.iter().position(|d| *d == 0.0) {
            let (first, last) = self.ends(number);
            let way = last - first;
            let share = (at - first.truncate()).dot(way.truncate());
            let share = share / way.truncate().length_squared();
            let height = first.z + way.z * share;
            return Some(self.add_on_side(number, share, at.extend(height)));
        }
        let whole: f64 = distances.iter().sum();
        // Each corner weighs as much as the side across from it is far.
        let weights = [1, 2, 0].map(|i| distances[i] / whole);
        let heights = self.corners.map(|c| f64::from(c.position[2]));
        let height = (0..3).map(|i| weights[i] * heights[i]).sum();
        Some(self.add(at.extend(height), weights, 0))
    }

    /// Where an edge of a ring goes across side `number`; ends do not count.
    fn crossing(&mut self, number: usize, from: DVec2, to: DVec2) -> Option<(f64, usize)> {
        let (first, last) = self.ends(number);
        let (a, b) = (first.truncate(), last.truncate());
        let (before, behind) = (side(from, to, a), side(from, to, b));
        let (start, end) = (side(a, b, from), side(a, b, to));
        if before * behind < 0.0 && start * end < 0.0 {
            let share = before / (before - behind);
            let point = self.add_on_side(number, share, first + (last - first) * share);
            Some((start / (start - end), point))
        } else {
            None
        }
    }

    /// The ends of a side, the same way round for both faces that share it.
    fn ends(&self, number: usize) -> (DVec3, DVec3) {
        let [a, b] = [number, (number + 1) % 3].map(|i| self.corners[i].position);
        let [first, last] = if a <= b { [a, b] } else { [b, a] };
        (Vec3::from(first).as_dvec3(), Vec3::from(last).as_dvec3())
    }

    /// Adds the point at `share` of the way along a side, as [`Self::ends`] has it.
    fn add_on_side(&mut self, number: usize, share: f64, at: DVec3) -> usize {
        let (first, _) = self.ends(number);
        let (i, j) = (number, (number + 1) % 3);
        let is_forward = Vec3::from(self.corners[i].position).as_dvec3() == first;
        let share = if is_forward { share } else { 1.0 - share };
        let mut weights = [0.0; 3];
        weights[i] = 1.0 - share;
        weights[j] = share;
        self.add(at, weights, 1 << number)
    }

    fn add(&mut self, at: DVec3, weights: [f64; 3], sides: u8) -> usize {
        let position = at.as_vec3();
        self.points.push(CutPoint {
            place: position.truncate().as_dvec2(),
            position,
            weights,
            sides,
        });
        self.points.len() - 1
    }

    /// Adds the parts of the face outside `ring` to `kept`.
    fn outside(self, ring: &Ring, vertices: &mut Vec<TerrainVertex>, kept: &mut Vec<GroundFace>) {
        let middle = |triangle: &[usize; 3]| {
            let [a, b, c] = triangle.map(|point| self.points[point].place);
            (a + b + c) / 3.0
        };
        // Points of one side are not exactly in line once rounded: what lies between them is no
        // part of the face.
        let is_part = |triangle: &[usize; 3]| {
            let sides = triangle.map(|point| self.points[point].sides);
            !self.is_open() || sides[0] & sides[1] & sides[2] == 0
        };
        let places: Vec<DVec2> = self.points.iter().map(|p| p.place).collect();
        let whole = Some(vec![[0, 1, 2]]);
        let triangles = match places.len() {
            3 => whole,
            _ => triangulate(&places, &self.lines).or(whole),
        };
        let mut numbers: Vec<Option<u32>> = self.face.vertices.map(Some).to_vec();
        numbers.resize(self.points.len(), None);
        for triangle in triangles.into_iter().flatten() {
            if !is_part(&triangle) || ring.contains(middle(&triangle)) {
                continue;
            }
            let mut corners = triangle.map(|point| {
                *numbers[point].get_or_insert_with(|| {
                    vertices.push(self.vertex(&self.points[point]));
                    // The budget of all cuts keeps their number far below this type's.
                    (vertices.len() - 1) as u32
                })
            });
            if self.is_swapped {
                corners.swap(1, 2);
            }
            kept.push(GroundFace {
                vertices: corners,
                ..self.face
            });
        }
    }

    /// The vertex at a point, everything else mixed from the corners.
    fn vertex(&self, point: &CutPoint) -> TerrainVertex {
        let mix = |value: &dyn Fn(&TerrainVertex) -> f32| -> f64 {
            let corners = self.corners.iter().zip(point.weights);
            corners.map(|(c, w)| f64::from(value(c)) * w).sum()
        };
        let uv = |of: fn(&TerrainVertex) -> [f32; 2]| [0, 1].map(|i| mix(&|c| of(c)[i]) as f32);
        TerrainVertex {
            position: point.position.into(),
            normal: [0, 1, 2, 3].map(|i| mix(&|c| f32::from(c.normal[i])).round() as i8),
            uv0: uv(|c| c.uv0),
            uv1: uv(|c| c.uv1),
            blend: mix(&|c| c.blend) as f32,
        }
    }
}
