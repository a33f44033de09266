//! From placed objects to components with the names of their files; nothing is loaded yet.
//!
//! Spec: `04-mission-objects.md` 4, 5, 8.1.

use std::collections::HashMap;

use msh_format::nres::EntryType;
use msh_format::tma::{Tma, TmaObject};
use msh_format::unit::Unit;
use msh_format::{Warnings, text};

use super::place::{check_placement, object_place};
use crate::archive::{Archives, MemberName};
use crate::error::{Error, Result};
use crate::problems::Problems;
use crate::prototype::{EXTERNAL, Effective, REGISTRY, Registry};
use crate::root::{GamePath, GameRoot};

/// A component of an assembly before anything is loaded.
#[derive(Debug, Clone)]
pub(crate) struct PlannedComponent {
    /// Where its problems are: the first object that has it, and its own number.
    pub(crate) place: String,
    pub(crate) parent: Option<usize>,
    /// Node of the parent's model that an external part hangs on.
    pub(crate) attachment: i32,
    /// Key as the `.dat` or the mission names it.
    pub(crate) key: String,
    /// Tag of the registry, `None` if the key is unknown.
    pub(crate) tag: Option<EntryType>,
    pub(crate) mesh: Option<MemberName>,
    pub(crate) wear: Option<MemberName>,
    pub(crate) control: Option<MemberName>,
    /// Ground plan of a building.
    pub(crate) ground_plan: Option<MemberName>,
    /// True if its prototype has a problem of its own.
    pub(crate) is_broken: bool,
}

impl PlannedComponent {
    /// The root and external parts are drawn, internal parts never (`04-mission-objects.md` 5.5).
    pub(crate) fn is_drawn(&self) -> bool {
        self.mesh.is_some() && (self.parent.is_none() || self.tag == Some(EXTERNAL))
    }

    /// Reports a prototype without a model where one would be drawn.
    fn check_model(&mut self, problems: &mut Problems) {
        let is_part = self.parent.is_none() || self.tag == Some(EXTERNAL);
        if is_part && self.mesh.is_none() && !self.is_broken {
            self.is_broken = true;
            let message = format!("{REGISTRY}::{}: it names no model", self.key);
            problems.warning(&*self.place, message);
        }
    }
}

/// An assembly, shared by all objects that name it.
#[derive(Debug)]
pub(crate) struct Assembly {
    /// Type word of a unit.
    pub(crate) class_word: Option<u32>,
    /// Components, parents first.
    pub(crate) components: Vec<PlannedComponent>,
}

/// What every object of a mission is made of.
pub(crate) struct Plan {
    /// What the objects name, in the order of first mention.
    pub(crate) assemblies: Vec<Assembly>,
    /// Index of each object's assembly; `None` if it cannot be resolved or placed.
    pub(crate) of_object: Vec<Option<usize>>,
}

impl Plan {
    /// Resolves everything that the objects name.
    ///
    /// # Errors
    /// The registry is missing or broken.
    pub(crate) fn of(
        root: &GameRoot,
        archives: &Archives,
        tma: &Tma,
        problems: &mut Problems,
    ) -> Result<Self> {
        let mut planner = Planner::new(root, Registry::open(root, archives)?);
        let of_object = planner.objects(tma, "", problems);
        Ok(Self {
            assemblies: planner.assemblies,
            of_object,
        })
    }
}

/// Resolves the path or key of placed objects, each distinct one once.
pub(crate) struct Planner<'a> {
    root: &'a GameRoot,
    registry: Registry<'a>,
    known: HashMap<Vec<u8>, Option<usize>>,
    /// Prototypes by folded key, `None` for one that the registry does not have.
    prototypes: HashMap<Vec<u8>, Option<Effective>>,
    pub(crate) assemblies: Vec<Assembly>,
}

impl<'a> Planner<'a> {
    pub(crate) fn new(root: &'a GameRoot, registry: Registry<'a>) -> Self {
        Self {
            root,
            registry,
            known: HashMap::new(),
            prototypes: HashMap::new(),
            assemblies: Vec::new(),
        }
    }

    /// Index of the assembly of each object of a mission; `None` if it cannot be resolved or
    /// placed. Places of problems begin with `edge`.
    pub(crate) fn objects(
        &mut self,
        tma: &Tma,
        edge: &str,
        problems: &mut Problems,
    ) -> Vec<Option<usize>> {
        let mut assembly = |(index, object): (usize, &TmaObject)| {
            let place = format!("{edge}{}", object_place(index, object));
            if !check_placement(object, &place, problems) {
                return None;
            }
            let loss = "; the object is not shown";
            let found = self.assembly(&object.path, &place, loss, problems)?;
            if let Some(disagreement) = object.path_against_kind() {
                problems.warning(place, disagreement);
            }
            Some(found)
        };
        tma.objects.iter().enumerate().map(&mut assembly).collect()
    }

    /// Adds an assembly of nothing but this key of the registry.
    pub(crate) fn prototype(&mut self, key: &[u8], place: &str, problems: &mut Problems) {
        let component = self.component(key, None, -1, place.to_owned(), problems);
        self.assemblies.push(Assembly {
            class_word: None,
            components: vec![component],
        });
    }

    /// Index of the assembly of a stored path or key; `None` if it cannot be resolved, which is
    /// then a problem of the first object that names it. `loss` is said of that.
    pub(crate) fn assembly(
        &mut self,
        path: &[u8],
        place: &str,
        loss: &str,
        problems: &mut Problems,
    ) -> Option<usize> {
        let mut folded = text::fold(text::until_nul(path));
        let is_unit = folded.ends_with(b".dat");
        if is_unit && let Ok(path) = GamePath::from_bytes(path) {
            // However a path is spelt, its file is read once.
            folded = path.to_string().to_ascii_lowercase().into_bytes();
        }
        if let Some(known) = self.known.get(&folded) {
            return *known;
        }
        let planned = if is_unit {
            self.unit(path, place, problems)
        } else {
            self.single(text::until_nul(path), place, problems)
        };
        let index = match planned {
            Ok(assembly) => {
                self.assemblies.push(assembly);
                Some(self.assemblies.len() - 1)
            }
            Err(error) => {
                problems.error(place, format!("{error}{loss}"));
                None
            }
        };
        self.known.insert(folded, index);
        index
    }

    fn single(&mut self, key: &[u8], place: &str, problems: &mut Problems) -> Result<Assembly> {
        let place = component_place(place, 0, key);
        let mut component = self.component(key, None, -1, place, problems);
        if component.tag.is_none() {
            return Err(unknown_key(key));
        }
        component.check_model(problems);
        Ok(Assembly {
            class_word: None,
            components: vec![component],
        })
    }

    fn unit(&mut self, path: &[u8], place: &str, problems: &mut Problems) -> Result<Assembly> {
        let path = GamePath::from_bytes(path)?;
        let bytes = self.root.read(&path)?.ok_or_else(|| Error::Missing {
            what: "the unit",
            path: path.to_string(),
            hint: " in the game root".to_owned(),
        })?;
        let mut warnings = Warnings::new();
        let unit = Unit::parse(&bytes, &mut warnings).map_err(|e| e.in_file(path.to_string()))?;
        problems.reader(place, &warnings);
        let mut components = Vec::with_capacity(unit.components.len());
        for (index, (record, parent)) in unit.components.iter().zip(&unit.parents).enumerate() {
            let key = record.key.as_bytes();
            let place = component_place(place, index, key);
            let mut component = self.component(key, *parent, record.attachment, place, problems);
            if component.tag.is_none() {
                if parent.is_none() {
                    return Err(unknown_key(key));
                }
                let message = format!("{}; the part is not shown", unknown_key(key));
                problems.error(&*component.place, message);
            }
            component.check_model(problems);
            components.push(component);
        }
        Ok(Assembly {
            class_word: Some(unit.class_word),
            components,
        })
    }

    fn component(
        &mut self,
        key: &[u8],
        parent: Option<usize>,
        attachment: i32,
        place: String,
        problems: &mut Problems,
    ) -> PlannedComponent {
        let resolve = || self.registry.resolve(key, &place, problems);
        let known = self.prototypes.entry(text::fold(key));
        let found = known.or_insert_with(resolve).clone();
        let tag = found.as_ref().map(|f| f.tag);
        let is_broken = found.as_ref().is_none_or(|f| f.is_broken);
        let (mesh, wear, control, ground_plan) = found.map_or_else(Default::default, |f| {
            (f.mesh, f.wear, f.control, f.ground_plan)
        });
        PlannedComponent {
            place,
            parent,
            attachment,
            key: text::decode(key),
            tag,
            mesh,
            wear,
            control,
            ground_plan,
            is_broken,
        }
    }
}

fn component_place(object: &str, index: usize, key: &[u8]) -> String {
    format!("{object} -> component {index} {}", text::decode(key))
}

/// Begins the message about a key that the registry does not have.
pub(crate) const UNKNOWN_KEY: &str = "the prototype ";

fn unknown_key(key: &[u8]) -> Error {
    Error::Missing {
        what: UNKNOWN_KEY.trim_ascii_end(),
        path: text::decode(key),
        hint: " in objects.rlb".to_owned(),
    }
}
