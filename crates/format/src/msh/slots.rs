//! Type 2: the model's header and its slots.

use std::ops::Range;

use crate::error::Result;
use crate::reader::{Reader, WriteLe};
use crate::record::Record;

/// First 0x8C bytes of type 2 (`02b-msh-facts.md` 4.1). Not reliable: bounds are computed from
/// vertices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ModelHeader {
    /// Corners of the model's box in the initial pose.
    pub corners: [[f32; 3]; 8],
    /// Centre of the bounding sphere.
    pub sphere_center: [f32; 3],
    /// Its radius.
    pub sphere_radius: f32,
    /// Low point of the vertical axis.
    pub axis_low: [f32; 3],
    /// High point of the vertical axis.
    pub axis_high: [f32; 3],
    /// Horizontal radius.
    pub cylinder_radius: f32,
}

impl ModelHeader {
    /// The header for a model inside this box: sphere and cylinder about its centre, corners in
    /// the order of `02b-msh-facts.md` 4.1.
    #[must_use]
    pub fn around_box(min: [f32; 3], max: [f32; 3]) -> Self {
        let corner = |[x, y, z]: [usize; 3]| {
            let ends = [min, max];
            [ends[x][0], ends[y][1], ends[z][2]]
        };
        let (center, half) = center_and_half(min, max);
        Self {
            corners: [
                corner([0, 0, 0]),
                corner([1, 0, 0]),
                corner([1, 1, 0]),
                corner([0, 1, 0]),
                corner([0, 1, 1]),
                corner([0, 0, 1]),
                corner([1, 0, 1]),
                corner([1, 1, 1]),
            ],
            sphere_center: center,
            sphere_radius: length(&half),
            axis_low: [center[0], center[1], min[2]],
            axis_high: [center[0], center[1], max[2]],
            cylinder_radius: length(&half[..2]),
        }
    }

    /// The smallest box around all eight corners; their stored order is not relied upon.
    #[must_use]
    pub fn corner_box(&self) -> ([f32; 3], [f32; 3]) {
        box_around(&self.corners)
    }
}

impl Record for ModelHeader {
    const SIZE: usize = 0x8C;

    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            corners: Record::read(reader)?,
            sphere_center: reader.f32s()?,
            sphere_radius: reader.f32()?,
            axis_low: reader.f32s()?,
            axis_high: reader.f32s()?,
            cylinder_radius: reader.f32()?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        self.corners.write(out);
        out.put_f32s(&self.sphere_center);
        out.put_f32(self.sphere_radius);
        out.put_f32s(&self.axis_low);
        out.put_f32s(&self.axis_high);
        out.put_f32(self.cylinder_radius);
    }
}

/// A slot, 68 bytes; its box and sphere are in node space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slot68 {
    /// First triangle descriptor.
    pub tri_start: u16,
    /// Number of triangles.
    pub tri_count: u16,
    /// First batch.
    pub batch_start: u16,
    /// Number of batches.
    pub batch_count: u16,
    /// Low corner of the box.
    pub aabb_min: [f32; 3],
    /// High corner of the box.
    pub aabb_max: [f32; 3],
    /// Centre of the sphere.
    pub sphere_center: [f32; 3],
    /// Radius of the sphere.
    pub sphere_radius: f32,
    /// Uninterpreted words.
    pub opaque: [u32; 5],
}

impl Slot68 {
    /// A slot with box and sphere around `positions` and a zero tail. Without positions the box
    /// is the origin.
    #[must_use]
    pub fn around(positions: &[[f32; 3]], triangles: Range<u16>, batches: Range<u16>) -> Self {
        let (aabb_min, aabb_max) = box_around(positions);
        let (sphere_center, half) = center_and_half(aabb_min, aabb_max);
        Self {
            tri_start: triangles.start,
            tri_count: triangles.end.saturating_sub(triangles.start),
            batch_start: batches.start,
            batch_count: batches.end.saturating_sub(batches.start),
            aabb_min,
            aabb_max,
            sphere_center,
            sphere_radius: length(&half),
            opaque: [0; 5],
        }
    }

    /// Its batches in type 13.
    #[must_use]
    pub fn batch_range(&self) -> Range<usize> {
        let start = usize::from(self.batch_start);
        start..start + usize::from(self.batch_count)
    }

    /// Its triangle descriptors in type 7. Unlike the batches these may lie outside the stream
    /// of a parsed model: drawing does not need them.
    #[must_use]
    pub fn triangle_range(&self) -> Range<usize> {
        let start = usize::from(self.tri_start);
        start..start + usize::from(self.tri_count)
    }
}

impl Record for Slot68 {
    const SIZE: usize = 68;

    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            tri_start: reader.u16()?,
            tri_count: reader.u16()?,
            batch_start: reader.u16()?,
            batch_count: reader.u16()?,
            aabb_min: reader.f32s()?,
            aabb_max: reader.f32s()?,
            sphere_center: reader.f32s()?,
            sphere_radius: reader.f32()?,
            opaque: reader.u32s()?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_u16(self.tri_start);
        out.put_u16(self.tri_count);
        out.put_u16(self.batch_start);
        out.put_u16(self.batch_count);
        out.put_f32s(&self.aabb_min);
        out.put_f32s(&self.aabb_max);
        out.put_f32s(&self.sphere_center);
        out.put_f32(self.sphere_radius);
        out.put_u32s(&self.opaque);
    }
}

fn box_around(points: &[[f32; 3]]) -> ([f32; 3], [f32; 3]) {
    let Some((first, rest)) = points.split_first() else {
        return ([0.0; 3], [0.0; 3]);
    };
    let (mut min, mut max) = (*first, *first);
    for point in rest {
        for axis in 0..3 {
            min[axis] = min[axis].min(point[axis]);
            max[axis] = max[axis].max(point[axis]);
        }
    }
    (min, max)
}

fn center_and_half(min: [f32; 3], max: [f32; 3]) -> ([f32; 3], [f32; 3]) {
    let of_axes = |f: fn(f32, f32) -> f32| std::array::from_fn(|i| f(min[i], max[i]));
    (of_axes(|a, b| (a + b) / 2.0), of_axes(|a, b| (b - a) / 2.0))
}

fn length(vector: &[f32]) -> f32 {
    vector.iter().map(|v| v * v).sum::<f32>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{read_table, table_bytes};

    /// Slot 0 of the worked example, `02b-msh-facts.md` 12.
    fn slot0_bytes() -> Vec<u8> {
        let mut bytes = vec![
            0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x80, 0xBF, 0x00, 0x00,
            0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x3F, 0x00, 0x00, 0x00, 0x00,
            0x00, 0x00, 0x00, 0x40, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
            0x80, 0x3F, 0xF3, 0x04, 0xB5, 0x3F,
        ];
        bytes.resize(68, 0);
        bytes
    }

    #[test]
    fn a_slot_is_ranges_box_sphere_and_tail() {
        let slot = read_table::<Slot68>(&slot0_bytes()).unwrap()[0];
        assert_eq!(slot.triangle_range(), 0..2);
        assert_eq!(slot.batch_range(), 0..1);
        assert_eq!(slot.aabb_min, [-1.0, 0.0, 0.0]);
        assert_eq!(slot.aabb_max, [1.0, 0.0, 2.0]);
        assert_eq!(slot.sphere_center, [0.0, 0.0, 1.0]);
        assert_eq!(slot.sphere_radius, std::f32::consts::SQRT_2);
        assert_eq!(slot.opaque, [0; 5]);
        assert_eq!(table_bytes(&[slot]), slot0_bytes());
    }

    #[test]
    fn an_authored_slot_bounds_its_positions() {
        let corners = [[1.0, 0.0, 2.0], [-1.0, 0.0, 0.0], [0.5, 0.0, 1.5]];
        let slot = Slot68::around(&corners, 0..2, 0..1);
        assert_eq!(table_bytes(&[slot]), slot0_bytes());
    }

    #[test]
    fn ranges_up_to_the_largest_words_do_not_overflow() {
        let mut bytes = slot0_bytes();
        bytes[..8].fill(0xFF);
        let slot = read_table::<Slot68>(&bytes).unwrap()[0];
        assert_eq!(slot.batch_range(), 65_535..131_070);
        assert_eq!(slot.triangle_range(), 65_535..131_070);
    }

    #[test]
    fn an_authored_header_has_the_sphere_and_axis_of_the_worked_example() {
        let header = ModelHeader::around_box([-1.0, -1.0, -2.0], [1.0, 1.0, 2.0]);
        let bytes = table_bytes(&[header]);
        let tail = [
            0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x71, 0xC4,
            0x1C, 0x40, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xC0,
            0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x40, 0xF3, 0x04,
            0xB5, 0x3F,
        ];
        assert_eq!(bytes.len(), 0x8C);
        assert_eq!(bytes[0x60..], tail);
    }

    #[test]
    fn the_corner_box_does_not_depend_on_the_order_of_corners() {
        let mut header = ModelHeader::around_box([-1.0, -2.0, -3.0], [4.0, 5.0, 6.0]);
        header.corners.reverse();
        assert_eq!(header.corner_box(), ([-1.0, -2.0, -3.0], [4.0, 5.0, 6.0]));
    }
}
