//! Whether two values of a component are the same bit by bit: NaN is itself, and -0 is not +0.
//!
//! An edit is found by these, and a stored world tells edits by a digest of the same bits, so that a world that comes
//! back from a file sees the edits that the running one would have seen.

use voltex_ecs::Transform;
use voltex_math::{Quat, Vec3};

use crate::body::RigidBody;
use crate::collider::Collider;
use crate::material::Material;
use crate::shape::MassProperties;

fn number(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits()
}

fn vector(a: Vec3, b: Vec3) -> bool {
    number(a.x, b.x) && number(a.y, b.y) && number(a.z, b.z)
}

fn turn(a: Quat, b: Quat) -> bool {
    number(a.x, b.x) && number(a.y, b.y) && number(a.z, b.z) && number(a.w, b.w)
}

pub(super) fn transform(a: &Transform, b: &Transform) -> bool {
    vector(a.position, b.position) && turn(a.rotation, b.rotation) && vector(a.scale, b.scale)
}

pub(super) fn body(a: &RigidBody, b: &RigidBody) -> bool {
    vector(a.velocity, b.velocity)
        && vector(a.angular_velocity, b.angular_velocity)
        && a.kind == b.kind
        && number(a.mass, b.mass)
        && number(a.density, b.density)
        && number(a.restitution, b.restitution)
        && number(a.gravity_scale, b.gravity_scale)
        && number(a.linear_damping, b.linear_damping)
        && number(a.angular_damping, b.angular_damping)
        && a.locks == b.locks
}

pub(super) fn collider(a: &Collider, b: &Collider) -> bool {
    match (*a, *b) {
        (Collider::Sphere { radius: r }, Collider::Sphere { radius: s }) => number(r, s),
        (Collider::Box { half_extents: p }, Collider::Box { half_extents: q })
        | (Collider::HalfSpace { normal: p }, Collider::HalfSpace { normal: q }) => vector(p, q),
        (
            Collider::Capsule {
                half_height: h,
                radius: r,
            },
            Collider::Capsule {
                half_height: i,
                radius: s,
            },
        )
        | (
            Collider::Cylinder {
                half_height: h,
                radius: r,
            },
            Collider::Cylinder {
                half_height: i,
                radius: s,
            },
        )
        | (
            Collider::Cone {
                half_height: h,
                radius: r,
            },
            Collider::Cone {
                half_height: i,
                radius: s,
            },
        ) => number(h, i) && number(r, s),
        // Ids, or two different shapes.
        (a, b) => a == b,
    }
}

pub(super) fn material(a: &Material, b: &Material) -> bool {
    number(a.friction, b.friction)
        && a.restitution.map(f32::to_bits) == b.restitution.map(f32::to_bits)
        && number(a.tangential_restitution, b.tangential_restitution)
        && number(a.rolling_friction, b.rolling_friction)
        && number(a.spinning_friction, b.spinning_friction)
        && vector(a.surface_velocity, b.surface_velocity)
        && a.friction_combine == b.friction_combine
        && a.restitution_combine == b.restitution_combine
}

pub(super) fn mass(a: &MassProperties, b: &MassProperties) -> bool {
    let columns = |m: &MassProperties| [m.inertia.x_axis, m.inertia.y_axis, m.inertia.z_axis];
    number(a.mass, b.mass)
        && vector(a.center, b.center)
        && columns(a)
            .into_iter()
            .zip(columns(b))
            .all(|(a, b)| vector(a, b))
}

/// The same of components that an entity may lack.
pub(super) fn option<T>(a: &Option<T>, b: &Option<T>, same: impl Fn(&T, &T) -> bool) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same(a, b),
        (None, None) => true,
        _ => false,
    }
}
