use glam::Vec2;

use super::*;
use crate::library::{Bounds, Surface};

fn batch(flags: u16) -> Batch20 {
    Batch20 {
        batch_flags: flags,
        material_index_hi: 0,
        material_index: 0,
        lightmap_index: 0xFF,
        local_batch_index: 0xFFFF,
        index_count: 6,
        index_start: 0,
        vertex_count: 4,
        base_vertex: 0,
    }
}

/// A quad of two faces in the plane y = 10 whose outside looks at -Y, 2 units wide and high.
fn range(flags: u16, det_sign: i8) -> DrawRange {
    let batch = batch(flags);
    let corner = |x: f32, z: f32| Vec3::new(x, 10.0, z);
    let bounds = Bounds {
        min: corner(-1.0, -1.0),
        max: corner(1.0, 1.0),
    };
    DrawRange {
        object: 0,
        component: 0,
        node: 0,
        batch: 0,
        model: ModelId(0),
        first_index: 0,
        index_count: 6,
        base_vertex: 0,
        transform: Mat4::IDENTITY,
        det_sign,
        cull: Cull::of(&batch, det_sign),
        queue: Queue::of(&batch, &Surface::PLAIN),
        material: "WALL".into(),
        surface: Surface::PLAIN,
        lightmap: None,
        portal: PortalFade::of(&batch),
        first_face: Some([corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0)]),
        tests_first_face: batch.has(batch_flags::FIRST_FACE_TEST)
            && !batch.has(batch_flags::TWO_SIDED),
        corners: bounds.corners(&Mat4::IDENTITY),
    }
}

fn camera_at(y: f32, yaw_degrees: f32) -> Camera {
    Camera {
        position: Vec3::new(0.0, y, 0.0),
        yaw: yaw_degrees.to_radians(),
        pitch: 0.0,
        fov: 1.3,
    }
}

fn frame_of(range: DrawRange, camera: &Camera) -> FrameRange {
    DrawList {
        ranges: vec![range],
        ..DrawList::default()
    }
    .frame(camera, 1.0)
    .ranges[0]
}

#[test]
fn the_cull_mode_follows_the_sign_of_the_determinant() {
    assert_eq!(Cull::of(&batch(0), 1), Cull::Front);
    assert_eq!(Cull::of(&batch(0), -1), Cull::Back);
    assert_eq!(Cull::of(&batch(0), 0), Cull::None);
    assert_eq!(Cull::of(&batch(0x0002), -1), Cull::None);
    assert_eq!(Cull::of(&batch(0x4000), 1), Cull::None);
}

#[test]
fn the_first_face_decides_for_the_whole_record() {
    let front = frame_of(range(0x4000, 1), &camera_at(0.0, 0.0));
    assert_eq!(
        (front.first_face_test, front.emitted_index_count),
        (FirstFaceTest::Accepted, 6)
    );
    let back = frame_of(range(0x4000, 1), &camera_at(20.0, 180.0));
    assert_eq!(
        (back.first_face_test, back.emitted_index_count),
        (FirstFaceTest::Rejected, 0)
    );
}

#[test]
fn a_rejected_record_is_drawn_where_both_sides_are_shown() {
    let list = DrawList {
        ranges: vec![range(0x4108, 1)],
        ..DrawList::default()
    };
    // A portal, so that its place in the see-through queue counts too; far enough not to fade.
    let camera = camera_at(210.0, 180.0);
    for (sides, emitted) in [(Sides::Game, 0), (Sides::Both, 6), (Sides::BackRed, 6)] {
        let draws = list.frame_showing(&camera, 1.0, sides);
        assert_eq!(
            draws.ranges[0].first_face_test,
            FirstFaceTest::Rejected,
            "{sides:?}"
        );
        assert_eq!(draws.ranges[0].emitted_index_count, emitted, "{sides:?}");
        assert_eq!(draws.transparent.len(), emitted as usize / 6, "{sides:?}");
    }
}

#[test]
fn an_eye_in_the_plane_of_the_first_face_rejects_it() {
    let frame = frame_of(range(0x4000, 1), &camera_at(10.0, 0.0));
    assert_eq!(frame.first_face_test, FirstFaceTest::Rejected);
}

#[test]
fn a_mirrored_placement_turns_the_first_face_test_round() {
    let front = frame_of(range(0x4000, -1), &camera_at(0.0, 0.0));
    assert_eq!(front.first_face_test, FirstFaceTest::Rejected);
    let back = frame_of(range(0x4000, -1), &camera_at(20.0, 180.0));
    assert_eq!(back.first_face_test, FirstFaceTest::Accepted);
}

#[test]
fn two_sided_wins_over_the_first_face_test() {
    let back = frame_of(range(0x4002, 1), &camera_at(20.0, 180.0));
    assert_eq!(
        (back.first_face_test, back.emitted_index_count),
        (FirstFaceTest::NotApplicable, 6)
    );
}

#[test]
fn a_range_behind_the_camera_is_culled_by_the_frustum() {
    let frame = frame_of(range(0, 1), &camera_at(0.0, 180.0));
    assert_eq!(
        (frame.culled_by, frame.emitted_index_count),
        (Some(CulledBy::Frustum), 0)
    );
}

#[test]
fn the_first_face_is_still_tested_outside_the_view() {
    let frame = frame_of(range(0x4000, 1), &camera_at(0.0, 180.0));
    assert_eq!(frame.first_face_test, FirstFaceTest::Accepted);
    assert_eq!(frame.culled_by, Some(CulledBy::Frustum));
}

#[test]
fn a_gate_fades_between_75_and_95_units_at_the_original_field_of_view() {
    for (distance, opacity) in [
        (74.0, 0.0),
        (75.0, 0.0),
        (85.0, 0.5),
        (95.0, 1.0),
        (200.0, 1.0),
    ] {
        let got = PortalFade::Gate.opacity(distance, 1.3);
        assert!((got - opacity).abs() < 1e-5, "{distance}: {got}");
    }
}

#[test]
fn a_sign_fades_between_4_and_36_units_at_the_original_field_of_view() {
    for (distance, opacity) in [(3.9, 0.0), (4.0, 0.0), (16.0, 0.5), (36.0, 1.0)] {
        let got = PortalFade::Sign.opacity(distance, 1.3);
        assert!((got - opacity).abs() < 1e-5, "{distance}: {got}");
    }
}

#[test]
fn a_near_gate_and_an_open_portal_emit_nothing() {
    let near = frame_of(range(0x0108, 1), &camera_at(0.0, 0.0));
    assert_eq!(
        (near.culled_by, near.emitted_index_count),
        (Some(CulledBy::Portal), 0)
    );
    let open = frame_of(range(0x0148, 1), &camera_at(-190.0, 0.0));
    assert_eq!(
        (open.culled_by, open.emitted_index_count),
        (Some(CulledBy::Portal), 0)
    );
    let far = frame_of(range(0x0108, 1), &camera_at(-190.0, 0.0));
    assert_eq!(
        (far.culled_by, far.emitted_index_count, far.opacity),
        (None, 6, 1.0)
    );
}

#[test]
fn opacity_and_flags_decide_what_is_see_through_and_not_the_blend_mode() {
    let leaves = Surface {
        blend: BlendMode::Alpha,
        ..Surface::PLAIN
    };
    assert_eq!(Queue::of(&batch(0), &Surface::PLAIN), Queue::Opaque);
    assert_eq!(Queue::of(&batch(0), &leaves), Queue::AlphaTest);
    assert_eq!(
        Queue::of(&batch(0x0100), &Surface::PLAIN),
        Queue::Transparent
    );
    assert_eq!(
        Queue::of(&batch(0x0008), &Surface::PLAIN),
        Queue::Transparent
    );
    let faint = Surface {
        opacity: 0.5,
        uv_scale: Vec2::ONE,
        ..Surface::PLAIN
    };
    assert_eq!(Queue::of(&batch(0), &faint), Queue::Transparent);
}

#[test]
fn see_through_ranges_are_sorted_far_to_near() {
    let at = |y: f32| {
        let mut range = range(0x0100, 1);
        range.corners = range.corners.map(|c| c + Vec3::Y * y);
        range
    };
    let list = DrawList {
        ranges: vec![at(0.0), at(30.0), range(0, 1), at(10.0)],
        ..DrawList::default()
    };
    assert_eq!(list.frame(&camera_at(0.0, 0.0), 1.0).transparent, [1, 3, 0]);
}
