//! The committed model archives: read back without a warning, and what they are there to show holds.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on fails"
)]

use std::path::Path;

use msh_format::base_plan::BasePlan;
use msh_format::control::{Binding, Control, binding_flags};
use msh_format::damage::DamageTable;
use msh_format::msh::{Batch20, Key24, Msh, batch_flags, node_flags, stream};
use msh_format::nres::Nres;
use msh_format::points::ControlPoints;
use msh_format::prototype::Prototype;
use msh_format::text::decode;
use msh_format::wear::Wear;
use msh_format::{Warning, Warnings};

const ARCHIVES: [&str; 7] = [
    "animals.rlb",
    "static.rlb",
    "fortif.rlb",
    "bases.rlb",
    "turrets.rlb",
    "guns.rlb",
    "intsys.rlb",
];

fn file(path: &str) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/demo");
    std::fs::read(root.join(path)).unwrap()
}

/// Names and payloads of an archive.
fn members(archive: &str) -> Vec<(String, Vec<u8>)> {
    let bytes = file(archive);
    let archive = Nres::parse(&bytes, &mut Warnings::new()).unwrap();
    let entries = archive.entries().iter().enumerate();
    entries
        .map(|(i, entry)| (entry.name.to_string(), archive.payload(i).unwrap().to_vec()))
        .collect()
}

fn member(archive: &str, name: &str) -> Vec<u8> {
    let found = members(archive)
        .into_iter()
        .find(|(known, _)| known == name);
    found.unwrap_or_else(|| panic!("{archive}::{name}")).1
}

fn model(archive: &str, name: &str) -> Msh {
    Msh::parse(&member(archive, name), &mut Warnings::new()).unwrap()
}

fn control(archive: &str, name: &str) -> Control {
    Control::parse(&member(archive, name), &mut Warnings::new()).unwrap()
}

/// Every model of the demo with its name.
fn models() -> Vec<(String, Msh)> {
    let all = ARCHIVES.iter().flat_map(|archive| members(archive));
    all.filter(|(name, _)| name.ends_with(".msh"))
        .map(|(name, bytes)| (name, Msh::parse(&bytes, &mut Warnings::new()).unwrap()))
        .collect()
}

/// The keys of a node, first to fallback.
fn track(model: &Msh, node: usize) -> &[Key24] {
    let nodes = model.nodes.as_slice();
    let first = node
        .checked_sub(1)
        .map_or(0, |before| nodes[before].fallback_key + 1);
    &model.keys[usize::from(first)..=usize::from(nodes[node].fallback_key)]
}

/// Quaternions as stored, alike but for rounding.
fn near(a: [i16; 4], b: [i16; 4]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= 1)
}

#[test]
fn every_member_is_read_without_a_warning_and_written_back_alike() {
    for archive in ARCHIVES {
        let mut warnings = Warnings::new();
        let whole = file(archive);
        Nres::parse(&whole, &mut warnings).unwrap();
        for (name, bytes) in members(archive) {
            let extension = name.rsplit('.').next().unwrap_or_default();
            let again = match extension {
                "msh" => Msh::parse(&bytes, &mut warnings).unwrap().to_bytes(),
                "wea" => Wear::parse(&bytes, &mut warnings).unwrap().to_bytes(),
                "cpt" => ControlPoints::parse(&bytes, &mut warnings)
                    .unwrap()
                    .to_bytes(),
                "ndp" => DamageTable::parse(&bytes, &mut warnings)
                    .unwrap()
                    .to_bytes(),
                "ctl" => Control::parse(&bytes, &mut warnings).unwrap().to_bytes(),
                "bas" => BasePlan::parse(&bytes, &mut warnings).unwrap().to_bytes(),
                other => panic!("{archive}::{name}: {other}"),
            };
            assert_eq!(again.unwrap(), bytes, "{archive}::{name}");
        }
        let texts: Vec<String> = warnings.list().iter().map(Warning::to_string).collect();
        assert!(texts.is_empty(), "{archive}: {texts:?}");
    }
}

#[test]
fn streams_have_the_order_and_attributes_of_shipped_files() {
    let base = [1, 2, 3, 4, 5, 15, 13, 6, 7, 8, 19, 9, 10, 17];
    let lit = [1, 2, 3, 4, 5, 18, 15, 13, 6, 7, 8, 19, 9, 10, 17, 20];
    for (name, model) in models() {
        let order: Vec<u32> = model.streams.iter().map(|s| s.kind.0).collect();
        let expected: &[u32] = if model.uv1.is_some() { &lit } else { &base };
        assert_eq!(order, expected, "{name}");
        for entry in &model.streams {
            let record = match entry.kind.0 {
                stream::NODES => 38,
                stream::SLOTS => 68,
                stream::POSITIONS => 12,
                stream::NORMALS | stream::UV0 | stream::UV1 | stream::KEYS => 4,
                stream::INDICES | stream::FRAME_MAP => 2,
                stream::DESCRIPTORS => 16,
                stream::BATCHES => 20,
                stream::NODE_NAMES => 32,
                stream::AUX15 => 8,
                stream::LIGHTS => 48,
                _ => 0,
            };
            assert_eq!(entry.attr[2], record, "{name} stream {}", entry.kind.0);
        }
    }
}

#[test]
fn batches_tile_the_indices_and_slots_tile_the_batches() {
    for (name, model) in models() {
        let mut next = 0;
        for batch in &model.batches {
            assert_eq!(batch.index_start, next, "{name}");
            assert_eq!(batch.index_count % 3, 0, "{name}");
            let used = &model.indices[batch.index_range()];
            let largest = used.iter().max().copied().unwrap_or_default();
            assert_eq!(batch.vertex_count, largest + 1, "{name}");
            next += u32::from(batch.index_count);
        }
        assert_eq!(next as usize, model.indices.len(), "{name}");
        for slot in &model.slots {
            let faces = |b: &Batch20| b.index_count / 3;
            let own = model.batches[slot.batch_range()]
                .iter()
                .map(faces)
                .sum::<u16>();
            assert_eq!(slot.tri_count, own, "{name}");
        }
    }
}

#[test]
fn faces_are_wound_as_their_stored_normals_say() {
    for (name, model) in models() {
        let descriptors = model.descriptors.as_ref().unwrap();
        let faces = model.batches.iter().flat_map(|b| b.faces(&model.indices));
        for (face, descriptor) in faces.zip(descriptors) {
            let [a, b, c] = face.map(|vertex| model.positions[vertex]);
            let [ab, ac] = [b, c].map(|p| [p[0] - a[0], p[1] - a[1], p[2] - a[2]]);
            let cross = [
                ab[1] * ac[2] - ab[2] * ac[1],
                ab[2] * ac[0] - ab[0] * ac[2],
                ab[0] * ac[1] - ab[1] * ac[0],
            ];
            let normal = descriptor.scaled_normal();
            let along: f32 = cross.iter().zip(normal).map(|(x, y)| x * y).sum();
            assert!(along > 0.0, "{name} {cross:?} {normal:?}");
        }
    }
}

#[test]
fn neighbours_across_an_edge_name_each_other() {
    for (name, model) in models() {
        let descriptors = model.descriptors.as_ref().unwrap();
        for (index, descriptor) in descriptors.iter().enumerate() {
            for (edge, neighbour) in descriptor.neighbours.iter().enumerate() {
                let code = (descriptor.link >> (2 * edge)) & 3;
                if *neighbour == 0xFFFF {
                    assert_eq!(code, 3, "{name}");
                } else {
                    let other = descriptors[usize::from(*neighbour)];
                    assert_eq!(
                        usize::from(other.neighbours[usize::from(code)]),
                        index,
                        "{name}"
                    );
                }
            }
        }
    }
}

#[test]
fn every_wear_row_and_lightmap_exists() {
    let materials: Vec<String> = members("Material.lib").into_iter().map(|m| m.0).collect();
    let pages: Vec<String> = members("LightMap.lib").into_iter().map(|m| m.0).collect();
    for archive in ARCHIVES {
        for (name, bytes) in members(archive).iter().filter(|m| m.0.ends_with(".wea")) {
            let wear = Wear::parse(bytes, &mut Warnings::new()).unwrap();
            for row in &wear.materials {
                assert!(materials.contains(&decode(&row.name)), "{name}: {row:?}");
            }
            for row in &wear.lightmaps {
                assert!(pages.contains(&decode(&row.name)), "{name}: {row:?}");
            }
            let model = model(archive, &name.replace(".wea", ".msh"));
            let rows = wear.materials.len();
            let in_range = |b: &Batch20| usize::from(b.material_index) < rows;
            assert!(model.batches.iter().all(in_range), "{name}");
        }
    }
}

#[test]
fn lightmapped_batches_carry_their_flag_and_stay_on_their_page() {
    let mut lit = 0;
    for (name, model) in models() {
        for batch in &model.batches {
            let flagged = batch.has(batch_flags::LIGHTMAPPED);
            assert_eq!(flagged, batch.lightmap().is_some(), "{name}");
            lit += usize::from(flagged);
        }
        let uv1 = model.uv1.iter().flatten().flatten();
        assert!(uv1.clone().all(|c| *c <= 1022), "{name}");
    }
    assert!(lit > 20);
}

#[test]
fn the_gate_of_the_plant_stands_shut_at_frame_0_and_is_sunk_at_frame_1() {
    let plant = model("fortif.rlb", "fr_l_plant.msh");
    assert_eq!(plant.nodes.as_slice()[3].hdr0, 0xD1);
    let [shut, open] = track(&plant, 3) else {
        panic!("two keys");
    };
    assert_eq!([shut.time, open.time], [0.0, 1.0]);
    assert!(open.position[2] < shut.position[2] - 6.5);
    let control = control("fortif.rlb", "fr_l_plant.ctl");
    let expected = Binding {
        rate: 0.25,
        ..Binding::new(3, 0.0, 1.0)
    };
    assert_eq!(control.bindings[0], expected);
}

#[test]
fn turrets_look_ahead_at_frame_51_and_aside_at_frame_0() {
    let turret = model("turrets.rlb", "t_lt_01.msh");
    let yaw = track(&turret, 1);
    let angle = |time: f32| {
        let key = yaw.iter().find(|key| key.time == time).unwrap();
        key.quaternion_wxyz
    };
    // Ahead it undoes the turn of its root, a quarter about x, and no more.
    assert!(near(angle(51.0), [23170, 23170, 0, 0]));
    assert!(!near(angle(0.0), [23170, 23170, 0, 0]));
    let row = control("turrets.rlb", "t_lt_01.ctl").bindings[0];
    assert_eq!((row.node, row.frame_a, row.frame_b), (1, 49.0, 53.0));
    assert_eq!(row.flags, binding_flags::WRAP | binding_flags::INVERT);
    assert_eq!(row.initial, 0.5);
}

#[test]
fn sockets_and_the_roots_that_fit_them_are_turned_alike() {
    let socket = |archive, name, node| track(&model(archive, name), node)[0].quaternion_wxyz;
    let quarter_about_x = [23170, -23170, 0, 0];
    assert!(near(socket("bases.rlb", "r_l_01.msh", 4), quarter_about_x));
    assert!(near(
        socket("turrets.rlb", "t_lt_01.msh", 0),
        quarter_about_x
    ));
    // The gunship's turret hangs: half a turn about y on the socket, none on the root.
    assert!(near(
        socket("bases.rlb", "r_f_01.msh", 3),
        [0, 0, -32767, 0]
    ));
    assert!(near(
        socket("turrets.rlb", "t_lb_01.msh", 0),
        [32767, 0, 0, 0]
    ));
}

#[test]
fn portals_name_the_room_behind_them_and_nothing_else_does() {
    let mut kinds = [0; 3];
    for (name, model) in models() {
        let nodes = model.nodes.as_slice();
        for batch in &model.batches {
            let room = usize::from(batch.local_batch_index);
            if !batch.has(batch_flags::PORTAL) {
                assert_eq!(room, 0xFFFF, "{name}");
                continue;
            }
            assert!(
                nodes[room].hdr0 & node_flags::CELL_ROOT != 0,
                "{name} {room}"
            );
            assert!(batch.has(batch_flags::FIRST_FACE_TEST), "{name}");
            let kind = match batch.batch_flags & 0x50 {
                0x40 => 0,
                0x10 => 1,
                _ => 2,
            };
            kinds[kind] += 1;
        }
    }
    assert!(kinds.iter().all(|count| *count > 0), "{kinds:?}");
}

#[test]
fn cockpits_have_geometry_in_the_fifth_column_alone() {
    let turret = model("turrets.rlb", "t_lt_01.msh");
    let cockpit = |hdr0: u16| hdr0 & node_flags::COCKPIT != 0;
    let nodes = turret.nodes.as_slice();
    let node = nodes.iter().find(|n| cockpit(n.hdr0)).unwrap();
    let filled: Vec<usize> = (0..15).filter(|i| node.slot_index[*i] != 0xFFFF).collect();
    assert_eq!(filled, [4]);
}

#[test]
fn prototypes_lead_to_members_that_exist() {
    let bytes = file("objects.rlb");
    let objects = Nres::parse(&bytes, &mut Warnings::new()).unwrap();
    let mut tags = Vec::new();
    for (index, entry) in objects.entries().iter().enumerate() {
        let payload = objects.payload(index).unwrap();
        let record = Prototype::parse(entry.kind, payload, &mut Warnings::new()).unwrap();
        tags.push(entry.kind.as_tag().unwrap());
        for reference in record.used() {
            let archive = decode(reference.archive.as_bytes());
            let name = decode(reference.member.as_bytes());
            let known = members(&archive).iter().any(|(known, _)| *known == name);
            assert!(known, "{}: {archive}::{name}", entry.name);
        }
    }
    for tag in ["STAT", "FORT", "BTLU", "EXTO", "INTO"] {
        assert!(tags.iter().any(|known| known == tag), "{tag}");
    }
}

#[test]
fn two_keys_share_a_mesh_and_differ_in_their_controllers() {
    let record = |key: &str| {
        let tag = msh_format::nres::EntryType::tag(*b"EXTO");
        Prototype::parse(tag, &member("objects.rlb", key), &mut Warnings::new()).unwrap()
    };
    let (a, b) = (record("e_tow_m_01"), record("e_tow_m_02"));
    assert_eq!(a.slots[0], b.slots[0]);
    assert_ne!(a.slots[4], b.slots[4]);
}
