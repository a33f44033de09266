//! A scene: objects with posed components, ground, light, and what they are made of.

use std::sync::Arc;
use std::time::{Duration, Instant};

use glam::Mat4;
use msh_format::nres::EntryType;

use crate::camera::Camera;
use crate::library::{Library, ModelId, WearTable};
use crate::lighting::Lighting;
use crate::placement::Placement;
use crate::pose::{Moment, Pose};
use crate::problems::Problems;
use crate::sky::{Atmosphere, FogReach, MissionSky, SkyClock};
use crate::terrain::Terrain;

/// How an external part hangs on its carrier (`04-mission-objects.md` 6.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Socket {
    /// Node of the carrier.
    pub node: usize,
    /// Root node of the part itself, whose pose the mount undoes.
    pub root: Option<usize>,
}

/// A component instance of an object.
#[derive(Debug, Clone)]
pub struct Component {
    /// Component that carries this one, `None` for the root.
    pub parent: Option<usize>,
    /// Key as the assembly or the mission names it.
    pub prototype: String,
    /// Tag of the registry, `None` if the key is unknown or there is no registry.
    pub tag: Option<EntryType>,
    /// Model, if there is one and it could be loaded.
    pub model: Option<ModelId>,
    /// `archive::member` of the model.
    pub model_name: Option<String>,
    /// `archive::member` of the wear.
    pub wear_name: Option<String>,
    /// `archive::member` of the controller.
    pub control_name: Option<String>,
    /// The root and external parts are drawn.
    pub drawn: bool,
    /// What it hangs on; without one it stands where its carrier stands.
    pub socket: Option<Socket>,
    /// Component space to object space.
    pub pose: Pose,
    /// The moment that its nodes stand at.
    pub moment: Moment,
    /// Global pose of every node, in component space.
    pub nodes: Vec<Pose>,
    /// [`Scene::pose_changes`] after the last change of its poses.
    pub changed: u64,
    /// Materials and lightmaps of the model's batches.
    pub wear: Arc<WearTable>,
}

impl Component {
    /// Global pose of a node in component space; where there is none the node is not turned or
    /// moved.
    #[must_use]
    pub fn node_pose(&self, node: usize) -> Pose {
        self.nodes.get(node).copied().unwrap_or(Pose::IDENTITY)
    }
}

/// A placed object.
#[derive(Debug, Clone)]
pub struct Object {
    /// `.dat` path or registry key as the mission names it.
    pub resource: String,
    /// Instance name.
    pub name: String,
    /// Where it is drawn; for a unit that starts inside a building not the stored place.
    pub placement: Placement,
    /// The stored place.
    pub stored: Placement,
    /// Type word of a unit (`04-mission-objects.md` 4).
    pub class_word: Option<u32>,
    /// Components, parents first; empty if the object cannot be resolved. Objects of one
    /// assembly share them.
    pub components: Arc<[Component]>,
}

impl Object {
    /// Tag of the root component.
    #[must_use]
    pub fn class(&self) -> Option<EntryType> {
        self.components.first()?.tag
    }

    /// Component space to world.
    #[must_use]
    pub fn component_matrix(&self, component: &Component) -> Mat4 {
        self.placement.matrix() * component.pose.matrix()
    }
}

/// How long one step of loading took.
#[derive(Debug, Clone, Copy)]
pub struct LoadStep {
    /// What was done.
    pub name: &'static str,
    /// For how long.
    pub time: Duration,
}

/// Measures the steps of loading.
#[derive(Debug)]
pub(crate) struct Stopwatch {
    last: Instant,
    pub(crate) steps: Vec<LoadStep>,
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self {
            last: Instant::now(),
            steps: Vec::new(),
        }
    }

    /// Ends a step.
    pub(crate) fn lap(&mut self, name: &'static str) {
        let now = Instant::now();
        self.steps.push(LoadStep {
            name,
            time: now - self.last,
        });
        self.last = now;
    }
}

/// A mission or a single model, loaded and posed.
#[derive(Debug)]
pub struct Scene {
    /// For the window's title.
    pub title: String,
    /// Path prefix of the ground's files.
    pub land: Option<String>,
    /// Objects in the mission's order.
    pub objects: Vec<Object>,
    /// The ground.
    pub terrain: Option<Terrain>,
    /// Models, materials and textures.
    pub library: Library,
    /// Light and background where there is no day cycle.
    pub lighting: Lighting,
    /// Day cycle of a mission.
    pub sky: Option<MissionSky>,
    /// Where the camera starts.
    pub start_camera: Camera,
    /// What is wrong.
    pub problems: Problems,
    /// How long loading took.
    pub steps: Vec<LoadStep>,
    /// How often a component was posed anew since loading ([`Scene::pose_component`]).
    pub pose_changes: u64,
}

impl Scene {
    /// Light and sky for a camera at a time of the day cycle. Without a cycle, time and fog have
    /// no meaning.
    #[must_use]
    pub fn atmosphere(
        &self,
        clock: Option<SkyClock>,
        camera: &Camera,
        reach: FogReach,
    ) -> Atmosphere {
        self.sky
            .as_ref()
            .and_then(|sky| {
                let clock = clock.unwrap_or(sky.start);
                Atmosphere::of_sky(sky, &self.library, clock, camera, reach)
            })
            .unwrap_or_else(|| Atmosphere {
                lighting: self.lighting.clone(),
                sky: None,
            })
    }
}
