//! The light model: worked examples of `03-materials-textures.md` 5 and 8.1, and what follows
//! from `08-render-notes.md` 6.

use msh_scene::draw_list::Cull;
use msh_scene::glam::{Mat4, Vec3};
use msh_scene::library::Surface;
use msh_scene::lighting::DirectionalLight;

use crate::world::{World, assert_color, glowing};

const AT: Vec3 = Vec3::new(0.0, 2.0, 0.0);
const SCENE: Vec3 = Vec3::splat(40.0 / 255.0);

/// Diffuse white, textured with (0.5, 0.5, 0.5), which is stored as 128.
fn grey_wall(world: &mut World) -> Surface {
    let grey = world.plain_texture(128, 128, 128, 255);
    Surface {
        texture: Some(grey),
        diffuse: Vec3::ONE,
        ..glowing(Vec3::ZERO)
    }
}

/// A light that meets a wall that looks at the camera straight on.
fn frontal(strength: f32) -> DirectionalLight {
    DirectionalLight {
        travel: Vec3::Y,
        color: Vec3::splat(strength),
    }
}

fn texel() -> f32 {
    128.0 / 255.0
}

#[test]
fn light_above_1_spills_into_the_specular_colour() {
    let mut world = World::new();
    world.lighting.scene = SCENE;
    world.lighting.lights = vec![frontal(0.9)];
    let wall = Surface {
        ambient: Vec3::splat(0.3),
        ..grey_wall(&mut world)
    };
    world.quad(AT, wall);
    let Some(picture) = world.render() else {
        return;
    };
    // base 1.2, kneed 1.0333: diffuse 1, specular 0.8 * 0.0333.
    assert_color(picture.centre(), Vec3::splat(texel() + 0.0267));
}

#[test]
fn strong_light_follows_the_knee() {
    let mut world = World::new();
    world.lighting.lights = vec![frontal(4.0)];
    let wall = grey_wall(&mut world);
    world.quad(AT, wall);
    let Some(picture) = world.render() else {
        return;
    };
    // kneed 4 / 6 + 5 / 6 = 1.5: diffuse 1, specular 0.8 * 0.5.
    assert_color(picture.centre(), Vec3::splat(texel() + 0.4));
}

#[test]
fn light_beyond_the_knee_is_2() {
    let mut world = World::new();
    world.lighting.lights = vec![frontal(30.0)];
    let black = world.plain_texture(0, 0, 0, 255);
    let wall = Surface {
        texture: Some(black),
        ..grey_wall(&mut world)
    };
    world.quad(AT, wall);
    let Some(picture) = world.render() else {
        return;
    };
    // kneed 2: specular 0.8 * 1.
    assert_color(picture.centre(), Vec3::splat(0.8));
}

#[test]
fn the_scene_colour_is_a_floor_and_not_added() {
    let mut world = World::new();
    world.lighting.scene = Vec3::new(0.2, 0.4, 0.6);
    world.lighting.lights = vec![frontal(0.4)];
    let wall = Surface {
        texture: None,
        ..grey_wall(&mut world)
    };
    world.quad(AT, wall);
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), Vec3::new(0.4, 0.4, 0.6));
}

#[test]
fn light_falls_with_the_cosine_and_takes_the_diffuse_colour() {
    let mut world = World::new();
    world.lighting.lights = vec![DirectionalLight {
        travel: Vec3::new(0.8, 0.6, 0.0),
        color: Vec3::new(1.0, 0.5, 1.0),
    }];
    let wall = Surface {
        texture: None,
        diffuse: Vec3::new(1.0, 1.0, 0.5),
        ..grey_wall(&mut world)
    };
    world.quad(AT, wall);
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), Vec3::new(0.6, 0.3, 0.3));
}

#[test]
fn two_lights_add_up() {
    let mut world = World::new();
    world.lighting.lights = vec![frontal(0.25), frontal(0.5)];
    let wall = Surface {
        texture: None,
        ..grey_wall(&mut world)
    };
    world.quad(AT, wall);
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), Vec3::splat(0.75));
}

#[test]
fn a_surface_that_looks_away_from_the_light_has_the_scene_colour() {
    let mut world = World::new();
    world.lighting.scene = SCENE;
    world.lighting.lights = vec![DirectionalLight {
        travel: -Vec3::Y,
        color: Vec3::ONE,
    }];
    let wall = Surface {
        texture: None,
        ..grey_wall(&mut world)
    };
    world.quad(AT, wall);
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), SCENE);
}

#[test]
fn a_vertex_without_a_normal_takes_no_light() {
    let mut world = World::new();
    world.lighting.scene = SCENE;
    world.lighting.lights = vec![frontal(1.0)];
    let model = world.quad_model([0, 0, 0]);
    let wall = Surface {
        specular: Vec3::ONE,
        power: 1,
        texture: None,
        ..grey_wall(&mut world)
    };
    world.range(model, Mat4::from_translation(AT), wall);
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), SCENE);
}

#[test]
fn the_inside_of_a_face_is_lit_as_its_outside() {
    let mut world = World::new();
    world.lighting.lights = vec![DirectionalLight {
        travel: -Vec3::Y,
        color: Vec3::splat(0.5),
    }];
    let model = world.quad_model([0, -127, 0]);
    let turned = Mat4::from_translation(AT) * Mat4::from_rotation_z(std::f32::consts::PI);
    let wall = Surface {
        texture: None,
        ..grey_wall(&mut world)
    };
    world.range(model, turned, wall).cull = Cull::None;
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), Vec3::splat(0.5));
}

#[test]
fn a_mirrored_and_stretched_wall_is_lit_on_its_outside() {
    let mut world = World::new();
    world.lighting.lights = vec![DirectionalLight {
        travel: Vec3::X,
        color: Vec3::ONE,
    }];
    // The normal (1, -1, 0) mirrored in x and stretched threefold in y is (-1, -1/3, 0) long,
    // that is (-3, -1, 0) / sqrt(10).
    let model = world.quad_model([90, -90, 0]);
    let transform = Mat4::from_translation(AT) * Mat4::from_scale(Vec3::new(-1.0, 3.0, 1.0));
    let wall = Surface {
        texture: None,
        ..grey_wall(&mut world)
    };
    world.range(model, transform, wall).cull = Cull::Back;
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), Vec3::splat(3.0 / 10f32.sqrt()));
}

#[test]
fn a_highlight_is_seen_along_the_mirrored_light() {
    let mut world = World::new();
    world.lighting.lights = vec![frontal(1.0)];
    let mirror = Surface {
        specular: Vec3::splat(0.5),
        power: 3,
        ..glowing(Vec3::ZERO)
    };
    world.quad(AT, mirror);
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), Vec3::splat(0.8 * 0.5));
    // The pixel's centre is half a pixel farther out than (0.375, 0): its ray makes the cosine c
    // with the light, and the exponent of power 3 is 4.
    let x = 0.375f32 + 0.5 / 16.0;
    let z = 0.5f32 / 16.0;
    let c = 1.0 / (1.0 + x * x + z * z).sqrt();
    assert_color(picture.towards(0.376, -0.01), Vec3::splat(0.4 * c.powi(4)));
}

#[test]
fn a_power_of_0_means_no_highlight() {
    let mut world = World::new();
    world.lighting.lights = vec![frontal(1.0)];
    let dull = Surface {
        specular: Vec3::ONE,
        ..glowing(Vec3::ZERO)
    };
    world.quad(AT, dull);
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), Vec3::ZERO);
}

#[test]
fn a_lightmapped_surface_takes_its_lightmap_and_no_light() {
    let mut world = World::new();
    world.lighting.scene = SCENE;
    world.lighting.lights = vec![frontal(1.0)];
    let baked = world.plain_texture(153, 153, 153, 255);
    let wall = Surface {
        ambient: Vec3::ONE,
        diffuse: Vec3::splat(205.0 / 255.0),
        specular: Vec3::ONE,
        power: 1,
        ..grey_wall(&mut world)
    };
    world.quad(AT, wall).lightmap = Some(baked);
    let Some(picture) = world.render() else {
        return;
    };
    // Texel 0.5, lightmap 0.6, diffuse 205/255, scene 40/255.
    assert_color(picture.centre(), Vec3::splat(0.2412));
}

#[test]
fn the_scene_colour_is_the_floor_of_a_lightmapped_surface_too() {
    let mut world = World::new();
    world.lighting.scene = Vec3::splat(0.5);
    let white = world.plain_texture(255, 255, 255, 255);
    world.quad(AT, glowing(Vec3::ONE)).lightmap = Some(white);
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), Vec3::splat(0.5));
}
