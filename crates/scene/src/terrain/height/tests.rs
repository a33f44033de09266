use msh_format::land::{FaceSource, LandSource};

use super::*;

fn source(positions: Vec<[f32; 3]>, level0: Vec<FaceSource>) -> LandSource {
    let count = positions.len();
    LandSource {
        positions,
        normals: vec![[0, 0, 127, 0]; count],
        uv0: vec![[0, 0]; count],
        uv1: vec![[0, 0]; count],
        blend: vec![0.0; count],
        level0,
        level1: Vec::new(),
        grid: [1, 1],
    }
}

/// Ground from z 0 at x 0 to z 20 at x 10, 10 units deep, in two faces. A pond at z 8 covers the
/// half of it below the diagonal.
fn slope_with_pond() -> LandSource {
    let corners = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];
    let mut positions: Vec<[f32; 3]> = corners.map(|[x, y]| [x, y, 2.0 * x]).to_vec();
    positions.extend(corners.map(|[x, y]| [x, y, 8.0]));
    source(
        positions,
        vec![
            FaceSource::bed([0, 1, 2], 0),
            FaceSource::ground([0, 2, 3], 0),
            FaceSource::water([4, 5, 6], 0),
        ],
    )
}

fn field(source: &LandSource) -> HeightField {
    HeightField::of_land(&source.build().unwrap())
}

#[test]
fn a_height_lies_between_the_corners_of_its_face() {
    let field = field(&slope_with_pond());
    assert_eq!(field.height(2.5, 7.5), Some(5.0));
    assert_eq!(field.height(0.0, 10.0), Some(0.0), "a corner");
}

#[test]
fn of_liquid_and_bed_the_higher_one_counts() {
    let field = field(&slope_with_pond());
    assert_eq!(field.height(3.0, 1.0), Some(8.0), "water over its bed");
    assert_eq!(
        field.height(6.0, 1.0),
        Some(12.0),
        "the bank above the water"
    );
}

#[test]
fn dry_ground_leaves_out_the_liquid() {
    let field = field(&slope_with_pond());
    assert_eq!(field.dry_height(3.0, 1.0), Some(6.0));
    let only_water = source(
        vec![[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]],
        vec![FaceSource::water([0, 1, 2], 0)],
    );
    let field = self::field(&only_water);
    assert_eq!(field.height(1.0, 1.0), Some(0.0));
    assert_eq!(field.dry_height(1.0, 1.0), None);
}

#[test]
fn beside_the_ground_there_is_no_height() {
    let field = field(&slope_with_pond());
    for (x, y) in [
        (-1.0, 5.0),
        (5.0, 10.5),
        (f32::NAN, 5.0),
        (5.0, f32::INFINITY),
    ] {
        assert_eq!(field.height(x, y), None, "{x} {y}");
    }
    assert_eq!(HeightField::default().height(0.0, 0.0), None);
}

#[test]
fn the_coarse_level_is_no_ground() {
    let mut source = slope_with_pond();
    source
        .positions
        .extend([[0.0, 0.0, 90.0], [10.0, 0.0, 90.0], [0.0, 10.0, 90.0]]);
    source.level1 = vec![FaceSource::ground([8, 9, 10], 0)];
    source.normals.resize(11, [0, 0, 127, 0]);
    source.uv0.resize(11, [0, 0]);
    source.uv1.resize(11, [0, 0]);
    source.blend.resize(11, 0.0);
    assert_eq!(field(&source).height(2.5, 7.5), Some(5.0));
}

/// A right-angled face with sides of one unit at the origin, in a map that is wider.
fn unit_face() -> HeightField {
    field(&source(
        vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [9.0, 9.0, 0.0]],
        vec![FaceSource::ground([0, 1, 2], 0)],
    ))
}

#[test]
fn a_millionth_outside_a_face_is_still_on_it() {
    let field = unit_face();
    assert_eq!(field.height(-5e-7, 0.5), Some(0.0));
    assert_eq!(field.height(0.5, -5e-7), Some(0.0));
    assert_eq!(field.height(-2e-6, 0.5), None);
    assert_eq!(field.height(0.5, -2e-6), None);
    // Beyond the slanted side by 4e-7 and by 4e-6.
    assert_eq!(field.height(0.5, 0.500_000_4), Some(0.0));
    assert_eq!(field.height(0.5, 0.500_004), None);
}

#[test]
fn walls_and_needles_are_no_ground() {
    let wall = vec![[0.0; 3], [4.0, 0.0, 0.0], [2.0, 0.0, 9.0], [4.0, 4.0, 0.0]];
    let field = field(&source(wall, vec![FaceSource::ground([0, 1, 2], 0)]));
    assert_eq!(field.height(2.0, 0.0), None);
    // Twice the area is 1e-13.
    let needle = vec![
        [0.0; 3],
        [1e-7, 0.0, 0.0],
        [0.0, 1e-6, 0.0],
        [4.0, 4.0, 0.0],
    ];
    let field = self::field(&source(needle, vec![FaceSource::ground([0, 1, 2], 0)]));
    assert_eq!(field.height(0.0, 0.0), None);
}

/// Numbers in 0..1, the same in every run.
fn random() -> impl FnMut() -> f32 {
    let mut state = 1u64;
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 40) as f32 / (1 << 24) as f32
    }
}

/// Faces of all sizes above, below and across each other.
fn soup(next: &mut impl FnMut() -> f32, count: u16) -> LandSource {
    let mut positions = Vec::new();
    let mut faces = Vec::new();
    for face in 0..count {
        let (x, y) = (next() * 1000.0, next() * 1000.0);
        // From half a unit to the whole map.
        let size = 0.5 * 2000f32.powf(next());
        for _ in 0..3 {
            let away = (next() - 0.5, next() - 0.5);
            positions.push([x + away.0 * size, y + away.1 * size, next() * 100.0]);
        }
        let vertices = [face * 3, face * 3 + 1, face * 3 + 2];
        faces.push(if next() < 0.3 {
            FaceSource::water(vertices, 0)
        } else {
            FaceSource::ground(vertices, 0)
        });
    }
    source(positions, faces)
}

/// The page's rule in a plain loop over all faces.
fn by_all_faces(
    land: &Land,
    x: f32,
    y: f32,
    counts: impl Fn(&TerrainFace28) -> bool,
) -> Option<f32> {
    let mut highest: Option<f64> = None;
    for face in land.level0_faces().iter().filter(|f| counts(f)) {
        let [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = face
            .vertices
            .map(|v| land.positions[usize::from(v)].map(f64::from));
        let determinant = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
        if determinant.abs() < 1e-12 {
            continue;
        }
        let (px, py) = (f64::from(x) - ax, f64::from(y) - ay);
        let s = (px * (cy - ay) - py * (cx - ax)) / determinant;
        let t = ((bx - ax) * py - (by - ay) * px) / determinant;
        if s >= -1e-6 && t >= -1e-6 && 1.0 - s - t >= -1e-6 {
            let height = az + s * (bz - az) + t * (cz - az);
            highest = Some(highest.map_or(height, |h| h.max(height)));
        }
    }
    highest.map(|h| h as f32 + 0.0)
}

#[test]
fn the_tree_answers_as_a_test_of_all_faces_does() {
    let mut next = random();
    let mut covered = 0;
    for count in [1, 4, 5, 60, 700] {
        let land = soup(&mut next, count).build().unwrap();
        let field = HeightField::of_land(&land);
        let mut points: Vec<[f32; 2]> = (0..300)
            .map(|_| [next() * 1000.0, next() * 1000.0])
            .collect();
        // Corners, and the middles of sides: where a face could be missed by a hair.
        for face in land.level0_faces().iter().take(100) {
            let [a, b, _] = face.vertices.map(|v| land.positions[usize::from(v)]);
            points.push([a[0], a[1]]);
            points.push([(a[0] + b[0]) * 0.5, (a[1] + b[1]) * 0.5]);
        }
        for [x, y] in points {
            let all = by_all_faces(&land, x, y, |_| true);
            let dry = by_all_faces(&land, x, y, |face| !face.is_liquid());
            assert_eq!(
                field.height(x, y).map(f32::to_bits),
                all.map(f32::to_bits),
                "{x} {y}"
            );
            assert_eq!(
                field.dry_height(x, y).map(f32::to_bits),
                dry.map(f32::to_bits)
            );
            covered += usize::from(all.is_some());
        }
    }
    assert!(covered > 500, "only {covered} points are covered");
}

#[test]
fn a_way_is_covered_where_the_ground_rises_above_it() {
    // From z 0 at x 0 to z 20 at x 10; the water at z 8 does not count.
    let field = field(&slope_with_pond());
    let covers = |from: [f32; 3], to: [f32; 3]| field.covers_way(from.into(), to.into());
    assert!(covers([1.0, 5.0, 9.0], [9.0, 5.0, 9.0]), "into the slope");
    assert!(!covers([1.0, 5.0, 9.0], [4.0, 5.0, 9.0]), "it stops before");
    assert!(
        !covers([1.0, 5.0, 3.0], [9.0, 5.0, 19.0]),
        "along the slope"
    );
    assert!(covers([1.0, 5.0, 1.0], [9.0, 5.0, 17.0]), "below it");
    assert!(!covers([3.0, 1.0, 9.0], [3.0, 1.0, 7.0]), "into the pond");
    assert!(covers([3.0, 1.0, 9.0], [3.0, 1.0, 5.0]), "into its bed");
    assert!(
        !covers([20.0, 5.0, 0.0], [30.0, 5.0, 0.0]),
        "beside the map"
    );
    assert!(!covers([f32::NAN, 5.0, 0.0], [9.0, 5.0, 0.0]));
}

#[test]
fn a_ridge_covers_a_way_however_thin_it_is() {
    // A hundredth wide at its foot.
    let mut ridge = vec![[5.0, 0.0, 0.0], [5.005, 0.0, 9.0], [5.01, 0.0, 0.0]];
    ridge.extend(ridge.clone().into_iter().map(|[x, _, z]| [x, 10.0, z]));
    let faces = [[0, 1, 4], [0, 4, 3], [1, 2, 5], [1, 5, 4]];
    let faces = faces.map(|vertices| FaceSource::ground(vertices, 0));
    let field = field(&source(ridge, faces.to_vec()));
    let covers = |z: f32| field.covers_way(Vec3::new(0.0, 4.0, z), Vec3::new(40.0, 5.0, z));
    assert_eq!([8.9, 9.1].map(covers), [true, false]);
}

/// A grid of `side` x `side` squares on 1000 x 1000 units, with corners from 0 to 100 high.
fn hills(next: &mut impl FnMut() -> f32, side: u16) -> LandSource {
    let mut positions = Vec::new();
    let mut faces = Vec::new();
    let step = 1000.0 / f32::from(side);
    for y in 0..=side {
        for x in 0..=side {
            positions.push([f32::from(x) * step, f32::from(y) * step, next() * 100.0]);
            if x < side && y < side {
                let (here, above) = (y * (side + 1) + x, (y + 1) * (side + 1) + x);
                faces.push(FaceSource::ground([here, here + 1, above + 1], 0));
                faces.push(FaceSource::ground([here, above + 1, above], 0));
            }
        }
    }
    source(positions, faces)
}

#[test]
fn no_ground_rises_above_a_way_that_is_not_covered() {
    let mut next = random();
    let field = field(&hills(&mut next, 20));
    let mut seen = [0; 2];
    for round in 0..400 {
        let mut point = |z: f32| Vec3::new(next() * 1000.0, next() * 1000.0, z);
        let (from, to) = (point(95.0), point(20.0));
        // Long ones are nearly all covered, short ones hardly ever.
        let to = from + (to - from) * if round % 2 == 0 { 1.0 } else { 0.03 };
        let is_covered = field.covers_way(from, to);
        let rises = |i: u8| {
            let point = from.lerp(to, f32::from(i) / 200.0);
            let ground = field.dry_height(point.x, point.y);
            ground.is_some_and(|ground| ground > point.z + 0.01)
        };
        assert!(is_covered || !(0..=200).any(rises), "{from} {to}");
        seen[usize::from(is_covered)] += 1;
    }
    assert!(seen.iter().all(|count| *count > 50), "{seen:?}");
}
