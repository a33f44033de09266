//! Texels: sizes, levels, coordinates.

use msh_scene::glam::{Mat4, Vec2, Vec3};
use msh_scene::library::Surface;

use crate::world::{BLUE, GREEN, Picture, RED, World, assert_color, glowing};

/// Fills the picture from edge to edge.
const FILLING: Vec3 = Vec3::new(0.0, 1.0, 0.0);

fn shown(texture: msh_scene::library::TextureId) -> Surface {
    Surface {
        texture: Some(texture),
        ..glowing(Vec3::ONE)
    }
}

/// Looks at the middle of a texel of a texture that fills the picture.
fn at_texel(picture: &Picture, (column, row): (u32, u32), (width, height): (u32, u32)) -> [u8; 3] {
    let x = (column as f32 + 0.5) / width as f32 * 2.0 - 1.0;
    let z = 1.0 - (row as f32 + 0.5) / height as f32 * 2.0;
    picture.towards(x, z)
}

#[test]
fn a_texture_of_one_texel_is_uploaded() {
    let mut world = World::new();
    let texture = world.plain_texture(10, 200, 90, 255);
    world.quad(FILLING, shown(texture));
    let Some(picture) = world.render() else {
        return;
    };
    assert_eq!(picture.centre(), [10, 200, 90]);
}

#[test]
fn a_texture_of_odd_size_shows_every_row_top_first() {
    let mut world = World::new();
    let texels: Vec<[u8; 4]> = (0..15u8)
        .map(|i| [0, i / 3 * 60, i % 3 * 120, 255])
        .collect();
    let texture = world.texture(3, 5, &texels);
    world.quad(FILLING, shown(texture));
    let Some(picture) = world.render() else {
        return;
    };
    for (row, column) in (0..5).flat_map(|row| (0..3).map(move |column| (row, column))) {
        let [red, green, _] = at_texel(&picture, (column, row), (3, 5));
        // A pixel's centre is up to half a pixel, a twelfth of a texel, from the texel's middle.
        let near = |actual: u8, expected: u32| u32::from(actual).abs_diff(expected) <= 10;
        assert!(
            near(red, column * 120) && near(green, row * 60),
            "column {column}, row {row}: red {red}, green {green}"
        );
    }
}

#[test]
fn the_levels_of_the_file_are_shown_far_away() {
    let mut world = World::new();
    let level = |side: usize, bgra: [u8; 4]| bgra.repeat(side * side);
    let levels = vec![
        level(4, [0, 0, 255, 255]),
        level(2, [0, 255, 0, 255]),
        level(1, [255, 0, 0, 255]),
    ];
    let texture = world.texture_with_levels(4, 4, levels);
    world.quad(FILLING, shown(texture));
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), RED);

    // 32 units away the quad is one pixel wide.
    world.list.ranges[0].transform = Mat4::from_translation(Vec3::new(0.5, 32.0, 0.5));
    let picture = world.render().unwrap();
    assert_color(picture.centre(), BLUE);
}

#[test]
fn a_texture_larger_than_the_staging_buffer_arrives_whole() {
    // 2048 x 1024 texels are 8 MiB; the last row is green.
    let mut world = World::new();
    let mut texels = [0, 0, 255, 255].repeat(2048 * 1024);
    let last_rows = texels.len() - 2048 * 4 * 64;
    for texel in texels[last_rows..].chunks_exact_mut(4) {
        texel.copy_from_slice(&[0, 255, 0, 255]);
    }
    let texture = world.texture_with_levels(2048, 1024, vec![texels]);
    world.quad(FILLING, shown(texture));
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), RED);
    assert_color(picture.towards(0.0, -0.97), GREEN);
}

#[test]
fn a_page_rectangle_is_scaled_then_moved() {
    let mut world = World::new();
    let (red, green) = ([0, 0, 255, 255], [0, 255, 0, 255]);
    let top = [red, red, green, green].concat();
    let bottom = [[255; 4]; 4].concat();
    let rows = [top.clone(), top, bottom.clone(), bottom].concat();
    let sheet = world.texture_with_levels(4, 4, vec![rows]);
    // The cell at the top right: from (0.5, 0), half as wide and high.
    let cell = Surface {
        uv_offset: Vec2::new(0.5, 0.0),
        uv_scale: Vec2::new(0.5, 0.5),
        ..shown(sheet)
    };
    world.quad(FILLING, cell);
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), GREEN);
}

#[test]
fn coordinates_outside_of_the_texture_wrap() {
    let mut world = World::new();
    let (red, green) = ([0, 0, 255, 255], [0, 255, 0, 255]);
    let stripes = world.texture(2, 1, &[red, green]);
    let moved = Surface {
        uv_offset: Vec2::new(7.25, 0.0),
        uv_scale: Vec2::new(0.0, 0.0),
        ..shown(stripes)
    };
    world.quad(FILLING, moved);
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), RED);
}

#[test]
fn lightmap_coordinates_do_not_wrap() {
    let mut world = World::new();
    let (black, white) = ([0, 0, 0, 255], [255; 4]);
    let baked = world.texture(2, 1, &[black, white]);
    let lit = Surface {
        diffuse: Vec3::ONE,
        ..glowing(Vec3::ZERO)
    };
    world.quad(FILLING, lit).lightmap = Some(baked);
    let Some(picture) = world.render() else {
        return;
    };
    // With wrapping the outermost columns would be half grey.
    assert_color(picture.towards(-0.99, 0.0), Vec3::ZERO);
    assert_color(picture.towards(0.99, 0.0), Vec3::ONE);
}

#[test]
fn a_surface_without_a_texture_has_its_own_colour_alone() {
    let mut world = World::new();
    world.quad(FILLING, glowing(Vec3::new(0.1, 0.2, 0.3)));
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.centre(), Vec3::new(0.1, 0.2, 0.3));
}
