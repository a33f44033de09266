//! Compares JSON with what a case expects: only the keys the case gives, numbers within a
//! tolerance, and a few words that start with `$` (see `tests/cases/compare.py`).

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde_json::{Map, Value};

/// How loosely a case is compared.
#[derive(Deserialize)]
pub(crate) struct Rules {
    /// Absolute and relative tolerance of numbers written with a point.
    #[serde(default = "default_tolerance")]
    tolerance: f64,
    /// A rotation and its negative are the same.
    #[serde(default)]
    quat_sign_free: bool,
    /// Lists whose elements are matched by keys, in any order.
    #[serde(default)]
    match_by: HashMap<String, Vec<String>>,
    /// The same, and further elements may be there.
    #[serde(default)]
    match_some: HashMap<String, Vec<String>>,
    /// Elements with these values are left out of a list first.
    #[serde(default)]
    ignore: HashMap<String, Map<String, Value>>,
}

fn default_tolerance() -> f64 {
    1e-4
}

impl Rules {
    /// Texts that say where `got` does not satisfy `want`.
    pub(crate) fn differences(&self, want: &Value, got: &Value) -> Vec<String> {
        self.compare(want, got, "$")
    }

    fn compare(&self, want: &Value, got: &Value, path: &str) -> Vec<String> {
        match (want, got) {
            (Value::Object(want), _) => self.object(want, got, path),
            (Value::Array(want), Value::Array(got)) => self.list(want, got, path),
            (Value::Number(number), Value::Number(other)) => {
                let (w, g) = (as_f64(want), as_f64(got));
                let near = (g - w).abs() <= self.tolerance * w.abs().max(1.0);
                let same = if number.is_f64() {
                    near
                } else {
                    number == other || g == w
                };
                if same {
                    vec![]
                } else {
                    vec![expected(path, want, got)]
                }
            }
            _ if want == got => vec![],
            _ => vec![expected(path, want, got)],
        }
    }

    fn object(&self, want: &Map<String, Value>, got: &Value, path: &str) -> Vec<String> {
        const WORDS: [&str; 6] = [
            "$string",
            "$contains_any",
            "$one_of",
            "$same_name",
            "$some",
            "$none",
        ];
        if let Some(word) = WORDS.into_iter().find(|w| want.contains_key(*w)) {
            return self.special(word, &want[word], got, path);
        }
        let Value::Object(fields) = got else {
            return vec![format!("{path}: expected an object, got {got}")];
        };
        let mut out = Vec::new();
        for (key, value) in want {
            match (key.as_str(), fields.get(key)) {
                ("$optional", _) => {}
                ("$mentions", _) if contains_any(&got.to_string(), value) => {}
                ("$mentions", _) => out.push(format!("{path}: {got} mentions none of {value}")),
                (_, None) => out.push(format!("{path}.{key}: missing")),
                (_, Some(field)) => {
                    out.extend(self.compare(value, field, &format!("{path}.{key}")));
                }
            }
        }
        out
    }

    fn list(&self, want: &[Value], got: &[Value], path: &str) -> Vec<String> {
        let name = path.rsplit('.').next().unwrap_or(path);
        let ignored = |g: &&Value| {
            let dropped = self.ignore.get(name);
            dropped.is_some_and(|d| d.iter().any(|(k, v)| g.get(k) == Some(v)))
        };
        let got: Vec<&Value> = got.iter().filter(|g| !ignored(g)).collect();
        if let Some(keys) = self.match_some.get(name) {
            return self.matched(want, &got, path, keys, true);
        }
        if let Some(keys) = self.match_by.get(name) {
            return self.matched(want, &got, path, keys, false);
        }
        if want.len() != got.len() {
            return vec![format!(
                "{path}: expected {} elements, got {}",
                want.len(),
                got.len()
            )];
        }
        let out = self.each(want, &got, path);
        if !out.is_empty() && self.quat_sign_free && path.ends_with(".rotation") {
            let negated: Vec<Value> = got.iter().map(|v| Value::from(-as_f64(v))).collect();
            if self
                .each(want, &negated.iter().collect::<Vec<_>>(), path)
                .is_empty()
            {
                return vec![];
            }
        }
        out
    }

    fn each(&self, want: &[Value], got: &[&Value], path: &str) -> Vec<String> {
        let pairs = want.iter().zip(got).enumerate();
        pairs
            .flat_map(|(i, (w, g))| self.compare(w, g, &format!("{path}[{i}]")))
            .collect()
    }

    /// Elements of both lists in pairs that agree in `keys`.
    fn matched(
        &self,
        want: &[Value],
        got: &[&Value],
        path: &str,
        keys: &[String],
        more: bool,
    ) -> Vec<String> {
        let key = |v: &Value| {
            keys.iter()
                .map(|k| v[k].to_string())
                .collect::<Vec<_>>()
                .join(",")
        };
        let table: BTreeMap<String, &Value> = got.iter().map(|g| (key(g), *g)).collect();
        if table.len() != got.len() {
            return vec![format!("{path}: two elements agree in {keys:?}")];
        }
        let mut out = Vec::new();
        for name in table.keys().filter(|_| !more) {
            if !want.iter().any(|w| key(w) == *name) {
                out.push(format!("{path}[{name}]: unexpected"));
            }
        }
        for w in want {
            let place = format!("{path}[{}]", key(w));
            match table.get(&key(w)) {
                Some(g) => out.extend(self.compare(w, g, &place)),
                None if w["$optional"] == true => {}
                None => out.push(format!("{place}: missing")),
            }
        }
        out
    }

    fn special(&self, word: &str, argument: &Value, got: &Value, path: &str) -> Vec<String> {
        let fits = |want: &Value, got: &Value| self.compare(want, got, path).is_empty();
        let wanted = argument.as_array().map(Vec::as_slice).unwrap_or_default();
        let elements = got.as_array().map(Vec::as_slice).unwrap_or_default();
        let text = got.as_str().unwrap_or_default();
        let good = match word {
            "$one_of" => wanted.iter().any(|w| fits(w, got)),
            "$some" => got.is_array() && wanted.iter().all(|w| elements.iter().any(|g| fits(w, g))),
            "$none" => {
                got.is_array() && !elements.iter().any(|g| wanted.iter().any(|w| fits(w, g)))
            }
            "$same_name" => !text.is_empty() && plain(text) == plain(as_str(argument)),
            "$contains_any" => !text.is_empty() && contains_any(text, argument),
            _ => !text.is_empty(),
        };
        if good {
            vec![]
        } else {
            vec![format!("{path}: expected {word} {argument}, got {got}")]
        }
    }
}

fn expected(path: &str, want: &Value, got: &Value) -> String {
    format!("{path}: expected {want}, got {got}")
}

fn as_f64(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

fn as_str(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// A name for comparison: ASCII letters folded, slashes of one kind.
fn plain(name: &str) -> String {
    name.to_ascii_lowercase().replace('\\', "/")
}

/// True if one of the texts in the list `any` occurs in `text`, in any case.
fn contains_any(text: &str, any: &Value) -> bool {
    let text = text.to_lowercase();
    any.as_array().is_some_and(|list| {
        list.iter()
            .any(|t| text.contains(&as_str(t).to_lowercase()))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn same(rules: Value, want: Value, got: Value) -> bool {
        let rules: Rules = serde_json::from_value(rules).unwrap();
        rules.differences(&want, &got).is_empty()
    }

    #[test]
    fn integers_are_exact_and_numbers_with_a_point_are_near() {
        assert!(same(json!({}), json!([1, 1.0]), json!([1, 1.00009])));
        assert!(!same(json!({}), json!(1), json!(1.00001)));
        assert!(!same(json!({}), json!(1.0), json!(1.001)));
        assert!(!same(json!({}), json!(1.0), json!(null)));
    }

    #[test]
    fn only_the_wanted_keys_count() {
        assert!(same(json!({}), json!({"a": 1}), json!({"a": 1, "b": 2})));
        assert!(!same(json!({}), json!({"a": 1}), json!({"b": 2})));
    }

    #[test]
    fn lists_are_matched_in_order_or_by_keys() {
        let (want, got) = (
            json!({"l": [{"i": 1}, {"i": 2}]}),
            json!({"l": [{"i": 2}, {"i": 1}]}),
        );
        assert!(!same(json!({}), want.clone(), got.clone()));
        assert!(same(json!({"match_by": {"l": ["i"]}}), want, got));
    }

    #[test]
    fn a_rotation_may_change_all_its_signs() {
        let want = json!({"rotation": [0.0, 0.6, 0.0, 0.8]});
        let got = json!({"rotation": [0.0, -0.6, 0.0, -0.8]});
        assert!(!same(json!({}), want.clone(), got.clone()));
        assert!(same(json!({"quat_sign_free": true}), want, got));
    }

    #[test]
    fn words_describe_texts_and_lists() {
        let r = || json!({});
        assert!(same(r(), json!({"$same_name": "A\\b"}), json!("a/B")));
        assert!(same(
            r(),
            json!({"$contains_any": ["x", "Б"]}),
            json!("абв")
        ));
        assert!(same(r(), json!({"$one_of": [1, null]}), json!(null)));
        assert!(same(r(), json!({"$some": [2]}), json!([1, 2])));
        assert!(!same(r(), json!({"$none": [2]}), json!([1, 2])));
        assert!(!same(r(), json!({"$string": true}), json!("")));
        assert!(same(
            r(),
            json!({"$mentions": ["DEEP"]}),
            json!({"a": ["deep"]})
        ));
    }
}
