//! The demo mission as the verbs report it.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

mod common;

use std::collections::HashMap;

use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/demo");
const PLANT: &str = "fortif.rlb::fr_l_plant.msh";

/// Standard output as JSON.
fn json(arguments: &[&str]) -> Value {
    let output = common::run(&[arguments, &["--json"]].concat());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {stderr}");
    serde_json::from_slice(&output.stdout).expect("one JSON value")
}

fn in_root(path: &str) -> String {
    format!("{ROOT}/{path}")
}

fn mission() -> String {
    in_root("MISSIONS/Single.01/mission.cfg")
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().expect("an array")
}

fn number(value: &Value, key: &str) -> u64 {
    value[key].as_u64().expect("a whole number")
}

/// True if an object of `inspect` is turned inside out by its scale.
fn is_mirrored(object: &Value) -> bool {
    let scale = list(object, "scale").iter().map(Value::as_f64);
    scale.map(|s| s.expect("a number")).product::<f64>() < 0.0
}

/// The ranges of a draw list, without the ground.
fn ranges(draws: &Value) -> impl Iterator<Item = &Value> {
    let ranges = list(draws, "ranges").iter();
    ranges.filter(|range| range["queue"] != "terrain")
}

/// One line for a range, in the words of `draws`.
fn line(indices: [u64; 4], batch: &Value, first_index: &str, mirrored: bool, cull: &str) -> String {
    let [object, component, node, index] = indices;
    format!(
        "{object}.{component}.{node}.{index}: {} from {} over {}, det {}, cull {cull}",
        batch["index_count"],
        batch[first_index],
        batch["base_vertex"],
        if mirrored { -1 } else { 1 },
    )
}

/// The ranges of a component at state 0 and level 0, worked out from `inspect` of its model.
fn expected(object: &Value, component: &Value, model: &Value) -> Vec<String> {
    let mut lines = Vec::new();
    let mirrored = is_mirrored(object);
    for node in list(model, "nodes") {
        let Some(slot) = node["slots"][0][0].as_u64() else {
            continue;
        };
        if number(node, "hdr0") & 0x20 != 0 {
            continue;
        }
        let slot = &model["slots"][slot as usize];
        let first = number(slot, "batch_start");
        for index in first..first + number(slot, "batch_count") {
            let batch = &model["batches"][index as usize];
            let cull = match (number(batch, "batch_flags") & 0x4002, mirrored) {
                (0, true) => "back",
                (0, false) => "front",
                _ => "none",
            };
            let [object, component] = [object, component].map(|v| number(v, "index"));
            let indices = [object, component, number(node, "index"), index];
            lines.push(line(indices, batch, "index_start", mirrored, cull));
        }
    }
    lines
}

/// A range as `draws` lists it.
fn listed(range: &Value) -> String {
    let indices = ["object", "component", "node", "batch"].map(|key| number(range, key));
    let cull = range["cull"].as_str().expect("a text");
    line(indices, range, "first_index", range["det_sign"] == -1, cull)
}

#[test]
fn draws_lists_every_range_of_every_drawn_component() {
    let inspected = json(&["inspect", &mission()]);
    let mut models: HashMap<&str, Value> = HashMap::new();
    let mut wanted = Vec::new();
    for object in list(&inspected, "objects") {
        for component in list(object, "components") {
            let (Some(name), Some(true)) =
                (component["model"].as_str(), component["drawn"].as_bool())
            else {
                continue;
            };
            let inspect = || json(&["inspect", &in_root(name)]);
            let model = models.entry(name).or_insert_with(inspect);
            wanted.extend(expected(object, component, model));
        }
    }
    let draws = json(&["draws", &mission()]);
    let mut got: Vec<String> = ranges(&draws).map(listed).collect();
    wanted.sort();
    got.sort();
    let missing = wanted.iter().find(|l| got.binary_search(l).is_err());
    let surplus = got.iter().find(|l| wanted.binary_search(l).is_err());
    assert_eq!((missing, surplus), (None, None));
    assert_eq!(got.len(), wanted.len());
    assert!(models.len() > 20, "only {} models", models.len());
}

#[test]
fn the_mirrored_object_is_culled_on_the_other_side() {
    let inspected = json(&["inspect", &mission()]);
    let object = list(&inspected, "objects").iter().find(|o| is_mirrored(o));
    let index = number(object.expect("an object is mirrored"), "index");
    let draws = json(&["draws", &mission()]);
    let ranges = ranges(&draws);
    let ranges: Vec<&Value> = ranges.filter(|r| number(r, "object") == index).collect();
    assert!(!ranges.is_empty());
    assert!(ranges.iter().all(|r| r["det_sign"] == -1));
    assert!(ranges.iter().any(|r| r["cull"] == "back"));
    assert!(ranges.iter().all(|r| r["cull"] != "front"));
}

#[test]
fn the_demo_has_no_errors() {
    let inspected = json(&["inspect", &mission()]);
    let problems = list(&inspected, "problems").iter();
    let errors: Vec<_> = problems.filter(|p| p["severity"] == "error").collect();
    assert!(errors.is_empty(), "{errors:?}");
}

#[test]
fn animation_frame_1_lowers_the_plants_gate_and_leaves_its_walls() {
    let inspected = json(&["inspect", &mission()]);
    let is_plant = |object: &&Value| object["components"][0]["model"] == PLANT;
    let plant = list(&inspected, "objects").iter().find(is_plant);
    let plant = number(plant.expect("the plant stands in the demo"), "index");
    let model = json(&["inspect", &in_root(PLANT)]);
    let gate = list(&model, "nodes")
        .iter()
        .find(|n| n["name"] == "i03_m1o1");
    let gate = number(gate.expect("the plant has a gate"), "index");
    let height = |draws: &Value, node: u64| {
        let is_node = |r: &&Value| {
            [
                number(r, "object"),
                number(r, "component"),
                number(r, "node"),
            ] == [plant, 0, node]
        };
        let range = ranges(draws).find(is_node);
        range.expect("the node is drawn")["transform"][14]
            .as_f64()
            .expect("a number")
    };
    let initial = json(&["draws", &mission()]);
    let frame_1 = json(&["draws", &mission(), "--static-animation-frame", "1"]);
    assert!(height(&frame_1, gate) < height(&initial, gate) - 5.0);
    assert_eq!(height(&frame_1, 0), height(&initial, 0));
}
