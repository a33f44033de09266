//! What some bytes are, by their first bytes, the type of their archive entry or their name.
//!
//! Spec: `01-containers.md` 5.

use msh_format::nres::{self, Directory, Entry, EntryType};
use msh_format::{Warnings, font, land, land_map, msh, rsli, texm, unit};

/// What is known of bytes beside themselves.
#[derive(Debug, Clone, Copy)]
pub struct Hint<'a> {
    /// Name of the file or member; its extension may say what it is.
    pub name: &'a str,
    /// Directory record of an archive member.
    pub entry: Option<&'a Entry>,
}

/// A kind of file or member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// NRes image that is none of the kinds below.
    Archive,
    /// RsLi archive.
    PackedArchive,
    /// `*.msh`.
    Model,
    /// `Land.msh`.
    Land,
    /// `Land.map`.
    LandMap,
    /// `Texm`.
    Texture,
    /// `MAT0` with the attributes of its entry.
    Material {
        /// Material flags.
        flags: u32,
        /// Version of the record.
        version: u32,
    },
    /// `*.wea`.
    Wear,
    /// `*.ctl`.
    Control,
    /// Entry of `objects.rlb` with this tag.
    Prototype(EntryType),
    /// `UNITS/**.dat`.
    Unit,
    /// `*.ske`.
    Sky,
    /// `*.bas`.
    Plan,
    /// `*.cpt`.
    Points,
    /// `*.ndp`.
    Damage,
    /// `*.cfg`.
    Config,
    /// `Tfnt`.
    Font,
    /// `PAL.PAL`.
    Palette,
}

impl Kind {
    /// The kind by first bytes, entry type or extension, in this order.
    #[must_use]
    pub fn of(hint: Hint<'_>, bytes: &[u8]) -> Option<Self> {
        Self::of_magic(hint, bytes)
            .or_else(|| Self::of_entry(hint))
            .or_else(|| Self::of_extension(hint.name))
    }

    fn of_magic(hint: Hint<'_>, bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(&rsli::MAGIC) {
            return Some(Self::PackedArchive);
        }
        match *bytes.first_chunk()? {
            nres::MAGIC => Some(Self::of_image(hint, bytes)),
            texm::MAGIC => Some(Self::Texture),
            font::MAGIC => Some(Self::Font),
            magic if magic == unit::MAGIC.to_le_bytes() => Some(Self::Unit),
            _ => None,
        }
    }

    /// The kind of an NRes image. A damaged model must not pass for an archive, so its name
    /// counts as much as its streams.
    fn of_image(hint: Hint<'_>, bytes: &[u8]) -> Self {
        let names = [Self::of_entry(hint), Self::of_extension(hint.name)];
        if names.contains(&Some(Self::LandMap)) {
            return Self::LandMap;
        }
        let named_model = names.contains(&Some(Self::Model));
        let Ok(directory) = Directory::parse(bytes, &mut Warnings::new()) else {
            return if named_model {
                Self::Model
            } else {
                Self::Archive
            };
        };
        let areals = EntryType(land_map::AREALS_STREAM);
        if !named_model && matches!(directory.entries(), [only] if only.kind == areals) {
            return Self::LandMap;
        }
        let has = |number| directory.find_type(EntryType(number)).is_some();
        let model = [
            msh::stream::NODES,
            msh::stream::SLOTS,
            msh::stream::POSITIONS,
            msh::stream::INDICES,
            msh::stream::BATCHES,
        ];
        if has(land::FACES_STREAM) || named_model && directory.find(b"Land").is_some() {
            Self::Land
        } else if named_model || model.into_iter().all(has) {
            Self::Model
        } else {
            Self::Archive
        }
    }

    fn of_entry(hint: Hint<'_>) -> Option<Self> {
        let entry = hint.entry?;
        let [flags, version, _] = entry.attr;
        Some(match &entry.kind.0.to_le_bytes() {
            b"MESH" => Self::Model,
            b"Texm" => Self::Texture,
            b"MAT0" => Self::Material { flags, version },
            b"WEAR" => Self::Wear,
            b"CTLD" => Self::Control,
            b"BASE" => Self::Plan,
            b"CTPT" => Self::Points,
            b"NDPR" => Self::Damage,
            b"STAT" | b"FORT" | b"BTLU" | b"EXTO" | b"INTO" | b"BULL" | b"WPNS" | b"SUNO" => {
                Self::Prototype(entry.kind)
            }
            _ => return None,
        })
    }

    fn of_extension(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        Some(match extension.to_ascii_lowercase().as_str() {
            "msh" => Self::Model,
            "map" => Self::LandMap,
            "rlb" | "lib" => Self::Archive,
            "tex" | "texm" => Self::Texture,
            "wea" => Self::Wear,
            "ctl" => Self::Control,
            "dat" => Self::Unit,
            "ske" => Self::Sky,
            "bas" => Self::Plan,
            "cpt" => Self::Points,
            "ndp" => Self::Damage,
            "cfg" => Self::Config,
            "tft" => Self::Font,
            "pal" => Self::Palette,
            _ => return None,
        })
    }
}
