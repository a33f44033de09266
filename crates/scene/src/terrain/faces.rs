//! The faces of a ground while it is put together.

use msh_format::land::{NO_MATERIAL, TerrainFace28, face_flags};

use super::{GroundKind, TerrainVertex};

/// Faces with equal keys are drawn together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GroupKey {
    pub(super) kind: GroundKind,
    /// Row of `Land1.wea`.
    pub(super) material1: u8,
    /// Row of `Land1.wea`, [`NO_MATERIAL`] = none.
    pub(super) material2: u8,
    pub(super) microtextured: bool,
}

impl GroupKey {
    /// Footings of buildings.
    pub(super) const FOOTING: Self = Self {
        kind: GroundKind::Ground,
        material1: 0,
        material2: NO_MATERIAL,
        microtextured: false,
    };

    pub(super) fn of(face: &TerrainFace28) -> Self {
        let has = |flag| face.flags & flag != 0;
        let kind = if has(face_flags::LIQUID) {
            GroundKind::Liquid
        } else if has(face_flags::BED) {
            GroundKind::Bed
        } else {
            GroundKind::Ground
        };
        Self {
            kind,
            material1: face.material1,
            material2: face.material2,
            microtextured: has(face_flags::MICROTEXTURE) && kind != GroundKind::Liquid,
        }
    }
}

/// A triangle of the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct GroundFace {
    pub(super) key: GroupKey,
    /// Numbers of its vertices, which exist.
    pub(super) vertices: [u32; 3],
}

/// Vertices, and the faces between them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct GroundFaces {
    pub(super) vertices: Vec<TerrainVertex>,
    pub(super) faces: Vec<GroundFace>,
}
