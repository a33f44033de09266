//! What is unusual in a terrain but stops nobody (`05-terrain-sky.md` 11).
//!
//! One warning per rule, about the first record that breaks it: a rule that one face breaks is
//! often broken by hundreds.

use super::{
    BLEND, CELLS, DRAW_ORDER, FACES, Land, NONE, NORMALS, SQUARES, Stream, TerrainFace28,
    face_flags,
};
use crate::error::Warnings;

/// How far the length of a normal may be from 1.
const NORMAL_TOLERANCE: f32 = 0.05;

pub(super) fn warn_about(land: &Land, warnings: &mut Warnings) {
    grid(land, warnings);
    cell_runs(land, warnings);
    faces(land, warnings);
    neighbours(land, warnings);
    normals(land, warnings);
    liquid(land, warnings);
    draw_order(land, warnings);
    let weights = land.blend.iter().flatten();
    let outside = indices(weights.map(|w| !(0.0..=1.0).contains(w)));
    report(warnings, &BLEND, outside, "a weight outside 0..1");
}

/// Positions of `true`.
fn indices(broken: impl Iterator<Item = bool>) -> impl Iterator<Item = usize> {
    broken
        .enumerate()
        .filter_map(|(index, broken)| broken.then_some(index))
}

fn report(
    warnings: &mut Warnings,
    stream: &Stream,
    mut broken: impl Iterator<Item = usize>,
    rule: &str,
) {
    let Some(first) = broken.next() else { return };
    let message = match broken.count() {
        0 => rule.to_owned(),
        more => format!("{rule} (and {more} more records)"),
    };
    warnings.in_record(stream.label, first, message);
}

fn grid(land: &Land, warnings: &mut Warnings) {
    let [columns, rows] = land.grid.map(u64::from);
    let (squares, cells) = (land.squares.len(), land.cells.len());
    if columns * rows != squares as u64 || squares * 2 != cells {
        let message = format!("a grid of {columns} x {rows}, {squares} squares and {cells} cells");
        warnings.in_stream(SQUARES.label, message);
    }
}

fn cell_runs(land: &Land, warnings: &mut Warnings) {
    let mut expected = 0;
    let gaps = indices(land.cells.iter().map(|cell| {
        let first = usize::from(cell.first_face);
        let chained = first == expected;
        expected = first + usize::from(cell.face_count);
        !chained
    }));
    let rule = "the run does not start where the one before it ends";
    report(warnings, &CELLS, gaps, rule);
    if expected != land.faces.len() {
        let message = format!("the runs end at face {expected} of {}", land.faces.len());
        warnings.in_stream(CELLS.label, message);
    }
}

fn faces(land: &Land, warnings: &mut Warnings) {
    let unlike = land.faces.iter().map(|face| {
        (face.flags & face_flags::SECOND_MATERIAL != 0) != face.second_material().is_some()
    });
    let rule = "flag 0x0004 and the second material disagree";
    report(warnings, &FACES, indices(unlike), rule);
    let words = land.faces.iter().map(|face| face.unk_06 != 0xFFFF);
    report(
        warnings,
        &FACES,
        indices(words),
        "the word at 0x06 is not 0xFFFF",
    );
}

fn neighbours(land: &Land, warnings: &mut Warnings) {
    let face_at = |index: u16| land.faces.get(usize::from(index));
    let one_sided = land.faces.iter().zip(0u16..).map(|(face, number)| {
        let mut others = face.neighbours.into_iter().filter(|n| *n != NONE);
        others.any(|n| face_at(n).is_some_and(|other| !other.neighbours.contains(&number)))
    });
    report(
        warnings,
        &FACES,
        indices(one_sided),
        "a neighbour does not name the face in return",
    );
    let wrong_codes = land.faces.iter().zip(0u16..).map(|(face, number)| {
        (0..3).any(|edge| match face.across(edge) {
            None => (face.link >> (2 * edge)) & 3 != 3,
            Some((n, code)) => face_at(n)
                .is_some_and(|other| other.neighbours.get(usize::from(code)) != Some(&number)),
        })
    });
    report(
        warnings,
        &FACES,
        indices(wrong_codes),
        "the link code names another edge",
    );
}

fn normals(land: &Land, warnings: &mut Warnings) {
    let off = |[x, y, z]: [f32; 3], unit: f32| {
        let length = (x * x + y * y + z * z).sqrt() / unit;
        (length - 1.0).abs() > NORMAL_TOLERANCE
    };
    let rule = "the normal's length is more than 5 % off";
    let vertices = land.normals.iter();
    let vertices = vertices.map(|&[x, y, z, _]| off([x, y, z].map(f32::from), 127.0));
    report(warnings, &NORMALS, indices(vertices), rule);
    let faces = land
        .faces
        .iter()
        .map(|face| off(face.normal.map(f32::from), 32767.0));
    report(warnings, &FACES, indices(faces), rule);
}

fn liquid(land: &Land, warnings: &mut Warnings) {
    let Some(level) = land.water_level() else {
        return;
    };
    let heights = |face: &TerrainFace28| {
        let positions = face.vertices.map(|v| land.positions.get(usize::from(v)));
        positions.into_iter().flatten().any(|p| p[2] != level)
    };
    let uneven = land.faces.iter().map(|f| f.is_liquid() && heights(f));
    let rule = format!("a liquid face is not at the height {level} of the first one");
    report(warnings, &FACES, indices(uneven), &rule);
}

fn draw_order(land: &Land, warnings: &mut Warnings) {
    let mut seen = vec![false; land.faces.len()];
    let strange = land.draw_order.iter().map(|entry| {
        // A second visit or a face that does not exist breaks the permutation.
        match seen.get_mut(usize::from(entry.face)) {
            Some(seen) => std::mem::replace(seen, true),
            None => true,
        }
    });
    let rule = "the face is named twice or does not exist; the order is no permutation";
    report(warnings, &DRAW_ORDER, indices(strange), rule);
}
