//! Files of a root, on disk or in memory.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use msh_format::text;

use super::{GamePath, absolute, io_error};
use crate::error::{Error, Result};
use crate::problems::Problems;

/// The largest file that is read; the largest shipped one has 57 MB.
const MAX_FILE: u64 = 512 << 20;

/// How deep folders are listed; missions lie 5 deep.
const MAX_DEPTH: usize = 16;

const OUTSIDE: &str = "it leads out of the game root";

/// Bytes of a file, cheap to clone.
#[derive(Debug, Clone)]
pub enum FileBytes {
    /// Part of the program.
    Embedded(&'static [u8]),
    /// Read from disk.
    Read(Arc<[u8]>),
}

impl Deref for FileBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Embedded(bytes) => bytes,
            Self::Read(bytes) => bytes,
        }
    }
}

#[derive(Debug)]
pub(super) enum Files {
    Folder(Folder),
    Table(Table),
}

impl Files {
    pub(super) fn exists(&self, path: &GamePath) -> bool {
        match self {
            Self::Folder(folder) => folder.find(path).is_some(),
            Self::Table(table) => table.find(path).is_some() || table.has_folder(path),
        }
    }

    pub(super) fn read(&self, path: &GamePath) -> Result<Option<FileBytes>> {
        match self {
            Self::Folder(folder) => folder.read(path),
            Self::Table(table) => Ok(table.find(path).cloned()),
        }
    }

    pub(super) fn list(&self, problems: &mut Problems) -> Vec<GamePath> {
        let mut paths = Vec::new();
        match self {
            Self::Folder(folder) => {
                folder.list(&folder.location, &mut Vec::new(), &mut paths, problems);
            }
            Self::Table(table) => {
                let names = table.files.values().map(|(name, _)| name);
                paths.extend(names.filter_map(|name| GamePath::from_text(name).ok()));
            }
        }
        paths
    }
}

/// Files in memory.
#[derive(Debug)]
pub(super) struct Table {
    /// Path as it was given and bytes, by ASCII-folded path.
    files: BTreeMap<String, (String, FileBytes)>,
}

impl Table {
    pub(super) fn new(files: impl IntoIterator<Item = (String, FileBytes)>) -> Self {
        let files = files.into_iter();
        let files = files.map(|(path, bytes)| (path.to_ascii_lowercase(), (path, bytes)));
        Self {
            files: files.collect(),
        }
    }

    fn find(&self, path: &GamePath) -> Option<&FileBytes> {
        let folded = path.to_string().to_ascii_lowercase();
        self.files.get(&folded).map(|(_, bytes)| bytes)
    }

    fn has_folder(&self, path: &GamePath) -> bool {
        let prefix = format!("{path}/").to_ascii_lowercase();
        let first = self.files.range(prefix.clone()..).next();
        first.is_some_and(|(folded, _)| folded.starts_with(&prefix))
    }
}

/// A folder on disk; each directory is read once.
#[derive(Debug)]
pub(super) struct Folder {
    location: PathBuf,
    canonical: PathBuf,
    /// Each directory that was read.
    directories: Mutex<HashMap<PathBuf, Arc<Directory>>>,
}

/// What is in a directory.
#[derive(Debug, Default)]
struct Directory {
    /// Ordered by their text.
    names: Vec<Name>,
    /// The first of the names whose ASCII-folded text is the same.
    folded: HashMap<String, usize>,
}

impl Directory {
    /// The entry of this name, else the first that differs only in case.
    fn find(&self, name: &str) -> Option<&Name> {
        let first = self.names.partition_point(|n| *n.text < *name);
        let exact = self.names.get(first).filter(|n| n.text == name);
        let folded = || {
            self.names
                .get(*self.folded.get(&name.to_ascii_lowercase())?)
        };
        exact.or_else(folded)
    }
}

/// A directory entry: the real name, and its text for comparison.
#[derive(Debug)]
struct Name {
    real: std::ffi::OsString,
    text: String,
}

impl Folder {
    pub(super) fn open(path: &Path) -> Result<Self> {
        let location = absolute(path)?;
        let canonical = fs::canonicalize(&location).map_err(|e| io_error(path, &e))?;
        Ok(Self {
            location,
            canonical,
            directories: Mutex::default(),
        })
    }

    pub(super) fn location(&self) -> &Path {
        &self.location
    }

    /// The real path of an existing file or folder.
    fn find(&self, path: &GamePath) -> Option<PathBuf> {
        let mut found = self.location.clone();
        for segment in path.segments() {
            let directory = self.directory(&found);
            found.push(&directory.find(segment)?.real);
        }
        Some(found)
    }

    /// Adds the files in `folder`, which is `below` the root, to `paths`. What is not looked at
    /// and might have been meant to be is a problem.
    fn list(
        &self,
        folder: &Path,
        below: &mut Vec<String>,
        paths: &mut Vec<GamePath>,
        problems: &mut Problems,
    ) {
        if let Err(error) = fs::read_dir(folder) {
            return problems.error(below.join("/"), format!("cannot be read: {error}"));
        }
        let mut known: HashMap<String, &str> = HashMap::new();
        for name in &self.directory(folder).names {
            below.push(name.text.clone());
            // Ordered by text, so that the first of several is the one that is found.
            match known.entry(name.text.to_ascii_lowercase()) {
                Entry::Occupied(first) => {
                    let first = first.get();
                    let message = format!("not looked at, as {first} differs from it only in case");
                    problems.warning(below.join("/"), message);
                }
                Entry::Vacant(place) => {
                    place.insert(&name.text);
                    self.list_entry(&folder.join(&name.real), below, paths, problems);
                }
            }
            below.pop();
        }
    }

    fn list_entry(
        &self,
        entry: &Path,
        below: &mut Vec<String>,
        paths: &mut Vec<GamePath>,
        problems: &mut Problems,
    ) {
        let is_link = entry.is_symlink();
        if !entry.is_dir() {
            // A name that no stored path can have is nobody's.
            let is_segment = !below.iter().any(|segment| segment.contains('\\'));
            let path = GamePath::from_text(&below.join("/"));
            paths.extend(path.ok().filter(|_| is_segment));
        } else if !is_link && below.len() < MAX_DEPTH {
            self.list(entry, below, paths, problems);
        } else if !is_link {
            let message = format!("folders more than {MAX_DEPTH} deep are not looked at");
            problems.warning(below.join("/"), message);
        } else if !self.holds(entry) {
            problems.warning(below.join("/"), format!("{OUTSIDE}; it is not looked at"));
        }
        // A link to a folder of the root leads to what is listed there, maybe in a ring.
    }

    /// True if what `path` leads to lies in this folder.
    fn holds(&self, path: &Path) -> bool {
        fs::canonicalize(path).is_ok_and(|path| path.starts_with(&self.canonical))
    }

    fn read(&self, path: &GamePath) -> Result<Option<FileBytes>> {
        let Some(found) = self.find(path) else {
            return Ok(None);
        };
        let canonical = fs::canonicalize(&found).map_err(|e| io_error(&found, &e))?;
        if !canonical.starts_with(&self.canonical) {
            let path = found.display().to_string();
            return Err(Error::BadPath {
                path,
                rule: OUTSIDE,
            });
        }
        let metadata = fs::metadata(&canonical).map_err(|e| io_error(&found, &e))?;
        let refuse = |message: String| {
            Err(Error::Io {
                path: found.clone(),
                message,
            })
        };
        if metadata.is_dir() {
            return refuse("a folder, where a file is expected".to_owned());
        }
        // Reading a pipe would wait for whoever writes to it.
        if !metadata.is_file() {
            return refuse("not a file but a pipe, socket or device".to_owned());
        }
        if metadata.len() > MAX_FILE {
            let size = metadata.len();
            return refuse(format!("{size} bytes, at most {MAX_FILE} are read"));
        }
        let bytes = fs::read(&canonical).map_err(|e| io_error(&found, &e))?;
        Ok(Some(FileBytes::Read(bytes.into())))
    }

    fn directory(&self, folder: &Path) -> Arc<Directory> {
        let mut cache = self
            .directories
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(directory) = cache.get(folder) {
            return Arc::clone(directory);
        }
        // A folder that cannot be read holds nothing that can be found.
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names: Vec<Name> = entries
            .map(|entry| {
                let real = entry.file_name();
                // Names that are no UTF-8 come from an archive unpacked as CP1251.
                let text = match real.to_str() {
                    Some(text) => text.to_owned(),
                    None => text::decode(real.as_encoded_bytes()),
                };
                Name { real, text }
            })
            .collect();
        names.sort_by(|a, b| (&a.text, &a.real).cmp(&(&b.text, &b.real)));
        let mut folded = HashMap::new();
        for (index, name) in names.iter().enumerate() {
            folded
                .entry(name.text.to_ascii_lowercase())
                .or_insert(index);
        }
        let directory = Arc::new(Directory { names, folded });
        cache.insert(folder.to_owned(), Arc::clone(&directory));
        directory
    }
}
