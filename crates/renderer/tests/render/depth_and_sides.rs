//! What hides what, and which side of a face is seen.

use msh_scene::draw_list::{Cull, Sides};
use msh_scene::glam::{Mat4, Vec3};

use crate::world::{BLUE, GREEN, RED, World, assert_color, glowing, gpu};

const NEAR: Vec3 = Vec3::new(0.0, 2.0, 0.0);
const FAR: Vec3 = Vec3::new(0.0, 3.0, 0.0);

/// The middle of a picture of a blue quad that shows its outside (or else its inside).
fn seen(cull: Cull, outside: bool, mirrored: bool, sides: Sides) -> Option<[u8; 3]> {
    let mut world = World::new();
    world.style.sides = sides;
    let mut transform = Mat4::from_translation(NEAR);
    if !outside {
        transform *= Mat4::from_rotation_z(std::f32::consts::PI);
    }
    if mirrored {
        transform *= Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    }
    let model = world.quad_model([0, -127, 0]);
    let range = world.range(model, transform, glowing(BLUE));
    range.cull = cull;
    range.det_sign = if mirrored { -1 } else { 1 };
    Some(world.render()?.centre())
}

/// Whether that quad is seen as the game shows it.
fn is_seen(cull: Cull, outside: bool, mirrored: bool) -> Option<bool> {
    Some(seen(cull, outside, mirrored, Sides::Game)? == [0, 0, 255])
}

#[test]
fn what_is_near_hides_what_is_far_in_either_order() {
    for near_first in [true, false] {
        let mut world = World::new();
        let places = [(NEAR, RED), (FAR, GREEN)];
        let order = if near_first { [0, 1] } else { [1, 0] };
        for (at, color) in order.map(|i: usize| places[i]) {
            world.quad(at, glowing(color));
        }
        let Some(picture) = world.render() else {
            return;
        };
        assert_color(picture.centre(), RED);
    }
}

#[test]
fn where_nothing_is_drawn_the_sky_is_seen() {
    let mut world = World::new();
    world.lighting.sky = Vec3::new(0.2, 0.4, 0.6);
    world.quad(NEAR, glowing(RED));
    let Some(picture) = world.render() else {
        return;
    };
    // The quad reaches from -1 to 1 at a distance of 2.
    assert_color(picture.towards(0.4, 0.4), RED);
    assert_eq!(picture.towards(0.6, 0.0), [51, 102, 153]);
    assert!(picture.0.rgba.iter().skip(3).step_by(4).all(|&a| a == 255));
}

#[test]
fn the_picture_is_upright_and_not_mirrored() {
    let mut world = World::new();
    world.quad(Vec3::new(2.0, 3.0, 0.0), glowing(GREEN));
    world.quad(Vec3::new(0.0, 3.0, 2.0), glowing(BLUE));
    let Some(picture) = world.render() else {
        return;
    };
    // East is right when looking north, and up is up.
    assert_color(picture.towards(0.66, 0.0), GREEN);
    assert_color(picture.towards(0.0, 0.66), BLUE);
    assert_color(picture.towards(-0.66, 0.0), Vec3::ZERO);
}

#[test]
fn cull_front_shows_the_outside_alone() {
    let Some(outside) = is_seen(Cull::Front, true, false) else {
        return;
    };
    assert!(outside);
    assert_eq!(is_seen(Cull::Front, false, false), Some(false));
}

#[test]
fn cull_back_shows_the_inside_alone() {
    let Some(outside) = is_seen(Cull::Back, true, false) else {
        return;
    };
    assert!(!outside);
    assert_eq!(is_seen(Cull::Back, false, false), Some(true));
}

#[test]
fn cull_none_shows_both_sides() {
    let Some(outside) = is_seen(Cull::None, true, false) else {
        return;
    };
    assert!(outside);
    assert_eq!(is_seen(Cull::None, false, false), Some(true));
}

#[test]
fn a_mirrored_quad_shows_its_outside_with_cull_back() {
    let Some(outside) = is_seen(Cull::Back, true, true) else {
        return;
    };
    assert!(outside);
    assert_eq!(is_seen(Cull::Back, false, true), Some(false));
    assert_eq!(is_seen(Cull::Front, true, true), Some(false));
}

#[test]
fn both_sides_are_seen_of_every_face_when_the_style_says_so() {
    for cull in [Cull::Front, Cull::Back, Cull::None] {
        for (outside, mirrored) in [(true, false), (true, true), (false, false), (false, true)] {
            let Some(color) = seen(cull, outside, mirrored, Sides::Both) else {
                return;
            };
            assert_eq!(color, [0, 0, 255], "{cull:?} {outside} {mirrored}");
        }
    }
}

#[test]
fn a_back_is_red_whatever_the_determinant_and_the_cull_mode() {
    for (outside, mirrored) in [(true, false), (true, true), (false, false), (false, true)] {
        for cull in [if mirrored { Cull::Back } else { Cull::Front }, Cull::None] {
            let Some(color) = seen(cull, outside, mirrored, Sides::BackRed) else {
                return;
            };
            let expected = if outside { [0, 0, 255] } else { [255, 0, 0] };
            assert_eq!(color, expected, "{cull:?} {outside} {mirrored}");
        }
    }
}

#[test]
fn a_wireframe_shows_edges_alone() {
    let Some(gpu) = gpu() else { return };
    if !gpu.wireframe() {
        return;
    }
    let mut world = World::new();
    world.style.wireframe = true;
    world.quad(Vec3::new(0.03, 2.0, 0.03), glowing(RED));
    let picture = world.render_on(gpu, &world.draws());
    // From corner to corner runs the edge between both triangles; beside it there is nothing.
    assert_eq!(picture.towards(0.25, -0.25), [0, 0, 0]);
    assert_eq!(picture.towards(-0.25, 0.25), [0, 0, 0]);
    let drawn = picture.0.rgba.chunks_exact(4).filter(|p| p[0] == 255);
    // Four sides and a diagonal of 16 pixels each.
    let drawn = drawn.count();
    assert!((60..=100).contains(&drawn), "{drawn} pixels");
}

#[test]
fn planes_a_hand_apart_do_not_flicker_at_the_far_end_of_a_map() {
    // Near the corner of the largest maps, seen from 1000 units away, head on and at a slant.
    let at = Vec3::new(4000.0, 4000.0, 200.0);
    for slant in [0.0, 0.5] {
        let mut world = World::new();
        world.camera.position = at - Vec3::Y * 1000.0;
        let model = world.quad_model([0, -127, 0]);
        let scale = Mat4::from_scale(Vec3::splat(4000.0));
        let turn = Mat4::from_rotation_z(slant);
        // In front of the green plane along its normal, and drawn first and last.
        let normal = turn.transform_vector3(-Vec3::Y);
        let before = Mat4::from_translation(at + normal * 0.05) * turn * scale;
        let behind = Mat4::from_translation(at) * turn * scale;
        for order in [
            [(before, RED), (behind, GREEN)],
            [(behind, GREEN), (before, RED)],
        ] {
            world.clear_ranges();
            for (transform, color) in order {
                world.range(model, transform, glowing(color));
            }
            let Some(picture) = world.render() else {
                return;
            };
            let wrong = picture.0.rgba.chunks_exact(4).filter(|p| p[0] != 255);
            assert_eq!(
                wrong.count(),
                0,
                "pixels of the plane behind, slant {slant}"
            );
        }
    }
}
