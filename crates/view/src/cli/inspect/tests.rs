use msh_format::base_plan::InnerRing;
use msh_format::damage::NodeDamage;
use msh_format::font as font_format;
use msh_format::land::{FaceSource, LandSource, pack_normal};
use msh_format::land_map::{Areal, ArealEdge, ArealGrid};
use msh_format::material::Phase;
use msh_format::msh::{Batch20, HallLink, HallVertex, HallWay, Key24, MshParts, Node38, Slot68};
use msh_format::nres::{Entry, EntryType, NresBuilder};
use msh_format::points::ControlPoint;
use msh_format::prototype::Reference;
use msh_format::rsli::{Member, Method, RsliBuilder};
use msh_format::sky::{SkyKeyframe, SkySection, SkyTime};
use msh_format::texm::{PageRect, PixelFormat};
use msh_format::text::FixedStr;
use msh_format::unit::UnitComponent;
use msh_format::{ErrorKind, Result};
use serde_json::{Value, json};

use super::*;

fn entry(tag: &[u8; 4], attr: [u32; 3]) -> Entry {
    Entry {
        kind: EntryType::tag(*tag),
        attr,
        size: 0,
        name: FixedStr::default(),
        offset: 16,
        sort_index: 0,
    }
}

fn file(name: &str, bytes: &[u8]) -> Result<Inspected> {
    describe(Hint { name, entry: None }, bytes, &mut Warnings::new())
}

fn member(name: &str, entry: &Entry, bytes: &[u8]) -> Result<Inspected> {
    let entry = Some(entry);
    describe(Hint { name, entry }, bytes, &mut Warnings::new())
}

/// What a script sees: the text of the JSON, read again.
fn json_of(inspected: Result<Inspected>) -> Value {
    let text = serde_json::to_string(&inspected.unwrap()).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn kind_of(inspected: Result<Inspected>) -> String {
    json_of(inspected)["kind"].as_str().unwrap().to_owned()
}

/// One node with one triangle.
fn parts() -> MshParts {
    let positions = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.5]];
    let mut node = Node38::default();
    node.slot_index[0] = 0;
    MshParts {
        nodes: vec![node],
        slots: vec![Slot68::around(&positions, 0..0, 0..1)],
        normals: vec![[0, 0, 127, 0]; 3],
        uv0: vec![[0, 0]; 3],
        indices: vec![0, 1, 2],
        batches: vec![Batch20 {
            batch_flags: 2,
            material_index_hi: 0,
            material_index: 1,
            lightmap_index: 0xFF,
            local_batch_index: 0,
            index_count: 3,
            index_start: 0,
            vertex_count: 3,
            base_vertex: 0,
        }],
        keys: vec![Key24 {
            position: [0.0; 3],
            time: 0.0,
            quaternion_wxyz: [32767, 0, 0, 0],
        }],
        node_names: vec![FixedStr::new("hull").unwrap()],
        labels: vec![Vec::new()],
        positions,
        ..MshParts::new("hull.msh")
    }
}

fn model() -> Vec<u8> {
    parts().to_bytes().unwrap()
}

fn terrain() -> Vec<u8> {
    let level = vec![
        FaceSource::ground([0, 1, 2], 1),
        FaceSource::water([1, 3, 2], 2),
    ];
    let source = LandSource {
        positions: vec![
            [0.0, 0.0, 1.5],
            [2.0, 0.0, 1.5],
            [0.0, 2.0, 1.5],
            [2.0, 2.0, 1.5],
        ],
        normals: vec![pack_normal([0.0, 0.0, 1.0]); 4],
        uv0: vec![[0, 0]; 4],
        uv1: vec![[0, 0]; 4],
        blend: vec![1.0; 4],
        level0: level.clone(),
        level1: level,
        grid: [1, 1],
    };
    source.build().unwrap().to_bytes().unwrap()
}

/// A lake in the corner of a square.
fn areals() -> Vec<u8> {
    let areal = |class, polygon: [[f32; 3]; 3], neighbour| Areal {
        center: [0.0; 3],
        unk_0c: 0.0,
        area: 4.5,
        normal: [0.0, 0.0, 1.0],
        flags: [0, 0, class, 0],
        polygon: polygon.to_vec(),
        edges: [[neighbour, 0], [-1, -1], [-1, -1]]
            .map(|[neighbour, twin]| ArealEdge { neighbour, twin })
            .to_vec(),
    };
    let corners = [[0.0; 3], [3.0, 3.0, 0.0], [0.0, 3.0, 0.0], [3.0, 0.0, 0.0]];
    let land = areal(7, [corners[0], corners[1], corners[2]], 1);
    let lake = areal(240, [corners[1], corners[0], corners[3]], 0);
    let grid = ArealGrid::new([2, 1], [&[0, 1][..], &[1][..]]).unwrap();
    LandMap::new(vec![land, lake], grid)
        .unwrap()
        .to_bytes()
        .unwrap()
}

fn archive(members: &[(EntryType, &str, &[u8])]) -> Vec<u8> {
    let mut builder = NresBuilder::new();
    for (kind, name, bytes) in members {
        builder.add(*kind, [1, 2, 3], name, bytes.to_vec()).unwrap();
    }
    builder.to_bytes().unwrap()
}

/// A copy of `image` without the directory entry at `index`.
fn without_entry(image: &[u8], index: usize) -> Vec<u8> {
    let nres = Nres::parse(image, &mut Warnings::new()).unwrap();
    let mut builder = NresBuilder::new();
    for (at, entry) in nres.entries().iter().enumerate() {
        if at != index {
            let payload = nres.payload(at).unwrap().to_vec();
            builder.add_raw(entry.kind, entry.attr, entry.name, payload);
        }
    }
    builder.to_bytes().unwrap()
}

#[test]
fn a_model_is_recognised_by_its_streams() {
    assert_eq!(kind_of(file("renamed.bin", &model())), "msh");
}

#[test]
fn a_damaged_model_is_no_archive() {
    let cut = without_entry(&model(), 2);
    assert_eq!(
        file("hull.msh", &cut).unwrap_err().kind,
        ErrorKind::BadValue
    );
    assert!(member("hull", &entry(b"MESH", [0; 3]), &cut).is_err());
    assert_eq!(kind_of(file("renamed.bin", &cut)), "nres");
}

#[test]
fn a_terrain_is_recognised_by_its_faces_or_its_names() {
    assert_eq!(kind_of(file("Land.msh", &terrain())), "land");
    assert_eq!(kind_of(file("renamed.bin", &terrain())), "land");
    let error = file("Land.msh", &without_entry(&terrain(), 8)).unwrap_err();
    assert_eq!(error.place.stream.as_deref(), Some("type 21 (faces)"));
}

#[test]
fn an_areal_map_is_recognised_by_its_member_or_its_name() {
    assert_eq!(kind_of(file("Land.map", &areals())), "land_map");
    assert_eq!(kind_of(file("renamed.bin", &areals())), "land_map");
    let error = file("Land.map", &terrain()).unwrap_err();
    assert!(error.rule.contains("an areal map has one"), "{error}");
}

#[test]
fn an_areal_map_shows_counts_grid_and_classes() {
    let expected = json!({"kind": "land_map", "areal_count": 2, "lake_count": 1, "edge_count": 6,
        "border_edge_count": 4, "grid": [2, 1], "most_areals_in_a_cell": 2, "classes": [
            {"class": 7, "lake": false, "areal_count": 1, "area": 4.5},
            {"class": 240, "lake": true, "areal_count": 1, "area": 4.5}]});
    assert_eq!(json_of(file("Land.map", &areals())), expected);
}

#[test]
fn the_first_bytes_count_more_than_entry_and_name() {
    let texture = Texm::encode(1, 1, &[0; 4], PixelFormat::Argb8888, 1).unwrap();
    let bytes = texture.to_bytes().unwrap();
    let wear = entry(b"WEAR", [0, 0, 1]);
    assert_eq!(kind_of(member("c.wea", &wear, &bytes)), "texm");
}

#[test]
fn the_entry_counts_more_than_the_name() {
    let wear = entry(b"WEAR", [0, 0, 1]);
    assert_eq!(kind_of(member("a.ctl", &wear, b"1\n0 A\n")), "wear");
}

#[test]
fn an_empty_file_is_what_its_name_says() {
    assert_eq!(
        file("hull.MSH", b"").unwrap_err().kind,
        ErrorKind::Truncated
    );
    assert_eq!(kind_of(file("hull", b"")), "raw");
}

#[test]
fn an_archive_lists_its_entries() {
    let members: [(EntryType, &str, &[u8]); 2] = [
        (EntryType::tag(*b"WEAR"), "лёд.wea", b"abc"),
        (EntryType(12), "a", b""),
    ];
    let expected = json!({"kind": "nres", "entries": [
        {"index": 0, "name": "лёд.wea", "type": 1_380_009_303, "tag": "WEAR",
         "attr1": 1, "attr2": 2, "attr3": 3, "offset": 16, "size": 3},
        {"index": 1, "name": "a", "type": 12, "tag": null,
         "attr1": 1, "attr2": 2, "attr3": 3, "offset": 24, "size": 0},
    ]});
    assert_eq!(json_of(file("parts.rlb", &archive(&members))), expected);
}

#[test]
fn an_empty_archive_has_an_empty_list() {
    let expected = json!({"kind": "nres", "entries": []});
    assert_eq!(json_of(file("parts.rlb", &archive(&[]))), expected);
}

#[test]
fn a_model_shows_its_tables_with_null_for_absent() {
    let model = json_of(file("hull.msh", &model()));
    let none = json!([null, null, null, null, null]);
    let nodes = json!([{"index": 0, "name": "hull", "hdr0": 0, "parent": null,
        "anim_map_start": null, "fallback_key": 0,
        "slots": [[0, null, null, null, null], none, none]}]);
    assert_eq!(model["nodes"], nodes);
    let slot = &model["slots"][0];
    assert_eq!(slot["aabb_max"], json!([1.0, 1.0, 0.5]));
    assert_eq!(
        (&slot["batch_start"], &slot["batch_count"]),
        (&json!(0), &json!(1))
    );
    let batches = json!([{"batch_flags": 2, "material_index_hi": 0, "material_index": 1,
        "lightmap_index": null, "local_batch_index": 0, "index_count": 3, "index_start": 0,
        "vertex_count": 3, "base_vertex": 0}]);
    assert_eq!(model["batches"], batches);
    let counts = ["vertex_count", "index_count", "key_count", "frame_count"];
    assert_eq!(
        counts.map(|key| model[key].as_u64()),
        [3, 3, 1, 1].map(Some)
    );
    assert_eq!(
        (&model["has_uv1"], &model["type16_present"]),
        (&json!(false), &json!(false))
    );
    let positions = json!({"type": 3, "name": "hull.msh", "attr1": 3, "attr2": 0, "attr3": 12,
        "size": 36});
    assert_eq!(model["streams"][2], positions);
    assert_eq!(model["hall_way"], json!({"vertices": [], "links": []}));
}

#[test]
fn a_model_shows_its_hall_way() {
    let mut parts = parts();
    let vertex = |x: f32, flags| HallVertex {
        position: [x, 2.0, 3.0],
        flags,
        node: 0,
    };
    let mut gates = [u32::MAX; 8];
    gates[1] = 0;
    parts.hall_way = HallWay {
        vertices: vec![vertex(1.0, 0x2000_0800), vertex(0.0, 0x40)],
        links: vec![HallLink {
            from: 0,
            to: 1,
            gates,
        }],
    };
    let bytes = parts.to_bytes().unwrap();
    let expected = json!({"vertices": [
            {"position": [1.0, 2.0, 3.0], "flags": 0x2000_0800, "node": 0},
            {"position": [0.0, 2.0, 3.0], "flags": 0x40, "node": 0}],
        "links": [{"from": 0, "to": 1, "gates": [-1, 0, -1, -1, -1, -1, -1, -1]}]});
    assert_eq!(json_of(file("plant.msh", &bytes))["hall_way"], expected);
    let text = file("plant.msh", &bytes).unwrap().to_string();
    let tables = "\nhall way\n  #  node  flags       position\n  \
        0     0  0x20000800  1 2 3\n  1     0  0x40        0 2 3\n\n\
        links of the hall way\n  #  from  to  gates\n  0     0   1  -1 0 -1 -1 -1 -1 -1 -1\n";
    assert!(text.ends_with(tables), "{text}");
}

#[test]
fn a_model_is_readable() {
    let text = file("hull.msh", &model()).unwrap().to_string();
    let first = "model: 1 node, 1 slot, 1 batch, 3 vertices, 1 triangle\n";
    assert!(text.starts_with(first), "{text}");
    assert!(
        text.contains("  0  hull       -  0x0000    -    0  0 - - - -\n"),
        "{text}"
    );
}

#[test]
fn a_texture_shows_header_and_pages() {
    let page = PageRect {
        x: 1,
        width: 2,
        y: 0,
        height: 1,
    };
    let texture = Texm::encode(4, 2, &[0x80; 32], PixelFormat::Rgb565, 2).unwrap();
    let bytes = texture.with_pages(vec![page]).to_bytes().unwrap();
    let texture = json_of(file("t", &bytes));
    assert_eq!(texture["kind"], "texm");
    let keys = ["width", "height", "mip_count", "format"];
    assert_eq!(
        keys.map(|key| texture[key].as_u64()),
        [4, 2, 2, 565].map(Some)
    );
    let pages = json!([{"x": 1, "width": 2, "y": 0, "height": 1}]);
    assert_eq!(texture["pages"], pages);
}

#[test]
fn a_material_takes_flags_and_version_from_its_entry() {
    let phase = Phase {
        ambient: [255, 0, 51, 50],
        ..Phase::textured("WOOD.0").unwrap()
    };
    let bytes = Mat0::one_phase(4, phase).to_bytes().unwrap();
    let expected = json!({"kind": "mat0", "flags": 4, "version": 6, "surface": 255,
        "phases": [{"ambient": [1.0, 0.0, 0.2], "opacity": 0.5, "diffuse": [1.0, 1.0, 1.0],
            "specular": [0.0, 0.0, 0.0], "emissive": [0.0, 0.0, 0.0], "power": 0, "cell": null,
            "texture": "WOOD.0"}],
        "tracks": [{"mode": 0, "mask": 0, "keys": [{"phase": 0, "end_ms": 0}]}]});
    let material = member("WOOD", &entry(b"MAT0", [4, 6, 0]), &bytes);
    assert_eq!(json_of(material), expected);
}

#[test]
fn a_prototype_is_named_by_its_entry() {
    let reference = Reference::new("static.rlb", "s_tree_0_06.msh").unwrap();
    let prototype = Prototype {
        tag: EntryType::tag(*b"STAT"),
        slots: vec![reference],
    };
    let bytes = prototype.to_bytes().unwrap();
    let expected = json!({"kind": "prototype", "key": "s_tree_06", "tag": "STAT",
        "slots": [{"archive": "static.rlb", "member": "s_tree_0_06.msh"}]});
    let inspected = member("s_tree_06", &entry(b"STAT", [0; 3]), &bytes);
    assert_eq!(json_of(inspected), expected);
}

#[test]
fn a_unit_is_a_tree_of_components() {
    let components = vec![
        UnitComponent::new("R_L_01", "Танк", 0, -1, 1).unwrap(),
        UnitComponent::new("e_tur", "", 1, 4, 0).unwrap(),
    ];
    let bytes = Unit::new(0x0100_8000, components)
        .unwrap()
        .to_bytes()
        .unwrap();
    let expected = json!({"kind": "unit", "type": 16_809_984, "components": [
        {"index": 0, "parent": null, "key": "R_L_01", "attachment": null, "class": 0,
         "name": "Танк"},
        {"index": 1, "parent": 0, "key": "e_tur", "attachment": 4, "class": 1, "name": ""},
    ]});
    assert_eq!(json_of(file("renamed", &bytes)), expected);
    let text = file("renamed", &bytes).unwrap().to_string();
    assert!(
        text.starts_with("warrior (0x01008000): 2 components\n"),
        "{text}"
    );
}

#[test]
fn a_wear_table_lists_names() {
    let bytes = "2\n0 B_PG4\n1 ЛЁД\n\nLIGHTMAPS\n1\n0 page.0\n";
    let bytes = msh_format::text::encode(bytes).unwrap();
    let expected = json!({"kind": "wear", "materials": ["B_PG4", "ЛЁД"], "lightmaps": ["page.0"]});
    assert_eq!(json_of(file("hull.wea", &bytes)), expected);
}

#[test]
fn a_controller_shows_bindings_and_null_for_no_point() {
    let mut binding = msh_format::control::Binding::new(3, 0.0, 1.0);
    binding.point = 2;
    let bytes = Control::new(vec![binding]).to_bytes().unwrap();
    let control = json_of(file("part.ctl", &bytes));
    assert_eq!(control["kind"], "ctl");
    let row = &control["bindings"][0];
    assert_eq!((&row["node"], &row["frame_b"]), (&json!(3), &json!(1.0)));
    assert_eq!(
        (&row["origin_point"], &row["point"]),
        (&Value::Null, &json!(2))
    );
    assert_eq!(control["components"], json!([]));
    assert_eq!(control["state_count"], 0);
}

#[test]
fn a_terrain_shows_its_box_and_water() {
    let expected = json!({"kind": "land", "vertex_count": 4, "face_count": 4,
        "level0_face_count": 2, "min": [0.0, 0.0, 1.5], "max": [2.0, 2.0, 1.5], "cells": [1, 1],
        "water_level": 1.5});
    assert_eq!(json_of(file("Land.msh", &terrain())), expected);
}

fn day(fog: f32) -> Vec<u8> {
    let mut slots = [0; 22];
    slots[6] = fog.to_bits();
    slots[19] = u32::from_le_bytes([51, 102, 255, 255]);
    let keyframe = SkyKeyframe {
        version: 3,
        stamp: SkyTime::new(12, 30),
        opcode: 0,
        slots,
        names: [b"sun".as_slice(), b"", b"", b"", b"", b""].map(<[u8]>::to_vec),
        values: [1.0, 1.0, 1.5, 0.0],
        effects: Vec::new(),
    };
    let sky = Sky {
        sections: vec![SkySection {
            version: 1,
            end: SkyTime::new(23, 59),
            day_length: SkyTime::new(0, 15),
            keyframes: vec![keyframe],
        }],
        start: SkyTime::new(1, 30),
        unk_end: [0, 0],
    };
    sky.to_bytes().unwrap()
}

#[test]
fn a_sky_shows_times_fog_and_colours() {
    let expected = json!({"kind": "sky", "sections": [{"day_seconds": 900, "keyframes": [
        {"time": "12:30", "fog_end": 350.0, "scene": [0.0, 0.0, 0.0], "light": [1.0, 0.4, 0.2],
         "name": "sun"}]}], "start": "01:30"});
    assert_eq!(json_of(file("sky.ske", &day(0.5))), expected);
}

#[test]
fn a_number_that_is_not_finite_is_null() {
    let sky = json_of(file("sky.ske", &day(f32::NAN)));
    assert_eq!(sky["sections"][0]["keyframes"][0]["fog_end"], Value::Null);
}

#[test]
fn a_configuration_shows_blocks_and_pairs() {
    let bytes = b"object minimap\n type = 1\nend\n";
    let expected = json!({"kind": "cfg", "blocks": [
        {"name": "minimap", "pairs": [{"key": "type", "value": "1"}]}]});
    assert_eq!(json_of(file("messages.cfg", bytes)), expected);
}

#[test]
fn control_points_are_listed() {
    let points = ControlPoints {
        points: vec![ControlPoint {
            flags: 1,
            node: 2,
            carrier: -1,
            position: [1.0, 2.0, 0.5],
            direction: [0.0, 1.0, 0.0],
            name: FixedStr::new("gun").unwrap(),
        }],
    };
    let expected = json!({"kind": "cpt", "points": [{"name": "gun", "flags": 1, "node": 2,
        "carrier": -1, "position": [1.0, 2.0, 0.5], "direction": [0.0, 1.0, 0.0]}]});
    let bytes = points.to_bytes().unwrap();
    assert_eq!(json_of(file("tank.cpt", &bytes)), expected);
    let entry = entry(b"CTPT", [0; 3]);
    assert_eq!(json_of(member("tank", &entry, &bytes)), expected);
}

#[test]
fn a_damage_table_is_listed() {
    let table = DamageTable {
        nodes: vec![NodeDamage {
            flags: 3,
            hit_points: 100.0,
            density: 0.25,
            archive: FixedStr::new("system.rlb").unwrap(),
            member: FixedStr::new("boom.exp").unwrap(),
        }],
    };
    let expected = json!({"kind": "ndp", "nodes": [{"flags": 3, "hit_points": 100.0,
        "density": 0.25, "archive": "system.rlb", "member": "boom.exp"}]});
    let bytes = table.to_bytes().unwrap();
    assert_eq!(json_of(file("tank.ndp", &bytes)), expected);
    let entry = entry(b"NDPR", [0; 3]);
    assert_eq!(json_of(member("tank", &entry, &bytes)), expected);
}

#[test]
fn a_ground_plan_shows_its_rings() {
    let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let plan = BasePlan {
        inner: vec![InnerRing {
            corners: corners.clone(),
            triangles: vec![4, 5, 6],
            triangle_corners: vec![0, 1, 2],
        }],
        outer: vec![corners],
    };
    let corners = json!([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let expected = json!({"kind": "bas", "inner": [{"corners": corners, "triangles": [4, 5, 6],
        "triangle_corners": [0, 1, 2]}], "outer": [corners]});
    let bytes = plan.to_bytes().unwrap();
    assert_eq!(json_of(file("house.bas", &bytes)), expected);
    let entry = entry(b"BASE", [0; 3]);
    assert_eq!(json_of(member("house", &entry, &bytes)), expected);
}

#[test]
fn a_packed_archive_lists_method_and_both_sizes() {
    let mut builder = RsliBuilder::new(0xC35A);
    builder.add(Member::new("a.txt", Method::Lzss, b"ParParPa").unwrap());
    let report = file("x.lib", &builder.to_bytes().unwrap());
    assert!(report.as_ref().unwrap().to_string().contains("LZSS"));
    let expected = json!({"kind": "rsli", "entries": [
        {"index": 0, "name": "A.TXT", "method": 64, "offset": 64, "packed_size": 6, "size": 8},
    ]});
    assert_eq!(json_of(report), expected);
}

#[test]
fn a_font_shows_its_glyphs_and_its_texture() {
    let mut glyphs = [[0; 16]; font_format::GLYPHS];
    glyphs[65][0] = 1;
    let font = Font {
        unk_04: [0; 16],
        glyphs,
        texture: Texm::encode(4, 2, &[0x80; 32], PixelFormat::Argb4444, 1).unwrap(),
    };
    let bytes = font.to_bytes().unwrap();
    let report = json_of(file("renamed", &bytes));
    assert_eq!(report["kind"], "tfnt");
    let counts = ["glyph_count", "blank_glyph_count"].map(|key| report[key].as_u64());
    assert_eq!(counts, [256, 255].map(Some));
    assert_eq!(report["texture"]["format"], 4444);
}

#[test]
fn a_palette_shows_red_green_and_blue() {
    let mut colours = [[0; 4]; 256];
    colours[9] = [0x10, 0x20, 0x30, 0];
    let palette = Palette {
        colours,
        blend: vec![0; 65_536],
    };
    let report = file("PAL.PAL", &palette.to_bytes().unwrap());
    let text = report.as_ref().unwrap().to_string();
    assert!(text.contains("\n     8  #000000 #302010 #000000"), "{text}");
    let report = json_of(report);
    assert_eq!(report["colours"][9], json!([0x30, 0x20, 0x10]));
    assert_eq!(report["blend_size"], 65_536);
}

#[test]
fn bytes_of_no_known_kind_are_shown_as_they_are() {
    let bytes = b"FX\x01 17 bytes long";
    let report = member("boom", &entry(b"FXID", [0; 3]), &bytes[..17]);
    let text = "no known kind: 17 bytes, type FXID\n\nbytes\n  \
        offset  hexadecimal                                      text\n  \
        \u{20}    0  46 58 01 20 31 37 20 62 79 74 65 73 20 6c 6f 6e  FX. 17 bytes lon\n  \
        \u{20}   16  67                                               g\n";
    assert_eq!(report.as_ref().unwrap().to_string(), text);
    let expected = json!({"kind": "raw", "type": 0x4449_5846, "tag": "FXID", "size": 17,
        "head": "46580120313720627974657320 6c6f6e67".replace(' ', "")});
    assert_eq!(json_of(report), expected);
    let long = json_of(file("notes", &[7; 100]));
    assert_eq!((&long["type"], &long["size"]), (&Value::Null, &json!(100)));
    assert_eq!(long["head"].as_str().unwrap().len(), 128);
}
