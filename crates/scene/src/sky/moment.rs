//! The day cycle at one moment: every colour and number, interpolated.
//!
//! Spec: `05-terrain-sky.md` 12.3 and 12.4.

use glam::{Vec3, Vec4};
use msh_format::sky::{Sky, SkyKeyframe, SkySection, opcodes, slots};

use super::body::{Body, BodyKind};
use super::clock::SkyClock;
use super::weather::Weather;
use crate::lighting::{DirectionalLight, Fog, Lighting};

/// A moment of a section's day. Colours are stored values from 0 to 1.
#[derive(Debug, Clone)]
pub struct SkyMoment<'a> {
    section: &'a SkySection,
    /// In the order of their stamps; never empty.
    keyframes: Vec<&'a SkyKeyframe>,
    seconds: f64,
    /// Keyframes on either side, and how far between them.
    before: &'a SkyKeyframe,
    after: &'a SkyKeyframe,
    factor: f32,
}

impl<'a> SkyMoment<'a> {
    /// A moment of the clock's section, `None` if that cannot be played.
    #[must_use]
    pub fn at(sky: &'a Sky, clock: SkyClock) -> Option<Self> {
        let section = sky.sections.get(clock.section())?;
        let stamp = |k: &SkyKeyframe| f64::from(section.clock_seconds(&k.stamp));
        let mut keyframes: Vec<_> = section.keyframes.iter().collect();
        keyframes.sort_by_key(|k| section.clock_seconds(&k.stamp));
        let (first, last) = (*keyframes.first()?, *keyframes.last()?);

        // Round the clock: before the first keyframe and after the last one lie these two.
        let next = keyframes.iter().position(|k| stamp(k) > clock.seconds());
        let (before, after) = match next {
            Some(0) | None => (last, first),
            Some(next) => (keyframes[next - 1], keyframes[next]),
        };
        let day = f64::from(section.day_seconds()).max(1.0);
        let span = (stamp(after) - stamp(before)).rem_euclid(day);
        let passed = (clock.seconds() - stamp(before)).rem_euclid(day);
        let factor = if span > 0.0 {
            (passed / span).clamp(0.0, 1.0) as f32
        } else {
            0.0
        };
        Some(Self {
            section,
            keyframes,
            seconds: clock.seconds(),
            before,
            after,
            factor,
        })
    }

    /// Light and fog of this moment. With neither sun nor moon up only the scene colour is left.
    #[must_use]
    pub fn lighting(&self) -> Lighting {
        let mut lights = Vec::new();
        if let Some(body) = self.body() {
            let main = self.rgb(slots::LIGHT) * self.value(SkyKeyframe::light_multiplier);
            lights.push(DirectionalLight {
                travel: -body.towards,
                color: main,
            });
            lights.push(DirectionalLight {
                travel: body.towards,
                color: self.rgb(slots::COUNTER_LIGHT),
            });
        }
        let horizon = self.horizon();
        Lighting {
            scene: self.rgb(slots::SCENE),
            lights,
            sky: horizon.iter().sum::<Vec3>() / horizon.len() as f32,
            fog: Fog::new(
                self.value(SkyKeyframe::fog_start),
                self.value(SkyKeyframe::fog_end),
                horizon,
            ),
        }
    }

    /// Colour of the horizon and the fog to the north, east, south and west.
    #[must_use]
    pub fn horizon(&self) -> [Vec3; 4] {
        slots::HORIZON.map(|slot| self.rgb(slot))
    }

    /// Red, green, blue and alpha of a slot (see [`slots`]).
    #[must_use]
    pub fn rgba(&self, slot: usize) -> Vec4 {
        let of = |k: &SkyKeyframe| Vec3::from(k.colour(slot)).extend(k.alpha(slot));
        of(self.before).lerp(of(self.after), self.factor)
    }

    fn rgb(&self, slot: usize) -> Vec3 {
        self.rgba(slot).truncate()
    }

    fn value(&self, of: impl Fn(&SkyKeyframe) -> f32) -> f32 {
        let (before, after) = (of(self.before), of(self.after));
        before + (after - before) * self.factor
    }

    fn stamp(&self, keyframe: &SkyKeyframe) -> f64 {
        f64::from(self.section.clock_seconds(&keyframe.stamp))
    }

    fn is_past(&self, keyframe: &SkyKeyframe) -> bool {
        self.stamp(keyframe) <= self.seconds
    }

    /// The body that is up.
    #[must_use]
    pub fn body(&self) -> Option<Body> {
        let rising = |k: &&SkyKeyframe| k.opcode == opcodes::START_SUN && self.is_past(k);
        let risen = self.keyframes.iter().rposition(rising)?;
        let start = self.keyframes[risen];
        // A body that is not stopped again sets with the day.
        let stop = |k: &&&SkyKeyframe| k.opcode == opcodes::STOP_SUN;
        let stop = self.keyframes[risen..].iter().find(stop);
        let day = f64::from(self.section.day_seconds());
        let end = stop.map_or(day, |k| self.stamp(k));
        if self.seconds >= end {
            return None;
        }
        let life = (self.seconds - self.stamp(start)) / (end - self.stamp(start));
        let kind = match start.body() {
            b"sun" => BodyKind::Sun,
            _ => BodyKind::Moon,
        };
        let extents = [0, 1].map(|axis| self.value(|k| k.sprite_extents()[axis]));
        Some(Body::new(kind, life as f32, extents))
    }

    /// What falls.
    #[must_use]
    pub fn weather(&self) -> Weather {
        let past = self.keyframes.iter().filter(|k| self.is_past(k));
        Weather::after(past.map(|k| k.opcode), self.value(SkyKeyframe::weather))
    }
}

#[cfg(test)]
mod tests {
    use msh_format::sky::SkyTime;

    use super::*;
    use crate::sky::test_support::{day_of, keyframe, long_day};

    /// The moment at a full hour of the first section.
    fn at(sky: &Sky, hour: u32) -> SkyMoment<'_> {
        SkyMoment::at(sky, SkyClock::at(sky, 0, SkyTime::new(hour, 0)).unwrap()).unwrap()
    }

    fn with_scene(hour: u32, opcode: u32, [r, g, b, a]: [u8; 4]) -> SkyKeyframe {
        let mut frame = keyframe(hour, opcode);
        frame.slots[slots::SCENE] = u32::from_le_bytes([b, g, r, a]);
        frame
    }

    #[track_caller]
    fn assert_scene(moment: &SkyMoment<'_>, expected: [f32; 4]) {
        let scene = moment.rgba(slots::SCENE) * 255.0;
        assert!(scene.abs_diff_eq(expected.into(), 1e-3), "{scene}");
    }

    #[test]
    fn colours_and_alphas_are_interpolated_between_keyframes_in_any_order() {
        let sky = long_day(vec![
            with_scene(12, 2, [100, 100, 0, 0]),
            with_scene(6, 0, [0, 100, 200, 255]),
        ]);
        assert_scene(&at(&sky, 9), [50.0, 100.0, 100.0, 127.5]);
        assert_scene(&at(&sky, 6), [0.0, 100.0, 200.0, 255.0]);
    }

    #[test]
    fn colours_are_interpolated_round_the_clock() {
        // From 18:00 over midnight to 06:00: 00:00 is half way.
        let sky = long_day(vec![
            with_scene(6, 0, [0; 4]),
            with_scene(18, 1, [200, 0, 0, 0]),
        ]);
        assert_scene(&at(&sky, 0), [100.0, 0.0, 0.0, 0.0]);
        assert_scene(&at(&sky, 21), [150.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn stamps_are_whole_seconds() {
        // 12:30 of a 900 s day is second 468, so a clock at 468.75 is past it.
        let mut sky = day_of(900, vec![keyframe(0, 2), keyframe(12, opcodes::START_RAIN)]);
        sky.sections[0].keyframes[1].stamp = SkyTime::new(12, 30);
        let clock = SkyClock::at(&sky, 0, SkyTime::new(12, 30)).unwrap();
        assert!(SkyMoment::at(&sky, clock).unwrap().weather().rain);
        assert!(!at(&sky, 12).weather().rain);
    }

    #[test]
    fn without_a_body_only_the_scene_colour_lights() {
        let sky = long_day(vec![keyframe(6, 0), keyframe(18, 1)]);
        assert!(at(&sky, 20).lighting().lights.is_empty());
        assert!(at(&sky, 5).lighting().lights.is_empty());
    }

    #[test]
    fn the_sun_lights_from_its_place_and_a_counter_light_from_the_other_side() {
        let sky = long_day(vec![keyframe(6, 0), keyframe(18, 1)]);
        let lights = at(&sky, 12).lighting().lights;
        let travel = Vec3::new(-0.5, 0.0, -0.866);
        assert!(lights[0].travel.abs_diff_eq(travel, 1e-3));
        assert!(lights[0].color.abs_diff_eq(Vec3::splat(1.5), 1e-5));
        assert!(lights[1].travel.abs_diff_eq(-travel, 1e-3));
    }

    #[test]
    fn any_name_but_sun_is_the_moon() {
        let mut rising = keyframe(6, 0);
        rising.names[0] = b"Sun".to_vec();
        let sky = long_day(vec![rising, keyframe(18, 1)]);
        assert_eq!(at(&sky, 12).body().unwrap().kind, BodyKind::Moon);
    }

    #[test]
    fn a_body_that_never_sets_sets_with_the_day() {
        let sky = long_day(vec![keyframe(12, 0), keyframe(24, 1)]);
        // Half of its lifetime from noon to midnight.
        let body = at(&sky, 18).body().unwrap();
        assert!(body.towards.abs_diff_eq(Vec3::new(0.5, 0.0, 0.866), 1e-3));
        assert_eq!(at(&sky, 0).body(), None);
    }

    #[test]
    fn the_fog_ends_at_700_times_its_slot() {
        let mut frame = keyframe(12, 0);
        frame.slots[6] = 0.7f32.to_bits();
        frame.slots[slots::HORIZON[1]] = u32::from_le_bytes([0, 0, 255, 0]);
        let sky = long_day(vec![frame]);
        let fog = at(&sky, 3).lighting().fog.unwrap();
        assert!((fog.end - 490.0).abs() < 1e-3 && fog.start == 0.0);
        assert_eq!(fog.horizon[1], Vec3::X);
    }
}
