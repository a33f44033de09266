//! Following every reference of a game root, a mission or a file, and listing what is broken.
//!
//! Spec: `09-cli.md` (`check`). The rules are those of the readers and of the mission loader; here
//! is only the walk: what is looked at, in which order, and under which edge a problem is listed.
//! What is used by several is blamed on the first that leads to it: missions, then assemblies,
//! then prototypes, then members that nothing refers to.

mod files;
mod folders;
mod members;
mod once;
mod walk;

use crate::mission::MissionFolder;
use crate::problems::{Problem, Problems};
use crate::root::GameRoot;

pub use files::file;

/// How many things of each kind were looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    /// Files read by themselves.
    pub files: usize,
    /// Archives.
    pub archives: usize,
    /// Members of archives.
    pub members: usize,
    /// Mission folders.
    pub missions: usize,
    /// Grounds with their wears.
    pub maps: usize,
    /// Placed objects.
    pub objects: usize,
    /// Distinct assemblies: `.dat` files and keys placed or listed by themselves.
    pub assemblies: usize,
    /// Components of all placed objects.
    pub components: usize,
    /// Models.
    pub models: usize,
    /// Wears of models.
    pub wears: usize,
    /// Controllers.
    pub controls: usize,
    /// Materials.
    pub materials: usize,
    /// Textures.
    pub textures: usize,
    /// Lightmaps.
    pub lightmaps: usize,
}

/// What a check found.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// How much was looked at.
    pub totals: Totals,
    /// What is broken or suspicious, each thing once.
    pub problems: Vec<Problem>,
    /// What fails only because of something in `problems`: an archive that could not be opened, a
    /// model without a hierarchy, a building that nobody can enter, a member or key that others
    /// met before.
    pub effects: Vec<Problem>,
    /// What no shipped file has and is read as it was meant; no fault.
    pub notes: Vec<Problem>,
}

impl Report {
    fn new(totals: Totals, problems: &Problems) -> Self {
        let list = problems.list().iter().cloned();
        let (notes, problems) = list.partition(|problem| problem.harmless);
        Self {
            totals,
            problems,
            effects: Vec::new(),
            notes,
        }
    }
}

/// How a check is done.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Stand every component at this frame instead of its initial pose.
    pub static_frame: Option<u16>,
    /// Is told what is looked at next.
    pub progress: &'a dyn Fn(&str),
}

/// Checks everything in a game root.
#[must_use]
pub fn root(root: &GameRoot, options: Options<'_>) -> Report {
    walk::everything(root, options)
}

/// Checks a mission and everything it leads to.
#[must_use]
pub fn mission(root: &GameRoot, folder: MissionFolder<'_>, options: Options<'_>) -> Report {
    walk::mission(root, folder, options)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use msh_format::rsli::{Member, Method, RsliBuilder};

    use super::*;
    use crate::root::FileBytes;

    /// The demo with an RsLi archive and a second mission on the same ground.
    fn demo() -> GameRoot {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/demo");
        let demo = GameRoot::open(&folder).unwrap();
        let mut files = Vec::new();
        for path in demo.list(&mut Problems::new()) {
            let bytes = demo.read(&path).unwrap().unwrap();
            let path = path.to_string();
            if path.starts_with("MISSIONS") {
                files.push((path.replace("Single.01", "Single.02"), bytes.clone()));
            }
            files.push((path, bytes));
        }
        let mut packed = RsliBuilder::new(7);
        packed.add(Member::new("A", Method::Stored, b"text").unwrap());
        let packed = FileBytes::Read(packed.to_bytes().unwrap().into());
        files.push(("packed.lib".to_owned(), packed));
        GameRoot::memory(files)
    }

    #[test]
    fn every_file_is_read_once() {
        let demo = demo();
        let options = Options {
            static_frame: None,
            progress: &|_| {},
        };
        let report = root(&demo, options);
        assert!(report.problems.is_empty(), "{:#?}", report.problems);
        assert_eq!((report.totals.missions, report.totals.archives), (2, 12));
        let mut reads = demo.reads.lock().unwrap().clone();
        reads.sort();
        let mut expected = reads.clone();
        expected.dedup();
        assert_eq!(reads, expected);
        assert!(reads.contains(&"packed.lib".to_owned()));
        assert!(reads.contains(&"textures.lib".to_owned()));
    }
}
