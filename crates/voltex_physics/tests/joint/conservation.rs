//! What no joint may change, whatever it does.

use voltex_ecs::{Entity, Transform};
use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::{
    BallJoint, Collider, HingeJoint, Joint, JointKind, Motor, SliderJoint, Spring, WheelJoint,
};

use crate::room::{Room, box_inertia, skew};

const HALF: [Vec3; 2] = [Vec3::new(0.4, 0.3, 0.2), Vec3::new(0.15, 0.5, 0.25)];
const MASS: [f32; 2] = [2.0, 3.0];

pub(crate) fn kinds() -> Vec<(JointKind, &'static str)> {
    let spring = Spring::tuned(2.0, 0.3);
    vec![
        (JointKind::Fixed, "fixed"),
        (BallJoint::default().into(), "ball"),
        (
            BallJoint::default()
                .with_cone(0.3)
                .with_twist(-0.2, 0.2)
                .with_friction(0.1)
                .with_drive(skew(), spring)
                .into(),
            "ball with all",
        ),
        (HingeJoint::default().into(), "hinge"),
        (
            HingeJoint::default()
                .with_limits(-0.2, 0.3)
                .with_motor(Motor::speed(2.0, 3.0))
                .with_friction(0.1)
                .with_spring(spring)
                .into(),
            "hinge with all",
        ),
        (SliderJoint::default().into(), "slider"),
        (
            SliderJoint::default()
                .with_limits(-0.2, 0.3)
                .with_motor(Motor::position(0.1, spring, 20.0))
                .with_friction(0.1)
                .into(),
            "slider with all",
        ),
        (Joint::rod(None, nobody(), 1.2).kind, "rod"),
        (Joint::rope(None, nobody(), 1.0).kind, "rope"),
        (
            Joint::spring(None, nobody(), 1.0, Spring::rated(80.0, 2.0)).kind,
            "spring",
        ),
        (
            WheelJoint::default()
                .with_suspension(spring)
                .with_travel(-0.1, 0.2)
                .with_motor(Motor::speed(3.0, 2.0))
                .into(),
            "wheel with all",
        ),
    ]
}

fn nobody() -> Entity {
    Room::new().world.spawn()
}

/// Two boxes that tumble, joined between their centres.
pub(crate) fn pair(kind: JointKind, swapped: bool, frame: &Pose) -> (Room, [Entity; 2]) {
    let mut room = Room::weightless();
    let poses = [
        Pose::new(Vec3::new(-0.5, 0.1, 0.0), skew()),
        Pose::new(Vec3::new(0.6, -0.1, 0.2), Quat::from_rotation_y(0.4)),
    ];
    let bodies: [Entity; 2] = std::array::from_fn(|i| {
        let body = room.body(MASS[i], Collider::cuboid(HALF[i]), *frame * poses[i]);
        let spin = [Vec3::new(1.0, -2.0, 0.5), Vec3::new(-1.5, 0.3, 2.0)][i];
        let velocity = [Vec3::new(0.3, 0.0, -0.4), Vec3::new(-0.2, 0.5, 0.1)][i];
        room.set_spin(body, frame.rotation * spin);
        room.set_velocity(body, frame.rotation * velocity);
        body
    });
    let [a, b] = if swapped {
        [bodies[1], bodies[0]]
    } else {
        bodies
    };
    let on = |i: usize, point: Vec3| poses[i].inverse_transform_point(point);
    // Rods, ropes and springs have their anchors apart.
    let ends = match kind {
        JointKind::Distance(_) | JointKind::Spring(_) => [Vec3::X * -0.5, Vec3::X * 0.6],
        _ => [Vec3::ZERO; 2],
    };
    let frames = [0, 1].map(|i| Pose::new(on(i, ends[i]), poses[i].rotation.conjugate() * skew()));
    let [on_a, on_b] = if swapped {
        [frames[1], frames[0]]
    } else {
        frames
    };
    room.add(Joint::new(a, b, kind).with_frames(on_a, on_b));
    (room, bodies)
}

fn momenta(room: &Room, bodies: &[Entity; 2]) -> [Vec3; 2] {
    let (mut linear, mut angular) = (Vec3::ZERO, Vec3::ZERO);
    for i in 0..2 {
        let p = room.velocity(bodies[i]) * MASS[i];
        let turn = room.rotation(bodies[i]);
        let own =
            turn * ((turn.conjugate() * room.spin(bodies[i])) * box_inertia(MASS[i], HALF[i]));
        linear += p;
        angular += room.position(bodies[i]).cross(p) + own;
    }
    [linear, angular]
}

#[test]
fn no_joint_changes_the_momentum_of_a_pair() {
    for (kind, name) in kinds() {
        let (mut room, bodies) = pair(kind, false, &Pose::IDENTITY);
        let [p, l] = momenta(&room, &bodies);
        for step in 1..=300 {
            room.step();
            let [p1, l1] = momenta(&room, &bodies);
            // 300 steps of rounding of numbers around 3.
            assert!((p1 - p).length() < 1.0e-4, "{name}, step {step}: {p1} {p}");
            assert!((l1 - l).length() < 6.0e-3, "{name}, step {step}: {l1} {l}");
        }
    }
}

/// Rotated by a quarter turn that f32 represents almost exactly, and moved by a power of two so that no digit is lost
/// but those of the distance: rounding alone may differ, and it grows no faster than the motion allows.
#[test]
fn the_frame_does_not_matter() {
    for (kind, name) in kinds() {
        let (mut here, bodies) = pair(kind, false, &Pose::IDENTITY);
        let frames = [
            (Pose::from_rotation(skew()), 2.0e-3),
            // At 1 km f32 knows 0.06 mm; each step rounds.
            (
                Pose::from_position(Vec3::new(1024.0, -512.0, 256.0)),
                2.0e-2,
            ),
        ];
        for (frame, tolerance) in frames {
            let (mut there, others) = pair(kind, false, &frame);
            here = pair(kind, false, &Pose::IDENTITY).0;
            for _ in 0..60 {
                here.step();
                there.step();
            }
            for (one, other) in bodies.iter().zip(&others) {
                let moved = frame * here.pose(*one);
                let apart = (there.position(*other) - moved.position).length();
                assert!(apart < tolerance, "{name}: {apart}");
            }
        }
        drop(here);
    }
}

/// What B does to A is what A does to B. Limits, twists and motors of a swapped joint have the other sign, so only
/// kinds without them are compared.
#[test]
fn it_does_not_matter_which_body_is_a() {
    for (kind, name) in kinds() {
        if !matches!(
            name,
            "fixed" | "ball" | "hinge" | "slider" | "rod" | "rope" | "spring"
        ) {
            continue;
        }
        let (mut one, bodies) = pair(kind, false, &Pose::IDENTITY);
        let (mut two, others) = pair(kind, true, &Pose::IDENTITY);
        for _ in 0..60 {
            one.step();
            two.step();
        }
        for (body, other) in bodies.iter().zip(&others) {
            let apart = (one.position(*body) - two.position(*other)).length();
            assert!(apart < 2.0e-3, "{name}: {apart}");
        }
    }
}

/// A mirrored world is the mirror image of the world.
#[test]
fn a_mirror_does_not_matter() {
    let mirror = |v: Vec3| Vec3::new(v.x, v.y, -v.z);
    let (mut one, bodies) = pair(BallJoint::default().into(), false, &Pose::IDENTITY);
    let (mut two, others) = pair(BallJoint::default().into(), false, &Pose::IDENTITY);
    for (body, other) in bodies.iter().zip(&others) {
        let (pose, velocity, spin) = (one.pose(*body), one.velocity(*body), one.spin(*body));
        let q = pose.rotation;
        two.set_velocity(*other, mirror(velocity));
        two.set_spin(*other, -mirror(spin));
        let transform = two.world.get_mut::<Transform>(*other).unwrap();
        transform.position = mirror(pose.position);
        transform.rotation = Quat::from_xyzw(-q.x, -q.y, q.z, q.w);
    }
    let joint: Entity = two.world.entities().last().unwrap();
    let joint = two.world.get_mut::<Joint>(joint).unwrap();
    joint.frame_a.position = mirror(joint.frame_a.position);
    joint.frame_b.position = mirror(joint.frame_b.position);
    for _ in 0..120 {
        one.step();
        two.step();
    }
    for (body, other) in bodies.iter().zip(&others) {
        let apart = (mirror(one.position(*body)) - two.position(*other)).length();
        assert!(apart < 2.0e-3, "{apart}");
    }
}
