//! Day cycles for tests.

use msh_format::sky::{Sky, SkyKeyframe, SkySection, SkyTime, opcodes};

/// A keyframe at a full hour, everything in it 0 and white light.
pub(super) fn keyframe(hour: u32, opcode: u32) -> SkyKeyframe {
    let mut slots = [0; 22];
    slots[19] = u32::from_le_bytes([255; 4]);
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

fn section(seconds: u32, keyframes: Vec<SkyKeyframe>) -> SkySection {
    SkySection {
        version: 1,
        end: SkyTime::new(23, 59),
        day_length: SkyTime::new(0, seconds / 60),
        keyframes,
    }
}

/// One section whose day takes so many seconds, starting at midnight.
pub(super) fn day_of(seconds: u32, keyframes: Vec<SkyKeyframe>) -> Sky {
    Sky {
        sections: vec![section(seconds, keyframes)],
        start: SkyTime::new(0, 0),
        unk_end: [0; 2],
    }
}

/// A day on which clock and world agree.
pub(super) fn long_day(keyframes: Vec<SkyKeyframe>) -> Sky {
    day_of(86_400, keyframes)
}

/// Two sections with one keyframe each.
pub(super) fn two_days(first: u32, second: u32) -> Sky {
    let mut sky = day_of(first, vec![keyframe(6, opcodes::START_SUN)]);
    let other = section(second, vec![keyframe(6, opcodes::START_SUN)]);
    sky.sections.push(other);
    sky
}
