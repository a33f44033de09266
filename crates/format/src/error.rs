//! What went wrong, where, and which rule of the format it broke.

use std::borrow::Cow;
use std::fmt;

/// Shorthand for results of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The family an [`Error`] belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The data ends before the record does.
    Truncated,
    /// The first bytes are not those of the format.
    BadMagic,
    /// A field has a value the format does not allow.
    BadValue,
    /// An index or range points outside the table it refers to.
    OutOfRange,
    /// A count or size is above what a reader accepts.
    Limit,
    /// Valid perhaps, but not something this reader knows.
    Unsupported,
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Truncated => "truncated",
            Self::BadMagic => "wrong magic",
            Self::BadValue => "bad value",
            Self::OutOfRange => "out of range",
            Self::Limit => "over the limit",
            Self::Unsupported => "unsupported",
        })
    }
}

/// A place inside a file. Every part is optional; readers fill in what they know and callers
/// add the file and the archive entry.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// Path of the file.
    pub file: Option<String>,
    /// Name of the archive entry.
    pub entry: Option<String>,
    /// Stream or section, for example `type 13 (batches)`.
    pub stream: Option<Cow<'static, str>>,
    /// Index of the record in its table.
    pub record: Option<u64>,
    /// Byte offset from the start of the entry (or of the file when there is no entry).
    pub offset: Option<u64>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        if let Some(file) = &self.file {
            write!(f, "{file}")?;
            separator = "::";
        }
        if let Some(entry) = &self.entry {
            write!(f, "{separator}{entry}")?;
            separator = ", ";
        }
        if !separator.is_empty() {
            separator = ", ";
        }
        if let Some(stream) = &self.stream {
            write!(f, "{separator}{stream}")?;
            separator = ", ";
        }
        if let Some(record) = self.record {
            write!(f, "{separator}record {record}")?;
            separator = ", ";
        }
        if let Some(offset) = self.offset {
            write!(f, "{separator}offset {offset:#x}")?;
        }
        Ok(())
    }
}

/// An error of a reader or writer of this crate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Error {
    /// Family of the error.
    pub kind: ErrorKind,
    /// Where it is.
    pub place: Box<Place>,
    /// The broken rule, with the values that broke it.
    pub rule: Cow<'static, str>,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place.to_string();
        if place.is_empty() {
            write!(f, "{}: {}", self.kind, self.rule)
        } else {
            write!(f, "{place}: {}: {}", self.kind, self.rule)
        }
    }
}

impl Error {
    /// An error with nothing known of its place yet.
    #[must_use]
    pub fn new(kind: ErrorKind, rule: impl Into<Cow<'static, str>>) -> Self {
        Self {
            kind,
            place: Box::default(),
            rule: rule.into(),
        }
    }

    /// A [`ErrorKind::Truncated`] error.
    #[must_use]
    pub fn truncated(rule: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::Truncated, rule)
    }

    /// A [`ErrorKind::BadMagic`] error.
    #[must_use]
    pub fn bad_magic(rule: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::BadMagic, rule)
    }

    /// A [`ErrorKind::BadValue`] error.
    #[must_use]
    pub fn bad_value(rule: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::BadValue, rule)
    }

    /// A [`ErrorKind::OutOfRange`] error.
    #[must_use]
    pub fn out_of_range(rule: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::OutOfRange, rule)
    }

    /// A [`ErrorKind::Limit`] error.
    #[must_use]
    pub fn limit(rule: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::Limit, rule)
    }

    /// A [`ErrorKind::Unsupported`] error.
    #[must_use]
    pub fn unsupported(rule: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::Unsupported, rule)
    }

    /// Adds the file, unless an inner reader already named one.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.place.file.get_or_insert_with(|| file.into());
        self
    }

    /// Adds the archive entry, unless an inner reader already named one.
    #[must_use]
    pub fn in_entry(mut self, entry: impl Into<String>) -> Self {
        self.place.entry.get_or_insert_with(|| entry.into());
        self
    }

    /// Adds the stream or section, unless an inner reader already named one.
    #[must_use]
    pub fn in_stream(mut self, stream: impl Into<Cow<'static, str>>) -> Self {
        self.place.stream.get_or_insert_with(|| stream.into());
        self
    }

    /// Adds the index of the record.
    #[must_use]
    pub fn in_record(mut self, record: usize) -> Self {
        self.place.record.get_or_insert(record as u64);
        self
    }

    /// Adds the byte offset, unless an inner reader already named one.
    #[must_use]
    pub fn at(mut self, offset: usize) -> Self {
        self.place.offset.get_or_insert(offset as u64);
        self
    }
}

/// Something suspicious that did not stop a reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// Where it is.
    pub place: Place,
    /// What is unusual and what the reader did about it.
    pub message: String,
    /// Nothing is wrong: hardly any shipped file has this, but it is read as it was meant.
    pub harmless: bool,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place.to_string();
        if place.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{place}: {}", self.message)
        }
    }
}

/// The most warnings kept of one file, and as many harmless ones; a broken table repeats itself
/// and the first ones tell.
const MAX_WARNINGS: usize = 64;

/// Collects the warnings of one reader.
#[derive(Debug, Clone, Default)]
pub struct Warnings {
    list: Vec<Warning>,
    /// How many warnings and how many harmless ones there were.
    counts: [usize; 2],
}

impl Warnings {
    /// An empty collector.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a warning with its place.
    pub fn push(&mut self, place: Place, message: impl Into<String>) {
        self.add(Warning {
            place,
            message: message.into(),
            harmless: false,
        });
    }

    /// Adds a harmless warning: something that hardly any shipped file has but that is read as meant.
    pub fn rarity(&mut self, place: Place, message: impl Into<String>) {
        self.add(Warning {
            place,
            message: message.into(),
            harmless: true,
        });
    }

    fn add(&mut self, warning: Warning) {
        let count = &mut self.counts[usize::from(warning.harmless)];
        *count += 1;
        if *count <= MAX_WARNINGS {
            self.list.push(warning);
        }
    }

    /// Adds a warning about a record of a stream or section.
    pub fn in_record(
        &mut self,
        stream: impl Into<Cow<'static, str>>,
        record: usize,
        message: impl Into<String>,
    ) {
        let place = Place {
            stream: Some(stream.into()),
            record: Some(record as u64),
            ..Place::default()
        };
        self.push(place, message);
    }

    /// Adds a warning about a whole stream or section.
    pub fn in_stream(&mut self, stream: impl Into<Cow<'static, str>>, message: impl Into<String>) {
        self.push(
            Place {
                stream: Some(stream.into()),
                ..Place::default()
            },
            message,
        );
    }

    /// Adds a warning about the whole value.
    pub fn note(&mut self, message: impl Into<String>) {
        self.push(Place::default(), message);
    }

    /// The warnings so far, in the order they were found.
    #[must_use]
    pub fn list(&self) -> &[Warning] {
        &self.list
    }

    /// How many further warnings were not kept, harmless ones aside.
    #[must_use]
    pub fn dropped(&self) -> usize {
        self.counts[0].saturating_sub(MAX_WARNINGS)
    }

    /// How many further harmless warnings were not kept.
    #[must_use]
    pub fn dropped_harmless(&self) -> usize {
        self.counts[1].saturating_sub(MAX_WARNINGS)
    }

    /// True if nothing was reported.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harmless_warnings_do_not_crowd_out_others() {
        let mut warnings = Warnings::new();
        for _ in 0..70 {
            warnings.rarity(Place::default(), "rare");
        }
        warnings.note("wrong");
        assert_eq!(warnings.list().len(), 65);
        assert_eq!((warnings.dropped(), warnings.dropped_harmless()), (0, 6));
        for _ in 0..70 {
            warnings.note("wrong");
        }
        assert_eq!((warnings.dropped(), warnings.dropped_harmless()), (7, 6));
    }
}
