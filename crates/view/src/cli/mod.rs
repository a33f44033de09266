//! What each verb does, one file per verb.

mod inspect;

use anyhow::Result;

use crate::args::{CommandLine, InspectArgs, Verb};
use crate::source::Source;

/// Does what the command line says.
///
/// # Errors
/// The data or the device does not allow it: exit status 1.
pub(crate) fn run(line: CommandLine) -> Result<()> {
    match line.verb {
        Some(Verb::Inspect(args)) => inspect(&args),
        Some(Verb::Pose(_) | Verb::Draws(_)) | None => anyhow::bail!("the scene is not built yet"),
    }
}

fn inspect(args: &InspectArgs) -> Result<()> {
    let source = Source::open(&args.path)?;
    inspect::print(&source, args.json.json)
}
