//! Where a building stands on the ground.
//!
//! Spec: `04-mission-objects.md` 7.4 and 9.1.

use glam::{DVec2, Mat4, Vec3};
use msh_format::base_plan::BasePlan;

use super::ring::Ring;
use crate::problems::Problems;

/// The ground plan of a placed building, seen from above.
#[derive(Debug, Clone, PartialEq)]
pub struct Footprint {
    /// The clearance; empty if only the outline can be used.
    pub(super) outer: Vec<Ring>,
    /// The outline; never empty.
    pub(super) inner: Vec<Ring>,
    /// World height of the building's base.
    pub(super) base: f32,
}

impl Footprint {
    /// Places a plan by the matrix of its building. A plan whose outer rings are of no use cuts at
    /// its inner rings; one whose inner rings are of no use gives `None`. Either is a problem.
    pub fn placed(
        plan: &BasePlan,
        matrix: &Mat4,
        place: &str,
        problems: &mut Problems,
    ) -> Option<Self> {
        let corners = plan.inner.iter().map(|ring| &*ring.corners);
        let inner = match rings("inner", corners, matrix) {
            Ok(inner) => inner,
            Err(error) => {
                problems.error(place, format!("{error}; the ground is not cut"));
                return None;
            }
        };
        let outer = rings("outer", plan.outer.iter().map(Vec::as_slice), matrix);
        let outer = outer.and_then(|outer| {
            if outer.iter().any(|o| inner.iter().any(|i| o.crosses(i))) {
                return Err("an outer and an inner ring cross each other".to_owned());
            }
            Ok(outer)
        });
        let outer = outer.unwrap_or_else(|error| {
            let message = format!("{error}; the ground is cut at the inner ring, without footing");
            problems.error(place, message);
            Vec::new()
        });
        let first = plan.inner.first().and_then(|ring| ring.corners.first());
        let base = first.map(|corner| matrix.transform_point3(Vec3::from(*corner)).z);
        Some(Self {
            outer,
            inner,
            base: base.unwrap_or_default(),
        })
    }

    /// True if the building has taken the natural ground away at (x, y).
    #[must_use]
    pub fn contains(&self, x: f32, y: f32) -> bool {
        let point = DVec2::new(x.into(), y.into());
        let mut rings = self.outer.iter().chain(&self.inner);
        rings.any(|ring| ring.contains(point))
    }
}

/// The rings of one set, none of which cross.
fn rings<'p>(
    set: &str,
    corners: impl Iterator<Item = &'p [[f32; 3]]>,
    matrix: &Mat4,
) -> Result<Vec<Ring>, String> {
    let mut rings: Vec<Ring> = Vec::new();
    for (number, corners) in corners.enumerate() {
        let name = || format!("{set} ring {number} of the ground plan");
        let ring = Ring::placed(corners, matrix).map_err(|rule| format!("{} {rule}", name()))?;
        if rings.iter().any(|other| other.crosses(&ring)) {
            return Err(format!("{} crosses another", name()));
        }
        rings.push(ring);
    }
    if rings.is_empty() {
        return Err(format!("the ground plan has no {set} ring"));
    }
    Ok(rings)
}
