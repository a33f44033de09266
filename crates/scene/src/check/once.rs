//! One defect, one problem: what several edges lead to is listed under the first.

use std::collections::HashSet;

use crate::error::Error;
use crate::problems::{Problem, Problems};

/// Drops repetitions. `failed` has the archives that could not be opened: everything that needs
/// one of them fails for the same reason, which is listed once, first.
pub(super) fn once(problems: &Problems, failed: &[(String, Error)]) -> Problems {
    let mut kept = Problems::new();
    let causes: Vec<String> = failed.iter().map(|(_, error)| error.to_string()).collect();
    for ((archive, _), cause) in failed.iter().zip(&causes) {
        kept.error(archive, cause);
    }
    let mut known = HashSet::new();
    for problem in problems.list() {
        let message = &*problem.message;
        // Of a model without a hierarchy its reader has told.
        let is_effect = message.contains(": no hierarchy: ")
            || causes.iter().any(|cause| message.starts_with(&**cause));
        if !is_effect && known.insert(defect(problem)) {
            kept.push(problem.clone());
        }
    }
    kept
}

/// What a problem is about. A message that names a member is about that member, wherever it
/// came up; so is one at a place that ends in a member. Anything else is about its whole place.
fn defect(problem: &Problem) -> (&str, &str) {
    let message = &*problem.message;
    let subject = message.split([',', ' ']).next().unwrap_or_default();
    if subject.contains("::") {
        return ("", message);
    }
    let end = problem.place.rsplit(" -> ").next().unwrap_or_default();
    if end.contains("::") {
        return (end, message);
    }
    (&problem.place, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(problems: &Problems) -> Vec<&str> {
        let list = problems.list().iter();
        list.map(|problem| &*problem.place).collect()
    }

    #[test]
    fn a_broken_member_is_listed_where_it_was_met_first() {
        let mut problems = Problems::new();
        problems.error("object 1", "static.rlb::a.msh, type 1: truncated");
        problems.error("object 2", "static.rlb::a.msh, type 1: truncated");
        problems.warning("object 1 -> static.rlb::a.wea", "too short");
        problems.warning("object 2 -> static.rlb::a.wea", "too short");
        assert_eq!(
            places(&once(&problems, &[])),
            ["object 1", "object 1 -> static.rlb::a.wea"]
        );
    }

    #[test]
    fn the_same_fault_of_two_objects_is_listed_twice() {
        let mut problems = Problems::new();
        problems.error("object 1", "not finite");
        problems.error("object 2", "not finite");
        assert_eq!(places(&once(&problems, &[])), ["object 1", "object 2"]);
    }

    #[test]
    fn what_a_broken_archive_causes_is_listed_once() {
        let cause = msh_format::Error::bad_magic("no NRes").in_file("a.rlb");
        let mut problems = Problems::new();
        problems.error("object 1", format!("{cause}; drawn plain"));
        problems.error("object 2", &cause);
        let failed = [("a.rlb".to_owned(), Error::Format(cause))];
        assert_eq!(places(&once(&problems, &failed)), ["a.rlb"]);
    }
}
