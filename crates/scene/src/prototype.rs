//! Prototypes: from a key of `objects.rlb` to the files it stands for.
//!
//! Spec: `04-mission-objects.md` 5.

use std::sync::Arc;

use msh_format::nres::EntryType;
use msh_format::prototype::Prototype;
use msh_format::{Warnings, text};

use crate::archive::{Archive, Archives, MemberName};
use crate::error::Result;
use crate::problems::Problems;
use crate::root::GameRoot;

/// The registry's file name.
pub const REGISTRY: &str = "objects.rlb";

/// How many parents a key may have above it.
const MAX_DEPTH: usize = 8;

/// External part: drawn, mounted on its carrier.
pub const EXTERNAL: EntryType = EntryType::tag(*b"EXTO");

/// A prototype with the references of its parents merged in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effective {
    /// Key as the registry spells it.
    pub key: String,
    /// Tag of the named record.
    pub tag: EntryType,
    /// First `.msh` that exists.
    pub mesh: Option<MemberName>,
    /// First `.wea` that exists, else the sibling of the mesh if that exists.
    pub wear: Option<MemberName>,
    /// First `.ctl`, whether it exists or not.
    pub control: Option<MemberName>,
    /// First `.bas`, whether it exists or not.
    pub base_plan: Option<MemberName>,
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

    /// The effective prototype of a key, `None` if the registry has no such key. What is broken
    /// on the way is added to `problems` under `place`.
    pub fn resolve(&self, key: &[u8], place: &str, problems: &mut Problems) -> Option<Effective> {
        let index = self.registry.find(key)?;
        let entry = &self.registry.entries()[index];
        let mut references = Vec::new();
        self.collect(index, &mut Vec::new(), &mut references, place, problems);

        let of = |extension: &'static str| {
            references
                .iter()
                .filter(move |r: &&MemberName| r.has_extension(extension))
        };
        let mesh = of(".msh").find_map(|r| self.existing(r, place, problems));
        if mesh.is_none()
            && let Some(named) = of(".msh").next()
        {
            problems.error(place, format!("the model {named} does not exist"));
        }
        let mut wear = of(".wea").find_map(|r| self.existing(r, place, problems));
        if wear.is_none()
            && let Some(mesh) = &mesh
        {
            wear = self.existing(&mesh.with_extension(".wea"), place, problems);
        }
        let named = |extension| {
            of(extension)
                .find_map(|r| self.existing(r, place, &mut Problems::new()))
                .or_else(|| of(extension).next().cloned())
        };
        Some(Effective {
            key: entry.name.to_string(),
            tag: entry.kind,
            control: named(".ctl"),
            base_plan: named(".bas"),
            mesh,
            wear,
        })
    }

    /// Appends the references of record `index`, those of its parents in their place.
    fn collect(
        &self,
        index: usize,
        stack: &mut Vec<usize>,
        references: &mut Vec<MemberName>,
        place: &str,
        problems: &mut Problems,
    ) {
        if stack.contains(&index) || stack.len() > MAX_DEPTH {
            let key = self.registry.member_name(index);
            return problems.error(
                place,
                format!("{key}: its parents form a ring or are too deep"),
            );
        }
        let record = match self.record(index, place, problems) {
            Ok(record) => record,
            Err(error) => return problems.error(place, error),
        };
        stack.push(index);
        for slot in record.slots.iter().filter(|slot| slot.is_used()) {
            let member = slot.member.as_bytes();
            let is_parent = slot.archive.same_as(REGISTRY.as_bytes()) || !member.contains(&b'.');
            if !is_parent {
                let archive = slot.archive.to_string();
                references.push(MemberName {
                    archive,
                    member: member.to_vec(),
                });
            } else if let Some(parent) = self.registry.find(member) {
                self.collect(parent, stack, references, place, problems);
            } else {
                let parent = text::decode(member);
                problems.error(place, format!("the parent {parent:?} is not in {REGISTRY}"));
            }
        }
        stack.pop();
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
