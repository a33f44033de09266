//! Image layout changes.

use ash::vk::{self, AccessFlags2 as Access, ImageLayout as Layout, PipelineStageFlags2 as Stage};

use crate::device::Device;
use crate::memory::subresources;

/// A use of an image: its layout, and the stages and accesses that use it so.
#[derive(Clone, Copy)]
pub(crate) struct ImageUse {
    layout: Layout,
    stage: Stage,
    access: Access,
}

impl ImageUse {
    /// Never used before.
    pub(crate) const NEW: Self = Self::new(Layout::UNDEFINED, Stage::NONE, Access::NONE);

    /// Drawn to.
    pub(crate) const COLOR_ATTACHMENT: Self = Self::new(
        Layout::COLOR_ATTACHMENT_OPTIMAL,
        Stage::COLOR_ATTACHMENT_OUTPUT,
        // Blending reads.
        Access::from_raw(
            Access::COLOR_ATTACHMENT_WRITE.as_raw() | Access::COLOR_ATTACHMENT_READ.as_raw(),
        ),
    );

    /// Depth buffer.
    pub(crate) const DEPTH_ATTACHMENT: Self = Self::new(
        Layout::DEPTH_ATTACHMENT_OPTIMAL,
        Stage::from_raw(Stage::EARLY_FRAGMENT_TESTS.as_raw() | Stage::LATE_FRAGMENT_TESTS.as_raw()),
        Access::from_raw(
            Access::DEPTH_STENCIL_ATTACHMENT_READ.as_raw()
                | Access::DEPTH_STENCIL_ATTACHMENT_WRITE.as_raw(),
        ),
    );

    /// Read by a copy.
    pub(crate) const COPY_SOURCE: Self = Self::new(
        Layout::TRANSFER_SRC_OPTIMAL,
        Stage::COPY,
        Access::TRANSFER_READ,
    );

    /// Written by a copy.
    pub(crate) const COPY_TARGET: Self = Self::new(
        Layout::TRANSFER_DST_OPTIMAL,
        Stage::COPY,
        Access::TRANSFER_WRITE,
    );

    /// Sampled by fragment shaders.
    pub(crate) const SAMPLED: Self = Self::new(
        Layout::SHADER_READ_ONLY_OPTIMAL,
        Stage::FRAGMENT_SHADER,
        Access::SHADER_SAMPLED_READ,
    );

    /// Handed to the window system, which waits for a semaphore.
    pub(crate) const PRESENTED: Self =
        Self::new(Layout::PRESENT_SRC_KHR, Stage::NONE, Access::NONE);

    /// This use, when what it left in the image is not needed any more.
    pub(crate) const fn discarded(self) -> Self {
        Self::new(Layout::UNDEFINED, self.stage, self.access)
    }

    const fn new(layout: Layout, stage: Stage, access: Access) -> Self {
        Self {
            layout,
            stage,
            access,
        }
    }
}

/// Records the change of all levels of `image` from one use to another.
pub(crate) fn change_use(
    device: &Device,
    commands: vk::CommandBuffer,
    image: vk::Image,
    aspect: vk::ImageAspectFlags,
    from: ImageUse,
    to: ImageUse,
) {
    let barriers = [vk::ImageMemoryBarrier2::default()
        .image(image)
        .old_layout(from.layout)
        .src_stage_mask(from.stage)
        .src_access_mask(from.access)
        .new_layout(to.layout)
        .dst_stage_mask(to.stage)
        .dst_access_mask(to.access)
        .src_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
        .dst_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
        .subresource_range(subresources(aspect, vk::REMAINING_MIP_LEVELS))];
    let dependency = vk::DependencyInfo::default().image_memory_barriers(&barriers);
    // SAFETY: `commands` is being recorded, outside of rendering; the image is alive.
    unsafe { device.raw().cmd_pipeline_barrier2(commands, &dependency) };
}
