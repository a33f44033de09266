// What every pass of a frame shares: the frame's constants, samplers and the light model.
// The build script appends this file to each shader that draws the scene.
//
// All colours are stored values (0..1, never sRGB-decoded), as in the original.

struct Light {
    // Unit vector along which the light travels, world space.
    travel: vec3<f32>,
    // Colour times strength; all zero for an unused light.
    color: vec3<f32>,
}

struct Globals {
    view_projection: mat4x4<f32>,
    eye: vec3<f32>,
    // What the fog leaves of a colour is fog_kept - fog_fall * distance^2, within 0..1.
    fog_kept: f32,
    // Floor under the lit colour of every surface.
    scene: vec3<f32>,
    fog_fall: f32,
    // By the fog tint of a surface.
    fog_colors: array<vec3<f32>, 4>,
    // 1 when the backs of faces are to be seen as such.
    marks_backs: u32,
    lights: array<Light, 2>,
}

// What a surface is painted with.
struct SurfaceRecord {
    ambient: vec3<f32>,
    opacity: f32,
    diffuse: vec3<f32>,
    flags: u32,
    specular: vec3<f32>,
    // Exponent is 2^(power - 1); 0 means no highlight.
    power: f32,
    uv_offset: vec2<f32>,
    uv_scale: vec2<f32>,
}

// The texture's alpha counts as 1.
const IGNORE_TEXTURE_ALPHA: u32 = 1u;
// The second texture is a lightmap.
const LIGHTMAPPED: u32 = 2u;
// A ground layer has a microtexture.
const MICROTEXTURED: u32 = 4u;
// A ground group has a second layer.
const SECOND_LAYER: u32 = 8u;
// The range is drawn mirrored.
const MIRRORED: u32 = 16u;
// Two bits: what the surface fades to in the fog.
const FOG_TINT_SHIFT: u32 = 5u;

@group(0) @binding(0) var<uniform> globals: Globals;
@group(0) @binding(2) var repeat_sampler: sampler;
@group(0) @binding(3) var clamp_sampler: sampler;

// The two colours the original computes per vertex: one multiplies the texture, one is added.
struct Lit {
    diffuse: vec3<f32>,
    specular: vec3<f32>,
}

// Compresses light above 1 so that bright surfaces keep some contrast.
fn knee(lit: vec3<f32>) -> vec3<f32> {
    let soft = select(vec3(2.0), lit / 6.0 + 5.0 / 6.0, lit <= vec3(7.0));
    return select(soft, lit, lit <= vec3(1.0));
}

fn highlight_knee(spill: vec3<f32>) -> vec3<f32> {
    let soft = select(vec3(1.0), 0.1 * spill + 0.7, spill <= vec3(3.0));
    return select(soft, 0.8 * spill, spill <= vec3(1.0));
}

// A unit vector, or zero for a zero vector: a vertex without a normal takes no light.
fn unit_or_zero(v: vec3<f32>) -> vec3<f32> {
    let square = dot(v, v);
    return select(vec3(0.0), v * inverseSqrt(square), square > 0.0);
}

// `lit` is what lights and self-light add up to, before the scene colour's floor.
fn expose(lit: vec3<f32>, highlight: vec3<f32>) -> Lit {
    let kneed = knee(max(lit, globals.scene));
    let spill = highlight + max(kneed - 1.0, vec3(0.0));
    return Lit(min(kneed, vec3(1.0)), highlight_knee(spill));
}

// `normal` need not be unit.
fn light_surface(surface: SurfaceRecord, normal: vec3<f32>, position: vec3<f32>) -> Lit {
    let n = unit_or_zero(normal);
    let to_eye = unit_or_zero(globals.eye - position);
    let exponent = exp2(surface.power - 1.0);

    var light = vec3(0.0);
    var highlight = vec3(0.0);
    for (var i = 0; i < 2; i++) {
        let source = globals.lights[i];
        let facing = dot(n, -source.travel);
        if facing > 0.0 {
            light += source.color * surface.diffuse * facing;
            if surface.power > 0.0 {
                let along = clamp(dot(reflect(source.travel, n), to_eye), 0.0, 1.0);
                highlight += source.color * surface.specular * pow(along, exponent);
            }
        }
    }
    return expose(light + surface.ambient, highlight);
}

// No light reaches a lightmapped surface: its diffuse colour is its self-light.
fn light_lightmapped(surface: SurfaceRecord) -> Lit {
    return expose(surface.diffuse, vec3(0.0));
}

// What a texel looks like under this light.
fn lit_texel(texel: vec3<f32>, lit: Lit) -> vec3<f32> {
    return saturate(texel * lit.diffuse + lit.specular);
}

// Red for the back of a face, where backs are marked. A face whose outside looks at the eye is a
// Vulkan back face, unless it is mirrored.
fn mark_back(color: vec4<f32>, is_front_face: bool, flags: u32) -> vec4<f32> {
    let is_mirrored = (flags & MIRRORED) != 0u;
    let is_marked = globals.marks_backs != 0u && is_front_face != is_mirrored;
    let brightness = max(color.r, max(color.g, color.b));
    return select(color, vec4(0.4 + 0.6 * brightness, 0.0, 0.0, color.a), is_marked);
}

// A surface's colour behind the fog between it and the eye.
fn apply_fog(color: vec3<f32>, position: vec3<f32>, flags: u32) -> vec3<f32> {
    let away = position - globals.eye;
    let kept = saturate(globals.fog_kept - globals.fog_fall * dot(away, away));
    return mix(globals.fog_colors[(flags >> FOG_TINT_SHIFT) & 3u], color, kept);
}

// The last step of a surface: the fog before it, and the mark of its back.
fn finish(
    color: vec4<f32>,
    position: vec3<f32>,
    is_front_face: bool,
    flags: u32,
) -> vec4<f32> {
    let in_fog = vec4(apply_fog(color.rgb, position, flags), color.a);
    return mark_back(in_fog, is_front_face, flags);
}
