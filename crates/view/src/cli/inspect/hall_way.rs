//! The hall way of a model.

use std::fmt;

use msh_format::msh::{HallLink, HallVertex, HallWay};
use serde::Serialize;

use super::table::{Table, vector};

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    vertices: Vec<Vertex>,
    links: Vec<Link>,
}

#[derive(Debug, Serialize)]
struct Vertex {
    position: [f32; 3],
    flags: u32,
    node: u32,
}

#[derive(Debug, Serialize)]
struct Link {
    from: u32,
    to: u32,
    /// Mostly -1.
    gates: [i32; 8],
}

impl Report {
    pub(super) fn new(hall_way: &HallWay) -> Self {
        let vertex = |vertex: &HallVertex| Vertex {
            position: vertex.position,
            flags: vertex.flags,
            node: vertex.node,
        };
        let link = |link: &HallLink| Link {
            from: link.from,
            to: link.to,
            gates: link.gates.map(u32::cast_signed),
        };
        Self {
            vertices: hall_way.vertices.iter().map(vertex).collect(),
            links: hall_way.links.iter().map(link).collect(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new("hall way", &["#", "node", "flags", "position"]);
        for (index, vertex) in self.vertices.iter().enumerate() {
            let flags = format!("{:#x}", vertex.flags);
            table.row([&index, &vertex.node, &flags, &vector(&vertex.position)]);
        }
        table.fmt(f)?;
        let mut table = Table::new("links of the hall way", &["#", "from", "to", "gates"]);
        for (index, link) in self.links.iter().enumerate() {
            let gates = link.gates.map(|gate| gate.to_string()).join(" ");
            table.row([&index, &link.from, &link.to, &gates]);
        }
        table.fmt(f)
    }
}
