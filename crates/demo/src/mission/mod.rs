//! The mission: who owns what, where it stands, and the texts beside it.

mod forces;
mod nature;
mod place;
mod texts;

use anyhow::Result;
use msh_format::text;
use msh_format::tma::{Clan, Extra, Relation, Tma, TmaPath, Zone};

use crate::layout::{BUNKER, LAKE_CENTER, PLANT};
use crate::root::Files;
use crate::terrain;

/// Folder of the mission.
const FOLDER: &str = "MISSIONS/Single.01";

/// Adds the mission's files, without its sky.
///
/// # Errors
/// A text outside CP1251, or a value the format cannot hold.
pub fn write(files: &mut Files) -> Result<()> {
    files.insert(format!("{FOLDER}/data.tma"), mission()?.to_bytes()?);
    files.insert(format!("{FOLDER}/mission.cfg"), texts::mission_cfg()?);
    files.insert(format!("{FOLDER}/briefing.cfg"), texts::briefing_cfg()?);
    files.insert(format!("{FOLDER}/descr"), text::encode(texts::TITLE)?);
    Ok(())
}

/// Index of a clan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Player = 0,
    Enemy = 1,
    Nature = 2,
}

fn mission() -> Result<Tma> {
    let mut objects = forces::buildings();
    objects.extend(forces::units());
    objects.extend(nature::trees());
    objects.extend(nature::undergrowth());
    objects.extend(nature::rocks());
    Ok(Tma {
        version: 1,
        paths: vec![shore()],
        clan_version: 6,
        clans: vec![player(), enemy(), nature_clan()],
        object_version: 10,
        objects,
        land_path: terrain::LAND_PATH.as_bytes().to_vec(),
        mission_flag: 1,
        description: description()?,
        extra_version: 1,
        extras: lodes(),
    })
}

/// The description fills a buffer of 64 bytes; the game leaves 0xCD behind its text.
fn description() -> Result<Vec<u8>> {
    let mut bytes = text::encode(texts::TITLE)?;
    bytes.push(0);
    bytes.resize(64, 0xCD);
    Ok(bytes)
}

/// A trigger area: the ground around the lake.
fn shore() -> TmaPath {
    let [x, y] = LAKE_CENTER;
    let corner = |dx: f32, dy: f32| [x + dx, y + dy, terrain::height(x + dx, y + dy)];
    TmaPath {
        id: 4,
        points: vec![
            corner(-70.0, -55.0),
            corner(65.0, -60.0),
            corner(78.0, 20.0),
            corner(30.0, 72.0),
            corner(-66.0, 58.0),
        ],
    }
}

fn player() -> Clan {
    Clan {
        name: b"Player".to_vec(),
        id: -1,
        base: PLANT.center,
        kind: 1,
        script: br"MISSIONS\SCRIPTS\isle_p".to_vec(),
        zones: Vec::new(),
        tree: br"MISSIONS\SCRIPTS\isle.trf".to_vec(),
        minds: 8,
        relations: relations([("Player", 2), ("Corsairs", 0), ("Natur", 1)]),
    }
}

fn enemy() -> Clan {
    Clan {
        name: b"Corsairs".to_vec(),
        id: -1,
        base: [96.0, 420.0],
        kind: 2,
        script: br"MISSIONS\SCRIPTS\isle_e".to_vec(),
        zones: Vec::new(),
        tree: Vec::new(),
        minds: 5,
        relations: relations([("Player", 0), ("Corsairs", 2), ("Natur", 1)]),
    }
}

fn nature_clan() -> Clan {
    let zone = |[x, y]: [f32; 2], inner: f32, outer: f32| Zone {
        kind: 1,
        center: [x, y, 0.0],
        inner,
        outer,
    };
    Clan {
        name: b"Natur".to_vec(),
        id: -1,
        base: LAKE_CENTER,
        kind: 0,
        script: br"MISSIONS\SCRIPTS\nature".to_vec(),
        zones: vec![
            zone(LAKE_CENTER, 40.0, 75.0),
            zone([120.0, 330.0], 20.0, 44.0),
        ],
        tree: Vec::new(),
        minds: 2,
        relations: relations([("Player", 1), ("Corsairs", 1), ("Natur", 2)]),
    }
}

fn relations(stances: [(&str, u32); 3]) -> Vec<Relation> {
    let relation = |(clan, stance): (&str, u32)| Relation {
        clan: clan.as_bytes().to_vec(),
        stance,
    };
    stances.into_iter().map(relation).collect()
}

/// Mineral lodes, one of them already found.
fn lodes() -> Vec<Extra> {
    let lode = |x: f32, y: f32, found: u32, amount: f32| Extra {
        position: [x, y, terrain::height(x, y)],
        found,
        kind: 0x1000_1000,
        amount,
        unk_18: 0,
    };
    let [bx, by] = BUNKER.center;
    vec![
        lode(bx - 60.0, by + 30.0, 1, 40_000.0),
        lode(92.0, 396.0, 0, 250_000.0),
    ]
}
