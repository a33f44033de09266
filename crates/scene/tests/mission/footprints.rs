//! Buildings in the ground of a mission.

use std::f32::consts::FRAC_PI_2;

use msh_format::base_plan::{BasePlan, InnerRing};
use msh_format::prototype::Reference;
use msh_scene::glam::Vec3;
use msh_scene::scene::Scene;
use msh_scene::terrain::Terrain;

use crate::support::{TestRoot, errors, plain_model};

/// Corners of a rectangle from `min` to `max`.
fn ring(min: [f32; 2], max: [f32; 2]) -> Vec<[f32; 3]> {
    let corners = [min, [max[0], min[1]], max, [min[0], max[1]]];
    corners.map(|[x, y]| [x, y, 0.0]).to_vec()
}

/// An outline of 1 x 3 units along +Y of the building, with 1 unit of clearance.
fn plan() -> BasePlan {
    let inner = InnerRing {
        corners: ring([0.0, 0.0], [1.0, 3.0]),
        triangles: vec![0; 4],
        triangle_corners: vec![0; 4],
    };
    BasePlan {
        inner: vec![inner],
        outer: vec![ring([-1.0, -1.0], [2.0, 4.0])],
    }
}

/// A root with the building `fr_hut`.
fn root(plan: Vec<u8>) -> TestRoot {
    let mut root = TestRoot::new();
    root.part(b"BTLU", "bu_hut", &plain_model(), &[]);
    root.member("fortif.rlb", b"BASE", "hut.bas", plan);
    let parent = Reference::new("objects.rlb", "bu_hut").unwrap();
    let plan = Reference::new("fortif.rlb", "hut.bas").unwrap();
    root.prototype(b"FORT", "fr_hut", vec![parent, plan]);
    root
}

fn terrain(scene: &Scene) -> &Terrain {
    scene.terrain.as_ref().unwrap()
}

/// Area of the drawn ground seen from above.
fn area(terrain: &Terrain) -> f32 {
    let place = |index: &u32| Vec3::from(terrain.vertices[*index as usize].position).truncate();
    let faces = terrain.indices.chunks(3);
    let area = |f: &[u32]| {
        let [a, b, c] = [place(&f[0]), place(&f[1]), place(&f[2])];
        (b - a).perp_dot(c - a) / 2.0
    };
    faces.map(area).sum()
}

#[test]
fn a_placed_building_leaves_a_hole_of_its_outline() {
    let mut root = root(plan().to_bytes().unwrap());
    let building = root.place(0, "fr_hut");
    building.position = [8.0, 8.0, 0.0];
    // A quarter turn: +Y of the building is -X of the world.
    building.turns = [0.0, 0.0, FRAC_PI_2];
    let scene = root.open();
    assert_eq!(errors(&scene), [""; 0]);
    let terrain = terrain(&scene);
    assert!((area(terrain) - (256.0 - 3.0)).abs() < 1e-3);
    assert!(terrain.heights.is_cut(5.5, 8.5));
    assert!(!terrain.heights.is_cut(8.5, 10.5));
    // The stored ground is still known.
    assert_eq!(terrain.heights.height(5.5, 8.5), Some(0.0));
}

#[test]
fn a_plan_that_cannot_be_read_is_a_problem_and_the_ground_stays_whole() {
    let mut root = root(vec![1, 2, 3]);
    root.place(0, "fr_hut").position = [8.0, 8.0, 0.0];
    let scene = root.open();
    let errors = errors(&scene);
    assert_eq!(errors.len(), 1);
    assert!(errors[0].contains("hut.bas"), "{errors:?}");
    assert_eq!(scene.objects[0].components.len(), 1);
    assert_eq!(area(terrain(&scene)), 256.0);
}

#[test]
fn a_plan_that_cannot_be_cut_names_its_building() {
    let mut plan = plan();
    plan.inner[0].corners = vec![[0.0; 3]; 4];
    let mut root = root(plan.to_bytes().unwrap());
    root.place(0, "fr_hut").position = [8.0, 8.0, 0.0];
    let scene = root.open();
    let errors = errors(&scene);
    assert_eq!(errors.len(), 1);
    assert!(errors[0].contains("object 0 fr_hut"), "{errors:?}");
    assert_eq!(area(terrain(&scene)), 256.0);
}
