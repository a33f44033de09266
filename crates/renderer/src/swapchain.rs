//! The images of a window.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use ash::{khr, vk};

use crate::device::Device;
use crate::error::{During, RendererError, Result};
use crate::memory::create_view;
use crate::surface::WindowSurface;

/// How long to wait for an image. Forever would hang with a covered window, not at all would
/// starve a new swapchain.
const ACQUIRE_TIMEOUT_NS: u64 = 50_000_000;

/// When a finished frame reaches the screen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PresentMode {
    /// In step with the screen, frames queue up. Every device has it.
    #[default]
    Fifo,
    /// In step with the screen, the newest frame wins.
    Mailbox,
    /// At once; may tear.
    Immediate,
}

impl PresentMode {
    fn vulkan(self) -> vk::PresentModeKHR {
        match self {
            Self::Fifo => vk::PresentModeKHR::FIFO,
            Self::Mailbox => vk::PresentModeKHR::MAILBOX,
            Self::Immediate => vk::PresentModeKHR::IMMEDIATE,
        }
    }
}

impl FromStr for PresentMode {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, Self::Err> {
        match text {
            "fifo" => Ok(Self::Fifo),
            "mailbox" => Ok(Self::Mailbox),
            "immediate" => Ok(Self::Immediate),
            _ => Err(format!("`{text}` is not fifo, mailbox or immediate")),
        }
    }
}

impl fmt::Display for PresentMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fifo => "fifo",
            Self::Mailbox => "mailbox",
            Self::Immediate => "immediate",
        })
    }
}

/// What a swapchain is made for.
#[derive(Clone, Copy)]
pub(crate) struct SwapchainDesc {
    pub(crate) format: vk::SurfaceFormatKHR,
    pub(crate) present_mode: PresentMode,
    pub(crate) window: vk::Extent2D,
    pub(crate) frames_in_flight: usize,
}

/// What asking for an image gave.
pub(crate) enum Acquired {
    /// Draw to this image.
    Image {
        index: u32,
        /// The swapchain no longer fits the window well.
        suboptimal: bool,
    },
    /// None was free in time.
    NotReady,
    /// The swapchain no longer fits the window at all.
    OutOfDate,
}

/// An image of the swapchain.
struct Frame {
    image: vk::Image,
    view: vk::ImageView,
    /// Signalled when drawing is done. One per image, for only acquiring the image again tells
    /// that presenting has waited for it.
    rendered: vk::Semaphore,
}

/// The images of a window and the semaphores that go with them. Its surface outlives it.
pub(crate) struct Swapchain {
    device: Arc<Device>,
    fns: khr::swapchain::Device,
    raw: vk::SwapchainKHR,
    extent: vk::Extent2D,
    frames: Vec<Frame>,
    /// One per frame in flight.
    acquired: Vec<vk::Semaphore>,
}

impl Swapchain {
    /// Replaces `old`, which the device must be done with. `None` while the window has no area.
    pub(crate) fn new(
        device: &Arc<Device>,
        surface: &WindowSurface,
        desc: &SwapchainDesc,
        old: Option<Self>,
    ) -> Result<Option<Self>> {
        let capabilities = surface.capabilities(device.physical())?;
        let modes = surface.present_modes(device.physical())?;
        let extent = choose_extent(&capabilities, desc.window);
        if extent.width == 0 || extent.height == 0 {
            return Ok(None);
        }
        let info = vk::SwapchainCreateInfoKHR::default()
            .surface(surface.raw())
            .min_image_count(choose_image_count(&capabilities))
            .image_format(desc.format.format)
            .image_color_space(desc.format.color_space)
            .image_extent(extent)
            .image_array_layers(1)
            .image_usage(vk::ImageUsageFlags::COLOR_ATTACHMENT)
            .pre_transform(capabilities.current_transform)
            .composite_alpha(choose_alpha(capabilities.supported_composite_alpha))
            .present_mode(choose_present_mode(&modes, desc.present_mode))
            .clipped(true)
            .old_swapchain(old.as_ref().map_or(vk::SwapchainKHR::null(), |o| o.raw));
        let fns = khr::swapchain::Device::new(device.instance().raw(), device.raw());
        // SAFETY: `info` follows the surface's capabilities; the old swapchain is of the same
        // surface.
        let raw = unsafe { fns.create_swapchain(&info, None) }.during("vkCreateSwapchainKHR")?;
        drop(old);
        let mut swapchain = Self {
            device: Arc::clone(device),
            fns,
            raw,
            extent,
            frames: Vec::new(),
            acquired: Vec::new(),
        };
        swapchain.create_frames(desc)?;
        tracing::debug!(
            "swapchain of {} images, {}x{}",
            swapchain.frames.len(),
            extent.width,
            extent.height
        );
        Ok(Some(swapchain))
    }

    fn create_frames(&mut self, desc: &SwapchainDesc) -> Result<()> {
        // SAFETY: the swapchain is alive.
        let images =
            unsafe { self.fns.get_swapchain_images(self.raw) }.during("vkGetSwapchainImagesKHR")?;
        for image in images {
            self.device.name(image, "window");
            let color = vk::ImageAspectFlags::COLOR;
            let view = create_view(&self.device, image, desc.format.format, color, 1)?;
            self.frames.push(Frame {
                image,
                view,
                rendered: vk::Semaphore::null(),
            });
        }
        for frame in &mut self.frames {
            frame.rendered = create_semaphore(&self.device, "rendered")?;
        }
        for _ in 0..desc.frames_in_flight {
            self.acquired
                .push(create_semaphore(&self.device, "acquired")?);
        }
        Ok(())
    }

    pub(crate) fn extent(&self) -> vk::Extent2D {
        self.extent
    }

    /// Image, its view, and the semaphore to signal when it is drawn.
    pub(crate) fn image(&self, index: u32) -> Option<(vk::Image, vk::ImageView, vk::Semaphore)> {
        self.frames
            .get(index as usize)
            .map(|frame| (frame.image, frame.view, frame.rendered))
    }

    /// The semaphore that the frame in flight `slot` waits for.
    pub(crate) fn acquired(&self, slot: usize) -> vk::Semaphore {
        self.acquired.get(slot).copied().unwrap_or_default()
    }

    /// Asks for the next image, to be drawn by the frame in flight `slot`, whose last submission
    /// has been waited for.
    pub(crate) fn acquire(&self, slot: usize) -> Result<Acquired> {
        // SAFETY: the semaphore is unsignalled: its last wait was part of the slot's last
        // submission.
        let acquired = unsafe {
            self.fns.acquire_next_image(
                self.raw,
                ACQUIRE_TIMEOUT_NS,
                self.acquired(slot),
                vk::Fence::null(),
            )
        };
        match acquired {
            Ok((index, suboptimal)) => Ok(Acquired::Image { index, suboptimal }),
            Err(vk::Result::TIMEOUT | vk::Result::NOT_READY) => Ok(Acquired::NotReady),
            Err(vk::Result::ERROR_OUT_OF_DATE_KHR) => Ok(Acquired::OutOfDate),
            Err(result) => Err(result).during("vkAcquireNextImageKHR"),
        }
    }

    /// Shows a drawn image. False if the swapchain no longer fits the window.
    pub(crate) fn present(&self, index: u32) -> Result<bool> {
        let rendered = self.image(index).map(|(_, _, rendered)| rendered);
        let wait = [rendered.unwrap_or_default()];
        let (swapchains, indices) = ([self.raw], [index]);
        let info = vk::PresentInfoKHR::default()
            .wait_semaphores(&wait)
            .swapchains(&swapchains)
            .image_indices(&indices);
        let queue = self.device.queue();
        // SAFETY: the image was acquired, and its semaphore will be signalled by the frame's
        // submission.
        match unsafe { self.fns.queue_present(*queue, &info) } {
            Ok(suboptimal) => Ok(!suboptimal),
            Err(vk::Result::ERROR_OUT_OF_DATE_KHR) => Ok(false),
            Err(result) => Err(result).during("vkQueuePresentKHR"),
        }
    }
}

impl Drop for Swapchain {
    fn drop(&mut self) {
        self.device.wait_idle();
        let device = self.device.raw();
        // SAFETY: the device is done with everything made here; null handles are ignored. The
        // surface goes later (field order of `WindowRenderer`).
        unsafe {
            for frame in &self.frames {
                device.destroy_image_view(frame.view, None);
                device.destroy_semaphore(frame.rendered, None);
            }
            for &semaphore in &self.acquired {
                device.destroy_semaphore(semaphore, None);
            }
            self.fns.destroy_swapchain(self.raw, None);
        }
    }
}

/// The surface's format to draw in: stored values, so never an sRGB one.
pub(crate) fn surface_format(
    device: &Device,
    surface: &WindowSurface,
) -> Result<vk::SurfaceFormatKHR> {
    let formats = surface.formats(device.physical())?;
    choose_format(&formats).ok_or(RendererError::Surface("8-bit UNORM format"))
}

fn choose_format(formats: &[vk::SurfaceFormatKHR]) -> Option<vk::SurfaceFormatKHR> {
    [
        vk::Format::B8G8R8A8_UNORM,
        vk::Format::R8G8B8A8_UNORM,
        vk::Format::A8B8G8R8_UNORM_PACK32,
    ]
    .into_iter()
    .find_map(|wanted| {
        formats
            .iter()
            .find(|f| f.format == wanted && f.color_space == vk::ColorSpaceKHR::SRGB_NONLINEAR)
            .copied()
    })
}

/// The surface's own extent; where it leaves the choice to us (Wayland), the window's.
fn choose_extent(capabilities: &vk::SurfaceCapabilitiesKHR, window: vk::Extent2D) -> vk::Extent2D {
    if capabilities.current_extent.width != u32::MAX {
        return capabilities.current_extent;
    }
    if window.width == 0 || window.height == 0 {
        return vk::Extent2D::default();
    }
    let (min, max) = (capabilities.min_image_extent, capabilities.max_image_extent);
    // `max(..).min(..)` instead of `clamp`, which panics should a driver swap the two.
    vk::Extent2D {
        width: window.width.max(min.width).min(max.width),
        height: window.height.max(min.height).min(max.height),
    }
}

/// One more than the least, so that the next image is seldom waited for.
fn choose_image_count(capabilities: &vk::SurfaceCapabilitiesKHR) -> u32 {
    let wanted = capabilities.min_image_count.saturating_add(1).max(3);
    match capabilities.max_image_count {
        0 => wanted, // no limit
        most => wanted.min(most),
    }
}

fn choose_present_mode(offered: &[vk::PresentModeKHR], wanted: PresentMode) -> vk::PresentModeKHR {
    if offered.contains(&wanted.vulkan()) {
        return wanted.vulkan();
    }
    tracing::info!("the window has no present mode {wanted}; fifo is used");
    vk::PresentModeKHR::FIFO
}

fn choose_alpha(offered: vk::CompositeAlphaFlagsKHR) -> vk::CompositeAlphaFlagsKHR {
    use vk::CompositeAlphaFlagsKHR as Alpha;
    [Alpha::OPAQUE, Alpha::INHERIT, Alpha::PRE_MULTIPLIED]
        .into_iter()
        .find(|&alpha| offered.contains(alpha))
        .unwrap_or(Alpha::POST_MULTIPLIED)
}

fn create_semaphore(device: &Device, name: &str) -> Result<vk::Semaphore> {
    // SAFETY: no preconditions.
    let semaphore = unsafe {
        device
            .raw()
            .create_semaphore(&vk::SemaphoreCreateInfo::default(), None)
    }
    .during("vkCreateSemaphore")?;
    device.name(semaphore, name);
    Ok(semaphore)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(format: vk::Format) -> vk::SurfaceFormatKHR {
        vk::SurfaceFormatKHR {
            format,
            color_space: vk::ColorSpaceKHR::SRGB_NONLINEAR,
        }
    }

    fn extent(width: u32, height: u32) -> vk::Extent2D {
        vk::Extent2D { width, height }
    }

    fn wayland() -> vk::SurfaceCapabilitiesKHR {
        vk::SurfaceCapabilitiesKHR {
            current_extent: extent(u32::MAX, u32::MAX),
            min_image_extent: extent(1, 1),
            max_image_extent: extent(4096, 4096),
            ..Default::default()
        }
    }

    #[test]
    fn an_srgb_format_is_never_chosen() {
        let srgb = format(vk::Format::B8G8R8A8_SRGB);
        assert_eq!(choose_format(&[srgb]), None);
        let unorm = format(vk::Format::R8G8B8A8_UNORM);
        assert_eq!(choose_format(&[srgb, unorm]), Some(unorm));
    }

    #[test]
    fn the_surface_dictates_the_extent_where_it_has_one() {
        let x11 = vk::SurfaceCapabilitiesKHR {
            current_extent: extent(801, 603),
            ..wayland()
        };
        assert_eq!(choose_extent(&x11, extent(640, 480)), extent(801, 603));
    }

    #[test]
    fn the_window_size_is_taken_where_the_surface_leaves_the_choice() {
        assert_eq!(
            choose_extent(&wayland(), extent(640, 480)),
            extent(640, 480)
        );
        assert_eq!(
            choose_extent(&wayland(), extent(9999, 480)),
            extent(4096, 480)
        );
    }

    #[test]
    fn a_window_without_area_gives_an_extent_without_area() {
        assert_eq!(choose_extent(&wayland(), extent(0, 480)), extent(0, 0));
        let minimised = vk::SurfaceCapabilitiesKHR {
            current_extent: extent(0, 0),
            ..wayland()
        };
        assert_eq!(choose_extent(&minimised, extent(640, 480)), extent(0, 0));
    }

    #[test]
    fn the_image_count_stays_within_the_surface_limits() {
        let with = |min_image_count, max_image_count| vk::SurfaceCapabilitiesKHR {
            min_image_count,
            max_image_count,
            ..Default::default()
        };
        assert_eq!(choose_image_count(&with(1, 0)), 3);
        assert_eq!(choose_image_count(&with(3, 0)), 4);
        assert_eq!(choose_image_count(&with(2, 2)), 2);
    }

    #[test]
    fn a_present_mode_that_is_not_offered_becomes_fifo() {
        let offered = [vk::PresentModeKHR::FIFO, vk::PresentModeKHR::IMMEDIATE];
        assert_eq!(
            choose_present_mode(&offered, PresentMode::Mailbox),
            vk::PresentModeKHR::FIFO
        );
        assert_eq!(
            choose_present_mode(&offered, PresentMode::Immediate),
            vk::PresentModeKHR::IMMEDIATE
        );
    }

    #[test]
    fn present_modes_parse_as_they_print() {
        for mode in [
            PresentMode::Fifo,
            PresentMode::Mailbox,
            PresentMode::Immediate,
        ] {
            assert_eq!(mode.to_string().parse(), Ok(mode));
        }
        assert!("vsync".parse::<PresentMode>().is_err());
    }
}
