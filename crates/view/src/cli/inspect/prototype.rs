//! Entries of `objects.rlb`.

use std::fmt;

use msh_format::prototype::{Prototype, Reference};
use serde::Serialize;

use super::table::{Table, or_dash};

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    key: String,
    tag: String,
    slots: Vec<Slot>,
}

#[derive(Debug, Serialize)]
struct Slot {
    archive: String,
    member: String,
}

impl Report {
    pub(super) fn new(key: &str, prototype: &Prototype) -> Self {
        Self {
            key: key.to_owned(),
            tag: prototype.tag.to_string(),
            slots: prototype.slots.iter().map(Slot::new).collect(),
        }
    }
}

impl Slot {
    fn new(slot: &Reference) -> Self {
        Self {
            archive: slot.archive.to_string(),
            member: slot.member.to_string(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "prototype {}: {} {}",
            self.key,
            self.tag,
            meaning(&self.tag)
        )?;
        let mut table = Table::new("slots", &["#", "archive", "member"]);
        for (index, slot) in self.slots.iter().enumerate() {
            let text = |name: &str| (!name.is_empty()).then(|| name.to_owned());
            let [archive, member] = [&slot.archive, &slot.member].map(|n| or_dash(text(n)));
            table.row([&index, &archive, &member]);
        }
        table.fmt(f)
    }
}

fn meaning(tag: &str) -> &'static str {
    match tag {
        "STAT" => "(scenery)",
        "FORT" => "(building)",
        "BTLU" => "(chassis, creature or body of a building)",
        "EXTO" => "(outer part)",
        "INTO" => "(inner part, not drawn)",
        "BULL" => "(projectile)",
        "WPNS" => "(weapon)",
        "SUNO" => "(sun)",
        _ => "",
    }
}
