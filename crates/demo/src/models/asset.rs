//! A model with everything that belongs to it in its archive, and the keys that lead to it.

use std::collections::BTreeSet;

use anyhow::Result;
use msh_format::base_plan::BasePlan;
use msh_format::control::Control;
use msh_format::damage::{DamageTable, NodeDamage};
use msh_format::nres::{EntryType, NresBuilder};
use msh_format::points::{ControlPoint, ControlPoints};
use msh_format::prototype::{Prototype, Reference};
use msh_format::text::FixedStr;
use msh_format::wear::Wear;

use super::kit::{Model, Vec3, encode, v};

/// Archive of the prototypes.
pub(super) const OBJECTS: &str = "objects.rlb";

/// A named controller.
pub(super) type NamedControl = (&'static str, Control);

/// A key of `objects.rlb` that leads to a model.
#[derive(Debug, Clone)]
struct Key {
    name: &'static str,
    tag: &'static [u8; 4],
    /// Stem of its controller.
    control: Option<&'static str>,
    /// Number of references; what the model does not fill stays empty.
    references: usize,
}

/// A model and its companions.
#[derive(Debug)]
pub(super) struct Asset {
    /// Archive it lies in.
    pub archive: &'static str,
    /// Name of its members without extension.
    pub stem: &'static str,
    /// The model.
    pub model: Model,
    /// Lightmap page its wear names, and the page's side in texels.
    pub lightmap: Option<(&'static str, usize)>,
    controls: Vec<NamedControl>,
    points: Vec<ControlPoint>,
    /// Flags, hit points and density of every node.
    damage: (u32, f32, f32),
    plan: Option<BasePlan>,
    keys: Vec<Key>,
    /// Key of the `FORT` record above the model's own.
    fort: Option<&'static str>,
}

impl Asset {
    /// A model without companions and keys.
    pub(super) fn new(archive: &'static str, stem: &'static str, model: Model) -> Self {
        Self {
            archive,
            stem,
            model,
            lightmap: None,
            controls: Vec::new(),
            points: vec![point("Root", 0, Vec3::ZERO, v(0.0, 1.0, 0.0))],
            damage: (0, 500.0, 1000.0),
            plan: None,
            keys: Vec::new(),
            fort: None,
        }
    }

    /// Adds a key without a controller.
    pub(super) fn key(mut self, name: &'static str, tag: &'static [u8; 4]) -> Self {
        let references = match tag {
            b"STAT" => 6,
            b"BTLU" => 7,
            _ => 5,
        };
        self.keys.push(Key {
            name,
            tag,
            control: None,
            references,
        });
        self
    }

    /// Gives the last key a controller; one of an earlier key may be named again.
    pub(super) fn control(mut self, stem: &'static str, control: Control) -> Self {
        if let Some(key) = self.keys.last_mut() {
            key.control = Some(stem);
        }
        if self.controls.iter().all(|(known, _)| *known != stem) {
            self.controls.push((stem, control));
        }
        self
    }

    /// Adds a control point.
    pub(super) fn point(mut self, name: &str, node: usize, at: Vec3, direction: Vec3) -> Self {
        self.points.push(point(name, node, at, direction));
        self
    }

    /// Sets flags, hit points and density of the damage table.
    pub(super) fn durability(mut self, flags: u32, hit_points: f32, density: f32) -> Self {
        self.damage = (flags, hit_points, density);
        self
    }

    /// Makes a building of it: a `FORT` record above the model's own, and a ground plan.
    pub(super) fn building(mut self, key: &'static str, plan: BasePlan) -> Self {
        self.fort = Some(key);
        self.plan = Some(plan);
        self
    }

    /// Names the lightmap page and sets its side in texels, 128 or 256.
    pub(super) fn lit_by(mut self, page: &'static str, size: usize) -> Self {
        self.lightmap = Some((page, size));
        self
    }

    /// Appends the members to the asset's archive; a controller that others share is written once.
    pub(super) fn write_members(
        &self,
        archive: &mut NresBuilder,
        shared: &mut BTreeSet<&'static str>,
    ) -> Result<()> {
        let stem = self.stem;
        let encoded = encode(&self.model, stem)?;
        let lightmaps: Vec<&str> = self.lightmap.iter().map(|(name, _)| *name).collect();
        let wear = Wear::from_names(&encoded.materials, &lightmaps)?;
        let mut member = |tag: &[u8; 4], attr3: u32, name: String, bytes: Vec<u8>| {
            archive.add(EntryType::tag(*tag), [0, 0, attr3], &name, bytes)
        };
        member(b"MESH", 0, format!("{stem}.msh"), encoded.bytes)?;
        member(b"WEAR", 1, format!("{stem}.wea"), wear.to_bytes()?)?;
        let points = ControlPoints {
            points: self.points.clone(),
        };
        member(b"CTPT", 0, format!("{stem}.cpt"), points.to_bytes()?)?;
        member(
            b"NDPR",
            0,
            format!("{stem}.ndp"),
            self.damage_table().to_bytes()?,
        )?;
        for (control_stem, control) in &self.controls {
            if shared.insert(control_stem) {
                member(
                    b"CTLD",
                    1,
                    format!("{control_stem}.ctl"),
                    control.to_bytes()?,
                )?;
            }
        }
        if let Some(plan) = &self.plan {
            member(b"BASE", 0, format!("{stem}.bas"), plan.to_bytes()?)?;
        }
        Ok(())
    }

    fn damage_table(&self) -> DamageTable {
        let (flags, hit_points, density) = self.damage;
        let node = NodeDamage {
            flags,
            hit_points,
            density,
            archive: FixedStr::default(),
            member: FixedStr::default(),
        };
        DamageTable {
            nodes: vec![node; self.model.nodes.len()],
        }
    }

    /// The records that lead here, by key.
    pub(super) fn prototypes(&self) -> Result<Vec<(&'static str, Prototype)>> {
        let mut records = Vec::new();
        if let (Some(fort), Some(key)) = (self.fort, self.keys.first()) {
            let slots = vec![
                Reference::new(OBJECTS, key.name)?,
                Reference::new(self.archive, &format!("{}.bas", self.stem))?,
            ];
            let tag = EntryType::tag(*b"FORT");
            records.push((fort, Prototype { tag, slots }));
        }
        for key in &self.keys {
            let mut slots = Vec::new();
            for extension in ["msh", "wea", "cpt", "ndp"] {
                let member = format!("{}.{extension}", self.stem);
                slots.push(Reference::new(self.archive, &member)?);
            }
            if let Some(control) = key.control {
                slots.push(Reference::new(self.archive, &format!("{control}.ctl"))?);
            }
            slots.resize(key.references, Reference::default());
            let tag = EntryType::tag(*key.tag);
            records.push((key.name, Prototype { tag, slots }));
        }
        Ok(records)
    }
}

fn point(name: &str, node: usize, at: Vec3, direction: Vec3) -> ControlPoint {
    let node = i32::try_from(node).unwrap_or(0);
    ControlPoint {
        flags: 0,
        node,
        carrier: node,
        position: at.to_array(),
        direction: direction.to_array(),
        // Names in this crate are short ASCII; a longer one would be left out.
        name: FixedStr::new(name).unwrap_or_default(),
    }
}
