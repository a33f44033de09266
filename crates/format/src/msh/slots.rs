//! Type 2: the model's header and its slots.

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
