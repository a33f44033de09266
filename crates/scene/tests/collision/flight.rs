//! Steps of a camera over the ground. What buildings do to them: `tests/mission/records.rs`.

use msh_format::base_plan::{BasePlan, InnerRing};
use msh_format::land::{FaceSource, LandSource};
use msh_scene::collision::{EYE_CLEARANCE, Records, Step, Surroundings};
use msh_scene::glam::{Mat4, Vec3};
use msh_scene::problems::Problems;
use msh_scene::terrain::{Footprint, HeightField};

/// Ground 40 wide and 20 deep, in strips along y: its height at x 0, 10, 20, 30 and 40.
fn strips(heights: [f32; 5], face: fn([u16; 3], u8) -> FaceSource) -> HeightField {
    let mut positions = Vec::new();
    for (x, z) in [0.0, 10.0, 20.0, 30.0, 40.0].into_iter().zip(heights) {
        positions.extend([[x, 0.0, z], [x, 20.0, z]]);
    }
    let count = positions.len();
    let quads = [0, 2, 4, 6].into_iter();
    let source = LandSource {
        positions,
        normals: vec![[0, 0, 127, 0]; count],
        uv0: vec![[0, 0]; count],
        uv1: vec![[0, 0]; count],
        blend: vec![0.0; count],
        level0: quads
            .flat_map(|q| [face([q, q + 2, q + 3], 0), face([q, q + 3, q + 1], 0)])
            .collect(),
        level1: Vec::new(),
        grid: [1, 1],
    };
    HeightField::of_land(&source.build().unwrap())
}

fn step(ground: &HeightField, from: [f32; 3], to: [f32; 3]) -> Step {
    let records = Records::default();
    let surroundings = Surroundings {
        ground: Some(ground),
        records: &records,
    };
    surroundings.step(from.into(), to.into())
}

fn assert_near(got: Vec3, expected: [f32; 3]) {
    assert!(
        got.abs_diff_eq(expected.into(), 1e-3),
        "{got} is not {expected:?}"
    );
}

#[test]
fn the_eye_stays_clear_of_the_ground() {
    let ground = strips([5.0; 5], FaceSource::ground);
    let down = step(&ground, [3.0, 4.0, 20.0], [3.0, 4.0, -50.0]);
    assert_near(down.position, [3.0, 4.0, 5.0 + EYE_CLEARANCE]);
    assert!(down.lifted && down.blocked_by.is_none());
    let level = step(&ground, [3.0, 4.0, 6.0], [9.0, 4.0, 6.0]);
    assert_eq!(level.position, Vec3::new(9.0, 4.0, 6.0));
    assert!(!level.lifted, "above the clearance nothing is changed");
}

/// A building on (20, 10) whose outline reaches 4 and whose clearance reaches 6 to all sides.
fn building() -> Footprint {
    let square = |half: f32| {
        let corners = [[-half, -half], [half, -half], [half, half], [-half, half]];
        corners.map(|[x, y]| [x, y, 0.0]).to_vec()
    };
    let inner = InnerRing {
        corners: square(4.0),
        ..InnerRing::default()
    };
    let plan = BasePlan {
        inner: vec![inner],
        outer: vec![square(6.0)],
    };
    let matrix = Mat4::from_translation(Vec3::new(20.0, 10.0, 5.0));
    Footprint::placed(&plan, &matrix, "hut", &mut Problems::new()).unwrap()
}

#[test]
fn in_a_building_the_eye_goes_below_the_ground_and_comes_up_behind_it() {
    let ground = strips([5.0; 5], FaceSource::ground).with_footprints(vec![building()]);
    let cellar = [22.0, 10.0, -3.0];
    for from in [[20.0, 10.0, 6.0], [13.0, 10.0, 6.0], [18.0, 10.0, -3.0]] {
        let inside = step(&ground, from, cellar);
        assert_eq!(inside.position, Vec3::from(cellar));
        assert!(!inside.lifted);
    }
    let out = step(&ground, cellar, [27.0, 10.0, -3.0]);
    assert_near(out.position, [27.0, 10.0, 5.0 + EYE_CLEARANCE]);
}

#[test]
fn a_level_flight_follows_rising_ground() {
    // One up for every two along.
    let ground = strips([0.0, 5.0, 10.0, 15.0, 20.0], FaceSource::ground);
    let step = step(&ground, [10.0, 10.0, 6.0], [14.0, 10.0, 6.0]);
    assert_near(step.position, [14.0, 10.0, 7.0 + EYE_CLEARANCE]);
}

#[test]
fn a_long_step_climbs_the_ridge_in_its_way() {
    // From one foot of a ridge 12 high to the other: without it the step would end at height 1.
    let ground = strips([0.0, 0.0, 12.0, 0.0, 0.0], FaceSource::ground);
    let across = step(&ground, [4.0, 10.0, 1.0], [36.0, 10.0, 1.0]);
    // The crest is at the middle of the way: up to 12.8 there, and no reason to come down.
    assert_near(across.position, [36.0, 10.0, 12.0 + EYE_CLEARANCE]);
    // In the same direction, but the crest is not in the middle.
    let aside = step(&ground, [4.0, 10.0, 1.0], [29.0, 10.0, 1.0]);
    let Vec3 { x, z, .. } = aside.position;
    assert!(x == 29.0 && (12.0..13.0).contains(&z), "{}", aside.position);
}

#[test]
fn a_step_that_flies_over_the_ridge_is_left_alone() {
    let ground = strips([0.0, 0.0, 12.0, 0.0, 0.0], FaceSource::ground);
    let over = step(&ground, [4.0, 10.0, 12.5], [36.0, 10.0, 12.5]);
    assert_eq!(
        (over.position, over.lifted),
        (Vec3::new(36.0, 10.0, 12.5), false)
    );
}

#[test]
fn liquid_does_not_stop_a_diver() {
    let ground = strips([5.0; 5], FaceSource::water);
    assert_eq!(
        step(&ground, [3.0, 4.0, 9.0], [3.0, 4.0, 2.0]).position.z,
        2.0
    );
}

#[test]
fn beside_the_ground_nothing_lifts() {
    let ground = strips([5.0; 5], FaceSource::ground);
    let out = step(&ground, [41.0, 10.0, 6.0], [45.0, 10.0, -9.0]);
    assert_eq!(out.position, Vec3::new(45.0, 10.0, -9.0));
    let without = Surroundings {
        ground: None,
        records: &Records::default(),
    };
    let down = without.step(Vec3::Z, Vec3::NEG_Z);
    assert_eq!(down.position, Vec3::NEG_Z);
}

#[test]
fn an_eye_under_the_ground_comes_out_with_its_first_step() {
    let ground = strips([5.0; 5], FaceSource::ground);
    let step = step(&ground, [3.0, 4.0, -40.0], [5.0, 4.0, -40.0]);
    assert_near(step.position, [5.0, 4.0, 5.0 + EYE_CLEARANCE]);
}

#[test]
fn a_wish_that_is_no_place_leaves_the_eye_where_it_is() {
    let ground = strips([5.0; 5], FaceSource::ground);
    for bad in [f32::NAN, f32::INFINITY] {
        let step = step(&ground, [3.0, 4.0, 9.0], [bad, 4.0, 9.0]);
        assert_eq!(step.position, Vec3::new(3.0, 4.0, 9.0));
    }
}
