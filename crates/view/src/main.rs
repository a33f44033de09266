//! `msh-view`: shows missions and models of *Parkan: Iron Strategy*.
//!
//! [`args`] is what was typed, [`cli`] what each verb does with it; [`commands`] is the list of
//! everything the user can do in the window.

mod args;
mod cli;
mod commands;
mod demo;
mod flight;
mod input;
mod output;
mod source;
mod values;

use std::process::ExitCode;

use crate::args::CommandLine;

fn main() -> ExitCode {
    let line = CommandLine::of_process();
    output::start_log(&line.verbosity);
    match cli::run(line) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::report(&error);
            ExitCode::FAILURE
        }
    }
}
