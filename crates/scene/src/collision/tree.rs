//! The faces of a slot, found by where a segment passes.

use super::face::Face;
use super::reach::{Bounds, LARGEST, Reach, extent, slack};
use super::segment::Segment;

/// Faces in a leaf.
const LEAF: usize = 4;
/// Halving as many faces as there can be takes fewer levels.
const DEPTH: usize = 32;

/// Where a face lies in its slot.
#[derive(Debug, Clone, Copy)]
pub(super) struct FaceId {
    /// Batch in type 13.
    pub(super) batch: u32,
    /// Face within the batch.
    pub(super) face: u32,
    /// Number of faces of the slot before it. This is also how far its descriptor lies from the
    /// slot's first: the cursor moves over filtered faces as well.
    pub(super) order: u32,
}

/// The faces of a slot.
#[derive(Debug, Default)]
pub(super) struct FaceTree {
    /// Faces of which nothing is known.
    always: Vec<FaceId>,
    /// All others, in the order of the leaves.
    faces: Vec<FaceId>,
    /// The root is the first; empty without faces.
    nodes: Vec<Node>,
    /// Largest absolute coordinate of `faces`.
    extent: f32,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    bounds: Bounds,
    /// A leaf's first face, or the first of two nodes.
    first: u32,
    /// A leaf's number of faces, 0 for two nodes.
    count: u32,
}

impl FaceTree {
    pub(super) fn new(faces: impl Iterator<Item = (FaceId, Face)>) -> Self {
        let mut tree = Self::default();
        let mut bounded = Vec::new();
        for (id, face) in faces {
            match Reach::of(&face) {
                Reach::Nowhere => {}
                Reach::Anywhere => tree.always.push(id),
                Reach::Within(bounds) => {
                    tree.extent = tree.extent.max(extent(&face));
                    bounded.push((bounds, id));
                }
            }
        }
        if !bounded.is_empty() {
            tree.nodes.push(Node {
                bounds: Bounds::EMPTY,
                first: 0,
                count: 0,
            });
            tree.divide(0, &mut bounded);
        }
        tree
    }

    /// Makes node `at` of these faces. Each level halves them, so that the depth is bounded.
    fn divide(&mut self, at: usize, faces: &mut [(Bounds, FaceId)]) {
        let all = faces.iter().fold(Bounds::EMPTY, |a, (b, _)| a.union(b));
        self.nodes[at].bounds = all;
        if faces.len() <= LEAF {
            self.nodes[at].first = self.faces.len() as u32;
            self.nodes[at].count = faces.len() as u32;
            self.faces.extend(faces.iter().map(|(_, id)| *id));
            return;
        }
        let center = |bounds: &Bounds, axis: usize| bounds.min[axis] + bounds.max[axis];
        let centers = faces.iter().fold(Bounds::EMPTY, |a, (b, _)| {
            let point = [0, 1, 2].map(|axis| center(b, axis));
            a.union(&Bounds {
                min: point,
                max: point,
            })
        });
        let width = |axis: &usize| centers.max[*axis] - centers.min[*axis];
        let widest = (0..3).max_by(|a, b| width(a).total_cmp(&width(b)));
        let axis = widest.unwrap_or_default();
        let half = faces.len() / 2;
        faces.select_nth_unstable_by(half, |(a, _), (b, _)| {
            center(a, axis).total_cmp(&center(b, axis))
        });
        let children = self.nodes.len();
        self.nodes[at].first = children as u32;
        self.nodes.extend([self.nodes[at]; 2]);
        let (low, high) = faces.split_at_mut(half);
        self.divide(children, low);
        self.divide(children + 1, high);
    }

    /// Where a hit of any face can lie.
    pub(super) fn reach(&self) -> Reach {
        match self.nodes.first() {
            _ if !self.always.is_empty() => Reach::Anywhere,
            Some(root) => Reach::Within(root.bounds),
            None => Reach::Nowhere,
        }
    }

    /// Largest absolute coordinate of the faces whose reach is known.
    pub(super) fn extent(&self) -> f32 {
        self.extent
    }

    /// Gives `test` every face that `segment` can strike, and perhaps others, the near ones first.
    /// `test` answers with the squared distance of the best hit so far; faces whose hits are
    /// certainly farther than that are left out. False, and nothing is given, for a segment of
    /// which nothing is known.
    pub(super) fn visit(
        &self,
        segment: &Segment,
        mut test: impl FnMut(FaceId) -> Option<f32>,
    ) -> bool {
        let segment_extent = segment.extent();
        if segment_extent > LARGEST {
            return false;
        }
        let mut best = None;
        for id in &self.always {
            best = test(*id);
        }
        let way = Way::new(segment, slack(segment_extent, self.extent));
        let mut farthest = way.farthest(best);
        let mut waiting = [(0.0, 0); DEPTH];
        let mut count = 0;
        if let Some(root) = self.nodes.first()
            && let Some(enters) = way.enters(&root.bounds)
        {
            waiting[0] = (enters, 0);
            count = 1;
        }
        while count > 0 {
            count -= 1;
            let (enters, at) = waiting[count];
            if enters > farthest {
                continue;
            }
            let node = &self.nodes[at];
            let first = node.first as usize;
            if node.count > 0 {
                for id in &self.faces[first..first + node.count as usize] {
                    best = test(*id);
                }
                farthest = way.farthest(best);
                continue;
            }
            let [left, right] = [first, first + 1].map(|child| {
                let enters = way.enters(&self.nodes[child].bounds)?;
                Some((enters, child))
            });
            let (near, far) = match (left, right) {
                (Some(left), Some(right)) if left.0 > right.0 => (Some(right), Some(left)),
                both => both,
            };
            // One node makes way for two at most once a level.
            for child in [far, near].into_iter().flatten() {
                waiting[count] = child;
                count += 1;
            }
        }
        true
    }
}

/// A segment on its way through boxes, in f64. Its points have parameters from 0 to 1.
pub(super) struct Way {
    start: [f64; 3],
    /// 1 / (end - start).
    inverse: [f64; 3],
    length: f64,
    slack: f64,
}

impl Way {
    pub(super) fn new(segment: &Segment, slack: f64) -> Self {
        let start = segment.start.as_dvec3();
        let way = segment.end.as_dvec3() - start;
        // Where the way keeps its coordinate any large number will do: a box is then entered
        // before 0 and left behind 1, or not met.
        let inverse = |w: f64| if w == 0.0 { 1e300 } else { 1.0 / w };
        Self {
            start: start.to_array(),
            inverse: way.to_array().map(inverse),
            length: way.length(),
            slack,
        }
    }

    /// The parameter from which on points may be within the box and slack, `None` if none is.
    pub(super) fn enters(&self, bounds: &Bounds) -> Option<f64> {
        let (mut enters, mut leaves) = (0.0f64, 1.0f64);
        for axis in 0..3 {
            let low = f64::from(bounds.min[axis]) - self.slack - self.start[axis];
            let high = f64::from(bounds.max[axis]) + self.slack - self.start[axis];
            let (a, b) = (low * self.inverse[axis], high * self.inverse[axis]);
            enters = enters.max(a.min(b));
            leaves = leaves.min(a.max(b));
        }
        (enters <= leaves).then_some(enters)
    }

    /// The parameter behind which hits are certainly farther than the best one.
    fn farthest(&self, best: Option<f32>) -> f64 {
        match best {
            // Without length the quotient is no number or infinite, and nothing is left out.
            Some(best) => (f64::from(best).sqrt() + self.slack) / self.length,
            None => f64::INFINITY,
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    /// A level floor of 50 by 50 squares, of two faces each.
    fn floor() -> FaceTree {
        let corner = |x: u32, y: u32| Vec3::new(x as f32, y as f32, 0.0);
        let face = |corners| Face {
            corners,
            normal: Vec3::Z,
            two_sided: false,
        };
        let squares = (0..50).flat_map(|x| (0..50).map(move |y| (x, y)));
        let faces = squares.flat_map(|(x, y)| {
            let (a, b) = (corner(x, y), corner(x + 1, y));
            let (c, d) = (corner(x + 1, y + 1), corner(x, y + 1));
            [face([a, b, c]), face([a, c, d])]
        });
        let id = |order| FaceId {
            batch: 0,
            face: order,
            order,
        };
        FaceTree::new((0..).map(id).zip(faces))
    }

    /// The faces that `segment` is tested with.
    fn tested(segment: &Segment, answer: Option<f32>) -> Vec<u32> {
        let mut list = Vec::new();
        let known = floor().visit(segment, |id| {
            list.push(id.order);
            answer
        });
        assert!(known);
        list
    }

    #[test]
    fn a_segment_is_tested_with_the_faces_around_its_way() {
        let segment = Segment::new(Vec3::new(30.25, 20.5, 1.0), Vec3::new(30.25, 20.5, -1.0));
        let list = tested(&segment, None);
        assert!(list.contains(&(2 * (30 * 50 + 20))), "{list:?}");
        assert!(list.len() < 40, "{} of 5000", list.len());
    }

    #[test]
    fn a_segment_beside_is_tested_with_none() {
        let segment = Segment::new(Vec3::new(20.0, -9.0, 1.0), Vec3::new(30.0, -0.5, -1.0));
        assert_eq!(tested(&segment, None), []);
    }

    #[test]
    fn faces_behind_the_best_hit_are_left_out() {
        // Along the floor, so that its whole length is in reach.
        let segment = Segment::new(Vec3::new(0.5, 20.5, 0.0), Vec3::new(49.5, 20.5, 0.0));
        assert!(tested(&segment, None).len() > 75);
        let list = tested(&segment, Some(25.0));
        assert!(list.len() < 40, "{}", list.len());
    }

    #[test]
    fn a_segment_too_large_is_not_answered_for() {
        let segment = Segment::new(Vec3::ZERO, Vec3::splat(1.1e9));
        assert!(!floor().visit(&segment, |_| None));
    }

    #[test]
    fn a_segment_without_length_leaves_nothing_out() {
        let point = Vec3::new(0.5, 0.25, 0.0);
        assert!(tested(&Segment::new(point, point), Some(0.0)).contains(&0));
    }
}
