//! Constrained triangulation of some points in the plane.

use glam::DVec2;
use spade::handles::FixedVertexHandle;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};

/// The triangulation refuses numbers below 2^-142; no ground is that fine.
const FINEST: f64 = 1.0e-40;

/// Triangles of the convex hull of `points`, counter-clockwise, with all of `edges` as sides, as
/// far as they do not cross each other. Points at one place become the first of them. `None` for
/// numbers that cannot be computed with.
pub(super) fn triangulate(points: &[DVec2], edges: &[[usize; 2]]) -> Option<Vec<[usize; 3]>> {
    let mut triangulation = ConstrainedDelaunayTriangulation::<Point2<f64>>::new();
    let mut handles: Vec<FixedVertexHandle> = Vec::with_capacity(points.len());
    // Which point each vertex of the triangulation is.
    let mut point_of: Vec<usize> = Vec::with_capacity(points.len());
    let plain = |c: f64| if c.abs() < FINEST { 0.0 } else { c };
    for (number, point) in points.iter().enumerate() {
        let place = Point2::new(plain(point.x), plain(point.y));
        let handle = triangulation.insert(place).ok()?;
        if handle.index() == point_of.len() {
            point_of.push(number);
        }
        handles.push(handle);
    }
    for [from, to] in edges {
        let (from, to) = (handles[*from], handles[*to]);
        if from != to {
            triangulation.try_add_constraint(from, to);
        }
    }
    let triangle = |face: spade::handles::FaceHandle<'_, _, _, _, _, _>| {
        face.vertices().map(|vertex| point_of[vertex.index()])
    };
    Some(triangulation.inner_faces().map(triangle).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_kept_whatever_the_angles() {
        // Delaunay would join the two points that are close.
        let points = [[0.0, 0.0], [10.0, 0.0], [5.0, 1.0], [5.0, -1.0]];
        let triangles = triangulate(&points.map(DVec2::from), &[[0, 1]]).unwrap();
        assert_eq!(triangles.len(), 2);
        assert!(triangles.iter().all(|t| t.contains(&0) && t.contains(&1)));
    }

    #[test]
    fn points_at_one_place_are_one_and_edges_that_cross_do_no_harm() {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 1.0]];
        let edges = [[0, 4], [1, 3], [2, 4]];
        let triangles = triangulate(&square.map(DVec2::from), &edges).unwrap();
        assert_eq!(triangles.len(), 2);
        assert!(triangles.iter().flatten().all(|point| *point < 4));
    }

    #[test]
    fn too_few_points_give_nothing() {
        assert_eq!(triangulate(&[], &[]), Some(Vec::new()));
        assert_eq!(triangulate(&[DVec2::ONE; 3], &[[0, 1]]), Some(Vec::new()));
        assert_eq!(triangulate(&[DVec2::NAN], &[]), None);
    }
}
