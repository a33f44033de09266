//! A small world made by hand: quads, textures and light, seen by a camera at the origin that
//! looks along +Y with a horizontal field of view of 90 degrees.

use std::sync::Arc;

use msh_format::Warnings;
use msh_format::material::BlendMode;
use msh_format::msh::{Key24, Msh, MshParts, Node38};
use msh_renderer::{
    Frame, Gpu, GpuOptions, Image, OffscreenRenderer, RendererError, SceneResources, Style,
};
use msh_scene::camera::Camera;
use msh_scene::draw_list::{
    Cull, DrawList, DrawRange, FirstFaceTest, FrameDraws, FrameRange, Queue,
};
use msh_scene::glam::{Mat4, Vec2, Vec3};
use msh_scene::library::{Library, Material, Model, ModelId, Surface, Texture, TextureId};
use msh_scene::lighting::{DirectionalLight, Lighting};
use msh_scene::shade::{self, Lit};
use msh_scene::sky::SkyDraw;
use msh_scene::terrain::{GroundGroups, Terrain};

pub(crate) const RED: Vec3 = Vec3::X;
pub(crate) const GREEN: Vec3 = Vec3::Y;
pub(crate) const BLUE: Vec3 = Vec3::Z;

/// Width and height of the pictures: one pixel is 1/16 wide at a distance of 1.
pub(crate) const SIZE: u32 = 32;

/// A device with validation; `None`, with a message, on a machine without a Vulkan loader.
pub(crate) fn gpu() -> Option<Gpu> {
    gpu_with(GpuOptions::default())
}

/// As [`gpu`], with options of its own for the rest.
pub(crate) fn gpu_with(options: GpuOptions) -> Option<Gpu> {
    let options = GpuOptions {
        validation: true,
        // Anisotropic filters differ; without, every device gives nearly the same texels.
        anisotropy: 1.0,
        ..options
    };
    match Gpu::new(&options) {
        Ok(gpu) => Some(gpu),
        Err(error @ RendererError::NoLoader(_)) => {
            assert!(
                std::env::var_os("MSH_VIEW_REQUIRE_GPU").is_none_or(|v| v != "1"),
                "{error}"
            );
            println!("skipped: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// An untextured surface of exactly this colour under any light.
pub(crate) fn glowing(color: Vec3) -> Surface {
    Surface {
        texture: None,
        ambient: color,
        diffuse: Vec3::ZERO,
        specular: Vec3::ZERO,
        power: 0,
        opacity: 1.0,
        uv_offset: Vec2::ZERO,
        uv_scale: Vec2::ONE,
        blend: BlendMode::Opaque,
        ignore_texture_alpha: false,
    }
}

/// A light that meets a wall that looks at the camera at an angle of this cosine.
pub(crate) fn light_at(cosine: f32, color: Vec3) -> DirectionalLight {
    DirectionalLight {
        travel: Vec3::new((1.0 - cosine * cosine).sqrt(), cosine, 0.0),
        color,
    }
}

/// A stored byte as a colour value.
pub(crate) fn stored(value: u8) -> f32 {
    f32::from(value) / 255.0
}

/// What is drawn and how it is lit: at first nothing, in the dark.
pub(crate) struct World {
    pub(crate) library: Library,
    pub(crate) list: DrawList,
    pub(crate) terrain: Option<Terrain>,
    pub(crate) lighting: Lighting,
    pub(crate) sky: Option<SkyDraw>,
    pub(crate) style: Style,
    pub(crate) camera: Camera,
    /// How each range of the list is drawn.
    frames: Vec<FrameRange>,
}

impl World {
    pub(crate) fn new() -> Self {
        Self {
            library: Library::default(),
            list: DrawList::default(),
            terrain: None,
            lighting: Lighting {
                scene: Vec3::ZERO,
                lights: Vec::new(),
                sky: Vec3::ZERO,
                fog: None,
            },
            sky: None,
            style: Style::default(),
            camera: camera(),
            frames: Vec::new(),
        }
    }

    /// A texture of one level; texels are blue, green, red, alpha.
    pub(crate) fn texture(&mut self, width: u32, height: u32, bgra: &[[u8; 4]]) -> TextureId {
        self.texture_with_levels(width, height, vec![bgra.concat()])
    }

    pub(crate) fn texture_with_levels(
        &mut self,
        width: u32,
        height: u32,
        levels: Vec<Vec<u8>>,
    ) -> TextureId {
        self.library.textures.push(Texture {
            name: format!("T{}", self.library.textures.len()),
            width,
            height,
            levels,
            pages: Vec::new(),
        });
        TextureId(self.library.textures.len() as u32 - 1)
    }

    /// A texture of one texel.
    pub(crate) fn plain_texture(&mut self, red: u8, green: u8, blue: u8, alpha: u8) -> TextureId {
        self.texture(1, 1, &[[blue, green, red, alpha]])
    }

    /// A model of one quad from (-1, 0, -1) to (1, 0, 1) whose outside looks at -Y. Both
    /// coordinates go once over the texture, `normal` is that of its four vertices.
    pub(crate) fn quad_model(&mut self, normal: [i8; 3]) -> ModelId {
        let [x, y, z] = normal;
        let corners = [[0, 1024], [1024, 1024], [1024, 0], [0, 0]];
        let mut parts = MshParts::new("quad");
        parts.nodes = vec![Node38::default()];
        parts.keys = vec![Key24 {
            position: [0.0; 3],
            time: 0.0,
            quaternion_wxyz: [32767, 0, 0, 0],
        }];
        parts.node_names = vec![msh_format::text::FixedStr::default()];
        parts.labels = vec![Vec::new()];
        parts.positions = vec![
            [-1.0, 0.0, -1.0],
            [1.0, 0.0, -1.0],
            [1.0, 0.0, 1.0],
            [-1.0, 0.0, 1.0],
        ];
        parts.normals = vec![[x, y, z, 0]; 4];
        parts.uv0 = corners.to_vec();
        parts.uv1 = Some(corners.to_vec());
        parts.indices = vec![0, 1, 2, 0, 2, 3];
        let bytes = parts.to_bytes().unwrap();
        let msh = Msh::parse(&bytes, &mut Warnings::new()).unwrap();
        let model = Model::new("quad".into(), Arc::new(msh)).unwrap();
        self.library.models.push(model);
        ModelId(self.library.models.len() as u32 - 1)
    }

    /// Adds a range: the quad with a normal towards the camera, moved by `at`.
    pub(crate) fn quad(&mut self, at: Vec3, surface: Surface) -> &mut DrawRange {
        let model = match self.library.models.len() {
            0 => self.quad_model([0, -127, 0]),
            _ => ModelId(0),
        };
        self.range(model, Mat4::from_translation(at), surface)
    }

    /// Adds a range: a whole quad model, in the opaque queue.
    pub(crate) fn range(
        &mut self,
        model: ModelId,
        transform: Mat4,
        surface: Surface,
    ) -> &mut DrawRange {
        self.list.ranges.push(DrawRange {
            object: 0,
            component: 0,
            node: 0,
            batch: self.list.ranges.len() as u32,
            model,
            first_index: 0,
            index_count: 6,
            base_vertex: 0,
            transform,
            det_sign: 1,
            cull: Cull::Front,
            see_through: false,
            material: Arc::new(Material::still("M", surface)),
            lightmap: None,
            portal: None,
            first_face: None,
            tests_first_face: false,
            corners: [Vec3::ZERO; 8],
        });
        self.frames.push(FrameRange {
            emitted_index_count: 6,
            first_face_test: FirstFaceTest::NotApplicable,
            culled_by: None,
            surface,
            queue: Queue::Opaque,
            portal_fade: None,
            distance: None,
        });
        self.list.ranges.last_mut().unwrap()
    }

    pub(crate) fn clear_ranges(&mut self) {
        self.list.ranges.clear();
        self.frames.clear();
    }

    /// Adds a quad to the alpha-tested queue, whatever its opacity.
    pub(crate) fn blended_quad(&mut self, at: Vec3, surface: Surface) {
        self.quad(at, surface);
        self.frames.last_mut().unwrap().queue = Queue::AlphaTest;
    }

    /// Adds a quad to the see-through queue.
    pub(crate) fn transparent_quad(&mut self, at: Vec3, surface: Surface) {
        self.quad(at, surface);
        let frame = self.frames.last_mut().unwrap();
        frame.queue = Queue::Transparent;
        frame.distance = Some(at.length());
    }

    /// All ranges are drawn, with the surfaces they were made with.
    pub(crate) fn draws(&self) -> FrameDraws {
        let mut draws = FrameDraws {
            ranges: self.frames.clone(),
            ground: self.ground_groups().frame(self.camera.position, 0),
            ..FrameDraws::default()
        };
        draws.arrange(&self.list);
        draws
    }

    fn ground_groups(&self) -> GroundGroups {
        self.terrain
            .as_ref()
            .map(GroundGroups::of)
            .unwrap_or_default()
    }

    /// The reference: what a vertex with this normal gets at this place.
    pub(crate) fn lit(&self, surface: &Surface, normal: Vec3, position: Vec3) -> Lit {
        let eye = self.camera.position;
        shade::lit_vertex(surface, &self.lighting, normal, position, eye)
    }

    pub(crate) fn upload(&self, gpu: &Gpu) -> SceneResources {
        SceneResources::upload(gpu, &self.library, self.terrain.as_ref(), &self.list).unwrap()
    }

    /// The picture; `None` without Vulkan. Nothing may be left over, and validation be silent.
    pub(crate) fn render(&self) -> Option<Picture> {
        self.render_draws(&self.draws())
    }

    pub(crate) fn render_draws(&self, draws: &FrameDraws) -> Option<Picture> {
        Some(self.render_on(gpu()?, draws))
    }

    pub(crate) fn render_on(&self, gpu: Gpu, draws: &FrameDraws) -> Picture {
        let messages = gpu.validation_messages();
        let scene = self.upload(&gpu);
        let mut renderer = OffscreenRenderer::new(&gpu, SIZE, SIZE).unwrap();
        renderer.set_style(self.style);
        let frame = Frame {
            camera: &self.camera,
            list: &self.list,
            draws,
            lighting: &self.lighting,
            sky: self.sky.as_ref(),
        };
        let image = renderer.render(&scene, &frame).unwrap();
        drop((renderer, scene, gpu));
        assert_eq!(messages.count(), 0, "messages of the validation layer");
        Picture(image)
    }
}

/// At the origin, looking along +Y, 90 degrees wide.
pub(crate) fn camera() -> Camera {
    Camera {
        position: Vec3::ZERO,
        yaw: 0.0,
        pitch: 0.0,
        fov: std::f32::consts::FRAC_PI_2,
    }
}

/// A picture with a way to ask what is at a place.
pub(crate) struct Picture(pub(crate) Image);

impl Picture {
    /// Red, green and blue of the pixel in which the direction (x, 1, z) from the camera ends.
    pub(crate) fn towards(&self, x: f32, z: f32) -> [u8; 3] {
        let side = self.0.width as f32;
        let column = ((x + 1.0) * 0.5 * side) as usize;
        let row = ((1.0 - z) * 0.5 * side) as usize;
        let start = (row * self.0.width as usize + column) * 4;
        self.0.rgba[start..start + 3].try_into().unwrap()
    }

    /// What is straight ahead.
    pub(crate) fn centre(&self) -> [u8; 3] {
        self.towards(0.01, 0.01)
    }
}

/// Asserts that a colour is within 2/255 of `expected`, given in 0..1.
#[track_caller]
pub(crate) fn assert_color(actual: [u8; 3], expected: Vec3) {
    let expected = (expected * 255.0).to_array();
    let close = actual
        .iter()
        .zip(expected)
        .all(|(&a, e)| (f32::from(a) - e).abs() <= 2.0);
    assert!(close, "{actual:?} instead of {expected:?}");
}
