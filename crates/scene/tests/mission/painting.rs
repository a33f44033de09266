//! Materials, textures and lightmaps of a mission, and what stands in for those missing.

use crate::support::{TestRoot, errors, plain_model, warnings};
use msh_format::material::{Mat0, Phase};
use msh_format::msh::{MshParts, batch_flags};
use msh_scene::draw_list::{Detail, DrawList};
use msh_scene::glam::Vec2;
use msh_scene::library::{MISSING_TEXTURE, Surface};
use msh_scene::scene::Scene;

#[test]
fn a_missing_texture_is_a_checker_and_an_error() {
    let mut root = TestRoot::new();
    root.remove_member("Textures.lib", "WALL.0");
    root.part(b"STAT", "s_rock", &plain_model(), &[]);
    root.place(3, "s_rock");
    let scene = root.open();
    let list = DrawList::of_scene(&scene, Detail::default());
    assert_eq!(
        list.ranges[0].material.sample(0, 0).texture,
        Some(MISSING_TEXTURE)
    );
    assert!(errors(&scene).iter().any(|e| e.contains("WALL.0")));
}

#[test]
fn a_missing_material_becomes_default_and_an_error() {
    let mut root = TestRoot::new();
    root.remove_member("Material.lib", "WALL");
    root.part(b"STAT", "s_rock", &plain_model(), &[]);
    root.place(3, "s_rock");
    let scene = root.open();
    let list = DrawList::of_scene(&scene, Detail::default());
    // DEFAULT of this root is untextured.
    assert_eq!(list.ranges[0].material.sample(0, 0).texture, None);
    assert!(errors(&scene).iter().any(|e| e.contains("WALL")));
}

#[test]
fn a_material_row_past_the_wear_is_default_and_a_warning() {
    let mut root = TestRoot::new();
    let mut parts = plain_model();
    parts.batches[0].material_index = 4;
    root.part(b"STAT", "s_rock", &parts, &[]);
    root.place(3, "s_rock");
    let scene = root.open();
    let list = DrawList::of_scene(&scene, Detail::default());
    assert_eq!(&*list.ranges[0].material.name, "DEFAULT");
    assert!(
        scene
            .problems
            .list()
            .iter()
            .any(|p| p.message.contains("5 material rows"))
    );
}

#[test]
fn without_a_material_library_everything_is_plain() {
    let mut root = TestRoot::new();
    root.remove_member("Material.lib", "WALL");
    root.remove_member("Material.lib", "DEFAULT");
    root.part(b"STAT", "s_rock", &plain_model(), &[]);
    root.place(3, "s_rock");
    let scene = root.open();
    assert_eq!(
        DrawList::of_scene(&scene, Detail::default()).ranges[0]
            .material
            .sample(0, 0),
        Surface::PLAIN
    );
}

/// A mission with one object whose material shows these phases for 100 ms each.
fn open_with_phases(mut root: TestRoot, phases: Vec<Phase>) -> Scene {
    root.remove_member("Material.lib", "WALL");
    root.moving_material("WALL", 0, phases);
    root.part(b"STAT", "s_rock", &plain_model(), &[]);
    root.place(3, "s_rock");
    root.open()
}

fn textured(name: &str) -> Phase {
    Phase::textured(name).unwrap()
}

#[test]
fn the_textures_of_all_phases_are_loaded() {
    let mut root = TestRoot::new();
    root.texture("Textures.lib", "FIRE.0");
    let phases = vec![textured("WALL.0"), textured("FIRE.0"), Phase::default()];
    let scene = open_with_phases(root, phases);
    let material = &scene.library.materials[0];
    let shown = [0, 100, 200].map(|clock| {
        let texture = material.sample(0, clock).texture;
        texture.map(|id| scene.library.texture(id).name.as_str())
    });
    assert_eq!(shown, [Some("WALL.0"), Some("FIRE.0"), None]);
    assert_eq!(errors(&scene), Vec::<String>::new());
}

#[test]
fn a_missing_texture_of_a_later_phase_is_a_checker_and_one_error() {
    let phases = vec![textured("WALL.0"), textured("GONE.0"), textured("gone.0")];
    let scene = open_with_phases(TestRoot::new(), phases);
    let material = &scene.library.materials[0];
    assert_eq!(material.sample(0, 150).texture, Some(MISSING_TEXTURE));
    assert_eq!(errors(&scene).len(), 1);
}

#[test]
fn a_phase_that_no_key_shows_is_not_loaded() {
    let mut root = TestRoot::new();
    root.remove_member("Material.lib", "WALL");
    let mut material = Mat0::one_phase(2, textured("WALL.0"));
    material.phases.push(textured("GONE.0"));
    root.material_record("WALL", &material);
    root.part(b"STAT", "s_rock", &plain_model(), &[]);
    root.place(3, "s_rock");
    assert_eq!(errors(&root.open()), Vec::<String>::new());
}

#[test]
fn a_cell_past_the_pages_of_its_texture_is_the_whole_texture_and_one_warning() {
    let cell = |cell| Phase {
        cell,
        ..textured("WALL.0")
    };
    let scene = open_with_phases(TestRoot::new(), vec![cell(-1), cell(3), cell(3)]);
    let surface = scene.library.materials[0].sample(0, 150);
    assert_eq!(surface.uv_scale, Vec2::ONE);
    let of_cells = warnings(&scene);
    let of_cells = of_cells.iter().filter(|w| w.contains("cell 3 of 0"));
    assert_eq!(of_cells.count(), 1);
}

/// A model whose batch has lightmap row 0, as the game writes it.
fn lightmapped_model() -> MshParts {
    let mut parts = plain_model();
    parts.uv1 = Some(vec![[0, 0]; parts.positions.len()]);
    parts.batches[0].lightmap_index = 0;
    parts.batches[0].batch_flags = batch_flags::LIGHTMAPPED;
    parts
}

/// A mission with one object of this model, in a root with one lightmap.
fn open_with(parts: &MshParts) -> Scene {
    let mut root = TestRoot::new();
    root.texture("LightMap.lib", "baked.0");
    root.part(b"STAT", "s_rock", parts, &[]);
    root.place(3, "s_rock");
    root.open()
}

/// Name of the lightmap of the first range.
fn lightmap(scene: &Scene) -> Option<&str> {
    let list = DrawList::of_scene(scene, Detail::default());
    let lightmap = list.ranges[0].lightmap?;
    Some(&scene.library.texture(lightmap).name)
}

#[test]
fn a_batch_with_row_uv1_and_page_is_lightmapped_without_a_warning() {
    let scene = open_with(&lightmapped_model());
    assert_eq!(lightmap(&scene), Some("baked.0"));
    assert!(!warnings(&scene).iter().any(|w| w.contains("lightmap")));
}

#[test]
fn the_lightmap_row_decides_and_a_flag_that_disagrees_is_a_warning() {
    for has_row in [true, false] {
        let mut parts = lightmapped_model();
        let batch = &mut parts.batches[0];
        (batch.lightmap_index, batch.batch_flags) = if has_row {
            (0, 0)
        } else {
            (0xFF, batch_flags::LIGHTMAPPED)
        };
        let scene = open_with(&parts);
        assert_eq!(lightmap(&scene).is_some(), has_row);
        assert!(warnings(&scene).iter().any(|w| w.contains("0x2000")));
    }
}

#[test]
fn a_model_without_uv1_is_drawn_without_its_lightmaps() {
    let mut parts = lightmapped_model();
    parts.uv1 = None;
    let scene = open_with(&parts);
    assert_eq!(lightmap(&scene), None);
    assert!(warnings(&scene).iter().any(|w| w.contains("type 18")));
}

#[test]
fn a_lightmap_row_past_the_wear_is_a_warning() {
    let mut parts = lightmapped_model();
    parts.batches[0].lightmap_index = 1;
    let scene = open_with(&parts);
    assert_eq!(lightmap(&scene), None);
    assert!(
        warnings(&scene)
            .iter()
            .any(|w| w.contains("lightmap row 1"))
    );
}

#[test]
fn a_missing_lightmap_page_is_an_error_and_drawn_without() {
    let mut root = TestRoot::new();
    root.part(b"STAT", "s_rock", &lightmapped_model(), &[]);
    root.place(3, "s_rock");
    let scene = root.open();
    assert_eq!(lightmap(&scene), None);
    assert!(errors(&scene).iter().any(|e| e.contains("baked.0")));
}
