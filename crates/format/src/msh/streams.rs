//! Finding the streams of a model in its container and naming them in errors.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::stream;
use crate::error::{Error, Result, Warnings};
use crate::nres::Nres;
use crate::record::{Record, read_table};

/// How errors and warnings call the stream with this number.
pub(super) fn label(kind: u32) -> Cow<'static, str> {
    Cow::Owned(match stream::name(kind) {
        Some(name) => format!("type {kind} ({name})"),
        None => format!("type {kind}"),
    })
}

fn is_required(kind: u32) -> bool {
    use stream::{BATCHES, INDICES, NODES, POSITIONS, SLOTS};
    matches!(kind, NODES | SLOTS | POSITIONS | INDICES | BATCHES)
}

/// One stream with its place in the image.
pub(super) struct Stream<'a> {
    /// Stream number.
    kind: u32,
    /// Attribute words.
    pub(super) attr: [u32; 3],
    /// Payload.
    pub(super) data: &'a [u8],
    start: usize,
}

impl Stream<'_> {
    /// Names the stream in an error of its payload, whose offset becomes that in the image.
    pub(super) fn locate(&self, mut error: Error) -> Error {
        if let Some(offset) = &mut error.place.offset {
            *offset += self.start as u64;
        }
        error.in_stream(label(self.kind))
    }

    /// The records of a stream that consists of nothing else; see
    /// [`Stream::check_attributes`].
    pub(super) fn table<T: Record>(
        &self,
        sizes: &[u32],
        warnings: &mut Warnings,
    ) -> Result<Vec<T>> {
        let records = read_table(self.data).map_err(|e| self.locate(e.at(0)))?;
        self.check_attributes(records.len(), sizes, warnings);
        Ok(records)
    }

    /// Warns about attribute words that other readers rely upon: attr1 should be the number of
    /// records and attr3 one of `sizes` (`02b-msh-facts.md` 1.1).
    pub(super) fn check_attributes(&self, count: usize, sizes: &[u32], warnings: &mut Warnings) {
        self.check_count(count, warnings);
        let [_, _, attr3] = self.attr;
        if !sizes.contains(&attr3) {
            let message = format!("attr3 is {attr3}, not {sizes:?}");
            warnings.in_stream(label(self.kind), message);
        }
    }

    /// The part of [`Stream::check_attributes`] that also holds for records without a known size
    /// word.
    pub(super) fn check_count(&self, count: usize, warnings: &mut Warnings) {
        let [attr1, ..] = self.attr;
        if attr1 as usize != count {
            let message = format!("attr1 is {attr1}, the stream has {count} records");
            warnings.in_stream(label(self.kind), message);
        }
    }
}

/// The streams of a model by number; of several with one number the first.
pub(super) struct Streams<'a>(BTreeMap<u32, Stream<'a>>);

impl<'a> Streams<'a> {
    /// Looks through the directory.
    ///
    /// # Errors
    /// A payload outside the container; payloads that together are larger than it; a required
    /// stream that is there twice.
    pub(super) fn collect(nres: &Nres<'a>, warnings: &mut Warnings) -> Result<Self> {
        let mut total = 0;
        let mut streams = BTreeMap::new();
        for (index, entry) in nres.entries().iter().enumerate() {
            let kind = entry.kind.0;
            let data = nres.payload(index)?;
            total += data.len() as u64;
            match streams.entry(kind) {
                Entry::Vacant(place) => {
                    place.insert(Stream {
                        kind,
                        attr: entry.attr,
                        data,
                        start: entry.offset as usize,
                    });
                }
                Entry::Occupied(_) => {
                    let message = format!("entry {index} is a second stream of this type");
                    if is_required(kind) {
                        return Err(Error::bad_value(message).in_stream(label(kind)));
                    }
                    warnings.in_stream(label(kind), format!("{message}, ignored"));
                }
            }
        }
        check_total(total, nres)?;
        Ok(Self(streams))
    }

    /// The stream with this number.
    pub(super) fn get(&self, kind: u32) -> Option<&Stream<'a>> {
        self.0.get(&kind)
    }

    /// A stream without which there is no model.
    ///
    /// # Errors
    /// It is missing.
    pub(super) fn required(&self, kind: u32) -> Result<&Stream<'a>> {
        self.get(kind)
            .ok_or_else(|| Error::bad_value("the stream is missing").in_stream(label(kind)))
    }

    /// [`Stream::locate`] for the stream with this number.
    pub(super) fn locate(&self, kind: u32, error: Error) -> Error {
        match self.get(kind) {
            Some(stream) => stream.locate(error),
            None => error.in_stream(label(kind)),
        }
    }
}

/// Payloads may overlap by a mistake, but not so much that copies of them outgrow the image.
fn check_total(total: u64, nres: &Nres<'_>) -> Result<()> {
    let ends = nres
        .entries()
        .iter()
        .map(|e| u64::from(e.offset) + u64::from(e.size));
    let image = ends.max().unwrap_or_default();
    if total > image {
        let rule = format!("payloads of {total} bytes within {image} bytes: they overlap");
        return Err(Error::limit(rule).in_stream("NRes directory"));
    }
    Ok(())
}
