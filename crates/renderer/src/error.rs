//! What can go wrong, with a hint where one helps.

use ash::vk;

use crate::adapter::{AdapterInfo, DeviceSelector};

/// Result of the renderer.
pub type Result<T> = std::result::Result<T, RendererError>;

/// An error of the renderer.
#[derive(Debug, thiserror::Error)]
pub enum RendererError {
    /// There is no Vulkan loader on this machine.
    #[error(
        "no Vulkan loader ({0}). Install it and a driver; on Debian: \
         apt install libvulkan1 mesa-vulkan-drivers"
    )]
    NoLoader(String),
    /// There is a loader but no driver it could use.
    #[error(
        "the Vulkan loader found no driver. Install the one of your graphics card, or Mesa's; \
         on Debian: apt install mesa-vulkan-drivers"
    )]
    NoDriver,
    /// Validation was asked for but its layer is not installed.
    #[error(
        "the Vulkan validation layer is not installed; on Debian: \
         apt install vulkan-validationlayers"
    )]
    NoValidationLayer,
    /// No device of this machine can be used; each says why.
    #[error("no usable Vulkan device{}", list(.0))]
    NoDevice(Vec<AdapterInfo>),
    /// The asked-for device does not exist or cannot be used.
    #[error("no usable Vulkan device matches `{wanted}`{}", list(.adapters))]
    NoSuchDevice {
        /// What was asked for.
        wanted: DeviceSelector,
        /// What there is.
        adapters: Vec<AdapterInfo>,
    },
    /// The window has no handle for this platform.
    #[error("the window cannot be drawn to: {0}")]
    Window(String),
    /// The window's surface offers nothing the renderer can use.
    #[error("the window's surface offers no {0}")]
    Surface(&'static str),
    /// The device went away (sleep, driver update, crash): drop everything made from this
    /// [`Gpu`](crate::Gpu) and make a new one.
    #[error("the graphics device was lost")]
    DeviceLost,
    /// A Vulkan call failed.
    #[error("{call} failed: {result}")]
    Vulkan {
        /// Name of the function.
        call: &'static str,
        /// What it returned.
        result: vk::Result,
    },
    /// Memory could not be had.
    #[error("allocating `{name}` ({bytes} bytes) failed: {reason}")]
    Memory {
        /// What the memory was for.
        name: String,
        /// Size asked for.
        bytes: u64,
        /// The allocator's reason.
        reason: gpu_allocator::AllocationError,
    },
    /// The layer over the scene contradicts itself, or exceeds the device's limits.
    #[error("user interface: {0}")]
    Ui(String),
    /// The scene's data contradict each other, or exceed the device's limits.
    #[error("scene: {0}")]
    Scene(String),
}

/// The adapters, one a line, for the end of an error message.
fn list(adapters: &[AdapterInfo]) -> String {
    if adapters.is_empty() {
        return String::from(" (there are none)");
    }
    adapters.iter().map(|a| format!("\n  {a}")).collect()
}

/// Names the call in the error.
pub(crate) trait During<T> {
    /// Turns a Vulkan result into ours.
    fn during(self, call: &'static str) -> Result<T>;
}

impl<T> During<T> for std::result::Result<T, vk::Result> {
    fn during(self, call: &'static str) -> Result<T> {
        self.map_err(|result| match result {
            vk::Result::ERROR_DEVICE_LOST => RendererError::DeviceLost,
            _ => RendererError::Vulkan { call, result },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_device_is_told_apart_from_other_failures() {
        let lost: std::result::Result<(), _> = Err(vk::Result::ERROR_DEVICE_LOST);
        assert!(matches!(
            lost.during("vkQueueSubmit2"),
            Err(RendererError::DeviceLost)
        ));
        let full: std::result::Result<(), _> = Err(vk::Result::ERROR_OUT_OF_DEVICE_MEMORY);
        let message = full.during("vkCreateImage").unwrap_err().to_string();
        assert!(message.starts_with("vkCreateImage failed"), "{message}");
    }

    #[test]
    fn a_missing_loader_names_the_packages() {
        let message = RendererError::NoLoader("libvulkan.so.1: not found".into()).to_string();
        assert!(message.contains("libvulkan1") && message.contains("mesa-vulkan-drivers"));
        let message = RendererError::NoValidationLayer.to_string();
        assert!(message.contains("vulkan-validationlayers"));
    }
}
