//! Everything a scene needs, loaded once each.

use std::sync::Arc;

use glam::{Mat4, Vec3};
use msh_format::msh::{Batch20, Msh, Nodes};
use msh_format::texm::CellTransform;

pub use crate::material::{Material, Surface};

/// Index of a model in [`Library::models`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModelId(pub u32);

/// Index of a texture in [`Library::textures`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextureId(pub u32);

/// Index of a material in [`Library::materials`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MaterialId(pub u32);

/// Rows of a wear, resolved; has a material row for every row its model addresses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WearTable {
    /// Material rows.
    pub materials: Vec<MaterialId>,
    /// Lightmap rows; `None` if the lightmap could not be loaded.
    pub lightmaps: Vec<Option<TextureId>>,
}

/// A decoded texture or lightmap.
#[derive(Debug, Clone, PartialEq)]
pub struct Texture {
    /// Member name.
    pub name: String,
    /// Width of level 0.
    pub width: u32,
    /// Height of level 0.
    pub height: u32,
    /// Every level, largest first, 4 bytes a pixel: blue, green, red, alpha; rows top first.
    pub levels: Vec<Vec<u8>>,
    /// How each Page rectangle maps coordinates; empty without a Page chunk.
    pub pages: Vec<CellTransform>,
}

/// A model shared by all components that use it, with bounds from its vertices.
#[derive(Debug, Clone)]
pub struct Model {
    /// `archive::member` or file name.
    pub name: String,
    /// The validated model.
    pub msh: Arc<Msh>,
    /// Box round the vertices of each batch, node space; `None` for a batch without indices.
    pub batch_bounds: Vec<Option<Bounds>>,
    /// The most ranges the model can have at one state and level.
    pub most_ranges: usize,
    /// How many rows of a wear the batches address.
    used_wear_rows: usize,
}

/// Limit of [`Model::most_ranges`].
const MAX_MODEL_RANGES: usize = 1 << 18;

/// An axis-aligned box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// Low corner.
    pub min: Vec3,
    /// High corner.
    pub max: Vec3,
}

impl Bounds {
    /// The smallest box round all points, `None` without points.
    pub fn around(points: impl IntoIterator<Item = Vec3>) -> Option<Self> {
        let mut points = points.into_iter();
        let first = points.next()?;
        let start = Self {
            min: first,
            max: first,
        };
        Some(points.fold(start, |b, p| Self {
            min: b.min.min(p),
            max: b.max.max(p),
        }))
    }

    /// The eight corners after a transform.
    #[must_use]
    pub fn corners(&self, transform: &Mat4) -> [Vec3; 8] {
        std::array::from_fn(|i| {
            let pick = |axis: usize| {
                if i >> axis & 1 == 0 {
                    self.min[axis]
                } else {
                    self.max[axis]
                }
            };
            transform.transform_point3(Vec3::new(pick(0), pick(1), pick(2)))
        })
    }

    /// Middle of the box.
    #[must_use]
    pub fn center(&self) -> Vec3 {
        (self.min + self.max) * 0.5
    }
}

impl Model {
    /// Wraps a validated model.
    ///
    /// # Errors
    /// `Limit` for a model whose nodes show more than 262,144 batches; shipped ones have some
    /// hundred.
    pub fn new(name: String, msh: Arc<Msh>) -> msh_format::Result<Self> {
        let most_ranges = most_ranges(&msh);
        if most_ranges > MAX_MODEL_RANGES {
            let rule = format!("nodes show {most_ranges} batches, at most {MAX_MODEL_RANGES}");
            return Err(msh_format::Error::limit(rule).in_stream("type 1 (nodes)"));
        }
        let batch_bounds = msh
            .batches
            .iter()
            .map(|batch| bounds_of(&msh, batch))
            .collect();
        let rows = |batch: &Batch20| usize::from(batch.material_index) + 1;
        let used_wear_rows = msh.batches.iter().map(rows).max().unwrap_or(0);
        Ok(Self {
            name,
            msh,
            batch_bounds,
            most_ranges,
            used_wear_rows,
        })
    }

    /// How many rows of a wear the batches address.
    #[must_use]
    pub fn used_wear_rows(&self) -> usize {
        self.used_wear_rows
    }
}

/// Slots may be shared by many nodes, and their batches by many slots.
fn most_ranges(msh: &Msh) -> usize {
    let batches = |slot: &u16| {
        let slot = msh.slots.get(usize::from(*slot));
        slot.map_or(0, |slot| usize::from(slot.batch_count))
    };
    match &msh.nodes {
        Nodes::Node38(nodes) => nodes
            .iter()
            .filter_map(|node| node.slot_index.iter().map(batches).max())
            .sum(),
        Nodes::Raw24(_) => msh.slots.iter().map(|s| usize::from(s.batch_count)).sum(),
    }
}

fn bounds_of(msh: &Msh, batch: &Batch20) -> Option<Bounds> {
    Bounds::around(
        batch
            .vertices(&msh.indices)
            .map(|vertex| msh.positions[vertex].into()),
    )
}

/// The first texture of every library: a checker that stands in for what is missing.
pub const MISSING_TEXTURE: TextureId = TextureId(0);

impl Texture {
    /// The magenta and black checker.
    #[must_use]
    pub fn missing() -> Self {
        const SIZE: u32 = 8;
        let texel = |i: u32| {
            let lit = (i % SIZE / 4 + i / SIZE / 4).is_multiple_of(2);
            if lit {
                [0xFF, 0x00, 0xFF, 0xFF]
            } else {
                [0x10, 0x00, 0x10, 0xFF]
            }
        };
        Self {
            name: String::new(),
            width: SIZE,
            height: SIZE,
            levels: vec![(0..SIZE * SIZE).flat_map(texel).collect()],
            pages: Vec::new(),
        }
    }
}

/// Models, materials and textures, each once.
#[derive(Debug, Clone)]
pub struct Library {
    /// Models by [`ModelId`].
    pub models: Vec<Model>,
    /// Materials, in the order they were first named.
    pub materials: Vec<Arc<Material>>,
    /// Textures and lightmaps by [`TextureId`].
    pub textures: Vec<Texture>,
}

impl Library {
    /// A model.
    #[must_use]
    pub fn model(&self, id: ModelId) -> &Model {
        // Ids are given out by the library that holds the models.
        &self.models[id.0 as usize]
    }

    /// A material.
    #[must_use]
    pub fn material(&self, id: MaterialId) -> &Arc<Material> {
        &self.materials[id.0 as usize]
    }

    /// A texture.
    #[must_use]
    pub fn texture(&self, id: TextureId) -> &Texture {
        &self.textures[id.0 as usize]
    }
}

impl Default for Library {
    /// No models, and the checker as the only texture.
    fn default() -> Self {
        Self {
            models: Vec::new(),
            materials: Vec::new(),
            textures: vec![Texture::missing()],
        }
    }
}
