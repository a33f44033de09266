//! Generated models and controllers come back from their bytes; any bytes are safe.
#![allow(clippy::unwrap_used)]

use msh_format::Warnings;
use msh_format::control::{Binding, Command, Contact, Control, ControlComponent, ControlState};
use msh_format::msh::batch_flags::PORTAL;
use msh_format::msh::{
    Batch20, FrameMap, HallLink, HallVertex, HallWay, Key24, LightRecord, ModelHeader, Msh,
    MshParts, Node38, Slot68, TriangleDescriptor,
};
use msh_format::nres::{EntryType, NresBuilder};
use msh_format::text::FixedStr;
use proptest::array::{uniform3, uniform4, uniform5, uniform8, uniform15};
use proptest::collection::vec;
use proptest::prelude::*;

/// Finite floats, which compare equal to themselves.
fn float() -> impl Strategy<Value = f32> {
    -1e6f32..1e6
}

prop_compose! {
    fn nodes(keys: u16, slots: u16)(
        rows in vec((any::<u16>(), any::<u16>(), uniform15(0..=slots)), 1..6),
    ) -> Vec<Node38> {
        let node = |(index, (hdr0, number, slot_index)): (usize, (u16, u16, [u16; 15]))| Node38 {
            hdr0,
            parent_or_link: match u16::try_from(index) {
                Ok(index) if index > 0 => number % index,
                _ => 0xFFFF,
            },
            anim_map_start: 0xFFFF,
            fallback_key: number % keys,
            slot_index: slot_index.map(|slot| if slot == slots { 0xFFFF } else { slot }),
        };
        rows.into_iter().enumerate().map(node).collect()
    }
}

prop_compose! {
    fn batch(number: u8)(
        batch_flags: u16,
        material_index_hi: u16,
        material_index: u8,
        lightmap_index: u8,
        local_batch_index: u16,
    ) -> Batch20 {
        Batch20 {
            batch_flags,
            material_index_hi,
            material_index,
            lightmap_index,
            // Node 0 is there.
            local_batch_index: if batch_flags & PORTAL == 0 { local_batch_index } else { 0 },
            index_count: 3,
            index_start: 3 * u32::from(number),
            vertex_count: 3,
            base_vertex: 3 * u32::from(number),
        }
    }
}

fn batches(count: u8) -> Vec<impl Strategy<Value = Batch20>> {
    (0..count).map(batch).collect()
}

prop_compose! {
    fn descriptor()(
        tri_flags: u16,
        neighbours in uniform3(any::<u16>()),
        normal in uniform3(any::<i16>()),
        link: u16,
    ) -> TriangleDescriptor {
        TriangleDescriptor { tri_flags, neighbours, normal, link }
    }
}

prop_compose! {
    fn key()(
        position in uniform3(float()),
        time in float(),
        quaternion_wxyz in uniform4(any::<i16>()),
    ) -> Key24 {
        Key24 { position, time, quaternion_wxyz }
    }
}

prop_compose! {
    fn hall_way(nodes: u32)(
        vertices in vec((uniform3(float()), any::<u32>(), any::<u32>()), 0..3),
        links in vec((any::<u32>(), any::<u32>(), uniform8(any::<u32>())), 0..3),
    ) -> HallWay {
        let vertex = |(position, flags, node)| HallVertex { position, flags, node: node % nodes };
        let count = vertices.len() as u32;
        let link = |(from, to, gates)| HallLink { from: from % count, to: to % count, gates };
        HallWay {
            vertices: vertices.into_iter().map(vertex).collect(),
            links: if count == 0 { Vec::new() } else { links.into_iter().map(link).collect() },
        }
    }
}

/// Models of up to eight triangles, one to a batch, all batches in every slot.
fn parts() -> impl Strategy<Value = MshParts> {
    (0u8..8, 1u16..4, 1u16..6).prop_flat_map(|(triangles, slots, keys)| {
        let corners = usize::from(triangles) * 3;
        let tables = (
            nodes(keys, slots),
            vec(uniform3(float()), corners),
            vec(uniform4(any::<i8>()), corners),
            vec(proptest::array::uniform2(any::<u16>()), corners),
            batches(triangles),
            vec(descriptor(), usize::from(triangles)),
            vec(key(), usize::from(keys)),
            uniform5(any::<u32>()),
        );
        let rest = (
            (any::<u32>(), vec(any::<u16>(), 0..20)),
            vec(vec(1u8.., 0..9), 6),
            hall_way(1),
            vec(name(), 6),
            any::<bool>(),
        );
        (tables, rest).prop_map(move |(tables, rest)| {
            let (nodes, positions, normals, uv0, batches, descriptors, keys, opaque) = tables;
            let ((frame_count, words), mut labels, hall_way, mut node_names, lightmapped) = rest;
            labels.truncate(nodes.len());
            node_names.truncate(nodes.len());
            let slot = Slot68 {
                opaque,
                ..Slot68::around(&positions, 0..triangles.into(), 0..triangles.into())
            };
            MshParts {
                header: ModelHeader::around_box(slot.aabb_min, slot.aabb_max),
                slots: vec![slot; slots.into()],
                uv1: lightmapped.then(|| uv0.clone()),
                indices: [0, 1, 2].repeat(triangles.into()),
                frame_map: FrameMap { frame_count, words },
                lights: vec![LightRecord { words: [7; 12] }; usize::from(lightmapped)],
                nodes,
                positions,
                normals,
                uv0,
                batches,
                descriptors,
                keys,
                labels,
                node_names,
                hall_way,
                ..MshParts::new("model")
            }
        })
    })
}

fn name() -> impl Strategy<Value = FixedStr<32>> {
    uniform8(any::<[u8; 4]>()).prop_map(|words| {
        let mut bytes = [0; 32];
        bytes.copy_from_slice(words.as_flattened());
        FixedStr(bytes)
    })
}

prop_compose! {
    fn binding()(
        node: i32,
        [frame_a, frame_b, initial] in uniform3(float()),
        [origin_point, point] in any::<[i32; 2]>(),
        [rate, span] in proptest::array::uniform2(float()),
        flags: u32,
    ) -> Binding {
        Binding { node, frame_a, frame_b, initial, origin_point, point, rate, span, flags }
    }
}

prop_compose! {
    fn component()(
        class in 1..=30,
        node: i32,
        words in any::<[u32; 25]>(),
        archive in name(),
        member in name(),
        bindings in vec(any::<i32>(), 0..4),
        label in proptest::option::of(vec(any::<u8>(), 2..9)),
    ) -> ControlComponent {
        ControlComponent { class, node, words, archive, member, bindings, label }
    }
}

prop_compose! {
    fn command()(
        [condition, mask, invert, unk_20] in any::<[u32; 4]>(),
        action: i32,
        arguments: [u32; 4],
        archive in name(),
        member in name(),
    ) -> Command {
        Command { condition, mask, invert, action, arguments, unk_20, archive, member }
    }
}

prop_compose! {
    fn contact()(
        [point, command_list, unk_0c] in any::<[i32; 3]>(),
        flags: u32,
    ) -> Contact {
        Contact { point, flags, command_list, unk_0c }
    }
}

fn state(contacts: usize) -> impl Strategy<Value = ControlState> {
    (vec(any::<u32>(), 39), vec(contact(), contacts)).prop_map(|(words, contacts)| ControlState {
        words: words.try_into().unwrap(),
        contacts,
    })
}

prop_compose! {
    fn control()(contacts in 0usize..3, states in 0usize..4)(
        contact_count in Just(contacts as u32),
        parameters in any::<[u32; 27]>(),
        states in vec(state(contacts), states),
        costs in vec(any::<u32>(), states * states),
        bindings in vec(binding(), 0..4),
        components in vec(component(), 0..3),
        hooks in any::<[i32; 21]>(),
        command_lists in vec(vec(command(), 0..3), 0..3),
    ) -> Control {
        Control {
            contact_count, parameters, states, costs, bindings, components, hooks, command_lists,
        }
    }
}

/// A sound container with streams of random numbers and contents.
fn container() -> impl Strategy<Value = Vec<u8>> {
    let payload = vec(any::<u8>(), 0..200);
    vec((0u32..22, any::<[u8; 3]>(), payload), 0..18).prop_map(|streams| {
        let mut builder = NresBuilder::new();
        for (kind, attr, payload) in streams {
            builder
                .add(EntryType(kind), attr.map(u32::from), "x", payload)
                .unwrap();
        }
        builder.to_bytes().unwrap()
    })
}

proptest! {
    #[test]
    fn a_model_comes_back_from_its_bytes(parts in parts()) {
        let bytes = parts.to_bytes().unwrap();
        let mut warnings = Warnings::new();
        let msh = Msh::parse(&bytes, &mut warnings).unwrap();
        prop_assert!(warnings.is_empty(), "{:?}", warnings.list());
        prop_assert_eq!(msh.to_bytes().unwrap(), bytes);
        prop_assert_eq!(msh.nodes.as_slice(), parts.nodes);
        prop_assert_eq!(msh.header, parts.header);
        prop_assert_eq!(msh.slots, parts.slots);
        prop_assert_eq!(msh.positions, parts.positions);
        prop_assert_eq!(msh.normals, Some(parts.normals));
        prop_assert_eq!(msh.uv0, Some(parts.uv0));
        prop_assert_eq!(msh.indices, parts.indices);
        prop_assert_eq!(msh.batches, parts.batches);
        prop_assert_eq!(msh.descriptors, Some(parts.descriptors));
        prop_assert_eq!(msh.keys, parts.keys);
        prop_assert_eq!(msh.frame_map, Some(parts.frame_map));
        prop_assert_eq!(msh.node_names, Some(parts.node_names));
        prop_assert_eq!(msh.labels, Some(parts.labels));
        prop_assert_eq!(msh.hall_way, Some(parts.hall_way));
        prop_assert_eq!(msh.lights, parts.uv1.is_some().then_some(parts.lights));
        prop_assert_eq!(msh.uv1, parts.uv1);
    }

    #[test]
    fn a_controller_comes_back_from_its_bytes(control in control()) {
        let bytes = control.to_bytes().unwrap();
        prop_assert_eq!(Control::parse(&bytes, &mut Warnings::new()).unwrap(), control);
    }

    #[test]
    fn any_streams_are_safe(bytes in container()) {
        if let Ok(msh) = Msh::parse(&bytes, &mut Warnings::new()) {
            prop_assert_eq!(msh.to_bytes().unwrap(), bytes);
        }
    }

    #[test]
    fn any_bytes_are_safe(bytes in vec(any::<u8>(), 0..600)) {
        assert!(Msh::parse(&bytes, &mut Warnings::new()).is_err());
        if let Ok(control) = Control::parse(&bytes, &mut Warnings::new()) {
            prop_assert_eq!(control.to_bytes().unwrap(), bytes);
        }
    }

    #[test]
    fn any_tables_of_a_controller_are_safe(
        counts in uniform5(0u8..3),
        rest in vec(prop_oneof![4 => Just(0u8), 1 => any::<u8>()], 192..2000),
    ) {
        let mut bytes: Vec<u8> = counts.iter().flat_map(|c| u32::from(*c).to_le_bytes()).collect();
        bytes.extend(rest);
        if let Ok(control) = Control::parse(&bytes, &mut Warnings::new()) {
            prop_assert_eq!(control.to_bytes().unwrap(), bytes);
        }
    }
}
