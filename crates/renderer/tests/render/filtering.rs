//! Quick and best filtering.

use std::f32::consts::FRAC_PI_2;

use msh_renderer::{Filtering, Frame, Gpu, GpuOptions, Image, OffscreenRenderer};
use msh_scene::draw_list::Cull;
use msh_scene::glam::{Mat4, Vec3};
use msh_scene::library::Surface;

use crate::world::{SIZE, World, camera, glowing, gpu};

/// A floor that runs away from the camera. Its texture is green at the finest level and red at
/// every coarser one, so that green tells how fine a level was taken.
fn floor() -> World {
    let mut world = World::new();
    let level = |side: usize, bgra: [u8; 4]| bgra.repeat(side * side);
    let (green, red) = ([0, 255, 0, 255], [0, 0, 255, 255]);
    let levels = vec![
        level(64, green),
        level(32, red),
        level(16, red),
        level(8, red),
    ];
    let texture = Some(world.texture_with_levels(64, 64, levels));
    let range = world.quad(
        Vec3::ZERO,
        Surface {
            texture,
            ..glowing(Vec3::ONE)
        },
    );
    range.cull = Cull::None;
    range.transform = Mat4::from_translation(Vec3::new(0.0, 3.0, -0.6))
        * Mat4::from_rotation_x(-FRAC_PI_2)
        * Mat4::from_scale(Vec3::splat(3.0));
    world
}

fn greenness(image: &Image) -> u64 {
    image
        .rgba
        .chunks_exact(4)
        .map(|pixel| u64::from(pixel[1]))
        .sum()
}

#[test]
fn quick_filtering_is_blurred_along_a_floor_and_best_comes_back() {
    if gpu().is_none() {
        return;
    }
    let options = GpuOptions {
        validation: true,
        anisotropy: 8.0,
        ..GpuOptions::default()
    };
    let gpu = Gpu::new(&options).unwrap();
    let messages = gpu.validation_messages();
    let world = floor();
    let scene = world.upload(&gpu);
    let mut renderer = OffscreenRenderer::new(&gpu, SIZE, SIZE).unwrap();
    let draws = world.draws();
    let frame = Frame {
        camera: &camera(),
        list: &world.list,
        draws: &draws,
        lighting: &world.lighting,
        sky: None,
    };
    let mut picture = |filtering| {
        renderer.set_filtering(filtering);
        renderer.render(&scene, &frame).unwrap()
    };
    let best = picture(Filtering::Best);
    let quick = picture(Filtering::Quick);
    assert!(
        greenness(&best) > greenness(&quick) * 5 / 4,
        "a finer level is taken"
    );
    assert!(picture(Filtering::Best).rgba == best.rgba);
    drop((renderer, scene, gpu));
    assert_eq!(messages.count(), 0, "messages of the validation layer");
}
