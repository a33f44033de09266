//! Small values out of any bytes.

use arbitrary::{Arbitrary, Result, Unstructured};
use msh_format::text::{self, FixedStr};

/// Up to `most` values.
pub(crate) fn list<T>(
    u: &mut Unstructured<'_>,
    most: usize,
    mut value: impl FnMut(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    let count = u.int_in_range(0..=most)?;
    exactly(u, count, &mut value)
}

/// `count` values.
pub(crate) fn exactly<T>(
    u: &mut Unstructured<'_>,
    count: usize,
    mut value: impl FnMut(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    (0..count).map(|_| value(u)).collect()
}

/// `count` values of a type that any bytes make.
pub(crate) fn values<'a, T: Arbitrary<'a>>(
    u: &mut Unstructured<'a>,
    count: usize,
) -> Result<Vec<T>> {
    (0..count).map(|_| u.arbitrary()).collect()
}

/// Up to `most` bytes.
pub(crate) fn bytes(u: &mut Unstructured<'_>, most: usize) -> Result<Vec<u8>> {
    let count = u.int_in_range(0..=most)?;
    Ok(u.bytes(count)?.to_vec())
}

/// Up to `most` characters of CP1251.
pub(crate) fn text(u: &mut Unstructured<'_>, most: usize) -> Result<String> {
    Ok(text::decode(&bytes(u, most)?))
}

/// A text field whose tail may hold anything.
pub(crate) fn fixed<const N: usize>(u: &mut Unstructured<'_>) -> Result<FixedStr<N>> {
    Ok(FixedStr(u.arbitrary()?))
}

/// Any number; NaN, which is not equal to itself, becomes 0.
pub(crate) fn float(u: &mut Unstructured<'_>) -> Result<f32> {
    let value: f32 = u.arbitrary()?;
    Ok(if value.is_nan() { 0.0 } else { value })
}

/// `N` numbers.
pub(crate) fn floats<const N: usize>(u: &mut Unstructured<'_>) -> Result<[f32; N]> {
    let mut values = [0.0; N];
    for value in &mut values {
        *value = float(u)?;
    }
    Ok(values)
}
