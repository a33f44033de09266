//! A command buffer that is recorded, submitted and waited for, again and again.

use std::sync::Arc;

use ash::vk;

use crate::device::Device;
use crate::error::{During, Result};

/// A command buffer with its own pool, and the fence that tells when the device is done with it.
pub(crate) struct Commands {
    device: Arc<Device>,
    pool: vk::CommandPool,
    raw: vk::CommandBuffer,
    fence: vk::Fence,
    /// Submitted and not waited for.
    pending: bool,
}

impl Commands {
    pub(crate) fn new(device: &Arc<Device>, name: &str) -> Result<Self> {
        let info = vk::CommandPoolCreateInfo::default()
            .flags(vk::CommandPoolCreateFlags::TRANSIENT)
            .queue_family_index(device.queue_family());
        // SAFETY: the family is the one the device was made with.
        let pool = unsafe { device.raw().create_command_pool(&info, None) }
            .during("vkCreateCommandPool")?;
        let mut commands = Self {
            device: Arc::clone(device),
            pool,
            raw: vk::CommandBuffer::null(),
            fence: vk::Fence::null(),
            pending: false,
        };
        let info = vk::CommandBufferAllocateInfo::default()
            .command_pool(pool)
            .command_buffer_count(1);
        // SAFETY: the pool is alive.
        let buffers = unsafe { device.raw().allocate_command_buffers(&info) }
            .during("vkAllocateCommandBuffers")?;
        commands.raw = buffers.first().copied().unwrap_or_default();
        device.name(commands.raw, name);
        // SAFETY: no preconditions.
        commands.fence = unsafe {
            device
                .raw()
                .create_fence(&vk::FenceCreateInfo::default(), None)
        }
        .during("vkCreateFence")?;
        device.name(commands.fence, name);
        Ok(commands)
    }

    /// Waits for the last submission, if any, and starts recording anew.
    pub(crate) fn begin(&mut self) -> Result<vk::CommandBuffer> {
        self.wait()?;
        let info = vk::CommandBufferBeginInfo::default()
            .flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        // SAFETY: the device is done with the pool's only buffer.
        unsafe {
            self.device
                .raw()
                .reset_command_pool(self.pool, vk::CommandPoolResetFlags::empty())
                .during("vkResetCommandPool")?;
            self.device
                .raw()
                .begin_command_buffer(self.raw, &info)
                .during("vkBeginCommandBuffer")?;
        }
        Ok(self.raw)
    }

    /// Ends recording and submits.
    pub(crate) fn submit(
        &mut self,
        wait: &[vk::SemaphoreSubmitInfo<'_>],
        signal: &[vk::SemaphoreSubmitInfo<'_>],
    ) -> Result<()> {
        // SAFETY: recording was begun by `begin`.
        unsafe { self.device.raw().end_command_buffer(self.raw) }.during("vkEndCommandBuffer")?;
        self.device.submit(self.raw, wait, signal, self.fence)?;
        self.pending = true;
        Ok(())
    }

    /// Waits until the device is done with the last submission, if any.
    pub(crate) fn wait(&mut self) -> Result<()> {
        if !self.pending {
            return Ok(());
        }
        // SAFETY: the fence was submitted and is waited for before it is reset.
        unsafe {
            self.device
                .raw()
                .wait_for_fences(&[self.fence], true, u64::MAX)
                .during("vkWaitForFences")?;
            self.device
                .raw()
                .reset_fences(&[self.fence])
                .during("vkResetFences")?;
        }
        self.pending = false;
        Ok(())
    }
}

impl Drop for Commands {
    fn drop(&mut self) {
        if let Err(error) = self.wait() {
            // A lost device executes nothing any more, so that freeing is safe.
            tracing::debug!("waiting before freeing commands: {error}");
        }
        // SAFETY: the device is done with the buffer; null handles are ignored.
        unsafe {
            self.device.raw().destroy_fence(self.fence, None);
            self.device.raw().destroy_command_pool(self.pool, None);
        }
    }
}
