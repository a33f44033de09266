//! Terrain.

use std::collections::BTreeMap;
use std::fmt;

use msh_format::land::{Land, TerrainFace28};
use serde::Serialize;

use super::table::{Table, or_dash, vector};

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    vertex_count: usize,
    face_count: usize,
    level0_face_count: usize,
    min: Option<[f32; 3]>,
    max: Option<[f32; 3]>,
    cells: [u32; 2],
    water_level: Option<f32>,
    #[serde(skip)]
    groups: Vec<Group>,
}

/// Faces of level 0 that wear the same materials.
#[derive(Debug)]
struct Group {
    first: u8,
    second: Option<u8>,
    ground: &'static str,
    faces: usize,
}

impl Report {
    pub(super) fn new(land: &Land) -> Self {
        let bounds = land.bounds();
        Self {
            vertex_count: land.positions.len(),
            face_count: land.faces.len(),
            level0_face_count: land.level0_face_count(),
            min: bounds.map(|(min, _)| min),
            max: bounds.map(|(_, max)| max),
            cells: land.grid,
            water_level: land.water_level(),
            groups: groups(land.level0_faces()),
        }
    }
}

fn groups(faces: &[TerrainFace28]) -> Vec<Group> {
    let mut counts = BTreeMap::new();
    for face in faces {
        let ground = match (face.is_liquid(), face.is_bed()) {
            (true, _) => "liquid",
            (false, true) => "bed",
            (false, false) => "ground",
        };
        let key = (face.material1, face.second_material(), ground);
        *counts.entry(key).or_insert(0) += 1;
    }
    let group = |((first, second, ground), faces)| Group {
        first,
        second,
        ground,
        faces,
    };
    counts.into_iter().map(group).collect()
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [columns, rows] = self.cells;
        let fine = self.level0_face_count;
        let coarse = self.face_count.saturating_sub(fine);
        writeln!(
            f,
            "terrain: {} vertices, {fine} faces at level 0 and {coarse} at level 1, {columns} x {rows} squares",
            self.vertex_count
        )?;
        if let (Some(min), Some(max)) = (self.min, self.max) {
            writeln!(f, "from {} to {}", vector(&min), vector(&max))?;
        }
        match self.water_level {
            Some(level) => writeln!(f, "liquid at height {level}")?,
            None => writeln!(f, "no liquid")?,
        }
        let columns = &["kind", "material", "second", "faces"];
        let mut table = Table::new("rows of Land1.wea at level 0", columns);
        for group in &self.groups {
            table.row([
                &group.ground,
                &group.first,
                &or_dash(group.second),
                &group.faces,
            ]);
        }
        table.fmt(f)
    }
}
