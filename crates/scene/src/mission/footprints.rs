//! Where the buildings of a mission stand.
//!
//! Spec: `04-mission-objects.md` 7.4.

use msh_format::tma::Tma;

use super::place::object_place;
use super::plan::Assembly;
use crate::assets::Assets;
use crate::problems::Problems;
use crate::scene::Object;
use crate::terrain::Footprint;

/// The footprint of every shown object whose root has a ground plan.
pub(crate) fn of_objects(
    tma: &Tma,
    (assemblies, of_object): (&[Assembly], &[Option<usize>]),
    objects: &[Object],
    assets: &Assets,
    problems: &mut Problems,
) -> Vec<Footprint> {
    let mut footprints = Vec::new();
    let planned = of_object.iter().zip(&tma.objects);
    for (index, ((assembly, stored), object)) in planned.zip(objects).enumerate() {
        let root = assembly.and_then(|i| assemblies[i].components.first());
        let Some(name) = root.and_then(|root| root.ground_plan.as_ref()) else {
            continue;
        };
        if object.components.is_empty() {
            continue;
        }
        if let Some(ground_plan) = assets.ground_plan(name) {
            let place = format!("{} -> {name}", object_place(index, stored));
            let matrix = object.placement.matrix();
            footprints.extend(Footprint::placed(ground_plan, &matrix, &place, problems));
        }
    }
    footprints
}
