//! A single model as a scene: one object at the origin, framed by the camera.
//!
//! Spec: `09-cli.md` (PATH).

use std::sync::Arc;

use glam::Vec3;
use msh_format::Warnings;
use msh_format::msh::{Msh, Nodes};
use msh_format::wear::Wear;

use crate::archive::Archives;
use crate::camera::{Camera, DEFAULT_FOV, NEAR};
use crate::detail::{Detail, shown_slots};
use crate::error::Result;
use crate::library::{Bounds, Library, Model, ModelId, WearTable};
use crate::lighting::Lighting;
use crate::paint::{Paint, PaintRequests};
use crate::placement::Placement;
use crate::pose::{Moment, Pose, global_poses};
use crate::problems::Problems;
use crate::root::GameRoot;
use crate::scene::{Component, Object, Scene, Stopwatch};
use crate::wear_rules;

/// A model's bytes and the wear that goes with it.
#[derive(Debug, Clone)]
pub struct ModelSource {
    /// `archive::member` or file name.
    pub name: String,
    /// The model.
    pub model: Vec<u8>,
    /// Name and bytes of its wear, if there is one.
    pub wear: Option<(String, Vec<u8>)>,
}

/// Opens a model. Materials come from `root`, if there is one; without `static_frame` every node
/// stands at time 0.
///
/// # Errors
/// The model is broken. A missing or broken wear is a problem.
pub fn open(
    source: &ModelSource,
    root: Option<&GameRoot>,
    static_frame: Option<u16>,
) -> Result<Scene> {
    let mut watch = Stopwatch::start();
    let mut problems = Problems::new();
    let mut warnings = Warnings::new();
    let msh = Msh::parse(&source.model, &mut warnings).map_err(|e| e.in_file(&*source.name))?;
    problems.reader(&source.name, &warnings);
    let model = Model::new(source.name.clone(), Arc::new(msh));
    let model = model.map_err(|e| e.in_file(&*source.name))?;
    watch.lap("model");

    let wear = read_wear(source, &model, &mut problems);
    let mut requests = PaintRequests::default();
    let request = requests.wear(&wear, model.used_wear_rows(), &source.name);
    let archives = Archives::default();
    let paint = match root {
        Some(root) => Paint::load(root, &archives, &requests, &mut problems),
        None => {
            problems.warning(
                &*source.name,
                "no game root: materials are not known, drawn plain",
            );
            Paint::plain(&requests)
        }
    };
    archives.report(&mut problems);
    watch.lap("materials and textures");

    let (moment, nodes) = pose_nodes(&model, static_frame, &mut problems);
    let start_camera = frame(&model, &nodes);
    watch.lap("poses");

    let wear = Arc::new(paint.wear_table(request));
    Ok(Scene {
        title: source.name.clone(),
        land: None,
        objects: vec![object(source, moment, nodes, wear)],
        terrain: None,
        library: Library {
            models: vec![model],
            materials: paint.materials,
            textures: paint.textures,
        },
        lighting: Lighting::studio(),
        sky: None,
        start_camera,
        problems,
        steps: watch.steps,
        pose_changes: 0,
    })
}

fn pose_nodes(
    model: &Model,
    static_frame: Option<u16>,
    problems: &mut Problems,
) -> (Moment, Vec<Pose>) {
    let count = model.msh.nodes.len();
    let moment = match static_frame {
        Some(frame) => Moment::Frame(frame),
        None => Moment::Times(vec![Some(0.0); count]),
    };
    let mut nodes = Vec::new();
    if let Err(error) = global_poses(&model.msh, &moment, &mut nodes) {
        problems.warning(&*model.name, format!("{error}; drawn unposed"));
        nodes = vec![Pose::IDENTITY; count];
    }
    (moment, nodes)
}

/// The model as the only component of an object at the origin.
fn object(source: &ModelSource, moment: Moment, nodes: Vec<Pose>, wear: Arc<WearTable>) -> Object {
    let component = Component {
        parent: None,
        prototype: source.name.clone(),
        tag: None,
        model: Some(ModelId(0)),
        model_name: Some(source.name.clone()),
        wear_name: source.wear.as_ref().map(|(name, _)| name.clone()),
        control_name: None,
        drawn: true,
        socket: None,
        pose: Pose::IDENTITY,
        moment,
        nodes,
        changed: 0,
        wear,
    };
    Object {
        resource: source.name.clone(),
        name: String::new(),
        placement: Placement::IDENTITY,
        stored: Placement::IDENTITY,
        class_word: None,
        components: [component].into(),
    }
}

fn read_wear(source: &ModelSource, model: &Model, problems: &mut Problems) -> Wear {
    let Some((name, bytes)) = &source.wear else {
        problems.warning(&*source.name, "no wear beside the model; DEFAULT stands in");
        return Wear::default();
    };
    let mut warnings = Warnings::new();
    let wear = Wear::parse(bytes, &mut warnings);
    problems.reader(name, &warnings);
    match wear {
        Ok(wear) => {
            for warning in wear_rules::check(model, &wear) {
                problems.warning(&**name, warning);
            }
            wear
        }
        Err(error) => {
            problems.error(&**name, format!("{error}; DEFAULT stands in"));
            Wear::default()
        }
    }
}

/// The picture that a model is framed for; wider ones have room at the sides.
const FRAME_ASPECT: f32 = 16.0 / 9.0;

/// Room around a framed model.
const MARGIN: f32 = 1.08;

/// A camera in front of the model, a little to its right and above, as near as it can be and see
/// all of it.
fn frame(model: &Model, nodes: &[Pose]) -> Camera {
    // Walked twice instead of kept: batches that overlap draw many more than the file has.
    let points = || posed_points(model, nodes).filter(|p| p.is_finite());
    let bounds = Bounds::around(points()).unwrap_or(Bounds {
        min: -Vec3::ONE,
        max: Vec3::ONE,
    });
    let center = bounds.center();
    // Models face +Y: the camera stands to the north-east and looks back.
    let direction = Vec3::new(0.62, 0.78, 0.42).normalize();
    let camera = Camera::looking_at(center + direction, center, DEFAULT_FOV);
    let half_width = (DEFAULT_FOV * 0.5).tan();
    let half_height = half_width / FRAME_ASPECT;
    let needed = |point: Vec3| {
        let offset = point - center;
        let across = offset.dot(camera.right()).abs() / half_width;
        let up = offset.dot(camera.up()).abs() / half_height;
        offset.dot(direction) + across.max(up) * MARGIN
    };
    let distance = points().map(needed).reduce(f32::max);
    let distance = distance.unwrap_or_else(|| needed(bounds.min).max(needed(bounds.max)));
    let distance = distance.max(NEAR * 2.0);
    Camera {
        position: center + direction * distance,
        ..camera
    }
}

/// Vertices of what level 0 of the intact model shows, or of all slots of the 24-byte layout,
/// which are drawn unposed.
fn posed_points(model: &Model, nodes: &[Pose]) -> impl Iterator<Item = Vec3> {
    let msh = &model.msh;
    let all = match &msh.nodes {
        Nodes::Node38(_) => 0..0,
        Nodes::Raw24(_) => 0..msh.slots.len(),
    };
    let all = all.map(|slot| (Pose::IDENTITY, slot));
    let shown = shown_slots(msh, Detail::default()).map(|(node, slot)| {
        let pose = nodes.get(node).copied().unwrap_or(Pose::IDENTITY);
        (pose, slot)
    });
    all.chain(shown).flat_map(move |(pose, slot)| {
        let batches = msh.slots[slot].batch_range();
        batches
            .flat_map(|batch| msh.batches[batch].vertices(&msh.indices))
            .map(move |vertex| pose.apply(msh.positions[vertex].into()))
    })
}

#[cfg(test)]
mod tests {
    use glam::Mat4;
    use msh_format::msh::{Batch20, Key24, MshParts, Node38, Slot68, stream};
    use msh_format::nres::NresBuilder;
    use msh_format::text::FixedStr;

    use super::*;
    use crate::draw_list::DrawList;

    /// A model of one triangle with these corners.
    fn triangle(positions: [[f32; 3]; 3]) -> ModelSource {
        let mut slot_index = [0xFFFF; 15];
        slot_index[0] = 0;
        let mut parts = MshParts::new("triangle");
        parts.nodes = vec![Node38 {
            hdr0: 0,
            parent_or_link: 0xFFFF,
            anim_map_start: 0xFFFF,
            fallback_key: 0,
            slot_index,
        }];
        parts.slots = vec![Slot68::around(&positions, 0..0, 0..1)];
        parts.normals = vec![[0, 127, 0, 0]; 3];
        parts.uv0 = vec![[0, 0]; 3];
        parts.positions = positions.to_vec();
        parts.indices = vec![0, 1, 2];
        parts.batches = vec![Batch20 {
            batch_flags: 0,
            material_index_hi: 0,
            material_index: 0,
            lightmap_index: 0xFF,
            local_batch_index: 0xFFFF,
            index_count: 3,
            index_start: 0,
            vertex_count: 3,
            base_vertex: 0,
        }];
        let key = Key24 {
            position: [0.0; 3],
            time: 0.0,
            quaternion_wxyz: [32_767, 0, 0, 0],
        };
        parts.keys = vec![key];
        parts.node_names = vec![FixedStr::default()];
        parts.labels = vec![Vec::new()];
        ModelSource {
            name: "triangle.msh".to_owned(),
            model: parts.to_bytes().unwrap(),
            wear: None,
        }
    }

    /// The largest absolute picture coordinate of the corners, 1 at the border.
    fn reach(positions: [[f32; 3]; 3]) -> f32 {
        let scene = open(&triangle(positions), None, None).unwrap();
        let matrix = scene.start_camera.view_projection(FRAME_ASPECT);
        let edge = |corner: [f32; 3]| {
            let clip = matrix * Vec3::from(corner).extend(1.0);
            assert!(clip.w > 0.0, "a corner is behind the camera");
            (clip.x / clip.w).abs().max((clip.y / clip.w).abs())
        };
        positions.map(edge).into_iter().fold(0.0, f32::max)
    }

    #[test]
    fn a_model_is_seen_whole_and_not_from_far_away() {
        for positions in [
            [[0.0; 3], [40.0, 0.0, 0.0], [0.0, 30.0, 16.0]],
            [[0.0; 3], [0.1, 0.0, 0.0], [0.0, 0.0, 300.0]],
            [[1000.0, 5.0, 5.0], [1001.0, 5.0, 5.0], [1000.0, 5.0, 6.0]],
        ] {
            let reach = reach(positions);
            assert!(
                reach <= 1.0,
                "{positions:?}: {reach} is outside the picture"
            );
            assert!(
                reach > 0.6,
                "{positions:?}: {reach} leaves most of the picture empty"
            );
        }
    }

    /// A model with nodes of 24 bytes in place of its own.
    fn with_raw_nodes(mut source: ModelSource) -> ModelSource {
        let msh = Msh::parse(&source.model, &mut Warnings::new()).unwrap();
        let mut builder = NresBuilder::new();
        for stream in msh.streams {
            let (attr, payload) = match stream.kind.0 {
                stream::NODES => ([1, 0, 24], vec![0; 24]),
                _ => (stream.attr, stream.payload),
            };
            builder.add_raw(stream.kind, attr, stream.name, payload);
        }
        source.model = builder.to_bytes().unwrap();
        source
    }

    #[test]
    fn a_model_of_24_byte_nodes_is_drawn_whole_unposed_and_seen_whole() {
        let corners = [[0.0; 3], [40.0, 0.0, 0.0], [0.0, 30.0, 16.0]];
        let raw = open(&with_raw_nodes(triangle(corners)), None, None).unwrap();
        let list = DrawList::of_scene(&raw, Detail::default());
        let drawn: Vec<_> = list.ranges.iter().map(|r| (r.batch, r.transform)).collect();
        assert_eq!(drawn, [(0, Mat4::IDENTITY)]);
        let posed = open(&triangle(corners), None, None).unwrap();
        assert_eq!(raw.start_camera, posed.start_camera);
        let problems = raw.problems.list().iter();
        let told = problems.filter(|p| p.message.contains("drawn unposed"));
        assert_eq!(told.count(), 1);
    }

    #[test]
    fn without_a_wear_every_row_is_default_and_it_is_said() {
        let scene = open(
            &triangle([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
            None,
            None,
        );
        let scene = scene.unwrap();
        assert_eq!(&*scene.library.materials[0].name, "DEFAULT");
        assert!(
            scene
                .problems
                .list()
                .iter()
                .any(|p| p.message.contains("no wear"))
        );
    }
}
