//! `draws`: the draw list of one frame, without drawing it.

use std::fmt;

use anyhow::Result;
use msh_scene::camera::Camera;
use msh_scene::draw_list::{Cull, CulledBy, DrawRange, FirstFaceTest, FrameRange, Queue, Sides};
use msh_scene::library::{Library, MISSING_TEXTURE, TextureId};
use serde::Serialize;

use crate::args::DrawsArgs;
use crate::output;
use crate::stage::Stage;
use crate::target::Target;
use crate::values::Size;

/// Prints the draw list of one frame.
///
/// # Errors
/// The mission or model cannot be opened.
pub(crate) fn run(args: &DrawsArgs) -> Result<()> {
    let target = Target::new(Some(&args.path), args.scene.root.root.as_deref())?;
    let stage = Stage::open(&target, &args.scene)?;
    let size = args.camera.size.unwrap_or(Size::DEFAULT);
    let camera = stage.camera(&args.camera);
    let report = Report::new(&stage, &camera, size);
    if args.json.json {
        output::print_json(&report)
    } else {
        Ok(output::print(&report.to_string())?)
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

#[derive(Serialize)]
struct RangeReport<'a> {
    object: u32,
    component: u32,
    node: u32,
    batch: u32,
    first_index: u32,
    index_count: u32,
    emitted_index_count: u32,
    base_vertex: u32,
    cull: &'static str,
    det_sign: i8,
    first_face_test: &'static str,
    queue: &'static str,
    material: &'a str,
    texture: Option<&'a str>,
    lightmap: Option<&'a str>,
    transform: [f32; 16],
    culled_by: Option<&'static str>,
}

impl<'a> Report<'a> {
    fn new(stage: &'a Stage, camera: &Camera, size: Size) -> Self {
        let draws = stage.draws(camera, size, Sides::Game);
        let ranges = stage.list.ranges.iter().zip(&draws.ranges);
        let library = &stage.scene.library;
        Self {
            camera: CameraReport {
                position: camera.position.to_array(),
                yaw: camera.yaw.to_degrees(),
                pitch: camera.pitch.to_degrees(),
                fov: camera.fov.to_degrees(),
                size: [size.width, size.height],
            },
            ranges: ranges
                .map(|(r, f)| RangeReport::new(r, f, library))
                .collect(),
        }
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "object.component.node.batch  indices  queue  cull  material  texture"
        )?;
        for range in &self.ranges {
            let RangeReport {
                object,
                component,
                node,
                batch,
                queue,
                cull,
                material,
                ..
            } = range;
            let emitted = range.emitted_index_count;
            let texture = range.texture.unwrap_or("-");
            write!(
                f,
                "{object}.{component}.{node}.{batch}  {emitted}  {queue}  {cull}  "
            )?;
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
            object: range.object,
            component: range.component,
            node: range.node,
            batch: range.batch,
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
            queue: match range.queue {
                Queue::Opaque => "opaque",
                Queue::AlphaTest => "alpha_test",
                Queue::Transparent => "transparent",
            },
            material: &range.material,
            texture: texture_name(range.surface.texture, library),
            lightmap: texture_name(range.lightmap, library),
            transform: range.transform.to_cols_array(),
            culled_by: frame.culled_by.map(|reason| match reason {
                CulledBy::Frustum => "frustum",
                CulledBy::Portal => "portal",
            }),
        }
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
