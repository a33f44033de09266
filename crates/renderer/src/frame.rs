//! A frame: its buffers, its commands, and the order of its passes. The same for pictures and
//! windows.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ash::vk;
use bytemuck::Pod;
use gpu_allocator::MemoryLocation;
use msh_scene::camera::Camera;
use msh_scene::draw_list::{DrawList, FrameDraws};
use msh_scene::glam::Vec3;
use msh_scene::lighting::Lighting;
use msh_scene::sky::SkyDraw;

use crate::attachments::{AttachmentFormat, Attachments};
use crate::barrier::{ImageUse, change_use};
use crate::commands::Commands;
use crate::descriptors::{Filtering, FrameSet};
use crate::device::Device;
use crate::error::{RendererError, Result};
use crate::gpu::Gpu;
use crate::ground::GroundCall;
use crate::memory::Buffer;
use crate::passes::sky::SkyBuffers;
use crate::passes::{PassContext, sky, terrain, ui, world};
use crate::pipelines::Pipelines;
use crate::plan::{Group, IndirectCommand};
use crate::records::{DrawRecord, Globals};
use crate::scene::SceneResources;
use crate::style::Style;
use crate::timer::Timer;
use crate::ui::{UiLayer, UiPainter, UiSlot};

/// What is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// From where.
    pub camera: &'a Camera,
    /// The scene's draw list. Its ranges may stand elsewhere than when it was uploaded.
    pub list: &'a DrawList,
    /// The draw list, evaluated for this camera.
    pub draws: &'a FrameDraws,
    /// Light, fog and background.
    pub lighting: &'a Lighting,
    /// The sky, if there is one.
    pub sky: Option<&'a SkyDraw>,
}

/// How long a frame took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FrameTimes {
    /// Writing its buffers.
    pub prepare: Duration,
    /// Drawing on the device, of the last frame that is known to be done; `None` if the device
    /// cannot tell.
    pub device: Option<Duration>,
}

/// What is drawn to.
pub(crate) struct Target<'a> {
    pub(crate) image: vk::Image,
    pub(crate) view: vk::ImageView,
    pub(crate) attachments: &'a Attachments,
    /// The use of `image` that precedes the frame.
    pub(crate) before: ImageUse,
}

/// Pipelines for one kind of target, and the frames in flight.
pub(crate) struct FrameRenderer {
    device: Arc<Device>,
    // Before the pipelines: their drop waits for the commands that use these.
    slots: Vec<FrameSlot>,
    ui: UiPainter,
    current: usize,
    filtering: Filtering,
    style: Style,
    pipelines: Pipelines,
    format: AttachmentFormat,
    times: FrameTimes,
}

impl FrameRenderer {
    pub(crate) fn new(gpu: &Gpu, color_format: vk::Format, in_flight: usize) -> Result<Self> {
        let format = AttachmentFormat {
            color: color_format,
            samples: gpu.samples(),
        };
        Ok(Self {
            device: Arc::clone(gpu.device()),
            slots: (0..in_flight.max(1))
                .map(|_| FrameSlot::new(gpu))
                .collect::<Result<_>>()?,
            ui: UiPainter::new(gpu.device(), format),
            current: 0,
            filtering: Filtering::Best,
            style: Style::default(),
            pipelines: Pipelines::new(gpu.device(), gpu.layouts(), format)?,
            format,
            times: FrameTimes::default(),
        })
    }

    /// Depth and samples for targets of this size.
    pub(crate) fn create_attachments(&self, extent: vk::Extent2D) -> Result<Attachments> {
        Attachments::new(&self.device, self.format, extent)
    }

    /// How the next frames filter textures.
    pub(crate) fn set_filtering(&mut self, filtering: Filtering) {
        self.filtering = filtering;
    }

    /// What the next frames draw over the scene.
    pub(crate) fn set_ui(&mut self, layer: UiLayer) -> Result<()> {
        self.ui.set_layer(layer)
    }

    /// How the next frames are drawn.
    pub(crate) fn set_style(&mut self, style: Style) {
        self.style = Style {
            wireframe: style.wireframe && self.device.wireframe(),
            ..style
        };
    }

    /// Number of the frame in flight that is next.
    pub(crate) fn current(&self) -> usize {
        self.current
    }

    pub(crate) fn times(&self) -> FrameTimes {
        self.times
    }

    /// Waits for the next slot's last frame and fills the slot's buffers. Everything that depends
    /// on the caller's data fails here, before any image is acquired.
    pub(crate) fn prepare(
        &mut self,
        scene: &SceneResources,
        frame: &Frame<'_>,
        extent: vk::Extent2D,
    ) -> Result<()> {
        let Some(slot) = self.slots.get_mut(self.current) else {
            return Ok(()); // Not reached: `submit` keeps `current` within the slots.
        };
        if !Arc::ptr_eq(&self.device, scene.device()) {
            return Err(RendererError::Scene(
                "it was uploaded to another device".into(),
            ));
        }
        self.pipelines.prepare(self.style.variant())?;
        slot.commands.wait()?;
        if let Some(time) = slot.timer.read() {
            self.times.device = Some(time);
        }
        let start = Instant::now();
        slot.set.set_filtering(self.filtering);
        slot.write(scene, frame, self.style, extent)?;
        self.ui.prepare(&mut slot.ui)?;
        self.times.prepare = start.elapsed();
        Ok(())
    }

    /// Records all passes of the prepared frame. The commands are returned for the caller to add
    /// to before [`submit`](Self::submit); the target is then a colour attachment.
    pub(crate) fn record(
        &mut self,
        scene: &SceneResources,
        background: Vec3,
        target: &Target<'_>,
    ) -> Result<vk::CommandBuffer> {
        let slot = self.slots.get_mut(self.current);
        let pipelines = self.pipelines.get(self.style.variant());
        let (Some(slot), Some(pipelines)) = (slot, pipelines) else {
            return Ok(vk::CommandBuffer::null()); // Not reached: the frame was prepared.
        };
        let commands = slot.commands.begin()?;
        slot.timer.start(commands);
        self.ui.record_changes(commands, &mut slot.ui);
        begin_rendering(&self.device, commands, target, background);
        let pass = PassContext {
            device: &self.device,
            commands,
            pipelines,
            sides: self.style.sides,
            frame_set: slot.set.raw(),
            scene,
        };
        sky::record(&pass, &slot.sky);
        terrain::record(&pass, &slot.ground);
        world::record(&pass, &slot.groups, slot.indirect.raw());
        if let Some(drawing) = self.ui.drawing(&slot.ui) {
            ui::record(&pass, &drawing, target.attachments.extent());
        }
        // SAFETY: rendering was begun above.
        unsafe { self.device.raw().cmd_end_rendering(commands) };
        slot.timer.stop(commands);
        Ok(commands)
    }

    /// Submits what was recorded and goes on to the next slot.
    pub(crate) fn submit(
        &mut self,
        wait: &[vk::SemaphoreSubmitInfo<'_>],
        signal: &[vk::SemaphoreSubmitInfo<'_>],
    ) -> Result<()> {
        if let Some(slot) = self.slots.get_mut(self.current) {
            slot.commands.submit(wait, signal)?;
        }
        self.current = (self.current + 1) % self.slots.len();
        Ok(())
    }

    /// Waits for all frames.
    pub(crate) fn wait_for_all(&mut self) -> Result<()> {
        self.slots
            .iter_mut()
            .try_for_each(|slot| slot.commands.wait())
    }
}

/// A frame in flight: what the device reads while the next one is being prepared.
struct FrameSlot {
    // First: its drop waits for the device to be done with the rest.
    commands: Commands,
    timer: Timer,
    set: FrameSet,
    globals: Buffer,
    records: Buffer,
    indirect: Buffer,
    groups: Vec<Group>,
    ground: Vec<GroundCall>,
    ui: UiSlot,
    sky: SkyBuffers,
}

impl FrameSlot {
    fn new(gpu: &Gpu) -> Result<Self> {
        let device = gpu.device();
        let globals = host_buffer(
            device,
            "frame constants",
            size_of::<Globals>(),
            vk::BufferUsageFlags::UNIFORM_BUFFER,
        )?;
        let (records, indirect) = range_buffers(device, 0)?;
        let mut set = FrameSet::new(gpu.layouts())?;
        set.set_buffers(&globals, &records);
        Ok(Self {
            commands: Commands::new(device, "frame")?,
            timer: Timer::new(device)?,
            set,
            globals,
            records,
            indirect,
            groups: Vec::new(),
            ground: Vec::new(),
            ui: UiSlot::default(),
            sky: SkyBuffers::new(device)?,
        })
    }

    /// Writes the buffers; the device must be done with them.
    fn write(
        &mut self,
        scene: &SceneResources,
        frame: &Frame<'_>,
        style: Style,
        extent: vk::Extent2D,
    ) -> Result<()> {
        self.sky.write(scene, frame.sky)?;
        let ranges = scene.plan().len();
        if self.records.size() < (ranges * size_of::<DrawRecord>()) as u64 {
            let (records, indirect) = range_buffers(scene.device(), ranges)?;
            self.records = records;
            self.indirect = indirect;
            self.set.set_buffers(&self.globals, &self.records);
        }
        let aspect = extent.width as f32 / extent.height as f32;
        if let Some(globals) = elements_mut(&mut self.globals, 1).first_mut() {
            *globals = Globals::new(frame.camera, aspect, frame.lighting, style.sides);
        }
        let textures = |pair| scene.texture_set(pair);
        self.ground.clear();
        if let Some(ground) = scene.ground() {
            ground.calls(&frame.draws.ground, &mut self.ground, textures)?;
        }
        scene.plan().write(
            frame.list,
            frame.draws,
            elements_mut(&mut self.records, ranges),
            elements_mut(&mut self.indirect, ranges),
            &mut self.groups,
            textures,
        )
    }
}

/// Bytes of the records of so many ranges, with room to grow.
pub(crate) fn record_bytes(ranges: usize) -> usize {
    ranges.next_power_of_two() * size_of::<DrawRecord>()
}

/// Buffers for the records and the commands of so many ranges, with room to grow.
fn range_buffers(device: &Arc<Device>, ranges: usize) -> Result<(Buffer, Buffer)> {
    Ok((
        host_buffer(
            device,
            "draw records",
            record_bytes(ranges),
            vk::BufferUsageFlags::STORAGE_BUFFER,
        )?,
        host_buffer(
            device,
            "indirect commands",
            ranges.next_power_of_two() * size_of::<IndirectCommand>(),
            vk::BufferUsageFlags::INDIRECT_BUFFER,
        )?,
    ))
}

fn host_buffer(
    device: &Arc<Device>,
    name: &str,
    bytes: usize,
    usage: vk::BufferUsageFlags,
) -> Result<Buffer> {
    Buffer::new(device, name, bytes as u64, usage, MemoryLocation::CpuToGpu)
}

/// The first `count` elements of a host-visible buffer that has at least as many.
fn elements_mut<T: Pod>(buffer: &mut Buffer, count: usize) -> &mut [T] {
    let bytes = buffer
        .bytes_mut()
        .get_mut(..count * size_of::<T>())
        .unwrap_or_default();
    // Cannot fail: Vulkan maps memory at 64-byte borders and aligns storage, uniform and
    // indirect buffers to at least the 4 bytes that `T`, made of 32-bit numbers, needs.
    bytemuck::try_cast_slice_mut(bytes).unwrap_or_default()
}

fn begin_rendering(
    device: &Device,
    commands: vk::CommandBuffer,
    target: &Target<'_>,
    background: Vec3,
) {
    change_use(
        device,
        commands,
        target.image,
        vk::ImageAspectFlags::COLOR,
        target.before.discarded(),
        ImageUse::COLOR_ATTACHMENT,
    );
    target.attachments.record_reuse(device, commands);
    let background = background.extend(1.0).to_array();
    let color = [target.attachments.color(target.view, background)];
    let depth = target.attachments.depth();
    let extent = target.attachments.extent();
    let area = vk::Rect2D {
        offset: vk::Offset2D::default(),
        extent,
    };
    let rendering = vk::RenderingInfo::default()
        .render_area(area)
        .layer_count(1)
        .color_attachments(&color)
        .depth_attachment(&depth);
    let viewport = vk::Viewport {
        x: 0.0,
        y: 0.0,
        width: extent.width as f32,
        height: extent.height as f32,
        min_depth: 0.0,
        max_depth: 1.0,
    };
    // SAFETY: recording; the attachments are alive, in the layouts named, and as large as the
    // area.
    unsafe {
        device.raw().cmd_begin_rendering(commands, &rendering);
        device.raw().cmd_set_viewport(commands, 0, &[viewport]);
        device.raw().cmd_set_scissor(commands, 0, &[area]);
    }
}
