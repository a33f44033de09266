//! Shapes: boxes, prisms, lofts, tubes, lathes, balls. All return meshes wound outwards.

use super::mesh::{Mesh, Paint};
use super::space::{FULL, Vec3, v};

/// A quad given counter-clockwise, texture by projection.
pub(crate) fn quad(a: Vec3, b: Vec3, c: Vec3, d: Vec3, paint: Paint) -> Mesh {
    let mut mesh = Mesh::default();
    mesh.push(&[a, b, c, d], paint);
    mesh
}

/// A quad given counter-clockwise from its lower left corner, wearing the whole texture.
pub(crate) fn card(a: Vec3, b: Vec3, c: Vec3, d: Vec3, paint: Paint) -> Mesh {
    let mut mesh = Mesh::default();
    mesh.push_mapped(
        &[a, b, c, d],
        &[[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]],
        paint,
    );
    mesh
}

/// A quad given counter-clockwise from its lower left corner, with `turns` of texture across and up.
pub(crate) fn wall(a: Vec3, b: Vec3, c: Vec3, d: Vec3, turns: [f32; 2], paint: Paint) -> Mesh {
    let [across, up] = turns;
    let mut mesh = Mesh::default();
    mesh.push_mapped(
        &[a, b, c, d],
        &[[0.0, up], [across, up], [across, 0.0], [0.0, 0.0]],
        paint,
    );
    mesh
}

/// A box with sharp edges.
pub(crate) fn cuboid(min: Vec3, max: Vec3, paint: Paint) -> Mesh {
    let at = |x: bool, y: bool, z: bool| {
        v(
            if x { max.x } else { min.x },
            if y { max.y } else { min.y },
            if z { max.z } else { min.z },
        )
    };
    let (o, i) = (false, true);
    let sides = [
        [at(o, o, o), at(i, o, o), at(i, o, i), at(o, o, i)],
        [at(i, o, o), at(i, i, o), at(i, i, i), at(i, o, i)],
        [at(i, i, o), at(o, i, o), at(o, i, i), at(i, i, i)],
        [at(o, i, o), at(o, o, o), at(o, o, i), at(o, i, i)],
        [at(o, o, i), at(i, o, i), at(i, i, i), at(o, i, i)],
        [at(o, i, o), at(i, i, o), at(i, o, o), at(o, o, o)],
    ];
    let mut mesh = Mesh::default();
    for side in sides {
        mesh.push(&side, paint);
    }
    mesh
}

/// A box whose four upright and four upper edges are cut off by `bevel`; the foot stays sharp.
pub(crate) fn block(min: Vec3, max: Vec3, bevel: f32, paint: Paint) -> Mesh {
    let ring = |inset: f32, z: f32| octagon(min, max, bevel, inset, z);
    loft(
        &[
            ring(0.0, min.z),
            ring(0.0, max.z - bevel),
            ring(bevel, max.z),
        ],
        paint,
    )
}

/// A box with all edges cut off by `bevel`.
pub(crate) fn pill(min: Vec3, max: Vec3, bevel: f32, paint: Paint) -> Mesh {
    let ring = |inset: f32, z: f32| octagon(min, max, bevel, inset, z);
    loft(
        &[
            ring(bevel, min.z),
            ring(0.0, min.z + bevel),
            ring(0.0, max.z - bevel),
            ring(bevel, max.z),
        ],
        paint,
    )
}

/// The outline of a box with its corners cut, counter-clockwise from above.
fn octagon(min: Vec3, max: Vec3, bevel: f32, inset: f32, z: f32) -> Vec<Vec3> {
    let (x0, x1) = (min.x + inset, max.x - inset);
    let (y0, y1) = (min.y + inset, max.y - inset);
    let cut = (bevel - inset * 0.5).max(0.0);
    vec![
        v(x0 + cut, y0, z),
        v(x1 - cut, y0, z),
        v(x1, y0 + cut, z),
        v(x1, y1 - cut, z),
        v(x1 - cut, y1, z),
        v(x0 + cut, y1, z),
        v(x0, y1 - cut, z),
        v(x0, y0 + cut, z),
    ]
}

/// Rings of equal corner counts, joined from bottom to top and closed at both ends. Rings run
/// counter-clockwise seen from the end the loft grows to, and should be convex.
pub(crate) fn loft(rings: &[Vec<Vec3>], paint: Paint) -> Mesh {
    let mut mesh = skin(rings, paint);
    if let (Some(first), Some(last)) = (rings.first(), rings.last()) {
        let foot: Vec<Vec3> = first.iter().rev().copied().collect();
        mesh.add(cap(&foot, paint));
        mesh.add(cap(last, paint));
    }
    mesh
}

/// The sides of a loft alone, texture by projection.
pub(crate) fn skin(rings: &[Vec<Vec3>], paint: Paint) -> Mesh {
    let mut mesh = Mesh::default();
    for pair in rings.windows(2) {
        let (low, high) = (&pair[0], &pair[1]);
        for i in 0..low.len() {
            let j = (i + 1) % low.len();
            mesh.push(&[low[i], low[j], high[j], high[i]], paint);
        }
    }
    mesh
}

/// A flat polygon, counter-clockwise, not necessarily convex: quads and triangles by ear clipping.
pub(crate) fn cap(outline: &[Vec3], paint: Paint) -> Mesh {
    let mut mesh = Mesh::default();
    if outline.len() <= 4 {
        mesh.push(outline, paint);
        return mesh;
    }
    let origin = outline[0];
    let normal = outline
        .windows(2)
        .skip(1)
        .map(|pair| (pair[0] - origin).cross(pair[1] - origin))
        .fold(Vec3::ZERO, |sum, part| sum + part);
    let mut left: Vec<Vec3> = outline.to_vec();
    while left.len() > 3 {
        let n = left.len();
        let ear = (0..n)
            .find(|&i| is_ear(&left, i, normal))
            .unwrap_or_default();
        let (before, after) = ((ear + n - 1) % n, (ear + 1) % n);
        mesh.push(&[left[before], left[ear], left[after]], paint);
        left.remove(ear);
    }
    mesh.push(&left, paint);
    mesh
}

/// True if the corner can be cut off: it is convex and no other corner lies in its triangle.
fn is_ear(outline: &[Vec3], i: usize, normal: Vec3) -> bool {
    let n = outline.len();
    let (a, b, c) = (outline[(i + n - 1) % n], outline[i], outline[(i + 1) % n]);
    let left_of = |p: Vec3, q: Vec3, r: Vec3| (q - p).cross(r - p).dot(normal);
    left_of(a, b, c) > 1e-9
        && outline.iter().all(|&p| {
            p == a
                || p == b
                || p == c
                || left_of(a, b, p) < 0.0
                || left_of(b, c, p) < 0.0
                || left_of(c, a, p) < 0.0
        })
}

/// A side view extruded across x: corners are (y, z), counter-clockwise seen from +X.
pub(crate) fn profile(outline: &[[f32; 2]], left: f32, right: f32, paint: Paint) -> Mesh {
    let at = |x: f32| -> Vec<Vec3> { outline.iter().map(|[y, z]| v(x, *y, *z)).collect() };
    loft(&[at(left), at(right)], paint)
}

/// A ground plan extruded upwards: corners are (x, y), counter-clockwise seen from above.
pub(crate) fn prism(outline: &[[f32; 2]], bottom: f32, top: f32, paint: Paint) -> Mesh {
    let at = |z: f32| -> Vec<Vec3> { outline.iter().map(|[x, y]| v(*x, *y, z)).collect() };
    loft(&[at(bottom), at(top)], paint)
}

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
    let mut rings: Vec<Vec<Vec3>> = Vec::with_capacity(path.len());
    let mut side = (path[1] - path[0]).any_normal();
    for i in 0..path.len() {
        let back = (path[i] - path[i.saturating_sub(1)]).normalized();
        let ahead = (path[(i + 1).min(path.len() - 1)] - path[i]).normalized();
        let tangent = (back + ahead).normalized();
        side = (side - tangent * side.dot(tangent)).normalized();
        let other = tangent.cross(side);
        let mitre = 1.0 / tangent.dot(if i == 0 { ahead } else { back }).max(0.3);
        // The ring stretches along the direction in which the path bends.
        let bend = (ahead - back).normalized();
        rings.push(
            (0..segments)
                .map(|k| {
                    let p = Vec3::polar(radius, FULL * k as f32 / segments as f32, 0.0);
                    let spoke = side * p.x + other * p.y;
                    let across = bend - tangent * bend.dot(tangent);
                    let axis = across.normalized();
                    path[i] + spoke + axis * (spoke.dot(axis) * (mitre - 1.0))
                })
                .collect(),
        );
    }
    let mut mesh = wrap(&rings, paint);
    if let (Some(first), Some(last)) = (rings.first(), rings.last()) {
        let foot: Vec<Vec3> = first.iter().rev().copied().collect();
        mesh.add(cap(&foot, paint));
        mesh.add(cap(last, paint));
    }
    mesh
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

#[cfg(test)]
mod tests {
    use super::*;

    use super::super::space::HALF;

    const PLAIN: Paint = Paint::new("DEFAULT", 1.0, 1.0);

    /// Six times the volume enclosed; positive for a closed mesh wound outwards.
    fn volume(mesh: &Mesh) -> f32 {
        mesh.faces
            .iter()
            .map(|f| f.corners[0].position.dot(f.area_vector()))
            .sum::<f32>()
            / 6.0
    }

    #[test]
    fn closed_shapes_are_wound_outwards_and_enclose_their_volume() {
        let (a, b) = (v(0.0, 0.0, 0.0), v(2.0, 3.0, 4.0));
        assert!((volume(&cuboid(a, b, PLAIN)) - 24.0).abs() < 1e-4);
        assert!(volume(&block(a, b, 0.1, PLAIN)) > 23.0);
        assert!(volume(&pill(a, b, 0.1, PLAIN)) > 23.0);
        let rod = rod(a, b, 1.0, 64, PLAIN);
        assert!((volume(&rod) - HALF * b.length()).abs() < 0.1);
        let ball = ball(3, PLAIN, |p| p);
        assert!((volume(&ball) - 4.18).abs() < 0.1);
    }

    #[test]
    fn a_side_view_may_be_concave() {
        let l_shape = [
            [0.0, 0.0],
            [2.0, 0.0],
            [2.0, 1.0],
            [1.0, 1.0],
            [1.0, 2.0],
            [0.0, 2.0],
        ];
        let mesh = profile(&l_shape, 0.0, 1.0, PLAIN);
        assert!((volume(&mesh) - 3.0).abs() < 1e-5);
    }

    #[test]
    fn a_mirror_image_is_wound_outwards_too() {
        let mesh = cuboid(v(1.0, 1.0, 1.0), v(2.0, 2.0, 2.0), PLAIN).mirrored();
        assert!((volume(&mesh) - 1.0).abs() < 1e-5);
        assert!(mesh.faces.iter().all(|f| f.corners[0].position.x < 0.0));
    }

    #[test]
    fn a_pipe_keeps_its_width_behind_a_bend() {
        let path = [v(0.0, 0.0, 0.0), v(0.0, 0.0, 5.0), v(5.0, 0.0, 5.0)];
        let mesh = pipe(&path, 0.5, 8, PLAIN);
        assert!(volume(&mesh) > 0.0);
        let low = mesh
            .faces
            .iter()
            .flat_map(|f| &f.corners)
            .filter(|c| c.position.x > 4.9)
            .map(|c| c.position.z)
            .fold(f32::MAX, f32::min);
        assert!((low - 4.5).abs() < 1e-3);
    }
}
