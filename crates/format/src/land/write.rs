//! Writing: in place where nothing changed its size, else in the canonical form.

use super::{
    BLEND, CELLS, DRAW_ORDER, FACES, Land, LandCell, NORMALS, POSITIONS, SQUARES, Stream,
    TerrainFace28, UV0, UV1, read,
};
use crate::error::{Error, Result};
use crate::nres::{EntryType, NresBuilder};
use crate::reader::{WriteLe, len_u32};

/// Name of every entry in shipped files.
const NAME: &str = "Land";

pub(super) fn land(land: &Land) -> Result<Vec<u8>> {
    read::check(land)?;
    let [columns, rows] = land.grid;
    let squares = len_u32(land.squares.len(), "squares")?;
    // The file has only the columns.
    if rows != squares.checked_div(columns).unwrap_or(0) {
        let rule = format!("a grid of {columns} x {rows} for {squares} squares");
        return Err(Error::bad_value(rule).in_stream(SQUARES.label));
    }
    let mut streams = encode(land);
    let mut image = land.image.clone();
    let mut in_place = true;
    for (entry, payload) in image.entries.iter_mut().zip(&mut image.payloads) {
        let Some(index) = streams
            .iter()
            .position(|(s, _)| EntryType(s.number) == entry.kind)
        else {
            in_place &= entry.kind != EntryType(BLEND.number);
            continue;
        };
        let (stream, bytes) = streams.remove(index);
        in_place &= bytes.len() == payload.len();
        entry.attr = attributes(land, &stream, bytes.len(), entry.attr[1])?;
        *payload = bytes;
    }
    if in_place && streams.is_empty() {
        return image.to_bytes();
    }

    let mut builder = NresBuilder::new();
    for (entry, payload) in image.entries.into_iter().zip(image.payloads) {
        if entry.kind != EntryType(BLEND.number) || land.blend.is_some() {
            builder.add_raw(entry.kind, entry.attr, entry.name, payload);
        }
    }
    for (stream, bytes) in streams {
        let attr = attributes(land, &stream, bytes.len(), 0)?;
        builder.add(EntryType(stream.number), attr, NAME, bytes)?;
    }
    builder.to_bytes()
}

/// Count, second count and stride (`01-containers.md` 3.3).
fn attributes(land: &Land, stream: &Stream, size: usize, attr2: u32) -> Result<[u32; 3]> {
    let records = (size - stream.header) / stream.stride;
    let attr2 = match stream.number {
        1 => land.grid[0],
        _ => attr2,
    };
    let stride = len_u32(stream.stride, "bytes")?;
    Ok([len_u32(records, "records")?, attr2, stride])
}

/// Every stream in the order of shipped files.
fn encode(land: &Land) -> Vec<(Stream, Vec<u8>)> {
    let mut squares = Vec::new();
    for word in land.squares.as_flattened() {
        squares.put_u16(*word);
    }
    let mut cells = Vec::new();
    cells.put_f32s(land.corners.as_flattened());
    cells.put(&land.unk_60);
    for cell in &land.cells {
        put_cell(&mut cells, cell);
    }
    let mut positions = Vec::new();
    positions.put_f32s(land.positions.as_flattened());
    let normals = land
        .normals
        .as_flattened()
        .iter()
        .map(|c| c.cast_unsigned());
    let coordinates = |table: &[[u16; 2]]| {
        let mut out = Vec::new();
        for value in table.as_flattened() {
            out.put_u16(*value);
        }
        out
    };
    let mut order = Vec::new();
    for entry in &land.draw_order {
        order.put_u16(entry.face);
        order.put(&[entry.flags, entry.unk_03]);
    }
    let mut faces = Vec::new();
    for face in &land.faces {
        put_face(&mut faces, face);
    }

    let mut streams = vec![
        (SQUARES, squares),
        (CELLS, cells),
        (POSITIONS, positions),
        (NORMALS, normals.collect()),
        (UV0, coordinates(&land.uv0)),
        (UV1, coordinates(&land.uv1)),
    ];
    if let Some(weights) = &land.blend {
        let mut blend = Vec::new();
        blend.put_f32s(weights);
        streams.push((BLEND, blend));
    }
    streams.extend([(DRAW_ORDER, order), (FACES, faces)]);
    streams
}

fn put_cell(out: &mut Vec<u8>, cell: &LandCell) {
    out.put_u16(cell.first_face);
    out.put_u16(cell.face_count);
    out.put_f32(cell.unk_04);
    out.put_f32s([cell.min, cell.max, cell.center].as_flattened());
    out.put_f32(cell.radius);
    out.put_f32s(&cell.unk_30);
}

fn put_face(out: &mut Vec<u8>, face: &TerrainFace28) {
    out.put_u16(face.flags);
    out.put_u16(face.surface);
    out.put(&[face.material1, face.material2]);
    out.put_u16(face.unk_06);
    for index in face.vertices.into_iter().chain(face.neighbours) {
        out.put_u16(index);
    }
    for component in face.normal {
        out.put_i16(component);
    }
    out.put_u16(face.link);
}
