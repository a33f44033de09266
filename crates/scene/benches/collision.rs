//! Segment queries: the program's against the plain loop, and how they grow.
#![allow(clippy::unwrap_used, reason = "a bench may stop where it stands")]

#[path = "../tests/collision/random.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod random;
#[path = "../tests/collision/reference.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod reference;
#[path = "../tests/collision/support.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod support;

use std::f32::consts::TAU;
use std::sync::Arc;

use divan::Bencher;
use msh_format::msh::Msh;
use msh_scene::collision::{CollisionShape, Hit, NodeInstances, Segment, SelectedNode};
use msh_scene::glam::{EulerRot, Mat4, Quat, Vec3};

use random::Random;
use support::{Batch, Face, batch, model, root};

const FACES: [usize; 4] = [100, 1000, 10_000, 100_000];

fn main() {
    divan::main();
}

/// A ring of about `faces` faces, 56 across and 16 high: its hole and its curves make segments hit,
/// miss and graze.
fn ring(faces: usize) -> Arc<Msh> {
    // Twice as many steps around as across, two faces each.
    let across = ((faces as f32 / 4.0).sqrt().round() as usize).max(2);
    let around = 2 * across;
    let point = |i: usize, j: usize| {
        let (a, b) = (
            i as f32 / around as f32 * TAU,
            j as f32 / across as f32 * TAU,
        );
        let out = 20.0 + 8.0 * b.cos();
        Vec3::new(out * a.cos(), out * a.sin(), 8.0 * b.sin())
    };
    let face = |corners: [Vec3; 3]| {
        let [a, b, c] = corners;
        let normal = (b - a).cross(c - a).normalize() * 32767.0;
        Face::new(corners.map(Into::into), normal.to_array().map(|v| v as i16))
    };
    let quad = |i: usize, j: usize| {
        let (a, b) = (point(i, j), point(i + 1, j));
        let (c, d) = (point(i + 1, j + 1), point(i, j + 1));
        [face([a, b, c]), face([a, c, d])]
    };
    let quads = (0..around).flat_map(|i| (0..across).map(move |j| (i, j)));
    let faces: Vec<Face> = quads.flat_map(|(i, j)| quad(i, j)).collect();
    let batches: Vec<Batch> = faces.chunks(20_000).map(|faces| batch(0, faces)).collect();
    Arc::new(model(&[root()], &[batches]))
}

/// Where a building stands: turned, away from the origin.
fn place() -> SelectedNode {
    let turns = Quat::from_euler(EulerRot::ZYX, 0.7, 0.0, 0.0);
    SelectedNode {
        node: 0,
        slot: 0,
        world_from_node: Mat4::from_rotation_translation(turns, Vec3::new(700.0, -300.0, 40.0)),
    }
}

/// Segments in and around a building, of the length of a view.
fn segments() -> Vec<Segment> {
    let mut random = Random::new(1);
    let center = place().world_from_node.w_axis.truncate();
    let mut point = || center + random.vector(30.0);
    (0..256).map(|_| Segment::new(point(), point())).collect()
}

/// Asks one segment after the other.
fn ask(bencher: Bencher<'_, '_>, segments: &[Segment], query: impl Fn(&Segment) -> Option<Hit>) {
    let mut next = segments.iter().cycle();
    bencher.bench_local(|| next.next().map(&query));
}

/// The program's query of one building.
#[divan::bench(args = FACES)]
fn building(bencher: Bencher<'_, '_>, faces: usize) {
    let shape = CollisionShape::new(ring(faces));
    let nodes = NodeInstances::new(&shape, [place()]).unwrap();
    ask(bencher, &segments(), |segment| {
        shape.query_building_segment_world(&nodes, segment).unwrap()
    });
}

/// The plain loop over the same building.
#[divan::bench(args = FACES)]
fn building_plain_loop(bencher: Bencher<'_, '_>, faces: usize) {
    let msh = ring(faces);
    ask(bencher, &segments(), |segment| {
        reference::query_building_segment_world(&msh, &[place()], segment).unwrap()
    });
}

/// A step of a camera, up to 0.3 on each axis, near the walls of a building.
#[divan::bench(args = FACES)]
fn step(bencher: Bencher<'_, '_>, faces: usize) {
    let shape = CollisionShape::new(ring(faces));
    let nodes = NodeInstances::new(&shape, [place()]).unwrap();
    let mut random = Random::new(2);
    let mut steps = segments();
    for step in &mut steps {
        step.end = step.start + random.vector(0.3);
    }
    ask(bencher, &steps, |segment| {
        shape.query_building_segment_world(&nodes, segment).unwrap()
    });
}

/// A segment through a row of buildings of 1000 faces.
#[divan::bench(args = [1, 10, 100, 1000])]
fn row_of_buildings(bencher: Bencher<'_, '_>, count: usize) {
    let shape = CollisionShape::new(ring(1000));
    let nodes = |i: usize| {
        let mut node = place();
        node.world_from_node.w_axis.x += 60.0 * i as f32;
        NodeInstances::new(&shape, [node]).unwrap()
    };
    let buildings: Vec<NodeInstances> = (0..count).map(nodes).collect();
    let mut through = segments();
    for segment in &mut through {
        segment.start.x = 600.0;
        segment.end.x = 700.0 + 60.0 * count as f32;
    }
    ask(bencher, &through, |segment| {
        let hit = |nodes| shape.query_building_segment_world(nodes, segment).unwrap();
        let hits = buildings.iter().filter_map(hit);
        hits.min_by(|a, b| a.distance_squared.total_cmp(&b.distance_squared))
    });
}

/// A segment that passes by far from as many buildings.
#[divan::bench(args = [1, 10, 100, 1000])]
fn far_from_buildings(bencher: Bencher<'_, '_>, count: usize) {
    let shape = CollisionShape::new(ring(1000));
    let buildings: Vec<NodeInstances> = (0..count)
        .map(|_| NodeInstances::new(&shape, [place(); 30]).unwrap())
        .collect();
    let mut far = segments();
    for segment in &mut far {
        segment.start.y += 200.0;
        segment.end.y += 200.0;
    }
    ask(bencher, &far, |segment| {
        let hit = |nodes| shape.query_building_segment_world(nodes, segment).unwrap();
        buildings.iter().find_map(hit)
    });
}

/// Preparing a model for queries.
#[divan::bench(args = FACES)]
fn shape_of_a_model(bencher: Bencher<'_, '_>, faces: usize) {
    let msh = ring(faces);
    bencher.bench_local(|| CollisionShape::new(Arc::clone(&msh)));
}
