//! What a camera can run into: a record for every drawn component of every building.
//!
//! Spec: `07-collision.md` (camera).

use std::collections::HashMap;
use std::sync::Arc;

use msh_format::msh::Nodes;
use msh_format::nres::EntryType;

use super::{CollisionShape, Hit, NodeInstances, QueryError, Segment, SelectedNode};
use crate::detail::{Detail, shown_slots};
use crate::library::{Model, ModelId};
use crate::problems::{Problem, Problems};
use crate::scene::{Component, Object, Scene};

/// Tag of buildings.
const BUILDING: EntryType = EntryType::tag(*b"FORT");

/// The records of a scene.
#[derive(Debug, Default)]
pub struct Records {
    list: Vec<Record>,
    /// [`Scene::pose_changes`] when the records were last brought up to date.
    followed: u64,
    problems: Problems,
}

/// One drawn component of a building, as it stands now.
#[derive(Debug)]
pub struct Record {
    /// Index of the object.
    pub object: usize,
    /// Index of the component.
    pub component: usize,
    /// Name of the object and resource of the component.
    pub label: String,
    shape: Arc<CollisionShape>,
    /// Nodes that show something, each with its slot.
    slots: Vec<(usize, usize)>,
    /// The slots in the world; an error keeps the record from being asked.
    nodes: Result<NodeInstances, QueryError>,
    /// [`Component::changed`] of the poses in use.
    changed: u64,
    /// A query has failed and it was said.
    has_failed: bool,
}

/// What a segment strikes first of all records.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strike {
    /// Index of the record.
    pub record: usize,
    /// Where; world space.
    pub hit: Hit,
}

/// A query that had no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failure {
    /// Index of the record.
    pub record: usize,
    /// Why.
    pub error: QueryError,
}

impl Records {
    /// The records of all buildings, with the nodes and slots that `detail` shows.
    #[must_use]
    pub fn of_scene(scene: &Scene, detail: Detail) -> Self {
        let mut records = Self {
            followed: scene.pose_changes,
            ..Self::default()
        };
        let mut shapes = HashMap::new();
        for (index, object) in scene.objects.iter().enumerate() {
            let is_drawn = object.components.first().is_some_and(|root| root.drawn);
            if object.class() != Some(BUILDING) || !is_drawn {
                continue;
            }
            for number in 0..object.components.len() {
                records.add(scene, [index, number], detail, &mut shapes);
            }
        }
        records
    }

    fn add(
        &mut self,
        scene: &Scene,
        [object, component]: [usize; 2],
        detail: Detail,
        shapes: &mut HashMap<ModelId, Arc<CollisionShape>>,
    ) {
        let placed = &scene.objects[object];
        let part = &placed.components[component];
        let Some(id) = part.model.filter(|_| part.drawn) else {
            return;
        };
        let model = scene.library.model(id);
        if model.msh.descriptors.is_none() || matches!(model.msh.nodes, Nodes::Raw24(_)) {
            let message = "does not collide: it has no triangle descriptors (type 7) or no nodes";
            self.problems.warning(&*model.name, message);
            return;
        }
        let shape = shapes
            .entry(id)
            .or_insert_with(|| Arc::new(CollisionShape::new(Arc::clone(&model.msh))));
        let mut record = Record {
            object,
            component,
            label: label(object, placed, model),
            shape: Arc::clone(shape),
            slots: shown_slots(&model.msh, detail).collect(),
            nodes: NodeInstances::new(shape, []),
            changed: part.changed,
            has_failed: false,
        };
        record.place(placed, part);
        self.list.push(record);
        self.note_placement(self.list.len() - 1);
    }

    /// Takes over the poses that have changed since the last call.
    pub fn follow(&mut self, scene: &Scene) {
        if self.followed == scene.pose_changes {
            return;
        }
        self.followed = scene.pose_changes;
        for index in 0..self.list.len() {
            let record = &mut self.list[index];
            let Some(object) = scene.objects.get(record.object) else {
                continue;
            };
            let component = object.components.get(record.component);
            if let Some(component) = component.filter(|c| c.changed != record.changed) {
                record.place(object, component);
                self.note_placement(index);
            }
        }
    }

    /// The records in the order of objects and components.
    #[must_use]
    pub fn list(&self) -> &[Record] {
        &self.list
    }

    /// What was found to be wrong with the records, each once: models that do not collide, and
    /// the first failure of a record's queries.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        self.problems.list()
    }

    /// The nearest hit of `segment` with any record; of equally near ones the first record's.
    /// Records whose query fails are passed over and added to `failures`.
    #[must_use]
    pub fn strike(&self, segment: &Segment, failures: &mut Vec<Failure>) -> Option<Strike> {
        let mut nearest: Option<Strike> = None;
        for (index, record) in self.list.iter().enumerate() {
            match record.strike(segment) {
                Ok(None) => {}
                Ok(Some(hit)) => {
                    let bound = nearest.map_or(f32::INFINITY, |n| n.hit.distance_squared);
                    if nearest.is_none() || hit.distance_squared < bound {
                        nearest = Some(Strike { record: index, hit });
                    }
                }
                Err(error) => failures.push(Failure {
                    record: index,
                    error,
                }),
            }
        }
        nearest
    }

    /// Adds failures to the problems, for each record only its first.
    pub fn note(&mut self, failures: &[Failure]) {
        for failure in failures {
            let Some(record) = self.list.get_mut(failure.record) else {
                continue;
            };
            if !record.has_failed {
                record.has_failed = true;
                let message = format!("does not collide: {}", failure.error);
                self.problems.error(&*record.label, message);
            }
        }
    }

    fn note_placement(&mut self, record: usize) {
        if let Err(error) = self.list[record].nodes {
            self.note(&[Failure { record, error }]);
        }
    }
}

impl Record {
    /// Takes over where the component stands.
    fn place(&mut self, object: &Object, component: &Component) {
        let world = object.component_matrix(component);
        let selected = self.slots.iter().map(|&(node, slot)| SelectedNode {
            node,
            slot,
            world_from_node: world * component.node_pose(node).matrix(),
        });
        self.nodes = NodeInstances::new(&self.shape, selected);
        self.changed = component.changed;
    }

    fn strike(&self, segment: &Segment) -> Result<Option<Hit>, QueryError> {
        // An error of the placement was noted when it was found.
        let Ok(nodes) = &self.nodes else {
            return Ok(None);
        };
        self.shape.query_building_segment_world(nodes, segment)
    }
}

/// What a strike is called.
fn label(index: usize, object: &Object, model: &Model) -> String {
    let resource = &model.name;
    match &*object.name {
        "" => format!("object {index} ({resource})"),
        name => format!("{name} ({resource})"),
    }
}
