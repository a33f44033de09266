//! The sky of a mission: its day cycle and what paints it.
//!
//! Spec: `05-terrain-sky.md` 12.

use msh_format::Warnings;
use msh_format::sky::Sky;
use msh_format::wear::Wear;

use super::MissionFolder;
use crate::paint::PaintRequests;
use crate::problems::Problems;
use crate::sky::{MissionSky, SkyPaint};

/// Reads `sky.ske` and `sky.wea`; asks for the materials that are drawn. `wear_place` is where
/// problems of these are.
pub(crate) fn open(
    folder: MissionFolder<'_>,
    wear_place: &str,
    requests: &mut PaintRequests,
    problems: &mut Problems,
) -> Option<MissionSky> {
    let cycle = read_cycle(folder, problems)?;
    let paint = match read_wear(folder, problems) {
        Some(wear) => SkyPaint::request(&wear, wear_place, requests, problems),
        None => SkyPaint::default(),
    };
    let sky = MissionSky::new(cycle, paint);
    if sky.is_none() {
        problems.warning(
            "sky.ske",
            "no section can be played; built-in light is used",
        );
    }
    sky
}

fn read_cycle(folder: MissionFolder<'_>, problems: &mut Problems) -> Option<Sky> {
    let mut warnings = Warnings::new();
    let sky = match folder.read("sky.ske") {
        Ok(Some(bytes)) => match Sky::parse(&bytes, &mut warnings) {
            Ok(sky) => Some(sky),
            Err(error) => {
                problems.error("sky.ske", format!("{error}; built-in light is used"));
                None
            }
        },
        Ok(None) => {
            problems.warning("sky.ske", "missing; built-in light is used");
            None
        }
        Err(error) => {
            problems.error("sky.ske", error);
            None
        }
    };
    problems.reader("sky.ske", &warnings);
    sky
}

fn read_wear(folder: MissionFolder<'_>, problems: &mut Problems) -> Option<Wear> {
    const WITHOUT: &str = "the sky has neither nebula, clouds, sun nor moon";
    let mut warnings = Warnings::new();
    let wear = match folder.read("sky.wea") {
        Ok(Some(bytes)) => match Wear::parse(&bytes, &mut warnings) {
            Ok(wear) => Some(wear),
            Err(error) => {
                problems.error("sky.wea", format!("{error}; {WITHOUT}"));
                None
            }
        },
        Ok(None) => {
            problems.warning("sky.wea", format!("missing; {WITHOUT}"));
            None
        }
        Err(error) => {
            problems.error("sky.wea", error);
            None
        }
    };
    problems.reader("sky.wea", &warnings);
    wear
}
