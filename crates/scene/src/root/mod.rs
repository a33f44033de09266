//! The game root: where every file of an install is found, whatever the case of its name.
//!
//! A root is a folder on disk or a table in memory (the demo that comes with the program); the
//! rest of the crate cannot tell them apart. Nothing outside the root is ever read.

mod files;
mod path;

use std::path::{Component, Path, PathBuf};

pub use files::FileBytes;
use files::{Files, Folder, Table};
pub use path::GamePath;

use crate::error::{Error, Result};
use crate::problems::Problems;

/// How many folders above a mission may hold the root (`04-mission-objects.md` 1.3).
const MAX_CLIMB: usize = 12;

/// A game root.
#[derive(Debug)]
pub struct GameRoot {
    files: Files,
    /// What was read, for tests of how often that happens.
    #[cfg(test)]
    pub(crate) reads: std::sync::Mutex<Vec<String>>,
}

impl GameRoot {
    /// The root in the folder `path`, which must have `objects.rlb` and `DATA/MAPS`.
    ///
    /// # Errors
    /// [`Error::Missing`] naming what the folder lacks.
    pub fn open(path: &Path) -> Result<Self> {
        let root = Self::folder(path)?;
        for (what, marker) in [
            ("the registry", "objects.rlb"),
            ("the maps folder", "DATA/MAPS"),
        ] {
            if !root.exists(&GamePath::from_text(marker)?) {
                return Err(Error::Missing {
                    what,
                    path: marker.to_owned(),
                    hint: format!(" in {}, so it is no game root", path.display()),
                });
            }
        }
        Ok(root)
    }

    /// Any folder, for model archives that stand alone.
    ///
    /// # Errors
    /// The folder cannot be opened.
    pub fn folder(path: &Path) -> Result<Self> {
        Ok(Self::of(Files::Folder(Folder::open(path)?)))
    }

    /// A root that is part of the program: relative paths with `/` and their bytes.
    #[must_use]
    pub fn embedded(files: &'static [(&'static str, &'static [u8])]) -> Self {
        let files = files.iter();
        Self::memory(files.map(|(path, bytes)| ((*path).to_owned(), FileBytes::Embedded(bytes))))
    }

    /// A root in memory: relative paths with `/` and their bytes.
    #[must_use]
    pub fn memory(files: impl IntoIterator<Item = (String, FileBytes)>) -> Self {
        Self::of(Files::Table(Table::new(files)))
    }

    fn of(files: Files) -> Self {
        Self {
            files,
            #[cfg(test)]
            reads: std::sync::Mutex::default(),
        }
    }

    /// Walks up from a mission folder to the first folder that is a game root. Also gives the
    /// mission folder as a path below it, `None` if it is the root itself.
    ///
    /// # Errors
    /// [`Error::NoRoot`] if there is none, or the folder cannot be read.
    pub fn above(mission: &Path) -> Result<(Self, Option<GamePath>)> {
        let start = absolute(mission)?;
        let mut last = start.as_path();
        for folder in start.ancestors().take(MAX_CLIMB) {
            last = folder;
            if let Ok(root) = Self::open(folder) {
                let below = root.below(&start)?;
                return Ok((root, below));
            }
        }
        Err(Error::NoRoot {
            start: mission.display().to_string(),
            last: last.to_path_buf(),
        })
    }

    /// `path` as a path below this root, `None` if it is the root itself or lies elsewhere.
    ///
    /// # Errors
    /// A segment that no stored path may have, or a `..` that leads nowhere.
    pub fn below(&self, path: &Path) -> Result<Option<GamePath>> {
        let path = absolute(path)?;
        let rest = self
            .location()
            .and_then(|folder| path.strip_prefix(folder).ok());
        rest.map(|rest| rest.to_string_lossy())
            .filter(|rest| !rest.is_empty())
            .map(|rest| GamePath::from_text(&rest))
            .transpose()
    }

    /// The folder on disk, if there is one.
    #[must_use]
    pub fn location(&self) -> Option<&Path> {
        match &self.files {
            Files::Folder(folder) => Some(folder.location()),
            Files::Table(_) => None,
        }
    }

    /// True if a file or folder answers to this path.
    #[must_use]
    pub fn exists(&self, path: &GamePath) -> bool {
        self.files.exists(path)
    }

    /// Every file of the root, sorted. Folders that cannot be read or are more than 16 deep, links
    /// that lead out of the root, and all but the first of names that differ only in case are
    /// left out and added to `problems`; links to folders of the root are left out.
    pub fn list(&self, problems: &mut Problems) -> Vec<GamePath> {
        let mut paths = self.files.list(problems);
        paths.sort_by_cached_key(ToString::to_string);
        paths
    }

    /// Reads a file, `None` if there is none.
    ///
    /// # Errors
    /// The file exists and cannot be read, or lies outside the root.
    pub fn read(&self, path: &GamePath) -> Result<Option<FileBytes>> {
        #[cfg(test)]
        self.reads
            .lock()
            .unwrap()
            .push(path.to_string().to_ascii_lowercase());
        self.files.read(path)
    }
}

/// `path` from the top of the file system. A `..` is followed on disk: what is above a folder
/// depends on links.
fn absolute(path: &Path) -> Result<PathBuf> {
    let absolute = std::path::absolute(path).map_err(|e| io_error(path, &e))?;
    if absolute.components().any(|c| c == Component::ParentDir) {
        return std::fs::canonicalize(&absolute).map_err(|e| io_error(path, &e));
    }
    Ok(absolute)
}

fn io_error(path: &Path, error: &std::io::Error) -> Error {
    Error::Io {
        path: PathBuf::from(path),
        message: error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static TABLE: &[(&str, &[u8])] = &[
        ("DATA/MAPS/Isle/Land.msh", b"land"),
        ("objects.rlb", b"objects"),
        ("Zz.txt", b"z"),
    ];

    #[test]
    fn names_are_found_without_case_in_memory() {
        let root = GameRoot::embedded(TABLE);
        let path = GamePath::from_text("data\\maps\\isle\\LAND.MSH").unwrap();
        assert_eq!(&*root.read(&path).unwrap().unwrap(), b"land");
        assert!(root.exists(&GamePath::from_text("Data/Maps").unwrap()));
        assert!(
            root.read(&GamePath::from_text("data/none").unwrap())
                .unwrap()
                .is_none()
        );
    }

    #[test]
    fn names_are_found_without_case_on_disk() {
        let folder = crate::test_folder("names");
        std::fs::create_dir_all(folder.join("Data/Maps")).unwrap();
        std::fs::write(folder.join("Data/Maps/LAND.msh"), b"land").unwrap();
        std::fs::write(folder.join("OBJECTS.RLB"), b"").unwrap();
        let root = GameRoot::open(&folder).unwrap();
        let path = GamePath::from_text("DATA\\MAPS\\land.msh").unwrap();
        assert_eq!(&*root.read(&path).unwrap().unwrap(), b"land");
    }

    #[test]
    fn cyrillic_names_match_in_utf8_on_disk() {
        let folder = crate::test_folder("cyrillic");
        std::fs::write(folder.join("Завод.dat"), b"unit").unwrap();
        let root = GameRoot::folder(&folder).unwrap();
        let stored = [0xC7, 0xE0, 0xE2, 0xEE, 0xE4, b'.', b'D', b'A', b'T'];
        let path = GamePath::from_bytes(&stored).unwrap();
        assert_eq!(&*root.read(&path).unwrap().unwrap(), b"unit");
    }

    #[test]
    fn an_exact_name_wins_over_a_folded_one() {
        let folder = crate::test_folder("exact");
        std::fs::write(folder.join("a.txt"), b"lower").unwrap();
        std::fs::write(folder.join("A.txt"), b"upper").unwrap();
        let root = GameRoot::folder(&folder).unwrap();
        let read = |name: &str| {
            root.read(&GamePath::from_text(name).unwrap())
                .unwrap()
                .unwrap()
                .to_vec()
        };
        assert_eq!(read("a.txt"), b"lower");
        assert_eq!(read("A.txt"), b"upper");
        assert_eq!(read("a.TXT"), b"upper"); // byte-wise smallest of two candidates
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_root_is_refused() {
        let outside = crate::test_folder("outside");
        std::fs::write(outside.join("secret"), b"secret").unwrap();
        let folder = crate::test_folder("inside");
        std::os::unix::fs::symlink(outside.join("secret"), folder.join("link")).unwrap();
        let root = GameRoot::folder(&folder).unwrap();
        assert!(root.read(&GamePath::from_text("link").unwrap()).is_err());
    }

    /// What is listed of a folder, and the problems of that.
    fn listed(folder: &Path) -> (Vec<String>, Vec<String>) {
        let mut problems = Problems::new();
        let files = GameRoot::folder(folder).unwrap().list(&mut problems);
        let problems = problems.list().iter().map(ToString::to_string);
        (
            files.iter().map(ToString::to_string).collect(),
            problems.collect(),
        )
    }

    #[cfg(unix)]
    #[test]
    fn a_ring_of_links_is_listed_once() {
        let folder = crate::test_folder("ring");
        std::fs::create_dir_all(folder.join("a/b")).unwrap();
        std::fs::write(folder.join("a/b/c.msh"), b"").unwrap();
        for (name, target) in [("one", "."), ("two", "."), ("a/b/up", "../..")] {
            std::os::unix::fs::symlink(target, folder.join(name)).unwrap();
        }
        assert_eq!(listed(&folder), (vec!["a/b/c.msh".to_owned()], Vec::new()));
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_outside_the_root_is_not_listed() {
        let outside = crate::test_folder("list-outside");
        std::fs::write(outside.join("secret.msh"), b"secret").unwrap();
        let folder = crate::test_folder("list-inside");
        std::os::unix::fs::symlink(&outside, folder.join("link")).unwrap();
        let (files, problems) = listed(&folder);
        assert!(files.is_empty(), "{files:?}");
        let expected = "warning: link: it leads out of the game root; it is not looked at";
        assert_eq!(problems, [expected]);
    }

    #[cfg(unix)]
    #[test]
    fn names_that_differ_only_in_case_are_listed_once_and_reported() {
        let folder = crate::test_folder("twins");
        for name in ["A", "a"] {
            std::fs::create_dir(folder.join(name)).unwrap();
            std::fs::write(folder.join(name).join("x.msh"), b"").unwrap();
        }
        let (files, problems) = listed(&folder);
        assert_eq!(files, ["A/x.msh"]);
        let expected = "warning: a: not looked at, as A differs from it only in case";
        assert_eq!(problems, [expected]);
    }

    #[cfg(unix)]
    #[test]
    fn a_name_with_a_backslash_is_nobodys() {
        let folder = crate::test_folder("backslash");
        std::fs::write(folder.join("a\\b.msh"), b"").unwrap();
        assert_eq!(listed(&folder), (Vec::new(), Vec::new()));
    }

    #[test]
    fn folders_too_deep_to_be_looked_at_are_reported() {
        let folder = crate::test_folder("deep");
        let deep: PathBuf = std::iter::repeat_n("d", 17).collect();
        std::fs::create_dir_all(folder.join(deep)).unwrap();
        let (files, problems) = listed(&folder);
        assert!(files.is_empty(), "{files:?}");
        assert!(problems[0].contains("16 deep"), "{problems:?}");
    }

    /// A pipe, which nobody may ever write to, is refused by the same rule.
    #[cfg(unix)]
    #[test]
    fn what_is_no_regular_file_is_not_read() {
        let folder = crate::test_folder("special");
        let _socket = std::os::unix::net::UnixListener::bind(folder.join("a.rlb")).unwrap();
        std::fs::create_dir(folder.join("b.rlb")).unwrap();
        let root = GameRoot::folder(&folder).unwrap();
        let error = |name| {
            let read = root.read(&GamePath::from_text(name).unwrap());
            read.unwrap_err().to_string()
        };
        assert!(error("a.rlb").contains("not a file but a pipe, socket or device"));
        assert!(error("b.rlb").contains("a folder, where a file is expected"));
    }

    /// A game root with an empty mission.
    fn root_with_mission(name: &str) -> (PathBuf, PathBuf) {
        let folder = std::fs::canonicalize(crate::test_folder(name)).unwrap();
        let mission = folder.join("MISSIONS/CAMPAIGN/C.01/Mission.02");
        std::fs::create_dir_all(folder.join("DATA/maps")).unwrap();
        std::fs::create_dir_all(&mission).unwrap();
        std::fs::write(folder.join("objects.rlb"), b"").unwrap();
        (folder, mission)
    }

    #[test]
    fn the_root_is_found_above_a_mission() {
        let (_, mission) = root_with_mission("above");
        let (_, below) = GameRoot::above(&mission).unwrap();
        let below = below.unwrap().to_string();
        assert_eq!(below, "MISSIONS/CAMPAIGN/C.01/Mission.02");
    }

    #[test]
    fn a_mission_may_lie_in_the_root_itself() {
        let (folder, _) = root_with_mission("itself");
        let (root, below) = GameRoot::above(&folder).unwrap();
        assert_eq!((root.location(), below), (Some(folder.as_path()), None));
    }

    #[test]
    fn the_way_to_a_mission_may_go_up_and_down() {
        let (folder, mission) = root_with_mission("dots");
        let winding = mission.join("../../C.01/Mission.02");
        let (root, below) = GameRoot::above(&winding).unwrap();
        let expected = GamePath::from_text("MISSIONS/CAMPAIGN/C.01/Mission.02").unwrap();
        assert_eq!(below, Some(expected.clone()));
        assert_eq!(root.below(&winding).unwrap(), Some(expected));
        let root = GameRoot::open(&folder.join("DATA/..")).unwrap();
        assert!(root.below(&mission).unwrap().is_some());
    }

    #[test]
    fn a_folder_without_markers_is_no_root() {
        let folder = crate::test_folder("markers");
        let text = GameRoot::open(&folder).unwrap_err().to_string();
        assert!(text.contains("objects.rlb"), "{text}");
    }
}
