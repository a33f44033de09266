//! The sky of a mission: its clock, its light, and what is drawn of it.
//!
//! Spec: `05-terrain-sky.md` 12. [`clock`] says what time it is, [`moment`] what the day cycle
//! holds at that time, [`dome`] and [`draw`] turn a moment into vertices. A camera is needed last:
//! the rim of the dome takes the fog colour of the view's heading.

pub mod body;
pub mod clock;
pub mod dome;
pub mod draw;
pub mod moment;
pub mod paint;
pub mod weather;

#[cfg(test)]
mod test_support;

use msh_format::sky::Sky;

use crate::camera::Camera;
use crate::library::Library;
use crate::lighting::Lighting;

pub use body::{Body, BodyKind, body_direction};
pub use clock::SkyClock;
pub use draw::{SkyDraw, SkyLayer, SkyVertex};
pub use moment::SkyMoment;
pub use paint::SkyPaint;
pub use weather::Weather;

/// A day cycle that can be played, and what paints it.
#[derive(Debug, Clone)]
pub struct MissionSky {
    /// The day cycle.
    pub cycle: Sky,
    /// Materials of nebula, clouds and bodies.
    pub paint: SkyPaint,
    /// When the mission starts.
    pub start: SkyClock,
}

impl MissionSky {
    /// `None` if no section has a length and a keyframe.
    #[must_use]
    pub fn new(cycle: Sky, paint: SkyPaint) -> Option<Self> {
        let start = SkyClock::start(&cycle)?;
        Some(Self {
            cycle,
            paint,
            start,
        })
    }
}

/// How far the fog reaches, compared with the game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FogReach {
    /// There is no fog.
    Off,
    /// Its distances times this factor, which is more than 0; 1 as in the game.
    Times(f32),
}

/// Light and sky of a frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Atmosphere {
    /// Light, fog and background.
    pub lighting: Lighting,
    /// The sky's picture, `None` where there is no day cycle.
    pub sky: Option<SkyDraw>,
}

impl Atmosphere {
    /// What `sky` shows at a time to a camera; `None` if the clock's section cannot be played.
    #[must_use]
    pub fn of_sky(
        sky: &MissionSky,
        library: &Library,
        clock: SkyClock,
        camera: &Camera,
        reach: FogReach,
    ) -> Option<Self> {
        let moment = SkyMoment::at(&sky.cycle, clock)?;
        let mut lighting = moment.lighting();
        lighting.fog = match reach {
            FogReach::Off => None,
            FogReach::Times(factor) => lighting.fog.and_then(|fog| fog.times(factor)),
        };
        let picture = SkyDraw::new(&moment, &sky.paint, library, camera);
        lighting.sky = picture.rim;
        Some(Self {
            lighting,
            sky: Some(picture),
        })
    }
}
