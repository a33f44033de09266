//! Types 10, 17 and 20: node labels, the hall way, light records.

use crate::error::{Error, Result};
use crate::reader::{Reader, WriteLe, len_u32};
use crate::record::{Record, read_records};

/// Reads `count` labels of type 10: a length without the NUL, then text and NUL unless the
/// length is 0. The second value lists the labels whose NUL is another byte.
///
/// # Errors
/// Truncated labels, naming the record.
pub(super) fn read_labels(
    reader: &mut Reader<'_>,
    count: usize,
) -> Result<(Vec<Vec<u8>>, Vec<usize>)> {
    reader.check_count(count as u64, 4, "labels")?;
    let mut labels = Vec::with_capacity(count);
    let mut unterminated = Vec::new();
    for index in 0..count {
        let (label, terminator) = read_label(reader).map_err(|e| e.in_record(index))?;
        if terminator != 0 {
            unterminated.push(index);
        }
        labels.push(label);
    }
    Ok((labels, unterminated))
}

fn read_label(reader: &mut Reader<'_>) -> Result<(Vec<u8>, u8)> {
    let length = reader.u32()?;
    if length == 0 {
        return Ok((Vec::new(), 0));
    }
    let length = reader.check_count(u64::from(length), 1, "label bytes")?;
    let text = reader.bytes(length)?.to_vec();
    Ok((text, reader.u8()?))
}

/// The bytes of type 10.
///
/// # Errors
/// A label with an inner NUL, or longer than the format can say.
pub(super) fn label_bytes(labels: &[Vec<u8>]) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    for (index, label) in labels.iter().enumerate() {
        if label.contains(&0) {
            return Err(Error::bad_value("a label has an inner NUL").in_record(index));
        }
        out.put_u32(len_u32(label.len(), "label bytes")?);
        if !label.is_empty() {
            out.put(label);
            out.put(&[0]);
        }
    }
    Ok(out)
}

/// A vertex of the hall way, 20 bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HallVertex {
    /// Position in the frame of `node`.
    pub position: [f32; 3],
    /// What the place is for.
    pub flags: u32,
    /// Node whose frame the position is in.
    pub node: u32,
}

impl Record for HallVertex {
    const SIZE: usize = 20;

    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            position: reader.f32s()?,
            flags: reader.u32()?,
            node: reader.u32()?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_f32s(&self.position);
        out.put_u32s(&[self.flags, self.node]);
    }
}

/// A link of the hall way, 40 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HallLink {
    /// Start vertex.
    pub from: u32,
    /// End vertex.
    pub to: u32,
    /// Which units may pass.
    pub gates: [u32; 8],
}

impl Record for HallLink {
    const SIZE: usize = 40;

    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            from: reader.u32()?,
            to: reader.u32()?,
            gates: reader.u32s()?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_u32s(&[self.from, self.to]);
        out.put_u32s(&self.gates);
    }
}

/// Type 17.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HallWay {
    /// Vertices.
    pub vertices: Vec<HallVertex>,
    /// Links.
    pub links: Vec<HallLink>,
}

impl HallWay {
    /// Reads a payload with the counts of attr1 and attr2.
    ///
    /// # Errors
    /// A payload of another size.
    pub(super) fn parse(payload: &[u8], vertices: u32, links: u32) -> Result<Self> {
        let mut reader = Reader::new(payload);
        let hall_way = Self {
            vertices: read_records(&mut reader, u64::from(vertices), "vertices")?,
            links: read_records(&mut reader, u64::from(links), "links")?,
        };
        reader.finish()?;
        Ok(hall_way)
    }
}

/// A type-20 record, 48 bytes; not used for lighting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LightRecord {
    /// The twelve words as stored.
    pub words: [u32; 12],
}

impl Record for LightRecord {
    const SIZE: usize = 48;

    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            words: reader.u32s()?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_u32s(&self.words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;
    use crate::record::table_bytes;

    /// Type 10 of the worked example, `02b-msh-facts.md` 12.
    const LABELS: [u8; 16] = *b"\0\0\0\0\x07\0\0\0central\0";

    #[test]
    fn an_empty_label_is_a_length_alone() {
        let (labels, unterminated) = read_labels(&mut Reader::new(&LABELS), 2).unwrap();
        assert_eq!(labels, [b"".to_vec(), b"central".to_vec()]);
        assert!(unterminated.is_empty());
        assert_eq!(label_bytes(&labels).unwrap(), LABELS);
    }

    #[test]
    fn another_byte_in_place_of_the_nul_is_reported() {
        let (labels, unterminated) = read_labels(&mut Reader::new(b"\x02\0\0\0abc"), 1).unwrap();
        assert_eq!(labels, [b"ab".to_vec()]);
        assert_eq!(unterminated, [0]);
    }

    #[test]
    fn a_cut_label_names_its_record() {
        let error = read_labels(&mut Reader::new(&LABELS[..15]), 2).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Truncated);
        assert_eq!(error.place.record, Some(1));
    }

    #[test]
    fn a_huge_label_length_allocates_nothing() {
        let error = read_labels(&mut Reader::new(b"\xFF\xFF\xFF\xFFabc"), 1).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Truncated);
    }

    #[test]
    fn a_label_with_an_inner_nul_is_not_written() {
        assert!(label_bytes(&[b"a\0b".to_vec()]).is_err());
    }

    #[test]
    fn the_hall_way_is_vertices_then_links() {
        let hall_way = HallWay {
            vertices: vec![HallVertex {
                position: [1.0, 2.0, 3.0],
                flags: 0x1000_0001,
                node: 4,
            }],
            links: vec![HallLink {
                from: 0,
                to: 1,
                gates: [1, 0, 3, 4, 5, 0, 7, 8],
            }],
        };
        let mut payload = table_bytes(&hall_way.vertices);
        payload.extend(table_bytes(&hall_way.links));
        assert_eq!(payload.len(), 60);
        assert_eq!(payload[12..20], [1, 0, 0, 0x10, 4, 0, 0, 0]);
        assert_eq!(HallWay::parse(&payload, 1, 1), Ok(hall_way));
        assert!(HallWay::parse(&payload, 0, 1).is_err());
        assert!(HallWay::parse(&payload, u32::MAX, u32::MAX).is_err());
    }
}
