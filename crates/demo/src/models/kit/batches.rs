//! From faces to vertices, indices, batches and triangle descriptors.

use std::collections::HashMap;

use anyhow::{Context, Result, ensure};
use msh_format::msh::{Batch20, Slot68, TriangleDescriptor, batch_flags};

use super::mesh::{Face, Mesh, Paint};
use super::space::Vec3;

/// Faces of a shape that meet at a flatter angle than this share a normal: cosine of 52 degrees.
const CREASE: f32 = 0.615;

/// The growing streams of a model.
#[derive(Debug, Default)]
pub(crate) struct Geometry {
    /// Type 2 without its header.
    pub slots: Vec<Slot68>,
    /// Type 3.
    pub positions: Vec<[f32; 3]>,
    /// Type 4.
    pub normals: Vec<[i8; 4]>,
    /// Type 5.
    pub uv0: Vec<[u16; 2]>,
    /// Type 18.
    pub uv1: Vec<[u16; 2]>,
    /// Type 6.
    pub indices: Vec<u16>,
    /// Type 7.
    pub descriptors: Vec<TriangleDescriptor>,
    /// Type 13.
    pub batches: Vec<Batch20>,
    /// Rows of the wear.
    pub materials: Vec<&'static str>,
}

impl Geometry {
    /// Appends a mesh as a slot and returns its number.
    pub(crate) fn add(&mut self, mesh: &Mesh) -> Result<u16> {
        let normals = vertex_normals(mesh);
        let tri_start = self.descriptors.len();
        let batch_start = self.batches.len();
        for paint in paints(mesh) {
            let faces = mesh.faces.iter().zip(&normals);
            let batch: Vec<_> = faces.filter(|(face, _)| face.paint == paint).collect();
            self.add_batch(paint, &batch)?;
        }
        link_neighbours(&mut self.descriptors, tri_start, &corner_keys(mesh));
        let (min, max) = bounds(mesh.points());
        let half = (max - min) * 0.5;
        self.slots.push(Slot68 {
            tri_start: u16::try_from(tri_start)?,
            tri_count: u16::try_from(self.descriptors.len() - tri_start)?,
            batch_start: u16::try_from(batch_start)?,
            batch_count: u16::try_from(self.batches.len() - batch_start)?,
            aabb_min: min.to_array(),
            aabb_max: max.to_array(),
            sphere_center: (min + half).to_array(),
            sphere_radius: half.length(),
            opaque: [
                (4.0 * half.x * half.y).to_bits(),
                (8.0 * half.x * half.y * half.z).to_bits(),
                0,
                0,
                0,
            ],
        });
        Ok(u16::try_from(self.slots.len() - 1)?)
    }

    fn add_batch(&mut self, paint: Paint, faces: &[(&Face, &Vec<Vec3>)]) -> Result<()> {
        let base_vertex = self.positions.len();
        let index_start = self.indices.len();
        let shift = whole_turns(faces);
        let mut known: HashMap<VertexKey, u16> = HashMap::new();
        for (face, normals) in faces {
            let mut corners = Vec::with_capacity(4);
            for (corner, normal) in face.corners.iter().zip(*normals) {
                let uv = pack_uv([corner.uv[0] - shift[0], corner.uv[1] - shift[1]])
                    .with_context(|| format!("material {}", paint.material))?;
                let uv1 = pack_uv(corner.uv1)?;
                let packed = pack_normal(*normal);
                let key = (
                    corner.position.to_array().map(f32::to_bits),
                    packed,
                    uv,
                    uv1,
                );
                let next = u16::try_from(self.positions.len() - base_vertex)?;
                let index = *known.entry(key).or_insert(next);
                if index == next {
                    self.positions.push(corner.position.to_array());
                    self.normals.push(packed);
                    self.uv0.push(uv);
                    self.uv1.push(uv1);
                }
                corners.push(index);
            }
            for (i, pair) in corners.windows(2).enumerate().skip(1) {
                self.indices.extend([corners[0], pair[0], pair[1]]);
                self.descriptors.push(descriptor(face, i));
            }
        }
        let material_index = self.material(paint.material)?;
        let lightmap = if paint.lightmapped {
            batch_flags::LIGHTMAPPED
        } else {
            0
        };
        self.batches.push(Batch20 {
            batch_flags: paint.batch_flags | lightmap,
            material_index_hi: 0,
            material_index,
            lightmap_index: if paint.lightmapped { 0 } else { 0xFF },
            local_batch_index: paint.room.unwrap_or(0xFFFF),
            index_count: u16::try_from(self.indices.len() - index_start)?,
            index_start: u32::try_from(index_start)?,
            vertex_count: u16::try_from(self.positions.len() - base_vertex)?,
            base_vertex: u32::try_from(base_vertex)?,
        });
        ensure!(self.positions.len() < 0x1_0000, "too many vertices");
        Ok(())
    }

    fn material(&mut self, name: &'static str) -> Result<u8> {
        let row = self.materials.iter().position(|known| *known == name);
        let row = row.unwrap_or_else(|| {
            self.materials.push(name);
            self.materials.len() - 1
        });
        u8::try_from(row).context("too many materials")
    }
}

type VertexKey = ([u32; 3], [i8; 4], [u16; 2], [u16; 2]);

/// The paints of a mesh in the order of their first face.
fn paints(mesh: &Mesh) -> Vec<Paint> {
    let mut found: Vec<Paint> = Vec::new();
    for face in &mesh.faces {
        if !found.contains(&face.paint) {
            found.push(face.paint);
        }
    }
    found
}

/// Whole turns that bring all texture coordinates of a batch to 0 or above.
fn whole_turns(faces: &[(&Face, &Vec<Vec3>)]) -> [f32; 2] {
    [0, 1].map(|axis| {
        let values = faces
            .iter()
            .flat_map(|(f, _)| &f.corners)
            .map(|c| c.uv[axis]);
        // A hair of tolerance, so that -0.0001 does not cost a turn.
        (values.fold(f32::MAX, f32::min) + 1.0 / 2048.0).floor()
    })
}

fn pack_uv(uv: [f32; 2]) -> Result<[u16; 2]> {
    let [u, v] = uv.map(|c| (c * 1024.0).round().max(0.0));
    ensure!(
        u <= 65_535.0 && v <= 65_535.0,
        "texture repeats over 63 times"
    );
    Ok([u as u16, v as u16])
}

fn pack_normal(normal: Vec3) -> [i8; 4] {
    let [x, y, z] = normal.to_array().map(|c| (c * 127.0).round() as i8);
    [x, y, z, 0]
}

/// Descriptor of the triangle between the first corner and the corners `i` and `i + 1`.
fn descriptor(face: &Face, i: usize) -> TriangleDescriptor {
    let [a, b, c] = [0, i, i + 1].map(|corner| face.corners[corner].position);
    let normal = (b - a).cross(c - a).normalized().to_array();
    TriangleDescriptor {
        tri_flags: face.paint.triangle_flags,
        neighbours: [0xFFFF; 3],
        normal: normal.map(|c| (c * 32_767.0).round() as i16),
        link: 0b11_11_11,
    }
}

/// Positions closer than a tenth of a millimetre are one.
type PositionKey = [i32; 3];

fn position_key(p: Vec3) -> PositionKey {
    p.to_array().map(|c| (c * 10_000.0).round() as i32)
}

/// Corners of every triangle, in the order in which [`Geometry::add`] writes them.
fn corner_keys(mesh: &Mesh) -> Vec<[PositionKey; 3]> {
    let mut keys = Vec::new();
    for paint in paints(mesh) {
        for face in mesh.faces.iter().filter(|face| face.paint == paint) {
            let corners: Vec<PositionKey> = face
                .corners
                .iter()
                .map(|c| position_key(c.position))
                .collect();
            keys.extend(
                corners
                    .windows(2)
                    .skip(1)
                    .map(|pair| [corners[0], pair[0], pair[1]]),
            );
        }
    }
    keys
}

/// Fills in which triangle lies across each edge, and which of its edges that is.
fn link_neighbours(
    descriptors: &mut [TriangleDescriptor],
    start: usize,
    triangles: &[[PositionKey; 3]],
) {
    let mut open: HashMap<[PositionKey; 2], (usize, usize)> = HashMap::new();
    for (t, corners) in triangles.iter().enumerate() {
        for edge in 0..3 {
            let (from, to) = (corners[edge], corners[(edge + 1) % 3]);
            if let Some((other, other_edge)) = open.remove(&[to, from]) {
                set_link(&mut descriptors[start + t], edge, start + other, other_edge);
                set_link(&mut descriptors[start + other], other_edge, start + t, edge);
            } else {
                open.insert([from, to], (t, edge));
            }
        }
    }
}

fn set_link(descriptor: &mut TriangleDescriptor, edge: usize, other: usize, other_edge: usize) {
    descriptor.neighbours[edge] = u16::try_from(other).unwrap_or(0xFFFF);
    descriptor.link &= !(3 << (2 * edge));
    descriptor.link |= (other_edge as u16) << (2 * edge);
}

/// One normal per corner of every face: given, flat, or the area-weighted mean of the faces of
/// its shape that meet there below the crease.
fn vertex_normals(mesh: &Mesh) -> Vec<Vec<Vec3>> {
    let mut meeting: HashMap<(u32, PositionKey), Vec<Vec3>> = HashMap::new();
    for face in mesh.faces.iter().filter(|face| face.shape != 0) {
        for corner in &face.corners {
            let key = (face.shape, position_key(corner.position));
            meeting.entry(key).or_default().push(face.area_vector());
        }
    }
    let corner_normal = |face: &Face, position: Vec3| {
        let flat = face.normal();
        let key = (face.shape, position_key(position));
        let near = meeting.get(&key).into_iter().flatten();
        near.filter(|area| area.normalized().dot(flat) > CREASE)
            .fold(flat * 1e-6, |sum, area| sum + *area)
            .normalized()
    };
    let face_normals = |face: &Face| {
        let of =
            |c: &super::mesh::Corner| c.normal.unwrap_or_else(|| corner_normal(face, c.position));
        face.corners.iter().map(of).collect()
    };
    mesh.faces.iter().map(face_normals).collect()
}

/// Box around points; a point at the origin if there are none.
pub(crate) fn bounds(mut points: impl Iterator<Item = Vec3>) -> (Vec3, Vec3) {
    let first = points.next().unwrap_or_default();
    points.fold((first, first), |(min, max), p| (min.min(p), max.max(p)))
}
