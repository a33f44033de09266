//! Reading and the rules whose breach makes a file unusable.

use super::{
    BLEND, CELLS, DRAW_ORDER, DrawOrder, FACES, Land, LandCell, NONE, NORMALS, POSITIONS, SQUARES,
    Stream, TerrainFace28, UV0, UV1,
};
use crate::error::{Error, Result, Warnings};
use crate::nres::{Entry, EntryType, Layout, Nres};
use crate::reader::Reader;

pub(super) fn land(data: &[u8], warnings: &mut Warnings) -> Result<Land> {
    let image = Nres::parse(data, warnings)?.layout()?;
    let (squares_entry, squares) = required(&image, &SQUARES)?;
    let (_, cells) = required(&image, &CELLS)?;
    let (corners, unk_60) = map_box(cells)?;
    let land = Land {
        grid: grid(squares_entry),
        squares: table(squares, &SQUARES, square)?,
        corners,
        unk_60,
        cells: table(cells, &CELLS, cell)?,
        positions: table(required(&image, &POSITIONS)?.1, &POSITIONS, Reader::f32s)?,
        normals: table(required(&image, &NORMALS)?.1, &NORMALS, normal)?,
        uv0: table(required(&image, &UV0)?.1, &UV0, coordinates)?,
        uv1: table(required(&image, &UV1)?.1, &UV1, coordinates)?,
        blend: match optional(&image, &BLEND)? {
            Some((_, weights)) => Some(table(weights, &BLEND, Reader::f32)?),
            None => None,
        },
        draw_order: table(required(&image, &DRAW_ORDER)?.1, &DRAW_ORDER, draw_order)?,
        faces: table(required(&image, &FACES)?.1, &FACES, face)?,
        image,
    };
    check(&land)?;
    Ok(land)
}

fn required<'i>(image: &'i Layout, stream: &Stream) -> Result<(&'i Entry, &'i [u8])> {
    optional(image, stream)?
        .ok_or_else(|| Error::bad_value("the stream is missing").in_stream(stream.label))
}

/// The one entry of this type and its payload, with size, stride and count checked.
fn optional<'i>(image: &'i Layout, stream: &Stream) -> Result<Option<(&'i Entry, &'i [u8])>> {
    let mut found = image
        .entries
        .iter()
        .zip(&image.payloads)
        .filter(|(entry, _)| entry.kind == EntryType(stream.number));
    let Some((entry, payload)) = found.next() else {
        return Ok(None);
    };
    let error = |rule: String| Err(Error::bad_value(rule).in_stream(stream.label));
    if found.next().is_some() {
        return error("the stream is present twice".into());
    }
    let (size, header, stride) = (payload.len(), stream.header, stream.stride);
    let records = match size.checked_sub(header) {
        Some(bytes) if bytes.is_multiple_of(stride) => bytes / stride,
        _ if header == 0 => return error(format!("{size} bytes are not records of {stride}")),
        _ => {
            let rule = format!("{size} bytes are not a header of {header} and records of {stride}");
            return error(rule);
        }
    };
    let [attr1, _, attr3] = entry.attr;
    if attr3 as usize != stride {
        return error(format!("attr3 says a stride of {attr3}, not {stride}"));
    }
    if attr1 as usize != records {
        return error(format!("attr1 says {attr1} records, there are {records}"));
    }
    Ok(Some((entry, payload)))
}

/// All records after the header.
fn table<'p, T>(
    payload: &'p [u8],
    stream: &Stream,
    record: impl Fn(&mut Reader<'p>) -> Result<T>,
) -> Result<Vec<T>> {
    let records = payload.get(stream.header..).unwrap_or_default();
    records
        .chunks_exact(stream.stride)
        .map(|bytes| record(&mut Reader::new(bytes)))
        .collect()
}

/// Squares along x (`attr2`) and along y.
fn grid(squares: &Entry) -> [u32; 2] {
    let [count, columns, _] = squares.attr;
    [columns, count.checked_div(columns).unwrap_or(0)]
}

fn map_box(cells: &[u8]) -> Result<([[f32; 3]; 8], [u8; 44])> {
    let mut reader = Reader::new(cells);
    let mut corners = [[0.0; 3]; 8];
    for corner in &mut corners {
        *corner = reader.f32s()?;
    }
    Ok((corners, reader.array()?))
}

fn square(r: &mut Reader<'_>) -> Result<[u16; 19]> {
    let mut words = [0; 19];
    for word in &mut words {
        *word = r.u16()?;
    }
    Ok(words)
}

fn cell(r: &mut Reader<'_>) -> Result<LandCell> {
    Ok(LandCell {
        first_face: r.u16()?,
        face_count: r.u16()?,
        unk_04: r.f32()?,
        min: r.f32s()?,
        max: r.f32s()?,
        center: r.f32s()?,
        radius: r.f32()?,
        unk_30: r.f32s()?,
    })
}

fn normal(r: &mut Reader<'_>) -> Result<[i8; 4]> {
    Ok([r.i8()?, r.i8()?, r.i8()?, r.i8()?])
}

fn coordinates(r: &mut Reader<'_>) -> Result<[u16; 2]> {
    Ok([r.u16()?, r.u16()?])
}

fn draw_order(r: &mut Reader<'_>) -> Result<DrawOrder> {
    Ok(DrawOrder {
        face: r.u16()?,
        flags: r.u8()?,
        unk_03: r.u8()?,
    })
}

fn face(r: &mut Reader<'_>) -> Result<TerrainFace28> {
    Ok(TerrainFace28 {
        flags: r.u16()?,
        surface: r.u16()?,
        material1: r.u8()?,
        material2: r.u8()?,
        unk_06: r.u16()?,
        vertices: [r.u16()?, r.u16()?, r.u16()?],
        neighbours: [r.u16()?, r.u16()?, r.u16()?],
        normal: [r.i16()?, r.i16()?, r.i16()?],
        link: r.u16()?,
    })
}

/// Counts that must agree and references that must have a target.
pub(super) fn check(land: &Land) -> Result<()> {
    let vertices = land.positions.len();
    addressable(&POSITIONS, vertices)?;
    addressable(&FACES, land.faces.len())?;
    same_count(&NORMALS, land.normals.len(), vertices, "vertices")?;
    same_count(&UV0, land.uv0.len(), vertices, "vertices")?;
    same_count(&UV1, land.uv1.len(), vertices, "vertices")?;
    if let Some(blend) = &land.blend {
        same_count(&BLEND, blend.len(), vertices, "vertices")?;
    }
    let faces = land.faces.len();
    same_count(&DRAW_ORDER, land.draw_order.len(), faces, "faces")?;

    for (index, position) in land.positions.iter().enumerate() {
        if !position.iter().all(|c| c.is_finite()) {
            let error = Error::bad_value(format!("position {position:?} is not finite"));
            return Err(locate(error, &POSITIONS, index));
        }
    }
    for (index, face) in land.faces.iter().enumerate() {
        check_face(face, vertices, faces).map_err(|e| locate(e, &FACES, index))?;
    }
    if !land.cells.len().is_multiple_of(2) {
        let rule = format!("{} cells, two levels need an even number", land.cells.len());
        return Err(Error::bad_value(rule).in_stream(CELLS.label));
    }
    for (index, cell) in land.cells.iter().enumerate() {
        let end = usize::from(cell.first_face) + usize::from(cell.face_count);
        if end > faces {
            let first = cell.first_face;
            let error = Error::out_of_range(format!("faces {first}..{end} of {faces}"));
            return Err(locate(error, &CELLS, index));
        }
    }
    Ok(())
}

fn locate(error: Error, stream: &Stream, record: usize) -> Error {
    error
        .in_stream(stream.label)
        .in_record(record)
        .at(stream.header + record * stream.stride)
}

/// Records are named by u16 numbers, of which the last means none.
fn addressable(stream: &Stream, count: usize) -> Result<()> {
    let most = usize::from(NONE);
    if count <= most {
        return Ok(());
    }
    let rule = format!("{count} records, at most {most} can be named");
    Err(Error::limit(rule).in_stream(stream.label))
}

fn same_count(stream: &Stream, count: usize, expected: usize, what: &str) -> Result<()> {
    if count == expected {
        return Ok(());
    }
    let rule = format!("{count} records for {expected} {what}");
    Err(Error::bad_value(rule).in_stream(stream.label))
}

fn check_face(face: &TerrainFace28, vertices: usize, faces: usize) -> Result<()> {
    for vertex in face.vertices {
        if usize::from(vertex) >= vertices {
            return Err(Error::out_of_range(format!(
                "vertex {vertex} of {vertices}"
            )));
        }
    }
    for neighbour in face.neighbours {
        if neighbour != NONE && usize::from(neighbour) >= faces {
            return Err(Error::out_of_range(format!(
                "neighbour {neighbour} of {faces}"
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::land::{face_flags, surface_bits};

    /// The worked example of `05-terrain-sky.md` 4.1.
    #[test]
    fn the_face_of_the_page_has_its_values() {
        let bytes = [
            0x04, 0x06, 0x10, 0x00, 0x01, 0x02, 0xFF, 0xFF, 0x0A, 0x00, 0x0B, 0x00, 0x0C, 0x00,
            0x03, 0x00, 0xFF, 0xFF, 0x07, 0x00, 0x00, 0x00, 0x34, 0xB3, 0x66, 0x66, 0x0D, 0x00,
        ];
        let face = face(&mut Reader::new(&bytes)).unwrap();
        let expected = TerrainFace28 {
            flags: face_flags::SECOND_MATERIAL | face_flags::USUAL | face_flags::MICROTEXTURE,
            surface: surface_bits::NOT_LAVA,
            material1: 1,
            material2: 2,
            unk_06: 0xFFFF,
            vertices: [10, 11, 12],
            neighbours: [3, NONE, 7],
            normal: [0, -19_660, 26_214],
            link: 0x000D,
        };
        assert_eq!(face, expected);
        assert_eq!(face.second_material(), Some(2));
        assert!(!face.is_liquid() && !face.is_bed());
        let across = [face.across(0), face.across(1), face.across(2)];
        assert_eq!(across, [Some((3, 1)), None, Some((7, 0))]);
    }

    /// The cell of `05-terrain-sky.md` 5.1.
    #[test]
    fn a_cell_is_its_run_box_and_sphere() {
        let side = f32::from_le_bytes([0xEC, 0xD1, 0x94, 0x42]);
        let mut cells = vec![0; 0x8C];
        cells.extend([0, 0, 0x17, 0, 0, 0, 0, 0]);
        cells.extend([0; 12]);
        cells.extend(b"\xEC\xD1\x94\x42\xEC\xD1\x94\x42\0\0\xFC\x41");
        cells.extend(b"\xEC\xD1\x14\x42\xEC\xD1\x14\x42\0\0\x7C\x41");
        cells.extend(b"\xB1\xB0\x5B\x42");
        cells.extend([0; 20]);
        let cell = table(&cells, &CELLS, cell).unwrap()[0];
        assert_eq!((cell.first_face, cell.face_count), (0, 23));
        assert_eq!(cell.max, [side, side, 31.5]);
        assert!((side - 74.41).abs() < 0.01);
        assert_eq!(cell.center, [side / 2.0, side / 2.0, 15.75]);
        assert!((cell.radius - 54.92).abs() < 0.01);
    }

    /// The square of `05-terrain-sky.md` 5.2.
    #[test]
    fn a_square_names_its_cells_of_both_levels() {
        let mut bytes = vec![0, 0, 0xFF, 0xFF, 0, 0, 0, 0, 5, 0, 5, 1];
        bytes.resize(38, 0xFF);
        let square = table(&bytes, &SQUARES, square).unwrap()[0];
        assert_eq!(square[..6], [0, NONE, 0, 0, 5, 261]);
        assert_eq!(square[6..], [NONE; 13]);
    }

    /// The draw order entry of `05-terrain-sky.md` 5.4.
    #[test]
    fn a_draw_order_entry_is_a_face_and_flags() {
        let entry = table(&[0x2A, 0, 0x58, 0], &DRAW_ORDER, draw_order).unwrap()[0];
        assert_eq!((entry.face, entry.flags), (42, 0x48 | 0x10));
    }
}
