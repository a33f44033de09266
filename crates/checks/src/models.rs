//! Models, what stands beside them in an archive, and segments that strike them.

use std::hint::black_box;
use std::sync::Arc;

use msh_format::Warnings;
use msh_format::base_plan::BasePlan;
use msh_format::control::Control;
use msh_format::damage::DamageTable;
use msh_format::msh::{Lod, Msh, Slot68, State};
use msh_format::points::ControlPoints;
use msh_scene::collision::{
    CollisionShape, Hit, Masks, NodeInstances, QueryError, Segment, SelectedNode,
};
use msh_scene::control::initial_times;
use msh_scene::glam::Vec3;
use msh_scene::model_scene::{self, ModelSource};
use msh_scene::pose::{self, Moment, Pose};

use crate::{mission_folder, reference};

/// The largest models whose queries are compared with the plain loop, which tests every face.
const MOST_NODES: usize = 24;
const MOST_FACES: usize = 4_096;
const MOST_SEGMENTS: usize = 16;

pub(crate) fn msh(data: &[u8]) {
    let Ok(msh) = Msh::parse(data, &mut Warnings::new()) else {
        return;
    };
    assert_eq!(msh.to_bytes().unwrap(), data);
    for batch in &msh.batches {
        let mut vertices = batch.vertices(&msh.indices);
        assert!(vertices.all(|vertex| vertex < msh.positions.len()));
    }
    for slot in &msh.slots {
        assert!(msh.batches.get(slot.batch_range()).is_some());
    }
    for node in 0..msh.nodes.len() {
        black_box(msh.node_name(node));
    }
    for moment in moments(&msh) {
        if let Ok(hierarchy) = pose::hierarchy(&msh, &moment) {
            assert_eq!(hierarchy.global.len(), msh.nodes.len());
        }
    }
    let source = ModelSource {
        name: "model.msh".into(),
        model: data.to_vec(),
        wear: None,
    };
    for static_frame in [None, Some(1)] {
        if let Ok(scene) = model_scene::open(&source, None, static_frame) {
            mission_folder::look_at(&scene);
        }
    }
}

fn moments(msh: &Msh) -> Vec<Moment> {
    let times = [Some(0.0), Some(1.5), Some(1e9), None].into_iter().cycle();
    vec![
        Moment::Fallback,
        Moment::Frame(0),
        Moment::Frame(u16::MAX),
        Moment::Times(times.take(msh.nodes.len()).collect()),
    ]
}

/// The first 24 bytes are a segment, the next 6 are masks, the rest is a model. Its queries are
/// compared with those of the plain loop.
pub(crate) fn query(data: &[u8]) {
    let Some((question, data)) = data.split_at_checked(30) else {
        return;
    };
    let Ok(msh) = Msh::parse(data, &mut Warnings::new()) else {
        return;
    };
    let msh = Arc::new(msh);
    let shape = CollisionShape::new(Arc::clone(&msh));
    let segments = segments(&msh, question);
    query_slots(&msh, &shape, &segments, masks(&question[24..]));
    if msh.nodes.len() <= MOST_NODES {
        query_world(&msh, &shape, &segments);
    }
}

/// Faces of a slot. Slots may share batches, so that a small model has any number of them.
fn faces_of(msh: &Msh, slot: usize) -> usize {
    let batches = msh.slots.get(slot).map_or(0..0, Slot68::batch_range);
    let batches = msh.batches[batches].iter();
    batches.map(|b| usize::from(b.index_count) / 3).sum()
}

fn query_slots(msh: &Msh, shape: &CollisionShape, segments: &[Segment], masks: Masks) {
    let masks = [Masks::default(), Masks::WORLD, masks];
    let nodes = msh.nodes.len();
    for slot in (0..=msh.slots.len()).take(8) {
        if faces_of(msh, slot) > MOST_FACES {
            continue;
        }
        for node in [0, nodes.saturating_sub(1), nodes] {
            for (segment, masks) in segments.iter().zip(masks.iter().cycle()) {
                let plain = reference::query_slot_segment(msh, node, slot, segment, masks);
                let fast = shape.query_slot_segment(node, slot, segment, masks);
                assert_eq!(
                    bits(&fast),
                    bits(&plain),
                    "{node} {slot} {segment:?} {masks:?}"
                );
            }
        }
    }
}

fn query_world(msh: &Msh, shape: &CollisionShape, segments: &[Segment]) {
    let Ok(hierarchy) = pose::hierarchy(msh, &Moment::Fallback) else {
        return;
    };
    let selected = |(node, pose): (usize, &Pose)| {
        Some(SelectedNode {
            node,
            slot: msh.slot(node, State::default(), Lod::default())?,
            world_from_node: pose.matrix(),
        })
    };
    let list: Vec<_> = (hierarchy.global.iter().enumerate())
        .filter_map(selected)
        .collect();
    let Ok(nodes) = NodeInstances::new(shape, list.iter().copied()) else {
        return;
    };
    // A query may follow 200 portals, each with a look at every face.
    let faces: usize = list.iter().map(|s| faces_of(msh, s.slot)).sum();
    let count = if faces < 256 { MOST_SEGMENTS } else { 1 };
    for segment in segments.iter().take(count) {
        let fast = shape.query_building_segment_world(&nodes, segment);
        if faces <= MOST_FACES {
            let plain = reference::query_building_segment_world(msh, &list, segment);
            assert_eq!(bits(&fast), bits(&plain), "{segment:?}");
        }
    }
}

/// The stored segment, and some that pass through faces of the model.
fn segments(msh: &Msh, question: &[u8]) -> Vec<Segment> {
    let number = |at: usize| f32::from_le_bytes(question[at..at + 4].try_into().unwrap());
    let point = |at: usize| Vec3::new(number(at), number(at + 4), number(at + 8));
    let mut segments = vec![Segment::new(point(0), point(12))];
    let corner = |vertex: usize| Vec3::from(msh.positions[vertex]);
    for batch in &msh.batches {
        for face in batch.faces(&msh.indices).take(2) {
            let [a, b, c] = face.map(corner);
            let (center, way) = ((a + b + c) / 3.0, (b - a).cross(c - a));
            segments.push(Segment::new(center + way, center - way));
            segments.push(Segment::new(a - way, b + way));
        }
        if segments.len() >= MOST_SEGMENTS {
            break;
        }
    }
    segments.truncate(MOST_SEGMENTS);
    segments
}

fn masks(bytes: &[u8]) -> Masks {
    Masks {
        node_include: bytes[0].into(),
        node_exclude: bytes[1].into(),
        batch_include: bytes[2].into(),
        batch_exclude: bytes[3].into(),
        triangle_include: bytes[4].into(),
        triangle_exclude: bytes[5].into(),
    }
}

/// Point, squared distance and normal; node, slot, batch, face and descriptor.
type Bits = ([u32; 7], [usize; 5]);

/// An answer whose numbers can be compared when they are no numbers.
fn bits(answer: &Result<Option<Hit>, QueryError>) -> Result<Option<Bits>, QueryError> {
    let hit = |hit: &Hit| {
        let ([x, y, z], [i, j, k]) = (hit.point.to_array(), hit.normal.to_array());
        let numbers = [x, y, z, hit.distance_squared, i, j, k];
        (
            numbers.map(|n| if n.is_nan() { f32::NAN } else { n }.to_bits()),
            [hit.node, hit.slot, hit.batch, hit.face, hit.descriptor],
        )
    };
    answer.map(|found| found.as_ref().map(hit))
}

pub(crate) fn control(data: &[u8]) {
    let Ok(control) = Control::parse(data, &mut Warnings::new()) else {
        return;
    };
    assert_eq!(control.to_bytes().unwrap(), data);
    for component in &control.components {
        black_box((component.label_text(), component.values()));
    }
    if let Ok(times) = initial_times(Some(&control), 7) {
        assert_eq!(times.times.len(), 7);
        let mut times = times.times.iter().flatten();
        assert!(times.all(|time| time.is_finite() && *time >= 0.0));
    }
}

pub(crate) fn points(data: &[u8]) {
    if let Ok(points) = ControlPoints::parse(data, &mut Warnings::new()) {
        black_box(points.find("CameraCenter"));
        assert_eq!(points.to_bytes().unwrap(), data);
    }
}

pub(crate) fn damage(data: &[u8]) {
    if let Ok(table) = DamageTable::parse(data, &mut Warnings::new()) {
        assert_eq!(table.to_bytes().unwrap(), data);
    }
}

pub(crate) fn base_plan(data: &[u8]) {
    if let Ok(plan) = BasePlan::parse(data, &mut Warnings::new()) {
        assert_eq!(plan.to_bytes().unwrap(), data);
    }
}
