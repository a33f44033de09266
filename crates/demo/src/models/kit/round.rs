//! Round shapes: tubes, lathes, pipes, balls.

use super::mesh::{Mesh, Paint};
use super::shapes::cap;
use super::space::{FULL, Vec3, v};

/// A ring of points around an axis; `up` says where the ring looks.
pub(crate) fn circle(center: Vec3, up: Vec3, radius: f32, segments: usize) -> Vec<Vec3> {
    let x = up.any_normal();
    let y = up.normalized().cross(x);
    (0..segments)
        .map(|i| {
            let p = Vec3::polar(radius, FULL * i as f32 / segments as f32, 0.0);
            center + x * p.x + y * p.y
        })
        .collect()
}

/// Rings with texture wound around: whole turns of u around, v along by length.
pub(crate) fn wrap(rings: &[Vec<Vec3>], paint: Paint) -> Mesh {
    let count = rings.first().map_or(0, Vec::len);
    let around = rings.iter().map(|r| girth(r)).fold(0.0, f32::max);
    let turns = (around / paint.tile[0]).round().max(1.0);
    let mut mesh = Mesh::default();
    let mut along = 0.0;
    for pair in rings.windows(2) {
        let (low, high) = (&pair[0], &pair[1]);
        let next = along + (high[0] - low[0]).length() / paint.tile[1];
        for i in 0..count {
            let j = (i + 1) % count;
            let (u0, u1) = (
                turns * i as f32 / count as f32,
                turns * (i + 1) as f32 / count as f32,
            );
            mesh.push_mapped(
                &[low[i], low[j], high[j], high[i]],
                &[[u0, -along], [u1, -along], [u1, -next], [u0, -next]],
                paint,
            );
        }
        along = next;
    }
    mesh.smooth()
}

fn girth(ring: &[Vec3]) -> f32 {
    (0..ring.len())
        .map(|i| (ring[(i + 1) % ring.len()] - ring[i]).length())
        .sum()
}

/// A cone stump between two points, closed at both ends.
pub(crate) fn cone(from: Vec3, to: Vec3, radii: [f32; 2], segments: usize, paint: Paint) -> Mesh {
    let up = to - from;
    let rings = [
        circle(from, up, radii[0], segments),
        circle(to, up, radii[1], segments),
    ];
    let mut mesh = wrap(&rings, paint);
    let foot: Vec<Vec3> = rings[0].iter().rev().copied().collect();
    mesh.add(cap(&foot, paint));
    mesh.add(cap(&rings[1], paint));
    mesh
}

/// A cylinder between two points.
pub(crate) fn rod(from: Vec3, to: Vec3, radius: f32, segments: usize, paint: Paint) -> Mesh {
    cone(from, to, [radius; 2], segments, paint)
}

/// A flat disc wearing the whole texture, seen from where `up` points; v 0 is towards +Z.
pub(crate) fn disc(center: Vec3, up: Vec3, radius: f32, segments: usize, paint: Paint) -> Mesh {
    let mut mesh = Mesh::default();
    let rim = circle(center, up, radius, segments);
    let right = Vec3::UP.cross(up);
    let right = if right.length() > 0.1 {
        right.normalized()
    } else {
        v(1.0, 0.0, 0.0)
    };
    let top = up.normalized().cross(right);
    let uv = |p: Vec3| {
        let spoke = (p - center) * (0.5 / radius);
        [0.5 + spoke.dot(right), 0.5 - spoke.dot(top)]
    };
    for i in (0..segments).step_by(2) {
        let fan = [
            center,
            rim[i],
            rim[(i + 1) % segments],
            rim[(i + 2) % segments],
        ];
        mesh.push_mapped(&fan, &fan.map(uv), paint);
    }
    mesh
}

/// A body of revolution about z: (radius, z) from bottom to top, open where the radius is not 0.
pub(crate) fn lathe(outline: &[[f32; 2]], segments: usize, paint: Paint) -> Mesh {
    let rings: Vec<Vec<Vec3>> = outline
        .iter()
        .map(|[r, z]| circle(v(0.0, 0.0, *z), Vec3::UP, r.max(1e-4), segments))
        .collect();
    wrap(&rings, paint)
}

/// A pipe through points, mitred at the bends, closed at both ends.
pub(crate) fn pipe(path: &[Vec3], radius: f32, segments: usize, paint: Paint) -> Mesh {
    let rings = rings_along(path, |_| radius, segments);
    let mut mesh = wrap(&rings, paint);
    if let (Some(first), Some(last)) = (rings.first(), rings.last()) {
        let foot: Vec<Vec3> = first.iter().rev().copied().collect();
        mesh.add(cap(&foot, paint));
        mesh.add(cap(last, paint));
    }
    mesh
}

/// A limb through points, open at both ends; `radius` is asked along it from 0 to 1.
pub(crate) fn limb(
    path: &[Vec3],
    radius: impl Fn(f32) -> f32,
    segments: usize,
    paint: Paint,
) -> Mesh {
    wrap(&rings_along(path, radius, segments), paint)
}

/// Rings along a path that do not twist: each takes over the direction of the one before. At a
/// bend a ring stretches, so that the limb keeps its width.
fn rings_along(path: &[Vec3], radius: impl Fn(f32) -> f32, segments: usize) -> Vec<Vec<Vec3>> {
    let last = path.len() - 1;
    let mut side = (path[1] - path[0]).any_normal();
    let mut rings = Vec::with_capacity(path.len());
    for (i, center) in path.iter().enumerate() {
        let back = (*center - path[i.saturating_sub(1)]).normalized();
        let ahead = (path[(i + 1).min(last)] - *center).normalized();
        let tangent = (back + ahead).normalized();
        side = (side - tangent * side.dot(tangent)).normalized();
        let other = tangent.cross(side);
        let bend = ahead - back;
        let stretch = 1.0 / tangent.dot(if i == 0 { ahead } else { back }).max(0.3) - 1.0;
        let across = (bend - tangent * bend.dot(tangent)).normalized();
        let size = radius(i as f32 / last as f32);
        let spoke = |k: usize| {
            let p = Vec3::polar(size, FULL * k as f32 / segments as f32, 0.0);
            let spoke = side * p.x + other * p.y;
            *center + spoke + across * (spoke.dot(across) * stretch)
        };
        rings.push((0..segments).map(spoke).collect());
    }
    rings
}

/// A ball of radius 1 made of an icosahedron whose faces are split `splits` times; `shape` moves its
/// points. Texture by projection.
pub(crate) fn ball(splits: usize, paint: Paint, shape: impl Fn(Vec3) -> Vec3) -> Mesh {
    let mut triangles = icosahedron();
    for _ in 0..splits {
        triangles = triangles.into_iter().flat_map(split).collect();
    }
    let mut mesh = Mesh::default();
    for triangle in triangles {
        mesh.push(&triangle.map(&shape), paint);
    }
    mesh.smooth()
}

fn icosahedron() -> Vec<[Vec3; 3]> {
    let (sin, cos) = (0.894_427_2, 0.447_213_6);
    let ring = |z: f32, phase: f32| -> Vec<Vec3> {
        (0..5)
            .map(|i| Vec3::polar(sin, FULL * (i as f32 + phase) / 5.0, z))
            .collect()
    };
    let (low, high) = (ring(-cos, 0.5), ring(cos, 0.0));
    let (bottom, top) = (v(0.0, 0.0, -1.0), Vec3::UP);
    (0..5)
        .flat_map(|i| {
            let j = (i + 1) % 5;
            [
                [top, high[i], high[j]],
                [high[i], low[i], high[j]],
                [low[i], low[j], high[j]],
                [bottom, low[j], low[i]],
            ]
        })
        .collect()
}

fn split([a, b, c]: [Vec3; 3]) -> [[Vec3; 3]; 4] {
    let middle = |p: Vec3, q: Vec3| (p + q).normalized();
    let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
    [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
}
