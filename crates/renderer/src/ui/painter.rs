//! The layer on the device: its textures for as long as they are used, and per frame in flight
//! the buffers that it is drawn from.

use std::collections::HashMap;
use std::sync::Arc;

use ash::vk;
use gpu_allocator::MemoryLocation;

use super::texture::{UiPipeline, UiTexture};
use super::{UiLayer, UiMesh, UiTextureChange, UiTextureId};
use crate::attachments::AttachmentFormat;
use crate::device::Device;
use crate::error::{RendererError, Result};
use crate::memory::Buffer;

/// The layer that the next frames draw, and what it draws with. Owned next to the slots of all
/// frames in flight, which go first.
pub(crate) struct UiPainter {
    device: Arc<Device>,
    format: AttachmentFormat,
    /// Made with the first texture.
    pipeline: Option<UiPipeline>,
    layer: UiLayer,
    textures: HashMap<UiTextureId, UiTexture>,
    /// Changes that no recorded frame has carried out, oldest first. A frame that is skipped
    /// leaves them for the next.
    changes: Vec<UiTextureChange>,
    /// Textures that no layer uses any more, but perhaps a frame in flight.
    retired: Vec<UiTexture>,
}

/// What a frame in flight draws the layer from. The frame's commands are dropped before it.
#[derive(Default)]
pub(crate) struct UiSlot {
    vertices: Option<Buffer>,
    indices: Option<Buffer>,
    staging: Option<Buffer>,
    /// Textures that were given up before this slot's last frame: no later frame uses them, and
    /// earlier ones are done when this one is.
    retired: Vec<UiTexture>,
}

impl UiPainter {
    pub(crate) fn new(device: &Arc<Device>, format: AttachmentFormat) -> Self {
        Self {
            device: Arc::clone(device),
            format,
            pipeline: None,
            layer: UiLayer::default(),
            textures: HashMap::new(),
            changes: Vec::new(),
            retired: Vec::new(),
        }
    }

    /// Replaces the layer. After an error there is none, and textures may lack changes.
    pub(crate) fn set_layer(&mut self, mut layer: UiLayer) -> Result<()> {
        for texture in std::mem::take(&mut self.layer).freed {
            self.free(texture);
        }
        for change in layer.changes.drain(..) {
            self.add_change(change)?;
        }
        layer.check().map_err(RendererError::Ui)?;
        let lacking = |mesh: &&UiMesh| !self.textures.contains_key(&mesh.texture);
        if let Some(mesh) = layer.meshes.iter().find(lacking) {
            let UiTextureId(number) = mesh.texture;
            return Err(RendererError::Ui(format!("there is no texture {number}")));
        }
        self.layer = layer;
        Ok(())
    }

    fn add_change(&mut self, change: UiTextureChange) -> Result<()> {
        let id = change.texture;
        let current = self.textures.get(&id).map(UiTexture::size);
        change
            .check(current, self.device.limits().max_image_dimension2_d)
            .map_err(|rule| RendererError::Ui(format!("texture {}: {rule}", id.0)))?;
        if change.at.is_none() {
            let pipeline = match &mut self.pipeline {
                Some(pipeline) => pipeline,
                none => none.insert(UiPipeline::new(&self.device, self.format)?),
            };
            let texture = UiTexture::new(pipeline, change.size)?;
            self.free(id);
            self.textures.insert(id, texture);
        }
        self.changes.push(change);
        Ok(())
    }

    fn free(&mut self, id: UiTextureId) {
        self.changes.retain(|change| change.texture != id);
        self.retired.extend(self.textures.remove(&id));
    }

    /// True if frames have anything to do for the layer.
    fn is_idle(&self) -> bool {
        self.layer.meshes.is_empty() && self.changes.is_empty()
    }

    /// Fills the slot's buffers; the device is done with the slot's last frame.
    pub(crate) fn prepare(&self, slot: &mut UiSlot) -> Result<()> {
        slot.retired.clear();
        if self.is_idle() {
            return Ok(());
        }
        use vk::BufferUsageFlags as Usage;
        let device = &self.device;
        let vertices: &[u8] = bytemuck::cast_slice(&self.layer.vertices);
        fill(
            device,
            "ui vertices",
            Usage::VERTEX_BUFFER,
            &mut slot.vertices,
            [vertices],
        )?;
        let indices: &[u8] = bytemuck::cast_slice(&self.layer.indices);
        fill(
            device,
            "ui indices",
            Usage::INDEX_BUFFER,
            &mut slot.indices,
            [indices],
        )?;
        let texels = self.changes.iter().map(|change| &*change.rgba);
        fill(
            device,
            "ui texels",
            Usage::TRANSFER_SRC,
            &mut slot.staging,
            texels,
        )
    }

    /// Records the changes of textures, outside of rendering.
    pub(crate) fn record_changes(&mut self, commands: vk::CommandBuffer, slot: &mut UiSlot) {
        slot.retired.append(&mut self.retired);
        let Some(staging) = &slot.staging else { return };
        let mut offset = 0;
        for change in self.changes.drain(..) {
            let [x, y] = change.at.unwrap_or_default();
            let [width, height] = change.size;
            let region = vk::BufferImageCopy::default()
                .buffer_offset(offset)
                .image_subresource(vk::ImageSubresourceLayers {
                    aspect_mask: vk::ImageAspectFlags::COLOR,
                    mip_level: 0,
                    base_array_layer: 0,
                    layer_count: 1,
                })
                // Within the device's limits, which are below 2^31.
                .image_offset(vk::Offset3D {
                    x: x as i32,
                    y: y as i32,
                    z: 0,
                })
                .image_extent(vk::Extent3D {
                    width,
                    height,
                    depth: 1,
                });
            offset += change.rgba.len() as u64;
            if let Some(texture) = self.textures.get_mut(&change.texture) {
                texture.record_copy(commands, staging.raw(), region);
            }
        }
    }

    /// What the pass draws with the prepared slot; `None` if the layer is empty.
    pub(crate) fn drawing<'a>(&'a self, slot: &'a UiSlot) -> Option<UiDrawing<'a>> {
        if self.layer.meshes.is_empty() {
            return None;
        }
        Some(UiDrawing {
            pipeline: self.pipeline.as_ref()?,
            vertices: slot.vertices.as_ref()?.raw(),
            indices: slot.indices.as_ref()?.raw(),
            meshes: &self.layer.meshes,
            textures: &self.textures,
        })
    }
}

/// The layer, ready to be drawn by a frame.
pub(crate) struct UiDrawing<'a> {
    pub(crate) pipeline: &'a UiPipeline,
    pub(crate) vertices: vk::Buffer,
    pub(crate) indices: vk::Buffer,
    meshes: &'a [UiMesh],
    textures: &'a HashMap<UiTextureId, UiTexture>,
}

impl UiDrawing<'_> {
    /// The meshes in the order of drawing, each with the set of its texture.
    pub(crate) fn meshes(&self) -> impl Iterator<Item = (&UiMesh, vk::DescriptorSet)> {
        self.meshes
            .iter()
            .filter_map(|mesh| Some((mesh, self.textures.get(&mesh.texture)?.set())))
    }
}

/// Writes `parts` one after the other into `buffer`, which is replaced where it is too small.
fn fill<'a>(
    device: &Arc<Device>,
    name: &str,
    usage: vk::BufferUsageFlags,
    buffer: &mut Option<Buffer>,
    parts: impl IntoIterator<Item = &'a [u8], IntoIter: Clone>,
) -> Result<()> {
    let parts = parts.into_iter();
    let size: u64 = parts.clone().map(|part| part.len() as u64).sum();
    let buffer = match buffer {
        Some(buffer) if buffer.size() >= size => buffer,
        small => small.insert(Buffer::new(
            device,
            name,
            size.next_power_of_two(),
            usage,
            MemoryLocation::CpuToGpu,
        )?),
    };
    let mut rest = buffer.bytes_mut();
    for part in parts {
        // There is room for all parts: see above.
        let Some((space, after)) = rest.split_at_mut_checked(part.len()) else {
            break;
        };
        space.copy_from_slice(part);
        rest = after;
    }
    Ok(())
}
