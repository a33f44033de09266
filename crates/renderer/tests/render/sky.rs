//! The sky, compared with rays that meet its triangles on the processor.

use std::sync::Arc;

use msh_format::sky::{Sky, SkyKeyframe, SkySection, SkyTime, opcodes, slots};
use msh_scene::camera::Camera;
use msh_scene::glam::{Mat3, Vec2, Vec3, Vec4};
use msh_scene::library::{Material, MaterialId, Surface, TextureId};
use msh_scene::sky::{SkyClock, SkyDraw, SkyMoment, SkyPaint, SkyVertex};

use crate::world::{GREEN, World, assert_color, camera, glowing};

/// A keyframe in the middle of a body's life. Every group of the dome has other colours.
fn keyframe(body: &[u8]) -> SkyKeyframe {
    let mut words = [0; 22];
    let mut set = |slot: usize, [r, g, b, a]: [u8; 4]| {
        words[slot] = u32::from_le_bytes([b, g, r, a]);
    };
    for (i, ring) in [slots::RING_2, slots::RING_3, slots::HORIZON]
        .into_iter()
        .enumerate()
    {
        let step = i as u8 * 30;
        set(ring[0], [200, 20 + step, 0, 255]);
        set(ring[1], [0, 200, 20 + step, 255]);
        set(ring[2], [20 + step, 0, 200, 255]);
        set(ring[3], [100, 100, step, 255]);
    }
    set(slots::APEX, [64, 80, 160, 255]);
    SkyKeyframe {
        version: 3,
        stamp: SkyTime::new(0, 0),
        opcode: opcodes::START_SUN,
        slots: words,
        names: [body.to_vec(), vec![], vec![], vec![], vec![], vec![]],
        values: [1.0, 2.0, 1.0, 0.0],
        effects: Vec::new(),
    }
}

/// The sky at noon of a day with this one keyframe.
fn sky_of(keyframe: SkyKeyframe, paint: SkyPaint, world: &World, camera: &Camera) -> SkyDraw {
    let sky = Sky {
        sections: vec![SkySection {
            version: 1,
            end: SkyTime::new(23, 59),
            day_length: SkyTime::new(0, 15),
            keyframes: vec![keyframe],
        }],
        start: SkyTime::new(12, 0),
        unk_end: [0; 2],
    };
    let clock = SkyClock::start(&sky).unwrap();
    let moment = SkyMoment::at(&sky, clock).unwrap();
    SkyDraw::new(&moment, &paint, &world.library, camera)
}

fn material(world: &mut World, surface: Surface) -> Option<MaterialId> {
    let material = Arc::new(Material::still("M", surface));
    world.library.materials.push(material);
    Some(MaterialId(world.library.materials.len() as u32 - 1))
}

/// White of itself, and see-through where its texture is.
fn glowing_texture(texture: TextureId) -> Surface {
    Surface {
        texture: Some(texture),
        ..glowing(Vec3::ONE)
    }
}

/// The colour in a direction, for textures of one texel.
fn reference(world: &World, sky: &SkyDraw, direction: Vec3, background: Vec3) -> Vec3 {
    let mut color = background;
    for layer in &sky.layers {
        let texel = layer.texture.map_or(Vec4::ONE, |id| {
            let [b, g, r, a] = world.library.texture(id).levels[0][..] else {
                panic!("a texture of more than one texel");
            };
            Vec4::from([r, g, b, a].map(f32::from)) / 255.0
        });
        let first = layer.first_index as usize;
        let triangles = &sky.indices[first..first + layer.index_count as usize];
        let hit = triangles.chunks(3).find_map(|t| {
            meet(
                [0, 1, 2].map(|i| &sky.vertices[usize::from(t[i])]),
                direction,
            )
        });
        if let Some((multiplied, added)) = hit {
            let over = (texel * multiplied + added).clamp(Vec4::ZERO, Vec4::ONE);
            color = color.lerp(over.truncate(), over.w);
        }
    }
    color
}

/// Colours of a triangle where a ray from the eye meets it.
fn meet(corners: [&SkyVertex; 3], direction: Vec3) -> Option<(Vec4, Vec4)> {
    let [a, b, c] = corners.map(|v| Vec3::from(v.offset));
    let edges = Mat3::from_cols(b - a, c - a, -direction);
    if edges.determinant() == 0.0 {
        return None;
    }
    let Vec3 { x, y, z } = edges.inverse() * -a;
    let inside = x >= -1e-5 && y >= -1e-5 && x + y <= 1.0 + 1e-5 && z > 0.0;
    let mix = |of: fn(&SkyVertex) -> [f32; 4]| {
        let [a, b, c] = corners.map(|v| Vec4::from(of(v)));
        a * (1.0 - x - y) + b * x + c * y
    };
    inside.then(|| (mix(|v| v.color), mix(|v| v.added)))
}

fn looking(degrees_to_the_right: f32, degrees_up: f32) -> Camera {
    Camera {
        position: Vec3::new(300.0, -200.0, 40.0),
        yaw: -degrees_to_the_right.to_radians(),
        pitch: degrees_up.to_radians(),
        ..camera()
    }
}

/// The direction to the middle of a pixel, given as parts of half the picture to the right and up.
fn towards(camera: &Camera, x: f32, y: f32) -> Vec3 {
    // `Picture::towards` takes the pixel that holds the place; pixels are 1/16 wide.
    let middle = |v: f32| ((v + 1.0) * 16.0).floor() / 16.0 - 1.0 + 0.5 / 16.0;
    let y_down = |v: f32| -middle(-v);
    camera.forward() + camera.right() * middle(x) + camera.up() * y_down(y)
}

#[test]
fn the_dome_has_the_colours_of_its_vertices_in_every_direction() {
    for (right, up) in [(0.0, 20.0), (90.0, 20.0), (200.0, 30.0), (290.0, 60.0)] {
        let mut world = World::new();
        world.camera = looking(right, up);
        let sky = sky_of(keyframe(b"sun"), SkyPaint::default(), &world, &world.camera);
        world.lighting.sky = sky.rim;
        world.sky = Some(sky.clone());
        let Some(picture) = world.render() else {
            return;
        };
        for (x, y) in [
            (0.01, 0.01),
            (-0.6, 0.3),
            (0.7, -0.2),
            (0.3, 0.8),
            (0.0, -0.9),
        ] {
            let direction = towards(&world.camera, x, y);
            let expected = reference(&world, &sky, direction, sky.rim);
            assert_color(picture.towards(x, y), expected);
        }
    }
}

#[test]
fn the_east_is_where_the_east_s_colours_are() {
    let mut world = World::new();
    world.camera = looking(90.0, 0.0);
    let sky = sky_of(keyframe(b"sun"), SkyPaint::default(), &world, &world.camera);
    world.lighting.sky = sky.rim;
    world.sky = Some(sky);
    let Some(picture) = world.render() else {
        return;
    };
    // Rim and everything below it: the horizon's colour of the heading.
    let east = Vec3::new(0.0, 200.0, 80.0) / 255.0;
    assert_color(picture.towards(0.0, -0.03), east);
    assert_color(picture.towards(0.5, -0.9), east);
}

#[test]
fn the_nebula_shows_where_the_dome_is_clear() {
    let mut world = World::new();
    let texture = world.plain_texture(200, 100, 50, 255);
    let nebula = material(&mut world, glowing_texture(texture));
    let mut night = keyframe(b"sun");
    night.slots[slots::APEX] = u32::from_le_bytes([255, 255, 255, 51]);
    world.camera = looking(0.0, 90.0);
    let paint = SkyPaint {
        nebula,
        ..SkyPaint::default()
    };
    world.sky = Some(sky_of(night, paint, &world, &world.camera));
    let Some(picture) = world.render() else {
        return;
    };
    // A fifth of white over it.
    let expected = Vec3::new(200.0, 100.0, 50.0) * 0.8 + 51.0;
    assert_color(picture.centre(), expected / 255.0);
}

#[test]
fn the_sun_stands_where_the_light_comes_from_and_is_as_large_as_the_keyframe_says() {
    let mut world = World::new();
    let texture = world.plain_texture(0, 255, 0, 255);
    let sun = material(&mut world, glowing_texture(texture));
    // Half of its life: due east and 60 degrees high, 18.6 degrees wide and 37.2 high.
    world.camera = looking(90.0, 60.0);
    let paint = SkyPaint {
        sun,
        ..SkyPaint::default()
    };
    let mut noon = keyframe(b"sun");
    for word in &mut noon.slots {
        *word = u32::from_le_bytes([0, 0, 0, 255]);
    }
    world.sky = Some(sky_of(noon, paint, &world, &world.camera));
    let Some(picture) = world.render() else {
        return;
    };
    // tan 9.31 degrees is 0.164, tan 18.62 degrees 0.337; pixels are 0.0625 wide.
    let inside = [
        (0.0, 0.0),
        (0.1, 0.0),
        (-0.1, 0.0),
        (0.0, 0.28),
        (0.0, -0.28),
    ];
    for (x, y) in inside {
        assert_color(picture.towards(x, y), GREEN);
    }
    for (x, y) in [(0.21, 0.0), (-0.21, 0.0), (0.0, 0.39), (0.0, -0.39)] {
        assert_color(picture.towards(x, y), Vec3::ZERO);
    }
}

#[test]
fn the_moon_shows_its_cell_of_the_sheet_upright() {
    let mut world = World::new();
    // Two cells beside each other; the right one is red above and blue below.
    let [green, red, blue] = [[0, 255, 0, 255], [0, 0, 255, 255], [255, 0, 0, 255]];
    let (above, below) = ([green, green, red, red], [green, green, blue, blue]);
    let sheet = world.texture(4, 4, &[above, above, below, below].concat());
    let surface = Surface {
        uv_offset: Vec2::new(0.5, 0.0),
        uv_scale: Vec2::new(0.5, 1.0),
        ..glowing_texture(sheet)
    };
    let moon = material(&mut world, surface);
    // Half of its life: due south, 40 degrees high.
    world.camera = looking(180.0, 40.0);
    let paint = SkyPaint {
        moon,
        ..SkyPaint::default()
    };
    world.sky = Some(sky_of(keyframe(b"moon"), paint, &world, &world.camera));
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.towards(0.01, 0.17), Vec3::X);
    assert_color(picture.towards(0.01, -0.17), Vec3::Z);
}

#[test]
fn clouds_are_lit_by_their_slot_and_fade_to_the_rim() {
    let mut world = World::new();
    let texture = world.plain_texture(255, 128, 255, 128);
    let clouds = material(&mut world, glowing_texture(texture));
    let paint = SkyPaint {
        clouds,
        ..SkyPaint::default()
    };
    let mut frame = keyframe(b"sun");
    frame.slots[slots::CLOUDS] = u32::from_le_bytes([204, 255, 20, 255]);
    frame.slots[slots::SCENE] = u32::from_le_bytes([0, 0, 51, 255]);
    // Straight up: texel times slot 18, its red raised to the scene colour's, no fog yet.
    world.camera = looking(0.0, 90.0);
    let sky = sky_of(frame.clone(), paint, &world, &world.camera);
    world.sky = Some(sky);
    let Some(picture) = world.render() else {
        return;
    };
    let cloud = Vec3::new(51.0, 128.0, 204.0);
    let apex = Vec3::new(64.0, 80.0, 160.0);
    assert_color(picture.centre(), apex.lerp(cloud, 128.0 / 255.0) / 255.0);

    world.camera = looking(45.0, 20.0);
    let sky = sky_of(frame, paint, &world, &world.camera);
    world.lighting.sky = sky.rim;
    world.sky = Some(sky.clone());
    let Some(picture) = world.render() else {
        return;
    };
    for (x, y) in [(0.0, 0.9), (-0.5, 0.4), (0.4, 0.0), (0.6, -0.2)] {
        let expected = reference(&world, &sky, towards(&world.camera, x, y), sky.rim);
        assert_color(picture.towards(x, y), expected);
    }
}

#[test]
fn everything_hides_the_sky() {
    let mut world = World::new();
    world.quad(Vec3::new(0.0, 500.0, 0.0), glowing(GREEN));
    world.list.ranges[0].transform *= msh_scene::glam::Mat4::from_scale(Vec3::splat(300.0));
    world.sky = Some(sky_of(
        keyframe(b"sun"),
        SkyPaint::default(),
        &world,
        &world.camera,
    ));
    let Some(picture) = world.render() else {
        return;
    };
    assert_color(picture.towards(0.1, 0.3), GREEN);
}
