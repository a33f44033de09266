//! What PATH means: a mission with its game root, or a single file.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use msh_scene::check;
use msh_scene::mission::{self, MissionFolder};
use msh_scene::root::{GamePath, GameRoot};
use msh_scene::scene::Scene;

use crate::demo;
use crate::source::{Location, find};

/// `MISSIONS/CAMPAIGN/CAMPAIGN.01/Mission.02`: how deep in a root missions lie.
const MISSION_DEPTH: usize = 4;

/// What a PATH on the command line names.
#[derive(Debug)]
pub(crate) enum Target {
    /// A mission.
    Mission(MissionTarget),
    /// A file, or a member of an archive.
    File(Location),
}

/// A mission and the game root it belongs to.
#[derive(Debug)]
pub(crate) struct MissionTarget {
    /// Where models, materials and maps are.
    root: GameRoot,
    /// The mission's folder when it lies outside the game root.
    outside: Option<GameRoot>,
    /// The folder below its root.
    path: Option<GamePath>,
}

impl Target {
    /// Finds out what `path` is; without it, it is the demo. `root` is `--root`.
    ///
    /// # Errors
    /// There is no such file, no game root round a mission, or a folder is none of these.
    pub(crate) fn new(path: Option<&Path>, root: Option<&Path>) -> Result<Self> {
        let Some(path) = path else {
            return MissionTarget::demo().map(Self::Mission);
        };
        let location = Location::find(path)?;
        match mission_folder(&location)? {
            Some(folder) => MissionTarget::on_disk(&folder, root).map(Self::Mission),
            None => Ok(Self::File(location)),
        }
    }
}

impl MissionTarget {
    fn demo() -> Result<Self> {
        Ok(Self {
            root: GameRoot::embedded(demo::FILES),
            outside: None,
            path: Some(GamePath::from_text(demo::MISSION)?),
        })
    }

    fn on_disk(folder: &Path, root: Option<&Path>) -> Result<Self> {
        let Some(root) = root else {
            let (root, path) = GameRoot::above(folder)
                .context("the game root of the mission was not found; --root DIR names it")?;
            return Ok(Self {
                root,
                outside: None,
                path,
            });
        };
        let root = GameRoot::open(&find(root)?)?;
        let path = root.below(folder)?;
        let outside = match path {
            Some(_) => None,
            None => Some(GameRoot::folder(folder)?),
        };
        Ok(Self {
            root,
            outside,
            path,
        })
    }

    /// Checks the mission; see [`check::mission`].
    pub(crate) fn check(&self, options: check::Options<'_>) -> check::Report {
        check::mission(&self.root, self.folder(), options)
    }

    /// Opens the mission; see [`mission::open`].
    ///
    /// # Errors
    /// As [`mission::open`].
    pub(crate) fn open(&self, static_frame: Option<u16>) -> msh_scene::Result<Scene> {
        mission::open(&self.root, self.folder(), static_frame)
    }

    fn folder(&self) -> MissionFolder<'_> {
        MissionFolder {
            root: self.outside.as_ref().unwrap_or(&self.root),
            path: self.path.as_ref(),
        }
    }
}

/// The game root in the folder `path`; `None` if it is a mission, a file or another folder.
///
/// # Errors
/// There is no such folder, or it is no whole root.
pub(crate) fn game_root(path: &Path) -> Result<Option<GameRoot>> {
    let location = Location::find(path)?;
    if location.member.is_some() || !location.file.is_dir() {
        return Ok(None);
    }
    let names = names(&location.file)?;
    let has = |name: &str| names.iter().any(|n| n.eq_ignore_ascii_case(name));
    if has("objects.rlb") && !names.iter().any(|n| is_mission_file(n)) {
        return Ok(Some(GameRoot::open(&location.file)?));
    }
    Ok(None)
}

/// The folder of the mission that `location` names, `None` if it is another file.
fn mission_folder(location: &Location) -> Result<Option<PathBuf>> {
    let path = &location.file;
    if path.is_dir() {
        let names = names(path)?;
        if names.iter().any(|n| is_mission_file(n)) {
            return Ok(Some(path.clone()));
        }
        if names.iter().any(|n| n.eq_ignore_ascii_case("objects.rlb")) {
            let missions = missions(path, MISSION_DEPTH);
            let list: Vec<String> = missions.iter().map(|m| m.display().to_string()).collect();
            bail!(
                "{} is a game root; name a mission in it: {}",
                path.display(),
                list.join(", ")
            );
        }
        bail!(
            "{} is neither a mission, which has mission.cfg or data.tma, nor a game root, which has \
             objects.rlb and DATA/MAPS",
            path.display()
        );
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if location.member.is_some() || !is_mission_file(&name) {
        return Ok(None);
    }
    // The parent of a bare file name is the empty path, which is the current folder.
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty());
    Ok(Some(parent.unwrap_or(Path::new(".")).to_path_buf()))
}

fn is_mission_file(name: &str) -> bool {
    ["mission.cfg", "data.tma"]
        .iter()
        .any(|file| file.eq_ignore_ascii_case(name))
}

/// The folders at most `depth` below `folder` that hold a mission, sorted.
fn missions(folder: &Path, depth: usize) -> Vec<PathBuf> {
    let names = names(folder).unwrap_or_default();
    if names.iter().any(|n| is_mission_file(n)) {
        return vec![folder.to_path_buf()];
    }
    let inner = names
        .iter()
        .map(|n| folder.join(n))
        .filter(|p| depth > 0 && p.is_dir() && !p.is_symlink());
    let mut found: Vec<PathBuf> = inner.flat_map(|p| missions(&p, depth - 1)).collect();
    found.sort();
    found
}

fn names(folder: &Path) -> Result<Vec<String>> {
    let cannot = || format!("cannot read the folder {}", folder.display());
    let entries = fs::read_dir(folder).with_context(cannot)?;
    Ok(entries
        .flatten()
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect())
}
