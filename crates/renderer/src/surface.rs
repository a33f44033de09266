//! A window seen by Vulkan.

use std::sync::Arc;

use ash::vk;
use raw_window_handle::{HasDisplayHandle, HasWindowHandle, RawDisplayHandle};

use crate::error::{During, RendererError, Result};
use crate::instance::Instance;

/// A window the renderer can draw to, such as winit's.
pub trait WindowHandle: HasDisplayHandle + HasWindowHandle {}

impl<T: HasDisplayHandle + HasWindowHandle> WindowHandle for T {}

/// A window's surface. It keeps the window alive.
pub struct Surface {
    instance: Arc<Instance>,
    raw: vk::SurfaceKHR,
    // Dropped after the surface is destroyed.
    _window: Arc<dyn WindowHandle>,
}

impl Surface {
    pub(crate) fn new(instance: Arc<Instance>, window: Arc<dyn WindowHandle>) -> Result<Self> {
        let display = display_handle(&*window)?;
        let handle = window
            .window_handle()
            .map_err(|error| RendererError::Window(error.to_string()))?
            .as_raw();
        // SAFETY: both handles are valid, for `window` lives as long as the surface does; the
        // instance was made with the extensions of `instance_extensions(window)`.
        let raw = unsafe {
            ash_window::create_surface(instance.entry(), instance.raw(), display, handle, None)
        }
        .during("creating the window's surface")?;
        Ok(Self {
            instance,
            raw,
            _window: window,
        })
    }

    pub(crate) fn raw(&self) -> vk::SurfaceKHR {
        self.raw
    }
}

impl Drop for Surface {
    fn drop(&mut self) {
        if let Some(fns) = self.instance.surface_fns() {
            // SAFETY: the swapchain made from it was destroyed before; see
            // `WindowRenderer`'s field order.
            unsafe { fns.destroy_surface(self.raw, None) };
        }
    }
}

fn display_handle(window: &dyn WindowHandle) -> Result<RawDisplayHandle> {
    window
        .display_handle()
        .map(|handle| handle.as_raw())
        .map_err(|error| RendererError::Window(error.to_string()))
}

/// Instance extensions that drawing to `window` needs.
pub(crate) fn instance_extensions(
    window: &dyn WindowHandle,
) -> Result<&'static [*const std::ffi::c_char]> {
    ash_window::enumerate_required_extensions(display_handle(window)?)
        .during("enumerating the window's extensions")
}
