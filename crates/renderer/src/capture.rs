//! Pictures: a frame drawn without a window and read back.

use std::sync::Arc;

use ash::vk;
use gpu_allocator::MemoryLocation;

use crate::attachments::Attachments;
use crate::barrier::{ImageUse, change_use};
use crate::descriptors::Filtering;
use crate::device::Device;
use crate::error::{RendererError, Result};
use crate::frame::{Frame, FrameRenderer, FrameTimes, Target};
use crate::gpu::Gpu;
use crate::memory::{Buffer, GpuImage, ImageDesc};
use crate::scene::SceneResources;
use crate::style::Style;
use crate::ui::UiLayer;

/// Stored values: no sRGB encoding.
const FORMAT: vk::Format = vk::Format::R8G8B8A8_UNORM;

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Red, green, blue, alpha (always 255); rows top first.
    pub rgba: Vec<u8>,
}

/// Draws frames into pictures of one size.
pub struct OffscreenRenderer {
    device: Arc<Device>,
    // First of what it uses: its drop waits for the device.
    frames: FrameRenderer,
    color: GpuImage,
    attachments: Attachments,
    readback: Buffer,
}

impl OffscreenRenderer {
    /// For pictures of this size, in pixels.
    ///
    /// # Errors
    ///
    /// A side of 0 or beyond the device's limit, too little memory, or a lost device.
    pub fn new(gpu: &Gpu, width: u32, height: u32) -> Result<Self> {
        let device = gpu.device();
        let largest = device.limits().max_image_dimension2_d;
        if width == 0 || height == 0 || width > largest || height > largest {
            return Err(RendererError::Scene(format!(
                "a picture of {width}x{height} is not within 1..={largest}"
            )));
        }
        let extent = vk::Extent2D { width, height };
        let color = GpuImage::new(
            device,
            &ImageDesc {
                name: "picture",
                format: FORMAT,
                extent,
                levels: 1,
                samples: vk::SampleCountFlags::TYPE_1,
                usage: vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::TRANSFER_SRC,
                aspect: vk::ImageAspectFlags::COLOR,
            },
        )?;
        let frames = FrameRenderer::new(gpu, FORMAT, 1)?;
        let attachments = frames.create_attachments(extent)?;
        Ok(Self {
            device: Arc::clone(device),
            frames,
            color,
            attachments,
            readback: Buffer::new(
                device,
                "picture readback",
                u64::from(width) * u64::from(height) * 4,
                vk::BufferUsageFlags::TRANSFER_DST,
                MemoryLocation::GpuToCpu,
            )?,
        })
    }

    /// How the next frames filter textures.
    pub fn set_filtering(&mut self, filtering: Filtering) {
        self.frames.set_filtering(filtering);
    }

    /// What the next pictures show over the scene; at first nothing.
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

    /// Draws a frame and waits for it.
    ///
    /// # Errors
    ///
    /// The frame was evaluated for another draw list, or the device is lost or out of memory.
    pub fn render(&mut self, scene: &SceneResources, frame: &Frame<'_>) -> Result<Image> {
        self.frames.prepare(scene, frame, self.color.extent())?;
        let target = Target {
            image: self.color.raw(),
            view: self.color.view(),
            attachments: &self.attachments,
            before: ImageUse::COPY_SOURCE,
        };
        let commands = self.frames.record(scene, frame.lighting.sky, &target)?;
        self.copy_to_host(commands);
        self.frames.submit(&[], &[])?;
        self.frames.wait_for_all()?;
        let extent = self.color.extent();
        Ok(Image {
            width: extent.width,
            height: extent.height,
            rgba: self.readback.bytes().to_vec(),
        })
    }

    /// How long the last frame took.
    #[must_use]
    pub fn times(&self) -> FrameTimes {
        self.frames.times()
    }

    fn copy_to_host(&self, commands: vk::CommandBuffer) {
        change_use(
            &self.device,
            commands,
            self.color.raw(),
            vk::ImageAspectFlags::COLOR,
            ImageUse::COLOR_ATTACHMENT,
            ImageUse::COPY_SOURCE,
        );
        let region = vk::BufferImageCopy::default()
            .image_subresource(vk::ImageSubresourceLayers {
                aspect_mask: vk::ImageAspectFlags::COLOR,
                mip_level: 0,
                base_array_layer: 0,
                layer_count: 1,
            })
            .image_extent(self.color.extent().into());
        let barriers = [vk::MemoryBarrier2::default()
            .src_stage_mask(vk::PipelineStageFlags2::COPY)
            .src_access_mask(vk::AccessFlags2::TRANSFER_WRITE)
            .dst_stage_mask(vk::PipelineStageFlags2::HOST)
            .dst_access_mask(vk::AccessFlags2::HOST_READ)];
        let dependency = vk::DependencyInfo::default().memory_barriers(&barriers);
        // SAFETY: recording, outside of rendering; the buffer holds four bytes for each pixel.
        unsafe {
            self.device.raw().cmd_copy_image_to_buffer(
                commands,
                self.color.raw(),
                vk::ImageLayout::TRANSFER_SRC_OPTIMAL,
                self.readback.raw(),
                &[region],
            );
            self.device
                .raw()
                .cmd_pipeline_barrier2(commands, &dependency);
        }
    }
}
