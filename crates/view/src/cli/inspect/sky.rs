//! Day cycles.

use std::fmt;

use msh_format::sky::{Sky, SkyKeyframe, SkySection, opcodes, slots};
use msh_format::text;
use serde::Serialize;

use super::table::{Table, colour, count};

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    sections: Vec<Section>,
    start: String,
}

#[derive(Debug, Serialize)]
struct Section {
    day_seconds: u32,
    keyframes: Vec<Keyframe>,
}

#[derive(Debug, Serialize)]
struct Keyframe {
    time: String,
    fog_end: f32,
    scene: [f32; 3],
    light: [f32; 3],
    name: String,
    #[serde(skip)]
    event: &'static str,
    #[serde(skip)]
    horizon: [f32; 3],
    #[serde(skip)]
    apex: [f32; 3],
    #[serde(skip)]
    light_multiplier: f32,
}

impl Report {
    pub(super) fn new(sky: &Sky) -> Self {
        Self {
            sections: sky.sections.iter().map(Section::new).collect(),
            start: sky.start.to_string(),
        }
    }
}

impl Section {
    fn new(section: &SkySection) -> Self {
        Self {
            day_seconds: section.day_seconds(),
            keyframes: section.keyframes.iter().map(Keyframe::new).collect(),
        }
    }
}

impl Keyframe {
    fn new(keyframe: &SkyKeyframe) -> Self {
        let [north, ..] = keyframe.horizon();
        Self {
            time: keyframe.stamp.to_string(),
            fog_end: keyframe.fog_end(),
            scene: keyframe.colour(slots::SCENE),
            light: keyframe.colour(slots::LIGHT),
            name: text::decode(keyframe.body()),
            event: event(keyframe.opcode),
            horizon: north,
            apex: keyframe.colour(slots::APEX),
            light_multiplier: keyframe.light_multiplier(),
        }
    }
}

fn event(opcode: u32) -> &'static str {
    match opcode {
        opcodes::START_SUN => "rise",
        opcodes::STOP_SUN => "set",
        opcodes::START_RAIN => "rain",
        opcodes::STOP_RAIN => "no rain",
        opcodes::START_SNOW => "snow",
        opcodes::STOP_SNOW => "no snow",
        opcodes::START_LIGHTNING => "lightning",
        opcodes::STOP_LIGHTNING => "no lightning",
        _ => "-",
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sections = count(self.sections.len(), "section");
        writeln!(
            f,
            "day cycle: {sections}, the clock starts at {}",
            self.start
        )?;
        let columns = &[
            "time", "event", "body", "fog end", "horizon", "apex", "scene", "light", "times",
        ];
        for (index, section) in self.sections.iter().enumerate() {
            let seconds = section.day_seconds;
            writeln!(f, "\nsection {index}: a day of {seconds} seconds")?;
            let mut table = Table::new("keyframes", columns);
            for k in &section.keyframes {
                table.row([
                    &k.time,
                    &k.event,
                    &k.name,
                    &k.fog_end,
                    &colour(k.horizon),
                    &colour(k.apex),
                    &colour(k.scene),
                    &colour(k.light),
                    &k.light_multiplier,
                ]);
            }
            table.fmt(f)?;
        }
        Ok(())
    }
}
