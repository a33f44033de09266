//! Where the camera starts.
//!
//! Spec: `04-mission-objects.md` 8.4.

use glam::Vec3;
use msh_format::Warnings;
use msh_format::mission_cfg::MissionCfg;
use msh_format::tma::Tma;

use super::MissionFolder;
use crate::camera::{Camera, DEFAULT_FOV};
use crate::problems::Problems;
use crate::scene::Object;
use crate::terrain::Terrain;

/// Type word of the player's clan.
const PLAYER: u32 = 1;

/// Type word of heroes.
const HERO: u32 = 0x0102_0000;

/// How far above the ground a camera without a better place starts.
const HEIGHT: f32 = 40.0;

/// The first way point of the briefing; else behind the hero; else above the player's base; else
/// above the middle of the map, looking north.
pub(crate) fn start_camera(
    folder: MissionFolder<'_>,
    tma: &Tma,
    objects: &[Object],
    terrain: &Terrain,
    problems: &mut Problems,
) -> Camera {
    if let Some(camera) = way_point(folder, problems) {
        return camera;
    }
    if let Some(hero) = objects.iter().find(|o| is_hero(o)) {
        return behind(hero);
    }
    let base = tma
        .clans
        .iter()
        .find(|clan| clan.kind == PLAYER)
        .map(|clan| clan.base);
    let base = base.filter(|[x, y]| x.is_finite() && y.is_finite());
    let middle = (terrain.min + terrain.max) * 0.5;
    let [x, y] = base.unwrap_or([middle.x, middle.y]);
    let ground = terrain.heights.height(x, y).unwrap_or(middle.z);
    Camera {
        position: Vec3::new(x, y, ground + HEIGHT),
        yaw: 0.0,
        pitch: -0.35,
        fov: DEFAULT_FOV,
    }
}

fn is_hero(object: &Object) -> bool {
    object.class_word == Some(HERO) && !object.components.is_empty()
}

/// Over the hero's shoulder; inside a building, where there is no room for that, at its eyes.
fn behind(hero: &Object) -> Camera {
    let feet = hero.placement.position;
    let ahead = heading(hero.placement.turns.z);
    let is_inside = hero.placement != hero.stored;
    let (back, up) = if is_inside { (0.0, 1.6) } else { (12.0, 5.0) };
    let eye = feet - ahead * back + Vec3::Z * up;
    let target = feet + ahead + Vec3::Z * if is_inside { 1.6 } else { 2.0 };
    Camera::looking_at(eye, target, DEFAULT_FOV)
}

fn heading(turn: f32) -> Vec3 {
    Vec3::new(-turn.sin(), turn.cos(), 0.0)
}

/// The camera of the first way point.
pub(crate) fn way_point(folder: MissionFolder<'_>, problems: &mut Problems) -> Option<Camera> {
    let bytes = match folder.read("briefing.cfg") {
        Ok(bytes) => bytes?,
        Err(error) => {
            problems.warning("briefing.cfg", error);
            return None;
        }
    };
    let mut warnings = Warnings::new();
    let cfg = MissionCfg::parse(&bytes, &mut warnings);
    problems.reader("briefing.cfg", &warnings);
    let number = |key: &str| -> Option<f32> {
        let value: f32 = cfg.get("WayPoint0", key)?.parse().ok()?;
        value.is_finite().then_some(value)
    };
    let point = |prefix: &str| -> Option<Vec3> {
        let axis = |axis: &str| number(&format!("{prefix}{axis}"));
        Some(Vec3::new(axis("X")?, axis("Y")?, axis("Z")?))
    };
    cfg.block("WayPoint0")?;
    let camera = point("Camera").zip(point("Target"));
    if camera.is_none() {
        let message = "WayPoint0 lacks a number of CameraX/Y/Z or TargetX/Y/Z; not used";
        problems.warning("briefing.cfg", message);
    }
    camera.map(|(eye, target)| Camera::looking_at(eye, target, DEFAULT_FOV))
}
