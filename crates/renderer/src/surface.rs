//! A window seen by Vulkan.

use std::ffi::c_char;
use std::sync::Arc;

use ash::{khr, vk};
use raw_window_handle::{HasDisplayHandle, HasWindowHandle, RawDisplayHandle};

use crate::error::{During, RendererError, Result};
use crate::instance::Instance;

/// A window the renderer can draw to, such as winit's.
pub trait WindowHandle: HasDisplayHandle + HasWindowHandle {}

impl<T: HasDisplayHandle + HasWindowHandle> WindowHandle for T {}

/// A window's surface. It keeps the window alive.
pub struct WindowSurface {
    instance: Arc<Instance>,
    fns: khr::surface::Instance,
    raw: vk::SurfaceKHR,
    // Dropped after the surface is destroyed.
    _window: Arc<dyn WindowHandle>,
}

impl WindowSurface {
    /// `instance` was made with the extensions that [`instance_extensions`] gives for `window`.
    pub(crate) fn new(instance: Arc<Instance>, window: Arc<dyn WindowHandle>) -> Result<Self> {
        let display = display_handle(&*window)?;
        let handle = window
            .window_handle()
            .map_err(|error| RendererError::Window(error.to_string()))?
            .as_raw();
        // SAFETY: both handles are valid, for `window` lives as long as the surface does; the
        // instance has the extensions (see above).
        let raw = unsafe {
            ash_window::create_surface(instance.entry(), instance.raw(), display, handle, None)
        }
        .during("creating the window's surface")?;
        Ok(Self {
            fns: khr::surface::Instance::new(instance.entry(), instance.raw()),
            instance,
            raw,
            _window: window,
        })
    }

    pub(crate) fn raw(&self) -> vk::SurfaceKHR {
        self.raw
    }

    /// Whether the surface was made from this instance. The functions below take devices of the
    /// same instance.
    pub(crate) fn belongs_to(&self, instance: &Instance) -> bool {
        std::ptr::eq(&*self.instance, instance)
    }

    /// Whether queues of this family can present to the window.
    pub(crate) fn is_supported(&self, device: vk::PhysicalDevice, family: u32) -> Result<bool> {
        // SAFETY: the family is one of the device's, the device of the same instance.
        unsafe {
            self.fns
                .get_physical_device_surface_support(device, family, self.raw)
        }
        .during("vkGetPhysicalDeviceSurfaceSupportKHR")
    }

    pub(crate) fn capabilities(
        &self,
        device: vk::PhysicalDevice,
    ) -> Result<vk::SurfaceCapabilitiesKHR> {
        // SAFETY: the device is of the same instance and can present here.
        unsafe {
            self.fns
                .get_physical_device_surface_capabilities(device, self.raw)
        }
        .during("vkGetPhysicalDeviceSurfaceCapabilitiesKHR")
    }

    pub(crate) fn formats(&self, device: vk::PhysicalDevice) -> Result<Vec<vk::SurfaceFormatKHR>> {
        // SAFETY: the device is of the same instance and can present here.
        unsafe {
            self.fns
                .get_physical_device_surface_formats(device, self.raw)
        }
        .during("vkGetPhysicalDeviceSurfaceFormatsKHR")
    }

    pub(crate) fn present_modes(
        &self,
        device: vk::PhysicalDevice,
    ) -> Result<Vec<vk::PresentModeKHR>> {
        // SAFETY: the device is of the same instance and can present here.
        unsafe {
            self.fns
                .get_physical_device_surface_present_modes(device, self.raw)
        }
        .during("vkGetPhysicalDeviceSurfacePresentModesKHR")
    }
}

impl Drop for WindowSurface {
    fn drop(&mut self) {
        // SAFETY: the swapchain made from it was destroyed before (field order of
        // `WindowRenderer`), and the instance is still alive.
        unsafe { self.fns.destroy_surface(self.raw, None) };
    }
}

fn display_handle(window: &dyn WindowHandle) -> Result<RawDisplayHandle> {
    window
        .display_handle()
        .map(|handle| handle.as_raw())
        .map_err(|error| RendererError::Window(error.to_string()))
}

/// Instance extensions that drawing to `window` needs.
pub(crate) fn instance_extensions(window: &dyn WindowHandle) -> Result<&'static [*const c_char]> {
    ash_window::enumerate_required_extensions(display_handle(window)?)
        .during("enumerating the window's extensions")
}
