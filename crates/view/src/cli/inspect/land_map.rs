//! Areals of a map.

use std::collections::BTreeMap;
use std::fmt;

use msh_format::land_map::LandMap;
use serde::Serialize;

use super::table::{Table, count};

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    areal_count: usize,
    lake_count: usize,
    edge_count: usize,
    border_edge_count: usize,
    grid: [u32; 2],
    most_areals_in_a_cell: usize,
    classes: Vec<Class>,
}

/// The areals of one class.
#[derive(Debug, Default, Serialize)]
struct Class {
    class: u32,
    lake: bool,
    areal_count: usize,
    area: f64,
}

impl Report {
    pub(super) fn new(map: &LandMap) -> Self {
        let mut classes = BTreeMap::new();
        for areal in &map.areals {
            let class: &mut Class = classes.entry(areal.class()).or_default();
            class.class = areal.class();
            class.lake = areal.is_lake();
            class.areal_count += 1;
            class.area += f64::from(areal.area);
        }
        let edges = || {
            let areals = map.areals.iter().enumerate();
            areals.flat_map(|(index, areal)| (0..areal.edges.len()).map(move |edge| (index, edge)))
        };
        let border = edges().filter(|(areal, edge)| map.across(*areal, *edge).is_none());
        Self {
            areal_count: map.areals.len(),
            lake_count: map.areals.iter().filter(|a| a.is_lake()).count(),
            edge_count: edges().count(),
            border_edge_count: border.count(),
            grid: map.grid.size(),
            most_areals_in_a_cell: map.grid.cells().map(<[u16]>::len).max().unwrap_or(0),
            classes: classes.into_values().collect(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let areals = count(self.areal_count, "areal");
        let lakes = count(self.lake_count, "lake");
        writeln!(f, "areal map: {areals}, {lakes} among them")?;
        let edges = count(self.edge_count, "edge");
        writeln!(f, "{edges}, {} without a neighbour", self.border_edge_count)?;
        let [columns, rows] = self.grid;
        let most = count(self.most_areals_in_a_cell, "areal");
        writeln!(f, "grid of {columns} x {rows} cells, at most {most} in one")?;
        let mut table = Table::new("classes", &["class", "kind", "areals", "area"]);
        for class in &self.classes {
            let kind = if class.lake { "lake" } else { "land" };
            table.row([&class.class, &kind, &class.areal_count, &class.area]);
        }
        table.fmt(f)
    }
}
