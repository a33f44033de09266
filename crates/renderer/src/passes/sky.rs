//! The sky, behind everything: drawn first and without a mark in the depth.

use std::sync::Arc;

use ash::vk;
use bytemuck::{Pod, Zeroable};
use gpu_allocator::MemoryLocation;
use msh_scene::sky::{SkyDraw, SkyVertex};

use super::PassContext;
use crate::device::Device;
use crate::error::{RendererError, Result};
use crate::memory::Buffer;
use crate::scene::SceneResources;

/// A vertex of the sky as the shader reads it.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct SkyVertexRecord {
    pub(crate) offset: [f32; 3],
    pub(crate) uv: [f32; 2],
    pub(crate) color: [f32; 4],
    pub(crate) added: [f32; 4],
}

impl From<&SkyVertex> for SkyVertexRecord {
    fn from(vertex: &SkyVertex) -> Self {
        let &SkyVertex {
            offset,
            uv,
            color,
            added,
        } = vertex;
        Self {
            offset,
            uv,
            color,
            added,
        }
    }
}

/// Triangles of a layer, and the set with its texture.
struct LayerCall {
    textures: vk::DescriptorSet,
    first_index: u32,
    index_count: u32,
}

/// The sky of one frame in flight, written anew each frame.
pub(crate) struct SkyBuffers {
    vertices: Buffer,
    indices: Buffer,
    layers: Vec<LayerCall>,
}

impl SkyBuffers {
    pub(crate) fn new(device: &Arc<Device>) -> Result<Self> {
        Ok(Self {
            vertices: buffer(
                device,
                "sky vertices",
                0,
                vk::BufferUsageFlags::VERTEX_BUFFER,
            )?,
            indices: buffer(device, "sky indices", 0, vk::BufferUsageFlags::INDEX_BUFFER)?,
            layers: Vec::new(),
        })
    }

    /// Takes over the sky of a frame; the device must be done with the last one.
    pub(crate) fn write(&mut self, scene: &SceneResources, sky: Option<&SkyDraw>) -> Result<()> {
        self.layers.clear();
        let Some(sky) = sky else {
            return Ok(());
        };
        check(sky)?;
        let vertices: Vec<SkyVertexRecord> = sky.vertices.iter().map(Into::into).collect();
        fill(
            scene.device(),
            &mut self.vertices,
            ("sky vertices", vk::BufferUsageFlags::VERTEX_BUFFER),
            bytemuck::cast_slice(&vertices),
        )?;
        fill(
            scene.device(),
            &mut self.indices,
            ("sky indices", vk::BufferUsageFlags::INDEX_BUFFER),
            bytemuck::cast_slice(&sky.indices),
        )?;
        for layer in &sky.layers {
            self.layers.push(LayerCall {
                // No lightmap.
                textures: scene.texture_set((layer.texture, None))?,
                first_index: layer.first_index,
                index_count: layer.index_count,
            });
        }
        Ok(())
    }
}

pub(crate) fn record(pass: &PassContext<'_>, sky: &SkyBuffers) {
    if sky.layers.is_empty() {
        return;
    }
    let layout = pass.pipelines.layouts().world_pipeline;
    pass.bind_pipeline(pass.pipelines.sky());
    pass.bind_set(layout, 0, pass.frame_set);
    pass.set_cull_mode(vk::CullModeFlags::NONE);
    pass.set_depth_write(false);
    let device = pass.device.raw();
    // SAFETY: recording; the buffers stay as they are until the frame is done.
    unsafe {
        device.cmd_bind_vertex_buffers(pass.commands, 0, &[sky.vertices.raw()], &[0]);
        let indices = sky.indices.raw();
        device.cmd_bind_index_buffer(pass.commands, indices, 0, vk::IndexType::UINT16);
    }
    for layer in &sky.layers {
        pass.bind_set(layout, 1, layer.textures);
        // SAFETY: recording; `check` has looked at the indices.
        unsafe {
            let (count, first) = (layer.index_count, layer.first_index);
            device.cmd_draw_indexed(pass.commands, count, 1, first, 0, 0);
        }
    }
}

/// The device does not check what it draws.
fn check(sky: &SkyDraw) -> Result<()> {
    let wrong = |text: &str| Err(RendererError::Scene(format!("sky: {text}")));
    if sky
        .indices
        .iter()
        .any(|i| usize::from(*i) >= sky.vertices.len())
    {
        return wrong("an index lies past the last vertex");
    }
    for layer in &sky.layers {
        let end = u64::from(layer.first_index) + u64::from(layer.index_count);
        if end > sky.indices.len() as u64 {
            return wrong("a layer lies past the last index");
        }
    }
    Ok(())
}

/// Writes into a buffer, or into a larger one where it is too small.
fn fill(
    device: &Arc<Device>,
    target: &mut Buffer,
    (name, usage): (&str, vk::BufferUsageFlags),
    bytes: &[u8],
) -> Result<()> {
    if target.size() < bytes.len() as u64 {
        *target = buffer(device, name, bytes.len(), usage)?;
    }
    if let Some(target) = target.bytes_mut().get_mut(..bytes.len()) {
        target.copy_from_slice(bytes);
    }
    Ok(())
}

fn buffer(
    device: &Arc<Device>,
    name: &str,
    bytes: usize,
    usage: vk::BufferUsageFlags,
) -> Result<Buffer> {
    let bytes = bytes.next_power_of_two() as u64;
    Buffer::new(device, name, bytes, usage, MemoryLocation::CpuToGpu)
}
