// The sky: textured triangles round the eye.

@group(1) @binding(0) var base_texture: texture_2d<f32>;

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) uv: vec2<f32>,
    @location(1) color: vec4<f32>,
    @location(2) added: vec4<f32>,
}

@vertex
fn vs_main(
    @location(0) offset: vec3<f32>,
    @location(1) uv: vec2<f32>,
    @location(2) color: vec4<f32>,
    @location(3) added: vec4<f32>,
) -> Varying {
    var out: Varying;
    out.clip = globals.view_projection * vec4(globals.eye + offset, 1.0);
    out.uv = uv;
    out.color = color;
    out.added = added;
    return out;
}

@fragment
fn fs_main(in: Varying) -> @location(0) vec4<f32> {
    let texel = textureSample(base_texture, repeat_sampler, in.uv);
    return saturate(texel * in.color + in.added);
}
