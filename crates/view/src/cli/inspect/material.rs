//! Materials.

use std::fmt;

use msh_format::material::{BlendMode, Mat0, Phase, Track, TrackMode};
use msh_format::text;
use serde::Serialize;

use super::table::{Table, colour, or_dash};

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    flags: u32,
    version: u32,
    surface: u8,
    phases: Vec<PhaseReport>,
    tracks: Vec<TrackReport>,
    #[serde(skip)]
    blend: &'static str,
}

#[derive(Debug, Serialize)]
struct PhaseReport {
    ambient: [f32; 3],
    opacity: f32,
    diffuse: [f32; 3],
    specular: [f32; 3],
    emissive: [f32; 3],
    power: u8,
    cell: Option<usize>,
    texture: Option<String>,
}

#[derive(Debug, Serialize)]
struct TrackReport {
    mode: u32,
    mask: u32,
    keys: Vec<Key>,
    #[serde(skip)]
    order: &'static str,
}

#[derive(Debug, Serialize)]
struct Key {
    phase: u16,
    end_ms: u16,
}

impl Report {
    pub(super) fn new(material: &Mat0) -> Self {
        Self {
            flags: material.flags,
            version: material.version,
            surface: material.surface,
            phases: material.phases.iter().map(PhaseReport::new).collect(),
            tracks: material.tracks.iter().map(TrackReport::new).collect(),
            blend: match material.blend_mode() {
                BlendMode::Opaque => "opaque",
                BlendMode::Additive => "adds light",
                BlendMode::Multiply => "darkens what is behind",
                BlendMode::Alpha => "see-through",
                BlendMode::Modulate2x => "darkens or brightens what is behind",
            },
        }
    }
}

impl PhaseReport {
    fn new(phase: &Phase) -> Self {
        Self {
            ambient: phase.ambient_rgb(),
            opacity: phase.opacity(),
            diffuse: phase.diffuse_rgb(),
            specular: phase.specular_rgb(),
            emissive: phase.emissive_rgb(),
            power: phase.power,
            cell: phase.page(),
            texture: phase.texture_name().map(text::decode),
        }
    }
}

impl TrackReport {
    fn new(track: &Track) -> Self {
        let keys = track.keys.iter().map(|key| Key {
            phase: key.phase,
            end_ms: key.end_ms,
        });
        Self {
            // The low three bits select the order.
            mode: track.word & 7,
            mask: track.mask(),
            keys: keys.collect(),
            order: match track.mode() {
                TrackMode::Loop => "loop",
                TrackMode::PingPong => "there and back",
                TrackMode::Once => "once",
                TrackMode::Random => "random",
            },
        }
    }

    /// What the track animates beside the texture.
    fn animated(&self) -> String {
        let parts = [
            (Track::AMBIENT, "ambient"),
            (Track::DIFFUSE, "diffuse"),
            (Track::SPECULAR, "specular"),
            (Track::EMISSIVE, "emissive"),
            (Track::OPACITY, "opacity"),
        ];
        let parts = parts.iter().filter(|(bit, _)| self.mask & bit != 0);
        let parts: Vec<_> = parts.map(|(_, name)| *name).collect();
        if parts.is_empty() {
            return "-".to_owned();
        }
        parts.join(" ")
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            version,
            flags,
            blend,
            surface,
            ..
        } = self;
        writeln!(
            f,
            "material: {blend} (flags {flags:#x}), version {version}, surface {surface}"
        )?;
        let columns = &[
            "#", "texture", "cell", "ambient", "diffuse", "specular", "emissive", "power",
            "opacity",
        ];
        let mut table = Table::new("phases", columns);
        for (index, p) in self.phases.iter().enumerate() {
            table.row([
                &index,
                &or_dash(p.texture.as_ref()),
                &or_dash(p.cell),
                &colour(p.ambient),
                &colour(p.diffuse),
                &colour(p.specular),
                &colour(p.emissive),
                &p.power,
                &format!("{:.0}%", p.opacity * 100.0),
            ]);
        }
        table.fmt(f)?;
        let columns = &["#", "order", "blended", "phase until ms"];
        let mut table = Table::new("tracks", columns);
        for (index, track) in self.tracks.iter().enumerate() {
            let keys = track.keys.iter();
            let keys: Vec<_> = keys.map(|k| format!("{}:{}", k.phase, k.end_ms)).collect();
            table.row([&index, &track.order, &track.animated(), &keys.join(" ")]);
        }
        table.fmt(f)
    }
}
