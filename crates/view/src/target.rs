//! What PATH means: a mission with its game root, or a single file.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use msh_scene::mission::{self, MissionFolder};
use msh_scene::root::{GamePath, GameRoot};
use msh_scene::scene::Scene;

use crate::demo;
use crate::source::{Location, find};

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
                .context("name the game root with --root DIR, or keep the mission inside one")?;
            return Ok(Self {
                root,
                outside: None,
                path: Some(path),
            });
        };
        let root = GameRoot::open(&find(root)?)?;
        let path = root.below(&std::path::absolute(folder)?)?;
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

    /// Opens the mission; see [`mission::open`].
    ///
    /// # Errors
    /// As [`mission::open`].
    pub(crate) fn open(&self, static_frame: Option<u16>) -> msh_scene::Result<Scene> {
        let folder = MissionFolder {
            root: self.outside.as_ref().unwrap_or(&self.root),
            path: self.path.as_ref(),
        };
        mission::open(&self.root, folder, static_frame)
    }
}

/// The folder of the mission that `location` names, `None` if it is another file.
fn mission_folder(location: &Location) -> Result<Option<PathBuf>> {
    let path = &location.file;
    let is_mission = |name: &str| ["mission.cfg", "data.tma"].contains(&&*name.to_lowercase());
    if path.is_dir() {
        let names = names(path)?;
        if names.iter().any(|n| is_mission(n)) {
            return Ok(Some(path.clone()));
        }
        let path = path.display();
        if names.iter().any(|n| n.eq_ignore_ascii_case("objects.rlb")) {
            bail!("{path} is a game root; name a mission in it, such as {path}/MISSIONS/..");
        }
        bail!("{path} is no mission: it has neither mission.cfg nor data.tma");
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if location.member.is_some() || !is_mission(&name) {
        return Ok(None);
    }
    // The parent of a bare file name is the empty path, which is the current folder.
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty());
    Ok(Some(parent.unwrap_or(Path::new(".")).to_path_buf()))
}

fn names(folder: &Path) -> Result<Vec<String>> {
    let cannot = || format!("cannot read the folder {}", folder.display());
    let entries = fs::read_dir(folder).with_context(cannot)?;
    Ok(entries
        .flatten()
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect())
}
