//! Points of hulls, vertices of meshes and heights of fields from the rules of a scene file.

use std::f64::consts::TAU;

use voltex_math::f64::{sin, sin_cos};
use voltex_math::random::{self, Key};
use voltex_math::{DVec3, Vec3};

use crate::shape::Wave;

/// Random numbers of hulls come from a stream of their own.
const STREAM_HULL: u64 = 0x6875_6c6c;

/// Vertices and triangles of a mesh.
pub(crate) type Triangles = (Vec<Vec3>, Vec<[u32; 3]>);

/// Random points on a sphere, all places equally likely: height and angle are uniform (Archimedes).
pub(crate) fn random_hull(count: u32, radius: f32, seed: u64) -> Vec<Vec3> {
    let key = Key::new(seed, STREAM_HULL);
    (0..u64::from(count))
        .map(|i| {
            let y = random::uniform_in(key, 2 * i, -1.0, 1.0);
            on_sphere(y, TAU * random::uniform(key, 2 * i + 1), radius)
        })
        .collect()
}

/// Points at even heights, each turned from the one before by 1/phi of a turn.
pub(crate) fn fibonacci_hull(count: u32, radius: f32) -> Vec<Vec3> {
    let phi = 0.5 * (1.0 + 5.0_f64.sqrt());
    (0..count)
        .map(|i| {
            let y = 1.0 - (2.0 * f64::from(i) + 1.0) / f64::from(count);
            on_sphere(y, TAU * f64::from(i) / phi, radius)
        })
        .collect()
}

fn on_sphere(y: f64, angle: f64, radius: f32) -> Vec3 {
    let (sin, cos) = sin_cos(angle);
    let across = (1.0 - y * y).sqrt();
    (DVec3::new(across * cos, y, across * sin) * f64::from(radius)).as_vec3()
}

/// Corners of a regular prism about y.
pub(crate) fn prism(sides: u32, radius: f32, half_height: f32) -> Vec<Vec3> {
    (0..sides)
        .flat_map(|i| {
            let (sin, cos) = sin_cos(TAU * f64::from(i) / f64::from(sides));
            let r = f64::from(radius);
            let (x, z) = ((r * cos) as f32, (r * sin) as f32);
            [Vec3::new(x, -half_height, z), Vec3::new(x, half_height, z)]
        })
        .collect()
}

/// Corners of a sector of a ring about z.
pub(crate) fn sector(inner: f32, outer: f32, from: f32, to: f32, half_length: f32) -> Vec<Vec3> {
    let mut points = Vec::with_capacity(8);
    for angle in [from, to] {
        let (sin, cos) = sin_cos(f64::from(angle));
        for radius in [inner, outer] {
            let r = f64::from(radius);
            for z in [-half_length, half_length] {
                points.push(Vec3::new((r * cos) as f32, (r * sin) as f32, z));
            }
        }
    }
    points
}

/// Heights of a wave at the corners of its cells, along X first.
pub(crate) fn wave_heights(cells: (u32, u32), wave: &Wave) -> Vec<f32> {
    let along = |count: u32, turn: f32, phase: f32| -> Vec<f64> {
        (0..=count)
            .map(|i| sin(f64::from(turn) * f64::from(i) + f64::from(phase)))
            .collect()
    };
    let x = along(cells.0, wave.turn.x, wave.phase.x);
    let z = along(cells.1, wave.turn.y, wave.phase.y);
    z.iter()
        .flat_map(|z| {
            x.iter()
                .map(move |x| (f64::from(wave.amplitude) * x * z) as f32)
        })
        .collect()
}

/// Mesh over a grid of cells with a height at each corner, along X first; two triangles a cell, fronts up.
pub(crate) fn grid_mesh(cells: (u32, u32), cell: f32, height: impl Fn(usize) -> f32) -> Triangles {
    let (nx, nz) = (cells.0 + 1, cells.1 + 1);
    let place = |i: u32, count: u32| (i as f32 - 0.5 * count as f32) * cell;
    let vertices = (0..nz)
        .flat_map(|k| (0..nx).map(move |i| (i, k)))
        .enumerate()
        .map(|(index, (i, k))| Vec3::new(place(i, cells.0), height(index), place(k, cells.1)))
        .collect();
    let triangles = (0..cells.1)
        .flat_map(|k| (0..cells.0).map(move |i| k * nx + i))
        .flat_map(|corner| {
            let (right, far) = (corner + 1, corner + nx);
            [[corner, far, right], [right, far, far + 1]]
        })
        .collect();
    (vertices, triangles)
}

/// Closed mesh of a ring about y, fronts outward.
pub(crate) fn torus_mesh(segments: (u32, u32), radius: f32, tube: f32) -> Triangles {
    let (around, across) = segments;
    let mut vertices = Vec::new();
    for i in 0..around {
        let (sin_i, cos_i) = sin_cos(TAU * f64::from(i) / f64::from(around));
        for k in 0..across {
            let (sin_k, cos_k) = sin_cos(TAU * f64::from(k) / f64::from(across));
            let out = f64::from(radius) + f64::from(tube) * cos_k;
            let place = DVec3::new(out * cos_i, f64::from(tube) * sin_k, out * sin_i);
            vertices.push(place.as_vec3());
        }
    }
    let index = |i: u32, k: u32| (i % around) * across + k % across;
    let mut triangles = Vec::new();
    for i in 0..around {
        for k in 0..across {
            let (a, b) = (index(i, k), index(i, k + 1));
            let (c, d) = (index(i + 1, k), index(i + 1, k + 1));
            triangles.push([a, b, c]);
            triangles.push([c, b, d]);
        }
    }
    (vertices, triangles)
}

#[cfg(test)]
mod tests {
    use super::*;
    use voltex_math::Vec2;

    fn normal(vertices: &[Vec3], [a, b, c]: [u32; 3]) -> Vec3 {
        let at = |index: u32| vertices[index as usize];
        (at(b) - at(a)).cross(at(c) - at(a))
    }

    #[test]
    fn points_of_hulls_lie_on_their_sphere() {
        for points in [random_hull(32, 2.0, 9), fibonacci_hull(32, 2.0)] {
            assert_eq!(points.len(), 32);
            for point in points {
                assert!((point.length() - 2.0).abs() < 1e-6, "{point}");
            }
        }
        assert_ne!(random_hull(32, 2.0, 9), random_hull(32, 2.0, 10));
    }

    #[test]
    fn grids_face_up_and_cover_their_area() {
        let (vertices, triangles) = grid_mesh((3, 2), 0.5, |_| 0.0);
        assert_eq!((vertices.len(), triangles.len()), (12, 12));
        let mut area = 0.0;
        for triangle in triangles {
            let n = normal(&vertices, triangle);
            assert!(n.y > 0.0 && n.x == 0.0 && n.z == 0.0);
            area += 0.5 * n.y;
        }
        assert_eq!(area, 1.5);
        assert_eq!(vertices[0], Vec3::new(-0.75, 0.0, -0.5));
        assert_eq!(vertices[11], Vec3::new(0.75, 0.0, 0.5));
    }

    #[test]
    fn the_torus_is_closed_faces_outward_and_has_nearly_the_volume_of_pappus() {
        let (vertices, triangles) = torus_mesh((96, 64), 3.0, 1.0);
        let mut volume = 0.0;
        let mut edges = std::collections::BTreeMap::new();
        for triangle in &triangles {
            let [a, b, c] = triangle.map(|index| vertices[index as usize].as_dvec3());
            volume += a.dot(b.cross(c)) / 6.0;
            let [a, b, c] = *triangle;
            for edge in [(a, b), (b, c), (c, a)] {
                *edges.entry(edge).or_insert(0) += 1;
            }
        }
        assert!(
            edges
                .iter()
                .all(|((a, b), n)| *n == 1 && edges[&(*b, *a)] == 1)
        );
        let exact = 2.0 * std::f64::consts::PI * std::f64::consts::PI * 3.0;
        // Inscribed polygons lose sin(2 pi/n)/(2 pi/n) of their circle's area: 0.16 % and 0.07 %.
        assert!(volume < exact && volume > 0.99 * exact, "{volume} {exact}");
    }

    #[test]
    fn waves_have_the_heights_of_their_formula() {
        let wave = Wave {
            amplitude: 5.0,
            turn: Vec2::new(0.5, 0.5),
            phase: Vec2::new(0.0, std::f32::consts::FRAC_PI_2),
        };
        let heights = wave_heights((100, 80), &wave);
        assert_eq!(heights.len(), 101 * 81);
        for (i, k) in [(0, 0), (3, 7), (100, 80)] {
            let expected =
                5.0 * sin(0.5 * f64::from(i)) * voltex_math::f64::cos(0.5 * f64::from(k));
            let found = f64::from(heights[(k * 101 + i) as usize]);
            // The phase is pi/2 in 32 bits, off by 4.4e-8.
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
    }

    #[test]
    fn sectors_and_prisms_have_their_corners() {
        let points = sector(16.0, 18.0, 0.0, std::f32::consts::FRAC_PI_2, 10.0);
        assert_eq!(points[0], Vec3::new(16.0, 0.0, -10.0));
        assert!((points[7] - Vec3::new(0.0, 18.0, 10.0)).length() < 1e-5);
        let points = prism(6, 0.75, 1.0);
        assert_eq!(points.len(), 12);
        assert_eq!(points[0], Vec3::new(0.75, -1.0, 0.0));
        let six_radii = points.iter().step_by(2).map(|p| p.with_y(0.0).length());
        assert!(six_radii.into_iter().all(|r| (r - 0.75).abs() < 1e-6));
    }
}
