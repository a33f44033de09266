//! Writing a controller.

use super::Control;
use crate::error::{Error, Result};
use crate::reader::WriteLe;
use crate::record::{Record, table_bytes};

impl Control {
    /// The bytes of the controller; those it was read from if nothing was changed.
    ///
    /// # Errors
    /// A state with another number of contacts than [`Control::contact_count`], costs that are
    /// no square of the states, a part the format cannot hold, a table too long for its count.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.check_lengths()?;
        let mut out = Vec::new();
        put_count(&mut out, self.states.len(), "states")?;
        put_count(&mut out, self.contact_count as usize, "contacts")?;
        put_count(&mut out, self.bindings.len(), "bindings")?;
        put_count(&mut out, self.components.len(), "components")?;
        put_count(&mut out, self.command_lists.len(), "command lists")?;
        out.put_u32s(&self.parameters);
        for state in &self.states {
            out.put_u32s(&state.words);
            out.put(&table_bytes(&state.contacts));
        }
        out.put_u32s(&self.costs);
        out.put(&table_bytes(&self.bindings));
        for (index, component) in self.components.iter().enumerate() {
            component
                .write(&mut out)
                .map_err(|e| e.in_stream("components").in_record(index))?;
        }
        self.hooks.write(&mut out);
        for list in &self.command_lists {
            put_count(&mut out, list.len(), "commands")?;
            out.put(&table_bytes(list));
        }
        Ok(out)
    }

    fn check_lengths(&self) -> Result<()> {
        for (index, state) in self.states.iter().enumerate() {
            if state.contacts.len() != self.contact_count as usize {
                let rule = format!(
                    "{} contacts, every state has {}",
                    state.contacts.len(),
                    self.contact_count
                );
                return Err(Error::bad_value(rule).in_stream("states").in_record(index));
            }
        }
        let states = self.states.len();
        if Some(self.costs.len()) != states.checked_mul(states) {
            let rule = format!("{} costs for {states} states", self.costs.len());
            return Err(Error::bad_value(rule).in_stream("costs"));
        }
        Ok(())
    }
}

fn put_count(out: &mut Vec<u8>, count: usize, what: &str) -> Result<()> {
    let count = i32::try_from(count)
        .map_err(|_| Error::limit(format!("{count} {what} do not fit in a signed word")))?;
    out.put_i32(count);
    Ok(())
}
