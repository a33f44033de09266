//! A mesh under construction: convex faces of three or four corners, counter-clockwise seen from
//! outside, each with the paint that decides its batch.

use super::space::{Pose, Vec3, v};

/// What a face wears and how it behaves. Faces of a node with equal paint become one batch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Paint {
    /// Material name.
    pub material: &'static str,
    /// World size of one turn of the texture along u and v.
    pub tile: [f32; 2],
    /// Flags of the batch, without the lightmap bit.
    pub batch_flags: u16,
    /// Flags of the triangle descriptors.
    pub triangle_flags: u16,
    /// Node of the room behind a portal.
    pub room: Option<u16>,
    /// Takes light from the model's lightmap.
    pub lightmapped: bool,
}

impl Paint {
    /// An ordinary paint.
    pub(crate) const fn new(material: &'static str, tile_u: f32, tile_v: f32) -> Self {
        Self {
            material,
            tile: [tile_u, tile_v],
            batch_flags: 0,
            triangle_flags: 0,
            room: None,
            lightmapped: false,
        }
    }

    /// With more batch flags.
    pub(crate) const fn flags(mut self, batch_flags: u16) -> Self {
        self.batch_flags |= batch_flags;
        self
    }

    /// With more triangle flags.
    pub(crate) const fn faces(mut self, triangle_flags: u16) -> Self {
        self.triangle_flags |= triangle_flags;
        self
    }

    /// Lit by the lightmap instead of the sun.
    pub(crate) const fn baked(mut self) -> Self {
        self.lightmapped = true;
        self
    }

    /// A portal to a room.
    pub(crate) const fn portal(mut self, room: u16) -> Self {
        self.room = Some(room);
        self
    }
}

/// A corner of a face.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Corner {
    /// Node-local position.
    pub position: Vec3,
    /// Texture coordinates, any sign.
    pub uv: [f32; 2],
    /// Lightmap coordinates, filled in by the bake.
    pub uv1: [f32; 2],
    /// Unit normal where the shape knows better than the smoothing.
    pub normal: Option<Vec3>,
}

/// A convex face.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Face {
    /// Three or four corners.
    pub corners: Vec<Corner>,
    /// What it wears.
    pub paint: Paint,
    /// Faces of one shape share a number and may be smoothed together; 0 is always flat.
    pub shape: u32,
}

impl Face {
    /// Unit normal by the winding; zero for a face without area.
    pub(crate) fn normal(&self) -> Vec3 {
        self.area_vector().normalized()
    }

    /// Mean of the corners.
    pub(crate) fn center(&self) -> Vec3 {
        let sum = self
            .corners
            .iter()
            .fold(Vec3::ZERO, |sum, c| sum + c.position);
        sum * (1.0 / self.corners.len() as f32)
    }

    /// Normal times twice the area.
    pub(crate) fn area_vector(&self) -> Vec3 {
        let origin = self.corners[0].position;
        self.corners
            .windows(2)
            .skip(1)
            .map(|pair| (pair[0].position - origin).cross(pair[1].position - origin))
            .fold(Vec3::ZERO, |sum, part| sum + part)
    }
}

/// A soup of faces.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Mesh {
    /// Faces in drawing order.
    pub faces: Vec<Face>,
    /// Highest shape number in use.
    shapes: u32,
}

impl Mesh {
    /// Joins meshes.
    pub(crate) fn join(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut whole = Self::default();
        for part in parts {
            whole.add(part);
        }
        whole
    }

    /// Appends another mesh; its shapes stay apart from the ones here.
    pub(crate) fn add(&mut self, other: Self) {
        let offset = self.shapes;
        self.shapes += other.shapes;
        self.faces.extend(other.faces.into_iter().map(|mut face| {
            if face.shape != 0 {
                face.shape += offset;
            }
            face
        }));
    }

    /// Appends a flat face with planar texture coordinates.
    pub(crate) fn push(&mut self, corners: &[Vec3], paint: Paint) {
        self.push_mapped(corners, &planar(corners, paint.tile), paint);
    }

    /// Appends a flat face with given texture coordinates; a face without area is left out.
    pub(crate) fn push_mapped(&mut self, corners: &[Vec3], uvs: &[[f32; 2]], paint: Paint) {
        let mut kept: Vec<Corner> = Vec::with_capacity(corners.len());
        for (position, uv) in corners.iter().zip(uvs) {
            if kept
                .iter()
                .all(|c| (c.position - *position).length() > 1e-5)
            {
                kept.push(Corner {
                    position: *position,
                    uv: *uv,
                    uv1: [0.0; 2],
                    normal: None,
                });
            }
        }
        let face = Face {
            corners: kept,
            paint,
            shape: 0,
        };
        if face.corners.len() >= 3 && face.area_vector().length() > 1e-7 {
            self.faces.push(face);
        }
    }

    /// Appends a flat polygon of any outline with planar texture coordinates.
    pub(crate) fn push_polygon(&mut self, outline: &[Vec3], paint: Paint) {
        self.add(super::shapes::cap(outline, paint));
    }

    /// Makes one smooth shape of all faces: normals are shared where the crease allows.
    pub(crate) fn smooth(mut self) -> Self {
        self.shapes = 1;
        for face in &mut self.faces {
            face.shape = 1;
        }
        self
    }

    /// Normals that point away from a centre: crowns and bushes then shade as one body.
    pub(crate) fn puffed(mut self, center: Vec3) -> Self {
        for corner in self.faces.iter_mut().flat_map(|face| &mut face.corners) {
            corner.normal = Some((corner.position - center).normalized());
        }
        self
    }

    /// Moved by a pose.
    pub(crate) fn placed(mut self, pose: Pose) -> Self {
        for corner in self.faces.iter_mut().flat_map(|face| &mut face.corners) {
            corner.position = pose.apply(corner.position);
            corner.normal = corner.normal.map(|n| pose.turn.apply(n));
        }
        self
    }

    /// Moved by a vector.
    pub(crate) fn moved(self, x: f32, y: f32, z: f32) -> Self {
        self.placed(Pose::at(v(x, y, z)))
    }

    /// The mirror image at x = 0, still wound outwards.
    pub(crate) fn mirrored(mut self) -> Self {
        for face in &mut self.faces {
            face.corners.reverse();
            for corner in &mut face.corners {
                corner.position.x = -corner.position.x;
                corner.normal = corner.normal.map(|n| v(-n.x, n.y, n.z));
            }
        }
        self
    }

    /// The mesh and its mirror image.
    pub(crate) fn both_sides(self) -> Self {
        let mirror = self.clone().mirrored();
        Self::join([self, mirror])
    }

    /// Moves every corner; texture coordinates stay.
    pub(crate) fn bent(mut self, bend: impl Fn(Vec3) -> Vec3) -> Self {
        for corner in self.faces.iter_mut().flat_map(|face| &mut face.corners) {
            corner.position = bend(corner.position);
        }
        self
    }

    /// New texture coordinates by position. Where u jumps by whole turns within a face, as angles do, the
    /// face keeps to the side of its first corner.
    pub(crate) fn remapped(mut self, map: impl Fn(Vec3) -> [f32; 2]) -> Self {
        for face in &mut self.faces {
            let first = map(face.center())[0];
            for corner in &mut face.corners {
                let [u, v] = map(corner.position);
                corner.uv = [u - (u - first).round(), v];
            }
        }
        self
    }

    /// Texture coordinates moved by a part of a turn: another patch of the same paint.
    pub(crate) fn shifted(mut self, u: f32, v: f32) -> Self {
        for corner in self.faces.iter_mut().flat_map(|face| &mut face.corners) {
            corner.uv = [corner.uv[0] + u, corner.uv[1] + v];
        }
        self
    }

    /// Other paint on the faces that a test picks.
    pub(crate) fn repainted(mut self, paint: Paint, pick: impl Fn(&Face) -> bool) -> Self {
        for face in &mut self.faces {
            if pick(face) {
                let points: Vec<Vec3> = face.corners.iter().map(|c| c.position).collect();
                face.paint = paint;
                for (corner, uv) in face.corners.iter_mut().zip(planar(&points, paint.tile)) {
                    corner.uv = uv;
                }
            }
        }
        self
    }

    /// Only the faces that a test picks.
    pub(crate) fn kept(mut self, pick: impl Fn(&Face) -> bool) -> Self {
        self.faces.retain(|face| pick(face));
        self
    }

    /// Positions of all corners.
    pub(crate) fn points(&self) -> impl Iterator<Item = Vec3> + '_ {
        let corners = self.faces.iter().flat_map(|face| &face.corners);
        corners.map(|corner| corner.position)
    }
}

/// Texture coordinates by projection along the axis the face looks at; v grows downwards.
pub(crate) fn planar(corners: &[Vec3], tile: [f32; 2]) -> Vec<[f32; 2]> {
    let origin = corners.first().copied().unwrap_or_default();
    let normal = corners
        .windows(2)
        .skip(1)
        .map(|pair| (pair[0] - origin).cross(pair[1] - origin))
        .fold(Vec3::ZERO, |sum, part| sum + part);
    let (x, y, z) = (normal.x.abs(), normal.y.abs(), normal.z.abs());
    corners
        .iter()
        .map(|p| {
            let (u, down) = if z >= x && z >= y {
                (p.x, -p.y)
            } else if x >= y {
                (p.y * normal.x.signum(), -p.z)
            } else {
                (-p.x * normal.y.signum(), -p.z)
            };
            [u / tile[0], down / tile[1]]
        })
        .collect()
}
