//! The ranges of models, one indirect call per group: opaque, alpha-tested, see-through.

use ash::vk;
use msh_scene::draw_list::Sides;

use super::PassContext;
use crate::plan::{COMMAND_STRIDE, Group, GroupKey};

/// `indirect` holds the commands of the groups.
pub(crate) fn record(pass: &PassContext<'_>, groups: &[Group], indirect: vk::Buffer) {
    if groups.is_empty() {
        return;
    }
    let layout = pass.pipelines.layouts().world_pipeline;
    pass.bind_set(layout, 0, pass.frame_set);
    pass.scene.meshes().bind(pass.device, pass.commands);
    let mut bound = None;
    for group in groups {
        bind_changes(pass, layout, bound, group);
        bound = Some(group.key);
        draw(pass, group, indirect);
    }
}

/// Binds what differs from the group before.
fn bind_changes(
    pass: &PassContext<'_>,
    layout: vk::PipelineLayout,
    bound: Option<GroupKey>,
    group: &Group,
) {
    let key = &group.key;
    if bound.is_none_or(|b| b.pipeline() != key.pipeline()) {
        pass.bind_pipeline(pass.pipelines.world(key.pipeline()));
    }
    if bound.is_none_or(|b| b.cull != key.cull) {
        pass.set_cull_mode(match pass.sides {
            Sides::Game => key.cull_mode(),
            Sides::Both | Sides::BackRed => vk::CullModeFlags::NONE,
        });
    }
    if bound.is_none_or(|b| b.writes_depth() != key.writes_depth()) {
        pass.set_depth_write(key.writes_depth());
    }
    if bound.is_none_or(|b| b.textures != key.textures) {
        pass.bind_set(layout, 1, group.textures);
    }
}

fn draw(pass: &PassContext<'_>, group: &Group, indirect: vk::Buffer) {
    let at_once = pass.device.limits().max_draw_indirect_count.max(1);
    let end = group.first_command + group.command_count;
    let mut first = group.first_command;
    while first < end {
        let count = at_once.min(end - first);
        // SAFETY: recording; the commands lie within the buffer, and their indices and records
        // were checked when the ranges were taken over.
        unsafe {
            pass.device.raw().cmd_draw_indexed_indirect(
                pass.commands,
                indirect,
                u64::from(first) * u64::from(COMMAND_STRIDE),
                count,
                COMMAND_STRIDE,
            );
        }
        first += count;
    }
}
