//! What hides what, and which side of a face is seen.

use msh_scene::draw_list::Cull;
use msh_scene::glam::{Mat4, Vec3};

use crate::world::{BLUE, GREEN, RED, World, assert_color, glowing};

const NEAR: Vec3 = Vec3::new(0.0, 2.0, 0.0);
const FAR: Vec3 = Vec3::new(0.0, 3.0, 0.0);

/// Whether a quad is seen that shows its outside (or else its inside), with a cull mode.
fn is_seen(cull: Cull, outside: bool, mirrored: bool) -> Option<bool> {
    let mut world = World::new();
    let mut transform = Mat4::from_translation(NEAR);
    if !outside {
        transform *= Mat4::from_rotation_z(std::f32::consts::PI);
    }
    if mirrored {
        transform *= Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    }
    let model = world.quad_model([0, -127, 0]);
    world.range(model, transform, glowing(RED)).cull = cull;
    Some(world.render()?.centre() == [255, 0, 0])
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
