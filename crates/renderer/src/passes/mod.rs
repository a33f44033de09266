//! The passes of a frame, in the order they are drawn. Each records into the rendering that
//! `frame.rs` has begun.

pub(crate) mod sky;
pub(crate) mod terrain;
pub(crate) mod ui;
pub(crate) mod world;

use ash::vk;
use msh_scene::draw_list::Sides;

use crate::device::Device;
use crate::pipelines::PipelineSet;
use crate::scene::SceneResources;

/// What every pass draws with.
pub(crate) struct PassContext<'a> {
    pub(crate) device: &'a Device,
    pub(crate) commands: vk::CommandBuffer,
    pub(crate) pipelines: &'a PipelineSet,
    pub(crate) sides: Sides,
    pub(crate) frame_set: vk::DescriptorSet,
    pub(crate) scene: &'a SceneResources,
}

impl PassContext<'_> {
    fn bind_set(&self, layout: vk::PipelineLayout, group: u32, set: vk::DescriptorSet) {
        // SAFETY: recording; the set was made with the layout's set layout for this group.
        unsafe {
            self.device.raw().cmd_bind_descriptor_sets(
                self.commands,
                vk::PipelineBindPoint::GRAPHICS,
                layout,
                group,
                &[set],
                &[],
            );
        }
    }

    fn bind_pipeline(&self, pipeline: vk::Pipeline) {
        // SAFETY: recording; the pipeline is a graphics pipeline for this rendering's formats.
        unsafe {
            self.device.raw().cmd_bind_pipeline(
                self.commands,
                vk::PipelineBindPoint::GRAPHICS,
                pipeline,
            );
        }
    }

    fn set_cull_mode(&self, mode: vk::CullModeFlags) {
        // SAFETY: recording; all pipelines have this state dynamic.
        unsafe { self.device.raw().cmd_set_cull_mode(self.commands, mode) };
    }

    fn set_depth_write(&self, on: bool) {
        // SAFETY: recording; all pipelines have this state dynamic.
        unsafe {
            self.device
                .raw()
                .cmd_set_depth_write_enable(self.commands, on);
        }
    }
}
