//! `inspect` of a mission: its objects, their components, and what is wrong.

use std::fmt;

use anyhow::{Context, Result};
use msh_format::nres::EntryType;
use msh_scene::problems::Problem;
use msh_scene::scene::{Component, Object, Scene};
use serde::Serialize;

use crate::output;
use crate::target::MissionTarget;

/// Prints the objects of a mission.
///
/// # Errors
/// The mission cannot be opened.
pub(crate) fn inspect(target: &MissionTarget, static_frame: Option<u16>, json: bool) -> Result<()> {
    let scene = target
        .open(static_frame)
        .context("cannot open the mission")?;
    let report = Report::new(&scene);
    if json {
        output::print_json(&report)
    } else {
        output::print(&format!("mission {}\n{report}", scene.title))
    }
}

/// The result, in the form of its JSON.
#[derive(Serialize)]
struct Report<'a> {
    kind: &'static str,
    land: Option<&'a str>,
    objects: Vec<ObjectReport<'a>>,
    problems: Vec<ProblemReport<'a>>,
}

#[derive(Serialize)]
struct ObjectReport<'a> {
    index: usize,
    resource: &'a str,
    name: &'a str,
    position: [f32; 3],
    orientation: [f32; 3],
    scale: [f32; 3],
    class: Option<String>,
    components: Vec<ComponentReport<'a>>,
}

#[derive(Serialize)]
struct ComponentReport<'a> {
    index: usize,
    prototype: &'a str,
    model: Option<&'a str>,
    wear: Option<&'a str>,
    control: Option<&'a str>,
    world: [f32; 16],
    drawn: bool,
}

/// A problem of a mission or a check.
#[derive(Serialize)]
pub(crate) struct ProblemReport<'a> {
    severity: String,
    #[serde(rename = "where")]
    place: &'a str,
    message: &'a str,
}

impl<'a> Report<'a> {
    fn new(scene: &'a Scene) -> Self {
        Self {
            kind: "mission",
            land: scene.land.as_deref(),
            objects: scene
                .objects
                .iter()
                .enumerate()
                .map(ObjectReport::new)
                .collect(),
            problems: scene
                .problems
                .list()
                .iter()
                .map(ProblemReport::new)
                .collect(),
        }
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "land {}", self.land.unwrap_or("none"))?;
        for object in &self.objects {
            let ObjectReport {
                index,
                resource,
                name,
                position: [x, y, z],
                ..
            } = object;
            let class = object.class.as_deref().unwrap_or("unresolved");
            writeln!(
                f,
                "{index:>4}  {class}  {resource}  {name:?} at {x:.2} {y:.2} {z:.2}"
            )?;
            for component in &object.components {
                let ComponentReport {
                    index, prototype, ..
                } = component;
                let model = component.model.unwrap_or("no model");
                let hidden = if component.drawn { "" } else { "  (not drawn)" };
                writeln!(f, "        {index:>3}  {prototype}  {model}{hidden}")?;
            }
        }
        for ProblemReport {
            severity,
            place,
            message,
        } in &self.problems
        {
            writeln!(f, "{severity}: {place}: {message}")?;
        }
        Ok(())
    }
}

impl<'a> ObjectReport<'a> {
    fn new((index, object): (usize, &'a Object)) -> Self {
        let component = |(index, component): (usize, &'a Component)| ComponentReport {
            index,
            prototype: &component.prototype,
            model: component.model_name.as_deref(),
            wear: component.wear_name.as_deref(),
            control: component.control_name.as_deref(),
            world: object.component_matrix(component).to_cols_array(),
            drawn: component.drawn,
        };
        Self {
            index,
            resource: &object.resource,
            name: &object.name,
            position: object.stored.position.to_array(),
            orientation: object.stored.turns.to_array(),
            scale: object.stored.scale.to_array(),
            class: object.class().and_then(EntryType::as_tag),
            components: object
                .components
                .iter()
                .enumerate()
                .map(component)
                .collect(),
        }
    }
}

impl<'a> ProblemReport<'a> {
    pub(crate) fn new(problem: &'a Problem) -> Self {
        Self {
            severity: problem.severity.to_string(),
            place: &problem.place,
            message: &problem.message,
        }
    }
}
