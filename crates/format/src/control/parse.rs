//! Reading a controller to its last byte.

use super::component::MIN_COMPONENT_SIZE;
use super::{
    Binding, Command, Contact, Control, ControlComponent, ControlState, HOOK_COUNT, MIN_SIZE,
};
use crate::error::{Error, Place, Result, Warnings};
use crate::reader::Reader;
use crate::record::{Record, read_records};
use crate::text::FixedStr;

/// Bytes of a state without its contacts.
const STATE_SIZE: usize = 156;

/// The five counts at the start, none of them negative.
struct Counts {
    states: u32,
    contacts: u32,
    bindings: u32,
    components: u32,
    lists: u32,
}

impl Control {
    /// Reads and validates a controller (`06-control.md` 9).
    ///
    /// # Errors
    /// Fewer than 212 bytes, a negative count, tables that do not fit, a class outside 1 to 30, a
    /// list length out of bounds, or bytes left over. Node numbers, frames and references are
    /// kept as they are; odd ones are warnings or left to the evaluation.
    pub fn parse(data: &[u8], warnings: &mut Warnings) -> Result<Self> {
        let mut reader = Reader::new(data);
        let counts = read_counts(&mut reader).map_err(|e| e.in_stream("counts"))?;
        let control = Self {
            contact_count: counts.contacts,
            parameters: reader.u32s().map_err(|e| e.in_stream("parameters"))?,
            states: read_states(&mut reader, &counts).map_err(|e| e.in_stream("states"))?,
            costs: read_costs(&mut reader, &counts).map_err(|e| e.in_stream("costs"))?,
            bindings: read_records::<Binding>(&mut reader, counts.bindings.into(), "bindings")
                .map_err(|e| e.in_stream("bindings"))?,
            components: read_components(&mut reader, &counts, warnings)
                .map_err(|e| e.in_stream("components"))?,
            hooks: read_hooks(&mut reader, &counts, warnings).map_err(|e| e.in_stream("hooks"))?,
            command_lists: read_lists(&mut reader, &counts, warnings)
                .map_err(|e| e.in_stream("command lists"))?,
        };
        reader.finish().map_err(|e| e.in_stream("end"))?;
        Ok(control)
    }
}

fn read_counts(reader: &mut Reader<'_>) -> Result<Counts> {
    let length = reader.remaining();
    if length < MIN_SIZE {
        let rule = format!("{length} bytes, a controller has at least {MIN_SIZE}");
        return Err(Error::truncated(rule));
    }
    let mut count = |what: &str| {
        let start = reader.position();
        let stored = reader.i32()?;
        u32::try_from(stored)
            .map_err(|_| Error::bad_value(format!("the number of {what} is {stored}")).at(start))
    };
    let counts = Counts {
        states: count("states")?,
        contacts: count("contacts")?,
        bindings: count("bindings")?,
        components: count("components")?,
        lists: count("command lists")?,
    };
    counts.check_fixed_part(length)?;
    Ok(counts)
}

impl Counts {
    /// The part whose size the counts alone give, with the hooks, fits in the file.
    fn check_fixed_part(&self, length: usize) -> Result<()> {
        let [states, contacts, bindings] =
            [self.states, self.contacts, self.bindings].map(u128::from);
        // Every count is below 2^31, so this stays below 2^67.
        let size = MIN_SIZE as u128
            + states * (STATE_SIZE as u128 + contacts * Contact::SIZE as u128)
            + states * states * 4
            + bindings * Binding::SIZE as u128;
        if size > length as u128 {
            return Err(Error::truncated(format!(
                "{states} states with {contacts} contacts each and {bindings} bindings need \
                 {size} bytes, there are {length}"
            )));
        }
        Ok(())
    }
}

fn read_states(reader: &mut Reader<'_>, counts: &Counts) -> Result<Vec<ControlState>> {
    let count = reader.check_count(counts.states.into(), STATE_SIZE, "states")?;
    let mut states = Vec::with_capacity(count);
    for index in 0..count {
        let state = read_state(reader, counts.contacts).map_err(|e| e.in_record(index))?;
        states.push(state);
    }
    Ok(states)
}

fn read_state(reader: &mut Reader<'_>, contacts: u32) -> Result<ControlState> {
    Ok(ControlState {
        words: reader.u32s()?,
        contacts: read_records(reader, contacts.into(), "contacts")?,
    })
}

fn read_costs(reader: &mut Reader<'_>, counts: &Counts) -> Result<Vec<u32>> {
    // Below 2^62: a count is below 2^31.
    let cells = u64::from(counts.states) * u64::from(counts.states);
    read_records(reader, cells, "costs")
}

fn read_components(
    reader: &mut Reader<'_>,
    counts: &Counts,
    warnings: &mut Warnings,
) -> Result<Vec<ControlComponent>> {
    let count = reader.check_count(counts.components.into(), MIN_COMPONENT_SIZE, "components")?;
    let mut components = Vec::with_capacity(count);
    for index in 0..count {
        let start = reader.position();
        let component = ControlComponent::read(reader).map_err(|e| e.in_record(index))?;
        let mut warn = |message: String| {
            warnings.push(place("components", index, start), message);
        };
        for reference in &component.bindings {
            if !is_index(*reference, counts.bindings) {
                warn(format!(
                    "binding reference {reference} of {} bindings",
                    counts.bindings
                ));
            }
        }
        if component
            .label
            .as_ref()
            .is_some_and(|l| l.last() != Some(&0))
        {
            warn("the label does not end with a NUL".to_owned());
        }
        for name in [&component.archive, &component.member] {
            if !name.is_terminated() {
                warn(unterminated(name));
            }
        }
        components.push(component);
    }
    Ok(components)
}

fn read_hooks(
    reader: &mut Reader<'_>,
    counts: &Counts,
    warnings: &mut Warnings,
) -> Result<[i32; HOOK_COUNT]> {
    let start = reader.position();
    let hooks = <[i32; HOOK_COUNT]>::read(reader)?;
    for (index, list) in hooks.iter().enumerate() {
        if *list != -1 && !is_index(*list, counts.lists) {
            let message = format!("command list {list} of {}", counts.lists);
            warnings.push(place("hooks", index, start + 4 * index), message);
        }
    }
    Ok(hooks)
}

fn read_lists(
    reader: &mut Reader<'_>,
    counts: &Counts,
    warnings: &mut Warnings,
) -> Result<Vec<Vec<Command>>> {
    let count = reader.check_count(counts.lists.into(), 4, "command lists")?;
    let mut lists = Vec::with_capacity(count);
    for index in 0..count {
        let start = reader.position();
        let list = read_list(reader).map_err(|e| e.in_record(index))?;
        for (number, command) in list.iter().enumerate() {
            for name in [&command.archive, &command.member] {
                if !name.is_terminated() {
                    let message = format!("command {number}: {}", unterminated(name));
                    warnings.push(place("command lists", index, start), message);
                }
            }
        }
        lists.push(list);
    }
    Ok(lists)
}

fn read_list(reader: &mut Reader<'_>) -> Result<Vec<Command>> {
    let start = reader.position();
    let stored = reader.i32()?;
    let count = u64::try_from(stored)
        .map_err(|_| Error::bad_value(format!("the number of commands is {stored}")).at(start))?;
    read_records(reader, count, "commands")
}

fn unterminated(name: &FixedStr<32>) -> String {
    format!("the name {name} has no NUL; all 32 bytes are taken")
}

fn is_index(value: i32, count: u32) -> bool {
    u32::try_from(value).is_ok_and(|value| value < count)
}

fn place(section: &'static str, record: usize, offset: usize) -> Place {
    Place {
        stream: Some(section.into()),
        record: Some(record as u64),
        offset: Some(offset as u64),
        ..Place::default()
    }
}
