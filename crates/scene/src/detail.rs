//! Which slot each node of a model shows: one choice for what is drawn and what is struck.
//!
//! Spec: `04-mission-objects.md` 5.5.

use msh_format::msh::{Lod, Msh, Node38, State, node_flags};

/// The damage state and level of detail that are shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Detail {
    /// State; a node without it shows its highest state below.
    pub state: State,
    /// Level; a node without it shows nothing.
    pub lod: Lod,
}

/// The nodes that show something, in their order, and the slot that each shows; cockpits never
/// do. Nothing for the 24-byte layout, which has no node rules.
pub(crate) fn shown_slots(msh: &Msh, detail: Detail) -> impl Iterator<Item = (usize, usize)> {
    let nodes = msh.nodes.as_slice().iter().enumerate();
    let is_seen = |(_, node): &(usize, &Node38)| node.hdr0 & node_flags::COCKPIT == 0;
    nodes.filter(is_seen).filter_map(move |(node, _)| {
        let state = shown_state(msh, node, detail.state);
        Some((node, msh.slot(node, state, detail.lod)?))
    })
}

/// The highest damage state at or below the wanted one that has a level-0 slot, else the intact
/// one.
fn shown_state(msh: &Msh, node: usize, wanted: State) -> State {
    (1..=wanted.get() as u8)
        .rev()
        .filter_map(State::new)
        .find(|state| msh.slot(node, *state, Lod::default()).is_some())
        .unwrap_or_default()
}
