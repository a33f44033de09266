// Ranges of models: textured, lit, or lightmapped.

struct DrawRecord {
    // Node to world.
    transform: mat4x4<f32>,
    // Turns normals; right for mirrored and unevenly scaled nodes.
    normal: mat3x3<f32>,
    surface: SurfaceRecord,
}

@group(0) @binding(1) var<storage, read> records: array<DrawRecord>;
@group(1) @binding(0) var base_texture: texture_2d<f32>;
@group(1) @binding(1) var lightmap: texture_2d<f32>;

struct Vertex {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec4<f32>,
    @location(2) uv0: vec2<u32>,
    @location(3) uv1: vec2<u32>,
    @builtin(instance_index) record: u32,
}

// Light per vertex, as the original has it: its two colours are interpolated.
struct LitVarying {
    @builtin(position) clip: vec4<f32>,
    @location(0) uv0: vec2<f32>,
    @location(1) uv1: vec2<f32>,
    @location(2) @interpolate(flat) flags: u32,
    // With the surface's alpha.
    @location(3) diffuse: vec4<f32>,
    @location(4) specular: vec3<f32>,
    @location(5) position: vec3<f32>,
}

// Light per fragment: what it takes to compute it is interpolated.
struct UnlitVarying {
    @builtin(position) clip: vec4<f32>,
    @location(0) uv0: vec2<f32>,
    @location(1) @interpolate(flat) record: u32,
    @location(2) position: vec3<f32>,
    @location(3) normal: vec3<f32>,
}

fn surface_uv(surface: SurfaceRecord, uv: vec2<u32>) -> vec2<f32> {
    return surface.uv_offset + vec2<f32>(uv) / 1024.0 * surface.uv_scale;
}

@vertex
fn vs_lit(in: Vertex) -> LitVarying {
    let draw = &records[in.record];
    let surface = (*draw).surface;
    let world = (*draw).transform * vec4(in.position, 1.0);
    var lit: Lit;
    if (surface.flags & LIGHTMAPPED) != 0u {
        lit = light_lightmapped(surface);
    } else {
        lit = light_surface(surface, (*draw).normal * in.normal.xyz, world.xyz);
    }
    var out: LitVarying;
    out.clip = globals.view_projection * world;
    out.uv0 = surface_uv(surface, in.uv0);
    out.uv1 = vec2<f32>(in.uv1) / 1024.0;
    out.flags = surface.flags;
    out.diffuse = vec4(lit.diffuse, surface.opacity);
    out.specular = lit.specular;
    out.position = world.xyz;
    return out;
}

@vertex
fn vs_unlit(in: Vertex) -> UnlitVarying {
    let draw = &records[in.record];
    let world = (*draw).transform * vec4(in.position, 1.0);
    var out: UnlitVarying;
    out.clip = globals.view_projection * world;
    out.uv0 = surface_uv((*draw).surface, in.uv0);
    out.record = in.record;
    out.position = world.xyz;
    out.normal = (*draw).normal * in.normal.xyz;
    return out;
}

fn shade(uv: vec2<f32>, lit: Lit, opacity: f32, flags: u32) -> vec4<f32> {
    let texel = textureSample(base_texture, repeat_sampler, uv);
    let alpha = select(texel.a, 1.0, (flags & IGNORE_TEXTURE_ALPHA) != 0u);
    return vec4(lit_texel(texel.rgb, lit), alpha * opacity);
}

fn shade_lit(in: LitVarying) -> vec4<f32> {
    return shade(in.uv0, Lit(in.diffuse.rgb, in.specular), in.diffuse.a, in.flags);
}

fn shade_unlit(in: UnlitVarying) -> vec4<f32> {
    let surface = records[in.record].surface;
    let lit = light_surface(surface, in.normal, in.position);
    return shade(in.uv0, lit, surface.opacity, surface.flags);
}

// Drops what would be stored as alpha 0, so that it leaves no depth behind.
fn alpha_tested(color: vec4<f32>) -> vec4<f32> {
    if color.a < 0.5 / 255.0 {
        discard;
    }
    return color;
}

@fragment
fn fs_lit_opaque(
    in: LitVarying,
    @builtin(front_facing) is_front: bool,
) -> @location(0) vec4<f32> {
    return finish(shade_lit(in), in.position, is_front, in.flags);
}

@fragment
fn fs_lit_alpha_test(
    in: LitVarying,
    @builtin(front_facing) is_front: bool,
) -> @location(0) vec4<f32> {
    return finish(alpha_tested(shade_lit(in)), in.position, is_front, in.flags);
}

@fragment
fn fs_unlit_opaque(
    in: UnlitVarying,
    @builtin(front_facing) is_front: bool,
) -> @location(0) vec4<f32> {
    return finish(shade_unlit(in), in.position, is_front, records[in.record].surface.flags);
}

@fragment
fn fs_unlit_alpha_test(
    in: UnlitVarying,
    @builtin(front_facing) is_front: bool,
) -> @location(0) vec4<f32> {
    return finish(alpha_tested(shade_unlit(in)), in.position, is_front, records[in.record].surface.flags);
}

// The same whether light is per vertex or per fragment, for there is none.
@fragment
fn fs_lightmapped(
    in: LitVarying,
    @builtin(front_facing) is_front: bool,
) -> @location(0) vec4<f32> {
    let texel = textureSample(base_texture, repeat_sampler, in.uv0).rgb;
    // Lightmaps have one level.
    let baked = textureSampleLevel(lightmap, clamp_sampler, in.uv1, 0.0).rgb;
    let color = lit_texel(texel * baked, Lit(in.diffuse.rgb, in.specular));
    return finish(vec4(color, in.diffuse.a), in.position, is_front, in.flags);
}
