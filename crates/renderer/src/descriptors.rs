//! Descriptor sets: what shaders find at which group and binding.
//!
//! Group 0 belongs to the frame (constants, draw records, samplers), group 1 to what is being
//! drawn (two textures); the ground's second layer is group 2. There is one set per pair of
//! textures, for not every device can index an array of them.

use std::collections::HashMap;
use std::sync::Arc;

use ash::vk;
use msh_scene::library::TextureId;

use crate::device::Device;
use crate::error::{During, Result};
use crate::memory::Buffer;
use crate::records::GroundLayers;
use crate::textures::Textures;

/// A texture and its lightmap, or a texture and its microtexture; bound together.
pub(crate) type TexturePair = (Option<TextureId>, Option<TextureId>);

/// Sets per pool; a pool that is full is followed by another.
const SETS_PER_POOL: u32 = 128;

/// Layouts and samplers, the same for every scene and every target.
pub(crate) struct Layouts {
    device: Arc<Device>,
    pub(crate) frame_set: vk::DescriptorSetLayout,
    pub(crate) texture_set: vk::DescriptorSetLayout,
    pub(crate) world_pipeline: vk::PipelineLayout,
    pub(crate) ground_pipeline: vk::PipelineLayout,
    /// Tiles; trilinear and anisotropic.
    repeat: vk::Sampler,
    /// Tiles; trilinear alone.
    repeat_quick: vk::Sampler,
    /// Tiles; unfiltered.
    repeat_nearest: vk::Sampler,
    /// For lightmaps.
    clamp: vk::Sampler,
}

impl Layouts {
    /// `anisotropy` of 1 or less filters without.
    pub(crate) fn new(device: &Arc<Device>, anisotropy: f32) -> Result<Self> {
        // Filled step by step so that a failure frees what was made; null handles are ignored.
        let mut layouts = Self {
            device: Arc::clone(device),
            frame_set: vk::DescriptorSetLayout::null(),
            texture_set: vk::DescriptorSetLayout::null(),
            world_pipeline: vk::PipelineLayout::null(),
            ground_pipeline: vk::PipelineLayout::null(),
            repeat: vk::Sampler::null(),
            repeat_quick: vk::Sampler::null(),
            repeat_nearest: vk::Sampler::null(),
            clamp: vk::Sampler::null(),
        };
        use vk::{
            DescriptorType as Type, Filter, SamplerAddressMode as Address,
            ShaderStageFlags as Stage,
        };
        let sampler = |name: &str, address, filter, anisotropy| {
            create_sampler(device, name, address, filter, anisotropy)
        };
        layouts.repeat = sampler("repeat", Address::REPEAT, Filter::LINEAR, anisotropy)?;
        layouts.repeat_quick = sampler("repeat quick", Address::REPEAT, Filter::LINEAR, 1.0)?;
        layouts.repeat_nearest = sampler("repeat nearest", Address::REPEAT, Filter::NEAREST, 1.0)?;
        layouts.clamp = sampler("clamp", Address::CLAMP_TO_EDGE, Filter::LINEAR, 1.0)?;

        let both = Stage::VERTEX | Stage::FRAGMENT;
        let texture = (Type::SAMPLED_IMAGE, Stage::FRAGMENT);
        let frame = [
            (Type::UNIFORM_BUFFER, both),
            (Type::STORAGE_BUFFER, both),
            (Type::SAMPLER, Stage::FRAGMENT),
            (Type::SAMPLER, Stage::FRAGMENT),
        ];
        layouts.frame_set = create_set_layout(device, &frame, "frame")?;
        layouts.texture_set = create_set_layout(device, &[texture; 2], "textures")?;

        layouts.world_pipeline = create_pipeline_layout(
            device,
            &[layouts.frame_set, layouts.texture_set],
            &[],
            "world",
        )?;
        let layers = vk::PushConstantRange {
            stage_flags: both,
            offset: 0,
            size: size_of::<GroundLayers>() as u32,
        };
        layouts.ground_pipeline = create_pipeline_layout(
            device,
            &[layouts.frame_set, layouts.texture_set, layouts.texture_set],
            &[layers],
            "ground",
        )?;
        Ok(layouts)
    }
}

impl Drop for Layouts {
    fn drop(&mut self) {
        let device = self.device.raw();
        // SAFETY: pipelines and sets hold an `Arc` of the layouts, so none is in use.
        unsafe {
            device.destroy_pipeline_layout(self.world_pipeline, None);
            device.destroy_pipeline_layout(self.ground_pipeline, None);
            device.destroy_descriptor_set_layout(self.frame_set, None);
            device.destroy_descriptor_set_layout(self.texture_set, None);
            device.destroy_sampler(self.repeat, None);
            device.destroy_sampler(self.repeat_quick, None);
            device.destroy_sampler(self.repeat_nearest, None);
            device.destroy_sampler(self.clamp, None);
        }
    }
}

/// How textures are filtered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Filtering {
    /// Trilinear, and anisotropic as [`GpuOptions`](crate::GpuOptions) say.
    #[default]
    Best,
    /// Trilinear alone: several times faster where the processor draws.
    Quick,
    /// The nearest texel of the nearest level. Lightmaps stay smooth.
    Nearest,
}

/// The set of group 0 of one frame in flight.
pub(crate) struct FrameSet {
    layouts: Arc<Layouts>,
    filtering: Filtering,
    pool: vk::DescriptorPool,
    raw: vk::DescriptorSet,
}

impl FrameSet {
    /// A set with its samplers; the buffers are still missing.
    pub(crate) fn new(layouts: &Arc<Layouts>) -> Result<Self> {
        let device = &layouts.device;
        let size = |ty, descriptor_count| vk::DescriptorPoolSize {
            ty,
            descriptor_count,
        };
        let sizes = [
            size(vk::DescriptorType::UNIFORM_BUFFER, 1),
            size(vk::DescriptorType::STORAGE_BUFFER, 1),
            size(vk::DescriptorType::SAMPLER, 2),
        ];
        let mut set = Self {
            layouts: Arc::clone(layouts),
            filtering: Filtering::Best,
            pool: create_pool(device, &sizes, 1)?,
            raw: vk::DescriptorSet::null(),
        };
        set.raw = allocate_set(device, set.pool, layouts.frame_set)?;
        device.name(set.raw, "frame");
        set.set_sampler(2, layouts.repeat);
        set.set_sampler(3, layouts.clamp);
        Ok(set)
    }

    /// Chooses how textures that tile are filtered. The device must be done with the set.
    pub(crate) fn set_filtering(&mut self, filtering: Filtering) {
        if self.filtering != filtering {
            self.filtering = filtering;
            self.set_sampler(
                2,
                match filtering {
                    Filtering::Best => self.layouts.repeat,
                    Filtering::Quick => self.layouts.repeat_quick,
                    Filtering::Nearest => self.layouts.repeat_nearest,
                },
            );
        }
    }

    /// Callers keep the set unused; the sampler lives as long as the layouts.
    fn set_sampler(&self, binding: u32, sampler: vk::Sampler) {
        write_sampler(&self.layouts.device, self.raw, binding, sampler);
    }

    /// Binds whole buffers. The device must be done with the set.
    pub(crate) fn set_buffers(&mut self, globals: &Buffer, records: &Buffer) {
        let device = &self.layouts.device;
        for (binding, kind, buffer) in [
            (0, vk::DescriptorType::UNIFORM_BUFFER, globals),
            (1, vk::DescriptorType::STORAGE_BUFFER, records),
        ] {
            let info = [vk::DescriptorBufferInfo::default()
                .buffer(buffer.raw())
                .range(vk::WHOLE_SIZE)];
            let write = vk::WriteDescriptorSet::default()
                .dst_set(self.raw)
                .dst_binding(binding)
                .descriptor_type(kind)
                .buffer_info(&info);
            // SAFETY: set and buffer are of this device and alive; callers keep the set unused.
            unsafe { device.raw().update_descriptor_sets(&[write], &[]) };
        }
    }

    pub(crate) fn raw(&self) -> vk::DescriptorSet {
        self.raw
    }
}

impl Drop for FrameSet {
    fn drop(&mut self) {
        // SAFETY: the owner has waited for the frame that used the set.
        unsafe {
            self.layouts
                .device
                .raw()
                .destroy_descriptor_pool(self.pool, None);
        }
    }
}

/// Sets of textures, one per pair, made when a frame first needs them and freed together. Their
/// owner waits for the device before dropping them.
pub(crate) struct TextureSets {
    layouts: Arc<Layouts>,
    pools: Vec<vk::DescriptorPool>,
    left_in_pool: u32,
    sets: HashMap<TexturePair, vk::DescriptorSet>,
}

impl TextureSets {
    pub(crate) fn new(layouts: &Arc<Layouts>) -> Self {
        Self {
            layouts: Arc::clone(layouts),
            pools: Vec::new(),
            left_in_pool: 0,
            sets: HashMap::new(),
        }
    }

    /// The set of a pair. No frame that is still being drawn is waited for: a new set is used by
    /// none of them.
    pub(crate) fn get(
        &mut self,
        pair: TexturePair,
        textures: &Textures,
    ) -> Result<vk::DescriptorSet> {
        if let Some(&set) = self.sets.get(&pair) {
            return Ok(set);
        }
        let (first, second) = pair;
        let set = self.create([textures.view(first)?, textures.view(second)?])?;
        self.sets.insert(pair, set);
        Ok(set)
    }

    fn create(&mut self, views: [vk::ImageView; 2]) -> Result<vk::DescriptorSet> {
        let device = &self.layouts.device;
        if self.left_in_pool == 0 {
            let size = vk::DescriptorPoolSize {
                ty: vk::DescriptorType::SAMPLED_IMAGE,
                descriptor_count: SETS_PER_POOL * views.len() as u32,
            };
            self.pools
                .push(create_pool(device, &[size], SETS_PER_POOL)?);
            self.left_in_pool = SETS_PER_POOL;
        }
        let pool = self.pools.last().copied().unwrap_or_default();
        let set = allocate_set(device, pool, self.layouts.texture_set)?;
        self.left_in_pool -= 1;
        // The views live as long as the scene that owns both.
        for (binding, view) in (0u32..).zip(views) {
            write_image(device, set, binding, view);
        }
        Ok(set)
    }
}

impl Drop for TextureSets {
    fn drop(&mut self) {
        for &pool in &self.pools {
            // SAFETY: no longer in use (see the type).
            unsafe {
                self.layouts
                    .device
                    .raw()
                    .destroy_descriptor_pool(pool, None)
            };
        }
    }
}

/// `filter` within a level and between levels.
pub(crate) fn create_sampler(
    device: &Device,
    name: &str,
    address: vk::SamplerAddressMode,
    filter: vk::Filter,
    anisotropy: f32,
) -> Result<vk::Sampler> {
    let anisotropy = anisotropy.min(device.limits().max_sampler_anisotropy);
    let info = vk::SamplerCreateInfo::default()
        .mag_filter(filter)
        .min_filter(filter)
        .mipmap_mode(match filter {
            vk::Filter::NEAREST => vk::SamplerMipmapMode::NEAREST,
            _ => vk::SamplerMipmapMode::LINEAR,
        })
        .address_mode_u(address)
        .address_mode_v(address)
        .address_mode_w(address)
        .anisotropy_enable(device.anisotropy() && anisotropy > 1.0)
        .max_anisotropy(anisotropy.max(1.0))
        .max_lod(vk::LOD_CLAMP_NONE);
    // SAFETY: anisotropy is only asked for where the device has it, and within its limit.
    let sampler = unsafe { device.raw().create_sampler(&info, None) }.during("vkCreateSampler")?;
    device.name(sampler, name);
    Ok(sampler)
}

pub(crate) fn create_set_layout(
    device: &Device,
    kinds: &[(vk::DescriptorType, vk::ShaderStageFlags)],
    name: &str,
) -> Result<vk::DescriptorSetLayout> {
    let bindings: Vec<_> = (0u32..)
        .zip(kinds)
        .map(|(binding, &(kind, stages))| {
            vk::DescriptorSetLayoutBinding::default()
                .binding(binding)
                .descriptor_type(kind)
                .descriptor_count(1)
                .stage_flags(stages)
        })
        .collect();
    let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
    // SAFETY: `info` is valid: every binding once.
    let layout = unsafe { device.raw().create_descriptor_set_layout(&info, None) }
        .during("vkCreateDescriptorSetLayout")?;
    device.name(layout, name);
    Ok(layout)
}

pub(crate) fn create_pipeline_layout(
    device: &Device,
    sets: &[vk::DescriptorSetLayout],
    pushed: &[vk::PushConstantRange],
    name: &str,
) -> Result<vk::PipelineLayout> {
    let info = vk::PipelineLayoutCreateInfo::default()
        .set_layouts(sets)
        .push_constant_ranges(pushed);
    // SAFETY: the set layouts are alive; 128 bytes of push constants are guaranteed.
    let layout = unsafe { device.raw().create_pipeline_layout(&info, None) }
        .during("vkCreatePipelineLayout")?;
    device.name(layout, name);
    Ok(layout)
}

pub(crate) fn create_pool(
    device: &Device,
    sizes: &[vk::DescriptorPoolSize],
    sets: u32,
) -> Result<vk::DescriptorPool> {
    let info = vk::DescriptorPoolCreateInfo::default()
        .max_sets(sets)
        .pool_sizes(sizes);
    // SAFETY: `info` is valid.
    unsafe { device.raw().create_descriptor_pool(&info, None) }.during("vkCreateDescriptorPool")
}

pub(crate) fn allocate_set(
    device: &Device,
    pool: vk::DescriptorPool,
    layout: vk::DescriptorSetLayout,
) -> Result<vk::DescriptorSet> {
    let layouts = [layout];
    let info = vk::DescriptorSetAllocateInfo::default()
        .descriptor_pool(pool)
        .set_layouts(&layouts);
    // SAFETY: pool and layout are alive, and the pool is used through `&mut` of its owner.
    let sets = unsafe { device.raw().allocate_descriptor_sets(&info) }
        .during("vkAllocateDescriptorSets")?;
    Ok(sets.first().copied().unwrap_or_default())
}

/// Puts a sampled image into a set that the device does not use; the view outlives the set's use.
pub(crate) fn write_image(
    device: &Device,
    set: vk::DescriptorSet,
    binding: u32,
    view: vk::ImageView,
) {
    let info = vk::DescriptorImageInfo::default()
        .image_view(view)
        .image_layout(vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL);
    write(
        device,
        set,
        binding,
        vk::DescriptorType::SAMPLED_IMAGE,
        info,
    );
}

/// Puts a sampler into a set that the device does not use; the sampler outlives the set's use.
pub(crate) fn write_sampler(
    device: &Device,
    set: vk::DescriptorSet,
    binding: u32,
    sampler: vk::Sampler,
) {
    let info = vk::DescriptorImageInfo::default().sampler(sampler);
    write(device, set, binding, vk::DescriptorType::SAMPLER, info);
}

fn write(
    device: &Device,
    set: vk::DescriptorSet,
    binding: u32,
    kind: vk::DescriptorType,
    info: vk::DescriptorImageInfo,
) {
    let infos = [info];
    let write = vk::WriteDescriptorSet::default()
        .dst_set(set)
        .dst_binding(binding)
        .descriptor_type(kind)
        .image_info(&infos);
    // SAFETY: set, view and sampler are of this device and alive; callers keep the set unused.
    unsafe { device.raw().update_descriptor_sets(&[write], &[]) };
}
