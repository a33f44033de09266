//! Control points (`*.cpt`, entry type `CTPT`).
//!
//! Spec: `04-mission-objects.md` 9.2. The file holds all numbers first and all names after them.

use crate::error::{Error, Result, Warnings};
use crate::reader::{Reader, WriteLe, len_u32};
use crate::text::FixedStr;

const STREAM: &str = "control points";
const POINT_SIZE: usize = 36 + 32;
const MAX_POINTS: usize = 65_536;

/// A control-point file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ControlPoints {
    /// Points in order.
    pub points: Vec<ControlPoint>,
}

/// A control point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ControlPoint {
    /// Flags.
    pub flags: u32,
    /// Node the point sits on.
    pub node: i32,
    /// Node it dies with.
    pub carrier: i32,
    /// Position in the node's frame.
    pub position: [f32; 3],
    /// Direction; its length carries a size.
    pub direction: [f32; 3],
    /// Name.
    pub name: FixedStr<32>,
}

impl ControlPoints {
    /// Reads a file.
    ///
    /// # Errors
    /// `Limit` for more than 65,536 points, `Truncated` or `BadValue` if the size is not
    /// 4 + 68 per point.
    pub fn parse(data: &[u8], warnings: &mut Warnings) -> Result<Self> {
        Self::parse_inner(data, warnings).map_err(|e| e.in_stream(STREAM))
    }

    fn parse_inner(data: &[u8], warnings: &mut Warnings) -> Result<Self> {
        let mut reader = Reader::new(data);
        let count = reader.u32()?;
        check_count(count as usize).map_err(|e| e.at(0))?;
        let count = reader.check_count(count.into(), POINT_SIZE, "points")?;
        let mut points = Vec::with_capacity(count);
        for _ in 0..count {
            points.push(ControlPoint {
                flags: reader.u32()?,
                node: reader.i32()?,
                carrier: reader.i32()?,
                position: reader.f32s()?,
                direction: reader.f32s()?,
                name: FixedStr::default(),
            });
        }
        for point in &mut points {
            point.name = FixedStr(reader.array()?);
        }
        reader.finish()?;
        for (index, point) in points.iter().enumerate() {
            let numbers = point.position.iter().chain(&point.direction);
            if !numbers.into_iter().all(|n| n.is_finite()) {
                warnings.in_record(STREAM, index, "position or direction is not finite");
            }
            if !point.name.is_terminated() {
                warnings.in_record(STREAM, index, "the name has no NUL; all 32 bytes are taken");
            }
        }
        Ok(Self { points })
    }

    /// The file.
    ///
    /// # Errors
    /// `Limit` for more than 65,536 points.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        check_count(self.points.len()).map_err(|e| e.in_stream(STREAM))?;
        let mut out = Vec::with_capacity(4 + POINT_SIZE * self.points.len());
        out.put_u32(len_u32(self.points.len(), "points")?);
        for point in &self.points {
            out.put_u32(point.flags);
            out.put_i32(point.node);
            out.put_i32(point.carrier);
            out.put_f32s(&point.position);
            out.put_f32s(&point.direction);
        }
        for point in &self.points {
            out.put(&point.name.0);
        }
        Ok(out)
    }

    /// The first point with this name, compared without case.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&ControlPoint> {
        self.points.iter().find(|p| p.name.same_as(name.as_bytes()))
    }
}

fn check_count(count: usize) -> Result<()> {
    if count > MAX_POINTS {
        return Err(Error::limit(format!(
            "{count} points, at most {MAX_POINTS}"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    /// The worked example of `04-mission-objects.md` 9.2.
    fn example() -> Vec<u8> {
        let mut bytes = vec![1, 0, 0, 0, 0, 0, 0, 0, 0x23, 0, 0, 0, 0x23, 0, 0, 0];
        bytes.extend([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x60, 0x3F]);
        bytes.extend([0, 0, 0, 0, 0, 0, 0x80, 0x3F, 0, 0, 0, 0]);
        bytes.extend(b"CameraCenter");
        bytes.resize(72, 0);
        bytes
    }

    fn parse(data: &[u8]) -> Result<ControlPoints> {
        ControlPoints::parse(data, &mut Warnings::new())
    }

    #[test]
    fn the_worked_example_is_a_camera_point() {
        let bytes = example();
        let mut warnings = Warnings::new();
        let file = ControlPoints::parse(&bytes, &mut warnings).unwrap();
        assert!(warnings.is_empty());
        let expected = ControlPoint {
            flags: 0,
            node: 35,
            carrier: 35,
            position: [0.0, 0.0, 0.875],
            direction: [0.0, 1.0, 0.0],
            name: FixedStr::new("CameraCenter").unwrap(),
        };
        assert_eq!(file.points, [expected]);
        assert_eq!(file.find("cameracenter"), Some(&expected));
        assert_eq!(file.to_bytes().unwrap(), bytes);
    }

    #[test]
    fn names_follow_all_numbers() {
        let mut file = parse(&example()).unwrap();
        let mut second = file.points[0];
        second.name = FixedStr::new("Root").unwrap();
        file.points.push(second);
        let bytes = file.to_bytes().unwrap();
        assert_eq!(bytes[4 + 2 * 36..][..12], *b"CameraCenter");
        assert_eq!(bytes[4 + 2 * 36 + 32..][..5], *b"Root\0");
        assert_eq!(parse(&bytes), Ok(file));
    }

    #[test]
    fn the_size_follows_from_the_count() {
        let bytes = example();
        for length in 0..bytes.len() {
            let error = parse(&bytes[..length]).unwrap_err();
            assert_eq!(error.kind, ErrorKind::Truncated);
        }
        let long = [bytes.as_slice(), &[0]].concat();
        assert_eq!(parse(&long).unwrap_err().kind, ErrorKind::BadValue);
        assert_eq!(parse(&[0; 4]).unwrap().points, []);
    }

    #[test]
    fn more_than_65536_points_are_an_error() {
        let mut bytes = 65_537_u32.to_le_bytes().to_vec();
        bytes.resize(4 + POINT_SIZE * 65_537, 0);
        assert_eq!(parse(&bytes).unwrap_err().kind, ErrorKind::Limit);
        let mut file = parse(&example()).unwrap();
        file.points = vec![file.points[0]; 65_537];
        assert_eq!(file.to_bytes().unwrap_err().kind, ErrorKind::Limit);
    }

    #[test]
    fn a_name_without_its_nul_is_reported() {
        let mut bytes = example();
        bytes[40..].fill(b'x');
        let mut warnings = Warnings::new();
        let file = ControlPoints::parse(&bytes, &mut warnings).unwrap();
        assert_eq!(warnings.list().len(), 1);
        assert_eq!(file.points[0].name.to_string(), "x".repeat(32));
        assert_eq!(file.to_bytes().unwrap(), bytes);
    }

    #[test]
    fn numbers_that_are_not_finite_are_reported() {
        let mut bytes = example();
        bytes[16..20].copy_from_slice(&f32::NAN.to_le_bytes());
        let mut warnings = Warnings::new();
        let file = ControlPoints::parse(&bytes, &mut warnings).unwrap();
        assert_eq!(warnings.list().len(), 1);
        assert_eq!(file.to_bytes().unwrap(), bytes);
    }
}
