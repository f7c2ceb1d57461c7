//! The set-ups in Rapier.

use rapier3d::prelude::*;
use voltex_math::{Quat, Vec3};

use super::{Body, Engine, Form, Lab, Motion, Setup};

/// Rapier.
pub struct Rapier;

struct Bodies {
    world: PhysicsWorld,
    handles: Vec<RigidBodyHandle>,
}

pub(crate) fn vector(v: Vec3) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

impl Engine for Rapier {
    fn name(&self) -> &'static str {
        "Rapier"
    }

    fn knows_rolling(&self) -> bool {
        false
    }

    fn build(&self, setup: &Setup) -> Box<dyn Lab> {
        let mut world = PhysicsWorld {
            gravity: vector(setup.gravity),
            ..PhysicsWorld::default()
        };
        world.integration_parameters.dt = setup.dt;
        let handles: Vec<RigidBodyHandle> = setup
            .bodies
            .iter()
            .map(|body| spawn(&mut world, body))
            .collect();
        for joint in &setup.joints {
            let local = |body: usize| {
                let body = &setup.bodies[body];
                vector(body.rotation.conjugate() * (joint.anchor - body.place))
            };
            let [a, b] = joint.bodies;
            let joint = SphericalJointBuilder::new()
                .local_anchor1(local(a))
                .local_anchor2(local(b))
                .contacts_enabled(false);
            world.insert_impulse_joint(handles[a], handles[b], joint);
        }
        Box::new(Bodies { world, handles })
    }
}

fn spawn(world: &mut PhysicsWorld, body: &Body) -> RigidBodyHandle {
    let collider = match &body.form {
        Form::Ball(radius) => ColliderBuilder::ball(*radius),
        Form::Block(half) => ColliderBuilder::cuboid(half.x, half.y, half.z),
        Form::Capsule(half_height, radius) => ColliderBuilder::capsule_y(*half_height, *radius),
        Form::Terrain(corners, triangles) => {
            let corners = corners.iter().copied().map(vector).collect();
            let flags = TriMeshFlags::FIX_INTERNAL_EDGES;
            ColliderBuilder::trimesh_with_flags(corners, triangles.clone(), flags)
                .expect("a surface")
        }
    };
    let builder = if body.moves {
        RigidBodyBuilder::dynamic()
    } else {
        RigidBodyBuilder::fixed()
    };
    let (axis, angle) = body.rotation.to_axis_angle();
    let mut rigid: RigidBody = builder
        .translation(vector(body.place))
        .rotation(vector(axis * angle))
        .linvel(vector(body.velocity))
        .angvel(vector(body.spin))
        .can_sleep(false)
        .ccd_enabled(body.moves)
        .gyroscopic_forces_enabled(true)
        .build();
    rigid.wake_up(true);
    let collider = collider
        .density(body.density)
        .friction(body.friction)
        .restitution(body.restitution);
    let handle = world.bodies.insert(rigid);
    world
        .colliders
        .insert_with_parent(collider, handle, &mut world.bodies);
    handle
}

impl Lab for Bodies {
    fn step(&mut self) {
        self.world.step();
    }

    fn motion(&self, body: usize) -> Motion {
        let body = &self.world.bodies[self.handles[body]];
        let back = |v: Vector| Vec3::new(v.x, v.y, v.z);
        let turn = body.rotation();
        Motion {
            place: back(body.translation()),
            rotation: Quat::from_xyzw(turn.x, turn.y, turn.z, turn.w),
            velocity: back(body.linvel()),
            spin: back(body.angvel()),
        }
    }
}
