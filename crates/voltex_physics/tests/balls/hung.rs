//! Balls against bodies that hang in a joint.

use voltex_ecs::{Entity, Transform};
use voltex_math::{DVec3, Vec3};
use voltex_physics::ballistic::predict;
use voltex_physics::{Collider, Joint, Material, RigidBody};

use crate::court::{Court, moving, plain_ball};

/// A panel 1 m high and wide, 2 cm thick, of 1.5 kg, that hangs by its upper edge at height 2, and a ball of 0.3 kg that flies
/// against it at 20 m/s at a height.
fn court(height: f64, joint: fn(Entity) -> Joint) -> (Court, Entity, Entity) {
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
    let joint = joint(panel)
        .at(&court.world, Vec3::new(0.0, 2.0, 0.0), Vec3::Z)
        .unwrap();
    court.world.spawn_with((joint,));
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
