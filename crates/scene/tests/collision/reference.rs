//! The plain loop of `07-collision.md`, word by word: every face, in source order, no skipping.
//!
//! It shares types with the crate but no formula, so that a mistake in either shows.

use msh_format::msh::{Msh, Node38};
use msh_scene::collision::{Hit, Masks, QueryError, Segment, SelectedNode};
use msh_scene::glam::{DAffine3, DMat4, Mat4, Vec3};

type Point = [f32; 3];

pub(crate) fn query_slot_segment(
    msh: &Msh,
    node: usize,
    slot: usize,
    segment: &Segment,
    masks: &Masks,
) -> Result<Option<Hit>, QueryError> {
    let (start, end) = (segment.start.to_array(), segment.end.to_array());
    if !start.iter().chain(&end).all(|v| v.is_finite()) {
        return Err(QueryError::Segment);
    }
    let nodes = msh.nodes.as_slice();
    let count = nodes.len();
    let hdr0 = nodes
        .get(node)
        .ok_or(QueryError::Node { node, count })?
        .hdr0;
    let count = msh.slots.len();
    let record = msh
        .slots
        .get(slot)
        .ok_or(QueryError::Slot { slot, count })?;
    let Some(descriptors) = &msh.descriptors else {
        return Ok(None);
    };
    check_descriptors(msh, slot, descriptors.len())?;
    let passes = |bits: u32, include: u32, exclude: u32| {
        (bits & include) == include && (bits & exclude) == 0
    };
    if !passes(hdr0.into(), masks.node_include, masks.node_exclude) {
        return Ok(None);
    }
    let mut best: Option<Hit> = None;
    let mut cursor = usize::from(record.tri_start);
    for batch in record.batch_range() {
        let b = &msh.batches[batch];
        let dword = u32::from(b.batch_flags) + u32::from(b.material_index_hi) * 0x1_0000;
        for face in 0..usize::from(b.index_count) / 3 {
            if !passes(dword, masks.batch_include, masks.batch_exclude) {
                continue;
            }
            let descriptor = &descriptors[cursor + face];
            let tri_flags = descriptor.tri_flags.into();
            if !passes(tri_flags, masks.triangle_include, masks.triangle_exclude) {
                continue;
            }
            let corner = |k: usize| {
                let index = msh.indices[b.index_start as usize + 3 * face + k];
                msh.positions[b.base_vertex as usize + usize::from(index)]
            };
            let v = [corner(0), corner(1), corner(2)];
            let n = descriptor.normal.map(|c| f32::from(c) / 32767.0);
            let Some(p) = strike(v, n, b.batch_flags & 0x0002 != 0, start, end) else {
                continue;
            };
            let distance_squared = length_squared(minus(p, start));
            let bound = best.map_or(f32::INFINITY, |hit| hit.distance_squared);
            if distance_squared <= bound {
                best = Some(Hit {
                    point: p.into(),
                    distance_squared,
                    node,
                    slot,
                    batch,
                    face,
                    descriptor: cursor + face,
                    normal: n.into(),
                });
            }
        }
        cursor += usize::from(b.index_count) / 3;
    }
    Ok(best)
}

/// Every face of the slot, filtered or not, and its triangle range need descriptors.
fn check_descriptors(msh: &Msh, slot: usize, count: usize) -> Result<(), QueryError> {
    let record = &msh.slots[slot];
    let start = usize::from(record.tri_start);
    let batches = &msh.batches[record.batch_range()];
    let faces: usize = batches.iter().map(|b| usize::from(b.index_count) / 3).sum();
    let end = start + faces.max(usize::from(record.tri_count));
    if end > count {
        return Err(QueryError::Descriptors {
            slot,
            start,
            end,
            count,
        });
    }
    Ok(())
}

fn strike(v: [Point; 3], n: Point, two_sided: bool, start: Point, end: Point) -> Option<Point> {
    let ds = dot(n, minus(start, v[0]));
    let de = dot(n, minus(end, v[0]));
    let mut crosses = dot(n, minus(end, start)) < 0.0 && ds > 0.0 && de <= 0.0;
    if !crosses && two_sided {
        crosses = dot(n, minus(start, end)) < 0.0 && de > 0.0 && ds <= 0.0;
    }
    if !crosses {
        return None;
    }
    let t = ds / (ds - de);
    let way = minus(end, start);
    let p = [
        start[0] + way[0] * t,
        start[1] + way[1] * t,
        start[2] + way[2] * t,
    ];
    let mut a = 0;
    for axis in 1..3 {
        if n[axis].abs() > n[a].abs() {
            a = axis;
        }
    }
    let (u, w) = ((a + 1) % 3, (a + 2) % 3);
    let s = if n[a] > 0.0 { 1.0 } else { -1.0 };
    for i in 0..3 {
        let j = (i + 1) % 3;
        let value =
            s * ((v[j][u] - v[i][u]) * (p[w] - v[i][w]) - (v[j][w] - v[i][w]) * (p[u] - v[i][u]));
        if value < 0.0 {
            return None;
        }
    }
    Some(p)
}

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: Point, b: Point) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn length_squared(a: Point) -> f32 {
    dot(a, a)
}

pub(crate) fn query_building_segment_world(
    msh: &Msh,
    list: &[SelectedNode],
    segment: &Segment,
) -> Result<Option<Hit>, QueryError> {
    if !(segment.start.is_finite() && segment.end.is_finite()) {
        return Err(QueryError::Segment);
    }
    let nodes = msh.nodes.as_slice();
    let everything: Vec<&SelectedNode> = list.iter().collect();
    let mut intersections = 0;
    let mut rest = *segment;
    let mut visited = everything;
    loop {
        let Some(hit) = nearest(msh, &visited, &rest, segment.start)? else {
            return Ok(None);
        };
        intersections += 1;
        if intersections == 200 {
            return Err(QueryError::Limit);
        }
        let batch = &msh.batches[hit.batch];
        if batch.batch_flags & 0x0008 == 0 {
            return Ok(Some(hit));
        }
        let key = usize::from(batch.local_batch_index);
        if key == 0xFFFF {
            return Err(QueryError::NoHelperKey { batch: hit.batch });
        }
        if key >= nodes.len() {
            return Err(QueryError::HelperKey {
                batch: hit.batch,
                key,
                count: nodes.len(),
            });
        }
        let mut order = Vec::new();
        walk(nodes, key, key, &mut order)?;
        visited = order
            .iter()
            .flat_map(|node| list.iter().filter(move |selected| selected.node == *node))
            .collect();
        rest = Segment::new(hit.point, segment.end);
    }
}

/// Admissible children first, in node order, each with its own branch, then the node.
fn walk(
    nodes: &[Node38],
    root: usize,
    node: usize,
    order: &mut Vec<usize>,
) -> Result<(), QueryError> {
    if nodes[node].hdr0 & 0x0010 == 0 {
        for (child, record) in nodes.iter().enumerate() {
            let is_child =
                record.parent_or_link != 0xFFFF && usize::from(record.parent_or_link) == node;
            if !is_child || record.hdr0 & 0x0004 != 0 {
                continue;
            }
            if child == root {
                return Err(QueryError::ParentLoop { node: root });
            }
            walk(nodes, root, child, order)?;
        }
    }
    order.push(node);
    Ok(())
}

fn nearest(
    msh: &Msh,
    list: &[&SelectedNode],
    segment: &Segment,
    origin: Vec3,
) -> Result<Option<Hit>, QueryError> {
    let masks = Masks {
        batch_exclude: 0x0200,
        triangle_exclude: 0x0024,
        ..Masks::default()
    };
    let mut best: Option<Hit> = None;
    for selected in list {
        let world_from_node = &selected.world_from_node;
        let node_from_world = inverse(world_from_node);
        let local = Segment::new(
            times(&node_from_world, segment.start),
            times(&node_from_world, segment.end),
        );
        let hit = query_slot_segment(msh, selected.node, selected.slot, &local, &masks)?;
        let Some(hit) = hit else { continue };
        let point = times(world_from_node, hit.point);
        let distance_squared = length_squared((point - origin).to_array());
        let bound = best.map_or(f32::INFINITY, |hit| hit.distance_squared);
        if distance_squared <= bound {
            best = Some(Hit {
                point,
                distance_squared,
                ..hit
            });
        }
    }
    Ok(best)
}

/// The inverse in f64, rounded once.
fn inverse(matrix: &Mat4) -> Mat4 {
    let matrix = DAffine3::from_mat4(matrix.as_dmat4());
    DMat4::from(matrix.inverse()).as_mat4()
}

fn times(matrix: &Mat4, point: Vec3) -> Vec3 {
    let m = matrix.to_cols_array();
    let row = |r: usize| m[r] * point.x + m[4 + r] * point.y + m[8 + r] * point.z + m[12 + r];
    Vec3::new(row(0), row(1), row(2))
}
