//! What each verb does, one file per verb.

mod check;
mod draws;
mod export;
mod extract;
mod inspect;
mod list;
mod mission;
mod pack;
mod pose;
mod query;
mod view;

use std::process::ExitCode;

use anyhow::Result;

use crate::args::{CommandLine, InspectArgs, Verb};
use crate::source::Source;
use crate::target::Target;

use mission::ProblemReport;
pub(crate) use view::gpu_options;

/// Does what the command line says; the status is a failure where a check found something.
///
/// # Errors
/// The data or the device does not allow it: exit status 1.
pub(crate) fn run(line: &CommandLine) -> Result<ExitCode> {
    match &line.verb {
        Some(Verb::Check(args)) => return check::run(args),
        None => view::run(line),
        Some(Verb::Inspect(args)) => run_inspect(args),
        Some(Verb::Pose(args)) => pose::run(args),
        Some(Verb::Query(args)) => query::run(args),
        Some(Verb::Draws(args)) => draws::run(args),
        Some(Verb::List(args)) => list::run(args),
        Some(Verb::Extract(args)) => extract::run(args),
        Some(Verb::Pack(args)) => pack::run(args),
        Some(Verb::Export(args)) => export::run(args),
    }?;
    Ok(ExitCode::SUCCESS)
}

fn run_inspect(args: &InspectArgs) -> Result<()> {
    let json = args.json.json;
    match Target::new(Some(&args.path), args.root.root.as_deref())? {
        Target::Mission(target) => {
            mission::inspect(&target, args.root.static_animation_frame, json)
        }
        Target::File(location) => inspect::print(&Source::read(&location)?, json),
    }
}
