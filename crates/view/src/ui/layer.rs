//! What egui wants drawn, as the renderer takes it.

use egui::epaint::textures::TexturesDelta;
use egui::epaint::{ClippedPrimitive, ImageData, ImageDelta, Mesh, Primitive};
use msh_renderer::{UiLayer, UiMesh, UiTextureChange, UiTextureId, UiVertex};

/// Takes over shapes in points and all changes of textures; `scale` is pixels per point.
pub(super) fn layer(
    shapes: Vec<ClippedPrimitive>,
    mut textures: TexturesDelta,
    scale: f32,
) -> UiLayer {
    let mut layer = UiLayer::default();
    for ClippedPrimitive {
        clip_rect,
        primitive,
    } in shapes
    {
        // Nobody here paints by callback.
        if let Primitive::Mesh(mesh) = primitive {
            let clip = [clip_rect.min, clip_rect.max].map(|p| [p.x * scale, p.y * scale]);
            add_mesh(&mut layer, &mesh, clip.as_flattened(), scale);
        }
    }
    for (id, changes) in textures.set.drain() {
        let of_texture = changes.iter().map(|change| texture_change(id, change));
        layer.changes.extend(of_texture);
    }
    layer.freed = textures.free.drain().map(texture_id).collect();
    layer
}

fn add_mesh(layer: &mut UiLayer, mesh: &Mesh, clip: &[f32], scale: f32) {
    let &[left, top, right, bottom] = clip else {
        return; // Not reached: two corners of two numbers.
    };
    // What egui draws is far from 2^32 vertices.
    let (first_vertex, first_index) = (layer.vertices.len() as u32, layer.indices.len() as u32);
    layer
        .vertices
        .extend(mesh.vertices.iter().map(|v| UiVertex {
            position: [v.pos.x * scale, v.pos.y * scale],
            uv: v.uv.into(),
            color: v.color.to_array(),
        }));
    let indices = mesh.indices.iter();
    layer
        .indices
        .extend(indices.map(|index| first_vertex + index));
    layer.meshes.push(UiMesh {
        clip: [left, top, right, bottom],
        texture: texture_id(mesh.texture_id),
        first_index,
        index_count: mesh.indices.len() as u32,
    });
}

fn texture_change(id: egui::TextureId, change: &ImageDelta) -> UiTextureChange {
    let ImageData::Color(image) = &change.image;
    UiTextureChange {
        texture: texture_id(id),
        at: change.pos.map(|at| at.map(|texel| texel as u32)),
        size: image.size.map(|side| side as u32),
        rgba: image.pixels.iter().flat_map(|p| p.to_array()).collect(),
    }
}

/// Textures of egui's own have even numbers, others odd ones.
fn texture_id(id: egui::TextureId) -> UiTextureId {
    UiTextureId(match id {
        egui::TextureId::Managed(number) => number << 1,
        egui::TextureId::User(number) => number << 1 | 1,
    })
}
