//! What PATH on the command line names: a file, or a member of an archive.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use msh_format::nres::{Directory, Entry};
use msh_format::{Warnings, text};

use crate::archive::Archive;
use crate::output;

/// An existing file, or a member of an archive, that may not exist.
#[derive(Debug, Clone)]
pub(crate) struct Location {
    /// The file or folder as it is really spelt.
    pub(crate) file: PathBuf,
    /// The part after `::`.
    pub(crate) member: Option<String>,
}

impl Location {
    /// Finds the file of `path`, which is a file or `archive::member`.
    ///
    /// # Errors
    /// As [`find`].
    pub(crate) fn find(path: &Path) -> Result<Self> {
        let (file, member) = match path.to_str().and_then(|text| text.split_once("::")) {
            Some((file, member)) => (Path::new(file), Some(member.to_owned())),
            None => (path, None),
        };
        Ok(Self {
            file: find(file)?,
            member,
        })
    }
}

/// The bytes of a file or archive member.
#[derive(Debug)]
pub(crate) struct Source {
    /// The file, or `archive::member`, for messages.
    pub(crate) name: String,
    /// Its contents.
    pub(crate) bytes: Vec<u8>,
    /// The directory record of an NRes member: its type says what the bytes are.
    pub(crate) entry: Option<Entry>,
}

impl Source {
    /// Reads the file or archive member that `path` names.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        Self::read(&Location::find(path)?)
    }

    /// Reads the file or archive member at `location`.
    ///
    /// # Errors
    /// It cannot be read, or the archive has no such member.
    pub(crate) fn read(location: &Location) -> Result<Self> {
        Self::try_read(location)?.with_context(|| {
            let (archive, member) = (location.file.display(), location.member.as_deref());
            format!(
                "{archive} has no member {}; `msh-view list {archive}` lists them",
                member.unwrap_or_default()
            )
        })
    }

    /// The file or member beside `location` with another extension, `None` if there is none.
    ///
    /// # Errors
    /// It exists and cannot be read.
    pub(crate) fn sibling(location: &Location, extension: &str) -> Result<Option<Self>> {
        match &location.member {
            Some(member) => Self::try_read(&Location {
                file: location.file.clone(),
                member: Some(with_extension(member, extension)),
            }),
            None => match find(&location.file.with_extension(extension)) {
                Ok(file) => Self::try_read(&Location { file, member: None }),
                Err(_) => Ok(None),
            },
        }
    }

    /// What `parse` makes of the bytes; its warnings are logged.
    ///
    /// # Errors
    /// Those of `parse`, with the name of this source.
    pub(crate) fn parse<T>(
        &self,
        parse: impl FnOnce(&[u8], &mut Warnings) -> msh_format::Result<T>,
    ) -> msh_format::Result<T> {
        let mut warnings = Warnings::new();
        let value = parse(&self.bytes, &mut warnings).map_err(|e| e.in_file(&*self.name))?;
        output::warn_of(&self.name, &warnings);
        Ok(value)
    }

    /// Names of the models in an archive; empty if the bytes are none.
    pub(crate) fn models(&self) -> Vec<String> {
        let directory = Directory::parse(&self.bytes, &mut Warnings::new());
        let entries = directory.iter().flat_map(Directory::entries);
        let names = entries.map(|e| text::decode(e.name.as_bytes()));
        names
            .filter(|n| n.to_lowercase().ends_with(".msh"))
            .collect()
    }

    /// `None` if the archive has no such member.
    fn try_read(location: &Location) -> Result<Option<Self>> {
        let name = location.file.display().to_string();
        let bytes = read(&location.file).with_context(|| format!("cannot read {name}"))?;
        match &location.member {
            Some(member) => Self::member(&name, &bytes, member),
            None => Ok(Some(Self {
                name,
                bytes,
                entry: None,
            })),
        }
    }

    fn member(archive: &str, bytes: &[u8], member: &str) -> Result<Option<Self>> {
        let mut warnings = Warnings::new();
        let parsed = Archive::parse(bytes, &mut warnings).map_err(|e| e.in_file(archive))?;
        let Some(index) = parsed.find(&text::encode(member)?) else {
            return Ok(None);
        };
        // What is odd about the whole archive is told when it is inspected itself.
        let mut warnings = Warnings::new();
        let contents = parsed
            .member(index, &mut warnings)
            .map_err(|e| e.in_file(archive))?;
        output::warn_of(archive, &warnings);
        Ok(Some(Self {
            name: format!("{archive}::{member}"),
            bytes: contents,
            entry: match &parsed {
                Archive::Nres(parsed) => parsed.entries().get(index).cloned(),
                Archive::Rsli(_) => None,
            },
        }))
    }
}

/// The largest file that is read; the largest of the game has 57 MB.
const MAX_FILE: u64 = 512 << 20;

/// The bytes of a file, or of a pipe until it ends.
fn read(path: &Path) -> Result<Vec<u8>> {
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    let mut bytes = Vec::new();
    if size <= MAX_FILE {
        bytes.reserve(size as usize);
        file.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    }
    if size.max(bytes.len() as u64) > MAX_FILE {
        bail!("it has more than {MAX_FILE} bytes, the most that are read");
    }
    Ok(bytes)
}

/// `name` with another extension, or with one where it has none.
fn with_extension(name: &str, extension: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    format!("{stem}.{extension}")
}

/// The existing path that `path` means: itself, or the one that differs only in case or in the
/// kind of its slashes.
///
/// # Errors
/// Nothing has this name; the error says how far the path leads.
pub(crate) fn find(path: &Path) -> Result<PathBuf> {
    if path.exists() {
        return Ok(path.into());
    }
    let slashes = PathBuf::from(path.to_string_lossy().replace('\\', "/"));
    let mut found = PathBuf::new();
    for part in slashes.components() {
        let Component::Normal(name) = part else {
            found.push(part);
            continue;
        };
        let folder = if found.as_os_str().is_empty() {
            Path::new(".")
        } else {
            &found
        };
        match entry_named(folder, name) {
            Some(entry) => found.push(entry),
            None if folder == Path::new(".") => bail!("{}: no such file", path.display()),
            None => bail!(
                "{}: no such file: the folder {} has no {}",
                path.display(),
                folder.display(),
                name.display()
            ),
        }
    }
    Ok(found)
}

/// The entry of a folder with this name, or else the first one that differs only in the case of
/// ASCII letters.
fn entry_named(folder: &Path, name: &OsStr) -> Option<PathBuf> {
    if folder.join(name).exists() {
        return Some(name.into());
    }
    let entries = fs::read_dir(folder).ok()?;
    entries
        .flatten()
        .map(|e| e.file_name())
        .filter(|n| n.eq_ignore_ascii_case(name))
        .min()
        .map(PathBuf::from)
}
