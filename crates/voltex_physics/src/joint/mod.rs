//! The component that holds two bodies together.

mod check;
mod kind;
mod motor;

pub use kind::{
    BallDrive, BallJoint, DistanceJoint, HingeJoint, JointKind, SliderJoint, SpringJoint,
    WheelJoint,
};
pub use motor::{Motor, Spring};

use voltex_ecs::{
    Codec, Decoder, Describer, EcsError, Encoder, Entity, StateHasher, Transform, World,
};
use voltex_math::{Mat3, Pose, Quat, Vec3};

use crate::error::PhysicsError;

/// A joint between two bodies, or between a body and the world: a component, on an entity of its own.
///
/// On each body it has a frame: an anchor and three axes, of which +Y is the axis of hinges, sliders, wheels and of the
/// twist of ball joints. Angles and ways are 0 where the frames coincide; they grow as B turns or moves relative to A in
/// the direction of the axis.
///
/// ```
/// use voltex_ecs::{Transform, World};
/// use voltex_math::Vec3;
/// use voltex_physics::{Collider, HingeJoint, Joint, PhysicsConfig, RigidBody, physics_step};
///
/// let mut world = World::new();
/// let door = world.spawn_with((
///     Transform::from_position(Vec3::new(0.5, 1.0, 0.0)),
///     RigidBody::dynamic(20.0).with_velocity(Vec3::Z),
///     Collider::cuboid(Vec3::new(0.5, 1.0, 0.03)),
/// ));
/// // On the world, about a vertical axis through the origin.
/// let hinge = Joint::new(None, door, HingeJoint::default().with_limits(-1.6, 1.6));
/// let hinge = hinge.at(&world, Vec3::ZERO, Vec3::Y)?;
/// world.spawn_with((hinge,));
/// for _ in 0..60 {
///     physics_step(&mut world, &PhysicsConfig::DEFAULT)?;
/// }
/// let door = world.get::<Transform>(door).unwrap();
/// let to_the_axis = (door.position * Vec3::new(1.0, 0.0, 1.0)).length();
/// assert!((to_the_axis - 0.5).abs() < 1e-3);
/// # Ok::<(), voltex_physics::PhysicsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// First body; `None` for the world.
    pub a: Option<Entity>,
    /// Second body.
    pub b: Entity,
    /// Frame of the joint in the frame of A's entity, m; in the world if A is the world.
    pub frame_a: Pose,
    /// Frame of the joint in the frame of B's entity, m.
    pub frame_b: Pose,
    /// What it allows.
    pub kind: JointKind,
    /// Whether the two bodies still touch each other.
    pub collide: bool,
    /// Force at which it breaks, N; `None` for a joint that holds.
    pub break_force: Option<f32>,
    /// Torque at which it breaks, N m; `None` for a joint that holds.
    pub break_torque: Option<f32>,
    /// Whether it is broken: then it does nothing. A step sets it; clear it to mend the joint.
    pub broken: bool,
}

impl Joint {
    /// A joint between two bodies whose frames are those of the bodies; `None` for A is the world. [`Self::at`] and
    /// [`Self::with_anchors`] say where it is.
    pub fn new(a: impl Into<Option<Entity>>, b: Entity, kind: impl Into<JointKind>) -> Self {
        Self {
            a: a.into(),
            b,
            frame_a: Pose::IDENTITY,
            frame_b: Pose::IDENTITY,
            kind: kind.into(),
            collide: false,
            break_force: None,
            break_torque: None,
            broken: false,
        }
    }

    /// Holds two bodies as if they were one.
    pub fn fixed(a: impl Into<Option<Entity>>, b: Entity) -> Self {
        Self::new(a, b, JointKind::Fixed)
    }

    /// Lets B turn about a point of A in any direction.
    pub fn ball(a: impl Into<Option<Entity>>, b: Entity) -> Self {
        Self::new(a, b, BallJoint::default())
    }

    /// Lets B turn about an axis of A.
    pub fn hinge(a: impl Into<Option<Entity>>, b: Entity) -> Self {
        Self::new(a, b, HingeJoint::default())
    }

    /// Lets B move along an axis of A.
    pub fn slider(a: impl Into<Option<Entity>>, b: Entity) -> Self {
        Self::new(a, b, SliderJoint::default())
    }

    /// Keeps the anchors at this distance, m.
    pub fn rod(a: impl Into<Option<Entity>>, b: Entity, length: f32) -> Self {
        let rod = DistanceJoint {
            min: length,
            max: length,
        };
        Self::new(a, b, rod)
    }

    /// Keeps the anchors within this distance, m.
    pub fn rope(a: impl Into<Option<Entity>>, b: Entity, length: f32) -> Self {
        let rope = DistanceJoint {
            min: 0.0,
            max: length,
        };
        Self::new(a, b, rope)
    }

    /// Joins the anchors by a spring of this length at rest, m.
    pub fn spring(a: impl Into<Option<Entity>>, b: Entity, length: f32, spring: Spring) -> Self {
        Self::new(a, b, SpringJoint { length, spring })
    }

    /// With its anchors at these points of A and of B, m, each in the frame of its entity.
    #[must_use]
    pub const fn with_anchors(mut self, on_a: Vec3, on_b: Vec3) -> Self {
        self.frame_a.position = on_a;
        self.frame_b.position = on_b;
        self
    }

    /// With these frames on A and on B, each in the frame of its entity.
    #[must_use]
    pub const fn with_frames(mut self, on_a: Pose, on_b: Pose) -> Self {
        self.frame_a = on_a;
        self.frame_b = on_b;
        self
    }

    /// With bodies that touch each other in spite of the joint.
    #[must_use]
    pub const fn with_collisions(mut self) -> Self {
        self.collide = true;
        self
    }

    /// Breaking at this force, N.
    #[must_use]
    pub const fn with_break_force(mut self, force: f32) -> Self {
        self.break_force = Some(force);
        self
    }

    /// Breaking at this torque, N m.
    #[must_use]
    pub const fn with_break_torque(mut self, torque: f32) -> Self {
        self.break_torque = Some(torque);
        self
    }

    /// At a point of the world, m, with an axis of the world, for bodies where they are now. Angles and ways are 0 now.
    ///
    /// The suspension of a wheel is +Y of A, as far as it is across the axis.
    ///
    /// # Errors
    /// A body without a [`Transform`], an axis without a direction, a wheel whose axis is along the suspension.
    pub fn at(self, world: &World, point: Vec3, axis: Vec3) -> Result<Self, PhysicsError> {
        let (a, b) = (pose_of(world, self.a)?, pose_of(world, Some(self.b))?);
        let length = axis.length();
        if !(length.is_finite() && length > 0.0) {
            return Err(PhysicsError::BadVector {
                what: "axis of a joint".to_owned(),
                value: axis.to_array(),
                remedy: "give it any finite length but 0",
            });
        }
        let y = axis / length;
        let rotation = match self.kind {
            JointKind::Wheel(_) => {
                let up = a.rotation * Vec3::Y;
                let x = up - y * up.dot(y);
                if x.length() < 1.0e-3 {
                    return Err(PhysicsError::BadVector {
                        what: "axis of a wheel".to_owned(),
                        value: axis.to_array(),
                        remedy: "it must be across +Y of A, along which the wheel moves; turn A, or set the frames",
                    });
                }
                let x = x.normalize();
                Quat::from_mat3(&Mat3::from_cols(x, y, x.cross(y))).normalize()
            }
            JointKind::Fixed
            | JointKind::Ball(_)
            | JointKind::Hinge(_)
            | JointKind::Slider(_)
            | JointKind::Distance(_)
            | JointKind::Spring(_) => Quat::from_rotation_arc(Vec3::Y, y),
        };
        let frame = Pose::new(point, rotation);
        Ok(self.with_frames(
            a.relative(&frame).normalized(),
            b.relative(&frame).normalized(),
        ))
    }

    /// Refuses what no joint can be. Whether its bodies are there is seen in a step.
    ///
    /// # Errors
    /// A number that is NaN, infinite or out of its range; limits in the wrong order; one body twice.
    pub fn validate(&self) -> Result<(), PhysicsError> {
        check::joint(self)
    }
}

fn pose_of(world: &World, entity: Option<Entity>) -> Result<Pose, PhysicsError> {
    let Some(entity) = entity else {
        return Ok(Pose::IDENTITY);
    };
    let transform = world.get::<Transform>(entity).ok_or_else(|| {
        PhysicsError::BadJoint(format!(
            "{entity:?} has no Transform, so a joint cannot be placed on it; spawn the body first"
        ))
    })?;
    Ok(Pose::new(transform.position, transform.rotation))
}

impl Codec for Joint {
    const MIN_BYTES: usize = 1 + Entity::MIN_BYTES + 56 + JointKind::MIN_BYTES + 4;

    fn encode(&self, out: &mut Encoder<'_>) {
        self.a.encode(out);
        self.b.encode(out);
        for frame in [&self.frame_a, &self.frame_b] {
            frame.position.encode(out);
            frame.rotation.encode(out);
        }
        self.kind.encode(out);
        self.collide.encode(out);
        self.break_force.encode(out);
        self.break_torque.encode(out);
        self.broken.encode(out);
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        let (a, b) = (Codec::decode(input)?, Codec::decode(input)?);
        let mut frame =
            || Ok::<_, EcsError>(Pose::new(Codec::decode(input)?, Codec::decode(input)?));
        let (frame_a, frame_b) = (frame()?, frame()?);
        Ok(Self {
            a,
            b,
            frame_a,
            frame_b,
            kind: Codec::decode(input)?,
            collide: Codec::decode(input)?,
            break_force: Codec::decode(input)?,
            break_torque: Codec::decode(input)?,
            broken: Codec::decode(input)?,
        })
    }

    fn hash(&self, hasher: &mut StateHasher) {
        self.a.hash(hasher);
        self.b.hash(hasher);
        for frame in [&self.frame_a, &self.frame_b] {
            frame.position.hash(hasher);
            frame.rotation.hash(hasher);
        }
        self.kind.hash(hasher);
        self.collide.hash(hasher);
        self.break_force.hash(hasher);
        self.break_torque.hash(hasher);
        self.broken.hash(hasher);
    }

    fn describe(&self, out: &mut Describer<'_>) {
        out.field("a", &self.a);
        out.field("b", &self.b);
        out.field("frame_a.position", &self.frame_a.position);
        out.field("frame_a.rotation", &self.frame_a.rotation);
        out.field("frame_b.position", &self.frame_b.position);
        out.field("frame_b.rotation", &self.frame_b.rotation);
        out.field("kind", &self.kind);
        out.field("collide", &self.collide);
        out.field("break_force", &self.break_force);
        out.field("break_torque", &self.break_torque);
        out.field("broken", &self.broken);
    }
}
