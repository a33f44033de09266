//! One defect, one problem: what several edges lead to is listed under the first.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::archive::FailedArchive;
use crate::mission::place::LOST_HOSTS;
use crate::mission::plan::UNKNOWN_KEY;
use crate::problems::{Problem, Problems};

/// Drops repetitions. `failed` has the archives that could not be opened: everything that needs
/// one of them fails for the same reason, which is listed once, first. What needs it is given
/// apart, as the second list, with everything else that another problem brings with it.
pub(super) fn once(problems: &Problems, failed: &[FailedArchive]) -> (Problems, Problems) {
    let mut kept = Problems::new();
    let mut effects = Problems::new();
    let causes: Vec<String> = failed.iter().map(|f| f.error.to_string()).collect();
    let cause_of = Causes::of(&causes);
    let mut of_cause: Vec<Vec<&Problem>> = vec![Vec::new(); causes.len()];
    let mut rest = Vec::new();
    for problem in problems.list() {
        match cause_of.find(&problem.message) {
            Some(cause) => of_cause[cause].push(problem),
            None => rest.push(problem),
        }
    }
    for ((archive, cause), caused) in failed.iter().zip(&causes).zip(of_cause) {
        if archive.is_packed && caused.is_empty() {
            continue;
        }
        let (own, others): (Vec<&Problem>, Vec<&Problem>) = caused
            .into_iter()
            .partition(|problem| problem.place.eq_ignore_ascii_case(&archive.name));
        let mut message = own.first().map_or(cause, |own| &own.message).clone();
        match others.len() {
            0 => {}
            1 => message.push_str("; one reference to it fails"),
            many => message.push_str(&format!("; {many} references to it fail")),
        }
        kept.error(&*archive.name, message);
        others.into_iter().for_each(|p| effects.push(p.clone()));
    }
    let mut known = HashSet::new();
    for problem in rest {
        let is_new = !is_told_elsewhere(&problem.message) && known.insert(defect(problem));
        match is_new {
            true => kept.push(problem.clone()),
            false => effects.push(problem.clone()),
        }
    }
    (kept, effects)
}

/// Causes by their text, to find the one that a message begins with among thousands.
struct Causes<'a> {
    by_text: HashMap<&'a [u8], usize>,
    /// Shortest first.
    lengths: BTreeSet<usize>,
}

impl<'a> Causes<'a> {
    fn of(causes: &'a [String]) -> Self {
        let by_text = causes.iter().map(String::as_bytes).zip(0..);
        Self {
            by_text: by_text.collect(),
            lengths: causes.iter().map(String::len).collect(),
        }
    }

    /// Number of the longest cause that `message` begins with.
    fn find(&self, message: &str) -> Option<usize> {
        let starts = self.lengths.iter().rev();
        let mut starts = starts.filter_map(|length| message.as_bytes().get(..*length));
        starts.find_map(|start| self.by_text.get(start).copied())
    }
}

/// True for what follows from a problem of its own: of a model without a hierarchy its reader has
/// told, and a building that nobody can enter has a problem itself.
fn is_told_elsewhere(message: &str) -> bool {
    message.contains(": no hierarchy: ") || LOST_HOSTS.iter().any(|lost| message.contains(lost))
}

/// What a problem is about. A message that names a member is about that member, wherever it
/// came up; so is one at a place that ends in a member, and one about a key that the registry
/// lacks. Anything else is about its whole place.
fn defect(problem: &Problem) -> (&str, &str) {
    let message = &*problem.message;
    if message.starts_with(UNKNOWN_KEY) {
        // What comes of it may differ.
        return ("", message.split(';').next().unwrap_or_default());
    }
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
            places(&once(&problems, &[]).0),
            ["object 1", "object 1 -> static.rlb::a.wea"]
        );
    }

    #[test]
    fn a_key_that_the_registry_lacks_is_listed_where_it_was_met_first() {
        let mut problems = Problems::new();
        problems.error("object 1", "the prototype \"a\" was not found; not shown");
        problems.error("object 2", "the prototype \"b\" was not found; not shown");
        problems.error("object 3", "the prototype \"a\" was not found; no part");
        let (kept, effects) = once(&problems, &[]);
        assert_eq!(places(&kept), ["object 1", "object 2"]);
        assert_eq!(places(&effects), ["object 3"]);
    }

    #[test]
    fn the_same_fault_of_two_objects_is_listed_twice() {
        let mut problems = Problems::new();
        problems.error("object 1", "not finite");
        problems.error("object 2", "not finite");
        assert_eq!(places(&once(&problems, &[]).0), ["object 1", "object 2"]);
    }

    #[test]
    fn what_a_broken_archive_causes_is_listed_once() {
        let cause = msh_format::Error::bad_magic("no NRes").in_file("a.rlb");
        let mut problems = Problems::new();
        problems.error("object 1", format!("{cause}; drawn plain"));
        problems.error("object 2", &cause);
        problems.error("a.rlb", format!("{cause}; nothing is shown"));
        let failed = [FailedArchive {
            name: "a.rlb".to_owned(),
            error: cause.clone().into(),
            is_packed: false,
        }];
        let (kept, effects) = once(&problems, &failed);
        let list: Vec<String> = kept.list().iter().map(ToString::to_string).collect();
        let expected = format!("error: a.rlb: {cause}; nothing is shown; 2 references to it fail");
        assert_eq!(list, [expected]);
        assert_eq!(places(&effects), ["object 1", "object 2"]);
    }

    #[test]
    fn thousands_of_broken_archives_are_told_from_thousands_of_problems() {
        let cause = |n: usize| msh_format::Error::bad_magic("no NRes").in_file(format!("{n}.rlb"));
        let failed = (0..20_000).map(|n| FailedArchive {
            name: format!("{n}.rlb"),
            error: cause(n).into(),
            is_packed: false,
        });
        let failed: Vec<_> = failed.collect();
        let mut problems = Problems::new();
        for n in 0..60_000 {
            problems.error(format!("object {n}"), format!("{}; drawn plain", cause(n)));
        }
        let (kept, effects) = once(&problems, &failed);
        assert_eq!((kept.list().len(), effects.list().len()), (60_000, 20_000));
        let last = &kept.list()[19_999].message;
        assert!(last.ends_with("; one reference to it fails"), "{last}");
    }
}
