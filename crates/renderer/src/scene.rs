//! A scene on the device: what every frame of it draws from.

use std::cell::RefCell;
use std::sync::Arc;

use ash::vk;
use msh_scene::draw_list::DrawList;
use msh_scene::library::Library;
use msh_scene::terrain::Terrain;

use crate::descriptors::{TexturePair, TextureSets};
use crate::device::Device;
use crate::error::{RendererError, Result};
use crate::frame::record_bytes;
use crate::gpu::Gpu;
use crate::ground::Ground;
use crate::meshes::Meshes;
use crate::plan::DrawPlan;
use crate::textures::Textures;
use crate::upload::Uploader;

/// Size of a scene on the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SceneStats {
    /// Textures and lightmaps.
    pub textures: usize,
    /// Bytes of their texels.
    pub texture_bytes: u64,
    /// Bytes of vertices and indices.
    pub geometry_bytes: u64,
    /// Ranges of the draw list.
    pub ranges: usize,
}

/// Models, textures, ground and draw list of a scene, uploaded. Any number of renderers of the
/// same [`Gpu`] may draw it. Dropping it waits for the device.
pub struct SceneResources {
    device: Arc<Device>,
    meshes: Meshes,
    ground: Option<Ground>,
    textures: Textures,
    /// Grows as frames need further pairs.
    sets: RefCell<TextureSets>,
    plan: DrawPlan,
}

impl SceneResources {
    /// Uploads everything and waits for it.
    ///
    /// # Errors
    ///
    /// Data that contradict each other ([`RendererError::Scene`]), too little memory, or a lost
    /// device.
    pub fn upload(
        gpu: &Gpu,
        library: &Library,
        terrain: Option<&Terrain>,
        list: &DrawList,
    ) -> Result<Self> {
        let device = gpu.device();
        let mut uploader = Uploader::new(device)?;
        let meshes = Meshes::upload(device, &mut uploader, &library.models)?;
        let textures = Textures::upload(device, &mut uploader, &library.textures)?;
        let ground = terrain
            .map(|terrain| Ground::upload(device, &mut uploader, terrain))
            .transpose()?;
        uploader.finish()?;

        let mut scene = Self {
            device: Arc::clone(device),
            meshes,
            ground,
            textures,
            sets: RefCell::new(TextureSets::new(gpu.layouts())),
            plan: DrawPlan::default(),
        };
        scene.update_ranges(library, list)?;
        Ok(scene)
    }

    /// Takes over a new draw list of the same library, such as that of another level of detail.
    /// Frames that are still being drawn keep the old one; nothing is waited for. Ranges that only
    /// stand elsewhere need no update: each frame brings their transforms.
    ///
    /// # Errors
    ///
    /// A range that its model or the library does not have, or too many ranges
    /// ([`RendererError::Scene`]); the old list is kept.
    pub fn update_ranges(&mut self, library: &Library, list: &DrawList) -> Result<()> {
        let largest = self.device.limits().max_storage_buffer_range;
        if record_bytes(list.ranges.len()) > largest as usize {
            return Err(RendererError::Scene(format!(
                "{} ranges are more than the device can draw",
                list.ranges.len()
            )));
        }
        let arena = list
            .ranges
            .iter()
            .map(|range| self.meshes.locate(range, &library.models))
            .collect::<Result<Vec<_>>>()?;
        self.plan = DrawPlan::new(&list.ranges, &arena);
        Ok(())
    }

    /// How large the scene is.
    #[must_use]
    pub fn stats(&self) -> SceneStats {
        let ground_bytes = self.ground.as_ref().map_or(0, Ground::bytes);
        SceneStats {
            textures: self.textures.count(),
            texture_bytes: self.textures.bytes(),
            geometry_bytes: self.meshes.bytes() + ground_bytes,
            ranges: self.plan.len(),
        }
    }

    pub(crate) fn device(&self) -> &Arc<Device> {
        &self.device
    }

    pub(crate) fn plan(&self) -> &DrawPlan {
        &self.plan
    }

    pub(crate) fn meshes(&self) -> &Meshes {
        &self.meshes
    }

    pub(crate) fn ground(&self) -> Option<&Ground> {
        self.ground.as_ref()
    }

    /// The set with these textures.
    pub(crate) fn texture_set(&self, pair: TexturePair) -> Result<vk::DescriptorSet> {
        self.sets.borrow_mut().get(pair, &self.textures)
    }
}

impl Drop for SceneResources {
    fn drop(&mut self) {
        // A frame that draws from these resources may still be under way.
        self.device.wait_idle();
    }
}
