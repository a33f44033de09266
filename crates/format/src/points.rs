//! Control points (`*.cpt`, entry type `CTPT`).
//!
//! Spec: `04-mission-objects.md` 9.2.

use crate::text::FixedStr;

/// A control-point file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ControlPoints {
    /// Points in order.
    pub points: Vec<ControlPoint>,
}

/// A control point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ControlPoint {
    /// Flags.
    pub flags: u32,
    /// Node the point sits on.
    pub node: i32,
    /// Node it dies with.
    pub carrier: i32,
    /// Position in the node's frame.
    pub position: [f32; 3],
    /// Direction; its length carries a size.
    pub direction: [f32; 3],
    /// Name.
    pub name: FixedStr<32>,
}
