//! Unit assemblies (`UNITS/**.dat`).
//!
//! Spec: `04-mission-objects.md` 4.

use crate::error::{Error, Result, Warnings};
use crate::reader::{Reader, WriteLe};
use crate::text::FixedStr;

/// First four bytes of the file.
pub const MAGIC: u32 = 0x0000_F0F1;
const HEADER: &str = "unit header";
const COMPONENTS: &str = "unit components";
const HEADER_SIZE: usize = 8;
const COMPONENT_SIZE: usize = 112;
const MAX_COMPONENTS: usize = 4_096;
/// Steps from the root to a component.
const MAX_DEPTH: usize = 32;
const REGISTRY: &[u8] = b"objects.rlb";

/// An assembly: a tree of components, depth first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// Class word; bit 31 = building.
    pub class_word: u32,
    /// Components; the first is the root.
    pub components: Vec<UnitComponent>,
    /// Parent of each component, `None` for the root. Follows from the child counts.
    pub parents: Vec<Option<usize>>,
}

/// A component record, 112 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnitComponent {
    /// Archive, `objects.rlb`.
    pub archive: FixedStr<32>,
    /// Key in `objects.rlb`.
    pub key: FixedStr<32>,
    /// 1 in shipped files.
    pub unk_40: u32,
    /// Node of the parent's mesh (`EXTO`) or slot of its controller (`INTO`), -1 on the root.
    pub attachment: i32,
    /// Display name.
    pub name: FixedStr<32>,
    /// Part class.
    pub class: u32,
    /// Number of children.
    pub child_count: i32,
}

impl Unit {
    /// An assembly of these components, whose child counts make one tree.
    ///
    /// # Errors
    /// As [`Unit::parse`] for the tree and its limits.
    pub fn new(class_word: u32, components: Vec<UnitComponent>) -> Result<Self> {
        let parents = parents(&components)?;
        Ok(Self {
            class_word,
            components,
            parents,
        })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// `BadMagic`; `BadValue` for a size that is not 8 + 112 N with N above 0, for a negative
    /// child count, for a record that no other one owns and for children that are owed at the
    /// end; `Limit` for more than 4,096 components or a tree deeper than 32.
    pub fn parse(data: &[u8], warnings: &mut Warnings) -> Result<Self> {
        let mut reader = Reader::new(data);
        let (class_word, count) = parse_header(&mut reader).map_err(|e| e.in_stream(HEADER))?;
        let mut components = Vec::with_capacity(count);
        for _ in 0..count {
            components.push(UnitComponent::parse(&mut reader)?);
        }
        for (index, component) in components.iter().enumerate() {
            component.report(index, warnings);
        }
        Self::new(class_word, components)
    }

    /// The file.
    ///
    /// # Errors
    /// As [`Unit::parse`] for the tree and its limits.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        parents(&self.components)?;
        let mut out = Vec::with_capacity(HEADER_SIZE + COMPONENT_SIZE * self.components.len());
        out.put_u32s(&[MAGIC, self.class_word]);
        for component in &self.components {
            component.write(&mut out);
        }
        Ok(out)
    }

    /// True for buildings (bit 31 of the class word).
    #[must_use]
    pub fn is_building(&self) -> bool {
        self.class_word & 0x8000_0000 != 0
    }
}

impl UnitComponent {
    /// A component of `objects.rlb`.
    ///
    /// # Errors
    /// `Limit` for a text over 32 bytes, `BadValue` for one outside CP1251.
    pub fn new(
        key: &str,
        name: &str,
        class: u32,
        attachment: i32,
        child_count: i32,
    ) -> Result<Self> {
        Ok(Self {
            archive: FixedStr::new("objects.rlb")?,
            key: FixedStr::new(key)?,
            unk_40: 1,
            attachment,
            name: FixedStr::new(name)?,
            class,
            child_count,
        })
    }

    fn parse(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            archive: FixedStr(reader.array()?),
            key: FixedStr(reader.array()?),
            unk_40: reader.u32()?,
            attachment: reader.i32()?,
            name: FixedStr(reader.array()?),
            class: reader.u32()?,
            child_count: reader.i32()?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put(&self.archive.0);
        out.put(&self.key.0);
        out.put_u32(self.unk_40);
        out.put_i32(self.attachment);
        out.put(&self.name.0);
        out.put_u32(self.class);
        out.put_i32(self.child_count);
    }

    fn report(&self, index: usize, warnings: &mut Warnings) {
        if !self.archive.same_as(REGISTRY) {
            let message = format!("archive {:?} is not objects.rlb", self.archive);
            warnings.in_record(COMPONENTS, index, message);
        }
        if self.unk_40 != 1 {
            let message = format!("the word at 0x40 is {}, not 1", self.unk_40);
            warnings.in_record(COMPONENTS, index, message);
        }
        if index == 0 && self.attachment != -1 {
            let message = format!("the root is attached to {}", self.attachment);
            warnings.in_record(COMPONENTS, index, message);
        }
    }
}

/// Class word and component count.
fn parse_header(reader: &mut Reader<'_>) -> Result<(u32, usize)> {
    let magic = reader.u32()?;
    if magic != MAGIC {
        let rule = format!("a unit starts with {MAGIC:#x}, not {magic:#x}");
        return Err(Error::bad_magic(rule).at(0));
    }
    let class_word = reader.u32()?;
    let size = reader.remaining();
    if size == 0 || !size.is_multiple_of(COMPONENT_SIZE) {
        let rule = format!("{size} bytes of components are no multiple of {COMPONENT_SIZE}");
        return Err(Error::bad_value(rule).at(HEADER_SIZE));
    }
    Ok((class_word, size / COMPONENT_SIZE))
}

/// Walks the depth-first list: each record belongs to the innermost one that is owed a child.
fn parents(components: &[UnitComponent]) -> Result<Vec<Option<usize>>> {
    let in_components = |e: Error| e.in_stream(COMPONENTS);
    if components.len() > MAX_COMPONENTS {
        let rule = format!("{} components, at most {MAX_COMPONENTS}", components.len());
        return Err(in_components(Error::limit(rule)));
    }
    let mut parents = Vec::with_capacity(components.len());
    // Records that are owed children, outermost first, with how many.
    let mut open: Vec<(usize, u32)> = Vec::new();
    for (index, component) in components.iter().enumerate() {
        let in_record = |e: Error| in_components(e).in_record(index);
        let parent = match open.last_mut() {
            Some((parent, owed)) => {
                *owed -= 1;
                Some(*parent)
            }
            None if index == 0 => None,
            None => {
                let rule = "every record before it has all its children";
                return Err(in_record(Error::bad_value(rule)));
            }
        };
        parents.push(parent);
        let children = u32::try_from(component.child_count).map_err(|_| {
            let rule = format!("child count {} is negative", component.child_count);
            in_record(Error::bad_value(rule))
        })?;
        open.push((index, children));
        if open.len() > MAX_DEPTH + 1 {
            let rule = format!("a tree deeper than {MAX_DEPTH}");
            return Err(in_record(Error::limit(rule)));
        }
        while open.pop_if(|(_, owed)| *owed == 0).is_some() {}
    }
    match open.last() {
        None if components.is_empty() => Err(in_components(Error::bad_value(
            "a unit needs a root component",
        ))),
        None => Ok(parents),
        Some((index, owed)) => {
            let rule = format!("{owed} of its children are missing");
            Err(in_components(Error::bad_value(rule)).in_record(*index))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    fn part(child_count: i32) -> UnitComponent {
        UnitComponent::new("part", "", 0, -1, child_count).unwrap()
    }

    fn tree_error(child_counts: &[i32]) -> Error {
        let components = child_counts.iter().map(|c| part(*c)).collect();
        Unit::new(0, components).unwrap_err()
    }

    /// The example of `04-mission-objects.md` 4: a warrior with an engine and a turret with a gun.
    fn example() -> Unit {
        let components = vec![
            UnitComponent::new("R_L_01", "", 0, -1, 2).unwrap(),
            UnitComponent::new("i_eng_l_01", "", 3, 0, 0).unwrap(),
            UnitComponent::new("e_tur_lt_01", "", 1, 4, 1).unwrap(),
            UnitComponent::new("e_gun_lc_01", "", 4, 3, 0).unwrap(),
        ];
        Unit::new(0x0100_8000, components).unwrap()
    }

    #[test]
    fn the_worked_example_is_a_tree_of_four() {
        let bytes = example().to_bytes().unwrap();
        assert_eq!(bytes.len(), 456);
        assert_eq!(bytes[..8], [0xF1, 0xF0, 0, 0, 0, 0x80, 0, 1]);
        assert_eq!(bytes[0x08..0x13], *b"objects.rlb");
        assert_eq!(bytes[0x28..0x2E], *b"R_L_01");
        let words: [(&[u8; 8], &[u8; 8]); 4] = [
            (b"\x01\0\0\0\xFF\xFF\xFF\xFF", b"\0\0\0\0\x02\0\0\0"),
            (b"\x01\0\0\0\0\0\0\0", b"\x03\0\0\0\0\0\0\0"),
            (b"\x01\0\0\0\x04\0\0\0", b"\x01\0\0\0\x01\0\0\0"),
            (b"\x01\0\0\0\x03\0\0\0", b"\x04\0\0\0\0\0\0\0"),
        ];
        for (index, (at_40, at_68)) in words.into_iter().enumerate() {
            let record = &bytes[8 + 112 * index..][..112];
            assert_eq!(record[0x40..0x48], *at_40);
            assert_eq!(record[0x68..0x70], *at_68);
        }
        let mut warnings = Warnings::new();
        let unit = Unit::parse(&bytes, &mut warnings).unwrap();
        assert!(warnings.is_empty());
        assert_eq!(unit, example());
        assert_eq!(unit.parents, [None, Some(0), Some(0), Some(2)]);
        assert!(!unit.is_building());
    }

    #[test]
    fn a_wrong_magic_is_an_error() {
        let mut bytes = example().to_bytes().unwrap();
        bytes[2] = 1;
        let error = Unit::parse(&bytes, &mut Warnings::new()).unwrap_err();
        assert_eq!(error.kind, ErrorKind::BadMagic);
    }

    #[test]
    fn only_whole_records_and_at_least_one_are_accepted() {
        let bytes = example().to_bytes().unwrap();
        for length in [0, 7, 8, 9, 119, 455] {
            assert!(
                Unit::parse(&bytes[..length], &mut Warnings::new()).is_err(),
                "{length} bytes"
            );
        }
        assert_eq!(
            Unit::new(0, Vec::new()).unwrap_err().kind,
            ErrorKind::BadValue
        );
    }

    #[test]
    fn a_record_without_an_owner_is_an_error() {
        let error = tree_error(&[1, 0, 0]);
        assert_eq!(error.kind, ErrorKind::BadValue);
        assert_eq!(error.place.record, Some(2));
    }

    #[test]
    fn children_owed_at_the_end_are_an_error() {
        let error = tree_error(&[2, 0]);
        assert_eq!(error.kind, ErrorKind::BadValue);
        assert_eq!(error.place.record, Some(0));
        assert!(Unit::new(0, vec![part(i32::MAX)]).is_err());
    }

    #[test]
    fn a_negative_child_count_is_an_error() {
        assert_eq!(tree_error(&[-1]).kind, ErrorKind::BadValue);
    }

    #[test]
    fn a_tree_may_be_32_deep() {
        let chain = |depth: usize| {
            let mut components = vec![part(1); depth];
            components.push(part(0));
            Unit::new(0, components)
        };
        assert_eq!(chain(32).unwrap().parents[32], Some(31));
        assert_eq!(chain(33).unwrap_err().kind, ErrorKind::Limit);
    }

    #[test]
    fn a_unit_has_at_most_4096_components() {
        let mut components = vec![part(0); 4_097];
        components[0].child_count = 4_096;
        let error = Unit::new(0, components.clone()).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Limit);
        components[0].child_count = 4_095;
        components.pop();
        assert!(Unit::new(0, components).is_ok());
    }

    #[test]
    fn unusual_words_are_warnings() {
        let unusual: [fn(&mut UnitComponent); 3] = [
            |c| c.archive = FixedStr::default(),
            |c| c.unk_40 = 2,
            |c| c.attachment = 0,
        ];
        for change in unusual {
            let mut unit = example();
            change(&mut unit.components[0]);
            let mut warnings = Warnings::new();
            let again = Unit::parse(&unit.to_bytes().unwrap(), &mut warnings).unwrap();
            assert_eq!(again, unit);
            assert_eq!(warnings.list().len(), 1);
        }
    }

    #[test]
    fn a_name_may_fill_its_field_and_junk_after_nul_is_kept() {
        let mut bytes = example().to_bytes().unwrap();
        bytes[0x50..0x70].fill(b'N');
        bytes[0x14..0x28].fill(0xCD);
        let unit = Unit::parse(&bytes, &mut Warnings::new()).unwrap();
        assert_eq!(unit.components[0].name.as_bytes(), [b'N'; 32]);
        assert_eq!(unit.to_bytes().unwrap(), bytes);
    }
}
