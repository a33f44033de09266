//! The walk: missions, assemblies, prototypes, models, paint, in the order of the edges.

use std::collections::HashSet;
use std::sync::Arc;

use msh_format::text;
use msh_format::tma::Tma;
use rayon::prelude::*;

use super::files::{Reading, check_layout};
use super::folders::{Folders, folded};
use super::members::Members;
use super::once::once;
use super::{Options, Report, Totals};
use crate::archive::{Archive, Archives};
use crate::assets::Assets;
use crate::error::{Error, Result};
use crate::kind::Hint;
use crate::library::WearTable;
use crate::mission::place::{self, Body};
use crate::mission::plan::{Assembly, Planner};
use crate::mission::stand::Stand;
use crate::mission::wears::Wears;
use crate::mission::{
    MissionFolder, ModelList, briefing, footprints, land_prefix, read_cfg, read_tma, requests, sky,
};
use crate::paint::{Paint, PaintRequests};
use crate::pose::Moment;
use crate::problems::Problems;
use crate::prototype::{REGISTRY, Registry};
use crate::root::{GamePath, GameRoot};
use crate::terrain::LandFiles;

/// A mission on its way through the walk.
struct Mission<'a> {
    folder: MissionFolder<'a>,
    place: String,
    tma: Tma,
    /// Assembly of each object; none while nothing is resolved, and if nothing can be.
    of_object: Vec<Option<usize>>,
}

/// What a walk has found so far.
struct Walk<'a> {
    root: &'a GameRoot,
    archives: &'a Archives,
    options: Options<'a>,
    problems: Problems,
    totals: Totals,
}

/// Checks a mission and everything it leads to.
pub(super) fn mission(root: &GameRoot, folder: MissionFolder<'_>, options: Options<'_>) -> Report {
    let archives = Archives::default();
    let mut walk = Walk::new(root, &archives, options);
    let missions = walk.missions(vec![(folder.describe(), folder)]);
    walk.follow(missions, None);
    walk.finish()
}

/// Checks everything in a root.
pub(super) fn everything(root: &GameRoot, options: Options<'_>) -> Report {
    let archives = Archives::default();
    let mut walk = Walk::new(root, &archives, options);
    (options.progress)("archives");
    let mut folders = Folders::of(root.list(&mut walk.problems));
    // A name outside CP1251 is one that no mission can name.
    let unnamed = |path: &mut GamePath| text::encode(&path.to_string()).is_err();
    folders.others.extend(folders.units.extract_if(.., unnamed));
    let opened = walk.open_archives(&folders.archives);
    let missions = folders.missions.iter().map(|path| {
        let folder = MissionFolder {
            root,
            path: Some(path),
        };
        (path.to_string(), folder)
    });
    let missions = walk.missions(missions.collect());
    walk.follow(missions, Some((&folders, &opened)));
    (options.progress)("other files");
    walk.read_files(&folders.others);
    walk.finish()
}

impl<'a> Walk<'a> {
    fn new(root: &'a GameRoot, archives: &'a Archives, options: Options<'a>) -> Self {
        Self {
            root,
            archives,
            options,
            problems: Problems::new(),
            totals: Totals::default(),
        }
    }

    fn finish(mut self) -> Report {
        self.archives.report(&mut self.problems);
        let (problems, effects) = once(&self.problems, &self.archives.failed());
        Report {
            effects: effects.list().to_vec(),
            ..Report::new(self.totals, &problems)
        }
    }

    /// Opens all archives; what is packed is read at once. Broken ones are listed in the end.
    fn open_archives(&mut self, paths: &[GamePath]) -> Vec<Arc<Archive>> {
        let open = |path: &GamePath| {
            let name = path.to_string();
            let archive = self.archives.get(self.root, &name).ok().flatten();
            let packed = self.archives.packed(self.root, &name);
            let packed = packed.map(|bytes| read_file(&name, &bytes));
            (archive, packed)
        };
        let opened: Vec<_> = paths.par_iter().map(open).collect();
        let mut archives = Vec::new();
        for (archive, packed) in opened {
            self.totals.archives += usize::from(archive.is_some() || packed.is_some());
            self.totals.members += archive.as_ref().map_or(0, |a| a.entries().len());
            archives.extend(archive);
            if let Some((members, problems)) = packed {
                self.totals.members += members;
                self.problems.extend(problems);
            }
        }
        archives
    }

    /// Reads files by themselves.
    fn read_files(&mut self, paths: &[GamePath]) {
        let read = |path: &GamePath| {
            let place = path.to_string();
            match self.root.read(path) {
                Ok(bytes) => read_file(&place, bytes.as_deref().unwrap_or_default()),
                Err(error) => {
                    let mut problems = Problems::new();
                    problems.error(&*place, error);
                    (0, problems)
                }
            }
        };
        let found: Vec<(usize, Problems)> = paths.par_iter().map(read).collect();
        self.totals.files += paths.len();
        for (members, problems) in found {
            self.totals.members += members;
            self.problems.extend(problems);
        }
    }

    /// Reads the files of missions; one without a readable `data.tma` leads nowhere.
    fn missions<'m>(&mut self, folders: Vec<(String, MissionFolder<'m>)>) -> Vec<Mission<'m>> {
        (self.options.progress)("missions");
        self.totals.missions = folders.len();
        let read: Vec<(Option<Mission<'m>>, Problems)> = folders
            .into_par_iter()
            .map(|(place, folder)| {
                let mut below = Problems::new();
                read_cfg(folder, &mut below);
                briefing::way_point(folder, &mut below);
                let tma = read_tma(folder, &mut below);
                let mut problems = Problems::new();
                problems.extend_below(&place, below);
                let tma = tma.map_err(|error| problems.error(&*place, error)).ok();
                let mission = tma.map(|tma| Mission {
                    folder,
                    place,
                    of_object: vec![None; tma.objects.len()],
                    tma,
                });
                (mission, problems)
            })
            .collect();
        let mut missions = Vec::new();
        for (mission, problems) in read {
            missions.extend(mission);
            self.problems.extend(problems);
        }
        missions
    }

    /// Follows every edge from `missions`; with `all`, from everything else in the root too.
    fn follow(&mut self, mut missions: Vec<Mission<'_>>, all: Option<(&Folders, &[Arc<Archive>])>) {
        (self.options.progress)("assemblies and prototypes");
        let units = all.map_or(&[][..], |(folders, _)| &folders.units);
        let plan = self.plan(&mut missions, units, all.is_some());
        let assemblies = plan.unwrap_or_else(|error| {
            self.problems.error(REGISTRY, error);
            Vec::new()
        });
        self.totals.assemblies = assemblies.len();

        (self.options.progress)("grounds and skies");
        let mut paint = PaintRequests::default();
        let maps = all.map_or(&[][..], |(folders, _)| &folders.maps);
        self.grounds(&missions, maps, &mut paint);
        self.skies(&missions, &mut paint);

        (self.options.progress)("models and controllers");
        let mut wanted = requests(&assemblies);
        let archives = all.map_or(&[][..], |(_, archives)| archives);
        let members = Members::of(archives, &mut self.problems);
        members.request_assets(&mut wanted);
        let [models, wears, controls] = wanted.counts();
        let assets = Assets::load(self.root, self.archives, wanted, &mut self.problems);
        Wears::request(&assemblies, &assets, &mut paint, &mut self.problems);
        for (wear, place) in assets.all_wears() {
            paint.wear(wear, 0, &place);
        }
        members.request_paint(&mut paint);
        self.stand(&missions, &assemblies, &assets);

        (self.options.progress)("materials and textures");
        let loaded = Paint::load(self.root, self.archives, &paint, &mut self.problems);
        let [materials, lightmaps] = paint.counts();
        (self.options.progress)("other members");
        members.read_others(&mut self.problems);
        self.totals = Totals {
            models,
            wears,
            controls,
            materials,
            lightmaps,
            textures: loaded.texture_count(),
            ..self.totals
        };
    }

    /// Resolves all objects, then the assemblies `units`, then with `all_keys` every key of the
    /// registry.
    fn plan(
        &mut self,
        missions: &mut [Mission<'_>],
        units: &[GamePath],
        all_keys: bool,
    ) -> Result<Vec<Assembly>> {
        let problems = &mut self.problems;
        let registry = Registry::open(self.root, self.archives)?;
        let keys: Vec<Vec<u8>> = registry.keys().filter(|_| all_keys).collect();
        let mut planner = Planner::new(self.root, registry);
        for mission in missions {
            let edge = format!("{} -> ", mission.place);
            mission.of_object = planner.objects(&mission.tma, &edge, problems);
            self.totals.objects += mission.tma.objects.len();
            let assemblies = mission.of_object.iter().flatten();
            let components = assemblies.map(|index| planner.assemblies[*index].components.len());
            self.totals.components += components.sum::<usize>();
        }
        for path in units {
            let path = path.to_string();
            if let Ok(stored) = text::encode(&path) {
                planner.assembly(&stored, &path, "", problems);
            }
        }
        for key in keys {
            let place = format!("{REGISTRY}::{}", text::decode(&key));
            planner.prototype(&key, &place, problems);
        }
        Ok(planner.assemblies)
    }

    /// Reads the ground of each mission and the further `maps`, each once.
    fn grounds(&mut self, missions: &[Mission<'_>], maps: &[GamePath], paint: &mut PaintRequests) {
        let mut known = HashSet::new();
        let mut wanted: Vec<(Option<String>, GamePath)> = Vec::new();
        for mission in missions {
            let edge = format!("{} -> data.tma", mission.place);
            match land_prefix(&mission.tma) {
                Ok(path) => {
                    if known.insert(folded(&path)) {
                        wanted.push((Some(edge), path));
                    }
                }
                Err(error) => self.problems.error(edge, error),
            }
        }
        let maps = maps.iter().filter(|path| known.insert(folded(path)));
        wanted.extend(maps.map(|path| (None, path.clone())));
        self.totals.maps = wanted.len();
        let read: Vec<(Result<LandFiles>, Problems)> = wanted
            .par_iter()
            .map(|(_, path)| {
                let mut problems = Problems::new();
                let land = LandFiles::read(self.root, path, check_layout, &mut problems);
                (land, problems)
            })
            .collect();
        for ((edge, path), (land, problems)) in wanted.iter().zip(read) {
            match edge {
                Some(edge) => self.problems.extend_below(edge, problems),
                None => self.problems.extend(problems),
            }
            match land {
                Ok(mut land) => {
                    if let Some(edge) = edge {
                        land.found_at(edge);
                    }
                    land.request_materials(paint);
                    land.check_rows(&mut self.problems);
                    let areals = path.with_suffix(".map");
                    if !self.root.exists(&areals) {
                        let place = edge.as_ref().map(|edge| format!("{edge} -> {areals}"));
                        let message = "missing; the picture needs none";
                        let place = place.unwrap_or_else(|| areals.to_string());
                        self.problems.warning(place, message);
                    }
                }
                Err(error) => {
                    let place = edge.clone().unwrap_or_else(|| path.to_string());
                    self.problems.error(place, error);
                }
            }
        }
    }

    fn skies(&mut self, missions: &[Mission<'_>], paint: &mut PaintRequests) {
        for mission in missions {
            let mut below = Problems::new();
            let wear_place = format!("{} -> sky.wea", mission.place);
            sky::open(mission.folder, &wear_place, paint, &mut below);
            self.problems.extend_below(&mission.place, below);
        }
    }

    /// Poses every assembly, then places the objects of the missions.
    fn stand(&mut self, missions: &[Mission<'_>], assemblies: &[Assembly], assets: &Assets) {
        let unpainted = Arc::new(WearTable::default());
        let mut models = ModelList::default();
        let mut bodies = Vec::with_capacity(assemblies.len());
        for assembly in assemblies {
            let frame = self.options.static_frame;
            // Limits are those of one mission, so each assembly begins anew.
            let mut stand = Stand::new(assets, frame, &mut models, &mut self.problems);
            let wears = vec![Arc::clone(&unpainted); assembly.components.len()];
            let body = stand.bodies(std::slice::from_ref(assembly), std::iter::once(wears));
            bodies.push(match body {
                Ok(mut body) => without_parts(body.pop().unwrap_or_default()),
                Err(Error::BadControl { place, row }) => {
                    self.problems.error(place, row);
                    Body::default()
                }
                Err(error) => {
                    let place = assembly.components.first().map(|c| c.place.clone());
                    self.problems.error(place.unwrap_or_default(), error);
                    Body::default()
                }
            });
        }
        for mission in missions {
            let of_object = |index: &Option<usize>| match index {
                Some(index) => bodies[*index].clone(),
                None => Body::default(),
            };
            let found = mission.of_object.iter().map(of_object);
            let mut below = Problems::new();
            let objects = place::objects(&mission.tma, found, &models, &mut below);
            footprints::of_objects(
                &mission.tma,
                (assemblies, &mission.of_object),
                &objects,
                assets,
                &mut below,
            );
            self.problems.extend_below(&mission.place, below);
        }
    }
}

/// Number of members of a file that is read by itself, and its problems.
fn read_file(place: &str, bytes: &[u8]) -> (usize, Problems) {
    let mut problems = Problems::new();
    let hint = Hint {
        name: place,
        entry: None,
    };
    let reading = Reading {
        place,
        hint,
        bytes,
        depth: 0,
    };
    let members = reading.check_any(&mut problems);
    (members, problems)
}

/// Keeps the poses of the root alone: where units start and what is cut into the ground depends on
/// no other component, and a root has thousands of assemblies.
fn without_parts(mut body: Body) -> Body {
    let components = Arc::get_mut(&mut body.components);
    for part in components.into_iter().flatten().skip(1) {
        (part.nodes, part.moment) = (Vec::new(), Moment::Fallback);
    }
    body
}
