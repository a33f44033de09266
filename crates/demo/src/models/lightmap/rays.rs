//! Rays against triangles, through a tree of boxes.

use crate::models::kit::Vec3;

type Triangle = [Vec3; 3];

/// Triangles a leaf may hold.
const LEAF: usize = 4;

/// A box with either two children or a run of triangles.
#[derive(Debug, Clone, Copy)]
struct Branch {
    min: Vec3,
    max: Vec3,
    /// First triangle of a leaf, else the second child; the first one follows its parent.
    link: usize,
    /// Triangles of a leaf, 0 for an inner box.
    count: usize,
}

/// What rays can hit.
#[derive(Debug, Default)]
pub(super) struct Obstacles {
    branches: Vec<Branch>,
    triangles: Vec<Triangle>,
}

impl Obstacles {
    /// Sorts triangles into a tree.
    pub(super) fn new(triangles: Vec<Triangle>) -> Self {
        let mut tree = Self {
            branches: Vec::new(),
            triangles,
        };
        if !tree.triangles.is_empty() {
            tree.grow(0, tree.triangles.len());
        }
        tree
    }

    fn grow(&mut self, start: usize, end: usize) {
        let points = self.triangles[start..end].iter().flatten();
        let first = self.triangles[start][0];
        let (min, max) = points.fold((first, first), |(low, high), p| (low.min(*p), high.max(*p)));
        let index = self.branches.len();
        self.branches.push(Branch {
            min,
            max,
            link: start,
            count: end - start,
        });
        if end - start <= LEAF {
            return;
        }
        let size = (max - min).to_array();
        let axis = (0..3).fold(0, |best, a| if size[a] > size[best] { a } else { best });
        let center = |t: &Triangle| t.iter().map(|p| p.to_array()[axis]).sum::<f32>();
        self.triangles[start..end].sort_by(|a, b| center(a).total_cmp(&center(b)));
        let middle = (start + end) / 2;
        self.grow(start, middle);
        let second = self.branches.len();
        self.grow(middle, end);
        self.branches[index].link = second;
        self.branches[index].count = 0;
    }

    /// Distance to the nearest triangle along a unit direction, if it is below `reach`.
    pub(super) fn nearest(&self, from: Vec3, direction: Vec3, reach: f32) -> Option<f32> {
        let inverse = direction.to_array().map(|c| 1.0 / c);
        let mut best = reach;
        // Deep enough for any tree that halves its triangles.
        let mut stack = [0_usize; 64];
        let mut depth = usize::from(!self.branches.is_empty());
        while depth > 0 {
            depth -= 1;
            let index = stack[depth];
            let branch = &self.branches[index];
            if branch.count > 0 {
                for triangle in &self.triangles[branch.link..branch.link + branch.count] {
                    let distance = hit(triangle, from, direction);
                    best = distance.filter(|t| *t < best).unwrap_or(best);
                }
                continue;
            }
            // The child that the ray enters first goes on top.
            let [first, second] = [index + 1, branch.link]
                .map(|child| (entry(&self.branches[child], from, inverse, best), child));
            let pair = if first.0 < second.0 {
                [second, first]
            } else {
                [first, second]
            };
            for (distance, child) in pair {
                if distance < best {
                    stack[depth] = child;
                    depth += 1;
                }
            }
        }
        (best < reach).then_some(best)
    }

    /// True if nothing stands between two points.
    pub(super) fn sees(&self, from: Vec3, to: Vec3) -> bool {
        let way = to - from;
        self.nearest(from, way.normalized(), way.length()).is_none()
    }
}

/// Distance at which a ray enters a box, infinity if it misses it or `reach` ends before.
fn entry(branch: &Branch, from: Vec3, inverse: [f32; 3], reach: f32) -> f32 {
    let (low, high) = (branch.min.to_array(), branch.max.to_array());
    let from = from.to_array();
    let (mut near, mut far) = (0.0_f32, reach);
    for axis in 0..3 {
        let a = (low[axis] - from[axis]) * inverse[axis];
        let b = (high[axis] - from[axis]) * inverse[axis];
        near = near.max(a.min(b));
        far = far.min(a.max(b));
    }
    if near <= far { near } else { f32::INFINITY }
}

/// Distance along the ray to a triangle, from either side.
fn hit([a, b, c]: &Triangle, from: Vec3, direction: Vec3) -> Option<f32> {
    let (ab, ac) = (*b - *a, *c - *a);
    let side = direction.cross(ac);
    let determinant = ab.dot(side);
    if determinant.abs() < 1e-9 {
        return None;
    }
    let inverse = 1.0 / determinant;
    let offset = from - *a;
    let u = offset.dot(side) * inverse;
    let across = offset.cross(ab);
    let v = direction.dot(across) * inverse;
    let inside = u >= 0.0 && v >= 0.0 && u + v <= 1.0;
    let distance = ac.dot(across) * inverse;
    (inside && distance > 1e-4).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::kit::v;

    #[test]
    fn the_nearest_of_many_triangles_is_found() {
        let sheet = |z: f32| [v(-1.0, -1.0, z), v(3.0, -1.0, z), v(-1.0, 3.0, z)];
        let obstacles = Obstacles::new((1..40).map(|i| sheet(i as f32)).collect());
        let up = v(0.0, 0.0, 1.0);
        assert_eq!(obstacles.nearest(Vec3::ZERO, up, 100.0), Some(1.0));
        assert_eq!(obstacles.nearest(v(0.0, 0.0, 20.5), up, 100.0), Some(0.5));
        assert_eq!(obstacles.nearest(v(2.5, 2.5, 0.0), up, 100.0), None);
        assert!(obstacles.sees(Vec3::ZERO, v(0.0, 0.0, 0.9)));
        assert!(!obstacles.sees(Vec3::ZERO, v(0.0, 0.0, 1.1)));
    }
}
