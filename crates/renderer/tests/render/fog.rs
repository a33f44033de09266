//! Fog on surfaces of a known distance.

use std::sync::Arc;

use msh_format::material::BlendMode;
use msh_scene::glam::{Mat4, Vec3};
use msh_scene::library::{Material, Surface};
use msh_scene::lighting::{DirectionalLight, Fog};
use msh_scene::terrain::{GroundKind, GroundLayer, Terrain, TerrainGroup, TerrainVertex};

use crate::world::{World, assert_color, glowing};

const FOG: Vec3 = Vec3::new(215.0 / 255.0, 215.0 / 255.0, 1.0);
const COLOR: Vec3 = Vec3::new(0.8, 0.4, 0.0);

/// Fog of one colour that ends at 490.
fn fog() -> Option<Fog> {
    Fog::new(0.0, 490.0, [FOG; 4])
}

/// A world with a wall that fills the picture, at a distance straight ahead.
fn wall(distance: f32, surface: Surface) -> World {
    let mut world = World::new();
    world.lighting.fog = fog();
    wall_in(&mut world, distance, surface);
    world
}

fn wall_in(world: &mut World, distance: f32, surface: Surface) {
    let model = world.quad_model([0, -127, 0]);
    let size = Mat4::from_scale(Vec3::splat(2.0 * distance));
    let at = Mat4::from_translation(Vec3::Y * distance);
    world.range(model, at * size, surface);
}

#[test]
fn a_wall_fades_with_the_square_of_its_distance() {
    for (distance, kept) in [(100.0, 0.96), (245.0, 0.75), (350.0, 0.49), (490.0, 0.0)] {
        let Some(picture) = wall(distance, glowing(COLOR)).render() else {
            return;
        };
        // 0.96 and 0.49 are rounded: (100 / 490)² is 0.0416, (350 / 490)² is 0.5102.
        let exact = 1.0 - (distance / 490.0f32).powi(2);
        assert!((kept - exact).abs() < 0.005);
        assert_color(picture.centre(), FOG.lerp(COLOR, exact));
    }
}

#[test]
fn the_distance_counts_from_the_eye_and_not_from_the_picture_s_plane() {
    let Some(picture) = wall(300.0, glowing(COLOR)).render() else {
        return;
    };
    // The pixel's middle lies at (0.78125, 0.03125) of the wall's 300.
    let (x, z) = (0.75 + 0.5 / 16.0, 0.5 / 16.0);
    let square = 300.0f32.powi(2) * (1.0 + x * x + z * z);
    let kept = 1.0 - square / 490.0f32.powi(2);
    assert_color(picture.towards(0.76, 0.01), FOG.lerp(COLOR, kept));
}

#[test]
fn without_fog_a_far_wall_keeps_its_colour() {
    let mut world = wall(5000.0, glowing(COLOR));
    world.lighting.fog = None;
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), COLOR);
}

#[test]
fn the_fog_has_the_colour_of_the_heading() {
    let mut world = wall(490.0, glowing(COLOR));
    let horizon = [Vec3::X, Vec3::Y, Vec3::Z, Vec3::ONE];
    world.lighting.fog = Fog::new(0.0, 490.0, horizon);
    // A third of the way from north to east.
    world.camera.yaw = -30f32.to_radians();
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), Vec3::new(2.0 / 3.0, 1.0 / 3.0, 0.0));
}

/// What a blended wall at 350 leaves of a background of `behind`; half of it is left in the fog.
fn over(behind: Vec3, surface: Surface) -> Option<[u8; 3]> {
    let mut world = wall(350.0, surface);
    world.lighting.sky = behind;
    Some(world.render()?.centre())
}

/// 1 - (350 / 490)².
const KEPT: f32 = 0.489_8;

#[test]
fn what_is_added_fades_to_black() {
    let behind = Vec3::new(0.1, 0.2, 0.3);
    let surface = Surface {
        blend: BlendMode::Additive,
        opacity: 0.5,
        ..glowing(COLOR)
    };
    if let Some(color) = over(behind, surface) {
        assert_color(color, behind + COLOR * KEPT * 0.5);
    }
}

#[test]
fn what_is_multiplied_fades_to_white() {
    let behind = Vec3::new(0.6, 0.8, 1.0);
    let surface = Surface {
        blend: BlendMode::Multiply,
        ..glowing(COLOR)
    };
    if let Some(color) = over(behind, surface) {
        assert_color(color, behind * Vec3::ONE.lerp(COLOR, KEPT));
    }
}

#[test]
fn what_is_multiplied_twofold_fades_to_grey() {
    let behind = Vec3::new(0.3, 0.4, 0.5);
    let surface = Surface {
        blend: BlendMode::Modulate2x,
        ..glowing(COLOR)
    };
    let grey = Vec3::splat(127.0 / 255.0);
    if let Some(color) = over(behind, surface) {
        assert_color(color, behind * grey.lerp(COLOR, KEPT) * 2.0);
    }
}

#[test]
fn what_is_blended_by_its_alpha_fades_to_the_fog() {
    let behind = Vec3::new(0.1, 0.2, 0.3);
    let surface = Surface {
        blend: BlendMode::Alpha,
        opacity: 0.5,
        ..glowing(COLOR)
    };
    if let Some(color) = over(behind, surface) {
        assert_color(color, behind.lerp(FOG.lerp(COLOR, KEPT), 0.5));
    }
}

/// The worked example of 08 section 6.
#[test]
fn the_ground_in_the_fog_has_the_colour_of_the_page() {
    let mut world = World::new();
    world.lighting.fog = fog();
    world.lighting.scene = Vec3::splat(40.0 / 255.0);
    world.lighting.lights = vec![DirectionalLight {
        travel: Vec3::new(0.8, 0.6, 0.0),
        color: Vec3::new(1.0, 0.941, 0.863) * 1.5,
    }];
    let texture = world.plain_texture(128, 115, 77, 255);
    let micro = world.plain_texture(140, 128, 122, 255);
    let painted = |texture| {
        let surface = Surface {
            texture: Some(texture),
            ..Surface::PLAIN
        };
        Arc::new(Material::still("M", surface))
    };
    let base = GroundLayer {
        material: painted(texture),
        microtexture: Some(painted(micro)),
    };
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    world.terrain = Some(Terrain {
        vertices: corners
            .map(|(x, z)| TerrainVertex {
                position: [x * 500.0, 245.0, z * 500.0],
                normal: [0, -127, 0, 0],
                uv0: [x, z],
                uv1: [x, z],
                blend: 0.0,
            })
            .to_vec(),
        indices: vec![0, 1, 2, 0, 2, 3],
        groups: vec![TerrainGroup {
            first_index: 0,
            index_count: 6,
            kind: GroundKind::Ground,
            base,
            second: None,
        }],
        ..Terrain::default()
    });
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), Vec3::new(0.582, 0.497, 0.418));
}
