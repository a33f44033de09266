//! Graphics pipelines: one for the sky, one per blend mode for models and one for lightmaps, two
//! for the ground; each once per [`Variant`] that is drawn. Cull mode and depth write are dynamic.

use std::collections::HashMap;
use std::ffi::CStr;
use std::sync::Arc;

use ash::vk;
use msh_format::material::BlendMode;

use crate::attachments::AttachmentFormat;
use crate::descriptors::Layouts;
use crate::device::Device;
use crate::error::{During, Result};
use crate::ground::GroundVertex;
use crate::meshes::ModelVertex;
use crate::passes::sky::SkyVertexRecord;
use crate::shaders::{self, Shader};
use crate::style::{Shading, Variant};

/// Depth format: 32-bit float, 1 near and 0 infinitely far.
pub(crate) const DEPTH_FORMAT: vk::Format = vk::Format::D32_SFLOAT;

const BLEND_MODES: [BlendMode; 5] = [
    BlendMode::Opaque,
    BlendMode::Additive,
    BlendMode::Multiply,
    BlendMode::Alpha,
    BlendMode::Modulate2x,
];

/// What draws a range of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WorldPipeline {
    /// Under its lightmap; opaque.
    Lightmapped,
    /// Under the lights.
    Lit(BlendMode),
}

/// The pipelines for one format of targets, made when they are first drawn with. Their owner
/// waits for the device before dropping them.
pub(crate) struct Pipelines {
    device: Arc<Device>,
    layouts: Arc<Layouts>,
    format: AttachmentFormat,
    world: Module,
    ground: Module,
    sky: Module,
    sets: HashMap<Variant, PipelineSet>,
}

/// The pipelines of one variant.
pub(crate) struct PipelineSet {
    device: Arc<Device>,
    layouts: Arc<Layouts>,
    lit: [vk::Pipeline; BLEND_MODES.len()],
    lightmapped: vk::Pipeline,
    /// With one layer, with two.
    ground: [vk::Pipeline; 2],
    sky: vk::Pipeline,
}

impl Pipelines {
    pub(crate) fn new(
        device: &Arc<Device>,
        layouts: &Arc<Layouts>,
        format: AttachmentFormat,
    ) -> Result<Self> {
        Ok(Self {
            device: Arc::clone(device),
            layouts: Arc::clone(layouts),
            format,
            world: Module::new(device, shaders::WORLD)?,
            ground: Module::new(device, shaders::TERRAIN)?,
            sky: Module::new(device, shaders::SKY)?,
            sets: HashMap::new(),
        })
    }

    /// Makes the pipelines of a variant unless they are there.
    pub(crate) fn prepare(&mut self, variant: Variant) -> Result<()> {
        if !self.sets.contains_key(&variant) {
            self.sets.insert(variant, PipelineSet::new(self, variant)?);
        }
        Ok(())
    }

    fn create_world(
        &self,
        variant: Variant,
        entries: Entries,
        blend: Option<(vk::BlendFactor, vk::BlendFactor)>,
    ) -> Result<vk::Pipeline> {
        let desc = PipelineDesc {
            name: &format!("world {entries:?} {blend:?}"),
            module: &self.world,
            entries,
            layout: self.layouts.world_pipeline,
            vertex_stride: size_of::<ModelVertex>(),
            attributes: &MODEL_ATTRIBUTES,
            blend,
            wireframe: variant.wireframe,
        };
        create(&self.device, self.format, &desc)
    }

    fn create_ground(&self, variant: Variant, entries: Entries) -> Result<vk::Pipeline> {
        let desc = PipelineDesc {
            name: &format!("ground {entries:?}"),
            module: &self.ground,
            entries,
            layout: self.layouts.ground_pipeline,
            vertex_stride: size_of::<GroundVertex>(),
            attributes: &GROUND_ATTRIBUTES,
            blend: None,
            wireframe: variant.wireframe,
        };
        create(&self.device, self.format, &desc)
    }

    /// The sky has no faces whose edges are worth seeing.
    fn create_sky(&self) -> Result<vk::Pipeline> {
        let desc = PipelineDesc {
            name: "sky",
            module: &self.sky,
            entries: [c"vs_main", c"fs_main"],
            layout: self.layouts.world_pipeline,
            vertex_stride: size_of::<SkyVertexRecord>(),
            attributes: &SKY_ATTRIBUTES,
            blend: blend_factors(BlendMode::Alpha),
            wireframe: false,
        };
        create(&self.device, self.format, &desc)
    }

    /// The pipelines of a variant that was prepared.
    pub(crate) fn get(&self, variant: Variant) -> Option<&PipelineSet> {
        self.sets.get(&variant)
    }
}

/// Entry points of the vertex and the fragment stage.
type Entries = [&'static CStr; 2];

/// Entry points of one [`Shading`].
struct ShadingEntries {
    opaque: Entries,
    alpha_test: Entries,
    /// Of the ground: with one layer, with two.
    ground: [Entries; 2],
}

const PER_VERTEX: ShadingEntries = ShadingEntries {
    opaque: [c"vs_lit", c"fs_lit_opaque"],
    alpha_test: [c"vs_lit", c"fs_lit_alpha_test"],
    ground: [[c"vs_lit", c"fs_lit_one"], [c"vs_lit", c"fs_lit_two"]],
};

const PER_FRAGMENT: ShadingEntries = ShadingEntries {
    opaque: [c"vs_unlit", c"fs_unlit_opaque"],
    alpha_test: [c"vs_unlit", c"fs_unlit_alpha_test"],
    ground: [
        [c"vs_unlit", c"fs_unlit_one"],
        [c"vs_unlit", c"fs_unlit_two"],
    ],
};

/// The same for every shading, for no light reaches a lightmapped surface.
const LIGHTMAPPED: Entries = [c"vs_lit", c"fs_lightmapped"];

impl PipelineSet {
    fn new(from: &Pipelines, variant: Variant) -> Result<Self> {
        // Filled step by step so that a failure frees what was made; null handles are ignored.
        let mut set = Self {
            device: Arc::clone(&from.device),
            layouts: Arc::clone(&from.layouts),
            lit: Default::default(),
            lightmapped: vk::Pipeline::null(),
            ground: Default::default(),
            sky: from.create_sky()?,
        };
        let shading = match variant.shading {
            Shading::PerVertex => PER_VERTEX,
            Shading::PerFragment => PER_FRAGMENT,
        };
        for (pipeline, mode) in set.lit.iter_mut().zip(BLEND_MODES) {
            // Alpha test is on for every mode but the opaque one.
            let entries = match mode {
                BlendMode::Opaque => shading.opaque,
                _ => shading.alpha_test,
            };
            *pipeline = from.create_world(variant, entries, blend_factors(mode))?;
        }
        set.lightmapped = from.create_world(variant, LIGHTMAPPED, None)?;
        for (pipeline, entries) in set.ground.iter_mut().zip(shading.ground) {
            *pipeline = from.create_ground(variant, entries)?;
        }
        Ok(set)
    }

    pub(crate) fn layouts(&self) -> &Layouts {
        &self.layouts
    }

    pub(crate) fn world(&self, which: WorldPipeline) -> vk::Pipeline {
        let [opaque, additive, multiply, alpha, modulate] = self.lit;
        match which {
            WorldPipeline::Lightmapped => self.lightmapped,
            WorldPipeline::Lit(BlendMode::Opaque) => opaque,
            WorldPipeline::Lit(BlendMode::Additive) => additive,
            WorldPipeline::Lit(BlendMode::Multiply) => multiply,
            WorldPipeline::Lit(BlendMode::Alpha) => alpha,
            WorldPipeline::Lit(BlendMode::Modulate2x) => modulate,
        }
    }

    pub(crate) fn ground(&self, has_second_layer: bool) -> vk::Pipeline {
        let [one, two] = self.ground;
        if has_second_layer { two } else { one }
    }

    /// Takes the sets of models.
    pub(crate) fn sky(&self) -> vk::Pipeline {
        self.sky
    }
}

impl Drop for PipelineSet {
    fn drop(&mut self) {
        let world = self.lit.into_iter().chain([self.lightmapped, self.sky]);
        for pipeline in world.chain(self.ground) {
            // SAFETY: no longer in use (see `Pipelines`); null handles are ignored.
            unsafe { self.device.raw().destroy_pipeline(pipeline, None) };
        }
    }
}

/// Source and destination factor of the colour; `None` = blending off.
/// Spec: `03-materials-textures.md` 4.
fn blend_factors(mode: BlendMode) -> Option<(vk::BlendFactor, vk::BlendFactor)> {
    use vk::BlendFactor as Factor;
    match mode {
        BlendMode::Opaque => None,
        BlendMode::Additive => Some((Factor::SRC_ALPHA, Factor::ONE)),
        BlendMode::Multiply => Some((Factor::ZERO, Factor::SRC_COLOR)),
        BlendMode::Alpha => Some((Factor::SRC_ALPHA, Factor::ONE_MINUS_SRC_ALPHA)),
        BlendMode::Modulate2x => Some((Factor::DST_COLOR, Factor::SRC_COLOR)),
    }
}

pub(crate) const fn attribute(
    location: u32,
    format: vk::Format,
    offset: usize,
) -> vk::VertexInputAttributeDescription {
    vk::VertexInputAttributeDescription {
        location,
        binding: 0,
        format,
        offset: offset as u32,
    }
}

const MODEL_ATTRIBUTES: [vk::VertexInputAttributeDescription; 4] = [
    attribute(
        0,
        vk::Format::R32G32B32_SFLOAT,
        std::mem::offset_of!(ModelVertex, position),
    ),
    attribute(
        1,
        vk::Format::R8G8B8A8_SNORM,
        std::mem::offset_of!(ModelVertex, normal),
    ),
    attribute(
        2,
        vk::Format::R16G16_UINT,
        std::mem::offset_of!(ModelVertex, uv0),
    ),
    attribute(
        3,
        vk::Format::R16G16_UINT,
        std::mem::offset_of!(ModelVertex, uv1),
    ),
];

const GROUND_ATTRIBUTES: [vk::VertexInputAttributeDescription; 5] = [
    attribute(
        0,
        vk::Format::R32G32B32_SFLOAT,
        std::mem::offset_of!(GroundVertex, position),
    ),
    attribute(
        1,
        vk::Format::R8G8B8A8_SNORM,
        std::mem::offset_of!(GroundVertex, normal),
    ),
    attribute(
        2,
        vk::Format::R32G32_SFLOAT,
        std::mem::offset_of!(GroundVertex, uv0),
    ),
    attribute(
        3,
        vk::Format::R32G32_SFLOAT,
        std::mem::offset_of!(GroundVertex, uv1),
    ),
    attribute(
        4,
        vk::Format::R32_SFLOAT,
        std::mem::offset_of!(GroundVertex, blend),
    ),
];

const SKY_ATTRIBUTES: [vk::VertexInputAttributeDescription; 4] = [
    attribute(
        0,
        vk::Format::R32G32B32_SFLOAT,
        std::mem::offset_of!(SkyVertexRecord, offset),
    ),
    attribute(
        1,
        vk::Format::R32G32_SFLOAT,
        std::mem::offset_of!(SkyVertexRecord, uv),
    ),
    attribute(
        2,
        vk::Format::R32G32B32A32_SFLOAT,
        std::mem::offset_of!(SkyVertexRecord, color),
    ),
    attribute(
        3,
        vk::Format::R32G32B32A32_SFLOAT,
        std::mem::offset_of!(SkyVertexRecord, added),
    ),
];

/// What one pipeline has for itself.
pub(crate) struct PipelineDesc<'a> {
    pub(crate) name: &'a str,
    pub(crate) module: &'a Module,
    pub(crate) entries: Entries,
    pub(crate) layout: vk::PipelineLayout,
    pub(crate) vertex_stride: usize,
    pub(crate) attributes: &'a [vk::VertexInputAttributeDescription],
    /// Source and destination factor of the colour; `None` = blending off.
    pub(crate) blend: Option<(vk::BlendFactor, vk::BlendFactor)>,
    pub(crate) wireframe: bool,
}

/// Makes a pipeline, to be destroyed by the caller.
pub(crate) fn create(
    device: &Device,
    format: AttachmentFormat,
    desc: &PipelineDesc<'_>,
) -> Result<vk::Pipeline> {
    let [vertex_entry, fragment_entry] = desc.entries;
    let stages = [
        vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::VERTEX)
            .module(desc.module.raw)
            .name(vertex_entry),
        vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::FRAGMENT)
            .module(desc.module.raw)
            .name(fragment_entry),
    ];
    let bindings = [vk::VertexInputBindingDescription {
        binding: 0,
        stride: desc.vertex_stride as u32,
        input_rate: vk::VertexInputRate::VERTEX,
    }];
    let vertex_input = vk::PipelineVertexInputStateCreateInfo::default()
        .vertex_binding_descriptions(&bindings)
        .vertex_attribute_descriptions(desc.attributes);
    let assembly = vk::PipelineInputAssemblyStateCreateInfo::default()
        .topology(vk::PrimitiveTopology::TRIANGLE_LIST);
    let viewport = vk::PipelineViewportStateCreateInfo::default()
        .viewport_count(1)
        .scissor_count(1);
    // The convention of `02-msh.md` 7: what the original keeps is a Vulkan back face.
    let raster = vk::PipelineRasterizationStateCreateInfo::default()
        .polygon_mode(if desc.wireframe {
            vk::PolygonMode::LINE
        } else {
            vk::PolygonMode::FILL
        })
        .front_face(vk::FrontFace::CLOCKWISE)
        .line_width(1.0);
    let multisample =
        vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(format.samples);
    let depth = vk::PipelineDepthStencilStateCreateInfo::default()
        .depth_test_enable(true)
        .depth_compare_op(vk::CompareOp::GREATER_OR_EQUAL);
    let blends = [blend_state(desc.blend)];
    let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&blends);
    let dynamic_states = [
        vk::DynamicState::VIEWPORT,
        vk::DynamicState::SCISSOR,
        vk::DynamicState::CULL_MODE,
        vk::DynamicState::DEPTH_WRITE_ENABLE,
    ];
    let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&dynamic_states);
    let color_formats = [format.color];
    let mut rendering = vk::PipelineRenderingCreateInfo::default()
        .color_attachment_formats(&color_formats)
        .depth_attachment_format(DEPTH_FORMAT);
    let info = vk::GraphicsPipelineCreateInfo::default()
        .stages(&stages)
        .vertex_input_state(&vertex_input)
        .input_assembly_state(&assembly)
        .viewport_state(&viewport)
        .rasterization_state(&raster)
        .multisample_state(&multisample)
        .depth_stencil_state(&depth)
        .color_blend_state(&blend)
        .dynamic_state(&dynamic)
        .layout(desc.layout)
        .push_next(&mut rendering);
    // SAFETY: module and layout are alive and fit each other; the features that the state uses
    // are core in Vulkan 1.3, but for lines, which are asked for only where the device has them.
    let made = unsafe {
        device
            .raw()
            .create_graphics_pipelines(vk::PipelineCache::null(), &[info], None)
    };
    let pipeline = match made {
        Ok(pipelines) => pipelines.first().copied().unwrap_or_default(),
        // One pipeline was asked for, so a failure leaves nothing to destroy.
        Err((_, result)) => return Err(result).during("vkCreateGraphicsPipelines"),
    };
    device.name(pipeline, desc.name);
    Ok(pipeline)
}

/// The target's alpha stays 1 whatever is drawn: pictures and windows are opaque.
fn blend_state(
    factors: Option<(vk::BlendFactor, vk::BlendFactor)>,
) -> vk::PipelineColorBlendAttachmentState {
    use vk::ColorComponentFlags as Component;
    let state = vk::PipelineColorBlendAttachmentState::default()
        .color_write_mask(Component::R | Component::G | Component::B);
    match factors {
        None => state,
        Some((source, target)) => state
            .blend_enable(true)
            .src_color_blend_factor(source)
            .dst_color_blend_factor(target)
            .color_blend_op(vk::BlendOp::ADD)
            .src_alpha_blend_factor(vk::BlendFactor::ZERO)
            .dst_alpha_blend_factor(vk::BlendFactor::ONE)
            .alpha_blend_op(vk::BlendOp::ADD),
    }
}

/// A shader module.
pub(crate) struct Module {
    device: Arc<Device>,
    raw: vk::ShaderModule,
}

impl Module {
    pub(crate) fn new(device: &Arc<Device>, shader: Shader) -> Result<Self> {
        Ok(Self {
            device: Arc::clone(device),
            raw: shaders::create_module(device, shader)?,
        })
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: pipelines do not need their modules once made.
        unsafe { self.device.raw().destroy_shader_module(self.raw, None) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_vertex_is_24_bytes_as_stored() {
        assert_eq!(size_of::<ModelVertex>(), 24);
        let offsets = MODEL_ATTRIBUTES.map(|a| a.offset);
        assert_eq!(offsets, [0, 12, 16, 20]);
    }

    #[test]
    fn blend_modes_have_the_factors_of_the_original() {
        use vk::BlendFactor as F;
        assert_eq!(blend_factors(BlendMode::Opaque), None);
        assert_eq!(
            BLEND_MODES.map(blend_factors)[1..],
            [
                Some((F::SRC_ALPHA, F::ONE)),
                Some((F::ZERO, F::SRC_COLOR)),
                Some((F::SRC_ALPHA, F::ONE_MINUS_SRC_ALPHA)),
                Some((F::DST_COLOR, F::SRC_COLOR)),
            ]
        );
    }
}
