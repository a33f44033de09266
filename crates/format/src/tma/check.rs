//! What is unusual in a mission but stops nobody (`04-mission-objects.md` 3.7).

use std::collections::{HashMap, HashSet};

use super::{OBJECT_MARKER, Tma, TmaObject};
use crate::error::{Place, Warnings};

/// What is unusual in the records themselves.
pub(super) fn warn_about(tma: &Tma, warnings: &mut Warnings) {
    expect_version(warnings, "format version", tma.version);
    expect_version(warnings, "extra section", tma.extra_version);
    for (index, object) in tma.objects.iter().enumerate() {
        let mut warn = |message: String| warnings.in_record("objects", index, message);
        kind(object, &mut warn);
        properties(object, &mut warn);
        let clan_exists = usize::try_from(object.clan).is_ok_and(|c| c < tma.clans.len());
        // Scenery carries leftovers in this field.
        if object.kind <= 1 && object.clan != -1 && !clan_exists {
            let clans = tma.clans.len();
            warn(format!("clan {} of {clans}", object.clan));
        }
        stretched(index, object, warnings);
    }
    repeated_ids(tma, warnings);
}

/// What keeps objects from being what and where they should.
pub(super) fn warn_about_placement(tma: &Tma, warnings: &mut Warnings) {
    let hosts = tma.objects.iter().filter(|object| object.kind <= 1);
    let hosts: HashSet<i32> = hosts.map(|object| object.logical_id).collect();
    for (index, object) in tma.objects.iter().enumerate() {
        let mut warn = |message: String| warnings.in_record("objects", index, message);
        placement(object, &mut warn);
        if let Some(disagreement) = object.path_against_kind() {
            warn(disagreement.to_owned());
        }
        if object.host != -1 && !hosts.contains(&object.host) {
            let host = object.host;
            warn(format!(
                "no building or unit has the logical id {host} of the host"
            ));
        }
    }
}

fn expect_version(warnings: &mut Warnings, section: &'static str, version: u32) {
    if version != 1 {
        let message = format!("version {version} instead of 1; read as version 1");
        warnings.in_stream(section, message);
    }
}

fn kind(object: &TmaObject, warn: &mut impl FnMut(String)) {
    if object.marker != OBJECT_MARKER {
        warn(format!(
            "marker {:#010x} instead of {OBJECT_MARKER:#010x}",
            object.marker
        ));
    }
    if object.kind > 3 {
        warn(format!("kind {}, known are 0 to 3", object.kind));
    }
}

fn placement(object: &TmaObject, warn: &mut impl FnMut(String)) {
    let finite = |v: &[f32; 3]| v.iter().all(|c| c.is_finite());
    if !finite(&object.position) {
        warn(format!("position {:?} is not finite", object.position));
    }
    if !finite(&object.turns) {
        warn(format!("turns {:?} are not finite", object.turns));
    }
    if !has_scale(object) {
        warn(format!("scale {:?} is zero or not finite", object.scale));
    }
}

fn has_scale(object: &TmaObject) -> bool {
    object.scale.iter().all(|c| c.is_finite() && *c != 0.0)
}

/// All shipped scales are uniform; any other is drawn as it is stored.
fn stretched(index: usize, object: &TmaObject, warnings: &mut Warnings) {
    let [x, y, z] = object.scale;
    if has_scale(object) && (x != y || y != z) {
        let place = Place {
            stream: Some("objects".into()),
            record: Some(index as u64),
            ..Place::default()
        };
        warnings.rarity(place, format!("scale {:?} is not uniform", object.scale));
    }
}

fn properties(object: &TmaObject, warn: &mut impl FnMut(String)) {
    if object.property_version != 1 {
        let version = object.property_version;
        warn(format!("property version {version} instead of 1"));
    }
    for (index, property) in object.properties.iter().enumerate() {
        if property.kind > 1 {
            let kind = property.kind;
            warn(format!(
                "property {index} has type {kind}, known are 0 and 1"
            ));
        }
    }
}

fn repeated_ids(tma: &Tma, warnings: &mut Warnings) {
    let mut first_with = HashMap::new();
    for (index, object) in tma.objects.iter().enumerate() {
        // Scenery repeats ids that nobody refers to.
        if object.logical_id == -1 || object.kind > 1 {
            continue;
        }
        let first = *first_with.entry(object.logical_id).or_insert(index);
        if first != index {
            let id = object.logical_id;
            let message = format!("logical id {id} is already that of object {first}");
            warnings.in_record("objects", index, message);
        }
    }
}
