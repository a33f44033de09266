//! The mission's sky: a fair day from dawn to starry night, and a day of bad weather.
//!
//! Spec: `05-terrain-sky.md` 12.

use anyhow::Result;
use msh_format::sky::{Sky, SkyKeyframe, SkySection, SkyTime, opcodes, slots};
use msh_format::wear::Wear;

use crate::names;
use crate::root::Files;
use crate::textures::color::{Rgb, blend, rgb, scale};

/// An opcode that neither starts nor stops anything.
const NOTHING: u32 = 7;

/// Clock time of the opening picture: the sun stands low in the south-south-east.
const START: (u32, u32) = (9, 0);

/// Adds `sky.ske` and `sky.wea` of the mission.
///
/// # Errors
/// A value the format cannot hold.
pub fn write(files: &mut Files) -> Result<()> {
    let folder = "MISSIONS/Single.01";
    files.insert(format!("{folder}/sky.ske"), sky().to_bytes()?);
    let wear = Wear::from_names(&names::SKY, &[])?;
    files.insert(format!("{folder}/sky.wea"), wear.to_bytes()?);
    Ok(())
}

/// The day cycle.
#[must_use]
pub fn sky() -> Sky {
    Sky {
        sections: vec![section(fair_day(), 24), section(rainy_day(), 12)],
        start: SkyTime::new(START.0, START.1),
        unk_end: [0, 0],
    }
}

fn section(keyframes: Vec<SkyKeyframe>, minutes: u32) -> SkySection {
    SkySection {
        version: 1,
        end: SkyTime::new(23, 59),
        day_length: SkyTime::new(0, minutes),
        keyframes,
    }
}

/// Colours of a moment.
struct Mood {
    /// Horizon on the sun's side (south and east), and away from it.
    horizon: [Rgb; 2],
    /// Zenith.
    apex: Rgb,
    /// How much of the dome's colour covers the nebula at the zenith, 0 to 1.
    cover: f32,
    /// Clouds.
    clouds: Rgb,
    /// Light of sun or moon, and its factor.
    light: (Rgb, f32),
    /// Light from the opposite side.
    counter: Rgb,
    /// Floor under every lit colour.
    scene: Rgb,
    /// Where the fog ends, of 700 units.
    fog: f32,
    /// Extent of the sprite of sun or moon.
    body: f32,
}

fn night() -> Mood {
    Mood {
        horizon: [rgb(0x232E48), rgb(0x1A2338)],
        apex: rgb(0x0B1020),
        cover: 0.1,
        clouds: rgb(0x2A3450),
        light: (rgb(0x9DB4E8), 0.9),
        counter: rgb(0x181D2C),
        scene: rgb(0x2A3148),
        fog: 0.9,
        body: 0.7,
    }
}

fn dawn() -> Mood {
    Mood {
        horizon: [rgb(0xF0A878), rgb(0x9D8FA6)],
        apex: rgb(0x45567F),
        cover: 0.8,
        clouds: rgb(0xE8A890),
        light: (rgb(0xFFB07A), 1.2),
        counter: rgb(0x2A3048),
        scene: rgb(0x44465A),
        fog: 0.8,
        body: 1.3,
    }
}

fn golden() -> Mood {
    Mood {
        horizon: [rgb(0xE2DFD2), rgb(0xAFCADF)],
        apex: rgb(0x4F7FB5),
        cover: 1.0,
        clouds: rgb(0xFFF0DC),
        light: (rgb(0xFFE8C4), 1.85),
        counter: rgb(0x4A5468),
        scene: rgb(0x60667A),
        fog: 1.0,
        body: 1.2,
    }
}

fn noon() -> Mood {
    Mood {
        horizon: [rgb(0xD8E2E6), rgb(0xC4D6E2)],
        apex: rgb(0x3E74B8),
        cover: 1.0,
        clouds: rgb(0xFFFDF6),
        light: (rgb(0xFFF6E2), 1.35),
        counter: rgb(0x3C4450),
        scene: rgb(0x50565E),
        fog: 1.0,
        body: 1.1,
    }
}

fn dusk() -> Mood {
    Mood {
        horizon: [rgb(0xA0688A), rgb(0xF0A062)],
        apex: rgb(0x2F3A70),
        cover: 0.85,
        clouds: rgb(0xE89A8C),
        light: (rgb(0xFF9A5C), 1.6),
        counter: rgb(0x2A2C46),
        scene: rgb(0x4A465E),
        fog: 0.95,
        body: 1.4,
    }
}

/// The glow after the sun has set, half way to the night.
fn late_dusk() -> Mood {
    let (dusk, night) = (dusk(), night());
    let half = |of: fn(&Mood) -> Rgb| blend(of(&dusk), of(&night), 0.55);
    Mood {
        horizon: [half(|m| m.horizon[0]), half(|m| m.horizon[1])],
        apex: half(|m| m.apex),
        cover: 0.4,
        clouds: half(|m| m.clouds),
        light: (dusk.light.0, 0.5),
        counter: half(|m| m.counter),
        scene: half(|m| m.scene),
        fog: 0.95,
        body: 1.4,
    }
}

fn overcast() -> Mood {
    Mood {
        horizon: [rgb(0x8A949A), rgb(0x7E8A92)],
        apex: rgb(0x5B6873),
        cover: 1.0,
        clouds: rgb(0x9AA0A2),
        light: (rgb(0xC4CCD0), 0.7),
        counter: rgb(0x30363C),
        scene: rgb(0x50565A),
        fog: 0.45,
        body: 1.0,
    }
}

fn fair_day() -> Vec<SkyKeyframe> {
    vec![
        keyframe((0, 0), NOTHING, &night()),
        keyframe((4, 0), NOTHING, &night()),
        rising((5, 0), b"sun", &dawn()),
        keyframe((6, 30), NOTHING, &dawn()),
        keyframe((9, 0), NOTHING, &golden()),
        keyframe((12, 30), NOTHING, &noon()),
        keyframe((17, 0), NOTHING, &golden()),
        keyframe((19, 0), NOTHING, &dusk()),
        keyframe((20, 45), opcodes::STOP_SUN, &late_dusk()),
        rising((21, 30), b"moon", &night()),
        keyframe((23, 59), opcodes::STOP_SUN, &night()),
    ]
}

fn rainy_day() -> Vec<SkyKeyframe> {
    let sounding = |stamp, opcode, weather, effects: &[&[u8]]| SkyKeyframe {
        values: [1.0, 1.0, overcast().light.1, weather],
        effects: effects.iter().map(|e| e.to_vec()).collect(),
        ..keyframe(stamp, opcode, &overcast())
    };
    vec![
        keyframe((0, 0), NOTHING, &night()),
        rising((5, 0), b"sun", &dawn()),
        sounding((8, 0), opcodes::START_RAIN, 0.7, &[b"rain.wav"]),
        sounding(
            (11, 0),
            opcodes::START_LIGHTNING,
            0.9,
            &[b"rain.wav", b"lightning"],
        ),
        sounding((13, 0), opcodes::STOP_LIGHTNING, 0.6, &[b"rain.wav"]),
        sounding((15, 0), opcodes::STOP_RAIN, 0.0, &[]),
        sounding((16, 0), opcodes::START_SNOW, 0.4, &[]),
        sounding((18, 0), opcodes::STOP_SNOW, 0.0, &[]),
        keyframe((20, 0), opcodes::STOP_SUN, &dusk()),
        keyframe((22, 0), NOTHING, &night()),
    ]
}

/// A keyframe that lets a body rise.
fn rising(stamp: (u32, u32), body: &[u8], mood: &Mood) -> SkyKeyframe {
    let mut frame = keyframe(stamp, opcodes::START_SUN, mood);
    frame.names[0] = body.to_vec();
    frame
}

fn keyframe((hour, minute): (u32, u32), opcode: u32, mood: &Mood) -> SkyKeyframe {
    let [sunny, far] = mood.horizon;
    // North, east, south, west: the sun climbs from the south over the east.
    let horizon = [far, blend(sunny, far, 0.3), sunny, blend(sunny, far, 0.7)];
    let mut words = [0_u32; 22];
    for side in 0..4 {
        let up = |t: f32| blend(horizon[side], mood.apex, t);
        words[slots::HORIZON[side]] = bgra(horizon[side], 1.0);
        words[slots::RING_3[side]] = bgra(up(0.4), 1.0);
        words[slots::RING_2[side]] = bgra(up(0.75), 0.5 + 0.5 * mood.cover);
    }
    words[slots::APEX] = bgra(mood.apex, mood.cover);
    words[slots::FLARE] = bgra([1.0; 3], 0.5);
    words[slots::CLOUDS] = bgra(mood.clouds, 1.0);
    words[slots::LIGHT] = bgra(mood.light.0, 1.0);
    words[slots::SCENE] = bgra(mood.scene, 1.0);
    words[slots::COUNTER_LIGHT] = bgra(scale(mood.counter, 1.0), 1.0);
    words[6] = mood.fog.to_bits();
    SkyKeyframe {
        version: 3,
        stamp: SkyTime::new(hour, minute),
        opcode,
        slots: words,
        names: Default::default(),
        values: [mood.body, mood.body, mood.light.1, 0.0],
        effects: Vec::new(),
    }
}

/// A colour as stored: bytes blue, green, red, alpha.
fn bgra([r, g, b]: Rgb, alpha: f32) -> u32 {
    u32::from_le_bytes([b, g, r, alpha].map(|c| (c * 255.0 + 0.5) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_body_that_rises_sets_again() {
        for section in sky().sections {
            let count = |op| section.keyframes.iter().filter(|k| k.opcode == op).count();
            assert_eq!(count(opcodes::START_SUN), count(opcodes::STOP_SUN));
            assert_eq!(count(opcodes::START_RAIN), count(opcodes::STOP_RAIN));
        }
    }

    #[test]
    fn keyframes_are_in_the_order_of_their_stamps() {
        for section in sky().sections {
            assert!(section.keyframes.is_sorted_by_key(|k| k.stamp.seconds()));
        }
    }

    #[test]
    fn colours_are_stored_blue_first() {
        assert_eq!(
            bgra(rgb(0x1020FF), 1.0).to_le_bytes(),
            [0xFF, 0x20, 0x10, 0xFF]
        );
    }
}
