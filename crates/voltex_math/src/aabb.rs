//! Axis-aligned bounding box.

use crate::linear::Vec3;

/// Axis-aligned box given by its two extreme corners, in metres.
///
/// The frame is that of the caller (the world's, unless said otherwise). The box is closed: its
/// faces belong to it, so touching counts as overlap. `min <= max` holds in every component of a
/// box made by the constructors; a box of zero extent is a point, segment or rectangle.
///
/// ```
/// use voltex_math::{Aabb, Vec3};
///
/// let crate_box = Aabb::from_center_half_extents(Vec3::new(2.0, 0.5, 0.0), Vec3::splat(0.5));
/// assert!(crate_box.contains_point(Vec3::new(1.5, 0.0, 0.0)));
/// assert_eq!(crate_box.ray_intersection(Vec3::new(0.0, 0.5, 0.0), Vec3::X, 10.0), Some(1.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Aabb {
    /// Corner with the smallest coordinates, m.
    pub min: Vec3,
    /// Corner with the largest coordinates, m.
    pub max: Vec3,
}

/// The usual spelling in engine code.
pub type AABB = Aabb;

impl Aabb {
    /// Smallest box that holds both points, which may be any two opposite corners.
    #[inline]
    pub fn new(corner_a: Vec3, corner_b: Vec3) -> Self {
        Self {
            min: corner_a.min(corner_b),
            max: corner_a.max(corner_b),
        }
    }

    /// Box from its centre and half its edge lengths (m). The sign of an extent is ignored.
    #[inline]
    pub fn from_center_half_extents(center: Vec3, half_extents: Vec3) -> Self {
        let half = half_extents.abs();
        Self {
            min: center - half,
            max: center + half,
        }
    }

    /// Smallest box that holds all points; `None` if there are none.
    pub fn from_points(points: impl IntoIterator<Item = Vec3>) -> Option<Self> {
        let mut points = points.into_iter();
        let first = points.next()?;
        Some(points.fold(Self::new(first, first), |hull, point| Self {
            min: hull.min.min(point),
            max: hull.max.max(point),
        }))
    }

    /// Centre of the box, m. Halving comes before the sum, so huge boxes do not overflow.
    #[inline]
    pub fn center(&self) -> Vec3 {
        self.min * 0.5 + self.max * 0.5
    }

    /// Half the edge lengths, m.
    #[inline]
    pub fn half_extents(&self) -> Vec3 {
        self.max * 0.5 - self.min * 0.5
    }

    /// Whether the point lies inside or on a face.
    #[inline]
    pub fn contains_point(&self, point: Vec3) -> bool {
        self.min.cmple(point).all() && point.cmple(self.max).all()
    }

    /// Whether `other` lies wholly inside this box; shared faces are allowed.
    #[inline]
    pub fn contains(&self, other: &Self) -> bool {
        self.min.cmple(other.min).all() && other.max.cmple(self.max).all()
    }

    /// Whether the two boxes have a point in common; touching counts.
    #[inline]
    pub fn intersects(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Smallest box that holds both.
    #[inline]
    pub fn merged(&self, other: &Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// The box grown by `margin` metres on every side.
    #[inline]
    pub fn expanded(&self, margin: f32) -> Self {
        Self {
            min: self.min - Vec3::splat(margin),
            max: self.max + Vec3::splat(margin),
        }
    }

    /// Area of the six faces, m^2: the cost measure of a bounding-volume tree.
    #[inline]
    pub fn surface_area(&self) -> f32 {
        let edge = self.max - self.min;
        2.0 * (edge.x * edge.y + edge.y * edge.z + edge.z * edge.x)
    }

    /// Point of the box nearest to `point`, which is `point` itself when it lies inside.
    pub fn closest_point(&self, point: Vec3) -> Vec3 {
        point.max(self.min).min(self.max)
    }

    /// First parameter `t` in `[0, t_max]` at which `origin + t * direction` is in the box.
    ///
    /// `t` counts in lengths of `direction`, so it is metres for a unit vector. A ray that starts
    /// inside gives 0; a ray that misses, or enters later than `t_max`, gives `None`. A zero
    /// component of the direction never divides: the ray then runs inside its slab or misses.
    /// A NaN in the ray gives `None`.
    ///
    /// Slab method of Kay and Kajiya, *Ray tracing complex scenes*, SIGGRAPH 1986.
    pub fn ray_intersection(&self, origin: Vec3, direction: Vec3, t_max: f32) -> Option<f32> {
        let mut enter = 0.0_f32;
        let mut leave = t_max;
        for axis in 0..3 {
            let (start, step) = (origin[axis], direction[axis]);
            let (low, high) = (self.min[axis], self.max[axis]);
            if step == 0.0 {
                if !(low <= start && start <= high) {
                    return None;
                }
                continue;
            }
            let (near, far) = if step > 0.0 { (low, high) } else { (high, low) };
            let slab_enter = (near - start) / step;
            let slab_leave = (far - start) / step;
            if slab_enter > enter {
                enter = slab_enter;
            }
            if slab_leave < leave {
                leave = slab_leave;
            }
            // A NaN anywhere in the ray makes one of the two comparisons false.
            if !(slab_enter <= slab_leave && enter <= leave) {
                return None;
            }
        }
        // With no moving axis the loop has not looked at t_max.
        (enter <= leave).then_some(enter)
    }
}
