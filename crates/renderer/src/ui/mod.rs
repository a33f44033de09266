//! The layer over the scene: text and panels as textured triangles, made by whoever draws them.

mod painter;
mod texture;

use bytemuck::{Pod, Zeroable};

pub(crate) use painter::{UiDrawing, UiPainter, UiSlot};

/// A corner of a triangle.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct UiVertex {
    /// Pixels right and down from the upper left corner of the target.
    pub position: [f32; 2],
    /// Place in the mesh's texture, 0 to 1.
    pub uv: [f32; 2],
    /// Red, green, blue, alpha: premultiplied stored values, multiplied by the texel.
    pub color: [u8; 4],
}

/// A texture of the layer. Who makes the layer chooses the numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct UiTextureId(pub u64);

/// Triangles with the same texture, cut off at a rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UiMesh {
    /// Left, top, right and bottom of what is drawn, pixels.
    pub clip: [f32; 4],
    /// Its texture.
    pub texture: UiTextureId,
    /// First of its indices in the layer's.
    pub first_index: u32,
    /// How many indices it has.
    pub index_count: u32,
}

/// New texels of a texture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UiTextureChange {
    /// Which texture.
    pub texture: UiTextureId,
    /// Upper left corner of the changed part, texels; `None` makes the whole texture anew, with
    /// the size of the change.
    pub at: Option<[u32; 2]>,
    /// Texels across and down.
    pub size: [u32; 2],
    /// Red, green, blue, alpha: premultiplied stored values, rows top first.
    pub rgba: Vec<u8>,
}

/// Everything that is drawn over the scene.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UiLayer {
    /// Corners of all triangles.
    pub vertices: Vec<UiVertex>,
    /// Numbers of vertices, three a triangle.
    pub indices: Vec<u32>,
    /// What is drawn, in this order.
    pub meshes: Vec<UiMesh>,
    /// Changes of textures since the layer before, in this order.
    pub changes: Vec<UiTextureChange>,
    /// Textures that no layer after this one uses.
    pub freed: Vec<UiTextureId>,
}

impl UiLayer {
    /// The first rule that the triangles break, if any. Whether textures exist is not checked.
    fn check(&self) -> Result<(), String> {
        let vertices = self.vertices.len();
        if let Some(index) = self.indices.iter().find(|&&i| i as usize >= vertices) {
            return Err(format!("index {index} is not below {vertices}"));
        }
        for mesh in &self.meshes {
            let end = u64::from(mesh.first_index) + u64::from(mesh.index_count);
            if end > self.indices.len() as u64 {
                return Err(format!(
                    "a mesh ends at index {end} of {}",
                    self.indices.len()
                ));
            }
        }
        Ok(())
    }
}

impl UiTextureChange {
    /// The first rule that the change breaks, if any. `current` is the size of the texture so
    /// far, `largest` that of the device.
    fn check(&self, current: Option<[u32; 2]>, largest: u32) -> Result<(), String> {
        let [width, height] = self.size;
        let bytes = u64::from(width) * u64::from(height) * 4;
        if self.rgba.len() as u64 != bytes {
            let has = self.rgba.len();
            return Err(format!("{width}x{height} texels have {has} bytes"));
        }
        let within = match self.at {
            None => [largest; 2],
            Some(_) => current.ok_or("a part of a texture that does not exist")?,
        };
        let [x, y] = self.at.unwrap_or_default();
        let fits = |from: u32, size: u32, within: u32| {
            size > 0 && u64::from(from) + u64::from(size) <= u64::from(within)
        };
        if fits(x, width, within[0]) && fits(y, height, within[1]) {
            return Ok(());
        }
        let [most_x, most_y] = within;
        Err(format!(
            "{width}x{height} texels at {x}, {y} do not fit {most_x}x{most_y}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(at: Option<[u32; 2]>, size: [u32; 2], bytes: usize) -> UiTextureChange {
        UiTextureChange {
            texture: UiTextureId(0),
            at,
            size,
            rgba: vec![0; bytes],
        }
    }

    fn layer(index: u32, index_count: u32) -> UiLayer {
        UiLayer {
            vertices: vec![UiVertex::zeroed(); 3],
            indices: vec![0, 1, index],
            meshes: vec![UiMesh {
                clip: [0.0; 4],
                texture: UiTextureId(0),
                first_index: 0,
                index_count,
            }],
            ..UiLayer::default()
        }
    }

    #[test]
    fn triangles_stay_within_their_vertices_and_indices() {
        assert_eq!(layer(2, 3).check(), Ok(()));
        assert_eq!(layer(3, 3).check(), Err("index 3 is not below 3".into()));
        assert_eq!(
            layer(2, 4).check(),
            Err("a mesh ends at index 4 of 3".into())
        );
    }

    #[test]
    fn a_whole_texture_is_limited_by_the_device() {
        assert_eq!(change(None, [4, 2], 32).check(None, 4), Ok(()));
        assert!(change(None, [5, 2], 40).check(None, 4).is_err());
        assert!(change(None, [0, 2], 0).check(None, 4).is_err());
    }

    #[test]
    fn a_part_of_a_texture_lies_within_it() {
        let part = change(Some([2, 0]), [2, 4], 32);
        assert_eq!(part.check(Some([4, 4]), 4096), Ok(()));
        assert!(part.check(Some([3, 4]), 4096).is_err());
        assert!(part.check(None, 4096).is_err());
        let beyond = change(Some([u32::MAX, 0]), [2, 4], 32);
        assert!(beyond.check(Some([4, 4]), 4096).is_err());
    }

    #[test]
    fn texels_have_four_bytes_each() {
        let error = change(None, [2, 2], 12).check(None, 4).unwrap_err();
        assert_eq!(error, "2x2 texels have 12 bytes");
    }
}
