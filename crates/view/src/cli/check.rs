//! `check`: follows every reference and lists everything that is broken.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::io::{self, IsTerminal, Write as _};
use std::process::ExitCode;

use anyhow::{Result, bail};
use msh_scene::check::{self, Options, Report, Totals};
use msh_scene::kind::Hint;
use msh_scene::problems::{Problem, Severity};
use serde::Serialize;

use crate::args::InspectArgs;
use crate::cli::ProblemReport;
use crate::output::{self, printable};
use crate::source::{Location, Source};
use crate::target::{Target, game_root};

/// Checks what PATH names. The exit status is 0 if nothing is wrong.
///
/// # Errors
/// It cannot be read at all, or is of no known kind.
pub(crate) fn run(args: &InspectArgs) -> Result<ExitCode> {
    let progress = Progress::new();
    let say = |step: &str| progress.say(step);
    let options = Options {
        static_frame: args.root.static_animation_frame,
        progress: &say,
    };
    let report = match game_root(&args.path)? {
        Some(root) => check::root(&root, options),
        None => match Target::new(Some(&args.path), args.root.root.as_deref())? {
            Target::Mission(mission) => mission.check(options),
            Target::File(location) => check_file(&location)?,
        },
    };
    progress.end();
    if args.json.json {
        output::print_json(&Json::new(&report))?;
    } else {
        output::print(&Text(&report).to_string())?;
    }
    Ok(match report.problems.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

fn check_file(location: &Location) -> Result<Report> {
    let source = Source::read(location)?;
    let entry = source.entry.as_ref();
    let hint = Hint {
        name: &entry.map_or_else(|| source.name.clone(), |entry| entry.name.to_string()),
        entry,
    };
    let Some(report) = check::file(&source.name, hint, &source.bytes) else {
        let name = &source.name;
        bail!("{name}: neither the first bytes nor the name say what this is");
    };
    Ok(report)
}

/// One line on standard error that says what is being looked at; nothing where no one reads it.
struct Progress {
    is_shown: bool,
}

impl Progress {
    fn new() -> Self {
        Self {
            is_shown: io::stderr().is_terminal(),
        }
    }

    fn say(&self, step: &str) {
        if self.is_shown {
            let mut err = io::stderr().lock();
            // A progress line that cannot be written is not missed.
            write!(err, "\r\x1b[Kchecking {step} ..").unwrap_or_default();
            err.flush().unwrap_or_default();
        }
    }

    fn end(&self) {
        if self.is_shown {
            write!(io::stderr().lock(), "\r\x1b[K").unwrap_or_default();
        }
    }
}

/// What was looked at, by name, in the order of the walk.
fn counts(totals: &Totals) -> [(&'static str, usize); 14] {
    [
        ("files", totals.files),
        ("archives", totals.archives),
        ("members", totals.members),
        ("missions", totals.missions),
        ("maps", totals.maps),
        ("objects", totals.objects),
        ("assemblies", totals.assemblies),
        ("components", totals.components),
        ("models", totals.models),
        ("wears", totals.wears),
        ("controls", totals.controls),
        ("materials", totals.materials),
        ("textures", totals.textures),
        ("lightmaps", totals.lightmaps),
    ]
}

/// How many notes people are shown; of what is no fault a sample will do.
const SHOWN_NOTES: usize = 12;

/// The result as people read it: problems grouped by where the way to them begins.
struct Text<'a>(&'a Report);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report {
            totals,
            problems,
            notes,
            effects: _,
        } = self.0;
        groups(problems, f)?;
        if !notes.is_empty() {
            writeln!(f, "unusual, but read as it was meant:")?;
            for Problem { place, message, .. } in notes.iter().take(SHOWN_NOTES) {
                let note = format!("{place}: {message}");
                writeln!(f, "  {}", printable(&note))?;
            }
            if notes.len() > SHOWN_NOTES {
                let more = notes.len() - SHOWN_NOTES;
                writeln!(f, "  and {more} more, which --json lists")?;
            }
            f.write_char('\n')?;
        }
        let counts = counts(totals).into_iter().filter(|(_, count)| *count > 0);
        let counts: Vec<String> = counts.map(|(name, n)| format!("{name} {n}")).collect();
        let counts = match counts.is_empty() {
            true => "nothing".to_owned(),
            false => counts.join(", "),
        };
        writeln!(f, "checked: {counts}")?;
        let count = |severity| problems.iter().filter(|p| p.severity == severity).count();
        match (count(Severity::Error), count(Severity::Warning)) {
            (0, 0) => writeln!(f, "nothing is wrong"),
            (errors, warnings) => writeln!(f, "errors {errors}, warnings {warnings}"),
        }
    }
}

/// Problems under the first segment of their place, in the order of first mention.
fn groups(problems: &[Problem], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let head = |problem: &'_ Problem| -> usize {
        problem.place.find(" -> ").unwrap_or(problem.place.len())
    };
    let mut groups: Vec<(&str, Vec<&Problem>)> = Vec::new();
    let mut known = HashMap::new();
    for problem in problems {
        let start = &problem.place[..head(problem)];
        let group = *known.entry(start).or_insert_with(|| {
            groups.push((start, Vec::new()));
            groups.len() - 1
        });
        groups[group].1.push(problem);
    }
    for (start, problems) in groups {
        writeln!(f, "{}", printable(start))?;
        for problem in problems {
            let rest = problem.place[head(problem)..].trim_start_matches(" -> ");
            let separator = if rest.is_empty() { "" } else { ": " };
            let Problem {
                severity, message, ..
            } = problem;
            let line = format!("{severity}: {rest}{separator}{message}");
            writeln!(f, "  {}", printable(&line))?;
        }
        f.write_char('\n')?;
    }
    Ok(())
}

/// The result in the form of its JSON.
#[derive(Serialize)]
struct Json<'a> {
    kind: &'static str,
    totals: serde_json::Map<String, serde_json::Value>,
    problems: Vec<ProblemReport<'a>>,
    /// What fails only because of something in `problems`.
    effects: Vec<ProblemReport<'a>>,
    notes: Vec<NoteReport<'a>>,
}

/// Something that is no fault.
#[derive(Serialize)]
struct NoteReport<'a> {
    #[serde(rename = "where")]
    place: &'a str,
    message: &'a str,
}

impl<'a> Json<'a> {
    fn new(report: &'a Report) -> Self {
        let counts = counts(&report.totals).into_iter();
        Self {
            kind: "check",
            totals: counts
                .map(|(name, n)| (name.to_owned(), n.into()))
                .collect(),
            problems: report.problems.iter().map(ProblemReport::new).collect(),
            effects: report.effects.iter().map(ProblemReport::new).collect(),
            notes: report
                .notes
                .iter()
                .map(|note| NoteReport {
                    place: &note.place,
                    message: &note.message,
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(place: String) -> Problem {
        Problem {
            severity: Severity::Error,
            place,
            message: "no model".to_owned(),
            harmless: false,
        }
    }

    #[test]
    fn problems_of_a_hundred_thousand_objects_are_grouped_in_the_order_of_first_mention() {
        let place = |n: usize| match n % 2 {
            0 => format!("object {}", n / 2),
            _ => format!("object {} -> gun", 99_999 - n / 2),
        };
        let report = Report {
            problems: (0..200_000).map(|n| problem(place(n))).collect(),
            ..Report::default()
        };
        let text = Text(&report).to_string();
        let first: Vec<&str> = text.lines().take(6).collect();
        let expected = [
            "object 0",
            "  error: no model",
            "  error: gun: no model",
            "",
            "object 99999",
        ];
        assert_eq!(first[..5], expected);
        assert!(text.ends_with("errors 200000, warnings 0\n"));
    }
}
