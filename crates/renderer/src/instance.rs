//! The Vulkan instance and the validation layer's messages.

use std::ffi::{CStr, c_char, c_void};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use ash::{ext, vk};

use crate::error::{During, RendererError, Result};

const VALIDATION_LAYER: &CStr = c"VK_LAYER_KHRONOS_validation";

/// Counts what the validation layer has to say. A clone outlives the [`Gpu`](crate::Gpu), so that
/// messages of the shutdown are seen too.
#[derive(Debug, Clone, Default)]
pub struct ValidationMessages(Arc<AtomicU32>);

impl ValidationMessages {
    /// Messages of warning or error level up to now, and leaks found at shutdown.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn add(&self, count: u32) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }
}

/// Loader, instance, and with validation its messenger.
pub(crate) struct Instance {
    // Keeps the loader's library mapped.
    entry: ash::Entry,
    raw: ash::Instance,
    messenger: Option<(ext::debug_utils::Instance, vk::DebugUtilsMessengerEXT)>,
    messages: ValidationMessages,
}

impl Instance {
    /// `window_extensions` are those a surface needs; none when there is no window.
    pub(crate) fn new(validation: bool, window_extensions: &[*const c_char]) -> Result<Self> {
        // SAFETY: the loader's library runs no code of ours; Vulkan loaders may be loaded at
        // any time.
        let entry = unsafe { ash::Entry::load() }
            .map_err(|error| RendererError::NoLoader(error.to_string()))?;
        if validation && !has_validation_layer(&entry)? {
            return Err(RendererError::NoValidationLayer);
        }

        let messages = ValidationMessages::default();
        let mut messenger_info = messenger_info(&messages);
        let application = vk::ApplicationInfo::default()
            .application_name(c"msh-view")
            .api_version(vk::API_VERSION_1_3);
        let mut extensions = window_extensions.to_vec();
        let layers = [VALIDATION_LAYER.as_ptr()];
        let mut info = vk::InstanceCreateInfo::default().application_info(&application);
        if validation {
            extensions.push(ext::debug_utils::NAME.as_ptr());
            // Chained here so that creation and destruction of the instance are covered.
            info = info
                .enabled_layer_names(&layers)
                .push_next(&mut messenger_info);
        }
        let info = info.enabled_extension_names(&extensions);
        // SAFETY: `info` and all it points to live until the call returns, except the message
        // counter, which lives as long as the instance (field `messages`).
        let raw = unsafe { entry.create_instance(&info, None) }.map_err(|result| match result {
            vk::Result::ERROR_INCOMPATIBLE_DRIVER => RendererError::NoDriver,
            vk::Result::ERROR_EXTENSION_NOT_PRESENT => {
                RendererError::Window("the Vulkan driver has no extension for it".into())
            }
            _ => RendererError::Vulkan {
                call: "vkCreateInstance",
                result,
            },
        })?;

        let mut instance = Self {
            entry,
            raw,
            messenger: None,
            messages,
        };
        if validation {
            instance.create_messenger()?;
        }
        Ok(instance)
    }

    fn create_messenger(&mut self) -> Result<()> {
        let fns = ext::debug_utils::Instance::new(&self.entry, &self.raw);
        let info = messenger_info(&self.messages);
        // SAFETY: the counter that `info` points to outlives the messenger (see `drop`).
        let messenger = unsafe { fns.create_debug_utils_messenger(&info, None) }
            .during("vkCreateDebugUtilsMessengerEXT")?;
        self.messenger = Some((fns, messenger));
        Ok(())
    }

    pub(crate) fn raw(&self) -> &ash::Instance {
        &self.raw
    }

    pub(crate) fn entry(&self) -> &ash::Entry {
        &self.entry
    }

    pub(crate) fn validated(&self) -> bool {
        self.messenger.is_some()
    }

    pub(crate) fn messages(&self) -> &ValidationMessages {
        &self.messages
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // SAFETY: devices and surfaces hold an `Arc` of this instance, so none is left; the
        // messenger was made from it and is destroyed first.
        unsafe {
            if let Some((fns, messenger)) = self.messenger.take() {
                fns.destroy_debug_utils_messenger(messenger, None);
            }
            self.raw.destroy_instance(None);
        }
    }
}

fn has_validation_layer(entry: &ash::Entry) -> Result<bool> {
    // SAFETY: no preconditions beyond a loaded entry.
    let layers = unsafe { entry.enumerate_instance_layer_properties() }
        .during("vkEnumerateInstanceLayerProperties")?;
    Ok(layers
        .iter()
        .any(|layer| layer.layer_name_as_c_str() == Ok(VALIDATION_LAYER)))
}

fn messenger_info(messages: &ValidationMessages) -> vk::DebugUtilsMessengerCreateInfoEXT<'static> {
    use vk::{
        DebugUtilsMessageSeverityFlagsEXT as Severity, DebugUtilsMessageTypeFlagsEXT as Type,
    };
    vk::DebugUtilsMessengerCreateInfoEXT::default()
        .message_severity(Severity::WARNING | Severity::ERROR)
        .message_type(Type::GENERAL | Type::VALIDATION | Type::PERFORMANCE)
        .pfn_user_callback(Some(on_message))
        .user_data(Arc::as_ptr(&messages.0).cast_mut().cast())
}

/// Logs a message and counts it, unless it is of the loader alone: a broken driver file
/// elsewhere on the machine says nothing about us.
unsafe extern "system" fn on_message(
    severity: vk::DebugUtilsMessageSeverityFlagsEXT,
    kind: vk::DebugUtilsMessageTypeFlagsEXT,
    data: *const vk::DebugUtilsMessengerCallbackDataEXT<'_>,
    user_data: *mut c_void,
) -> vk::Bool32 {
    // SAFETY: Vulkan passes valid data whose message, if any, is a C string; `user_data` is the
    // counter given in `messenger_info`, which lives as long as the instance.
    let (text, counter) = unsafe {
        let text = data
            .as_ref()
            .and_then(|data| data.message_as_c_str())
            .map_or_else(Default::default, CStr::to_string_lossy);
        (text, user_data.cast::<AtomicU32>().as_ref())
    };
    if severity.contains(vk::DebugUtilsMessageSeverityFlagsEXT::ERROR) {
        tracing::error!("Vulkan: {text}");
    } else {
        tracing::warn!("Vulkan: {text}");
    }
    if let Some(counter) = counter
        && kind != vk::DebugUtilsMessageTypeFlagsEXT::GENERAL
    {
        counter.fetch_add(1, Ordering::Relaxed);
    }
    vk::FALSE
}
