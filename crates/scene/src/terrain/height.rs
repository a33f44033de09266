//! How high the ground is at a point.
//!
//! Spec: `05-terrain-sky.md` 9.

use glam::{DVec3, Vec2, Vec3};
use msh_format::land::{Land, TerrainFace28};

use super::Footprint;

/// How far outside a face a point still counts as on it, in barycentric coordinates.
const TOLERANCE: f64 = 1e-6;
/// Faces of which twice the area seen from above is smaller are no ground: walls and needles.
const SMALLEST_DETERMINANT: f64 = 1e-12;
/// How far the box of a face reaches beyond its corners, in parts of its sides: enough for every
/// point that [`TOLERANCE`] lets in.
const MARGIN: f32 = 4e-6;
/// How far below the ground a way only touches it, world units.
const TOUCH: f64 = 1e-3;
/// Faces in a leaf of the tree.
const LEAF: usize = 4;
/// Deeper than any tree: halving 65,535 faces, the most a file can have, takes 14 levels.
const DEPTH: usize = 32;

/// The faces of level 0 of a ground, in a tree over their boxes seen from above. Every answer is
/// what testing all faces would give.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HeightField {
    /// In the order of the leaves.
    faces: Vec<Face>,
    /// The root is the first; empty without faces.
    nodes: Vec<Node>,
    /// Where buildings have taken the ground away.
    footprints: Vec<Footprint>,
}

impl HeightField {
    /// The ground of a parsed `Land.msh`.
    #[must_use]
    pub fn of_land(land: &Land) -> Self {
        let corner = |vertex: &u16| land.positions.get(usize::from(*vertex)).copied();
        let face = |face: &TerrainFace28| {
            let [a, b, c] = &face.vertices;
            // The reader checked the vertices; a face that was made otherwise may have none.
            let corners = [corner(a)?, corner(b)?, corner(c)?].map(Vec3::from);
            corners
                .iter()
                .all(|c| c.is_finite())
                .then(|| Face::new(corners, face.is_liquid()))
        };
        let mut faces: Vec<Face> = land.level0_faces().iter().filter_map(face).collect();
        let mut nodes = Vec::new();
        if !faces.is_empty() {
            nodes.push(Node::default());
            divide(&mut nodes, 0, &mut faces, 0);
        }
        Self {
            faces,
            nodes,
            footprints: Vec::new(),
        }
    }

    /// The same ground with these buildings in it. They change [`Self::floor_height`] alone.
    #[must_use]
    pub fn with_footprints(mut self, footprints: Vec<Footprint>) -> Self {
        self.footprints = footprints;
        self
    }

    /// True if a building has taken the natural ground away at (x, y): its rooms may lie lower
    /// than the ground did.
    #[must_use]
    pub fn is_cut(&self, x: f32, y: f32) -> bool {
        self.footprints.iter().any(|f| f.contains(x, y))
    }

    /// Height of what covers (x, y), liquid over its bed, world units. `None` outside the ground.
    #[must_use]
    pub fn height(&self, x: f32, y: f32) -> Option<f32> {
        self.highest(Vec2::new(x, y), |_| true)
    }

    /// Height of the ground at (x, y) as if there were no liquid.
    #[must_use]
    pub fn dry_height(&self, x: f32, y: f32) -> Option<f32> {
        self.highest(Vec2::new(x, y), |face| !face.is_liquid)
    }

    /// Height of what a camera is kept above at (x, y): the dry ground, and nothing where a
    /// building has taken it away.
    #[must_use]
    pub fn floor_height(&self, x: f32, y: f32) -> Option<f32> {
        self.dry_height(x, y).filter(|_| !self.is_cut(x, y))
    }

    /// True if a straight way from `from` to `to` lies below dry ground anywhere.
    #[must_use]
    pub fn covers_way(&self, from: Vec3, to: Vec3) -> bool {
        let way = Way { from, to };
        let covers = |face: &Face| !face.is_liquid && way.is_below(face);
        self.any(|bounds| way.meets(bounds), covers)
    }

    fn highest(&self, point: Vec2, counts: impl Fn(&Face) -> bool) -> Option<f32> {
        let mut highest: Option<f64> = None;
        let holds = |bounds: &Bounds2| bounds.holds(point);
        self.any(holds, |face| {
            if let Some(height) = face.height_at(point).filter(|_| counts(face)) {
                highest = Some(highest.map_or(height, |h| h.max(height)));
            }
            false
        });
        // Of 0 and -0 either may be found first; the answer is 0.
        highest.map(|height| height as f32 + 0.0)
    }

    /// True as soon as `is_wanted` says so of a face; it is asked for every face of the leaves
    /// that `enters` and whose ancestors it enters as well.
    fn any(
        &self,
        enters: impl Fn(&Bounds2) -> bool,
        mut is_wanted: impl FnMut(&Face) -> bool,
    ) -> bool {
        let mut open = [0; DEPTH];
        let mut count = usize::from(!self.nodes.is_empty());
        while count > 0 {
            count -= 1;
            let node = &self.nodes[open[count] as usize];
            if !enters(&node.bounds) {
                continue;
            }
            let first = node.first as usize;
            if node.faces == 0 {
                // One child more per level: `DEPTH` is enough.
                open[count] = node.first;
                open[count + 1] = node.first + 1;
                count += 2;
            } else if self.faces[first..first + node.faces as usize]
                .iter()
                .any(&mut is_wanted)
            {
                return true;
            }
        }
        false
    }
}

/// A face of the ground, world space.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Face {
    corners: [Vec3; 3],
    bounds: Bounds2,
    is_liquid: bool,
}

impl Face {
    fn new(corners: [Vec3; 3], is_liquid: bool) -> Self {
        let flat = corners.map(Vec3::truncate);
        let min = flat[0].min(flat[1]).min(flat[2]);
        let max = flat[0].max(flat[1]).max(flat[2]);
        let margin = (max - min) * MARGIN;
        Self {
            corners,
            bounds: Bounds2 {
                min: min - margin,
                max: max + margin,
            },
            is_liquid,
        }
    }

    /// Height of the face at `point`, `None` beside it.
    fn height_at(&self, point: Vec2) -> Option<f64> {
        // The box keeps needles, whose coordinates are all rounding, from reaching far.
        if !self.bounds.holds(point) {
            return None;
        }
        let weights = self.barycentric(point)?;
        let is_inside = weights.cmpge(DVec3::splat(-TOLERANCE)).all();
        is_inside.then(|| self.height_of(weights))
    }

    /// Barycentric coordinates of a point, `None` for a face that is no ground.
    fn barycentric(&self, point: Vec2) -> Option<DVec3> {
        let [a, b, c] = self.corners.map(|corner| corner.truncate().as_dvec2());
        let (u, v) = (b - a, c - a);
        let determinant = u.perp_dot(v);
        if determinant.abs() < SMALLEST_DETERMINANT {
            return None;
        }
        let p = point.as_dvec2() - a;
        let (s, t) = (p.perp_dot(v) / determinant, u.perp_dot(p) / determinant);
        Some(DVec3::new(1.0 - s - t, s, t))
    }

    fn height_of(&self, weights: DVec3) -> f64 {
        let [a, b, c] = self.corners.map(|corner| f64::from(corner.z));
        a + weights.y * (b - a) + weights.z * (c - a)
    }
}

/// A straight way over or through the ground, world space.
struct Way {
    from: Vec3,
    to: Vec3,
}

impl Way {
    /// False only if the way passes a box by, seen from above.
    fn meets(&self, bounds: &Bounds2) -> bool {
        let (from, to) = (self.from.truncate(), self.to.truncate());
        if !(from.min(to).cmple(bounds.max).all() && from.max(to).cmpge(bounds.min).all()) {
            return false;
        }
        // The box lies on one side of the line if its middle is farther away than it reaches.
        let way = to.as_dvec2() - from.as_dvec2();
        let (min, max) = (bounds.min.as_dvec2(), bounds.max.as_dvec2());
        let side = way.perp_dot((min + max) * 0.5 - from.as_dvec2());
        let reach = (max - min) * 0.5;
        side.abs() <= (reach.x * way.y.abs() + reach.y * way.x.abs()) * (1.0 + TOLERANCE)
    }

    /// True if a part of the way lies below `face`.
    fn is_below(&self, face: &Face) -> bool {
        let weights = |point: Vec3| face.barycentric(point.truncate());
        let Some((first, last)) = weights(self.from).zip(weights(self.to)) else {
            return false;
        };
        // The part of the way, 0 to 1, that is over or under the face.
        let (mut enters, mut leaves) = (0.0f64, 1.0f64);
        for (first, last) in first.to_array().into_iter().zip(last.to_array()) {
            let crosses = first / (first - last);
            match (first >= 0.0, last >= 0.0) {
                (true, true) => {}
                (false, false) => return false,
                (false, true) => enters = enters.max(crosses),
                (true, false) => leaves = leaves.min(crosses),
            }
        }
        let depth = |part: f64| {
            let height = face.height_of(first.lerp(last, part));
            let (from, to) = (f64::from(self.from.z), f64::from(self.to.z));
            height - (from + (to - from) * part)
        };
        enters <= leaves && depth(enters).max(depth(leaves)) > TOUCH
    }
}

/// A box seen from above.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Bounds2 {
    min: Vec2,
    max: Vec2,
}

impl Bounds2 {
    fn holds(&self, point: Vec2) -> bool {
        point.cmpge(self.min).all() && point.cmple(self.max).all()
    }

    fn with(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }
}

/// A node of the tree: a leaf with faces, or two children beside each other.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Node {
    bounds: Bounds2,
    /// First face, or the first of the two children.
    first: u32,
    /// Number of faces; 0 for a node with children.
    faces: u32,
}

/// Makes node `index` of `faces`, the first of which is face number `first` of all, and what is
/// below it. The faces are sorted in doing so. There is at least one.
fn divide(nodes: &mut Vec<Node>, index: usize, faces: &mut [Face], first: usize) {
    let all = faces.iter().map(|face| face.bounds);
    let bounds = all.reduce(Bounds2::with).unwrap_or_default();
    // Numbers of faces and nodes fit: a file has at most 65,535 faces.
    nodes[index] = Node {
        bounds,
        first: first as u32,
        faces: faces.len() as u32,
    };
    if faces.len() <= LEAF {
        return;
    }
    let size = bounds.max - bounds.min;
    let axis = usize::from(size.y > size.x);
    let middle = faces.len() / 2;
    let center = |face: &Face| face.bounds.min[axis] + face.bounds.max[axis];
    faces.select_nth_unstable_by(middle, |a, b| center(a).total_cmp(&center(b)));
    let children = nodes.len();
    nodes[index].first = children as u32;
    nodes[index].faces = 0;
    nodes.extend([Node::default(); 2]);
    let (low, high) = faces.split_at_mut(middle);
    divide(nodes, children, low, first);
    divide(nodes, children + 1, high, first + middle);
}

#[cfg(test)]
mod tests;
