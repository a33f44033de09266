//! Paths as the game's files write them.
//!
//! Spec: `01-containers.md` 2, `04-mission-objects.md` 1.4.

use msh_format::text;

use crate::error::{Error, Result};

/// A relative path of plain segments, decoded for looking up.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GamePath {
    segments: Vec<String>,
}

impl GamePath {
    /// Reads a stored CP1251 path: `\` and `/` separate, empty and `.` segments and trailing NULs
    /// are dropped.
    ///
    /// # Errors
    /// [`Error::BadPath`] for a path that is empty, absolute, has a drive, a NUL inside, or `..`.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let end = bytes
            .iter()
            .rposition(|b| *b != 0)
            .map_or(0, |last| last + 1);
        Self::from_text(&text::decode(&bytes[..end]))
    }

    /// Reads a decoded path by the same rules.
    ///
    /// # Errors
    /// As [`GamePath::from_bytes`].
    pub fn from_text(path: &str) -> Result<Self> {
        let refuse = |rule| {
            Err(Error::BadPath {
                path: path.to_owned(),
                rule,
            })
        };
        if path.contains('\0') {
            return refuse("it has a NUL inside");
        }
        if path.starts_with(['/', '\\']) {
            return refuse("it is absolute");
        }
        let mut segments = Vec::new();
        for segment in path.split(['/', '\\']) {
            match segment {
                "" | "." => {}
                ".." => return refuse("`..` would leave its folder"),
                _ if segment.contains(':') => return refuse("`:` names a drive or a stream"),
                _ => segments.push(segment.to_owned()),
            }
        }
        if segments.is_empty() {
            return refuse("it is empty");
        }
        Ok(Self { segments })
    }

    /// The segments.
    #[must_use]
    pub fn segments(&self) -> &[String] {
        &self.segments
    }

    /// This path with another segment.
    #[must_use]
    pub fn join(&self, segment: &str) -> Self {
        let mut segments = self.segments.clone();
        segments.push(segment.to_owned());
        Self { segments }
    }

    /// This path with `suffix` appended to its last segment.
    #[must_use]
    pub fn with_suffix(&self, suffix: &str) -> Self {
        let mut segments = self.segments.clone();
        if let Some(last) = segments.last_mut() {
            last.push_str(suffix);
        }
        Self { segments }
    }

    /// Everything but the last segment; `None` if there is only one.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        let (_, head) = self.segments.split_last()?;
        (!head.is_empty()).then(|| Self {
            segments: head.to_vec(),
        })
    }
}

impl std::fmt::Display for GamePath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.segments.join("/"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_slashes_separate_and_doubled_ones_count_once() {
        let path = GamePath::from_text("ui\\\\ui.lib").unwrap();
        assert_eq!(path.to_string(), "ui/ui.lib");
        let path = GamePath::from_bytes(b"DATA\\MAPS/SC_3\\land\0\0").unwrap();
        assert_eq!(path.segments(), ["DATA", "MAPS", "SC_3", "land"]);
    }

    #[test]
    fn paths_that_could_leave_the_root_are_refused() {
        for path in [
            "",
            "/etc/passwd",
            "\\x",
            "a/../b",
            "c:\\x",
            "a/b:c",
            "a\0b",
            "./",
        ] {
            assert!(GamePath::from_text(path).is_err(), "{path:?}");
        }
    }

    #[test]
    fn a_land_prefix_takes_suffixes() {
        let land = GamePath::from_text("DATA\\MAPS\\SC_3\\land").unwrap();
        assert_eq!(
            land.with_suffix("1.wea").to_string(),
            "DATA/MAPS/SC_3/land1.wea"
        );
        assert_eq!(land.parent().unwrap().to_string(), "DATA/MAPS/SC_3");
    }
}
