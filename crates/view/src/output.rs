//! Standard output carries results, standard error everything else.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, Write};

use anyhow::{Context as _, Result};
use msh_format::Warnings;
use serde::Serialize;
use tracing_subscriber::EnvFilter;

use crate::args::Verbosity;

/// Writes a result for people to standard output, [`printable`] line by line.
///
/// # Errors
/// The output cannot be written; see [`is_broken_pipe`].
pub(crate) fn print(text: &str) -> Result<()> {
    write(|out| {
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                out.write_all(b"\n")?;
            }
            out.write_all(printable(line).as_bytes())?;
        }
        Ok(())
    })
}

/// One line of text with its control characters spelt out: names in a hostile file must not
/// steer the terminal or pass for further lines.
pub(crate) fn printable(line: &str) -> Cow<'_, str> {
    if !line.contains(char::is_control) {
        return line.into();
    }
    let mut shown = String::with_capacity(line.len());
    for character in line.chars() {
        if character.is_control() {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown.into()
}

fn write(content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let written = content(&mut out).and_then(|()| out.flush());
    written.context("cannot write to standard output")
}

/// Writes a result to standard output as JSON.
///
/// # Errors
/// As [`print()`].
pub(crate) fn print_json(value: &impl Serialize) -> Result<()> {
    // Written as it is made: the text of a million ranges takes a gigabyte.
    write(|out| {
        serde_json::to_writer_pretty(&mut *out, value)?;
        out.write_all(b"\n")
    })
}

/// The command line asks for something that does not go together: exit status 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub(crate) &'static str);

/// True if whoever read our standard output has gone away, which is nobody's fault.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
}

/// Writes an error to standard error: one line per cause, outermost first.
pub(crate) fn report(error: &anyhow::Error) {
    let mut err = io::stderr().lock();
    for (i, cause) in error.chain().enumerate() {
        let head = if i == 0 { "error" } else { "  caused by" };
        let text = cause.to_string().replace('\n', " ");
        // Nothing is left to tell a failure to.
        writeln!(err, "{head}: {}", printable(&text)).unwrap_or_default();
    }
}

/// Logs what a reader found suspicious in a file.
pub(crate) fn warn_of(name: &str, warnings: &Warnings) {
    for warning in warnings.list() {
        tracing::warn!("{name}: {}", printable(&warning.to_string()));
    }
    if warnings.dropped() > 0 {
        tracing::warn!("{name}: {} more warnings", warnings.dropped());
    }
}

/// Starts the log on standard error: warnings by default, errors with `-q`, more with `-v`.
/// `MSH_VIEW_LOG` takes a filter in the syntax of `tracing` instead.
pub(crate) fn start_log(verbosity: &Verbosity) {
    let (ours, others) = match (verbosity.quiet, verbosity.verbose) {
        (true, _) => ("error", "error"),
        (false, 0) => ("warn", "error"),
        (false, 1) => ("info", "error"),
        (false, 2) => ("debug", "warn"),
        (false, _) => ("trace", "trace"),
    };
    let directives =
        format!("{others},msh_format={ours},msh_scene={ours},msh_renderer={ours},msh_view={ours}");
    let filter =
        EnvFilter::try_from_env("MSH_VIEW_LOG").unwrap_or_else(|_| EnvFilter::new(directives));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        // The log must not end the program where nothing can be written.
        .log_internal_errors(false)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .with_target(verbosity.verbose > 1)
        .without_time()
        .init();
}
