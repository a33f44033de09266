//! A camera over ground of 10,000 faces, among a hundred buildings of 10,000 faces each.
#![allow(clippy::unwrap_used, reason = "a bench may stop where it stands")]

#[path = "../tests/collision/support.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod shapes;
#[path = "../tests/mission/support.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod support;

use std::f32::consts::{PI, TAU};
use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use msh_format::land::{FaceSource, LandSource};
use msh_format::msh::{MshParts, Node38};
use msh_scene::collision::{Records, Surroundings};
use msh_scene::draw_list::Detail;
use msh_scene::glam::Vec3;
use msh_scene::scene::Scene;
use msh_scene::terrain::HeightField;

use shapes::{Face, batch};
use support::{STRAIGHT, TestRoot, key};

/// Side of the map; the buildings stand 60 apart on it.
const SIDE: f32 = 600.0;
/// Squares along a side of the ground: 2 * 71 * 71 faces.
const SQUARES: u16 = 71;
/// A step of 1/60 s at 40 units a second.
const STEP: f32 = 40.0 / 60.0;

fn main() {
    divan::main();
}

/// Hills up to 10 high.
fn ground() -> LandSource {
    let step = SIDE / f32::from(SQUARES);
    let mut positions = Vec::new();
    let mut level0 = Vec::new();
    for j in 0..=SQUARES {
        for i in 0..=SQUARES {
            let (x, y) = (f32::from(i) * step, f32::from(j) * step);
            positions.push([x, y, 5.0 + 5.0 * (x * 0.05).sin() * (y * 0.07).cos()]);
            if i < SQUARES && j < SQUARES {
                let (here, above) = (j * (SQUARES + 1) + i, (j + 1) * (SQUARES + 1) + i);
                level0.push(FaceSource::ground([here, here + 1, above + 1], 0));
                level0.push(FaceSource::ground([here, above + 1, above], 0));
            }
        }
    }
    let count = positions.len();
    LandSource {
        positions,
        normals: vec![[0, 0, 127, 0]; count],
        uv0: vec![[0, 0]; count],
        uv1: vec![[0, 0]; count],
        blend: vec![0.0; count],
        level0,
        level1: Vec::new(),
        grid: [1, 1],
    }
}

/// A ball of 9,800 faces and a radius of 25.
fn ball() -> MshParts {
    let (around, across) = (100, 50);
    let point = |i: usize, j: usize| {
        let (a, b) = (
            i as f32 / around as f32 * TAU,
            j as f32 / across as f32 * PI,
        );
        Vec3::new(a.cos() * b.sin(), a.sin() * b.sin(), -b.cos()) * 25.0
    };
    let face = |corners: [Vec3; 3]| {
        let [a, b, c] = corners;
        let normal = (b - a).cross(c - a).normalize() * 32_767.0;
        Face::new(corners.map(Into::into), normal.to_array().map(|c| c as i16))
    };
    let mut faces = Vec::new();
    for i in 0..around {
        for j in 0..across {
            let (a, b) = (point(i, j), point(i + 1, j));
            let (c, d) = (point(i + 1, j + 1), point(i, j + 1));
            // At the poles one of the two has no area.
            if j > 0 {
                faces.push(face([a, b, c]));
            }
            if j + 1 < across {
                faces.push(face([a, c, d]));
            }
        }
    }
    let mut node: Node38 = shapes::root();
    node.slot_index[0] = 0;
    let mut parts = shapes::parts(&[node], &[vec![batch(0, faces)]]);
    parts.keys = vec![key([0.0; 3], 0.0, STRAIGHT)];
    parts
}

fn scene() -> Scene {
    let mut root = TestRoot::new();
    let land = ground().build().unwrap().to_bytes().unwrap();
    root.files.insert("DATA/MAPS/M/Land.msh".into(), land);
    root.part(b"FORT", "ball", &ball(), &[]);
    for row in 0..10u8 {
        for column in 0..10u8 {
            let at = |n: u8| 30.0 + 60.0 * f32::from(n);
            root.place(0, "ball").position = [at(column), at(row), 10.0];
        }
    }
    root.open()
}

/// Steps from everywhere to everywhere: between the balls, against them and out of them.
fn steps() -> Vec<[Vec3; 2]> {
    let step = |i: u16| {
        let part = |by: f32| (f32::from(i) * by).fract();
        let from = Vec3::new(
            part(0.618_034) * SIDE,
            part(0.414_214) * SIDE,
            5.0 + 20.0 * part(0.732_05),
        );
        let (sin, cos) = (part(0.302_776) * TAU).sin_cos();
        [from, from + Vec3::new(cos, sin, -0.2) * STEP]
    };
    (0..1000).map(step).collect()
}

/// A thousand steps.
#[divan::bench]
fn steps_of_a_camera(bencher: Bencher<'_, '_>) {
    let scene = scene();
    let records = Records::of_scene(&scene, Detail::default());
    assert_eq!(records.list().len(), 100);
    let surroundings = Surroundings {
        ground: scene.terrain.as_ref().map(|terrain| &terrain.heights),
        records: &records,
    };
    let steps = steps();
    let blocked = steps
        .iter()
        .filter(|[from, to]| surroundings.step(*from, *to).blocked_by.is_some());
    assert!((1..500).contains(&blocked.count()), "some are blocked");
    bencher.counter(ItemsCount::new(steps.len())).bench(|| {
        for [from, to] in &steps {
            black_box(surroundings.step(*from, *to));
        }
    });
}

/// A thousand heights.
#[divan::bench]
fn heights_of_the_ground(bencher: Bencher<'_, '_>) {
    let field = HeightField::of_land(&ground().build().unwrap());
    let steps = steps();
    bencher.counter(ItemsCount::new(steps.len())).bench(|| {
        for [point, _] in &steps {
            black_box(field.height(point.x, point.y));
        }
    });
}
