//! What is drawn: one range per batch per drawn node of every drawn component.
//!
//! Spec: `02-msh.md` 7 (face side), `08-render-notes.md` 3 and 5 (queues, portals), `09-cli.md`
//! (`draws`). A [`DrawList`] changes only with poses; [`DrawList::frame`] evaluates it for a
//! camera.

use glam::{Mat4, Vec3};

use crate::library::{ModelId, Surface, TextureId};

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
}

/// All ranges of a scene, in submission order.
#[derive(Debug, Clone, Default)]
pub struct DrawList {
    /// The ranges.
    pub ranges: Vec<DrawRange>,
}
