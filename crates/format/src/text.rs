//! Text as the game stores it: one byte per character, Windows-1251, compared with ASCII folding.
//!
//! Spec: `01-containers.md` 1.

use std::cmp::Ordering;
use std::fmt;

use crate::error::{Error, Result};

/// Decodes CP1251 for display. Every byte has a character, so nothing is lost on the screen;
/// identity stays with the bytes.
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    encoding_rs::WINDOWS_1251
        .decode_without_bom_handling(bytes)
        .0
        .into_owned()
}

/// Encodes text as CP1251.
///
/// # Errors
/// `BadValue` if a character has no byte in CP1251.
pub fn encode(text: &str) -> Result<Vec<u8>> {
    let (bytes, _, unmappable) = encoding_rs::WINDOWS_1251.encode(text);
    if unmappable {
        return Err(Error::bad_value(format!(
            "{text:?} has a character that CP1251 lacks"
        )));
    }
    Ok(bytes.into_owned())
}

/// The bytes up to the first NUL.
#[must_use]
pub fn until_nul(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
    &bytes[..end]
}

/// Folds ASCII letters down; other bytes stay as they are.
#[must_use]
pub fn fold(bytes: &[u8]) -> Vec<u8> {
    bytes.to_ascii_lowercase()
}

/// A fixed-size text field. The text ends at the first NUL; what follows is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct FixedStr<const N: usize>(pub [u8; N]);

impl<const N: usize> FixedStr<N> {
    /// A field with `text` in CP1251, zero-filled.
    ///
    /// # Errors
    /// `BadValue` for characters outside CP1251 or an inner NUL, `Limit` if the text is longer
    /// than the field.
    pub fn new(text: &str) -> Result<Self> {
        let bytes = encode(text)?;
        if bytes.contains(&0) {
            return Err(Error::bad_value(format!("{text:?} has an inner NUL")));
        }
        let mut field = [0; N];
        let Some(target) = field.get_mut(..bytes.len()) else {
            return Err(Error::limit(format!("{text:?} is longer than {N} bytes")));
        };
        target.copy_from_slice(&bytes);
        Ok(Self(field))
    }

    /// The text as stored, without its NUL.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        until_nul(&self.0)
    }

    /// True if there is no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.first().is_none_or(|byte| *byte == 0)
    }

    /// True if a NUL ends the text inside the field.
    #[must_use]
    pub fn is_terminated(&self) -> bool {
        // Most fields are filled up with zeros, and then the last byte tells.
        self.0.last() == Some(&0) || self.0.contains(&0)
    }

    /// ASCII-case-insensitive comparison with raw bytes.
    #[must_use]
    pub fn same_as(&self, other: &[u8]) -> bool {
        self.as_bytes().eq_ignore_ascii_case(other)
    }

    /// The order of an NRes search table: by bytes up to the NUL, ASCII letters folded down.
    #[must_use]
    pub fn cmp_folded(&self, other: &Self) -> Ordering {
        for (ours, theirs) in self.0.iter().zip(&other.0) {
            let (ours, theirs) = (ours.to_ascii_lowercase(), theirs.to_ascii_lowercase());
            if ours != theirs || ours == 0 {
                return ours.cmp(&theirs);
            }
        }
        Ordering::Equal
    }
}

impl<const N: usize> Default for FixedStr<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> fmt::Display for FixedStr<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&decode(self.as_bytes()))
    }
}

impl<const N: usize> fmt::Debug for FixedStr<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cyrillic_goes_through_cp1251_both_ways() {
        assert_eq!(encode("Завод").unwrap(), [0xC7, 0xE0, 0xE2, 0xEE, 0xE4]);
        assert_eq!(decode(&[0xC7, 0xE0, 0xE2, 0xEE, 0xE4]), "Завод");
    }

    #[test]
    fn text_ends_at_the_first_nul_and_the_tail_is_kept() {
        let field = FixedStr(*b"ab\0junk\0");
        assert_eq!(field.as_bytes(), b"ab");
        assert_eq!(field.0[3..7], *b"junk");
    }

    #[test]
    fn a_full_field_needs_no_nul() {
        let field = FixedStr::<4>::new("abcd").unwrap();
        assert!(!field.is_terminated());
        assert_eq!(field.to_string(), "abcd");
        assert!(FixedStr::<4>::new("abcde").is_err());
    }

    #[test]
    fn names_are_ordered_folded_down_and_up_to_their_nul() {
        let order = |left: &[u8; 4], right: &[u8; 4]| FixedStr(*left).cmp_folded(&FixedStr(*right));
        // "_" (0x5F) stands between the capitals and the small letters.
        assert_eq!(order(b"a_\0\0", b"aB\0\0"), Ordering::Less);
        assert_eq!(order(b"AB\0\0", b"ab\0\0"), Ordering::Equal);
        assert_eq!(order(b"ab\0z", b"ab\0a"), Ordering::Equal);
        assert_eq!(order(b"ab\0z", b"abc\0"), Ordering::Less);
        assert_eq!(order(b"abcd", b"abcD"), Ordering::Equal);
        // Bytes from 0x80 on compare as they are, unsigned.
        assert_eq!(order(b"z\0\0\0", b"\xC0\0\0\0"), Ordering::Less);
    }

    #[test]
    fn only_ascii_letters_fold() {
        let field = FixedStr::<8>::new("AbЯ").unwrap();
        assert!(field.same_as(&encode("aBЯ").unwrap()));
        assert!(!field.same_as(&encode("aBя").unwrap()));
    }
}
