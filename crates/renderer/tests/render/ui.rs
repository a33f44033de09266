//! The layer over the scene.

use msh_renderer::{
    Frame, Gpu, GpuOptions, Image, OffscreenRenderer, RendererError, SceneResources, UiLayer,
    UiMesh, UiTextureChange, UiTextureId, UiVertex, ValidationMessages,
};
use msh_scene::glam::Vec3;

use crate::world::{RED, SIZE, World, camera, glowing, gpu, gpu_with};

const TEXTURE: UiTextureId = UiTextureId(7);
const EVERYTHING: [f32; 4] = [0.0, 0.0, SIZE as f32, SIZE as f32];
const WHITE: [u8; 4] = [255; 4];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];

/// A red scene, close to the camera, and a renderer for it.
struct Bench {
    world: World,
    scene: SceneResources,
    renderer: OffscreenRenderer,
    messages: ValidationMessages,
}

impl Bench {
    fn new(gpu: Gpu) -> Self {
        let mut world = World::new();
        world.quad(Vec3::new(0.0, 0.5, 0.0), glowing(RED));
        Self {
            scene: world.upload(&gpu),
            world,
            renderer: OffscreenRenderer::new(&gpu, SIZE, SIZE).unwrap(),
            messages: gpu.validation_messages(),
        }
    }

    fn render(&mut self) -> Image {
        let frame = Frame {
            camera: &camera(),
            list: &self.world.list,
            draws: &self.world.draws(),
            lighting: &self.world.lighting,
            sky: None,
        };
        self.renderer.render(&self.scene, &frame).unwrap()
    }

    fn render_with(&mut self, layer: UiLayer) -> Image {
        self.renderer.set_ui(layer).unwrap();
        self.render()
    }

    /// Nothing may be left over, and validation be silent.
    fn end(self) {
        drop((self.renderer, self.scene));
        assert_eq!(self.messages.count(), 0, "messages of the validation layer");
    }
}

fn whole(width: u32, texels: &[[u8; 4]]) -> UiTextureChange {
    UiTextureChange {
        texture: TEXTURE,
        at: None,
        size: [width, texels.len() as u32 / width],
        rgba: texels.concat(),
    }
}

/// A rectangle in one colour, with all of the texture in it.
fn rectangle([left, top, right, bottom]: [f32; 4], color: [u8; 4], clip: [f32; 4]) -> UiLayer {
    let corner = |x, y, u, v| UiVertex {
        position: [x, y],
        uv: [u, v],
        color,
    };
    UiLayer {
        vertices: vec![
            corner(left, top, 0.0, 0.0),
            corner(right, top, 1.0, 0.0),
            corner(right, bottom, 1.0, 1.0),
            corner(left, bottom, 0.0, 1.0),
        ],
        indices: vec![0, 1, 2, 0, 2, 3],
        meshes: vec![UiMesh {
            clip,
            texture: TEXTURE,
            first_index: 0,
            index_count: 6,
        }],
        ..UiLayer::default()
    }
}

fn with_texture(layer: UiLayer, change: UiTextureChange) -> UiLayer {
    UiLayer {
        changes: vec![change],
        ..layer
    }
}

fn pixel(image: &Image, x: u32, y: u32) -> [u8; 4] {
    let at = ((y * image.width + x) * 4) as usize;
    image.rgba[at..at + 4].try_into().unwrap()
}

/// The pixels that are not red: left, top, right and bottom, and whether all within are `color`.
fn painted(image: &Image, color: [u8; 4]) -> ([u32; 4], bool) {
    let mut bounds = [u32::MAX, u32::MAX, 0, 0];
    let mut count = 0;
    for y in 0..image.height {
        for x in 0..image.width {
            match pixel(image, x, y) {
                [255, 0, 0, 255] => {}
                other => {
                    count += u32::from(other == color);
                    let [l, t, r, b] = bounds;
                    bounds = [l.min(x), t.min(y), r.max(x + 1), b.max(y + 1)];
                }
            }
        }
    }
    let [l, t, r, b] = bounds;
    let area = r.saturating_sub(l) * b.saturating_sub(t);
    (bounds, count == area)
}

#[test]
fn a_rectangle_covers_exactly_its_pixels_of_the_nearest_surface() {
    for multisampling in [false, true] {
        let options = GpuOptions {
            multisampling,
            ..GpuOptions::default()
        };
        let Some(gpu) = gpu_with(options) else { return };
        let mut bench = Bench::new(gpu);
        let layer = rectangle([4.0, 6.0, 12.0, 9.0], GREEN, EVERYTHING);
        let image = bench.render_with(with_texture(layer, whole(1, &[WHITE])));
        assert_eq!(painted(&image, GREEN), ([4, 6, 12, 9], true));
        bench.end();
    }
}

#[test]
fn a_clip_rectangle_cuts_off() {
    let Some(gpu) = gpu() else { return };
    let mut bench = Bench::new(gpu);
    let layer = rectangle([-4.0, 6.0, 90.0, 20.0], GREEN, [3.0, 2.0, 30.0, 8.0]);
    let image = bench.render_with(with_texture(layer, whole(1, &[WHITE])));
    assert_eq!(painted(&image, GREEN), ([3, 6, 30, 8], true));
    bench.end();
}

#[test]
fn colours_are_premultiplied_stored_values() {
    let Some(gpu) = gpu() else { return };
    let mut bench = Bench::new(gpu);
    let layer = rectangle(EVERYTHING, [64, 32, 0, 128], EVERYTHING);
    let image = bench.render_with(with_texture(layer, whole(1, &[WHITE])));
    // Red is 64 + 255 * (1 - 128/255); the target stays opaque.
    let [r, g, b, a] = pixel(&image, 16, 16);
    assert!(r.abs_diff(191) <= 1 && g.abs_diff(32) <= 1, "{r} {g}");
    assert_eq!((b, a), (0, 255));
    bench.end();
}

#[test]
fn without_a_layer_the_picture_is_the_same_to_the_byte() {
    let Some(gpu) = gpu() else { return };
    let mut bench = Bench::new(gpu);
    let bare = bench.render();
    let layer = rectangle([4.0, 6.0, 12.0, 9.0], GREEN, EVERYTHING);
    let over = bench.render_with(with_texture(layer, whole(1, &[WHITE])));
    assert!(over != bare);
    assert!(bench.render_with(UiLayer::default()) == bare);
    bench.end();
}

#[test]
fn a_part_of_a_texture_changes_alone() {
    let Some(gpu) = gpu() else { return };
    let mut bench = Bench::new(gpu);
    // Two texels side by side; a quarter from each edge only one of them is seen.
    let layer = rectangle(EVERYTHING, WHITE, EVERYTHING);
    let image = bench.render_with(with_texture(layer.clone(), whole(2, &[GREEN, GREEN])));
    assert_eq!((pixel(&image, 2, 9), pixel(&image, 29, 9)), (GREEN, GREEN));
    let part = UiTextureChange {
        at: Some([1, 0]),
        ..whole(1, &[BLUE])
    };
    let image = bench.render_with(with_texture(layer, part));
    assert_eq!((pixel(&image, 2, 9), pixel(&image, 29, 9)), (GREEN, BLUE));
    bench.end();
}

#[test]
fn changes_of_a_layer_that_was_never_drawn_are_not_lost() {
    let Some(gpu) = gpu() else { return };
    let mut bench = Bench::new(gpu);
    let layer = rectangle(EVERYTHING, WHITE, EVERYTHING);
    let first = with_texture(layer.clone(), whole(2, &[BLUE, BLUE]));
    bench.renderer.set_ui(first).unwrap();
    let part = UiTextureChange {
        at: Some([0, 0]),
        ..whole(1, &[GREEN])
    };
    bench
        .renderer
        .set_ui(with_texture(UiLayer::default(), part))
        .unwrap();
    let image = bench.render_with(layer);
    assert_eq!((pixel(&image, 2, 9), pixel(&image, 29, 9)), (GREEN, BLUE));
    bench.end();
}

#[test]
fn textures_are_replaced_and_freed_while_frames_go_on() {
    let Some(gpu) = gpu() else { return };
    let mut bench = Bench::new(gpu);
    for side in [1, 3, 2] {
        let texels = vec![BLUE; side * side];
        let layer = rectangle(EVERYTHING, WHITE, EVERYTHING);
        let layer = with_texture(layer, whole(side as u32, &texels));
        assert_eq!(pixel(&bench.render_with(layer), 16, 16), BLUE);
    }
    let freeing = UiLayer {
        freed: vec![TEXTURE],
        ..rectangle(EVERYTHING, WHITE, EVERYTHING)
    };
    assert_eq!(pixel(&bench.render_with(freeing), 16, 16), BLUE);
    let layer = rectangle(EVERYTHING, WHITE, EVERYTHING);
    assert!(bench.renderer.set_ui(layer).is_err(), "it was freed");
    bench.end();
}

#[test]
fn a_layer_that_contradicts_itself_is_refused_and_nothing_is_shown() {
    let Some(gpu) = gpu() else { return };
    let mut bench = Bench::new(gpu);
    let bare = bench.render();
    let layer = rectangle(EVERYTHING, GREEN, EVERYTHING);
    let refused = |renderer: &mut OffscreenRenderer, layer| match renderer.set_ui(layer) {
        Err(RendererError::Ui(rule)) => rule,
        other => panic!("{other:?}"),
    };
    let missing = refused(&mut bench.renderer, layer.clone());
    assert_eq!(missing, "there is no texture 7");
    let mut beyond = with_texture(layer, whole(1, &[WHITE]));
    beyond.indices[5] = 4;
    let index = refused(&mut bench.renderer, beyond);
    assert_eq!(index, "index 4 is not below 4");
    assert!(bench.render() == bare);
    bench.end();
}
