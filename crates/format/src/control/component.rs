//! Functional parts, the records of variable size.

use crate::error::{Error, Result};
use crate::reader::{Reader, WriteLe};
use crate::record::{Record, read_records};
use crate::text::{FixedStr, until_nul};

/// Bytes of a part without binding references and label.
pub(super) const MIN_COMPONENT_SIZE: usize = 180;
const CLASSES: std::ops::RangeInclusive<i32> = 1..=30;
const MAX_BINDINGS: usize = 4096;
const MAX_LABEL: usize = 4095;

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
    pub archive: FixedStr<32>,
    /// Member of the emitted resource.
    pub member: FixedStr<32>,
    /// Binding rows of this file that the part drives.
    pub bindings: Vec<i32>,
    /// Label with its stored terminator byte; `None` when the length word is 0.
    pub label: Option<Vec<u8>>,
}

impl ControlComponent {
    /// A part without command lists, resource, bindings and label, in its class's default state.
    #[must_use]
    pub fn new(class: i32, node: i32) -> Self {
        let mut words = [0; 25];
        // Command lists at 0x0C, 0x10, 0x14 and the initial state at 0x18: -1 each.
        words[1..=4].fill(u32::MAX);
        Self {
            class,
            node,
            words,
            archive: FixedStr::default(),
            member: FixedStr::default(),
            bindings: Vec::new(),
            label: None,
        }
    }

    /// The label without its terminator: a prefix of the `objects.rlb` records that fit the slot.
    #[must_use]
    pub fn label_text(&self) -> Option<&[u8]> {
        self.label.as_deref().map(until_nul)
    }

    /// Mass in kilograms.
    #[must_use]
    pub fn mass(&self) -> f32 {
        f32::from_bits(self.words[5])
    }

    /// Power figure.
    #[must_use]
    pub fn power(&self) -> f32 {
        f32::from_bits(self.words[6])
    }

    /// The sixteen values at 0x2C; their meaning depends on the class.
    #[must_use]
    pub fn values(&self) -> [f32; 16] {
        std::array::from_fn(|index| f32::from_bits(self.words[9 + index]))
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let start = reader.position();
        let class = reader.i32()?;
        check_class(class).map_err(|e| e.at(start))?;
        let node = reader.i32()?;
        let words = reader.u32s()?;
        let archive = Record::read(reader)?;
        let member = Record::read(reader)?;
        let count = read_length(reader, "binding references", MAX_BINDINGS)?;
        let bindings = read_records(reader, count as u64, "binding references")?;
        let label = match read_length(reader, "label bytes", MAX_LABEL)? {
            0 => None,
            length => Some(reader.bytes(length + 1)?.to_vec()),
        };
        Ok(Self {
            class,
            node,
            words,
            archive,
            member,
            bindings,
            label,
        })
    }

    /// Appends the record.
    ///
    /// # Errors
    /// A class, number of references or label that [`Self::read`] would refuse.
    pub(super) fn write(&self, out: &mut Vec<u8>) -> Result<()> {
        check_class(self.class)?;
        let label = self.label.as_deref().unwrap_or_default();
        if self.label.is_some() && label.len() < 2 {
            let rule = "a label has at least one byte and its terminator";
            return Err(Error::bad_value(rule));
        }
        out.put_i32(self.class);
        out.put_i32(self.node);
        out.put_u32s(&self.words);
        out.put(&self.archive.0);
        out.put(&self.member.0);
        put_length(out, self.bindings.len(), "binding references", MAX_BINDINGS)?;
        for binding in &self.bindings {
            out.put_i32(*binding);
        }
        put_length(out, label.len().saturating_sub(1), "label bytes", MAX_LABEL)?;
        out.put(label);
        Ok(())
    }
}

fn check_class(class: i32) -> Result<()> {
    if CLASSES.contains(&class) {
        return Ok(());
    }
    Err(Error::bad_value(format!("class {class} is not 1 to 30")))
}

fn read_length(reader: &mut Reader<'_>, what: &str, max: usize) -> Result<usize> {
    let start = reader.position();
    let stored = reader.i32()?;
    match usize::try_from(stored) {
        Ok(length) if length <= max => Ok(length),
        _ => {
            let rule = format!("{stored} {what}, allowed are 0 to {max}");
            Err(Error::bad_value(rule).at(start))
        }
    }
}

fn put_length(out: &mut Vec<u8>, length: usize, what: &str, max: usize) -> Result<()> {
    if length > max {
        return Err(Error::limit(format!("{length} {what}, at most {max}")));
    }
    // At most 4096, see the constants above.
    out.put_u32(length as u32);
    Ok(())
}
