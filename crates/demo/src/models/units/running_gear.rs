//! What every tracked unit stands on, and small fittings hulls share.

use crate::models::kit::shapes::{card, cuboid, disc, lathe, pill, rod};
use crate::models::kit::{Mesh, Paint, Vec3, v};
use crate::models::paints::{CHASSIS, GUN, LAMP, SHADOW, TRACK, WHEEL};

/// Size of a track, right side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gear {
    /// Half the length over all.
    pub reach: f32,
    /// Height over all.
    pub height: f32,
    /// Inner and outer x of the belt.
    pub belt: [f32; 2],
    /// Number of road wheels.
    pub wheels: usize,
}

/// Belt, road wheels, idler and sprocket of the right side.
pub(super) fn track(gear: Gear) -> Mesh {
    let [inner, outer] = gear.belt;
    let outline = belt_outline(gear);
    let mut mesh = belt(&outline, inner, outer);
    let recessed = outer - 0.1;
    let side: Vec<Vec3> = outline
        .iter()
        .map(|[y, z]| v(recessed, *y * 0.99, 0.03 + *z * 0.94))
        .collect();
    mesh.push_polygon(&side, CHASSIS);
    let radius = gear.height * 0.36;
    let span = gear.reach * 1.5;
    for i in 0..gear.wheels {
        let y = span * (i as f32 / (gear.wheels - 1) as f32 - 0.5);
        mesh.add(wheel(v(outer, y, radius + 0.07), radius));
    }
    for y in [-0.86, 0.86] {
        mesh.add(wheel(
            v(outer, y * gear.reach, gear.height * 0.58),
            gear.height * 0.32,
        ));
    }
    mesh
}

/// The far view of a track: the belt as a closed body.
pub(super) fn track_body(gear: Gear) -> Mesh {
    let [inner, outer] = gear.belt;
    let outline = belt_outline(gear);
    let mut mesh = belt(&outline, inner, outer);
    let side: Vec<Vec3> = outline.iter().map(|[y, z]| v(outer, *y, *z)).collect();
    mesh.push_polygon(&side, CHASSIS);
    mesh
}

/// Side view of the belt, counter-clockwise seen from the right.
fn belt_outline(gear: Gear) -> Vec<[f32; 2]> {
    let (r, h) = (gear.reach, gear.height);
    vec![
        [-0.80 * r, 0.0],
        [0.76 * r, 0.0],
        [0.93 * r, 0.32 * h],
        [r, 0.62 * h],
        [0.95 * r, 0.88 * h],
        [0.84 * r, h],
        [-0.86 * r, h],
        [-0.97 * r, 0.86 * h],
        [-r, 0.60 * h],
        [-0.95 * r, 0.32 * h],
    ]
}

/// The running surface of a belt: links follow each other along v.
fn belt(outline: &[[f32; 2]], inner: f32, outer: f32) -> Mesh {
    let mut mesh = Mesh::default();
    let mut along = 0.0;
    for i in 0..outline.len() {
        let ([y0, z0], [y1, z1]) = (outline[i], outline[(i + 1) % outline.len()]);
        let next = along + ((y1 - y0).powi(2) + (z1 - z0).powi(2)).sqrt() / TRACK.tile[1];
        mesh.push_mapped(
            &[
                v(inner, y0, z0),
                v(inner, y1, z1),
                v(outer, y1, z1),
                v(outer, y0, z0),
            ],
            &[[0.0, along], [0.0, next], [1.0, next], [1.0, along]],
            TRACK,
        );
        along = next;
    }
    mesh
}

fn wheel(center: Vec3, radius: f32) -> Mesh {
    let face = center + v(0.03, 0.0, 0.0);
    Mesh::join([
        rod(center - v(0.12, 0.0, 0.0), face, radius, 12, CHASSIS),
        disc(
            face + v(0.004, 0.0, 0.0),
            v(1.0, 0.0, 0.0),
            radius,
            12,
            WHEEL,
        ),
        rod(face, face + v(0.06, 0.0, 0.0), radius * 0.28, 6, GUN),
    ])
}

/// A round hatch lying on a roof.
pub(in crate::models) fn hatch(center: Vec3, radius: f32, paint: Paint) -> Mesh {
    let lid = [
        [radius, 0.0],
        [radius, 0.07],
        [radius * 0.86, 0.12],
        [0.0, 0.14],
    ];
    Mesh::join([
        lathe(&lid, 10, paint),
        cuboid(
            v(-0.05, -radius * 1.15, 0.0),
            v(0.05, -radius * 0.7, 0.13),
            GUN,
        ),
    ])
    .moved(center.x, center.y, center.z)
}

/// The dark patch a unit throws on the ground under it.
pub(super) fn shadow(half_width: f32, half_length: f32) -> Mesh {
    let (x, y, z) = (half_width, half_length, 0.16);
    card(v(-x, -y, z), v(x, -y, z), v(x, y, z), v(-x, y, z), SHADOW)
}

/// A headlight looking forward.
pub(in crate::models) fn headlight(center: Vec3, radius: f32) -> Mesh {
    let front = center + v(0.0, 0.1, 0.0);
    Mesh::join([
        rod(center - v(0.0, 0.12, 0.0), front, radius, 8, CHASSIS),
        disc(
            front + v(0.0, 0.005, 0.0),
            v(0.0, 1.0, 0.0),
            radius * 0.85,
            8,
            LAMP,
        ),
    ])
}

/// A stowage box with rounded edges and a lid line.
pub(in crate::models) fn stowage(min: Vec3, max: Vec3, paint: Paint) -> Mesh {
    let lid = v(max.x + 0.02, max.y + 0.02, max.z);
    let seam = v(min.x - 0.02, min.y - 0.02, max.z - 0.1);
    Mesh::join([pill(min, max, 0.05, paint), pill(seam, lid, 0.03, CHASSIS)])
}
