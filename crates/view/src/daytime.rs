//! The hour and the air of what is shown: the clock of the day cycle, and the fog.

use anyhow::Result;
use msh_format::sky::SkyTime;
use msh_scene::camera::Camera;
use msh_scene::scene::Scene;
use msh_scene::sky::{Atmosphere, FogReach, MissionSky, SkyClock, SkyMoment};

use crate::args::SkyArgs;
use crate::output::Usage;
use crate::values::{Fog, Speed, TimeOfDay};

/// Minutes of the day that a key moves the clock by.
pub(crate) const STEP: f64 = 30.0;

/// Clock and fog of one scene, which every call names. A scene without a day cycle has neither.
pub(crate) struct Daytime {
    clock: Option<SkyClock>,
    fog: Fog,
    speed: Speed,
    playing: bool,
}

impl Daytime {
    /// As the command line asks for.
    ///
    /// # Errors
    /// A time, or a day, that the scene does not have.
    pub(crate) fn new(scene: &Scene, args: &SkyArgs) -> Result<Self> {
        let sky = scene.sky.as_ref();
        let clock = match (sky, args.time) {
            (Some(sky), Some(time)) => Some(clock_at(sky, time)?),
            (Some(sky), None) => Some(sky.start),
            (None, Some(_)) => {
                return Err(Usage("--time: there is no day cycle (sky.ske) in PATH").into());
            }
            (None, None) => None,
        };
        Ok(Self {
            clock,
            fog: args.fog,
            speed: args.play_sky.unwrap_or_default(),
            playing: args.play_sky.is_some() && clock.is_some(),
        })
    }

    /// Light and sky for a camera.
    pub(crate) fn atmosphere(&self, scene: &Scene, camera: &Camera) -> Atmosphere {
        scene.atmosphere(self.clock, camera, self.fog.0)
    }

    /// True while the day passes by itself.
    pub(crate) fn is_playing(&self) -> bool {
        self.playing
    }

    /// The day passes for so many seconds of the user's time.
    pub(crate) fn pass(&mut self, scene: &Scene, seconds: f64) {
        if let (Some(clock), Some(sky)) = (&mut self.clock, &scene.sky) {
            clock.advance(&sky.cycle, seconds * self.speed.0);
        }
    }

    /// Moves the clock by minutes of the day.
    pub(crate) fn step(&mut self, scene: &Scene, minutes: f64) {
        if let (Some(clock), Some(sky)) = (&mut self.clock, &scene.sky) {
            clock.advance_minutes(&sky.cycle, minutes);
        }
    }

    /// Lets the day pass, or stops it.
    pub(crate) fn toggle_playing(&mut self) {
        self.playing = !self.playing && self.clock.is_some();
    }

    /// Takes the fog away, or brings it back.
    pub(crate) fn toggle_fog(&mut self, args: &SkyArgs) {
        self.fog = match (self.fog.0, args.fog.0) {
            (FogReach::Off, FogReach::Off) => Fog::default(),
            (FogReach::Off, _) => args.fog,
            _ => Fog(FogReach::Off),
        };
    }

    /// What of the command line gives the same hour and air: nothing if both are the mission's
    /// own. The clock takes over what is said, to the minute.
    pub(crate) fn options(&mut self, scene: &Scene) -> String {
        let mut options = String::new();
        if let (Some(clock), Some(sky)) = (&mut self.clock, &scene.sky)
            && *clock != sky.start
        {
            let time = time_of(sky, *clock);
            *clock = clock_at(sky, time).unwrap_or(*clock);
            options.push_str(&format!(" --time {time}"));
        }
        if self.clock.is_some() && self.fog != Fog::default() {
            options.push_str(&format!(" --fog {}", self.fog));
        }
        options
    }

    /// Time and weather in words; nothing without a day cycle.
    pub(crate) fn describe(&self, scene: &Scene) -> Option<String> {
        let (clock, sky) = (self.clock?, scene.sky.as_ref()?);
        let weather = SkyMoment::at(&sky.cycle, clock)?.weather();
        let time = time_of(sky, clock);
        let clock = TimeOfDay { day: None, ..time };
        let mut words = match time.day {
            // People count from one; the option counts from 0, like the file.
            Some(day) => format!("{clock} of day {}, {weather}", day + 1),
            None => format!("{clock}, {weather}"),
        };
        if self.fog.0 == FogReach::Off {
            words.push_str(", fog off");
        }
        Some(words)
    }
}

/// The clock's time; with its day where there are several.
fn time_of(sky: &MissionSky, clock: SkyClock) -> TimeOfDay {
    let time = clock.time(&sky.cycle);
    TimeOfDay {
        day: (sky.cycle.sections.len() > 1).then_some(clock.section()),
        hour: time.hour(),
        minute: time.minute(),
    }
}

fn clock_at(sky: &MissionSky, time: TimeOfDay) -> Result<SkyClock> {
    let day = time.day.unwrap_or(sky.start.section());
    let clock = SkyClock::at(&sky.cycle, day, SkyTime::new(time.hour, time.minute));
    clock.ok_or_else(|| Usage("--time: the day cycle (sky.ske) has no such day").into())
}
