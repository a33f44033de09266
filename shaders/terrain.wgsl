// The ground: one or two materials, each with an optional microtexture.

struct Layers {
    base: SurfaceRecord,
    second: SurfaceRecord,
}

var<immediate> layers: Layers;

@group(1) @binding(0) var base_texture: texture_2d<f32>;
@group(1) @binding(1) var base_micro: texture_2d<f32>;
@group(1) @binding(2) var second_texture: texture_2d<f32>;
@group(1) @binding(3) var second_micro: texture_2d<f32>;

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
    texel: vec3<f32>,
    micro: vec3<f32>,
    in: Varying,
) -> vec3<f32> {
    let lit = light_surface(surface, in.normal, in.position);
    let detail = select(vec3(1.0), micro * 2.0, (surface.flags & MICROTEXTURED) != 0u);
    return saturate(texel * detail * lit.diffuse + lit.specular);
}

@fragment
fn fs_main(in: Varying) -> @location(0) vec4<f32> {
    let base_uv = layers.base.uv_offset + in.uv0 * layers.base.uv_scale;
    let second_uv = layers.second.uv_offset + in.uv0 * layers.second.uv_scale;
    let base_texel = textureSample(base_texture, repeat_sampler, base_uv).rgb;
    let base_detail = textureSample(base_micro, repeat_sampler, in.uv1).rgb;
    let second_texel = textureSample(second_texture, repeat_sampler, second_uv).rgb;
    let second_detail = textureSample(second_micro, repeat_sampler, in.uv1).rgb;

    var color = layer_color(layers.base, base_texel, base_detail, in);
    if (layers.base.flags & SECOND_LAYER) != 0u {
        let over = layer_color(layers.second, second_texel, second_detail, in);
        color = mix(color, over, saturate(in.share));
    }
    return vec4(color, 1.0);
}
