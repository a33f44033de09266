//! A whole mission whose files are any bytes.
//!
//! The input is a list of files: a byte that says which, the length in two bytes, the bytes. They
//! take the place of those of a small sound root, so that the fuzzer gets past the first reader. If
//! the first byte is above 127, every part stands at frame 1 instead of at its controller's pose.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::{Arc, LazyLock};

use msh_format::nres::{EntryType, NresBuilder};
use msh_scene::Result;
use msh_scene::check;
use msh_scene::collision::{Records, Segment, Surroundings};
use msh_scene::draw_list::{Detail, DrawList, FrameInput, Sides};
use msh_scene::glam::Vec3;
use msh_scene::mission::{self, MissionFolder};
use msh_scene::root::{FileBytes, GamePath, GameRoot};
use msh_scene::scene::Scene;
use msh_scene::sky::FogReach;

mod sound;

/// A file of the root, or the member of an archive.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    file: &'static str,
    /// Type and name of the member.
    member: Option<([u8; 4], &'static str)>,
}

const fn file(file: &'static str) -> Place {
    Place { file, member: None }
}

const fn member(file: &'static str, kind: [u8; 4], name: &'static str) -> Place {
    Place {
        file,
        member: Some((kind, name)),
    }
}

/// Number of the place of the mission.
pub(crate) const MISSION: usize = 0;
/// Number of the place of the terrain.
pub(crate) const LAND: usize = 4;
/// Number of the place of the building's outline.
pub(crate) const OUTLINE: usize = 14;

/// What an input can replace; the number of a place is its place here.
const PLACES: [Place; 23] = [
    file("MISSIONS/X/data.tma"),
    file("MISSIONS/X/mission.cfg"),
    file("MISSIONS/X/sky.ske"),
    file("MISSIONS/X/sky.wea"),
    file("DATA/MAPS/M/Land.msh"),
    file("DATA/MAPS/M/Land1.wea"),
    file("DATA/MAPS/M/Land2.wea"),
    file("UNITS/tank.dat"),
    file("UNITS/hut.dat"),
    member("parts.rlb", *b"MESH", "part.msh"),
    member("parts.rlb", *b"WEAR", "part.wea"),
    member("parts.rlb", *b"CTLD", "part.ctl"),
    member("parts.rlb", *b"CTPT", "part.cpt"),
    member("parts.rlb", *b"NDPR", "part.ndp"),
    member("parts.rlb", *b"BASE", "part.bas"),
    member("objects.rlb", *b"EXTO", "part"),
    member("objects.rlb", *b"FORT", "fr_hut"),
    member("Material.lib", *b"MAT0", "WALL"),
    member("Textures.lib", *b"Texm", "WALL.0"),
    file("objects.rlb"),
    file("parts.rlb"),
    file("Material.lib"),
    file("Textures.lib"),
];

/// The sound files, one for every place but those of whole archives.
static SOUND: LazyLock<Vec<Vec<u8>>> = LazyLock::new(sound::files);

pub(crate) fn mission_folder(data: &[u8]) {
    let static_frame = data.first().filter(|byte| **byte > 127).map(|_| 1);
    let files = split(data);
    open(&files, static_frame);
    let options = check::Options {
        static_frame,
        progress: &|_| (),
    };
    black_box(check::root(&root(&files), options));
}

/// Files of an input: number of the place and bytes. A length beyond the end means the rest.
fn split(mut data: &[u8]) -> Vec<(usize, &[u8])> {
    let mut files = Vec::new();
    while let &[place, low, high, ref rest @ ..] = data {
        let length = usize::from(u16::from_le_bytes([low, high])).min(rest.len());
        let (bytes, rest) = rest.split_at(length);
        files.push((usize::from(place) % PLACES.len(), bytes));
        data = rest;
    }
    files
}

/// An input that replaces the file of this name, or the one that is of its kind.
pub(crate) fn input(path: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let wanted = [
        name,
        &format!("part.{extension}"),
        &format!("tank.{extension}"),
    ];
    let of_name = |name: &&str| {
        PLACES
            .iter()
            .position(|p| p.name().eq_ignore_ascii_case(name))
    };
    replacing(wanted.iter().find_map(of_name)?, bytes)
}

/// An input that replaces every file of the sound root by itself.
pub(crate) fn sound_input() -> Vec<u8> {
    let files = SOUND.iter().enumerate();
    let inputs = files.map(|(place, bytes)| replacing(place, bytes).unwrap());
    inputs.flatten().collect()
}

fn replacing(place: usize, bytes: &[u8]) -> Option<Vec<u8>> {
    let length = u16::try_from(bytes.len()).ok()?;
    let mut input = vec![place as u8];
    input.extend(length.to_le_bytes());
    input.extend(bytes);
    Some(input)
}

impl Place {
    /// Name of the file or member.
    fn name(&self) -> &'static str {
        match self.member {
            Some((_, name)) => name,
            None => self.file.rsplit('/').next().unwrap_or(self.file),
        }
    }
}

/// Opens the mission of the sound root with these files in place of its own, and looks at it if it
/// opens.
pub(crate) fn open(files: &[(usize, &[u8])], static_frame: Option<u16>) {
    if let Ok(scene) = scene(&root(files), static_frame) {
        look_at(&scene);
    }
}

fn scene(root: &GameRoot, static_frame: Option<u16>) -> Result<Scene> {
    let path = GamePath::from_text("MISSIONS/X")?;
    let folder = MissionFolder {
        root,
        path: Some(&path),
    };
    mission::open(root, folder, static_frame)
}

fn root(files: &[(usize, &[u8])]) -> GameRoot {
    let sound = SOUND.iter().map(Vec::as_slice).enumerate();
    let mut all: BTreeMap<usize, &[u8]> = sound.collect();
    all.extend(files.iter().copied());
    let mut archives: BTreeMap<&str, NresBuilder> = BTreeMap::new();
    let mut whole: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
    for (number, bytes) in all {
        let Place { file, member } = PLACES[number];
        let Some((kind, name)) = member else {
            whole.insert(file, bytes.to_vec());
            continue;
        };
        let attr = if kind == *b"MAT0" { [2, 6, 0] } else { [0; 3] };
        let archive = archives.entry(file).or_default();
        archive
            .add(EntryType::tag(kind), attr, name, bytes.to_vec())
            .unwrap();
    }
    for (file, archive) in archives {
        let bytes = archive.to_bytes().unwrap();
        whole.entry(file).or_insert(bytes);
    }
    let file = |(path, bytes): (&str, Vec<u8>)| (path.to_owned(), FileBytes::Read(bytes.into()));
    GameRoot::memory(whole.into_iter().map(file))
}

/// Draws frames and flies a step.
pub(crate) fn look_at(scene: &Scene) {
    let mut list = DrawList::of_scene(scene, Detail::default());
    list.follow(scene);
    let camera = scene.start_camera;
    for clock_ms in [0, 150, u32::MAX] {
        let draws = list.frame(&FrameInput {
            camera,
            aspect: 1.5,
            clock_ms,
            portals: true,
            sides: Sides::Game,
        });
        assert_eq!(draws.ranges.len(), list.ranges.len());
        let mut order = draws.order;
        order.sort_unstable();
        assert!(order.iter().copied().eq(0..list.ranges.len() as u32));
    }
    for range in &list.ranges {
        let msh: &Arc<_> = &scene.library.model(range.model).msh;
        let end = range.first_index as usize + range.index_count as usize;
        assert!(end <= msh.indices.len());
    }
    black_box(scene.atmosphere(None, &camera, FogReach::Times(1.0)));
    let ground = scene.terrain.as_ref();
    for group in ground.iter().flat_map(|terrain| &terrain.groups) {
        let indices = &ground.unwrap().indices[group.first_index as usize..];
        let mut indices = indices[..group.index_count as usize].iter();
        assert!(indices.all(|index| (*index as usize) < ground.unwrap().vertices.len()));
    }
    let records = Records::of_scene(scene, Detail::default());
    let surroundings = Surroundings {
        ground: ground.map(|terrain| &terrain.heights),
        records: &records,
    };
    black_box(surroundings.step(camera.position, camera.position + camera.forward() * 100.0));
    let down = Segment::new(Vec3::splat(50.0), Vec3::splat(-50.0));
    black_box(records.strike(&down, &mut Vec::new()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sound_mission_opens_without_problems_and_shows_what_it_has() {
        let scene = scene(&root(&[]), None).unwrap();
        let problems = scene.problems.list();
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!(scene.objects.len(), 3);
        // The tank has two parts; each part shows two nodes.
        let list = DrawList::of_scene(&scene, Detail::default());
        assert_eq!(list.ranges.len(), 2 + 2 * 2 + 2);
        let ground = scene.terrain.unwrap();
        assert!(ground.heights.is_cut(8.0, 8.0), "below the building");
        assert!(scene.sky.unwrap().paint.sun.is_some());
    }

    #[test]
    fn an_input_replaces_one_file_of_the_sound_mission() {
        let bad_tma = input("a/Data.TMA", b"bad").unwrap();
        assert_eq!(split(&bad_tma), [(0, b"bad".as_slice())]);
        let error = scene(&root(&split(&bad_tma)), None)
            .unwrap_err()
            .to_string();
        assert!(error.contains("data.tma"), "{error}");
    }

    #[test]
    fn a_file_of_another_name_takes_the_place_of_its_kind() {
        let place = |path: &str| PLACES[usize::from(input(path, b"").unwrap()[0])].name();
        assert_eq!(place("fr_l_door.msh"), "part.msh");
        assert_eq!(place("LAND.msh"), "Land.msh");
        assert_eq!(place("UNITS/hero.dat"), "tank.dat");
        let named = [MISSION, LAND, OUTLINE].map(|place| PLACES[place].name());
        assert_eq!(named, ["data.tma", "Land.msh", "part.bas"]);
        assert!(input("font.ttf", b"").is_none());
    }
}
