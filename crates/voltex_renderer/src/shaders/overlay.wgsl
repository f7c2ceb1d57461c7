// Lines with a width, and letters.

struct Globals {
    view_projection: mat4x4<f32>,
    // width, height, pixels a metre has at a distance of 1 m, nearest distance
    viewport: vec4<f32>,
}

@group(0) @binding(0) var<uniform> globals: Globals;
@group(1) @binding(0) var letters: texture_2d<f32>;
@group(1) @binding(1) var letter_sampler: sampler;

fn to_linear(c: vec3<f32>) -> vec3<f32> {
    return select(pow((c + 0.055) / 1.055, vec3(2.4)), c / 12.92, c <= vec3(0.04045));
}

struct Line {
    @location(0) start: vec3<f32>,
    // pixels where positive, metres where negative
    @location(1) width: f32,
    @location(2) end: vec3<f32>,
    @location(3) colour: vec4<f32>,
}

struct LinePixel {
    @builtin(position) clip: vec4<f32>,
    @location(0) colour: vec4<f32>,
    // across the line and half its width, pixels, both times the distance so that they stay linear on the screen
    @location(1) @interpolate(linear) across: vec2<f32>,
}

@vertex
fn line_vertex(@builtin(vertex_index) index: u32, in: Line) -> LinePixel {
    var out: LinePixel;
    out.colour = vec4(to_linear(in.colour.rgb), in.colour.a);
    out.across = vec2(0.0);
    var a = globals.view_projection * vec4(in.start, 1.0);
    var b = globals.view_projection * vec4(in.end, 1.0);
    let near = globals.viewport.w;
    if a.w < near && b.w < near {
        out.clip = vec4(2.0, 2.0, 2.0, 1.0);
        return out;
    }
    // What lies behind the nearest plane is cut off.
    if a.w < near {
        a = mix(a, b, (near - a.w) / (b.w - a.w));
    } else if b.w < near {
        b = mix(b, a, (near - b.w) / (a.w - b.w));
    }
    let half_size = 0.5 * globals.viewport.xy;
    let screen_a = a.xy / a.w * half_size;
    let screen_b = b.xy / b.w * half_size;
    let way = screen_b - screen_a;
    let long = length(way);
    let along = select(vec2(1.0, 0.0), way / max(long, 1e-6), long > 1e-6);
    let side = vec2(-along.y, along.x);
    let at_end = (index & 1u) == 1u;
    let right = select(-1.0, 1.0, (index & 2u) == 2u);
    let here = select(a, b, at_end);
    var width = in.width;
    if width < 0.0 {
        width = -width * globals.viewport.z / here.w;
    }
    // A line thinner than a pixel is one pixel wide and pales.
    out.colour.a *= min(width, 1.0);
    let half_width = 0.5 * max(width, 1.0);
    let reach = half_width + 0.75;
    let forth = select(-0.5, 0.5, at_end);
    let shift = (side * (right * reach) + along * forth) / half_size;
    out.clip = vec4(here.xy + shift * here.w, here.z * 1.0002, here.w);
    out.across = vec2(right * reach, half_width);
    return out;
}

@fragment
fn line_pixel(in: LinePixel) -> @location(0) vec4<f32> {
    let cover = clamp(in.across.y + 0.5 - abs(in.across.x), 0.0, 1.0);
    return vec4(in.colour.rgb, in.colour.a * cover);
}

struct Letter {
    // left, top, right, bottom, pixels from the upper left of the picture
    @location(0) place: vec4<f32>,
    // the same in the sheet of letters, 0 to 1
    @location(1) sheet: vec4<f32>,
    @location(2) colour: vec4<f32>,
}

struct LetterPixel {
    @builtin(position) clip: vec4<f32>,
    @location(0) uv: vec2<f32>,
    @location(1) colour: vec4<f32>,
}

@vertex
fn letter_vertex(@builtin(vertex_index) index: u32, in: Letter) -> LetterPixel {
    let corner = vec2(f32(index & 1u), f32(index >> 1u));
    let pixel = mix(in.place.xy, in.place.zw, corner);
    var out: LetterPixel;
    let unit = pixel / globals.viewport.xy;
    out.clip = vec4(2.0 * unit.x - 1.0, 1.0 - 2.0 * unit.y, 1.0, 1.0);
    out.uv = mix(in.sheet.xy, in.sheet.zw, corner);
    out.colour = vec4(to_linear(in.colour.rgb), in.colour.a);
    return out;
}

@fragment
fn letter_pixel(in: LetterPixel) -> @location(0) vec4<f32> {
    let cover = textureSample(letters, letter_sampler, in.uv).r;
    return vec4(in.colour.rgb, in.colour.a * cover);
}
