//! Assemblies of components.

use std::fmt;

use msh_format::unit::Unit;
use serde::Serialize;

use super::table::{Table, count, or_dash};

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    r#type: u32,
    components: Vec<Component>,
}

#[derive(Debug, Serialize)]
struct Component {
    index: usize,
    parent: Option<usize>,
    key: String,
    attachment: Option<i32>,
    class: u32,
    name: String,
    #[serde(skip)]
    depth: usize,
}

impl Report {
    pub(super) fn new(unit: &Unit) -> Self {
        let mut components: Vec<Component> = Vec::with_capacity(unit.components.len());
        for (index, (component, parent)) in unit.components.iter().zip(&unit.parents).enumerate() {
            // Parents stand before their children.
            let depth = parent
                .and_then(|p| components.get(p))
                .map_or(0, |p| p.depth + 1);
            components.push(Component {
                index,
                parent: *parent,
                key: component.key.to_string(),
                attachment: (component.attachment != -1).then_some(component.attachment),
                class: component.class,
                name: component.name.to_string(),
                depth,
            });
        }
        Self {
            r#type: unit.class_word,
            components,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let components = count(self.components.len(), "component");
        let kind = class_name(self.r#type).unwrap_or("unit of an unknown class");
        writeln!(f, "{kind} ({:#010x}): {components}", self.r#type)?;
        let columns = &["#", "key", "parent", "attached to", "class", "name"];
        let mut table = Table::new("components", columns);
        for c in &self.components {
            table.row([
                &c.index,
                &format!("{:indent$}{}", "", c.key, indent = 2 * c.depth),
                &or_dash(c.parent),
                &or_dash(c.attachment),
                &part_name(c.class),
                &c.name,
            ]);
        }
        table.fmt(f)
    }
}

/// What the class word of an assembly says (`04-mission-objects.md` 4).
fn class_name(word: u32) -> Option<&'static str> {
    Some(match word {
        0x0100_2000 => "transport",
        0x0100_4000 => "builder",
        0x0100_8000 => "warrior",
        0x0101_0000 => "headquarters",
        0x0102_0000 => "hero",
        0x2000_0000 => "animal",
        0x8001_0000 => "small bunker",
        0x8002_0000 => "medium bunker",
        0x8004_0000 => "large bunker",
        0x8000_0002 => "generator",
        0x8000_0004 => "mine",
        0x8000_0008 => "storage",
        0x8000_0010 => "plant",
        0x8000_0040 => "hangar or outpost",
        0x8000_0200 => "main teleport",
        0x8000_0400 => "institute",
        0x8000_1000 => "bridge",
        0x8000_2000 => "ruin",
        0x8010_0000 => "medium tower",
        0x8020_0000 => "large tower",
        _ => return None,
    })
}

fn part_name(class: u32) -> String {
    let name = match class {
        0 => "0 chassis",
        1 => "1 turret",
        2 => "2 armour",
        3 => "3 internal",
        4 => "4 gun",
        5 => "5 clip",
        other => return other.to_string(),
    };
    name.to_owned()
}
