//! What a scene asks for, each name once, in the order of first mention.

use std::collections::HashMap;
use std::hash::Hash;

/// A list of names without repetitions. Names that fold to the same key are the same.
#[derive(Debug)]
pub(crate) struct Requests<K> {
    index: HashMap<K, usize>,
    list: Vec<Request<K>>,
}

/// A name and the place that mentioned it first.
#[derive(Debug)]
pub(crate) struct Request<K> {
    pub(crate) name: K,
    pub(crate) place: String,
}

impl<K> Default for Requests<K> {
    fn default() -> Self {
        Self {
            index: HashMap::new(),
            list: Vec::new(),
        }
    }
}

impl<K: Clone + Eq + Hash> Requests<K> {
    /// Index of `name`, which is added if its `folded` form is new.
    pub(crate) fn add(&mut self, folded: K, name: &K, place: &str) -> usize {
        *self.index.entry(folded).or_insert_with(|| {
            self.list.push(Request {
                name: name.clone(),
                place: place.to_owned(),
            });
            self.list.len() - 1
        })
    }

    /// Index of a name that was added, by its folded form.
    pub(crate) fn find(&self, folded: &K) -> Option<usize> {
        self.index.get(folded).copied()
    }

    /// The requests by index.
    pub(crate) fn list(&self) -> &[Request<K>] {
        &self.list
    }
}
