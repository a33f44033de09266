//! Frames in a window.

use std::sync::Arc;

use ash::vk;
use msh_scene::glam::Vec3;

use crate::attachments::Attachments;
use crate::barrier::{ImageUse, change_use};
use crate::descriptors::Filtering;
use crate::device::Device;
use crate::error::{RendererError, Result};
use crate::frame::{Frame, FrameRenderer, FrameTimes, Target};
use crate::gpu::Gpu;
use crate::scene::SceneResources;
use crate::style::Style;
use crate::surface::WindowSurface;
use crate::swapchain::{Acquired, PresentMode, Swapchain, SwapchainDesc, surface_format};
use crate::ui::UiLayer;

const FRAMES_IN_FLIGHT: usize = 2;

/// What became of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawOutcome {
    /// It is on its way to the screen.
    Presented,
    /// The window was not ready, or just changed its size: draw again soon.
    Retry,
    /// The window is covered or has no area: draw again when that changes.
    Hidden,
}

/// Draws frames into a window. Sizes, a covered window and a swapchain that no longer fits are
/// states, not errors.
pub struct WindowRenderer {
    device: Arc<Device>,
    // First of what it uses: its drop waits for the device.
    frames: FrameRenderer,
    attachments: Option<Attachments>,
    swapchain: Option<Swapchain>,
    // After the swapchain.
    surface: WindowSurface,
    desc: SwapchainDesc,
    /// The swapchain is to be replaced before the next frame.
    stale: bool,
    occluded: bool,
}

impl WindowRenderer {
    /// For the window of `surface`, which came with `gpu` and is `width` by `height` pixels now.
    ///
    /// # Errors
    ///
    /// The surface came with another device or has no format to draw in, too little memory, or a lost device.
    pub fn new(
        gpu: &Gpu,
        surface: WindowSurface,
        (width, height): (u32, u32),
        present_mode: PresentMode,
    ) -> Result<Self> {
        let device = gpu.device();
        if !surface.belongs_to(device.instance()) {
            return Err(RendererError::Window(
                "its surface came with another device".into(),
            ));
        }
        let format = surface_format(device, &surface)?;
        Ok(Self {
            device: Arc::clone(device),
            frames: FrameRenderer::new(gpu, format.format, FRAMES_IN_FLIGHT)?,
            attachments: None,
            swapchain: None,
            surface,
            desc: SwapchainDesc {
                format,
                present_mode,
                window: vk::Extent2D { width, height },
                frames_in_flight: FRAMES_IN_FLIGHT,
            },
            stale: true,
            occluded: false,
        })
    }

    /// The window has a new size in pixels; a side may be 0.
    pub fn resize(&mut self, width: u32, height: u32) {
        let window = vk::Extent2D { width, height };
        self.stale |= window != self.desc.window;
        self.desc.window = window;
    }

    /// The window is covered or shown again. While covered nothing is drawn: presenting could
    /// block.
    pub fn set_occluded(&mut self, occluded: bool) {
        self.occluded = occluded;
    }

    /// How the next frames filter textures.
    pub fn set_filtering(&mut self, filtering: Filtering) {
        self.frames.set_filtering(filtering);
    }

    /// What the next frames show over the scene; at first nothing. A frame that cannot be shown
    /// loses none of the layer's changes of textures.
    ///
    /// # Errors
    ///
    /// The layer contradicts itself ([`RendererError::Ui`]) or there is too little memory;
    /// nothing is shown then.
    pub fn set_ui(&mut self, layer: UiLayer) -> Result<()> {
        self.frames.set_ui(layer)
    }

    /// How the next frames are drawn.
    pub fn set_style(&mut self, style: Style) {
        self.frames.set_style(style);
    }

    /// Draws a frame and hands it to the window.
    ///
    /// # Errors
    ///
    /// The frame was evaluated for another draw list; out of memory; the surface is gone; or
    /// [`RendererError::DeviceLost`], after which scene, renderer and device are to be made
    /// anew.
    pub fn draw(&mut self, scene: &SceneResources, frame: &Frame<'_>) -> Result<DrawOutcome> {
        if self.occluded || self.desc.window.width == 0 || self.desc.window.height == 0 {
            return Ok(DrawOutcome::Hidden);
        }
        if self.stale {
            self.replace_swapchain()?;
        }
        let Some(swapchain) = &self.swapchain else {
            return Ok(DrawOutcome::Hidden);
        };
        self.frames.prepare(scene, frame, swapchain.extent())?;
        let slot = self.frames.current();
        let index = match swapchain.acquire(slot)? {
            Acquired::Image { index, suboptimal } => {
                self.stale |= suboptimal;
                index
            }
            Acquired::NotReady => return Ok(DrawOutcome::Retry),
            Acquired::OutOfDate => {
                self.stale = true;
                return Ok(DrawOutcome::Retry);
            }
        };
        let drawn = self.draw_image(scene, frame.lighting.sky, index);
        // After an error the image was acquired and not presented: only a new swapchain gets
        // its semaphore back.
        self.stale |= !matches!(drawn, Ok(true));
        drawn.map(|_| DrawOutcome::Presented)
    }

    /// How long the last frame took.
    #[must_use]
    pub fn times(&self) -> FrameTimes {
        self.frames.times()
    }

    fn replace_swapchain(&mut self) -> Result<()> {
        self.frames.wait_for_all()?;
        self.attachments = None;
        let old = self.swapchain.take();
        if let Some(swapchain) = Swapchain::new(&self.device, &self.surface, &self.desc, old)? {
            self.attachments = Some(self.frames.create_attachments(swapchain.extent())?);
            self.swapchain = Some(swapchain);
            self.stale = false;
        }
        Ok(())
    }

    /// Draws to an acquired image and presents it. False if the swapchain no longer fits.
    fn draw_image(&mut self, scene: &SceneResources, background: Vec3, index: u32) -> Result<bool> {
        let (Some(swapchain), Some(attachments)) = (&self.swapchain, &self.attachments) else {
            return Ok(false);
        };
        let Some((image, view, rendered)) = swapchain.image(index) else {
            return Ok(false);
        };
        let acquired = swapchain.acquired(self.frames.current());
        let target = Target {
            image,
            view,
            attachments,
            // Where the wait for the acquired image takes effect.
            before: ImageUse::COLOR_ATTACHMENT,
        };
        let commands = self.frames.record(scene, background, &target)?;
        change_use(
            &self.device,
            commands,
            image,
            vk::ImageAspectFlags::COLOR,
            ImageUse::COLOR_ATTACHMENT,
            ImageUse::PRESENTED,
        );
        let wait = [vk::SemaphoreSubmitInfo::default()
            .semaphore(acquired)
            .stage_mask(vk::PipelineStageFlags2::COLOR_ATTACHMENT_OUTPUT)];
        let signal = [vk::SemaphoreSubmitInfo::default()
            .semaphore(rendered)
            .stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)];
        self.frames.submit(&wait, &signal)?;
        swapchain.present(index)
    }
}
