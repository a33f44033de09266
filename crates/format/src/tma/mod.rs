//! Mission data (`data.tma`).
//!
//! Spec: `04-mission-objects.md` 3.

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
