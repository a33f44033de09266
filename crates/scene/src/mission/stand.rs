//! Standing the components of an assembly up: node poses and mounts.
//!
//! Spec: `02-msh.md` 6, `04-mission-objects.md` 6.3. Poses do not depend on where an object is
//! placed, so that all objects of one assembly share them.

use std::sync::Arc;

use super::ModelList;
use super::place::Body;
use super::plan::{Assembly, PlannedComponent};
use crate::assets::Assets;
use crate::control::initial_times;
use crate::error::{Error, Result};
use crate::library::{Model, WearTable};
use crate::placement::root_node;
use crate::pose::{Moment, Pose, global_poses};
use crate::problems::Problems;
use crate::prototype::EXTERNAL;
use crate::scene::{Component, Socket};

/// How many nodes the assemblies of a mission may have; shipped missions have some thousand.
const MAX_NODES: usize = 1 << 20;

pub(crate) struct Stand<'a> {
    assets: &'a Assets,
    static_frame: Option<u16>,
    models: &'a mut ModelList,
    problems: &'a mut Problems,
    /// Nodes that were posed.
    nodes: usize,
}

impl<'a> Stand<'a> {
    /// With `static_frame` every node stands at that frame, otherwise where its component's
    /// controller puts it. Models that are used are added to `models`.
    pub(crate) fn new(
        assets: &'a Assets,
        static_frame: Option<u16>,
        models: &'a mut ModelList,
        problems: &'a mut Problems,
    ) -> Self {
        Self {
            assets,
            static_frame,
            models,
            problems,
            nodes: 0,
        }
    }

    /// Poses all assemblies; `wears` has the wears of each one's components.
    ///
    /// # Errors
    /// A control row gives a negative or non-finite time.
    pub(crate) fn bodies(
        &mut self,
        assemblies: &[Assembly],
        wears: impl Iterator<Item = Vec<Arc<WearTable>>>,
    ) -> Result<Vec<Body>> {
        let mut bodies = Vec::with_capacity(assemblies.len());
        for (assembly, wears) in assemblies.iter().zip(wears) {
            let components = self.components(assembly, wears)?;
            bodies.push(Body {
                class_word: assembly.class_word,
                is_broken: assembly.components.first().is_some_and(|c| c.is_broken),
                parts: components.len() + self.models.ranges(&components),
                nodes: components.iter().map(|c| c.nodes.len()).sum(),
                components,
            });
        }
        Ok(bodies)
    }

    fn components(
        &mut self,
        assembly: &Assembly,
        wears: Vec<Arc<WearTable>>,
    ) -> Result<Arc<[Component]>> {
        let mut components: Vec<Component> = Vec::with_capacity(assembly.components.len());
        for (planned, wear) in assembly.components.iter().zip(wears) {
            let model = self.model(planned);
            let (moment, nodes) = match model {
                Some(model) => self.pose_nodes(model, planned)?,
                None => (Moment::Fallback, Vec::new()),
            };
            // Components come after their parents.
            let carrier = planned.parent.map(|parent| &components[parent]);
            let is_broken = planned
                .parent
                .is_some_and(|p| assembly.components[p].is_broken);
            let mut component = Component {
                parent: planned.parent,
                prototype: planned.key.clone(),
                tag: planned.tag,
                model: model.map(|model| self.models.id(model)),
                model_name: planned.mesh.as_ref().map(ToString::to_string),
                wear_name: planned.wear.as_ref().map(ToString::to_string),
                control_name: planned.control.as_ref().map(ToString::to_string),
                drawn: planned.is_drawn() && model.is_some(),
                socket: self.socket(planned, model, carrier, is_broken),
                pose: Pose::IDENTITY,
                moment,
                nodes,
                changed: 0,
                wear,
            };
            component.pose = component.pose_on(carrier);
            components.push(component);
        }
        Ok(components.into())
    }

    /// The model of a component, unless there are too many nodes already.
    fn model(&mut self, planned: &PlannedComponent) -> Option<&'a Arc<Model>> {
        let model = self.assets.model(planned.mesh.as_ref()?)?;
        self.nodes += model.msh.nodes.len();
        if self.nodes > MAX_NODES {
            let message = format!(
                "{}: the models of this mission have more than {MAX_NODES} nodes; not shown",
                model.name
            );
            self.problems.error(&*planned.place, message);
            return None;
        }
        Some(model)
    }

    /// Moment and global poses of the nodes, by the frame override or the component's own
    /// controller.
    fn pose_nodes(
        &mut self,
        model: &Model,
        planned: &PlannedComponent,
    ) -> Result<(Moment, Vec<Pose>)> {
        let moment = match self.static_frame {
            Some(frame) => Moment::Frame(frame),
            None => Moment::Times(self.initial_times(model, planned)?),
        };
        let mut nodes = Vec::new();
        if let Err(error) = global_poses(&model.msh, &moment, &mut nodes) {
            let message = format!("{}: {error}; drawn unposed", model.name);
            self.problems.warning(&*planned.place, message);
            nodes = vec![Pose::IDENTITY; model.msh.nodes.len()];
        }
        Ok((moment, nodes))
    }

    fn initial_times(
        &mut self,
        model: &Model,
        planned: &PlannedComponent,
    ) -> Result<Vec<Option<f32>>> {
        let named = planned.control.as_ref();
        let control = named.and_then(|name| self.assets.control(name));
        let name = || named.map_or_else(String::new, ToString::to_string);
        let initial = initial_times(control, model.msh.nodes.len());
        let initial = initial.map_err(|row| Error::BadControl {
            place: format!("{} -> {} -> {}", planned.place, model.name, name()),
            row,
        })?;
        if let [first, further @ ..] = &*initial.foreign_rows {
            // One problem for all rows: thousands of components can share a controller.
            let rows = match further.len() {
                0 => format!("binding row {first} names a node"),
                more => format!("binding row {first} and {more} more name nodes"),
            };
            let message = format!("{}: {rows} outside {}; passed over", name(), model.name);
            self.problems.warning(&*planned.place, message);
        }
        Ok(initial.times)
    }

    /// What an external part hangs on. `is_broken` if the carrier's prototype is.
    fn socket(
        &mut self,
        planned: &PlannedComponent,
        model: Option<&Arc<Model>>,
        carrier: Option<&Component>,
        is_broken: bool,
    ) -> Option<Socket> {
        let model = model.filter(|_| planned.tag == Some(EXTERNAL))?;
        let carrier = carrier?;
        // Why the carrier or its model is missing has been reported.
        if carrier.model.is_none() && (is_broken || carrier.model_name.is_some()) {
            return None;
        }
        let nodes = carrier.nodes.len();
        let node = usize::try_from(planned.attachment).ok();
        let Some(node) = node.filter(|node| *node < nodes) else {
            let message = format!(
                "it hangs on node {} of a carrier with {nodes} nodes; shown at the carrier's origin",
                planned.attachment
            );
            self.problems.warning(&*planned.place, message);
            return None;
        };
        let root = root_node(model.msh.nodes.as_slice());
        Some(Socket { node, root })
    }
}
