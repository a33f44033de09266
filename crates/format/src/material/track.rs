//! Animation tracks: which phase entry is shown when.

use crate::error::{Result, Warnings};
use crate::reader::{Reader, WriteLe};

use super::{TRACKS, len_u16};

const MIN_SIZE: usize = 6;
const KEY_SIZE: usize = 6;

/// An animation track.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Track {
    /// Mode in bits 0..2, interpolation mask above.
    pub word: u32,
    /// Keys in order.
    pub keys: Vec<TrackKey>,
}

/// A key of a track, 6 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrackKey {
    /// Phase entry shown.
    pub phase: u16,
    /// When the key's interval ends, milliseconds.
    pub end_ms: u16,
    /// Unread.
    pub unk_04: u16,
}

/// How the time of a track runs (`03-materials-textures.md` 3.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TrackMode {
    /// Mode 0, and the unknown modes 4 to 7: from the start again.
    Loop,
    /// Mode 1: forth and back.
    PingPong,
    /// Mode 2: once, then the last key stays.
    Once,
    /// Mode 3: a random time each query.
    Random,
}

impl Track {
    /// Bit of [`Track::mask`]: ambient red, green and blue move between keys.
    pub const AMBIENT: u32 = 0x01;
    /// Bit of [`Track::mask`]: diffuse red, green and blue.
    pub const DIFFUSE: u32 = 0x02;
    /// Bit of [`Track::mask`]: specular red, green and blue.
    pub const SPECULAR: u32 = 0x04;
    /// Bit of [`Track::mask`]: emissive red, green and blue.
    pub const EMISSIVE: u32 = 0x08;
    /// Bit of [`Track::mask`]: opacity.
    pub const OPACITY: u32 = 0x10;

    /// A track that always shows one phase entry.
    #[must_use]
    pub fn still(phase: u16) -> Self {
        let key = TrackKey {
            phase,
            end_ms: 0,
            unk_04: 0,
        };
        Self {
            word: 0,
            keys: vec![key],
        }
    }

    /// How its time runs.
    #[must_use]
    pub fn mode(&self) -> TrackMode {
        match self.word & 7 {
            1 => TrackMode::PingPong,
            2 => TrackMode::Once,
            3 => TrackMode::Random,
            _ => TrackMode::Loop,
        }
    }

    /// What moves between keys; everything else steps.
    #[must_use]
    pub fn mask(&self) -> u32 {
        self.word >> 3
    }

    fn parse(reader: &mut Reader<'_>) -> Result<Self> {
        let word = reader.u32()?;
        let count = reader.u16()?;
        let count = reader.check_count(count.into(), KEY_SIZE, "keys")?;
        let mut keys = Vec::with_capacity(count);
        for _ in 0..count {
            keys.push(TrackKey {
                phase: reader.u16()?,
                end_ms: reader.u16()?,
                unk_04: reader.u16()?,
            });
        }
        Ok(Self { word, keys })
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) -> Result<()> {
        out.put_u32(self.word);
        out.put_u16(len_u16(self.keys.len(), "keys")?);
        for key in &self.keys {
            out.put_u16(key.phase);
            out.put_u16(key.end_ms);
            out.put_u16(key.unk_04);
        }
        Ok(())
    }

    pub(super) fn report(&self, index: usize, phase_count: usize, warnings: &mut Warnings) {
        if self.word & 7 > 3 {
            let message = format!("mode {} runs as a loop", self.word & 7);
            warnings.in_record(TRACKS, index, message);
        }
        if self.keys.is_empty() {
            warnings.in_record(TRACKS, index, "no key, entry 0 is drawn");
        }
        if let Some(key) = self
            .keys
            .iter()
            .find(|key| key.phase as usize >= phase_count)
        {
            let message = format!("key shows entry {} of {phase_count}", key.phase);
            warnings.in_record(TRACKS, index, message);
        }
        let ascending = self.keys.windows(2).all(|k| k[0].end_ms < k[1].end_ms);
        if !ascending {
            warnings.in_record(TRACKS, index, "the keys' end times do not ascend");
        }
    }
}

/// Reads the tracks of a record.
pub(super) fn parse_tracks(reader: &mut Reader<'_>, count: usize) -> Result<Vec<Track>> {
    reader.check_count(count as u64, MIN_SIZE, "tracks")?;
    (0..count)
        .map(|index| Track::parse(reader).map_err(|e| e.in_record(index)))
        .collect()
}
