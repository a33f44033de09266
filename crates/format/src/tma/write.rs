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
    if tma.object_version >= 2 {
        out.put_u32(tma.mission_flag);
        string(&mut out, &tma.description).map_err(|e| e.in_stream("description"))?;
    }
    if tma.object_version >= 5 {
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
    if version >= 2 {
        string(out, &clan.script)?;
    }
    if version >= 3 {
        out.put_u32(len_u32(clan.zones.len(), "zones")?);
        for zone in &clan.zones {
            out.put_u32(zone.kind);
            out.put_f32s(&zone.center);
            out.put_f32s(&[zone.inner, zone.outer]);
        }
    }
    if version >= 4 {
        string(out, &clan.tree)?;
    }
    if version >= 5 {
        out.put_u32(clan.minds);
    }
    if version >= 6 {
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
    if version >= 3 {
        out.put_i32(object.clan);
    }
    if version >= 4 {
        out.put_i32(object.logical_id);
    }
    out.put_f32s(&object.position);
    out.put_f32s(&object.turns);
    if version >= 10 {
        out.put_f32s(&object.scale);
    }
    if version >= 7 {
        string(out, &object.name)?;
    }
    if version >= 8 {
        out.put_u32(object.start_flag);
    }
    if version >= 9 {
        out.put_i32(object.host);
        out.put_i32(object.vertex);
    }
    if version >= 6 {
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
