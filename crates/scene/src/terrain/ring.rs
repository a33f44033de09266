//! Rings of ground plans in the world, seen from above.
//!
//! Spec: `04-mission-objects.md` 9.1.

use glam::{DVec2, Mat4, Vec3};
use robust::Coord;

/// Farther from the origin than any map reaches; beyond it coordinates lose their fractions.
const FARTHEST: f32 = 1.0e6;

/// Rings around less than this have no inside, square units.
const SMALLEST_AREA: f64 = 1.0e-4;

/// A closed ring of straight edges that do not cross each other. Winding does not matter: a point
/// is inside if a ray from it meets an odd number of edges.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ring {
    /// Two corners in a row differ.
    corners: Vec<DVec2>,
    min: DVec2,
    max: DVec2,
}

impl Ring {
    /// The ring of a plan, placed by the matrix of its building.
    ///
    /// # Errors
    /// Why the ground cannot be cut along it.
    pub(super) fn placed(corners: &[[f32; 3]], matrix: &Mat4) -> Result<Self, &'static str> {
        let place = |corner: &[f32; 3]| matrix.transform_point3(Vec3::from(*corner)).truncate();
        let mut placed: Vec<_> = corners.iter().map(place).collect();
        if placed.iter().any(|c| !c.is_finite()) {
            return Err("has a corner that is not finite");
        }
        if placed.iter().any(|c| c.abs().max_element() > FARTHEST) {
            return Err("lies too far away");
        }
        placed.dedup();
        if placed.first() == placed.last() {
            placed.pop();
        }
        let corners: Vec<DVec2> = placed.into_iter().map(|c| c.as_dvec2()).collect();
        let corner = corners.iter().copied();
        let ring = Self {
            min: corner.clone().fold(DVec2::INFINITY, DVec2::min),
            max: corner.fold(DVec2::NEG_INFINITY, DVec2::max),
            corners,
        };
        if ring.doubled_area().abs() < 2.0 * SMALLEST_AREA {
            return Err("encloses nothing");
        }
        if ring.crosses(&ring) {
            return Err("crosses itself");
        }
        Ok(ring)
    }

    /// Edge `i` runs from corner `i` to the next one.
    pub(super) fn edges(&self) -> impl ExactSizeIterator<Item = [DVec2; 2]> + Clone + '_ {
        let next = |i: usize| self.corners[(i + 1) % self.corners.len()];
        (0..self.corners.len()).map(move |i| [self.corners[i], next(i)])
    }

    /// True if `point` is inside.
    pub(super) fn contains(&self, point: DVec2) -> bool {
        if !self.touches(point, point) {
            return false;
        }
        let meets = |[a, b]: &[DVec2; 2]| {
            (a.y > point.y) != (b.y > point.y)
                && point.x < a.x + (b.x - a.x) * ((point.y - a.y) / (b.y - a.y))
        };
        self.edges().filter(meets).count() % 2 == 1
    }

    /// True if the box of the ring and the box from `min` to `max` have a point in common.
    pub(super) fn touches(&self, min: DVec2, max: DVec2) -> bool {
        self.min.cmple(max).all() && min.cmple(self.max).all()
    }

    /// True if an edge of this ring and one of `other` cross; to touch is not to cross.
    pub(super) fn crosses(&self, other: &Self) -> bool {
        let near = |[a, b]: [DVec2; 2]| other.touches(a.min(b), a.max(b));
        self.edges()
            .filter(|edge| near(*edge))
            .any(|edge| other.edges().any(|with| cross(edge, with)))
    }

    /// True if the corners go round counter-clockwise, seen from above.
    pub(super) fn is_counter_clockwise(&self) -> bool {
        self.doubled_area() > 0.0
    }

    fn doubled_area(&self) -> f64 {
        let first = self.corners.first().copied().unwrap_or_default();
        self.edges()
            .map(|[a, b]| (a - first).perp_dot(b - first))
            .sum()
    }
}

/// Positive if `c` lies to the left of the way from `a` to `b`, negative to its right; the sign
/// is exact.
pub(super) fn side(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    let coord = |p: DVec2| Coord { x: p.x, y: p.y };
    robust::orient2d(coord(a), coord(b), coord(c))
}

/// True if two edges have one inner point in common and lie on both sides of each other.
fn cross([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let apart = a.min(b).cmpgt(c.max(d)).any() || c.min(d).cmpgt(a.max(b)).any();
    !apart && side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ring of corners at height 0, where the plan has it.
    fn ring(corners: &[[f32; 2]]) -> Result<Ring, &'static str> {
        let corners: Vec<[f32; 3]> = corners.iter().map(|[x, y]| [*x, *y, 0.0]).collect();
        Ring::placed(&corners, &Mat4::IDENTITY)
    }

    /// A square with a notch from the right: 4 x 4 without x > 1, 1 < y < 3.
    const CLAMP: [[f32; 2]; 8] = [
        [0.0, 0.0],
        [4.0, 0.0],
        [4.0, 1.0],
        [1.0, 1.0],
        [1.0, 3.0],
        [4.0, 3.0],
        [4.0, 4.0],
        [0.0, 4.0],
    ];

    #[test]
    fn a_notch_is_outside() {
        let clamp = ring(&CLAMP).unwrap();
        for (x, y, inside) in [
            (0.5, 2.0, true),
            (2.0, 2.0, false),
            (2.0, 0.5, true),
            (5.0, 0.5, false),
        ] {
            assert_eq!(clamp.contains(DVec2::new(x, y)), inside, "{x} {y}");
        }
    }

    #[test]
    fn a_mirrored_ring_has_the_same_inside() {
        let corners = CLAMP.map(|[x, y]| [x, y, 0.0]);
        let mirror = Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0));
        let clamp = Ring::placed(&corners, &mirror).unwrap();
        assert!(clamp.contains(DVec2::new(-0.5, 2.0)));
        assert!(!clamp.contains(DVec2::new(-2.0, 2.0)));
        assert!(!clamp.contains(DVec2::new(0.5, 2.0)));
    }

    #[test]
    fn rings_that_bound_nothing_are_refused() {
        assert!(ring(&[]).is_err());
        assert!(ring(&[[1.0, 1.0]; 5]).is_err());
        assert!(ring(&[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]).is_err());
        assert!(ring(&[[0.0, 0.0], [f32::NAN, 1.0], [2.0, 0.0]]).is_err());
        assert!(ring(&[[0.0, 0.0], [1.0e9, 0.0], [0.0, 1.0e9]]).is_err());
    }

    #[test]
    fn a_ring_that_crosses_itself_is_refused() {
        let knot = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [3.0, -2.0]];
        assert_eq!(ring(&knot), Err("crosses itself"));
    }

    #[test]
    fn rings_that_only_touch_do_not_cross() {
        let square = |low: f32, high: f32| {
            ring(&[[low, low], [high, low], [high, high], [low, high]]).unwrap()
        };
        assert!(!square(0.0, 4.0).crosses(&square(1.0, 2.0)));
        assert!(!square(0.0, 4.0).crosses(&square(0.0, 2.0)));
        assert!(square(0.0, 4.0).crosses(&square(2.0, 6.0)));
    }
}
