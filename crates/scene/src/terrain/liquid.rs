//! Which groups of the ground a frame draws.
//!
//! Spec: `05-terrain-sky.md` 7. The choice is explained in decision 0006.

use glam::Vec3;

use super::{GroundKind, Terrain};
use crate::camera::NEAR;

/// How far above the liquid the eye still sees the bed: the near plane, of which the corners are
/// farther away than the middle, cuts a hole into a surface that is closer.
const SEEN_THROUGH: f32 = 2.5 * NEAR;

/// What the choice of a frame's groups depends on.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GroundGroups {
    kinds: Vec<GroundKind>,
    water_level: Option<f32>,
}

impl GroundGroups {
    /// The groups of a ground.
    #[must_use]
    pub fn of(terrain: &Terrain) -> Self {
        Self {
            kinds: terrain.groups.iter().map(|group| group.kind).collect(),
            water_level: terrain.water_level,
        }
    }

    /// Numbers of the groups that are drawn for this eye. From above the liquid hides its bed;
    /// from below everything is drawn.
    #[must_use]
    pub fn seen_from(&self, eye: Vec3) -> Vec<u32> {
        let is_above = self
            .water_level
            .is_some_and(|level| eye.z > level + SEEN_THROUGH);
        (0u32..)
            .zip(&self.kinds)
            .filter(|(_, kind)| **kind != GroundKind::Bed || !is_above)
            .map(|(number, _)| number)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lake(water_level: Option<f32>) -> GroundGroups {
        GroundGroups {
            kinds: vec![GroundKind::Ground, GroundKind::Bed, GroundKind::Liquid],
            water_level,
        }
    }

    fn seen(groups: &GroundGroups, z: f32) -> Vec<u32> {
        groups.seen_from(Vec3::new(3.0, -4.0, z))
    }

    #[test]
    fn beds_are_hidden_from_above_the_liquid() {
        assert_eq!(seen(&lake(Some(8.0)), 9.0), [0, 2]);
    }

    #[test]
    fn from_under_the_liquid_nothing_is_hidden() {
        assert_eq!(seen(&lake(Some(8.0)), 7.0), [0, 1, 2]);
        assert_eq!(seen(&lake(Some(8.0)), -100.0), [0, 1, 2]);
    }

    #[test]
    fn the_bed_is_there_where_the_near_plane_cuts_the_surface() {
        // At 110 degrees and 16:9 a corner of the near plane is 0.2 * 1.92 from the eye.
        assert_eq!(seen(&lake(Some(8.0)), 8.0 + 0.384), [0, 1, 2]);
    }

    #[test]
    fn a_bed_without_a_liquid_is_ground() {
        assert_eq!(seen(&lake(None), 100.0), [0, 1, 2]);
    }
}
