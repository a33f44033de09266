//! Which segments may strike anything of a building, asked in the world once for all its nodes.
//!
//! An instance is asked with the segment that its rounded inverse makes, so that the box of its
//! faces has to grow by what that moves a point. With A and I the linear parts of matrix and
//! inverse, T and t their translations, |.| the largest sum of absolute values of a row, and M the
//! largest coordinate of the segment: I s + t is computed to within 4.1 u (|I| M + |t|), and comes
//! back to the world as s + (A I - 1) s + (A t + T), whose last terms are computed here in f64. The
//! segment in node space has coordinates up to |I| M + |t|, which gives the node's own
//! [`slack`], 2^-18 (|I| M + |t| + V). Twice that, times |A|, pays for both and
//! for the rounding of f64 and of boxes to f32.

use glam::{DMat3, DVec3, Mat4};

use super::reach::{Bounds, LARGEST, Reach, slack};
use super::segment::Segment;
use super::tree::{FaceTree, Way};

/// Where a segment has to pass to strike something.
#[derive(Debug, Clone, Copy)]
pub(super) enum Near {
    /// Nothing can be struck, and no segment up to [`LARGEST`] overflows on its way into a node.
    Nowhere,
    /// Through this region.
    Within(Region),
    /// Nothing is known.
    Anywhere,
}

/// A box in the world that grows with the coordinates of the segment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Region {
    bounds: Bounds,
    /// Slack for each unit of the segment's largest coordinate.
    slack_per_unit: f64,
    /// Slack for all segments.
    slack: f64,
    /// The largest |I|.
    stretch: f64,
    /// The largest |t|.
    offset: f64,
}

impl Near {
    /// Of one instance of the faces in `tree`.
    pub(super) fn of_instance(
        tree: &FaceTree,
        world_from_node: &Mat4,
        node_from_world: &Mat4,
    ) -> Self {
        let (linear, place) = parts(world_from_node);
        let (inverse, offset) = parts(node_from_world);
        let shift = (linear * offset + place).abs().max_element();
        let (size, stretch) = (norm(&linear), norm(&inverse));
        let offset = offset.abs().max_element();
        let bounds = match tree.reach() {
            // Asking is an error where the segment is not finite in the node.
            Reach::Nowhere if in_node(stretch, offset, LARGEST) <= f64::from(f32::MAX) => {
                return Self::Nowhere;
            }
            Reach::Within(bounds) => bounds,
            Reach::Nowhere | Reach::Anywhere => return Self::Anywhere,
        };

        let residue = norm(&(linear * inverse - DMat3::IDENTITY));
        let [min, max] = [bounds.min, bounds.max].map(|corner| DVec3::from(corner.map(f64::from)));
        let center = linear * ((min + max) / 2.0) + place;
        let half = abs(&linear) * ((max - min) / 2.0);
        let corners = [center - half, center + half];
        let largest = corners[0].abs().max(corners[1].abs()).max_element();
        let [min, max] = corners.map(|corner| corner.as_vec3().to_array());
        Self::Within(Region {
            bounds: Bounds { min, max },
            slack_per_unit: residue + size * stretch * 2.0 * slack(1.0, 0.0),
            slack: shift
                + size * (2.0 * offset * slack(1.0, 0.0) + 2.0 * slack(0.0, tree.extent()))
                + largest * slack(1.0, 0.0),
            stretch,
            offset,
        })
    }

    /// Of both.
    pub(super) fn union(self, other: Self) -> Self {
        match (self, other) {
            (Self::Anywhere, _) | (_, Self::Anywhere) => Self::Anywhere,
            (Self::Nowhere, near) | (near, Self::Nowhere) => near,
            (Self::Within(a), Self::Within(b)) => Self::Within(a.union(&b)),
        }
    }

    /// False if the segment certainly strikes nothing.
    pub(super) fn is_passed_by(&self, segment: &Segment) -> bool {
        match self {
            Self::Nowhere => segment.extent() > LARGEST,
            Self::Within(region) => region.is_passed_by(segment),
            Self::Anywhere => true,
        }
    }
}

impl Region {
    fn union(&self, other: &Self) -> Self {
        Self {
            bounds: self.bounds.union(&other.bounds),
            slack_per_unit: self.slack_per_unit.max(other.slack_per_unit),
            slack: self.slack.max(other.slack),
            stretch: self.stretch.max(other.stretch),
            offset: self.offset.max(other.offset),
        }
    }

    fn is_passed_by(&self, segment: &Segment) -> bool {
        let in_node = in_node(self.stretch, self.offset, segment.extent());
        let extent = f64::from(segment.extent());
        let slack = self.slack_per_unit * extent + self.slack;
        // Beyond that a node tests all its faces. Not `>`: what is no number is not known to be
        // small.
        if !(extent.max(in_node) <= f64::from(LARGEST) && slack.is_finite()) {
            return true;
        }
        Way::new(segment, slack).enters(&self.bounds).is_some()
    }
}

/// How large the coordinates of a segment may be in a node. Twice, for their rounding.
fn in_node(stretch: f64, offset: f64, extent: f32) -> f64 {
    2.0 * (stretch * f64::from(extent) + offset)
}

fn parts(matrix: &Mat4) -> (DMat3, DVec3) {
    let matrix = matrix.as_dmat4();
    (DMat3::from_mat4(matrix), matrix.w_axis.truncate())
}

fn abs(matrix: &DMat3) -> DMat3 {
    DMat3::from_cols(
        matrix.x_axis.abs(),
        matrix.y_axis.abs(),
        matrix.z_axis.abs(),
    )
}

/// The largest sum of absolute values of a row.
fn norm(matrix: &DMat3) -> f64 {
    (abs(matrix) * DVec3::ONE).max_element()
}
