//! A small game root in memory, written with the format crate.

use std::collections::BTreeMap;

use msh_format::control::{Binding, Control};
use msh_format::land::{FaceSource, LandSource};
use msh_format::material::{Mat0, Phase, Track, TrackKey};
use msh_format::msh::{Batch20, FrameMap, Key24, MshParts, Node38, Slot68};
use msh_format::nres::{EntryType, NresBuilder};
use msh_format::prototype::{Prototype, Reference};
use msh_format::texm::{PixelFormat, Texm};
use msh_format::text::FixedStr;
use msh_format::tma::{Clan, Tma, TmaObject};
use msh_format::unit::{Unit, UnitComponent};
use msh_format::wear::Wear;
use msh_scene::mission::{self, MissionFolder};
use msh_scene::problems::Severity;
use msh_scene::root::{FileBytes, GamePath, GameRoot};
use msh_scene::scene::Scene;

type Member = (EntryType, [u32; 3], String, Vec<u8>);

/// Files and archives of a root; archives are put together when the mission is opened.
#[derive(Default)]
pub(crate) struct TestRoot {
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    archives: BTreeMap<String, Vec<Member>>,
    pub(crate) objects: Vec<TmaObject>,
    pub(crate) clans: Vec<Clan>,
}

impl TestRoot {
    /// A root with a flat ground, the materials WALL and DEFAULT, their texture, and no objects.
    pub(crate) fn new() -> Self {
        let mut root = Self::default();
        root.files
            .insert("DATA/MAPS/M/Land.msh".into(), flat_ground());
        root.wear_file("DATA/MAPS/M/Land1.wea", &["WALL"]);
        root.wear_file("DATA/MAPS/M/Land2.wea", &["WALL"]);
        root.files.insert(
            "MISSIONS/X/mission.cfg".into(),
            b"object minimap\r\nend\r\n".to_vec(),
        );
        root.files
            .insert("MISSIONS/X/descr".into(), vec![0xD2, 0xE5, 0xF1, 0xF2]);
        root.material("WALL", "WALL.0");
        root.material("DEFAULT", "");
        root.texture("Textures.lib", "WALL.0");
        root.archives.entry("objects.rlb".into()).or_default();
        root
    }

    pub(crate) fn member(&mut self, archive: &str, kind: &[u8; 4], name: &str, payload: Vec<u8>) {
        let member = (EntryType::tag(*kind), [0; 3], name.to_owned(), payload);
        self.archives
            .entry(archive.to_owned())
            .or_default()
            .push(member);
    }

    pub(crate) fn remove_member(&mut self, archive: &str, name: &str) {
        self.archives
            .get_mut(archive)
            .unwrap()
            .retain(|(_, _, member, _)| member != name);
    }

    pub(crate) fn material(&mut self, name: &str, texture: &str) {
        let material = Mat0::one_phase(2, Phase::textured(texture).unwrap());
        self.material_record(name, &material);
    }

    /// A material that shows these phases for 100 ms each, in mode 0 with this mask.
    pub(crate) fn moving_material(&mut self, name: &str, mask: u32, phases: Vec<Phase>) {
        let key = |number: u16| TrackKey {
            phase: number,
            end_ms: (number + 1) * 100,
            unk_04: 0,
        };
        let track = Track {
            word: mask << 3,
            keys: (0..phases.len() as u16).map(key).collect(),
        };
        let material = Mat0 {
            phases,
            tracks: vec![track],
            ..Mat0::one_phase(2, Phase::default())
        };
        self.material_record(name, &material);
    }

    pub(crate) fn material_record(&mut self, name: &str, material: &Mat0) {
        let member = (
            EntryType::tag(*b"MAT0"),
            [material.flags, material.version, 0],
            name.to_owned(),
            material.to_bytes().unwrap(),
        );
        self.archives
            .entry("Material.lib".into())
            .or_default()
            .push(member);
    }

    pub(crate) fn texture(&mut self, library: &str, name: &str) {
        let texm = Texm::encode(1, 1, &[10, 20, 30, 255], PixelFormat::Rgb888, 1).unwrap();
        self.member(library, b"Texm", name, texm.to_bytes().unwrap());
    }

    pub(crate) fn wear_file(&mut self, path: &str, materials: &[&str]) {
        let wear = Wear::from_names(materials, &[]).unwrap();
        self.files.insert(path.to_owned(), wear.to_bytes().unwrap());
    }

    /// A prototype `key` with its model, wear and controller in `parts.rlb`. The wear of a model
    /// with lightmap coordinates names the lightmap `baked.0`.
    pub(crate) fn part(
        &mut self,
        tag: &[u8; 4],
        key: &str,
        model: &MshParts,
        bindings: &[Binding],
    ) {
        let lightmaps: &[&str] = if model.uv1.is_some() {
            &["baked.0"]
        } else {
            &[]
        };
        let wear = Wear::from_names(&["WALL"], lightmaps).unwrap();
        let control = Control::new(bindings.to_vec());
        let references = [
            ("msh", model.to_bytes().unwrap()),
            ("wea", wear.to_bytes().unwrap()),
            ("ctl", control.to_bytes().unwrap()),
        ]
        .map(|(extension, payload)| {
            let name = format!("{key}.{extension}");
            self.member("parts.rlb", b"PART", &name, payload);
            Reference::new("parts.rlb", &name).unwrap()
        });
        self.prototype(tag, key, references.to_vec());
    }

    pub(crate) fn prototype(&mut self, tag: &[u8; 4], key: &str, slots: Vec<Reference>) {
        let prototype = Prototype {
            tag: EntryType::tag(*tag),
            slots,
        };
        self.member("objects.rlb", tag, key, prototype.to_bytes().unwrap());
    }

    /// A unit file of (key, attachment, children).
    pub(crate) fn unit(&mut self, path: &str, class_word: u32, parts: &[(&str, i32, i32)]) {
        let parts = parts.iter().map(|(key, attachment, children)| {
            UnitComponent::new(key, "", 0, *attachment, *children).unwrap()
        });
        let unit = Unit::new(class_word, parts.collect()).unwrap();
        self.files.insert(path.to_owned(), unit.to_bytes().unwrap());
    }

    /// Places an object of this kind and returns it for further changes.
    pub(crate) fn place(&mut self, kind: u32, path: &str) -> &mut TmaObject {
        self.objects.push(TmaObject {
            kind,
            marker: 0x8000_0002,
            path: path.as_bytes().to_vec(),
            clan: 0,
            logical_id: self.objects.len() as i32,
            position: [0.0; 3],
            turns: [0.0; 3],
            scale: [1.0; 3],
            name: Vec::new(),
            start_flag: 0,
            host: -1,
            vertex: -1,
            property_version: 1,
            properties: Vec::new(),
        });
        self.objects.last_mut().unwrap()
    }

    pub(crate) fn open(self) -> Scene {
        self.try_open(None).unwrap()
    }

    pub(crate) fn try_open(self, static_frame: Option<u16>) -> msh_scene::Result<Scene> {
        open_files(self.build(), static_frame)
    }

    /// All files, archives put together.
    pub(crate) fn build(mut self) -> Vec<(String, Vec<u8>)> {
        let tma = Tma {
            version: 1,
            paths: Vec::new(),
            clan_version: 6,
            clans: self.clans,
            object_version: 10,
            objects: self.objects,
            land_path: b"DATA\\MAPS\\M\\land".to_vec(),
            mission_flag: 0,
            description: Vec::new(),
            extra_version: 1,
            extras: Vec::new(),
        };
        self.files
            .insert("MISSIONS/X/data.tma".into(), tma.to_bytes().unwrap());
        for (name, members) in self.archives {
            let mut builder = NresBuilder::new();
            for (kind, attr, name, payload) in members {
                builder.add(kind, attr, &name, payload).unwrap();
            }
            self.files.insert(name, builder.to_bytes().unwrap());
        }
        self.files.into_iter().collect()
    }
}

/// Opens the mission of a root that was built.
pub(crate) fn open_files(
    files: Vec<(String, Vec<u8>)>,
    static_frame: Option<u16>,
) -> msh_scene::Result<Scene> {
    let files = files
        .into_iter()
        .map(|(path, bytes)| (path, FileBytes::Read(bytes.into())));
    let root = GameRoot::memory(files);
    let path = GamePath::from_text("MISSIONS/X").unwrap();
    mission::open(
        &root,
        MissionFolder {
            root: &root,
            path: Some(&path),
        },
        static_frame,
    )
}

/// Problems of severity error, as they are printed.
pub(crate) fn errors(scene: &Scene) -> Vec<String> {
    let problems = scene.problems.list().iter();
    problems
        .filter(|p| p.severity == Severity::Error)
        .map(ToString::to_string)
        .collect()
}

/// Messages of the warnings.
pub(crate) fn warnings(scene: &Scene) -> Vec<&str> {
    let problems = scene.problems.list().iter();
    problems
        .filter(|p| p.severity == Severity::Warning)
        .map(|p| &*p.message)
        .collect()
}

/// One square of two faces, 16 x 16 units, at height 0.
fn flat_ground() -> Vec<u8> {
    let faces = vec![
        FaceSource::ground([0, 1, 2], 0),
        FaceSource::ground([0, 2, 3], 0),
    ];
    let source = LandSource {
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
    };
    source.build().unwrap().to_bytes().unwrap()
}

/// A node with one slot of one triangle.
pub(crate) fn node(parent: u16, anim_map_start: u16, fallback_key: u16) -> Node38 {
    let mut slot_index = [0xFFFF; 15];
    slot_index[0] = 0;
    Node38 {
        hdr0: 0,
        parent_or_link: parent,
        anim_map_start,
        fallback_key,
        slot_index,
    }
}

pub(crate) fn key(position: [f32; 3], time: f32, quaternion_wxyz: [i16; 4]) -> Key24 {
    Key24 {
        position,
        time,
        quaternion_wxyz,
    }
}

/// Not turned.
pub(crate) const STRAIGHT: [i16; 4] = [32_767, 0, 0, 0];

/// A model whose nodes all show the same triangle.
pub(crate) fn model(nodes: Vec<Node38>, keys: Vec<Key24>, words: Vec<u16>) -> MshParts {
    let positions = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    let mut parts = MshParts::new("part");
    parts.node_names = vec![FixedStr::default(); nodes.len()];
    parts.labels = vec![Vec::new(); nodes.len()];
    parts.slots = vec![Slot68::around(&positions, 0..0, 0..1)];
    parts.normals = vec![[0, -127, 0, 0]; 3];
    parts.uv0 = vec![[0, 0]; 3];
    parts.positions = positions;
    parts.indices = vec![0, 1, 2];
    parts.batches = vec![Batch20 {
        batch_flags: 0,
        material_index_hi: 0,
        material_index: 0,
        lightmap_index: 0xFF,
        local_batch_index: 0xFFFF,
        index_count: 3,
        index_start: 0,
        vertex_count: 3,
        base_vertex: 0,
    }];
    let frame_count = words.len().max(1) as u32;
    parts.frame_map = FrameMap { frame_count, words };
    parts.nodes = nodes;
    parts.keys = keys;
    parts
}

/// A model of one unposed node.
pub(crate) fn plain_model() -> MshParts {
    model(
        vec![node(0xFFFF, 0xFFFF, 0)],
        vec![key([0.0; 3], 0.0, STRAIGHT)],
        Vec::new(),
    )
}

/// A model whose only node stands at z 0 at frame 0 and at z 5 at frame 1.
pub(crate) fn lift_model() -> MshParts {
    let keys = vec![
        key([0.0; 3], 0.0, STRAIGHT),
        key([0.0, 0.0, 5.0], 1.0, STRAIGHT),
    ];
    model(vec![node(0xFFFF, 0, 1)], keys, vec![0, 1])
}
