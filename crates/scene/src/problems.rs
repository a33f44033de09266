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

/// A list of problems without repetitions.
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
        if self.known.insert(problem.clone()) {
            self.list.push(problem);
        }
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
}
