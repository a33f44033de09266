//! Strict reading of a single file or member.

use msh_format::base_plan::BasePlan;
use msh_format::control::Control;
use msh_format::damage::DamageTable;
use msh_format::font::Font;
use msh_format::land::Land;
use msh_format::land_map::LandMap;
use msh_format::material::Mat0;
use msh_format::mission_cfg::MissionCfg;
use msh_format::msh::Msh;
use msh_format::nres::{Directory, Nres};
use msh_format::palette::Palette;
use msh_format::points::ControlPoints;
use msh_format::prototype::Prototype;
use msh_format::rsli::{Mode, Rsli};
use msh_format::sky::Sky;
use msh_format::texm::Texm;
use msh_format::unit::Unit;
use msh_format::wear::Wear;
use msh_format::{Error, Result, Warnings};
use rayon::prelude::*;

use super::{Report, Totals};
use crate::archive::check_sharing;
use crate::kind::{Hint, Kind};
use crate::problems::Problems;

/// How deep archives may lie in each other; shipped ones do so once (`01-containers.md` 3.8).
const MAX_DEPTH: usize = 4;

/// Checks a file or member by the strict reader of its kind, and the members of an archive each
/// by theirs. `None` if neither the first bytes nor the name say what it is.
#[must_use]
pub fn file(place: &str, hint: Hint<'_>, bytes: &[u8]) -> Option<Report> {
    let kind = Kind::of(hint, bytes)?;
    let mut problems = Problems::new();
    let mut totals = Totals {
        files: 1,
        ..Totals::default()
    };
    let read = Reading {
        place,
        hint,
        bytes,
        depth: 0,
    };
    totals.members = read.check(kind, &mut problems);
    Some(Report::new(totals, &problems))
}

/// Reports how the image of a model or a terrain is laid out; a broken one is left to its reader.
pub(super) fn check_layout(image: &[u8], warnings: &mut Warnings) {
    if let Ok(directory) = Directory::parse(image, &mut Warnings::new()) {
        directory.check_layout(image, warnings);
    }
}

/// Bytes that are to be read.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    /// Where its problems are.
    pub(super) place: &'a str,
    pub(super) hint: Hint<'a>,
    pub(super) bytes: &'a [u8],
    /// How many archives it lies in.
    pub(super) depth: usize,
}

impl Reading<'_> {
    /// Reads bytes whose kind shows; the number of members that were read with them.
    pub(super) fn check_any(&self, problems: &mut Problems) -> usize {
        let kind = Kind::of(self.hint, self.bytes);
        kind.map_or(0, |kind| self.check(kind, problems))
    }

    fn check(&self, kind: Kind, problems: &mut Problems) -> usize {
        let mut warnings = Warnings::new();
        let members = self.read(kind, &mut warnings, problems);
        problems.reader(self.place, &warnings);
        members.unwrap_or_else(|error| {
            problems.error(self.place, error);
            0
        })
    }

    fn read(&self, kind: Kind, warnings: &mut Warnings, problems: &mut Problems) -> Result<usize> {
        let bytes = self.bytes;
        if matches!(kind, Kind::Model | Kind::Land | Kind::LandMap) {
            check_layout(bytes, warnings);
        }
        match kind {
            Kind::Archive | Kind::PackedArchive if self.depth >= MAX_DEPTH => {
                let rule = format!("archives lie more than {MAX_DEPTH} deep in each other");
                return Err(Error::limit(rule));
            }
            Kind::Archive => return self.archive(warnings, problems),
            Kind::PackedArchive => return self.packed_archive(warnings, problems),
            Kind::Model => drop(Msh::parse(bytes, warnings)?),
            Kind::Land => drop(Land::parse(bytes, warnings)?),
            Kind::LandMap => drop(LandMap::parse(bytes, warnings)?),
            Kind::Texture => drop(Texm::parse(bytes, warnings)?),
            Kind::Material { flags, version } => {
                drop(Mat0::parse(bytes, flags, version, warnings)?);
            }
            Kind::Wear => drop(Wear::parse(bytes, warnings)?),
            Kind::Control => drop(Control::parse(bytes, warnings)?),
            Kind::Prototype(tag) => drop(Prototype::parse(tag, bytes, warnings)?),
            Kind::Unit => drop(Unit::parse(bytes, warnings)?),
            Kind::Sky => drop(Sky::parse(bytes, warnings)?),
            Kind::Plan => drop(BasePlan::parse(bytes, warnings)?),
            Kind::Points => drop(ControlPoints::parse(bytes, warnings)?),
            Kind::Damage => drop(DamageTable::parse(bytes, warnings)?),
            Kind::Config => drop(MissionCfg::parse(bytes, warnings)),
            Kind::Font => drop(Font::parse(bytes, warnings)?),
            Kind::Palette => drop(Palette::parse(bytes, warnings)?),
        }
        Ok(0)
    }

    fn archive(&self, warnings: &mut Warnings, problems: &mut Problems) -> Result<usize> {
        let archive = Nres::parse(self.bytes, warnings)?;
        let directory = archive.directory();
        check_sharing(directory, self.bytes.len())?;
        directory.check_layout(self.bytes, warnings);
        let found: Vec<Problems> = (0..archive.entries().len())
            .into_par_iter()
            .map(|index| {
                let entry = &archive.entries()[index];
                let mut problems = Problems::new();
                self.member(
                    &entry.name.to_string(),
                    |_| archive.payload(index),
                    |name| Hint {
                        name,
                        entry: Some(entry),
                    },
                    &mut problems,
                );
                problems
            })
            .collect();
        let members = found.len();
        found.into_iter().for_each(|found| problems.extend(found));
        Ok(members)
    }

    fn packed_archive(&self, warnings: &mut Warnings, problems: &mut Problems) -> Result<usize> {
        let archive = Rsli::parse(self.bytes, Mode::Strict, warnings)?;
        for (index, entry) in archive.entries().iter().enumerate() {
            self.member(
                &entry.name.to_string(),
                |warnings| archive.member(index, warnings),
                |name| Hint { name, entry: None },
                problems,
            );
        }
        Ok(archive.entries().len())
    }

    /// Reads the member `name`, whose bytes `payload` gives.
    fn member<'n, B: AsRef<[u8]>>(
        &self,
        name: &'n str,
        payload: impl FnOnce(&mut Warnings) -> Result<B>,
        hint: impl FnOnce(&'n str) -> Hint<'n>,
        problems: &mut Problems,
    ) {
        let place = format!("{}::{name}", self.place);
        let mut warnings = Warnings::new();
        let payload = payload(&mut warnings);
        problems.reader(&place, &warnings);
        match payload {
            Ok(bytes) => {
                let reading = Reading {
                    place: &place,
                    hint: hint(name),
                    bytes: bytes.as_ref(),
                    depth: self.depth + 1,
                };
                reading.check_any(problems);
            }
            Err(error) => problems.error(place, error),
        }
    }
}
