//! Controllers: bindings that pose a model at the start, and the parts its kind has.

use msh_format::control::{
    Binding, Command, Contact, Control, ControlComponent, ControlState, binding_flags,
};
use msh_format::text::FixedStr;

use super::turrets::{BARREL, PITCH, YAW};
use super::{plant, turbine, units};

/// Bits of a binding that a static preview does not read.
mod more_flags {
    /// The value drives the node's material phase.
    pub(super) const MATERIAL_PHASE: u32 = 0x10;
    /// The row joins the turret's list.
    pub(super) const FOLLOWS: u32 = 0x08;
}

/// A full turn as the game's files write it: a decimal, not twice pi.
#[allow(clippy::approx_constant)]
const FULL_TURN: f32 = 6.28;

/// Classes of functional parts.
mod class {
    pub(super) const TURRET: i32 = 1;
    pub(super) const GUN: i32 = 2;
    pub(super) const CAMERA: i32 = 4;
    pub(super) const ENGINE: i32 = 5;
    pub(super) const DOOR: i32 = 12;
    pub(super) const POD: i32 = 13;
    pub(super) const POWER_STORE: i32 = 19;
    pub(super) const EFFICIENCY: i32 = 26;
}

/// Scenery that stands still: one component, nothing bound. The commonest file of the game.
pub(super) fn scenery() -> Control {
    let mut control = Control::new(Vec::new());
    control.components.push(ControlComponent::new(3, 0));
    control
}

/// The bare form without any record.
pub(super) fn nothing() -> Control {
    Control::new(Vec::new())
}

/// A turbine whose rotor stands at `start` of its turn.
pub(super) fn turbine(start: f32) -> Control {
    let row = Binding {
        initial: start,
        rate: 0.4,
        span: FULL_TURN,
        flags: binding_flags::WRAP,
        ..Binding::new(node(turbine::ROTOR), 0.0, 24.0)
    };
    let mut control = Control::new(vec![row]);
    control.components.push(driving(class::EFFICIENCY, 0, &[0]));
    control
}

/// The plant: its gate shut, its radar somewhere on its round.
pub(super) fn plant() -> Control {
    let radar = Binding {
        initial: 0.62,
        rate: 0.15,
        span: FULL_TURN,
        flags: binding_flags::WRAP,
        ..Binding::new(node(plant::RADAR), 0.0, 32.0)
    };
    let mut control = Control::new(vec![door(node(plant::DOOR)), radar]);
    control.components = vec![
        driving(class::DOOR, node(plant::DOOR), &[0]),
        driving(class::EFFICIENCY, 0, &[1]),
        ControlComponent::new(class::POD, 2),
        slot("i_rep_b"),
    ];
    control
}

/// The bunker: its blast door shut.
pub(super) fn bunker() -> Control {
    let mut control = Control::new(vec![door(node(super::bunker::DOOR))]);
    control.components = vec![
        driving(class::DOOR, node(super::bunker::DOOR), &[0]),
        ControlComponent::new(class::POD, 2),
        slot("i_rep_b"),
    ];
    control
}

/// A leaf between frame 0 (shut) and 1 (open).
fn door(leaf: i32) -> Binding {
    Binding {
        rate: 0.25,
        ..Binding::new(leaf, 0.0, 1.0)
    }
}

/// A tower has nothing of its own that moves.
pub(super) fn tower() -> Control {
    let mut control = Control::new(Vec::new());
    control.components.push(slot("i_rep_b"));
    control
}

/// A turret: `ahead` 0.5 looks ahead, `raised` is the height of its guns between 0 and 1.
pub(super) fn turret(ahead: f32, raised: f32) -> Control {
    let yaw = Binding {
        initial: ahead,
        rate: 0.5,
        span: FULL_TURN,
        flags: binding_flags::WRAP | binding_flags::INVERT,
        ..Binding::new(YAW, 49.0, 53.0)
    };
    let pitch = Binding {
        initial: raised,
        point: 0,
        rate: 0.5,
        span: 0.54,
        flags: more_flags::FOLLOWS,
        ..Binding::new(PITCH, 55.0, 57.0)
    };
    // The gunner's camera follows, but is not driven by the part: it must not move the node.
    let camera = Binding {
        initial: 1.0,
        flags: binding_flags::SKIP,
        ..Binding::new(YAW, 0.0, 53.0)
    };
    let mut control = Control::new(vec![yaw, pitch, camera]);
    control.components = vec![
        driving(class::TURRET, YAW, &[0, 1]),
        driving(class::CAMERA, YAW, &[2]),
        slot("e_gun"),
    ];
    control
}

/// A gun at rest.
pub(super) fn gun() -> Control {
    let recoil = Binding {
        rate: 4.0,
        ..Binding::new(BARREL, 58.0, 60.0)
    };
    let mut control = Control::new(vec![recoil]);
    control.components.push(driving(class::GUN, BARREL, &[0]));
    control
}

/// A tracked unit: belts whose material runs, slots for engine and battery, one state of driving.
pub(super) fn tracked(belts: [usize; 2]) -> Control {
    let belt = |belt: usize| Binding {
        flags: binding_flags::WRAP | binding_flags::SKIP | more_flags::MATERIAL_PHASE,
        ..Binding::new(node(belt), -1.0, -1.0)
    };
    let mut control = Control::new(belts.map(belt).to_vec());
    control.components = vec![
        slot("i_eng_l"),
        slot("i_pws_l"),
        driving(class::ENGINE, 0, &[0, 1]),
    ];
    control.contact_count = 1;
    control.states = vec![driving_state()];
    control.costs = vec![0];
    control.command_lists = vec![vec![start_engine()]];
    control.hooks[0] = 0;
    control
}

/// The gunship: wings half way between spread and folded.
pub(super) fn flyer() -> Control {
    let wing = |wing: usize, initial: f32| Binding {
        initial,
        rate: 0.6,
        flags: binding_flags::INVERT,
        ..Binding::new(node(wing), 1.0, 2.0)
    };
    let rows = units::flyer::WINGS.map(|index| wing(index, 0.1));
    let mut control = Control::new(rows.to_vec());
    control.components = vec![
        slot("i_eng_f"),
        slot("i_pws_l"),
        driving(class::ENGINE, 0, &[0, 1]),
    ];
    control
}

/// A walker: its legs follow its states, not bindings.
pub(super) fn walker() -> Control {
    let mut control = Control::new(Vec::new());
    control.components = vec![slot("i_eng_l"), slot("i_pws_l")];
    control
}

/// An engine.
pub(super) fn engine() -> Control {
    let mut control = Control::new(Vec::new());
    control
        .components
        .push(ControlComponent::new(class::ENGINE, 0));
    control
}

/// A battery.
pub(super) fn battery() -> Control {
    let mut control = Control::new(Vec::new());
    control
        .components
        .push(ControlComponent::new(class::POWER_STORE, 0));
    control
}

fn node(index: usize) -> i32 {
    i32::try_from(index).unwrap_or(-1)
}

/// A part that drives binding rows.
fn driving(class: i32, node: i32, rows: &[i32]) -> ControlComponent {
    ControlComponent {
        bindings: rows.to_vec(),
        ..ControlComponent::new(class, node)
    }
}

/// A slot whose label names what fits.
fn slot(label: &str) -> ControlComponent {
    let mut text = label.as_bytes().to_vec();
    text.push(0);
    ControlComponent {
        label: Some(text),
        ..ControlComponent::new(3, 0)
    }
}

/// Driving: velocity limited along y, one contact with the ground.
fn driving_state() -> ControlState {
    let mut words = [0; 39];
    words[0] = 0b010;
    words[1] = 0x0001_0004;
    let limits = [-f32::MAX, -2.0, -f32::MAX, f32::MAX, 9.0, f32::MAX];
    for (word, value) in words[9..15].iter_mut().zip(limits) {
        *word = value.to_bits();
    }
    words[36..39].fill(u32::MAX);
    ControlState {
        words,
        contacts: vec![Contact {
            point: 0,
            flags: 0,
            command_list: -1,
            unk_0c: 0,
        }],
    }
}

/// Puts the dust effect on node 0.
fn start_engine() -> Command {
    Command {
        condition: 0,
        mask: 0,
        invert: 0,
        action: 3,
        arguments: [0, 0, 0, 8000],
        unk_20: 0,
        archive: FixedStr::new("effects.rlb").unwrap_or_default(),
        member: FixedStr::new("dust_track.fxd").unwrap_or_default(),
    }
}
