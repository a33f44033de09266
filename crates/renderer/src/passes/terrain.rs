//! The ground: opaque, seen from both sides.

use ash::vk;

use super::PassContext;
use crate::ground::GroundCall;

/// Draws what the frame draws of the ground.
pub(crate) fn record(pass: &PassContext<'_>, calls: &[GroundCall]) {
    let Some(ground) = pass.scene.ground() else {
        return;
    };
    let layout = pass.pipelines.layouts().ground_pipeline;
    pass.bind_set(layout, 0, pass.frame_set);
    pass.set_cull_mode(vk::CullModeFlags::NONE);
    pass.set_depth_write(true);
    ground.bind(pass.device, pass.commands);
    let mut bound = None;
    for call in calls {
        let has_second_layer = call.layers.has_second();
        if bound != Some(has_second_layer) {
            bound = Some(has_second_layer);
            pass.bind_pipeline(pass.pipelines.ground(has_second_layer));
        }
        let [base, second] = call.textures;
        pass.bind_set(layout, 1, base);
        pass.bind_set(layout, 2, second);
        // SAFETY: recording; the layout has this push constant range; the indices were checked
        // when the ground was uploaded.
        unsafe {
            pass.device.raw().cmd_push_constants(
                pass.commands,
                layout,
                vk::ShaderStageFlags::VERTEX | vk::ShaderStageFlags::FRAGMENT,
                0,
                bytemuck::bytes_of(&call.layers),
            );
            pass.device.raw().cmd_draw_indexed(
                pass.commands,
                call.index_count,
                1,
                call.first_index,
                0,
                0,
            );
        }
    }
}
