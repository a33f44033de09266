//! The wears of all components. Components with the same model and wear share them: a unit has
//! thousands of components, and a wear thousands of rows.
//!
//! Spec: `03-materials-textures.md` 8 and 9.

use std::collections::HashMap;
use std::sync::Arc;

use msh_format::wear::Wear;

use super::plan::{Assembly, PlannedComponent};
use crate::archive::MemberName;
use crate::assets::Assets;
use crate::library::WearTable;
use crate::paint::{Paint, PaintRequests, WearRequest};
use crate::problems::Problems;
use crate::wear_rules;

/// What was asked for.
pub(crate) struct Wears {
    /// Each once; the first is that of components without paint.
    requests: Vec<WearRequest>,
    /// For each assembly: the request of each component.
    of_components: Vec<Vec<usize>>,
}

/// What is known of the components with one model and wear.
struct Known {
    request: usize,
    /// What their places end in.
    name: String,
    /// Warnings at these places.
    warnings: Vec<String>,
}

impl Wears {
    /// Asks for the materials of every component, assembly by assembly.
    pub(crate) fn request(
        assemblies: &[Assembly],
        assets: &Assets,
        paint: &mut PaintRequests,
        problems: &mut Problems,
    ) -> Self {
        let mut requests = vec![WearRequest::default()];
        let mut known = HashMap::new();
        let mut of_component = |component: &PlannedComponent| {
            // Parts that are never drawn need no paint.
            let mesh = component.mesh.as_ref().filter(|_| component.is_drawn());
            let Some((mesh, model)) = mesh.and_then(|name| Some((name, assets.model(name)?)))
            else {
                return 0;
            };
            let wear = component.wear.as_ref();
            let key = (mesh.folded(), wear.map(MemberName::folded));
            let known = known.entry(key).or_insert_with(|| {
                let name = wear.map_or(model.name.clone(), ToString::to_string);
                let place = format!("{} -> {name}", component.place);
                let nothing = Wear::default();
                let (rows, warnings) = match wear.map(|wear| assets.wear(wear)) {
                    None => {
                        let warning = "the model has no wear; DEFAULT stands in".to_owned();
                        (&nothing, vec![warning])
                    }
                    Some(Some(wear)) => (wear, wear_rules::check(model, wear)),
                    // Whoever loaded it reports what is wrong with it.
                    Some(None) => (&nothing, Vec::new()),
                };
                requests.push(paint.wear(rows, model.used_wear_rows(), &place));
                Known {
                    request: requests.len() - 1,
                    name,
                    warnings,
                }
            });
            for warning in &known.warnings {
                problems.warning(format!("{} -> {}", component.place, known.name), warning);
            }
            known.request
        };
        let mut of_assembly =
            |assembly: &Assembly| assembly.components.iter().map(&mut of_component).collect();
        let of_components = assemblies.iter().map(&mut of_assembly).collect();
        Self {
            requests,
            of_components,
        }
    }

    /// The rows of every component of each assembly.
    pub(crate) fn tables(self, paint: &Paint) -> impl Iterator<Item = Vec<Arc<WearTable>>> {
        let table = |request| Arc::new(paint.wear_table(request));
        let tables: Vec<_> = self.requests.into_iter().map(table).collect();
        let of_assembly = move |components: Vec<usize>| {
            let tables = components
                .iter()
                .map(|request| Arc::clone(&tables[*request]));
            tables.collect()
        };
        self.of_components.into_iter().map(of_assembly)
    }
}
