//! The rules between the streams of a model (`02b-msh-facts.md` 11.3).
//!
//! What drawing relies upon is an error; what only costs a pose, a query or another reader is a
//! warning.

use super::streams::{Streams, label};
use super::{Batch20, HallWay, Key24, ModelHeader, Msh, Node38, Slot68, batch_flags, stream};
use crate::error::{Error, Result, Warnings};
use crate::record::Record;

/// Checks every rule that needs more than one record.
pub(super) fn check(msh: &Msh, streams: &Streams<'_>, warnings: &mut Warnings) -> Result<()> {
    let at = |kind| move |error| streams.locate(kind, error);
    check_positions(&msh.positions).map_err(at(stream::POSITIONS))?;
    check_vertex_counts(msh, streams, warnings)?;
    check_batches(msh, warnings).map_err(at(stream::BATCHES))?;
    check_slots(msh, warnings).map_err(at(stream::SLOTS))?;
    check_keys(&msh.keys).map_err(at(stream::KEYS))?;
    check_nodes(msh, warnings);
    check_hall_way(msh, warnings);
    Ok(())
}

fn check_positions(positions: &[[f32; 3]]) -> Result<()> {
    match positions.iter().position(|p| !is_finite(p)) {
        None => Ok(()),
        Some(index) => Err(Error::bad_value("the position is not finite")
            .in_record(index)
            .at(index * <[f32; 3]>::SIZE)),
    }
}

/// Every stream with one record per vertex against type 3.
fn check_vertex_counts(msh: &Msh, streams: &Streams<'_>, warnings: &mut Warnings) -> Result<()> {
    let vertices = msh.positions.len();
    let counts = [
        (stream::NORMALS, msh.normals.as_ref().map(Vec::len)),
        (stream::UV0, msh.uv0.as_ref().map(Vec::len)),
    ];
    for (kind, count) in counts {
        let Some(count) = count else { continue };
        let text = format!("{count} records for {vertices} positions");
        if count < vertices {
            return Err(Error::out_of_range(text).in_stream(label(kind)));
        }
        if count > vertices {
            warnings.in_stream(label(kind), text);
        }
    }
    if let Some(uv1) = &msh.uv1
        && uv1.len() != vertices
    {
        let rule = format!("{} records for {vertices} positions", uv1.len());
        return Err(Error::bad_value(rule).in_stream(label(stream::UV1)));
    }
    for kind in [stream::AUX15, stream::COLOURS] {
        let Some(stream) = streams.get(kind) else {
            continue;
        };
        let bytes = stream.data.len();
        if bytes == vertices * 8 {
            stream.check_attributes(vertices, &[8], warnings);
        } else {
            let message = format!("{bytes} bytes, not 8 for each of {vertices} positions");
            warnings.in_stream(label(kind), message);
        }
    }
    Ok(())
}

/// How many indices the batches of a model may draw together. Batches may overlap, so that their
/// number alone does not bound the work; shipped models draw some ten thousand.
const MAX_DRAWN_INDICES: u64 = 1 << 26;

/// Offsets in the errors are those in type 13.
fn check_batches(msh: &Msh, warnings: &mut Warnings) -> Result<()> {
    let drawn: u64 = msh.batches.iter().map(|b| u64::from(b.index_count)).sum();
    if drawn > MAX_DRAWN_INDICES {
        let rule = format!("the batches draw {drawn} indices, at most {MAX_DRAWN_INDICES}");
        return Err(Error::limit(rule).at(0));
    }
    for (index, batch) in msh.batches.iter().enumerate() {
        check_batch(batch, &msh.indices, msh.positions.len())
            .map_err(|e| e.in_record(index).at(index * Batch20::SIZE))?;
        if !batch.index_count.is_multiple_of(3) {
            let message = format!(
                "index_count {} is not a multiple of 3; queries leave the last face out",
                batch.index_count
            );
            warnings.in_record(label(stream::BATCHES), index, message);
        }
        // 24-byte nodes are never asked.
        let nodes = msh.nodes.as_slice().len();
        let behind = usize::from(batch.local_batch_index);
        if batch.has(batch_flags::PORTAL) && nodes > 0 && behind >= nodes {
            let message = format!("portal to node {behind} of {nodes}; queries that meet it fail");
            warnings.in_record(label(stream::BATCHES), index, message);
        }
    }
    Ok(())
}

fn check_batch(batch: &Batch20, indices: &[u16], vertices: usize) -> Result<()> {
    let range = batch.index_range();
    let Some(used) = indices.get(range.clone()) else {
        return Err(Error::out_of_range(format!(
            "indices {}..{} of the {} in type 6",
            range.start,
            range.end,
            indices.len()
        )));
    };
    let Some(largest) = used.iter().max() else {
        return Ok(());
    };
    let last = u64::from(batch.base_vertex) + u64::from(*largest);
    if last >= vertices as u64 {
        return Err(Error::out_of_range(format!(
            "index {largest} plus base_vertex {} is not below the {vertices} positions of type 3",
            batch.base_vertex
        )));
    }
    Ok(())
}

/// Offsets in the errors are those in type 2.
fn check_slots(msh: &Msh, warnings: &mut Warnings) -> Result<()> {
    let descriptors = msh.descriptors.as_ref().map(Vec::len);
    for (index, slot) in msh.slots.iter().enumerate() {
        let range = slot.batch_range();
        if range.end > msh.batches.len() {
            let rule = format!(
                "slot batches {}..{} of the {} in type 13",
                range.start,
                range.end,
                msh.batches.len()
            );
            return Err(Error::out_of_range(rule)
                .in_record(index)
                .at(ModelHeader::SIZE + index * Slot68::SIZE));
        }
        let mut warn = |message: String| {
            warnings.in_record(label(stream::SLOTS), index, message);
        };
        let range = slot.triangle_range();
        if let Some(count) = descriptors.filter(|count| range.end > *count) {
            warn(format!(
                "slot triangles {}..{} of the {count} in type 7; queries of this slot fail",
                range.start, range.end
            ));
        }
        if !box_is_sound(slot) {
            warn("the box is inverted or not finite".to_owned());
        }
        if !is_finite(&slot.sphere_center)
            || !slot.sphere_radius.is_finite()
            || slot.sphere_radius < 0.0
        {
            warn("the sphere is not finite or has a negative radius".to_owned());
        }
    }
    Ok(())
}

fn box_is_sound(slot: &Slot68) -> bool {
    let ordered = slot
        .aabb_min
        .iter()
        .zip(&slot.aabb_max)
        .all(|(a, b)| a <= b);
    ordered && is_finite(&slot.aabb_min) && is_finite(&slot.aabb_max)
}

/// Offsets in the errors are those in type 8.
fn check_keys(keys: &[Key24]) -> Result<()> {
    for (index, key) in keys.iter().enumerate() {
        let rule = if !is_finite(&key.position) {
            "the key position is not finite"
        } else if !key.time.is_finite() {
            "the key time is not finite"
        } else {
            continue;
        };
        return Err(Error::bad_value(rule)
            .in_record(index)
            .at(index * Key24::SIZE));
    }
    Ok(())
}

fn check_nodes(msh: &Msh, warnings: &mut Warnings) {
    for (index, node) in msh.nodes.as_slice().iter().enumerate() {
        check_node(msh, index, node, |message| {
            warnings.in_record(label(stream::NODES), index, message);
        });
    }
}

fn check_node(msh: &Msh, index: usize, node: &Node38, mut warn: impl FnMut(String)) {
    if let Some(parent) = node.parent().filter(|parent| *parent >= index) {
        warn(format!(
            "parent {parent} does not come before the node; the model has no hierarchy"
        ));
    }
    if usize::from(node.fallback_key) >= msh.keys.len() {
        warn(format!(
            "fallback key {} of the {} in type 8; the model has no hierarchy",
            node.fallback_key,
            msh.keys.len()
        ));
    }
    if let Some(start) = node.map_start() {
        let (words, frames) = match &msh.frame_map {
            Some(map) => (map.words.len(), map.frame_count),
            None => (0, 0),
        };
        if start as u64 + u64::from(frames) > words as u64 || words == 0 {
            warn(format!(
                "map words from {start} for {frames} frames of the {words} in type 19; the \
                 fallback key takes the place of those missing"
            ));
        }
    }
    for slot in node.slot_index {
        if slot != 0xFFFF && usize::from(slot) >= msh.slots.len() {
            warn(format!(
                "slot {slot} of the {} in type 2; taken as no geometry",
                msh.slots.len()
            ));
        }
    }
}

/// The records of type 17 (`04-mission-objects.md` 9.4); vertices and links are numbered apart.
fn check_hall_way(msh: &Msh, warnings: &mut Warnings) {
    let Some(HallWay { vertices, links }) = &msh.hall_way else {
        return;
    };
    let mut warn = |index: usize, message: String| {
        warnings.in_record(label(stream::HALL_WAY), index, message);
    };
    for (index, vertex) in vertices.iter().enumerate() {
        if vertex.node as usize >= msh.nodes.len() {
            let count = msh.nodes.len();
            warn(index, format!("vertex of node {} of {count}", vertex.node));
        }
        if !is_finite(&vertex.position) {
            warn(index, "the position of the vertex is not finite".to_owned());
        }
    }
    for (index, link) in links.iter().enumerate() {
        for end in [link.from, link.to] {
            if end as usize >= vertices.len() {
                let count = vertices.len();
                warn(index, format!("link with vertex {end} of {count}"));
            }
        }
    }
}

fn is_finite(vector: &[f32; 3]) -> bool {
    vector.iter().all(|v| v.is_finite())
}
