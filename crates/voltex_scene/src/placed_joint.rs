//! The joints of a scene one by one: which bodies, and where on each.

use voltex_math::{Mat3, Pose, Quat, Vec3};
use voltex_physics::{
    BallDrive, BallJoint, DistanceJoint, HingeJoint, Motor, SliderJoint, SpringJoint, WheelJoint,
};

use crate::arrange::Layout;
use crate::body::Body;
use crate::joint::{Joint, JointKind, Link, Pusher, Spinner, Spring};
use crate::plan::{SceneBody, Template};
use crate::scene::Scene;
use crate::validate_joint::{grid, link_count};

/// A joint between two bodies.
///
/// The two frames coincide at the start where the points do; +Y of each is the axis, and +X the suspension of a wheel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedJoint<'a> {
    /// The entry of the scene.
    pub joint: &'a Joint,
    /// First body.
    pub a: SceneBody,
    /// Second body.
    pub b: SceneBody,
    /// Frame of the joint in the frame of A.
    pub frame_a: Pose,
    /// Frame of the joint in the frame of B.
    pub frame_b: Pose,
    /// Distance of the two points at the start, m.
    pub distance: f32,
}

impl PlacedJoint<'_> {
    /// What it allows, as the physics takes it: lengths that the scene leaves out are those of the start.
    pub fn kind(&self) -> voltex_physics::JointKind {
        let limits = |limits: Option<voltex_math::Vec2>| limits.map(|limits| limits.to_array());
        let spinner =
            |motor: Option<Spinner>| motor.map(|motor| Motor::speed(motor.speed, motor.torque));
        let pusher =
            |motor: Option<Pusher>| motor.map(|motor| Motor::speed(motor.speed, motor.force));
        match self.joint.kind {
            JointKind::Fixed => voltex_physics::JointKind::Fixed,
            JointKind::Ball {
                cone,
                twist,
                spring,
                friction,
            } => BallJoint {
                cone,
                twist: limits(twist),
                drive: spring.map(|spring| BallDrive {
                    target: Quat::IDENTITY,
                    spring: spring.physics(),
                    max_torque: f32::INFINITY,
                }),
                friction,
            }
            .into(),
            JointKind::Hinge {
                limits: range,
                motor,
                spring,
                friction,
            } => HingeJoint {
                limits: limits(range),
                motor: spinner(motor),
                spring: spring.map(Spring::physics),
                friction,
            }
            .into(),
            JointKind::Slider {
                limits: range,
                motor,
                spring,
            } => SliderJoint {
                limits: limits(range),
                motor: pusher(motor),
                spring: spring.map(Spring::physics),
                friction: 0.0,
            }
            .into(),
            JointKind::Distance { min, max } => DistanceJoint {
                min: min.unwrap_or(self.distance),
                max: max.unwrap_or(self.distance),
            }
            .into(),
            JointKind::Spring { length, spring } => SpringJoint {
                length: length.unwrap_or(self.distance),
                spring: spring.physics(),
            }
            .into(),
            JointKind::Wheel {
                travel,
                spring,
                motor,
            } => WheelJoint {
                travel: limits(travel),
                suspension: spring.map(Spring::physics),
                motor: spinner(motor),
                friction: 0.0,
            }
            .into(),
        }
    }
}

impl Spring {
    fn physics(self) -> voltex_physics::Spring {
        voltex_physics::Spring::tuned(self.frequency, self.damping)
    }
}

/// # Joints
impl Scene {
    /// All joints in order: those of the scene, then group after group, copy after copy, those of the assembly. Also those
    /// of bodies that appear later.
    ///
    /// # Errors
    /// As for [`Scene::validate`].
    pub fn placed_joints(&self) -> Result<Vec<PlacedJoint<'_>>, crate::SceneError> {
        self.validate()?;
        Ok(self.joints_in_order())
    }

    /// As [`Self::placed_joints`], of a scene that has been checked.
    pub(crate) fn joints_in_order(&self) -> Vec<PlacedJoint<'_>> {
        let mut placed = Vec::new();
        joints_of(&self.bodies, &self.joints, 0, 0, &mut placed);
        let mut first = self.bodies.len() as u32;
        for group in &self.groups {
            let Some(assembly) = self.assemblies.get(&group.assembly) else {
                continue;
            };
            for copy in 0..Layout::count_of(&group.repeat) {
                joints_of(&assembly.bodies, &assembly.joints, first, copy, &mut placed);
            }
            first += assembly.bodies.len() as u32;
        }
        placed
    }
}

/// Adds the joints of a list of bodies whose templates are numbered from `first`, for one copy of their group.
fn joints_of<'a>(
    bodies: &[Body],
    joints: &'a [Joint],
    first: u32,
    group_copy: u64,
    placed: &mut Vec<PlacedJoint<'a>>,
) {
    if joints.is_empty() {
        return;
    }
    let templates: Vec<Template<'_>> = bodies.iter().map(Template::new).collect();
    let find = |name: &str| bodies.iter().position(|body| body.name == name);
    for joint in joints {
        let (Some(a), Some(b)) = (find(&joint.a), find(&joint.b)) else {
            continue;
        };
        let id = |index: usize, copy: u64| SceneBody {
            template: first + index as u32,
            copy: (group_copy * templates[index].layout.count() + copy) as u32,
        };
        for (copy_a, copy_b) in pairs(joint, &bodies[a], &bodies[b]) {
            let (frame_a, frame_b, distance) = frames(
                joint,
                &templates[a].pose(copy_a),
                &templates[b].pose(copy_b),
            );
            placed.push(PlacedJoint {
                joint,
                a: id(a, copy_a),
                b: id(b, copy_b),
                frame_a,
                frame_b,
                distance,
            });
        }
    }
}

/// The copies that a link connects, in order.
fn pairs(joint: &Joint, a: &Body, b: &Body) -> Vec<(u64, u64)> {
    let count = link_count(joint, a, b).unwrap_or(0);
    match joint.link {
        Link::First => vec![(0, 0)],
        Link::Last => vec![(Layout::count_of(&a.repeat) - 1, 0)],
        Link::Pairs => (0..count).map(|copy| (copy, copy)).collect(),
        Link::Next => (0..count).map(|copy| (copy, copy + 1)).collect(),
        Link::X | Link::Y | Link::Z => {
            let (nx, ny, nz) = grid(a).unwrap_or((0, 0, 0));
            let [nx, ny, nz] = [nx, ny, nz].map(u64::from);
            let (step, (ex, ey, ez)) = match joint.link {
                Link::X => (1, (1, 0, 0)),
                Link::Y => (nx * nz, (0, 1, 0)),
                _ => (nx, (0, 0, 1)),
            };
            let mut pairs = Vec::with_capacity(count as usize);
            for y in 0..ny - ey {
                for z in 0..nz - ez {
                    for x in 0..nx - ex {
                        let copy = (y * nz + z) * nx + x;
                        pairs.push((copy, copy + step));
                    }
                }
            }
            pairs
        }
    }
}

fn frames(joint: &Joint, a: &Pose, b: &Pose) -> (Pose, Pose, f32) {
    let at = match (joint.at, joint.on_a, joint.on_b) {
        (Some(at), _, _) => at,
        (None, Some(on_a), _) => a.transform_point(on_a),
        (None, None, Some(on_b)) => b.transform_point(on_b),
        (None, None, None) => b.position,
    };
    let on_a = joint.on_a.unwrap_or_else(|| a.inverse_transform_point(at));
    let on_b = joint.on_b.unwrap_or_else(|| b.inverse_transform_point(at));
    let axis = joint.axis.unwrap_or(Vec3::Y).normalize_or(Vec3::Y);
    let turned = match joint.kind {
        JointKind::Wheel { .. } => across(axis, a.rotation * Vec3::Y),
        _ => Quat::from_rotation_arc(Vec3::Y, axis),
    };
    let distance = (b.transform_point(on_b) - a.transform_point(on_a)).length();
    (
        Pose::new(on_a, (a.rotation.conjugate() * turned).normalize()),
        Pose::new(on_b, (b.rotation.conjugate() * turned).normalize()),
        distance,
    )
}

/// The rotation that takes y to the axle and x to the direction of the suspension, as far as it is across the axle.
fn across(axle: Vec3, up: Vec3) -> Quat {
    let x = (up - axle * up.dot(axle)).normalize_or(axle.any_orthonormal_vector());
    Quat::from_mat3(&Mat3::from_cols(x, axle, x.cross(axle)))
}
