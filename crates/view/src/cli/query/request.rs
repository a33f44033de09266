//! What a request asks, in the form of its JSON. Errors name line, column and field.

use std::path::PathBuf;

use msh_scene::collision::{Masks, Segment, SelectedNode};
use msh_scene::glam::{Mat4, Vec3};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// A request of one of the three modes.
#[derive(Debug)]
pub(super) enum Request {
    /// Segments against one slot, in the space of its node.
    Local(LocalRequest),
    /// Segments against placed nodes.
    World(WorldRequest),
    /// Heights of the ground.
    Height(HeightRequest),
}

impl Request {
    /// Reads the mode first and then the fields that it has, so that an error says where it is.
    ///
    /// # Errors
    /// The text is no JSON, or a field is missing, unknown or of another type.
    pub(super) fn parse(text: &[u8]) -> serde_json::Result<Self> {
        let Header { mode } = serde_json::from_slice(text)?;
        Ok(match mode {
            Mode::Local => Self::Local(serde_json::from_slice(text)?),
            Mode::World => Self::World(serde_json::from_slice(text)?),
            Mode::Height => Self::Height(serde_json::from_slice(text)?),
        })
    }
}

#[derive(Deserialize)]
struct Header {
    mode: Mode,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Local,
    World,
    Height,
}

/// `"mode":"local"`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LocalRequest {
    #[serde(rename = "mode")]
    _mode: IgnoredAny,
    /// Relative to the request's folder; may be `archive::member`.
    pub(super) model: PathBuf,
    pub(super) node: usize,
    pub(super) slot: usize,
    #[serde(default)]
    pub(super) masks: MaskFields,
    /// Start and end.
    pub(super) segments: Vec<[f32; 6]>,
}

/// See [`Masks`]; what is left out is 0.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct MaskFields {
    node_include: u32,
    node_exclude: u32,
    batch_include: u32,
    batch_exclude: u32,
    triangle_include: u32,
    triangle_exclude: u32,
}

impl From<MaskFields> for Masks {
    fn from(fields: MaskFields) -> Self {
        Self {
            node_include: fields.node_include,
            node_exclude: fields.node_exclude,
            batch_include: fields.batch_include,
            batch_exclude: fields.batch_exclude,
            triangle_include: fields.triangle_include,
            triangle_exclude: fields.triangle_exclude,
        }
    }
}

/// `"mode":"world"`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WorldRequest {
    #[serde(rename = "mode")]
    _mode: IgnoredAny,
    /// Relative to the request's folder; may be `archive::member`.
    pub(super) model: PathBuf,
    pub(super) nodes: Vec<NodeFields>,
    /// Start and end.
    pub(super) segments: Vec<[f32; 6]>,
}

/// A placed node.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NodeFields {
    node: usize,
    slot: usize,
    /// Column-major.
    world_from_node: [f32; 16],
}

impl From<&NodeFields> for SelectedNode {
    fn from(fields: &NodeFields) -> Self {
        Self {
            node: fields.node,
            slot: fields.slot,
            world_from_node: Mat4::from_cols_array(&fields.world_from_node),
        }
    }
}

/// `"mode":"height"`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeightRequest {
    #[serde(rename = "mode")]
    _mode: IgnoredAny,
    /// `Land.msh`, relative to the request's folder; may be `archive::member`.
    pub(super) land: PathBuf,
    /// x and y.
    pub(super) points: Vec<[f32; 2]>,
}

/// Start and end of a segment from their six numbers.
pub(super) fn segment(&[x0, y0, z0, x1, y1, z1]: &[f32; 6]) -> Segment {
    Segment::new(Vec3::new(x0, y0, z0), Vec3::new(x1, y1, z1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Request::parse(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn masks_may_be_left_out_whole_or_in_part() {
        for (masks, expected) in [
            ("", 0),
            (r#""masks":{},"#, 0),
            (r#""masks":{"node_exclude":4},"#, 4),
        ] {
            let text =
                format!(r#"{{"mode":"local","model":"m","node":0,"slot":0,{masks}"segments":[]}}"#);
            let Request::Local(request) = Request::parse(text.as_bytes()).unwrap() else {
                panic!("a local request");
            };
            assert_eq!(Masks::from(request.masks).node_exclude, expected);
        }
    }

    #[test]
    fn the_six_numbers_of_a_segment_are_start_and_end() {
        let segment = segment(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(segment.start, Vec3::new(1.0, 2.0, 3.0));
        assert_eq!(segment.end, Vec3::new(4.0, 5.0, 6.0));
    }

    #[test]
    fn a_malformed_request_is_told_where() {
        let cases = [
            ("", "line 1"),
            ("[]", "column"),
            (r#"{"model":"m"}"#, "missing field `mode`"),
            (r#"{"mode":"far"}"#, "unknown variant `far`"),
            (
                r#"{"mode":"world","model":"m","nodes":[]}"#,
                "missing field `segments`",
            ),
            (
                "{\"mode\":\"height\",\"land\":\"l\",\n\"points\":[],\"slot\":0}",
                "unknown field `slot`, expected one of `mode`, `land`, `points` at line 2 column 18",
            ),
            (
                "{\"mode\":\"height\",\"land\":\"l\",\n\"points\":[[1,2],[3]]}",
                "invalid length 1, expected an array of length 2 at line 2 column 19",
            ),
            (
                r#"{"mode":"local","model":"m","node":-1,"slot":0,"segments":[]}"#,
                "invalid value: integer `-1`, expected usize",
            ),
        ];
        for (text, expected) in cases {
            let error = error(text);
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn a_field_of_another_mode_is_unknown() {
        let text = r#"{"mode":"world","model":"m","nodes":[],"segments":[],"masks":{}}"#;
        assert!(error(text).contains("unknown field `masks`"));
    }
}
