//! The island: relief, ground materials, the terrain file and the areals.
//!
//! Spec: `05-terrain-sky.md` 1 to 6 and 10.

mod areals;
mod cover;
mod grid;
mod mesh;
mod relief;

use std::sync::OnceLock;

use anyhow::Result;
use msh_format::wear::Wear;

use crate::names::ground;
use crate::root::Files;
use grid::Ground;

/// Where the map lies, as missions write it.
pub const LAND_PATH: &str = r"DATA\MAPS\Isle\land";

/// Height of the drawn ground at a point of the map, world units. Stand objects on this. Points
/// outside the map take the height of its border.
#[must_use]
pub fn height(x: f32, y: f32) -> f32 {
    ground_mesh().height(x, y)
}

/// Unit normal of the natural relief at a point.
#[must_use]
pub fn normal(x: f32, y: f32) -> [f32; 3] {
    relief::normal(x, y)
}

/// Adds the map's files.
///
/// # Errors
/// More faces or vertices than a terrain file can name.
pub fn write(files: &mut Files) -> Result<()> {
    let land = mesh::source(ground_mesh()).build()?;
    let folder = "DATA/MAPS/Isle";
    files.insert(format!("{folder}/Land.msh"), land.to_bytes()?);
    let areals = areals::map(ground_mesh())?;
    files.insert(format!("{folder}/Land.map"), areals.to_bytes()?);
    files.insert(format!("{folder}/Land1.wea"), layers(LAYERS)?);
    files.insert(format!("{folder}/Land2.wea"), layers(LAYERS)?);
    Ok(())
}

/// Rows of both tables: the second names the same materials for their flattened track 1.
const LAYERS: [&str; 9] = [
    ground::FOOTING,
    ground::MEADOW,
    ground::DRY_GRASS,
    ground::ROCK,
    ground::SAND,
    ground::DIRT,
    ground::GRAVEL,
    ground::BED,
    ground::WATER,
];

fn layers(names: [&str; 9]) -> Result<Vec<u8>> {
    Ok(Wear::from_names(&names, &[])?.to_bytes()?)
}

fn ground_mesh() -> &'static Ground {
    static GROUND: OnceLock<Ground> = OnceLock::new();
    GROUND.get_or_init(Ground::new)
}

#[cfg(test)]
mod tests {
    use msh_format::land::{FaceSource, face_flags};

    use super::*;
    use crate::layout::{BUNKER, CAMERA, LAKE_CENTER, LANDING, PLANT, TOWERS, WATER_LEVEL};

    #[test]
    fn pads_are_flat() {
        for pad in [PLANT, BUNKER, LANDING].iter().chain(&TOWERS) {
            for (sx, sy) in [
                (-1.0, -1.0),
                (1.0, -1.0),
                (1.0, 1.0),
                (-1.0, 1.0),
                (0.0, 0.0),
            ] {
                let x = pad.center[0] + sx * (pad.half[0] - 1.0);
                let y = pad.center[1] + sy * (pad.half[1] - 1.0);
                assert!(
                    (height(x, y) - pad.height).abs() < 0.35,
                    "{pad:?} {sx} {sy}"
                );
            }
        }
    }

    /// The brute force behind [`height`]: the centre of every dry face lies on its triangle.
    #[test]
    fn heights_are_those_of_the_drawn_faces() {
        let land = mesh::source(ground_mesh());
        let dry = |f: &&FaceSource| f.flags & face_flags::LIQUID == 0;
        for face in land.level0.iter().filter(dry) {
            let corners = face.vertices.map(|v| land.positions[usize::from(v)]);
            let mean = |axis: usize| corners.iter().map(|c| c[axis]).sum::<f32>() / 3.0;
            assert!((height(mean(0), mean(1)) - mean(2)).abs() < 1e-3);
        }
    }

    #[test]
    fn the_lake_is_under_water_and_the_camera_above_ground() {
        assert!(height(LAKE_CENTER[0], LAKE_CENTER[1]) < WATER_LEVEL - 3.0);
        let [x, y, z] = CAMERA.0;
        assert!(z > height(x, y) + 4.0, "{}", height(x, y));
    }

    #[test]
    fn the_ground_stays_within_its_heights() {
        for i in 0..64 * 64 {
            let z = height((i % 64) as f32 * 8.0, (i / 64) as f32 * 8.0);
            assert!((0.0..=78.0).contains(&z), "{i}: {z}");
        }
    }
}
