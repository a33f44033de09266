//! Rules of the layout that no reader depends on (`01-containers.md` 3.4, 3.9).

use super::{Directory, warn};
use crate::error::{Place, Warnings};

impl Directory {
    /// Reports how `data`, from which this directory was read, differs from what the game's own
    /// tools write: a payload that does not start on a multiple of 8 and, as harmless, padding that
    /// is not zero and other bytes that no entry names. Reading is the same either way.
    pub fn check_layout(&self, data: &[u8], warnings: &mut Warnings) {
        for (index, entry) in self.entries().iter().enumerate() {
            if !entry.offset.is_multiple_of(8) && self.payload_range(index).is_ok() {
                let rule = "the payload does not start on a multiple of 8";
                warn(warnings, index, self.entry_offset(index), rule);
            }
        }
        for gap in self.gaps() {
            let bytes = data.get(gap.clone()).unwrap_or_default();
            if bytes.iter().all(|byte| *byte == 0) {
                continue;
            }
            let place = Place {
                stream: Some("NRes payloads".into()),
                offset: Some(gap.start as u64),
                ..Place::default()
            };
            if bytes.len() < 8 && gap.end.is_multiple_of(8) {
                warnings.rarity(place, "padding that is not zero");
            } else {
                warnings.rarity(place, format!("{} bytes that no entry names", bytes.len()));
            }
        }
    }
}
