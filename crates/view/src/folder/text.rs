//! Name fields of an archive in the manifest.

use msh_format::text::{self, FixedStr};
use msh_format::{Error, Result};

use super::hex::Hex;

/// The text of a field, and what stands after its NUL if that is not zeros. Every CP1251 byte has
/// its character, so both together are the field.
pub(super) fn split<const N: usize>(field: &FixedStr<N>) -> (String, Hex) {
    let text = field.as_bytes();
    let tail = Hex(field.0.get(text.len() + 1..).unwrap_or_default().to_vec());
    let tail = if tail.is_zero() { Hex::default() } else { tail };
    (text::decode(text), tail)
}

/// The field of a text and a tail.
///
/// # Errors
/// A text that is no CP1251 or longer than the field; a tail that does not fill the field.
pub(super) fn join<const N: usize>(name: &str, tail: &Hex) -> Result<FixedStr<N>> {
    let mut field = FixedStr::<N>::new(name)?;
    if tail.0.is_empty() {
        return Ok(field);
    }
    let start = field.as_bytes().len() + 1;
    if start + tail.0.len() != N {
        let rule = format!(
            "{name:?} and its name_tail do not fill {N} bytes; a new name has no name_tail"
        );
        return Err(Error::bad_value(rule));
    }
    field.0[start..].copy_from_slice(&tail.0);
    Ok(field)
}
