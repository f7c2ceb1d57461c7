//! Contact of one point, the result of closed forms.

use voltex_math::{Pose, Vec3};

use crate::contact::{FeatureId, Manifold, ManifoldPoint};

/// The unit vector along `v`, however small; `None` along none.
pub(crate) fn unit(v: Vec3) -> Option<Vec3> {
    let squared = v.length_squared();
    if squared > COINCIDENT {
        return Some(v / squared.sqrt());
    }
    // Squares of small numbers have no digits left.
    let largest = v.abs().max_element();
    (largest > 0.0).then(|| {
        let v = v / largest;
        v / v.length()
    })
}

/// Square of the distance, m^2, below which points coincide: squares of shorter ones lose their digits, and a
/// quotient by their root is no unit vector.
pub(crate) const COINCIDENT: f32 = 1.0e-30;

/// One contact point with its normal from A to B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Touch {
    /// Unit vector from A to B.
    pub(crate) normal: Vec3,
    /// On the surface of A, m.
    pub(crate) point_on_a: Vec3,
    /// On the surface of B, m.
    pub(crate) point_on_b: Vec3,
    /// Overlap along the normal, m; negative for a gap.
    pub(crate) depth: f32,
}

impl Touch {
    /// Two balls around a point of each core: their radii are the roundings of the shapes.
    ///
    /// `None` with a gap above `margin`, and where a number is not finite. `fallback` is the normal where the
    /// two points coincide.
    #[inline]
    pub(crate) fn between(
        on_a: Vec3,
        radius_a: f32,
        on_b: Vec3,
        radius_b: f32,
        margin: f32,
        fallback: Vec3,
    ) -> Option<Self> {
        let apart = on_b - on_a;
        let squared = apart.length_squared();
        let reach = radius_a + radius_b + margin;
        // Written so that NaN fails.
        if !(squared <= reach * reach) {
            return None;
        }
        let distance = squared.sqrt();
        let normal = if squared > COINCIDENT {
            apart / distance
        } else {
            fallback
        };
        Some(Self {
            normal,
            point_on_a: on_a + normal * radius_a,
            point_on_b: on_b - normal * radius_b,
            depth: radius_a + radius_b - distance,
        })
    }

    /// The same contact with A and B exchanged.
    #[inline]
    pub(crate) fn flipped(self) -> Self {
        Self {
            normal: -self.normal,
            point_on_a: self.point_on_b,
            point_on_b: self.point_on_a,
            depth: self.depth,
        }
    }

    /// From the frame of `pose` to the frame in which `pose` is given.
    #[inline]
    pub(crate) fn transformed(self, pose: &Pose) -> Self {
        Self {
            normal: pose.transform_vector(self.normal),
            point_on_a: pose.transform_point(self.point_on_a),
            point_on_b: pose.transform_point(self.point_on_b),
            depth: self.depth,
        }
    }

    /// As a point of a manifold.
    #[inline]
    pub(crate) fn point(self, feature: u32) -> ManifoldPoint {
        ManifoldPoint {
            point_on_a: self.point_on_a,
            point_on_b: self.point_on_b,
            depth: self.depth,
            feature: FeatureId(feature),
        }
    }

    /// As a manifold of one point.
    #[inline]
    pub(crate) fn manifold(self, feature: u32) -> Manifold {
        Manifold::single(self.normal, self.point(feature))
    }
}
