//! The files of a small mission: two faces of ground, a building with an outline, a tank, a rock.

use msh_format::base_plan::{BasePlan, InnerRing};
use msh_format::control::{Binding, Control};
use msh_format::damage::{DamageTable, NodeDamage};
use msh_format::land::{FaceSource, LandSource};
use msh_format::material::{Mat0, Phase};
use msh_format::msh::{Batch20, FrameMap, Key24, MshParts, Node38, Slot68, TriangleDescriptor};
use msh_format::nres::EntryType;
use msh_format::points::{ControlPoint, ControlPoints};
use msh_format::prototype::{Prototype, Reference};
use msh_format::sky::{Sky, SkyKeyframe, SkySection, SkyTime};
use msh_format::texm::{PixelFormat, Texm};
use msh_format::text::FixedStr;
use msh_format::tma::{Clan, Tma, TmaObject};
use msh_format::unit::{Unit, UnitComponent};
use msh_format::wear::Wear;

/// One file for each of the first places, in their order.
pub(super) fn files() -> Vec<Vec<u8>> {
    let wear = Wear::from_names(&["WALL"], &[]).unwrap();
    let files = [
        mission().to_bytes(),
        Ok(b"object minimap\r\n scale = 1\r\nend\r\n".to_vec()),
        day().to_bytes(),
        Wear::from_names(&["WALL"; 5], &[]).unwrap().to_bytes(),
        ground().build().and_then(|land| land.to_bytes()),
        wear.to_bytes(),
        wear.to_bytes(),
        unit(0x0100_8000, &[("part", -1, 1), ("part", 0, 0)]).to_bytes(),
        unit(0x8000_0000, &[("fr_hut", -1, 0)]).to_bytes(),
        model().to_bytes(),
        wear.to_bytes(),
        Control::new(vec![Binding::new(1, 0.0, 1.0)]).to_bytes(),
        sockets().to_bytes(),
        durability().to_bytes(),
        outline().to_bytes(),
        part().to_bytes(),
        building().to_bytes(),
        Mat0::one_phase(2, Phase::textured("WALL.0").unwrap()).to_bytes(),
        Texm::encode(1, 1, &[10, 20, 30, 255], PixelFormat::Rgb888, 1)
            .unwrap()
            .to_bytes(),
    ];
    files.map(Result::unwrap).into()
}

fn mission() -> Tma {
    let place = |kind, path: &str, position| TmaObject {
        kind,
        path: path.as_bytes().to_vec(),
        clan: 0,
        position,
        scale: [1.0; 3],
        host: -1,
        vertex: -1,
        ..TmaObject::default()
    };
    Tma {
        clans: vec![Clan::default()],
        objects: vec![
            place(0, r"UNITS\hut.dat", [8.0, 8.0, 0.0]),
            place(1, r"UNITS\tank.dat", [2.0, 2.0, 0.0]),
            place(3, "part", [12.0, 3.0, 0.0]),
        ],
        land_path: br"DATA\MAPS\M\land".to_vec(),
        ..Tma::default()
    }
}

fn day() -> Sky {
    let keyframe = |version, hour| {
        let mut slots = [0x3F40_2010; 22];
        if version == 1 {
            // 0.3 times the light, which is what this version stands for.
            slots[20..].fill(0x1213_0904);
        }
        SkyKeyframe {
            version,
            stamp: SkyTime::new(hour, 0),
            opcode: 0,
            slots,
            names: [b"sun".as_slice(), b"", b"", b"", b"", b""].map(<[u8]>::to_vec),
            values: [1.0, 1.0, 1.5, 0.0],
            effects: Vec::new(),
        }
    };
    Sky {
        sections: vec![SkySection {
            version: 1,
            end: SkyTime::new(23, 59),
            day_length: SkyTime::new(0, 15),
            keyframes: vec![keyframe(1, 0), keyframe(3, 16)],
        }],
        start: SkyTime::new(1, 30),
        unk_end: [0, 1],
    }
}

fn ground() -> LandSource {
    let faces = vec![
        FaceSource::ground([0, 1, 2], 0),
        FaceSource::ground([0, 2, 3], 0),
    ];
    LandSource {
        positions: vec![
            [0.0; 3],
            [16.0, 0.0, 0.0],
            [16.0, 16.0, 0.0],
            [0.0, 16.0, 0.0],
        ],
        normals: vec![[0, 0, 127, 0]; 4],
        uv0: vec![[0, 1024], [1024, 1024], [1024, 0], [0, 0]],
        uv1: vec![[0, 1024], [1024, 1024], [1024, 0], [0, 0]],
        blend: vec![1.0; 4],
        level0: faces.clone(),
        level1: faces,
        grid: [1, 1],
    }
}

/// A unit of (key, attachment, children).
fn unit(class_word: u32, parts: &[(&str, i32, i32)]) -> Unit {
    let part = |&(key, attachment, children): &(&str, i32, i32)| {
        UnitComponent::new(key, "", 0, attachment, children).unwrap()
    };
    Unit::new(class_word, parts.iter().map(part).collect()).unwrap()
}

/// Two nodes with a face each; the second one moves.
fn model() -> MshParts {
    let node = |parent, map, slot| Node38 {
        parent_or_link: parent,
        anim_map_start: map,
        slot_index: [slot; 15],
        ..Node38::default()
    };
    let key = |z, time| Key24 {
        position: [0.0, 0.0, z],
        time,
        quaternion_wxyz: [32_767, 0, 0, 0],
    };
    let positions = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    let batch = |number: u32| Batch20 {
        batch_flags: 0,
        material_index_hi: 0,
        material_index: 0,
        lightmap_index: 0xFF,
        local_batch_index: 0xFFFF,
        index_count: 3,
        index_start: 3 * number,
        vertex_count: 3,
        base_vertex: 0,
    };
    let descriptor = TriangleDescriptor {
        tri_flags: 0,
        neighbours: [0xFFFF; 3],
        normal: [0, -32_767, 0],
        link: 0,
    };
    MshParts {
        nodes: vec![node(0xFFFF, 0xFFFF, 0), node(0, 0, 1)],
        slots: vec![
            Slot68::around(&positions, 0..1, 0..1),
            Slot68::around(&positions, 1..2, 1..2),
        ],
        normals: vec![[0, -127, 0, 0]; 3],
        uv0: vec![[0; 2]; 3],
        indices: vec![0, 1, 2, 0, 1, 2],
        batches: vec![batch(0), batch(1)],
        descriptors: vec![descriptor; 2],
        keys: vec![key(0.0, 0.0), key(5.0, 1.0)],
        frame_map: FrameMap {
            frame_count: 2,
            words: vec![0, 1],
        },
        node_names: vec![FixedStr::default(); 2],
        labels: vec![Vec::new(); 2],
        positions,
        ..MshParts::new("part")
    }
}

fn sockets() -> ControlPoints {
    let point = ControlPoint {
        flags: 0,
        node: 1,
        carrier: 1,
        position: [0.0, 0.0, 0.875],
        direction: [0.0, 1.0, 0.0],
        name: FixedStr::new("CameraCenter").unwrap(),
    };
    ControlPoints {
        points: vec![point],
    }
}

fn durability() -> DamageTable {
    let node = NodeDamage {
        flags: 0,
        hit_points: 500.0,
        density: 1000.0,
        archive: FixedStr::default(),
        member: FixedStr::default(),
    };
    DamageTable {
        nodes: vec![node; 2],
    }
}

fn outline() -> BasePlan {
    let corners = vec![[-2.0, -2.0, 0.0], [2.0, -2.0, 0.0], [0.0, 2.0, 0.0]];
    BasePlan {
        inner: vec![InnerRing {
            corners: corners.clone(),
            triangles: vec![1, 2, 3],
            triangle_corners: vec![0, 1, 2],
        }],
        outer: vec![corners],
    }
}

/// Its files, all of them.
fn part() -> Prototype {
    let slots = ["msh", "wea", "ctl", "cpt", "ndp"]
        .map(|extension| Reference::new("parts.rlb", &format!("part.{extension}")).unwrap());
    Prototype {
        tag: EntryType::tag(*b"EXTO"),
        slots: slots.into(),
    }
}

/// The files of the part and an outline.
fn building() -> Prototype {
    Prototype {
        tag: EntryType::tag(*b"FORT"),
        slots: vec![
            Reference::new("objects.rlb", "part").unwrap(),
            Reference::new("parts.rlb", "part.bas").unwrap(),
        ],
    }
}
