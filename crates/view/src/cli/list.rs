//! `list`: the members of an archive.

use anyhow::{Result, bail};

use crate::archive::Archive;
use crate::args::ListArgs;
use crate::cli::inspect;
use crate::source::Source;

/// Prints the members of an archive.
///
/// # Errors
/// There is no such file, or it is no archive.
pub(crate) fn run(args: &ListArgs) -> Result<()> {
    let source = Source::open(&args.archive)?;
    if !Archive::is_one(&source.bytes) {
        bail!("{} is no archive", source.name);
    }
    inspect::print_archive(&source, args.json.json)
}
