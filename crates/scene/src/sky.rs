//! The day cycle at one moment: its lights and colours.
//!
//! Spec: `05-terrain-sky.md` 12.3 and 12.4.

use glam::Vec3;
use msh_format::sky::{Sky, SkyKeyframe, SkySection, opcodes, slots};

use crate::lighting::{DirectionalLight, Lighting};

/// A moment of a section's day, in the section's own seconds.
#[derive(Debug, Clone, Copy)]
pub struct SkyMoment<'a> {
    section: &'a SkySection,
    seconds: f32,
}

impl<'a> SkyMoment<'a> {
    /// When the mission starts, `None` without a section or keyframe.
    #[must_use]
    pub fn start(sky: &'a Sky) -> Option<Self> {
        let section = sky
            .sections
            .get(sky.start.section() as usize)
            .or(sky.sections.first())?;
        if section.keyframes.is_empty() || section.day_seconds() == 0 {
            return None;
        }
        Some(Self {
            section,
            seconds: section.clock_seconds(&sky.start) as f32,
        })
    }

    /// Light of this moment. With neither sun nor moon up only the scene colour is left.
    #[must_use]
    pub fn lighting(&self) -> Lighting {
        let mut lights = Vec::new();
        if let Some(towards) = self.towards_body() {
            let main = self.colour(slots::LIGHT) * self.value(SkyKeyframe::light_multiplier);
            lights.push(DirectionalLight {
                travel: -towards,
                color: main,
            });
            let counter = self.colour(slots::COUNTER_LIGHT);
            lights.push(DirectionalLight {
                travel: towards,
                color: counter,
            });
        }
        let horizon = slots::HORIZON.map(|slot| self.colour(slot));
        Lighting {
            scene: self.colour(slots::SCENE),
            lights,
            sky: horizon.iter().sum::<Vec3>() / horizon.len() as f32,
        }
    }

    /// Colour of a slot, interpolated round the clock.
    #[must_use]
    pub fn colour(&self, slot: usize) -> Vec3 {
        let (before, after, factor) = self.neighbours();
        Vec3::from(before.colour(slot)).lerp(after.colour(slot).into(), factor)
    }

    fn value(&self, of: impl Fn(&SkyKeyframe) -> f32) -> f32 {
        let (before, after, factor) = self.neighbours();
        of(before) + (of(after) - of(before)) * factor
    }

    fn stamp(&self, keyframe: &SkyKeyframe) -> f32 {
        self.section.clock_seconds(&keyframe.stamp) as f32
    }

    /// Keyframes in the order of their stamps.
    fn sorted(&self) -> Vec<&'a SkyKeyframe> {
        let mut sorted: Vec<_> = self.section.keyframes.iter().collect();
        sorted.sort_by_key(|k| self.section.clock_seconds(&k.stamp));
        sorted
    }

    /// The keyframes on either side, wrapping inside the section, and how far between them.
    fn neighbours(&self) -> (&'a SkyKeyframe, &'a SkyKeyframe, f32) {
        let sorted = self.sorted();
        let day = self.section.day_seconds() as f32;
        let next = sorted.iter().position(|k| self.stamp(k) > self.seconds);
        // `start` refused sections without keyframes.
        let (last, first) = (sorted[sorted.len() - 1], sorted[0]);
        let (before, after) = match next {
            Some(0) | None => (last, first),
            Some(next) => (sorted[next - 1], sorted[next]),
        };
        let span = (self.stamp(after) - self.stamp(before)).rem_euclid(day);
        let passed = (self.seconds - self.stamp(before)).rem_euclid(day);
        let factor = if span > 0.0 {
            (passed / span).clamp(0.0, 1.0)
        } else {
            0.0
        };
        (before, after, factor)
    }

    /// Unit vector to the sun or moon that is up.
    fn towards_body(&self) -> Option<Vec3> {
        let sorted = self.sorted();
        let started = sorted
            .iter()
            .rposition(|k| k.opcode == opcodes::START_SUN && self.stamp(k) <= self.seconds)?;
        let start = sorted[started];
        // A body that is not stopped again sets with the day.
        let stop = sorted[started..]
            .iter()
            .find(|k| k.opcode == opcodes::STOP_SUN);
        let end = stop.map_or(self.section.day_seconds() as f32, |k| self.stamp(k));
        if self.seconds >= end {
            return None;
        }
        let life = (self.seconds - self.stamp(start)) / (end - self.stamp(start));
        Some(body_direction(start.body() == b"sun", life))
    }
}

/// Unit vector to the sun (or moon) at a fraction of its lifetime.
#[must_use]
pub fn body_direction(is_sun: bool, life: f32) -> Vec3 {
    let (azimuth, tilt) = if is_sun {
        (90.0f32, 30.0f32)
    } else {
        (0.0, 50.0)
    };
    let (sin_a, cos_a) = azimuth.to_radians().sin_cos();
    let (sin_b, cos_b) = tilt.to_radians().sin_cos();
    let (sin_t, cos_t) = ((1.2 * life - 0.1) * std::f32::consts::PI).sin_cos();
    Vec3::new(
        sin_a * sin_b * sin_t - cos_a * cos_t,
        -sin_a * cos_t - cos_a * sin_b * sin_t,
        cos_b * sin_t,
    )
}

impl Lighting {
    /// Light when a mission with this day cycle starts.
    #[must_use]
    pub fn of_sky(sky: &Sky) -> Self {
        SkyMoment::start(sky).map_or_else(Self::default, |moment| moment.lighting())
    }
}

#[cfg(test)]
mod tests {
    use msh_format::sky::SkyTime;

    use super::*;

    fn keyframe(hour: u32, opcode: u32, scene: [u8; 3]) -> SkyKeyframe {
        let mut slots = [0; 22];
        let [r, g, b] = scene;
        slots[20] = u32::from_le_bytes([b, g, r, 255]);
        slots[19] = u32::from_le_bytes([255, 255, 255, 255]);
        SkyKeyframe {
            version: 3,
            stamp: SkyTime::new(hour, 0),
            opcode,
            slots,
            names: [b"sun".to_vec(), vec![], vec![], vec![], vec![], vec![]],
            values: [1.0, 1.0, 1.5, 0.0],
            effects: Vec::new(),
        }
    }

    fn sky(start_hour: u32, keyframes: Vec<SkyKeyframe>) -> Sky {
        let section = SkySection {
            version: 1,
            end: SkyTime::new(23, 59),
            day_length: SkyTime::new(24, 0),
            keyframes,
        };
        Sky {
            sections: vec![section],
            start: SkyTime::new(start_hour, 0),
            unk_end: [0; 2],
        }
    }

    /// The row of directions in 05 section 12.4.
    #[test]
    fn the_sun_follows_the_arc_of_the_page() {
        let arc = [
            (0.0, Vec3::new(-0.155, -0.951, -0.268)),
            (0.25, Vec3::new(0.294, -0.809, 0.509)),
            (0.5, Vec3::new(0.5, 0.0, 0.866)),
            (0.75, Vec3::new(0.294, 0.809, 0.509)),
            (1.0, Vec3::new(-0.155, 0.951, -0.268)),
        ];
        for (life, direction) in arc {
            let got = body_direction(true, life);
            assert!(got.abs_diff_eq(direction, 1e-3), "{life}: {got}");
        }
    }

    #[test]
    fn colours_are_interpolated_between_keyframes() {
        let sky = sky(
            9,
            vec![
                keyframe(6, 0, [0, 100, 200]),
                keyframe(12, 2, [100, 100, 0]),
            ],
        );
        let scene = Lighting::of_sky(&sky).scene * 255.0;
        assert!(
            scene.abs_diff_eq(Vec3::new(50.0, 100.0, 100.0), 1e-3),
            "{scene}"
        );
    }

    #[test]
    fn colours_are_interpolated_round_the_clock() {
        // From 18:00 over midnight to 06:00: 00:00 is half way.
        let sky = sky(
            0,
            vec![keyframe(6, 0, [0, 0, 0]), keyframe(18, 1, [200, 0, 0])],
        );
        let scene = Lighting::of_sky(&sky).scene * 255.0;
        assert!(
            scene.abs_diff_eq(Vec3::new(100.0, 0.0, 0.0), 1e-3),
            "{scene}"
        );
    }

    #[test]
    fn without_a_body_only_the_scene_colour_lights() {
        let sky = sky(20, vec![keyframe(6, 0, [40; 3]), keyframe(18, 1, [40; 3])]);
        assert!(Lighting::of_sky(&sky).lights.is_empty());
    }

    #[test]
    fn the_sun_lights_from_its_place_and_a_counter_light_from_the_other_side() {
        let sky = sky(12, vec![keyframe(6, 0, [40; 3]), keyframe(18, 1, [40; 3])]);
        let lights = Lighting::of_sky(&sky).lights;
        assert!(
            lights[0]
                .travel
                .abs_diff_eq(Vec3::new(-0.5, 0.0, -0.866), 1e-3)
        );
        assert!(lights[0].color.abs_diff_eq(Vec3::splat(1.5), 1e-5));
        assert!(
            lights[1]
                .travel
                .abs_diff_eq(Vec3::new(0.5, 0.0, 0.866), 1e-3)
        );
    }
}
