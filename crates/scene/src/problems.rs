//! What is wrong with a mission without stopping it.

use std::collections::HashSet;
use std::fmt;

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Suspicious; what is shown may still be right.
    Warning,
    /// Something is missing from the picture or replaced by a fallback.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// One finding and the edge that led to it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// Path of the edge: object, component, prototype, `archive::member`.
    pub place: String,
    /// What is wrong and what is shown instead.
    pub message: String,
    /// A warning that is no fault: no shipped file has this, and it is shown as it was meant.
    pub harmless: bool,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.severity, self.place, self.message)
    }
}

/// How many problems are listed. Whoever has more begins with the first ones anyway, and the data
/// decide how many there are.
const MOST: usize = 100_000;

/// A list of problems without repetitions, at most 100,000 and one that says that there are more.
#[derive(Debug, Clone, Default)]
pub struct Problems {
    list: Vec<Problem>,
    known: HashSet<Problem>,
}

impl Problems {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an error.
    pub fn error(&mut self, place: impl Into<String>, message: impl fmt::Display) {
        self.push(Problem {
            severity: Severity::Error,
            place: place.into(),
            message: message.to_string(),
            harmless: false,
        });
    }

    /// Adds a warning.
    pub fn warning(&mut self, place: impl Into<String>, message: impl fmt::Display) {
        self.push(Problem {
            severity: Severity::Warning,
            place: place.into(),
            message: message.to_string(),
            harmless: false,
        });
    }

    /// Adds what a reader found suspicious.
    pub fn reader(&mut self, place: &str, warnings: &msh_format::Warnings) {
        for warning in warnings.list() {
            self.push(Problem {
                severity: Severity::Warning,
                place: place.to_owned(),
                message: warning.to_string(),
                harmless: warning.harmless,
            });
        }
        if warnings.dropped() > 0 {
            self.warning(place, format!("{} further warnings", warnings.dropped()));
        }
        if warnings.dropped_harmless() > 0 {
            self.push(Problem {
                severity: Severity::Warning,
                place: place.to_owned(),
                message: format!("{} further notes", warnings.dropped_harmless()),
                harmless: true,
            });
        }
    }

    /// Appends another list.
    pub fn extend(&mut self, other: Self) {
        for problem in other.list {
            self.push(problem);
        }
    }

    /// Appends what was found below `place`.
    pub(crate) fn extend_below(&mut self, place: &str, other: Self) {
        for problem in other.list {
            self.push(Problem {
                place: format!("{place} -> {}", problem.place),
                ..problem
            });
        }
    }

    /// The problems in the order they were found.
    #[must_use]
    pub fn list(&self) -> &[Problem] {
        &self.list
    }

    /// Adds a problem.
    pub(crate) fn push(&mut self, problem: Problem) {
        if self.list.len() > MOST || self.known.contains(&problem) {
            return;
        }
        let problem = match self.list.len() {
            MOST => Problem {
                severity: Severity::Error,
                place: "problems".to_owned(),
                message: format!("there are more than {MOST}; the rest is not listed"),
                harmless: false,
            },
            _ => problem,
        };
        self.known.insert(problem.clone());
        self.list.push(problem);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_listed_once_and_in_the_order_of_discovery() {
        let mut problems = Problems::new();
        problems.error("object 1", "no model");
        problems.warning("object 1", "no model");
        problems.error("object 0", "no model");
        problems.error("object 1", "no model");
        let list: Vec<String> = problems.list().iter().map(ToString::to_string).collect();
        assert_eq!(
            list,
            [
                "error: object 1: no model",
                "warning: object 1: no model",
                "error: object 0: no model"
            ]
        );
    }

    #[test]
    fn after_a_hundred_thousand_problems_it_is_said_that_there_are_more() {
        let mut problems = Problems::new();
        for number in 0..100_000 {
            problems.warning(format!("object {number}"), "no model");
        }
        let listed = |problems: &Problems| {
            let last = problems.list().last().unwrap().to_string();
            (problems.list().len(), last)
        };
        problems.warning("object 7", "no model");
        assert_eq!(listed(&problems).0, 100_000, "nothing new");
        for number in [100_001, 100_002] {
            problems.error(format!("object {number}"), "no model");
            let (count, last) = listed(&problems);
            assert_eq!(count, 100_001);
            assert_eq!(
                last,
                "error: problems: there are more than 100000; the rest is not listed"
            );
        }
    }
}
