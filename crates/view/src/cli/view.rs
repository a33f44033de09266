//! Without a verb: the window, or a picture.

use std::path::Path;

use anyhow::{Context, Result, bail};
use msh_renderer::{Frame, Gpu, GpuOptions, OffscreenRenderer, SceneResources};

use crate::args::{CommandLine, Msaa};
use crate::daytime::Daytime;
use crate::look::Look;
use crate::output;
use crate::picture::write_png;
use crate::stage::Stage;
use crate::target::Target;
use crate::timing::Steps;
use crate::values::Size;
use crate::{app, display};

/// Opens the window, or writes the picture.
///
/// # Errors
/// The data or the device does not allow it.
pub(crate) fn run(line: &CommandLine) -> Result<()> {
    if line.device.list_devices {
        return list_devices();
    }
    let mut steps = Steps::start();
    let target = Target::new(line.path.as_deref(), line.scene.root.root.as_deref())?;
    if let Some(file) = &line.picture.screenshot {
        return screenshot(line, &target, file, steps);
    }
    // Before anything is loaded: without a display the rest is in vain.
    let event_loop = display::open()?;
    steps.done("display");
    let mut stage = Stage::open(&target, &line.scene)?;
    stage.show_moment(&line.frame);
    let daytime = Daytime::new(&stage.scene, &line.sky)?;
    steps.done("scene");
    let messages = app::run(event_loop, line, &mut stage, daytime, steps)?;
    check_validation(messages)
}

fn list_devices() -> Result<()> {
    let adapters = Gpu::adapters()?;
    let list: String = adapters
        .iter()
        .map(|adapter| format!("{adapter}\n"))
        .collect();
    output::print(&list)
}

/// What the command line asks of the device.
pub(crate) fn gpu_options(line: &CommandLine) -> GpuOptions {
    GpuOptions {
        validation: line.device.validation,
        device: line.device.device.clone(),
        multisampling: line.look.msaa == Msaa::Four,
        ..GpuOptions::default()
    }
}

fn screenshot(line: &CommandLine, target: &Target, file: &Path, mut steps: Steps) -> Result<()> {
    let mut stage = Stage::open(target, &line.scene)?;
    stage.show_moment(&line.frame);
    let daytime = Daytime::new(&stage.scene, &line.sky)?;
    steps.done("scene");
    let gpu = Gpu::new(&gpu_options(line))?;
    steps.done("device");
    let messages = gpu.validation_messages();
    draw(line, &stage, &daytime, &gpu, file, &mut steps)?;
    // The validation layer reports leaks when the device is gone.
    drop(gpu);
    check_validation(messages.count())
}

fn draw(
    line: &CommandLine,
    stage: &Stage,
    daytime: &Daytime,
    gpu: &Gpu,
    file: &Path,
    steps: &mut Steps,
) -> Result<()> {
    let scene = &stage.scene;
    let resources =
        SceneResources::upload(gpu, &scene.library, scene.terrain.as_ref(), &stage.list)?;
    steps.done("upload");
    let size = line.camera.size.unwrap_or(Size::DEFAULT);
    let camera = stage.camera(&line.camera);
    let mut look = Look::of(&line.look);
    if let Some(refusal) = look.fit(gpu) {
        tracing::warn!("{refusal}");
    }
    let draws = stage.draws(&camera, size, line.frame.show(), look.style.sides);
    let atmosphere = daytime.atmosphere(scene, &camera);
    let frame = Frame {
        camera: &camera,
        list: &stage.list,
        draws: &draws,
        lighting: &atmosphere.lighting,
        sky: atmosphere.sky.as_ref(),
    };
    let mut renderer = OffscreenRenderer::new(gpu, size.width, size.height)?;
    renderer.set_style(look.style);
    renderer.set_filtering(look.filtering);
    steps.done("pipelines");
    let mut image = renderer.render(&resources, &frame)?;
    steps.done("frame");
    steps.finish("first frame");
    let frames = line.picture.frames.map_or(1, u32::from);
    for _ in 1..frames {
        image = renderer.render(&resources, &frame)?;
    }
    if frames > 1 {
        steps.done(&format!("{} more frames", frames - 1));
    }
    write_png(file, image.width, image.height, &image.rgba).context("no picture")?;
    steps.done("picture file");
    Ok(())
}

fn check_validation(messages: u32) -> Result<()> {
    match messages {
        0 => Ok(()),
        1 => bail!("the validation layer has one message"),
        n => bail!("the validation layer has {n} messages"),
    }
}
