//! The light of models, compared with the reference in `msh_scene::shade`.

use msh_renderer::Shading;
use msh_scene::draw_list::Cull;
use msh_scene::glam::{Mat4, Vec3};
use msh_scene::library::{Surface, TextureId};
use msh_scene::lighting::DirectionalLight;
use msh_scene::shade;

use crate::world::{World, assert_color, glowing, light_at, stored};

const AT: Vec3 = Vec3::new(0.0, 2.0, 0.0);
const SCENE: Vec3 = Vec3::splat(40.0 / 255.0);
const TEXEL: Vec3 = Vec3::new(128.0 / 255.0, 115.0 / 255.0, 77.0 / 255.0);

/// The light of the worked example of `08-render-notes.md` 6.
const SUN: Vec3 = Vec3::new(1.5, 1.5 * 0.941, 1.5 * 0.863);

/// Diffuse white, with a texture of [`TEXEL`].
fn matt_wall(world: &mut World) -> Surface {
    Surface {
        texture: Some(world.plain_texture(128, 115, 77, 255)),
        diffuse: Vec3::ONE,
        ..glowing(Vec3::ZERO)
    }
}

/// Draws a wall that looks at the camera and asserts that its middle is what the reference makes
/// of a vertex, per vertex and per fragment. For walls that look the same all over.
#[track_caller]
fn assert_wall(mut world: World, wall: Surface) {
    world.quad(AT, wall);
    let texel = wall.texture.map_or(Vec3::ONE, |_| TEXEL);
    let expected = shade::lit_texel(texel, world.lit(&wall, -Vec3::Y, AT));
    for shading in [Shading::PerVertex, Shading::PerFragment] {
        world.style.shading = shading;
        let Some(picture) = world.render() else {
            return;
        };
        assert_color(picture.centre(), expected);
        assert_color(picture.towards(0.4, 0.4), expected);
    }
}

#[test]
fn a_light_at_several_angles() {
    for cosine in [-0.5, 0.0, 0.2, 0.6, 1.0] {
        let mut world = World::new();
        world.lighting.scene = SCENE;
        world.lighting.lights = vec![light_at(cosine, SUN)];
        let wall = matt_wall(&mut world);
        assert_wall(world, wall);
    }
}

#[test]
fn two_lights_one_of_them_coloured() {
    let mut world = World::new();
    world.lighting.scene = SCENE;
    let blue = Vec3::new(0.1, 0.2, 0.6);
    world.lighting.lights = vec![light_at(0.3, SUN * 0.5), light_at(0.9, blue)];
    let wall = matt_wall(&mut world);
    assert_wall(world, wall);
}

#[test]
fn light_within_and_beyond_the_knee() {
    for strength in [1.5, 4.0, 7.0, 30.0] {
        let mut world = World::new();
        world.lighting.lights = vec![light_at(1.0, Vec3::new(strength, strength * 0.5, 0.5))];
        let wall = matt_wall(&mut world);
        assert_wall(world, wall);
    }
}

#[test]
fn self_light_with_light_and_over_the_scene_colour() {
    for strength in [0.0, 0.9] {
        let mut world = World::new();
        world.lighting.scene = Vec3::new(0.2, 0.4, 0.6);
        world.lighting.lights = vec![light_at(1.0, Vec3::splat(strength))];
        let wall = Surface {
            ambient: Vec3::splat(0.3),
            diffuse: Vec3::new(1.0, 0.5, 0.0),
            ..matt_wall(&mut world)
        };
        assert_wall(world, wall);
    }
}

#[test]
fn a_surface_without_a_texture_is_light_alone() {
    let mut world = World::new();
    world.lighting.lights = vec![light_at(0.6, Vec3::new(1.0, 0.5, 1.0))];
    let wall = Surface {
        diffuse: Vec3::new(1.0, 1.0, 0.5),
        ..glowing(Vec3::ZERO)
    };
    assert_wall(world, wall);
}

#[test]
fn a_power_of_0_means_no_highlight() {
    let mut world = World::new();
    world.lighting.lights = vec![light_at(1.0, Vec3::ONE)];
    let dull = Surface {
        specular: Vec3::ONE,
        ..glowing(Vec3::ZERO)
    };
    assert_wall(world, dull);
}

#[test]
fn a_vertex_without_a_normal_takes_no_light() {
    for shading in [Shading::PerVertex, Shading::PerFragment] {
        let mut world = World::new();
        world.style.shading = shading;
        world.lighting.scene = SCENE;
        world.lighting.lights = vec![light_at(1.0, Vec3::ONE)];
        let model = world.quad_model([0, 0, 0]);
        let wall = Surface {
            ambient: Vec3::new(0.4, 0.0, 0.0),
            specular: Vec3::ONE,
            power: 1,
            texture: None,
            ..matt_wall(&mut world)
        };
        world.range(model, Mat4::from_translation(AT), wall);
        let Some(picture) = world.render() else {
            return;
        };
        assert_color(picture.centre(), Vec3::new(0.4, SCENE.y, SCENE.z));
    }
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
        ..matt_wall(&mut world)
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
        ..matt_wall(&mut world)
    };
    let range = world.range(model, transform, wall);
    range.cull = Cull::Back;
    range.det_sign = -1;
    let expected = world.lit(&wall, Vec3::new(-3.0, -1.0, 0.0), AT).diffuse;
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), expected);
}

/// A large mirror straight ahead under a light from the camera.
fn mirror() -> (World, Surface) {
    let mut world = World::new();
    world.lighting.lights = vec![light_at(1.0, Vec3::ONE)];
    let mirror = Surface {
        specular: Vec3::splat(0.5),
        power: 5,
        ..glowing(Vec3::ZERO)
    };
    world.quad(AT, mirror);
    (world, mirror)
}

#[test]
fn a_highlight_per_vertex_is_that_of_the_corners_all_over() {
    let (world, mirror) = mirror();
    // All four corners see the same: what is between them has no highlight of its own.
    let corner = world.lit(&mirror, -Vec3::Y, AT + Vec3::new(1.0, 0.0, 1.0));
    let Some(picture) = world.render() else {
        return;
    };
    assert!(corner.specular.x < 0.1, "{corner:?}");
    assert_color(picture.centre(), corner.specular);
    assert_color(picture.towards(0.3, -0.2), corner.specular);
}

#[test]
fn a_highlight_per_fragment_is_seen_in_the_middle() {
    let (mut world, mirror) = mirror();
    world.style.shading = Shading::PerFragment;
    let Some(picture) = world.render() else {
        return;
    };
    let middle = world.lit(&mirror, -Vec3::Y, AT);
    assert!(middle.specular.x > 0.3, "{middle:?}");
    assert_color(picture.centre(), middle.specular);
    // The pixel's centre is half a pixel farther out than (0.375, 0).
    let aside = Vec3::new(0.375 + 0.5 / 16.0, 1.0, 0.5 / 16.0) * 2.0;
    let aside = world.lit(&mirror, -Vec3::Y, aside);
    assert_color(picture.towards(0.376, 0.01), aside.specular);
}

#[test]
fn a_highlight_at_one_corner_fades_towards_the_others() {
    let mut world = World::new();
    let to_corner = Vec3::new(-1.0, 2.0, -1.0).normalize();
    world.lighting.lights = vec![DirectionalLight {
        // Mirrored at the wall it goes back to the eye.
        travel: Vec3::new(-to_corner.x, to_corner.y, -to_corner.z),
        color: Vec3::ONE,
    }];
    let mirror = Surface {
        specular: Vec3::ONE,
        power: 4,
        ..glowing(Vec3::ZERO)
    };
    world.quad(AT, mirror);
    let lit = |x: f32, z: f32| world.lit(&mirror, -Vec3::Y, AT + Vec3::new(x, 0.0, z));
    let (bright, dark) = (lit(-1.0, -1.0).specular, lit(1.0, -1.0).specular);
    assert!(bright.x > dark.x + 0.3, "{bright} {dark}");
    let Some(picture) = world.render() else {
        return;
    };
    // The middle of a pixel in the lowest row of the quad. It lies in the triangle below the
    // diagonal, between (-1, -1), (1, -1) and (1, 1).
    let (x, z) = (1.0 / 16.0, -15.0 / 16.0);
    let (right, up) = ((x + 1.0) / 2.0, (z + 1.0) / 2.0);
    let expected = bright * (1.0 - right) + dark * (right - up) + lit(1.0, 1.0).specular * up;
    assert_color(picture.towards(x / 2.0, z / 2.0), expected);
}

/// A lightmapped wall under a strong light: what is seen of it, and what the reference says.
fn lightmapped(
    diffuse: Vec3,
    scene: Vec3,
    spoil: impl Fn(&mut Surface, TextureId),
) -> Option<([u8; 3], Vec3)> {
    let mut world = World::new();
    world.lighting.scene = scene;
    world.lighting.lights = vec![light_at(1.0, Vec3::splat(2.0))];
    let baked = world.plain_texture(153, 102, 255, 255);
    let clear = world.plain_texture(128, 115, 77, 0);
    let mut wall = Surface {
        diffuse,
        ..matt_wall(&mut world)
    };
    spoil(&mut wall, clear);
    world.quad(AT, wall).lightmap = Some(baked);
    let texel = TEXEL * Vec3::new(stored(153), stored(102), 1.0);
    let expected = shade::lit_texel(texel, shade::lightmapped_vertex(&wall, scene));
    Some((world.render()?.centre(), expected))
}

#[test]
fn a_lightmapped_wall_is_texture_times_lightmap_times_diffuse_or_scene_colour() {
    let diffuse = Vec3::new(205.0 / 255.0, 1.0, 0.1);
    for scene in [SCENE, Vec3::splat(0.5)] {
        let Some((seen, expected)) = lightmapped(diffuse, scene, |_, _| {}) else {
            return;
        };
        assert_color(seen, expected);
    }
}

#[test]
fn a_lightmapped_wall_takes_no_light_and_no_self_light_and_has_no_highlight() {
    let shiny = |wall: &mut Surface, _| {
        wall.ambient = Vec3::ONE;
        wall.specular = Vec3::ONE;
        wall.power = 1;
    };
    let Some((seen, expected)) = lightmapped(Vec3::splat(0.5), SCENE, shiny) else {
        return;
    };
    assert_color(seen, expected);
}

#[test]
fn a_diffuse_colour_above_1_spills_under_a_lightmap_too() {
    let Some((seen, expected)) = lightmapped(Vec3::splat(4.0), SCENE, |_, _| {}) else {
        return;
    };
    assert_color(seen, expected);
}

#[test]
fn a_lightmapped_wall_is_opaque_whatever_its_material_and_its_texture_say() {
    let clear = |wall: &mut Surface, clear| {
        wall.texture = Some(clear);
        wall.ignore_texture_alpha = false;
        wall.blend = msh_format::material::BlendMode::Alpha;
    };
    let Some((seen, expected)) = lightmapped(Vec3::ONE, SCENE, clear) else {
        return;
    };
    assert_color(seen, expected);
}
