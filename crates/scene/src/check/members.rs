//! The members of all archives, referred to or not.

use std::collections::HashMap;
use std::sync::Arc;

use msh_format::{Warnings, text};
use rayon::prelude::*;

use super::files::{Reading, check_layout};
use crate::archive::Archive;
use crate::assets::AssetRequests;
use crate::kind::{Hint, Kind};
use crate::paint::{LIGHTMAPS, MATERIALS, PaintRequests, TEXTURES};
use crate::problems::Problems;
use crate::prototype::REGISTRY;

/// A member of an archive.
struct Member {
    archive: Arc<Archive>,
    index: usize,
    /// What it is; `None` if that does not show, or if it cannot be reached by its name.
    kind: Option<Kind>,
}

/// The members of all archives of a root.
pub(super) struct Members {
    list: Vec<Member>,
}

impl Members {
    /// Reports names that repeat themselves and a layout that no tool of the game writes.
    pub(super) fn of(archives: &[Arc<Archive>], problems: &mut Problems) -> Self {
        let mut list = Vec::new();
        for archive in archives {
            repeated_names(archive, problems);
            let mut warnings = Warnings::new();
            archive.check_layout(&mut warnings);
            problems.reader(&archive.name, &warnings);
            list.extend((0..archive.entries().len()).map(|index| (archive, index)));
        }
        let member = |(archive, index): (&Arc<Archive>, usize)| {
            let name = archive.entries()[index].name.as_bytes();
            let is_first = archive.find(name) == Some(index);
            Member {
                archive: Arc::clone(archive),
                index,
                kind: kind(archive, index).filter(|_| is_first),
            }
        };
        let list: Vec<Member> = list.into_par_iter().map(member).collect();
        for member in &list {
            member.check_layout(problems);
        }
        Self { list }
    }

    /// Asks for models, wears, controllers and ground plans.
    pub(super) fn request_assets(&self, assets: &mut AssetRequests) {
        for member in &self.list {
            let name = member.archive.member_name(member.index);
            let place = &*member.archive.name;
            match member.kind {
                Some(Kind::Model) => assets.model(&name, place),
                Some(Kind::Wear) => assets.wear(&name, place),
                Some(Kind::Control) => assets.control(&name, place),
                Some(Kind::Plan) => assets.ground_plan(&name, place),
                _ => {}
            }
        }
    }

    /// Asks for materials, textures and lightmaps.
    pub(super) fn request_paint(&self, paint: &mut PaintRequests) {
        for member in &self.list {
            let name = member.archive.member_name(member.index).member;
            let place = &*member.archive.name;
            if member.is_material() {
                paint.material(&name, place);
            } else if member.is_texture_of(TEXTURES) {
                paint.texture(&name, place);
            } else if member.is_texture_of(LIGHTMAPS) {
                paint.lightmap(&name, place);
            }
        }
    }

    /// Reads the members that the loader does not read.
    pub(super) fn read_others(&self, problems: &mut Problems) {
        let others = self.list.par_iter().filter(|member| !member.is_loaded());
        let found: Vec<Problems> = others.map(Member::read).collect();
        found.into_iter().for_each(|found| problems.extend(found));
    }
}

impl Member {
    fn is_in(&self, archive: &str) -> bool {
        self.archive.name.eq_ignore_ascii_case(archive)
    }

    fn is_material(&self) -> bool {
        matches!(self.kind, Some(Kind::Material { .. })) && self.is_in(MATERIALS)
    }

    fn is_texture_of(&self, library: &str) -> bool {
        self.kind == Some(Kind::Texture) && self.is_in(library)
    }

    fn is_loaded(&self) -> bool {
        let is_asset = matches!(
            self.kind,
            Some(Kind::Model | Kind::Wear | Kind::Control | Kind::Plan)
        );
        let is_prototype = matches!(self.kind, Some(Kind::Prototype(_))) && self.is_in(REGISTRY);
        is_asset
            || is_prototype
            || self.is_material()
            || self.is_texture_of(TEXTURES)
            || self.is_texture_of(LIGHTMAPS)
    }

    /// Reports the layout of a model's image.
    fn check_layout(&self, problems: &mut Problems) {
        if self.kind != Some(Kind::Model) {
            return;
        }
        // What cannot be read is told by whoever reads it.
        let mut warnings = Warnings::new();
        check_layout(
            self.archive.payload(self.index).unwrap_or_default(),
            &mut warnings,
        );
        let name = self.archive.member_name(self.index);
        problems.reader(&name.to_string(), &warnings);
    }

    fn read(&self) -> Problems {
        let mut problems = Problems::new();
        let name = self.archive.member_name(self.index);
        match self.archive.payload(self.index) {
            Ok(bytes) => {
                let reading = Reading {
                    place: &name.to_string(),
                    hint: Hint {
                        name: &text::decode(&name.member),
                        entry: self.archive.entries().get(self.index),
                    },
                    bytes,
                    depth: 1,
                };
                reading.check_any(&mut problems);
            }
            Err(error) => problems.error(name.to_string(), error),
        }
        problems
    }
}

/// The kind of a member; one that cannot be reached has none.
fn kind(archive: &Archive, index: usize) -> Option<Kind> {
    let entry = archive.entries().get(index)?;
    let hint = Hint {
        name: &text::decode(entry.name.as_bytes()),
        entry: Some(entry),
    };
    Kind::of(hint, archive.payload(index).ok()?)
}

/// Members of one name: all but the first are out of reach. Research trees find theirs by
/// type instead.
fn repeated_names(archive: &Archive, problems: &mut Problems) {
    let by_name = [".rlb", ".lib", ".dlb"];
    let name = archive.name.to_ascii_lowercase();
    if !by_name.iter().any(|end| name.ends_with(end)) {
        return;
    }
    let mut first = HashMap::new();
    for (index, entry) in archive.entries().iter().enumerate() {
        let number = *first
            .entry(text::fold(entry.name.as_bytes()))
            .or_insert(index);
        if number != index {
            let message = format!("entries {number} and {index} have this name; the first is used");
            problems.warning(archive.member_name(index).to_string(), message);
        }
    }
}
