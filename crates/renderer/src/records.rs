//! What the shaders read, in their layout (`shaders/shared.wgsl`, `shaders/world.wgsl`).

use bytemuck::{Pod, Zeroable};
use msh_scene::camera::Camera;
use msh_scene::draw_list::{DrawRange, Sides};
use msh_scene::glam::{Mat3, Mat4, Vec3};
use msh_scene::library::Surface;
use msh_scene::lighting::{FogTint, Lighting};

/// Directional lights a frame can have; `Lighting` promises no more.
const LIGHTS: usize = 2;

/// Bits of [`SurfaceRecord::flags`].
pub(crate) mod surface_flags {
    /// The texture's alpha counts as 1.
    pub(crate) const IGNORE_TEXTURE_ALPHA: u32 = 1;
    /// The second texture is a lightmap.
    pub(crate) const LIGHTMAPPED: u32 = 2;
    /// A ground layer has a microtexture.
    pub(crate) const MICROTEXTURED: u32 = 4;
    /// A ground group has a second layer.
    pub(crate) const SECOND_LAYER: u32 = 8;
    /// The range is drawn mirrored.
    pub(crate) const MIRRORED: u32 = 16;
    /// Two bits: what the surface fades to in the fog, an index of `Globals::fog_colors`.
    pub(crate) const FOG_TINT_SHIFT: u32 = 5;
}

/// By their index in [`Globals::fog_colors`].
const FOG_TINTS: [FogTint; 4] = [
    FogTint::Horizon,
    FogTint::Black,
    FogTint::White,
    FogTint::Grey,
];

#[derive(Debug, Clone, Copy, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct LightRecord {
    travel: [f32; 3],
    _pad0: f32,
    color: [f32; 3],
    _pad1: f32,
}

/// The constants of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Globals {
    view_projection: [f32; 16],
    eye: [f32; 3],
    /// What the fog leaves of a colour is `fog_kept - fog_fall * distance²`.
    fog_kept: f32,
    scene: [f32; 3],
    fog_fall: f32,
    fog_colors: [[f32; 4]; FOG_TINTS.len()],
    /// 1 when the backs of faces are to be seen as such.
    marks_backs: u32,
    _pad: [u32; 3],
    lights: [LightRecord; LIGHTS],
}

impl Globals {
    pub(crate) fn new(camera: &Camera, aspect: f32, lighting: &Lighting, sides: Sides) -> Self {
        let mut lights = [LightRecord::default(); LIGHTS];
        for (record, light) in lights.iter_mut().zip(&lighting.lights) {
            record.travel = light.travel.to_array();
            record.color = light.color.to_array();
        }
        let (fog_kept, fog_fall) = lighting.fog.map_or((1.0, 0.0), |fog| fog.falloff());
        let fog = lighting.fog.map(|fog| fog.color(camera.heading()));
        let fog = fog.unwrap_or(lighting.sky);
        Self {
            view_projection: camera.view_projection(aspect).to_cols_array(),
            eye: camera.position.to_array(),
            fog_kept,
            scene: lighting.scene.to_array(),
            fog_fall,
            fog_colors: FOG_TINTS.map(|tint| tint.color(fog).extend(0.0).to_array()),
            marks_backs: u32::from(sides == Sides::BackRed),
            _pad: [0; 3],
            lights,
        }
    }
}

/// What a range or a ground layer is painted with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct SurfaceRecord {
    ambient: [f32; 3],
    opacity: f32,
    diffuse: [f32; 3],
    pub(crate) flags: u32,
    specular: [f32; 3],
    power: f32,
    uv_offset: [f32; 2],
    uv_scale: [f32; 2],
}

impl SurfaceRecord {
    pub(crate) fn new(surface: &Surface, flags: u32) -> Self {
        let ignore_alpha = if surface.ignore_texture_alpha {
            surface_flags::IGNORE_TEXTURE_ALPHA
        } else {
            0
        };
        let tint = FogTint::of(surface.blend);
        // Every tint is in the list.
        let tint = FOG_TINTS.iter().position(|t| *t == tint).unwrap_or(0) as u32;
        Self {
            ambient: surface.ambient.to_array(),
            opacity: surface.opacity,
            diffuse: surface.diffuse.to_array(),
            flags: flags | ignore_alpha | tint << surface_flags::FOG_TINT_SHIFT,
            specular: surface.specular.to_array(),
            // The exponent is 2^(power - 1): beyond 32 a highlight is smaller than any pixel.
            power: f32::from(surface.power.min(32)),
            uv_offset: surface.uv_offset.to_array(),
            uv_scale: surface.uv_scale.to_array(),
        }
    }
}

/// A draw range; found by the instance index.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct DrawRecord {
    transform: [f32; 16],
    normal: [[f32; 4]; 3],
    surface: SurfaceRecord,
}

impl DrawRecord {
    /// `surface` is that of the frame.
    pub(crate) fn new(range: &DrawRange, surface: &Surface) -> Self {
        let mut flags = 0;
        if range.lightmap.is_some() {
            flags |= surface_flags::LIGHTMAPPED;
        }
        if range.det_sign < 0 {
            flags |= surface_flags::MIRRORED;
        }
        let normal = normal_matrix(&range.transform);
        Self {
            transform: range.transform.to_cols_array(),
            normal: [normal.x_axis, normal.y_axis, normal.z_axis].map(|c| c.extend(0.0).into()),
            surface: SurfaceRecord::new(surface, flags),
        }
    }
}

/// Both layers of a ground group, pushed before it is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct GroundLayers {
    pub(crate) base: SurfaceRecord,
    pub(crate) second: SurfaceRecord,
}

impl GroundLayers {
    pub(crate) fn has_second(&self) -> bool {
        self.base.flags & surface_flags::SECOND_LAYER != 0
    }
}

/// Turns normals as the transform turns surfaces: the cofactor matrix, which is the inverse
/// transpose up to a positive factor once it has the determinant's sign. It exists for flattening
/// transforms too.
fn normal_matrix(transform: &Mat4) -> Mat3 {
    let column = |i| -> Vec3 { transform.col(i).truncate() };
    let (x, y, z) = (column(0), column(1), column(2));
    let cofactors = Mat3::from_cols(y.cross(z), z.cross(x), x.cross(y));
    if x.dot(cofactors.x_axis) < 0.0 {
        -cofactors
    } else {
        cofactors
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turned(transform: Mat4, normal: Vec3) -> Vec3 {
        (normal_matrix(&transform) * normal).normalize()
    }

    #[test]
    fn the_records_have_the_sizes_the_shaders_expect() {
        assert_eq!(size_of::<Globals>(), 64 + 16 + 16 + 4 * 16 + 16 + 2 * 32);
        assert_eq!(size_of::<SurfaceRecord>(), 64);
        assert_eq!(size_of::<DrawRecord>(), 64 + 48 + 64);
        assert_eq!(size_of::<GroundLayers>(), 128);
    }

    #[test]
    fn a_normal_stays_upright_to_an_unevenly_scaled_slope() {
        // The slope x + z = 0 has the normal (1, 0, 1); stretched twofold in x it has (1, 0, 2).
        let stretched = turned(
            Mat4::from_scale(Vec3::new(2.0, 1.0, 1.0)),
            Vec3::new(1.0, 0.0, 1.0),
        );
        assert!(stretched.abs_diff_eq(Vec3::new(1.0, 0.0, 2.0).normalize(), 1e-6));
    }

    #[test]
    fn a_mirrored_surface_keeps_its_normal_on_the_same_side() {
        let mirror = Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0));
        assert!(turned(mirror, Vec3::X).abs_diff_eq(-Vec3::X, 1e-6));
        assert!(turned(mirror, Vec3::Y).abs_diff_eq(Vec3::Y, 1e-6));
    }

    #[test]
    fn a_flattened_surface_has_the_normal_of_its_plane() {
        let flat = Mat4::from_scale(Vec3::new(1.0, 1.0, 0.0));
        assert!(turned(flat, Vec3::Z).abs_diff_eq(Vec3::Z, 1e-6));
    }

    #[test]
    fn unused_lights_are_black() {
        let lighting = Lighting::default();
        let camera = Camera {
            position: Vec3::ZERO,
            yaw: 0.0,
            pitch: 0.0,
            fov: 1.3,
        };
        let globals = Globals::new(&camera, 1.0, &lighting, Sides::Game);
        assert_eq!(globals.lights[0].color, [1.0; 3]);
        assert_eq!(globals.lights[1], LightRecord::default());
    }
}
