//! Materials: what a range or a ground layer is painted with, moment by moment.
//!
//! Spec: `03-materials-textures.md` 3.3, 3.4 and 13.

use std::sync::Arc;

use glam::{Vec2, Vec3};
use msh_format::material::{BlendMode, Track, TrackKey, TrackMode};

use crate::library::TextureId;

/// What a range or a ground layer is painted with, at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surface {
    /// Texture, `None` = untextured (diffuse colour only).
    pub texture: Option<TextureId>,
    /// Self-light, 0..1.
    pub ambient: Vec3,
    /// Scales lights, 0..1.
    pub diffuse: Vec3,
    /// Highlight colour, 0..1.
    pub specular: Vec3,
    /// Highlight exponent, 0 = none.
    pub power: u8,
    /// Ambient alpha, 0..1.
    pub opacity: f32,
    /// Page rectangle: added after scaling, in texture units.
    pub uv_offset: Vec2,
    /// Page rectangle: multiplies the vertex coordinates.
    pub uv_scale: Vec2,
    /// Blend mode.
    pub blend: BlendMode,
    /// The texture's alpha is ignored (attr1 bit 1).
    pub ignore_texture_alpha: bool,
}

impl Surface {
    /// White, opaque, lit, untextured: what is painted when no material can be found.
    pub const PLAIN: Self = Self {
        texture: None,
        ambient: Vec3::ZERO,
        diffuse: Vec3::ONE,
        specular: Vec3::ZERO,
        power: 0,
        opacity: 1.0,
        uv_offset: Vec2::ZERO,
        uv_scale: Vec2::ONE,
        blend: BlendMode::Opaque,
        ignore_texture_alpha: true,
    };

    /// Moves the fields of `mask` towards those of `next`; everything else stays.
    fn glide(&mut self, next: &Self, mask: u32, progress: f32) {
        let moves = |field: u32| mask & field != 0;
        if moves(Track::AMBIENT) {
            self.ambient = self.ambient.lerp(next.ambient, progress);
        }
        if moves(Track::DIFFUSE) {
            self.diffuse = self.diffuse.lerp(next.diffuse, progress);
        }
        if moves(Track::SPECULAR) {
            self.specular = self.specular.lerp(next.specular, progress);
        }
        if moves(Track::OPACITY) {
            self.opacity += (next.opacity - self.opacity) * progress;
        }
    }
}

/// A material: surfaces, and tracks that say which of them is shown when.
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    /// Name as a wear writes it.
    pub name: Arc<str>,
    /// Never empty.
    phases: Arc<[Surface]>,
    tracks: Arc<[Timeline]>,
}

/// A track, and when its keys end.
#[derive(Debug, Clone, PartialEq)]
struct Timeline {
    track: Track,
    /// For each key the latest end of it and those before, ms: an end before the one of the key
    /// before it is passed over.
    ends: Vec<u16>,
}

impl Material {
    /// A material of these phases; a plain one if there are none. A key whose phase does not
    /// exist shows the first, and so does a material without tracks.
    #[must_use]
    pub fn new(name: &str, mut phases: Vec<Surface>, tracks: Vec<Track>) -> Self {
        if phases.is_empty() {
            phases.push(Surface::PLAIN);
        }
        Self {
            name: name.into(),
            phases: phases.into(),
            tracks: tracks.into_iter().map(Timeline::of).collect(),
        }
    }

    /// The same material under another name; both share what they show.
    pub(crate) fn named(&self, name: &str) -> Self {
        Self {
            name: name.into(),
            ..self.clone()
        }
    }

    /// A material that always shows `surface`.
    #[must_use]
    pub fn still(name: &str, surface: Surface) -> Self {
        Self::new(name, vec![surface], Vec::new())
    }

    /// White, opaque, lit and untextured.
    #[must_use]
    pub fn plain(name: &str) -> Self {
        Self::still(name, Surface::PLAIN)
    }

    /// What a track shows when the clock stands at `clock_ms`. A track that the material does not
    /// have becomes track 0.
    #[must_use]
    pub fn sample(&self, track: usize, clock_ms: u32) -> Surface {
        let Some(timeline) = self.track(track) else {
            return self.phases[0];
        };
        let track = &timeline.track;
        let Moment { key, progress } = Moment::of(timeline, clock_ms, &self.name);
        let mut surface = *self.phase_of_key(track, key);
        if progress > 0.0 && track.mask() != 0 {
            let next = self.phase_of_key(track, (key + 1) % track.keys.len());
            surface.glide(next, track.mask(), progress);
        }
        surface
    }

    /// True if what a track shows changes after `clock_ms`.
    #[must_use]
    pub fn moves(&self, track: usize, clock_ms: u32) -> bool {
        self.track(track).is_some_and(|Timeline { track, .. }| {
            let period = period(track);
            period > 0 && (track.mode() != TrackMode::Once || clock_ms < period)
        })
    }

    fn track(&self, track: usize) -> Option<&Timeline> {
        self.tracks.get(track).or(self.tracks.first())
    }

    fn phase_of_key(&self, track: &Track, key: usize) -> &Surface {
        let phase = track.keys.get(key).map_or(0, |key| usize::from(key.phase));
        // `phases` is never empty.
        self.phases.get(phase).unwrap_or(&self.phases[0])
    }
}

impl Timeline {
    fn of(track: Track) -> Self {
        let mut latest = 0;
        let end = |key: &TrackKey| {
            latest = key.end_ms.max(latest);
            latest
        };
        let ends = track.keys.iter().map(end).collect();
        Self { track, ends }
    }
}

/// How long a track runs, ms: the end of its last key; 0 if it shows its first key for ever.
fn period(track: &Track) -> u32 {
    match &*track.keys {
        [_, .., last] => u32::from(last.end_ms),
        _ => 0,
    }
}

/// Where a track stands: a key, and how much of the way to the next one is done, 0..1.
struct Moment {
    key: usize,
    progress: f32,
}

impl Moment {
    fn of(Timeline { track, ends }: &Timeline, clock_ms: u32, name: &str) -> Self {
        let start_of = |key| Self { key, progress: 0.0 };
        let period = period(track);
        if period == 0 {
            return start_of(0);
        }
        let (turn, rest) = (clock_ms / period, clock_ms % period);
        let time = match track.mode() {
            TrackMode::Loop => rest,
            TrackMode::PingPong if turn % 2 == 1 => period - rest,
            TrackMode::PingPong => rest,
            TrackMode::Once if turn > 0 => return start_of(track.keys.len() - 1),
            TrackMode::Once => rest,
            TrackMode::Random => random(clock_ms, name) % period,
        };
        let key = ends.partition_point(|end| u32::from(*end) <= time);
        let Some(end) = ends.get(key) else {
            // The turning point of a ping-pong is past every key.
            return start_of(0);
        };
        let start = key.checked_sub(1).map_or(0, |before| ends[before]);
        let progress = (time - u32::from(start)) as f32 / f32::from(end - start);
        Self { key, progress }
    }
}

/// A number that looks random and is the same for the same clock and material, so that pictures
/// repeat (FNV-1a, with its high bits mixed in).
fn random(clock_ms: u32, name: &str) -> u32 {
    let bytes = name.bytes().chain(clock_ms.to_le_bytes());
    let hash = bytes.fold(0x811C_9DC5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    hash ^ (hash >> 15)
}

#[cfg(test)]
mod tests;
