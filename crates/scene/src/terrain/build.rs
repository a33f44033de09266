//! From `Land.msh` and its two wears to a mesh that can be drawn.
//!
//! Spec: `05-terrain-sky.md` 3 to 6.

use std::collections::HashMap;
use std::sync::Arc;

use msh_format::land::{Land, NO_MATERIAL, TerrainFace28};
use msh_format::wear::Wear;
use msh_format::{Warnings, text};

use super::faces::{GroundFace, GroundFaces, GroupKey};
use super::footing::cut_buildings;
use super::{Footprint, GroundLayer, HeightField, Terrain, TerrainGroup, TerrainVertex};
use crate::error::{Error, Result};
use crate::library::MISSING_TEXTURE;
use crate::material::{Material, Surface};
use crate::paint::{Paint, PaintRequests};
use crate::problems::Problems;
use crate::root::{GamePath, GameRoot};

/// The files of a ground, parsed.
#[derive(Debug)]
pub(crate) struct LandFiles {
    land: Land,
    /// Materials that the faces name.
    wear1: Wear,
    /// Materials whose track 1 is the microtexture, row for row.
    wear2: Wear,
    place: String,
}

/// Rows of both wears as indices into the loaded materials.
#[derive(Debug)]
pub(crate) struct LandRows {
    ground: Vec<usize>,
    micro: Vec<usize>,
}

impl LandFiles {
    /// Reads the files whose names begin with `prefix`. `examine` is given the bytes of `Land.msh`
    /// to report what its reader does not mind.
    ///
    /// # Errors
    /// `Land.msh` is missing or broken. The wears are problems only.
    pub(crate) fn read(
        root: &GameRoot,
        prefix: &GamePath,
        examine: impl FnOnce(&[u8], &mut Warnings),
        problems: &mut Problems,
    ) -> Result<Self> {
        let path = prefix.with_suffix(".msh");
        let bytes = root.read(&path)?.ok_or_else(|| Error::Missing {
            what: "the terrain",
            path: path.to_string(),
            hint: " in the game root; data.tma names it".to_owned(),
        })?;
        let mut warnings = Warnings::new();
        let land = Land::parse(&bytes, &mut warnings).map_err(|e| e.in_file(path.to_string()))?;
        examine(&bytes, &mut warnings);
        problems.reader(&path.to_string(), &warnings);
        Ok(Self {
            land,
            wear1: read_wear(root, &prefix.with_suffix("1.wea"), problems),
            wear2: read_wear(root, &prefix.with_suffix("2.wea"), problems),
            place: path.to_string(),
        })
    }

    /// Files that are parsed already.
    #[cfg(test)]
    pub(super) fn of(land: Land, wear1: Wear, wear2: Wear) -> Self {
        Self {
            land,
            wear1,
            wear2,
            place: "Land.msh".to_owned(),
        }
    }

    /// Puts the way that leads to this ground before the places of its problems.
    pub(crate) fn found_at(&mut self, edge: &str) {
        self.place = format!("{edge} -> {}", self.place);
    }

    /// Reports faces whose material row does not exist, those of level 0 as [`build`](Self::build)
    /// does, and rows without a microtexture.
    pub(crate) fn check_rows(&self, problems: &mut Problems) {
        let rows = self.wear1.materials.len();
        // A wear without rows has a problem of its own.
        if rows == 0 {
            return;
        }
        let missing = |face: &TerrainFace28| {
            let second = Some(face.material2).filter(|row| *row != NO_MATERIAL);
            let named = [Some(face.material1), second];
            named.map(|row| row.filter(|row| usize::from(*row) >= rows))
        };
        for row in self.land.level0_faces().iter().flat_map(missing).flatten() {
            self.missing_row(row, rows, problems);
        }
        for row in self.land.level1_faces().iter().flat_map(missing).flatten() {
            let message = format!("coarse faces name material row {row} of {rows}; not drawn here");
            problems.warning(&*self.place, message);
        }
        let micro = self.wear2.materials.len();
        // All shipped wears of a ground have as many rows as each other.
        if (1..rows).contains(&micro) {
            let message =
                format!("{rows} rows of materials, {micro} of microtextures; the others have none");
            problems.warning(&*self.place, message);
        }
    }

    fn missing_row(&self, row: u8, rows: usize, problems: &mut Problems) {
        let message = format!("faces name material row {row} of {rows}; a checker is drawn");
        problems.error(&*self.place, message);
    }

    /// Asks for the materials of both wears.
    pub(crate) fn request_materials(&self, paint: &mut PaintRequests) -> LandRows {
        LandRows {
            ground: paint.land_rows(&self.wear1, &self.place),
            micro: paint.land_rows(&self.wear2, &self.place),
        }
    }

    /// The mesh of level 0 with the buildings cut into it.
    pub(crate) fn build(
        &self,
        paint: &Paint,
        rows: &LandRows,
        mut footprints: Vec<Footprint>,
        problems: &mut Problems,
    ) -> Terrain {
        let mut ground = self.faces();
        let mut terrain = Terrain {
            water_level: self.land.water_level(),
            ..Terrain::default()
        };
        if let Some((min, max)) = self.land.bounds() {
            (terrain.min, terrain.max) = (min.into(), max.into());
        }
        let cut = cut_buildings(&mut ground, &footprints);
        if cut < footprints.len() {
            let message = format!(
                "cutting all buildings into the ground takes too long; {} are left out",
                footprints.len() - cut
            );
            problems.error(&*self.place, message);
        }
        footprints.truncate(cut);
        terrain.heights = HeightField::of_land(&self.land).with_footprints(footprints);
        ground.faces.sort_by_key(|face| face.key);
        for faces in ground.faces.chunk_by(|a, b| a.key == b.key) {
            // The budget of all cuts keeps the number of faces far below this type's.
            let first_index = terrain.indices.len() as u32;
            terrain
                .indices
                .extend(faces.iter().flat_map(|face| face.vertices));
            // No chunk is empty.
            let key = faces[0].key;
            let mut layer = |row: u8| self.layer(paint, rows, row, key.microtextured, problems);
            terrain.groups.push(TerrainGroup {
                first_index,
                index_count: terrain.indices.len() as u32 - first_index,
                kind: key.kind,
                base: layer(key.material1),
                second: (key.material2 != NO_MATERIAL).then(|| layer(key.material2)),
            });
        }
        terrain.vertices = ground.vertices;
        terrain
    }

    /// The faces of level 0 as stored, with their coordinates repaired.
    fn faces(&self) -> GroundFaces {
        let mut mesh = MeshBuilder {
            land: &self.land,
            known: HashMap::new(),
            vertices: Vec::new(),
        };
        let face = |face: &TerrainFace28| GroundFace {
            key: GroupKey::of(face),
            vertices: mesh.face(face),
        };
        let faces = self.land.level0_faces().iter().map(face).collect();
        GroundFaces {
            vertices: mesh.vertices,
            faces,
        }
    }

    fn layer(
        &self,
        paint: &Paint,
        rows: &LandRows,
        row: u8,
        microtextured: bool,
        problems: &mut Problems,
    ) -> GroundLayer {
        let number = usize::from(row);
        let Some(material) = rows
            .ground
            .get(number)
            .map(|index| &paint.materials[*index])
        else {
            self.missing_row(row, rows.ground.len(), problems);
            let checker = Surface {
                texture: Some(MISSING_TEXTURE),
                ..Surface::PLAIN
            };
            return GroundLayer {
                material: Arc::new(Material::still("", checker)),
                microtexture: None,
            };
        };
        let micro = rows.micro.get(number).map(|index| &paint.materials[*index]);
        GroundLayer {
            material: Arc::clone(material),
            microtexture: micro.filter(|_| microtextured).cloned(),
        }
    }
}

fn read_wear(root: &GameRoot, path: &GamePath, problems: &mut Problems) -> Wear {
    let place = path.to_string();
    match root.read(path) {
        Ok(Some(bytes)) => {
            let mut warnings = Warnings::new();
            let wear = Wear::parse(&bytes, &mut warnings);
            problems.reader(&place, &warnings);
            match wear {
                Ok(wear) => return wear,
                Err(error) => problems.error(&*place, error),
            }
        }
        Ok(None) => problems.error(&*place, "missing"),
        Err(error) => problems.error(&*place, error),
    }
    Wear::default()
}

/// Half of the range of a packed coordinate; a face that spans more straddles the wrap.
const HALF_TURNS: u16 = 32_768;

/// A stored share of the second material; what is no number counts as all, as a missing stream.
fn share(stored: f32) -> f32 {
    if stored.is_nan() {
        1.0
    } else {
        stored.clamp(0.0, 1.0)
    }
}

struct MeshBuilder<'a> {
    land: &'a Land,
    /// Vertices by source vertex and by which of their four coordinates were lifted.
    known: HashMap<(u16, [bool; 4]), u32>,
    vertices: Vec<TerrainVertex>,
}

impl MeshBuilder<'_> {
    fn face(&mut self, face: &TerrainFace28) -> [u32; 3] {
        let lifted = self.lifted(face);
        let mut corner = 0;
        face.vertices.map(|vertex| {
            let lift = lifted.map(|component| component[corner]);
            corner += 1;
            self.vertex(vertex, lift)
        })
    }

    /// For each of u0, v0, u1, v1: which corners lie past the wrap and gain 65536.
    fn lifted(&self, face: &TerrainFace28) -> [[bool; 3]; 4] {
        let component = |index: usize| {
            face.vertices
                .map(|vertex| self.packed(usize::from(vertex))[index])
        };
        [0, 1, 2, 3].map(|index| {
            let values = component(index);
            let low = values.iter().min().copied().unwrap_or_default();
            let high = values.iter().max().copied().unwrap_or_default();
            values.map(|value| high - low > HALF_TURNS && value < HALF_TURNS)
        })
    }

    fn packed(&self, vertex: usize) -> [u16; 4] {
        // The reader checked vertex indices and the lengths of all vertex streams.
        let ([u0, v0], [u1, v1]) = (self.land.uv0[vertex], self.land.uv1[vertex]);
        [u0, v0, u1, v1]
    }

    fn vertex(&mut self, source: u16, lift: [bool; 4]) -> u32 {
        if let Some(known) = self.known.get(&(source, lift)) {
            return *known;
        }
        let vertex = usize::from(source);
        let packed = self.packed(vertex);
        let turns = |i: usize| {
            let lifted = u32::from(packed[i]) + if lift[i] { 65_536 } else { 0 };
            lifted as f32 / 1024.0
        };
        // At most three vertices per face.
        let index = self.vertices.len() as u32;
        self.vertices.push(TerrainVertex {
            position: self.land.positions[vertex],
            normal: self.land.normals[vertex],
            uv0: [turns(0), turns(1)],
            uv1: [turns(2), turns(3)],
            blend: self.land.blend.as_ref().map_or(1.0, |b| share(b[vertex])),
        });
        self.known.insert((source, lift), index);
        index
    }
}

impl PaintRequests {
    fn land_rows(&mut self, wear: &Wear, place: &str) -> Vec<usize> {
        let row = |row: &msh_format::wear::WearRow| {
            let place = format!("{place} -> {}", text::decode(&row.name));
            self.material(&row.name, &place).0 as usize
        };
        wear.materials.iter().map(row).collect()
    }
}
