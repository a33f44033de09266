//! Copies data to the device through one staging buffer of bounded size.

use std::sync::Arc;

use ash::vk;
use gpu_allocator::MemoryLocation;

use crate::barrier::{ImageUse, change_use};
use crate::commands::Commands;
use crate::device::Device;
use crate::error::Result;
use crate::memory::{Buffer, GpuImage};

/// Size of the staging buffer. A row of the largest image (16,384 texels) is 64 KiB.
const STAGING_BYTES: usize = 4 << 20;

/// Offsets of texel data in a buffer are multiples of the texel size.
const ALIGNMENT: usize = 4;

/// Records copies and submits them whenever the staging buffer is full.
pub(crate) struct Uploader {
    device: Arc<Device>,
    // Before the buffer: its drop waits for the copies.
    commands: Commands,
    recording: Option<vk::CommandBuffer>,
    staging: Buffer,
    used: usize,
}

impl Uploader {
    pub(crate) fn new(device: &Arc<Device>) -> Result<Self> {
        Ok(Self {
            device: Arc::clone(device),
            commands: Commands::new(device, "upload")?,
            recording: None,
            staging: Buffer::new(
                device,
                "staging",
                STAGING_BYTES as u64,
                vk::BufferUsageFlags::TRANSFER_SRC,
                MemoryLocation::CpuToGpu,
            )?,
            used: 0,
        })
    }

    /// Copies `bytes` to the start of `target`, which is at least as large.
    pub(crate) fn buffer(&mut self, target: &Buffer, bytes: &[u8]) -> Result<()> {
        debug_assert!(bytes.len() as u64 <= target.size());
        let mut target_offset = 0;
        for part in bytes.chunks(STAGING_BYTES) {
            let (commands, offset) = self.stage(part)?;
            let region = vk::BufferCopy {
                src_offset: offset,
                dst_offset: target_offset,
                size: part.len() as u64,
            };
            // SAFETY: recording; source and target ranges lie within their buffers.
            unsafe {
                self.device.raw().cmd_copy_buffer(
                    commands,
                    self.staging.raw(),
                    target.raw(),
                    &[region],
                );
            }
            target_offset += part.len() as u64;
        }
        Ok(())
    }

    /// Copies every level of a four-byte format and makes the image ready to be sampled. Level
    /// `i` holds `max(1, width >> i) * max(1, height >> i)` texels (checked by the caller).
    pub(crate) fn image(&mut self, target: &GpuImage, levels: &[Vec<u8>]) -> Result<()> {
        let color = vk::ImageAspectFlags::COLOR;
        let commands = self.recording()?;
        change_use(
            &self.device,
            commands,
            target.raw(),
            color,
            ImageUse::NEW,
            ImageUse::COPY_TARGET,
        );
        for (level, bytes) in (0u32..).zip(levels) {
            self.level(target, level, bytes)?;
        }
        let commands = self.recording()?;
        change_use(
            &self.device,
            commands,
            target.raw(),
            color,
            ImageUse::COPY_TARGET,
            ImageUse::SAMPLED,
        );
        Ok(())
    }

    fn level(&mut self, target: &GpuImage, level: u32, bytes: &[u8]) -> Result<()> {
        let width = (target.extent().width >> level).max(1);
        let row_bytes = width as usize * 4;
        let rows_at_once = (STAGING_BYTES / row_bytes).max(1);
        let mut top = 0i32;
        for part in bytes.chunks(rows_at_once * row_bytes) {
            let (commands, offset) = self.stage(part)?;
            let rows = (part.len() / row_bytes) as u32;
            let region = vk::BufferImageCopy::default()
                .buffer_offset(offset)
                .image_subresource(vk::ImageSubresourceLayers {
                    aspect_mask: vk::ImageAspectFlags::COLOR,
                    mip_level: level,
                    base_array_layer: 0,
                    layer_count: 1,
                })
                .image_offset(vk::Offset3D { x: 0, y: top, z: 0 })
                .image_extent(vk::Extent3D {
                    width,
                    height: rows,
                    depth: 1,
                });
            // SAFETY: recording; the image is in the layout for it; the rows lie within it.
            unsafe {
                self.device.raw().cmd_copy_buffer_to_image(
                    commands,
                    self.staging.raw(),
                    target.raw(),
                    vk::ImageLayout::TRANSFER_DST_OPTIMAL,
                    &[region],
                );
            }
            top += rows as i32;
        }
        Ok(())
    }

    /// Puts at most [`STAGING_BYTES`] into the staging buffer; returns the command buffer to
    /// record their copy in and their offset.
    fn stage(&mut self, bytes: &[u8]) -> Result<(vk::CommandBuffer, u64)> {
        if self.used + bytes.len() > STAGING_BYTES {
            self.flush()?;
        }
        let commands = self.recording()?;
        let offset = self.used;
        if let Some(space) = self
            .staging
            .bytes_mut()
            .get_mut(offset..offset + bytes.len())
        {
            space.copy_from_slice(bytes);
        }
        self.used = (offset + bytes.len()).next_multiple_of(ALIGNMENT);
        Ok((commands, offset as u64))
    }

    fn recording(&mut self) -> Result<vk::CommandBuffer> {
        if let Some(commands) = self.recording {
            return Ok(commands);
        }
        let commands = self.commands.begin()?;
        self.recording = Some(commands);
        Ok(commands)
    }

    fn flush(&mut self) -> Result<()> {
        if self.recording.take().is_some() {
            self.commands.submit(&[], &[])?;
            self.commands.wait()?;
        }
        self.used = 0;
        Ok(())
    }

    /// Submits the rest and waits. What was copied is visible to all later commands.
    pub(crate) fn finish(mut self) -> Result<()> {
        let commands = self.recording()?;
        let barriers = [vk::MemoryBarrier2::default()
            .src_stage_mask(vk::PipelineStageFlags2::COPY)
            .src_access_mask(vk::AccessFlags2::TRANSFER_WRITE)
            .dst_stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)
            .dst_access_mask(vk::AccessFlags2::MEMORY_READ)];
        let dependency = vk::DependencyInfo::default().memory_barriers(&barriers);
        // SAFETY: recording, outside of rendering.
        unsafe {
            self.device
                .raw()
                .cmd_pipeline_barrier2(commands, &dependency);
        }
        self.flush()
    }
}
