//! Kinds of materials: how a recipe's few words become a record.

use msh_format::Result;
use msh_format::material::{BlendMode, Mat0, Phase, Track, TrackKey};

/// Surface classes of ground contact (`03-materials-textures.md` 3.1).
pub(super) mod surface {
    pub(in crate::materials) const SOFT_GROUND: u8 = 0;
    pub(in crate::materials) const HARD_GROUND: u8 = 2;
    pub(in crate::materials) const SKIN: u8 = 5;
    pub(in crate::materials) const FOLIAGE: u8 = 6;
    pub(in crate::materials) const WATER: u8 = 7;
}

/// attr1 of ordinary skins: opaque whatever alpha the texture has.
pub(super) const SKIN: u32 = Mat0::FLAG_IGNORE_TEXTURE_ALPHA;
/// attr1 of see-through materials.
pub(super) const CLEAR: u32 = BlendMode::Alpha.flags();
/// attr1 of glows.
pub(super) const GLOW: u32 = BlendMode::Additive.flags();

/// Fully opaque, in per cent.
pub(super) const OPAQUE: u8 = 100;

/// One phase, one track, one key.
pub(super) fn still(flags: u32, surface: u8, phase: Phase) -> Mat0 {
    Mat0 {
        surface,
        ..Mat0::one_phase(flags, phase)
    }
}

/// Ground: track 0 shows the texture, track 1 its flattened twin.
pub(super) fn with_twin(surface: u8, texture: &str, twin: &str) -> Result<Mat0> {
    let phases = vec![Phase::textured(texture)?, Phase::textured(twin)?];
    Ok(Mat0 {
        phases,
        tracks: vec![Track::still(0), Track::still(1)],
        ..still(0, surface, Phase::default())
    })
}

/// Ten frames, 200 ms apart; the blue is the diffuse colour.
pub(super) fn water() -> Result<Mat0> {
    let frame = |i: usize| -> Result<Phase> {
        Ok(Phase {
            diffuse: [92, 158, 190, OPAQUE],
            specular: [200, 190, 160, OPAQUE],
            power: 5,
            ..Phase::textured(&format!("WATER{i}.0"))?
        })
    };
    Ok(Mat0 {
        phases: (0..10).map(frame).collect::<Result<_>>()?,
        tracks: vec![timed(Mode::Loop, 0, 10, 200)],
        ..still(0, surface::WATER, Phase::default())
    })
}

/// A skin with a highlight of this colour.
pub(super) fn polished(texture: &str, [r, g, b]: [u8; 3], power: u8) -> Result<Mat0> {
    let phase = Phase {
        specular: [r, g, b, OPAQUE],
        power,
        ..Phase::textured(texture)?
    };
    Ok(still(SKIN, surface::SKIN, phase))
}

/// A room's skin: the sun does not reach it, so it brings some light of its own.
pub(super) fn indoors(texture: &str, own: u8) -> Result<Mat0> {
    let phase = Phase {
        ambient: [own, own, own, OPAQUE],
        ..Phase::textured(texture)?
    };
    Ok(still(SKIN, surface::HARD_GROUND, phase))
}

/// Screens in three states, half a second each; their own light.
pub(super) fn console() -> Result<Mat0> {
    let state = |cell: i8| -> Result<Phase> {
        Ok(Phase {
            ambient: [170, 176, 170, OPAQUE],
            cell,
            ..Phase::textured("B_CON1.0")?
        })
    };
    Ok(Mat0 {
        phases: (0..3).map(state).collect::<Result<_>>()?,
        tracks: vec![timed(Mode::Loop, 0, 3, 500)],
        ..still(SKIN, surface::SKIN, Phase::default())
    })
}

/// Tinted glass: untextured, 55 % opaque, a sharp highlight.
pub(super) fn glass() -> Mat0 {
    let phase = Phase {
        ambient: [20, 30, 36, 55],
        diffuse: [110, 150, 165, OPAQUE],
        specular: [230, 225, 210, OPAQUE],
        power: 6,
        ..Phase::default()
    };
    still(CLEAR, surface::SKIN, phase)
}

/// A plain colour that glows.
pub(super) fn self_lit([r, g, b]: [u8; 3]) -> Mat0 {
    let phase = Phase {
        ambient: [r, g, b, OPAQUE],
        diffuse: [0, 0, 0, OPAQUE],
        ..Phase::default()
    };
    still(SKIN, surface::SKIN, phase)
}

pub(super) fn self_lit_picture(texture: &str, [r, g, b]: [u8; 3]) -> Result<Mat0> {
    let phase = Phase {
        ambient: [r, g, b, OPAQUE],
        ..Phase::textured(texture)?
    };
    Ok(still(SKIN, surface::SKIN, phase))
}

/// A red lamp that swells and dies away: forth and back between two self-lights.
pub(super) fn beacon() -> Mat0 {
    let light = |r, g, b| Phase {
        ambient: [r, g, b, OPAQUE],
        diffuse: [0, 0, 0, OPAQUE],
        ..Phase::default()
    };
    Mat0 {
        phases: vec![light(255, 84, 40), light(70, 12, 8)],
        tracks: vec![timed(Mode::PingPong, Track::AMBIENT, 2, 450)],
        ..still(SKIN, surface::SKIN, Phase::default())
    }
}

/// Eight signs on one sheet; track = sign of the clan.
pub(super) fn insignia([r, g, b]: [u8; 3]) -> Result<Mat0> {
    let sign = |cell: i8| -> Result<Phase> {
        Ok(Phase {
            diffuse: [r, g, b, OPAQUE],
            cell,
            ..Phase::textured("SIGNS.0")?
        })
    };
    Ok(Mat0 {
        phases: (0..8).map(sign).collect::<Result<_>>()?,
        tracks: (0..8).map(Track::still).collect(),
        ..still(SKIN, surface::SKIN, Phase::default())
    })
}

/// A puff that fades in and out once, then stays away.
pub(super) fn steam() -> Result<Mat0> {
    let puff = |opacity: u8| -> Result<Phase> {
        Ok(Phase {
            ambient: [236, 230, 220, opacity],
            diffuse: [0, 0, 0, OPAQUE],
            ..Phase::textured("E_STM1.0")?
        })
    };
    Ok(Mat0 {
        phases: vec![puff(20)?, puff(80)?, puff(45)?],
        tracks: vec![timed(Mode::Once, Track::AMBIENT | Track::OPACITY, 3, 900)],
        ..still(CLEAR, 0xFF, Phase::default())
    })
}

/// Flakes in four shapes at random times.
pub(super) fn snowfall() -> Result<Mat0> {
    let flake = |cell: i8| -> Result<Phase> {
        Ok(Phase {
            cell,
            ..unlit_phase([255, 255, 255], "SNOW.0")?
        })
    };
    Ok(Mat0 {
        phases: (0..4).map(flake).collect::<Result<_>>()?,
        tracks: vec![timed(Mode::Random, 0, 4, 250)],
        ..still(CLEAR, 0xFF, Phase::default())
    })
}

/// The black of doorways that lead into rooms. It is in the texture: the scene colour would lift a
/// black self-light.
pub(super) fn black_doorway() -> Result<Mat0> {
    Ok(still(
        CLEAR,
        0xFF,
        unlit_phase([255, 255, 255], "DOORWAY.0")?,
    ))
}

/// Black diffuse: only the self-light shows.
pub(super) fn unlit_phase([r, g, b]: [u8; 3], texture: &str) -> Result<Phase> {
    Ok(Phase {
        ambient: [r, g, b, OPAQUE],
        diffuse: [0, 0, 0, OPAQUE],
        ..Phase::textured(texture)?
    })
}

pub(super) fn unlit(flags: u32, color: [u8; 3], texture: &str) -> Result<Mat0> {
    Ok(still(flags, 0xFF, unlit_phase(color, texture)?))
}

/// The cells of a sheet in a loop, unlit.
pub(super) fn cells(
    flags: u32,
    color: [u8; 3],
    texture: &str,
    count: i8,
    step_ms: u16,
) -> Result<Mat0> {
    let phase = |cell: i8| -> Result<Phase> {
        Ok(Phase {
            cell,
            ..unlit_phase(color, texture)?
        })
    };
    Ok(Mat0 {
        phases: (0..count).map(phase).collect::<Result<_>>()?,
        tracks: vec![timed(Mode::Loop, 0, count.unsigned_abs().into(), step_ms)],
        ..still(flags, 0xFF, Phase::default())
    })
}

/// Playing modes of a track.
enum Mode {
    Loop,
    PingPong,
    Once,
    Random,
}

/// A track that shows phases 0, 1, 2, .. for `step_ms` each; fields in `mask` move between keys.
fn timed(mode: Mode, mask: u32, count: u16, step_ms: u16) -> Track {
    let key = |i: u16| TrackKey {
        phase: i,
        end_ms: (i + 1) * step_ms,
        unk_04: 0,
    };
    Track {
        word: mode as u32 | mask << 3,
        keys: (0..count).map(key).collect(),
    }
}
