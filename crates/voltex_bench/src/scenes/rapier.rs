//! The scenes in Rapier, at its own settings.

use rapier3d::prelude::*;
use voltex_ecs::Entity;
use voltex_math::{Pose as Place, Vec3};
use voltex_physics::{BallJoint, BodyKind, HingeJoint, JointKind};

use super::plan::{Link, tuning};
use super::{ByEntity, Change, Engine, Form, Plan, Sim, Thing};
use crate::accuracy::rapier::vector;
use crate::collision::Line3;

/// Rapier, built without threads.
pub struct Rapier;

struct Bodies {
    world: PhysicsWorld,
    handles: ByEntity<RigidBodyHandle>,
    sleeps: bool,
}

impl Bodies {
    fn add_all(&mut self, things: &[Thing], links: &[Link]) {
        for thing in things {
            let handle = spawn(&mut self.world, thing, self.sleeps);
            self.handles.set(thing.entity, handle);
        }
        for link in links {
            let [a, b] = link.bodies.map(|body| self.handles.of(body));
            self.world.insert_impulse_joint(a, b, joint(link));
        }
    }
}

fn pose(place: &Place) -> Pose {
    let q = place.rotation;
    Pose::from_parts(
        vector(place.position),
        Rotation::from_xyzw(q.x, q.y, q.z, q.w),
    )
}

impl Engine for Rapier {
    fn name(&self) -> &'static str {
        "Rapier"
    }

    fn build(&self, plan: &Plan, _: usize) -> Box<dyn Sim> {
        let mut world = PhysicsWorld {
            gravity: vector(plan.config.gravity),
            ..PhysicsWorld::default()
        };
        world.integration_parameters.dt = plan.config.fixed_dt;
        let mut bodies = Bodies {
            world,
            handles: ByEntity::default(),
            sleeps: plan.config.sleeping,
        };
        bodies.add_all(&plan.things, &plan.links);
        Box::new(bodies)
    }
}

fn spawn(world: &mut PhysicsWorld, thing: &Thing, sleeps: bool) -> RigidBodyHandle {
    let body = &thing.body;
    let builder = match body.kind {
        BodyKind::Static => RigidBodyBuilder::fixed(),
        BodyKind::Kinematic => RigidBodyBuilder::kinematic_velocity_based(),
        BodyKind::Dynamic => RigidBodyBuilder::dynamic(),
    };
    let rigid = builder
        .pose(pose(&thing.pose))
        .linvel(vector(body.velocity))
        .angvel(vector(body.angular_velocity))
        .can_sleep(sleeps)
        .ccd_enabled(body.velocity.length() > 100.0);
    let handle = world.bodies.insert(rigid);
    for (place, form) in pieces(&thing.form) {
        let groups = InteractionGroups::new(
            Group::from_bits_truncate(thing.layers.memberships),
            Group::from_bits_truncate(thing.layers.mask),
            InteractionTestMode::And,
        );
        let collider = collider(form)
            .position(pose(&place))
            .density(body.density)
            .friction(thing.material.friction)
            .restitution(thing.restitution())
            .collision_groups(groups);
        world
            .colliders
            .insert_with_parent(collider, handle, &mut world.bodies);
    }
    handle
}

/// The pieces of a form, each with its place.
fn pieces(form: &Form) -> Vec<(Place, &Form)> {
    match form {
        Form::Many(all) => all.iter().map(|(place, form)| (*place, form)).collect(),
        one => vec![(Place::IDENTITY, one)],
    }
}

fn collider(form: &Form) -> ColliderBuilder {
    match form {
        Form::Ball(radius) => ColliderBuilder::ball(*radius),
        Form::Block(half) => ColliderBuilder::cuboid(half.x, half.y, half.z),
        Form::Capsule(half_height, radius) => ColliderBuilder::capsule_y(*half_height, *radius),
        Form::Hull(points) => {
            let points: Vec<Vector> = points.iter().copied().map(vector).collect();
            ColliderBuilder::convex_hull(&points).expect("points in space")
        }
        Form::Mesh(mesh) => {
            let corners = mesh.0.iter().copied().map(vector).collect();
            ColliderBuilder::trimesh(corners, mesh.1.clone()).expect("a surface")
        }
        Form::Many(_) => unreachable!("pieces are of one piece"),
    }
}

/// Its axis is X.
fn frame(place: &Place) -> Pose {
    let turn = voltex_math::Quat::from_axis_angle(Vec3::Z, std::f32::consts::FRAC_PI_2);
    pose(&Place::new(place.position, place.rotation * turn))
}

fn joint(link: &Link) -> GenericJoint {
    let frames = link.frames.map(|place| frame(&place));
    let spring =
        |builder: GenericJointBuilder, axis: JointAxis, spring: &voltex_physics::Spring| {
            let [frequency, damping] = tuning(spring);
            let rate = std::f32::consts::TAU * frequency;
            builder
                .motor_model(axis, MotorModel::AccelerationBased)
                .motor_position(axis, 0.0, rate * rate, 2.0 * damping * rate)
        };
    let builder = |locked: JointAxesMask| {
        GenericJointBuilder::new(locked)
            .local_frame1(frames[0])
            .local_frame2(frames[1])
            .contacts_enabled(link.collide)
    };
    match link.kind {
        JointKind::Ball(BallJoint {
            cone, twist, drive, ..
        }) => {
            let mut made = builder(JointAxesMask::LOCKED_SPHERICAL_AXES);
            if let Some([low, high]) = twist {
                made = made.limits(JointAxis::AngX, [low, high]);
            }
            if let Some(cone) = cone {
                made = made
                    .limits(JointAxis::AngY, [-cone, cone])
                    .limits(JointAxis::AngZ, [-cone, cone]);
            }
            if let Some(drive) = drive {
                for axis in [JointAxis::AngX, JointAxis::AngY, JointAxis::AngZ] {
                    made = spring(made, axis, &drive.spring);
                }
            }
            made.build()
        }
        JointKind::Hinge(HingeJoint {
            limits,
            spring: drawn,
            ..
        }) => {
            let mut made = builder(JointAxesMask::LOCKED_REVOLUTE_AXES);
            if let Some(limits) = limits {
                made = made.limits(JointAxis::AngX, limits);
            }
            if let Some(drawn) = &drawn {
                made = spring(made, JointAxis::AngX, drawn);
            }
            made.build()
        }
        other => panic!("{} has no counterpart here", other.name()),
    }
}

impl Sim for Bodies {
    fn change(&mut self, change: &Change) {
        for entity in &change.gone {
            if let Some(handle) = self.handles.take(*entity) {
                self.world.remove_body(handle);
            }
        }
        self.add_all(&change.things, &change.links);
        for (entity, velocity) in &change.led {
            let body = &mut self.world.bodies[self.handles.of(*entity)];
            body.set_linvel(vector(*velocity), true);
        }
    }

    fn step(&mut self) {
        self.world.step();
    }

    fn pose(&self, entity: Entity) -> Place {
        let body = &self.world.bodies[self.handles.of(entity)];
        let (at, turn) = (body.translation(), body.rotation());
        Place::new(
            Vec3::new(at.x, at.y, at.z),
            voltex_math::Quat::from_xyzw(turn.x, turn.y, turn.z, turn.w),
        )
    }

    fn awake(&self) -> usize {
        let bodies = self.world.bodies.iter();
        bodies
            .filter(|(_, body)| body.is_dynamic() && !body.is_sleeping())
            .count()
    }

    fn cast(&self, rays: &[Line3], reach: f32) -> usize {
        let pipeline = self.world.query_pipeline();
        let hits = |ray: &&Line3| {
            let ray = Ray::new(vector(ray.origin), vector(ray.direction));
            pipeline.cast_ray(&ray, reach, true).is_some()
        };
        rays.iter().filter(hits).count()
    }
}
