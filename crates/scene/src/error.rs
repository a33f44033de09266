//! Errors of loading and posing.

use std::path::PathBuf;

/// Shorthand for results of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a mission or model cannot be opened. What concerns one asset of a mission is a
/// [`Problem`](crate::problems::Problem) instead.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// A file breaks a rule of its format.
    #[error(transparent)]
    Format(#[from] msh_format::Error),
    /// The operating system refused.
    #[error("{}: {message}", path.display())]
    Io {
        /// File or folder.
        path: PathBuf,
        /// What the system said.
        message: String,
    },
    /// A file that is needed is not there.
    #[error("{what} {path:?} was not found{hint}")]
    Missing {
        /// What kind of thing is missing.
        what: &'static str,
        /// The path or name that was looked for.
        path: String,
        /// Where it was looked for and what to do, starting with its own separator.
        hint: String,
    },
    /// A stored path that must not be followed.
    #[error("the path {path:?} is not allowed: {rule}")]
    BadPath {
        /// The path as written.
        path: String,
        /// Which rule it breaks (`01-containers.md` 2).
        rule: &'static str,
    },
    /// No game root above a mission.
    #[error(
        "no game root above {start}: a folder with objects.rlb and DATA/MAPS was looked for up to \
         {}; name one with --root",
        last.display()
    )]
    NoRoot {
        /// Where the search began.
        start: String,
        /// The last folder that was looked at.
        last: PathBuf,
    },
    /// A control row whose initial value gives no valid time (`02-msh.md` 6).
    #[error("{place}: {row}")]
    BadControl {
        /// Object, component and model.
        place: String,
        /// The row and its values.
        row: crate::control::RowError,
    },
}
