//! Models on the device, all in one arena.

use std::sync::Arc;

use ash::vk;
use bytemuck::{Pod, Zeroable};
use gpu_allocator::MemoryLocation;
use msh_scene::draw_list::DrawRange;
use msh_scene::library::Model;

use crate::device::Device;
use crate::error::{RendererError, Result};
use crate::memory::Buffer;
use crate::upload::Uploader;

/// A vertex of a model, as stored; the shader decodes it.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct ModelVertex {
    pub(crate) position: [f32; 3],
    pub(crate) normal: [i8; 4],
    pub(crate) uv0: [u16; 2],
    pub(crate) uv1: [u16; 2],
}

/// Where a model lies in the arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Placement {
    first_vertex: u32,
    vertex_count: u32,
    first_index: u32,
    index_count: u32,
}

/// What a range draws, in the arena's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ArenaRange {
    pub(crate) first_index: u32,
    pub(crate) vertex_offset: i32,
}

/// Every model of a library, uploaded once: 24-byte vertices and 16-bit indices in source order.
pub(crate) struct Meshes {
    vertices: Buffer,
    indices: Buffer,
    placements: Vec<Placement>,
}

impl Meshes {
    pub(crate) fn upload(
        device: &Arc<Device>,
        uploader: &mut Uploader,
        models: &[Model],
    ) -> Result<Self> {
        let mut vertices = Vec::new();
        let mut indices = Vec::new();
        let mut placements = Vec::with_capacity(models.len());
        for model in models {
            let (first_vertex, first_index) = (vertices.len(), indices.len());
            vertices.extend(model_vertices(model));
            indices.extend_from_slice(&model.msh.indices);
            placements.push(placement(
                first_vertex,
                vertices.len(),
                first_index,
                indices.len(),
            )?);
        }
        let (vertices, indices) = upload_pair(
            device,
            uploader,
            "model",
            bytemuck::cast_slice(&vertices),
            bytemuck::cast_slice(&indices),
        )?;
        Ok(Self {
            vertices,
            indices,
            placements,
        })
    }

    /// The range in the arena, if all its indices and vertices belong to its model.
    pub(crate) fn locate(&self, range: &DrawRange, models: &[Model]) -> Result<ArenaRange> {
        let id = range.model.0 as usize;
        match (self.placements.get(id), models.get(id)) {
            (Some(placement), Some(model)) => locate(range, placement, &model.msh.indices)
                .ok_or_else(|| {
                    RendererError::Scene(format!(
                        "batch {} of `{}` draws vertices that are not there",
                        range.batch, model.name
                    ))
                }),
            _ => Err(RendererError::Scene(format!("there is no model {id}"))),
        }
    }

    pub(crate) fn bind(&self, device: &Device, commands: vk::CommandBuffer) {
        bind(
            device,
            commands,
            &self.vertices,
            &self.indices,
            vk::IndexType::UINT16,
        );
    }

    /// Size of vertices and indices.
    pub(crate) fn bytes(&self) -> u64 {
        self.vertices.size() + self.indices.size()
    }
}

/// The vertices of one model; a stream it lacks gives zeros.
fn model_vertices(model: &Model) -> impl Iterator<Item = ModelVertex> + '_ {
    let msh = &*model.msh;
    let at = |stream: &Option<Vec<[u16; 2]>>, i: usize| {
        stream
            .as_ref()
            .and_then(|s| s.get(i).copied())
            .unwrap_or_default()
    };
    msh.positions
        .iter()
        .enumerate()
        .map(move |(i, &position)| ModelVertex {
            position,
            normal: msh
                .normals
                .as_ref()
                .and_then(|s| s.get(i).copied())
                .unwrap_or_default(),
            uv0: at(&msh.uv0, i),
            uv1: at(&msh.uv1, i),
        })
}

/// Vertex offsets are signed 32-bit numbers in Vulkan.
fn placement(
    first_vertex: usize,
    end_vertex: usize,
    first_index: usize,
    end_index: usize,
) -> Result<Placement> {
    let small = |n: usize| {
        i32::try_from(n).map(i32::unsigned_abs).map_err(|_| {
            RendererError::Scene("the models have over 2^31 vertices or indices".into())
        })
    };
    Ok(Placement {
        first_vertex: small(first_vertex)?,
        vertex_count: small(end_vertex)? - small(first_vertex)?,
        first_index: small(first_index)?,
        index_count: small(end_index)? - small(first_index)?,
    })
}

/// `None` if the range leaves its model: the device does not check.
fn locate(range: &DrawRange, placement: &Placement, indices: &[u16]) -> Option<ArenaRange> {
    let end = range.first_index.checked_add(range.index_count)?;
    let used = indices.get(range.first_index as usize..end as usize)?;
    if let Some(&largest) = used.iter().max()
        && range.base_vertex.checked_add(u32::from(largest))? >= placement.vertex_count
    {
        return None;
    }
    debug_assert!(end <= placement.index_count);
    Some(ArenaRange {
        first_index: placement.first_index.checked_add(range.first_index)?,
        vertex_offset: i32::try_from(placement.first_vertex.checked_add(range.base_vertex)?)
            .ok()?,
    })
}

/// Uploads vertices and indices.
pub(crate) fn upload_pair(
    device: &Arc<Device>,
    uploader: &mut Uploader,
    name: &str,
    vertices: &[u8],
    indices: &[u8],
) -> Result<(Buffer, Buffer)> {
    let mut upload = |kind: &str, usage, bytes: &[u8]| {
        let buffer = Buffer::new(
            device,
            &format!("{name} {kind}"),
            bytes.len() as u64,
            usage | vk::BufferUsageFlags::TRANSFER_DST,
            MemoryLocation::GpuOnly,
        )?;
        uploader.buffer(&buffer, bytes)?;
        Ok(buffer)
    };
    Ok((
        upload("vertices", vk::BufferUsageFlags::VERTEX_BUFFER, vertices)?,
        upload("indices", vk::BufferUsageFlags::INDEX_BUFFER, indices)?,
    ))
}

/// Binds vertices and indices for the draws that follow.
pub(crate) fn bind(
    device: &Device,
    commands: vk::CommandBuffer,
    vertices: &Buffer,
    indices: &Buffer,
    index_type: vk::IndexType,
) {
    // SAFETY: `commands` is being recorded; the buffers live until the device is done (their
    // owner waits before dropping them).
    unsafe {
        device
            .raw()
            .cmd_bind_vertex_buffers(commands, 0, &[vertices.raw()], &[0]);
        device
            .raw()
            .cmd_bind_index_buffer(commands, indices.raw(), 0, index_type);
    }
}
