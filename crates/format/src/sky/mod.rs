//! Day cycle (`sky.ske`).
//!
//! Spec: `05-terrain-sky.md` 12.1 to 12.3.

mod read;
#[cfg(test)]
mod tests;
mod write;

use crate::error::{Result, Warnings};

const MAGIC: u32 = u32::MAX;
const VERSION: u32 = 5;
const SECTION_VERSION: u32 = 1;
const MAX_SECTIONS: usize = 16;
const MAX_STRING: usize = 4096;
const MAX_EFFECTS: usize = 4;
/// Slots that a version 1 keyframe stores.
const OLD_SLOTS: usize = 20;
/// Distance of the fog for a slot value of 1, world units.
const FOG_UNIT: f32 = 700.0;

/// Slots of a keyframe that hold a colour; see [`SkyKeyframe::colour`].
pub mod slots {
    /// Horizon and fog colour to the north, east, south and west.
    pub const HORIZON: [usize; 4] = [2, 3, 1, 4];
    /// Third ring of the dome, north, east, south and west.
    pub const RING_3: [usize; 4] = [7, 10, 8, 9];
    /// Second ring of the dome, north, east, south and west.
    pub const RING_2: [usize; 4] = [11, 14, 12, 13];
    /// Apex and first ring.
    pub const APEX: usize = 15;
    /// Its alpha scales what the flare adds to the main light.
    pub const FLARE: usize = 17;
    /// Cloud layer.
    pub const CLOUDS: usize = 18;
    /// Main light, to be multiplied by [`SkyKeyframe::light_multiplier`](super::SkyKeyframe::light_multiplier).
    pub const LIGHT: usize = 19;
    /// Scene colour, the floor under every lit colour.
    pub const SCENE: usize = 20;
    /// Light from the opposite side.
    pub const COUNTER_LIGHT: usize = 21;
}

/// Values of [`SkyKeyframe::opcode`]; 2 and 7 do nothing.
pub mod opcodes {
    /// The body of the keyframe rises.
    pub const START_SUN: u32 = 0;
    /// The body sets.
    pub const STOP_SUN: u32 = 1;
    /// Rain starts.
    pub const START_RAIN: u32 = 3;
    /// Rain stops.
    pub const STOP_RAIN: u32 = 4;
    /// Snow or dust starts.
    pub const START_SNOW: u32 = 5;
    /// Snow or dust stops.
    pub const STOP_SNOW: u32 = 6;
    /// Lightning starts.
    pub const START_LIGHTNING: u32 = 8;
    /// Lightning stops.
    pub const STOP_LIGHTNING: u32 = 9;
}

/// A day cycle.
#[derive(Debug, Clone, PartialEq)]
pub struct Sky {
    /// Sections, played in turn.
    pub sections: Vec<SkySection>,
    /// When the clock starts.
    pub start: SkyTime,
    /// The two closing words.
    pub unk_end: [u32; 2],
}

/// A TIME value, 32 bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SkyTime {
    /// The eight words: 0 section, 3 hour, 4 minute, the rest unused (and often not initialised).
    pub words: [u32; 8],
}

/// A section.
#[derive(Debug, Clone, PartialEq)]
pub struct SkySection {
    /// Version, 1.
    pub version: u32,
    /// End of the section, unused.
    pub end: SkyTime,
    /// Length of its day.
    pub day_length: SkyTime,
    /// Keyframes in file order.
    pub keyframes: Vec<SkyKeyframe>,
}

/// A keyframe.
#[derive(Debug, Clone, PartialEq)]
pub struct SkyKeyframe {
    /// Version, 1 to 3.
    pub version: u32,
    /// Stamp.
    pub stamp: SkyTime,
    /// What starts or stops, see [`opcodes`].
    pub opcode: u32,
    /// The 22 slots as stored (colours are bytes b, g, r, a; 5 and 6 are floats). Version 1 stores
    /// 20; the other two are read as slot 19 times 0.3 and not written.
    pub slots: [u32; 22],
    /// Six strings, the first names the body.
    pub names: [Vec<u8>; 6],
    /// Sprite extents across and up, light multiplier, weather intensity.
    pub values: [f32; 4],
    /// Effects (version 3 on), at most 4.
    pub effects: Vec<Vec<u8>>,
}

impl Sky {
    /// Reads a day cycle; the last word must end at the end of `data`.
    ///
    /// # Errors
    /// Wrong magic, an unknown version of file, section or keyframe, more than 16 sections, a
    /// string over 4096 bytes, more than 4 effects, truncated records, bytes after the end.
    pub fn parse(data: &[u8], warnings: &mut Warnings) -> Result<Self> {
        let sky = read::sky(data)?;
        sky.warn_about(warnings);
        Ok(sky)
    }

    /// Writes the day cycle.
    ///
    /// # Errors
    /// A version, count or string that [`Sky::parse`] would refuse; `BadValue` if a keyframe has
    /// effects, or values in slots 20 and 21, that its version does not store.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        write::sky(self)
    }

    fn warn_about(&self, warnings: &mut Warnings) {
        let first_section = self.start.section() as usize;
        if first_section >= self.sections.len() {
            let count = self.sections.len();
            let message = format!("the clock starts in section {first_section} of {count}");
            warnings.in_stream("clock start", message);
        }
        for (index, section) in self.sections.iter().enumerate() {
            if section.day_seconds() == 0 {
                warnings.in_record("sections", index, "its day has no length");
            }
            if section.keyframes.is_empty() {
                warnings.in_record("sections", index, "it has no keyframes");
            }
            let label = format!("keyframes of section {index}");
            for (number, keyframe) in section.keyframes.iter().enumerate() {
                if !keyframe.values_are_finite() {
                    let message = "a fog distance or closing value is not finite";
                    warnings.in_record(label.clone(), number, message);
                }
            }
        }
    }
}

impl SkyTime {
    /// A time of day in the first section.
    #[must_use]
    pub fn new(hour: u32, minute: u32) -> Self {
        let mut words = [0; 8];
        (words[3], words[4]) = (hour, minute);
        Self { words }
    }

    /// Section it belongs to.
    #[must_use]
    pub fn section(&self) -> u32 {
        self.words[0]
    }

    /// Hour.
    #[must_use]
    pub fn hour(&self) -> u32 {
        self.words[3]
    }

    /// Minute.
    #[must_use]
    pub fn minute(&self) -> u32 {
        self.words[4]
    }

    /// Seconds from 00:00; the largest number if the stored values are beyond reason.
    #[must_use]
    pub fn seconds(&self) -> u32 {
        let minutes = self.hour().saturating_mul(60);
        minutes.saturating_add(self.minute()).saturating_mul(60)
    }
}

/// Hours and minutes, `12:30`.
impl std::fmt::Display for SkyTime {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:02}:{:02}", self.hour(), self.minute())
    }
}

impl SkySection {
    /// Seconds its 24 hours take.
    #[must_use]
    pub fn day_seconds(&self) -> u32 {
        self.day_length.seconds()
    }

    /// Seconds from the section's midnight at which `time` comes, in whole seconds as the game
    /// counts.
    #[must_use]
    pub fn clock_seconds(&self, time: &SkyTime) -> u32 {
        let seconds = u64::from(time.seconds()) * u64::from(self.day_seconds()) / 86_400;
        u32::try_from(seconds).unwrap_or(u32::MAX)
    }
}

impl SkyKeyframe {
    /// Bytes b, g, r, a of a slot; 0 for a slot that does not exist.
    fn bytes(&self, slot: usize) -> [u8; 4] {
        self.slots
            .get(slot)
            .map_or([0; 4], |word| word.to_le_bytes())
    }

    /// Colour of a slot as r, g, b from 0 to 1; black for a slot that does not exist.
    #[must_use]
    pub fn colour(&self, slot: usize) -> [f32; 3] {
        let [b, g, r, _] = self.bytes(slot);
        [r, g, b].map(|c| f32::from(c) / 255.0)
    }

    /// Alpha of a slot from 0 to 1.
    #[must_use]
    pub fn alpha(&self, slot: usize) -> f32 {
        let [.., alpha] = self.bytes(slot);
        f32::from(alpha) / 255.0
    }

    /// Colour of the horizon to the north (+Y), east, south and west.
    #[must_use]
    pub fn horizon(&self) -> [[f32; 3]; 4] {
        slots::HORIZON.map(|slot| self.colour(slot))
    }

    /// Where the fog starts, world units.
    #[must_use]
    pub fn fog_start(&self) -> f32 {
        f32::from_bits(self.slots[5]) * FOG_UNIT
    }

    /// Where the fog hides everything, world units.
    #[must_use]
    pub fn fog_end(&self) -> f32 {
        f32::from_bits(self.slots[6]) * FOG_UNIT
    }

    /// Width and height of the sprite of sun or moon.
    #[must_use]
    pub fn sprite_extents(&self) -> [f32; 2] {
        [self.values[0], self.values[1]]
    }

    /// Factor of the main light.
    #[must_use]
    pub fn light_multiplier(&self) -> f32 {
        self.values[2]
    }

    /// Intensity of the weather.
    #[must_use]
    pub fn weather(&self) -> f32 {
        self.values[3]
    }

    /// Name of the body; exactly `sun` is the sun, anything else the moon.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        &self.names[0]
    }

    fn values_are_finite(&self) -> bool {
        let mut all = self
            .values
            .iter()
            .copied()
            .chain([self.fog_start(), self.fog_end()]);
        all.all(f32::is_finite)
    }
}
