//! What the files of a root are for, by their paths.

use std::collections::{BTreeMap, HashSet};

use crate::root::GamePath;

/// Extensions of archives.
const ARCHIVES: [&str; 5] = ["rlb", "lib", "dlb", "res", "trf"];

/// Extensions of other files that a reader knows.
const READABLE: [&str; 10] = [
    "msh", "map", "wea", "ske", "cfg", "tex", "ctl", "bas", "cpt", "ndp",
];

/// Files of a mission that its loader reads.
const OF_MISSION: [&str; 5] = [
    "data.tma",
    "mission.cfg",
    "briefing.cfg",
    "sky.ske",
    "sky.wea",
];

/// The files of a root by what they are for.
#[derive(Debug, Default)]
pub(super) struct Folders {
    /// Folders with a `data.tma` or `mission.cfg`.
    pub(super) missions: Vec<GamePath>,
    /// Prefixes of grounds: `DATA/MAPS/Isle/Land`.
    pub(super) maps: Vec<GamePath>,
    pub(super) archives: Vec<GamePath>,
    /// Assemblies below `UNITS`.
    pub(super) units: Vec<GamePath>,
    /// Other files that a reader knows.
    pub(super) others: Vec<GamePath>,
}

impl Folders {
    pub(super) fn of(files: Vec<GamePath>) -> Self {
        let mut folders = Self::default();
        let mut missions = BTreeMap::new();
        for path in &files {
            let name = name(path);
            if let Some(folder) = path.parent()
                && ["data.tma", "mission.cfg"].contains(&&*name)
            {
                missions.insert(folded(&folder), folder);
            }
            if name == "land.msh"
                && let Some(prefix) = without_extension(path)
            {
                folders.maps.push(prefix);
            }
        }
        let of_map = |prefix| {
            [".msh", "1.wea", "2.wea"].map(|end| folded(&GamePath::with_suffix(prefix, end)))
        };
        let of_maps: HashSet<String> = folders.maps.iter().flat_map(of_map).collect();
        let is_known = |path: &GamePath| {
            let folder = path.parent().map(|folder| folded(&folder));
            let is_mission = folder.as_ref().is_some_and(|f| missions.contains_key(f));
            is_mission && OF_MISSION.contains(&&*name(path)) || of_maps.contains(&folded(path))
        };
        let (mut archives, mut units, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for path in files.iter().filter(|path| !is_known(path)) {
            let extension = extension(path);
            let is_in = |list: &[&str]| list.contains(&&*extension);
            if is_in(&ARCHIVES) {
                archives.push(path.clone());
            } else if extension == "dat" && path.segments()[0].eq_ignore_ascii_case("UNITS") {
                units.push(path.clone());
            } else if is_in(&READABLE) {
                others.push(path.clone());
            }
        }
        Self {
            missions: missions.into_values().collect(),
            archives,
            units,
            others,
            ..folders
        }
    }
}

/// The form in which equal paths meet.
pub(super) fn folded(path: &GamePath) -> String {
    path.to_string().to_ascii_lowercase()
}

fn name(path: &GamePath) -> String {
    let last = path.segments().last();
    last.map(|name| name.to_ascii_lowercase())
        .unwrap_or_default()
}

fn extension(path: &GamePath) -> String {
    let name = name(path);
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    extension.unwrap_or_default().to_owned()
}

fn without_extension(path: &GamePath) -> Option<GamePath> {
    let text = path.to_string();
    GamePath::from_text(text.rsplit_once('.')?.0).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_thousands_of_maps_are_told_from_others() {
        let parts = ["Land.msh", "LAND1.WEA", "land2.wea", "other.wea"];
        let path = |n: usize| format!("DATA/MAPS/{}/{}", n / 4, parts[n % 4]);
        let files = (0..40_000).map(|n| GamePath::from_text(&path(n)).unwrap());
        let folders = Folders::of(files.collect());
        assert_eq!(folders.maps.len(), 10_000);
        assert_eq!(folders.others.len(), 10_000);
        let others = folders.others.iter().map(ToString::to_string);
        assert!(others.into_iter().all(|path| path.ends_with("other.wea")));
    }
}
