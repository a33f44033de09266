//! Damaged world files give an error or a value that writes back as it was read; never a panic.
#![allow(clippy::unwrap_used)]

use msh_format::land::{FaceSource, Land, LandSource, pack_normal, pack_uv};
use msh_format::sky::{Sky, SkyKeyframe, SkySection, SkyTime};
use msh_format::tma::{Clan, Extra, Property, Relation, Tma, TmaObject, TmaPath, Zone};
use msh_format::{Result, Warnings};

const FLIPS: usize = 1_000;

/// A small generator of numbers that are the same on every run (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit
    }
}

/// Reads bytes and writes the value back.
type Rewrite = fn(&[u8]) -> Result<Vec<u8>>;

fn rewrite_tma(bytes: &[u8]) -> Result<Vec<u8>> {
    Tma::parse(bytes, &mut Warnings::new())?.to_bytes()
}

fn rewrite_land(bytes: &[u8]) -> Result<Vec<u8>> {
    Land::parse(bytes, &mut Warnings::new())?.to_bytes()
}

fn rewrite_sky(bytes: &[u8]) -> Result<Vec<u8>> {
    Sky::parse(bytes, &mut Warnings::new())?.to_bytes()
}

fn mission() -> Vec<u8> {
    let tma = Tma {
        paths: vec![TmaPath {
            id: 4,
            points: vec![[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0]],
        }],
        clans: vec![Clan {
            name: b"Player".to_vec(),
            zones: vec![Zone {
                kind: 1,
                center: [5.0; 3],
                inner: 10.0,
                outer: 20.0,
            }],
            relations: vec![Relation {
                clan: b"Player".to_vec(),
                stance: 2,
            }],
            ..Clan::default()
        }],
        objects: vec![TmaObject {
            kind: 2,
            path: b"s_tree_06".to_vec(),
            properties: vec![Property {
                kind: 1,
                value: 1,
                minimum: 0,
                maximum: 2,
                name: b"Type".to_vec(),
            }],
            ..TmaObject::default()
        }],
        land_path: br"DATA\MAPS\SC_3\land".to_vec(),
        extras: vec![Extra {
            position: [1.0; 3],
            found: 0,
            kind: 0x1000_1000,
            amount: 1e4,
            unk_18: 0,
        }],
        ..Tma::default()
    };
    tma.to_bytes().unwrap()
}

fn terrain() -> Vec<u8> {
    let positions: Vec<[f32; 3]> = (0..9u8)
        .map(|i| [f32::from(i % 3), f32::from(i / 3), f32::from(i)])
        .collect();
    let corners = [
        [0, 1, 4],
        [0, 4, 3],
        [1, 2, 5],
        [1, 5, 4],
        [3, 4, 7],
        [3, 7, 6],
        [4, 5, 8],
        [4, 8, 7],
    ];
    let level: Vec<_> = corners.map(|c| FaceSource::ground(c, 1)).to_vec();
    let source = LandSource {
        normals: vec![pack_normal([0.0, 0.0, 1.0]); 9],
        uv0: vec![pack_uv([0.5, 0.5]); 9],
        uv1: vec![pack_uv([0.0, 0.0]); 9],
        blend: vec![1.0; 9],
        level0: level.clone(),
        level1: level,
        grid: [2, 2],
        positions,
    };
    source.build().unwrap().to_bytes().unwrap()
}

fn day() -> Vec<u8> {
    let slots = |version| {
        let mut slots = [0x7F40_2010; 22];
        if version == 1 {
            // Not stored: 0.3 times the light.
            slots[20..].fill(0x2613_0904);
        }
        slots
    };
    let keyframe = |version, hour| SkyKeyframe {
        version,
        stamp: SkyTime::new(hour, 0),
        opcode: 0,
        slots: slots(version),
        names: [b"sun".as_slice(), b"", b"", b"", b"", b""].map(<[u8]>::to_vec),
        values: [1.0, 1.0, 1.5, 0.0],
        effects: Vec::new(),
    };
    let sky = Sky {
        sections: vec![SkySection {
            version: 1,
            end: SkyTime::new(23, 59),
            day_length: SkyTime::new(0, 15),
            keyframes: vec![keyframe(1, 0), keyframe(2, 8), keyframe(3, 16)],
        }],
        start: SkyTime::new(1, 30),
        unk_end: [0, 1],
    };
    sky.to_bytes().unwrap()
}

/// Every shorter file is refused.
fn refuse_every_cut(bytes: &[u8], rewrite: Rewrite) {
    assert_eq!(rewrite(bytes).unwrap(), bytes);
    for length in 0..bytes.len() {
        assert!(rewrite(&bytes[..length]).is_err(), "cut at {length}");
    }
}

/// Up to eight damaged bytes give an error or the same bytes again.
fn survive_flips(bytes: &[u8], rewrite: Rewrite) {
    let mut random = Random(0x5EED);
    let mut accepted = 0;
    for flip in 0..FLIPS {
        let mut damaged = bytes.to_vec();
        for _ in 0..=random.below(8) {
            let offset = random.below(damaged.len());
            damaged[offset] ^= 1 << random.below(8);
        }
        if let Ok(written) = rewrite(&damaged) {
            assert_eq!(written, damaged, "flip {flip}");
            accepted += 1;
        }
    }
    assert!(
        accepted > 0,
        "no damaged file was readable: the flips test nothing"
    );
}

#[test]
fn every_cut_of_a_mission_is_refused() {
    refuse_every_cut(&mission(), rewrite_tma);
}

#[test]
fn a_damaged_mission_is_refused_or_written_back() {
    survive_flips(&mission(), rewrite_tma);
}

#[test]
fn every_cut_of_a_terrain_is_refused() {
    refuse_every_cut(&terrain(), rewrite_land);
}

#[test]
fn a_damaged_terrain_is_refused_or_written_back() {
    survive_flips(&terrain(), rewrite_land);
}

#[test]
fn every_cut_of_a_day_cycle_is_refused() {
    refuse_every_cut(&day(), rewrite_sky);
}

#[test]
fn a_damaged_day_cycle_is_refused_or_written_back() {
    survive_flips(&day(), rewrite_sky);
}
