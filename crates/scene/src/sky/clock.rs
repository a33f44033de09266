//! The clock of a day cycle.
//!
//! Spec: `05-terrain-sky.md` 12.3.

use msh_format::sky::{Sky, SkySection, SkyTime};

/// Minutes and seconds of a day on the clock's face.
const MINUTES: f64 = 1440.0;
const DAY: f64 = 86_400.0;

/// A time of one section's day. Each section has seconds of its own length: those in which the
/// game plays its 24 hours.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SkyClock {
    section: usize,
    seconds: f64,
}

impl SkyClock {
    /// When the mission starts, in whole seconds as the game counts; in the first section that
    /// can be played if the file names another one. `None` if none can.
    #[must_use]
    pub fn start(sky: &Sky) -> Option<Self> {
        let named = sky.start.section() as usize;
        let can_play = |&number: &usize| sky.sections.get(number).is_some_and(is_playable);
        let section = Some(named)
            .filter(can_play)
            .or_else(|| sky.sections.iter().position(is_playable))?;
        let of = sky.sections.get(section)?;
        let seconds = of.clock_seconds(&sky.start) % of.day_seconds();
        Some(Self {
            section,
            seconds: f64::from(seconds),
        })
    }

    /// A time of a section's day, to the fraction of a second. `None` if there is no such
    /// section, or if it has no length or no keyframe.
    #[must_use]
    pub fn at(sky: &Sky, section: usize, time: SkyTime) -> Option<Self> {
        let of = sky.sections.get(section).filter(|s| is_playable(s))?;
        let day = f64::from(of.day_seconds());
        let seconds = f64::from(time.seconds()) * day / DAY;
        Some(Self {
            section,
            seconds: seconds.rem_euclid(day),
        })
    }

    /// Number of the section that is playing.
    #[must_use]
    pub fn section(&self) -> usize {
        self.section
    }

    /// Seconds since the section's midnight.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Moves on by seconds of the game, backwards if negative. Sections play in turn.
    pub fn advance(&mut self, sky: &Sky, seconds: f64) {
        let length = |s: &SkySection| f64::from(s.day_seconds());
        let playable = || sky.sections.iter().filter(|s| is_playable(s));
        let round: f64 = playable().map(length).sum();
        if round <= 0.0 || !seconds.is_finite() {
            return;
        }
        // Seconds since midnight of the first section, and back to a section.
        let before = sky.sections.iter().take(self.section);
        let before: f64 = before.filter(|s| is_playable(s)).map(length).sum();
        let mut left = (before + self.seconds + seconds).rem_euclid(round);
        for (number, section) in sky.sections.iter().enumerate() {
            if !is_playable(section) {
                continue;
            }
            (self.section, self.seconds) = (number, left);
            if left < length(section) {
                return;
            }
            left -= length(section);
        }
    }

    /// Moves on by minutes on the clock's face, however long its day is.
    pub fn advance_minutes(&mut self, sky: &Sky, minutes: f64) {
        let day = sky
            .sections
            .get(self.section)
            .map_or(0, |s| s.day_seconds());
        self.advance(sky, minutes * f64::from(day) / MINUTES);
    }

    /// The time as hours and minutes.
    #[must_use]
    pub fn time(&self, sky: &Sky) -> SkyTime {
        let day = sky
            .sections
            .get(self.section)
            .map_or(1, |s| s.day_seconds());
        let minutes = self.seconds * MINUTES / f64::from(day.max(1));
        let minutes = minutes.round() as u32 % 1440;
        SkyTime::new(minutes / 60, minutes % 60)
    }
}

/// A section without length or keyframes is never played.
fn is_playable(section: &SkySection) -> bool {
    section.day_seconds() > 0 && !section.keyframes.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sky::test_support::{day_of, keyframe, two_days};

    #[test]
    fn the_clock_starts_in_whole_seconds() {
        // 05 section 12.2: 01:30 of a 900 s day is second 56.
        let mut sky = day_of(900, vec![keyframe(12, 0)]);
        sky.start = SkyTime::new(1, 30);
        assert_eq!(SkyClock::start(&sky).unwrap().seconds(), 56.0);
        assert_eq!(SkyClock::start(&sky).unwrap().time(&sky), sky.start);
    }

    #[test]
    fn a_time_that_is_asked_for_is_shown_as_it_was_asked_for() {
        let sky = day_of(900, vec![keyframe(12, 0)]);
        for (hour, minute) in [(0, 0), (12, 30), (23, 59)] {
            let time = SkyTime::new(hour, minute);
            let clock = SkyClock::at(&sky, 0, time).unwrap();
            assert_eq!(clock.time(&sky), time);
        }
    }

    #[test]
    fn sections_play_in_turn() {
        let sky = two_days(900, 600);
        let mut clock = SkyClock::at(&sky, 0, SkyTime::new(12, 0)).unwrap();
        clock.advance(&sky, 500.0);
        assert_eq!((clock.section(), clock.seconds()), (1, 50.0));
        clock.advance(&sky, 600.0);
        assert_eq!((clock.section(), clock.seconds()), (0, 50.0));
        clock.advance(&sky, -100.0);
        assert_eq!((clock.section(), clock.seconds()), (1, 550.0));
        clock.advance(&sky, 1500.0 * 1000.0);
        assert_eq!((clock.section(), clock.seconds()), (1, 550.0));
    }

    #[test]
    fn minutes_on_the_face_are_shorter_than_those_of_the_world() {
        let sky = two_days(900, 600);
        let mut clock = SkyClock::at(&sky, 0, SkyTime::new(6, 0)).unwrap();
        clock.advance_minutes(&sky, 90.0);
        assert_eq!(clock.time(&sky), SkyTime::new(7, 30));
    }

    #[test]
    fn a_section_without_length_or_keyframes_is_passed_over() {
        let mut sky = two_days(900, 600);
        sky.sections[0].keyframes.clear();
        let mut clock = SkyClock::start(&sky).unwrap();
        assert_eq!(clock.section(), 1);
        clock.advance(&sky, 650.0);
        assert_eq!(clock.section(), 1);
        assert_eq!(SkyClock::at(&sky, 0, SkyTime::new(1, 0)), None);
        sky.sections[1].day_length = SkyTime::new(0, 0);
        assert_eq!(SkyClock::start(&sky), None);
    }
}
