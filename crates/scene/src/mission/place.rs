//! Placing the assemblies in the world, units that start inside buildings among them.
//!
//! Spec: `04-mission-objects.md` 7.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use glam::Vec3;
use msh_format::text;
use msh_format::tma::{Tma, TmaObject};

use super::ModelList;
use crate::placement::Placement;
use crate::problems::Problems;
use crate::scene::{Component, Object};

/// Kind words of `data.tma` (`04-mission-objects.md` 3.3).
const BUILDING: u32 = 0;
const UNIT: u32 = 1;

/// How many components and ranges the objects of a mission may have together: fifty times what
/// the largest shipped ones are thought to have (`04-mission-objects.md` 8.3).
const MAX_PARTS: usize = 1 << 20;

/// How many nodes their components may have together. Objects share them until they move or
/// collide.
const MAX_NODES: usize = 1 << 20;

/// How much of an object's path is shown in the place of a problem, characters.
const SHOWN_PATH: usize = 120;

/// What an object is made of: its components and, of a unit, the type word.
#[derive(Debug, Clone, Default)]
pub(crate) struct Body {
    pub(crate) class_word: Option<u32>,
    /// True if the prototype of its root has a problem of its own.
    pub(crate) is_broken: bool,
    pub(crate) components: Arc<[Component]>,
    /// How many they and the ranges of the drawn ones are at most.
    pub(crate) parts: usize,
    /// How many nodes they have together.
    pub(crate) nodes: usize,
}

/// Where problems of an object are.
pub(crate) fn object_place(index: usize, object: &TmaObject) -> String {
    let path = text::decode(text::until_nul(&object.path));
    let shown: String = path.chars().take(SHOWN_PATH).collect();
    format!("object {index} {shown}")
}

fn placement(object: &TmaObject) -> Placement {
    Placement {
        position: object.position.into(),
        turns: object.turns.into(),
        scale: object.scale.into(),
    }
}

/// False if the object cannot be placed at all.
pub(crate) fn check_placement(object: &TmaObject, place: &str, problems: &mut Problems) -> bool {
    let finite = object
        .position
        .iter()
        .chain(&object.turns)
        .all(|v| v.is_finite());
    if !finite {
        problems.error(
            place,
            "its position or turns are not finite; the object is not shown",
        );
    } else if placement(object).det_sign() == 0 {
        problems.warning(
            place,
            format!("scale {:?}: drawn without culling", object.scale),
        );
    }
    finite
}

/// All objects of the mission in their order; `bodies` has what each is made of.
pub(crate) fn objects(
    tma: &Tma,
    bodies: impl Iterator<Item = Body>,
    models: &ModelList,
    problems: &mut Problems,
) -> Vec<Object> {
    let (mut parts, mut nodes) = (0, 0);
    let mut objects = Vec::with_capacity(tma.objects.len());
    let mut lost = HashSet::new();
    for (index, (stored, mut body)) in tma.objects.iter().zip(bodies).enumerate() {
        parts += body.parts;
        nodes += body.nodes;
        let counts = [(parts, MAX_PARTS, "parts"), (nodes, MAX_NODES, "nodes")];
        let broken = counts.iter().find(|(count, most, _)| count > most);
        if let Some((_, most, what)) = broken.filter(|_| !body.components.is_empty()) {
            let message = format!("more than {most} {what} with it; it is not shown");
            problems.error(object_place(index, stored), message);
            body.components = Arc::default();
        }
        if body.is_broken {
            lost.insert(index);
        }
        objects.push(Object {
            resource: text::decode(text::until_nul(&stored.path)),
            name: text::decode(text::until_nul(&stored.name)),
            placement: placement(stored),
            stored: placement(stored),
            class_word: body.class_word,
            components: body.components,
        });
    }
    enter_hosts(tma, (&mut objects, &lost), models, problems);
    objects
}

/// Moves units that start inside a building to their hall-way vertex. `broken` are the objects
/// whose prototype is.
fn enter_hosts(
    tma: &Tma,
    (objects, broken): (&mut [Object], &HashSet<usize>),
    models: &ModelList,
    problems: &mut Problems,
) {
    let mut buildings = HashMap::new();
    let mut hosts = HashSet::new();
    for (index, object) in tma.objects.iter().enumerate() {
        if object.kind == BUILDING {
            buildings.entry(object.logical_id).or_insert(index);
        }
        if object.kind <= UNIT {
            hosts.insert(object.logical_id);
        }
    }
    for (index, stored) in tma.objects.iter().enumerate() {
        if stored.kind != UNIT || stored.vertex < 0 || objects[index].components.is_empty() {
            if stored.host != -1 && !hosts.contains(&stored.host) {
                let host = stored.host;
                let message = format!("no building or unit has the logical id {host} of its host");
                problems.warning(object_place(index, stored), message);
            }
            continue;
        }
        let host = buildings.get(&stored.host);
        let host = host.map(|host| (&objects[*host], broken.contains(host)));
        match host_vertex(stored, host, models) {
            Ok(position) => {
                objects[index].placement.position = position;
                objects[index].placement.turns = Vec3::ZERO;
            }
            Err(reason) => {
                let message = format!("it starts inside a building, but {reason}; it is not shown");
                problems.warning(object_place(index, stored), message);
                objects[index].components = Arc::default();
            }
        }
    }
}

/// Why a unit cannot enter a building that has a problem of its own.
pub(crate) const LOST_HOSTS: [&str; 2] = [
    "that building could not be resolved",
    "the model of that building could not be loaded",
];

/// World position of the hall-way vertex that a unit starts on. The host, and whether its
/// prototype is broken.
fn host_vertex(
    unit: &TmaObject,
    host: Option<(&Object, bool)>,
    models: &ModelList,
) -> Result<Vec3, String> {
    let (host, is_broken) =
        host.ok_or_else(|| format!("no building has the logical id {}", unit.host))?;
    let [unresolved, not_loaded] = LOST_HOSTS;
    let root = host.components.first().ok_or(unresolved)?;
    let is_lost = is_broken || root.model_name.is_some();
    let model = root.model.ok_or(if is_lost {
        not_loaded
    } else {
        "that building has no model"
    })?;
    let hall_way = models.model(model).msh.hall_way.as_ref();
    let vertices = hall_way.map_or(&[][..], |hall_way| &hall_way.vertices);
    let vertex = usize::try_from(unit.vertex)
        .ok()
        .and_then(|v| vertices.get(v));
    let vertex = vertex.ok_or_else(|| {
        format!(
            "hall-way vertex {} of {} does not exist",
            unit.vertex,
            vertices.len()
        )
    })?;
    let node = root.nodes.get(vertex.node as usize);
    let node = node.ok_or_else(|| format!("node {} does not exist", vertex.node))?;
    let inside = root.pose.compose(*node).apply(vertex.position.into());
    let position = host.placement.matrix().transform_point3(inside);
    if !position.is_finite() {
        return Err(format!("hall-way vertex {} is not finite", unit.vertex));
    }
    Ok(position)
}
