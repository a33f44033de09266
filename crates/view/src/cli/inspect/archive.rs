//! NRes archives.

use std::fmt;

use msh_format::Warnings;
use msh_format::nres::Nres;
use serde::Serialize;

use super::table::Table;

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    entries: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    index: usize,
    name: String,
    r#type: u32,
    tag: Option<String>,
    attr1: u32,
    attr2: u32,
    attr3: u32,
    offset: u32,
    size: u32,
}

impl Report {
    /// The members; those that cannot be read are warned of.
    pub(super) fn new(archive: &Nres<'_>, warnings: &mut Warnings) -> Self {
        for index in 0..archive.entries().len() {
            if let Err(error) = archive.payload(index) {
                warnings.push(*error.place, error.rule);
            }
        }
        let entries = archive.entries().iter().enumerate();
        let entries = entries.map(|(index, entry)| {
            let [attr1, attr2, attr3] = entry.attr;
            Entry {
                index,
                name: entry.name.to_string(),
                r#type: entry.kind.0,
                tag: entry.kind.as_tag(),
                attr1,
                attr2,
                attr3,
                offset: entry.offset,
                size: entry.size,
            }
        });
        Self {
            entries: entries.collect(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes: u64 = self.entries.iter().map(|e| u64::from(e.size)).sum();
        let entries = match self.entries.len() {
            1 => "1 entry".to_owned(),
            entries => format!("{entries} entries"),
        };
        writeln!(f, "NRes archive: {entries}, {bytes} bytes of payload")?;
        let columns = &[
            "#", "name", "type", "attr1", "attr2", "attr3", "offset", "size",
        ];
        let mut table = Table::new("entries", columns);
        for e in &self.entries {
            let kind = e.tag.clone().unwrap_or_else(|| e.r#type.to_string());
            table.row([
                &e.index, &e.name, &kind, &e.attr1, &e.attr2, &e.attr3, &e.offset, &e.size,
            ]);
        }
        table.fmt(f)
    }
}
