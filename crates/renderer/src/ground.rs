//! The ground on the device, and what a frame draws of it.

use std::sync::Arc;

use ash::vk;
use bytemuck::{Pod, Zeroable};
use msh_scene::terrain::{GroundDraw, GroundPaint, Terrain};

use crate::descriptors::TexturePair;
use crate::device::Device;
use crate::error::{RendererError, Result};
use crate::memory::Buffer;
use crate::meshes::{bind, upload_pair};
use crate::records::{GroundLayers, SurfaceRecord, surface_flags};
use crate::upload::Uploader;

/// A vertex of the ground.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct GroundVertex {
    pub(crate) position: [f32; 3],
    pub(crate) normal: [i8; 4],
    pub(crate) uv0: [f32; 2],
    pub(crate) uv1: [f32; 2],
    pub(crate) blend: f32,
}

/// The vertices of the ground, its 32-bit indices, and which of them each group draws.
pub(crate) struct Ground {
    vertices: Buffer,
    indices: Buffer,
    /// First index and number of indices.
    groups: Vec<(u32, u32)>,
}

/// A group as a frame draws it.
pub(crate) struct GroundCall {
    pub(crate) first_index: u32,
    pub(crate) index_count: u32,
    pub(crate) layers: GroundLayers,
    /// Textures of both layers.
    pub(crate) textures: [vk::DescriptorSet; 2],
}

impl Ground {
    pub(crate) fn upload(
        device: &Arc<Device>,
        uploader: &mut Uploader,
        terrain: &Terrain,
    ) -> Result<Self> {
        check_ground(terrain)?;
        let vertices: Vec<GroundVertex> = terrain
            .vertices
            .iter()
            .map(|v| GroundVertex {
                position: v.position,
                normal: v.normal,
                uv0: v.uv0,
                uv1: v.uv1,
                blend: v.blend,
            })
            .collect();
        let (vertices, indices) = upload_pair(
            device,
            uploader,
            "ground",
            bytemuck::cast_slice(&vertices),
            bytemuck::cast_slice(&terrain.indices),
        )?;
        let groups = terrain.groups.iter();
        Ok(Self {
            vertices,
            indices,
            groups: groups.map(|g| (g.first_index, g.index_count)).collect(),
        })
    }

    /// Lists what a frame draws.
    ///
    /// # Errors
    ///
    /// A group or texture that there is not.
    pub(crate) fn calls(
        &self,
        draws: &[GroundDraw],
        calls: &mut Vec<GroundCall>,
        mut textures: impl FnMut(TexturePair) -> Result<vk::DescriptorSet>,
    ) -> Result<()> {
        calls.clear();
        for draw in draws {
            let number = draw.group as usize;
            let &(first_index, index_count) = self.groups.get(number).ok_or_else(|| {
                RendererError::Scene(format!("there is no group {number} of the ground"))
            })?;
            let pair = |paint: &GroundPaint| (paint.surface.texture, paint.microtexture);
            let base = textures(pair(&draw.base))?;
            let second = draw.second.as_ref();
            calls.push(GroundCall {
                first_index,
                index_count,
                layers: layers(draw),
                textures: [
                    base,
                    second.map_or(Ok(base), |paint| textures(pair(paint)))?,
                ],
            });
        }
        Ok(())
    }

    pub(crate) fn bind(&self, device: &Device, commands: vk::CommandBuffer) {
        bind(
            device,
            commands,
            &self.vertices,
            &self.indices,
            vk::IndexType::UINT32,
        );
    }

    /// Size of vertices and indices.
    pub(crate) fn bytes(&self) -> u64 {
        self.vertices.size() + self.indices.size()
    }
}

fn check_ground(terrain: &Terrain) -> Result<()> {
    let scene_error = |text: &str| Err(RendererError::Scene(format!("terrain: {text}")));
    let vertex_count = terrain.vertices.len() as u64;
    if terrain
        .indices
        .iter()
        .any(|&i| u64::from(i) >= vertex_count)
    {
        return scene_error("an index lies past the last vertex");
    }
    let index_count = terrain.indices.len() as u64;
    if terrain
        .groups
        .iter()
        .any(|g| u64::from(g.first_index) + u64::from(g.index_count) > index_count)
    {
        return scene_error("a group lies past the last index");
    }
    Ok(())
}

fn layers(draw: &GroundDraw) -> GroundLayers {
    let record = |paint: &GroundPaint, flags: u32| {
        let detail = match paint.microtexture {
            Some(_) => surface_flags::MICROTEXTURED,
            None => 0,
        };
        SurfaceRecord::new(&paint.surface, flags | detail)
    };
    match &draw.second {
        Some(second) => GroundLayers {
            base: record(&draw.base, surface_flags::SECOND_LAYER),
            second: record(second, 0),
        },
        None => GroundLayers {
            base: record(&draw.base, 0),
            second: SurfaceRecord::default(),
        },
    }
}
