//! Projection, its inverse, and flight of the camera.

use std::f32::consts::{FRAC_PI_2, PI};

use voltex_math::{Vec2, Vec3};
use voltex_renderer::{Camera, FlyCamera, FlyInput};

#[test]
fn what_is_looked_at_lies_in_the_middle_and_the_angle_of_view_reaches_the_edge() {
    let camera = Camera {
        field_of_view: FRAC_PI_2,
        ..Camera::new(Vec3::new(3.0, 2.0, 5.0), Vec3::new(3.0, 2.0, 1.0))
    };
    let middle = camera.project(camera.look_at, 800, 600).expect("ahead");
    assert!(middle.distance(Vec2::new(400.0, 300.0)) < 1e-3, "{middle}");
    // At 4 m half a right angle reaches 4 m up: the upper edge of the picture, and as far to the right in pixels.
    let up = camera
        .project(Vec3::new(3.0, 6.0, 1.0), 800, 600)
        .expect("ahead");
    assert!(up.distance(Vec2::new(400.0, 0.0)) < 1e-2, "{up}");
    let right = camera
        .project(Vec3::new(7.0, 2.0, 1.0), 800, 600)
        .expect("ahead");
    assert!(right.distance(Vec2::new(700.0, 300.0)) < 1e-2, "{right}");
    assert_eq!(camera.project(Vec3::new(3.0, 2.0, 6.0), 800, 600), None);
    assert!((camera.pixels_per_metre(4.0, 600) - 75.0).abs() < 1e-4);
}

#[test]
fn depth_is_one_at_the_nearest_plane_and_falls_as_its_distance_over_that_of_the_point() {
    let camera = Camera::new(Vec3::ZERO, Vec3::NEG_Z);
    let depth = |distance: f32| {
        let clip = camera.view_projection(1.5) * (Vec3::NEG_Z * distance).extend(1.0);
        clip.z / clip.w
    };
    assert!((depth(camera.near) - 1.0).abs() < 1e-6);
    for distance in [0.1, 1.0, 50.0, 1e4] {
        assert!(
            (depth(distance) * distance / camera.near - 1.0).abs() < 1e-5,
            "{distance}"
        );
    }
}

#[test]
fn a_ray_through_a_pixel_hits_what_is_projected_there() {
    let camera = Camera::new(Vec3::new(-4.0, 3.0, 2.0), Vec3::new(1.0, 0.5, -3.0));
    for point in [
        Vec3::new(0.0, 0.0, 0.0),
        Vec3::new(2.0, 1.0, -5.0),
        Vec3::new(30.0, -4.0, -20.0),
    ] {
        let pixel = camera.project(point, 640, 480).expect("ahead");
        let ray = camera.ray(pixel, 640, 480);
        let way = (point - camera.position).normalize();
        assert!(ray.distance(way) < 1e-5, "{point}: {ray} and {way}");
    }
}

#[test]
fn a_camera_that_looks_straight_down_still_has_axes() {
    for down in [Vec3::NEG_Y, Vec3::Y] {
        let [right, up, forward] = Camera::new(Vec3::ZERO, down).axes();
        assert_eq!(forward, down);
        assert!((right.length() - 1.0).abs() < 1e-6 && (up.length() - 1.0).abs() < 1e-6);
        assert!(right.dot(up).abs() < 1e-6 && right.dot(forward).abs() < 1e-6);
    }
}

#[test]
fn flight_starts_with_the_view_of_the_camera_it_is_made_of() {
    let camera = Camera::new(Vec3::new(1.0, 5.0, 9.0), Vec3::new(-3.0, 0.0, 2.0));
    let flying = FlyCamera::from_camera(&camera);
    let [_, _, forward] = camera.axes();
    assert!(flying.forward().distance(forward) < 1e-5);
    assert_eq!(flying.camera().position, camera.position);
}

#[test]
fn flight_goes_where_the_view_goes_and_not_faster_askew() {
    let mut flying = FlyCamera::from_camera(&Camera::new(Vec3::ZERO, Vec3::NEG_Z));
    flying.speed = 2.0;
    let forward = FlyInput {
        forward: 1.0,
        ..FlyInput::default()
    };
    flying.update(&forward, 0.5);
    assert!(flying.position.distance(Vec3::new(0.0, 0.0, -1.0)) < 1e-5);
    flying.update(
        &FlyInput {
            forward: 1.0,
            right: 1.0,
            ..FlyInput::default()
        },
        0.5,
    );
    let way = flying.position - Vec3::new(0.0, 0.0, -1.0);
    assert!((way.length() - 1.0).abs() < 1e-5, "{way}");
    assert!(way.x > 0.7 && way.z < -0.7, "{way}");
    // A quarter turn to the right looks along +X.
    flying.update(
        &FlyInput {
            turn: [FRAC_PI_2, 0.0],
            ..FlyInput::default()
        },
        0.0,
    );
    assert!(flying.forward().distance(Vec3::X) < 1e-5);
    flying.update(
        &FlyInput {
            fast: true,
            ..forward
        },
        0.5,
    );
    assert!((flying.position.x - way.x - 4.0).abs() < 1e-4);
}

#[test]
fn the_view_stops_short_of_the_poles_and_turns_round_without_end() {
    let mut flying = FlyCamera::from_camera(&Camera::new(Vec3::ZERO, Vec3::NEG_Z));
    flying.update(
        &FlyInput {
            turn: [0.0, 10.0],
            ..FlyInput::default()
        },
        0.0,
    );
    assert!(flying.pitch < FRAC_PI_2 && flying.forward().y > 0.99);
    for _ in 0..1000 {
        flying.update(
            &FlyInput {
                turn: [1.0, 0.0],
                ..FlyInput::default()
            },
            0.0,
        );
    }
    assert!(flying.yaw.abs() <= PI + 1e-4);
    // 1000 rad are 159 turns and 0.973536 rad; each of the thousand sums rounds to 2e-7.
    assert!((flying.yaw - 0.973_536).abs() < 2e-4, "{}", flying.yaw);
}
