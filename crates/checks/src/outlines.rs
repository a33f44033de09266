//! Buildings of any outline, anywhere in ground of any shape.

use arbitrary::{Result, Unstructured};
use msh_format::base_plan::{BasePlan, InnerRing};
use msh_format::tma::{Clan, Tma, TmaObject};

use crate::authored::generate::{exactly, list};
use crate::authored::mission::land_source;
use crate::mission_folder::{self, LAND, MISSION, OUTLINE};

/// Numbers that geometry trips over.
const ODD: [f32; 12] = [
    0.0,
    -0.0,
    1e-45,
    -1e-40,
    1e-7,
    0.999_999_94,
    1.000_000_1,
    16_777_216.0,
    1e9,
    1e30,
    -3e38,
    f32::NAN,
];

/// Numbers of rings; a sound outline has one.
const RINGS: [usize; 6] = [0, 1, 1, 1, 1, 2];

/// Opens a mission with up to three buildings whose holes may touch, cross and leave the map.
pub(crate) fn outlines(data: &[u8]) {
    // Bytes that run out make no mission.
    open(&mut Unstructured::new(data)).ok();
}

fn open(u: &mut Unstructured<'_>) -> Result<()> {
    let [inner, outer] = [*u.choose(&RINGS)?, *u.choose(&RINGS)?];
    let plan = BasePlan {
        inner: exactly(u, inner, inner_ring)?,
        outer: exactly(u, outer, corners)?,
    };
    let mission = Tma {
        clans: vec![Clan::default()],
        objects: list(u, 3, building)?,
        land_path: br"DATA\MAPS\M\land".to_vec(),
        ..Tma::default()
    };
    let land = if u.arbitrary()? {
        let land = land_source(u)?.build();
        land.and_then(|land| land.to_bytes()).ok()
    } else {
        None
    };
    if let (Ok(plan), Ok(mission)) = (plan.to_bytes(), mission.to_bytes()) {
        let mut files = vec![(MISSION, mission.as_slice()), (OUTLINE, plan.as_slice())];
        files.extend(land.iter().map(|land| (LAND, land.as_slice())));
        mission_folder::open(&files, None);
    }
    Ok(())
}

/// Mostly eighths within the map, so that corners and edges meet those of others.
fn number(u: &mut Unstructured<'_>) -> Result<f32> {
    match u.int_in_range(0..=63)? {
        0 => Ok(*u.choose(&ODD)?),
        1 => u.arbitrary(),
        _ => Ok(f32::from(u.arbitrary::<i8>()?) / 8.0),
    }
}

fn corner(u: &mut Unstructured<'_>) -> Result<[f32; 3]> {
    Ok([number(u)?, number(u)?, number(u)?])
}

/// A ring: a rectangle, corners that go round their middle, or any corners.
fn corners(u: &mut Unstructured<'_>) -> Result<Vec<[f32; 3]>> {
    if u.arbitrary()? {
        let [west, south, z] = corner(u)?;
        let [width, length, _] = corner(u)?;
        let (east, north) = (west + width.abs(), south + length.abs());
        let ring = [[west, south], [east, south], [east, north], [west, north]];
        return Ok(ring.map(|[x, y]| [x, y, z]).to_vec());
    }
    let mut ring = list(u, 8, corner)?;
    if u.arbitrary()? {
        let [x, y] = [0, 1].map(|axis| mean(ring.iter().map(|corner| corner[axis])));
        let angle = |corner: &[f32; 3]| (corner[1] - y).atan2(corner[0] - x);
        ring.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    }
    Ok(ring)
}

fn mean(values: impl ExactSizeIterator<Item = f32>) -> f32 {
    let count = values.len() as f32;
    values.sum::<f32>() / count
}

fn inner_ring(u: &mut Unstructured<'_>) -> Result<InnerRing> {
    let corners = corners(u)?;
    let count = corners.len();
    let row = |u: &mut Unstructured<'_>| u.int_in_range(-1..=9);
    Ok(InnerRing {
        triangles: exactly(u, count, row)?,
        triangle_corners: exactly(u, count, row)?,
        corners,
    })
}

fn building(u: &mut Unstructured<'_>) -> Result<TmaObject> {
    Ok(TmaObject {
        kind: 0,
        path: br"UNITS\hut.dat".to_vec(),
        clan: 0,
        position: corner(u)?.map(f32::abs),
        turns: if u.arbitrary()? { corner(u)? } else { [0.0; 3] },
        scale: if u.ratio(1, 8)? { corner(u)? } else { [1.0; 3] },
        ..TmaObject::default()
    })
}
