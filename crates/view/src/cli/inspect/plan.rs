//! Ground plans of buildings.

use std::fmt;

use msh_format::base_plan::{BasePlan, InnerRing};
use serde::Serialize;

use super::table::{Table, count, vector};

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    inner: Vec<Ring>,
    outer: Vec<Vec<[f32; 3]>>,
}

#[derive(Debug, Serialize)]
struct Ring {
    corners: Vec<[f32; 3]>,
    triangles: Vec<i32>,
    triangle_corners: Vec<i32>,
}

impl Report {
    pub(super) fn new(plan: &BasePlan) -> Self {
        let ring = |ring: &InnerRing| Ring {
            corners: ring.corners.clone(),
            triangles: ring.triangles.clone(),
            triangle_corners: ring.triangle_corners.clone(),
        };
        Self {
            inner: plan.inner.iter().map(ring).collect(),
            outer: plan.outer.clone(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = count(self.inner.len(), "inner ring");
        let outer = count(self.outer.len(), "outer ring");
        writeln!(f, "ground plan: {inner}, {outer}")?;
        let mut table = Table::new("corners", &["ring", "#", "x y z"]);
        let inner = self.inner.iter().map(|ring| ("inner", &ring.corners));
        let outer = self.outer.iter().map(|ring| ("outer", ring));
        for (number, (side, corners)) in inner.chain(outer).enumerate() {
            for (index, corner) in corners.iter().enumerate() {
                table.row([&format!("{number} {side}"), &index, &vector(corner)]);
            }
        }
        table.fmt(f)
    }
}
