//! Prototypes: from a key of `objects.rlb` to the files it stands for.
//!
//! Spec: `04-mission-objects.md` 5.

use std::collections::HashSet;
use std::sync::Arc;

use msh_format::nres::EntryType;
use msh_format::prototype::{Prototype, REFERENCE_SIZE};
use msh_format::{Warnings, text};

use crate::archive::{Archive, Archives, MemberName};
use crate::error::Result;
use crate::problems::Problems;
use crate::root::GameRoot;

/// The registry's file name.
pub const REGISTRY: &str = "objects.rlb";

/// How many parents a key may have above it.
const MAX_DEPTH: usize = 8;

/// How many references a prototype and its parents may have together; shipped ones have some ten.
const MAX_REFERENCES: usize = 1024;

/// External part: drawn, mounted on its carrier.
pub const EXTERNAL: EntryType = EntryType::tag(*b"EXTO");

/// A prototype with the references of its parents merged in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effective {
    /// Tag of the named record.
    pub tag: EntryType,
    /// First `.msh` that exists, else the first one.
    pub mesh: Option<MemberName>,
    /// First `.wea` that exists, else the sibling of the mesh if that exists, else the first one.
    pub wear: Option<MemberName>,
    /// First `.ctl`, whether it exists or not.
    pub control: Option<MemberName>,
    /// First `.bas`, whether it exists or not.
    pub ground_plan: Option<MemberName>,
    /// True if its record or a parent is missing or broken, so that something may be lacking.
    pub is_broken: bool,
}

/// Resolves keys of a root's registry.
#[derive(Debug)]
pub struct Registry<'a> {
    root: &'a GameRoot,
    archives: &'a Archives,
    registry: Arc<Archive>,
}

impl<'a> Registry<'a> {
    /// Opens `objects.rlb`.
    ///
    /// # Errors
    /// It is missing or broken.
    pub fn open(root: &'a GameRoot, archives: &'a Archives) -> Result<Self> {
        Ok(Self {
            root,
            archives,
            registry: archives.require(root, REGISTRY)?,
        })
    }

    /// Every key once, in the order of the registry.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Vec<u8>> {
        let entries = self.registry.entries().iter().enumerate();
        let names = entries.map(|(index, entry)| (index, entry.name.as_bytes()));
        let first = names.filter(|(index, name)| self.registry.find(name) == Some(*index));
        first.map(|(_, name)| name.to_vec())
    }

    /// The effective prototype of a key, `None` if the registry has no such key. What is broken
    /// on the way is added to `problems` under `place`.
    pub fn resolve(&self, key: &[u8], place: &str, problems: &mut Problems) -> Option<Effective> {
        let index = self.registry.find(key)?;
        let mut parents = Parents::default();
        self.collect(index, &mut parents, place, problems);

        let of = |extension: &'static str| {
            let references = parents.references.iter();
            references.filter(move |r| r.has_extension(extension))
        };
        let mesh = of(".msh").find_map(|r| self.existing(r, place, problems));
        let mesh = mesh.or_else(|| of(".msh").next().cloned());
        let mut wear = of(".wea").find_map(|r| self.existing(r, place, problems));
        if wear.is_none() {
            let named = of(".wea").next();
            let beside = mesh.as_ref().map(|mesh| mesh.with_extension(".wea"));
            wear = beside.and_then(|beside| self.existing(&beside, place, problems));
            match (named, &wear) {
                (Some(named), Some(beside)) => {
                    let message = format!("{named}: no such wear; {beside} is used");
                    problems.warning(place, message);
                }
                (Some(named), None) => wear = Some(named.clone()),
                (None, _) => {}
            }
        }
        for extension in [".cpt", ".ndp"] {
            let named = of(extension).next();
            let named = named.filter(|r| matches!(self.archives.find(self.root, r), Ok(None)));
            if let Some(named) = named {
                let message = format!("{named}: no such table; the picture needs none");
                problems.warning(place, message);
            }
        }
        let first = |extension: &'static str| {
            of(extension).next().map(|named| {
                // Whoever loads it reports what is wrong with it.
                let existing = self.existing(named, place, &mut Problems::new());
                existing.unwrap_or_else(|| named.clone())
            })
        };
        let (control, ground_plan) = (first(".ctl"), first(".bas"));
        Some(Effective {
            tag: self.registry.entries()[index].kind,
            mesh,
            wear,
            control,
            ground_plan,
            is_broken: parents.is_broken,
        })
    }

    /// Appends the references of record `index`, those of its parents in their place.
    fn collect(&self, index: usize, parents: &mut Parents, place: &str, problems: &mut Problems) {
        if parents.path.contains(&index) || parents.path.len() > MAX_DEPTH {
            let key = self.registry.member_name(index);
            parents.is_broken = true;
            return problems.error(
                place,
                format!("{key}: its parents form a ring or are too deep"),
            );
        }
        // A second copy of the same references could never be the first of anything.
        if !parents.visited.insert(index) {
            return;
        }
        parents.total += self.registry.entries()[index].size as usize / REFERENCE_SIZE;
        if parents.total > MAX_REFERENCES {
            let key = self.registry.member_name(index);
            let rule = format!("more than {MAX_REFERENCES} references with those of its parents");
            parents.is_broken = true;
            return problems.error(place, format!("{key}: {rule}"));
        }
        let record = match self.record(index, place, problems) {
            Ok(record) => record,
            Err(error) => {
                parents.is_broken = true;
                return problems.error(place, error);
            }
        };
        parents.path.push(index);
        for reference in record.used() {
            let member = reference.member.as_bytes();
            if !reference.is_parent() {
                parents.references.push(MemberName {
                    archive: reference.archive.to_string(),
                    member: member.to_vec(),
                });
            } else if let Some(parent) = self.registry.find(member) {
                self.collect(parent, parents, place, problems);
            } else {
                let parent = text::decode(member);
                parents.is_broken = true;
                problems.error(place, format!("the parent {parent:?} is not in {REGISTRY}"));
            }
        }
        parents.path.pop();
    }

    fn record(&self, index: usize, place: &str, problems: &mut Problems) -> Result<Prototype> {
        let mut warnings = Warnings::new();
        let tag = self.registry.entries()[index].kind;
        let name = self.registry.member_name(index);
        let record = Prototype::parse(tag, self.registry.payload(index)?, &mut warnings)
            .map_err(|e| e.in_file(REGISTRY).in_entry(text::decode(&name.member)))?;
        problems.reader(&format!("{place} -> {name}"), &warnings);
        Ok(record)
    }

    /// `name` with the spelling of the archive, if the member exists.
    fn existing(
        &self,
        name: &MemberName,
        place: &str,
        problems: &mut Problems,
    ) -> Option<MemberName> {
        match self.archives.find(self.root, name) {
            Ok(Some((archive, index))) => Some(archive.member_name(index)),
            Ok(None) => None,
            Err(error) => {
                problems.error(place, error);
                None
            }
        }
    }
}

/// The state of a walk through the parents of a record.
#[derive(Debug, Default)]
struct Parents {
    /// Records from the first one to the one that is read now.
    path: Vec<usize>,
    /// Records that were read; each is read once, however many others name it.
    visited: HashSet<usize>,
    /// How many references they have, unused ones included.
    total: usize,
    /// References to other archives, in order.
    references: Vec<MemberName>,
    /// A record is missing or broken.
    is_broken: bool,
}
