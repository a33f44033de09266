//! Files of a root, on disk or in memory.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use msh_format::text;

use super::{GamePath, absolute, io_error};
use crate::error::{Error, Result};

/// The largest file that is read; the largest shipped one has 57 MB.
const MAX_FILE: u64 = 512 << 20;

/// How deep folders are listed; links may lead round in a ring.
const MAX_DEPTH: usize = 16;

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

    pub(super) fn list(&self) -> Vec<GamePath> {
        let mut paths = Vec::new();
        match self {
            Self::Folder(folder) => folder.list(&folder.location, &mut Vec::new(), &mut paths),
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
    directories: Mutex<HashMap<PathBuf, Arc<[Name]>>>,
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
            let names = self.directory(&found);
            let name = names.iter().find(|n| n.text == *segment).or_else(|| {
                let same = |n: &&Name| n.text.eq_ignore_ascii_case(segment);
                names.iter().filter(same).min_by(|a, b| a.text.cmp(&b.text))
            })?;
            found.push(&name.real);
        }
        Some(found)
    }

    /// Adds the files in `folder`, which is `below` the root, to `paths`.
    fn list(&self, folder: &Path, below: &mut Vec<String>, paths: &mut Vec<GamePath>) {
        for name in self.directory(folder).iter() {
            let inner = folder.join(&name.real);
            below.push(name.text.clone());
            if !inner.is_dir() {
                // A name that no stored path can have is nobody's.
                paths.extend(GamePath::from_text(&below.join("/")));
            } else if below.len() < MAX_DEPTH {
                self.list(&inner, below, paths);
            }
            below.pop();
        }
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
                rule: "it leads out of the game root",
            });
        }
        let size = fs::metadata(&canonical)
            .map_err(|e| io_error(&found, &e))?
            .len();
        if size > MAX_FILE {
            let message = format!("{size} bytes, at most {MAX_FILE} are read");
            return Err(Error::Io {
                path: found,
                message,
            });
        }
        let bytes = fs::read(&canonical).map_err(|e| io_error(&found, &e))?;
        Ok(Some(FileBytes::Read(bytes.into())))
    }

    fn directory(&self, folder: &Path) -> Arc<[Name]> {
        let mut cache = self
            .directories
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(names) = cache.get(folder) {
            return Arc::clone(names);
        }
        // A folder that cannot be read holds nothing that can be found.
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let names: Arc<[Name]> = entries
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
        cache.insert(folder.to_owned(), Arc::clone(&names));
        names
    }
}
