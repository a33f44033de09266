//! Controllers (`*.ctl`, entry type `CTLD`).
//!
//! Spec: `06-control.md`. One controller holds the movement limits, the animation states, the node
//! bindings, the functional parts and the command lists of an object. The static preview reads
//! the bindings alone; everything is kept and written back.

mod component;
mod parameters;
mod parse;
mod records;
mod write;

pub use component::ControlComponent;
pub use records::{Binding, Command, Contact, binding_flags};

/// Number of entries of the hook table.
pub const HOOK_COUNT: usize = 21;

/// Bytes of the smallest controller: counts, parameters and hooks.
const MIN_SIZE: usize = 212;

/// A complete controller. Its tables are as long as its counts say, so the counts of the file are
/// not kept apart, except that of the contacts, which exists without states.
#[derive(Debug, Clone, PartialEq)]
pub struct Control {
    /// Contacts per state (count B).
    pub contact_count: u32,
    /// The 27 parameter words at offset 20, as stored.
    pub parameters: [u32; 27],
    /// Animation and movement states.
    pub states: Vec<ControlState>,
    /// Transition costs, `cost[to * states + from]`.
    pub costs: Vec<u32>,
    /// Node animation bindings in file order.
    pub bindings: Vec<Binding>,
    /// Functional parts.
    pub components: Vec<ControlComponent>,
    /// Command-list index per event, -1 = none.
    pub hooks: [i32; HOOK_COUNT],
    /// Command lists.
    pub command_lists: Vec<Vec<Command>>,
}

/// A state record: 156 bytes and its contacts. Not read by the static preview.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ControlState {
    /// The 39 words as stored (`06-control.md` 3).
    pub words: [u32; 39],
    /// One record per contact.
    pub contacts: Vec<Contact>,
}

impl Control {
    /// A controller of these bindings alone: default parameters, no hooks, no states.
    #[must_use]
    pub fn new(bindings: Vec<Binding>) -> Self {
        Self {
            contact_count: 0,
            parameters: parameters::defaults(),
            states: Vec::new(),
            costs: Vec::new(),
            bindings,
            components: Vec::new(),
            hooks: [-1; HOOK_COUNT],
            command_lists: Vec::new(),
        }
    }
}
