//! Meshes of simple bodies, in the frames in which the physics has them: round ones about +Y, centred.

use std::f32::consts::{PI, TAU};

use voltex_math::f32::sin_cos;
use voltex_math::{Vec2, Vec3};

use crate::mesh::{MeshData, Vertex};

/// Box around the origin, a texture on each face.
pub fn cuboid(half: Vec3) -> MeshData {
    let mut mesh = MeshData::default();
    for axis in 0..3 {
        for sign in [1.0, -1.0] {
            let mut normal = Vec3::ZERO;
            normal[axis] = sign;
            let mut u = Vec3::ZERO;
            u[(axis + 1) % 3] = 1.0;
            face(&mut mesh, normal, u, half);
        }
    }
    mesh
}

/// The square from -1 to 1 in the x-z plane that is seen from above; scaled by its user.
pub fn plane() -> MeshData {
    let mut mesh = MeshData::default();
    face(&mut mesh, Vec3::Y, Vec3::X, Vec3::new(1.0, 0.0, 1.0));
    mesh
}

/// A rectangle of the box of these half edges.
fn face(mesh: &mut MeshData, normal: Vec3, u: Vec3, half: Vec3) {
    let v = normal.cross(u);
    let first = mesh.vertices.len() as u32;
    for (a, b) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        let position = (normal + u * a + v * b) * half;
        let uv = Vec2::new(0.5 + 0.5 * a, 0.5 - 0.5 * b);
        mesh.vertices.push(Vertex::new(position, normal, uv));
    }
    mesh.indices
        .extend([0, 1, 2, 0, 2, 3].map(|index| first + index));
}

/// Ball around the origin. Longitude runs once round the texture from -X over +Z, latitude from top (+Y) to bottom.
pub fn sphere(radius: f32, rings: u32) -> MeshData {
    capsule(0.0, radius, rings)
}

/// Capsule along y: half the length of its segment and its radius, m; `rings` from pole to pole, at least 2.
pub fn capsule(half_height: f32, radius: f32, rings: u32) -> MeshData {
    let half_rings = rings.max(2).div_ceil(2);
    let mut profile = Vec::new();
    for top in [true, false] {
        for ring in 0..=half_rings {
            let start = if top { 0.0 } else { 0.5 * PI };
            let angle = start + 0.5 * PI * ring as f32 / half_rings as f32;
            let (sine, cosine) = sin_cos(angle);
            let shift = if top { half_height } else { -half_height };
            // The two equators of a ball are one ring.
            if half_height == 0.0 && !top && ring == 0 {
                continue;
            }
            profile.push(Station {
                radius: radius * sine,
                height: radius * cosine + shift,
                normal: Vec2::new(sine, cosine),
            });
        }
    }
    lathe(&profile, 4 * half_rings)
}

/// Cylinder along y: half its height and its radius, m.
pub fn cylinder(half_height: f32, radius: f32, segments: u32) -> MeshData {
    frustum(half_height, radius, radius, segments)
}

/// Cone along y, apex up: half its height and the radius of its base, m.
pub fn cone(half_height: f32, radius: f32, segments: u32) -> MeshData {
    frustum(half_height, 0.0, radius, segments)
}

fn frustum(half_height: f32, top: f32, bottom: f32, segments: u32) -> MeshData {
    let slope = Vec2::new(2.0 * half_height, bottom - top).normalize_or(Vec2::X);
    let station = |radius: f32, height: f32, normal: Vec2| Station {
        radius,
        height,
        normal,
    };
    let mut mesh = lathe(
        &[
            station(top, half_height, slope),
            station(bottom, -half_height, slope),
        ],
        segments,
    );
    let caps = [(top, half_height, 1.0), (bottom, -half_height, -1.0)];
    for (radius, height, up) in caps.into_iter().filter(|cap| cap.0 > 0.0) {
        let normal = Vec2::new(0.0, up);
        let rim = station(radius, height, normal);
        let middle = station(0.0, height, normal);
        let profile = if up > 0.0 {
            [middle, rim]
        } else {
            [rim, middle]
        };
        mesh.append(&lathe(&profile, segments));
    }
    mesh
}

/// Ring about the y axis.
pub fn torus(radius: f32, tube: f32, segments: u32) -> MeshData {
    let count = segments.max(3);
    let profile: Vec<Station> = (0..=count)
        .map(|step| {
            let (sine, cosine) = sin_cos(TAU * step as f32 / count as f32);
            Station {
                radius: radius + tube * sine,
                height: tube * cosine,
                normal: Vec2::new(sine, cosine),
            }
        })
        .collect();
    lathe(&profile, 2 * count)
}

/// Body of revolution about the y axis: radius and height of its outline, m, from top to bottom, with rounded edges.
///
/// # Panics
/// Fewer than two points, which is the caller's mistake.
pub fn revolved(outline: &[[f32; 2]], segments: u32) -> MeshData {
    assert!(outline.len() >= 2, "an outline has two points or more");
    let point = |index: usize| Vec2::from_array(outline[index]);
    let last = outline.len() - 1;
    let profile: Vec<Station> = (0..=last)
        .map(|index| {
            let way = point((index + 1).min(last)) - point(index.saturating_sub(1));
            let normal = Vec2::new(-way.y, way.x).normalize_or(Vec2::X);
            let [radius, height] = outline[index];
            Station {
                radius,
                height,
                // On the axis the surface is level, or its normals would differ from segment to segment.
                normal: match radius > 0.0 {
                    true => normal,
                    false => Vec2::new(0.0, if index == 0 { 1.0 } else { -1.0 }),
                },
            }
        })
        .collect();
    lathe(&profile, segments)
}

/// A ring of a body of revolution.
#[derive(Clone, Copy)]
struct Station {
    radius: f32,
    height: f32,
    /// Outwards and up.
    normal: Vec2,
}

/// Turns a profile, given from top to bottom, about the y axis.
fn lathe(profile: &[Station], segments: u32) -> MeshData {
    let segments = segments.max(3);
    let mut mesh = MeshData::default();
    let last = (profile.len() - 1) as f32;
    for (ring, station) in profile.iter().enumerate() {
        for segment in 0..=segments {
            let share = segment as f32 / segments as f32;
            // From -X over +Z, so that a texture is not mirrored seen from outside.
            let (sine, cosine) = sin_cos(TAU * (0.5 - share));
            let around = Vec3::new(cosine, 0.0, sine);
            mesh.vertices.push(Vertex::new(
                around * station.radius + Vec3::Y * station.height,
                around * station.normal.x + Vec3::Y * station.normal.y,
                Vec2::new(share, ring as f32 / last),
            ));
        }
    }
    let row = segments + 1;
    for ring in 0..profile.len() as u32 - 1 {
        for segment in 0..segments {
            let [a, b] = [ring * row + segment, (ring + 1) * row + segment];
            if profile[ring as usize].radius > 0.0 {
                mesh.indices.extend([a, b, a + 1]);
            }
            if profile[ring as usize + 1].radius > 0.0 {
                mesh.indices.extend([a + 1, b, b + 1]);
            }
        }
    }
    mesh
}
