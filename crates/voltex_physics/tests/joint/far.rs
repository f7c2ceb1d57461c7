//! Joints that begin far from where they hold.
//!
//! A joint whose anchors were farther apart than its bodies are large flung them out of the range of numbers within
//! one step.

use voltex_ecs::Entity;
use voltex_math::random::{Key, uniform_in};
use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::{BallJoint, Collider, HingeJoint, Joint, JointKind, SliderJoint, WheelJoint};

use crate::room::Room;

/// Numbers of a case, each by its place.
struct Dice(Key, u64);

impl Dice {
    fn within(&mut self, size: f64) -> f32 {
        self.1 += 1;
        uniform_in(self.0, self.1, -size, size) as f32
    }

    fn vector(&mut self, size: f64) -> Vec3 {
        Vec3::new(self.within(size), self.within(size), self.within(size))
    }

    fn rotation(&mut self) -> Quat {
        let axis = self.vector(1.0).normalize();
        Quat::from_axis_angle(axis, self.within(3.1))
    }
}

fn kinds() -> [JointKind; 8] {
    [
        JointKind::Fixed,
        BallJoint::default().into(),
        BallJoint::default()
            .with_cone(0.2)
            .with_twist(-0.1, 0.1)
            .into(),
        HingeJoint::default().into(),
        HingeJoint::default().with_limits(40.0, 41.0).into(),
        SliderJoint::default().into(),
        SliderJoint::default().with_limits(-0.1, 0.1).into(),
        WheelJoint {
            travel: Some([-0.1, 0.1]),
            ..WheelJoint::default()
        }
        .into(),
    ]
}

fn bodies() -> [Collider; 4] {
    [
        Collider::sphere(0.11),
        Collider::cuboid(Vec3::new(0.5, 0.02, 0.03)),
        Collider::capsule(0.02, 0.4),
        Collider::cuboid(Vec3::splat(0.3)),
    ]
}

/// Distance of the anchors across what the joint leaves free, m.
fn error(room: &Room, joint: &Joint) -> f32 {
    let frame = |body: Entity, frame: Pose| {
        let pose = Pose::new(room.position(body), room.rotation(body));
        pose * frame
    };
    let a = joint.a.map_or(joint.frame_a, |a| frame(a, joint.frame_a));
    let b = frame(joint.b, joint.frame_b);
    let apart = b.position - a.position;
    let free = match joint.kind {
        JointKind::Slider(_) => Some(a.rotation * Vec3::Y),
        JointKind::Wheel(_) => Some(a.rotation * Vec3::X),
        JointKind::Fixed
        | JointKind::Ball(_)
        | JointKind::Hinge(_)
        | JointKind::Distance(_)
        | JointKind::Spring(_) => None,
    };
    free.map_or(apart, |axis| apart - apart.dot(axis) * axis)
        .length()
}

#[test]
fn joints_that_begin_far_away_draw_their_bodies_together_and_fling_nothing() {
    let mut wrong = Vec::new();
    'cases: for case in 0..128_u64 {
        let mut dice = Dice(Key::new(11, case), 0);
        let kind = kinds()[case as usize % 8];
        let size = [0.8, 3.0][case as usize / 8 % 2];
        let mut room = Room::weightless();
        let mut body = |dice: &mut Dice| {
            let shape = bodies()[(dice.within(1.0).abs() * 3.999) as usize];
            let pose = Pose::new(dice.vector(size), dice.rotation());
            room.body(1.0, shape, pose)
        };
        let a = (case % 3 > 0).then(|| body(&mut dice));
        let b = body(&mut dice);
        let frame = |dice: &mut Dice| Pose::new(dice.vector(0.8), dice.rotation());
        let joint = Joint::new(a, b, kind).with_frames(frame(&mut dice), frame(&mut dice));
        room.add(joint);
        let begin = error(&room, &joint);
        let mut fastest = 0.0;
        for _ in 0..900 {
            let report = voltex_physics::physics_step(&mut room.world, &room.config).unwrap();
            if let Some((_, problem)) = report.problems.first() {
                wrong.push(format!("{case}: {kind:?}, {begin} m: {problem}"));
                continue 'cases;
            }
            for body in a.into_iter().chain([b]) {
                let speed = room.velocity(body).length();
                fastest = voltex_math::f32::max(fastest, speed);
            }
        }
        let end = error(&room, &joint);
        if end > 0.1 * begin || fastest > 50.0 {
            wrong.push(format!(
                "{case}: {kind:?}, {begin} m became {end} m, {fastest} m/s"
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of 128: {wrong:#?}", wrong.len());
}
