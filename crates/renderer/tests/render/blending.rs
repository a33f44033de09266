//! Alpha test, blend modes and the see-through queue.

use std::sync::Arc;

use msh_format::material::{BlendMode, Track, TrackKey};
use msh_renderer::{Frame, OffscreenRenderer};
use msh_scene::draw_list::{FrameInput, Queue, Sides};
use msh_scene::glam::Vec3;
use msh_scene::library::{Material, Surface};
use msh_scene::shade;

use crate::world::{
    BLUE, GREEN, Picture, RED, SIZE, World, assert_color, camera, glowing, gpu, stored,
};

const NEAR: Vec3 = Vec3::new(0.0, 2.0, 0.0);
const FAR: Vec3 = Vec3::new(0.0, 3.0, 0.0);

fn blended(color: Vec3, blend: BlendMode, opacity: f32) -> Surface {
    Surface {
        blend,
        opacity,
        ..glowing(color)
    }
}

const MODES: [BlendMode; 5] = [
    BlendMode::Opaque,
    BlendMode::Additive,
    BlendMode::Multiply,
    BlendMode::Alpha,
    BlendMode::Modulate2x,
];

#[test]
fn every_mode_makes_of_a_wall_behind_it_what_its_factors_say() {
    let (color, behind) = (Vec3::new(0.5, 0.25, 1.0), Vec3::new(0.4, 0.8, 0.2));
    for mode in MODES {
        for opacity in [0.0, 0.25, 1.0] {
            let mut world = World::new();
            world.quad(FAR, glowing(behind));
            world.blended_quad(NEAR, blended(color, mode, opacity));
            let expected = if shade::passes_alpha_test(mode, opacity) {
                shade::blend(mode, color, opacity, behind)
            } else {
                behind
            };
            let Some(picture) = world.render() else {
                return;
            };
            assert_color(picture.centre(), expected);
        }
    }
}

#[test]
fn alpha_is_that_of_the_texture_times_that_of_the_material() {
    for ignore_texture_alpha in [false, true] {
        let mut world = World::new();
        world.quad(FAR, glowing(BLUE));
        let glass = Surface {
            texture: Some(world.plain_texture(255, 255, 255, 102)),
            ignore_texture_alpha,
            ..blended(RED, BlendMode::Alpha, 0.5)
        };
        world.blended_quad(NEAR, glass);
        let alpha = shade::alpha(&glass, stored(102), false);
        let Some(picture) = world.render() else {
            return;
        };
        let expected = shade::blend(BlendMode::Alpha, RED, alpha, BLUE);
        assert_color(picture.centre(), expected);
    }
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
    world.blended_quad(NEAR, leaf);
    // Drawn later, as the list has it.
    let wall = world.plain_texture(0, 255, 0, 255);
    let wall = Surface {
        texture: Some(wall),
        ..blended(Vec3::ONE, BlendMode::Alpha, 1.0)
    };
    world.blended_quad(FAR, wall);
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.towards(-0.25, 0.0), GREEN);
    assert_color(picture.towards(0.25, 0.0), RED);
}

/// Draws a blended quad, dark but for its alpha, and then a green wall behind it: what the quad
/// keeps hides the wall.
fn assert_seen(texture_alpha: u8, opacity: f32, seen: Vec3) {
    let mut world = World::new();
    for (at, [green, alpha], opacity) in
        [(NEAR, [0, texture_alpha], opacity), (FAR, [255, 255], 1.0)]
    {
        let texture = world.plain_texture(0, green, 0, alpha);
        let surface = Surface {
            texture: Some(texture),
            ..blended(Vec3::ONE, BlendMode::Alpha, opacity)
        };
        world.blended_quad(at, surface);
    }
    if let Some(picture) = world.render() {
        assert_color(picture.centre(), seen);
    }
}

#[test]
fn alpha_that_rounds_to_0_is_dropped_and_alpha_that_rounds_to_1_is_kept() {
    // 1/255 times the opacity.
    assert_seen(1, 0.4, GREEN);
    assert_seen(1, 0.6, Vec3::ZERO);
}

#[test]
fn alpha_tested_ranges_come_after_opaque_ones_whatever_the_list_says() {
    let mut world = World::new();
    world.blended_quad(NEAR, blended(RED, BlendMode::Alpha, 0.5));
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
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), RED * 0.5 + BLUE * 0.25);

    // Drawn first, the near one hides nothing: it leaves no depth.
    let mut draws = world.draws();
    draws.order = vec![0, 1];
    let picture = world.render_draws(&draws).unwrap();
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
fn the_surface_of_the_frame_counts_not_that_of_the_list() {
    let mut world = World::new();
    world.transparent_quad(NEAR, blended(RED, BlendMode::Alpha, 1.0));
    let mut draws = world.draws();
    draws.ranges[0].surface.opacity = 0.25;
    let Some(picture) = world.render_draws(&draws) else {
        return;
    };
    assert_color(picture.centre(), RED * 0.25);
}

#[test]
fn alpha_0_leaves_no_depth_and_alpha_1_of_255_does() {
    assert_seen(0, 1.0, GREEN);
    assert_seen(1, 1.0, Vec3::ZERO);
}

#[test]
fn a_material_moves_from_queue_to_queue_between_frames_of_the_same_resources() {
    let Some(gpu) = gpu() else { return };
    let messages = gpu.validation_messages();
    let mut world = World::new();
    let texture = world.plain_texture(0, 0, 255, 255);
    world.quad(FAR, glowing(RED));
    // For 100 ms untextured, opaque and green; then blue, half faded and blended.
    let phase = |texture, color, opacity| Surface {
        texture,
        ..blended(color, BlendMode::Alpha, opacity)
    };
    let phases = vec![
        phase(None, GREEN, 1.0),
        phase(Some(texture), Vec3::ONE, 0.5),
    ];
    let key = |(phase, end_ms)| TrackKey {
        phase,
        end_ms,
        unk_04: 0,
    };
    let keys = [(0, 100), (1, 200)].map(key).to_vec();
    let material = Material::new("FIRE", phases, vec![Track { word: 0, keys }]);
    world.quad(NEAR, Surface::PLAIN).material = Arc::new(material);
    for (range, at) in world.list.ranges.iter_mut().zip([FAR, NEAR]) {
        range.corners = [at; 8];
    }

    let scene = world.upload(&gpu);
    let mut renderer = OffscreenRenderer::new(&gpu, SIZE, SIZE).unwrap();
    let mut at_clock = |clock_ms| {
        let draws = world.list.frame(&FrameInput {
            camera: camera(),
            aspect: 1.0,
            clock_ms,
            portals: true,
            sides: Sides::Game,
        });
        let frame = Frame {
            camera: &camera(),
            list: &world.list,
            draws: &draws,
            lighting: &world.lighting,
            sky: None,
        };
        let picture = Picture(renderer.render(&scene, &frame).unwrap());
        (draws.ranges[1].queue, picture.centre())
    };
    for _ in 0..2 {
        let (queue, color) = at_clock(0);
        assert_eq!(queue, Queue::AlphaTest);
        assert_color(color, GREEN);
        let (queue, color) = at_clock(100);
        assert_eq!(queue, Queue::Transparent);
        assert_color(color, (RED + BLUE) * 0.5);
    }
    drop((renderer, scene, gpu));
    assert_eq!(messages.count(), 0, "messages of the validation layer");
}
