//! Where the buildings of a mission stand.
//!
//! Spec: `04-mission-objects.md` 7.4.

use msh_format::base_plan::BasePlan;
use msh_format::tma::Tma;

use super::place::object_place;
use super::plan::Assembly;
use crate::assets::Assets;
use crate::problems::Problems;
use crate::scene::Object;
use crate::terrain::Footprint;

/// How many pairs of edges may be looked at for whether they cross, in all. A building of the game
/// needs a few thousand; of hostile plans every object would take seconds.
const MAX_PAIRS: usize = 1 << 28;

/// The footprint of every shown object whose root has a ground plan.
pub(crate) fn of_objects(
    tma: &Tma,
    (assemblies, of_object): (&[Assembly], &[Option<usize>]),
    objects: &[Object],
    assets: &Assets,
    problems: &mut Problems,
) -> Vec<Footprint> {
    let mut footprints = Vec::new();
    let mut pairs_left = MAX_PAIRS;
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
            let edges = edges(ground_plan);
            let Some(rest) = pairs_left.checked_sub(edges * edges) else {
                let message = "looking for crossings of all ground plans takes too long; the \
                               ground is not cut";
                problems.error(place, message);
                continue;
            };
            pairs_left = rest;
            let matrix = object.placement.matrix();
            let mut told = Problems::new();
            footprints.extend(Footprint::placed(ground_plan, &matrix, &place, &mut told));
            // A scale that flattens the plan has been told of.
            if object.placement.det_sign() != 0 {
                problems.extend(told);
            }
        }
    }
    footprints
}

/// How many edges a plan has; at most 128 rings of 256.
fn edges(plan: &BasePlan) -> usize {
    let inner = plan.inner.iter().map(|ring| ring.corners.len());
    inner.chain(plan.outer.iter().map(Vec::len)).sum()
}
