//! A cursor over bytes that never reads past the end, and its counterpart for writing.

use crate::error::{Error, Result};

/// A bounded little-endian cursor.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    data: &'a [u8],
    position: usize,
}

macro_rules! numbers {
    ($($name:ident: $type:ty),*) => {
        $(
            #[doc = concat!("Reads a little-endian `", stringify!($type), "`.")]
            ///
            /// # Errors
            /// Truncated data; the offset is that of the value.
            pub fn $name(&mut self) -> Result<$type> {
                self.array().map(<$type>::from_le_bytes)
            }
        )*
    };
}

impl<'a> Reader<'a> {
    /// A cursor at the first byte of `data`.
    #[must_use]
    pub fn new(data: &'a [u8]) -> Self {
        Self { data, position: 0 }
    }

    /// Offset of the next byte.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    /// Bytes left.
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.data.len() - self.position
    }

    /// Takes the next `count` bytes.
    ///
    /// # Errors
    /// Truncated data; the offset is that of the first byte wanted.
    pub fn bytes(&mut self, count: usize) -> Result<&'a [u8]> {
        let rest = &self.data[self.position..];
        let Some(taken) = rest.get(..count) else {
            return Err(
                Error::truncated(format!("{count} bytes wanted, {} left", rest.len()))
                    .at(self.position),
            );
        };
        self.position += count;
        Ok(taken)
    }

    /// Takes the next `N` bytes as an array.
    ///
    /// # Errors
    /// Truncated data.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let bytes = self.bytes(N)?;
        let mut array = [0; N];
        array.copy_from_slice(bytes);
        Ok(array)
    }

    numbers!(u8: u8, i8: i8, u16: u16, i16: i16, u32: u32, i32: i32, f32: f32);

    /// Reads `N` consecutive `f32`.
    ///
    /// # Errors
    /// Truncated data.
    pub fn f32s<const N: usize>(&mut self) -> Result<[f32; N]> {
        let mut out = [0.0; N];
        for value in &mut out {
            *value = self.f32()?;
        }
        Ok(out)
    }

    /// Reads `N` consecutive `u32`.
    ///
    /// # Errors
    /// Truncated data.
    pub fn u32s<const N: usize>(&mut self) -> Result<[u32; N]> {
        let mut out = [0; N];
        for value in &mut out {
            *value = self.u32()?;
        }
        Ok(out)
    }

    /// Checks that `count` records of at least `record_size` bytes can still follow, before
    /// anything is allocated for them. `what` names the records in the error.
    ///
    /// # Errors
    /// `Truncated` if they do not fit in the rest of the data.
    pub fn check_count(&self, count: u64, record_size: usize, what: &str) -> Result<usize> {
        let fits = count
            .checked_mul(record_size as u64)
            .is_some_and(|n| n <= self.remaining() as u64);
        match usize::try_from(count) {
            Ok(count) if fits => Ok(count),
            _ => Err(Error::truncated(format!(
                "{count} {what} of at least {record_size} bytes do not fit in the {} bytes left",
                self.remaining()
            ))
            .at(self.position)),
        }
    }

    /// Checks that every byte was read.
    ///
    /// # Errors
    /// `BadValue` naming how many bytes are left over.
    pub fn finish(&self) -> Result<()> {
        match self.remaining() {
            0 => Ok(()),
            left => Err(Error::bad_value(format!(
                "{left} bytes are left after the last record (end expected at {}, length is {})",
                self.position,
                self.data.len()
            ))
            .at(self.position)),
        }
    }
}

/// Little-endian appending to a byte vector; the counterpart of [`Reader`].
pub trait WriteLe {
    /// Appends bytes as they are.
    fn put(&mut self, bytes: &[u8]);

    /// Appends a `u16`.
    fn put_u16(&mut self, value: u16) {
        self.put(&value.to_le_bytes());
    }
    /// Appends an `i16`.
    fn put_i16(&mut self, value: i16) {
        self.put(&value.to_le_bytes());
    }
    /// Appends a `u32`.
    fn put_u32(&mut self, value: u32) {
        self.put(&value.to_le_bytes());
    }
    /// Appends an `i32`.
    fn put_i32(&mut self, value: i32) {
        self.put(&value.to_le_bytes());
    }
    /// Appends an `f32`.
    fn put_f32(&mut self, value: f32) {
        self.put(&value.to_le_bytes());
    }
    /// Appends several `f32`.
    fn put_f32s(&mut self, values: &[f32]) {
        for value in values {
            self.put_f32(*value);
        }
    }
    /// Appends several `u32`.
    fn put_u32s(&mut self, values: &[u32]) {
        for value in values {
            self.put_u32(*value);
        }
    }
}

impl WriteLe for Vec<u8> {
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

/// Turns a length into the `u32` that a file stores.
///
/// # Errors
/// `Limit` if it does not fit.
pub fn len_u32(len: usize, what: &str) -> Result<u32> {
    u32::try_from(len).map_err(|_| Error::limit(format!("{len} {what} do not fit in 32 bits")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_little_endian() {
        let mut reader = Reader::new(&[0x34, 0x12, 0xFE, 0xFF, 0, 0, 0x80, 0x3F]);
        assert_eq!(reader.u16(), Ok(0x1234));
        assert_eq!(reader.i16(), Ok(-2));
        assert_eq!(reader.f32(), Ok(1.0));
        assert_eq!(reader.finish(), Ok(()));
    }

    #[test]
    fn a_short_read_names_its_offset_and_takes_nothing() {
        let mut reader = Reader::new(&[1, 2, 3]);
        assert_eq!(reader.u8(), Ok(1));
        let error = reader.u32().unwrap_err();
        assert_eq!(error.place.offset, Some(1));
        assert_eq!(reader.remaining(), 2);
    }

    #[test]
    fn a_huge_count_is_refused_before_allocation() {
        let reader = Reader::new(&[0; 16]);
        assert_eq!(reader.check_count(4, 4, "words"), Ok(4));
        assert!(reader.check_count(5, 4, "words").is_err());
        assert!(reader.check_count(u64::MAX, 4, "words").is_err());
    }
}
