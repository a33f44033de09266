//! Which groups of the ground a frame draws.
//!
//! Spec: `05-terrain-sky.md` 7. The choice is explained in decision 0006.

use glam::Vec3;

use super::{GroundDraw, GroundKind, Terrain, TerrainGroup};
use crate::camera::NEAR;

/// How far above the liquid the eye still sees the bed: the near plane, of which the corners are
/// farther away than the middle, cuts a hole into a surface that is closer.
const SEEN_THROUGH: f32 = 2.5 * NEAR;

/// What the ground of a frame depends on.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GroundGroups {
    groups: Vec<TerrainGroup>,
    water_level: Option<f32>,
}

impl GroundGroups {
    /// The groups of a ground.
    #[must_use]
    pub fn of(terrain: &Terrain) -> Self {
        Self {
            groups: terrain.groups.clone(),
            water_level: terrain.water_level,
        }
    }

    /// The groups that are drawn for this eye, painted as the material clock says. From above the
    /// liquid hides its bed; from below everything is drawn.
    #[must_use]
    pub fn frame(&self, eye: Vec3, clock_ms: u32) -> Vec<GroundDraw> {
        let is_above = self
            .water_level
            .is_some_and(|level| eye.z > level + SEEN_THROUGH);
        (0u32..)
            .zip(&self.groups)
            .filter(|(_, group)| group.kind != GroundKind::Bed || !is_above)
            .map(|(number, group)| GroundDraw {
                group: number,
                base: group.base.sample(clock_ms),
                second: group.second.as_ref().map(|layer| layer.sample(clock_ms)),
            })
            .collect()
    }

    /// True if one of these draws changes after `clock_ms`.
    #[must_use]
    pub fn moves(&self, draws: &[GroundDraw], clock_ms: u32) -> bool {
        let mut groups = draws
            .iter()
            .filter_map(|d| self.groups.get(d.group as usize));
        groups.any(|group| {
            let second = group.second.as_ref();
            group.base.moves(clock_ms) || second.is_some_and(|layer| layer.moves(clock_ms))
        })
    }

    /// The groups, which draws name by number.
    #[must_use]
    pub fn groups(&self) -> &[TerrainGroup] {
        &self.groups
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::material::Material;
    use crate::terrain::GroundLayer;

    fn lake(water_level: Option<f32>) -> GroundGroups {
        let group = |kind| TerrainGroup {
            first_index: 0,
            index_count: 0,
            kind,
            base: GroundLayer {
                material: Arc::new(Material::plain("M")),
                microtexture: None,
            },
            second: None,
        };
        GroundGroups {
            groups: [GroundKind::Ground, GroundKind::Bed, GroundKind::Liquid]
                .map(group)
                .to_vec(),
            water_level,
        }
    }

    fn seen(groups: &GroundGroups, z: f32) -> Vec<u32> {
        let draws = groups.frame(Vec3::new(3.0, -4.0, z), 0);
        draws.iter().map(|draw| draw.group).collect()
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
