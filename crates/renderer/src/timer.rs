//! How long the device took for a frame.

use std::sync::Arc;
use std::time::Duration;

use ash::vk;

use crate::device::Device;
use crate::error::{During, Result};

/// Two timestamps around the commands of a frame.
pub(crate) struct Timer {
    device: Arc<Device>,
    /// Null on a device without timestamps.
    pool: vk::QueryPool,
    recorded: bool,
}

impl Timer {
    pub(crate) fn new(device: &Arc<Device>) -> Result<Self> {
        let mut timer = Self {
            device: Arc::clone(device),
            pool: vk::QueryPool::null(),
            recorded: false,
        };
        if device.timestamps() {
            let info = vk::QueryPoolCreateInfo::default()
                .query_type(vk::QueryType::TIMESTAMP)
                .query_count(2);
            // SAFETY: `info` is valid.
            timer.pool = unsafe { device.raw().create_query_pool(&info, None) }
                .during("vkCreateQueryPool")?;
            device.name(timer.pool, "frame time");
        }
        Ok(timer)
    }

    /// Records the start, outside of rendering.
    pub(crate) fn start(&mut self, commands: vk::CommandBuffer) {
        if self.pool != vk::QueryPool::null() {
            // SAFETY: recording; the pool has two queries.
            unsafe {
                let device = self.device.raw();
                device.cmd_reset_query_pool(commands, self.pool, 0, 2);
                device.cmd_write_timestamp2(
                    commands,
                    vk::PipelineStageFlags2::TOP_OF_PIPE,
                    self.pool,
                    0,
                );
            }
        }
    }

    /// Records the end, after all else.
    pub(crate) fn stop(&mut self, commands: vk::CommandBuffer) {
        if self.pool != vk::QueryPool::null() {
            // SAFETY: recording; the pool was reset by `start`.
            unsafe {
                self.device.raw().cmd_write_timestamp2(
                    commands,
                    vk::PipelineStageFlags2::ALL_COMMANDS,
                    self.pool,
                    1,
                );
            }
            self.recorded = true;
        }
    }

    /// The time between both, once the device is done with them; `None` if it cannot tell.
    pub(crate) fn read(&self) -> Option<Duration> {
        if !self.recorded {
            return None;
        }
        let mut ticks = [0u64; 2];
        // SAFETY: the queries were recorded, and the device is done with them.
        let read = unsafe {
            self.device.raw().get_query_pool_results(
                self.pool,
                0,
                &mut ticks,
                vk::QueryResultFlags::TYPE_64,
            )
        };
        read.ok()?;
        let nanoseconds = ticks[1].checked_sub(ticks[0])? as f64
            * f64::from(self.device.limits().timestamp_period);
        Some(Duration::from_nanos(nanoseconds as u64))
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        // SAFETY: the owner has waited for the frame; null is ignored.
        unsafe { self.device.raw().destroy_query_pool(self.pool, None) };
    }
}
