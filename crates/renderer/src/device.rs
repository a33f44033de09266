//! The logical device: its one queue, its memory, and waiting for it.

use std::ffi::CString;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ash::{ext, khr, vk};
use gpu_allocator::vulkan::Allocator;

use crate::adapter::{Adapter, AdapterInfo};
use crate::error::{During, Result};
use crate::instance::Instance;
use crate::memory;

/// Owns the device. Everything made from it holds an `Arc` of it, so that it goes last.
pub(crate) struct Device {
    instance: Arc<Instance>,
    raw: ash::Device,
    physical: vk::PhysicalDevice,
    queue_family: u32,
    // A queue may be used by one thread at a time, also for waiting.
    queue: Mutex<vk::Queue>,
    // Shared by handle because a user interface's renderer takes it so. `None` only in `drop`.
    allocator: Option<Arc<Mutex<Allocator>>>,
    names: Option<ext::debug_utils::Device>,
    info: AdapterInfo,
    limits: vk::PhysicalDeviceLimits,
    anisotropy: bool,
    wireframe: bool,
    timestamps: bool,
}

impl Device {
    pub(crate) fn new(instance: Arc<Instance>, adapter: Adapter, for_window: bool) -> Result<Self> {
        let raw = create(&instance, &adapter, for_window)?;
        // SAFETY: the device was made with one queue of this family.
        let queue = unsafe { raw.get_device_queue(adapter.queue_family, 0) };
        let names = instance
            .validated()
            .then(|| ext::debug_utils::Device::new(instance.raw(), &raw));
        let mut device = Self {
            instance,
            raw,
            physical: adapter.raw,
            queue_family: adapter.queue_family,
            queue: Mutex::new(queue),
            allocator: None,
            names,
            info: adapter.info,
            limits: adapter.limits,
            anisotropy: adapter.anisotropy,
            wireframe: adapter.wireframe,
            timestamps: adapter.timestamp_bits > 0,
        };
        let allocator =
            memory::create_allocator(device.instance.raw(), &device.raw, device.physical)?;
        device.allocator = Some(Arc::new(Mutex::new(allocator)));
        tracing::info!("drawing with {}", device.info);
        Ok(device)
    }

    pub(crate) fn raw(&self) -> &ash::Device {
        &self.raw
    }

    pub(crate) fn instance(&self) -> &Instance {
        &self.instance
    }

    pub(crate) fn physical(&self) -> vk::PhysicalDevice {
        self.physical
    }

    pub(crate) fn queue_family(&self) -> u32 {
        self.queue_family
    }

    pub(crate) fn info(&self) -> &AdapterInfo {
        &self.info
    }

    pub(crate) fn limits(&self) -> &vk::PhysicalDeviceLimits {
        &self.limits
    }

    /// Anisotropic filtering is available.
    pub(crate) fn anisotropy(&self) -> bool {
        self.anisotropy
    }

    /// Faces can be drawn as lines.
    pub(crate) fn wireframe(&self) -> bool {
        self.wireframe
    }

    /// The queue can take timestamps.
    pub(crate) fn timestamps(&self) -> bool {
        self.timestamps
    }

    /// The memory allocator; `None` never outside of `drop`.
    pub(crate) fn allocator(&self) -> Option<MutexGuard<'_, Allocator>> {
        self.allocator.as_ref().map(|a| lock(a))
    }

    /// The queue, for as long as the guard lives.
    pub(crate) fn queue(&self) -> MutexGuard<'_, vk::Queue> {
        lock(&self.queue)
    }

    /// Submits one command buffer.
    pub(crate) fn submit(
        &self,
        commands: vk::CommandBuffer,
        wait: &[vk::SemaphoreSubmitInfo<'_>],
        signal: &[vk::SemaphoreSubmitInfo<'_>],
        fence: vk::Fence,
    ) -> Result<()> {
        let commands = [vk::CommandBufferSubmitInfo::default().command_buffer(commands)];
        let submit = vk::SubmitInfo2::default()
            .command_buffer_infos(&commands)
            .wait_semaphore_infos(wait)
            .signal_semaphore_infos(signal);
        let queue = self.queue();
        // SAFETY: callers pass a recorded command buffer and an unsignalled fence of this
        // device; what they use lives until the fence is waited for.
        unsafe { self.raw.queue_submit2(*queue, &[submit], fence) }.during("vkQueueSubmit2")
    }

    /// Waits until the device has finished all work. A lost device has none, and any other
    /// failure leaves nothing better to do than to go on freeing.
    pub(crate) fn wait_idle(&self) {
        let guard = self.queue();
        // SAFETY: the guard keeps other threads from the queue.
        let result = unsafe { self.raw.device_wait_idle() };
        drop(guard);
        if let Err(error) = result {
            tracing::error!("waiting for the graphics device failed: {error}");
        }
    }

    /// Gives `handle` a name that the validation layer and debuggers show.
    pub(crate) fn name<T: vk::Handle>(&self, handle: T, name: &str) {
        let Some(fns) = &self.names else { return };
        let Ok(name) = CString::new(name) else { return };
        let info = vk::DebugUtilsObjectNameInfoEXT::default()
            .object_handle(handle)
            .object_name(&name);
        // SAFETY: the handle is of this device and alive.
        if let Err(error) = unsafe { fns.set_debug_utils_object_name(&info) } {
            tracing::debug!("naming {name:?} failed: {error}");
        }
    }
}

/// A panic elsewhere while holding the lock leaves allocator and queue usable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn create(instance: &Instance, adapter: &Adapter, for_window: bool) -> Result<ash::Device> {
    let mut features13 = vk::PhysicalDeviceVulkan13Features::default()
        .dynamic_rendering(true)
        .synchronization2(true);
    let core = vk::PhysicalDeviceFeatures::default()
        .multi_draw_indirect(true)
        .draw_indirect_first_instance(true)
        .sampler_anisotropy(adapter.anisotropy)
        .fill_mode_non_solid(adapter.wireframe);
    let mut features = vk::PhysicalDeviceFeatures2::default()
        .features(core)
        .push_next(&mut features13);
    let queues = [vk::DeviceQueueCreateInfo::default()
        .queue_family_index(adapter.queue_family)
        .queue_priorities(&[1.0])];
    let extensions = [khr::swapchain::NAME.as_ptr()];
    let info = vk::DeviceCreateInfo::default()
        .queue_create_infos(&queues)
        .enabled_extension_names(if for_window { &extensions } else { &[] })
        .push_next(&mut features);
    // SAFETY: the adapter was inspected: it has the features, the family and, for a window, the
    // extension; `info` lives until the call returns.
    unsafe { instance.raw().create_device(adapter.raw, &info, None) }.during("vkCreateDevice")
}

impl Drop for Device {
    fn drop(&mut self) {
        self.wait_idle();
        if let Some(allocator) = self.allocator.take() {
            let leaks = memory::report_leaks(&lock(&allocator));
            self.instance.messages().add(leaks);
            if Arc::strong_count(&allocator) > 1 {
                tracing::error!("the allocator is still in use at shutdown");
                self.instance.messages().add(1);
            }
            // Frees the memory blocks, which must happen before the device goes.
            drop(allocator);
        }
        // SAFETY: everything made from the device holds an `Arc` of it and is gone.
        unsafe { self.raw.destroy_device(None) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::RendererError;
    use crate::gpu::{Gpu, GpuOptions};

    #[test]
    fn an_object_that_is_left_over_is_counted_at_shutdown() {
        let options = GpuOptions {
            validation: true,
            ..GpuOptions::default()
        };
        let gpu = match Gpu::new(&options) {
            Err(error @ RendererError::NoLoader(_)) => {
                println!("skipped: {error}");
                return;
            }
            other => other.unwrap(),
        };
        let messages = gpu.validation_messages();
        let info = vk::FenceCreateInfo::default();
        // SAFETY: no preconditions; leaking is what the test is about.
        let fence = unsafe { gpu.device().raw().create_fence(&info, None) };
        assert!(fence.is_ok());
        assert_eq!(messages.count(), 0);
        drop(gpu);
        assert!(messages.count() > 0);
    }
}
