//! Writing: in place if the payload kept its size, else in the canonical form.

use super::{AREALS_STREAM, Areal, ArealGrid, LABEL, LandMap, read};
use crate::error::{Error, Result};
use crate::nres::{EntryType, Layout, NresBuilder};
use crate::reader::{WriteLe, len_u32};
use crate::text::FixedStr;

/// Name of the member of a new file.
const NAME: &str = "ArealMap";

pub(super) fn new(areals: Vec<Areal>, grid: ArealGrid) -> Result<LandMap> {
    let map = LandMap {
        image: Layout::default(),
        areals,
        grid,
    };
    LandMap::parse(&map.to_bytes()?, &mut crate::Warnings::new())
}

pub(super) fn land_map(map: &LandMap) -> Result<Vec<u8>> {
    read::check(map)?;
    let bytes = payload(map)?;
    let count = len_u32(map.areals.len(), "areals")?;
    let mut image = map.image.clone();
    let (attr, name) = match (&mut *image.entries, &mut *image.payloads) {
        ([entry], [payload]) => {
            entry.attr[0] = count;
            if payload.len() == bytes.len() {
                *payload = bytes;
                return image.to_bytes();
            }
            (entry.attr, entry.name)
        }
        _ => ([count, 0, 0], FixedStr::new(NAME)?),
    };
    let mut builder = NresBuilder::new();
    builder.add_raw(EntryType(AREALS_STREAM), attr, name, bytes);
    builder.to_bytes()
}

fn payload(map: &LandMap) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    for (index, areal) in map.areals.iter().enumerate() {
        put_areal(&mut out, areal).map_err(|e| e.in_stream(LABEL).in_record(index))?;
    }
    out.put_u32s(&map.grid.size);
    for cell in map.grid.cells() {
        out.put_u16(cell_count(cell)?);
        for number in cell {
            out.put_u16(*number);
        }
    }
    Ok(out)
}

fn put_areal(out: &mut Vec<u8>, areal: &Areal) -> Result<()> {
    let corners = areal.polygon.len();
    if areal.edges.len() != corners {
        let rule = format!("{} edges between {corners} corners", areal.edges.len());
        return Err(Error::bad_value(rule));
    }
    out.put_f32s(&areal.center);
    out.put_f32s(&[areal.unk_0c, areal.area]);
    out.put_f32s(&areal.normal);
    out.put_u32s(&areal.flags);
    out.put_u32s(&[len_u32(corners, "corners")?, 0]);
    out.put_f32s(areal.polygon.as_flattened());
    for edge in &areal.edges {
        out.put_i32(edge.neighbour);
        out.put_i32(edge.twin);
    }
    Ok(())
}

fn cell_count(cell: &[u16]) -> Result<u16> {
    u16::try_from(cell.len())
        .map_err(|_| Error::limit(format!("{} areals in a cell, at most 65535", cell.len())))
}

pub(super) fn grid<'c>(
    size: [u32; 2],
    cells: impl IntoIterator<Item = &'c [u16]>,
) -> Result<ArealGrid> {
    let mut grid = ArealGrid {
        size,
        ..ArealGrid::default()
    };
    for cell in cells {
        cell_count(cell)?;
        grid.push(cell)?;
    }
    let [columns, rows] = size;
    let expected = u64::from(columns) * u64::from(rows);
    if grid.ends.len() as u64 != expected {
        let rule = format!("{} cells in a grid of {columns} x {rows}", grid.ends.len());
        return Err(Error::bad_value(rule));
    }
    Ok(grid)
}

impl ArealGrid {
    /// Appends the next cell.
    pub(super) fn push(&mut self, cell: &[u16]) -> Result<()> {
        self.areals.extend_from_slice(cell);
        self.ends
            .push(len_u32(self.areals.len(), "areals of cells")?);
        Ok(())
    }
}
