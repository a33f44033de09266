//! What draws into the window: the device and everything on it.

use std::sync::Arc;

use anyhow::Result;
use msh_renderer::{
    AdapterKind, DrawOutcome, Filtering, Frame, FrameTimes, Gpu, Image, OffscreenRenderer,
    PresentMode, RendererError, SceneResources, UiLayer, ValidationMessages, WindowRenderer,
};
use msh_scene::camera::Camera;
use msh_scene::draw_list::FrameDraws;
use winit::dpi::PhysicalSize;
use winit::window::Window;

use crate::args::{self, CommandLine};
use crate::cli::gpu_options;
use crate::daytime::Daytime;
use crate::look::Look;
use crate::stage::{Show, Stage};
use crate::timing::Steps;
use crate::values::Size;

/// A device with the scene on it, and the window it draws to.
pub(crate) struct Canvas {
    renderer: WindowRenderer,
    resources: SceneResources,
    gpu: Gpu,
    size: PhysicalSize<u32>,
}

impl Canvas {
    /// Opens the device and uploads the scene.
    ///
    /// # Errors
    /// There is no Vulkan, no usable device, or not enough memory.
    pub(crate) fn new(
        window: &Arc<Window>,
        line: &CommandLine,
        stage: &Stage,
        steps: &mut Steps,
    ) -> Result<Self> {
        let handle = Arc::clone(window);
        let (gpu, surface) = Gpu::for_window(&gpu_options(line), handle)?;
        if gpu.adapter().kind == AdapterKind::Cpu {
            tracing::warn!(
                "drawing in software ({}): expect few frames",
                gpu.adapter().name
            );
        }
        steps.done("device");
        let scene = &stage.scene;
        let terrain = scene.terrain.as_ref();
        let resources = SceneResources::upload(&gpu, &scene.library, terrain, &stage.list)?;
        steps.done("upload");
        let size = window.inner_size();
        let mode = match line.device.present_mode {
            args::PresentMode::Fifo => PresentMode::Fifo,
            args::PresentMode::Mailbox => PresentMode::Mailbox,
            args::PresentMode::Immediate => PresentMode::Immediate,
        };
        let renderer = WindowRenderer::new(&gpu, surface, size.into(), mode)?;
        steps.done("pipelines");
        Ok(Self {
            renderer,
            resources,
            gpu,
            size,
        })
    }

    /// What the next frames show over the scene; pictures stay free of it.
    ///
    /// # Errors
    /// As [`draw`](Self::draw).
    pub(crate) fn set_ui(&mut self, layer: UiLayer) -> Result<(), RendererError> {
        self.renderer.set_ui(layer)
    }

    /// Draws a frame into the window; `draws` is evaluated for the camera and the window's
    /// [`size`](Self::size). Where the processor draws, frames of a moving camera
    /// come sooner and less sharp.
    ///
    /// # Errors
    /// The device is lost or out of memory.
    pub(crate) fn draw(
        &mut self,
        stage: &Stage,
        camera: &Camera,
        look: &Look,
        daytime: &Daytime,
        draws: &FrameDraws,
        moving: bool,
    ) -> Result<DrawOutcome, RendererError> {
        let in_software = self.gpu.adapter().kind == AdapterKind::Cpu;
        self.renderer.set_filtering(match look.filtering {
            Filtering::Best if moving && in_software => Filtering::Quick,
            chosen => chosen,
        });
        self.renderer.set_style(look.style);
        let atmosphere = daytime.atmosphere(&stage.scene, camera);
        let frame = Frame {
            camera,
            list: &stage.list,
            draws,
            lighting: &atmosphere.lighting,
            sky: atmosphere.sky.as_ref(),
        };
        self.renderer.draw(&self.resources, &frame)
    }

    /// Draws what the window shows into a picture of the same size.
    ///
    /// # Errors
    /// As [`draw`](Self::draw).
    pub(crate) fn picture(
        &self,
        stage: &Stage,
        camera: &Camera,
        look: &Look,
        daytime: &Daytime,
        show: Show,
    ) -> Result<Image, RendererError> {
        let size = self.size();
        let draws = stage.draws(camera, size, show, look.style.sides);
        let atmosphere = daytime.atmosphere(&stage.scene, camera);
        let frame = Frame {
            camera,
            list: &stage.list,
            draws: &draws,
            lighting: &atmosphere.lighting,
            sky: atmosphere.sky.as_ref(),
        };
        let mut renderer = OffscreenRenderer::new(&self.gpu, size.width, size.height)?;
        renderer.set_style(look.style);
        renderer.set_filtering(look.filtering);
        renderer.render(&self.resources, &frame)
    }

    /// Takes back what the device cannot do; see [`Look::fit`].
    pub(crate) fn fit(&self, look: &mut Look) -> Option<String> {
        look.fit(&self.gpu)
    }

    /// The window has a new size; a side may be 0.
    pub(crate) fn resize(&mut self, size: PhysicalSize<u32>) {
        self.size = size;
        self.renderer.resize(size.width, size.height);
    }

    /// The window is covered, or visible again.
    pub(crate) fn set_occluded(&mut self, occluded: bool) {
        self.renderer.set_occluded(occluded);
    }

    /// The counter of messages of the validation layer; it outlives the canvas.
    pub(crate) fn validation_messages(&self) -> ValidationMessages {
        self.gpu.validation_messages()
    }

    /// How long the last frame took.
    pub(crate) fn times(&self) -> FrameTimes {
        self.renderer.times()
    }

    /// Name of the device.
    pub(crate) fn device(&self) -> &str {
        &self.gpu.adapter().name
    }

    /// Size of the picture: a minimised window still has an aspect ratio.
    pub(crate) fn size(&self) -> Size {
        Size {
            width: self.size.width.max(1),
            height: self.size.height.max(1),
        }
    }
}
