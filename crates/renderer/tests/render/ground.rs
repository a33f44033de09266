//! The ground: layers, microtextures, beds and liquids.

use std::sync::Arc;

use msh_renderer::Shading;
use msh_scene::glam::{Mat4, Vec3};
use msh_scene::library::{Material, Surface, TextureId};
use msh_scene::shade;
use msh_scene::terrain::{GroundKind, GroundLayer, Terrain, TerrainGroup, TerrainVertex};

use crate::world::{BLUE, GREEN, RED, World, assert_color, glowing, light_at, stored};

/// A slope that fills the picture: y = 2 everywhere, lit from the camera.
fn slope(groups: Vec<TerrainGroup>, blend: f32) -> Terrain {
    let vertex = |x: f32, z: f32| TerrainVertex {
        position: [x * 2.0, 2.0, z * 2.0],
        normal: [0, -127, 0, 0],
        uv0: [x, z],
        uv1: [x, z],
        blend,
    };
    Terrain {
        vertices: vec![
            vertex(-1.0, -1.0),
            vertex(1.0, -1.0),
            vertex(1.0, 1.0),
            vertex(-1.0, 1.0),
        ],
        indices: vec![0, 1, 2, 0, 2, 3],
        groups,
        ..Terrain::default()
    }
}

fn group(base: GroundLayer) -> TerrainGroup {
    TerrainGroup {
        first_index: 0,
        index_count: 6,
        kind: GroundKind::Ground,
        base,
        second: None,
    }
}

fn layer(surface: Surface) -> GroundLayer {
    GroundLayer {
        material: Arc::new(Material::still("GROUND", surface)),
        microtexture: None,
    }
}

/// A layer with a microtexture.
fn detailed(surface: Surface, microtexture: TextureId) -> GroundLayer {
    GroundLayer {
        microtexture: Some(layer(textured(microtexture)).material),
        ..layer(surface)
    }
}

fn textured(texture: TextureId) -> Surface {
    Surface {
        texture: Some(texture),
        ..Surface::PLAIN
    }
}

/// A layer: texel, microtexel, material.
struct Layer {
    texel: [u8; 3],
    microtexel: Option<[u8; 3]>,
    surface: Surface,
}

impl Layer {
    fn add_to(&self, world: &mut World) -> GroundLayer {
        let mut texture = |[r, g, b]: [u8; 3]| world.plain_texture(r, g, b, 255);
        let surface = Surface {
            texture: Some(texture(self.texel)),
            ..self.surface
        };
        match self.microtexel.map(texture) {
            Some(microtexture) => detailed(surface, microtexture),
            None => layer(surface),
        }
    }

    /// The reference.
    fn color(&self, world: &World) -> Vec3 {
        let color = |texel: [u8; 3]| Vec3::from(texel.map(stored));
        let texel = shade::ground_texel(color(self.texel), self.microtexel.map(color));
        let lit = world.lit(&self.surface, -Vec3::Y, Vec3::new(0.0, 2.0, 0.0));
        shade::lit_texel(texel, lit)
    }
}

/// The light of the worked example of `08-render-notes.md` 6.
fn lit_world() -> World {
    let mut world = World::new();
    world.lighting.scene = Vec3::splat(40.0 / 255.0);
    world.lighting.lights = vec![light_at(0.6, Vec3::new(1.0, 0.941, 0.863) * 1.5)];
    world
}

/// Rock of the worked example, with its microtexture.
fn rock() -> Layer {
    Layer {
        texel: [128, 115, 77],
        microtexel: Some([140, 128, 122]),
        surface: Surface::PLAIN,
    }
}

/// Something bright and tinted without a microtexture, whose light is beyond the knee.
fn lava() -> Layer {
    Layer {
        texel: [90, 200, 60],
        microtexel: None,
        surface: Surface {
            ambient: Vec3::new(2.0, 0.0, 0.5),
            diffuse: Vec3::new(0.7, 0.2, 0.0),
            ..Surface::PLAIN
        },
    }
}

#[test]
fn one_layer_with_and_without_a_microtexture() {
    for layer in [rock(), lava()] {
        let mut world = lit_world();
        let ground = layer.add_to(&mut world);
        world.terrain = Some(slope(vec![group(ground)], 0.0));
        for shading in [Shading::PerVertex, Shading::PerFragment] {
            world.style.shading = shading;
            let Some(picture) = world.render() else {
                return;
            };
            assert_color(picture.centre(), layer.color(&world));
        }
    }
}

#[test]
fn the_worked_example() {
    let mut world = lit_world();
    let ground = rock().add_to(&mut world);
    world.terrain = Some(slope(vec![group(ground)], 0.0));
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), Vec3::new(0.495, 0.381, 0.224));
}

#[test]
fn two_layers_are_lit_each_for_itself_and_mixed_by_the_share_of_the_second() {
    for share in [0.0, 0.25, 0.6, 1.0] {
        let mut world = lit_world();
        let mixed = TerrainGroup {
            second: Some(lava().add_to(&mut world)),
            ..group(rock().add_to(&mut world))
        };
        world.terrain = Some(slope(vec![mixed], share));
        let expected = shade::mix_layers(rock().color(&world), lava().color(&world), share);
        for shading in [Shading::PerVertex, Shading::PerFragment] {
            world.style.shading = shading;
            let Some(picture) = world.render() else {
                return;
            };
            assert_color(picture.centre(), expected);
        }
    }
}

#[test]
fn a_highlight_on_the_ground_is_that_of_its_vertices() {
    let mut world = World::new();
    world.lighting.lights = vec![light_at(1.0, Vec3::ONE)];
    let shiny = Surface {
        specular: Vec3::ONE,
        power: 5,
        ..glowing(Vec3::ZERO)
    };
    world.terrain = Some(slope(vec![group(layer(shiny))], 0.0));
    for (shading, place) in [
        (Shading::PerVertex, Vec3::new(2.0, 2.0, 2.0)),
        // The middle of the pixel.
        (Shading::PerFragment, Vec3::new(1.0 / 16.0, 2.0, 1.0 / 16.0)),
    ] {
        world.style.shading = shading;
        let Some(picture) = world.render() else {
            return;
        };
        let expected = world.lit(&shiny, -Vec3::Y, place).specular;
        assert_color(picture.centre(), expected);
    }
}

#[test]
fn the_share_means_nothing_without_a_second_layer() {
    let mut world = World::new();
    world.terrain = Some(slope(vec![group(layer(glowing(RED)))], 1.0));
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), RED);
}

/// The slope as a lake: below the diagonal from the lower left its bed, above it the liquid, with
/// the liquid's plane at this height. The eye is at 0.
fn lake(world: &mut World, water_level: f32) {
    let texture = world.plain_texture(200, 100, 50, 255);
    let of_kind = |kind, first_index, surface| TerrainGroup {
        first_index,
        index_count: 3,
        kind,
        ..group(layer(surface))
    };
    let groups = vec![
        of_kind(GroundKind::Bed, 0, glowing(BLUE)),
        of_kind(GroundKind::Liquid, 3, textured(texture)),
    ];
    world.lighting.scene = Vec3::splat(0.5);
    world.terrain = Some(Terrain {
        water_level: Some(water_level),
        ..slope(groups, 0.0)
    });
}

#[test]
fn from_above_the_liquid_shows_its_texture_and_the_bed_is_hidden() {
    let mut world = World::new();
    lake(&mut world, -10.0);
    let Some(picture) = world.render() else {
        return;
    };
    // Nothing but the scene colour lights it.
    let expected = Vec3::new(200.0, 100.0, 50.0) / 255.0 * 0.5;
    assert_color(picture.towards(-0.5, 0.5), expected);
    assert_color(picture.towards(0.5, -0.5), Vec3::ZERO);
}

#[test]
fn from_below_the_liquid_the_bed_is_seen_too() {
    let mut world = World::new();
    lake(&mut world, 10.0);
    let Some(picture) = world.render() else {
        return;
    };
    // The scene colour is a floor.
    assert_color(picture.towards(0.5, -0.5), BLUE.max(Vec3::splat(0.5)));
    assert_ne!(picture.towards(-0.5, 0.5), [0; 3]);
}

#[test]
fn a_footing_is_lit_by_the_scene_colour_alone() {
    let mut world = World::new();
    world.lighting.scene = Vec3::new(0.5, 0.25, 0.75);
    world.lighting.lights = vec![light_at(1.0, Vec3::ONE)];
    let texture = world.plain_texture(200, 200, 200, 255);
    let mut terrain = slope(vec![group(layer(textured(texture)))], 1.0);
    for vertex in &mut terrain.vertices {
        vertex.normal = [0; 4];
    }
    world.terrain = Some(terrain);
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(
        picture.centre(),
        Vec3::new(0.5, 0.25, 0.75) * (200.0 / 255.0),
    );
}

#[test]
fn the_ground_is_seen_from_both_sides() {
    let mut world = World::new();
    let mut terrain = slope(vec![group(layer(glowing(RED)))], 0.0);
    terrain.indices.reverse();
    world.terrain = Some(terrain);
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), RED);
}

#[test]
fn ground_hides_models_and_models_hide_ground() {
    let mut world = World::new();
    world.terrain = Some(slope(vec![group(layer(glowing(RED)))], 0.0));
    let model = world.quad_model([0, -127, 0]);
    let small = |at: Vec3| Mat4::from_translation(at) * Mat4::from_scale(Vec3::splat(0.3));
    world.range(model, small(Vec3::new(-0.5, 1.0, 0.0)), glowing(GREEN));
    world.range(model, small(Vec3::new(1.5, 3.0, 0.0)), glowing(BLUE));
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.towards(-0.5, 0.0), GREEN);
    assert_color(picture.towards(0.5, 0.0), RED);
}
