//! Listing the ranges of a scene.
//!
//! Spec: `02-msh.md` 7, `04-mission-objects.md` 5.5, `08-render-notes.md` 9.

use std::sync::Arc;

use glam::{Mat4, Vec3};
use msh_format::msh::{Batch20, Nodes, batch_flags};

use super::{Cull, DrawList, DrawRange, PortalFade};
use crate::detail::{Detail, shown_slots};
use crate::library::{Library, Model, ModelId, TextureId, WearTable};
use crate::material::Material;
use crate::scene::{Component, Object, Scene};
use crate::terrain::GroundGroups;

impl DrawList {
    /// Every range of every drawn component: objects, components, nodes and batches in their
    /// order.
    #[must_use]
    pub fn of_scene(scene: &Scene, detail: Detail) -> Self {
        let mut list = Self {
            ranges: Vec::new(),
            ground: scene
                .terrain
                .as_ref()
                .map(GroundGroups::of)
                .unwrap_or_default(),
        };
        for (index, object) in scene.objects.iter().enumerate() {
            for (number, component) in object.components.iter().enumerate() {
                if let (true, Some(model)) = (component.drawn, component.model) {
                    let source = Source {
                        library: &scene.library,
                        id: model,
                        model: scene.library.model(model),
                        wear: &component.wear,
                        object: index as u32,
                        component: number as u32,
                        det_sign: object.placement.det_sign(),
                    };
                    list.add_component(&source, object, component, detail);
                }
            }
        }
        list
    }

    /// Moves the ranges of the components of `scene` that were posed anew since it was loaded; the
    /// list was made of this scene.
    pub fn follow(&mut self, scene: &Scene) {
        for range in &mut self.ranges {
            let object = scene.objects.get(range.object as usize);
            let component =
                object.and_then(|o| Some((o, o.components.get(range.component as usize)?)));
            if let Some((object, component)) = component.filter(|(_, c)| c.changed > 0) {
                let node = component.node_pose(range.node as usize).matrix();
                let model = scene.library.model(range.model);
                range.place(object.component_matrix(component) * node, model);
            }
        }
    }

    fn add_component(
        &mut self,
        source: &Source<'_>,
        object: &Object,
        component: &Component,
        detail: Detail,
    ) {
        let msh = &source.model.msh;
        let world = object.component_matrix(component);
        if let Nodes::Raw24(_) = &msh.nodes {
            // This layout has no node rules: every slot is drawn unposed.
            for slot in &msh.slots {
                self.add_batches(source, 0, slot.batch_range(), world);
            }
        }
        for (node, slot) in shown_slots(msh, detail) {
            let transform = world * component.node_pose(node).matrix();
            self.add_batches(source, node, msh.slots[slot].batch_range(), transform);
        }
    }

    fn add_batches(
        &mut self,
        source: &Source<'_>,
        node: usize,
        batches: std::ops::Range<usize>,
        transform: Mat4,
    ) {
        // The reader checked that every slot's batches exist.
        self.ranges
            .extend(batches.map(|batch| source.range(node, batch, transform)));
    }
}

/// What the ranges of one component have in common.
struct Source<'a> {
    library: &'a Library,
    id: ModelId,
    model: &'a Model,
    wear: &'a WearTable,
    object: u32,
    component: u32,
    det_sign: i8,
}

impl Source<'_> {
    fn range(&self, node: usize, batch: usize, transform: Mat4) -> DrawRange {
        let record = &self.model.msh.batches[batch];
        let material = self.wear.materials.get(record.material_index as usize);
        let material = material.map_or_else(
            || Arc::new(Material::plain("DEFAULT")),
            |id| Arc::clone(self.library.material(*id)),
        );
        let mut range = DrawRange {
            object: self.object,
            component: self.component,
            node: node as u32,
            batch: batch as u32,
            model: self.id,
            first_index: record.index_start,
            index_count: u32::from(record.index_count),
            base_vertex: record.base_vertex,
            transform,
            det_sign: self.det_sign,
            cull: Cull::of(record, self.det_sign),
            see_through: record.has(batch_flags::PORTAL | batch_flags::SEE_THROUGH),
            material,
            lightmap: self.lightmap(record),
            portal: PortalFade::of(record),
            first_face: None,
            tests_first_face: record.has(batch_flags::FIRST_FACE_TEST)
                && !record.has(batch_flags::TWO_SIDED),
            corners: [Vec3::ZERO; 8],
        };
        range.place(transform, self.model);
        range
    }

    /// A batch is lightmapped if it names a row, the model has UV1, and the lightmap was loaded
    /// (`03-materials-textures.md` 9).
    fn lightmap(&self, record: &Batch20) -> Option<TextureId> {
        let row = usize::from(record.lightmap()?);
        self.model.msh.uv1.as_ref()?;
        *self.wear.lightmaps.get(row)?
    }
}
