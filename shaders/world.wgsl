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

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv0: vec2<f32>,
    @location(3) uv1: vec2<f32>,
    @location(4) @interpolate(flat) record: u32,
}

@vertex
fn vs_main(
    @location(0) position: vec3<f32>,
    @location(1) normal: vec4<f32>,
    @location(2) uv0: vec2<u32>,
    @location(3) uv1: vec2<u32>,
    @builtin(instance_index) record: u32,
) -> Varying {
    let draw = &records[record];
    let world = (*draw).transform * vec4(position, 1.0);
    var out: Varying;
    out.clip = globals.view_projection * world;
    out.position = world.xyz;
    out.normal = (*draw).normal * normal.xyz;
    out.uv0 = (*draw).surface.uv_offset + vec2<f32>(uv0) / 1024.0 * (*draw).surface.uv_scale;
    out.uv1 = vec2<f32>(uv1) / 1024.0;
    out.record = record;
    return out;
}

fn shade(in: Varying) -> vec4<f32> {
    let surface = records[in.record].surface;
    let texel = textureSample(base_texture, repeat_sampler, in.uv0);
    if (surface.flags & LIGHTMAPPED) != 0u {
        // No light reaches a lightmapped surface: its diffuse colour is its self-light.
        // Lightmaps have one level.
        let baked = textureSampleLevel(lightmap, clamp_sampler, in.uv1, 0.0).rgb;
        let lit = min(max(surface.diffuse, globals.scene), vec3(1.0));
        return vec4(texel.rgb * baked * lit, surface.opacity);
    }
    let lit = light_surface(surface, in.normal, in.position);
    let alpha = select(texel.a, 1.0, (surface.flags & IGNORE_TEXTURE_ALPHA) != 0u);
    return vec4(saturate(texel.rgb * lit.diffuse + lit.specular), alpha * surface.opacity);
}

@fragment
fn fs_opaque(in: Varying) -> @location(0) vec4<f32> {
    return shade(in);
}

// Drops what would be stored as alpha 0, so that it leaves no depth behind.
@fragment
fn fs_alpha_test(in: Varying) -> @location(0) vec4<f32> {
    let color = shade(in);
    if color.a < 0.5 / 255.0 {
        discard;
    }
    return color;
}
