//! A step taken apart: small functions over a world, for teaching and for tests.
//!
//! [`integrate`] moves, [`detect_collisions`](crate::detect_collisions) finds, [`resolve_collisions`] answers. They
//! keep nothing between calls and solve one contact after another; [`physics_step`](crate::physics_step) is the
//! engine.

use voltex_ecs::{Entity, Transform, World};
use voltex_math::{DVec3, Quat};

use crate::body::{BodyKind, RigidBody};
use crate::collider::Collider;
use crate::config::PhysicsConfig;
use crate::detect::ContactPoint;
use crate::impulse::{ImpactBody, ImpactLaw, impulse};
use crate::material::Material;
use crate::shape::{MassProperties, ShapeStore};
use crate::step::MassOfBody;

/// Overlap that is left alone, m.
const SLOP: f32 = 0.01;

/// Share of the rest of the overlap that is parted at once.
const SHARE: f32 = 0.4;

/// Moves every body by one step: first the velocity, `v += g dt`, then the position, `x += v dt`.
///
/// Damping is the exact exponential, and rotation the exponential map. A static body is left alone; a kinematic one
/// moves with its velocity. The way of a falling body is off by `g dt^2/2` a step, as this method has it: after
/// one step of 1/60 s from rest a body is at -9.81/3600 m.
///
/// ```
/// use voltex_ecs::{Transform, World};
/// use voltex_physics::{PhysicsConfig, RigidBody, integrate};
///
/// let mut world = World::new();
/// let ball = world.spawn_with((Transform::default(), RigidBody::dynamic(1.0)));
/// integrate(&mut world, &PhysicsConfig::DEFAULT);
/// let y = world.get::<Transform>(ball).unwrap().position.y;
/// assert!((y + 9.81 / 3600.0).abs() < 1e-7);
/// ```
pub fn integrate(world: &mut World, config: &PhysicsConfig) {
    let dt = config.fixed_dt;
    for (transform, body) in &mut world.query::<(&mut Transform, &mut RigidBody)>() {
        if body.is_static() {
            continue;
        }
        if body.kind == BodyKind::Dynamic {
            let keep = |rate: f32| voltex_math::f32::exp(-rate * dt);
            body.velocity += config.gravity * (body.gravity_scale * dt);
            body.velocity *= keep(body.linear_damping);
            body.angular_velocity *= keep(body.angular_damping);
        }
        transform.position += body.velocity * dt;
        let angle = body.angular_velocity.length() * dt;
        if angle > 0.0 {
            let (sine, cosine) = voltex_math::f32::sin_cos(0.5 * angle);
            let axis = body.angular_velocity * (sine * dt / angle);
            let turn = Quat::from_xyzw(axis.x, axis.y, axis.z, cosine);
            transform.rotation = (turn * transform.rotation).normalize();
        }
    }
}

/// Answers contacts one after another: an impulse where two bodies approach, and a part of the overlap taken back.
///
/// Pairs of which one has no [`RigidBody`] are passed over. The impulse is that of [`crate::impulse`] with the
/// restitution and friction of the pair (minimum and geometric mean unless a material says otherwise), once for each
/// contact. Of the overlap, `c = max(depth - 0.01, 0) 0.4/(1/m_A + 1/m_B)` is parted: A moves by `-c/m_A`, B by
/// `+c/m_B` along the normal.
pub fn resolve_collisions(world: &mut World, contacts: &[ContactPoint]) {
    for contact in contacts {
        resolve(world, contact);
    }
}

fn resolve(world: &mut World, contact: &ContactPoint) {
    let pair = [contact.entity_a, contact.entity_b];
    let [Some(a), Some(b)] = pair.map(|entity| Side::of(world, entity)) else {
        return;
    };
    let arm = |side: &Side| contact_arm(side, contact);
    let bodies = [&a, &b].map(|side| side.impact_body(arm(side)));
    let (surface_a, surface_b) = (&a.material, &b.material);
    let law = ImpactLaw {
        restitution: surface_a
            .restitution_combine
            .of(
                surface_b.restitution_combine,
                surface_a.restitution_on(a.body.restitution),
                surface_b.restitution_on(b.body.restitution),
            )
            .into(),
        friction: surface_a
            .friction_combine
            .of(
                surface_b.friction_combine,
                surface_a.friction,
                surface_b.friction,
            )
            .into(),
        tangential_restitution: 0.0,
    };
    let push = impulse(&bodies[0], &bodies[1], contact.normal.as_dvec3(), &law).on_b;
    let struck = [bodies[0].struck(-push), bodies[1].struck(push)];
    let inverse = [&a, &b].map(|side| side.mass.inverse_mass);
    let part = voltex_math::f32::max(contact.depth - SLOP, 0.0) * SHARE;
    let total = inverse[0] + inverse[1];
    for (index, (entity, sign)) in pair.into_iter().zip([-1.0, 1.0]).enumerate() {
        if inverse[index] == 0.0 {
            continue;
        }
        if push != DVec3::ZERO
            && let Some(body) = world.get_mut::<RigidBody>(entity)
        {
            body.velocity = struck[index].velocity.as_vec3();
            body.angular_velocity = struck[index].angular_velocity.as_vec3();
        }
        if part > 0.0
            && let Some(transform) = world.get_mut::<Transform>(entity)
        {
            transform.position += contact.normal * (sign * part * inverse[index] / total);
        }
    }
}

/// One of the two entities of a contact.
struct Side {
    transform: Transform,
    body: RigidBody,
    material: Material,
    mass: MassOfBody,
}

impl Side {
    fn of(world: &World, entity: Entity) -> Option<Self> {
        let body = *world.get::<RigidBody>(entity)?;
        let transform = *world.get::<Transform>(entity)?;
        let shape = world.get::<Collider>(entity).and_then(|collider| {
            let collider = collider.scaled(transform.scale).ok()?;
            let stored = world.resource::<ShapeStore>();
            let empty = ShapeStore::default();
            let shape = collider.shape(stored.as_deref().unwrap_or(&empty)).ok()?;
            MassProperties::of(&shape, 1.0).ok()
        });
        Some(Self {
            transform,
            body,
            material: world
                .get::<Material>(entity)
                .map(|m| *m)
                .unwrap_or_default(),
            mass: MassOfBody::of(&body, shape.as_ref(), 0.0).unwrap_or(MassOfBody::FIXED),
        })
    }

    fn impact_body(&self, arm: DVec3) -> ImpactBody {
        ImpactBody {
            inverse_mass: self.mass.inverse_mass.into(),
            inverse_inertia: self
                .mass
                .inverse_inertia(self.transform.rotation)
                .as_dmat3(),
            velocity: self.body.velocity.as_dvec3(),
            angular_velocity: self.body.angular_velocity.as_dvec3(),
            arm,
        }
    }
}

/// From the centre of mass to the contact, halfway between the two surfaces.
fn contact_arm(side: &Side, contact: &ContactPoint) -> DVec3 {
    let point = 0.5 * (contact.point_on_a + contact.point_on_b);
    let pose = side.transform.pose();
    (point - pose.transform_point(side.mass.center)).as_dvec3()
}
