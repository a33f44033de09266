//! From a model under construction to the records of a `.msh`, as `02b-msh-facts.md` 1.4 wants them.

use anyhow::{Context, Result};
use msh_format::msh::{FrameMap, Key24, LightRecord, ModelHeader, MshParts, Node38, node_flags};
use msh_format::text::{self, FixedStr};

use super::batches::{Geometry, bounds};
use super::model::{Lamp, Model, Node};
use super::space::{Pose, Vec3};

/// The animation streams: types 8 and 19, and each node's place in them.
struct Animation {
    keys: Vec<Key24>,
    map: FrameMap,
    /// `anim_map_start` and `fallback_key` per node.
    nodes: Vec<(u16, u16)>,
}

fn animation(model: &Model) -> Result<Animation> {
    let frames = model.frame_count();
    let (mut keys, mut words, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
    for node in &model.nodes {
        let first = u16::try_from(keys.len())?;
        keys.extend(node.keys.iter().map(|(frame, pose)| key(*frame, *pose)));
        let fallback = u16::try_from(keys.len() - 1)?;
        if node.keys.len() < 2 {
            nodes.push((0xFFFF, fallback));
            continue;
        }
        nodes.push((u16::try_from(words.len())?, fallback));
        words.extend((0..frames).map(|frame| {
            // The left key of the interval around the frame; from the last key on, that one.
            let passed = node.keys.iter().filter(|(at, _)| *at <= frame).count();
            first + u16::try_from(passed.saturating_sub(1)).unwrap_or(0)
        }));
    }
    Ok(Animation {
        keys,
        map: FrameMap {
            frame_count: u32::from(frames),
            words,
        },
        nodes,
    })
}

/// Readers conjugate a stored rotation once, so the opposite one is stored.
fn key(frame: u16, pose: Pose) -> Key24 {
    let stored = pose.turn.inverse();
    let [x, y, z] = stored.axis.to_array();
    Key24 {
        position: pose.at.to_array(),
        time: f32::from(frame),
        quaternion_wxyz: [stored.w, x, y, z]
            .map(|c| (c.clamp(-1.0, 1.0) * 32_767.0).round() as i16),
    }
}

/// Box of the intact model at frame 0, without cockpits.
fn header(model: &Model) -> ModelHeader {
    let mut corners = Vec::new();
    for (index, node) in model.nodes.iter().enumerate() {
        let Some(mesh) = &node.meshes[0][0] else {
            continue;
        };
        if node.flags & node_flags::COCKPIT != 0 {
            continue;
        }
        let pose = model.rest(index);
        corners.extend(mesh.points().map(|p| pose.apply(p)));
    }
    let (min, max) = bounds(corners.into_iter());
    ModelHeader::around_box(min.to_array(), max.to_array())
}

fn light_record(lamp: &Lamp) -> LightRecord {
    let node = u32::try_from(lamp.node).unwrap_or(0);
    let floats = [
        lamp.at.to_array(),
        Vec3::ZERO.to_array(),
        lamp.color,
        [1.0, lamp.range, 0.0],
    ];
    let mut words = [0; 12];
    words[0] = node;
    for (word, value) in words[1..].iter_mut().zip(floats.concat()) {
        *word = value.to_bits();
    }
    LightRecord { words }
}

/// A model in its file form.
#[derive(Debug)]
pub(crate) struct Encoded {
    /// The `.msh`.
    pub bytes: Vec<u8>,
    /// Rows of its wear.
    pub materials: Vec<&'static str>,
}

/// Writes a model; `name` becomes the name of its streams.
pub(crate) fn encode(model: &Model, name: &str) -> Result<Encoded> {
    let mut geometry = Geometry::default();
    let animation = animation(model)?;
    let mut nodes = Vec::with_capacity(model.nodes.len());
    for (node, (map_start, fallback)) in model.nodes.iter().zip(&animation.nodes) {
        nodes.push(Node38 {
            hdr0: node.flags,
            parent_or_link: node.parent.map_or(Ok(0xFFFF), u16::try_from)?,
            anim_map_start: *map_start,
            fallback_key: *fallback,
            slot_index: add_meshes(&mut geometry, node)?,
        });
    }
    let lightmapped = geometry.batches.iter().any(|b| b.lightmap().is_some());
    let mut parts = MshParts::new(name);
    parts.nodes = nodes;
    parts.header = header(model);
    parts.slots = geometry.slots;
    parts.positions = geometry.positions;
    parts.normals = geometry.normals;
    parts.uv0 = geometry.uv0;
    parts.uv1 = lightmapped.then_some(geometry.uv1);
    parts.indices = geometry.indices;
    parts.batches = geometry.batches;
    parts.descriptors = geometry.descriptors;
    parts.keys = animation.keys;
    parts.frame_map = animation.map;
    parts.hall_way = model.hall.clone();
    if lightmapped {
        parts.lights = model.lamps.iter().map(light_record).collect();
    }
    for node in &model.nodes {
        parts.node_names.push(FixedStr::new(&node.name)?);
        parts.labels.push(text::encode(&node.label)?);
    }
    Ok(Encoded {
        bytes: parts.to_bytes().with_context(|| format!("model {name}"))?,
        materials: geometry.materials,
    })
}

/// Adds a node's meshes and returns its slot numbers.
fn add_meshes(geometry: &mut Geometry, node: &Node) -> Result<[u16; 15]> {
    let mut slots = [0xFFFF; 15];
    for (slot, mesh) in slots.iter_mut().zip(node.meshes.iter().flatten()) {
        if let Some(mesh) = mesh {
            *slot = geometry
                .add(mesh)
                .with_context(|| format!("node {}", node.name))?;
        }
    }
    Ok(slots)
}
