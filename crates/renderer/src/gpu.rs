//! The way in: a device, ready for scenes and renderers.

use std::sync::Arc;

use ash::vk;

use crate::adapter::{self, AdapterInfo, AdapterKind, DeviceSelector};
use crate::descriptors::Layouts;
use crate::device::Device;
use crate::error::Result;
use crate::instance::{Instance, ValidationMessages};
use crate::surface::{self, WindowHandle, WindowSurface};

/// How to open a device.
#[derive(Debug, Clone, PartialEq)]
pub struct GpuOptions {
    /// Let the Khronos validation layer watch every call; see [`Gpu::validation_messages`].
    pub validation: bool,
    /// Which device; `None` takes the best.
    pub device: Option<DeviceSelector>,
    /// Four samples a pixel, for smooth edges, instead of one. On a software device it turns
    /// anisotropy off.
    pub multisampling: bool,
    /// Anisotropy of texture filtering, 1 = none; limited to what the device can do.
    pub anisotropy: f32,
}

impl Default for GpuOptions {
    fn default() -> Self {
        Self {
            validation: false,
            device: None,
            multisampling: false,
            anisotropy: 8.0,
        }
    }
}

/// A Vulkan device. What is made from it keeps what it needs of it alive.
pub struct Gpu {
    device: Arc<Device>,
    layouts: Arc<Layouts>,
    samples: vk::SampleCountFlags,
}

impl Gpu {
    /// Opens a device for pictures only: no window system is touched.
    ///
    /// # Errors
    ///
    /// Each of [`RendererError`](crate::RendererError) says what to install or to choose.
    pub fn new(options: &GpuOptions) -> Result<Self> {
        let instance = Arc::new(Instance::new(options.validation, &[])?);
        Self::open(instance, options, None)
    }

    /// Opens a device that can draw to `window`.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new), and when the window has no surface.
    pub fn for_window(
        options: &GpuOptions,
        window: Arc<dyn WindowHandle>,
    ) -> Result<(Self, WindowSurface)> {
        let extensions = surface::instance_extensions(&*window)?;
        let instance = Arc::new(Instance::new(options.validation, extensions)?);
        let surface = WindowSurface::new(Arc::clone(&instance), window)?;
        let gpu = Self::open(instance, options, Some(&surface))?;
        Ok((gpu, surface))
    }

    fn open(
        instance: Arc<Instance>,
        options: &GpuOptions,
        surface: Option<&WindowSurface>,
    ) -> Result<Self> {
        let adapters = adapter::enumerate(&instance, surface)?;
        let adapter = adapter::choose(adapters, options.device.as_ref())?;
        tracing::debug!("device {}", adapter.info);
        let device = Arc::new(Device::new(instance, adapter, surface.is_some())?);
        // Mesa's software device takes many seconds for a frame with both: where a triangle
        // covers a sample but not its pixel's middle, coordinates can lie very far outside.
        let both = options.multisampling && device.info().kind == AdapterKind::Cpu;
        let anisotropy = if both { 1.0 } else { options.anisotropy };
        let layouts = Arc::new(Layouts::new(&device, anisotropy)?);
        // Every device can draw four samples to colour and depth.
        let samples = if options.multisampling {
            vk::SampleCountFlags::TYPE_4
        } else {
            vk::SampleCountFlags::TYPE_1
        };
        Ok(Self {
            device,
            layouts,
            samples,
        })
    }

    /// Every device of this machine, the unusable ones with the reasons.
    ///
    /// # Errors
    ///
    /// There is no loader or no driver.
    pub fn adapters() -> Result<Vec<AdapterInfo>> {
        let instance = Instance::new(false, &[])?;
        let adapters = adapter::enumerate(&instance, None)?;
        Ok(adapters.into_iter().map(|adapter| adapter.info).collect())
    }

    /// The device in use.
    #[must_use]
    pub fn adapter(&self) -> &AdapterInfo {
        self.device.info()
    }

    /// The device can draw faces as lines ([`Style::wireframe`](crate::Style::wireframe)), which
    /// is its feature `fillModeNonSolid`.
    #[must_use]
    pub fn wireframe(&self) -> bool {
        self.device.wireframe()
    }

    /// The counter of what the validation layer had to say, always 0 without
    /// [`GpuOptions::validation`]. Read it after everything is dropped to see leaks too.
    #[must_use]
    pub fn validation_messages(&self) -> ValidationMessages {
        self.device.instance().messages().clone()
    }

    pub(crate) fn device(&self) -> &Arc<Device> {
        &self.device
    }

    /// Samples a pixel.
    pub(crate) fn samples(&self) -> vk::SampleCountFlags {
        self.samples
    }

    pub(crate) fn layouts(&self) -> &Arc<Layouts> {
        &self.layouts
    }
}
