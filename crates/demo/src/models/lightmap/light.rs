//! How much light reaches a point.

use msh_format::msh::batch_flags;

use super::rays::Obstacles;
use crate::math::{cos_turns, fract, sin_turns, smooth};
use crate::models::kit::{Face, Lamp, Model, Vec3, v};

/// Directions looked into from every point.
const DIRECTIONS: usize = 32;
/// Faces with less area cast no shadow worth its time.
const SMALL: f32 = 0.1;
/// How far one looks.
const REACH: f32 = 30.0;
/// Light of the sky, of open ground, and of a wall far enough away.
const SKY: [f32; 3] = [0.95, 1.05, 1.2];
const GROUND: [f32; 3] = [0.40, 0.38, 0.32];
const WALLS: [f32; 3] = [0.42, 0.40, 0.37];
/// Distance at which a wall throws back its full light; nearer ones leave corners dark.
const OPEN: f32 = 3.5;

/// A model's obstacles and lamps.
pub(super) struct Light {
    obstacles: Obstacles,
    lamps: Vec<Lamp>,
    directions: Vec<Vec3>,
}

impl Light {
    /// Collects what casts shadows: everything solid of the intact model at rest, doors shut.
    pub(super) fn new(model: &Model) -> Self {
        let clear = batch_flags::SEE_THROUGH | batch_flags::TWO_SIDED | batch_flags::PORTAL;
        let mut triangles = Vec::new();
        for (index, node) in model.nodes.iter().enumerate() {
            let pose = model.rest(index);
            let mesh = node.meshes[0][0].iter().flat_map(|mesh| &mesh.faces);
            let solid = |face: &&Face| {
                face.paint.batch_flags & clear == 0 && face.area_vector().length() > 2.0 * SMALL
            };
            for face in mesh.filter(solid) {
                let corners: Vec<Vec3> = face
                    .corners
                    .iter()
                    .map(|c| pose.apply(c.position))
                    .collect();
                let fan = corners.windows(2).skip(1);
                triangles.extend(fan.map(|pair| [corners[0], pair[0], pair[1]]));
            }
        }
        let placed = |lamp: &Lamp| Lamp {
            at: model.rest(lamp.node).apply(lamp.at),
            ..*lamp
        };
        Self {
            obstacles: Obstacles::new(triangles),
            lamps: model.lamps.iter().map(placed).collect(),
            directions: (0..DIRECTIONS).map(direction).collect(),
        }
    }

    /// Light that falls on a point of a face with this normal, 1 for a fully lit surface.
    pub(super) fn at(&self, point: Vec3, normal: Vec3) -> [f32; 3] {
        let from = point + normal * 0.02;
        let side = normal.any_normal();
        let other = normal.cross(side);
        let mut sum = [0.0; 3];
        for d in &self.directions {
            let way = side * d.x + other * d.y + normal * d.z;
            let seen = match self.obstacles.nearest(from, way, REACH) {
                Some(distance) => WALLS.map(|c| c * smooth(0.0, OPEN, distance)),
                None if way.z > 0.0 => SKY,
                None => GROUND,
            };
            add(&mut sum, seen, 1.0 / DIRECTIONS as f32);
        }
        for lamp in &self.lamps {
            let to = lamp.at - from;
            let distance = to.length();
            let cosine = normal.dot(to) / distance;
            if cosine > 0.0 && distance < lamp.range && self.obstacles.sees(from, lamp.at) {
                let fade = smooth(lamp.range, lamp.range * 0.4, distance);
                add(&mut sum, lamp.color, fade * cosine / (distance * distance));
            }
        }
        sum
    }
}

fn add(sum: &mut [f32; 3], color: [f32; 3], weight: f32) {
    for (total, part) in sum.iter_mut().zip(color) {
        *total += part * weight;
    }
}

/// The i-th of a set of directions about +Z, spread so that each carries the same light.
fn direction(index: usize) -> Vec3 {
    let height = (index as f32 + 0.5) / DIRECTIONS as f32;
    // The golden angle keeps neighbours in height far apart around the axis.
    let turns = fract(index as f32 * 0.618_034);
    let radius = height.sqrt();
    v(
        radius * cos_turns(turns),
        radius * sin_turns(turns),
        (1.0 - height).sqrt(),
    )
}
