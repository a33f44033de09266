//! A draw list evaluated for one frame: what each range looks like at this moment from this eye,
//! and the order of drawing.
//!
//! Spec: `02-msh.md` 7, `08-render-notes.md` 3 to 5, `04-mission-objects.md` 5.6.

use std::cmp::Reverse;

use msh_format::material::BlendMode;

use super::{Cull, CulledBy, DrawList, DrawRange, FirstFaceTest, Queue, Sides};
use crate::camera::{Camera, Frustum};
use crate::library::TextureId;
use crate::material::Surface;
use crate::terrain::GroundDraw;

/// The track that objects draw (`03-materials-textures.md` 3.3).
const OBJECT_TRACK: usize = 0;

/// What a draw list is evaluated for.
#[derive(Debug, Clone, Copy)]
pub struct FrameInput {
    /// From where.
    pub camera: Camera,
    /// Width over height of the picture.
    pub aspect: f32,
    /// The clock of all materials, milliseconds; it may wrap.
    pub clock_ms: u32,
    /// Portals that fade are drawn; those that are never drawn are not.
    pub portals: bool,
    /// Which sides of faces the picture shows. The outcome of the first-face test is told in any
    /// case; it hides nothing unless the game's sides are shown.
    pub sides: Sides,
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
    /// What it is painted with; opacity and blending are those of the frame.
    pub surface: Surface,
    /// The queue it is drawn in.
    pub queue: Queue,
    /// The fade of a portal, 0..1.
    pub portal_fade: Option<f32>,
    /// From the eye to the centre of the range's box, world units; it sorts what is blended.
    pub distance: Option<f32>,
}

/// A draw list evaluated for one frame.
#[derive(Debug, Clone, Default)]
pub struct FrameDraws {
    /// One per range of the list, in its order.
    pub ranges: Vec<FrameRange>,
    /// Numbers of all ranges in the order of drawing: opaque, with equal states side by side; then
    /// alpha-tested, by blend mode and far to near; then see-through, far to near. Ties keep the
    /// order of the list.
    pub order: Vec<u32>,
    /// Groups of the ground that are drawn, before all ranges.
    pub ground: Vec<GroundDraw>,
    /// Something that is drawn looks different at a later clock.
    pub moving: bool,
}

impl DrawList {
    /// Evaluates every range: material and fade of the moment, queue, face-side rule of 0x4000,
    /// view volume, and the order of drawing.
    #[must_use]
    pub fn frame(&self, input: &FrameInput) -> FrameDraws {
        let mut draws = FrameDraws::default();
        self.frame_into(input, &mut draws);
        draws
    }

    /// As [`frame`](Self::frame), into the draws of an earlier frame of this list: nothing is
    /// allocated anew, and an order that has hardly changed is quickly sorted.
    pub fn frame_into(&self, input: &FrameInput, draws: &mut FrameDraws) {
        let frustum = input.camera.frustum(input.aspect);
        draws.ranges.clear();
        let ranges = self.ranges.iter();
        draws
            .ranges
            .extend(ranges.map(|range| range.frame(input, &frustum)));
        draws.ground = self.ground.frame(input.camera.position, input.clock_ms);
        draws.moving = self.moves(draws, input.clock_ms);
        draws.arrange(self);
    }

    fn moves(&self, draws: &FrameDraws, clock_ms: u32) -> bool {
        let mut ranges = self.ranges.iter().zip(&draws.ranges);
        let range_moves = ranges.any(|(range, frame)| {
            frame.emitted_index_count > 0 && range.material.moves(OBJECT_TRACK, clock_ms)
        });
        range_moves || self.ground.moves(&draws.ground, clock_ms)
    }
}

impl FrameDraws {
    /// Puts the ranges, which are those of `list`, into the order of drawing.
    pub fn arrange(&mut self, list: &DrawList) {
        let Self { ranges, order, .. } = self;
        if order.len() != ranges.len() {
            // No more ranges than 32 bits can count: each takes bytes of a file.
            *order = (0..ranges.len() as u32).collect();
        }
        let place = |number: &u32| {
            let number = *number as usize;
            let range = list.ranges.get(number).zip(ranges.get(number));
            (range.map(|(range, frame)| Place::of(range, frame)), number)
        };
        order.sort_by_key(place);
    }
}

/// Where in the order of drawing a range comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// Opaque ranges: by cull mode, texture and lightmap.
    Opaque(Cull, Option<TextureId>, Option<TextureId>),
    /// Alpha-tested ranges: by blending, and far to near. They hide what is drawn after them behind
    /// the faint rims of their texels; the game leaves their order open.
    AlphaTest(BlendMode, Reverse<u32>),
    /// See-through ranges: far to near.
    Transparent(Reverse<u32>),
}

impl Place {
    fn of(range: &DrawRange, frame: &FrameRange) -> Self {
        // Bits of numbers that are not negative have their order.
        let nearness = Reverse(frame.distance.unwrap_or_default().to_bits());
        match frame.queue {
            Queue::Opaque => Self::Opaque(range.cull, frame.surface.texture, range.lightmap),
            Queue::AlphaTest => Self::AlphaTest(frame.surface.blend, nearness),
            Queue::Transparent => Self::Transparent(nearness),
        }
    }
}

impl DrawRange {
    fn frame(&self, input: &FrameInput, frustum: &Frustum) -> FrameRange {
        let eye = input.camera.position;
        let first_face_test = self.first_face_test(eye);
        let portal_fade = self.portal_fade(&input.camera);
        let surface = self.surface(input.clock_ms, portal_fade);
        let queue = Queue::of(self.see_through, &surface);
        let culled_by = if portal_fade.is_some_and(|fade| fade <= 0.0 || !input.portals) {
            Some(CulledBy::Portal)
        } else if !frustum.may_see(&self.corners) {
            Some(CulledBy::Frustum)
        } else {
            None
        };
        let is_rejected = input.sides == Sides::Game && first_face_test == FirstFaceTest::Rejected;
        let draws = culled_by.is_none() && !is_rejected;
        FrameRange {
            emitted_index_count: if draws { self.index_count } else { 0 },
            first_face_test,
            culled_by,
            surface,
            queue,
            portal_fade,
            distance: (queue != Queue::Opaque).then(|| self.center().distance(eye)),
        }
    }

    fn portal_fade(&self, camera: &Camera) -> Option<f32> {
        let fade = self.portal?;
        // A portal without a face has no place to be seen from.
        let fade = self.first_face.map_or(0.0, |[corner, ..]| {
            fade.opacity(camera.position.distance(corner), camera.fov)
        });
        Some(fade)
    }

    /// What the range is painted with.
    fn surface(&self, clock_ms: u32, portal_fade: Option<f32>) -> Surface {
        let mut surface = self.material.sample(OBJECT_TRACK, clock_ms);
        if self.lightmap.is_some() {
            // The lightmap stage replaces blending and alpha test (03 section 8.1).
            surface.blend = BlendMode::Opaque;
            surface.ignore_texture_alpha = true;
        }
        if let Some(fade) = portal_fade {
            surface.opacity = fade;
            // Without blending no fade would be seen (decision 0011).
            if surface.blend == BlendMode::Opaque {
                surface.blend = BlendMode::Alpha;
                surface.ignore_texture_alpha = true;
            }
        }
        surface
    }
}
