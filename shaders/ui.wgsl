// The layer over the scene: textured triangles in pixels of the target.

// Clip space per pixel, right and down.
var<immediate> scale: vec2<f32>;

@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var image_sampler: sampler;

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) uv: vec2<f32>,
    @location(1) color: vec4<f32>,
}

@vertex
fn vs_main(
    @location(0) position: vec2<f32>,
    @location(1) uv: vec2<f32>,
    @location(2) color: vec4<f32>,
) -> Varying {
    var out: Varying;
    // Depth 1 is nearest: the layer hides everything and nothing hides it.
    out.clip = vec4(position * scale - 1.0, 1.0, 1.0);
    out.uv = uv;
    out.color = color;
    return out;
}

// Colour and texel are premultiplied by alpha, and stored values like all others.
@fragment
fn fs_main(in: Varying) -> @location(0) vec4<f32> {
    return in.color * textureSample(image, image_sampler, in.uv);
}
