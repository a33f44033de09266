//! Charts: which rectangle of the page belongs to a face, and where its texels lie in space.

use crate::models::kit::{Face, Pose, Vec3, v};

/// A face's rectangle. Its outermost texel centres lie on the face's bounds, so that nothing from
/// a neighbour shows, and faces that share an edge agree there.
#[derive(Debug, Clone)]
pub(super) struct Chart {
    /// Unit normal in model space.
    pub(super) normal: Vec3,
    outline: Vec<Vec3>,
    middle: Vec3,
    origin: Vec3,
    axes: [Vec3; 2],
    extent: [f32; 2],
    /// Left, top, width and height in texels.
    place: [usize; 4],
}

impl Chart {
    /// The chart of a face whose node stands at `pose`; it has no place yet.
    pub(super) fn new(face: &Face, pose: Pose) -> Self {
        let normal = pose.turn.apply(face.normal());
        let across = Vec3::UP.cross(normal);
        let across = if across.length() > 0.1 {
            across.normalized()
        } else {
            v(1.0, 0.0, 0.0)
        };
        let axes = [across, normal.cross(across)];
        let outline: Vec<Vec3> = face
            .corners
            .iter()
            .map(|c| pose.apply(c.position))
            .collect();
        let range = |axis: Vec3| {
            let along = outline.iter().map(|p| p.dot(axis));
            along.fold((f32::MAX, f32::MIN), |(low, high), x| {
                (low.min(x), high.max(x))
            })
        };
        let ((u0, u1), (v0, v1)) = (range(axes[0]), range(axes[1]));
        let plane = outline[0].dot(normal);
        Self {
            normal,
            middle: pose.apply(face.center()),
            outline,
            origin: axes[0] * u0 + axes[1] * v0 + normal * plane,
            axes,
            extent: [u1 - u0, v1 - v0],
            place: [0; 4],
        }
    }

    /// Secondary texture coordinates of a point of the face.
    pub(super) fn uv(&self, page: &Page, point: Vec3) -> [f32; 2] {
        [0, 1].map(|axis| {
            let along = (point - self.origin).dot(self.axes[axis]) / self.extent[axis].max(1e-6);
            let texel = self.place[axis] as f32 + along * (self.place[axis + 2] - 1) as f32;
            (texel + 0.5) / page.size as f32
        })
    }

    /// Column, row and place in space of every texel.
    pub(super) fn texels(&self, page: &Page) -> impl Iterator<Item = (usize, usize, Vec3)> {
        let [left, top, width, height] = self.place;
        let inset = page.texel * 0.4;
        (0..width * height).map(move |i| {
            let (x, y) = (i % width, i / width);
            let u = self.extent[0] * x as f32 / (width - 1) as f32;
            let v = self.extent[1] * y as f32 / (height - 1) as f32;
            let point = self.origin + self.axes[0] * u + self.axes[1] * v;
            (left + x, top + y, self.inside(point, inset))
        })
    }

    /// The point, drawn towards the middle until it lies inside the outline by `inset`.
    fn inside(&self, point: Vec3, inset: f32) -> Vec3 {
        let count = self.outline.len();
        let contains = |p: Vec3| {
            (0..count).all(|i| {
                let (a, b) = (self.outline[i], self.outline[(i + 1) % count]);
                let inwards = self.normal.cross(b - a).normalized();
                (p - a).dot(inwards) >= inset.min((self.middle - a).dot(inwards) * 0.9)
            })
        };
        (0..=20)
            .map(|step| point.lerp(self.middle, step as f32 / 20.0))
            .find(|p| contains(*p))
            .unwrap_or(self.middle)
    }
}

/// The page: how many texels it has and how large they are in space.
#[derive(Debug, Clone, Copy)]
pub(super) struct Page {
    /// Texels along a side.
    pub(super) size: usize,
    /// Side of a texel, world units.
    pub(super) texel: f32,
}

impl Page {
    /// Places all charts with texels of half a unit, or larger ones that fit.
    pub(super) fn pack(charts: &mut [Chart], size: usize) -> Self {
        let mut texel = 0.5;
        while !pack_shelves(charts, size, texel) {
            texel *= 1.06;
        }
        Self { size, texel }
    }
}

/// Places charts on shelves, tall ones first; false if the page is too small.
fn pack_shelves(charts: &mut [Chart], size: usize, texel: f32) -> bool {
    for chart in charts.iter_mut() {
        let [w, h] = chart.extent.map(|e| (e / texel).ceil() as usize + 1);
        chart.place = [0, 0, w.max(2), h.max(2)];
    }
    let mut order: Vec<usize> = (0..charts.len()).collect();
    order.sort_by_key(|i| std::cmp::Reverse(charts[*i].place[3]));
    let (mut x, mut y, mut shelf) = (0, 0, 0);
    for index in order {
        let [_, _, w, h] = charts[index].place;
        if x + w > size {
            (x, y, shelf) = (0, y + shelf, 0);
        }
        if w > size || y + h > size {
            return false;
        }
        charts[index].place = [x, y, w, h];
        x += w;
        shelf = shelf.max(h);
    }
    true
}
