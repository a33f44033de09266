//! What keys do.

use anyhow::{Context, Result};
use winit::event::{ElementState, KeyEvent};
use winit::event_loop::ActiveEventLoop;
use winit::keyboard::PhysicalKey;

use super::App;
use crate::commands::Action;
use crate::daytime;
use crate::look::Switch;
use crate::output;
use crate::picture;
use crate::ui::Panel;
use crate::values::CameraText;

impl App<'_> {
    /// A key went down or up.
    ///
    /// # Errors
    /// Nothing can be drawn or printed any more.
    pub(super) fn key(&mut self, event_loop: &ActiveEventLoop, event: &KeyEvent) -> Result<()> {
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
            Some(Action::Quit) if !self.ui.close() => event_loop.exit(),
            Some(Action::PrintCamera) => self.print_camera()?,
            Some(Action::Screenshot) => self.screenshot()?,
            Some(action) => self.act(action),
            None => return Ok(()),
        }
        self.redraw();
        Ok(())
    }

    /// What neither ends the program nor can fail.
    fn act(&mut self, action: Action) {
        match action {
            Action::Keys => self.ui.toggle(Panel::Help),
            Action::Problems => self.ui.toggle(Panel::Problems),
            Action::Status => self.ui.toggle_status(),
            Action::Home => {
                self.camera = self.start;
                self.pilot.stop();
            }
            Action::Portals => {
                self.show.portals = !self.show.portals;
                let text = if self.show.portals { "shown" } else { "hidden" };
                self.notices.show("portals", format!("portals {text}"));
            }
            Action::Collision => {
                let stops = self.pilot.toggle_collision();
                let words = if stops { "stop" } else { "do not stop" };
                let text = format!("ground and buildings {words} the camera");
                self.notices.show("collision", text);
            }
            Action::Play => self.toggle_clock(),
            Action::Switch(switch) => self.switch(switch),
            Action::Fog | Action::Earlier | Action::Later | Action::PlaySky => {
                self.change_daytime(action);
            }
            // The first have been dealt with; held keys are asked for when a frame is drawn; the
            // others are no keys.
            Action::Quit | Action::PrintCamera | Action::Screenshot => {}
            Action::Fly(_) | Action::Look | Action::ChangeSpeed => {}
        }
    }

    /// Sets everything going that moves, or stops it.
    fn toggle_clock(&mut self) {
        self.clock.runs = !self.clock.runs;
        let text = match (self.clock.runs, self.stage.moves()) {
            (true, true) => "everything moves",
            (true, false) => "materials move; no model can",
            (false, _) => "everything stands still",
        };
        self.notices.show("play", text);
    }

    fn change_daytime(&mut self, action: Action) {
        let scene = &self.stage.scene;
        match action {
            Action::Earlier => self.daytime.step(scene, -daytime::STEP),
            Action::Later => self.daytime.step(scene, daytime::STEP),
            Action::PlaySky => self.daytime.toggle_playing(),
            _ => self.daytime.toggle_fog(&self.line.sky),
        }
        self.show_daytime();
    }

    /// Says what time it is and what the weather is like.
    pub(super) fn show_daytime(&mut self) {
        let words = self.daytime.describe(&self.stage.scene);
        let words = words.unwrap_or_else(|| "there is no day cycle here".into());
        self.notices.show("daytime", words);
    }

    /// Prints camera, hour and moment, and takes over what the text says: a picture made with it
    /// is then the same to the last bit.
    fn print_camera(&mut self) -> Result<()> {
        let text = CameraText::of(&self.camera);
        self.camera = text.camera(self.camera.fov);
        let daytime = self.daytime.options(&self.stage.scene);
        let moment = self.clock.option();
        self.notices
            .show("camera", format!("camera {text}{daytime}{moment}"));
        output::print(&format!("--camera {text}{daytime}{moment}\n"))
    }

    fn switch(&mut self, switch: Switch) {
        let said = self.look.step(switch);
        let canvas = self.canvas.as_ref();
        let refusal = canvas.and_then(|canvas| canvas.fit(&mut self.look));
        self.notices
            .show("look", refusal.unwrap_or_else(|| said.to_owned()));
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
}
