//! The program's queries give what the plain loop gives, to the last bit.

use msh_scene::collision::{Hit, Masks, NodeInstances, QueryError, Segment, SelectedNode};
use msh_scene::glam::{Mat4, Quat, Vec3};

use crate::random::{self, Kind, Random};
use crate::reference;
use crate::support::*;

type Answer = Result<Option<Hit>, QueryError>;

/// Point, squared distance and normal; node, slot, batch, face and descriptor.
type Bits = ([u32; 7], [usize; 5]);

/// The answer with its numbers as bits; NaN would not be equal to itself.
pub(crate) fn bits(answer: &Answer) -> Result<Option<Bits>, QueryError> {
    let hit = |hit: &Hit| {
        let ([x, y, z], [i, j, k]) = (hit.point.to_array(), hit.normal.to_array());
        (
            [x, y, z, hit.distance_squared, i, j, k].map(f32::to_bits),
            [hit.node, hit.slot, hit.batch, hit.face, hit.descriptor],
        )
    };
    answer.map(|found| found.as_ref().map(hit))
}

/// Asks slots of this kind; returns how many segments struck something.
fn ask_slots(kind: Kind, seed: u64, models: usize, faces: usize) -> usize {
    let mut random = Random::new(seed);
    let mut struck = 0;
    for _ in 0..models {
        let slot = kind.slot(&mut random, 3, faces);
        let all: Vec<Face> = slot.iter().flat_map(|b| b.faces.clone()).collect();
        if all.is_empty() {
            continue;
        }
        let node = node(0xFFFF, random.pick(&[0, 0x0014, 0x0010]));
        let msh = model(&[node], &[slot]);
        let shape = shape_of(msh.clone());
        for _ in 0..40 {
            let face = random.pick(&all);
            let segment = kind.segment(&mut random, &face);
            let masks = random::masks(&mut random);
            let plain = reference::query_slot_segment(&msh, 0, 0, &segment, &masks);
            let fast = shape.query_slot_segment(0, 0, &segment, &masks);
            assert_eq!(
                bits(&fast),
                bits(&plain),
                "{kind:?}, {segment:?}, {masks:?}"
            );
            struck += usize::from(matches!(plain, Ok(Some(_))));
        }
    }
    struck
}

#[test]
fn slots_of_whole_numbers() {
    assert!(ask_slots(Kind::Grid, 1, 300, 12) > 2000);
    assert!(ask_slots(Kind::Grid, 2, 30, 200) > 300);
}

#[test]
fn slots_of_plain_faces() {
    assert!(ask_slots(Kind::Plain, 3, 300, 12) > 2000);
    assert!(ask_slots(Kind::Plain, 4, 30, 200) > 300);
}

#[test]
fn slots_far_from_the_origin() {
    assert!(ask_slots(Kind::Far, 5, 300, 12) > 2000);
    assert!(ask_slots(Kind::Far, 6, 30, 200) > 300);
}

#[test]
fn slots_of_narrow_faces() {
    assert!(ask_slots(Kind::Narrow, 7, 300, 12) > 500);
}

#[test]
fn slots_of_any_numbers() {
    assert!(ask_slots(Kind::Wild, 8, 400, 12) > 1000);
}

/// Rounding lets a needle take points in line with an edge beyond its tip.
#[test]
fn needles_that_are_struck_beyond_their_tip() {
    let mut random = Random::new(10);
    let mut struck = 0;
    for _ in 0..3000 {
        let tip = random.vector(4.0).truncate().extend(0.0);
        let long = Quat::from_rotation_z(random.between(0.0, 6.0)) * Vec3::X * 5.0;
        let angle = random.pick(&[1e-4, 3e-5]);
        let short = Quat::from_rotation_z(angle) * long * 0.9;
        let corners = [tip, tip + long, tip + short].map(Into::into);
        let msh = model(&[root()], &[vec![batch(0, [Face::new(corners, UP)])]]);
        let shape = shape_of(msh.clone());
        for _ in 0..5 {
            let beyond = random.between(0.1, 1.0) * 2e-7 / angle;
            let point = tip - long * beyond;
            let segment = Segment::new(point + Vec3::Z, point - Vec3::Z);
            let masks = Masks::default();
            let plain = reference::query_slot_segment(&msh, 0, 0, &segment, &masks);
            let fast = shape.query_slot_segment(0, 0, &segment, &masks);
            assert_eq!(bits(&fast), bits(&plain), "{corners:?}, {segment:?}");
            struck += usize::from(matches!(plain, Ok(Some(_))));
        }
    }
    assert!(struck > 50, "{struck}");
}

#[test]
fn placed_nodes_with_portals() {
    let mut random = Random::new(9);
    let (mut struck, mut free, mut errors) = (0, 0, 0);
    for _ in 0..1000 {
        let kind = random.pick(&[Kind::Grid, Kind::Grid, Kind::Plain, Kind::Narrow]);
        let nodes = random::nodes(&mut random);
        let mut slots: Vec<_> = (0..3).map(|_| kind.slot(&mut random, 2, 4)).collect();
        random::open_portals(&mut random, &mut slots, nodes.len());
        let all: Vec<Face> = slots
            .iter()
            .flatten()
            .flat_map(|b| b.faces.clone())
            .collect();
        let list = random::placed(&mut random, nodes.len(), slots.len());
        if all.is_empty() || list.is_empty() {
            continue;
        }
        let msh = model(&nodes, &slots);
        let shape = shape_of(msh.clone());
        let prepared = NodeInstances::new(&shape, list.iter().copied()).unwrap();
        for _ in 0..20 {
            let face = random.pick(&all);
            let place = random.pick(&list).world_from_node;
            let local = kind.segment(&mut random, &face);
            let segment = Segment::new(
                place.transform_point3(local.start),
                place.transform_point3(local.end),
            );
            let plain = reference::query_building_segment_world(&msh, &list, &segment);
            let fast = shape.query_building_segment_world(&prepared, &segment);
            assert_eq!(bits(&fast), bits(&plain), "{list:?}, {segment:?}");
            match plain {
                Ok(Some(_)) => struck += 1,
                Ok(None) => free += 1,
                Err(_) => errors += 1,
            }
        }
    }
    assert!(
        struck > 1000 && free > 5000 && errors > 50,
        "{struck} {free} {errors}"
    );
}

/// The box of a turned node is tight, and rounding far from the origin is large beside it.
#[test]
fn corners_of_a_node_that_is_turned_and_far_away() {
    let mut random = Random::new(12);
    let mut struck = 0;
    for _ in 0..600 {
        let face = Kind::Plain.face(&mut random).flags(0);
        let corners = face.corners;
        let msh = model(&[root()], &[vec![batch(2, [face])]]);
        let shape = shape_of(msh.clone());
        let quarters = std::f32::consts::FRAC_PI_2 * random.below(4) as f32;
        let placed = SelectedNode {
            world_from_node: Mat4::from_rotation_translation(
                Quat::from_rotation_z(quarters),
                Vec3::new(9000.0, -7000.0, 300.0) + random.vector(100.0),
            ),
            ..at(0, 0, [0.0; 3])
        };
        let nodes = NodeInstances::new(&shape, [placed]).unwrap();
        for corner in corners {
            let through = placed.world_from_node.transform_point3(corner.into());
            let way = random.vector(3.0);
            let segment = Segment::new(through - way, through + way);
            let plain = reference::query_building_segment_world(&msh, &[placed], &segment);
            let fast = shape.query_building_segment_world(&nodes, &segment);
            assert_eq!(bits(&fast), bits(&plain), "{placed:?}, {segment:?}");
            struck += usize::from(matches!(plain, Ok(Some(_))));
        }
    }
    assert!(struck > 100, "{struck}");
}
