//! Values put together from any bytes: what a writer accepts, its reader gives back.

pub(crate) mod generate;
pub(crate) mod mission;
mod models;

use arbitrary::{Result, Unstructured};

use generate::{fixed, list};
use msh_format::Warnings;
use msh_format::material::{Mat0, Phase, Track, TrackKey};
use msh_format::nres::{EntryType, Nres, NresBuilder};
use msh_format::rsli::{Member, Method, Mode, Rsli, RsliBuilder};
use msh_format::unit::{Unit, UnitComponent};
use msh_format::wear::{Wear, WearRow};

/// Puts a value together and checks it; bytes that run out make no value and prove nothing.
type Kind = fn(&mut Unstructured<'_>) -> Result<()>;

/// What can be put together.
pub(crate) const KINDS: [Kind; 14] = [
    models::model,
    models::control,
    wear,
    mat0,
    mission::tma,
    unit,
    mission::land,
    mission::sky,
    nres,
    rsli,
    mission::land_map,
    models::points,
    models::damage,
    models::base_plan,
];

/// The first byte says which kind of value the rest is.
pub(crate) fn authored(data: &[u8]) {
    let [kind, data @ ..] = data else { return };
    let kind = KINDS[usize::from(*kind) % KINDS.len()];
    kind(&mut Unstructured::new(data)).ok();
}

fn wear(u: &mut Unstructured<'_>) -> Result<()> {
    let row = |u: &mut Unstructured<'_>| {
        Ok(WearRow {
            id: u.arbitrary()?,
            name: generate::bytes(u, 70)?,
        })
    };
    let table = Wear {
        materials: list(u, 8, row)?,
        lightmaps: list(u, 8, row)?,
        source: None,
    };
    if let Ok(bytes) = table.to_bytes() {
        assert_eq!(Wear::parse(&bytes, &mut Warnings::new()).unwrap(), table);
    }
    Ok(())
}

fn mat0(u: &mut Unstructured<'_>) -> Result<()> {
    let material = Mat0 {
        flags: u.arbitrary()?,
        version: u.int_in_range(0..=7)?,
        surface: u.arbitrary()?,
        unk_05: u.arbitrary()?,
        speed_factor: generate::float(u)?,
        damage_rate: generate::float(u)?,
        phases: list(u, 4, phase)?,
        tracks: list(u, 21, track)?,
        unk_tail: generate::bytes(u, 4)?,
    };
    if let Ok(bytes) = material.to_bytes() {
        let (flags, version) = (material.flags, material.version);
        let read = Mat0::parse(&bytes, flags, version, &mut Warnings::new()).unwrap();
        assert_eq!(read, material);
    }
    Ok(())
}

fn phase(u: &mut Unstructured<'_>) -> Result<Phase> {
    Ok(Phase {
        ambient: u.arbitrary()?,
        diffuse: u.arbitrary()?,
        specular: u.arbitrary()?,
        emissive: u.arbitrary()?,
        power: u.arbitrary()?,
        cell: u.arbitrary()?,
        texture: fixed(u)?,
    })
}

fn track(u: &mut Unstructured<'_>) -> Result<Track> {
    let key = |u: &mut Unstructured<'_>| {
        Ok(TrackKey {
            phase: u.arbitrary()?,
            end_ms: u.arbitrary()?,
            unk_04: u.arbitrary()?,
        })
    };
    Ok(Track {
        word: u.arbitrary()?,
        keys: list(u, 4, key)?,
    })
}

fn unit(u: &mut Unstructured<'_>) -> Result<()> {
    let component = |u: &mut Unstructured<'_>| {
        Ok(UnitComponent {
            archive: fixed(u)?,
            key: fixed(u)?,
            unk_40: u.arbitrary()?,
            attachment: u.arbitrary()?,
            name: fixed(u)?,
            class: u.arbitrary()?,
            child_count: u.int_in_range(-1..=4)?,
        })
    };
    let class_word = u.arbitrary()?;
    if let Ok(unit) = Unit::new(class_word, list(u, 40, component)?) {
        let bytes = unit.to_bytes().unwrap();
        assert_eq!(Unit::parse(&bytes, &mut Warnings::new()).unwrap(), unit);
    }
    Ok(())
}

fn nres(u: &mut Unstructured<'_>) -> Result<()> {
    let mut builder = NresBuilder::new();
    let mut members = Vec::new();
    for _ in 0..u.int_in_range(0..=12)? {
        let kind = EntryType(u.arbitrary()?);
        let attr: [u32; 3] = u.arbitrary()?;
        let name: String = generate::text(u, 40)?;
        let payload = generate::bytes(u, 40)?;
        if builder.add(kind, attr, &name, payload.clone()).is_ok() {
            members.push((kind, attr, name, payload));
        }
    }
    let bytes = builder.to_bytes().unwrap();
    let mut warnings = Warnings::new();
    let archive = Nres::parse(&bytes, &mut warnings).unwrap();
    assert!(warnings.is_empty(), "{:?}", warnings.list());
    assert_eq!(archive.entries().len(), members.len());
    for (index, (kind, attr, name, payload)) in members.iter().enumerate() {
        let entry = &archive.entries()[index];
        assert_eq!((entry.kind, entry.attr), (*kind, *attr));
        assert_eq!(entry.name.to_string(), *name);
        assert_eq!(archive.payload(index).unwrap(), payload);
        let found = archive.directory().find(entry.name.as_bytes()).unwrap();
        assert!(found <= index, "the first of equal names is found");
    }
    Ok(())
}

fn rsli(u: &mut Unstructured<'_>) -> Result<()> {
    let mut builder = RsliBuilder::new(u.arbitrary()?);
    let mut payloads = Vec::new();
    for _ in 0..u.int_in_range(0..=6)? {
        let name: String = generate::text(u, 13)?;
        let method = *u.choose(&Method::ALL)?;
        // Some of it often repeats, else there is nothing to pack.
        let mut data = generate::bytes(u, 60)?;
        data = data.repeat(u.int_in_range(1..=40)?);
        // Without a writer for Huffman.
        if let Ok(member) = Member::new(&name, method, &data) {
            builder.add(member);
            payloads.push(data);
        }
    }
    let bytes = builder.to_bytes().unwrap();
    let mut warnings = Warnings::new();
    let archive = Rsli::parse(&bytes, Mode::Strict, &mut warnings).unwrap();
    for (index, payload) in payloads.iter().enumerate() {
        assert_eq!(&archive.member(index, &mut warnings).unwrap(), payload);
    }
    assert!(warnings.is_empty(), "{:?}", warnings.list());
    Ok(())
}
