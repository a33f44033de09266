use msh_format::material::{Track, TrackKey};

use super::*;
use crate::camera::Camera;
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
        see_through: batch.has(batch_flags::PORTAL | batch_flags::SEE_THROUGH),
        material: Arc::new(Material::plain("WALL")),
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
    list(vec![range]).frame(&input(camera)).ranges[0]
}

fn list(ranges: Vec<DrawRange>) -> DrawList {
    DrawList {
        ranges,
        ..DrawList::default()
    }
}

/// A square picture from this camera at the start of the material clock.
fn input(camera: &Camera) -> FrameInput {
    FrameInput {
        camera: *camera,
        aspect: 1.0,
        clock_ms: 0,
        portals: true,
        sides: Sides::Game,
    }
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
        let draws = list.frame(&FrameInput {
            sides,
            ..input(&camera)
        });
        assert_eq!(
            draws.ranges[0].first_face_test,
            FirstFaceTest::Rejected,
            "{sides:?}"
        );
        assert_eq!(draws.ranges[0].emitted_index_count, emitted, "{sides:?}");
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
        (far.culled_by, far.emitted_index_count, far.surface.opacity),
        (None, 6, 1.0)
    );
}

#[test]
fn opacity_and_flags_decide_what_is_see_through_and_not_the_blend_mode() {
    let leaves = Surface {
        blend: BlendMode::Alpha,
        ..Surface::PLAIN
    };
    assert_eq!(Queue::of(false, &Surface::PLAIN), Queue::Opaque);
    assert_eq!(Queue::of(false, &leaves), Queue::AlphaTest);
    assert_eq!(Queue::of(true, &leaves), Queue::Transparent);
    let faint = Surface {
        opacity: 0.5,
        ..Surface::PLAIN
    };
    assert_eq!(Queue::of(false, &faint), Queue::Transparent);
    for flags in [0x0100, 0x0008] {
        assert_eq!(
            frame_of(range(flags, 1), &camera_at(0.0, 0.0)).queue,
            Queue::Transparent
        );
    }
}

/// The range moved along +Y.
fn at(y: f32, range: DrawRange) -> DrawRange {
    DrawRange {
        corners: range.corners.map(|c| c + Vec3::Y * y),
        ..range
    }
}

fn painted(surface: Surface) -> DrawRange {
    DrawRange {
        material: Arc::new(Material::still("M", surface)),
        ..range(0, 1)
    }
}

#[test]
fn see_through_ranges_come_last_far_to_near_and_ties_keep_their_order() {
    let glass = |y| at(y, range(0x0100, 1));
    let list = list(vec![
        glass(0.0),
        glass(30.0),
        range(0, 1),
        glass(10.0),
        glass(30.0),
    ]);
    let draws = list.frame(&input(&camera_at(0.0, 0.0)));
    assert_eq!(draws.order, [2, 1, 4, 3, 0]);
    // The quads stand at y 10.
    let distances: Vec<Option<f32>> = draws.ranges.iter().map(|r| r.distance).collect();
    let expected = [Some(10.0), Some(40.0), None, Some(20.0), Some(40.0)];
    assert_eq!(distances, expected);
}

#[test]
fn the_order_follows_the_eye_from_frame_to_frame() {
    let list = list(vec![range(0x0100, 1), at(30.0, range(0x0100, 1))]);
    let mut draws = list.frame(&input(&camera_at(0.0, 0.0)));
    assert_eq!(draws.order, [1, 0]);
    list.frame_into(&input(&camera_at(60.0, 180.0)), &mut draws);
    assert_eq!(draws.order, [0, 1]);
}

#[test]
fn blended_ranges_come_after_opaque_ones_in_the_order_of_their_modes() {
    let of_mode = |blend| {
        painted(Surface {
            blend,
            ..Surface::PLAIN
        })
    };
    let modes = [
        BlendMode::Modulate2x,
        BlendMode::Alpha,
        BlendMode::Opaque,
        BlendMode::Multiply,
        BlendMode::Additive,
    ];
    let list = list(modes.map(of_mode).to_vec());
    let draws = list.frame(&input(&camera_at(0.0, 0.0)));
    assert_eq!(draws.order, [2, 4, 3, 1, 0]);
}

#[test]
fn leaves_are_drawn_far_to_near_so_that_rims_show_what_is_behind_them() {
    let leaves = |y| {
        at(
            y,
            painted(Surface {
                blend: BlendMode::Alpha,
                ..Surface::PLAIN
            }),
        )
    };
    let list = list(vec![leaves(5.0), range(0, 1), leaves(20.0), leaves(10.0)]);
    let draws = list.frame(&input(&camera_at(0.0, 0.0)));
    assert_eq!(draws.order, [1, 2, 3, 0]);
}

#[test]
fn a_0x4000_range_comes_back_when_the_eye_crosses_the_plane_of_its_first_face() {
    let list = list(vec![range(0x4000, 1)]);
    let mut draws = FrameDraws::default();
    let mut emitted = |camera| {
        list.frame_into(&input(&camera), &mut draws);
        draws.ranges[0].emitted_index_count
    };
    // Its outside looks at -Y from y 10.
    assert_eq!(emitted(camera_at(9.0, 0.0)), 6);
    assert_eq!(emitted(camera_at(11.0, 180.0)), 0);
    assert_eq!(emitted(camera_at(9.0, 0.0)), 6);
}

/// Opaque for 100 ms, then gliding to 60 per cent within 100 ms, and back.
fn fading() -> DrawRange {
    let faint = Surface {
        opacity: 0.6,
        ..Surface::PLAIN
    };
    let key = |(phase, end_ms)| TrackKey {
        phase,
        end_ms,
        unk_04: 0,
    };
    let track = Track {
        word: Track::OPACITY << 3,
        keys: [(0, 100), (0, 200), (1, 300)].map(key).to_vec(),
    };
    let material = Material::new("FIRE", vec![Surface::PLAIN, faint], vec![track]);
    DrawRange {
        material: Arc::new(material),
        ..range(0, 1)
    }
}

#[test]
fn a_material_that_fades_changes_the_queue_in_that_very_frame_and_back() {
    let list = list(vec![fading()]);
    let mut draws = FrameDraws::default();
    let mut at_clock = |clock_ms| {
        let input = FrameInput {
            clock_ms,
            ..input(&camera_at(0.0, 0.0))
        };
        list.frame_into(&input, &mut draws);
        assert!(draws.moving);
        let frame = draws.ranges[0];
        (frame.queue, (frame.surface.opacity * 100.0).round())
    };
    assert_eq!(at_clock(0), (Queue::Opaque, 100.0));
    assert_eq!(at_clock(100), (Queue::Opaque, 100.0));
    assert_eq!(at_clock(150), (Queue::Transparent, 80.0));
    assert_eq!(at_clock(200), (Queue::Transparent, 60.0));
    assert_eq!(at_clock(300), (Queue::Opaque, 100.0));
}

#[test]
fn a_faint_material_emits_again_after_a_frame_that_rejected_its_first_face() {
    let list = list(vec![DrawRange {
        tests_first_face: true,
        cull: Cull::None,
        ..fading()
    }]);
    let emitted = |camera: Camera, clock_ms| {
        let input = FrameInput {
            clock_ms,
            ..input(&camera)
        };
        list.frame(&input).ranges[0].emitted_index_count
    };
    assert_eq!(emitted(camera_at(20.0, 180.0), 200), 0);
    assert_eq!(emitted(camera_at(0.0, 0.0), 200), 6);
    assert_eq!(emitted(camera_at(0.0, 0.0), 300), 6);
}

#[test]
fn only_what_is_drawn_counts_as_moving() {
    let list = list(vec![fading(), range(0, 1)]);
    assert!(!list.frame(&input(&camera_at(0.0, 180.0))).moving);
    let still = self::list(vec![range(0, 1)]);
    assert!(!still.frame(&input(&camera_at(0.0, 0.0))).moving);
}

#[test]
fn a_fading_portal_is_blended_by_its_fade_alone() {
    // Half of the way from 75 to 95 units.
    let gate = DrawRange {
        first_face: Some([Vec3::new(0.0, 85.0, 0.0); 3]),
        ..range(0x0108, 1)
    };
    let frame = frame_of(gate, &camera_at(0.0, 0.0));
    assert!((frame.surface.opacity - 0.5).abs() < 1e-5);
    assert_eq!(frame.portal_fade, Some(frame.surface.opacity));
    assert_eq!(frame.surface.blend, BlendMode::Alpha);
    assert!(frame.surface.ignore_texture_alpha);
}

#[test]
fn a_portal_keeps_the_blend_mode_of_a_material_that_has_one() {
    let glow = Surface {
        blend: BlendMode::Additive,
        opacity: 0.25,
        ignore_texture_alpha: false,
        ..Surface::PLAIN
    };
    let sign = DrawRange {
        portal: Some(PortalFade::Sign),
        see_through: true,
        ..painted(glow)
    };
    let frame = frame_of(sign, &camera_at(-190.0, 0.0));
    assert_eq!(frame.surface.blend, BlendMode::Additive);
    assert!(!frame.surface.ignore_texture_alpha);
    assert_eq!(frame.surface.opacity, 1.0, "the fade replaces the opacity");
}

#[test]
fn without_portals_none_is_drawn_and_everything_else_is() {
    let list = list(vec![range(0x0108, 1), range(0x0148, 1), range(0x0100, 1)]);
    let input = FrameInput {
        portals: false,
        ..input(&camera_at(-190.0, 0.0))
    };
    let frames = list.frame(&input).ranges;
    let emitted: Vec<u32> = frames.iter().map(|r| r.emitted_index_count).collect();
    assert_eq!(emitted, [0, 0, 6]);
    assert_eq!(frames[0].culled_by, Some(CulledBy::Portal));
}

#[test]
fn a_lightmap_replaces_blending_and_texture_alpha() {
    let leaves = Surface {
        blend: BlendMode::Alpha,
        ignore_texture_alpha: false,
        ..Surface::PLAIN
    };
    let wall = DrawRange {
        lightmap: Some(TextureId(1)),
        ..painted(leaves)
    };
    let frame = frame_of(wall, &camera_at(0.0, 0.0));
    assert_eq!(
        (frame.queue, frame.surface.blend),
        (Queue::Opaque, BlendMode::Opaque)
    );
    assert!(frame.surface.ignore_texture_alpha);
}
