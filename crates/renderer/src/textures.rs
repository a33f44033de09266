//! Textures and lightmaps on the device.

use std::sync::Arc;

use ash::vk;
use msh_scene::library::{Texture, TextureId};

use crate::device::Device;
use crate::error::{RendererError, Result};
use crate::memory::{GpuImage, ImageDesc};
use crate::upload::Uploader;

/// Stored values: no sRGB decoding anywhere.
const FORMAT: vk::Format = vk::Format::B8G8R8A8_UNORM;

/// All textures of a library by their id, and the white texel that stands for none.
pub(crate) struct Textures {
    images: Vec<GpuImage>,
    white: GpuImage,
    bytes: u64,
}

impl Textures {
    /// Uploads every texture with the levels it has.
    pub(crate) fn upload(
        device: &Arc<Device>,
        uploader: &mut Uploader,
        textures: &[Texture],
    ) -> Result<Self> {
        let mut bytes = 0;
        let images = textures
            .iter()
            .map(|texture| {
                bytes += texture.levels.iter().map(|l| l.len() as u64).sum::<u64>();
                upload(device, uploader, texture)
            })
            .collect::<Result<Vec<_>>>()?;
        let white = Texture {
            name: "white".into(),
            width: 1,
            height: 1,
            levels: vec![vec![255; 4]],
            pages: Vec::new(),
        };
        Ok(Self {
            images,
            white: upload(device, uploader, &white)?,
            bytes,
        })
    }

    /// The view of a texture, white for `None`.
    pub(crate) fn view(&self, texture: Option<TextureId>) -> Result<vk::ImageView> {
        let image = match texture {
            None => Some(&self.white),
            Some(id) => self.images.get(id.0 as usize),
        };
        image
            .map(GpuImage::view)
            .ok_or_else(|| RendererError::Scene(format!("there is no texture {texture:?}")))
    }

    pub(crate) fn count(&self) -> usize {
        self.images.len()
    }

    /// Size of all texels.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}

fn upload(device: &Arc<Device>, uploader: &mut Uploader, texture: &Texture) -> Result<GpuImage> {
    check(texture, device.limits().max_image_dimension2_d)
        .map_err(|rule| RendererError::Scene(format!("texture `{}`: {rule}", texture.name)))?;
    let image = GpuImage::new(
        device,
        &ImageDesc {
            name: &texture.name,
            format: FORMAT,
            extent: vk::Extent2D {
                width: texture.width,
                height: texture.height,
            },
            // `check` allows at most 32.
            levels: texture.levels.len() as u32,
            samples: vk::SampleCountFlags::TYPE_1,
            usage: vk::ImageUsageFlags::SAMPLED | vk::ImageUsageFlags::TRANSFER_DST,
            aspect: vk::ImageAspectFlags::COLOR,
        },
    )?;
    uploader.image(&image, &texture.levels)?;
    Ok(image)
}

/// The rule that the texture breaks, if any.
fn check(texture: &Texture, largest: u32) -> std::result::Result<(), String> {
    let (width, height) = (texture.width, texture.height);
    if width == 0 || height == 0 || width > largest || height > largest {
        return Err(format!(
            "a size of {width}x{height} is not within 1..={largest}"
        ));
    }
    let full_chain = width.max(height).ilog2() as usize + 1;
    if texture.levels.is_empty() || texture.levels.len() > full_chain {
        return Err(format!(
            "{} levels are not within 1..={full_chain}",
            texture.levels.len()
        ));
    }
    for (level, bytes) in texture.levels.iter().enumerate() {
        let needed = u64::from((width >> level).max(1)) * u64::from((height >> level).max(1)) * 4;
        if bytes.len() as u64 != needed {
            return Err(format!(
                "level {level} has {} bytes instead of {needed}",
                bytes.len()
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texture(width: u32, height: u32, level_bytes: &[usize]) -> Texture {
        Texture {
            name: "T.0".into(),
            width,
            height,
            levels: level_bytes.iter().map(|&n| vec![0; n]).collect(),
            pages: Vec::new(),
        }
    }

    #[test]
    fn a_chain_may_stop_early_and_have_odd_sizes() {
        assert_eq!(check(&texture(3, 5, &[60, 8, 4]), 4096), Ok(()));
        assert_eq!(check(&texture(256, 256, &[256 * 256 * 4]), 4096), Ok(()));
    }

    #[test]
    fn a_level_of_the_wrong_size_is_an_error() {
        let error = check(&texture(4, 4, &[64, 12]), 4096).unwrap_err();
        assert_eq!(error, "level 1 has 12 bytes instead of 16");
    }

    #[test]
    fn more_levels_than_a_full_chain_are_an_error() {
        let error = check(&texture(2, 1, &[8, 4, 4]), 4096).unwrap_err();
        assert_eq!(error, "3 levels are not within 1..=2");
    }

    #[test]
    fn a_side_of_zero_or_beyond_the_limit_is_an_error() {
        assert!(check(&texture(0, 4, &[0]), 4096).is_err());
        assert!(check(&texture(8192, 1, &[32768]), 4096).is_err());
    }
}
