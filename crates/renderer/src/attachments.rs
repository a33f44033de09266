//! What a frame is drawn to besides its target: depth, and with multisampling the samples.

use std::sync::Arc;

use ash::vk;

use crate::barrier::{ImageUse, change_use};
use crate::device::Device;
use crate::error::Result;
use crate::memory::{GpuImage, ImageDesc};
use crate::pipelines::DEPTH_FORMAT;

/// Formats and samples of what is drawn to; pipelines are made for them.
#[derive(Clone, Copy)]
pub(crate) struct AttachmentFormat {
    pub(crate) color: vk::Format,
    pub(crate) samples: vk::SampleCountFlags,
}

/// Depth and samples for targets of one size. The frames in flight take turns with them.
pub(crate) struct Attachments {
    depth: GpuImage,
    /// What is drawn to before it is resolved to the target; `None` with one sample a pixel.
    samples: Option<GpuImage>,
}

impl Attachments {
    pub(crate) fn new(
        device: &Arc<Device>,
        format: AttachmentFormat,
        extent: vk::Extent2D,
    ) -> Result<Self> {
        let depth = ImageDesc {
            name: "depth",
            format: DEPTH_FORMAT,
            extent,
            levels: 1,
            samples: format.samples,
            usage: vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT,
            aspect: vk::ImageAspectFlags::DEPTH,
        };
        let samples = ImageDesc {
            name: "samples",
            format: format.color,
            usage: vk::ImageUsageFlags::COLOR_ATTACHMENT,
            aspect: vk::ImageAspectFlags::COLOR,
            ..depth
        };
        let multisampled = format.samples != vk::SampleCountFlags::TYPE_1;
        Ok(Self {
            depth: GpuImage::new(device, &depth)?,
            samples: multisampled
                .then(|| GpuImage::new(device, &samples))
                .transpose()?,
        })
    }

    pub(crate) fn extent(&self) -> vk::Extent2D {
        self.depth.extent()
    }

    /// Waits for the frame before, whose contents are not needed.
    pub(crate) fn record_reuse(&self, device: &Device, commands: vk::CommandBuffer) {
        change_use(
            device,
            commands,
            self.depth.raw(),
            vk::ImageAspectFlags::DEPTH,
            ImageUse::DEPTH_ATTACHMENT.discarded(),
            ImageUse::DEPTH_ATTACHMENT,
        );
        if let Some(samples) = &self.samples {
            change_use(
                device,
                commands,
                samples.raw(),
                vk::ImageAspectFlags::COLOR,
                ImageUse::COLOR_ATTACHMENT.discarded(),
                ImageUse::COLOR_ATTACHMENT,
            );
        }
    }

    /// The colour attachment that ends up in `target`, cleared to `background`.
    pub(crate) fn color(
        &self,
        target: vk::ImageView,
        background: [f32; 4],
    ) -> vk::RenderingAttachmentInfo<'static> {
        let info = vk::RenderingAttachmentInfo::default()
            .image_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)
            .load_op(vk::AttachmentLoadOp::CLEAR)
            .clear_value(vk::ClearValue {
                color: vk::ClearColorValue {
                    float32: background,
                },
            });
        match &self.samples {
            None => info
                .image_view(target)
                .store_op(vk::AttachmentStoreOp::STORE),
            Some(samples) => info
                .image_view(samples.view())
                .store_op(vk::AttachmentStoreOp::DONT_CARE)
                .resolve_image_view(target)
                .resolve_image_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)
                .resolve_mode(vk::ResolveModeFlags::AVERAGE),
        }
    }

    /// The depth attachment, cleared to infinitely far.
    pub(crate) fn depth(&self) -> vk::RenderingAttachmentInfo<'static> {
        vk::RenderingAttachmentInfo::default()
            .image_view(self.depth.view())
            .image_layout(vk::ImageLayout::DEPTH_ATTACHMENT_OPTIMAL)
            .load_op(vk::AttachmentLoadOp::CLEAR)
            .store_op(vk::AttachmentStoreOp::DONT_CARE)
            .clear_value(vk::ClearValue {
                depth_stencil: vk::ClearDepthStencilValue {
                    depth: 0.0,
                    stencil: 0,
                },
            })
    }
}
