//! A scene and its draw list, opened as the command line says.

use anyhow::{Context, Result, bail};
use msh_format::msh::{Lod, State};
use msh_scene::animation::Animation;
use msh_scene::camera::Camera;
use msh_scene::draw_list::{Detail, DrawList, FrameDraws, FrameInput, Sides};
use msh_scene::model_scene::{self, ModelSource};
use msh_scene::problems::{Problem, Severity};
use msh_scene::root::GameRoot;
use msh_scene::scene::Scene;

use crate::args::{CameraArgs, FrameArgs, SceneArgs};
use crate::output::Usage;
use crate::pilot::Pilot;
use crate::source::{Location, Source, find};
use crate::target::Target;
use crate::values::Size;

/// What is shown of a stage, and at which moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Show {
    /// The clock of animation, milliseconds.
    pub(crate) clock_ms: u32,
    /// Quads in doorways that fade in with the distance.
    pub(crate) portals: bool,
}

/// What is shown.
#[derive(Debug)]
pub(crate) struct Stage {
    /// Objects, ground, light.
    pub(crate) scene: Scene,
    /// What is drawn of it.
    pub(crate) list: DrawList,
    animation: Animation,
    detail: Detail,
}

impl Stage {
    /// Opens `target`. Says on standard error what is wrong with it.
    ///
    /// # Errors
    /// It cannot be opened at all.
    pub(crate) fn open(target: &Target, args: &SceneArgs) -> Result<Self> {
        let scene = match target {
            Target::Mission(_) if args.wear.is_some() => {
                return Err(Usage("--wear is for a single model, and PATH is a mission").into());
            }
            Target::Mission(mission) => mission
                .open(args.root.static_animation_frame)
                .context("cannot open the mission")?,
            Target::File(location) => open_model(location, args)?,
        };
        report(scene.problems.list());
        for step in &scene.steps {
            tracing::info!("{}: {:.1} ms", step.name, step.time.as_secs_f64() * 1000.0);
        }
        let detail = Detail {
            state: State::new(args.state).unwrap_or_default(),
            lod: args.lod.and_then(Lod::new).unwrap_or_default(),
        };
        let list = DrawList::of_scene(&scene, detail);
        // One frame for all is one frame for ever.
        let animation = match args.root.static_animation_frame {
            Some(_) => Animation::default(),
            None => Animation::of_scene(&scene),
        };
        Ok(Self {
            scene,
            list,
            animation,
            detail,
        })
    }

    /// The camera that the command line asks for, or the scene's own.
    pub(crate) fn camera(&self, args: &CameraArgs) -> Camera {
        let start = self.scene.start_camera;
        let fov = args.fov.map_or(start.fov, |fov| fov.radians);
        match args.camera {
            Some(text) => text.camera(fov),
            None => Camera { fov, ..start },
        }
    }

    /// Someone to fly the camera, at a speed that suits the size of the scene; `collides`: ground
    /// and buildings stop it.
    pub(crate) fn pilot(&self, collides: bool) -> Pilot {
        let speed = match self.scene.terrain {
            Some(_) => 40.0,
            // The start camera frames the model: fly past it in a few seconds.
            None => self.scene.start_camera.position.length() * 0.4,
        };
        Pilot::new(&self.scene, self.detail, speed, collides)
    }

    /// True if models move.
    pub(crate) fn moves(&self) -> bool {
        !self.animation.is_empty()
    }

    /// Stands the models as the clock of animation says.
    pub(crate) fn animate(&mut self, clock_ms: u32) {
        self.animation.pose(&mut self.scene, clock_ms);
        self.list.follow(&self.scene);
    }

    /// Stands the models as the command line says, if it names a moment.
    pub(crate) fn show_moment(&mut self, args: &FrameArgs) {
        if let Some(clock_ms) = args.clock {
            self.animate(clock_ms);
        }
    }

    /// What a frame of this size draws.
    pub(crate) fn draws(
        &self,
        camera: &Camera,
        size: Size,
        show: Show,
        sides: Sides,
    ) -> FrameDraws {
        let mut draws = FrameDraws::default();
        self.draws_into(camera, size, show, sides, &mut draws);
        draws
    }

    /// As [`draws`](Self::draws), in the place of an earlier frame.
    pub(crate) fn draws_into(
        &self,
        camera: &Camera,
        size: Size,
        show: Show,
        sides: Sides,
        draws: &mut FrameDraws,
    ) {
        let input = FrameInput {
            camera: *camera,
            aspect: size.aspect(),
            clock_ms: show.clock_ms,
            portals: show.portals,
            sides,
        };
        self.list.frame_into(&input, draws);
    }
}

/// Logs what is wrong: errors each, warnings each only with `-v`.
fn report(problems: &[Problem]) {
    let mut warnings = 0;
    for Problem {
        severity,
        place,
        message,
        ..
    } in problems
    {
        match severity {
            Severity::Error => tracing::error!("{place}: {message}"),
            Severity::Warning => {
                warnings += 1;
                tracing::info!("warning: {place}: {message}");
            }
        }
    }
    if warnings > 0 && !tracing::enabled!(tracing::Level::INFO) {
        tracing::warn!("warnings about the data: {warnings}; -v lists them");
    }
}

fn open_model(location: &Location, args: &SceneArgs) -> Result<Scene> {
    let source = Source::read(location)?;
    if let Some(first) = source.models().first() {
        let name = &source.name;
        bail!("{name} is an archive; name a model in it, such as {name}::{first}");
    }
    let wear = match &args.wear {
        Some(wear) => Some(Source::open(wear)?),
        None => Source::sibling(location, "wea")?,
    };
    // A model without a game root is shown all the same, in plain colours.
    let root = match &args.root.root {
        Some(root) => Some(GameRoot::open(&find(root)?)?),
        None => GameRoot::above(&location.file).ok().map(|(root, _)| root),
    };
    let model = ModelSource {
        name: source.name,
        model: source.bytes,
        wear: wear.map(|wear| (wear.name, wear.bytes)),
    };
    let frame = args.root.static_animation_frame;
    model_scene::open(&model, root.as_ref(), frame).context("cannot open the model")
}
