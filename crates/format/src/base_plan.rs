//! Ground plans of buildings (`*.bas`).
//!
//! Spec: `04-mission-objects.md` 9.1.

/// A ground plan.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BasePlan {
    /// Inner rings: the traced outline.
    pub inner: Vec<InnerRing>,
    /// Outer rings: the clearance, first corner not repeated, model space, anticlockwise.
    pub outer: Vec<Vec<[f32; 3]>>,
}

/// An inner ring.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct InnerRing {
    /// Corners, first corner not repeated, model space, anticlockwise.
    pub corners: Vec<[f32; 3]>,
    /// Mesh triangle each corner was traced from.
    pub triangles: Vec<i32>,
    /// Corner of that triangle.
    pub triangle_corners: Vec<i32>,
}
