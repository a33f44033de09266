//! Materials (`MAT0` records of `Material.lib`).
//!
//! Spec: `03-materials-textures.md` 3 and 4.

use crate::error::{Error, Place, Result, Warnings};
use crate::reader::{Reader, WriteLe};

mod phase;
mod track;

pub use phase::Phase;
pub use track::{Track, TrackKey, TrackMode};

const PREFIX: &str = "MAT0 prefix";
const PHASES: &str = "MAT0 phase entries";
const TRACKS: &str = "MAT0 tracks";
const MAX_TRACKS: usize = 19;
/// The most tracks of a shipped record.
const SHIPPED_TRACKS: usize = 8;
/// The only version that is shipped, and the one authored materials get.
pub const VERSION: u32 = 6;
const KNOWN_FLAGS: u32 = 0x7F;
/// A flag that the game copies and no shipped material has.
const UNUSED_FLAG: u32 = 0x40;

/// A material record. The directory's attr1 (flags) and attr2 (version) belong to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Mat0 {
    /// attr1 of the directory entry: blend and load flags.
    pub flags: u32,
    /// attr2 of the directory entry: which prefix fields exist.
    pub version: u32,
    /// Ground surface class, 0xFF = not set.
    pub surface: u8,
    /// Unused byte, 0xFF in shipped files.
    pub unk_05: u8,
    /// Speed factor.
    pub speed_factor: f32,
    /// Hit points per second.
    pub damage_rate: f32,
    /// Phase entries.
    pub phases: Vec<Phase>,
    /// Animation tracks.
    pub tracks: Vec<Track>,
    /// Bytes after the last track; none in shipped files.
    pub unk_tail: Vec<u8>,
}

/// How a material blends with what is behind it (`03-materials-textures.md` 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BlendMode {
    /// Mode 0: opaque.
    Opaque,
    /// Mode 2: source alpha, one.
    Additive,
    /// Mode 3: zero, source colour.
    Multiply,
    /// Mode 4: source alpha, one minus source alpha.
    Alpha,
    /// Mode 5: destination colour, source colour.
    Modulate2x,
}

impl BlendMode {
    /// Bits of [`Mat0::flags`] that select this mode.
    #[must_use]
    pub const fn flags(self) -> u32 {
        let index = match self {
            Self::Opaque => 0,
            Self::Alpha => 1,
            Self::Additive => 2,
            Self::Multiply => 3,
            Self::Modulate2x => 4,
        };
        index << 2
    }

    fn from_index(index: u32) -> Option<Self> {
        Some(match index {
            0 => Self::Opaque,
            1 => Self::Alpha,
            2 => Self::Additive,
            3 => Self::Multiply,
            4 => Self::Modulate2x,
            _ => return None,
        })
    }
}

impl Mat0 {
    /// [`Mat0::flags`] bit 0: textures go to texture stage 1.
    pub const FLAG_STAGE_1: u32 = 0x01;
    /// [`Mat0::flags`] bit 1: textures are drawn as if they had no alpha.
    pub const FLAG_IGNORE_TEXTURE_ALPHA: u32 = 0x02;

    /// A material of one phase that never changes: version 6, one track with one key.
    #[must_use]
    pub fn one_phase(flags: u32, phase: Phase) -> Self {
        Self {
            flags,
            version: VERSION,
            surface: 0xFF,
            unk_05: 0xFF,
            speed_factor: 1.0,
            damage_rate: 0.0,
            phases: vec![phase],
            tracks: vec![Track::still(0)],
            unk_tail: Vec::new(),
        }
    }

    /// Reads a record; `flags` and `version` are attr1 and attr2 of its directory entry.
    ///
    /// # Errors
    /// `Truncated` if prefix, entries, tracks or keys pass the end; `Limit` for more than 19
    /// tracks. Bytes after the last track are kept with a warning.
    pub fn parse(data: &[u8], flags: u32, version: u32, warnings: &mut Warnings) -> Result<Self> {
        let mut reader = Reader::new(data);
        let (mut material, phase_count, track_count) =
            parse_prefix(&mut reader, flags, version).map_err(|e| e.in_stream(PREFIX))?;
        material.phases =
            phase::parse_phases(&mut reader, phase_count).map_err(|e| e.in_stream(PHASES))?;
        material.tracks =
            track::parse_tracks(&mut reader, track_count).map_err(|e| e.in_stream(TRACKS))?;
        material.unk_tail = reader.bytes(reader.remaining())?.to_vec();
        material.report(warnings);
        Ok(material)
    }

    /// The record's payload; [`Mat0::flags`] and [`Mat0::version`] go to the directory entry.
    ///
    /// # Errors
    /// `Limit` for counts that the format cannot hold, `BadValue` if a field that this version
    /// does not store has another value than its default.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        if self.tracks.len() > MAX_TRACKS {
            let rule = format!("{} tracks, at most {MAX_TRACKS}", self.tracks.len());
            return Err(Error::limit(rule).in_stream(TRACKS));
        }
        let mut out = Vec::new();
        out.put_u16(len_u16(self.phases.len(), "phase entries")?);
        out.put_u16(len_u16(self.tracks.len(), "tracks")?);
        self.write_optional_prefix(&mut out)?;
        for phase in &self.phases {
            phase.write(&mut out);
        }
        for track in &self.tracks {
            track.write(&mut out)?;
        }
        out.put(&self.unk_tail);
        Ok(out)
    }

    /// How the material blends; undefined indices draw opaque.
    #[must_use]
    pub fn blend_mode(&self) -> BlendMode {
        BlendMode::from_index(self.blend_index()).unwrap_or(BlendMode::Opaque)
    }

    /// True if the alpha of its textures is not looked at.
    #[must_use]
    pub fn ignores_texture_alpha(&self) -> bool {
        self.flags & Self::FLAG_IGNORE_TEXTURE_ALPHA != 0
    }

    fn blend_index(&self) -> u32 {
        (self.flags >> 2) & 15
    }

    fn write_optional_prefix(&self, out: &mut Vec<u8>) -> Result<()> {
        let unset = |stored: bool, is_default: bool, what: &str| {
            if stored || is_default {
                return Ok(());
            }
            let rule = format!("version {} does not store the {what}", self.version);
            Err(Error::bad_value(rule).in_stream(PREFIX))
        };
        let surface = [self.surface, self.unk_05];
        unset(self.version >= 2, surface == [0xFF; 2], "surface class")?;
        unset(self.version >= 3, self.speed_factor == 1.0, "speed factor")?;
        unset(self.version >= 4, self.damage_rate == 0.0, "damage rate")?;
        if self.version >= 2 {
            out.put(&surface);
        }
        if self.version >= 3 {
            out.put_f32(self.speed_factor);
        }
        if self.version >= 4 {
            out.put_f32(self.damage_rate);
        }
        Ok(())
    }

    /// What the format allows and no shipped material has.
    fn report_rarities(&self, warnings: &mut Warnings) {
        let mut rarity = |what: String| {
            let place = Place {
                stream: Some(PREFIX.into()),
                ..Place::default()
            };
            warnings.rarity(place, format!("{what} is never shipped"));
        };
        if self.version < VERSION {
            rarity(format!("version {}", self.version));
        }
        if self.flags & UNUSED_FLAG != 0 {
            rarity(format!("flag {UNUSED_FLAG:#x}"));
        }
        if self.tracks.len() > SHIPPED_TRACKS {
            rarity(format!("a material of {} tracks", self.tracks.len()));
        }
    }

    fn report(&self, warnings: &mut Warnings) {
        self.report_rarities(warnings);
        if self.version > VERSION {
            warnings.in_stream(PREFIX, format!("version {} is unknown", self.version));
        }
        if self.flags & !KNOWN_FLAGS != 0 {
            warnings.in_stream(PREFIX, format!("unknown flags {:#x}", self.flags));
        }
        if BlendMode::from_index(self.blend_index()).is_none() {
            let index = self.blend_index();
            warnings.in_stream(PREFIX, format!("blend index {index} draws opaque"));
        }
        if self.phases.is_empty() {
            warnings.in_stream(PHASES, "no entry, the fallback is drawn");
        }
        if self.tracks.is_empty() {
            warnings.in_stream(TRACKS, "no track, entry 0 is drawn");
        }
        for (index, phase) in self.phases.iter().enumerate() {
            if phase.ambient[3] > 100 {
                let message = format!("opacity {} is over 100 per cent", phase.ambient[3]);
                warnings.in_record(PHASES, index, message);
            }
            if phase.cell < -1 {
                let message = format!("cell {} is read as the whole texture", phase.cell);
                warnings.in_record(PHASES, index, message);
            }
        }
        for (index, track) in self.tracks.iter().enumerate() {
            track.report(index, self.phases.len(), warnings);
        }
        if !self.unk_tail.is_empty() {
            let message = format!("{} bytes after the last track", self.unk_tail.len());
            warnings.in_stream(TRACKS, message);
        }
    }
}

fn len_u16(len: usize, what: &str) -> Result<u16> {
    u16::try_from(len).map_err(|_| Error::limit(format!("{len} {what}, at most 65535")))
}

/// Counts and optional fields; phases and tracks are still to be read.
fn parse_prefix(reader: &mut Reader<'_>, flags: u32, version: u32) -> Result<(Mat0, usize, usize)> {
    let phase_count = reader.u16()?.into();
    let track_count = reader.u16()?.into();
    if track_count > MAX_TRACKS {
        let rule = format!("{track_count} tracks, the engine stops above {MAX_TRACKS}");
        return Err(Error::limit(rule).at(2));
    }
    let [surface, unk_05] = if version >= 2 {
        reader.array()?
    } else {
        [0xFF; 2]
    };
    let material = Mat0 {
        flags,
        version,
        surface,
        unk_05,
        speed_factor: if version >= 3 { reader.f32()? } else { 1.0 },
        damage_rate: if version >= 4 { reader.f32()? } else { 0.0 },
        phases: Vec::new(),
        tracks: Vec::new(),
        unk_tail: Vec::new(),
    };
    Ok((material, phase_count, track_count))
}

#[cfg(test)]
mod tests;
