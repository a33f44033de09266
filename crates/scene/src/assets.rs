//! Models, wears, controllers and ground plans by name: each parsed once, models in parallel.

use std::sync::Arc;

use msh_format::base_plan::BasePlan;
use msh_format::control::Control;
use msh_format::msh::Msh;
use msh_format::wear::Wear;
use msh_format::{Warnings, text};
use rayon::prelude::*;

use crate::archive::{Archives, MemberName};
use crate::error::{Error, Result};
use crate::library::Model;
use crate::problems::Problems;
use crate::requests::Requests;
use crate::root::GameRoot;

/// Names of the members that components use.
#[derive(Debug, Default)]
pub(crate) struct AssetRequests {
    models: Requests<MemberName>,
    wears: Requests<MemberName>,
    controls: Requests<MemberName>,
    ground_plans: Requests<MemberName>,
}

impl AssetRequests {
    pub(crate) fn model(&mut self, name: &MemberName, place: &str) {
        self.models.add(name.folded(), name, place);
    }

    pub(crate) fn wear(&mut self, name: &MemberName, place: &str) {
        self.wears.add(name.folded(), name, place);
    }

    pub(crate) fn control(&mut self, name: &MemberName, place: &str) {
        self.controls.add(name.folded(), name, place);
    }

    pub(crate) fn ground_plan(&mut self, name: &MemberName, place: &str) {
        self.ground_plans.add(name.folded(), name, place);
    }

    /// How many models, wears and controllers were asked for.
    pub(crate) fn counts(&self) -> [usize; 3] {
        let count = |requests: &Requests<MemberName>| requests.list().len();
        [&self.models, &self.wears, &self.controls].map(count)
    }
}

/// What was loaded; `None` for what is missing or broken.
#[derive(Debug)]
pub(crate) struct Assets {
    requests: AssetRequests,
    models: Vec<Option<Arc<Model>>>,
    wears: Vec<Option<Wear>>,
    controls: Vec<Option<Control>>,
    ground_plans: Vec<Option<BasePlan>>,
}

impl Assets {
    /// Loads everything that was asked for.
    pub(crate) fn load(
        root: &GameRoot,
        archives: &Archives,
        requests: AssetRequests,
        problems: &mut Problems,
    ) -> Self {
        let models = load_all(
            root,
            archives,
            ("the model", &requests.models),
            problems,
            |name, bytes, w| {
                let msh = Msh::parse(bytes, w)?;
                Model::new(name.to_string(), Arc::new(msh)).map(Arc::new)
            },
        );
        let wears = load_all(
            root,
            archives,
            ("the wear", &requests.wears),
            problems,
            |_, bytes, w| Wear::parse(bytes, w),
        );
        let controls = load_all(
            root,
            archives,
            ("the controller", &requests.controls),
            problems,
            |_, bytes, w| Control::parse(bytes, w),
        );
        let ground_plans = load_all(
            root,
            archives,
            ("the ground plan", &requests.ground_plans),
            problems,
            |_, bytes, w| BasePlan::parse(bytes, w),
        );
        Self {
            requests,
            models,
            wears,
            controls,
            ground_plans,
        }
    }

    pub(crate) fn model(&self, name: &MemberName) -> Option<&Arc<Model>> {
        self.models[self.requests.models.find(&name.folded())?].as_ref()
    }

    pub(crate) fn wear(&self, name: &MemberName) -> Option<&Wear> {
        self.wears[self.requests.wears.find(&name.folded())?].as_ref()
    }

    /// Every wear that could be read, and where problems of what it names are.
    pub(crate) fn all_wears(&self) -> impl Iterator<Item = (&Wear, String)> {
        let requests = self.requests.wears.list();
        let read = self.wears.iter().zip(requests);
        read.filter_map(|(wear, request)| {
            let place = format!("{} -> {}", request.place, request.name);
            Some((wear.as_ref()?, place))
        })
    }

    pub(crate) fn control(&self, name: &MemberName) -> Option<&Control> {
        self.controls[self.requests.controls.find(&name.folded())?].as_ref()
    }

    pub(crate) fn ground_plan(&self, name: &MemberName) -> Option<&BasePlan> {
        self.ground_plans[self.requests.ground_plans.find(&name.folded())?].as_ref()
    }
}

fn load_all<T: Send>(
    root: &GameRoot,
    archives: &Archives,
    (what, requests): (&'static str, &Requests<MemberName>),
    problems: &mut Problems,
    parse: impl Fn(&MemberName, &[u8], &mut Warnings) -> msh_format::Result<T> + Sync,
) -> Vec<Option<T>> {
    let loaded: Vec<(Result<T>, Warnings)> = requests
        .list()
        .par_iter()
        .map(|request| {
            let mut warnings = Warnings::new();
            let value = load_member(root, archives, what, &request.name, |bytes| {
                parse(&request.name, bytes, &mut warnings)
            });
            (value, warnings)
        })
        .collect();
    loaded
        .into_iter()
        .zip(requests.list())
        .map(|((value, warnings), request)| {
            problems.reader(&format!("{} -> {}", request.place, request.name), &warnings);
            value
                .map_err(|error| problems.error(&*request.place, error))
                .ok()
        })
        .collect()
}

/// Parses one member; errors name archive and entry. `what` it is, for the one that is missing.
///
/// # Errors
/// The archive or member is missing, or one of them is broken.
pub(crate) fn load_member<T>(
    root: &GameRoot,
    archives: &Archives,
    what: &'static str,
    name: &MemberName,
    parse: impl FnOnce(&[u8]) -> msh_format::Result<T>,
) -> Result<T> {
    let Some((archive, index)) = archives.find(root, name)? else {
        return Err(Error::Missing {
            what,
            path: name.to_string(),
            hint: String::new(),
        });
    };
    let value = parse(archive.payload(index)?).map_err(|e| {
        e.in_file(&*archive.name)
            .in_entry(text::decode(&name.member))
    })?;
    Ok(value)
}
