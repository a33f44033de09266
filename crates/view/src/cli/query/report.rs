//! What a query answers.

use std::fmt;

use msh_scene::collision::Hit;
use serde::Serialize;

/// All answers, in the form of their JSON.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    results: Vec<Answer>,
}

/// The answer for one segment or point.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Answer {
    /// What a segment strikes, if anything.
    Hit(Option<HitReport>),
    /// Height of the ground at a point, if there is any.
    Height(Option<f32>),
    /// Why there is no answer.
    Error(String),
}

#[derive(Debug, Serialize)]
pub(super) struct HitReport {
    point: [f32; 3],
    distance_squared: f32,
    node: usize,
    slot: usize,
    batch: usize,
    face: usize,
    descriptor: usize,
    normal: [f32; 3],
}

impl From<&Hit> for HitReport {
    fn from(hit: &Hit) -> Self {
        Self {
            point: hit.point.to_array(),
            distance_squared: hit.distance_squared,
            node: hit.node,
            slot: hit.slot,
            batch: hit.batch,
            face: hit.face,
            descriptor: hit.descriptor,
            normal: hit.normal.to_array(),
        }
    }
}

impl Report {
    pub(super) fn new(results: Vec<Answer>) -> Self {
        Self { results }
    }

    pub(super) fn len(&self) -> usize {
        self.results.len()
    }

    pub(super) fn error_count(&self) -> usize {
        let errors = self.results.iter();
        errors.filter(|a| matches!(a, Answer::Error(_))).count()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, answer) in self.results.iter().enumerate() {
            writeln!(f, "{index:>4}  {answer}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hit(Some(hit)) => hit.fmt(f),
            Self::Hit(None) => f.write_str("nothing struck"),
            Self::Height(Some(height)) => write!(f, "{height}"),
            Self::Height(None) => f.write_str("no ground"),
            Self::Error(text) => write!(f, "error: {text}"),
        }
    }
}

impl fmt::Display for HitReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([x, y, z], [i, j, k]) = (self.point, self.normal);
        write!(
            f,
            "at {x} {y} {z}, distance {}: node {} slot {} batch {} face {} descriptor {}, \
             normal {i} {j} {k}",
            self.distance_squared.sqrt(),
            self.node,
            self.slot,
            self.batch,
            self.face,
            self.descriptor,
        )
    }
}

#[cfg(test)]
mod tests {
    use msh_scene::glam::Vec3;

    use super::*;

    fn report() -> Report {
        let hit = Hit {
            point: Vec3::new(0.5, 0.0, -1.0),
            distance_squared: 6.25,
            node: 1,
            slot: 2,
            batch: 3,
            face: 4,
            descriptor: 5,
            normal: Vec3::Z,
        };
        Report::new(vec![
            Answer::Hit(Some((&hit).into())),
            Answer::Hit(None),
            Answer::Height(Some(1.5)),
            Answer::Height(None),
            Answer::Error("no".into()),
        ])
    }

    #[test]
    fn the_json_has_one_object_with_one_key_per_answer() {
        let json = serde_json::to_value(report()).unwrap();
        let expected = serde_json::json!({"results": [
            {"hit": {"point": [0.5, 0.0, -1.0], "distance_squared": 6.25, "node": 1, "slot": 2,
                     "batch": 3, "face": 4, "descriptor": 5, "normal": [0.0, 0.0, 1.0]}},
            {"hit": null},
            {"height": 1.5},
            {"height": null},
            {"error": "no"},
        ]});
        assert_eq!(json, expected);
    }

    #[test]
    fn people_read_one_line_per_answer() {
        assert_eq!(
            report().to_string(),
            "   0  at 0.5 0 -1, distance 2.5: node 1 slot 2 batch 3 face 4 descriptor 5, \
             normal 0 0 1\n   1  nothing struck\n   2  1.5\n   3  no ground\n   4  error: no\n"
        );
    }

    #[test]
    fn errors_are_counted() {
        assert_eq!((report().error_count(), report().len()), (1, 5));
    }
}
