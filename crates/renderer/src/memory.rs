//! Buffers and images with their memory.

use std::sync::Arc;

use ash::vk;
use gpu_allocator::vulkan::{
    Allocation, AllocationCreateDesc, AllocationScheme, Allocator, AllocatorCreateDesc,
};
use gpu_allocator::{AllocationSizes, MemoryLocation};

use crate::device::Device;
use crate::error::{During, RendererError, Result};

const MEBIBYTE: u64 = 1 << 20;

/// The allocator with small blocks: a mission needs tens of megabytes, not the default's
/// hundreds.
pub(crate) fn create_allocator(
    instance: &ash::Instance,
    device: &ash::Device,
    physical: vk::PhysicalDevice,
) -> Result<Allocator> {
    let sizes = AllocationSizes::new(8 * MEBIBYTE, 4 * MEBIBYTE)
        .with_max_device_memblock_size(64 * MEBIBYTE)
        .with_max_host_memblock_size(16 * MEBIBYTE);
    Allocator::new(&AllocatorCreateDesc {
        instance: instance.clone(),
        device: device.clone(),
        physical_device: physical,
        debug_settings: gpu_allocator::AllocatorDebugSettings::default(),
        buffer_device_address: false,
        allocation_sizes: sizes,
    })
    .map_err(|reason| RendererError::Memory {
        name: "the allocator".into(),
        bytes: 0,
        reason,
    })
}

/// Logs every live allocation and returns how many there are.
pub(crate) fn report_leaks(allocator: &Allocator) -> u32 {
    let report = allocator.generate_report();
    for leak in &report.allocations {
        tracing::error!("leaked graphics memory: {leak:?}");
    }
    u32::try_from(report.allocations.len()).unwrap_or(u32::MAX)
}

fn allocate(
    device: &Device,
    name: &str,
    requirements: vk::MemoryRequirements,
    location: MemoryLocation,
    linear: bool,
) -> Result<Allocation> {
    let allocated = device.allocator().map(|mut allocator| {
        allocator.allocate(&AllocationCreateDesc {
            name,
            requirements,
            location,
            linear,
            allocation_scheme: AllocationScheme::GpuAllocatorManaged,
        })
    });
    match allocated {
        Some(Ok(allocation)) => Ok(allocation),
        Some(Err(reason)) => Err(RendererError::Memory {
            name: name.to_owned(),
            bytes: requirements.size,
            reason,
        }),
        None => Err(RendererError::DeviceLost),
    }
}

fn free(device: &Device, allocation: Option<Allocation>) {
    let Some(allocation) = allocation else { return };
    if let Some(mut allocator) = device.allocator()
        && let Err(error) = allocator.free(allocation)
    {
        tracing::error!("freeing graphics memory failed: {error}");
    }
}

/// A buffer. Its owner waits for the device before dropping it.
pub(crate) struct Buffer {
    device: Arc<Device>,
    raw: vk::Buffer,
    size: u64,
    allocation: Option<Allocation>,
}

impl Buffer {
    /// `size` in bytes; at least one is allocated, for Vulkan has no empty buffers.
    pub(crate) fn new(
        device: &Arc<Device>,
        name: &str,
        size: u64,
        usage: vk::BufferUsageFlags,
        location: MemoryLocation,
    ) -> Result<Self> {
        let size = size.max(4);
        let info = vk::BufferCreateInfo::default().size(size).usage(usage);
        // SAFETY: `info` is a valid exclusive buffer.
        let raw = unsafe { device.raw().create_buffer(&info, None) }.during("vkCreateBuffer")?;
        let mut buffer = Self {
            device: Arc::clone(device),
            raw,
            size,
            allocation: None,
        };
        device.name(raw, name);
        // SAFETY: the buffer is alive.
        let requirements = unsafe { device.raw().get_buffer_memory_requirements(raw) };
        let allocation = allocate(device, name, requirements, location, true)?;
        // SAFETY: the allocation meets the buffer's requirements and is used for it alone.
        let bound = unsafe {
            device
                .raw()
                .bind_buffer_memory(raw, allocation.memory(), allocation.offset())
        };
        buffer.allocation = Some(allocation);
        bound.during("vkBindBufferMemory")?;
        Ok(buffer)
    }

    pub(crate) fn raw(&self) -> vk::Buffer {
        self.raw
    }

    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// The bytes of a host-visible buffer, to write; empty for another.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        let size = usize::try_from(self.size).unwrap_or(usize::MAX);
        self.allocation
            .as_mut()
            .and_then(Allocation::mapped_slice_mut)
            .and_then(|bytes| bytes.get_mut(..size))
            .unwrap_or_default()
    }

    /// The bytes of a host-visible buffer; empty for another.
    pub(crate) fn bytes(&self) -> &[u8] {
        let size = usize::try_from(self.size).unwrap_or(usize::MAX);
        self.allocation
            .as_ref()
            .and_then(Allocation::mapped_slice)
            .and_then(|bytes| bytes.get(..size))
            .unwrap_or_default()
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: made from this device, and no longer in use (see the type).
        unsafe { self.device.raw().destroy_buffer(self.raw, None) };
        free(&self.device, self.allocation.take());
    }
}

/// What an image is like.
pub(crate) struct ImageDesc<'a> {
    pub(crate) name: &'a str,
    pub(crate) format: vk::Format,
    pub(crate) extent: vk::Extent2D,
    pub(crate) levels: u32,
    pub(crate) samples: vk::SampleCountFlags,
    pub(crate) usage: vk::ImageUsageFlags,
    pub(crate) aspect: vk::ImageAspectFlags,
}

/// A two-dimensional image and the view of all of it. Its owner waits for the device before
/// dropping it.
pub(crate) struct GpuImage {
    device: Arc<Device>,
    raw: vk::Image,
    view: vk::ImageView,
    extent: vk::Extent2D,
    allocation: Option<Allocation>,
}

impl GpuImage {
    pub(crate) fn new(device: &Arc<Device>, desc: &ImageDesc<'_>) -> Result<Self> {
        let info = vk::ImageCreateInfo::default()
            .image_type(vk::ImageType::TYPE_2D)
            .format(desc.format)
            .extent(desc.extent.into())
            .mip_levels(desc.levels)
            .array_layers(1)
            .samples(desc.samples)
            .usage(desc.usage);
        // SAFETY: callers keep the extent within the device's limits and the levels within a
        // full chain.
        let raw = unsafe { device.raw().create_image(&info, None) }.during("vkCreateImage")?;
        let mut image = Self {
            device: Arc::clone(device),
            raw,
            view: vk::ImageView::null(),
            extent: desc.extent,
            allocation: None,
        };
        device.name(raw, desc.name);
        // SAFETY: the image is alive.
        let requirements = unsafe { device.raw().get_image_memory_requirements(raw) };
        let allocation = allocate(
            device,
            desc.name,
            requirements,
            MemoryLocation::GpuOnly,
            false,
        )?;
        // SAFETY: the allocation meets the image's requirements and is used for it alone.
        let bound = unsafe {
            device
                .raw()
                .bind_image_memory(raw, allocation.memory(), allocation.offset())
        };
        image.allocation = Some(allocation);
        bound.during("vkBindImageMemory")?;
        image.view = create_view(device, raw, desc.format, desc.aspect, desc.levels)?;
        device.name(image.view, desc.name);
        Ok(image)
    }

    pub(crate) fn raw(&self) -> vk::Image {
        self.raw
    }

    pub(crate) fn view(&self) -> vk::ImageView {
        self.view
    }

    pub(crate) fn extent(&self) -> vk::Extent2D {
        self.extent
    }
}

impl Drop for GpuImage {
    fn drop(&mut self) {
        // SAFETY: made from this device, and no longer in use (see the type).
        unsafe {
            self.device.raw().destroy_image_view(self.view, None);
            self.device.raw().destroy_image(self.raw, None);
        }
        free(&self.device, self.allocation.take());
    }
}

/// A view of all levels of a two-dimensional image, to be destroyed by the caller.
pub(crate) fn create_view(
    device: &Device,
    image: vk::Image,
    format: vk::Format,
    aspect: vk::ImageAspectFlags,
    levels: u32,
) -> Result<vk::ImageView> {
    let info = vk::ImageViewCreateInfo::default()
        .image(image)
        .view_type(vk::ImageViewType::TYPE_2D)
        .format(format)
        .subresource_range(subresources(aspect, levels));
    // SAFETY: the image is alive and of this format.
    unsafe { device.raw().create_image_view(&info, None) }.during("vkCreateImageView")
}

/// The first `levels` levels of the one layer.
pub(crate) fn subresources(aspect: vk::ImageAspectFlags, levels: u32) -> vk::ImageSubresourceRange {
    vk::ImageSubresourceRange {
        aspect_mask: aspect,
        base_mip_level: 0,
        level_count: levels,
        base_array_layer: 0,
        layer_count: 1,
    }
}
