//! Reading; the order of the calls is the order of the bytes.

use super::{
    Clan, Extra, LpString, MAX_CLANS, MAX_EXTRAS, MAX_FILE, MAX_OBJECTS, MAX_PATHS, MAX_POINTS,
    MAX_PROPERTIES, MAX_STRING, Property, Relation, Tma, TmaObject, TmaPath, Zone,
};
use crate::error::{Error, Result};
use crate::reader::Reader;

pub(super) fn tma(data: &[u8]) -> Result<Tma> {
    if data.len() > MAX_FILE {
        let rule = format!("{} bytes, at most {MAX_FILE}", data.len());
        return Err(Error::limit(rule));
    }
    let mut reader = Reader::new(data);
    let r = &mut reader;
    let version = r.u32().map_err(|e| e.in_stream("format version"))?;
    let paths = paths(r)?;

    let clan_version = section_version(r, "clan section", 6)?;
    let clans = records(r, "clans", MAX_CLANS, clan_size(clan_version), |r| {
        clan(r, clan_version)
    })?;
    let object_version = section_version(r, "object section", 10)?;
    let objects = records(
        r,
        "objects",
        MAX_OBJECTS,
        object_size(object_version),
        |r| object(r, object_version),
    )?;

    let mut tma = Tma {
        version,
        paths,
        clan_version,
        clans,
        object_version,
        objects,
        land_path: string(r).map_err(|e| e.in_stream("land path"))?,
        ..Tma::default()
    };
    if object_version >= 2 {
        tma.mission_flag = r.u32().map_err(|e| e.in_stream("mission flag"))?;
        tma.description = string(r).map_err(|e| e.in_stream("description"))?;
    }
    if object_version >= 5 {
        tma.extra_version = r.u32().map_err(|e| e.in_stream("extra section"))?;
        tma.extras = records(r, "extras", MAX_EXTRAS, 28, extra)?;
    }
    r.finish().map_err(|e| e.in_stream("end of file"))?;
    Ok(tma)
}

/// Bytes of a clan whose strings and lists are empty.
fn clan_size(version: u32) -> usize {
    // Versions 2 to 6 each add one word: a length, a count or a number.
    20 + 4 * (version as usize - 1)
}

/// Bytes of an object whose strings and lists are empty.
fn object_size(version: u32) -> usize {
    let added = [(3, 4), (4, 4), (6, 8), (7, 4), (8, 4), (9, 8), (10, 12)];
    let added = added.iter().filter(|(from, _)| version >= *from);
    36 + added.map(|(_, size)| size).sum::<usize>()
}

fn section_version(r: &mut Reader<'_>, section: &'static str, newest: u32) -> Result<u32> {
    let offset = r.position();
    let version = r.u32().map_err(|e| e.in_stream(section))?;
    if (1..=newest).contains(&version) {
        return Ok(version);
    }
    let rule = format!("version {version}, known are 1 to {newest}");
    Err(Error::unsupported(rule).in_stream(section).at(offset))
}

/// A count and that many records of at least `size` bytes each.
fn records<T>(
    r: &mut Reader<'_>,
    section: &'static str,
    limit: usize,
    size: usize,
    mut record: impl FnMut(&mut Reader<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    let count = count(r, section, limit, size).map_err(|e| e.in_stream(section))?;
    (0..count)
        .map(|i| record(r).map_err(|e| e.in_stream(section).in_record(i)))
        .collect()
}

fn count(r: &mut Reader<'_>, what: &str, limit: usize, size: usize) -> Result<usize> {
    let offset = r.position();
    let count = r.u32()?;
    let count = r.check_count(u64::from(count), size, what)?;
    if count > limit {
        return Err(Error::limit(format!("{count} {what}, at most {limit}")).at(offset));
    }
    Ok(count)
}

fn string(r: &mut Reader<'_>) -> Result<LpString> {
    let length = count(r, "bytes of text", MAX_STRING, 1)?;
    Ok(r.bytes(length)?.to_vec())
}

fn paths(r: &mut Reader<'_>) -> Result<Vec<TmaPath>> {
    let mut points_left = MAX_POINTS;
    records(r, "paths", MAX_PATHS, 8, |r| {
        let id = r.i32()?;
        let count = count(r, "points of all paths", points_left, 12)?;
        points_left -= count;
        let points = (0..count).map(|_| r.f32s()).collect::<Result<_>>()?;
        Ok(TmaPath { id, points })
    })
}

fn clan(r: &mut Reader<'_>, version: u32) -> Result<Clan> {
    let mut clan = Clan {
        name: string(r)?,
        id: r.i32()?,
        base: r.f32s()?,
        kind: r.u32()?,
        ..Clan::default()
    };
    if version >= 2 {
        clan.script = string(r)?;
    }
    if version >= 3 {
        let count = count(r, "zones", usize::MAX, 24)?;
        clan.zones = (0..count).map(|_| zone(r)).collect::<Result<_>>()?;
    }
    if version >= 4 {
        clan.tree = string(r)?;
    }
    if version >= 5 {
        clan.minds = r.u32()?;
    }
    if version >= 6 {
        let count = count(r, "relations", usize::MAX, 8)?;
        clan.relations = (0..count).map(|_| relation(r)).collect::<Result<_>>()?;
    }
    Ok(clan)
}

fn zone(r: &mut Reader<'_>) -> Result<Zone> {
    Ok(Zone {
        kind: r.u32()?,
        center: r.f32s()?,
        inner: r.f32()?,
        outer: r.f32()?,
    })
}

fn relation(r: &mut Reader<'_>) -> Result<Relation> {
    Ok(Relation {
        clan: string(r)?,
        stance: r.u32()?,
    })
}

fn object(r: &mut Reader<'_>, version: u32) -> Result<TmaObject> {
    let mut object = TmaObject {
        kind: r.u32()?,
        marker: r.u32()?,
        path: string(r)?,
        ..TmaObject::default()
    };
    if version >= 3 {
        object.clan = r.i32()?;
    }
    if version >= 4 {
        object.logical_id = r.i32()?;
    }
    object.position = r.f32s()?;
    object.turns = r.f32s()?;
    if version >= 10 {
        object.scale = r.f32s()?;
    }
    if version >= 7 {
        object.name = string(r)?;
    }
    if version >= 8 {
        object.start_flag = r.u32()?;
    }
    if version >= 9 {
        object.host = r.i32()?;
        object.vertex = r.i32()?;
    }
    if version >= 6 {
        object.property_version = r.u32()?;
        let count = count(r, "properties", MAX_PROPERTIES, 20)?;
        object.properties = (0..count).map(|_| property(r)).collect::<Result<_>>()?;
    }
    Ok(object)
}

fn property(r: &mut Reader<'_>) -> Result<Property> {
    let [kind, value, minimum, maximum] = r.u32s()?;
    let name = string(r)?;
    Ok(Property {
        kind,
        value,
        minimum,
        maximum,
        name,
    })
}

fn extra(r: &mut Reader<'_>) -> Result<Extra> {
    Ok(Extra {
        position: r.f32s()?,
        found: r.u32()?,
        kind: r.u32()?,
        amount: r.f32()?,
        unk_18: r.u32()?,
    })
}
