//! Reading; the order of the calls is the order of the bytes.

use std::ops::RangeInclusive;

use super::{
    MAGIC, MAX_EFFECTS, MAX_SECTIONS, MAX_STRING, OLD_SLOTS, SECTION_VERSION, Sky, SkyKeyframe,
    SkySection, SkyTime, VERSION, slots,
};
use crate::error::{Error, Result};
use crate::reader::Reader;

const TIME_SIZE: usize = 32;
/// Bytes of a section without keyframes.
const SECTION_SIZE: usize = 8 + 2 * TIME_SIZE;
/// Bytes of a version 1 keyframe whose strings are empty, the smallest one.
const KEYFRAME_SIZE: usize = 4 + TIME_SIZE + 4 + OLD_SLOTS * 4 + 6 * 4 + 4 * 4;

pub(super) fn sky(data: &[u8]) -> Result<Sky> {
    let mut reader = Reader::new(data);
    let r = &mut reader;
    let count = header(r).map_err(|e| e.in_stream("header"))?;
    let sections = (0..count)
        .map(|index| section(r, index).map_err(|e| e.in_stream("sections").in_record(index)))
        .collect::<Result<_>>()?;
    let in_end = |e: Error| e.in_stream("clock start");
    let sky = Sky {
        sections,
        start: time(r).map_err(in_end)?,
        unk_end: r.u32s().map_err(in_end)?,
    };
    r.finish().map_err(|e| e.in_stream("end of file"))?;
    Ok(sky)
}

/// Magic, version and number of sections.
fn header(r: &mut Reader<'_>) -> Result<usize> {
    let magic = r.u32()?;
    if magic != MAGIC {
        let rule = format!("a day cycle starts with {MAGIC:#010x}, not {magic:#010x}");
        return Err(Error::bad_magic(rule).at(0));
    }
    version(r, VERSION..=VERSION)?;
    let offset = r.position();
    let count = r.u32()?;
    let count = r.check_count(u64::from(count), SECTION_SIZE, "sections")?;
    if count > MAX_SECTIONS {
        let rule = format!("{count} sections, at most {MAX_SECTIONS}");
        return Err(Error::limit(rule).at(offset));
    }
    Ok(count)
}

fn version(r: &mut Reader<'_>, known: RangeInclusive<u32>) -> Result<u32> {
    let offset = r.position();
    let version = r.u32()?;
    if known.contains(&version) {
        return Ok(version);
    }
    let (first, last) = (known.start(), known.end());
    let rule = format!("version {version}, known are {first} to {last}");
    Err(Error::unsupported(rule).at(offset))
}

fn time(r: &mut Reader<'_>) -> Result<SkyTime> {
    Ok(SkyTime { words: r.u32s()? })
}

fn section(r: &mut Reader<'_>, index: usize) -> Result<SkySection> {
    let version = version(r, SECTION_VERSION..=SECTION_VERSION)?;
    let count = r.u32()?;
    let end = time(r)?;
    let day_length = time(r)?;
    let count = r.check_count(u64::from(count), KEYFRAME_SIZE, "keyframes")?;
    let in_keyframe = |e: Error, number| {
        e.in_stream(format!("keyframes of section {index}"))
            .in_record(number)
    };
    let keyframes = (0..count)
        .map(|number| keyframe(r).map_err(|e| in_keyframe(e, number)))
        .collect::<Result<_>>()?;
    Ok(SkySection {
        version,
        end,
        day_length,
        keyframes,
    })
}

fn keyframe(r: &mut Reader<'_>) -> Result<SkyKeyframe> {
    let version = version(r, 1..=3)?;
    let stamp = time(r)?;
    let opcode = r.u32()?;
    let slots = match version {
        1 => old_slots(r.u32s()?),
        _ => r.u32s()?,
    };
    let mut names: [Vec<u8>; 6] = Default::default();
    for name in &mut names {
        *name = string(r)?;
    }
    let values = r.f32s()?;
    let effects = match version {
        3 => effects(r)?,
        _ => Vec::new(),
    };
    Ok(SkyKeyframe {
        version,
        stamp,
        opcode,
        slots,
        names,
        values,
        effects,
    })
}

/// All slots from those that version 1 stores.
pub(super) fn old_slots(stored: [u32; OLD_SLOTS]) -> [u32; 22] {
    let mut all = [0; 22];
    all[..OLD_SLOTS].copy_from_slice(&stored);
    let light = all[slots::LIGHT].to_le_bytes();
    let dim = u32::from_le_bytes(light.map(|c| (f32::from(c) * 0.3) as u8));
    all[slots::SCENE] = dim;
    all[slots::COUNTER_LIGHT] = dim;
    all
}

fn effects(r: &mut Reader<'_>) -> Result<Vec<Vec<u8>>> {
    let offset = r.position();
    let count = r.u32()?;
    let count = r.check_count(u64::from(count), 4, "effects")?;
    if count > MAX_EFFECTS {
        let rule = format!("{count} effects, at most {MAX_EFFECTS}");
        return Err(Error::limit(rule).at(offset));
    }
    (0..count).map(|_| string(r)).collect()
}

fn string(r: &mut Reader<'_>) -> Result<Vec<u8>> {
    let offset = r.position();
    let length = r.u32()?;
    let length = r.check_count(u64::from(length), 1, "bytes of text")?;
    if length > MAX_STRING {
        let rule = format!("{length} bytes of text, at most {MAX_STRING}");
        return Err(Error::limit(rule).at(offset));
    }
    Ok(r.bytes(length)?.to_vec())
}
