//! What is drawn: one range per batch per drawn node of every drawn component.
//!
//! Spec: `02-msh.md` 7 (face side), `08-render-notes.md` 3 and 5 (queues, portals), `09-cli.md`
//! (`draws`). A [`DrawList`] changes only with poses; [`DrawList::frame`] evaluates it for a
//! camera.

mod build;

use glam::{Mat4, Vec3};
use msh_format::material::BlendMode;
use msh_format::msh::{Batch20, batch_flags};

use crate::camera::{Camera, Frustum};
use crate::library::{ModelId, Surface, TextureId};
use crate::terrain::{GroundDraw, GroundGroups};

pub use crate::detail::Detail;

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
    /// Queue at the moment the list was built.
    pub queue: Queue,
    /// Material name as the wear writes it.
    pub material: std::sync::Arc<str>,
    /// What it is painted with.
    pub surface: Surface,
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

/// A range as one frame draws it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FrameRange {
    /// 0 or the range's `index_count`.
    pub emitted_index_count: u32,
    /// Outcome of the 0x4000 rule.
    pub first_face_test: FirstFaceTest,
    /// Why nothing is emitted, unless the first-face test says so.
    pub culled_by: Option<CulledBy>,
    /// Opacity: the material's, or the portal's fade.
    pub opacity: f32,
}

/// A draw list evaluated for one camera.
#[derive(Debug, Clone, Default)]
pub struct FrameDraws {
    /// One per range of the list, in its order.
    pub ranges: Vec<FrameRange>,
    /// See-through ranges that emit something, far to near by the centre of their box.
    pub transparent: Vec<u32>,
    /// Groups of the ground that are drawn.
    pub ground: Vec<GroundDraw>,
}

/// All ranges of a scene, in submission order, and its ground.
#[derive(Debug, Clone, Default)]
pub struct DrawList {
    /// The ranges.
    pub ranges: Vec<DrawRange>,
    /// The groups of the ground.
    pub ground: GroundGroups,
}

impl DrawList {
    /// Evaluates every range for a camera: face-side rule of 0x4000, portals, view volume, and
    /// the far-to-near order of the see-through queue.
    #[must_use]
    pub fn frame(&self, camera: &Camera, aspect: f32) -> FrameDraws {
        self.frame_showing(camera, aspect, Sides::Game)
    }

    /// As [`frame`](Self::frame), for a picture that shows these sides of faces. The outcome of
    /// the first-face test is told in any case; it hides nothing unless the game's sides are
    /// shown.
    #[must_use]
    pub fn frame_showing(&self, camera: &Camera, aspect: f32, sides: Sides) -> FrameDraws {
        let frustum = camera.frustum(aspect);
        let ranges: Vec<FrameRange> = self
            .ranges
            .iter()
            .map(|range| range.frame(camera, &frustum, sides))
            .collect();
        let distance = |index: u32| {
            let corners = &self.ranges[index as usize].corners;
            let center = (corners[0] + corners[7]) * 0.5;
            center.distance_squared(camera.position)
        };
        let mut transparent: Vec<u32> = (0u32..)
            .zip(self.ranges.iter().zip(&ranges))
            .filter(|(_, (range, frame))| {
                range.queue == Queue::Transparent && frame.emitted_index_count > 0
            })
            .map(|(index, _)| index)
            .collect();
        transparent.sort_by(|a, b| distance(*b).total_cmp(&distance(*a)));
        FrameDraws {
            ranges,
            transparent,
            ground: self.ground.frame(camera.position, 0),
        }
    }
}

impl DrawRange {
    fn frame(&self, camera: &Camera, frustum: &Frustum, sides: Sides) -> FrameRange {
        let first_face_test = self.first_face_test(camera.position);
        let opacity = match (self.portal, self.first_face) {
            (Some(fade), Some([corner, ..])) => {
                fade.opacity(camera.position.distance(corner), camera.fov)
            }
            (Some(_), None) => 0.0,
            (None, _) => self.surface.opacity,
        };
        let culled_by = if self.portal.is_some() && opacity <= 0.0 {
            Some(CulledBy::Portal)
        } else if !frustum.may_see(&self.corners) {
            Some(CulledBy::Frustum)
        } else {
            None
        };
        let is_rejected = sides == Sides::Game && first_face_test == FirstFaceTest::Rejected;
        let draws = culled_by.is_none() && !is_rejected;
        FrameRange {
            emitted_index_count: if draws { self.index_count } else { 0 },
            first_face_test,
            culled_by,
            opacity,
        }
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
    /// The queue of a batch painted with `surface` (`08-render-notes.md` 3.2).
    #[must_use]
    pub fn of(batch: &Batch20, surface: &Surface) -> Self {
        if surface.opacity < 1.0 || batch.has(batch_flags::PORTAL | batch_flags::SEE_THROUGH) {
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
