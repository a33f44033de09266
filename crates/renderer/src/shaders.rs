//! The compiled shaders.

use ash::vk;

use crate::device::Device;
use crate::error::{During, RendererError, Result};

/// A SPIR-V module made from `shaders/<name>.wgsl` by the build script.
#[derive(Clone, Copy)]
pub(crate) struct Shader {
    pub(crate) name: &'static str,
    pub(crate) spirv: &'static [u8],
}

macro_rules! shader {
    ($name:literal) => {
        Shader {
            name: $name,
            spirv: include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".spv")),
        }
    };
}

/// The sky.
pub(crate) const SKY: Shader = shader!("sky");
/// Ranges of models.
pub(crate) const WORLD: Shader = shader!("world");
/// The ground.
pub(crate) const TERRAIN: Shader = shader!("terrain");
/// The layer over the scene.
pub(crate) const UI: Shader = shader!("ui");

/// Makes a module. The caller destroys it.
pub(crate) fn create_module(device: &Device, shader: Shader) -> Result<vk::ShaderModule> {
    let words = ash::util::read_spv(&mut std::io::Cursor::new(shader.spirv))
        .map_err(|error| RendererError::Scene(format!("shader {}: {error}", shader.name)))?;
    let info = vk::ShaderModuleCreateInfo::default().code(&words);
    // SAFETY: the words are SPIR-V that naga has validated.
    let module =
        unsafe { device.raw().create_shader_module(&info, None) }.during("vkCreateShaderModule")?;
    device.name(module, shader.name);
    Ok(module)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn every_module_passes_spirv_val() {
        if Command::new("spirv-val").arg("--version").output().is_err() {
            println!("skipped: spirv-val is not installed (Debian: spirv-tools)");
            return;
        }
        for shader in [SKY, WORLD, TERRAIN, UI] {
            let path = std::env::temp_dir().join(format!(
                "msh-renderer-{}-{}.spv",
                shader.name,
                std::process::id()
            ));
            std::fs::write(&path, shader.spirv).unwrap();
            let output = Command::new("spirv-val")
                .args(["--target-env", "vulkan1.3"])
                .arg(&path)
                .output()
                .unwrap();
            std::fs::remove_file(&path).unwrap();
            assert!(
                output.status.success(),
                "{}: {}",
                shader.name,
                String::from_utf8_lossy(&output.stderr)
            );
        }
    }
}
