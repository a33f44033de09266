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

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv0: vec2<f32>,
    @location(3) uv1: vec2<f32>,
    @location(4) share: f32,
}

@vertex
fn vs_main(
    @location(0) position: vec3<f32>,
    @location(1) normal: vec4<f32>,
    @location(2) uv0: vec2<f32>,
    @location(3) uv1: vec2<f32>,
    @location(4) share: f32,
) -> Varying {
    var out: Varying;
    out.clip = globals.view_projection * vec4(position, 1.0);
    out.position = position;
    out.normal = normal.xyz;
    out.uv0 = uv0;
    out.uv1 = uv1;
    out.share = share;
    return out;
}

fn layer_color(
    surface: SurfaceRecord,
    base: texture_2d<f32>,
    micro: texture_2d<f32>,
    in: Varying,
) -> vec3<f32> {
    let uv = surface.uv_offset + in.uv0 * surface.uv_scale;
    var texel = textureSample(base, repeat_sampler, uv).rgb;
    // The flags are the same for the whole draw.
    if (surface.flags & MICROTEXTURED) != 0u {
        texel *= 2.0 * textureSample(micro, repeat_sampler, in.uv1).rgb;
    }
    let lit = light_surface(surface, in.normal, in.position);
    return saturate(texel * lit.diffuse + lit.specular);
}

@fragment
fn fs_main(in: Varying) -> @location(0) vec4<f32> {
    var color = layer_color(layers.base, base_texture, base_micro, in);
    if (layers.base.flags & SECOND_LAYER) != 0u {
        let over = layer_color(layers.second, second_texture, second_micro, in);
        color = mix(color, over, saturate(in.share));
    }
    return vec4(color, 1.0);
}
