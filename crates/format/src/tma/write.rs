//! Writing; the mirror image of `read.rs`.

use super::{
    Clan, MAX_CLANS, MAX_EXTRAS, MAX_FILE, MAX_OBJECTS, MAX_PATHS, MAX_POINTS, MAX_PROPERTIES,
    MAX_STRING, Property, Tma, TmaObject,
};
use crate::error::{Error, Result};
use crate::reader::{WriteLe, len_u32};

pub(super) fn tma(tma: &Tma) -> Result<Vec<u8>> {
    check_version("clan section", tma.clan_version, 6)?;
    check_version("object section", tma.object_version, 10)?;
    let mut out = Vec::new();
    out.put_u32(tma.version);
    paths(&mut out, tma)?;

    out.put_u32(tma.clan_version);
    count(&mut out, tma.clans.len(), MAX_CLANS, "clans")?;
    for (index, value) in tma.clans.iter().enumerate() {
        clan(&mut out, value, tma.clan_version)
            .map_err(|e| e.in_stream("clans").in_record(index))?;
    }
    out.put_u32(tma.object_version);
    count(&mut out, tma.objects.len(), MAX_OBJECTS, "objects")?;
    for (index, value) in tma.objects.iter().enumerate() {
        object(&mut out, value, tma.object_version)
            .map_err(|e| e.in_stream("objects").in_record(index))?;
    }

    string(&mut out, &tma.land_path).map_err(|e| e.in_stream("land path"))?;
    let version = tma.object_version;
    let in_end = |e: Error| e.in_stream("end of the object section");
    if stores(version, 2, tma.mission_flag == 0, "mission flag").map_err(in_end)? {
        out.put_u32(tma.mission_flag);
    }
    if stores(version, 2, tma.description.is_empty(), "description").map_err(in_end)? {
        string(&mut out, &tma.description).map_err(|e| e.in_stream("description"))?;
    }
    let has_extras = tma.extra_version != 1 || !tma.extras.is_empty();
    if stores(version, 5, !has_extras, "extras").map_err(in_end)? {
        extras(&mut out, tma)?;
    }
    if out.len() > MAX_FILE {
        return Err(Error::limit(format!(
            "{} bytes, at most {MAX_FILE}",
            out.len()
        )));
    }
    Ok(out)
}

fn check_version(section: &'static str, version: u32, newest: u32) -> Result<()> {
    if (1..=newest).contains(&version) {
        return Ok(());
    }
    let rule = format!("version {version}, known are 1 to {newest}");
    Err(Error::unsupported(rule).in_stream(section))
}

/// True if a section of this version stores a field, which it does from version `since` on. If
/// not, the field must have the value that reading will give it.
fn stores(version: u32, since: u32, is_default: bool, field: &str) -> Result<bool> {
    if version >= since || is_default {
        return Ok(version >= since);
    }
    let rule = format!("version {version} does not store the {field}");
    Err(Error::bad_value(rule))
}

fn count(out: &mut Vec<u8>, count: usize, limit: usize, what: &str) -> Result<()> {
    if count > limit {
        return Err(Error::limit(format!("{count} {what}, at most {limit}")));
    }
    out.put_u32(len_u32(count, what)?);
    Ok(())
}

fn string(out: &mut Vec<u8>, text: &[u8]) -> Result<()> {
    count(out, text.len(), MAX_STRING, "bytes of text")?;
    out.put(text);
    Ok(())
}

fn paths(out: &mut Vec<u8>, tma: &Tma) -> Result<()> {
    count(out, tma.paths.len(), MAX_PATHS, "paths")?;
    let points: usize = tma.paths.iter().map(|p| p.points.len()).sum();
    if points > MAX_POINTS {
        let rule = format!("{points} points of all paths, at most {MAX_POINTS}");
        return Err(Error::limit(rule).in_stream("paths"));
    }
    for path in &tma.paths {
        out.put_i32(path.id);
        out.put_u32(len_u32(path.points.len(), "points")?);
        out.put_f32s(path.points.as_flattened());
    }
    Ok(())
}

fn clan(out: &mut Vec<u8>, clan: &Clan, version: u32) -> Result<()> {
    string(out, &clan.name)?;
    out.put_i32(clan.id);
    out.put_f32s(&clan.base);
    out.put_u32(clan.kind);
    if stores(version, 2, clan.script.is_empty(), "script")? {
        string(out, &clan.script)?;
    }
    if stores(version, 3, clan.zones.is_empty(), "zones")? {
        out.put_u32(len_u32(clan.zones.len(), "zones")?);
        for zone in &clan.zones {
            out.put_u32(zone.kind);
            out.put_f32s(&zone.center);
            out.put_f32s(&[zone.inner, zone.outer]);
        }
    }
    if stores(version, 4, clan.tree.is_empty(), "research tree")? {
        string(out, &clan.tree)?;
    }
    if stores(version, 5, clan.minds == 0, "minds")? {
        out.put_u32(clan.minds);
    }
    if stores(version, 6, clan.relations.is_empty(), "relations")? {
        out.put_u32(len_u32(clan.relations.len(), "relations")?);
        for relation in &clan.relations {
            string(out, &relation.clan)?;
            out.put_u32(relation.stance);
        }
    }
    Ok(())
}

fn object(out: &mut Vec<u8>, object: &TmaObject, version: u32) -> Result<()> {
    out.put_u32s(&[object.kind, object.marker]);
    string(out, &object.path)?;
    if stores(version, 3, object.clan == -1, "clan")? {
        out.put_i32(object.clan);
    }
    if stores(version, 4, object.logical_id == -1, "logical id")? {
        out.put_i32(object.logical_id);
    }
    out.put_f32s(&object.position);
    out.put_f32s(&object.turns);
    if stores(version, 10, object.scale == [1.0; 3], "scale")? {
        out.put_f32s(&object.scale);
    }
    if stores(version, 7, object.name.is_empty(), "name")? {
        string(out, &object.name)?;
    }
    if stores(version, 8, object.start_flag == 0, "start flag")? {
        out.put_u32(object.start_flag);
    }
    let in_host = object.host != -1 || object.vertex != -1;
    if stores(version, 9, !in_host, "host and its vertex")? {
        out.put_i32(object.host);
        out.put_i32(object.vertex);
    }
    let has_properties = object.property_version != 1 || !object.properties.is_empty();
    if stores(version, 6, !has_properties, "properties")? {
        out.put_u32(object.property_version);
        count(out, object.properties.len(), MAX_PROPERTIES, "properties")?;
        for property in &object.properties {
            self::property(out, property)?;
        }
    }
    Ok(())
}

fn property(out: &mut Vec<u8>, property: &Property) -> Result<()> {
    out.put_u32s(&[
        property.kind,
        property.value,
        property.minimum,
        property.maximum,
    ]);
    string(out, &property.name)
}

fn extras(out: &mut Vec<u8>, tma: &Tma) -> Result<()> {
    out.put_u32(tma.extra_version);
    count(out, tma.extras.len(), MAX_EXTRAS, "extras")?;
    for extra in &tma.extras {
        out.put_f32s(&extra.position);
        out.put_u32s(&[extra.found, extra.kind]);
        out.put_f32(extra.amount);
        out.put_u32(extra.unk_18);
    }
    Ok(())
}
