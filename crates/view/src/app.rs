//! The window: turns events into actions, flies the camera, and draws when something changed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use msh_renderer::{DrawOutcome, RendererError};
use msh_scene::camera::Camera;
use msh_scene::draw_list::FrameDraws;
use msh_scene::glam::Vec2;
use msh_scene::problems::Problem;
use winit::application::ApplicationHandler;
use winit::dpi::{LogicalSize, PhysicalSize, Size};
use winit::event::{
    DeviceEvent, DeviceId, ElementState, KeyEvent, MouseButton, MouseScrollDelta, WindowEvent,
};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::keyboard::PhysicalKey;
use winit::window::{CursorGrabMode, Window, WindowId};

use crate::args::{CommandLine, SkyArgs};
use crate::canvas::Canvas;
use crate::commands::{Action, keys_of};
use crate::daytime::{self, Daytime};
use crate::flight;
use crate::input::Input;
use crate::look::{Look, Switch};
use crate::output;
use crate::picture;
use crate::pilot::Pilot;
use crate::stage::{Show, Stage};
use crate::timing::Steps;
use crate::ui::{Contents, Counts, Notices, Panel, Status, Ui};
use crate::values::{self, CameraText};

/// How long the notice of problems stays.
const PROBLEMS_LAST: Duration = Duration::from_secs(8);
/// The longest step of the day, seconds: after a pause the clock does not jump.
const LONGEST_STEP: f32 = 0.25;
/// Pixels of a touchpad that count as one notch of a wheel.
const PIXELS_PER_NOTCH: f64 = 40.0;

/// Shows `stage` until the user quits; gives the number of messages of the validation layer.
///
/// # Errors
/// The window or the device cannot be opened, or the device is lost twice.
pub(crate) fn run(
    event_loop: EventLoop<()>,
    line: &CommandLine,
    stage: &Stage,
    daytime: Daytime<'_>,
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

struct App<'a> {
    line: &'a CommandLine,
    stage: &'a Stage,
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
    daytime: Daytime<'a>,
    /// When the day last passed, while it does.
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
    fn new(line: &'a CommandLine, stage: &'a Stage, daytime: Daytime<'a>, steps: Steps) -> Self {
        let camera = stage.camera(&line.camera);
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
            pilot: stage.pilot(!line.flight.no_collision),
            daytime,
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
        match &*self.stage.scene.title {
            "" => "msh-view".into(),
            title => format!("{title} - msh-view"),
        }
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

    /// Lets the day pass by the time since the last frame. True while it goes on.
    fn play(&mut self) -> bool {
        let playing = self.daytime.is_playing();
        let now = Instant::now();
        let seconds = self.played.map_or(0.0, |then| (now - then).as_secs_f32());
        self.played = playing.then_some(now);
        if playing {
            self.daytime.pass(seconds.min(LONGEST_STEP).into());
            self.show_daytime();
        }
        playing
    }

    fn draw(&mut self, event_loop: &ActiveEventLoop) -> Result<()> {
        let moving = self.fly() | self.play();
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
                self.count_frame(event_loop, moving);
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

    fn key(&mut self, event_loop: &ActiveEventLoop, event: &KeyEvent) -> Result<()> {
        let PhysicalKey::Code(code) = event.physical_key else {
            return Ok(());
        };
        // A key means the view as the mouse left it, also between two frames.
        self.look();
        let action = self.input.key(code, event.state == ElementState::Pressed);
        if self.input.wish().moves() {
            self.redraw();
        }
        match action {
            Some(Action::Quit) if self.ui.close() => self.redraw(),
            Some(Action::Quit) => event_loop.exit(),
            Some(Action::Keys) => {
                self.ui.toggle(Panel::Help);
                self.redraw();
            }
            Some(Action::Problems) => {
                self.ui.toggle(Panel::Problems);
                self.redraw();
            }
            Some(Action::Status) => {
                self.ui.toggle_status();
                self.redraw();
            }
            Some(Action::PrintCamera) => return self.print_camera(),
            Some(Action::Screenshot) => return self.screenshot(),
            Some(Action::Portals) => {
                self.show.portals = !self.show.portals;
                let text = if self.show.portals { "shown" } else { "hidden" };
                self.notices.show("portals", format!("portals {text}"));
                self.redraw();
            }
            Some(Action::Home) => {
                self.camera = self.start;
                self.pilot.stop();
                self.redraw();
            }
            Some(Action::Switch(switch)) => self.switch(switch),
            Some(Action::Collision) => {
                let stops = self.pilot.toggle_collision();
                let words = if stops { "stop" } else { "do not stop" };
                let text = format!("ground and buildings {words} the camera");
                self.notices.show("collision", text);
            }
            Some(Action::Fog) => self.change_daytime(|day, args| day.toggle_fog(args)),
            Some(Action::Earlier) => self.change_daytime(|day, _| day.step(-daytime::STEP)),
            Some(Action::Later) => self.change_daytime(|day, _| day.step(daytime::STEP)),
            Some(Action::PlaySky) => self.change_daytime(|day, _| day.toggle_playing()),
            // Held keys are asked for when a frame is drawn; the others are no keys.
            Some(Action::Fly(_) | Action::Look | Action::ChangeSpeed) | None => {}
        }
        Ok(())
    }

    fn change_daytime(&mut self, change: impl FnOnce(&mut Daytime<'_>, &SkyArgs)) {
        change(&mut self.daytime, &self.line.sky);
        self.show_daytime();
        self.redraw();
    }

    /// Says what time it is and what the weather is like.
    fn show_daytime(&mut self) {
        let words = self.daytime.describe();
        let words = words.unwrap_or_else(|| "there is no day cycle here".into());
        self.notices.show("daytime", words);
    }

    /// Prints camera and hour, and takes over what the text says: a picture made with it is then
    /// the same to the last bit.
    fn print_camera(&mut self) -> Result<()> {
        let text = CameraText::of(&self.camera);
        self.camera = text.camera(self.camera.fov);
        self.redraw();
        let daytime = self.daytime.options();
        self.notices
            .show("camera", format!("camera {text}{daytime}"));
        Ok(output::print(&format!("--camera {text}{daytime}\n"))?)
    }

    fn switch(&mut self, switch: Switch) {
        let said = self.look.step(switch);
        let canvas = self.canvas.as_ref();
        let refusal = canvas.and_then(|canvas| canvas.fit(&mut self.look));
        self.notices
            .show("look", refusal.unwrap_or_else(|| said.to_owned()));
        self.redraw();
    }

    fn screenshot(&mut self) -> Result<()> {
        let Some(canvas) = &self.canvas else {
            return Ok(());
        };
        let image = canvas
            .picture(
                self.stage,
                &self.camera,
                &self.look,
                &self.daytime,
                self.show,
            )
            .context("no picture can be drawn")?;
        // A full disk is no reason to end the flight.
        match picture::write_numbered(image.width, image.height, &image.rgba) {
            Ok(path) => {
                let name = path.display();
                self.notices
                    .show("picture", format!("picture written to {name}"));
                eprintln!("wrote {name}");
            }
            Err(error) => {
                self.notices
                    .show("picture", format!("no picture: {error:#}"));
                output::report(&error);
            }
        }
        Ok(())
    }

    fn set_looking(&mut self, looking: bool) {
        self.input.set_looking(looking);
        let Some(window) = &self.window else { return };
        let mode = if looking {
            CursorGrabMode::Locked
        } else {
            CursorGrabMode::None
        };
        let held = window.set_cursor_grab(mode);
        // X11 cannot lock the pointer, but a pressed button keeps it with the window anyway, and
        // confining it as well would double its motion (winit#2846).
        let held = match held {
            Err(_) if !cfg!(target_os = "linux") => {
                window.set_cursor_grab(CursorGrabMode::Confined)
            }
            held => held,
        };
        if let Err(error) = held {
            tracing::debug!("the pointer is not held: {error}");
        }
        window.set_cursor_visible(!looking);
    }

    fn wheel(&mut self, delta: MouseScrollDelta) {
        let notches = match delta {
            MouseScrollDelta::LineDelta(_, lines) => lines,
            MouseScrollDelta::PixelDelta(pixels) => (pixels.y / PIXELS_PER_NOTCH) as f32,
        };
        self.pilot.change_speed(notches);
        let speed = self.pilot.speed();
        self.notices.show("speed", format!("speed {speed:.1}"));
    }

    fn resize(&mut self, size: PhysicalSize<u32>) {
        if let Some(canvas) = &mut self.canvas {
            canvas.resize(size);
        }
        self.redraw();
    }
}

impl ApplicationHandler for App<'_> {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.window.is_none() {
            let result = self.open(event_loop);
            self.finish(event_loop, result);
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        if self.ui_takes(&event) {
            return;
        }
        let result = match event {
            WindowEvent::CloseRequested => {
                event_loop.exit();
                Ok(())
            }
            WindowEvent::RedrawRequested => self.draw(event_loop),
            // A key that was held when the window got the keyboard was not pressed for it.
            WindowEvent::KeyboardInput {
                event,
                is_synthetic,
                ..
            } if !(is_synthetic && event.state == ElementState::Pressed) => {
                self.key(event_loop, &event)
            }
            other => {
                self.other_event(&other);
                Ok(())
            }
        };
        self.finish(event_loop, result);
    }

    /// Draws when what is over the scene changes by itself, and sleeps until then.
    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let now = self.now();
        let mut due = self.notices.update(now);
        due |= self.ui_due.take_if(|at| *at <= now).is_some();
        if due {
            self.redraw();
        }
        let next = [self.notices.next_change(), self.ui_due];
        event_loop.set_control_flow(match next.into_iter().flatten().min() {
            Some(at) => ControlFlow::WaitUntil(self.started + at),
            None => ControlFlow::Wait,
        });
    }

    fn device_event(&mut self, _: &ActiveEventLoop, _: DeviceId, event: DeviceEvent) {
        if let DeviceEvent::MouseMotion { delta: (x, y) } = event
            && self.input.is_looking()
        {
            self.input.mouse_moved(Vec2::new(x as f32, y as f32));
            self.redraw();
        }
    }
}

impl App<'_> {
    /// True if an open panel keeps the event to itself.
    fn ui_takes(&mut self, event: &WindowEvent) -> bool {
        let Some(window) = &self.window else {
            return false;
        };
        let released = matches!(
            event,
            WindowEvent::MouseInput {
                state: ElementState::Released,
                ..
            }
        );
        // Whoever saw a button go down sees it come up.
        self.ui.takes(window, event) && !released
    }

    /// Events that cannot fail.
    fn other_event(&mut self, event: &WindowEvent) {
        match event {
            WindowEvent::Resized(size) => self.resize(*size),
            WindowEvent::Focused(false) => {
                self.set_looking(false);
                self.input.release_all();
            }
            WindowEvent::MouseInput {
                state,
                button: MouseButton::Right,
                ..
            } => {
                self.set_looking(*state == ElementState::Pressed);
            }
            WindowEvent::MouseWheel { delta, .. } => self.wheel(*delta),
            WindowEvent::Occluded(occluded) => {
                if let Some(canvas) = &mut self.canvas {
                    canvas.set_occluded(*occluded);
                }
                self.redraw();
            }
            WindowEvent::ScaleFactorChanged { .. } => self.redraw(),
            _ => {}
        }
    }
}
