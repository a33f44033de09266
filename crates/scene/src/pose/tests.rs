use std::f32::consts::FRAC_1_SQRT_2;

use msh_format::Warnings;
use msh_format::msh::{FrameMap, MshParts};

use super::*;

const HALF: i16 = 23_170; // 32767 / sqrt 2

fn key(z: f32, time: f32, quaternion_wxyz: [i16; 4]) -> Key24 {
    Key24 {
        position: [0.0, 0.0, z],
        time,
        quaternion_wxyz,
    }
}

fn node(parent: u16, anim_map_start: u16, fallback_key: u16) -> Node38 {
    Node38 {
        hdr0: 0,
        parent_or_link: parent,
        anim_map_start,
        fallback_key,
        slot_index: [0xFFFF; 15],
    }
}

fn model(nodes: Vec<Node38>, keys: Vec<Key24>, frame_count: u32, words: Vec<u16>) -> Msh {
    // The tests need nodes and keys that no reader would let through.
    let empty = MshParts::new("test").to_bytes().unwrap();
    let mut msh = Msh::parse(&empty, &mut Warnings::new()).unwrap();
    msh.nodes = Nodes::Node38(nodes);
    msh.keys = keys;
    msh.frame_map = Some(FrameMap { frame_count, words });
    msh
}

/// The node of `02b-msh-facts.md` 9.5: keys k1 and k2, map `[1, 2]`, fallback 2.
fn door() -> Msh {
    let keys = vec![
        key(7.0, 0.0, [32_767, 0, 0, 0]),
        key(0.0, 0.0, [32_767, 0, 0, 0]),
        key(-2.0, 1.0, [HALF, 0, 0, HALF]),
    ];
    model(vec![node(0xFFFF, 0, 2)], keys, 2, vec![1, 2])
}

fn at(msh: &Msh, time: Option<f32>) -> Pose {
    hierarchy(msh, &Moment::Times(vec![time])).unwrap().local[0]
}

fn assert_pose(got: Pose, z: f32, xyzw: [f32; 4]) {
    assert!(
        (got.translation.z - z).abs() < 1e-5,
        "z {} is not {z}",
        got.translation.z
    );
    let expected = Quat::from_array(xyzw);
    assert!(
        got.rotation.abs_diff_eq(expected, 2e-5),
        "{} is not {expected}",
        got.rotation
    );
}

/// The table of `02b-msh-facts.md` 9.5.
#[test]
fn the_worked_sampling_gives_the_poses_of_the_page() {
    let msh = door();
    let end = [0.0, 0.0, -FRAC_1_SQRT_2, FRAC_1_SQRT_2];
    assert_pose(at(&msh, Some(0.0)), 0.0, [0.0, 0.0, 0.0, 1.0]);
    assert_pose(at(&msh, Some(0.25)), -0.5, [0.0, 0.0, -0.18737, 0.98229]);
    assert_pose(at(&msh, Some(0.5)), -1.0, [0.0, 0.0, -0.38268, 0.92388]);
    for time in [
        Some(1.0),
        Some(1.25),
        Some(1.5),
        Some(2.0),
        Some(1e30),
        None,
    ] {
        assert_pose(at(&msh, time), -2.0, end);
    }
}

#[test]
fn a_time_looks_up_the_frame_nearest_to_half_a_frame_earlier_ties_to_even() {
    let times = [
        (0.0, 0),
        (0.49, 0),
        (0.5, 0),
        (1.0, 0),
        (1.5, 1),
        (2.0, 2),
        (2.5, 2),
        (3.0, 2),
        (3.5, 3),
        (4.0, 4),
        (5.0, 4),
        (7.0, 6),
    ];
    for (time, frame) in times {
        assert_eq!(frame_at(time), frame, "{time}");
    }
}

#[test]
fn a_frame_samples_its_own_map_word_at_its_own_time() {
    let msh = door();
    let frame = |f| hierarchy(&msh, &Moment::Frame(f)).unwrap().local[0];
    assert_pose(frame(0), 0.0, [0.0, 0.0, 0.0, 1.0]);
    assert_pose(frame(1), -2.0, [0.0, 0.0, -FRAC_1_SQRT_2, FRAC_1_SQRT_2]);
    assert_pose(
        frame(65_535),
        -2.0,
        [0.0, 0.0, -FRAC_1_SQRT_2, FRAC_1_SQRT_2],
    );
}

#[test]
fn the_quaternion_is_stored_w_first_and_conjugated_once() {
    let msh = model(
        vec![node(0xFFFF, 0xFFFF, 0)],
        vec![key(0.0, 0.0, [HALF, 0, 0, HALF])],
        1,
        Vec::new(),
    );
    let pose = hierarchy(&msh, &Moment::Fallback).unwrap().global[0];
    // Without the conjugation +x would go to +y; read as X, Y, Z, W it would stay.
    assert!(
        pose.apply(Vec3::X).abs_diff_eq(-Vec3::Y, 1e-4),
        "{}",
        pose.apply(Vec3::X)
    );
}

#[test]
fn the_parent_rotation_turns_the_child_translation() {
    let mut child = key(0.0, 0.0, [HALF, 0, 0, HALF]);
    child.position = [1.0, 0.0, 0.0];
    let mut root = key(0.0, 0.0, [HALF, 0, 0, HALF]);
    root.position = [5.0, 0.0, 0.0];
    let nodes = vec![node(0xFFFF, 0xFFFF, 0), node(0, 0xFFFF, 1)];
    let msh = model(nodes, vec![root, child], 1, Vec::new());
    let poses = hierarchy(&msh, &Moment::Fallback).unwrap();
    assert!(
        poses.global[1]
            .translation
            .abs_diff_eq(Vec3::new(5.0, -1.0, 0.0), 1e-4)
    );
    let half_turn = poses.global[1].apply(Vec3::X) - poses.global[1].translation;
    assert!(half_turn.abs_diff_eq(-Vec3::X, 1e-4), "{half_turn}");
    assert!(poses.local[1].translation.abs_diff_eq(Vec3::X, 1e-6));
}

#[test]
fn rotations_blend_the_short_way() {
    // The second quaternion has its signs flipped: the same rotation.
    let keys = vec![
        key(0.0, 0.0, [32_767, 0, 0, 0]),
        key(0.0, 2.0, [-HALF, 0, 0, -HALF]),
        key(0.0, 9.0, [32_767, 0, 0, 0]),
    ];
    let msh = model(vec![node(0xFFFF, 0, 2)], keys, 3, vec![0, 0, 2]);
    let got = at(&msh, Some(1.0)).rotation;
    assert!(
        got.abs_diff_eq(Quat::from_xyzw(0.0, 0.0, -0.38268, 0.92388), 2e-5),
        "{got}"
    );
}

#[test]
fn a_quaternion_is_normalised_and_zero_is_the_identity() {
    let msh = |q| {
        model(
            vec![node(0xFFFF, 0xFFFF, 0)],
            vec![key(0.0, 0.0, q)],
            1,
            Vec::new(),
        )
    };
    let rotation = |q| hierarchy(&msh(q), &Moment::Fallback).unwrap().local[0].rotation;
    assert_eq!(rotation([0, 0, 0, 0]), Quat::IDENTITY);
    let got = rotation([100, 0, 0, 100]);
    let expected = Quat::from_xyzw(0.0, 0.0, -FRAC_1_SQRT_2, FRAC_1_SQRT_2);
    assert!(got.abs_diff_eq(expected, 1e-6), "{got}");
}

#[test]
fn the_fallback_key_stands_in_when_the_map_says_nothing() {
    let keys = || {
        vec![
            key(1.0, 0.0, [32_767, 0, 0, 0]),
            key(2.0, 1.0, [32_767, 0, 0, 0]),
        ]
    };
    let z = |start: u16, frames: u32, words: Vec<u16>| {
        let msh = model(vec![node(0xFFFF, start, 1)], keys(), frames, words);
        at(&msh, Some(0.0)).translation.z
    };
    assert_eq!(z(0, 1, vec![0]), 1.0);
    assert_eq!(z(0xFFFF, 1, vec![0]), 2.0, "no map");
    assert_eq!(z(0, 0, vec![0]), 2.0, "past the frame count");
    assert_eq!(z(5, 1, vec![0]), 2.0, "outside the stream");
    assert_eq!(z(0, 1, vec![1]), 2.0, "the fallback key itself");
    assert_eq!(z(0, 1, vec![9]), 2.0, "past the fallback key");
}

#[test]
fn keys_with_equal_times_give_the_first() {
    let keys = vec![
        key(1.0, 3.0, [32_767, 0, 0, 0]),
        key(2.0, 3.0, [32_767, 0, 0, 0]),
        key(9.0, 4.0, [32_767, 0, 0, 0]),
    ];
    let msh = model(vec![node(0xFFFF, 0, 2)], keys, 1, vec![0]);
    assert_eq!(at(&msh, Some(0.5)).translation.z, 1.0);
}

#[test]
fn a_time_outside_the_two_keys_is_clamped() {
    let keys = vec![
        key(1.0, 4.0, [32_767, 0, 0, 0]),
        key(2.0, 5.0, [32_767, 0, 0, 0]),
        key(9.0, 9.0, [32_767, 0, 0, 0]),
    ];
    let msh = model(vec![node(0xFFFF, 0, 2)], keys, 1, vec![0]);
    assert_eq!(at(&msh, Some(0.5)).translation.z, 1.0);
}

#[test]
fn negative_and_non_finite_times_are_errors_and_minus_zero_is_not() {
    let msh = door();
    for time in [-1.0, f32::NAN, f32::INFINITY, -1e-30] {
        let result = hierarchy(&msh, &Moment::Times(vec![Some(time)]));
        assert!(matches!(result, Err(PoseError::BadTimes(_))), "{time}");
    }
    assert_pose(at(&msh, Some(-0.0)), 0.0, [0.0, 0.0, 0.0, 1.0]);
}

#[test]
fn a_wrong_number_of_times_is_an_error() {
    let result = hierarchy(&door(), &Moment::Times(vec![Some(0.0); 2]));
    assert!(matches!(result, Err(PoseError::BadTimes(_))));
}

#[test]
fn a_parent_that_does_not_come_first_gives_no_hierarchy() {
    let keys = || vec![key(0.0, 0.0, [32_767, 0, 0, 0])];
    for parent in [1, 0x7FFF] {
        let nodes = vec![node(0xFFFF, 0xFFFF, 0), node(parent, 0xFFFF, 0)];
        let msh = model(nodes, keys(), 1, Vec::new());
        let result = hierarchy(&msh, &Moment::Fallback);
        assert!(matches!(result, Err(PoseError::NoHierarchy(_))), "{parent}");
    }
}

#[test]
fn a_fallback_key_outside_type_8_gives_no_hierarchy() {
    let keys = vec![key(0.0, 0.0, [32_767, 0, 0, 0])];
    let msh = model(vec![node(0xFFFF, 0xFFFF, 1)], keys, 1, Vec::new());
    assert!(matches!(
        hierarchy(&msh, &Moment::Fallback),
        Err(PoseError::NoHierarchy(_))
    ));
}
