//! Walls, doorways and doors that the tests find in the data themselves: in the demo, and in an
//! install of the game where `MSH_VIEW_GAME` names one (`./dev test --game DIR`).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use msh_format::Warnings;
use msh_format::control::Control;
use msh_format::msh::{Lod, Msh, State, batch_flags};
use msh_scene::collision::{CollisionShape, Masks, NodeInstances, Segment, SelectedNode};
use msh_scene::glam::{Mat4, Vec3Swizzles};
use msh_scene::library::Model;
use msh_scene::pose::hierarchy;

use super::*;
use crate::source::{Source, find};

/// The root of the demo as files.
const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/demo");
const PLANT_MODEL: &str = "fortif.rlb::fr_l_plant.msh";
/// Node of the plant's door.
const DOOR: usize = 3;

fn game() -> PathBuf {
    let root = std::env::var_os("MSH_VIEW_GAME");
    PathBuf::from(root.expect("MSH_VIEW_GAME names an install of the game"))
}

#[test]
fn the_plant_of_the_demo_has_walls_and_doorways() {
    check_walls_and_doorways(Path::new(DEMO));
}

#[test]
#[ignore = "needs the game: ./dev test --game DIR"]
fn the_plant_of_the_game_has_walls_and_doorways() {
    check_walls_and_doorways(&game());
}

#[test]
fn the_door_of_the_demos_plant_stops_the_camera_until_it_opens() {
    let mission = Path::new(DEMO).join("MISSIONS/Single.01");
    check_door(&mission, "Plant");
}

#[test]
#[ignore = "needs the game: ./dev test --game DIR"]
fn the_door_of_plant_4_of_autodemo_stops_the_camera_until_it_opens() {
    let missions = find(&game().join("MISSIONS")).expect("the game has missions");
    let mission = folder(&missions, "Autodemo.00", 4).expect("a mission Autodemo.00");
    check_door(&mission, "PLANT 4");
}

/// A folder of this name, in any case, at most `depth` folders below `at`.
fn folder(at: &Path, name: &str, depth: usize) -> Option<PathBuf> {
    let entries = std::fs::read_dir(at).ok()?.filter_map(Result::ok);
    let folders: Vec<PathBuf> = entries.map(|e| e.path()).filter(|p| p.is_dir()).collect();
    let is_it = |path: &&PathBuf| {
        path.file_name()
            .is_some_and(|n| n.eq_ignore_ascii_case(name))
    };
    if let Some(found) = folders.iter().find(is_it) {
        return Some(found.clone());
    }
    let depth = depth.checked_sub(1)?;
    folders.iter().find_map(|inner| folder(inner, name, depth))
}

/// A model with its nodes where they stand at time 0.
struct Standing {
    msh: Arc<Msh>,
    shape: CollisionShape,
    nodes: Vec<SelectedNode>,
}

impl Standing {
    fn open(path: &Path) -> Self {
        let bytes = Source::open(path).unwrap().bytes;
        let msh = Arc::new(Msh::parse(&bytes, &mut Warnings::new()).unwrap());
        let count = msh.nodes.len();
        let times = Moment::Times(vec![Some(0.0); count]);
        let poses = hierarchy(&msh, &times).unwrap().global;
        let selected = |node: usize| {
            let slot = msh.slot(node, State::default(), Lod::default())?;
            let world_from_node = poses[node].matrix();
            Some(SelectedNode {
                node,
                slot,
                world_from_node,
            })
        };
        let nodes = (0..count).filter_map(selected).collect();
        Self {
            shape: CollisionShape::new(Arc::clone(&msh)),
            msh,
            nodes,
        }
    }

    /// Faces of the batches that `wanted` accepts.
    fn faces(&self, wanted: impl Fn(u16) -> bool) -> Vec<PlacedFace> {
        let of_node = |selected: &SelectedNode| {
            faces(&self.msh, selected.slot, &selected.world_from_node, &wanted)
                .into_iter()
                .map(|face| PlacedFace {
                    selected: *selected,
                    ..face
                })
                .collect::<Vec<_>>()
        };
        self.nodes.iter().flat_map(of_node).collect()
    }

    /// What a way through the middle of a face strikes: from `ahead` before it to as far behind.
    fn strikes_batch(&self, face: &PlacedFace, ahead: f32) -> Option<usize> {
        let into_node = face.selected.world_from_node.inverse();
        let [start, end] = face
            .way(ahead)
            .map(|point| into_node.transform_point3(point));
        let SelectedNode { node, slot, .. } = face.selected;
        let segment = Segment::new(start, end);
        let hit = self
            .shape
            .query_slot_segment(node, slot, &segment, &Masks::WORLD);
        hit.unwrap().map(|hit| hit.batch)
    }

    fn is_free(&self, [start, end]: [Vec3; 2]) -> bool {
        let nodes = NodeInstances::new(&self.shape, self.nodes.iter().copied()).unwrap();
        let segment = Segment::new(start, end);
        let hit = self.shape.query_building_segment_world(&nodes, &segment);
        hit.unwrap().is_none()
    }
}

/// A face where its node stands.
#[derive(Clone, Copy)]
struct PlacedFace {
    selected: SelectedNode,
    batch: usize,
    middle: Vec3,
    normal: Vec3,
    area: f32,
}

impl PlacedFace {
    /// The way through its middle against its normal.
    fn way(&self, ahead: f32) -> [Vec3; 2] {
        [
            self.middle + self.normal * ahead,
            self.middle - self.normal * ahead,
        ]
    }
}

/// The faces of a slot, largest first, of batches with the flags that `wanted` accepts.
fn faces(msh: &Msh, slot: usize, world: &Mat4, wanted: impl Fn(u16) -> bool) -> Vec<PlacedFace> {
    let mut found = Vec::new();
    let mut descriptor = usize::from(msh.slots[slot].tri_start);
    for batch in msh.slots[slot].batch_range() {
        let record = &msh.batches[batch];
        for corners in record.faces(&msh.indices) {
            let stored = msh.descriptors.as_ref().unwrap()[descriptor].scaled_normal();
            descriptor += 1;
            let corners = corners.map(|v| world.transform_point3(msh.positions[v].into()));
            let [a, b, c] = corners;
            if wanted(record.batch_flags) {
                found.push(PlacedFace {
                    selected: SelectedNode {
                        node: 0,
                        slot,
                        world_from_node: *world,
                    },
                    batch,
                    middle: (a + b + c) / 3.0,
                    normal: world.transform_vector3(stored.into()).normalize_or_zero(),
                    area: (b - a).cross(c - a).length() * 0.5,
                });
            }
        }
    }
    found.sort_by(|a, b| b.area.total_cmp(&a.area));
    found
}

fn check_walls_and_doorways(root: &Path) {
    let plant = Standing::open(&root.join(PLANT_MODEL));
    let special = batch_flags::TWO_SIDED | batch_flags::PORTAL | batch_flags::NO_QUERY;
    let walls = plant.faces(|flags| flags & special == 0);
    let is_upright = |face: &&PlacedFace| face.normal.z.abs() < 0.1;
    let wall = walls.iter().filter(is_upright).find(|wall| {
        let [before, behind] = wall.way(0.5);
        !plant.is_free([before, behind]) && plant.is_free([behind, before])
    });
    let wall = wall.expect("a wall stops from one side and lets through from the other");
    assert!(wall.area > 1.0, "a wall of {} square units", wall.area);

    let portals = plant.faces(|flags| flags & batch_flags::PORTAL != 0);
    let doorway = portals.iter().find(|portal| {
        // Alone it is struck; the way through it is free all the same.
        plant.strikes_batch(portal, 0.5) == Some(portal.batch) && plant.is_free(portal.way(0.5))
    });
    let doorway = doorway.expect("a doorway lets through");
    // The same way beside the doorway meets a wall: there is something to let through.
    let aside = doorway.normal.yx().perp().extend(0.0).normalize_or_zero();
    let blocked = (1..200).any(|step| {
        [-1.0, 1.0].iter().any(|side| {
            let shift = aside * (side * step as f32 * 0.1);
            !plant.is_free(doorway.way(0.5).map(|point| point + shift))
        })
    });
    assert!(blocked, "no wall beside the doorway");
}

/// Finds a way through the door of a building that is free only when its node stands at time 1,
/// and flies it with the door shut and open.
fn check_door(mission: &Path, name: &str) {
    let Target::Mission(target) = Target::new(Some(mission), None).unwrap() else {
        panic!("{} is no mission", mission.display())
    };
    let mut scene = target.open(None).unwrap();
    let is_it = |object: &Object| object.name.eq_ignore_ascii_case(name);
    let plant = scene.objects.iter().position(is_it);
    let plant = plant.unwrap_or_else(|| panic!("no {name} among {:?}", names(&scene)));
    check_controller(mission, &scene.objects[plant]);

    let ways = ways_through_door(&scene, plant);
    let mut pilot = pilot(&scene);
    let shut = |way: &[Vec3; 2]| {
        let strike = pilot.step_of(&scene, *way).blocked_by;
        strike.is_some_and(|strike| {
            let record = &pilot.records.list()[strike.record];
            (record.object, record.component, strike.hit.node) == (plant, 0, DOOR)
        })
    };
    let ways: Vec<[Vec3; 2]> = ways.into_iter().filter(shut).collect();
    assert!(!ways.is_empty(), "the shut door is never struck");
    set_time(&mut scene, plant, DOOR, 1.0);
    pilot.records.follow(&scene);
    let free = |way: &&[Vec3; 2]| pilot.step_of(&scene, **way).blocked_by.is_none();
    let way = *ways
        .iter()
        .find(free)
        .expect("no way is free when the door is open");

    let through = |scene: &Scene, pilot: &mut Pilot| {
        let [from, to] = way;
        let mut camera = Camera::looking_at(from, to, 1.3);
        let length = (to - from).length();
        for frame in 0..1000 {
            pilot.fly(scene, &mut camera, FORWARD, FRAME * frame);
            pilot.frame_shown();
            if (camera.position - from).length() >= length {
                return true;
            }
        }
        false
    };
    assert!(through(&scene, &mut pilot), "the open door lets through");
    pilot.pause();
    pilot.stop();
    set_time(&mut scene, plant, DOOR, 0.0);
    assert!(!through(&scene, &mut pilot), "the shut door stops");
}

fn names(scene: &Scene) -> Vec<&str> {
    scene.objects.iter().map(|object| &*object.name).collect()
}

/// The plant's own controller moves node 3 from frame 0 to 1 and starts at 0.
fn check_controller(mission: &Path, plant: &Object) {
    let root = &plant.components[0];
    let name = root
        .control_name
        .as_ref()
        .expect("the plant has a controller");
    let game = msh_scene::root::GameRoot::above(mission).unwrap().0;
    let file = game.location().expect("a folder").join(name);
    let bytes = Source::open(&file).unwrap().bytes;
    let control = Control::parse(&bytes, &mut Warnings::new()).unwrap();
    let row = control.bindings.iter().find(|row| row.node == DOOR as i32);
    let row = row.expect("a row for the door");
    assert_eq!((row.frame_a, row.frame_b, row.initial), (0.0, 1.0, 0.0));
    let Moment::Times(times) = &root.moment else {
        panic!("it stands at times")
    };
    assert_eq!(times[DOOR], Some(0.0));
}

/// Level ways through the faces of the door's leaf, from both sides, short ones first.
fn ways_through_door(scene: &Scene, plant: usize) -> Vec<[Vec3; 2]> {
    let object = &scene.objects[plant];
    let root = &object.components[0];
    let model: &Model = scene
        .library
        .model(root.model.expect("the plant has a model"));
    let slot = model.msh.slot(DOOR, State::default(), Lod::default());
    let world = object.component_matrix(root) * root.node_pose(DOOR).matrix();
    let leaf = faces(
        &model.msh,
        slot.expect("the door is drawn"),
        &world,
        |flags| flags & (batch_flags::PORTAL | batch_flags::NO_QUERY) == 0,
    );
    let mut ways = Vec::new();
    for ahead in [1.5, 3.0, 5.0] {
        for face in &leaf {
            let level = PlacedFace {
                normal: face.normal.with_z(0.0).normalize_or_zero(),
                ..*face
            };
            if level.normal != Vec3::ZERO {
                ways.push(level.way(ahead));
            }
        }
    }
    ways
}

impl Pilot {
    /// A single step along a way.
    fn step_of(&self, scene: &Scene, [from, to]: [Vec3; 2]) -> msh_scene::collision::Step {
        self.surroundings(scene).step(from, to)
    }
}
