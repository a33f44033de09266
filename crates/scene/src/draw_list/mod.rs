//! What is drawn: one range per batch per drawn node of every drawn component.
//!
//! Spec: `02-msh.md` 7 (face side), `08-render-notes.md` 3 and 5 (queues, portals), `09-cli.md`
//! (`draws`). A [`DrawList`] changes only with poses; [`DrawList::frame`] evaluates it for a
//! camera and a moment.

mod build;
mod frame;

use std::sync::Arc;

use glam::{Mat4, Vec3};
use msh_format::material::BlendMode;
use msh_format::msh::{Batch20, batch_flags};

use crate::library::{Model, ModelId, TextureId};
use crate::material::{Material, Surface};
use crate::terrain::GroundGroups;

pub use crate::detail::Detail;
pub use frame::{FrameDraws, FrameInput, FrameRange};

/// Hardware cull mode under `front_face = CLOCKWISE` and a viewport of positive height.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cull {
    /// Positive determinant: faces the original keeps are Vulkan back faces.
    Front,
    /// Negative determinant.
    Back,
    /// 0x0002, 0x4000, or a determinant that is 0 or not finite.
    None,
}

/// Which sides of faces are drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Sides {
    /// Those the game draws.
    #[default]
    Game,
    /// Both, of every face; 0x4000 hides nothing.
    Both,
    /// As `Both`, and what shows its back (`d <= 0`) is red, whether the game draws it or not.
    BackRed,
}

/// Which queue a range is drawn in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Queue {
    /// No blending, depth write.
    Opaque,
    /// Blended with alpha test and depth write (foliage, glows).
    AlphaTest,
    /// See-through: far to near, no depth write.
    Transparent,
}

/// Outcome of the 0x4000 rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstFaceTest {
    /// The range has no 0x4000, or 0x0002 as well.
    NotApplicable,
    /// The first face looks at the eye: everything is drawn.
    Accepted,
    /// It does not: nothing is drawn.
    Rejected,
}

/// Why a range emits nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CulledBy {
    /// It lies outside the view.
    Frustum,
    /// It is a portal that is never drawn, or faded out.
    Portal,
}

/// How a portal's opacity follows the distance from the eye to its first corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PortalFade {
    /// 0x0040: never drawn.
    Never,
    /// 0x0010: fades in from close by.
    Sign,
    /// Otherwise: fades in from 75 to 95 units at a field of view of 1.3.
    Gate,
}

/// One range: a `Batch20` of a node of a component instance.
#[derive(Debug, Clone)]
pub struct DrawRange {
    /// Object in the mission.
    pub object: u32,
    /// Component of the object.
    pub component: u32,
    /// Node of the model.
    pub node: u32,
    /// Index in type 13.
    pub batch: u32,
    /// The model.
    pub model: ModelId,
    /// `index_start` of the record.
    pub first_index: u32,
    /// `index_count` of the record.
    pub index_count: u32,
    /// `base_vertex` of the record.
    pub base_vertex: u32,
    /// Node to world.
    pub transform: Mat4,
    /// Sign of the transform's determinant; 0 when it is 0 or not finite.
    pub det_sign: i8,
    /// Cull mode.
    pub cull: Cull,
    /// Goes to the see-through queue whatever its material says.
    pub see_through: bool,
    /// What it is painted with; track 0.
    pub material: Arc<Material>,
    /// Lightmap, sampled with UV1.
    pub lightmap: Option<TextureId>,
    /// Set on portal quads.
    pub portal: Option<PortalFade>,
    /// World-space corners of the first face.
    pub first_face: Option<[Vec3; 3]>,
    /// The 0x4000 rule applies.
    pub tests_first_face: bool,
    /// World-space corners of the box round the range's vertices.
    pub corners: [Vec3; 8],
}

/// All ranges of a scene, in the order of objects, components, nodes and batches, and its ground.
#[derive(Debug, Clone, Default)]
pub struct DrawList {
    /// The ranges.
    pub ranges: Vec<DrawRange>,
    /// The groups of the ground.
    pub ground: GroundGroups,
}

impl DrawRange {
    /// Moves the range: its node stands elsewhere.
    pub fn place(&mut self, transform: Mat4, model: &Model) {
        let (msh, batch) = (&model.msh, self.batch as usize);
        let record = msh.batches.get(batch);
        let face = record.and_then(|record| record.faces(&msh.indices).next());
        self.first_face =
            face.map(|face| face.map(|v| transform.transform_point3(msh.positions[v].into())));
        let bounds = model.batch_bounds.get(batch).copied().flatten();
        let nowhere = [transform.w_axis.truncate(); 8];
        self.corners = bounds.map_or(nowhere, |bounds| bounds.corners(&transform));
        self.transform = transform;
    }

    /// Middle of the box round the range's vertices, world space.
    fn center(&self) -> Vec3 {
        (self.corners[0] + self.corners[7]) * 0.5
    }

    /// `d > 0` for the record's first face, corrected by the sign of the determinant
    /// (`02-msh.md` 7).
    fn first_face_test(&self, eye: Vec3) -> FirstFaceTest {
        if !self.tests_first_face {
            return FirstFaceTest::NotApplicable;
        }
        let Some([v0, v1, v2]) = self.first_face else {
            return FirstFaceTest::NotApplicable;
        };
        let side = (eye - v0).dot((v1 - v0).cross(v2 - v0));
        let side = if self.det_sign < 0 { -side } else { side };
        // A placement without a determinant culls nothing.
        if side > 0.0 || self.det_sign == 0 {
            FirstFaceTest::Accepted
        } else {
            FirstFaceTest::Rejected
        }
    }
}

impl PortalFade {
    /// How a batch fades, if it is a portal.
    #[must_use]
    pub fn of(batch: &Batch20) -> Option<Self> {
        if !batch.has(batch_flags::PORTAL) {
            None
        } else if batch.has(batch_flags::PORTAL_OPEN) {
            Some(Self::Never)
        } else if batch.has(batch_flags::PORTAL_SIGN) {
            Some(Self::Sign)
        } else {
            Some(Self::Gate)
        }
    }

    /// Opacity at `distance` from the eye, for a horizontal field of view in radians
    /// (`04-mission-objects.md` 5.6).
    #[must_use]
    pub fn opacity(self, distance: f32, fov: f32) -> f32 {
        let opacity = match self {
            Self::Never => 0.0,
            Self::Sign => (distance.sqrt() - 2.6 / fov) / (5.2 / fov),
            Self::Gate => (distance - 97.5 / fov) / (26.0 / fov),
        };
        opacity.clamp(0.0, 1.0)
    }
}

impl Cull {
    /// The cull mode of a batch under a transform whose determinant has this sign.
    #[must_use]
    pub fn of(batch: &Batch20, det_sign: i8) -> Self {
        if batch.has(batch_flags::TWO_SIDED | batch_flags::FIRST_FACE_TEST) {
            return Self::None;
        }
        match det_sign {
            1 => Self::Front,
            -1 => Self::Back,
            _ => Self::None,
        }
    }
}

impl Queue {
    /// The queue of a range painted with `surface` at this moment (`08-render-notes.md` 3.2).
    #[must_use]
    pub fn of(see_through: bool, surface: &Surface) -> Self {
        if see_through || surface.opacity < 1.0 {
            Self::Transparent
        } else if surface.blend == BlendMode::Opaque {
            Self::Opaque
        } else {
            Self::AlphaTest
        }
    }
}

#[cfg(test)]
mod tests;
