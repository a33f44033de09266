//! The test of one face, in ordinary f32 and in the order of operations of `07-collision.md`.

use glam::Vec3;

use super::segment::Segment;

/// A face with the plane that its descriptor gives it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Face {
    /// In source order.
    pub(super) corners: [Vec3; 3],
    /// The stored normal, scaled. It need not fit the corners.
    pub(super) normal: Vec3,
    /// Struck from both sides.
    pub(super) two_sided: bool,
}

impl Face {
    /// Where `segment` strikes the face.
    pub(super) fn strike(&self, segment: &Segment) -> Option<Vec3> {
        let point = self.cross_plane(segment)?;
        self.contains(point).then_some(point)
    }

    /// The plane test: through the first corner, against the normal.
    fn cross_plane(&self, segment: &Segment) -> Option<Vec3> {
        let Segment { start, end } = *segment;
        let normal = self.normal;
        let at_start = normal.dot(start - self.corners[0]);
        let at_end = normal.dot(end - self.corners[0]);
        let forward = normal.dot(end - start) < 0.0 && at_start > 0.0 && at_end <= 0.0;
        // The ends exchanged, the normal the same.
        let reverse =
            || self.two_sided && normal.dot(start - end) < 0.0 && at_end > 0.0 && at_start <= 0.0;
        (forward || reverse()).then(|| start + (end - start) * (at_start / (at_start - at_end)))
    }

    /// The inside test, along the axis of the largest normal component. Edges and corners are
    /// inside, and so is what no edge value calls less than zero.
    fn contains(&self, point: Vec3) -> bool {
        let axis = dropped_axis(self.normal);
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        let sign = if self.normal[axis] < 0.0 { -1.0 } else { 1.0 };
        // An edge value that is no number does not reject.
        !(0..3).any(|i| {
            let (from, to) = (self.corners[i], self.corners[(i + 1) % 3]);
            let edge = sign
                * ((to[u] - from[u]) * (point[v] - from[v])
                    - (to[v] - from[v]) * (point[u] - from[u]));
            edge < 0.0
        })
    }
}

/// The axis of the largest absolute component, the lowest of equal ones.
pub(super) fn dropped_axis(normal: Vec3) -> usize {
    let size = normal.abs();
    if size.x >= size.y && size.x >= size.z {
        0
    } else if size.y >= size.z {
        1
    } else {
        2
    }
}
