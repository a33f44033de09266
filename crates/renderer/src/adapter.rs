//! The Vulkan devices of this machine, and which of them to use.

use std::fmt;
use std::str::FromStr;

use ash::{khr, vk};

use crate::error::{During, RendererError, Result};
use crate::instance::Instance;
use crate::pipelines::DEPTH_FORMAT;
use crate::surface::WindowSurface;

/// What a device is, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AdapterKind {
    /// A graphics card.
    Discrete,
    /// Graphics of the processor.
    Integrated,
    /// A card lent to a virtual machine.
    Virtual,
    /// Software, slow.
    Cpu,
    /// Something else.
    Other,
}

impl AdapterKind {
    fn of(kind: vk::PhysicalDeviceType) -> Self {
        match kind {
            vk::PhysicalDeviceType::DISCRETE_GPU => Self::Discrete,
            vk::PhysicalDeviceType::INTEGRATED_GPU => Self::Integrated,
            vk::PhysicalDeviceType::VIRTUAL_GPU => Self::Virtual,
            vk::PhysicalDeviceType::CPU => Self::Cpu,
            _ => Self::Other,
        }
    }
}

impl fmt::Display for AdapterKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Discrete => "discrete",
            Self::Integrated => "integrated",
            Self::Virtual => "virtual",
            Self::Cpu => "software",
            Self::Other => "other",
        })
    }
}

/// A Vulkan device as `--list-devices` shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdapterInfo {
    /// Place in the system's order; what `--device` takes.
    pub index: usize,
    /// Name given by the driver.
    pub name: String,
    /// What it is.
    pub kind: AdapterKind,
    /// Name and version of the driver.
    pub driver: String,
    /// Highest Vulkan version it supports: major, minor, patch.
    pub api_version: [u32; 3],
    /// Why it cannot be used; empty if it can.
    pub rejected: Vec<String>,
}

impl fmt::Display for AdapterInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.api_version;
        write!(
            f,
            "{}: {} ({}, {}, Vulkan {major}.{minor}.{patch})",
            self.index, self.name, self.kind, self.driver
        )?;
        if !self.rejected.is_empty() {
            write!(f, " - rejected: {}", self.rejected.join("; "))?;
        }
        Ok(())
    }
}

/// A user's choice of device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeviceSelector {
    /// [`AdapterInfo::index`].
    Index(usize),
    /// A part of the name, in any case.
    Name(String),
}

impl DeviceSelector {
    fn matches(&self, adapter: &AdapterInfo) -> bool {
        match self {
            Self::Index(index) => adapter.index == *index,
            Self::Name(part) => adapter.name.to_lowercase().contains(&part.to_lowercase()),
        }
    }
}

impl FromStr for DeviceSelector {
    type Err = std::convert::Infallible;

    /// A number is an index, anything else a part of a name.
    fn from_str(text: &str) -> std::result::Result<Self, Self::Err> {
        Ok(text
            .parse()
            .map_or_else(|_| Self::Name(text.to_owned()), Self::Index))
    }
}

impl fmt::Display for DeviceSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(index) => index.fmt(f),
            Self::Name(part) => part.fmt(f),
        }
    }
}

/// A device that was looked at, with what making a logical device from it takes.
pub(crate) struct Adapter {
    pub(crate) raw: vk::PhysicalDevice,
    pub(crate) queue_family: u32,
    /// 0 when the queue cannot take timestamps.
    pub(crate) timestamp_bits: u32,
    pub(crate) limits: vk::PhysicalDeviceLimits,
    pub(crate) anisotropy: bool,
    pub(crate) wireframe: bool,
    pub(crate) info: AdapterInfo,
}

/// All devices in the system's order. With a surface, those that cannot present to it are
/// rejected.
pub(crate) fn enumerate(
    instance: &Instance,
    surface: Option<&WindowSurface>,
) -> Result<Vec<Adapter>> {
    // SAFETY: the instance is alive.
    let devices = unsafe { instance.raw().enumerate_physical_devices() }.map_err(|result| {
        match result {
            // What some loaders answer when a driver is installed but finds no hardware.
            vk::Result::ERROR_INITIALIZATION_FAILED => RendererError::NoDriver,
            _ => RendererError::Vulkan {
                call: "vkEnumeratePhysicalDevices",
                result,
            },
        }
    })?;
    devices
        .into_iter()
        .enumerate()
        .map(|(index, raw)| inspect(instance, index, raw, surface))
        .collect()
}

fn inspect(
    instance: &Instance,
    index: usize,
    raw: vk::PhysicalDevice,
    surface: Option<&WindowSurface>,
) -> Result<Adapter> {
    let mut driver = vk::PhysicalDeviceDriverProperties::default();
    let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut driver);
    // SAFETY: `raw` belongs to the instance; driver properties are core since 1.2, and a driver
    // that does not know the structure leaves it as it is.
    unsafe {
        instance
            .raw()
            .get_physical_device_properties2(raw, &mut properties);
    }
    let properties = properties.properties;
    let api = properties.api_version;
    let mut rejected = Vec::new();
    if api < vk::API_VERSION_1_3 {
        rejected.push(String::from("Vulkan 1.3 is needed"));
    }

    // SAFETY: `raw` belongs to the instance.
    let features = unsafe { instance.raw().get_physical_device_features(raw) };
    for (present, name) in [
        (features.multi_draw_indirect, "multiDrawIndirect"),
        (
            features.draw_indirect_first_instance,
            "drawIndirectFirstInstance",
        ),
    ] {
        if present == vk::FALSE {
            rejected.push(format!("the feature {name} is missing"));
        }
    }

    // SAFETY: `raw` belongs to the instance.
    let depth = unsafe {
        instance
            .raw()
            .get_physical_device_format_properties(raw, DEPTH_FORMAT)
    };
    if !depth
        .optimal_tiling_features
        .contains(vk::FormatFeatureFlags::DEPTH_STENCIL_ATTACHMENT)
    {
        rejected.push(String::from("it has no 32-bit depth buffer"));
    }

    let family = queue_family(instance, raw, surface)?;
    if family.is_none() {
        rejected.push(String::from(match surface {
            Some(_) => "it cannot draw to this window",
            None => "it has no graphics queue",
        }));
    }
    if surface.is_some() && !has_swapchain(instance, raw)? {
        rejected.push(String::from("VK_KHR_swapchain is missing"));
    }
    let (queue_family, timestamp_bits) = family.unwrap_or_default();

    let text = |name: std::result::Result<&std::ffi::CStr, _>| {
        name.map_or_else(|_| String::from("?"), |s| s.to_string_lossy().into_owned())
    };
    let driver = format!(
        "{} {}",
        text(driver.driver_name_as_c_str()),
        text(driver.driver_info_as_c_str())
    );
    Ok(Adapter {
        raw,
        queue_family,
        timestamp_bits,
        limits: properties.limits,
        anisotropy: features.sampler_anisotropy == vk::TRUE,
        wireframe: features.fill_mode_non_solid == vk::TRUE,
        info: AdapterInfo {
            index,
            name: text(properties.device_name_as_c_str()),
            kind: AdapterKind::of(properties.device_type),
            driver: driver.trim().to_owned(),
            api_version: [
                vk::api_version_major(api),
                vk::api_version_minor(api),
                vk::api_version_patch(api),
            ],
            rejected,
        },
    })
}

/// The first family that draws, and presents if there is a surface, with its timestamp bits.
fn queue_family(
    instance: &Instance,
    raw: vk::PhysicalDevice,
    surface: Option<&WindowSurface>,
) -> Result<Option<(u32, u32)>> {
    // SAFETY: `raw` belongs to the instance.
    let families = unsafe {
        instance
            .raw()
            .get_physical_device_queue_family_properties(raw)
    };
    for (family, properties) in (0u32..).zip(families) {
        if !properties.queue_flags.contains(vk::QueueFlags::GRAPHICS) {
            continue;
        }
        let presents = match surface {
            Some(surface) => surface.is_supported(raw, family)?,
            None => true,
        };
        if presents {
            return Ok(Some((family, properties.timestamp_valid_bits)));
        }
    }
    Ok(None)
}

fn has_swapchain(instance: &Instance, raw: vk::PhysicalDevice) -> Result<bool> {
    // SAFETY: `raw` belongs to the instance.
    let extensions = unsafe { instance.raw().enumerate_device_extension_properties(raw) }
        .during("vkEnumerateDeviceExtensionProperties")?;
    Ok(extensions
        .iter()
        .any(|e| e.extension_name_as_c_str() == Ok(khr::swapchain::NAME)))
}

/// The wanted adapter, or else the best that can be used: discrete, integrated, virtual,
/// software; the first of equals.
pub(crate) fn choose(adapters: Vec<Adapter>, wanted: Option<&DeviceSelector>) -> Result<Adapter> {
    let infos: Vec<AdapterInfo> = adapters.iter().map(|a| a.info.clone()).collect();
    match choose_index(&infos, wanted).and_then(|index| adapters.into_iter().nth(index)) {
        Some(adapter) => Ok(adapter),
        None => Err(match wanted {
            Some(wanted) => RendererError::NoSuchDevice {
                wanted: wanted.clone(),
                adapters: infos,
            },
            None if infos.is_empty() => RendererError::NoDriver,
            None => RendererError::NoDevice(infos),
        }),
    }
}

fn choose_index(adapters: &[AdapterInfo], wanted: Option<&DeviceSelector>) -> Option<usize> {
    adapters
        .iter()
        .enumerate()
        .filter(|(_, a)| a.rejected.is_empty() && wanted.is_none_or(|w| w.matches(a)))
        .min_by_key(|(_, a)| a.kind)
        .map(|(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adapter(index: usize, name: &str, kind: AdapterKind, rejected: &[&str]) -> AdapterInfo {
        AdapterInfo {
            index,
            name: name.into(),
            kind,
            driver: "driver 1".into(),
            api_version: [1, 3, 230],
            rejected: rejected.iter().map(ToString::to_string).collect(),
        }
    }

    fn machine() -> Vec<AdapterInfo> {
        vec![
            adapter(0, "llvmpipe", AdapterKind::Cpu, &[]),
            adapter(
                1,
                "Old Card",
                AdapterKind::Discrete,
                &["Vulkan 1.3 is needed"],
            ),
            adapter(2, "Iris", AdapterKind::Integrated, &[]),
            adapter(3, "Radeon A", AdapterKind::Discrete, &[]),
            adapter(4, "Radeon B", AdapterKind::Discrete, &[]),
        ]
    }

    #[test]
    fn the_first_usable_discrete_device_is_chosen() {
        assert_eq!(choose_index(&machine(), None), Some(3));
    }

    #[test]
    fn integrated_comes_before_software() {
        assert_eq!(choose_index(&machine()[..3], None), Some(2));
    }

    #[test]
    fn a_device_is_chosen_by_a_part_of_its_name_in_any_case() {
        let wanted = DeviceSelector::Name("RADEON b".into());
        assert_eq!(choose_index(&machine(), Some(&wanted)), Some(4));
    }

    #[test]
    fn a_rejected_device_is_not_chosen_by_index_either() {
        assert_eq!(
            choose_index(&machine(), Some(&DeviceSelector::Index(1))),
            None
        );
        assert_eq!(
            choose_index(&machine(), Some(&DeviceSelector::Index(0))),
            Some(0)
        );
    }

    #[test]
    fn a_number_selects_by_index_and_text_by_name() {
        assert_eq!("2".parse(), Ok(DeviceSelector::Index(2)));
        assert_eq!("nv 2".parse(), Ok(DeviceSelector::Name("nv 2".into())));
    }

    #[test]
    fn an_adapter_prints_its_reasons() {
        assert_eq!(
            machine()[1].to_string(),
            "1: Old Card (discrete, driver 1, Vulkan 1.3.230) - rejected: Vulkan 1.3 is needed"
        );
    }
}
