//! Several convex shapes as one.

use std::sync::Arc;

use voltex_math::{Aabb, Pose};

use super::mass::Moments;
use super::{Convex, Hull, ShapeStore};
use crate::broad::StaticBvh;
use crate::collider::Collider;
use crate::error::{MAX_LENGTH, PhysicsError};

/// Largest number of children of a compound.
pub const MAX_COMPOUND_CHILDREN: usize = u16::MAX as usize;

/// A convex shape at its place in a compound.
#[derive(Clone, Debug, PartialEq)]
pub struct CompoundChild {
    /// Of the child in the frame of the compound.
    pub(crate) pose: Pose,
    /// The child, convex.
    pub(crate) collider: Collider,
    /// Geometry of a hull.
    pub(crate) hull: Option<Arc<Hull>>,
}

impl CompoundChild {
    /// Pose of the child in the frame of the compound.
    #[inline]
    pub fn pose(&self) -> &Pose {
        &self.pose
    }

    /// What the child was made from; a hull's id belongs to the store that made the compound.
    pub fn collider(&self) -> Collider {
        self.collider
    }

    /// The child in its own frame.
    #[inline]
    pub fn convex(&self) -> Convex<'_> {
        match (self.collider.convex(), &self.hull) {
            (Some(convex), _) => convex,
            (None, Some(hull)) => Convex::Hull(hull),
            (None, None) => unreachable!("a child is convex, or is a hull and holds it"),
        }
    }
}

/// Convex shapes, each at its own pose in the frame of the compound.
///
/// Children may overlap; then their common part counts once for contacts and once for each child for the mass.
#[derive(Clone, Debug, PartialEq)]
pub struct Compound {
    children: Vec<CompoundChild>,
    bvh: StaticBvh,
    aabb: Aabb,
    moments: Moments,
}

impl Compound {
    /// Compound of colliders at poses in its frame; hulls are those of `store`.
    ///
    /// # Errors
    /// No child or more than 65,535, a child that is no sphere, box, capsule, cylinder, cone or hull, sizes that
    /// [`Collider::validate`] refuses, an unknown hull, or a pose that is not finite, too far away or not rigid.
    ///
    /// ```
    /// use voltex_math::{Pose, Vec3};
    /// use voltex_physics::{Collider, Compound, ShapeStore};
    ///
    /// let at = |x| Pose::from_position(Vec3::X * x);
    /// let ball = Collider::sphere(0.2);
    /// let dumbbell = [(at(-1.0), ball), (at(1.0), ball), (at(0.0), Collider::cuboid(Vec3::new(1.0, 0.05, 0.05)))];
    /// let compound = Compound::new(&dumbbell, &ShapeStore::default())?;
    /// assert_eq!(compound.children().len(), 3);
    /// assert_eq!(compound.local_aabb().max.x, 1.2);
    /// # Ok::<(), voltex_physics::PhysicsError>(())
    /// ```
    pub fn new(children: &[(Pose, Collider)], store: &ShapeStore) -> Result<Self, PhysicsError> {
        if children.is_empty() || children.len() > MAX_COMPOUND_CHILDREN {
            return Err(PhysicsError::BadGeometry(format!(
                "a compound of {} children cannot be; it may have 1 to {MAX_COMPOUND_CHILDREN}",
                children.len()
            )));
        }
        let child = |(index, &(pose, collider)): (usize, &(Pose, Collider))| {
            check_pose(index, &pose)?;
            collider.validate()?;
            let hull = match collider {
                Collider::Hull(id) => Some(Arc::clone(store.hull_handle(id)?)),
                Collider::Sphere { .. }
                | Collider::Box { .. }
                | Collider::Capsule { .. }
                | Collider::Cylinder { .. }
                | Collider::Cone { .. } => None,
                Collider::HalfSpace { .. }
                | Collider::Mesh(_)
                | Collider::HeightField(_)
                | Collider::Compound(_) => {
                    return Err(PhysicsError::BadGeometry(format!(
                        "child {index} of a compound is a {}; children are spheres, boxes, capsules, cylinders, cones \
                         and hulls, so add its convex parts one by one or give it an entity of its own",
                        collider.name()
                    )));
                }
            };
            Ok(CompoundChild {
                // Adding zero turns -0 into +0, so that equal poses have equal bits.
                pose: Pose::new(pose.position + 0.0, pose.rotation),
                collider,
                hull,
            })
        };
        let children = children
            .iter()
            .enumerate()
            .map(child)
            .collect::<Result<Vec<_>, _>>()?;
        let boxes: Vec<Aabb> = children
            .iter()
            .map(|child| child.convex().aabb(&child.pose))
            .collect();
        let parts = children
            .iter()
            .map(|child| Moments::of(&child.convex()).map(|part| part.transformed(&child.pose)))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            bvh: StaticBvh::build(&boxes),
            aabb: boxes
                .iter()
                .fold(boxes[0], |whole, part| whole.merged(part)),
            moments: Moments::sum_of(parts.iter().copied()),
            children,
        })
    }

    /// The children, in the order given.
    #[inline]
    pub fn children(&self) -> &[CompoundChild] {
        &self.children
    }

    /// Tree over the boxes of the children.
    #[inline]
    pub fn bvh(&self) -> &StaticBvh {
        &self.bvh
    }

    /// Box of the compound in its own frame.
    pub fn local_aabb(&self) -> Aabb {
        self.aabb
    }

    pub(crate) fn moments(&self) -> Moments {
        self.moments
    }
}

fn check_pose(index: usize, pose: &Pose) -> Result<(), PhysicsError> {
    let far = |value: &f32| !(-MAX_LENGTH..=MAX_LENGTH).contains(value);
    if let Some(value) = pose.position.to_array().into_iter().find(far) {
        return Err(PhysicsError::OutOfRange {
            what: format!("a coordinate (m) of child {index}"),
            value,
            allowed: format!("it must lie between -{MAX_LENGTH} and {MAX_LENGTH} m"),
        });
    }
    let length = pose.rotation.length();
    if (length - 1.0).abs() <= 1.0e-4 {
        return Ok(());
    }
    Err(PhysicsError::OutOfRange {
        what: format!("length of the rotation of child {index}"),
        value: length,
        allowed: "it must be 1 within 0.0001; normalise the quaternion".to_owned(),
    })
}
