//! Rays against a slow reference in `f64`: a march that never steps over a surface, all triangles one by one.

use crate::draw::{KINDS, Owned, direction, rotation};
use crate::solid::{Place, Solid};
use voltex_math::f64::max;
use voltex_math::random::{Key, Sequence};
use voltex_math::{DVec3, Pose, Vec3};
use voltex_physics::query::{Ray, RayHit, StartInside, cast_ray};
use voltex_physics::{Shape, TriangleMesh};

const RAYS: u32 = 2000;
/// Error of a hit, in parts of the size of the body.
const ERROR: f64 = 1.0e-5;

/// First distance along a ray at which a point is nearer to the body than `reach` (m); infinite if none is.
///
/// The distance from a convex body is a convex function along the ray, and no point of the body is nearer than
/// it says, so the march stops short of the surface and ends once the distance grows.
fn march(solid: &Solid, origin: DVec3, direction: DVec3, reach: f64) -> f64 {
    let mut along = 0.0;
    let far = origin.length() + 2.0 * solid.reach();
    let mut steps = 0;
    while along < far {
        let distance = solid.signed_distance(origin + direction * along);
        steps += 1;
        if distance < reach {
            return along;
        }
        assert!(steps < 1_000_000, "a march without end");
        along += max(distance, 0.5 * reach);
    }
    f64::INFINITY
}

/// Rays that end near a body, a few of which start inside.
fn ray_near(pose: &Pose, size: f32, far: f64, draws: &mut Sequence) -> Ray {
    let target = pose.position + direction(draws) * size * draws.uniform_in(0.0, 1.2) as f32;
    let origin = pose.position + direction(draws) * size * draws.uniform_in(0.0, far) as f32;
    Ray::new(origin, target - origin).expect("two points")
}

fn prove(
    solid: &Solid,
    place: &Place,
    ray: &Ray,
    hit: Option<RayHit>,
    error: f64,
) -> Result<(), String> {
    let origin = place.local(ray.origin().as_dvec3());
    let along = place.local_vector(ray.direction().as_dvec3().normalize());
    // A body a little larger is hit no later, one a little smaller no earlier.
    let early = march(solid, origin, along, error);
    let Some(hit) = hit else {
        // Missed: then the march into the body finds nothing deeper than the error.
        let mut deepest = f64::INFINITY;
        if early.is_finite() {
            let step = 0.1 * error.sqrt() * solid.reach().sqrt();
            for place in 0..2000 {
                let point = origin + along * (early + step * f64::from(place));
                deepest = voltex_math::f64::min(deepest, solid.signed_distance(point));
            }
        }
        return if deepest > -error {
            Ok(())
        } else {
            Err(format!("missed, though {deepest} deep"))
        };
    };
    let distance = f64::from(hit.distance);
    if distance < early - error {
        return Err(format!("hit at {distance}, surface not before {early}"));
    }
    let point = place.local(hit.point.as_dvec3());
    let off = solid.signed_distance(point);
    let inside = solid.signed_distance(origin) < error;
    if inside && distance == 0.0 {
        let opposite = hit.normal.as_dvec3() + ray.direction().as_dvec3();
        return if opposite.length() < 1e-6 {
            Ok(())
        } else {
            Err(format!("normal {} inside", hit.normal))
        };
    }
    if off.abs() > error {
        return Err(format!("point is {off} off the surface"));
    }
    // No other point of the body on the way: the distance is positive up to there.
    let last = origin + along * (distance - 30.0 * error);
    if distance > 30.0 * error && solid.signed_distance(last) < -error {
        return Err(format!("hit at {distance} is behind the surface"));
    }
    // Against the outward normal, which the surface confirms where it is smooth.
    let normal = place.local_vector(hit.normal.as_dvec3());
    if (normal.length() - 1.0).abs() > 1e-5 || normal.dot(along) > 1e-4 {
        return Err(format!("normal {normal} along {along}"));
    }
    let above = solid.signed_distance(point + normal * 1e-3 * solid.reach());
    if above < 1e-3 * solid.reach() * 0.99 - 2.0 * error {
        return Err(format!(
            "{normal} does not lead out of the surface: {above}"
        ));
    }
    Ok(())
}

#[test]
fn rays_against_convex_bodies() {
    let mut failures = Vec::new();
    for kind in KINDS.into_iter().filter(|kind| *kind != "triangle") {
        let mut draws = Key::new(700, kind.len() as u64).sequence();
        for index in 0..RAYS {
            let body = Owned::random(kind, 0.1, 1.0, &mut draws);
            let pose = Pose::new(direction(&mut draws) * 10.0, rotation(&mut draws));
            let solid = Solid::new(&body.convex());
            let size = solid.reach();
            let far = if index % 4 == 0 { 1000.0 } else { 5.0 };
            let ray = ray_near(&pose, size as f32, far, &mut draws);
            let hit = cast_ray(
                &Shape::Convex(body.convex()),
                &pose,
                &ray,
                f32::INFINITY,
                StartInside::Hit,
            );
            // Rounding of the poses, and of a direction over the way to the body.
            let error = ERROR * size + 2e-6 + far * size * 3e-7;
            if let Err(reason) = prove(&solid, &Place::new(&pose), &ray, hit, error) {
                failures.push(format!("{kind} #{index}: {reason}"));
                break;
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Where a line meets a triangle, by the plane and its three sides.
fn cross(origin: DVec3, along: DVec3, corners: [DVec3; 3], slack: f64) -> Option<f64> {
    let [a, b, c] = corners;
    let normal = (b - a).cross(c - a).normalize();
    let slope = normal.dot(along);
    if slope == 0.0 {
        return None;
    }
    let distance = normal.dot(a - origin) / slope;
    let point = origin + along * distance;
    let sides = [(a, b), (b, c), (c, a)];
    let inside = sides.iter().all(|(from, to)| {
        let edge = *to - *from;
        normal.dot(edge.cross(point - *from)) >= -slack * edge.length()
    });
    (inside && distance >= 0.0).then_some(distance)
}

#[test]
fn rays_against_a_mesh() {
    let mut draws = Key::new(701, 0).sequence();
    let cells = 16_u32;
    let at = |x: u32, z: u32, height: f64| Vec3::new(x as f32 - 8.0, height as f32, z as f32 - 8.0);
    let mut vertices = Vec::new();
    for z in 0..=cells {
        for x in 0..=cells {
            vertices.push(at(x, z, draws.uniform_in(0.0, 2.0)));
        }
    }
    let mut triangles = Vec::new();
    for z in 0..cells {
        for x in 0..cells {
            let corner = z * (cells + 1) + x;
            let (right, below) = (corner + 1, corner + cells + 1);
            triangles.push([corner, below, right]);
            triangles.push([right, below, below + 1]);
        }
    }
    let mesh = TriangleMesh::new(&vertices, &triangles).expect("a sound mesh");
    let pose = Pose::new(Vec3::new(3.0, -2.0, 5.0), rotation(&mut draws));
    let place = Place::new(&pose);
    let mut hits = 0;
    for index in 0..RAYS {
        let origin = pose.transform_point(Vec3::new(0.0, 4.0, 0.0) + direction(&mut draws) * 3.0);
        let towards = if index % 3 == 0 {
            // Straight at a vertex or the middle of an edge: not to be missed.
            let [a, b, _] = mesh.triangle(draws.below(512).expect("not empty") as u32);
            let point = if index % 2 == 0 { a } else { (a + b) * 0.5 };
            pose.transform_point(point) - origin
        } else {
            direction(&mut draws)
        };
        let ray = Ray::new(origin, towards).expect("a direction");
        let hit = cast_ray(
            &Shape::Mesh(&mesh),
            &pose,
            &ray,
            f32::INFINITY,
            StartInside::Hit,
        );
        let from = place.local(ray.origin().as_dvec3());
        let along = place.local_vector(ray.direction().as_dvec3().normalize());
        let all = |slack: f64| {
            (0..triangles.len() as u32)
                .filter_map(|triangle| {
                    cross(
                        from,
                        along,
                        mesh.triangle(triangle).map(|c| c.as_dvec3()),
                        slack,
                    )
                })
                .fold(f64::INFINITY, voltex_math::f64::min)
        };
        let (early, late) = (all(1e-5), all(-1e-5));
        match hit {
            Some(hit) => {
                hits += 1;
                let distance = f64::from(hit.distance);
                // A grazing plane turns an error across into a longer one along.
                let normal = mesh.normal(hit.part).as_dvec3();
                let error = 1e-5 / max(normal.dot(along).abs(), 1e-3);
                assert!(
                    distance > early - error,
                    "#{index}: {distance} before {early}"
                );
                assert!(
                    distance < late + error,
                    "#{index}: {distance} behind {late}"
                );
                let outward = place.local_vector(hit.normal.as_dvec3());
                assert!(
                    outward.dot(along) <= 1e-6,
                    "#{index}: normal {outward} along {along}"
                );
            }
            None => assert!(
                late == f64::INFINITY,
                "#{index}: missed, though there is one at {late}"
            ),
        }
    }
    assert!(hits > RAYS / 3, "{hits} hits");
}
