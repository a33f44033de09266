//! A copy of the demo root in memory, to be damaged.

use std::collections::BTreeMap;
use std::path::Path;

use msh_format::Warnings;
use msh_format::control::Control;
use msh_format::nres::{EntryType, Nres, NresBuilder};
use msh_format::text::FixedStr;
use msh_format::tma::Tma;
use msh_format::unit::Unit;
use msh_scene::check::{self, Options, Report};
use msh_scene::mission::MissionFolder;
use msh_scene::problems::Problems;
use msh_scene::root::{FileBytes, GamePath, GameRoot};

const MISSION: &str = "MISSIONS/Single.01";

/// A member: type, attributes, name, payload.
pub(crate) type Member = (EntryType, [u32; 3], FixedStr<36>, Vec<u8>);

pub(crate) struct Demo {
    pub(crate) files: BTreeMap<String, Vec<u8>>,
}

impl Demo {
    pub(crate) fn read() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/demo");
        let root = GameRoot::open(&folder).unwrap();
        let read = |path: GamePath| {
            let bytes = root.read(&path).unwrap().unwrap();
            (path.to_string(), bytes.to_vec())
        };
        Self {
            files: root
                .list(&mut Problems::new())
                .into_iter()
                .map(read)
                .collect(),
        }
    }

    fn root(&self) -> GameRoot {
        let files = self.files.iter();
        GameRoot::memory(files.map(|(path, bytes)| {
            let bytes = FileBytes::Read(bytes.as_slice().into());
            (path.clone(), bytes)
        }))
    }

    pub(crate) fn check(&self) -> Report {
        check::root(&self.root(), options())
    }

    pub(crate) fn check_mission(&self) -> Report {
        let root = self.root();
        let path = GamePath::from_text(MISSION).unwrap();
        let folder = MissionFolder {
            root: &root,
            path: Some(&path),
        };
        check::mission(&root, folder, options())
    }

    pub(crate) fn file(&mut self, path: &str) -> &mut Vec<u8> {
        self.files.get_mut(path).unwrap()
    }

    /// A file of the mission.
    pub(crate) fn mission(&mut self, name: &str) -> &mut Vec<u8> {
        self.file(&format!("{MISSION}/{name}"))
    }

    pub(crate) fn edit_archive(&mut self, archive: &str, edit: impl FnOnce(&mut Vec<Member>)) {
        let file = self.file(archive);
        *file = with_members(file, edit);
    }

    pub(crate) fn remove_member(&mut self, archive: &str, name: &str) {
        self.edit_archive(archive, |members| {
            let before = members.len();
            members.retain(|member| !member.2.same_as(name.as_bytes()));
            assert_eq!(members.len(), before - 1, "{archive}::{name}");
        });
    }

    pub(crate) fn edit_member(
        &mut self,
        archive: &str,
        name: &str,
        edit: impl FnOnce(&mut Vec<u8>),
    ) {
        self.edit_archive(archive, |members| {
            let mut members = members.iter_mut();
            let member = members.find(|member| member.2.same_as(name.as_bytes()));
            edit(&mut member.unwrap().3);
        });
    }

    /// Changes the stream of this type in a model, which stays a whole image.
    pub(crate) fn edit_stream(
        &mut self,
        archive: &str,
        model: &str,
        kind: u32,
        edit: impl FnOnce(&mut Vec<u8>),
    ) {
        self.edit_member(archive, model, |bytes| {
            *bytes = with_members(bytes, |streams| {
                let stream = streams.iter_mut().find(|s| s.0 == EntryType(kind));
                edit(&mut stream.unwrap().3);
            });
        });
    }

    pub(crate) fn edit_control(
        &mut self,
        archive: &str,
        name: &str,
        edit: impl FnOnce(&mut Control),
    ) {
        self.edit_member(archive, name, |bytes| {
            let mut control = Control::parse(bytes, &mut Warnings::new()).unwrap();
            edit(&mut control);
            *bytes = control.to_bytes().unwrap();
        });
    }

    pub(crate) fn edit_tma(&mut self, edit: impl FnOnce(&mut Tma)) {
        let file = self.mission("data.tma");
        let mut tma = Tma::parse(file, &mut Warnings::new()).unwrap();
        edit(&mut tma);
        *file = tma.to_bytes().unwrap();
    }

    /// Changes the first face of the ground: material rows at 4 and 5, vertices from 8 on.
    pub(crate) fn edit_first_face(&mut self, edit: impl FnOnce(&mut [u8])) {
        self.edit_faces(|faces| edit(&mut faces[..28]));
    }

    /// Changes the last face of the ground, which is one of level 1.
    pub(crate) fn edit_last_face(&mut self, edit: impl FnOnce(&mut [u8])) {
        self.edit_faces(|faces| {
            let last = faces.len() - 28;
            edit(&mut faces[last..]);
        });
    }

    fn edit_faces(&mut self, edit: impl FnOnce(&mut [u8])) {
        let file = self.file("DATA/MAPS/Isle/Land.msh");
        *file = with_members(file, |streams| {
            let faces = streams.iter_mut().find(|s| s.0 == EntryType(21));
            edit(&mut faces.unwrap().3);
        });
    }

    pub(crate) fn edit_unit(&mut self, path: &str, edit: impl FnOnce(&mut Unit)) {
        let file = self.file(path);
        let mut unit = Unit::parse(file, &mut Warnings::new()).unwrap();
        edit(&mut unit);
        *file = unit.to_bytes().unwrap();
    }
}

fn options() -> Options<'static> {
    Options {
        static_frame: None,
        progress: &|_| {},
    }
}

/// An archive with its members changed.
fn with_members(bytes: &[u8], edit: impl FnOnce(&mut Vec<Member>)) -> Vec<u8> {
    let archive = Nres::parse(bytes, &mut Warnings::new()).unwrap();
    let member = |index: usize| {
        let entry = &archive.entries()[index];
        let payload = archive.payload(index).unwrap().to_vec();
        (entry.kind, entry.attr, entry.name, payload)
    };
    let mut members: Vec<Member> = (0..archive.entries().len()).map(member).collect();
    edit(&mut members);
    let mut builder = NresBuilder::new();
    for (kind, attr, name, payload) in members {
        builder.add_raw(kind, attr, name, payload);
    }
    builder.to_bytes().unwrap()
}
