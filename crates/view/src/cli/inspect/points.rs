//! Control points.

use std::fmt;

use msh_format::points::{ControlPoint, ControlPoints};
use serde::Serialize;

use super::table::{Table, count, vector};

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    points: Vec<Point>,
}

#[derive(Debug, Serialize)]
struct Point {
    name: String,
    flags: u32,
    node: i32,
    carrier: i32,
    position: [f32; 3],
    direction: [f32; 3],
}

impl Report {
    pub(super) fn new(points: &ControlPoints) -> Self {
        Self {
            points: points.points.iter().map(Point::new).collect(),
        }
    }
}

impl Point {
    fn new(point: &ControlPoint) -> Self {
        Self {
            name: point.name.to_string(),
            flags: point.flags,
            node: point.node,
            carrier: point.carrier,
            position: point.position,
            direction: point.direction,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", count(self.points.len(), "control point"))?;
        let columns = &[
            "#",
            "name",
            "flags",
            "node",
            "carrier",
            "position",
            "direction",
        ];
        let mut table = Table::new("points", columns);
        for (index, p) in self.points.iter().enumerate() {
            table.row([
                &index,
                &p.name,
                &format!("{:#x}", p.flags),
                &p.node,
                &p.carrier,
                &vector(&p.position),
                &vector(&p.direction),
            ]);
        }
        table.fmt(f)
    }
}
