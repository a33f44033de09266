//! Broken and generated input for the small formats: tables, textures, units and side files.
//!
//! Whatever the bytes, a reader returns; what it accepts is written back byte for byte.
#![allow(clippy::unwrap_used)]

use msh_format::base_plan::{BasePlan, InnerRing};
use msh_format::damage::{DamageTable, NodeDamage};
use msh_format::material::{Mat0, Phase, Track, TrackKey};
use msh_format::mission_cfg::{CfgBlock, MissionCfg};
use msh_format::nres::EntryType;
use msh_format::points::{ControlPoint, ControlPoints};
use msh_format::prototype::{Prototype, Reference};
use msh_format::texm::{PageRect, PixelFormat, Texm};
use msh_format::text::FixedStr;
use msh_format::unit::{Unit, UnitComponent};
use msh_format::wear::Wear;
use msh_format::{Warnings, WriteLe};
use proptest::collection::vec;
use proptest::prelude::*;

/// Reads bytes and writes the value again; `None` if they are refused.
type Rewrite = fn(&[u8]) -> Option<Vec<u8>>;

const STAT: EntryType = EntryType::tag(*b"STAT");

fn wear(data: &[u8]) -> Option<Vec<u8>> {
    let value = Wear::parse(data, &mut Warnings::new()).ok()?;
    Some(value.to_bytes().unwrap())
}

fn mat0(data: &[u8]) -> Option<Vec<u8>> {
    let value = Mat0::parse(data, 0, 6, &mut Warnings::new()).ok()?;
    Some(value.to_bytes().unwrap())
}

fn texm(data: &[u8]) -> Option<Vec<u8>> {
    let value = Texm::parse(data, &mut Warnings::new()).ok()?;
    for level in 0..value.levels.len() {
        let (width, height) = value.level_size(level);
        let pixels = value.decode_level(level).unwrap();
        assert_eq!(pixels.len(), width as usize * height as usize * 4);
    }
    let pages = value.pages.as_ref().map_or(0, Vec::len);
    for cell in 0..pages {
        let transform = value.cell_transform(Some(cell));
        let ends = [0, 1].map(|axis| transform.offset[axis] + transform.scale[axis]);
        assert!(transform.offset.iter().all(|n| *n >= 0.0) && ends.iter().all(|n| *n <= 1.0));
    }
    Some(value.to_bytes().unwrap())
}

fn prototype(data: &[u8]) -> Option<Vec<u8>> {
    let value = Prototype::parse(STAT, data, &mut Warnings::new()).ok()?;
    Some(value.to_bytes().unwrap())
}

fn unit(data: &[u8]) -> Option<Vec<u8>> {
    let value = Unit::parse(data, &mut Warnings::new()).ok()?;
    Some(value.to_bytes().unwrap())
}

fn mission_cfg(data: &[u8]) -> Option<Vec<u8>> {
    let value = MissionCfg::parse(data, &mut Warnings::new());
    Some(value.to_bytes().unwrap())
}

fn base_plan(data: &[u8]) -> Option<Vec<u8>> {
    let value = BasePlan::parse(data, &mut Warnings::new()).ok()?;
    Some(value.to_bytes().unwrap())
}

fn points(data: &[u8]) -> Option<Vec<u8>> {
    let value = ControlPoints::parse(data, &mut Warnings::new()).ok()?;
    Some(value.to_bytes().unwrap())
}

fn damage(data: &[u8]) -> Option<Vec<u8>> {
    let value = DamageTable::parse(data, &mut Warnings::new()).ok()?;
    Some(value.to_bytes().unwrap())
}

/// Every format with a valid file that has something in each of its parts.
fn samples() -> Vec<(Rewrite, Vec<u8>)> {
    vec![
        (wear, sample_wear().to_bytes().unwrap()),
        (mat0, sample_mat0().to_bytes().unwrap()),
        (texm, sample_texm(PixelFormat::Rgb565)),
        (texm, sample_texm(PixelFormat::Indexed)),
        (prototype, sample_prototype().to_bytes().unwrap()),
        (unit, sample_unit().to_bytes().unwrap()),
        (mission_cfg, sample_mission_cfg().to_bytes().unwrap()),
        (base_plan, sample_base_plan().to_bytes().unwrap()),
        (points, sample_points().to_bytes().unwrap()),
        (damage, sample_damage().to_bytes().unwrap()),
    ]
}

fn sample_wear() -> Wear {
    Wear::from_names(&["B_PG4", "R_NP13"], &["fr_l_bunker_00.0"]).unwrap()
}

fn sample_mat0() -> Mat0 {
    let key = |phase, end_ms| TrackKey {
        phase,
        end_ms,
        unk_04: 0,
    };
    let mut material = Mat0::one_phase(2, Phase::textured("SUN4.0").unwrap());
    material.phases.push(material.phases[0]);
    material.tracks.push(Track {
        word: 8,
        keys: vec![key(0, 50), key(1, 100)],
    });
    material
}

fn sample_texm(format: PixelFormat) -> Vec<u8> {
    let page = PageRect {
        x: 1,
        width: 2,
        y: 0,
        height: 1,
    };
    let rgba: Vec<u8> = (0..4 * 2 * 4).collect();
    let texture = Texm::encode(4, 2, &rgba, format, 3).unwrap();
    texture.with_pages(vec![page; 2]).to_bytes().unwrap()
}

fn sample_prototype() -> Prototype {
    let slot = Reference::new("static.rlb", "s_tree_0_06.msh").unwrap();
    Prototype {
        tag: STAT,
        slots: vec![slot, Reference::default()],
    }
}

fn sample_unit() -> Unit {
    let part = |key, child_count| UnitComponent::new(key, "part", 0, -1, child_count).unwrap();
    let components = vec![part("a", 2), part("b", 0), part("c", 1), part("d", 0)];
    Unit::new(0x0100_8000, components).unwrap()
}

fn sample_mission_cfg() -> MissionCfg {
    let text = b"object a # b\r\n x = \"1\"\r\n y = 2\r\nEND\r\nobject b\r\nend";
    MissionCfg::parse(text, &mut Warnings::new())
}

fn sample_base_plan() -> BasePlan {
    let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    BasePlan {
        inner: vec![InnerRing {
            corners: corners.clone(),
            triangles: vec![1, 2, 3],
            triangle_corners: vec![0, 1, 2],
        }],
        outer: vec![corners],
    }
}

fn sample_points() -> ControlPoints {
    let point = ControlPoint {
        flags: 0,
        node: 35,
        carrier: 35,
        position: [0.0, 0.0, 0.875],
        direction: [0.0, 1.0, 0.0],
        name: FixedStr::new("CameraCenter").unwrap(),
    };
    ControlPoints {
        points: vec![point; 2],
    }
}

fn sample_damage() -> DamageTable {
    let node = NodeDamage {
        flags: 0,
        hit_points: 500.0,
        density: 1000.0,
        archive: FixedStr::new("weapon.rlb").unwrap(),
        member: FixedStr::new("exp.exp").unwrap(),
    };
    DamageTable {
        nodes: vec![node; 2],
    }
}

/// A fixed sequence (xorshift), so that a failure repeats.
struct Sequence(u64);

impl Sequence {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

fn assert_lossless(rewrite: Rewrite, data: &[u8]) {
    if let Some(written) = rewrite(data) {
        assert_eq!(written, data);
    }
}

#[test]
fn every_sample_is_accepted() {
    for (rewrite, bytes) in samples() {
        assert_eq!(rewrite(&bytes), Some(bytes));
    }
}

#[test]
fn every_truncation_is_refused_or_survives() {
    for (rewrite, bytes) in samples() {
        for length in 0..bytes.len() {
            assert_lossless(rewrite, &bytes[..length]);
        }
    }
}

#[test]
fn a_thousand_flipped_bytes_are_refused_or_survive() {
    for (rewrite, bytes) in samples() {
        let mut sequence = Sequence(0x5EED);
        for _ in 0..1_000 {
            let mut broken = bytes.clone();
            for _ in 0..=sequence.below(3) {
                let place = sequence.below(broken.len());
                broken[place] = sequence.below(256) as u8;
            }
            assert_lossless(rewrite, &broken);
        }
    }
}

#[test]
fn a_thousand_wild_words_are_refused_or_survive() {
    let wild = [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0x1000_0000];
    for (rewrite, bytes) in samples() {
        let mut sequence = Sequence(0xC0FFEE);
        for _ in 0..1_000 {
            let mut broken = bytes.clone();
            let place = sequence.below(broken.len() - 3);
            let word: u32 = wild[sequence.below(wild.len())];
            broken[place..place + 4].copy_from_slice(&word.to_le_bytes());
            assert_lossless(rewrite, &broken);
        }
    }
}

/// A fixed text field whose tail may hold anything.
fn field<const N: usize>() -> impl Strategy<Value = FixedStr<N>> {
    vec(any::<u8>(), N).prop_map(|bytes| FixedStr(bytes.try_into().unwrap()))
}

fn words() -> impl Strategy<Value = Vec<String>> {
    vec("[!-~А-яЁё]{1,64}", 1..20)
}

fn phase() -> impl Strategy<Value = Phase> {
    let colour = any::<[u8; 4]>;
    let colours = (colour(), colour(), colour(), colour());
    (colours, any::<u8>(), any::<i8>(), field()).prop_map(|(colours, power, cell, texture)| {
        let (ambient, diffuse, specular, emissive) = colours;
        Phase {
            ambient,
            diffuse,
            specular,
            emissive,
            power,
            cell,
            texture,
        }
    })
}

fn track() -> impl Strategy<Value = Track> {
    let key = any::<(u16, u16, u16)>().prop_map(|(phase, end_ms, unk_04)| TrackKey {
        phase,
        end_ms,
        unk_04,
    });
    (any::<u32>(), vec(key, 0..6)).prop_map(|(word, keys)| Track { word, keys })
}

/// Header words near the valid ones, then anything.
fn texture_bytes() -> impl Strategy<Value = Vec<u8>> {
    let numbers = PixelFormat::ALL.map(PixelFormat::number);
    let header = (
        0..9_u32,
        0..9_u32,
        0..5_u32,
        proptest::sample::select(numbers.to_vec()),
    );
    let flags = any::<[u32; 3]>();
    (header, flags, vec(any::<u8>(), 0..1_600)).prop_map(|(header, flags, body)| {
        let (width, height, mip_count, number) = header;
        let mut bytes = b"Texm".to_vec();
        bytes.put_u32s(&[width, height, mip_count]);
        bytes.put_u32s(&flags);
        bytes.put_u32(number);
        bytes.put(&body);
        bytes
    })
}

/// Components of a random tree: each one hangs on one of the last still open.
fn unit_components() -> impl Strategy<Value = Vec<UnitComponent>> {
    let component = (
        field(),
        field(),
        any::<(u32, i32, u32)>(),
        field(),
        0..3_i32,
    );
    vec(component, 1..20).prop_map(|rows| {
        let mut owed = 1;
        let mut components = Vec::new();
        let count = rows.len() as i32;
        for (index, row) in (1..).zip(rows) {
            let (archive, key, (unk_40, attachment, class), name, wanted) = row;
            // Never promise more children than records follow, never run out of them before.
            let least = i32::from(owed == 1 && index < count);
            let child_count = wanted.clamp(least, (count - index - owed + 1).max(least));
            owed += child_count - 1;
            components.push(UnitComponent {
                archive,
                key,
                unk_40,
                attachment,
                name,
                class,
                child_count,
            });
        }
        components
    })
}

fn ring() -> impl Strategy<Value = InnerRing> {
    let corner = any::<([f32; 3], i32, i32)>();
    vec(corner, 3..12).prop_map(|rows| {
        let mut ring = InnerRing::default();
        for (corner, triangle, triangle_corner) in rows {
            ring.corners.push(corner);
            ring.triangles.push(triangle);
            ring.triangle_corners.push(triangle_corner);
        }
        ring
    })
}

fn cfg_blocks() -> impl Strategy<Value = Vec<CfgBlock>> {
    let word = "[a-z_]{1,8}";
    let value = "[ -!#-~А-я]{0,20}";
    let pairs = proptest::collection::btree_map(word, value, 0..6);
    proptest::collection::btree_map(word, pairs, 0..6).prop_map(|blocks| {
        let block = |(name, pairs): (String, std::collections::BTreeMap<_, _>)| CfgBlock {
            name,
            pairs: pairs.into_iter().collect(),
        };
        blocks.into_iter().map(block).collect()
    })
}

proptest! {
    #[test]
    fn arbitrary_bytes_are_refused_or_survive(data in vec(any::<u8>(), 0..600)) {
        for (rewrite, _) in samples() {
            assert_lossless(rewrite, &data);
        }
    }

    #[test]
    fn arbitrary_bytes_after_a_valid_start_are_refused_or_survive(
        data in vec(any::<u8>(), 0..600),
        part in 0.0..1.0_f32,
    ) {
        for (rewrite, bytes) in samples() {
            let kept = (bytes.len() as f32 * part) as usize;
            assert_lossless(rewrite, &[&bytes[..kept], &data].concat());
        }
    }

    #[test]
    fn arbitrary_text_survives(
        text in "(object |end|LIGHTMAPS|[0-9]|-|[a-z\u{1A}\u{0}]|=|\"|#|[ \t]|\r|\n|\r\n){0,120}",
    ) {
        assert_lossless(wear, text.as_bytes());
        assert_lossless(mission_cfg, text.as_bytes());
    }

    #[test]
    fn arbitrary_textures_are_refused_or_survive(data in texture_bytes()) {
        assert_lossless(texm, &data);
    }

    #[test]
    fn wear_tables_read_back(materials in words(), lightmaps in words()) {
        let materials: Vec<&str> = materials.iter().map(String::as_str).collect();
        let lightmaps: Vec<&str> = lightmaps.iter().map(String::as_str).collect();
        let value = Wear::from_names(&materials, &lightmaps).unwrap();
        let bytes = value.to_bytes().unwrap();
        let mut warnings = Warnings::new();
        prop_assert_eq!(Wear::parse(&bytes, &mut warnings), Ok(value));
        prop_assert!(warnings.is_empty());
    }

    #[test]
    fn materials_read_back(
        (flags, surface, unk_05) in any::<(u32, u8, u8)>(),
        (speed_factor, damage_rate) in any::<(f32, f32)>(),
        phases in vec(phase(), 0..5),
        tracks in vec(track(), 0..20),
        unk_tail in vec(any::<u8>(), 0..4),
    ) {
        let value = Mat0 {
            flags, version: 6, surface, unk_05, speed_factor, damage_rate, phases, tracks, unk_tail,
        };
        let bytes = value.to_bytes().unwrap();
        prop_assert_eq!(Mat0::parse(&bytes, flags, 6, &mut Warnings::new()), Ok(value));
    }

    #[test]
    fn encoded_textures_decode_to_nearly_their_pixels(
        pixels in vec(any::<[u8; 4]>(), 6),
    ) {
        let rgba = pixels.concat();
        for (format, step) in [
            (PixelFormat::Rgb565, 5),
            (PixelFormat::Rgb556, 5),
            (PixelFormat::Argb4444, 9),
            (PixelFormat::Rgb888, 0),
            (PixelFormat::Argb8888, 0),
            (PixelFormat::Indexed, 0),
        ] {
            let texture = Texm::encode(3, 2, &rgba, format, 2).unwrap();
            let decoded = texture.decode_level(0).unwrap();
            for ([red, green, blue, alpha], got) in pixels.iter().zip(decoded.as_chunks::<4>().0) {
                let alpha = if format.has_alpha() { *alpha } else { 255 };
                for (want, got) in [*blue, *green, *red, alpha].iter().zip(got) {
                    prop_assert!(want.abs_diff(*got) <= step, "{:?}: {} {}", format, want, got);
                }
            }
            let bytes = texture.to_bytes().unwrap();
            prop_assert_eq!(Texm::parse(&bytes, &mut Warnings::new()), Ok(texture));
        }
    }

    #[test]
    fn prototypes_read_back(slots in vec((field(), field()), 0..8)) {
        let slots = slots.into_iter().map(|(archive, member)| Reference { archive, member });
        let value = Prototype { tag: STAT, slots: slots.collect() };
        let bytes = value.to_bytes().unwrap();
        prop_assert_eq!(Prototype::parse(STAT, &bytes, &mut Warnings::new()), Ok(value));
    }

    #[test]
    fn units_read_back_and_their_parents_come_first(
        class_word in any::<u32>(),
        components in unit_components(),
    ) {
        let value = Unit::new(class_word, components).unwrap();
        prop_assert_eq!(value.parents[0], None);
        for (index, component) in value.components.iter().enumerate() {
            let children = value.parents.iter().filter(|p| **p == Some(index)).count();
            prop_assert_eq!(children, component.child_count as usize);
            prop_assert!(index == 0 || value.parents[index].is_some_and(|p| p < index));
        }
        let bytes = value.to_bytes().unwrap();
        prop_assert_eq!(Unit::parse(&bytes, &mut Warnings::new()), Ok(value));
    }

    #[test]
    fn ground_plans_read_back(inner in vec(ring(), 0..3), outer in vec(ring(), 0..3)) {
        let outer = outer.into_iter().map(|ring| ring.corners).collect();
        let value = BasePlan { inner, outer };
        let bytes = value.to_bytes().unwrap();
        prop_assert_eq!(BasePlan::parse(&bytes, &mut Warnings::new()), Ok(value));
    }

    #[test]
    fn control_points_read_back(
        rows in vec((any::<(u32, i32, i32)>(), any::<[f32; 3]>(), any::<[f32; 3]>(), field()), 0..6),
    ) {
        let point = |((flags, node, carrier), position, direction, name)| ControlPoint {
            flags, node, carrier, position, direction, name,
        };
        let value = ControlPoints { points: rows.into_iter().map(point).collect() };
        let bytes = value.to_bytes().unwrap();
        prop_assert_eq!(ControlPoints::parse(&bytes, &mut Warnings::new()), Ok(value));
    }

    #[test]
    fn damage_tables_read_back(rows in vec((any::<(u32, f32, f32)>(), field(), field()), 0..6)) {
        let node = |((flags, hit_points, density), archive, member)| NodeDamage {
            flags, hit_points, density, archive, member,
        };
        let value = DamageTable { nodes: rows.into_iter().map(node).collect() };
        let bytes = value.to_bytes().unwrap();
        prop_assert_eq!(DamageTable::parse(&bytes, &mut Warnings::new()), Ok(value));
    }

    #[test]
    fn configuration_blocks_read_back(blocks in cfg_blocks()) {
        let value = MissionCfg { blocks, source: None };
        let bytes = value.to_bytes().unwrap();
        let mut warnings = Warnings::new();
        prop_assert_eq!(MissionCfg::parse(&bytes, &mut warnings), value);
        prop_assert!(warnings.is_empty());
    }
}
