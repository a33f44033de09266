//! Controllers.

use std::fmt;

use msh_format::control::{self, Control, ControlComponent};
use msh_format::text;
use serde::Serialize;

use super::table::{Table, count, or_dash};

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    state_count: usize,
    contact_count: u32,
    command_list_count: usize,
    bindings: Vec<Binding>,
    components: Vec<Component>,
}

#[derive(Debug, Serialize)]
struct Binding {
    node: i32,
    frame_a: f32,
    frame_b: f32,
    initial: f32,
    origin_point: Option<i32>,
    point: Option<i32>,
    rate: f32,
    span: f32,
    flags: u32,
}

#[derive(Debug, Serialize)]
struct Component {
    class: i32,
    node: i32,
    label: Option<String>,
    bindings: Vec<i32>,
}

impl Report {
    pub(super) fn new(control: &Control) -> Self {
        Self {
            state_count: control.states.len(),
            contact_count: control.contact_count,
            command_list_count: control.command_lists.len(),
            bindings: control.bindings.iter().map(Binding::new).collect(),
            components: control.components.iter().map(Component::new).collect(),
        }
    }
}

impl Binding {
    fn new(binding: &control::Binding) -> Self {
        let point = |point: i32| (point != -1).then_some(point);
        Self {
            node: binding.node,
            frame_a: binding.frame_a,
            frame_b: binding.frame_b,
            initial: binding.initial,
            origin_point: point(binding.origin_point),
            point: point(binding.point),
            rate: binding.rate,
            span: binding.span,
            flags: binding.flags,
        }
    }
}

impl Component {
    fn new(component: &ControlComponent) -> Self {
        Self {
            class: component.class,
            node: component.node,
            label: component.label_text().map(text::decode),
            bindings: component.bindings.clone(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "controller: {}, {}, {}, {}, {} per state",
            count(self.bindings.len(), "binding"),
            count(self.components.len(), "component"),
            count(self.state_count, "state"),
            count(self.command_list_count, "command list"),
            count(self.contact_count as usize, "contact"),
        )?;
        let columns = &[
            "#", "node", "frames", "initial", "origin", "point", "rate", "span", "flags",
        ];
        let mut table = Table::new("bindings", columns);
        for (index, b) in self.bindings.iter().enumerate() {
            table.row([
                &index,
                &b.node,
                &format!("{} .. {}", b.frame_a, b.frame_b),
                &b.initial,
                &or_dash(b.origin_point),
                &or_dash(b.point),
                &b.rate,
                &b.span,
                &format!("{:#x}", b.flags),
            ]);
        }
        table.fmt(f)?;
        let mut table = Table::new("components", &["#", "class", "node", "label", "bindings"]);
        for (index, c) in self.components.iter().enumerate() {
            let bindings: Vec<_> = c.bindings.iter().map(ToString::to_string).collect();
            let label = or_dash(c.label.as_ref());
            table.row([&index, &c.class, &c.node, &label, &bindings.join(" ")]);
        }
        table.fmt(f)
    }
}
