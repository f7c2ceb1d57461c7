//! Where an entity is: placement relative to its parent, and in the world.

use voltex_math::{Mat4, Pose, Quat, Vec3};

use crate::codec;

/// Placement of an entity in the frame of its parent, or in the world if it has none.
///
/// A point `p` of the entity lies at `position + rotation * (scale * p)`: scaled along its own axes
/// first, then turned, then moved.
///
/// ```
/// use voltex_ecs::Transform;
/// use voltex_math::Vec3;
///
/// let crate_on_shelf = Transform::from_position_scale(Vec3::new(0.0, 2.0, 0.0), Vec3::splat(0.5));
/// let corner = crate_on_shelf.matrix().transform_point3(Vec3::ONE);
/// assert_eq!(corner, Vec3::new(0.5, 2.5, 0.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Origin of the entity, m.
    pub position: Vec3,
    /// Rotation from the axes of the entity to those of its parent, a unit quaternion.
    pub rotation: Quat,
    /// Stretch along the axes of the entity, 1 for none.
    pub scale: Vec3,
}

codec!(Transform {
    position,
    rotation,
    scale
});

impl Transform {
    /// The placement that moves nothing.
    pub const IDENTITY: Self = Self {
        position: Vec3::ZERO,
        rotation: Quat::IDENTITY,
        scale: Vec3::ONE,
    };

    /// At `position` (m), neither turned nor scaled.
    pub const fn from_position(position: Vec3) -> Self {
        Self::from_position_scale(position, Vec3::ONE)
    }

    /// At `position` (m), not turned, stretched by `scale` along each axis.
    pub const fn from_position_scale(position: Vec3, scale: Vec3) -> Self {
        Self {
            position,
            rotation: Quat::IDENTITY,
            scale,
        }
    }

    /// At the pose, not scaled.
    pub const fn from_pose(pose: Pose) -> Self {
        Self {
            position: pose.position,
            rotation: pose.rotation,
            scale: Vec3::ONE,
        }
    }

    /// Position and rotation without the scale.
    pub const fn pose(&self) -> Pose {
        Pose::new(self.position, self.rotation)
    }

    /// The 4 x 4 matrix for column vectors: translation * rotation * scale.
    pub fn matrix(&self) -> Mat4 {
        Mat4::from_scale_rotation_translation(self.scale, self.rotation, self.position)
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// Placement of an entity in the world, as
/// [`World::propagate_transforms`](crate::World::propagate_transforms) last found it.
///
/// A matrix, since a scaled parent may shear a turned child.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GlobalTransform {
    /// From the frame of the entity to the world, for column vectors.
    pub matrix: Mat4,
}

codec!(GlobalTransform { matrix });

impl GlobalTransform {
    /// The placement that moves nothing.
    pub const IDENTITY: Self = Self {
        matrix: Mat4::IDENTITY,
    };

    /// Origin of the entity in the world, m.
    pub fn position(&self) -> Vec3 {
        self.matrix.w_axis.truncate()
    }
}

impl Default for GlobalTransform {
    fn default() -> Self {
        Self::IDENTITY
    }
}
