//! `query`: what segments strike in a model, and heights of the ground, from a request in JSON.

mod report;
mod request;

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use msh_format::land::Land;
use msh_format::msh::Msh;
use msh_scene::collision::{CollisionShape, Hit, NodeInstances, QueryError};
use msh_scene::terrain::HeightField;

use crate::args::QueryArgs;
use crate::output;
use crate::source::{Location, Source};
use report::{Answer, Report};
use request::{HeightRequest, LocalRequest, Request, WorldRequest};

/// Prints one result per segment or point of a request.
///
/// # Errors
/// The request or what it names cannot be read; after all results, some of them are errors.
pub(crate) fn run(args: &QueryArgs) -> Result<()> {
    let (text, name, folder) = read_request(&args.request)?;
    let request = Request::parse(&text).with_context(|| format!("{name} is no query request"))?;
    let answers = match &request {
        Request::Local(request) => local(request, &folder)?,
        Request::World(request) => world(request, &folder)?,
        Request::Height(request) => heights(request, &folder)?,
    };
    let report = Report::new(answers);
    if args.json.json {
        output::print_json(&report)?;
    } else {
        output::print(&report.to_string())?;
    }
    match report.error_count() {
        0 => Ok(()),
        count => bail!("{count} of {} results are errors", report.len()),
    }
}

/// The text of a request, what to call it, and the folder that its paths start from.
fn read_request(path: &Path) -> Result<(Vec<u8>, String, PathBuf)> {
    if path == Path::new("-") {
        let mut text = Vec::new();
        let mut input = io::stdin().lock();
        input
            .read_to_end(&mut text)
            .context("cannot read standard input")?;
        return Ok((text, "standard input".into(), PathBuf::new()));
    }
    let location = Location::find(path)?;
    let folder = location.file.parent().map(Path::to_path_buf);
    let source = Source::read(&location)?;
    Ok((source.bytes, source.name, folder.unwrap_or_default()))
}

fn local(request: &LocalRequest, folder: &Path) -> Result<Vec<Answer>> {
    let shape = load_shape(&folder.join(&request.model))?;
    let masks = request.masks.into();
    let ask = |segment: &[f32; 6]| {
        let segment = request::segment(segment);
        shape.query_slot_segment(request.node, request.slot, &segment, &masks)
    };
    Ok(request.segments.iter().map(|s| struck(ask(s))).collect())
}

fn world(request: &WorldRequest, folder: &Path) -> Result<Vec<Answer>> {
    let shape = load_shape(&folder.join(&request.model))?;
    let nodes = request.nodes.iter().map(Into::into);
    let nodes = NodeInstances::new(&shape, nodes);
    let ask = |segment: &[f32; 6]| {
        let nodes = nodes.as_ref().map_err(|error| *error)?;
        shape.query_building_segment_world(nodes, &request::segment(segment))
    };
    Ok(request.segments.iter().map(|s| struck(ask(s))).collect())
}

fn struck(result: Result<Option<Hit>, QueryError>) -> Answer {
    match result {
        Ok(hit) => Answer::Hit(hit.as_ref().map(Into::into)),
        Err(error) => Answer::Error(error.to_string()),
    }
}

fn load_shape(path: &Path) -> Result<CollisionShape> {
    let source = Source::open(path)?;
    let shape = CollisionShape::new(Arc::new(source.parse(Msh::parse)?));
    if !shape.has_descriptors() {
        tracing::warn!(
            "{}: no type 7 (triangle descriptors): nothing strikes this model",
            source.name
        );
    }
    Ok(shape)
}

fn heights(request: &HeightRequest, folder: &Path) -> Result<Vec<Answer>> {
    let source = Source::open(&folder.join(&request.land))?;
    let field = HeightField::of_land(&source.parse(Land::parse)?);
    let height = |[x, y]: &[f32; 2]| Answer::Height(field.height(*x, *y));
    Ok(request.points.iter().map(height).collect())
}
