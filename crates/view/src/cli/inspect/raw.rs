//! Bytes of no known kind.

use std::fmt;

use msh_format::nres::{Entry, EntryType};
use msh_format::text;
use serde::Serialize;

use super::table::{Table, count};

/// How many of the bytes are shown, and how many on a line.
const SHOWN: usize = 64;
const LINE: usize = 16;

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    r#type: Option<u32>,
    tag: Option<String>,
    size: usize,
    /// The first bytes, hexadecimal.
    head: String,
    #[serde(skip)]
    kind: Option<EntryType>,
    #[serde(skip)]
    first: Vec<u8>,
}

impl Report {
    pub(super) fn new(entry: Option<&Entry>, bytes: &[u8]) -> Self {
        let first = &bytes[..bytes.len().min(SHOWN)];
        let kind = entry.map(|entry| entry.kind);
        Self {
            r#type: kind.map(|kind| kind.0),
            tag: kind.and_then(EntryType::as_tag),
            size: bytes.len(),
            head: first.iter().map(|byte| format!("{byte:02x}")).collect(),
            kind,
            first: first.to_vec(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = count(self.size, "byte");
        match self.kind {
            Some(kind) => writeln!(f, "no known kind: {size}, type {kind}")?,
            None => writeln!(f, "no known kind: {size}")?,
        }
        let heading = if self.size > SHOWN {
            "first bytes"
        } else {
            "bytes"
        };
        let mut table = Table::new(heading, &["offset", "hexadecimal", "text"]);
        for (line, bytes) in self.first.chunks(LINE).enumerate() {
            let numbers: Vec<_> = bytes.iter().map(|b| format!("{b:02x}")).collect();
            let text = text::decode(bytes).replace(char::is_control, ".");
            table.row([&(line * LINE), &numbers.join(" "), &text]);
        }
        table.fmt(f)
    }
}
