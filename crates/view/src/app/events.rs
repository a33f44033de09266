//! What the window system tells.

use msh_scene::glam::Vec2;
use winit::application::ApplicationHandler;
use winit::dpi::PhysicalSize;
use winit::event::{
    DeviceEvent, DeviceId, ElementState, MouseButton, MouseScrollDelta, WindowEvent,
};
use winit::event_loop::{ActiveEventLoop, ControlFlow};
use winit::window::{CursorGrabMode, WindowId};

use super::App;

/// Pixels of a touchpad that count as one notch of a wheel.
const PIXELS_PER_NOTCH: f64 = 40.0;

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
