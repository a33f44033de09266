//! The layer over the scene, drawn last: textured triangles, blended by premultiplied alpha.

use ash::vk;

use super::PassContext;
use crate::ui::UiDrawing;

/// `extent` is the size of the target.
pub(crate) fn record(pass: &PassContext<'_>, ui: &UiDrawing<'_>, extent: vk::Extent2D) {
    let device = pass.device.raw();
    pass.bind_pipeline(ui.pipeline.raw);
    pass.set_cull_mode(vk::CullModeFlags::NONE);
    pass.set_depth_write(false);
    let scale = [2.0 / extent.width as f32, 2.0 / extent.height as f32];
    // SAFETY: recording; the buffers are of these kinds, the layout has this push constant
    // range.
    unsafe {
        device.cmd_bind_vertex_buffers(pass.commands, 0, &[ui.vertices], &[0]);
        device.cmd_bind_index_buffer(pass.commands, ui.indices, 0, vk::IndexType::UINT32);
        device.cmd_push_constants(
            pass.commands,
            ui.pipeline.layout,
            vk::ShaderStageFlags::VERTEX,
            0,
            bytemuck::bytes_of(&scale),
        );
    }
    for (mesh, texture) in ui.meshes() {
        let Some(scissor) = scissor(mesh.clip, extent) else {
            continue;
        };
        pass.bind_set(ui.pipeline.layout, 0, texture);
        // SAFETY: recording; the indices were checked when the layer was taken over.
        unsafe {
            device.cmd_set_scissor(pass.commands, 0, &[scissor]);
            device.cmd_draw_indexed(pass.commands, mesh.index_count, 1, mesh.first_index, 0, 0);
        }
    }
}

/// The pixels of the target within `clip`: left, top, right, bottom. `None` if there are none.
fn scissor(clip: [f32; 4], extent: vk::Extent2D) -> Option<vk::Rect2D> {
    // A target is at most 2^15 pixels wide: `as` keeps every whole number, and makes 0 of NaN.
    let within = |edge: f32, size: u32| edge.round().clamp(0.0, size as f32) as u32;
    let [left, top, right, bottom] = clip;
    let (left, right) = (within(left, extent.width), within(right, extent.width));
    let (top, bottom) = (within(top, extent.height), within(bottom, extent.height));
    if right <= left || bottom <= top {
        return None;
    }
    Some(vk::Rect2D {
        offset: vk::Offset2D {
            x: left as i32,
            y: top as i32,
        },
        extent: vk::Extent2D {
            width: right - left,
            height: bottom - top,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TARGET: vk::Extent2D = vk::Extent2D {
        width: 100,
        height: 50,
    };

    fn rectangle(x: i32, y: i32, width: u32, height: u32) -> vk::Rect2D {
        vk::Rect2D {
            offset: vk::Offset2D { x, y },
            extent: vk::Extent2D { width, height },
        }
    }

    #[test]
    fn a_clip_rectangle_is_cut_off_at_the_target() {
        let cut = scissor([-5.0, 10.4, 300.0, 20.6], TARGET);
        assert_eq!(cut, Some(rectangle(0, 10, 100, 11)));
        let all = scissor([f32::NEG_INFINITY, -1e9, f32::INFINITY, 1e9], TARGET);
        assert_eq!(all, Some(rectangle(0, 0, 100, 50)));
    }

    #[test]
    fn a_clip_rectangle_without_pixels_draws_nothing() {
        for clip in [
            [10.0, 10.0, 10.2, 20.0],
            [20.0, 10.0, 10.0, 20.0],
            [200.0, 10.0, 300.0, 20.0],
            [f32::NAN; 4],
        ] {
            assert_eq!(scissor(clip, TARGET), None, "{clip:?}");
        }
    }
}
