//! Draws scenes of msh-view with Vulkan 1.3, into pictures or into a window.
//!
//! What is drawn, in which order and how see-through is decided by `msh_scene`; nothing here
//! knows a rule of the game. The way of a frame:
//!
//! 1. [`Gpu`] opens a device; [`Gpu::adapters`] lists them all, with the reasons against some.
//! 2. [`SceneResources::upload`] copies models, textures and ground to it, once.
//! 3. Per frame, `msh_scene::draw_list::DrawList` is evaluated for camera and clock; the outcome
//!    with list, camera, light and sky is a [`Frame`].
//! 4. [`OffscreenRenderer::render`] makes an [`Image`] of it, [`WindowRenderer::draw`] shows it.
//!    Both record the same passes.
//!
//! ```no_run
//! # use msh_renderer::*;
//! # use msh_scene::{camera::Camera, draw_list::*, library::Library, lighting::Lighting};
//! # fn picture(library: Library, list: DrawList, camera: Camera, draws: FrameDraws)
//! # -> Result<Image> {
//! let gpu = Gpu::new(&GpuOptions::default())?;
//! let scene = SceneResources::upload(&gpu, &library, None, &list)?;
//! let mut renderer = OffscreenRenderer::new(&gpu, 1280, 720)?;
//! let lighting = Lighting::default();
//! let frame = Frame {
//!     camera: &camera, list: &list, draws: &draws, lighting: &lighting, sky: None,
//! };
//! renderer.render(&scene, &frame)
//! # }
//! ```
//!
//! For a window, [`Gpu::for_window`] gives the device with a [`WindowSurface`] for
//! [`WindowRenderer::new`]. Its [`draw`](WindowRenderer::draw) answers with a [`DrawOutcome`];
//! resizing, hiding and covering the window are states, not errors. After
//! [`RendererError::DeviceLost`] everything is dropped and made anew from [`Gpu`] on.
//!
//! Both renderers draw a [`UiLayer`] over the scene when they are given one: textured triangles
//! from whatever makes text and panels. Without one a frame is the scene alone.
//!
//! Values are dropped in any order; each waits for what it needs. Everything must be dropped
//! before the process ends for [`ValidationMessages`] to tell of leaks.
//!
//! Colours are stored values throughout: UNORM images, no sRGB conversion anywhere. Depth is
//! reversed, 1 near and 0 infinitely far.

#![allow(unsafe_code)] // Vulkan; every block says why it is sound.

mod adapter;
mod attachments;
mod barrier;
mod capture;
mod commands;
mod descriptors;
mod device;
mod error;
mod frame;
mod gpu;
mod ground;
mod instance;
mod memory;
mod meshes;
mod passes;
mod pipelines;
mod plan;
mod records;
mod scene;
mod shaders;
mod style;
mod surface;
mod swapchain;
mod textures;
mod timer;
mod ui;
mod upload;
mod window;

pub use adapter::{AdapterInfo, AdapterKind, DeviceSelector};
pub use capture::{Image, OffscreenRenderer};
pub use descriptors::Filtering;
pub use error::{RendererError, Result};
pub use frame::{Frame, FrameTimes};
pub use gpu::{Gpu, GpuOptions};
pub use instance::ValidationMessages;
pub use scene::{SceneResources, SceneStats};
pub use style::{Shading, Style};
pub use surface::{WindowHandle, WindowSurface};
pub use swapchain::PresentMode;
pub use ui::{UiLayer, UiMesh, UiTextureChange, UiTextureId, UiVertex};
pub use window::{DrawOutcome, WindowRenderer};
