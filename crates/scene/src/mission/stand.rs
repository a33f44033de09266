//! Standing the components of placed objects up: node poses, mounts, hosts.
//!
//! Spec: `02-msh.md` 6, `04-mission-objects.md` 6.3 and 7.5.

use std::collections::HashMap;
use std::sync::Arc;

use glam::Vec3;
use msh_format::text;
use msh_format::tma::{Tma, TmaObject};

use super::plan::{Assembly, PlannedComponent};
use super::{ModelList, component_place, object_place, placement};
use crate::assets::Assets;
use crate::control::initial_times;
use crate::error::{Error, Result};
use crate::library::{Model, WearTable};
use crate::placement::{mount, root_node};
use crate::pose::{Moment, Pose, hierarchy};
use crate::problems::Problems;
use crate::prototype::EXTERNAL;
use crate::scene::{Component, Object};

/// Kind words of `data.tma` (`04-mission-objects.md` 3.3).
const BUILDING: u32 = 0;
const UNIT: u32 = 1;

pub(super) struct Stand<'a> {
    pub(super) tma: &'a Tma,
    pub(super) assets: &'a Assets,
    pub(super) static_frame: Option<u16>,
    pub(super) models: &'a mut ModelList,
    pub(super) problems: &'a mut Problems,
}

impl Stand<'_> {
    /// Poses all objects.
    pub(super) fn objects(
        &mut self,
        planned: &[Option<Arc<Assembly>>],
        wears: Vec<Vec<Arc<WearTable>>>,
    ) -> Result<Vec<Object>> {
        let tma = self.tma;
        let mut objects = Vec::with_capacity(tma.objects.len());
        for (index, ((object, assembly), wears)) in
            tma.objects.iter().zip(planned).zip(wears).enumerate()
        {
            let components = match assembly {
                Some(assembly) => self.components(index, object, &assembly.components, wears)?,
                None => Vec::new(),
            };
            objects.push(Object {
                resource: text::decode(text::until_nul(&object.path)),
                name: text::decode(text::until_nul(&object.name)),
                placement: placement(object),
                stored: placement(object),
                class_word: assembly.as_ref().and_then(|a| a.class_word),
                components,
            });
        }
        self.enter_hosts(&mut objects);
        Ok(objects)
    }

    fn components(
        &mut self,
        index: usize,
        object: &TmaObject,
        assembly: &[PlannedComponent],
        wears: Vec<Arc<WearTable>>,
    ) -> Result<Vec<Component>> {
        let mut components: Vec<Component> = Vec::with_capacity(assembly.len());
        for (number, (planned, wear)) in assembly.iter().zip(wears).enumerate() {
            let place = component_place(index, object, number, &planned.key);
            let model = planned
                .mesh
                .as_ref()
                .and_then(|name| self.assets.model(name));
            let nodes = match model {
                Some(model) => self.pose_nodes(model, planned, &place)?,
                None => Vec::new(),
            };
            // Components come after their parents.
            let parent = planned.parent.map(|parent| &components[parent]);
            let pose = self.component_pose(planned, model, &nodes, parent, &place);
            components.push(Component {
                parent: planned.parent,
                prototype: planned.key.clone(),
                tag: planned.tag,
                model: model.map(|model| self.models.id(model)),
                model_name: planned.mesh.as_ref().map(ToString::to_string),
                wear_name: planned.wear.as_ref().map(ToString::to_string),
                control_name: planned.control.as_ref().map(ToString::to_string),
                drawn: planned.is_drawn() && model.is_some(),
                pose,
                nodes,
                wear,
            });
        }
        Ok(components)
    }

    /// Global poses of the nodes, by the frame override or the component's own controller.
    fn pose_nodes(
        &mut self,
        model: &Model,
        planned: &PlannedComponent,
        place: &str,
    ) -> Result<Vec<Pose>> {
        let count = model.msh.nodes.len();
        let moment = match self.static_frame {
            Some(frame) => Moment::Frame(frame),
            None => {
                let control = planned
                    .control
                    .as_ref()
                    .and_then(|name| self.assets.control(name));
                let initial = initial_times(control, count).map_err(|row| Error::BadControl {
                    place: format!("{place} -> {} -> {}", model.name, control_name(planned)),
                    row,
                })?;
                for row in initial.foreign_rows {
                    let message = format!(
                        "{}: binding row {row} names a node outside {}; passed over",
                        control_name(planned),
                        model.name
                    );
                    self.problems.warning(place, message);
                }
                Moment::Times(initial.times)
            }
        };
        Ok(match hierarchy(&model.msh, &moment) {
            Ok(hierarchy) => hierarchy.global,
            Err(error) => {
                self.problems
                    .warning(place, format!("{}: {error}; drawn unposed", model.name));
                vec![Pose::IDENTITY; count]
            }
        })
    }

    /// Component space to object space.
    fn component_pose(
        &mut self,
        planned: &PlannedComponent,
        model: Option<&Arc<Model>>,
        nodes: &[Pose],
        parent: Option<&Component>,
        place: &str,
    ) -> Pose {
        let Some(parent) = parent else {
            return Pose::IDENTITY;
        };
        let Some(model) = model.filter(|_| planned.tag == Some(EXTERNAL)) else {
            return parent.pose;
        };
        let socket = usize::try_from(planned.attachment)
            .ok()
            .and_then(|n| parent.nodes.get(n));
        let Some(socket) = socket else {
            let message = format!(
                "it hangs on node {} of a carrier with {} nodes; shown at the carrier's origin",
                planned.attachment,
                parent.nodes.len()
            );
            self.problems.warning(place, message);
            return parent.pose;
        };
        // A root's global pose is its local one.
        let own_root = root_node(model.msh.nodes.as_slice()).and_then(|root| nodes.get(root));
        parent
            .pose
            .compose(mount(*socket, own_root.copied().unwrap_or(Pose::IDENTITY)))
    }

    /// Moves units that start inside a building to their hall-way vertex.
    fn enter_hosts(&mut self, objects: &mut [Object]) {
        let mut buildings = HashMap::new();
        for (index, object) in self.tma.objects.iter().enumerate() {
            if object.kind == BUILDING {
                buildings.entry(object.logical_id).or_insert(index);
            }
        }
        for index in 0..objects.len() {
            let stored = &self.tma.objects[index];
            if stored.kind != UNIT || stored.vertex < 0 || objects[index].components.is_empty() {
                continue;
            }
            let host = buildings
                .get(&stored.host)
                .map(|building| &objects[*building]);
            match self.host_vertex(stored, host) {
                Ok(position) => {
                    objects[index].placement.position = position;
                    objects[index].placement.turns = Vec3::ZERO;
                }
                Err(reason) => {
                    self.problems.warning(
                        object_place(index, stored),
                        format!("it starts inside a building, but {reason}; it is not shown"),
                    );
                    objects[index].components.clear();
                }
            }
        }
    }

    /// World position of the hall-way vertex that a unit starts on.
    fn host_vertex(&self, unit: &TmaObject, host: Option<&Object>) -> Result<Vec3, String> {
        let host = host.ok_or_else(|| format!("no building has the logical id {}", unit.host))?;
        let root = host
            .components
            .first()
            .ok_or("that building could not be resolved")?;
        let model = root.model.ok_or("that building has no model")?;
        let hall_way = self.models.model(model).msh.hall_way.as_ref();
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
        Ok(host.placement.matrix().transform_point3(inside))
    }
}

fn control_name(planned: &PlannedComponent) -> String {
    planned
        .control
        .as_ref()
        .map_or_else(|| "no controller".to_owned(), ToString::to_string)
}
