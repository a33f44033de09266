//! `inspect` of a single file or archive member.

use anyhow::Result;

use crate::source::Source;

/// Prints what `source` is and what is in it.
///
/// # Errors
/// The bytes break a rule of their format, or are of no known kind.
pub(crate) fn print(source: &Source, _json: bool) -> Result<()> {
    anyhow::bail!(
        "{}: {} bytes of no known kind",
        source.name,
        source.bytes.len()
    )
}
