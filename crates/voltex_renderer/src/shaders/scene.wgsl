// Bodies: copies of meshes in the light of sky, sun and lamps, with the sun's shadow. Also the sky behind them.

struct Lamp {
    position_range: vec4<f32>,
    colour: vec4<f32>,
}

struct Globals {
    view_projection: mat4x4<f32>,
    shadow: mat4x4<f32>,
    // Axes of the view, each with the half angle's tangent in w where one is needed.
    right: vec4<f32>,
    up: vec4<f32>,
    forward: vec4<f32>,
    eye: vec4<f32>,
    // w: world metres per texel of the shadow map, 0 without shadows
    sun: vec4<f32>,
    // w: strength of the light from all around
    sun_colour: vec4<f32>,
    // w: fade, 1/m
    horizon: vec4<f32>,
    zenith: vec4<f32>,
    ground: vec4<f32>,
    // width, height, 1/size of the shadow map, number of lamps
    viewport: vec4<f32>,
    lamps: array<Lamp, 16>,
}

@group(0) @binding(0) var<uniform> globals: Globals;
@group(1) @binding(0) var shadow_map: texture_depth_2d;
@group(1) @binding(1) var shadow_sampler: sampler_comparison;
@group(2) @binding(0) var skin: texture_2d<f32>;
@group(2) @binding(1) var skin_sampler: sampler;

struct Corner {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
    @location(3) place: vec3<f32>,
    @location(4) colour: vec4<f32>,
    @location(5) rotation: vec4<f32>,
    @location(6) scale: vec3<f32>,
    @location(7) finish: u32,
}

struct Pixel {
    @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
    @location(3) colour: vec4<f32>,
    @location(4) across: vec2<f32>,
    @location(5) @interpolate(flat) finish: u32,
}

fn turn(q: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
    let t = 2.0 * cross(q.xyz, v);
    return v + q.w * t + cross(q.xyz, t);
}

fn to_linear(c: vec3<f32>) -> vec3<f32> {
    return select(pow((c + 0.055) / 1.055, vec3(2.4)), c / 12.92, c <= vec3(0.04045));
}

@vertex
fn body_vertex(in: Corner) -> Pixel {
    var out: Pixel;
    let stretched = in.position * in.scale;
    out.world = turn(in.rotation, stretched) + in.place;
    out.normal = turn(in.rotation, in.normal / in.scale);
    out.uv = in.uv;
    out.colour = vec4(to_linear(in.colour.rgb), in.colour.a);
    out.across = stretched.xz;
    out.finish = in.finish;
    out.clip = globals.view_projection * vec4(out.world, 1.0);
    if (in.finish & 0x20000u) != 0u {
        // Paint lies on its ground: 0.02 % nearer than it is, which no eye sees.
        out.clip.z *= 1.0002;
    }
    return out;
}

@vertex
fn shadow_vertex(in: Corner) -> @builtin(position) vec4<f32> {
    let world = turn(in.rotation, in.position * in.scale) + in.place;
    return globals.shadow * vec4(world, 1.0);
}

// Share of the sun that arrives: 3 x 3 comparisons, each of them interpolated.
fn sunlight(world: vec3<f32>, normal: vec3<f32>) -> f32 {
    let texel = globals.sun.w;
    if texel == 0.0 {
        return 1.0;
    }
    // Off the surface by the width of a texel, so that it does not shade itself.
    let lifted = world + normal * (2.2 * texel) + globals.sun.xyz * texel;
    let at = globals.shadow * vec4(lifted, 1.0);
    let uv = vec2(0.5 + 0.5 * at.x, 0.5 - 0.5 * at.y);
    var sum = 0.0;
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            let step = vec2(f32(x), f32(y)) * globals.viewport.z;
            sum += textureSampleCompareLevel(shadow_map, shadow_sampler, uv + step, at.z);
        }
    }
    let inside = all(uv > vec2(0.0)) && all(uv < vec2(1.0)) && at.z < 1.0;
    // Towards the edge of the map shadows fade.
    let edge = max(abs(at.x), abs(at.y));
    let fade = smoothstep(0.9, 1.0, edge);
    return select(1.0, mix(sum / 9.0, 1.0, fade), inside);
}

// Share of a stripe pattern of period 2 with equal halves, averaged over a width.
fn stripe(x: f32, width: f32) -> f32 {
    let w = max(width, 0.001);
    let a = x - 0.5 * w;
    let b = x + 0.5 * w;
    let ia = floor(0.5 * a) + clamp(a - 2.0 * floor(0.5 * a) - 1.0, 0.0, 1.0);
    let ib = floor(0.5 * b) + clamp(b - 2.0 * floor(0.5 * b) - 1.0, 0.0, 1.0);
    return (ib - ia) / w;
}

// Share of a line of this width around whole numbers, averaged.
fn rule(x: f32, line: f32, width: f32) -> f32 {
    let w = max(width, 0.0001);
    let a = x - 0.5 * w + 0.5 * line;
    let b = x + 0.5 * w + 0.5 * line;
    let ia = floor(a) * line + min(fract(a), line);
    let ib = floor(b) * line + min(fract(b), line);
    return (ib - ia) / w;
}

fn grain(cell: vec2<f32>) -> f32 {
    let n = dot(floor(cell), vec2(12.9898, 78.233));
    return fract(sin(n) * 43758.547);
}

fn patterned(colour: vec3<f32>, pattern: u32, across: vec2<f32>, uv: vec2<f32>) -> vec3<f32> {
    let width = fwidth(across);
    let uv_width = fwidth(uv);
    if pattern == 1u {
        let a = stripe(across.x, width.x);
        let b = stripe(across.y, width.y);
        let squares = a + b - 2.0 * a * b;
        let ten = max(rule(0.1 * across.x, 0.006, 0.1 * width.x), rule(0.1 * across.y, 0.006, 0.1 * width.y));
        return colour * (0.88 + 0.16 * squares) * (1.0 - 0.45 * ten);
    }
    if pattern == 2u {
        return colour * (0.91 + 0.18 * stripe(0.2 * across.x, 0.2 * width.x));
    }
    if pattern == 3u {
        let board = across.y / 0.08;
        let near = clamp(1.5 - 1.5 * width.y / 0.08, 0.0, 1.0);
        let shade = grain(vec2(floor(board), floor(across.x / 1.8 + 0.37 * floor(board)))) - 0.5;
        let gap = rule(board, 0.05, width.y / 0.08);
        return colour * (1.0 + 0.22 * shade * near) * (1.0 - 0.25 * gap);
    }
    if pattern == 4u {
        let a = stripe(4.0 * uv.x, 4.0 * uv_width.x);
        let b = stripe(4.0 * uv.y, 4.0 * uv_width.y);
        return colour * (0.55 + 0.45 * (a + b - 2.0 * a * b));
    }
    return colour;
}

fn sky_colour(direction: vec3<f32>) -> vec3<f32> {
    let up = clamp(direction.y, 0.0, 1.0);
    let blue = mix(globals.horizon.rgb, globals.zenith.rgb, 1.0 - pow(1.0 - up, 3.0));
    let below = smoothstep(0.0, -0.25, direction.y);
    let glow = pow(max(dot(direction, globals.sun.xyz), 0.0), 60.0);
    return mix(blue, globals.horizon.rgb * 0.75, below) + globals.sun_colour.rgb * glow * 0.12;
}

@fragment
fn body_pixel(in: Pixel, @builtin(front_facing) front: bool) -> @location(0) vec4<f32> {
    let pasted = textureSample(skin, skin_sampler, in.uv);
    let pattern = in.finish & 0xffu;
    let colour = patterned(in.colour.rgb * pasted.rgb, pattern, in.across, in.uv);
    let opacity = in.colour.a * pasted.a;
    let sight = globals.eye.xyz - in.world;
    let distance = length(sight);
    let to_eye = sight / distance;
    var normal = normalize(in.normal);
    if !front {
        normal = -normal;
    }
    let sun = sunlight(in.world, normal);
    if (in.finish & 0x10000u) != 0u {
        return vec4(colour, opacity);
    }
    let gloss = f32((in.finish >> 8u) & 0xffu) / 255.0;
    let sharpness = exp2(2.0 + 8.0 * gloss);
    let around = mix(globals.ground.rgb, mix(globals.horizon.rgb, globals.zenith.rgb, 0.35), 0.5 + 0.5 * normal.y);
    var light = around * globals.sun_colour.w;
    var shine = vec3(0.0);
    {
        let facing = max(dot(normal, globals.sun.xyz), 0.0);
        light += globals.sun_colour.rgb * (facing * sun);
        let half_way = normalize(globals.sun.xyz + to_eye);
        shine += globals.sun_colour.rgb * (sun * facing * pow(max(dot(normal, half_way), 0.0), sharpness));
    }
    for (var i = 0u; i < u32(globals.viewport.w); i++) {
        let lamp = globals.lamps[i];
        let way = lamp.position_range.xyz - in.world;
        let squared = dot(way, way);
        let direction = way * inverseSqrt(max(squared, 1e-8));
        let share = squared / (lamp.position_range.w * lamp.position_range.w);
        let reach = clamp(1.0 - share * share, 0.0, 1.0);
        let strength = lamp.colour.rgb * (reach * reach / max(squared, 0.01));
        let facing = max(dot(normal, direction), 0.0);
        light += strength * facing;
        let half_way = normalize(direction + to_eye);
        shine += strength * (facing * pow(max(dot(normal, half_way), 0.0), sharpness));
    }
    let edge = pow(1.0 - max(dot(normal, to_eye), 0.0), 5.0);
    let mirrored = sky_colour(reflect(-to_eye, normal)) * (gloss * (0.03 + 0.25 * edge));
    let lit = colour * light * 0.82 + shine * (0.05 + 0.55 * gloss) * gloss + mirrored;
    let haze = 1.0 - exp(-distance * globals.horizon.w);
    return vec4(mix(lit, globals.horizon.rgb, haze), opacity);
}

struct SkyPixel {
    @builtin(position) clip: vec4<f32>,
    @location(0) direction: vec3<f32>,
}

@vertex
fn sky_vertex(@builtin(vertex_index) index: u32) -> SkyPixel {
    // One triangle that covers the picture, infinitely far.
    let x = f32(index & 1u) * 4.0 - 1.0;
    let y = f32(index >> 1u) * 4.0 - 1.0;
    var out: SkyPixel;
    out.clip = vec4(x, y, 0.0, 1.0);
    out.direction = globals.forward.xyz + globals.right.xyz * (x * globals.right.w)
        + globals.up.xyz * (y * globals.up.w);
    return out;
}

@fragment
fn sky_pixel(in: SkyPixel) -> @location(0) vec4<f32> {
    return vec4(sky_colour(normalize(in.direction)), 1.0);
}
