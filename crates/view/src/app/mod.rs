//! The window: turns events into actions, flies the camera, and draws when something changed.

mod actions;
mod events;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use msh_renderer::{DrawOutcome, RendererError};
use msh_scene::camera::Camera;
use msh_scene::draw_list::FrameDraws;
use msh_scene::problems::Problem;
use winit::dpi::{LogicalSize, PhysicalSize, Size};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::window::Window;

use crate::args::CommandLine;
use crate::canvas::Canvas;
use crate::clock::Clock;
use crate::commands::{Action, keys_of};
use crate::daytime::Daytime;
use crate::flight;
use crate::input::Input;
use crate::look::Look;
use crate::pilot::Pilot;
use crate::stage::{Show, Stage};
use crate::timing::Steps;
use crate::ui::{Contents, Counts, Notices, Status, Ui};
use crate::values::{self, CameraText};

/// How long the notice of problems stays.
const PROBLEMS_LAST: Duration = Duration::from_secs(8);
/// The longest step of time, seconds: after a pause no clock jumps.
const LONGEST_STEP: f64 = 0.25;

/// Shows `stage` until the user quits; gives the number of messages of the validation layer.
///
/// # Errors
/// The window or the device cannot be opened, or the device is lost twice.
pub(crate) fn run(
    event_loop: EventLoop<()>,
    line: &CommandLine,
    stage: &mut Stage,
    daytime: Daytime,
    steps: Steps,
) -> Result<u32> {
    event_loop.set_control_flow(ControlFlow::Wait);
    let mut app = App::new(line, stage, daytime, steps);
    event_loop
        .run_app(&mut app)
        .context("the display is gone")?;
    tracing::info!(
        "{} frames, last camera {}",
        app.frames,
        CameraText::of(&app.camera)
    );
    let messages = app.canvas.as_ref().map(Canvas::validation_messages);
    // The validation layer reports leaks when the device is gone.
    app.canvas = None;
    match app.failure {
        Some(failure) => Err(failure),
        None => Ok(messages.map_or(0, |messages| messages.count())),
    }
}

/// Longest name in a title, characters. Window systems refuse or cut off much longer ones.
const TITLE_LENGTH: usize = 200;

/// The window's title for a scene of this name.
fn title(scene: &str) -> String {
    let mut rest = scene.chars();
    let name: String = rest.by_ref().take(TITLE_LENGTH).collect();
    match (&*name, rest.next()) {
        ("", _) => "msh-view".into(),
        (name, None) => format!("{name} - msh-view"),
        (name, Some(_)) => format!("{name}.. - msh-view"),
    }
}

struct App<'a> {
    line: &'a CommandLine,
    stage: &'a mut Stage,
    steps: Steps,
    canvas: Option<Canvas>,
    notices: Notices,
    ui: Ui,
    /// When what is shown over the scene changes by itself; counted like [`App::now`].
    ui_due: Option<Duration>,
    window: Option<Arc<Window>>,
    camera: Camera,
    start: Camera,
    look: Look,
    pilot: Pilot,
    daytime: Daytime,
    clock: Clock,
    /// When time last passed, while it does.
    played: Option<Instant>,
    show: Show,
    /// Those of the last frame, for the next to reuse.
    draws: FrameDraws,
    input: Input,
    started: Instant,
    /// How long the last frame took.
    frame_time: Duration,
    frames: u32,
    /// The device was lost once; the second time is the end.
    lost: bool,
    failure: Option<anyhow::Error>,
}

impl<'a> App<'a> {
    fn new(line: &'a CommandLine, stage: &'a mut Stage, daytime: Daytime, steps: Steps) -> Self {
        let camera = stage.camera(&line.camera);
        let pilot = stage.pilot(!line.window.no_collision);
        Self {
            line,
            stage,
            steps,
            canvas: None,
            notices: Notices::default(),
            ui: Ui::default(),
            ui_due: None,
            window: None,
            camera,
            start: camera,
            look: Look::of(&line.look),
            pilot,
            daytime,
            clock: Clock::new(line.frame.clock, line.window.play),
            played: None,
            show: line.frame.show(),
            draws: FrameDraws::default(),
            input: Input::default(),
            started: Instant::now(),
            frame_time: Duration::ZERO,
            frames: 0,
            lost: false,
            failure: None,
        }
    }

    fn open(&mut self, event_loop: &ActiveEventLoop) -> Result<()> {
        let size: Size = match self.line.camera.size {
            Some(size) => PhysicalSize::new(size.width, size.height).into(),
            None => {
                let size = values::Size::DEFAULT;
                LogicalSize::new(size.width, size.height).into()
            }
        };
        let attributes = Window::default_attributes()
            .with_title(self.title())
            .with_inner_size(size);
        let window = event_loop
            .create_window(attributes)
            .context("no window can be opened")?;
        let window = Arc::new(window);
        self.steps.done("window");
        let canvas = Canvas::new(&window, self.line, self.stage, &mut self.steps)?;
        if let Some(refusal) = canvas.fit(&mut self.look) {
            tracing::warn!("{refusal}");
        }
        self.canvas = Some(canvas);
        window.request_redraw();
        self.window = Some(window);
        self.announce_problems();
        Ok(())
    }

    /// What is missing from the picture is said in the picture.
    fn announce_problems(&mut self) {
        let counts = Counts::of(self.stage.scene.problems.list());
        if counts.errors > 0 {
            let key = keys_of(Action::Problems);
            let text = format!("{counts} in the data: {key} lists them");
            self.notices.show_for("problems", text, PROBLEMS_LAST);
        }
    }

    fn title(&self) -> String {
        title(&self.stage.scene.title)
    }

    /// Keeps the first failure for the end of the program.
    fn finish(&mut self, event_loop: &ActiveEventLoop, result: Result<()>) {
        if let Err(error) = result {
            self.failure.get_or_insert(error);
            event_loop.exit();
        }
    }

    fn redraw(&self) {
        if let Some(window) = &self.window {
            window.request_redraw();
        }
    }

    /// Time since the window was asked for.
    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    /// Turns the camera by what the mouse moved since the last time. True if it did.
    fn look(&mut self) -> bool {
        let before = self.camera;
        flight::look(&mut self.camera, self.input.take_motion());
        self.camera != before
    }

    /// Turns and moves the camera for the next frame. True while it goes on.
    fn fly(&mut self) -> bool {
        let turned = self.look();
        let (scene, wish, now) = (&self.stage.scene, self.input.wish(), self.now());
        let moving = self.pilot.fly(scene, &mut self.camera, wish, now);
        self.tell();
        moving || turned
    }

    /// Shows what blocks the flight, and what was found to be wrong on it.
    fn tell(&mut self) {
        if let Some(label) = self.pilot.blocked_by() {
            self.notices.show("blocked", format!("blocked by {label}"));
        }
        for Problem { place, message, .. } in self.pilot.take_problems() {
            tracing::warn!("{place}: {message}");
            self.notices
                .show("collision", format!("{place}: {message}"));
        }
    }

    /// Lets the day and the animation go on by the time since the last frame. True while one of
    /// them does.
    fn play(&mut self) -> bool {
        let day = self.daytime.is_playing();
        let animation = self.animates();
        let now = Instant::now();
        let seconds = self.played.map_or(0.0, |then| (now - then).as_secs_f64());
        let seconds = seconds.min(LONGEST_STEP);
        self.played = (day || animation).then_some(now);
        if day {
            self.daytime.pass(&self.stage.scene, seconds);
            self.show_daytime();
        }
        if animation {
            self.clock.pass(seconds);
            self.show.clock_ms = self.clock.ms();
            self.stage.animate(self.show.clock_ms);
        }
        day || animation
    }

    /// True while the clock runs and something follows it that is in the last frame, or may be in
    /// the next.
    fn animates(&self) -> bool {
        self.clock.runs && (self.stage.moves() || self.draws.moving)
    }

    fn draw(&mut self, event_loop: &ActiveEventLoop) -> Result<()> {
        // The camera flies among things as they stand in this frame.
        let moving = self.play() | self.fly();
        let now = self.now();
        let (Some(canvas), Some(window)) = (&mut self.canvas, &self.window) else {
            return Ok(());
        };
        let mut draws = std::mem::take(&mut self.draws);
        let (size, sides) = (canvas.size(), self.look.style.sides);
        self.stage
            .draws_into(&self.camera, size, self.show, sides, &mut draws);
        let contents = Contents {
            notices: &self.notices,
            problems: self.stage.scene.problems.list(),
            status: Status {
                camera: &self.camera,
                speed: self.pilot.speed(),
                draws: &draws,
                frame: self.frame_time,
                on_device: canvas.times().device,
                device: canvas.device(),
            },
        };
        let ui = self.ui.draw(window, contents);
        self.ui_due = ui.again_after.map(|delay| now + delay);
        let drawn = canvas.set_ui(ui.layer).and_then(|()| {
            canvas.draw(
                self.stage,
                &self.camera,
                &self.look,
                &self.daytime,
                &draws,
                moving,
            )
        });
        self.frame_time = self.now() - now;
        self.draws = draws;
        match drawn {
            Ok(DrawOutcome::Presented) => {
                self.pilot.frame_shown();
                self.count_frame(event_loop, moving || self.animates());
            }
            // The step of this frame is made already.
            Ok(DrawOutcome::Retry) => self.redraw(),
            Ok(DrawOutcome::Hidden) => {
                self.pilot.pause();
                self.played = None;
            }
            Err(RendererError::DeviceLost) if !self.lost => self.reopen()?,
            Err(error) => return Err(error).context("the picture cannot be drawn"),
        }
        Ok(())
    }

    fn count_frame(&mut self, event_loop: &ActiveEventLoop, moving: bool) {
        self.frames += 1;
        tracing::debug!("frame {} done", self.frames);
        if self.frames == 1 {
            self.steps.finish("first frame");
        }
        let last = self.line.picture.frames.map(u32::from);
        if last.is_some_and(|last| self.frames >= last) {
            event_loop.exit();
        } else if moving || last.is_some() || self.frames == 1 {
            // The second frame is for Wayland, which may have shown the first in another size.
            self.redraw();
        }
    }

    /// Makes everything on the device anew after it was lost (sleep, driver update).
    fn reopen(&mut self) -> Result<()> {
        tracing::warn!("the graphics device was lost; starting it again");
        self.lost = true;
        self.canvas = None;
        self.ui.restart();
        if let Some(window) = &self.window {
            let canvas = Canvas::new(window, self.line, self.stage, &mut self.steps);
            self.canvas = Some(canvas.context("the graphics device was lost")?);
            window.request_redraw();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn a_title_is_short_whatever_the_mission_says() {
        assert_eq!(title(""), "msh-view");
        assert_eq!(title("Остров"), "Остров - msh-view");
        let long = title(&"Ж".repeat(1 << 20));
        assert_eq!(long, format!("{}.. - msh-view", "Ж".repeat(200)));
    }
}
