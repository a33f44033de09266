//! Tables of materials and lightmaps.

use std::fmt;

use msh_format::text;
use msh_format::wear::{Wear, WearRow};
use serde::Serialize;

use super::table::{Table, count};

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    materials: Vec<String>,
    lightmaps: Vec<String>,
}

impl Report {
    pub(super) fn new(wear: &Wear) -> Self {
        let names = |rows: &[WearRow]| rows.iter().map(|row| text::decode(&row.name)).collect();
        Self {
            materials: names(&wear.materials),
            lightmaps: names(&wear.lightmaps),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let materials = count(self.materials.len(), "material");
        let lightmaps = count(self.lightmaps.len(), "lightmap");
        writeln!(f, "wear: {materials}, {lightmaps}")?;
        for (heading, names) in [
            ("materials", &self.materials),
            ("lightmaps", &self.lightmaps),
        ] {
            let mut table = Table::new(heading, &["row", "name"]);
            for (row, name) in names.iter().enumerate() {
                table.row([&row, name]);
            }
            table.fmt(f)?;
        }
        Ok(())
    }
}
