//! Rays: closed forms, a slow search along the ray, distances, edges of meshes.

use proptest::prelude::*;
use voltex_math::random::{Key, uniform_in};
use voltex_math::{DVec3, Pose, Quat, Vec2, Vec3};
use voltex_physics::query::{Ray, RayHit, StartInside, cast_ray};
use voltex_physics::{
    Collider, Compound, Convex, HeightField, Hull, MeshOptions, MeshSides, Shape, ShapeStore,
    TriangleMesh,
};

fn ray(origin: Vec3, direction: Vec3) -> Ray {
    Ray::new(origin, direction).unwrap()
}

fn hit(convex: Convex<'_>, origin: Vec3, direction: Vec3) -> Option<RayHit> {
    let shape = Shape::Convex(convex);
    cast_ray(
        &shape,
        &Pose::IDENTITY,
        &ray(origin, direction),
        f32::INFINITY,
        StartInside::Hit,
    )
}

#[track_caller]
fn assert_hit(convex: Convex<'_>, origin: Vec3, direction: Vec3, distance: f32, normal: Vec3) {
    let found = hit(convex, origin, direction).expect("hit");
    assert!(
        (found.distance - distance).abs() <= 2e-6 * (1.0 + distance),
        "{found:?}"
    );
    assert!((found.normal - normal).length() < 2e-6, "{found:?}");
}

const BALL: Convex<'_> = Convex::Sphere { radius: 0.5 };
const CAPSULE: Convex<'_> = Convex::Capsule {
    half_height: 1.0,
    radius: 0.5,
};
const CYLINDER: Convex<'_> = Convex::Cylinder {
    half_height: 1.0,
    radius: 0.5,
};
const CONE: Convex<'_> = Convex::Cone {
    half_height: 1.0,
    radius: 1.0,
};

fn brick() -> Convex<'static> {
    Convex::Box {
        half_extents: Vec3::new(0.5, 1.0, 1.5),
    }
}

#[test]
fn rays_meet_round_and_flat_sides_where_closed_forms_say() {
    let x = Vec3::X;
    assert_hit(
        BALL,
        Vec3::new(-3.0, 0.3, 0.0),
        x,
        2.6,
        Vec3::new(-0.8, 0.6, 0.0),
    );
    assert_hit(brick(), Vec3::new(-3.0, 0.9, -1.4), x, 2.5, -x);
    assert_hit(brick(), Vec3::new(0.1, 5.0, 0.2), -Vec3::Y, 4.0, Vec3::Y);
    assert_hit(CAPSULE, Vec3::new(-3.0, 0.7, 0.0), x, 2.5, -x);
    assert_hit(
        CAPSULE,
        Vec3::new(0.3, 4.0, 0.0),
        -Vec3::Y,
        2.6,
        Vec3::new(0.6, 0.8, 0.0),
    );
    assert_hit(
        CAPSULE,
        Vec3::new(-3.0, 1.3, 0.0),
        x,
        2.6,
        Vec3::new(-0.8, 0.6, 0.0),
    );
    assert_hit(
        CYLINDER,
        Vec3::new(-3.0, 0.9, 0.3),
        x,
        2.6,
        Vec3::new(-0.8, 0.0, 0.6),
    );
    assert_hit(CYLINDER, Vec3::new(0.3, 4.0, 0.3), -Vec3::Y, 3.0, Vec3::Y);
    assert_hit(CYLINDER, Vec3::new(0.3, -4.0, 0.3), Vec3::Y, 3.0, -Vec3::Y);
    // The side of the cone leans by the angle whose tangent is 1/2.
    let side = Vec3::new(-2.0, 1.0, 0.0).normalize();
    assert_hit(CONE, Vec3::new(-3.0, 0.0, 0.0), x, 2.5, side);
    assert_hit(CONE, Vec3::new(-0.5, 5.0, 0.0), -Vec3::Y, 5.0, side);
    assert_hit(CONE, Vec3::new(-0.5, -5.0, 0.0), Vec3::Y, 4.0, -Vec3::Y);
    // Along a line of the side, from below: parallel to one side, in by the base.
    let up = Vec3::new(1.0, 2.0, 0.0).normalize();
    assert_hit(
        CONE,
        Vec3::new(-0.5, -1.0, 0.0) - up * 2.0,
        up,
        2.0,
        -Vec3::Y,
    );
    // And from above, in by the other side.
    assert_hit(
        CONE,
        Vec3::new(0.5, 0.0, 0.0) + up * 2.0,
        -up,
        2.0,
        Vec3::new(2.0, 1.0, 0.0).normalize(),
    );
    // Onto the apex.
    let on_apex = hit(CONE, Vec3::new(-3.0, 1.0, 0.0), x).expect("surfaces are closed");
    assert_eq!((on_apex.distance, on_apex.point), (3.0, Vec3::Y));
    assert!(hit(CONE, Vec3::new(-3.0, 1.0001, 0.0), x).is_none());
    assert!(hit(CONE, Vec3::new(-3.0, -1.0001, 0.0), x).is_none());
}

#[test]
fn grazing_rays_hit_because_surfaces_are_closed() {
    for (convex, height) in [
        (BALL, 0.0),
        (CAPSULE, 0.25),
        (CYLINDER, 0.25),
        (brick(), 0.25),
    ] {
        let at = |x: f32| hit(convex, Vec3::new(-x, height, -5.0), Vec3::Z);
        assert!(at(0.5).is_some() && at(0.500_001).is_none(), "{convex:?}");
    }
}

/// A ray that starts inside or on the surface: distance 0 and the opposite of its direction, or nothing.
#[test]
fn start_inside_is_answered_as_asked() {
    for convex in [BALL, brick(), CAPSULE, CYLINDER, CONE] {
        let shape = Shape::Convex(convex);
        let inner = ray(Vec3::new(0.1, -0.1, 0.05), Vec3::new(1.0, 2.0, 3.0));
        let pose = Pose::IDENTITY;
        let found = cast_ray(&shape, &pose, &inner, 9.0, StartInside::Hit).unwrap();
        assert_eq!(
            (found.distance, found.point, found.normal),
            (0.0, inner.origin(), -inner.direction())
        );
        assert_eq!(
            cast_ray(&shape, &pose, &inner, 9.0, StartInside::Skip),
            None
        );
        let outer = ray(Vec3::new(-4.0, -0.1, 0.05), Vec3::X);
        let found = cast_ray(&shape, &pose, &outer, 9.0, StartInside::Skip);
        assert_eq!(
            found,
            cast_ray(&shape, &pose, &outer, 9.0, StartInside::Hit)
        );
        assert!(found.is_some());
        // Behind the ray, and beyond its end.
        assert_eq!(
            cast_ray(
                &shape,
                &pose,
                &ray(Vec3::new(4.0, 0.0, 0.0), Vec3::X),
                9.0,
                StartInside::Hit
            ),
            None
        );
        assert_eq!(cast_ray(&shape, &pose, &outer, 2.0, StartInside::Hit), None);
    }
    let ground = Shape::HalfSpace { normal: Vec3::Y };
    let below = ray(-Vec3::Y, Vec3::X);
    assert_eq!(
        cast_ray(&ground, &Pose::IDENTITY, &below, 1.0, StartInside::Hit)
            .unwrap()
            .distance,
        0.0
    );
    assert_eq!(
        cast_ray(&ground, &Pose::IDENTITY, &below, 1.0, StartInside::Skip),
        None
    );
}

#[test]
fn half_space_is_met_from_above() {
    let ground = Shape::HalfSpace { normal: Vec3::Y };
    let pose = Pose::new(
        Vec3::new(7.0, 2.0, -4.0),
        Quat::from_rotation_x(std::f32::consts::FRAC_PI_2),
    );
    // Turned by a quarter about x, the plane faces +z through z = -4.
    let found = cast_ray(
        &ground,
        &pose,
        &ray(Vec3::new(3e4, 1e4, 6.0), -Vec3::Z),
        20.0,
        StartInside::Hit,
    )
    .unwrap();
    assert!((found.distance - 10.0).abs() < 1e-2 && (found.normal - Vec3::Z).length() < 1e-6);
    assert_eq!(
        cast_ray(
            &ground,
            &pose,
            &ray(Vec3::Z, Vec3::Z),
            1e9,
            StartInside::Hit
        ),
        None
    );
}

#[test]
fn bad_rays_and_poses_are_refused() {
    for bad in [
        Vec3::NAN,
        Vec3::INFINITY,
        Vec3::new(0.0, f32::NEG_INFINITY, 0.0),
    ] {
        assert!(Ray::new(bad, Vec3::X).is_err());
        assert!(Ray::new(Vec3::ZERO, bad).is_err());
    }
    let error = Ray::new(Vec3::ZERO, Vec3::ZERO).unwrap_err().to_string();
    assert!(
        error.contains("direction of the ray is (0, 0, 0)"),
        "{error}"
    );
    // The length of the direction does not matter, however small or large.
    for scale in [1e-38, 1e-3, 1e38] {
        assert_eq!(
            ray(Vec3::ZERO, Vec3::splat(scale)).direction(),
            ray(Vec3::ZERO, Vec3::ONE).direction()
        );
    }
    let good = ray(Vec3::ZERO, Vec3::X);
    let lost = Pose::from_position(Vec3::NAN);
    let turned = Pose::from_rotation(Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0));
    let mesh = two_triangles();
    for shape in [
        Shape::Convex(BALL),
        Shape::Convex(brick()),
        Shape::Mesh(&mesh),
        Shape::HalfSpace { normal: Vec3::Y },
    ] {
        for pose in [lost, turned] {
            assert_eq!(cast_ray(&shape, &pose, &good, 1.0, StartInside::Hit), None);
        }
        assert_eq!(
            cast_ray(&shape, &Pose::IDENTITY, &good, f32::NAN, StartInside::Hit),
            None
        );
    }
}

/// From 100 km away the hit lies on the surface as exactly as from nearby.
#[test]
fn far_start_does_not_blur_the_hit() {
    let key = Key::new(1, 7);
    for i in 0..300 {
        let number = |n: u64| uniform_in(key, 20 * i + n, -1.0, 1.0) as f32;
        let direction = Vec3::new(number(0), number(1), number(2)).normalize();
        // Aims at a point of the ball that the f32 direction still meets.
        let at = Vec3::new(number(3), number(4), number(5)) * 0.2;
        let far = ray(at - direction * 1e5, direction);
        for convex in [BALL, brick(), CAPSULE, CYLINDER] {
            let shape = Shape::Convex(convex);
            let found =
                cast_ray(&shape, &Pose::IDENTITY, &far, 2e5, StartInside::Hit).expect("hit");
            let beside = distance(&convex, found.point.as_dvec3());
            assert!(
                beside.abs() < 3e-6,
                "{convex:?}: {beside} m beside the surface"
            );
        }
    }
}

/// Signed distance of a point from the surface of a body, m, in f64; exact outside but for boxes and cones seen past
/// an edge, and everywhere of the right sign.
fn distance(convex: &Convex<'_>, p: DVec3) -> f64 {
    let larger = |a: f64, b: f64| if a > b { a } else { b };
    let across = (p.x * p.x + p.z * p.z).sqrt();
    match *convex {
        Convex::Sphere { radius } => p.length() - f64::from(radius),
        Convex::Box { half_extents } => {
            let out = p.abs() - half_extents.as_dvec3();
            larger(out.x, larger(out.y, out.z))
        }
        Convex::Capsule {
            half_height,
            radius,
        } => {
            let h = f64::from(half_height);
            (p - DVec3::Y * p.y.clamp(-h, h)).length() - f64::from(radius)
        }
        Convex::Cylinder {
            half_height,
            radius,
        } => larger(
            p.y.abs() - f64::from(half_height),
            across - f64::from(radius),
        ),
        Convex::Cone {
            half_height,
            radius,
        } => {
            let (h, r) = (f64::from(half_height), f64::from(radius));
            let slant = (4.0 * h * h + r * r).sqrt();
            larger(-h - p.y, (2.0 * h * across + r * (p.y - h)) / slant)
        }
        Convex::Hull(hull) => hull
            .faces()
            .iter()
            .map(|face| face.normal.as_dvec3().dot(p) - f64::from(face.offset))
            .fold(f64::NEG_INFINITY, larger),
        Convex::Triangle(_) => unreachable!("no inside"),
    }
}

fn vector(size: f32) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-size..size).prop_map(Vec3::from_array)
}

fn rotation() -> impl Strategy<Value = Quat> {
    prop::array::uniform4(-1.0_f32..1.0)
        .prop_filter("no direction", |q| {
            q.iter().map(|x| x * x).sum::<f32>() > 0.01
        })
        .prop_map(|[x, y, z, w]| Quat::from_xyzw(x, y, z, w).normalize())
}

fn convex() -> impl Strategy<Value = Convex<'static>> {
    let size = || 0.05_f32..2.0;
    prop_oneof![
        size().prop_map(|radius| Convex::Sphere { radius }),
        prop::array::uniform3(size()).prop_map(|h| Convex::Box {
            half_extents: Vec3::from_array(h)
        }),
        (size(), size()).prop_map(|(half_height, radius)| Convex::Capsule {
            half_height,
            radius
        }),
        (size(), size()).prop_map(|(half_height, radius)| Convex::Cylinder {
            half_height,
            radius
        }),
        (size(), size()).prop_map(|(half_height, radius)| Convex::Cone {
            half_height,
            radius
        }),
    ]
}

/// First place along the ray, in f64 steps, where a point lies inside; its error is a step.
fn march(convex: &Convex<'_>, pose: &Pose, ray: &Ray, to: f64, steps: u32) -> Option<f64> {
    let turn = pose.rotation.as_dquat().normalize();
    let origin = turn.conjugate() * (ray.origin() - pose.position).as_dvec3();
    let direction = turn.conjugate() * ray.direction().as_dvec3();
    (0..=steps)
        .map(|step| to * f64::from(step) / f64::from(steps))
        .find(|&s| distance(convex, origin + direction * s) <= 0.0)
}

fn agrees(convex: &Convex<'_>, pose: &Pose, ray: &Ray) -> Result<(), TestCaseError> {
    let (to, steps) = (16.0, 4000);
    let step = to / f64::from(steps);
    let found = cast_ray(
        &Shape::Convex(*convex),
        pose,
        ray,
        to as f32,
        StartInside::Hit,
    );
    let marched = march(convex, pose, ray, to, steps);
    if let Some(found) = found {
        let local = pose.rotation.as_dquat().normalize().conjugate()
            * (found.point.as_dvec3() - pose.position.as_dvec3());
        let beside = distance(convex, local);
        if found.distance > 0.0 {
            prop_assert!(beside.abs() < 1e-5, "{beside} m beside the surface");
            prop_assert!(
                found.normal.dot(ray.direction()) <= 1e-6,
                "{found:?} faces away"
            );
            prop_assert!((found.normal.length() - 1.0).abs() < 1e-5);
            // Outward: a step along it leaves the body.
            let out = pose.rotation.as_dquat().normalize().conjugate() * found.normal.as_dvec3();
            prop_assert!(
                distance(convex, local + out * 1e-3) > 0.5e-3,
                "{found:?} points inside"
            );
        } else {
            prop_assert!(beside < 1e-5);
        }
    }
    match (found, marched) {
        (Some(found), Some(marched)) => {
            let late = marched - f64::from(found.distance);
            // Where the ray grazes, a millionth of a metre in depth is a thousandth along it.
            prop_assert!(
                late > -3e-3 && late < step + 3e-3,
                "{found:?}, marched {marched}"
            );
        }
        // A ray through a corner may be inside for less than a step.
        (Some(_), None) => {}
        (None, Some(marched)) => prop_assert!(false, "missed what is at {marched}"),
        (None, None) => {}
    }
    Ok(())
}

proptest! {
    #[test]
    fn hits_are_where_a_slow_search_finds_them(
        convex in convex(), position in vector(3.0), rotation in rotation(), origin in vector(6.0), aim in vector(2.0),
    ) {
        prop_assume!((position + aim - origin).length() > 0.1);
        agrees(&convex, &Pose::new(position, rotation), &ray(origin, position + aim - origin))?;
    }

    #[test]
    fn hulls_are_hit_where_a_slow_search_finds_them(
        points in prop::collection::vec(vector(1.5), 8..40), position in vector(3.0), rotation in rotation(),
        origin in vector(6.0), aim in vector(1.0),
    ) {
        prop_assume!((position + aim - origin).length() > 0.1);
        let hull = Hull::from_points(&points).unwrap();
        agrees(&Convex::Hull(&hull), &Pose::new(position, rotation), &ray(origin, position + aim - origin))?;
    }

    /// Of several children the first that is hit, and the lower of two at one place.
    #[test]
    fn compound_is_hit_where_its_first_child_is(
        places in prop::collection::vec((vector(2.0), 0_usize..3), 1..12), origin in vector(6.0), aim in vector(2.0),
        rotation in rotation(),
    ) {
        prop_assume!((aim - origin).length() > 0.1);
        let children: Vec<(Pose, Collider)> = places.iter().map(|(at, kind)| {
            let collider = [Collider::sphere(0.4), Collider::cuboid(Vec3::new(0.2, 0.3, 0.4)), Collider::cone(0.3, 0.2)][*kind];
            (Pose::new(*at, rotation), collider)
        }).collect();
        let store = ShapeStore::default();
        let compound = Compound::new(&children, &store).unwrap();
        let pose = Pose::new(Vec3::new(0.5, -0.5, 0.25), rotation.conjugate());
        let ray = ray(origin, aim - origin);
        for inside in [StartInside::Hit, StartInside::Skip] {
            let found = cast_ray(&Shape::Compound(&compound), &pose, &ray, 20.0, inside);
            let mut best: Option<RayHit> = None;
            for (part, (place, collider)) in (0..).zip(&children) {
                let shape = collider.shape(&store).unwrap();
                if let Some(hit) = cast_ray(&shape, &(pose * *place), &ray, 20.0, inside)
                    && best.is_none_or(|best| hit.distance < best.distance - 1e-5) {
                    best = Some(RayHit { part, ..hit });
                }
            }
            prop_assert_eq!(found.is_some(), best.is_some());
            if let (Some(found), Some(best)) = (found, best) {
                prop_assert!((found.distance - best.distance).abs() < 2e-5);
                prop_assert!((found.point - best.point).length() < 2e-5);
            }
        }
    }
}

fn two_triangles() -> TriangleMesh {
    let corners = [Vec3::ZERO, Vec3::Z, Vec3::new(1.0, 0.0, 1.0), Vec3::X];
    TriangleMesh::new(&corners, &[[0, 1, 2], [0, 2, 3]]).unwrap()
}

/// Square of `cells` x `cells` cells of two triangles, corners at heights by a function of the cell corner.
fn sheet(cells: u32, size: f32, height: impl Fn(u32, u32) -> f32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let mut vertices = Vec::new();
    for z in 0..=cells {
        for x in 0..=cells {
            vertices.push(Vec3::new(x as f32 * size, height(x, z), z as f32 * size));
        }
    }
    let mut triangles = Vec::new();
    for z in 0..cells {
        for x in 0..cells {
            let corner = z * (cells + 1) + x;
            let below = corner + cells + 1;
            triangles.push([corner, below, corner + 1]);
            triangles.push([corner + 1, below, below + 1]);
        }
    }
    (vertices, triangles)
}

/// Rays aimed exactly at inner corners, at edges and at random: none passes, whatever the pose.
#[test]
fn no_ray_passes_between_triangles() {
    let key = Key::new(4, 4);
    let number =
        |i: u64, n: u64, low: f64, high: f64| uniform_in(key, 32 * i + n, low, high) as f32;
    let flat: fn(u32, u32) -> f32 = |_, _| 0.0;
    let rough: fn(u32, u32) -> f32 = |x, z| ((x * 7 + z * 13) % 5) as f32 * 0.03;
    for (size, height) in [(1.0, flat), (0.37, flat), (1.0, rough), (30.0, rough)] {
        let cells = 20;
        let (vertices, triangles) = sheet(cells, size, height);
        let mesh = TriangleMesh::new(&vertices, &triangles).unwrap();
        let heights = vertices.iter().map(|v| v.y).collect();
        let field = HeightField::new(cells + 1, cells + 1, Vec2::splat(size), heights).unwrap();
        let middle = Vec3::new(1.0, 0.0, 1.0) * (cells as f32 * size * 0.5);
        for i in 0..3000 {
            let column = 1 + (i % 19) as u32;
            let row = 1 + (i / 19 % 19) as u32;
            let corner = vertices[(row * 21 + column) as usize];
            let right = vertices[(row * 21 + column + 1) as usize];
            let target = match i % 3 {
                0 => corner,
                1 => corner + (right - corner) * number(i, 0, 0.0, 1.0),
                _ => {
                    corner
                        + Vec3::new(number(i, 1, -1.0, 1.0), 0.0, number(i, 2, -1.0, 1.0))
                            * size
                            * 0.9
                }
            };
            let above = match i % 4 {
                0 => Vec3::Y * size,
                1 => Vec3::new(number(i, 3, -1.0, 1.0), 1.0, 0.0) * size,
                _ => {
                    Vec3::new(
                        number(i, 3, -1.0, 1.0),
                        number(i, 4, 0.4, 3.0),
                        number(i, 5, -1.0, 1.0),
                    ) * size
                }
            };
            let poses = [
                Pose::IDENTITY,
                Pose::new(
                    Vec3::new(1234.5, -77.0, 600.25),
                    Quat::from_xyzw(
                        number(i, 6, -1.0, 1.0),
                        number(i, 7, -1.0, 1.0),
                        number(i, 8, -1.0, 1.0),
                        1.0,
                    )
                    .normalize(),
                ),
            ];
            for pose in poses {
                for (shape, shift) in [
                    (Shape::Mesh(&mesh), Vec3::ZERO),
                    (Shape::HeightField(&field), -middle),
                ] {
                    let start = pose.transform_point(target + shift + above);
                    let ray = ray(start, pose.transform_vector(-above));
                    let far = 4.0 * above.length();
                    let found = cast_ray(&shape, &pose, &ray, far, StartInside::Hit);
                    let Some(found) = found else {
                        panic!(
                            "passed at {target}, from {above} above, {shape:?}",
                            shape = std::mem::discriminant(&shape)
                        );
                    };
                    assert!(found.normal.dot(pose.transform_vector(Vec3::Y)) > 0.5);
                }
            }
        }
    }
}

#[test]
fn mesh_is_hit_from_the_sides_that_it_has() {
    let (vertices, triangles) = sheet(4, 1.0, |_, _| 0.0);
    let options = |sides| MeshOptions {
        sides: Some(sides),
        drop_degenerate: false,
    };
    let front =
        TriangleMesh::with_options(&vertices, &triangles, options(MeshSides::Front)).unwrap();
    let both = TriangleMesh::with_options(&vertices, &triangles, options(MeshSides::Both)).unwrap();
    let at = Vec3::new(1.3, 2.0, 2.6);
    let down = ray(at, -Vec3::Y);
    let up = ray(at - Vec3::Y * 4.0, Vec3::Y);
    let cast = |mesh, ray| {
        cast_ray(
            &Shape::Mesh(mesh),
            &Pose::IDENTITY,
            ray,
            9.0,
            StartInside::Hit,
        )
    };
    for mesh in [&front, &both] {
        let found = cast(mesh, &down).unwrap();
        assert_eq!(
            (found.distance, found.normal, found.part),
            (2.0, Vec3::Y, 2 * (2 * 4 + 1))
        );
    }
    assert_eq!(cast(&front, &up), None);
    assert_eq!(cast(&both, &up).unwrap().normal, -Vec3::Y);
    assert_eq!(
        cast_ray(
            &Shape::Mesh(&both),
            &Pose::IDENTITY,
            &up,
            1.9,
            StartInside::Hit
        ),
        None
    );
}

/// Of all triangles that a ray crosses the first one, as a look at each of them says; beside a height field of the
/// same surface.
#[test]
fn mesh_and_height_field_give_the_first_triangle() {
    let key = Key::new(9, 9);
    let number = |i: u64, n: u64| uniform_in(key, 16 * i + n, -1.0, 1.0) as f32;
    let (vertices, triangles) = sheet(30, 0.5, |x, z| {
        voltex_math::f32::sin(x as f32 * 0.9) * voltex_math::f32::cos(z as f32 * 0.7)
    });
    let mesh = TriangleMesh::with_options(
        &vertices,
        &triangles,
        MeshOptions {
            sides: Some(MeshSides::Both),
            drop_degenerate: false,
        },
    )
    .unwrap();
    let field = HeightField::new(
        31,
        31,
        Vec2::splat(0.5),
        vertices.iter().map(|v| v.y).collect(),
    )
    .unwrap();
    let middle = Vec3::new(7.5, 0.0, 7.5);
    let mut hits = 0;
    for i in 0..2000 {
        let from = Vec3::new(number(i, 0), number(i, 1) * 0.3, number(i, 2)) * 9.0;
        let to = Vec3::new(number(i, 3), number(i, 4) * 0.1, number(i, 5)) * 6.0;
        let ray = ray(from, to - from);
        let pose = Pose::from_position(-middle);
        let found = cast_ray(&Shape::Mesh(&mesh), &pose, &ray, 40.0, StartInside::Hit);
        let each = (0..mesh.triangle_count() as u32)
            .filter_map(|index| {
                let corners = mesh.triangle(index).map(|corner| corner - middle);
                hit(Convex::Triangle(corners), ray.origin(), ray.direction())
            })
            .map(|hit| hit.distance)
            .min_by(f32::total_cmp);
        assert_eq!(found.is_some(), each.is_some(), "ray {i}");
        let by_field = cast_ray(
            &Shape::HeightField(&field),
            &Pose::IDENTITY,
            &ray,
            40.0,
            StartInside::Hit,
        );
        if let (Some(found), Some(each)) = (found, each) {
            hits += 1;
            // Corners are rounded to about 1e-6 m here, which a ray at a small angle to the surface feels more.
            let tolerance = 4e-6 / found.normal.dot(ray.direction()).abs();
            assert!(
                (found.distance - each).abs() < tolerance,
                "{found:?}, {each}"
            );
            let by_field = by_field.expect("the same surface");
            assert!(
                (found.distance - by_field.distance).abs() < tolerance,
                "{found:?}, {by_field:?}"
            );
        }
    }
    assert!(hits > 500);
}

/// A cell that is a hole lets rays through.
#[test]
fn rays_pass_through_holes_of_a_height_field() {
    let mut holes = vec![false; 9];
    holes[4] = true;
    let field = HeightField::new(4, 4, Vec2::ONE, vec![0.0; 16])
        .unwrap()
        .with_holes(holes)
        .unwrap();
    let cast = |x: f32, z: f32| {
        let ray = ray(Vec3::new(x, 3.0, z), -Vec3::Y);
        cast_ray(
            &Shape::HeightField(&field),
            &Pose::IDENTITY,
            &ray,
            9.0,
            StartInside::Hit,
        )
    };
    assert_eq!(cast(0.2, -0.1), None);
    assert_eq!(cast(0.8, -0.1).unwrap().distance, 3.0);
}
