//! Damage tables.

use std::fmt;

use msh_format::damage::{DamageTable, NodeDamage};
use serde::Serialize;

use super::table::{Table, count, or_dash};

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    nodes: Vec<Node>,
}

#[derive(Debug, Serialize)]
struct Node {
    flags: u32,
    hit_points: f32,
    density: f32,
    archive: String,
    member: String,
}

impl Report {
    pub(super) fn new(table: &DamageTable) -> Self {
        Self {
            nodes: table.nodes.iter().map(Node::new).collect(),
        }
    }
}

impl Node {
    fn new(node: &NodeDamage) -> Self {
        Self {
            flags: node.flags,
            hit_points: node.hit_points,
            density: node.density,
            archive: node.archive.to_string(),
            member: node.member.to_string(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "damage table: {}", count(self.nodes.len(), "node"))?;
        let columns = &[
            "node",
            "flags",
            "hit points",
            "density",
            "archive",
            "member",
        ];
        let mut table = Table::new("nodes", columns);
        for (index, n) in self.nodes.iter().enumerate() {
            let flags = format!("{:#x}", n.flags);
            let text = |name: &str| (!name.is_empty()).then(|| name.to_owned());
            let [archive, member] = [&n.archive, &n.member].map(|n| or_dash(text(n)));
            table.row([&index, &flags, &n.hit_points, &n.density, &archive, &member]);
        }
        table.fmt(f)
    }
}
