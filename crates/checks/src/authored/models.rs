//! Models, controllers and the tables beside them.

use arbitrary::{Result, Unstructured};
use msh_format::Warnings;
use msh_format::base_plan::{BasePlan, InnerRing};
use msh_format::control::{Binding, Command, Contact, Control, ControlComponent, ControlState};
use msh_format::damage::{DamageTable, NodeDamage};
use msh_format::msh::{
    Batch20, FrameMap, HallLink, HallVertex, HallWay, Key24, LightRecord, ModelHeader, Msh,
    MshParts, Node38, Slot68, TriangleDescriptor,
};
use msh_format::points::{ControlPoint, ControlPoints};

use super::generate::{bytes, exactly, fixed, float, floats, list, text, values};

/// A model that the writer accepts comes back part by part.
pub(super) fn model(u: &mut Unstructured<'_>) -> Result<()> {
    let parts = parts(u)?;
    let Ok(bytes) = parts.to_bytes() else {
        return Ok(());
    };
    let msh = Msh::parse(&bytes, &mut Warnings::new()).unwrap();
    assert_eq!(msh.to_bytes().unwrap(), bytes);
    assert_eq!(msh.nodes.as_slice(), parts.nodes);
    assert_eq!((msh.header, msh.slots), (parts.header, parts.slots));
    assert_eq!(msh.positions, parts.positions);
    assert_eq!(msh.normals, Some(parts.normals));
    assert_eq!((msh.uv0, &msh.uv1), (Some(parts.uv0), &parts.uv1));
    assert_eq!((msh.indices, msh.batches), (parts.indices, parts.batches));
    assert_eq!(msh.descriptors, Some(parts.descriptors));
    assert_eq!(
        (msh.keys, msh.frame_map),
        (parts.keys, Some(parts.frame_map))
    );
    assert_eq!(msh.node_names, Some(parts.node_names));
    assert_eq!(msh.labels, Some(parts.labels));
    assert_eq!(msh.hall_way, Some(parts.hall_way));
    assert_eq!(msh.lights, parts.uv1.is_some().then_some(parts.lights));
    Ok(())
}

/// Up to four faces, mostly one to a batch; numbers of records are mostly those of records that
/// exist.
fn parts(u: &mut Unstructured<'_>) -> Result<MshParts> {
    let nodes = u.int_in_range(1..=4)?;
    let faces: u16 = u.int_in_range(0..=4)?;
    let vertices = usize::from(faces) * 3;
    let slots = u.int_in_range(0..=3)?;
    let keys = u.int_in_range(0..=4)?;
    let lightmapped: bool = u.arbitrary()?;
    let lights = if lightmapped { 2 } else { 0 };
    let below = |u: &mut Unstructured<'_>, count: usize| -> Result<u16> {
        u.int_in_range(0..=count as u16)
    };
    let node = |u: &mut Unstructured<'_>| {
        let mut slot_index = [0xFFFF; 15];
        for slot in slot_index.iter_mut().take(6) {
            *slot = below(u, slots)?;
        }
        Ok(Node38 {
            hdr0: u.arbitrary()?,
            parent_or_link: if u.arbitrary()? {
                0xFFFF
            } else {
                below(u, nodes)?
            },
            anim_map_start: if u.arbitrary()? { 0xFFFF } else { below(u, 8)? },
            fallback_key: below(u, keys)?,
            slot_index,
        })
    };
    let slot = |u: &mut Unstructured<'_>| {
        Ok(Slot68 {
            tri_start: below(u, faces.into())?,
            tri_count: below(u, faces.into())?,
            batch_start: below(u, faces.into())?,
            batch_count: below(u, faces.into())?,
            aabb_min: floats(u)?,
            aabb_max: floats(u)?,
            sphere_center: floats(u)?,
            sphere_radius: float(u)?,
            opaque: u.arbitrary()?,
        })
    };
    let mut index_start = 0;
    let batch = |u: &mut Unstructured<'_>| {
        let start = index_start;
        index_start += 3;
        Ok(Batch20 {
            batch_flags: u.arbitrary()?,
            material_index_hi: u.arbitrary()?,
            material_index: u.arbitrary()?,
            lightmap_index: u.arbitrary()?,
            local_batch_index: u.arbitrary()?,
            index_count: if u.ratio(1, 16)? { u.arbitrary()? } else { 3 },
            index_start: start,
            vertex_count: u.arbitrary()?,
            base_vertex: below(u, vertices)?.into(),
        })
    };
    let batches = exactly(u, faces.into(), batch)?;
    Ok(MshParts {
        nodes: exactly(u, nodes, node)?,
        header: header(u)?,
        slots: exactly(u, slots, slot)?,
        positions: exactly(u, vertices, floats)?,
        normals: values(u, vertices)?,
        uv0: values(u, vertices)?,
        uv1: if lightmapped {
            Some(values(u, vertices)?)
        } else {
            None
        },
        indices: exactly(u, vertices, |u| below(u, 3))?,
        batches,
        descriptors: exactly(u, faces.into(), descriptor)?,
        keys: exactly(u, keys, key)?,
        frame_map: FrameMap {
            frame_count: u.int_in_range(0..=6)?,
            words: list(u, 8, |u| below(u, keys))?,
        },
        node_names: exactly(u, nodes, fixed)?,
        labels: exactly(u, nodes, |u| bytes(u, 6))?,
        hall_way: hall_way(u)?,
        lights: exactly(u, lights, light)?,
        ..MshParts::new(text(u, 36)?)
    })
}

fn header(u: &mut Unstructured<'_>) -> Result<ModelHeader> {
    Ok(ModelHeader {
        corners: [
            floats(u)?,
            floats(u)?,
            floats(u)?,
            floats(u)?,
            floats(u)?,
            floats(u)?,
            floats(u)?,
            floats(u)?,
        ],
        sphere_center: floats(u)?,
        sphere_radius: float(u)?,
        axis_low: floats(u)?,
        axis_high: floats(u)?,
        cylinder_radius: float(u)?,
    })
}

fn descriptor(u: &mut Unstructured<'_>) -> Result<TriangleDescriptor> {
    Ok(TriangleDescriptor {
        tri_flags: u.arbitrary()?,
        neighbours: u.arbitrary()?,
        normal: u.arbitrary()?,
        link: u.arbitrary()?,
    })
}

fn key(u: &mut Unstructured<'_>) -> Result<Key24> {
    Ok(Key24 {
        position: floats(u)?,
        time: float(u)?,
        quaternion_wxyz: u.arbitrary()?,
    })
}

fn light(u: &mut Unstructured<'_>) -> Result<LightRecord> {
    Ok(LightRecord {
        words: u.arbitrary()?,
    })
}

fn hall_way(u: &mut Unstructured<'_>) -> Result<HallWay> {
    let vertex = |u: &mut Unstructured<'_>| {
        Ok(HallVertex {
            position: floats(u)?,
            flags: u.arbitrary()?,
            node: u.arbitrary()?,
        })
    };
    let link = |u: &mut Unstructured<'_>| {
        Ok(HallLink {
            from: u.arbitrary()?,
            to: u.arbitrary()?,
            gates: u.arbitrary()?,
        })
    };
    Ok(HallWay {
        vertices: list(u, 2, vertex)?,
        links: list(u, 2, link)?,
    })
}

/// A controller that the writer accepts comes back.
pub(super) fn control(u: &mut Unstructured<'_>) -> Result<()> {
    let contacts = u.int_in_range(0..=2)?;
    let states = list(u, 2, |u| state(u, contacts))?;
    let control = Control {
        contact_count: if u.ratio(1, 16)? {
            u.arbitrary()?
        } else {
            contacts as u32
        },
        parameters: u.arbitrary()?,
        costs: values(u, states.len() * states.len())?,
        states,
        bindings: list(u, 3, binding)?,
        components: list(u, 2, component)?,
        hooks: u.arbitrary()?,
        command_lists: list(u, 2, |u| list(u, 2, command))?,
    };
    if let Ok(bytes) = control.to_bytes() {
        let read = Control::parse(&bytes, &mut Warnings::new()).unwrap();
        assert_eq!(read, control);
    }
    Ok(())
}

fn state(u: &mut Unstructured<'_>, contacts: usize) -> Result<ControlState> {
    let contact = |u: &mut Unstructured<'_>| {
        Ok(Contact {
            point: u.arbitrary()?,
            flags: u.arbitrary()?,
            command_list: u.arbitrary()?,
            unk_0c: u.arbitrary()?,
        })
    };
    Ok(ControlState {
        words: u.arbitrary()?,
        contacts: exactly(u, contacts, contact)?,
    })
}

fn binding(u: &mut Unstructured<'_>) -> Result<Binding> {
    Ok(Binding {
        node: u.arbitrary()?,
        frame_a: float(u)?,
        frame_b: float(u)?,
        initial: float(u)?,
        origin_point: u.arbitrary()?,
        point: u.arbitrary()?,
        rate: float(u)?,
        span: float(u)?,
        flags: u.arbitrary()?,
    })
}

fn component(u: &mut Unstructured<'_>) -> Result<ControlComponent> {
    let labelled: bool = u.arbitrary()?;
    Ok(ControlComponent {
        class: u.int_in_range(-1..=40)?,
        node: u.arbitrary()?,
        words: u.arbitrary()?,
        archive: fixed(u)?,
        member: fixed(u)?,
        bindings: list(u, 3, |u| u.arbitrary())?,
        label: if labelled { Some(bytes(u, 6)?) } else { None },
    })
}

fn command(u: &mut Unstructured<'_>) -> Result<Command> {
    Ok(Command {
        condition: u.arbitrary()?,
        mask: u.arbitrary()?,
        invert: u.arbitrary()?,
        action: u.arbitrary()?,
        arguments: u.arbitrary()?,
        unk_20: u.arbitrary()?,
        archive: fixed(u)?,
        member: fixed(u)?,
    })
}

/// Control points that the writer accepts come back.
pub(super) fn points(u: &mut Unstructured<'_>) -> Result<()> {
    let point = |u: &mut Unstructured<'_>| {
        Ok(ControlPoint {
            flags: u.arbitrary()?,
            node: u.arbitrary()?,
            carrier: u.arbitrary()?,
            position: floats(u)?,
            direction: floats(u)?,
            name: fixed(u)?,
        })
    };
    let points = ControlPoints {
        points: list(u, 4, point)?,
    };
    let bytes = points.to_bytes().unwrap();
    let read = ControlPoints::parse(&bytes, &mut Warnings::new()).unwrap();
    assert_eq!(read, points);
    Ok(())
}

/// A damage table that the writer accepts comes back.
pub(super) fn damage(u: &mut Unstructured<'_>) -> Result<()> {
    let node = |u: &mut Unstructured<'_>| {
        Ok(NodeDamage {
            flags: u.arbitrary()?,
            hit_points: float(u)?,
            density: float(u)?,
            archive: fixed(u)?,
            member: fixed(u)?,
        })
    };
    let table = DamageTable {
        nodes: list(u, 4, node)?,
    };
    let bytes = table.to_bytes().unwrap();
    let read = DamageTable::parse(&bytes, &mut Warnings::new()).unwrap();
    assert_eq!(read, table);
    Ok(())
}

/// A ground plan that the writer accepts comes back.
pub(super) fn base_plan(u: &mut Unstructured<'_>) -> Result<()> {
    let inner = |u: &mut Unstructured<'_>| {
        let count = u.int_in_range(2..=5)?;
        Ok(InnerRing {
            corners: exactly(u, count, floats)?,
            triangles: values(u, count)?,
            // Mostly as many as there are corners.
            triangle_corners: if u.ratio(1, 8)? {
                list(u, 5, |u| u.arbitrary())?
            } else {
                values(u, count)?
            },
        })
    };
    let outer = |u: &mut Unstructured<'_>| list(u, 5, floats);
    let plan = BasePlan {
        inner: list(u, 3, inner)?,
        outer: list(u, 3, outer)?,
    };
    if let Ok(bytes) = plan.to_bytes() {
        let read = BasePlan::parse(&bytes, &mut Warnings::new()).unwrap();
        assert_eq!(read, plan);
    }
    Ok(())
}
