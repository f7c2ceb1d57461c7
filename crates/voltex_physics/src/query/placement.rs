//! Where the collider of an entity is in the world.

use voltex_ecs::{Entity, StorageRef, Transform, World};
use voltex_math::{Pose, Vec3};

use crate::collider::Collider;
use crate::error::PhysicsError;

/// How far the square of the length of a rotation may be from 1.
const UNIT: f32 = 1.0e-3;

/// Pose of an entity in the world, and its collider in the size that it has there.
///
/// An entity under a parent is placed by all transforms above it; one without a transform in between passes on what
/// is above it.
///
/// # Errors
/// A position that is not finite, a rotation that is not a unit quaternion, a scale that the collider cannot take, a
/// size out of range.
pub(crate) fn placed(
    world: &World,
    transforms: &StorageRef<'_, Transform>,
    entity: Entity,
    own: &Transform,
    collider: &Collider,
) -> Result<(Pose, Collider), PhysicsError> {
    let mut pose = checked(own)?;
    let mut scale = own.scale;
    let mut above = world.parent(entity);
    while let Some(parent) = above {
        if let Some(transform) = transforms.get(parent) {
            let outer = checked(transform)?;
            let stretch = transform.scale;
            let even = stretch.x == stretch.y && stretch.y == stretch.z;
            if !even && pose.rotation.xyz() != Vec3::ZERO {
                return Err(PhysicsError::Scale {
                    shape: collider.name(),
                    scale: stretch.to_array(),
                    remedy: "a parent that is stretched unevenly shears a child that is turned; scale the parent evenly, or \
                             make the collider one of its own",
                });
            }
            scale *= stretch;
            pose = outer * Pose::new(pose.position * stretch, pose.rotation);
            pose = pose.normalized();
        }
        above = world.parent(parent);
    }
    if !pose.position.is_finite() {
        return Err(bad_position(pose.position));
    }
    collider.validate()?;
    Ok((pose, collider.scaled(scale)?))
}

fn checked(transform: &Transform) -> Result<Pose, PhysicsError> {
    if !transform.position.is_finite() {
        return Err(bad_position(transform.position));
    }
    let rotation = transform.rotation;
    // False for NaN.
    if (rotation.length_squared() - 1.0).abs() <= UNIT {
        return Ok(transform.pose());
    }
    Err(PhysicsError::BadVector {
        what: format!(
            "rotation of the transform (w = {}) with its vector part",
            rotation.w
        ),
        value: rotation.xyz().to_array(),
        remedy: "it must be a unit quaternion; normalise it",
    })
}

fn bad_position(position: Vec3) -> PhysicsError {
    PhysicsError::BadVector {
        what: "position (m) of the transform".to_owned(),
        value: position.to_array(),
        remedy: "all three coordinates must be finite",
    }
}
