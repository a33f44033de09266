//! Missions, terrains and days.

use arbitrary::{Result, Unstructured};
use msh_format::Warnings;
use msh_format::land::{FaceSource, Land, LandSource};
use msh_format::land_map::{Areal, ArealEdge, ArealGrid, LandMap};
use msh_format::sky::{Sky, SkyKeyframe, SkySection, SkyTime};
use msh_format::tma::{Clan, Extra, Property, Relation, Tma, TmaObject, TmaPath, Zone};

use super::generate::{bytes, exactly, float, floats, list, values};

pub(super) fn tma(u: &mut Unstructured<'_>) -> Result<()> {
    let version = |u: &mut Unstructured<'_>, usual: u32| -> Result<u32> {
        if u.ratio(1, 16)? {
            u.int_in_range(0..=12)
        } else {
            Ok(usual)
        }
    };
    let mut mission = Tma {
        version: version(u, 1)?,
        paths: list(u, 2, path)?,
        clan_version: version(u, 6)?,
        clans: list(u, 2, clan)?,
        object_version: version(u, 10)?,
        objects: list(u, 3, object)?,
        land_path: bytes(u, 20)?,
        mission_flag: u.arbitrary()?,
        description: bytes(u, 20)?,
        extra_version: version(u, 1)?,
        extras: list(u, 2, extra)?,
    };
    if u.arbitrary()? {
        forget(&mut mission);
    }
    if let Ok(bytes) = mission.to_bytes() {
        let read = Tma::parse(&bytes, &mut Warnings::new()).unwrap();
        assert_eq!(read, mission);
    }
    Ok(())
}

/// Leaves to their defaults the fields that the versions of their sections do not store.
fn forget(mission: &mut Tma) {
    for clan in &mut mission.clans {
        let stored = clan.clone();
        *clan = Clan::default();
        clan.name = stored.name;
        (clan.id, clan.base, clan.kind) = (stored.id, stored.base, stored.kind);
        for version in 2..=mission.clan_version {
            match version {
                2 => clan.script.clone_from(&stored.script),
                3 => clan.zones.clone_from(&stored.zones),
                4 => clan.tree.clone_from(&stored.tree),
                5 => clan.minds = stored.minds,
                _ => clan.relations.clone_from(&stored.relations),
            }
        }
    }
    for object in &mut mission.objects {
        let stored = object.clone();
        *object = TmaObject::default();
        object.path = stored.path;
        (object.kind, object.marker) = (stored.kind, stored.marker);
        (object.position, object.turns) = (stored.position, stored.turns);
        for version in 3..=mission.object_version {
            match version {
                3 => object.clan = stored.clan,
                4 => object.logical_id = stored.logical_id,
                6 => {
                    object.property_version = stored.property_version;
                    object.properties.clone_from(&stored.properties);
                }
                7 => object.name.clone_from(&stored.name),
                8 => object.start_flag = stored.start_flag,
                9 => (object.host, object.vertex) = (stored.host, stored.vertex),
                10 => object.scale = stored.scale,
                _ => {}
            }
        }
    }
    if mission.object_version < 2 {
        (mission.mission_flag, mission.description) = (0, Vec::new());
    }
    if mission.object_version < 5 {
        (mission.extra_version, mission.extras) = (1, Vec::new());
    }
}

fn path(u: &mut Unstructured<'_>) -> Result<TmaPath> {
    Ok(TmaPath {
        id: u.arbitrary()?,
        points: list(u, 4, floats)?,
    })
}

fn clan(u: &mut Unstructured<'_>) -> Result<Clan> {
    let zone = |u: &mut Unstructured<'_>| {
        Ok(Zone {
            kind: u.int_in_range(0..=2)?,
            center: floats(u)?,
            inner: float(u)?,
            outer: float(u)?,
        })
    };
    let relation = |u: &mut Unstructured<'_>| {
        Ok(Relation {
            clan: bytes(u, 8)?,
            stance: u.arbitrary()?,
        })
    };
    Ok(Clan {
        name: bytes(u, 8)?,
        id: u.arbitrary()?,
        base: floats(u)?,
        kind: u.int_in_range(0..=4)?,
        script: bytes(u, 8)?,
        zones: list(u, 2, zone)?,
        tree: bytes(u, 8)?,
        minds: u.arbitrary()?,
        relations: list(u, 2, relation)?,
    })
}

fn object(u: &mut Unstructured<'_>) -> Result<TmaObject> {
    let property = |u: &mut Unstructured<'_>| {
        Ok(Property {
            kind: u.int_in_range(0..=4)?,
            value: u.arbitrary()?,
            minimum: u.arbitrary()?,
            maximum: u.arbitrary()?,
            name: bytes(u, 8)?,
        })
    };
    Ok(TmaObject {
        kind: u.int_in_range(0..=4)?,
        marker: u.arbitrary()?,
        path: bytes(u, 12)?,
        clan: u.arbitrary()?,
        logical_id: u.arbitrary()?,
        position: floats(u)?,
        turns: floats(u)?,
        scale: floats(u)?,
        name: bytes(u, 8)?,
        start_flag: u.arbitrary()?,
        host: u.arbitrary()?,
        vertex: u.arbitrary()?,
        property_version: u.int_in_range(0..=2)?,
        properties: list(u, 2, property)?,
    })
}

fn extra(u: &mut Unstructured<'_>) -> Result<Extra> {
    Ok(Extra {
        position: floats(u)?,
        found: u.arbitrary()?,
        kind: u.arbitrary()?,
        amount: float(u)?,
        unk_18: u.arbitrary()?,
    })
}

pub(super) fn sky(u: &mut Unstructured<'_>) -> Result<()> {
    let section = |u: &mut Unstructured<'_>| {
        Ok(SkySection {
            version: if u.ratio(1, 16)? { u.arbitrary()? } else { 1 },
            end: time(u)?,
            day_length: time(u)?,
            keyframes: list(u, 3, keyframe)?,
        })
    };
    let sky = Sky {
        sections: list(u, 3, section)?,
        start: time(u)?,
        unk_end: u.arbitrary()?,
    };
    if let Ok(bytes) = sky.to_bytes() {
        let read = Sky::parse(&bytes, &mut Warnings::new()).unwrap();
        assert_eq!(read, sky);
    }
    Ok(())
}

fn time(u: &mut Unstructured<'_>) -> Result<SkyTime> {
    Ok(SkyTime {
        words: u.arbitrary()?,
    })
}

fn keyframe(u: &mut Unstructured<'_>) -> Result<SkyKeyframe> {
    let version = u.int_in_range(1..=3)?;
    let mut slots: [u32; 22] = u.arbitrary()?;
    if version == 1 {
        // Not stored: the reader computes them from slot 19.
        let dim = slots[19].to_le_bytes().map(|c| (f32::from(c) * 0.3) as u8);
        slots[20] = u32::from_le_bytes(dim);
        slots[21] = slots[20];
    }
    let mut names: [Vec<u8>; 6] = Default::default();
    for name in &mut names {
        *name = bytes(u, 6)?;
    }
    Ok(SkyKeyframe {
        version,
        stamp: time(u)?,
        opcode: u.int_in_range(0..=11)?,
        slots,
        names,
        values: floats(u)?,
        effects: if version == 3 {
            list(u, 5, |u| bytes(u, 6))?
        } else {
            Vec::new()
        },
    })
}

/// Faces between the vertices of a field of squares, some of them anywhere.
pub(crate) fn land_source(u: &mut Unstructured<'_>) -> Result<LandSource> {
    let grid: [u32; 2] = [u.int_in_range(0..=3)?, u.int_in_range(0..=3)?];
    let columns = grid[0] + 1;
    let count = (columns * (grid[1] + 1)) as usize;
    let mut number = 0;
    let position = |u: &mut Unstructured<'_>| {
        let (x, y) = ((number % columns) as f32, (number / columns) as f32);
        number += 1;
        let [dx, z] = floats(u)?;
        let x = if u.ratio(1, 32)? { dx } else { x };
        Ok([x, y, if u.arbitrary()? { z } else { 0.0 }])
    };
    Ok(LandSource {
        positions: exactly(u, count, position)?,
        normals: values(u, count)?,
        uv0: values(u, count)?,
        uv1: values(u, count)?,
        blend: exactly(u, count, float)?,
        level0: list(u, 12, |u| face(u, columns, count))?,
        level1: list(u, 6, |u| face(u, columns, count))?,
        grid,
    })
}

/// What a terrain is made of comes back.
pub(super) fn land(u: &mut Unstructured<'_>) -> Result<()> {
    let source = land_source(u)?;
    let Ok(land) = source.build() else {
        return Ok(());
    };
    let bytes = land.to_bytes().unwrap();
    assert_eq!(Land::parse(&bytes, &mut Warnings::new()).unwrap(), land);
    assert_eq!(land.positions, source.positions);
    assert_eq!(
        (land.normals, land.uv0, land.uv1),
        (source.normals, source.uv0, source.uv1)
    );
    assert_eq!((land.blend, land.grid), (Some(source.blend), source.grid));
    assert_eq!(land.faces.len(), source.level0.len() + source.level1.len());
    Ok(())
}

fn face(u: &mut Unstructured<'_>, columns: u32, count: usize) -> Result<FaceSource> {
    let first = u.int_in_range(0..=count as u16)?;
    let columns = columns as u16;
    let vertices = match u.int_in_range(0..=8)? {
        0 => u.arbitrary()?,
        1..=4 => [first, first + 1, first + columns + 1],
        _ => [first, first + columns + 1, first + columns],
    };
    let second: bool = u.arbitrary()?;
    Ok(FaceSource {
        vertices,
        material1: u.arbitrary()?,
        material2: if second { Some(u.arbitrary()?) } else { None },
        flags: u.arbitrary()?,
        surface: u.arbitrary()?,
    })
}

/// Areals whose neighbours are mostly areals, in a small grid.
pub(super) fn land_map(u: &mut Unstructured<'_>) -> Result<()> {
    let number = |u: &mut Unstructured<'_>| u.int_in_range(-1..=3);
    let edge = |u: &mut Unstructured<'_>| {
        Ok(ArealEdge {
            neighbour: number(u)?,
            twin: number(u)?,
        })
    };
    let areal = |u: &mut Unstructured<'_>| {
        let corners = u.int_in_range(0..=4)?;
        Ok(Areal {
            center: floats(u)?,
            unk_0c: float(u)?,
            area: float(u)?,
            normal: floats(u)?,
            flags: u.arbitrary()?,
            polygon: exactly(u, corners, floats)?,
            edges: exactly(u, corners, edge)?,
        })
    };
    let areals = list(u, 3, areal)?;
    let size: [u32; 2] = [u.int_in_range(0..=3)?, u.int_in_range(0..=3)?];
    let cells = exactly(u, (size[0] * size[1]) as usize, |u| {
        list(u, 2, |u| u.int_in_range(0..=3))
    })?;
    let Ok(grid) = ArealGrid::new(size, cells.iter().map(Vec::as_slice)) else {
        return Ok(());
    };
    if let Ok(map) = LandMap::new(areals.clone(), grid.clone()) {
        let bytes = map.to_bytes().unwrap();
        let read = LandMap::parse(&bytes, &mut Warnings::new()).unwrap();
        assert_eq!(read, map);
        assert_eq!((read.areals, read.grid), (areals, grid));
    }
    Ok(())
}
