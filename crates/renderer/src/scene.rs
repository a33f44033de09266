//! A scene on the device: what every frame of it draws from.

use std::collections::HashMap;
use std::sync::Arc;

use ash::vk;
use msh_scene::draw_list::DrawList;
use msh_scene::library::{Library, TextureId};
use msh_scene::terrain::{GroundLayer, Terrain, TerrainGroup};

use crate::descriptors::TextureSets;
use crate::device::Device;
use crate::error::{RendererError, Result};
use crate::frame::record_bytes;
use crate::gpu::Gpu;
use crate::meshes::{GroundMesh, Meshes};
use crate::plan::{DrawPlan, TexturePair};
use crate::records::{GroundLayers, SurfaceRecord, surface_flags};
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
    sets: TextureSets,
    world_sets: HashMap<TexturePair, vk::DescriptorSet>,
    plan: DrawPlan,
}

/// The ground.
pub(crate) struct Ground {
    pub(crate) mesh: GroundMesh,
    pub(crate) groups: Vec<GroundGroup>,
}

/// Faces of the ground with the same materials.
pub(crate) struct GroundGroup {
    pub(crate) first_index: u32,
    pub(crate) index_count: u32,
    pub(crate) layers: GroundLayers,
    pub(crate) textures: vk::DescriptorSet,
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
        let mut sets = TextureSets::new(gpu.layouts());
        let ground = match terrain {
            None => None,
            Some(terrain) => Some(Ground {
                mesh: GroundMesh::upload(device, &mut uploader, terrain)?,
                groups: ground_groups(terrain, &textures, &mut sets)?,
            }),
        };
        uploader.finish()?;

        let mut scene = Self {
            device: Arc::clone(device),
            meshes,
            ground,
            textures,
            sets,
            world_sets: HashMap::new(),
            plan: DrawPlan::default(),
        };
        scene.update_ranges(library, list)?;
        Ok(scene)
    }

    /// Takes over a new draw list of the same library, such as that of another pose. Frames that
    /// are still being drawn keep the old one; nothing is waited for.
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
        let plan = DrawPlan::new(&list.ranges, &arena);
        for pair in plan.texture_pairs() {
            if !self.world_sets.contains_key(&pair) {
                let (texture, lightmap) = pair;
                let views = [
                    view(&self.textures, texture)?,
                    view(&self.textures, lightmap)?,
                ];
                self.world_sets.insert(pair, self.sets.world(views)?);
            }
        }
        self.plan = plan;
        Ok(())
    }

    /// How large the scene is.
    #[must_use]
    pub fn stats(&self) -> SceneStats {
        let ground_bytes = self.ground.as_ref().map_or(0, |g| g.mesh.bytes());
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

    /// How many groups the ground has.
    pub(crate) fn ground_group_count(&self) -> usize {
        self.ground.as_ref().map_or(0, |ground| ground.groups.len())
    }

    /// The set with these textures; there is one for every range of the plan.
    pub(crate) fn world_set(&self, pair: TexturePair) -> Option<vk::DescriptorSet> {
        self.world_sets.get(&pair).copied()
    }
}

impl Drop for SceneResources {
    fn drop(&mut self) {
        // A frame that draws from these resources may still be under way.
        self.device.wait_idle();
    }
}

fn view(textures: &Textures, texture: Option<TextureId>) -> Result<vk::ImageView> {
    textures
        .view(texture)
        .ok_or_else(|| RendererError::Scene(format!("there is no texture {texture:?}")))
}

fn ground_groups(
    terrain: &Terrain,
    textures: &Textures,
    sets: &mut TextureSets,
) -> Result<Vec<GroundGroup>> {
    terrain
        .groups
        .iter()
        .map(|group| {
            let second = group.second.as_ref().unwrap_or(&group.base);
            let views = [
                view(textures, group.base.surface.texture)?,
                view(textures, group.base.microtexture)?,
                view(textures, second.surface.texture)?,
                view(textures, second.microtexture)?,
            ];
            Ok(GroundGroup {
                first_index: group.first_index,
                index_count: group.index_count,
                layers: ground_layers(group),
                textures: sets.ground(views)?,
            })
        })
        .collect()
}

fn ground_layers(group: &TerrainGroup) -> GroundLayers {
    let record = |layer: &GroundLayer, flags: u32| {
        let detail = match layer.microtexture {
            Some(_) => surface_flags::MICROTEXTURED,
            None => 0,
        };
        SurfaceRecord::new(&layer.surface, flags | detail)
    };
    match &group.second {
        Some(second) => GroundLayers {
            base: record(&group.base, surface_flags::SECOND_LAYER),
            second: record(second, 0),
        },
        None => GroundLayers {
            base: record(&group.base, 0),
            second: SurfaceRecord::default(),
        },
    }
}
