//! What is written over the scene: notices, and panels that the user opens.
//!
//! Nothing visible costs nothing: egui is started with the first notice or panel and runs only
//! in frames that show one. The pointer goes to it while a panel is open; keys never do, for
//! nothing here takes text.

mod help;
mod layer;
mod notices;
mod style;

use std::time::Duration;

use egui::{Context, ViewportId};
use msh_renderer::UiLayer;
use winit::event::WindowEvent;
use winit::window::Window;

pub(crate) use notices::Notices;

/// What panels can show.
#[derive(Clone, Copy)]
pub(crate) struct Contents<'a> {
    pub(crate) notices: &'a Notices,
}

/// What a frame shows over the scene.
#[derive(Debug, Default)]
pub(crate) struct Drawn {
    /// For the renderer.
    pub(crate) layer: UiLayer,
    /// When to draw again though nothing happens; `None` for never.
    pub(crate) again_after: Option<Duration>,
}

/// The panels and what draws them.
#[derive(Default)]
pub(crate) struct Ui {
    help: bool,
    egui: Option<Egui>,
}

struct Egui {
    context: Context,
    winit: egui_winit::State,
}

impl Ui {
    /// Opens or closes the list of keys.
    pub(crate) fn toggle_help(&mut self) {
        self.help = !self.help;
    }

    /// Closes what is open. False if nothing is.
    pub(crate) fn close(&mut self) -> bool {
        std::mem::take(&mut self.help)
    }

    /// The renderer is a new one: it knows no texture.
    pub(crate) fn restart(&mut self) {
        self.egui = None;
    }

    /// Tells open panels of an event. True if it is for them alone.
    pub(crate) fn takes(&mut self, window: &Window, event: &WindowEvent) -> bool {
        let Some(egui) = self.egui.as_mut().filter(|_| self.help) else {
            return false;
        };
        match event {
            WindowEvent::CursorMoved { .. }
            | WindowEvent::CursorLeft { .. }
            | WindowEvent::MouseInput { .. }
            | WindowEvent::MouseWheel { .. }
            | WindowEvent::Touch(_) => {
                let response = egui.winit.on_window_event(window, event);
                if response.repaint {
                    window.request_redraw();
                }
                response.consumed
            }
            _ => false,
        }
    }

    /// Lays out what is visible now.
    pub(crate) fn draw(&mut self, window: &Window, contents: Contents<'_>) -> Drawn {
        if !self.help && contents.notices.is_empty() {
            return Drawn::default();
        }
        let help = self.help;
        let egui = self.egui.get_or_insert_with(|| Egui::new(window));
        egui.run(window, |ui| {
            notices::draw(ui, contents.notices);
            if help {
                help::draw(ui);
            }
        })
    }
}

impl Egui {
    fn new(window: &Window) -> Self {
        let context = Context::default();
        style::apply(&context);
        let scale = window.scale_factor() as f32;
        Self {
            winit: egui_winit::State::new(
                context.clone(),
                ViewportId::ROOT,
                window,
                Some(scale),
                None,
                None,
            ),
            context,
        }
    }

    fn run(&mut self, window: &Window, draw: impl FnMut(&mut egui::Ui)) -> Drawn {
        let input = self.winit.take_egui_input(window);
        let output = self.context.run_ui(input, draw);
        self.winit
            .handle_platform_output(window, output.platform_output);
        let scale = output.pixels_per_point;
        let shapes = self.context.tessellate(output.shapes, scale);
        let viewport = output.viewport_output.get(&ViewportId::ROOT);
        Drawn {
            layer: layer::layer(shapes, output.textures_delta, scale),
            again_after: viewport
                .map(|viewport| viewport.repaint_delay)
                .filter(|&delay| delay < Duration::MAX),
        }
    }
}
