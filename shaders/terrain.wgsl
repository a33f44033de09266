// The ground: one or two materials, each with an optional microtexture.

struct Layers {
    base: SurfaceRecord,
    second: SurfaceRecord,
}

var<immediate> layers: Layers;

@group(1) @binding(0) var base_texture: texture_2d<f32>;
@group(1) @binding(1) var base_micro: texture_2d<f32>;
@group(2) @binding(0) var second_texture: texture_2d<f32>;
@group(2) @binding(1) var second_micro: texture_2d<f32>;

struct Vertex {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec4<f32>,
    @location(2) uv0: vec2<f32>,
    @location(3) uv1: vec2<f32>,
    // Of the second layer.
    @location(4) share: f32,
}

// Light per vertex, as the original has it: the two colours of both layers are interpolated.
struct LitVarying {
    @builtin(position) clip: vec4<f32>,
    @location(0) uv0: vec2<f32>,
    @location(1) uv1: vec2<f32>,
    @location(2) share: f32,
    @location(3) base_diffuse: vec3<f32>,
    @location(4) base_specular: vec3<f32>,
    @location(5) second_diffuse: vec3<f32>,
    @location(6) second_specular: vec3<f32>,
    @location(7) position: vec3<f32>,
}

// Light per fragment: what it takes to compute it is interpolated.
struct UnlitVarying {
    @builtin(position) clip: vec4<f32>,
    @location(0) uv0: vec2<f32>,
    @location(1) uv1: vec2<f32>,
    @location(2) share: f32,
    @location(3) position: vec3<f32>,
    @location(4) normal: vec3<f32>,
}

@vertex
fn vs_lit(in: Vertex) -> LitVarying {
    let base = light_surface(layers.base, in.normal.xyz, in.position);
    var second: Lit;
    if (layers.base.flags & SECOND_LAYER) != 0u {
        second = light_surface(layers.second, in.normal.xyz, in.position);
    }
    var out: LitVarying;
    out.clip = globals.view_projection * vec4(in.position, 1.0);
    out.uv0 = in.uv0;
    out.uv1 = in.uv1;
    out.share = in.share;
    out.base_diffuse = base.diffuse;
    out.base_specular = base.specular;
    out.second_diffuse = second.diffuse;
    out.second_specular = second.specular;
    out.position = in.position;
    return out;
}

@vertex
fn vs_unlit(in: Vertex) -> UnlitVarying {
    var out: UnlitVarying;
    out.clip = globals.view_projection * vec4(in.position, 1.0);
    out.uv0 = in.uv0;
    out.uv1 = in.uv1;
    out.share = in.share;
    out.position = in.position;
    out.normal = in.normal.xyz;
    return out;
}

fn layer_texel(
    surface: SurfaceRecord,
    base: texture_2d<f32>,
    micro: texture_2d<f32>,
    uv0: vec2<f32>,
    uv1: vec2<f32>,
) -> vec3<f32> {
    var texel = textureSample(base, repeat_sampler, surface.uv_offset + uv0 * surface.uv_scale).rgb;
    // The flags are the same for the whole draw.
    if (surface.flags & MICROTEXTURED) != 0u {
        texel *= 2.0 * textureSample(micro, repeat_sampler, uv1).rgb;
    }
    return texel;
}

fn base_color(uv0: vec2<f32>, uv1: vec2<f32>, lit: Lit) -> vec3<f32> {
    return lit_texel(layer_texel(layers.base, base_texture, base_micro, uv0, uv1), lit);
}

fn second_color(uv0: vec2<f32>, uv1: vec2<f32>, lit: Lit) -> vec3<f32> {
    return lit_texel(layer_texel(layers.second, second_texture, second_micro, uv0, uv1), lit);
}

@fragment
fn fs_lit_one(
    in: LitVarying,
    @builtin(front_facing) is_front: bool,
) -> @location(0) vec4<f32> {
    let base = base_color(in.uv0, in.uv1, Lit(in.base_diffuse, in.base_specular));
    return finish(vec4(base, 1.0), in.position, is_front, layers.base.flags);
}

@fragment
fn fs_lit_two(
    in: LitVarying,
    @builtin(front_facing) is_front: bool,
) -> @location(0) vec4<f32> {
    let base = base_color(in.uv0, in.uv1, Lit(in.base_diffuse, in.base_specular));
    let second = second_color(in.uv0, in.uv1, Lit(in.second_diffuse, in.second_specular));
    return finish(vec4(mix(base, second, saturate(in.share)), 1.0), in.position, is_front, layers.base.flags);
}

@fragment
fn fs_unlit_one(
    in: UnlitVarying,
    @builtin(front_facing) is_front: bool,
) -> @location(0) vec4<f32> {
    let lit = light_surface(layers.base, in.normal, in.position);
    return finish(vec4(base_color(in.uv0, in.uv1, lit), 1.0), in.position, is_front, layers.base.flags);
}

@fragment
fn fs_unlit_two(
    in: UnlitVarying,
    @builtin(front_facing) is_front: bool,
) -> @location(0) vec4<f32> {
    let base_lit = light_surface(layers.base, in.normal, in.position);
    let second_lit = light_surface(layers.second, in.normal, in.position);
    let base = base_color(in.uv0, in.uv1, base_lit);
    let second = second_color(in.uv0, in.uv1, second_lit);
    return finish(vec4(mix(base, second, saturate(in.share)), 1.0), in.position, is_front, layers.base.flags);
}
