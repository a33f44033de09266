//! A single model as a scene: one object at the origin, framed by the camera.
//!
//! Spec: `09-cli.md` (PATH).

use std::sync::Arc;

use glam::Vec3;
use msh_format::msh::{Msh, node_flags};
use msh_format::wear::Wear;
use msh_format::{Warnings, text};

use crate::archive::{Archive, Archives};
use crate::camera::{Camera, DEFAULT_FOV};
use crate::draw_list::Detail;
use crate::error::{Error, Result};
use crate::library::{Bounds, Library, Model, ModelId};
use crate::lighting::Lighting;
use crate::paint::{Paint, PaintRequests};
use crate::placement::Placement;
use crate::pose::{Moment, Pose, hierarchy};
use crate::problems::Problems;
use crate::root::GameRoot;
use crate::scene::{Component, Object, Scene, Stopwatch};

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

impl ModelSource {
    /// The member of an archive with the wear beside it (`<stem>.wea`).
    ///
    /// # Errors
    /// The member does not exist or lies outside the archive.
    pub fn member(archive: &Archive, member: &str) -> Result<Self> {
        let index = find(archive, member)?;
        let name = archive.member_name(index);
        let wear = archive.find(&name.with_extension(".wea").member);
        let wear = wear.map(|wear| -> Result<_> {
            Ok((
                archive.member_name(wear).to_string(),
                archive.payload(wear)?.to_vec(),
            ))
        });
        Ok(Self {
            name: name.to_string(),
            model: archive.payload(index)?.to_vec(),
            wear: wear.transpose()?,
        })
    }
}

fn find(archive: &Archive, member: &str) -> Result<usize> {
    let encoded = text::encode(member)?;
    archive.find(&encoded).ok_or_else(|| Error::Missing {
        what: "the member",
        path: member.to_owned(),
        hint: format!(" in {}", archive.name),
    })
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
    watch.lap("model");

    let wear = read_wear(source, &mut problems);
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
    watch.lap("materials and textures");

    let moment = static_frame.map_or_else(
        || Moment::Times(vec![Some(0.0); model.msh.nodes.len()]),
        Moment::Frame,
    );
    let nodes = match hierarchy(&model.msh, &moment) {
        Ok(hierarchy) => hierarchy.global,
        Err(error) => {
            problems.warning(&*source.name, format!("{error}; drawn unposed"));
            vec![Pose::IDENTITY; model.msh.nodes.len()]
        }
    };
    let start_camera = frame(&model, &nodes);
    watch.lap("poses");

    let component = Component {
        parent: None,
        prototype: source.name.clone(),
        tag: None,
        model: Some(ModelId(0)),
        model_name: Some(source.name.clone()),
        wear_name: source.wear.as_ref().map(|(name, _)| name.clone()),
        control_name: None,
        drawn: true,
        pose: Pose::IDENTITY,
        nodes,
        wear: Arc::new(paint.wear_table(request)),
    };
    let object = Object {
        resource: source.name.clone(),
        name: String::new(),
        placement: Placement::IDENTITY,
        stored: Placement::IDENTITY,
        class_word: None,
        components: vec![component],
    };
    Ok(Scene {
        title: source.name.clone(),
        land: None,
        objects: vec![object],
        terrain: None,
        library: Library {
            models: vec![model],
            materials: paint.materials,
            textures: paint.textures,
        },
        lighting: Lighting::default(),
        start_camera,
        problems,
        steps: watch.steps,
    })
}

fn read_wear(source: &ModelSource, problems: &mut Problems) -> Wear {
    let Some((name, bytes)) = &source.wear else {
        problems.warning(&*source.name, "no wear beside the model; DEFAULT stands in");
        return Wear::default();
    };
    let mut warnings = Warnings::new();
    let wear = Wear::parse(bytes, &mut warnings);
    problems.reader(name, &warnings);
    wear.unwrap_or_else(|error| {
        problems.error(&**name, format!("{error}; DEFAULT stands in"));
        Wear::default()
    })
}

/// A camera in front of the model, a little to its right and above, that sees all of it.
fn frame(model: &Model, nodes: &[Pose]) -> Camera {
    let bounds = Bounds::around(posed_points(model, nodes));
    let bounds = bounds.filter(|b| b.min.is_finite() && b.max.is_finite());
    let bounds = bounds.unwrap_or(Bounds {
        min: -Vec3::ONE,
        max: Vec3::ONE,
    });
    let distance = bounds.radius().max(0.5) / (DEFAULT_FOV * 0.5 * 0.62).sin();
    // Models face +Y: the camera stands to the north-east and looks back.
    let direction = Vec3::new(0.62, 0.78, 0.42).normalize();
    Camera::looking_at(
        bounds.center() + direction * distance,
        bounds.center(),
        DEFAULT_FOV,
    )
}

/// Corners of what level 0 of the intact model shows.
fn posed_points(model: &Model, nodes: &[Pose]) -> impl Iterator<Item = Vec3> {
    let msh = &model.msh;
    let detail = Detail::default();
    (0..msh.nodes.len()).flat_map(move |node| {
        let cockpit = msh
            .nodes
            .as_slice()
            .get(node)
            .is_some_and(|n| n.hdr0 & node_flags::COCKPIT != 0);
        let slot = msh
            .slot(node, detail.state, detail.lod)
            .filter(|_| !cockpit);
        let batches = slot.map_or(0..0, |slot| msh.slots[slot].batch_range());
        let matrix = nodes[node].matrix();
        batches
            .filter_map(|batch| model.batch_bounds[batch])
            .flat_map(move |b| b.corners(&matrix))
    })
}
