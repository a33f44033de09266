//! `draws`: the draw list of one frame, without drawing it.

use std::fmt;

use anyhow::Result;
use msh_format::material::BlendMode;
use msh_scene::camera::Camera;
use msh_scene::draw_list::{Cull, CulledBy, DrawRange, FirstFaceTest, FrameRange, Queue, Sides};
use msh_scene::glam::Mat4;
use msh_scene::library::{Library, MISSING_TEXTURE, TextureId};
use msh_scene::terrain::{GroundDraw, TerrainGroup};
use serde::Serialize;

use crate::args::DrawsArgs;
use crate::output;
use crate::stage::{Show, Stage};
use crate::target::Target;
use crate::values::Size;

/// Prints the draw list of one frame.
///
/// # Errors
/// The mission or model cannot be opened.
pub(crate) fn run(args: &DrawsArgs) -> Result<()> {
    let target = Target::new(Some(&args.path), args.scene.root.root.as_deref())?;
    let mut stage = Stage::open(&target, &args.scene)?;
    stage.show_moment(&args.frame);
    let size = args.camera.size.unwrap_or(Size::DEFAULT);
    let camera = stage.camera(&args.camera);
    let report = Report::new(&stage, &camera, size, args.frame.show());
    if args.json.json {
        output::print_json(&report)
    } else {
        output::print(&report.to_string())
    }
}

/// The result, in the form of its JSON.
#[derive(Serialize)]
struct Report<'a> {
    camera: CameraReport,
    ranges: Vec<RangeReport<'a>>,
}

/// Units and degrees, as on the command line.
#[derive(Serialize)]
struct CameraReport {
    position: [f32; 3],
    yaw: f32,
    pitch: f32,
    fov: f32,
    size: [u32; 2],
}

/// A range, or a group of the ground, which belongs to no object.
#[derive(Serialize)]
struct RangeReport<'a> {
    object: Option<u32>,
    component: Option<u32>,
    node: Option<u32>,
    batch: Option<u32>,
    first_index: u32,
    index_count: u32,
    emitted_index_count: u32,
    base_vertex: u32,
    cull: &'static str,
    det_sign: i8,
    first_face_test: &'static str,
    queue: &'static str,
    /// How it is blended.
    blend: &'static str,
    /// Opacity of this frame, 0..1.
    alpha: f32,
    /// The fade of a portal, 0..1.
    portal_fade: Option<f32>,
    /// Distance by which the see-through queue is sorted, world units.
    sort_key: Option<f32>,
    material: &'a str,
    texture: Option<&'a str>,
    lightmap: Option<&'a str>,
    transform: [f32; 16],
    culled_by: Option<&'static str>,
}

impl<'a> Report<'a> {
    /// The ground, then the ranges in the order in which the frame draws them.
    fn new(stage: &'a Stage, camera: &Camera, size: Size, show: Show) -> Self {
        let draws = stage.draws(camera, size, show, Sides::Game);
        let (list, library) = (&stage.list, &stage.scene.library);
        let groups = list.ground.groups();
        let ground = draws.ground.iter().filter_map(|draw| {
            let group = groups.get(draw.group as usize)?;
            Some(RangeReport::of_ground(group, draw, library))
        });
        let ranges = draws.order.iter().filter_map(|number| {
            let number = *number as usize;
            let (range, frame) = list.ranges.get(number).zip(draws.ranges.get(number))?;
            Some(RangeReport::new(range, frame, library))
        });
        Self {
            camera: CameraReport {
                position: camera.position.to_array(),
                yaw: camera.yaw.to_degrees(),
                pitch: camera.pitch.to_degrees(),
                fov: camera.fov.to_degrees(),
                size: [size.width, size.height],
            },
            ranges: ground.chain(ranges).collect(),
        }
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "object.component.node.batch  indices  queue  blend  alpha  cull  material  texture"
        )?;
        for range in &self.ranges {
            let RangeReport {
                queue,
                cull,
                blend,
                alpha,
                material,
                ..
            } = range;
            let place = [range.object, range.component, range.node, range.batch];
            let place = place.map(|part| part.map_or("-".to_owned(), |n| n.to_string()));
            let emitted = range.emitted_index_count;
            let texture = range.texture.unwrap_or("-");
            let place = place.join(".");
            write!(f, "{place}  {emitted}  {queue}  {blend}  {alpha}  {cull}  ")?;
            match (range.culled_by, range.first_face_test) {
                (Some(reason), _) => writeln!(f, "{material}  {texture}  (culled: {reason})")?,
                (None, "rejected") => writeln!(f, "{material}  {texture}  (looks away)")?,
                (None, _) => writeln!(f, "{material}  {texture}")?,
            }
        }
        Ok(())
    }
}

impl<'a> RangeReport<'a> {
    fn new(range: &'a DrawRange, frame: &FrameRange, library: &'a Library) -> Self {
        Self {
            object: Some(range.object),
            component: Some(range.component),
            node: Some(range.node),
            batch: Some(range.batch),
            first_index: range.first_index,
            index_count: range.index_count,
            emitted_index_count: frame.emitted_index_count,
            base_vertex: range.base_vertex,
            cull: match range.cull {
                Cull::Front => "front",
                Cull::Back => "back",
                Cull::None => "none",
            },
            det_sign: range.det_sign,
            first_face_test: match frame.first_face_test {
                FirstFaceTest::NotApplicable => "not_applicable",
                FirstFaceTest::Accepted => "accepted",
                FirstFaceTest::Rejected => "rejected",
            },
            queue: match frame.queue {
                Queue::Opaque => "opaque",
                Queue::AlphaTest => "alpha_test",
                Queue::Transparent => "transparent",
            },
            blend: blend_name(frame.surface.blend),
            alpha: frame.surface.opacity,
            portal_fade: frame.portal_fade,
            sort_key: frame.distance,
            material: &range.material.name,
            texture: texture_name(frame.surface.texture, library),
            lightmap: texture_name(range.lightmap, library),
            transform: range.transform.to_cols_array(),
            culled_by: frame.culled_by.map(|reason| match reason {
                CulledBy::Frustum => "frustum",
                CulledBy::Portal => "portal",
            }),
        }
    }

    /// The ground is opaque and seen from both sides.
    fn of_ground(group: &'a TerrainGroup, draw: &GroundDraw, library: &'a Library) -> Self {
        Self {
            object: None,
            component: None,
            node: None,
            batch: None,
            first_index: group.first_index,
            index_count: group.index_count,
            emitted_index_count: group.index_count,
            base_vertex: 0,
            cull: "none",
            det_sign: 1,
            first_face_test: "not_applicable",
            queue: "terrain",
            blend: "opaque",
            alpha: 1.0,
            portal_fade: None,
            sort_key: None,
            material: &group.base.material.name,
            texture: texture_name(draw.base.surface.texture, library),
            lightmap: None,
            transform: Mat4::IDENTITY.to_cols_array(),
            culled_by: None,
        }
    }
}

/// The name of a blend mode.
fn blend_name(mode: BlendMode) -> &'static str {
    match mode {
        BlendMode::Opaque => "opaque",
        BlendMode::Additive => "additive",
        BlendMode::Multiply => "multiply",
        BlendMode::Alpha => "alpha",
        BlendMode::Modulate2x => "modulate2x",
    }
}

/// A texture's name; the checker that stands in for a missing one has none.
fn texture_name(id: Option<TextureId>, library: &Library) -> Option<&str> {
    let id = id.filter(|id| *id != MISSING_TEXTURE)?;
    library
        .textures
        .get(id.0 as usize)
        .map(|texture| texture.name.as_str())
}
