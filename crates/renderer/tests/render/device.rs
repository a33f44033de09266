//! Devices, scenes and renderers as values: choosing, updating, refusing, repeating.

use msh_renderer::{
    DeviceSelector, Frame, Gpu, GpuOptions, OffscreenRenderer, RendererError, SceneResources,
};
use msh_scene::glam::{Mat4, Vec3};
use msh_scene::library::{ModelId, Surface, TextureId};

use crate::world::{
    GREEN, Picture, RED, SIZE, World, assert_color, camera, glowing, gpu, gpu_with,
};

const AT: Vec3 = Vec3::new(0.0, 2.0, 0.0);

/// What uploading the world is refused with.
fn refusal(world: &World) -> Option<String> {
    let gpu = gpu()?;
    let refused = SceneResources::upload(&gpu, &world.library, world.terrain.as_ref(), &world.list);
    match refused {
        Err(RendererError::Scene(rule)) => Some(rule),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("uploaded"),
    }
}

#[test]
fn two_pictures_of_a_frame_are_the_same_to_the_byte() {
    let mut world = World::new();
    world.lighting.lights = msh_scene::lighting::Lighting::default().lights;
    let texture = world.texture(2, 2, &[[1, 2, 3, 255], [200; 4], [90; 4], [255; 4]]);
    for step in 0..20u8 {
        let x = f32::from(step) * 0.1 - 1.0;
        let surface = Surface {
            texture: Some(texture),
            ..Surface::PLAIN
        };
        world.quad(Vec3::new(x, 3.0 + x, x), surface);
    }
    let Some(first) = world.render() else { return };
    let second = world.render().unwrap();
    assert!(first.0 == second.0);
}

#[test]
fn a_renderer_draws_again_and_again() {
    let mut world = World::new();
    world.quad(AT, glowing(RED));
    let Some(gpu) = gpu() else { return };
    let messages = gpu.validation_messages();
    let scene = world.upload(&gpu);
    let mut renderer = OffscreenRenderer::new(&gpu, 37, 23).unwrap();
    let draws = world.draws();
    let frame = Frame {
        camera: &camera(),
        list: &world.list,
        draws: &draws,
        lighting: &world.lighting,
        sky: None,
    };
    let first = renderer.render(&scene, &frame).unwrap();
    assert_eq!(first.rgba.len(), 37 * 23 * 4);
    for _ in 0..3 {
        assert!(renderer.render(&scene, &frame).unwrap() == first);
    }
    // Any order of dropping is fine.
    drop(gpu);
    drop(scene);
    drop(renderer);
    assert_eq!(messages.count(), 0);
}

#[test]
fn an_empty_scene_is_the_sky_in_a_picture_of_one_pixel() {
    let mut world = World::new();
    world.lighting.sky = GREEN;
    let Some(gpu) = gpu() else { return };
    let scene = world.upload(&gpu);
    let mut renderer = OffscreenRenderer::new(&gpu, 1, 1).unwrap();
    let frame = Frame {
        camera: &camera(),
        list: &world.list,
        draws: &world.draws(),
        lighting: &world.lighting,
        sky: None,
    };
    let image = renderer.render(&scene, &frame).unwrap();
    assert_eq!(image.rgba, [0, 255, 0, 255]);
}

#[test]
fn a_new_draw_list_replaces_the_old_one() {
    let mut world = World::new();
    world.quad(AT, glowing(RED));
    let Some(gpu) = gpu() else { return };
    let messages = gpu.validation_messages();
    let mut scene = world.upload(&gpu);
    let mut renderer = OffscreenRenderer::new(&gpu, SIZE, SIZE).unwrap();
    let mut picture = |scene: &SceneResources, world: &World| {
        let draws = world.draws();
        let frame = Frame {
            camera: &camera(),
            list: &world.list,
            draws: &draws,
            lighting: &world.lighting,
            sky: None,
        };
        Picture(renderer.render(scene, &frame).unwrap())
    };
    assert_color(picture(&scene, &world).centre(), RED);

    // Another place needs no new list.
    world.list.ranges[0].transform = Mat4::from_translation(AT + Vec3::X * 3.0);
    assert_color(picture(&scene, &world).centre(), Vec3::ZERO);

    // More ranges than the buffers held.
    for _ in 0..100 {
        world.quad(AT, glowing(GREEN));
    }
    scene.update_ranges(&world.library, &world.list).unwrap();
    assert_color(picture(&scene, &world).centre(), GREEN);
    assert_eq!(scene.stats().ranges, 101);
    drop((scene, renderer, gpu));
    assert_eq!(messages.count(), 0);
}

#[test]
fn a_range_that_emits_nothing_is_not_drawn() {
    let mut world = World::new();
    world.quad(AT, glowing(RED));
    let mut draws = world.draws();
    draws.ranges[0].emitted_index_count = 0;
    let Some(picture) = world.render_draws(&draws) else {
        return;
    };
    assert_color(picture.centre(), Vec3::ZERO);
}

#[test]
fn the_draws_of_another_list_are_refused() {
    let mut world = World::new();
    world.quad(AT, glowing(RED));
    let mut draws = world.draws();
    draws.ranges.clear();
    let Some(gpu) = gpu() else { return };
    let scene = world.upload(&gpu);
    let mut renderer = OffscreenRenderer::new(&gpu, SIZE, SIZE).unwrap();
    let frame = Frame {
        camera: &camera(),
        list: &world.list,
        draws: &draws,
        lighting: &world.lighting,
        sky: None,
    };
    let refused = renderer.render(&scene, &frame);
    assert!(matches!(refused, Err(RendererError::Scene(_))));
}

#[test]
fn indices_and_vertices_outside_of_the_model_are_refused() {
    let spoil: [fn(&mut World); 4] = [
        |world| world.list.ranges[0].first_index = 1,
        |world| world.list.ranges[0].base_vertex = 1,
        |world| world.list.ranges[0].first_index = u32::MAX,
        |world| world.list.ranges[0].model = ModelId(7),
    ];
    for spoil in spoil {
        let mut world = World::new();
        world.quad(AT, glowing(RED));
        spoil(&mut world);
        let Some(rule) = refusal(&world) else { return };
        assert!(
            rule.contains("not there") || rule.contains("no model"),
            "{rule}"
        );
    }
}

#[test]
fn a_texture_that_the_library_lacks_is_refused() {
    let mut world = World::new();
    let unknown = Surface {
        texture: Some(TextureId(3)),
        ..glowing(RED)
    };
    world.quad(AT, unknown);
    let Some(gpu) = gpu() else { return };
    let scene = world.upload(&gpu);
    let mut renderer = OffscreenRenderer::new(&gpu, SIZE, SIZE).unwrap();
    let frame = Frame {
        camera: &camera(),
        list: &world.list,
        draws: &world.draws(),
        lighting: &world.lighting,
        sky: None,
    };
    match renderer.render(&scene, &frame) {
        Err(RendererError::Scene(rule)) => assert!(rule.contains("no texture"), "{rule}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_picture_without_area_is_refused() {
    let Some(gpu) = gpu() else { return };
    assert!(matches!(
        OffscreenRenderer::new(&gpu, 0, 10),
        Err(RendererError::Scene(_))
    ));
}

#[test]
fn multisampling_smooths_edges_and_nothing_else() {
    let mut world = World::new();
    let model = world.quad_model([0, -127, 0]);
    let turned = Mat4::from_translation(AT) * Mat4::from_rotation_y(0.3);
    world.range(model, turned, glowing(RED));
    let mixed_pixels = |multisampling| {
        let gpu = gpu_with(GpuOptions {
            multisampling,
            ..GpuOptions::default()
        })?;
        let Picture(image) = world.render_on(gpu, &world.draws());
        let mut reds = image.rgba.iter().step_by(4);
        assert!(reds.any(|&red| red == 255));
        Some(reds.filter(|&&red| red != 0 && red != 255).count())
    };
    let Some(hard) = mixed_pixels(false) else {
        return;
    };
    assert_eq!(hard, 0);
    let smooth = mixed_pixels(true).unwrap();
    // Four edges, each 16 pixels long.
    assert!((16..=128).contains(&smooth), "{smooth}");
}

#[test]
fn an_unknown_device_is_refused_with_a_list_of_the_known() {
    if gpu().is_none() {
        return;
    }
    let options = GpuOptions {
        device: Some(DeviceSelector::Name("no such device".into())),
        ..GpuOptions::default()
    };
    let Err(error) = Gpu::new(&options) else {
        panic!("a device was found");
    };
    let known = Gpu::adapters().unwrap();
    assert!(error.to_string().contains(&known[0].name), "{error}");
}

#[test]
fn a_device_is_found_by_its_index_and_by_its_name() {
    let Some(best) = gpu() else { return };
    let adapter = best.adapter();
    for device in [
        DeviceSelector::Index(adapter.index),
        DeviceSelector::Name(adapter.name.to_uppercase()),
    ] {
        let options = GpuOptions {
            device: Some(device),
            ..GpuOptions::default()
        };
        assert_eq!(&Gpu::new(&options).unwrap().adapter().name, &adapter.name);
    }
}

#[test]
fn a_scene_on_another_device_is_refused() {
    let (Some(first), Some(second)) = (gpu(), gpu()) else {
        return;
    };
    let world = World::new();
    let scene = world.upload(&first);
    let mut renderer = OffscreenRenderer::new(&second, SIZE, SIZE).unwrap();
    let frame = Frame {
        camera: &camera(),
        list: &world.list,
        draws: &world.draws(),
        lighting: &world.lighting,
        sky: None,
    };
    let refused = renderer.render(&scene, &frame);
    assert!(matches!(refused, Err(RendererError::Scene(_))));
}
