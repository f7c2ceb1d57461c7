//! Mass, centre and inertia against closed forms and against each other.

use voltex_math::{Mat3, Pose, Quat, Vec3};
use voltex_physics::{Collider, Convex, Hull, MassProperties, Shape, ShapeStore};

use crate::points::{box_corners, in_cube, numbers, on_sphere, rotation};

fn solid(collider: Collider, density: f32) -> MassProperties {
    let store = ShapeStore::default();
    let shape = collider.shape(&store).expect("a simple shape");
    MassProperties::of(&shape, density).expect("a solid")
}

fn hull_mass(points: &[Vec3], density: f32) -> MassProperties {
    let hull = Hull::from_points(points).expect("a solid");
    MassProperties::of(&Shape::Convex(Convex::Hull(&hull)), density).expect("a solid")
}

#[track_caller]
fn near(a: f32, b: f32, relative: f32) {
    assert!((a - b).abs() <= relative * b.abs(), "{a} beside {b}");
}

#[track_caller]
fn alike(a: &MassProperties, b: &MassProperties, relative: f32) {
    near(a.mass, b.mass, relative);
    let size = (b.inertia.x_axis.length() / b.mass).sqrt();
    assert!(
        (a.center - b.center).length() <= relative * size,
        "{} beside {}",
        a.center,
        b.center
    );
    let scale = b.inertia.x_axis.length();
    for (x, y) in a
        .inertia
        .to_cols_array()
        .into_iter()
        .zip(b.inertia.to_cols_array())
    {
        assert!(
            (x - y).abs() <= relative * scale,
            "{} beside {}",
            a.inertia,
            b.inertia
        );
    }
}

#[test]
fn closed_forms_of_textbooks() {
    let pi = std::f32::consts::PI;
    let ball = solid(Collider::sphere(0.11), 500.0);
    near(ball.mass, 500.0 * 4.0 / 3.0 * pi * 0.001331, 1.0e-6);
    near(ball.inertia.x_axis.x, 0.4 * ball.mass * 0.0121, 1.0e-6);

    let brick = solid(Collider::cuboid(Vec3::new(1.0, 2.0, 3.0)), 2.0);
    near(brick.mass, 96.0, 1.0e-6);
    // m/12 (height^2 + depth^2) with whole edges.
    near(brick.inertia.x_axis.x, 96.0 / 12.0 * (16.0 + 36.0), 1.0e-6);
    near(brick.inertia.y_axis.y, 96.0 / 12.0 * (4.0 + 36.0), 1.0e-6);
    near(brick.inertia.z_axis.z, 96.0 / 12.0 * (4.0 + 16.0), 1.0e-6);

    let can = solid(Collider::cylinder(0.75, 0.5), 3.0);
    near(can.mass, 3.0 * pi * 0.25 * 1.5, 1.0e-6);
    near(can.inertia.y_axis.y, can.mass * 0.125, 1.0e-6);
    near(
        can.inertia.x_axis.x,
        can.mass * (0.75 + 2.25) / 12.0,
        1.0e-6,
    );

    let cone = solid(Collider::cone(1.0, 0.5), 3.0);
    near(cone.mass, 3.0 * pi * 0.25 * 2.0 / 3.0, 1.0e-6);
    assert_eq!(cone.center, Vec3::new(0.0, -0.5, 0.0));
    near(cone.inertia.y_axis.y, 0.3 * cone.mass * 0.25, 1.0e-6);
    near(
        cone.inertia.z_axis.z,
        cone.mass * (0.15 * 0.25 + 0.0375 * 4.0),
        1.0e-6,
    );

    // Hollow balls: thick, thin and without thickness.
    let thick = MassProperties::hollow_sphere(1.0, 0.5, 3.0).expect("a wall");
    near(thick.mass, 3.0 * 4.0 / 3.0 * pi * 0.875, 1.0e-6);
    near(
        thick.inertia.x_axis.x,
        0.4 * thick.mass * (0.96875 / 0.875),
        1.0e-6,
    );
    let full = MassProperties::hollow_sphere(0.11, 0.11, 500.0).expect("a wall");
    alike(&full, &ball, 1.0e-6);
    let thin = MassProperties::hollow_sphere(0.02, 1.0e-6, 1000.0).expect("a wall");
    let shell = MassProperties::thin_sphere(0.02, thin.mass).expect("a shell");
    near(
        shell.inertia.x_axis.x,
        2.0 / 3.0 * shell.mass * 0.0004,
        1.0e-6,
    );
    // First order in the wall over the radius: 1.7e-4 here.
    near(thin.inertia.x_axis.x, shell.inertia.x_axis.x, 1.0e-4);
    near(thin.mass, 1000.0 * 4.0 * pi * 0.0004 * 1.0e-6, 1.0e-4);
}

#[test]
fn capsule_is_its_cylinder_and_two_half_balls() {
    let (half, r) = (0.6_f32, 0.25_f32);
    let capsule = solid(Collider::capsule(half, r), 700.0);
    let cylinder = solid(Collider::cylinder(half, r), 700.0);
    let ball = solid(Collider::sphere(r), 700.0);
    near(capsule.mass, cylinder.mass + ball.mass, 1.0e-6);
    near(
        capsule.inertia.y_axis.y,
        cylinder.inertia.y_axis.y + ball.inertia.y_axis.y,
        1.0e-6,
    );
    // A half ball about its own centre, 3/8 r from the middle of the ball: 83/320 m r^2.
    let half_mass = ball.mass / 2.0;
    let arm = half + 0.375 * r;
    let across = cylinder.inertia.x_axis.x + 2.0 * half_mass * (83.0 / 320.0 * r * r + arm * arm);
    near(capsule.inertia.x_axis.x, across, 1.0e-6);
    // Without a segment it is a ball.
    let short = solid(Collider::capsule(1.0e-6, r), 700.0);
    alike(&short, &ball, 1.0e-4);
}

#[test]
fn box_as_hull_is_the_box() {
    let mut numbers = numbers(30);
    for _ in 0..100 {
        let half = in_cube(&mut numbers).abs() * 2.0 + 0.05;
        let density = numbers.uniform_in(1.0, 8000.0) as f32;
        let pose = Pose::new(in_cube(&mut numbers) * 5.0, rotation(&mut numbers));
        let points: Vec<Vec3> = box_corners(half)
            .into_iter()
            .map(|p| pose.transform_point(p))
            .collect();
        let expected = solid(Collider::cuboid(half), density).transformed(&pose);
        // Corners are rounded at up to 10 m, sides may be as short as 0.1 m.
        alike(&hull_mass(&points, density), &expected, 1.0e-4);
    }
}

#[test]
fn hull_of_many_points_is_nearly_the_ball() {
    let mut numbers = numbers(31);
    let points: Vec<Vec3> = (0..10_000).map(|_| on_sphere(&mut numbers) * 0.5).collect();
    let hull = hull_mass(&points, 100.0);
    let ball = solid(Collider::sphere(0.5), 100.0);
    assert!(hull.mass < ball.mass);
    alike(&hull, &ball, 3.0e-3);
}

#[test]
fn box_cut_in_two_weighs_the_same() {
    let whole = solid(Collider::cuboid(Vec3::new(1.0, 0.5, 0.25)), 900.0);
    // Cut across x at 0.4.
    let left = solid(Collider::cuboid(Vec3::new(0.7, 0.5, 0.25)), 900.0).translated(Vec3::X * -0.3);
    let right = solid(Collider::cuboid(Vec3::new(0.3, 0.5, 0.25)), 900.0).translated(Vec3::X * 0.7);
    alike(&left.combined(&right), &whole, 1.0e-6);
    // A hull cut along a plane that is no face's, through its own corners.
    let (top, bottom): (Vec<Vec3>, Vec<Vec3>) = {
        let corners = box_corners(Vec3::new(1.0, 0.5, 0.25));
        let upper = corners
            .iter()
            .copied()
            .filter(|p| p.x * 0.5 + p.y >= -1.0e-6);
        let lower = corners
            .iter()
            .copied()
            .filter(|p| p.x * 0.5 + p.y <= 1.0e-6);
        (upper.collect(), lower.collect())
    };
    assert_eq!((top.len(), bottom.len()), (6, 6));
    let halves = hull_mass(&top, 900.0).combined(&hull_mass(&bottom, 900.0));
    alike(&halves, &whole, 1.0e-6);
}

#[test]
fn rotation_leaves_principal_moments_and_undoes_itself() {
    let mut numbers = numbers(32);
    for _ in 0..200 {
        let half = in_cube(&mut numbers).abs() + 0.05;
        let body = solid(Collider::cuboid(half), 1000.0).translated(in_cube(&mut numbers));
        let turn = rotation(&mut numbers);
        let turned = body.rotated(turn);
        alike(&turned.rotated(turn.conjugate()), &body, 2.0e-6);
        near(turned.mass, body.mass, 0.0);
        let sorted = |body: &MassProperties| {
            let mut moments = body.principal_axes().moments.to_array();
            moments.sort_by(f32::total_cmp);
            moments
        };
        for (a, b) in sorted(&turned).into_iter().zip(sorted(&body)) {
            near(a, b, 5.0e-6);
        }
        let axes = turned.principal_axes();
        let matrix = Mat3::from_quat(axes.rotation);
        let rebuilt = matrix * Mat3::from_diagonal(axes.moments) * matrix.transpose();
        let restored = MassProperties {
            inertia: rebuilt,
            ..turned
        };
        alike(&restored, &turned, 5.0e-6);
    }
}

#[test]
fn diagonal_inertia_keeps_its_axes_to_the_bit() {
    let body = solid(Collider::cuboid(Vec3::new(3.0, 1.0, 2.0)), 1.0);
    let axes = body.principal_axes();
    assert_eq!(axes.rotation, Quat::IDENTITY);
    assert_eq!(
        axes.moments,
        Vec3::new(
            body.inertia.x_axis.x,
            body.inertia.y_axis.y,
            body.inertia.z_axis.z
        )
    );
}

#[test]
fn inertia_about_a_point_follows_steiner() {
    let body = solid(Collider::sphere(0.5), 10.0);
    let about = body.inertia_about(Vec3::new(0.0, 2.0, 0.0));
    near(
        about.x_axis.x,
        body.inertia.x_axis.x + body.mass * 4.0,
        1.0e-6,
    );
    near(about.y_axis.y, body.inertia.y_axis.y, 1.0e-6);
    near(
        about.z_axis.z,
        body.inertia.z_axis.z + body.mass * 4.0,
        1.0e-6,
    );
}

#[test]
fn given_mass_keeps_the_way_it_is_spread() {
    let body = solid(Collider::cone(0.3, 0.2), 250.0);
    let lighter = body.with_mass(0.43).expect("a mass");
    near(lighter.mass, 0.43, 0.0);
    assert_eq!(lighter.center, body.center);
    near(
        lighter.inertia.y_axis.y / 0.43,
        body.inertia.y_axis.y / body.mass,
        1.0e-6,
    );
}

#[test]
fn what_has_no_mass_is_refused_by_name() {
    let store = ShapeStore::default();
    let plane = Collider::half_space(Vec3::Y);
    let shape = plane.shape(&store).expect("a half-space");
    let refused = MassProperties::of(&shape, 1.0)
        .expect_err("no volume")
        .to_string();
    assert!(refused.contains("half-space bounds no volume") && refused.contains("static"));
    let ball = Collider::sphere(1.0);
    let shape = ball.shape(&store).expect("a ball");
    for density in [0.0, -1.0, f32::NAN, f32::INFINITY, 2.0e5] {
        let refused = MassProperties::of(&shape, density)
            .expect_err("density")
            .to_string();
        assert!(refused.contains("density (kg/m^3) is") && refused.contains("100000"));
    }
    let refused = MassProperties::hollow_sphere(0.02, 0.03, 1.0)
        .expect_err("wall")
        .to_string();
    assert!(
        refused.contains("must not exceed the radius, 0.02 m"),
        "{refused}"
    );
    assert!(MassProperties::thin_sphere(0.02, -1.0).is_err());
}

#[test]
fn mass_that_no_number_of_32_bits_can_be_is_refused() {
    let mut store = ShapeStore::default();
    let block = Collider::cuboid(Vec3::splat(1.0e6));
    let at = |x: f32| Pose::from_position(Vec3::X * x);
    let children = [(at(-1.0e6), block), (at(1.0e6), block)];
    let heavy = Collider::Compound(store.add_compound(&children.repeat(500)).expect("blocks"));
    assert!(heavy.mass(1.0, &store).is_ok());
    let refused = heavy.mass(1.0e5, &store).expect_err("inertia").to_string();
    assert!(refused.contains("numbers of 32 bits"), "{refused}");
}
