//! `msh-view`: shows missions and models of *Parkan: Iron Strategy*.
//!
//! [`args`] is what was typed, [`cli`] what each verb does with it. A PATH becomes a [`target`],
//! and that a [`stage`]: a scene with its draw list. [`app`] shows it in a window, with [`ui`]
//! over it; [`commands`] is the list of everything the user can do there.

mod app;
mod archive;
mod args;
mod canvas;
mod cli;
mod clock;
mod commands;
mod daytime;
mod demo;
mod display;
mod files;
mod flight;
mod folder;
mod input;
mod look;
mod output;
mod picture;
mod pilot;
mod source;
mod stage;
mod target;
mod timing;
mod ui;
mod values;

use std::process::ExitCode;

use crate::args::CommandLine;
use crate::output::Usage;

fn main() -> ExitCode {
    let line = CommandLine::of_process();
    output::start_log(&line.verbosity);
    match cli::run(&line) {
        Ok(status) => status,
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::report(&error);
            ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
        }
    }
}
