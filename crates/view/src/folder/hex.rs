//! Bytes as hexadecimal text in the manifest.

use serde::{Deserialize, Serialize};

/// Bytes that are no text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Hex(pub(crate) Vec<u8>);

impl Hex {
    /// True if there is nothing but zeros.
    pub(crate) fn is_zero(&self) -> bool {
        self.0.iter().all(|b| *b == 0)
    }

    /// The bytes as an array, zeros if there are none.
    ///
    /// # Errors
    /// `BadValue` if there is another number of bytes.
    pub(crate) fn array<const N: usize>(&self, what: &str) -> msh_format::Result<[u8; N]> {
        if self.0.is_empty() {
            return Ok([0; N]);
        }
        self.0.as_slice().try_into().map_err(|_| {
            let rule = format!("{what} has {} bytes, not {N}", self.0.len());
            msh_format::Error::bad_value(rule)
        })
    }
}

impl From<Hex> for String {
    fn from(hex: Hex) -> Self {
        hex.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl TryFrom<String> for Hex {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let digit = |c: u8| char::from(c).to_digit(16);
        let pairs = text.as_bytes().chunks(2).map(|pair| match pair {
            // Two digits are below 256.
            [a, b] => Some((digit(*a)? << 4 | digit(*b)?) as u8),
            _ => None,
        });
        let bytes: Option<Vec<u8>> = pairs.collect();
        bytes
            .map(Self)
            .ok_or_else(|| format!("{text:?} is no row of hexadecimal bytes"))
    }
}
