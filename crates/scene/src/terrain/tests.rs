use msh_format::land::{FaceSource, Land, LandSource, face_flags};
use msh_format::material::{Track, TrackKey};
use msh_format::wear::Wear;

use super::build::LandFiles;
use super::*;
use crate::archive::Archives;
use crate::paint::{Paint, PaintRequests};
use crate::problems::Problems;
use crate::root::GameRoot;

/// Two faces on a square of 10 units; the first has the given first coordinates in stream 5.
fn land(u: [u16; 4], faces: [FaceSource; 2]) -> Land {
    let source = LandSource {
        positions: vec![
            [0.0; 3],
            [10.0, 0.0, 0.0],
            [10.0, 10.0, 2.0],
            [0.0, 10.0, 0.0],
        ],
        normals: vec![[0, 0, 127, 0]; 4],
        uv0: u.map(|u| [u, 512]).to_vec(),
        uv1: vec![[0, 0]; 4],
        blend: vec![0.0, 0.25, 1.0, 1.0],
        level0: faces.to_vec(),
        level1: faces.to_vec(),
        grid: [1, 1],
    };
    source.build().unwrap()
}

fn ground(first: u8, second: u8) -> [FaceSource; 2] {
    [
        FaceSource::ground([0, 1, 2], first),
        FaceSource::ground([0, 2, 3], second),
    ]
}

/// The terrain of a land whose wears have `rows` rows, in a root without materials.
fn terrain(land: Land, rows: usize) -> (Terrain, Problems) {
    let names = vec!["L00"; rows];
    let wear = Wear::from_names(&names, &[]).unwrap();
    let files = LandFiles::of(land, wear.clone(), wear);
    let root = GameRoot::memory([]);
    let mut requests = PaintRequests::default();
    let rows = files.request_materials(&mut requests);
    let mut problems = Problems::new();
    let paint = Paint::load(&root, &Archives::default(), &requests, &mut Problems::new());
    (
        files.build(&paint, &rows, Vec::new(), &mut problems),
        problems,
    )
}

fn first_coordinates(terrain: &Terrain) -> Vec<f32> {
    terrain
        .indices
        .iter()
        .map(|i| terrain.vertices[*i as usize].uv0[0])
        .collect()
}

#[test]
fn packed_coordinates_are_divided_by_1024() {
    let (terrain, _) = terrain(land([1024, 2048, 2048, 1024], ground(0, 0)), 1);
    assert_eq!(first_coordinates(&terrain), [1.0, 2.0, 2.0, 1.0, 2.0, 1.0]);
    assert_eq!(terrain.vertices.len(), 4);
}

#[test]
fn a_face_across_the_wrap_does_not_run_backwards() {
    // 65,024 is 63.5 turns; 512 past the wrap means 64.5 turns.
    let (terrain, _) = terrain(land([65_024, 512, 512, 65_024], ground(0, 0)), 1);
    assert_eq!(
        first_coordinates(&terrain),
        [63.5, 64.5, 64.5, 63.5, 64.5, 63.5]
    );
}

#[test]
fn a_vertex_is_doubled_only_where_one_face_wraps_and_another_does_not() {
    // The first face straddles the wrap at corners 1 and 2; the second one has 512, 512, 512.
    let faces = [
        FaceSource::ground([0, 1, 2], 0),
        FaceSource::ground([1, 2, 3], 0),
    ];
    let (terrain, _) = terrain(land([65_024, 512, 512, 512], faces), 1);
    assert_eq!(
        first_coordinates(&terrain),
        [63.5, 64.5, 64.5, 0.5, 0.5, 0.5]
    );
    assert_eq!(terrain.vertices.len(), 6);
}

#[test]
fn faces_are_grouped_by_their_materials() {
    let (terrain, _) = terrain(land([0; 4], ground(1, 0)), 2);
    let counts: Vec<(u32, u32)> = terrain
        .groups
        .iter()
        .map(|g| (g.first_index, g.index_count))
        .collect();
    assert_eq!(counts, [(0, 3), (3, 3)]);
}

#[test]
fn a_second_material_makes_a_second_layer() {
    let mut faces = ground(0, 0);
    faces[0].material2 = Some(1);
    let (terrain, _) = terrain(land([0; 4], faces), 2);
    assert_eq!(
        terrain.groups.iter().filter(|g| g.second.is_some()).count(),
        1
    );
    let blends: Vec<f32> = terrain.vertices.iter().map(|v| v.blend).collect();
    assert_eq!(blends, [0.0, 0.25, 1.0, 1.0]);
}

#[test]
fn shares_outside_0_to_1_are_clamped_and_what_is_no_number_is_1() {
    let mut land = land([0; 4], ground(0, 0));
    land.blend = Some(vec![-2.0, 7.0, f32::NAN, 0.5]);
    let (terrain, _) = terrain(land, 1);
    let blends: Vec<f32> = terrain.vertices.iter().map(|v| v.blend).collect();
    assert_eq!(blends, [0.0, 1.0, 1.0, 0.5]);
}

#[test]
fn a_row_past_the_wear_is_a_checker_and_an_error() {
    let (terrain, problems) = terrain(land([0; 4], ground(0, 7)), 1);
    let textures: Vec<_> = terrain
        .groups
        .iter()
        .map(|g| g.base.sample(0).surface.texture)
        .collect();
    assert_eq!(textures, [None, Some(crate::library::MISSING_TEXTURE)]);
    assert!(problems.list()[0].message.contains("row 7 of 1"));
}

#[test]
fn liquid_and_bed_are_told_apart_from_dry_ground() {
    let mut faces = ground(0, 0);
    faces[0].flags |= face_flags::BED;
    faces[1].flags |= face_flags::LIQUID;
    let (terrain, _) = terrain(land([0; 4], faces), 1);
    let kinds: Vec<GroundKind> = terrain.groups.iter().map(|g| g.kind).collect();
    assert_eq!(kinds, [GroundKind::Bed, GroundKind::Liquid]);
}

#[test]
fn the_box_holds_all_vertices_and_the_heights_are_those_of_the_faces() {
    let (terrain, _) = terrain(land([0; 4], ground(0, 0)), 1);
    assert_eq!(
        (terrain.min, terrain.max),
        (Vec3::ZERO, Vec3::new(10.0, 10.0, 2.0))
    );
    assert_eq!(terrain.heights.height(10.0, 10.0), Some(2.0));
}

#[test]
fn a_layer_changes_with_the_clock_and_its_microtexture_is_track_1() {
    let textured = |number: u32| Surface {
        texture: Some(TextureId(number)),
        ..Surface::PLAIN
    };
    let loops = Track {
        word: 0,
        keys: [(0, 200), (1, 400)]
            .map(|(phase, end_ms)| TrackKey {
                phase,
                end_ms,
                unk_04: 0,
            })
            .to_vec(),
    };
    let water = Material::new("WATER", vec![textured(1), textured(2)], vec![loops]);
    let twins = vec![Track::still(0), Track::still(1)];
    let detail = Material::new("L20", vec![textured(3), textured(4)], twins);
    let layer = GroundLayer {
        material: Arc::new(water),
        microtexture: Some(Arc::new(detail)),
    };
    let shown = [0, 199, 200, 399, 400].map(|clock| layer.sample(clock).surface.texture);
    assert_eq!(shown, [1, 1, 2, 2, 1].map(|number| Some(TextureId(number))));
    assert_eq!(layer.sample(200).microtexture, Some(TextureId(4)));
    assert!(layer.moves(0));
}
