//! Writing; the mirror image of `read.rs`.

use super::{
    MAGIC, MAX_EFFECTS, MAX_SECTIONS, MAX_STRING, OLD_SLOTS, SECTION_VERSION, Sky, SkyKeyframe,
    SkySection, VERSION, read,
};
use crate::error::{Error, Result};
use crate::reader::{WriteLe, len_u32};

pub(super) fn sky(sky: &Sky) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    out.put_u32s(&[MAGIC, VERSION]);
    count(&mut out, sky.sections.len(), MAX_SECTIONS, "sections")?;
    for (index, value) in sky.sections.iter().enumerate() {
        section(&mut out, value).map_err(|e| e.in_stream("sections").in_record(index))?;
    }
    out.put_u32s(&sky.start.words);
    out.put_u32s(&sky.unk_end);
    Ok(out)
}

fn count(out: &mut Vec<u8>, count: usize, limit: usize, what: &str) -> Result<()> {
    if count > limit {
        return Err(Error::limit(format!("{count} {what}, at most {limit}")));
    }
    out.put_u32(len_u32(count, what)?);
    Ok(())
}

fn string(out: &mut Vec<u8>, text: &[u8]) -> Result<()> {
    count(out, text.len(), MAX_STRING, "bytes of text")?;
    out.put(text);
    Ok(())
}

fn section(out: &mut Vec<u8>, section: &SkySection) -> Result<()> {
    if section.version != SECTION_VERSION {
        let rule = format!("section version {}", section.version);
        return Err(Error::unsupported(rule));
    }
    out.put_u32s(&[
        section.version,
        len_u32(section.keyframes.len(), "keyframes")?,
    ]);
    out.put_u32s(&section.end.words);
    out.put_u32s(&section.day_length.words);
    section.keyframes.iter().try_for_each(|k| keyframe(out, k))
}

fn keyframe(out: &mut Vec<u8>, keyframe: &SkyKeyframe) -> Result<()> {
    let lost = |field: &str| {
        let rule = format!(
            "keyframe version {} does not store the {field}",
            keyframe.version
        );
        Err(Error::bad_value(rule))
    };
    out.put_u32(keyframe.version);
    out.put_u32s(&keyframe.stamp.words);
    out.put_u32(keyframe.opcode);
    match keyframe.version {
        1 => match keyframe.slots.first_chunk::<OLD_SLOTS>() {
            Some(stored) if read::old_slots(*stored) == keyframe.slots => out.put_u32s(stored),
            _ => return lost("slots 20 and 21"),
        },
        2 | 3 => out.put_u32s(&keyframe.slots),
        version => return Err(Error::unsupported(format!("keyframe version {version}"))),
    }
    for name in &keyframe.names {
        string(out, name)?;
    }
    out.put_f32s(&keyframe.values);
    if keyframe.version == 3 {
        count(out, keyframe.effects.len(), MAX_EFFECTS, "effects")?;
        for effect in &keyframe.effects {
            string(out, effect)?;
        }
    } else if !keyframe.effects.is_empty() {
        return lost("effects");
    }
    Ok(())
}
