//! Fixed-size records: how a table of them is read and written.

use crate::error::{Error, Result};
use crate::reader::{Reader, WriteLe};
use crate::text::FixedStr;

/// A value with a fixed size on disk.
pub trait Record: Sized {
    /// Bytes of one record.
    const SIZE: usize;

    /// Reads one record.
    ///
    /// # Errors
    /// Truncated data.
    fn read(reader: &mut Reader<'_>) -> Result<Self>;

    /// Appends exactly [`Record::SIZE`] bytes.
    fn write(&self, out: &mut Vec<u8>);
}

/// Reads data that consists of records alone.
///
/// # Errors
/// `BadValue` if the data is not a whole number of records.
pub fn read_table<T: Record>(data: &[u8]) -> Result<Vec<T>> {
    if !data.len().is_multiple_of(T::SIZE) {
        return Err(Error::bad_value(format!(
            "{} bytes are not a whole number of {}-byte records",
            data.len(),
            T::SIZE
        )));
    }
    let count = data.len() / T::SIZE;
    read_records(&mut Reader::new(data), count as u64, "records")
}

/// Reads the next `count` records; `what` names them in the error.
///
/// # Errors
/// `Truncated`, before anything is allocated, if they do not fit in the rest of the data.
pub fn read_records<T: Record>(reader: &mut Reader<'_>, count: u64, what: &str) -> Result<Vec<T>> {
    let count = reader.check_count(count, T::SIZE, what)?;
    let mut records = Vec::with_capacity(count);
    for _ in 0..count {
        records.push(T::read(reader)?);
    }
    Ok(records)
}

/// The bytes of a table.
#[must_use]
pub fn table_bytes<T: Record>(records: &[T]) -> Vec<u8> {
    let mut out = Vec::with_capacity(records.len() * T::SIZE);
    for record in records {
        record.write(&mut out);
    }
    out
}

macro_rules! numbers {
    ($($type:ident),*) => {
        $(impl Record for $type {
            const SIZE: usize = size_of::<Self>();

            fn read(reader: &mut Reader<'_>) -> Result<Self> {
                reader.$type()
            }

            fn write(&self, out: &mut Vec<u8>) {
                out.put(&self.to_le_bytes());
            }
        })*
    };
}

numbers!(u8, i8, u16, i16, u32, i32, f32);

impl<T: Record + Copy + Default, const N: usize> Record for [T; N] {
    const SIZE: usize = N * T::SIZE;

    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let mut values = [T::default(); N];
        for value in &mut values {
            *value = T::read(reader)?;
        }
        Ok(values)
    }

    fn write(&self, out: &mut Vec<u8>) {
        for value in self {
            value.write(out);
        }
    }
}

impl<const N: usize> Record for FixedStr<N> {
    const SIZE: usize = N;

    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        reader.array().map(Self)
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_and_written_in_order() {
        let bytes = [1, 0, 2, 0, 3, 0, 0xFF, 0xFF];
        let table: Vec<[u16; 2]> = read_table(&bytes).unwrap();
        assert_eq!(table, [[1, 2], [3, 0xFFFF]]);
        assert_eq!(table_bytes(&table), bytes);
    }

    #[test]
    fn a_part_of_a_record_is_refused() {
        let error = read_table::<[f32; 3]>(&[0; 13]).unwrap_err();
        assert_eq!(error.kind, crate::ErrorKind::BadValue);
    }

    #[test]
    fn more_records_than_bytes_are_refused_before_allocation() {
        let mut reader = Reader::new(&[0; 8]);
        assert!(read_records::<u32>(&mut reader, u64::MAX / 2, "words").is_err());
    }
}
