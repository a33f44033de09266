//! `pose`: where the nodes of a model stand at one moment.

use std::fmt;
use std::path::Path;

use anyhow::{Context, Result};
use msh_format::control::Control;
use msh_format::msh::Msh;
use msh_scene::control::initial_times;
use msh_scene::pose::{Hierarchy, Moment, Pose, hierarchy};
use serde::Serialize;

use crate::args::PoseArgs;
use crate::output::{self, printable};
use crate::source::Source;

/// Prints the poses of all nodes of a model.
///
/// # Errors
/// The model or the control is broken, the nodes make no hierarchy, or a time cannot be sampled.
pub(crate) fn run(args: &PoseArgs) -> Result<()> {
    let source = Source::open(&args.model)?;
    let msh = source.parse(Msh::parse)?;
    let moment = moment(args, msh.nodes.len())?;
    let poses = hierarchy(&msh, &moment).with_context(|| format!("cannot pose {}", source.name))?;
    let report = Report::new(&msh, &moment, &poses);
    if args.json.json {
        output::print_json(&report)
    } else {
        output::print(&report.to_string())
    }
}

fn moment(args: &PoseArgs, nodes: usize) -> Result<Moment> {
    Ok(match (args.frame, &args.times, &args.control) {
        (Some(frame), _, _) => Moment::Frame(frame),
        (_, Some(times), _) => Moment::Times(times.0.clone()),
        (_, _, Some(control)) => Moment::Times(control_times(control, nodes)?),
        (None, None, None) => Moment::Fallback,
    })
}

fn control_times(path: &Path, nodes: usize) -> Result<Vec<Option<f32>>> {
    let source = Source::open(path)?;
    let control = source.parse(Control::parse)?;
    let initial = initial_times(Some(&control), nodes).with_context(|| source.name.clone())?;
    for row in initial.foreign_rows {
        tracing::warn!(
            "{}: binding row {row} names a node outside the model's {nodes} and is passed over",
            source.name
        );
    }
    Ok(initial.times)
}

/// The result, in the form of its JSON.
#[derive(Serialize)]
struct Report {
    times: Option<Vec<Option<f32>>>,
    nodes: Vec<NodeReport>,
}

#[derive(Serialize)]
struct NodeReport {
    index: usize,
    name: String,
    local: PoseReport,
    global: PoseReport,
}

#[derive(Serialize)]
struct PoseReport {
    translation: [f32; 3],
    rotation: [f32; 4],
}

impl From<&Pose> for PoseReport {
    fn from(pose: &Pose) -> Self {
        Self {
            translation: pose.translation.to_array(),
            rotation: pose.rotation.to_array(),
        }
    }
}

impl Report {
    fn new(msh: &Msh, moment: &Moment, poses: &Hierarchy) -> Self {
        let nodes = poses.local.iter().zip(&poses.global).enumerate();
        Self {
            times: match moment {
                Moment::Times(times) => Some(times.clone()),
                Moment::Fallback | Moment::Frame(_) => None,
            },
            nodes: nodes
                .map(|(index, (local, global))| NodeReport {
                    index,
                    name: msh.node_name(index),
                    local: local.into(),
                    global: global.into(),
                })
                .collect(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "node  name, then global translation and rotation (x y z w)"
        )?;
        for node in &self.nodes {
            let time = match self.times.as_ref().and_then(|t| t.get(node.index)) {
                Some(Some(time)) => format!("  at {time}"),
                Some(None) => "  at its fallback key".into(),
                None => String::new(),
            };
            let ([x, y, z], [i, j, k, w]) = (node.global.translation, node.global.rotation);
            writeln!(f, "{:>4}  {}{time}", node.index, printable(&node.name))?;
            writeln!(
                f,
                "      {x:.3} {y:.3} {z:.3}   {i:.4} {j:.4} {k:.4} {w:.4}"
            )?;
        }
        Ok(())
    }
}
