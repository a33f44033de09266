//! Shapes: quads, boxes, prisms, lofts; the round ones are in [`super::round`]. All return meshes wound
//! outwards.

use super::mesh::{Mesh, Paint};
use super::space::{Vec3, v};

pub(crate) use super::round::{ball, circle, cone, disc, lathe, limb, pipe, rod, wrap};

/// A quad given counter-clockwise, texture by projection.
pub(crate) fn quad(a: Vec3, b: Vec3, c: Vec3, d: Vec3, paint: Paint) -> Mesh {
    let mut mesh = Mesh::default();
    mesh.push(&[a, b, c, d], paint);
    mesh
}

/// A quad given counter-clockwise from its lower left corner, wearing the whole texture but for
/// its rim: textures repeat, and filtering at the rim would bring in the opposite side.
pub(crate) fn card(a: Vec3, b: Vec3, c: Vec3, d: Vec3, paint: Paint) -> Mesh {
    const LOW: f32 = 1.0 / 32.0;
    const HIGH: f32 = 1.0 - LOW;
    let mut mesh = Mesh::default();
    mesh.push_mapped(
        &[a, b, c, d],
        &[[LOW, HIGH], [HIGH, HIGH], [HIGH, LOW], [LOW, LOW]],
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
