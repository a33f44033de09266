//! Reading, and what makes a file unusable or only odd.

use super::{AREAL_HEADER, AREALS_STREAM, Areal, ArealEdge, ArealGrid, LABEL, LandMap, NONE};
use crate::error::{Error, Result, Warnings};
use crate::nres::{EntryType, Layout, Nres};
use crate::reader::Reader;
use crate::record::read_records;

pub(super) fn land_map(data: &[u8], warnings: &mut Warnings) -> Result<LandMap> {
    let image = Nres::parse(data, warnings)?.layout()?;
    let (count, payload) = member(&image)?;
    let mut reader = Reader::new(payload);
    let in_payload = |error: Error| error.in_stream(LABEL);
    let count = reader
        .check_count(count.into(), AREAL_HEADER, "areals")
        .map_err(in_payload)?;
    let mut areals = Vec::with_capacity(count);
    for index in 0..count {
        areals.push(areal(&mut reader).map_err(|e| in_payload(e).in_record(index))?);
    }
    let grid = grid(&mut reader).map_err(in_payload)?;
    reader.finish().map_err(in_payload)?;
    let map = LandMap {
        image,
        areals,
        grid,
    };
    check(&map)?;
    warn_about(&map, warnings);
    Ok(map)
}

/// Number of areals, which only the directory has, and the payload.
fn member(image: &Layout) -> Result<(u32, &[u8])> {
    match (&*image.entries, &*image.payloads) {
        ([entry], [payload]) if entry.kind == EntryType(AREALS_STREAM) => {
            Ok((entry.attr[0], payload))
        }
        (entries, _) => {
            let kinds: Vec<_> = entries.iter().take(4).map(|e| e.kind.to_string()).collect();
            let rule = format!(
                "{} members ({}), an areal map has one, of type {AREALS_STREAM}",
                entries.len(),
                kinds.join(", ")
            );
            Err(Error::bad_value(rule).in_stream("NRes directory"))
        }
    }
}

fn areal(r: &mut Reader<'_>) -> Result<Areal> {
    let center = r.f32s()?;
    let unk_0c = r.f32()?;
    let area = r.f32()?;
    let normal = r.f32s()?;
    let flags = r.u32s()?;
    let corners = r.u32()?.into();
    let at = r.position();
    let sub_blocks = r.u32()?;
    if sub_blocks != 0 {
        let rule = format!("{sub_blocks} sub-blocks, whose form is not known");
        return Err(Error::unsupported(rule).at(at));
    }
    let polygon = read_records(r, corners, "corners")?;
    let edges = r.check_count(corners, 8, "edges")?;
    let edge = |_| {
        Ok(ArealEdge {
            neighbour: r.i32()?,
            twin: r.i32()?,
        })
    };
    Ok(Areal {
        center,
        unk_0c,
        area,
        normal,
        flags,
        polygon,
        edges: (0..edges).map(edge).collect::<Result<_>>()?,
    })
}

fn grid(r: &mut Reader<'_>) -> Result<ArealGrid> {
    let size @ [columns, rows] = r.u32s()?;
    // The product of two u32 fits in a u64. A cell has two bytes at least.
    let cells = r.check_count(u64::from(columns) * u64::from(rows), 2, "cells")?;
    let mut grid = ArealGrid {
        size,
        ends: Vec::with_capacity(cells),
        areals: Vec::with_capacity((r.remaining() - 2 * cells) / 2),
    };
    for cell in 0..cells {
        let count = r.u16()?;
        let numbers: Vec<u16> = read_records(r, count.into(), "areals of a cell")
            .map_err(|e| e.in_stream("grid of areals").in_record(cell))?;
        grid.push(&numbers)?;
    }
    Ok(grid)
}

/// What makes a map useless as a picture of the ground.
pub(super) fn check(map: &LandMap) -> Result<()> {
    for (index, areal) in map.areals.iter().enumerate() {
        let finite = |corner: &&[f32; 3]| !corner.iter().all(|c| c.is_finite());
        if let Some(corner) = areal.polygon.iter().find(finite) {
            let error = Error::bad_value(format!("corner {corner:?} is not finite"));
            return Err(error.in_stream(LABEL).in_record(index));
        }
    }
    Ok(())
}

/// References without a target, and edges that do not see each other.
fn warn_about(map: &LandMap, warnings: &mut Warnings) {
    for (index, areal) in map.areals.iter().enumerate() {
        for (number, edge) in areal.edges.iter().enumerate() {
            if edge.neighbour == NONE {
                continue;
            }
            let back = map.across(index, number).map(|(n, t)| map.across(n, t));
            let message = match back {
                None => "has no target",
                Some(back) if back != Some((index, number)) => "is not returned",
                Some(_) => continue,
            };
            let ArealEdge { neighbour, twin } = edge;
            let message = format!("edge {number} to edge {twin} of areal {neighbour} {message}");
            warnings.in_record(LABEL, index, message);
        }
    }
    for (index, cell) in map.grid.cells().enumerate() {
        let unknown = |n: &&u16| usize::from(**n) >= map.areals.len();
        if let Some(number) = cell.iter().find(unknown) {
            let message = format!("areal {number} of {}", map.areals.len());
            warnings.in_record("grid of areals", index, message);
        }
    }
}
