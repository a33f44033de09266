//! Mission data (`data.tma`).
//!
//! Spec: `04-mission-objects.md` 3. Fields that an older section version does not have get their
//! default when read, and must have it to be written.

mod check;
mod read;
#[cfg(test)]
mod tests;
mod write;

use crate::error::{Result, Warnings};
use crate::text;

/// The `marker` of every shipped object.
pub const OBJECT_MARKER: u32 = 0x8000_0002;

/// Largest file a reader accepts, bytes.
pub const MAX_FILE: usize = 16 << 20;
const MAX_STRING: usize = 64 << 10;
const MAX_PATHS: usize = 16_384;
const MAX_POINTS: usize = 1_000_000;
const MAX_CLANS: usize = 4_096;
const MAX_OBJECTS: usize = 65_536;
const MAX_PROPERTIES: usize = 4_096;
const MAX_EXTRAS: usize = 65_536;

/// A string with a length word; raw CP1251 bytes.
pub type LpString = Vec<u8>;

/// A complete mission file.
#[derive(Debug, Clone, PartialEq)]
pub struct Tma {
    /// Format version, 1.
    pub version: u32,
    /// Polygons (trigger areas).
    pub paths: Vec<TmaPath>,
    /// Version of the clan section, 1 to 6.
    pub clan_version: u32,
    /// Clans.
    pub clans: Vec<Clan>,
    /// Version of the object section, 1 to 10.
    pub object_version: u32,
    /// Placed objects.
    pub objects: Vec<TmaObject>,
    /// Prefix of the terrain files.
    pub land_path: LpString,
    /// Mission flag (object version 2 on).
    pub mission_flag: u32,
    /// Description with its junk tail (object version 2 on).
    pub description: LpString,
    /// Version of the extra section (object version 5 on).
    pub extra_version: u32,
    /// Mineral lodes (object version 5 on).
    pub extras: Vec<Extra>,
}

/// A polygon.
#[derive(Debug, Clone, PartialEq)]
pub struct TmaPath {
    /// Key.
    pub id: i32,
    /// Corners, world space.
    pub points: Vec<[f32; 3]>,
}

/// A clan.
#[derive(Debug, Clone, PartialEq)]
pub struct Clan {
    /// Name.
    pub name: LpString,
    /// Id, -1 in shipped files.
    pub id: i32,
    /// Base on the ground plane.
    pub base: [f32; 2],
    /// 0 nature, 1 player, 2 enemy, 3 neutral.
    pub kind: u32,
    /// Script path (clan version 2 on).
    pub script: LpString,
    /// Zones (clan version 3 on).
    pub zones: Vec<Zone>,
    /// Research tree (clan version 4 on).
    pub tree: LpString,
    /// Bot limit (clan version 5 on).
    pub minds: u32,
    /// Relations (clan version 6 on).
    pub relations: Vec<Relation>,
}

/// A zone of a clan, 24 bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Zone {
    /// Kind, 1.
    pub kind: u32,
    /// Centre.
    pub center: [f32; 3],
    /// Inner radius.
    pub inner: f32,
    /// Outer radius.
    pub outer: f32,
}

/// What a clan thinks of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    /// Name of the other clan.
    pub clan: LpString,
    /// 0 hostile, 1 neutral or allied, 2 allied.
    pub stance: u32,
}

/// A placed object.
#[derive(Debug, Clone, PartialEq)]
pub struct TmaObject {
    /// 0 building, 1 unit or creature, 2 vegetation, 3 rock.
    pub kind: u32,
    /// 0x80000002.
    pub marker: u32,
    /// `.dat` path or `objects.rlb` key.
    pub path: LpString,
    /// Owner (version 3 on).
    pub clan: i32,
    /// Key other records use (version 4 on).
    pub logical_id: i32,
    /// World position.
    pub position: [f32; 3],
    /// Turns about x, y, z, radians.
    pub turns: [f32; 3],
    /// Scale (version 10 on; else 1).
    pub scale: [f32; 3],
    /// Instance name (version 7 on).
    pub name: LpString,
    /// Buildings: 1 = keep the file height (version 8 on).
    pub start_flag: u32,
    /// Logical id of the building the unit starts in, or -1 (version 9 on).
    pub host: i32,
    /// Hall-way vertex in that building, or -1 (version 9 on).
    pub vertex: i32,
    /// Version of the property list (version 6 on).
    pub property_version: u32,
    /// Properties (version 6 on).
    pub properties: Vec<Property>,
}

/// A property of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// 0 float, 1 int.
    pub kind: u32,
    /// Value, raw.
    pub value: u32,
    /// Minimum, raw.
    pub minimum: u32,
    /// Maximum, raw.
    pub maximum: u32,
    /// Name.
    pub name: LpString,
}

/// A mineral lode, 28 bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extra {
    /// Position; the game drops z.
    pub position: [f32; 3],
    /// Found flag.
    pub found: u32,
    /// Type, raw.
    pub kind: u32,
    /// Amount.
    pub amount: f32,
    /// Unused word.
    pub unk_18: u32,
}

impl Tma {
    /// Reads a mission file; the last record must end at the end of `data`.
    ///
    /// A position, turn or scale that is not finite is kept and warned about: whoever places
    /// objects decides.
    ///
    /// # Errors
    /// Truncated records or strings, counts over the limits of `04-mission-objects.md` 3.7, a clan
    /// version outside 1..=6, an object version outside 1..=10, bytes after the last record.
    pub fn parse(data: &[u8], warnings: &mut Warnings) -> Result<Self> {
        let tma = Self::parse_unplaced(data, warnings)?;
        check::warn_about_placement(&tma, warnings);
        Ok(tma)
    }

    /// Reads a mission file for whoever places its objects and tells what comes of a position, turn
    /// or scale that cannot be used, of a path that does not go with the kind, and of a host that
    /// does not exist: there are no warnings of these. Else as [`Tma::parse`].
    ///
    /// # Errors
    /// As [`Tma::parse`].
    pub fn parse_unplaced(data: &[u8], warnings: &mut Warnings) -> Result<Self> {
        let tma = read::tma(data)?;
        check::warn_about(&tma, warnings);
        Ok(tma)
    }

    /// Writes the file in the layout of its section versions.
    ///
    /// # Errors
    /// A version or count that [`Tma::parse`] would refuse; `BadValue` if a field that the
    /// version of its section does not store has another value than its default.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        write::tma(self)
    }

    /// The description as text: the stored string is a buffer whose tail is junk, so it ends at
    /// the first fill byte (0xCD), NUL or other control character.
    #[must_use]
    pub fn description_text(&self) -> String {
        let end = self
            .description
            .iter()
            .position(|b| *b == 0xCD || b.is_ascii_control())
            .unwrap_or(self.description.len());
        text::decode(&self.description[..end])
    }
}

impl TmaObject {
    /// True if the path is one of a `.dat` file, not a key of the registry.
    #[must_use]
    pub fn is_assembly(&self) -> bool {
        let end = text::until_nul(&self.path).last_chunk::<4>();
        end.is_some_and(|end| end.eq_ignore_ascii_case(b".dat"))
    }

    /// What is odd about a path that does not go with the kind: buildings and units are
    /// assemblies, vegetation and rocks are not.
    #[must_use]
    pub fn path_against_kind(&self) -> Option<&'static str> {
        match (self.kind, self.is_assembly()) {
            (0 | 1, false) => Some("a building or unit whose path is no .dat file"),
            (2 | 3, true) => Some("vegetation or rock whose path is a .dat file"),
            _ => None,
        }
    }
}

/// An empty mission in the versions of the shipped files.
impl Default for Tma {
    fn default() -> Self {
        Self {
            version: 1,
            paths: Vec::new(),
            clan_version: 6,
            clans: Vec::new(),
            object_version: 10,
            objects: Vec::new(),
            land_path: Vec::new(),
            mission_flag: 0,
            description: Vec::new(),
            extra_version: 1,
            extras: Vec::new(),
        }
    }
}

/// A nameless clan at the origin with the id of the shipped files (-1).
impl Default for Clan {
    fn default() -> Self {
        Self {
            name: Vec::new(),
            id: -1,
            base: [0.0; 2],
            kind: 0,
            script: Vec::new(),
            zones: Vec::new(),
            tree: Vec::new(),
            minds: 0,
            relations: Vec::new(),
        }
    }
}

/// An object at the origin that belongs to nobody and is in no building.
impl Default for TmaObject {
    fn default() -> Self {
        Self {
            kind: 0,
            marker: OBJECT_MARKER,
            path: Vec::new(),
            clan: -1,
            logical_id: -1,
            position: [0.0; 3],
            turns: [0.0; 3],
            scale: [1.0; 3],
            name: Vec::new(),
            start_flag: 0,
            host: -1,
            vertex: -1,
            property_version: 1,
            properties: Vec::new(),
        }
    }
}
