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
