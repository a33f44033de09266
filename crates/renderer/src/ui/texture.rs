//! What the layer's triangles are drawn with: textures, and the pipeline for them.

use std::sync::Arc;

use ash::vk;

use super::UiVertex;
use crate::attachments::AttachmentFormat;
use crate::barrier::{ImageUse, change_use};
use crate::descriptors::{
    allocate_set, create_pipeline_layout, create_pool, create_sampler, create_set_layout,
    write_image, write_sampler,
};
use crate::device::Device;
use crate::error::Result;
use crate::memory::{GpuImage, ImageDesc};
use crate::pipelines::{Module, PipelineDesc, attribute, create};
use crate::shaders;

/// Stored values: no sRGB decoding.
const FORMAT: vk::Format = vk::Format::R8G8B8A8_UNORM;

const ATTRIBUTES: [vk::VertexInputAttributeDescription; 3] = [
    attribute(
        0,
        vk::Format::R32G32_SFLOAT,
        std::mem::offset_of!(UiVertex, position),
    ),
    attribute(
        1,
        vk::Format::R32G32_SFLOAT,
        std::mem::offset_of!(UiVertex, uv),
    ),
    attribute(
        2,
        vk::Format::R8G8B8A8_UNORM,
        std::mem::offset_of!(UiVertex, color),
    ),
];

/// Pipeline and layouts. Their owner waits for the device before dropping them.
pub(crate) struct UiPipeline {
    device: Arc<Device>,
    sampler: vk::Sampler,
    set_layout: vk::DescriptorSetLayout,
    pub(crate) layout: vk::PipelineLayout,
    pub(crate) raw: vk::Pipeline,
}

impl UiPipeline {
    pub(crate) fn new(device: &Arc<Device>, format: AttachmentFormat) -> Result<Self> {
        // Filled step by step so that a failure frees what was made; null handles are ignored.
        let mut made = Self {
            device: Arc::clone(device),
            sampler: vk::Sampler::null(),
            set_layout: vk::DescriptorSetLayout::null(),
            layout: vk::PipelineLayout::null(),
            raw: vk::Pipeline::null(),
        };
        let clamp = vk::SamplerAddressMode::CLAMP_TO_EDGE;
        made.sampler = create_sampler(device, "ui", clamp, vk::Filter::LINEAR, 1.0)?;
        use vk::{DescriptorType as Type, ShaderStageFlags as Stage};
        let bindings = [
            (Type::SAMPLED_IMAGE, Stage::FRAGMENT),
            (Type::SAMPLER, Stage::FRAGMENT),
        ];
        made.set_layout = create_set_layout(device, &bindings, "ui")?;
        let scale = vk::PushConstantRange {
            stage_flags: Stage::VERTEX,
            offset: 0,
            size: size_of::<[f32; 2]>() as u32,
        };
        made.layout = create_pipeline_layout(device, &[made.set_layout], &[scale], "ui")?;
        made.raw = create(
            device,
            format,
            &PipelineDesc {
                name: "ui",
                module: &Module::new(device, shaders::UI)?,
                entries: [c"vs_main", c"fs_main"],
                layout: made.layout,
                vertex_stride: size_of::<UiVertex>(),
                attributes: &ATTRIBUTES,
                // Colours are premultiplied.
                blend: Some((vk::BlendFactor::ONE, vk::BlendFactor::ONE_MINUS_SRC_ALPHA)),
                wireframe: false,
            },
        )?;
        Ok(made)
    }
}

impl Drop for UiPipeline {
    fn drop(&mut self) {
        let device = self.device.raw();
        // SAFETY: no longer in use (see the type); null handles are ignored.
        unsafe {
            device.destroy_pipeline(self.raw, None);
            device.destroy_pipeline_layout(self.layout, None);
            device.destroy_descriptor_set_layout(self.set_layout, None);
            device.destroy_sampler(self.sampler, None);
        }
    }
}

/// A texture and its descriptor set. Its owner waits for the device before dropping it.
pub(crate) struct UiTexture {
    image: GpuImage,
    pool: vk::DescriptorPool,
    set: vk::DescriptorSet,
    device: Arc<Device>,
    /// Has no texels yet.
    fresh: bool,
}

impl UiTexture {
    /// A texture without texels; the size is within the device's limits.
    pub(crate) fn new(pipeline: &UiPipeline, [width, height]: [u32; 2]) -> Result<Self> {
        let device = &pipeline.device;
        let desc = ImageDesc {
            name: "ui",
            format: FORMAT,
            extent: vk::Extent2D { width, height },
            levels: 1,
            samples: vk::SampleCountFlags::TYPE_1,
            usage: vk::ImageUsageFlags::SAMPLED | vk::ImageUsageFlags::TRANSFER_DST,
            aspect: vk::ImageAspectFlags::COLOR,
        };
        let sizes = [
            vk::DescriptorType::SAMPLED_IMAGE,
            vk::DescriptorType::SAMPLER,
        ]
        .map(|ty| vk::DescriptorPoolSize {
            ty,
            descriptor_count: 1,
        });
        let mut texture = Self {
            image: GpuImage::new(device, &desc)?,
            // One each: the layer has a texture or two, made once.
            pool: create_pool(device, &sizes, 1)?,
            set: vk::DescriptorSet::null(),
            device: Arc::clone(device),
            fresh: true,
        };
        texture.set = allocate_set(device, texture.pool, pipeline.set_layout)?;
        write_image(device, texture.set, 0, texture.image.view());
        write_sampler(device, texture.set, 1, pipeline.sampler);
        Ok(texture)
    }

    pub(crate) fn size(&self) -> [u32; 2] {
        let extent = self.image.extent();
        [extent.width, extent.height]
    }

    pub(crate) fn set(&self) -> vk::DescriptorSet {
        self.set
    }

    /// Records the copy of `region` from `source`, outside of rendering. The first copy covers
    /// all of the texture.
    pub(crate) fn record_copy(
        &mut self,
        commands: vk::CommandBuffer,
        source: vk::Buffer,
        region: vk::BufferImageCopy,
    ) {
        let color = vk::ImageAspectFlags::COLOR;
        let (device, image) = (&*self.device, self.image.raw());
        let before = if self.fresh {
            ImageUse::NEW
        } else {
            ImageUse::SAMPLED
        };
        self.fresh = false;
        change_use(
            device,
            commands,
            image,
            color,
            before,
            ImageUse::COPY_TARGET,
        );
        // SAFETY: recording; the image is in the layout for it; callers keep the region within
        // image and buffer.
        unsafe {
            device.raw().cmd_copy_buffer_to_image(
                commands,
                source,
                image,
                vk::ImageLayout::TRANSFER_DST_OPTIMAL,
                &[region],
            );
        }
        let (from, to) = (ImageUse::COPY_TARGET, ImageUse::SAMPLED);
        change_use(device, commands, image, color, from, to);
    }
}

impl Drop for UiTexture {
    fn drop(&mut self) {
        // SAFETY: no longer in use (see the type).
        unsafe {
            self.device.raw().destroy_descriptor_pool(self.pool, None);
        }
    }
}
