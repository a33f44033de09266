//! Alpha test, blend modes and the see-through queue.

use msh_format::material::BlendMode;
use msh_scene::draw_list::Queue;
use msh_scene::glam::Vec3;
use msh_scene::library::Surface;

use crate::world::{BLUE, GREEN, RED, World, assert_color, glowing};

const NEAR: Vec3 = Vec3::new(0.0, 2.0, 0.0);
const FAR: Vec3 = Vec3::new(0.0, 3.0, 0.0);

fn blended(color: Vec3, blend: BlendMode, opacity: f32) -> Surface {
    Surface {
        blend,
        opacity,
        ..glowing(color)
    }
}

/// What a quad of (0.5, 0.25, 1) at `opacity` makes of a wall of (0.4, 0.8, 0.2) behind it.
fn over_a_wall(blend: BlendMode, opacity: f32) -> Option<[u8; 3]> {
    let mut world = World::new();
    world.quad(FAR, glowing(Vec3::new(0.4, 0.8, 0.2)));
    let color = Vec3::new(0.5, 0.25, 1.0);
    world.quad(NEAR, blended(color, blend, opacity)).queue = Queue::AlphaTest;
    Some(world.render()?.centre())
}

#[test]
fn alpha_mode_mixes_by_alpha() {
    let Some(color) = over_a_wall(BlendMode::Alpha, 0.25) else {
        return;
    };
    // 0.25 * (0.5, 0.25, 1) + 0.75 * (0.4, 0.8, 0.2)
    assert_color(color, Vec3::new(0.425, 0.6625, 0.4));
}

#[test]
fn additive_mode_adds_by_alpha() {
    let Some(color) = over_a_wall(BlendMode::Additive, 0.5) else {
        return;
    };
    // 0.5 * (0.5, 0.25, 1) + (0.4, 0.8, 0.2)
    assert_color(color, Vec3::new(0.65, 0.925, 0.7));
}

#[test]
fn multiply_mode_multiplies() {
    let Some(color) = over_a_wall(BlendMode::Multiply, 1.0) else {
        return;
    };
    assert_color(color, Vec3::new(0.2, 0.2, 0.2));
}

#[test]
fn modulate_mode_multiplies_twofold() {
    let Some(color) = over_a_wall(BlendMode::Modulate2x, 1.0) else {
        return;
    };
    assert_color(color, Vec3::new(0.4, 0.4, 0.4));
}

#[test]
fn opaque_mode_ignores_alpha() {
    let Some(color) = over_a_wall(BlendMode::Opaque, 0.0) else {
        return;
    };
    assert_color(color, Vec3::new(0.5, 0.25, 1.0));
}

#[test]
fn texels_of_alpha_0_leave_no_colour_and_no_depth() {
    let mut world = World::new();
    // The left half is clear; four texels keep filtering away from what is looked at.
    let (clear, full) = ([0, 0, 255, 0], [0, 0, 255, 255]);
    let leaf = world.texture(4, 1, &[clear, clear, full, full]);
    let leaf = Surface {
        texture: Some(leaf),
        ..blended(Vec3::ONE, BlendMode::Alpha, 1.0)
    };
    world.quad(NEAR, leaf).queue = Queue::AlphaTest;
    // Drawn later, for its texture has the higher number.
    let wall = world.plain_texture(0, 255, 0, 255);
    let wall = Surface {
        texture: Some(wall),
        ..blended(Vec3::ONE, BlendMode::Alpha, 1.0)
    };
    world.quad(FAR, wall).queue = Queue::AlphaTest;
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.towards(-0.25, 0.0), GREEN);
    assert_color(picture.towards(0.25, 0.0), RED);
}

#[test]
fn alpha_that_rounds_to_0_is_dropped_and_alpha_that_rounds_to_1_is_kept() {
    for (opacity, seen) in [(0.4, GREEN), (0.6, Vec3::ZERO)] {
        let mut world = World::new();
        // Alpha 1/255 times the opacity; what is kept hides the wall behind it.
        let faint = world.plain_texture(255, 0, 0, 1);
        let faint = Surface {
            texture: Some(faint),
            ..blended(Vec3::ONE, BlendMode::Alpha, opacity)
        };
        world.quad(NEAR, faint).queue = Queue::AlphaTest;
        let wall = world.plain_texture(0, 255, 0, 255);
        let wall = Surface {
            texture: Some(wall),
            ..blended(Vec3::ONE, BlendMode::Alpha, 1.0)
        };
        world.quad(FAR, wall).queue = Queue::AlphaTest;
        let Some(picture) = world.render() else {
            return;
        };
        assert_color(picture.centre(), seen);
    }
}

#[test]
fn alpha_tested_ranges_come_after_opaque_ones_whatever_the_list_says() {
    let mut world = World::new();
    world.quad(NEAR, blended(RED, BlendMode::Alpha, 0.5)).queue = Queue::AlphaTest;
    world.quad(FAR, glowing(BLUE));
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), (RED + BLUE) * 0.5);
}

#[test]
fn see_through_ranges_are_drawn_in_the_order_of_the_frame() {
    let glass = |color| blended(color, BlendMode::Alpha, 0.5);
    let mut world = World::new();
    world.transparent_quad(NEAR, glass(RED));
    world.transparent_quad(FAR, glass(BLUE));
    world.transparent = vec![1, 0];
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), RED * 0.5 + BLUE * 0.25);

    // Drawn first, the near one hides nothing: it leaves no depth.
    world.transparent = vec![0, 1];
    let picture = world.render().unwrap();
    assert_color(picture.centre(), RED * 0.25 + BLUE * 0.5);
}

#[test]
fn see_through_ranges_are_hidden_by_what_is_nearer() {
    let mut world = World::new();
    world.quad(NEAR, glowing(GREEN));
    world.transparent_quad(FAR, blended(RED, BlendMode::Alpha, 1.0));
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), GREEN);
}

#[test]
fn the_opacity_of_the_frame_counts_not_that_of_the_list() {
    let mut world = World::new();
    world.transparent_quad(NEAR, blended(RED, BlendMode::Alpha, 1.0));
    let mut draws = world.draws();
    draws.ranges[0].opacity = 0.25;
    let Some(picture) = world.render_draws(&draws) else {
        return;
    };
    assert_color(picture.centre(), RED * 0.25);
}

#[test]
fn a_material_whose_texture_alpha_is_ignored_is_as_opaque_as_it_says() {
    let mut world = World::new();
    let gloss = world.plain_texture(255, 255, 255, 10);
    let skin = Surface {
        texture: Some(gloss),
        ignore_texture_alpha: true,
        ..blended(Vec3::ONE, BlendMode::Alpha, 0.5)
    };
    world.quad(NEAR, skin).queue = Queue::AlphaTest;
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), Vec3::splat(0.5));
}
