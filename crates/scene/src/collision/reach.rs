//! Where the accepted points of a face can lie, rounding included.
//!
//! A query may skip a face only if the plain test would have rejected it, to the last bit. What
//! the test accepts is not the triangle: it is the part of the *descriptor's* plane that the
//! inside test lets through, seen along the dropped axis, and both tests round. With u = 2^-24
//! (the rounding of f32), M the largest absolute coordinate of the segment's ends and V that of
//! the face:
//!
//! 1. **Inside test.** With q = p - v\[i\] and d the edge from v\[i\], the computed value differs
//!    from the exact cross product by at most 4.1 u |d| |q| (two differences, two products, one
//!    difference; Cauchy). So an accepted p lies at most t |q| on the wrong side of each edge's
//!    line, t = 4.1 u. Let L be the longest edge and f the smallest angle of the projected triangle,
//!    c its point nearest to p, r = |p - c|; |q| <= r + L. If the corners turn with the normal, the
//!    wrong side is the outside, and p is at least r sin(f / 2) outside of an edge through c: from
//!    a corner the direction to p lies within 90 - f / 2 degrees of one of two outward normals. If
//!    they turn the other way, the wrong side is the inside, and p is at least r sin(f / 2) inside of
//!    the edge whose outward normal is nearest to the opposite direction. Either way
//!    r sin(f / 2) <= t (r + L), that is r <= t L / (sin(f / 2) - t). Taken are t = 8 u, and
//!    sin(f) / 2 for sin(f / 2), which is no more.
//! 2. **Plane.** The computed distances from the plane are off by at most 12.1 u |N| (M + V), N the
//!    dropped component, since no other is larger. Their quotient, and p from it, add
//!    6.1 u |N| (M + V) and 15.1 u |N| M. So along the dropped axis p is within 34 u (M + V) of the
//!    plane, whose slopes are at most 1: over the reach of step 1 it leaves the heights over the
//!    corners by at most twice that reach.
//! 3. **Segment.** p is computed from a parameter in 0..=1 and is within 5.1 u M of the segment's
//!    point of that parameter, on each axis.
//! 4. **Distance.** The computed distance of p from the start, the root of what is compared, is
//!    within 9 u M + 3 u times itself of parameter times length.
//!
//! Steps 2 and 3 with the rounding of the box to f32 (6 u V) stay below 46 u (M + V), two distances
//! of step 4 differ by no more than 40 u M. [`slack`] is 64 u (M + V), and 1e-20 for products that
//! underflow (they are off by 2^-149, against edges of at least 1e-15 and normal components of at
//! least 1 / 32767). What remains, 18 u (M + V), is far above the rounding of the f64 in which
//! boxes and segment meet ([`Way`](super::tree::Way)). The argument needs numbers whose products
//! do not overflow; a face or segment beyond [`LARGEST`] or too narrow is tested always.

use glam::DVec3;

use super::face::{Face, dropped_axis};

/// Coordinates beyond this are not bounded.
pub(super) const LARGEST: f32 = 1e9;
/// Shortest projected edge.
const SHORTEST: f64 = 1e-15;
/// Smallest sine of a projected angle.
const NARROWEST: f64 = 1.0 / 65536.0;
/// `t` of step 1.
const EDGE_ROUNDING: f64 = 1.0 / (1 << 21) as f64;

/// How far accepted points of a segment and faces of these sizes may lie outside of the boxes
/// ([`Reach::Within`]), and a distance behind the best one that still counts.
pub(super) fn slack(segment_extent: f32, face_extent: f32) -> f64 {
    (f64::from(segment_extent) + f64::from(face_extent)) / f64::from(1 << 18) + 1e-20
}

/// A box; its corners are rounded to f32.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bounds {
    pub(super) min: [f32; 3],
    pub(super) max: [f32; 3],
}

impl Bounds {
    /// Holds nothing.
    pub(super) const EMPTY: Self = Self {
        min: [f32::INFINITY; 3],
        max: [f32::NEG_INFINITY; 3],
    };

    pub(super) fn union(&self, other: &Self) -> Self {
        Self {
            min: std::array::from_fn(|i| self.min[i].min(other.min[i])),
            max: std::array::from_fn(|i| self.max[i].max(other.max[i])),
        }
    }
}

/// Where the accepted points of a face can lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Reach {
    /// Nowhere: without a normal no plane is crossed.
    Nowhere,
    /// Within this box and [`slack`].
    Within(Bounds),
    /// Nothing is known.
    Anywhere,
}

impl Reach {
    pub(super) fn of(face: &Face) -> Self {
        if face.normal == glam::Vec3::ZERO {
            return Self::Nowhere;
        }
        let finite = face.corners.iter().all(|corner| corner.is_finite());
        if finite && extent(face) <= LARGEST {
            bounds(face).map_or(Self::Anywhere, Self::Within)
        } else {
            Self::Anywhere
        }
    }
}

/// The largest absolute coordinate.
pub(super) fn extent(face: &Face) -> f32 {
    let sizes = face.corners.map(|corner| corner.abs().max_element());
    sizes.into_iter().fold(0.0, f32::max)
}

/// Steps 1 and 2, `None` if the projected triangle is too narrow.
fn bounds(face: &Face) -> Option<Bounds> {
    let axis = dropped_axis(face.normal);
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let corners = face.corners.map(|corner| corner.as_dvec3());
    let edges = [0, 1, 2].map(|i| {
        let edge = corners[(i + 1) % 3] - corners[i];
        [edge[u], edge[v]]
    });
    let mut lengths = edges.map(|[x, y]| x.hypot(y));
    lengths.sort_by(f64::total_cmp);
    let [shortest, middle, longest] = lengths;
    let area = (edges[0][0] * edges[1][1] - edges[0][1] * edges[1][0]).abs();
    let sine = area / (middle * longest);
    // Also `None` if the sine is no number.
    if !(shortest >= SHORTEST && sine >= NARROWEST) {
        return None;
    }
    let reach = EDGE_ROUNDING * longest / (sine / 2.0 - EDGE_ROUNDING);

    let normal = face.normal.as_dvec3();
    let on_plane = corners.map(|corner| {
        let mut point = corner;
        let from = corner - corners[0];
        point[axis] = corners[0][axis] - (normal[u] * from[u] + normal[v] * from[v]) / normal[axis];
        point
    });
    let mut margin = DVec3::splat(reach);
    margin[axis] = 2.0 * reach;
    let min = on_plane.iter().fold(DVec3::INFINITY, |a, b| a.min(*b)) - margin;
    let max = on_plane.iter().fold(DVec3::NEG_INFINITY, |a, b| a.max(*b)) + margin;
    Some(Bounds {
        min: min.as_vec3().to_array(),
        max: max.as_vec3().to_array(),
    })
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    fn face(corners: [[f32; 3]; 3], normal: [f32; 3]) -> Face {
        Face {
            corners: corners.map(Vec3::from),
            normal: normal.into(),
            two_sided: false,
        }
    }

    const LEVEL: [[f32; 3]; 3] = [[-4.0, -4.0, 3.0], [4.0, -4.0, 3.0], [0.0, 4.0, 3.0]];

    fn within(face: &Face) -> Bounds {
        match Reach::of(face) {
            Reach::Within(bounds) => bounds,
            other => panic!("{other:?}"),
        }
    }

    fn assert_near(bounds: Bounds, min: [f32; 3], max: [f32; 3]) {
        for axis in 0..3 {
            let (low, high) = (bounds.min[axis], bounds.max[axis]);
            assert!((min[axis] - 1e-4..=min[axis]).contains(&low), "{bounds:?}");
            assert!((max[axis]..=max[axis] + 1e-4).contains(&high), "{bounds:?}");
        }
    }

    #[test]
    fn a_face_of_its_own_plane_reaches_little_beyond_its_corners() {
        let bounds = within(&face(LEVEL, [0.0, 0.0, 1.0]));
        assert_near(bounds, [-4.0, -4.0, 3.0], [4.0, 4.0, 3.0]);
    }

    #[test]
    fn the_plane_of_the_normal_counts_and_not_that_of_the_corners() {
        // Through the first corner the plane falls by half of x: heights 3, -1 and 1.
        let bounds = within(&face(LEVEL, [0.25, 0.0, 0.5]));
        assert_near(bounds, [-4.0, -4.0, -1.0], [4.0, 4.0, 3.0]);
    }

    #[test]
    fn a_needle_reaches_beyond_its_tip() {
        // The sine of the angle at the origin is 1e-4, the reach 10 * 2^-21 / 5e-5.
        let corners = [[0.0; 3], [10.0, 0.0, 0.0], [10.0, 1e-3, 0.0]];
        let bounds = within(&face(corners, [0.0, 0.0, 1.0]));
        assert!((-0.11..-0.09).contains(&bounds.min[0]), "{bounds:?}");
    }

    #[test]
    fn nothing_is_known_of_faces_that_are_too_narrow_large_or_no_numbers() {
        let mut flat = LEVEL;
        flat[2] = [0.0, -4.0, 3.0];
        let mut large = LEVEL;
        large[0][1] = -1.1e9;
        let mut nan = LEVEL;
        nan[1][2] = f32::NAN;
        for corners in [flat, large, nan, [[1.0, 2.0, 3.0]; 3]] {
            assert_eq!(Reach::of(&face(corners, [0.0, 0.0, 1.0])), Reach::Anywhere);
        }
        // Seen along x the level face is a line.
        assert_eq!(Reach::of(&face(LEVEL, [1.0, 0.0, 0.5])), Reach::Anywhere);
    }

    #[test]
    fn a_face_without_a_normal_is_nowhere() {
        assert_eq!(Reach::of(&face(LEVEL, [0.0; 3])), Reach::Nowhere);
    }
}
