//! RsLi archives.

use std::fmt;

use msh_format::rsli::{METHOD_MASK, Method, Rsli};
use msh_format::{Error, Warnings};
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
    method: u16,
    offset: u32,
    packed_size: u32,
    size: u32,
}

impl Report {
    /// The members; those that cannot be read whatever they hold are warned of.
    pub(super) fn new(archive: &Rsli<'_>, warnings: &mut Warnings) -> Self {
        for (index, entry) in archive.entries().iter().enumerate() {
            let error = match (archive.packed(index, warnings), entry.method()) {
                (Err(error), _) => error,
                (Ok(_), Some(_)) => continue,
                (Ok(_), None) => {
                    Error::unsupported(format!("storage method of flags {:#06x}", entry.flags))
                        .in_stream("RsLi member")
                        .in_record(index)
                        .in_entry(entry.name.to_string())
                }
            };
            warnings.push(*error.place, error.rule);
        }
        let entries = archive.entries().iter().enumerate();
        let entries = entries.map(|(index, entry)| Entry {
            index,
            name: entry.name.to_string(),
            method: entry.flags & METHOD_MASK,
            offset: entry.offset,
            packed_size: entry.packed_size,
            size: entry.unpacked_size,
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
        writeln!(f, "RsLi archive: {entries}, {bytes} bytes unpacked")?;
        let columns = &["#", "name", "method", "offset", "packed", "size"];
        let mut table = Table::new("entries", columns);
        for e in &self.entries {
            let method = Method::from_flags(e.method);
            let method = method.map_or_else(|| format!("{:#x}", e.method), |m| m.to_string());
            table.row([
                &e.index,
                &e.name,
                &method,
                &e.offset,
                &e.packed_size,
                &e.size,
            ]);
        }
        table.fmt(f)
    }
}
