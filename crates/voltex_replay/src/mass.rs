//! Mass and energies of a body, for plots and inspectors.

use voltex_ecs::{Entity, World};
use voltex_flight::Ball;
use voltex_math::{DQuat, DVec3, Mat3, Vec3};
use voltex_physics::ballistic::{Ballistic, Balls};
use voltex_physics::{Collider, MassProperties, RigidBody, ShapeStore};

use crate::moment::Moment;

/// Energies of a body, J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energies {
    /// Of the motion of its centre of mass.
    pub translational: f32,
    /// Of its spin.
    pub rotational: f32,
    /// Of its height, 0 at the origin of the world.
    pub potential: f32,
}

impl Energies {
    /// Their sum, J.
    pub fn total(&self) -> f32 {
        self.translational + self.rotational + self.potential
    }
}

/// Mass, its centre and inertia about it in the frame of the body, as the step has them. `None` for what nothing moves.
///
/// They are from the component [`MassProperties`], else from the collider, scaled to the mass of the body; a ball of
/// a sport has its own, of its layers. A body without a shape is a point.
pub fn mass_of_body(world: &World, entity: Entity) -> Option<MassProperties> {
    let balls = world.resource::<Balls>();
    let ball = world.get::<Ballistic>(entity);
    if let Some(ball) = ball.and_then(|ball| balls.as_ref()?.get(ball.ball)) {
        return Some(mass_of_ball(ball));
    }
    let body = world.get::<RigidBody>(entity)?;
    if !body.is_dynamic() {
        return None;
    }
    let given = world.get::<MassProperties>(entity).map(|mass| *mass);
    let store = world.resource::<ShapeStore>();
    let none = ShapeStore::default();
    let store = store.as_deref().unwrap_or(&none);
    let shape = given.or_else(|| world.get::<Collider>(entity)?.mass(1.0, store).ok());
    let Some(shape) = shape else {
        return (body.mass > 0.0).then_some(MassProperties {
            mass: body.mass,
            center: Vec3::ZERO,
            inertia: Mat3::ZERO,
        });
    };
    let mass = if body.mass > 0.0 {
        body.mass
    } else {
        shape.mass * body.density
    };
    shape.with_mass(mass).ok()
}

fn mass_of_ball(ball: &Ball) -> MassProperties {
    let about = |axis| 2.0 * ball.spin_energy(DQuat::IDENTITY, axis) as f32;
    let moments = [DVec3::X, DVec3::Y, DVec3::Z].map(about);
    MassProperties {
        mass: ball.mass as f32,
        center: Vec3::ZERO,
        inertia: Mat3::from_diagonal(moments.into()),
    }
}

impl Moment {
    /// Energies of a body with this mass under a gravity, m/s^2.
    ///
    /// ```
    /// use voltex_math::{Mat3, Quat, Vec3};
    /// use voltex_physics::MassProperties;
    /// use voltex_replay::Moment;
    ///
    /// let moment = Moment { position: Vec3::Y * 2.0, rotation: Quat::IDENTITY, velocity: Vec3::X * 3.0, spin: Vec3::Z * 4.0 };
    /// let mass = MassProperties { mass: 2.0, center: Vec3::ZERO, inertia: Mat3::from_diagonal(Vec3::splat(0.5)) };
    /// let energies = moment.energies(&mass, Vec3::NEG_Y * 10.0);
    /// assert_eq!([energies.translational, energies.rotational, energies.potential], [9.0, 4.0, 40.0]);
    /// ```
    pub fn energies(&self, mass: &MassProperties, gravity: Vec3) -> Energies {
        let own = self.rotation.conjugate() * self.spin;
        let center = self.position + self.rotation * mass.center;
        Energies {
            translational: 0.5 * mass.mass * self.velocity.length_squared(),
            rotational: 0.5 * own.dot(mass.inertia * own),
            potential: -mass.mass * gravity.dot(center),
        }
    }
}

#[cfg(test)]
mod tests {
    use voltex_ecs::Transform;
    use voltex_flight::{State, balls};
    use voltex_physics::PhysicsConfig;
    use voltex_physics::physics_step;

    use super::*;

    /// A brick that tumbles freely keeps its energy: with another inertia than the step has it would not.
    #[test]
    fn a_tumbling_brick_keeps_its_energy() {
        let mut world = World::new();
        voltex_physics::register(&mut world).expect("an empty world");
        let mut body = RigidBody::dynamic(2.0);
        body.velocity = Vec3::new(3.0, 5.0, 0.0);
        body.angular_velocity = Vec3::new(1.0, 9.0, 2.0);
        let brick = world.spawn_with((
            Transform::from_position(Vec3::Y * 50.0),
            body,
            Collider::cuboid(Vec3::new(0.1, 0.05, 0.2)),
        ));
        let config = PhysicsConfig::DEFAULT;
        let energy = |world: &World| {
            let mass = mass_of_body(world, brick).expect("it has mass");
            let moment = Moment::of_body(world, brick).expect("a body");
            moment.energies(&mass, config.gravity)
        };
        let first = energy(&world);
        // By hand: masses of a cuboid, m (b^2 + c^2)/3 of its half edges.
        let moments = Vec3::new(0.0425, 0.05, 0.0125) * (2.0 / 3.0);
        let spin = body.angular_velocity;
        assert!((first.rotational - 0.5 * spin.dot(moments * spin)).abs() < 1e-5);
        assert!((first.total() - (981.0 + 34.0 + first.rotational)).abs() < 1e-3);
        for _ in 0..120 {
            physics_step(&mut world, &config).expect("settings are sound");
        }
        let last = energy(&world);
        assert!(
            (last.total() - first.total()).abs() < 1e-4 * first.total(),
            "{first:?} {last:?}"
        );
        assert!((last.rotational - first.rotational).abs() < 1e-2 * first.rotational);
    }

    #[test]
    fn a_ball_of_a_sport_has_the_inertia_of_its_layers_and_what_stands_has_none() {
        let mut world = World::new();
        let mut store = Balls::default();
        let ball = balls::find("tennis").expect("a preset");
        let id = store.add(ball).expect("it flies");
        world.insert_resource(store);
        let state = State {
            position: DVec3::ZERO,
            rotation: DQuat::IDENTITY,
            velocity: DVec3::ZERO,
            spin: DVec3::ZERO,
        };
        let entity = world.spawn_with((Ballistic::new(id, &state), RigidBody::dynamic(1.0)));
        let mass = mass_of_body(&world, entity).expect("a ball");
        let expected = (ball.inertia_factor * ball.mass * ball.radius * ball.radius) as f32;
        assert!((mass.inertia.y_axis.y / expected - 1.0).abs() < 1e-6);
        let wall = world.spawn_with((RigidBody::statik(), Collider::sphere(1.0)));
        assert_eq!(mass_of_body(&world, wall), None);
    }
}
