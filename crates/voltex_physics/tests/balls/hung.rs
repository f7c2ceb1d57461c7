//! Balls against bodies that hang in a joint.

use voltex_ecs::{Entity, Transform};
use voltex_math::{DVec3, Vec3};
use voltex_physics::ballistic::predict;
use voltex_physics::{Collider, Joint, Material, RigidBody, Spring};

use crate::court::{Court, moving, plain_ball};

/// A panel 1 m high and wide, 2 cm thick, of 1.5 kg, that hangs by its upper edge at height 2, and a ball of 0.3 kg that flies
/// against it at 20 m/s at a height.
fn court(height: f64, joint: fn(Entity) -> Joint) -> (Court, Entity, Entity) {
    let edge = Vec3::new(0.0, 2.0, 0.0);
    court_of(height, &[(joint, edge, Vec3::Z)])
}

/// A joint with its place and axis.
type Placed = (fn(Entity) -> Joint, Vec3, Vec3);

/// The same, with several joints.
fn court_of(height: f64, joints: &[Placed]) -> (Court, Entity, Entity) {
    let mut court = Court::new(60.0, 0.0);
    let panel = court.world.spawn_with((
        Transform::from_position(Vec3::new(0.0, 1.5, 0.0)),
        RigidBody::dynamic(1.5),
        Collider::cuboid(Vec3::new(0.01, 0.5, 0.5)),
        Material {
            restitution: Some(0.4),
            friction: 0.0,
            ..Material::DEFAULT
        },
    ));
    for (joint, place, axis) in joints {
        let joint = joint(panel).at(&court.world, *place, *axis).unwrap();
        court.world.spawn_with((joint,));
    }
    let start = moving(DVec3::new(-2.0, height, 0.0), DVec3::X * 20.0);
    let ball = court.ball(&plain_ball(0.1, 0.3), &start);
    (court, ball, panel)
}

/// The moment of inertia about the edge over the square of the lever is what the ball meets: 4/3 of the mass in the middle, 1/3 at the
/// lower edge.
#[test]
fn a_hung_panel_gives_way_about_its_edge() {
    let hinge: fn(Entity) -> Joint = |panel| Joint::hinge(None, panel);
    let point: fn(Entity) -> Joint = |panel| Joint::ball(None, panel);
    for joint in [hinge, point] {
        for height in [1.5, 1.1, 1.75] {
            let (mut court, ball, panel) = court(height, joint);
            let told = predict(&court.world, &court.config, ball, 0.5).unwrap();
            while court.impacts.is_empty() {
                court.step();
            }
            let lever = 2.0 - height;
            let about = 1.5 * ((1.0 + 0.02 * 0.02) / 12.0 + 0.25);
            let mass = about / (lever * lever);
            let push = 1.4 * 20.0 / (1.0 / 0.3 + 1.0 / mass);
            let state = court.state(ball);
            assert!(
                (state.velocity.x - (20.0 - push / 0.3)).abs() < 1e-5,
                "{height}: {state:?}"
            );
            assert_eq!(told.impacts[0].after.velocity, state.velocity);
            let turn = push * lever / about;
            let after = court.impacts[0].1.after;
            let body = after
                .iter()
                .find(|body| body.angular_velocity != Vec3::ZERO)
                .unwrap();
            // It swings away under the pivot: the lower edge goes on along +x.
            assert!(
                (f64::from(body.angular_velocity.z) - turn).abs() < 1e-4,
                "{height}: {body:?} {turn}"
            );
            assert!(
                (f64::from(body.velocity.x) - turn * 0.5).abs() < 1e-4,
                "{height}: {body:?}"
            );
            // The edge stays where it hangs, also at the end of the step.
            let place = court.world.get::<Transform>(panel).unwrap();
            let edge = place.pose().transform_point(Vec3::Y * 0.5);
            assert!((edge - Vec3::Y * 2.0).length() < 0.02, "{height}: {edge}");
        }
    }
}

/// A panel on a rope is struck as a free one.
#[test]
fn a_panel_on_a_rope_gives_way_as_a_free_one() {
    let (mut court, ball, _) = court(1.5, |panel| Joint::rope(None, panel, 0.5));
    while court.impacts.is_empty() {
        court.step();
    }
    let push = 1.4 * 20.0 / (1.0 / 0.3 + 1.0 / 1.5);
    let state = court.state(ball);
    assert!(
        (state.velocity.x - (20.0 - push / 0.3)).abs() < 1e-5,
        "{state:?}"
    );
}

/// A door has two hinges, a swing two ropes' ends: what they hold together is one hinge, and what three points hold is a wall.
#[test]
fn a_door_on_two_hinges_gives_way_as_on_one() {
    let hinge: fn(Entity) -> Joint = |panel| Joint::hinge(None, panel);
    let point: fn(Entity) -> Joint = |panel| Joint::ball(None, panel);
    let spring: fn(Entity) -> Joint =
        |panel| Joint::spring(None, panel, 0.5, Spring::rated(1.0, 1.0));
    let at = |z: f32| Vec3::new(0.0, 2.0, z);
    let (mut alone, ball, _) = court(1.1, hinge);
    while alone.impacts.is_empty() {
        alone.step();
    }
    let right = alone.state(ball).velocity;
    let cases: [&[Placed]; 4] = [
        &[(hinge, at(-0.4), Vec3::Z), (hinge, at(0.4), -Vec3::Z)],
        &[(point, at(-0.4), Vec3::Z), (point, at(0.4), Vec3::X)],
        &[(point, at(0.3), Vec3::X), (hinge, at(-0.4), Vec3::Z)],
        &[(hinge, at(0.0), Vec3::Z), (spring, at(0.2), Vec3::X)],
    ];
    for joints in cases {
        let (mut court, ball, _) = court_of(1.1, joints);
        let told = predict(&court.world, &court.config, ball, 0.5).unwrap();
        while court.impacts.is_empty() {
            court.step();
        }
        let velocity = court.state(ball).velocity;
        assert!((velocity - right).length() < 1e-5, "{velocity} {right}");
        // Joints pull until then in the steps alone.
        let told = told.impacts[0].after.velocity;
        assert!((told - velocity).length() < 1e-9, "{told} {velocity}");
    }
}

#[test]
fn a_body_that_its_joints_hold_altogether_is_a_wall() {
    let hinge: fn(Entity) -> Joint = |panel| Joint::hinge(None, panel);
    let point: fn(Entity) -> Joint = |panel| Joint::ball(None, panel);
    let fixed: fn(Entity) -> Joint = |panel| Joint::fixed(None, panel);
    let at = |y: f32, z: f32| Vec3::new(0.0, y, z);
    let cases: [&[Placed]; 3] = [
        &[(fixed, at(2.0, 0.0), Vec3::Z)],
        &[
            (hinge, at(2.0, 0.0), Vec3::Z),
            (point, at(1.0, 0.0), Vec3::Z),
        ],
        &[
            (point, at(2.0, -0.5), Vec3::Z),
            (point, at(2.0, 0.5), Vec3::Z),
            (point, at(1.0, 0.0), Vec3::Z),
        ],
    ];
    for joints in cases {
        let (mut court, ball, panel) = court_of(1.5, joints);
        while court.impacts.is_empty() {
            court.step();
        }
        let state = court.state(ball);
        assert!((state.velocity.x + 0.4 * 20.0).abs() < 1e-5, "{state:?}");
        let body = court.world.get::<RigidBody>(panel).unwrap();
        assert!(body.velocity.length() < 0.05, "{body:?}");
    }
}
