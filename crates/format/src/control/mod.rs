//! Controllers (`*.ctl`, entry type `CTLD`).
//!
//! Spec: `06-control.md`.

/// Number of entries of the hook table.
pub const HOOK_COUNT: usize = 21;

/// A complete controller.
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

/// A contact of a state, 16 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contact {
    /// Control point.
    pub point: i32,
    /// Flag bits.
    pub flags: u32,
    /// Command list.
    pub command_list: i32,
    /// Zero in shipped files.
    pub unk_0c: i32,
}

/// Bits of [`Binding::flags`].
pub mod binding_flags {
    /// One wrap by one unit instead of a clamp.
    pub const WRAP: u32 = 0x01;
    /// The blend value becomes `1 - v`.
    pub const INVERT: u32 = 0x02;
    /// The row is passed over.
    pub const SKIP: u32 = 0x04;
}

/// A node animation binding, 36 bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Binding {
    /// Node of the mesh that the same prototype names.
    pub node: i32,
    /// Frame played at value 0.
    pub frame_a: f32,
    /// Frame played at value 1.
    pub frame_b: f32,
    /// Initial blend value.
    pub initial: f32,
    /// Second control point or -1.
    pub origin_point: i32,
    /// Control point or -1.
    pub point: i32,
    /// Largest change of the value per second.
    pub rate: f32,
    /// What the range 0..1 stands for, radians.
    pub span: f32,
    /// Flag bits, see [`binding_flags`].
    pub flags: u32,
}

/// A functional part.
#[derive(Debug, Clone, PartialEq)]
pub struct ControlComponent {
    /// Class, 1 to 30.
    pub class: i32,
    /// Node the part sits on.
    pub node: i32,
    /// The words at 0x08 to 0x6B as stored: flags, command lists, state, mass, power, weights,
    /// values.
    pub words: [u32; 25],
    /// Archive of the emitted resource.
    pub archive: crate::text::FixedStr<32>,
    /// Member of the emitted resource.
    pub member: crate::text::FixedStr<32>,
    /// Binding rows of this file that the part drives.
    pub bindings: Vec<i32>,
    /// Label with its stored terminator byte; `None` when the length word is 0.
    pub label: Option<Vec<u8>>,
}

/// A command, 100 bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// Condition word.
    pub condition: u32,
    /// Condition mask.
    pub mask: u32,
    /// Inversion mask.
    pub invert: u32,
    /// Action, 0 to 27.
    pub action: i32,
    /// Arguments, integers or float bits.
    pub arguments: [u32; 4],
    /// Not read by the game.
    pub unk_20: u32,
    /// Archive.
    pub archive: crate::text::FixedStr<32>,
    /// Member.
    pub member: crate::text::FixedStr<32>,
}
