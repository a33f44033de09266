//! Ground plans of buildings (`*.bas`).
//!
//! Spec: `04-mission-objects.md` 9.1.

use crate::error::{Error, Result, Warnings};
use crate::reader::{Reader, WriteLe, len_u32};

const INNER: &str = "inner rings";
const OUTER: &str = "outer rings";
const MAX_RINGS: usize = 64;
const CORNERS: std::ops::RangeInclusive<usize> = 3..=256;
const CORNER_SIZE: usize = 12;
/// Corner count, three corners and the repeated first one.
const RING_MIN_SIZE: usize = 4 + 4 * CORNER_SIZE;

/// A ground plan.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BasePlan {
    /// Inner rings: the traced outline.
    pub inner: Vec<InnerRing>,
    /// Outer rings: the clearance, first corner not repeated, model space, anticlockwise.
    pub outer: Vec<Vec<[f32; 3]>>,
}

/// An inner ring.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct InnerRing {
    /// Corners, first corner not repeated, model space, anticlockwise.
    pub corners: Vec<[f32; 3]>,
    /// Mesh triangle each corner was traced from.
    pub triangles: Vec<i32>,
    /// Corner of that triangle.
    pub triangle_corners: Vec<i32>,
}

impl BasePlan {
    /// Reads a plan. Clockwise rings, corners that are not finite and other counts than one ring are
    /// warnings.
    ///
    /// # Errors
    /// `Limit` for more than 64 rings, `BadValue` for a ring of fewer than 3 or more than 256
    /// corners, for one that does not end at its first corner and for bytes after the last ring.
    pub fn parse(data: &[u8], warnings: &mut Warnings) -> Result<Self> {
        let mut reader = Reader::new(data);
        let inner = parse_set(&mut reader, INNER, parse_inner_ring)?;
        let outer = parse_set(&mut reader, OUTER, parse_ring)?;
        reader.finish()?;
        report(INNER, inner.iter().map(|ring| &ring.corners), warnings);
        report(OUTER, outer.iter(), warnings);
        Ok(Self { inner, outer })
    }

    /// The file.
    ///
    /// # Errors
    /// `Limit` for more than 64 rings, `BadValue` for a ring whose corner count is not 3 to 256 or
    /// whose lists differ in length.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        out.put_u32(checked_ring_count(self.inner.len()).map_err(|e| e.in_stream(INNER))?);
        for (index, ring) in self.inner.iter().enumerate() {
            write_inner_ring(&mut out, ring).map_err(|e| e.in_stream(INNER).in_record(index))?;
        }
        out.put_u32(checked_ring_count(self.outer.len()).map_err(|e| e.in_stream(OUTER))?);
        for (index, ring) in self.outer.iter().enumerate() {
            write_ring(&mut out, ring).map_err(|e| e.in_stream(OUTER).in_record(index))?;
        }
        Ok(out)
    }
}

fn parse_set<Ring>(
    reader: &mut Reader<'_>,
    stream: &'static str,
    parse_ring: impl Fn(&mut Reader<'_>) -> Result<Ring>,
) -> Result<Vec<Ring>> {
    let in_stream = |e: Error| e.in_stream(stream);
    let at = reader.position();
    let count = reader.u32().map_err(in_stream)?;
    checked_ring_count(count as usize).map_err(|e| in_stream(e).at(at))?;
    let count = reader
        .check_count(count.into(), RING_MIN_SIZE, "rings")
        .map_err(in_stream)?;
    (0..count)
        .map(|index| parse_ring(reader).map_err(|e| in_stream(e).in_record(index)))
        .collect()
}

fn parse_ring(reader: &mut Reader<'_>) -> Result<Vec<[f32; 3]>> {
    let at = reader.position();
    let count = checked_corner_count(reader.u32()? as usize).map_err(|e| e.at(at))?;
    let count = count as usize;
    reader.check_count(count as u64 + 1, CORNER_SIZE, "corners")?;
    let mut corners = Vec::with_capacity(count + 1);
    for _ in 0..=count {
        corners.push(reader.f32s()?);
    }
    let bits = |corner: &[f32; 3]| corner.map(f32::to_bits);
    let last = corners.pop();
    if last.as_ref().map(bits) != corners.first().map(bits) {
        let rule = "the ring does not end at its first corner";
        return Err(Error::bad_value(rule).at(at));
    }
    Ok(corners)
}

fn parse_inner_ring(reader: &mut Reader<'_>) -> Result<InnerRing> {
    let corners = parse_ring(reader)?;
    let mut words = || {
        (0..corners.len())
            .map(|_| reader.i32())
            .collect::<Result<_>>()
    };
    let (triangles, triangle_corners) = (words()?, words()?);
    Ok(InnerRing {
        triangles,
        triangle_corners,
        corners,
    })
}

fn write_ring(out: &mut Vec<u8>, corners: &[[f32; 3]]) -> Result<()> {
    out.put_u32(checked_corner_count(corners.len())?);
    for corner in corners.iter().chain(corners.first()) {
        out.put_f32s(corner);
    }
    Ok(())
}

fn write_inner_ring(out: &mut Vec<u8>, ring: &InnerRing) -> Result<()> {
    let corners = ring.corners.len();
    if ring.triangles.len() != corners || ring.triangle_corners.len() != corners {
        let rule = "a ring names a triangle and its corner for each of its corners";
        return Err(Error::bad_value(rule));
    }
    write_ring(out, &ring.corners)?;
    for word in ring.triangles.iter().chain(&ring.triangle_corners) {
        out.put_i32(*word);
    }
    Ok(())
}

fn checked_ring_count(count: usize) -> Result<u32> {
    if count > MAX_RINGS {
        return Err(Error::limit(format!("{count} rings, at most {MAX_RINGS}")));
    }
    len_u32(count, "rings")
}

fn checked_corner_count(count: usize) -> Result<u32> {
    if !CORNERS.contains(&count) {
        return Err(Error::bad_value(format!("a ring of {count} corners")));
    }
    len_u32(count, "corners")
}

fn report<'p>(
    stream: &'static str,
    rings: impl ExactSizeIterator<Item = &'p Vec<[f32; 3]>>,
    warnings: &mut Warnings,
) {
    if rings.len() != 1 {
        warnings.in_stream(stream, format!("{} rings instead of one", rings.len()));
    }
    for (index, corners) in rings.enumerate() {
        if !corners.as_flattened().iter().all(|c| c.is_finite()) {
            warnings.in_record(stream, index, "a corner of the ring is not finite");
        } else if doubled_area(corners) <= 0.0 {
            warnings.in_record(stream, index, "the ring is not anticlockwise");
        }
    }
}

/// Twice the area inside a ring seen from above, negative if it runs clockwise.
fn doubled_area(corners: &[[f32; 3]]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    corners
        .iter()
        .zip(next)
        .map(|([x0, y0, _], [x1, y1, _])| {
            f64::from(*x0) * f64::from(*y1) - f64::from(*x1) * f64::from(*y0)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    fn square(half: f32) -> Vec<[f32; 3]> {
        vec![
            [-half, -half, 0.0],
            [half, -half, 0.0],
            [half, half, 0.0],
            [-half, half, 0.0],
        ]
    }

    /// The worked example of `04-mission-objects.md` 9.1.
    fn example() -> BasePlan {
        BasePlan {
            inner: vec![InnerRing {
                corners: square(1.0),
                triangles: vec![5, 5, 6, 6],
                triangle_corners: vec![0, 1, 1, 2],
            }],
            outer: vec![square(2.0)],
        }
    }

    /// Its bytes as the page gives them.
    fn example_bytes() -> Vec<u8> {
        let mut bytes = Vec::new();
        let ring = |bytes: &mut Vec<u8>, minus: [u8; 4], plus: [u8; 4]| {
            bytes.extend([1, 0, 0, 0, 4, 0, 0, 0]);
            let corners = [
                [minus, minus],
                [plus, minus],
                [plus, plus],
                [minus, plus],
                [minus, minus],
            ];
            for [x, y] in corners {
                bytes.extend([x, y, [0; 4]].concat());
            }
        };
        ring(&mut bytes, [0, 0, 0x80, 0xBF], [0, 0, 0x80, 0x3F]);
        for word in [5, 5, 6, 6, 0, 1, 1, 2] {
            bytes.extend([word, 0, 0, 0]);
        }
        ring(&mut bytes, [0, 0, 0, 0xC0], [0, 0, 0, 0x40]);
        bytes
    }

    fn error(data: &[u8]) -> ErrorKind {
        BasePlan::parse(data, &mut Warnings::new())
            .unwrap_err()
            .kind
    }

    /// The example with the byte at `offset` replaced.
    fn with_byte(offset: usize, value: u8) -> Vec<u8> {
        let mut bytes = example_bytes();
        bytes[offset] = value;
        bytes
    }

    #[test]
    fn the_worked_example_has_one_ring_inside_another() {
        let bytes = example_bytes();
        assert_eq!(bytes.len(), 168);
        let mut warnings = Warnings::new();
        assert_eq!(BasePlan::parse(&bytes, &mut warnings), Ok(example()));
        assert!(warnings.is_empty());
        assert_eq!(example().to_bytes().unwrap(), bytes);
    }

    #[test]
    fn a_ring_has_3_to_256_corners() {
        for count in [0, 2] {
            assert_eq!(error(&with_byte(4, count)), ErrorKind::BadValue);
        }
        let mut bytes = with_byte(5, 1);
        bytes[4] = 1;
        assert_eq!(error(&bytes), ErrorKind::BadValue);
        for count in [2, 257] {
            let mut plan = example();
            plan.outer[0].resize(count, [0.0; 3]);
            assert_eq!(plan.to_bytes().unwrap_err().kind, ErrorKind::BadValue);
        }
    }

    #[test]
    fn a_plan_has_at_most_64_rings_a_set() {
        assert_eq!(error(&with_byte(0, 65)), ErrorKind::Limit);
        assert_eq!(error(&with_byte(100, 65)), ErrorKind::Limit);
        let mut plan = example();
        plan.outer = vec![square(2.0); 65];
        assert_eq!(plan.to_bytes().unwrap_err().kind, ErrorKind::Limit);
    }

    #[test]
    fn a_ring_that_does_not_close_is_an_error() {
        // The last corner of the inner ring starts at 8 + 4 * 12.
        let found = BasePlan::parse(&with_byte(56, 1), &mut Warnings::new()).unwrap_err();
        assert_eq!(found.kind, ErrorKind::BadValue);
        assert_eq!(found.place.record, Some(0));
    }

    #[test]
    fn the_file_ends_with_the_last_ring() {
        let bytes = example_bytes();
        assert_eq!(
            error(&[bytes.as_slice(), &[0]].concat()),
            ErrorKind::BadValue
        );
        for length in 0..bytes.len() {
            assert_eq!(error(&bytes[..length]), ErrorKind::Truncated);
        }
    }

    #[test]
    fn a_clockwise_ring_and_an_empty_set_are_reported() {
        let mut plan = example();
        plan.outer[0].reverse();
        plan.inner.clear();
        let mut warnings = Warnings::new();
        let bytes = plan.to_bytes().unwrap();
        assert_eq!(BasePlan::parse(&bytes, &mut warnings), Ok(plan));
        assert_eq!(warnings.list().len(), 2);
    }

    #[test]
    fn a_corner_that_is_not_finite_is_reported_and_kept() {
        for axis in 0..3 {
            let mut plan = example();
            plan.outer[0][1][axis] = f32::INFINITY;
            let bytes = plan.to_bytes().unwrap();
            let mut warnings = Warnings::new();
            assert_eq!(BasePlan::parse(&bytes, &mut warnings), Ok(plan));
            let [warning] = warnings.list() else {
                panic!("one warning: {:?}", warnings.list())
            };
            assert!(warning.message.contains("not finite"), "{warning}");
        }
    }

    #[test]
    fn the_lists_of_an_inner_ring_have_one_length() {
        let mut plan = example();
        plan.inner[0].triangles.pop();
        assert_eq!(plan.to_bytes().unwrap_err().kind, ErrorKind::BadValue);
    }
}
