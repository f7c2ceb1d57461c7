//! Built-in scenes that are turned about the vertical, mirrored or put elsewhere do the same there.
//!
//! The laws are the same; the sums are rounded otherwise, and where several answers are equally good (which of two parallel
//! faces, which of four equal corners first) another may be taken. So bodies are where they should be within a bound.

use voltex_ecs::{Entity, Transform, World};
use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::{Joint, RigidBody, physics_step};
use voltex_scene::scenes;

/// Steps of each scene: 2 s.
const STEPS: u32 = 120;

/// How a world is put down otherwise.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// Turned about the vertical, rad, then put elsewhere.
    Placed(f32, Vec3),
    /// In the mirror that is the plane z = 0.
    Mirrored,
}

impl Change {
    fn point(self, p: Vec3) -> Vec3 {
        match self {
            Self::Placed(angle, by) => Quat::from_rotation_y(angle) * p + by,
            Self::Mirrored => Vec3::new(p.x, p.y, -p.z),
        }
    }

    /// A velocity.
    fn arrow(self, v: Vec3) -> Vec3 {
        match self {
            Self::Placed(angle, _) => Quat::from_rotation_y(angle) * v,
            Self::Mirrored => Vec3::new(v.x, v.y, -v.z),
        }
    }

    /// A spin: in a mirror it turns the other way round.
    fn spin(self, w: Vec3) -> Vec3 {
        match self {
            Self::Placed(..) => self.arrow(w),
            Self::Mirrored => Vec3::new(-w.x, -w.y, w.z),
        }
    }

    /// The rotation of a body that has z = 0 as a plane of symmetry.
    fn rotation(self, q: Quat) -> Quat {
        match self {
            Self::Placed(angle, _) => (Quat::from_rotation_y(angle) * q).normalize(),
            Self::Mirrored => Quat::from_xyzw(-q.x, -q.y, q.z, q.w),
        }
    }

    /// A frame on a body.
    fn on_body(self, frame: Pose) -> Pose {
        match self {
            Self::Placed(..) => frame,
            Self::Mirrored => Pose::new(self.point(frame.position), self.rotation(frame.rotation)),
        }
    }

    fn change(self, world: &mut World) {
        let all: Vec<Entity> = world.entities().collect();
        for entity in all {
            if let Some(t) = world.get_mut::<Transform>(entity) {
                t.position = self.point(t.position);
                t.rotation = self.rotation(t.rotation);
            }
            if let Some(body) = world.get_mut::<RigidBody>(entity) {
                body.velocity = self.arrow(body.velocity);
                body.angular_velocity = self.spin(body.angular_velocity);
            }
            if let Some(joint) = world.get_mut::<Joint>(entity) {
                assert!(
                    joint.a.is_some(),
                    "a joint to the world would have to be placed too"
                );
                joint.frame_a = self.on_body(joint.frame_a);
                joint.frame_b = self.on_body(joint.frame_b);
            }
        }
    }
}

/// The world of a scene after [`STEPS`] steps.
fn stepped(name: &str, change: Option<Change>) -> World {
    let scene = scenes::get(name).unwrap();
    let mut world = scene.build().unwrap();
    if let Some(change) = change {
        change.change(&mut world);
    }
    for _ in 0..STEPS {
        let report = physics_step(&mut world, &scene.config()).unwrap();
        assert!(report.problems.is_empty());
    }
    world
}

/// Largest distance of any body from where it should be, m, and of any velocity from what it should be, m/s.
fn deviation(plain: &World, changed: &World, change: Change) -> [f32; 2] {
    let mut worst = [0.0_f32; 2];
    for (entity, transform, body) in &plain.query::<(Entity, &Transform, &RigidBody)>() {
        let there = changed.get::<Transform>(entity).unwrap().position;
        let moves = changed.get::<RigidBody>(entity).unwrap().velocity;
        let off = [
            (there - change.point(transform.position)).length(),
            (moves - change.arrow(body.velocity)).length(),
        ];
        for (worst, off) in worst.iter_mut().zip(off) {
            *worst = voltex_math::f32::max(*worst, off);
        }
    }
    worst
}

/// Scenes of bodies that have a plane of symmetry, without anything that is driven, and how far a body may be off, m.
///
/// Places have 24 bits, so that 60 m from the origin each step may add 4 um. A tower of 20 boxes sways on what it is
/// given: half a hundredth of a box. Dominoes fall from an unstable balance and every blow makes more of a
/// difference: those that have fallen lie within their own length of where they lie elsewhere.
const SCENES: [(&str, f32); 9] = [
    ("stack", 1.0e-3),
    ("tower", 5.0e-3),
    ("slope", 1.0e-3),
    ("seam", 1.0e-3),
    ("cradle", 1.0e-3),
    ("restitution_row", 1.0e-3),
    ("spin_bounce", 1.0e-3),
    ("chain", 1.0e-3),
    ("dominoes", 4.8e-2),
];

#[test]
fn turned_mirrored_and_moved_scenes_do_the_same() {
    let changes = [
        Change::Placed(std::f32::consts::PI, Vec3::ZERO),
        Change::Placed(std::f32::consts::FRAC_PI_2, Vec3::ZERO),
        Change::Placed(0.7, Vec3::ZERO),
        Change::Placed(0.0, Vec3::new(32.0, 0.0, -48.0)),
        Change::Placed(2.1, Vec3::new(-17.3, 0.0, 40.9)),
        Change::Mirrored,
    ];
    let mut failures = Vec::new();
    for (name, bound) in SCENES {
        let plain = stepped(name, None);
        for change in changes {
            let [place, velocity] = deviation(&plain, &stepped(name, Some(change)), change);
            println!("{name:<16} {change:?}: {place:.1e} m, {velocity:.1e} m/s");
            if place.is_nan() || place > bound {
                failures.push(format!(
                    "{name} {change:?}: {place:e} m off, allowed are {bound:e}"
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}
