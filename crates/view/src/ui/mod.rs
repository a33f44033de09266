//! What is written over the scene: notices, and panels that the user opens.
//!
//! Nothing visible costs nothing: egui is started with the first notice or panel and runs only
//! in frames that show one. The pointer goes to it while a panel is open; keys never do, for
//! nothing here takes text.

mod help;
mod layer;
mod notices;
mod problems;
mod status;
mod style;

use std::time::Duration;

use egui::{Context, ViewportId};
use msh_renderer::UiLayer;
use msh_scene::problems::Problem;
use winit::dpi::PhysicalSize;
use winit::event::WindowEvent;
use winit::window::Window;

pub(crate) use notices::Notices;
pub(crate) use problems::Counts;
pub(crate) use status::Status;

/// A panel in the middle of the window, of which one is open at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Panel {
    /// The list of keys.
    Help,
    /// What is wrong with the scene.
    Problems,
}

/// What there is to show.
#[derive(Clone, Copy)]
pub(crate) struct Contents<'a> {
    pub(crate) notices: &'a Notices,
    pub(crate) problems: &'a [Problem],
    pub(crate) status: Status<'a>,
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
    panel: Option<Panel>,
    status: bool,
    /// The last motion of the pointer that egui has not heard of.
    pointer: Option<WindowEvent>,
    egui: Option<Egui>,
}

struct Egui {
    context: Context,
    winit: egui_winit::State,
    /// Size of the window in the last frame.
    size: PhysicalSize<u32>,
}

impl Ui {
    /// Opens a panel in place of another, or closes it.
    pub(crate) fn toggle(&mut self, panel: Panel) {
        self.panel = (self.panel != Some(panel)).then_some(panel);
    }

    /// Shows or hides the status line.
    pub(crate) fn toggle_status(&mut self) {
        self.status = !self.status;
    }

    /// Closes the panel that is open. False if none is.
    pub(crate) fn close(&mut self) -> bool {
        self.panel.take().is_some()
    }

    /// The renderer is a new one: it knows no texture.
    pub(crate) fn restart(&mut self) {
        self.egui = None;
    }

    /// Tells the open panel of an event. True if it is for the panel alone.
    pub(crate) fn takes(&mut self, window: &Window, event: &WindowEvent) -> bool {
        let Some(egui) = self.egui.as_mut().filter(|_| self.panel.is_some()) else {
            if let WindowEvent::CursorMoved { .. } | WindowEvent::CursorLeft { .. } = event {
                self.pointer = Some(event.clone());
            }
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
        let (panel, status) = (self.panel, self.status);
        if panel.is_none() && !status && contents.notices.is_empty() {
            return Drawn::default();
        }
        let egui = self.egui.get_or_insert_with(|| Egui::new(window));
        if panel.is_some()
            && let Some(motion) = self.pointer.take()
        {
            // A panel that opens under the pointer has it.
            let egui_winit::EventResponse { .. } = egui.winit.on_window_event(window, &motion);
        }
        egui.run(window, |ui| lay_out(ui, panel, status, contents))
    }
}

fn lay_out(ui: &egui::Ui, panel: Option<Panel>, status: bool, contents: Contents<'_>) {
    let area = ui.max_rect().shrink(style::MARGIN);
    let mut room = area;
    if status {
        room.min.y += status::draw(ui.painter(), area, &contents.status) + style::MARGIN;
    }
    match panel {
        Some(Panel::Help) => help::draw(ui.ctx(), room),
        Some(Panel::Problems) => problems::draw(ui.ctx(), room, contents.problems),
        None => {}
    }
    let above_panels = egui::LayerId::new(egui::Order::Foreground, "notices".into());
    let painter = ui.ctx().layer_painter(above_panels);
    notices::draw(&painter, area, contents.notices);
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
            size: PhysicalSize::default(),
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
        let wanted = viewport.map(|viewport| viewport.repaint_delay);
        // Panels are placed by their size in the frame before, which another window changes.
        let size = window.inner_size();
        let resized = std::mem::replace(&mut self.size, size) != size;
        Drawn {
            layer: layer::layer(shapes, output.textures_delta, scale),
            again_after: if resized {
                Some(Duration::ZERO)
            } else {
                wanted.filter(|&delay| delay < Duration::MAX)
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(context: &Context, text: &str) -> UiLayer {
        let output = context.run_ui(egui::RawInput::default(), |ui| {
            ui.label(text);
        });
        let shapes = context.tessellate(output.shapes, 1.0);
        layer::layer(shapes, output.textures_delta, 1.0)
    }

    #[test]
    fn russian_texts_have_all_their_glyphs() {
        let context = Context::default();
        style::apply(&context);
        run(&context, "");
        let font = egui::FontId::proportional(style::SIZE);
        let has = |text| context.fonts_mut(|fonts| fonts.has_glyphs(&font, text));
        assert!(has(
            "Съешь ещё этих мягких французских булок, да выпей чаю. ЗАВОД №4"
        ));
        assert!(!has("\u{10ffff}"), "a character that no font has");
    }

    #[test]
    fn a_layer_brings_its_texture_once_and_stays_within_its_vertices() {
        let context = Context::default();
        let first = run(&context, "Завод");
        assert!(!first.meshes.is_empty() && !first.changes.is_empty());
        assert!(first.changes.iter().any(|change| change.at.is_none()));
        let vertices = first.vertices.len() as u32;
        assert!(first.indices.iter().all(|&index| index < vertices));
        let used: u32 = first.meshes.iter().map(|mesh| mesh.index_count).sum();
        assert_eq!(used as usize, first.indices.len());
        let second = run(&context, "Завод");
        assert!(second.changes.is_empty() && second.meshes == first.meshes);
    }

    #[test]
    fn everything_can_be_open_in_a_window_of_any_size() {
        let problem = |n: u32| Problem {
            severity: msh_scene::problems::Severity::Error,
            place: format!("object {n}"),
            message: "no model".repeat(50),
            harmless: false,
        };
        let problems: Vec<Problem> = (0..40).map(problem).collect();
        let mut notices = Notices::default();
        notices.show("a", "a notice that is wider than a small window");
        let camera = msh_scene::camera::Camera {
            position: msh_scene::glam::Vec3::ZERO,
            yaw: 0.0,
            pitch: 0.0,
            fov: 1.3,
        };
        let contents = Contents {
            notices: &notices,
            problems: &problems,
            status: Status {
                camera: &camera,
                speed: 1.0,
                draws: &msh_scene::draw_list::FrameDraws::default(),
                frame: Duration::ZERO,
                on_device: None,
                device: "a device",
            },
        };
        let context = Context::default();
        style::apply(&context);
        let sides = [640.0, 1.0, 20.0, 61.0, 97.0, 130.0, 200.0];
        for (width, height) in sides.iter().flat_map(|&w| sides.map(|h| (w, h))) {
            for panel in [Panel::Help, Panel::Problems] {
                let size = egui::vec2(width, height);
                let input = egui::RawInput {
                    screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size)),
                    ..egui::RawInput::default()
                };
                let output = context.run_ui(input, |ui| lay_out(ui, Some(panel), true, contents));
                let shapes = context.tessellate(output.shapes, 1.0);
                let layer = layer::layer(shapes, output.textures_delta, 1.0);
                let drawn = !layer.meshes.is_empty();
                assert!(drawn || width.min(height) < 60.0, "{width} x {height}");
            }
        }
    }
}
