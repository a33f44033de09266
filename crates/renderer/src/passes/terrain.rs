//! The ground: opaque, seen from both sides.

use ash::vk;

use super::PassContext;

/// Draws the groups with these numbers.
pub(crate) fn record(pass: &PassContext<'_>, groups: &[u32]) {
    let Some(ground) = pass.scene.ground() else {
        return;
    };
    let layout = pass.pipelines.layouts().ground_pipeline;
    pass.bind_pipeline(pass.pipelines.ground());
    pass.bind_set(layout, 0, pass.frame_set);
    pass.set_cull_mode(vk::CullModeFlags::NONE);
    pass.set_depth_write(true);
    ground.mesh.bind(pass.device, pass.commands);
    let groups = groups
        .iter()
        .filter_map(|&number| ground.groups.get(number as usize));
    for group in groups {
        pass.bind_set(layout, 1, group.textures);
        // SAFETY: recording; the layout has this push constant range; the indices were checked
        // when the ground was uploaded.
        unsafe {
            pass.device.raw().cmd_push_constants(
                pass.commands,
                layout,
                vk::ShaderStageFlags::FRAGMENT,
                0,
                bytemuck::bytes_of(&group.layers),
            );
            pass.device.raw().cmd_draw_indexed(
                pass.commands,
                group.index_count,
                1,
                group.first_index,
                0,
                0,
            );
        }
    }
}
