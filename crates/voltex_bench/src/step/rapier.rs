//! The scenes in Rapier, at its own settings.

use rapier3d::prelude::*;
use voltex_math::Vec3;

use super::{Engine, Form, Scene};
use crate::accuracy::rapier::vector;

/// A world of Rapier with the scene.
pub struct Rapier {
    world: PhysicsWorld,
    bodies: Vec<RigidBodyHandle>,
}

impl Rapier {
    /// Builds the scene.
    pub fn new(scene: &Scene) -> Self {
        let mut world = PhysicsWorld {
            gravity: Vector::new(0.0, -10.0, 0.0),
            ..PhysicsWorld::default()
        };
        let bodies = scene
            .things
            .iter()
            .map(|thing| {
                let body = if thing.moves {
                    RigidBodyBuilder::dynamic()
                } else {
                    RigidBodyBuilder::fixed()
                };
                let body = body.translation(vector(thing.place)).can_sleep(false);
                let collider = match &thing.form {
                    Form::Ball(radius) => ColliderBuilder::ball(*radius),
                    Form::Block(half) => ColliderBuilder::cuboid(half.x, half.y, half.z),
                    Form::Capsule(half_height, radius) => {
                        ColliderBuilder::capsule_y(*half_height, *radius)
                    }
                    Form::Hull(points) => {
                        let points: Vec<Vector> = points.iter().copied().map(vector).collect();
                        ColliderBuilder::convex_hull(&points).expect("points in space")
                    }
                };
                let collider = collider
                    .density(1000.0)
                    .friction(0.6)
                    .restitution(scene.restitution);
                let handle = world.bodies.insert(body);
                world
                    .colliders
                    .insert_with_parent(collider, handle, &mut world.bodies);
                handle
            })
            .collect();
        Self { world, bodies }
    }
}

impl Engine for Rapier {
    fn step(&mut self) {
        self.world.step();
    }

    fn places(&self) -> Vec<Vec3> {
        let place = |handle: &RigidBodyHandle| {
            let at = self.world.bodies[*handle].translation();
            Vec3::new(at.x, at.y, at.z)
        };
        self.bodies.iter().map(place).collect()
    }

    fn contacts(&self) -> [usize; 2] {
        let mut counts = [0; 2];
        for pair in self.world.narrow_phase.contact_pairs() {
            let points: usize = pair
                .manifolds()
                .iter()
                .flat_map(|manifold| manifold.points.iter())
                .filter(|point| point.dist <= 0.0)
                .count();
            counts[0] += usize::from(points > 0);
            counts[1] += points;
        }
        counts
    }
}
