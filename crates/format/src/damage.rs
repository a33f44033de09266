//! Damage tables (`*.ndp`, entry type `NDPR`).
//!
//! Spec: `04-mission-objects.md` 9.3.

use crate::error::{Error, Result, Warnings};
use crate::reader::{Reader, WriteLe};
use crate::text::FixedStr;

const STREAM: &str = "damage table";
const RECORD_SIZE: usize = 76;

/// A damage table: one record per mesh node.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DamageTable {
    /// Records in node order.
    pub nodes: Vec<NodeDamage>,
}

/// A record, 76 bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NodeDamage {
    /// Flags.
    pub flags: u32,
    /// Hit points.
    pub hit_points: f32,
    /// Density.
    pub density: f32,
    /// Archive of the explosion.
    pub archive: FixedStr<32>,
    /// Member of the explosion.
    pub member: FixedStr<32>,
}

impl DamageTable {
    /// Reads a file.
    ///
    /// # Errors
    /// `BadValue` for a negative count; `Truncated` or `BadValue` if the size is not 4 + 76 per
    /// record.
    pub fn parse(data: &[u8], warnings: &mut Warnings) -> Result<Self> {
        Self::parse_inner(data, warnings).map_err(|e| e.in_stream(STREAM))
    }

    fn parse_inner(data: &[u8], warnings: &mut Warnings) -> Result<Self> {
        let mut reader = Reader::new(data);
        let count = reader.i32()?;
        let count = u64::try_from(count)
            .map_err(|_| Error::bad_value(format!("record count {count} is negative")).at(0))?;
        let count = reader.check_count(count, RECORD_SIZE, "records")?;
        let mut nodes = Vec::with_capacity(count);
        for _ in 0..count {
            nodes.push(NodeDamage::parse(&mut reader)?);
        }
        reader.finish()?;
        for (index, node) in nodes.iter().enumerate() {
            if !node.hit_points.is_finite() || !node.density.is_finite() {
                warnings.in_record(STREAM, index, "hit points or density are not finite");
            }
            for name in [&node.archive, &node.member] {
                if !name.is_terminated() {
                    let message = format!("the name {name} has no NUL; all 32 bytes are taken");
                    warnings.in_record(STREAM, index, message);
                }
            }
        }
        Ok(Self { nodes })
    }

    /// The file.
    ///
    /// # Errors
    /// `Limit` if the count does not fit in the file.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let count = i32::try_from(self.nodes.len())
            .map_err(|_| Error::limit(format!("{} records", self.nodes.len())))?;
        let mut out = Vec::with_capacity(4 + RECORD_SIZE * self.nodes.len());
        out.put_i32(count);
        for node in &self.nodes {
            node.write(&mut out);
        }
        Ok(out)
    }
}

impl NodeDamage {
    fn parse(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            flags: reader.u32()?,
            hit_points: reader.f32()?,
            density: reader.f32()?,
            archive: FixedStr(reader.array()?),
            member: FixedStr(reader.array()?),
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_u32(self.flags);
        out.put_f32s(&[self.hit_points, self.density]);
        out.put(&self.archive.0);
        out.put(&self.member.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    /// The worked example of `04-mission-objects.md` 9.3.
    fn example() -> Vec<u8> {
        let mut bytes = vec![1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFA, 0x43, 0, 0, 0x7A, 0x44];
        bytes.extend(b"weapon.rlb");
        bytes.resize(80, 0);
        bytes
    }

    fn parse(data: &[u8]) -> Result<DamageTable> {
        DamageTable::parse(data, &mut Warnings::new())
    }

    #[test]
    fn the_worked_example_has_500_hit_points() {
        let bytes = example();
        let mut warnings = Warnings::new();
        let table = DamageTable::parse(&bytes, &mut warnings).unwrap();
        assert!(warnings.is_empty());
        let expected = NodeDamage {
            flags: 0,
            hit_points: 500.0,
            density: 1000.0,
            archive: FixedStr::new("weapon.rlb").unwrap(),
            member: FixedStr::default(),
        };
        assert_eq!(table.nodes, [expected]);
        assert_eq!(table.to_bytes().unwrap(), bytes);
    }

    #[test]
    fn a_negative_count_is_an_error() {
        let mut bytes = example();
        bytes[..4].fill(0xFF);
        assert_eq!(parse(&bytes).unwrap_err().kind, ErrorKind::BadValue);
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
    }

    #[test]
    fn a_name_without_its_nul_is_reported() {
        for start in [16, 48] {
            let mut bytes = example();
            bytes[start..start + 32].fill(b'x');
            let mut warnings = Warnings::new();
            let table = DamageTable::parse(&bytes, &mut warnings).unwrap();
            assert_eq!(warnings.list().len(), 1);
            assert_eq!(table.to_bytes().unwrap(), bytes);
        }
    }

    #[test]
    fn numbers_that_are_not_finite_are_reported() {
        let mut bytes = example();
        bytes[8..12].copy_from_slice(&f32::INFINITY.to_le_bytes());
        let mut warnings = Warnings::new();
        let table = DamageTable::parse(&bytes, &mut warnings).unwrap();
        assert_eq!(warnings.list().len(), 1);
        assert_eq!(table.to_bytes().unwrap(), bytes);
    }
}
