//! Opening a mission: from its folder to a posed scene.
//!
//! Spec: `04-mission-objects.md` 8. Only what the preview cannot do without stops it: the game
//! root, `data.tma`, the ground, and a controller whose initial value gives no valid time.
//! Everything else that is wrong becomes a problem.

pub(crate) mod briefing;
pub(crate) mod footprints;
pub(crate) mod place;
pub(crate) mod plan;
pub(crate) mod sky;
pub(crate) mod stand;
pub(crate) mod wears;

use std::collections::HashMap;

use msh_format::mission_cfg::MissionCfg;
use msh_format::tma::Tma;
use msh_format::{Warnings, text};

use crate::archive::Archives;
use crate::assets::{AssetRequests, Assets};
use crate::error::{Error, Result};
use crate::library::{Library, Model, ModelId};
use crate::lighting::Lighting;
use crate::paint::{Paint, PaintRequests};
use crate::problems::Problems;
use crate::root::{FileBytes, GamePath, GameRoot};
use crate::scene::{Component, Scene, Stopwatch};
use crate::terrain;
use place::Body;
use plan::{Assembly, Plan};
use stand::Stand;
use wears::Wears;

/// The folder of a mission: files beside each other in a root of their own or of the game's.
#[derive(Debug, Clone, Copy)]
pub struct MissionFolder<'a> {
    /// Where the folder is.
    pub root: &'a GameRoot,
    /// The folder below `root`, `None` = `root` itself.
    pub path: Option<&'a GamePath>,
}

impl MissionFolder<'_> {
    fn read(&self, name: &str) -> Result<Option<FileBytes>> {
        match self.path {
            Some(path) => self.root.read(&path.join(name)),
            None => self.root.read(&GamePath::from_text(name)?),
        }
    }

    pub(crate) fn describe(&self) -> String {
        match (self.path, self.root.location()) {
            (Some(path), _) => path.to_string(),
            (None, Some(location)) => location.display().to_string(),
            (None, None) => String::from("the mission"),
        }
    }
}

/// Opens a mission. With `static_frame` every component stands at that frame, otherwise in the
/// initial pose of its own controller.
///
/// # Errors
/// `data.tma`, `objects.rlb` or the ground is missing or broken; a control row gives a negative
/// or non-finite time.
pub fn open(
    root: &GameRoot,
    folder: MissionFolder<'_>,
    static_frame: Option<u16>,
) -> Result<Scene> {
    let mut watch = Stopwatch::start();
    let mut problems = Problems::new();
    let tma = read_tma(folder, &mut problems)?;
    read_cfg(folder, &mut problems);
    let title = title(folder, &tma);
    watch.lap("mission files");

    let archives = Archives::default();
    let plan = Plan::of(root, &archives, &tma, &mut problems)?;
    watch.lap("prototypes and assemblies");

    let assets = Assets::load(root, &archives, requests(&plan.assemblies), &mut problems);
    watch.lap("models and controllers");

    let land_path = land_prefix(&tma)?;
    let land = terrain::LandFiles::read(root, &land_path, |_, _| (), &mut problems)?;
    watch.lap("terrain file");

    let mut paint_requests = PaintRequests::default();
    let land_rows = land.request_materials(&mut paint_requests);
    let wears = Wears::request(
        &plan.assemblies,
        &assets,
        &mut paint_requests,
        &mut problems,
    );
    let sky = sky::open(folder, "sky.wea", &mut paint_requests, &mut problems);
    let paint = Paint::load(root, &archives, &paint_requests, &mut problems);
    watch.lap("materials and textures");

    let mut models = ModelList::default();
    let mut stand = Stand::new(&assets, static_frame, &mut models, &mut problems);
    let bodies = stand.bodies(&plan.assemblies, wears.tables(&paint))?;
    let of_object = |index: &Option<usize>| index.map_or_else(Body::default, |i| bodies[i].clone());
    let bodies = plan.of_object.iter().map(of_object);
    let objects = place::objects(&tma, bodies, &models, &mut problems);
    archives.report(&mut problems);
    watch.lap("poses");

    let footprints = footprints::of_objects(
        &tma,
        (&plan.assemblies, &plan.of_object),
        &objects,
        &assets,
        &mut problems,
    );
    let terrain = land.build(&paint, &land_rows, footprints, &mut problems);
    watch.lap("terrain mesh");

    let start_camera = briefing::start_camera(folder, &tma, &objects, &terrain, &mut problems);
    watch.lap("camera");
    Ok(Scene {
        title,
        land: Some(land_path.to_string()),
        objects,
        terrain: Some(terrain),
        library: Library {
            models: models.models,
            materials: paint.materials,
            textures: paint.textures,
        },
        lighting: Lighting::default(),
        sky,
        start_camera,
        problems,
        steps: watch.steps,
        pose_changes: 0,
    })
}

pub(crate) fn read_tma(folder: MissionFolder<'_>, problems: &mut Problems) -> Result<Tma> {
    let bytes = folder.read("data.tma")?.ok_or_else(|| Error::Missing {
        what: "the mission's",
        path: "data.tma".to_owned(),
        hint: format!(" in {}", folder.describe()),
    })?;
    let mut warnings = Warnings::new();
    let tma = Tma::parse_unplaced(&bytes, &mut warnings).map_err(|e| e.in_file("data.tma"))?;
    problems.reader("data.tma", &warnings);
    Ok(tma)
}

/// What the names of the terrain's files begin with (`04-mission-objects.md` 3.6).
///
/// # Errors
/// [`Error::BadPath`], also for a path without a folder.
pub(crate) fn land_prefix(tma: &Tma) -> Result<GamePath> {
    let path = GamePath::from_bytes(&tma.land_path)?;
    if path.parent().is_none() {
        return Err(Error::BadPath {
            path: path.to_string(),
            rule: "a terrain lies in a folder of its own",
        });
    }
    Ok(path)
}

/// Nothing in `mission.cfg` is needed for the picture; what is odd in it is reported.
pub(crate) fn read_cfg(folder: MissionFolder<'_>, problems: &mut Problems) {
    match folder.read("mission.cfg") {
        Ok(Some(bytes)) => {
            let mut warnings = Warnings::new();
            let cfg = MissionCfg::parse(&bytes, &mut warnings);
            problems.reader("mission.cfg", &warnings);
            if cfg.blocks.is_empty() {
                problems.warning("mission.cfg", "it has no blocks");
            }
        }
        Ok(None) => problems.warning("mission.cfg", "missing"),
        Err(error) => problems.warning("mission.cfg", error),
    }
}

fn title(folder: MissionFolder<'_>, tma: &Tma) -> String {
    let descr = folder.read("descr").ok().flatten();
    let descr = descr.map(|bytes| text::decode(text::until_nul(&bytes)).trim().to_owned());
    descr
        .filter(|title| !title.is_empty())
        .unwrap_or_else(|| tma.description_text())
}

/// Everything that the components name.
pub(crate) fn requests(assemblies: &[Assembly]) -> AssetRequests {
    let mut requests = AssetRequests::default();
    for component in assemblies.iter().flat_map(|a| &a.components) {
        if let Some(name) = &component.ground_plan
            && component.parent.is_none()
        {
            requests.ground_plan(name, &component.place);
        }
        for (name, add) in [
            (&component.mesh, AssetRequests::model as fn(&mut _, &_, &_)),
            (&component.wear, AssetRequests::wear),
            (&component.control, AssetRequests::control),
        ] {
            if let Some(name) = name {
                add(&mut requests, name, &component.place);
            }
        }
    }
    requests
}

/// Models in use, each once.
#[derive(Debug, Default)]
pub(crate) struct ModelList {
    models: Vec<Model>,
    ids: HashMap<String, ModelId>,
}

impl ModelList {
    /// Id of a model, which is added if its name is new.
    pub(crate) fn id(&mut self, model: &Model) -> ModelId {
        *self
            .ids
            .entry(model.name.to_ascii_lowercase())
            .or_insert_with(|| {
                self.models.push(model.clone());
                // At most one per member of an archive, of which there are at most 65,536.
                ModelId((self.models.len() - 1) as u32)
            })
    }

    /// How many ranges the drawn ones of these components have at most.
    fn ranges(&self, components: &[Component]) -> usize {
        let drawn = components.iter().filter(|c| c.drawn);
        let models = drawn.filter_map(|c| c.model);
        models.map(|id| self.model(id).most_ranges).sum()
    }

    /// A model that was added.
    pub(crate) fn model(&self, id: ModelId) -> &Model {
        &self.models[id.0 as usize]
    }
}
