//! Archives of a root, each read and parsed once.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use msh_format::nres::{Directory, Entry};
use msh_format::{Warnings, rsli, text};

use crate::error::{Error, Result};
use crate::problems::Problems;
use crate::root::{FileBytes, GamePath, GameRoot};

/// Names a member of an archive, as the data wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MemberName {
    /// Archive file, decoded.
    pub archive: String,
    /// Member, raw CP1251.
    pub member: Vec<u8>,
}

impl MemberName {
    /// The key under which equal names meet: ASCII-folded.
    #[must_use]
    pub fn folded(&self) -> Self {
        Self {
            archive: self.archive.to_ascii_lowercase(),
            member: text::fold(&self.member),
        }
    }

    /// True if the member's name ends in this extension (with its dot), in any case.
    #[must_use]
    pub fn has_extension(&self, extension: &str) -> bool {
        let (name, extension) = (&self.member, extension.as_bytes());
        name.len() > extension.len()
            && name[name.len() - extension.len()..].eq_ignore_ascii_case(extension)
    }

    /// The member of the same archive and stem with another extension (with its dot).
    #[must_use]
    pub fn with_extension(&self, extension: &str) -> Self {
        let stem = match self.member.iter().rposition(|b| *b == b'.') {
            Some(dot) => &self.member[..dot],
            None => &self.member[..],
        };
        Self {
            archive: self.archive.clone(),
            member: [stem, extension.as_bytes()].concat(),
        }
    }
}

impl fmt::Display for MemberName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}::{}", self.archive, text::decode(&self.member))
    }
}

/// How many times its own size the members of an archive may have together. Members may share
/// bytes by mistake; what is loaded of an archive must not outgrow it without end.
const MAX_SHARING: usize = 16;

/// An NRes archive with an index of its names.
#[derive(Debug)]
pub struct Archive {
    /// File name, for messages.
    pub name: String,
    /// What the reader found suspicious.
    pub warnings: Warnings,
    bytes: FileBytes,
    directory: Directory,
    by_name: HashMap<Vec<u8>, usize>,
}

impl Archive {
    /// Parses an archive.
    ///
    /// # Errors
    /// The container is broken, or its members share the same bytes over and over; the error
    /// names the file.
    pub fn parse(name: &str, bytes: FileBytes) -> Result<Self> {
        let mut warnings = Warnings::new();
        let directory = Directory::parse(&bytes, &mut warnings).map_err(|e| e.in_file(name))?;
        check_sharing(&directory, bytes.len()).map_err(|e| e.in_file(name))?;
        let mut by_name = HashMap::with_capacity(directory.entries().len());
        for (index, entry) in directory.entries().iter().enumerate() {
            by_name
                .entry(text::fold(entry.name.as_bytes()))
                .or_insert(index);
        }
        Ok(Self {
            name: name.to_owned(),
            warnings,
            bytes,
            directory,
            by_name,
        })
    }

    /// Directory records in file order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        self.directory.entries()
    }

    /// The first member with this name, in any case.
    #[must_use]
    pub fn find(&self, name: &[u8]) -> Option<usize> {
        self.by_name.get(&text::fold(name)).copied()
    }

    /// Payload of member `index`.
    ///
    /// # Errors
    /// The entry points outside the payload region.
    pub fn payload(&self, index: usize) -> Result<&[u8]> {
        let range = self
            .directory
            .payload_range(index)
            .map_err(|e| e.in_file(&*self.name))?;
        Ok(&self.bytes[range])
    }

    /// Reports what the game's own tools lay out otherwise; see [`Directory::check_layout`].
    pub(crate) fn check_layout(&self, warnings: &mut Warnings) {
        self.directory.check_layout(&self.bytes, warnings);
    }

    /// `archive::member` of entry `index` with the member's own spelling.
    #[must_use]
    pub fn member_name(&self, index: usize) -> MemberName {
        let member = self
            .entries()
            .get(index)
            .map(|e| e.name.as_bytes().to_vec());
        MemberName {
            archive: self.name.clone(),
            member: member.unwrap_or_default(),
        }
    }
}

/// Refuses an archive whose members share its bytes over and over.
pub(crate) fn check_sharing(directory: &Directory, size: usize) -> msh_format::Result<()> {
    let ranges = (0..directory.entries().len()).filter_map(|i| directory.payload_range(i).ok());
    let total: usize = ranges.map(|range| range.len()).sum();
    if total > size.saturating_mul(MAX_SHARING) {
        let rule = format!("members of {total} bytes share the {size} bytes of the file");
        return Err(msh_format::Error::limit(rule).in_stream("NRes directory"));
    }
    Ok(())
}

/// What opening an archive gave.
#[derive(Debug)]
struct Opened {
    /// Name by which it was asked for first.
    name: String,
    archive: Result<Option<Arc<Archive>>>,
    /// The bytes of an RsLi archive, which has a reader of its own.
    packed: Option<FileBytes>,
}

impl Opened {
    fn open(root: &GameRoot, name: &str) -> Self {
        let path = GamePath::from_text(name);
        let name = path.as_ref().map_or(name.to_owned(), ToString::to_string);
        let bytes = path.and_then(|path| root.read(&path));
        let packed = match &bytes {
            Ok(Some(bytes)) if bytes.starts_with(&rsli::MAGIC) => Some(bytes.clone()),
            _ => None,
        };
        let parse = |bytes| Archive::parse(&name, bytes).map(Arc::new);
        Self {
            archive: bytes.and_then(|bytes| bytes.map(parse).transpose()),
            packed,
            name,
        }
    }
}

/// An archive that could not be opened.
#[derive(Debug)]
pub(crate) struct FailedArchive {
    pub(crate) name: String,
    pub(crate) error: Error,
    /// True for an RsLi archive, which fails only whoever needs an NRes one.
    pub(crate) is_packed: bool,
}

type Slot = Arc<OnceLock<Opened>>;

/// Opens each archive of a root once, from any thread.
#[derive(Debug, Default)]
pub struct Archives {
    /// By folded path.
    slots: Mutex<HashMap<String, Slot>>,
    /// By name as it was asked for: a registry can name one archive millions of times.
    known: Mutex<HashMap<String, Slot>>,
}

impl Archives {
    /// The archive with this file name, `None` if there is no such file.
    ///
    /// # Errors
    /// The file cannot be read or is broken; the same error every time.
    pub fn get(&self, root: &GameRoot, name: &str) -> Result<Option<Arc<Archive>>> {
        let slot = self.slot(name);
        slot.get_or_init(|| Opened::open(root, name))
            .archive
            .clone()
    }

    /// The bytes of an archive if it is an RsLi one, which [`Archives::get`] cannot read.
    pub(crate) fn packed(&self, root: &GameRoot, name: &str) -> Option<FileBytes> {
        let slot = self.slot(name);
        slot.get_or_init(|| Opened::open(root, name)).packed.clone()
    }

    fn slot(&self, name: &str) -> Slot {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = known.get(name) {
            return Arc::clone(slot);
        }
        // A path has many spellings (`./a.rlb`), which are one archive.
        let path = GamePath::from_text(name).map(|path| path.to_string());
        let key = path.as_deref().unwrap_or(name).to_ascii_lowercase();
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = slots.entry(key).or_default();
        known.insert(name.to_owned(), Arc::clone(slot));
        Arc::clone(slot)
    }

    /// The archive and index of a member, `None` if the archive has no such member.
    ///
    /// # Errors
    /// As [`Archives::require`].
    pub fn find(
        &self,
        root: &GameRoot,
        name: &MemberName,
    ) -> Result<Option<(Arc<Archive>, usize)>> {
        let archive = self.require(root, &name.archive)?;
        Ok(archive.find(&name.member).map(|index| (archive, index)))
    }

    /// Reports what is suspicious in the archives that were opened, in the order of their names.
    pub fn report(&self, problems: &mut Problems) {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let opened = slots.values().filter_map(|slot| slot.get());
        let opened = opened.filter_map(|opened| opened.archive.as_ref().ok());
        let mut opened: Vec<&Arc<Archive>> = opened.flatten().collect();
        opened.sort_by(|a, b| a.name.cmp(&b.name));
        for archive in opened {
            problems.reader(&archive.name, &archive.warnings);
        }
    }

    /// Archives that were asked for and could not be opened, in the order of their names.
    pub(crate) fn failed(&self) -> Vec<FailedArchive> {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let opened = slots.values().filter_map(|slot| slot.get());
        let failed = opened.filter_map(|opened| {
            let error = match &opened.archive {
                Ok(Some(_)) => return None,
                Ok(None) => missing(&opened.name),
                Err(error) => error.clone(),
            };
            Some(FailedArchive {
                name: opened.name.clone(),
                error,
                is_packed: opened.packed.is_some(),
            })
        });
        let mut failed: Vec<_> = failed.collect();
        failed.sort_by(|a, b| a.name.cmp(&b.name));
        failed
    }

    /// As [`Archives::get`], but a missing archive is an error.
    ///
    /// # Errors
    /// [`Error::Missing`], or as [`Archives::get`].
    pub fn require(&self, root: &GameRoot, name: &str) -> Result<Arc<Archive>> {
        let slot = self.slot(name);
        let opened = slot.get_or_init(|| Opened::open(root, name));
        let archive = opened.archive.clone()?;
        // By one name, so that the error is the same every time.
        archive.ok_or_else(|| missing(&opened.name))
    }
}

fn missing(archive: &str) -> Error {
    Error::Missing {
        what: "the archive",
        path: archive.to_owned(),
        hint: " in the game root".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use msh_format::nres::{EntryType, NresBuilder};

    use super::*;

    fn name(archive: &str, member: &str) -> MemberName {
        MemberName {
            archive: archive.to_owned(),
            member: member.as_bytes().to_vec(),
        }
    }

    /// An archive whose `members` members are all the same 4,000 bytes.
    fn shared(members: usize) -> Vec<u8> {
        let mut builder = NresBuilder::new();
        for index in 0..members {
            let payload = vec![0; if index == 0 { 4000 } else { 0 }];
            let kind = EntryType::tag(*b"Texm");
            builder
                .add(kind, [0; 3], &format!("{index}"), payload)
                .unwrap();
        }
        let mut bytes = builder.to_bytes().unwrap();
        let directory = bytes.len() - 64 * members;
        let (first, others) = bytes[directory..].split_at_mut(64);
        for record in others.chunks_exact_mut(64) {
            record[12..16].copy_from_slice(&first[12..16]);
            record[56..60].copy_from_slice(&first[56..60]);
        }
        bytes
    }

    #[test]
    fn members_may_share_bytes_but_not_over_and_over() {
        let parse = |members| Archive::parse("a.lib", FileBytes::Read(shared(members).into()));
        assert_eq!(parse(10).unwrap().entries().len(), 10);
        let error = parse(40).unwrap_err().to_string();
        assert!(
            error.contains("a.lib") && error.contains("160000 bytes"),
            "{error}"
        );
    }

    #[test]
    fn an_archive_is_read_once_however_its_path_is_spelt() {
        let bytes = FileBytes::Read(shared(1).into());
        let root = GameRoot::memory([("fx/a.lib".to_owned(), bytes)]);
        let archives = Archives::default();
        let get = |name: &str| archives.get(&root, name).unwrap().unwrap();
        let first = get("fx\\.\\A.lib");
        assert_eq!(first.name, "fx/A.lib");
        for spelling in ["fx/a.lib", "./FX//a.lib", "fx\\a.lib"] {
            assert!(Arc::ptr_eq(&first, &get(spelling)), "{spelling}");
        }
    }

    #[test]
    fn an_extension_is_recognised_in_any_case() {
        assert!(name("a.rlb", "Hull.MSH").has_extension(".msh"));
        assert!(!name("a.rlb", ".msh").has_extension(".msh"));
        assert!(!name("a.rlb", "msh").has_extension(".msh"));
    }

    #[test]
    fn the_sibling_wear_has_the_stem_of_the_mesh() {
        let wear = name("static.rlb", "s_tree_0_06.msh").with_extension(".wea");
        assert_eq!(wear, name("static.rlb", "s_tree_0_06.wea"));
        assert_eq!(
            name("x", "hull").with_extension(".wea"),
            name("x", "hull.wea")
        );
    }
}
