//! Random bodies and poses.

use voltex_math::random::Sequence;
use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::{Convex, Hull};

/// Kinds of convex bodies.
pub(crate) const KINDS: [&str; 7] = [
    "sphere", "box", "capsule", "cylinder", "cone", "hull", "triangle",
];

/// A body that owns its geometry.
pub(crate) struct Owned {
    kind: &'static str,
    sizes: Vec3,
    corners: [Vec3; 3],
    hull: Option<Hull>,
}

impl Owned {
    /// A random body of a kind, with sizes from `low` to `high` m.
    pub(crate) fn random(kind: &'static str, low: f64, high: f64, draws: &mut Sequence) -> Self {
        let mut size = || {
            // Spread evenly over orders of magnitude.
            let ratio = voltex_math::f64::pow(high / low, draws.uniform());
            (low * ratio) as f32
        };
        let sizes = Vec3::new(size(), size(), size());
        let scale = sizes.max_element();
        let corners = [0; 3].map(|_| direction(draws) * scale);
        let hull = (kind == "hull").then(|| {
            let count = 4 + draws.below(29).unwrap_or(0);
            loop {
                let points: Vec<_> = (0..count).map(|_| direction(draws) * sizes).collect();
                if let Ok(hull) = Hull::from_points(&points) {
                    return hull;
                }
            }
        });
        Self {
            kind,
            sizes,
            corners,
            hull,
        }
    }

    /// The body as the crate sees it.
    pub(crate) fn convex(&self) -> Convex<'_> {
        let Vec3 { x, y, .. } = self.sizes;
        let (half_height, radius) = (x, y);
        match self.kind {
            "sphere" => Convex::Sphere { radius },
            "box" => Convex::Box {
                half_extents: self.sizes,
            },
            "capsule" => Convex::Capsule {
                half_height,
                radius,
            },
            "cylinder" => Convex::Cylinder {
                half_height,
                radius,
            },
            "cone" => Convex::Cone {
                half_height,
                radius,
            },
            "hull" => Convex::Hull(self.hull.as_ref().expect("made with its kind")),
            "triangle" => Convex::Triangle(self.corners),
            kind => panic!("no kind {kind}"),
        }
    }
}

/// Direction spread evenly over the sphere.
pub(crate) fn direction(draws: &mut Sequence) -> Vec3 {
    loop {
        let mut unit = || draws.uniform_in(-1.0, 1.0) as f32;
        let vector = Vec3::new(unit(), unit(), unit());
        if (0.01..=1.0).contains(&vector.length_squared()) {
            return vector.normalize();
        }
    }
}

/// Rotation spread evenly over all rotations, or, one time in four, one that keeps the axes aligned: a
/// multiple of a quarter turn, where faces and edges lie parallel.
pub(crate) fn rotation(draws: &mut Sequence) -> Quat {
    if draws.below(4) == Some(0) {
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let turns = [
            Quat::IDENTITY,
            Quat::from_xyzw(half, 0.0, 0.0, half),
            Quat::from_xyzw(0.0, half, 0.0, half),
            Quat::from_xyzw(0.0, 0.0, half, half),
            Quat::from_xyzw(1.0, 0.0, 0.0, 0.0),
        ];
        return turns[draws.below(5).unwrap_or(0) as usize];
    }
    loop {
        let mut unit = || draws.uniform_in(-1.0, 1.0) as f32;
        let quat = Quat::from_xyzw(unit(), unit(), unit(), unit());
        if (0.01..=1.0).contains(&quat.length_squared()) {
            return quat.normalize();
        }
    }
}

/// Two bodies of these kinds at a pose where half of the pairs overlap.
pub(crate) fn pair(
    kinds: (&'static str, &'static str),
    sizes: (f64, f64),
    draws: &mut Sequence,
) -> (Owned, Owned, Pose) {
    let a = Owned::random(kinds.0, sizes.0, sizes.1, draws);
    let b = Owned::random(kinds.1, sizes.0, sizes.1, draws);
    let turn = rotation(draws);
    let way = direction(draws);
    let reach = |body: &Owned| crate::solid::Solid::new(&body.convex()).reach();
    let far = draws.uniform_in(0.0, 1.3) * (reach(&a) + reach(&b));
    (a, b, Pose::new(way * far as f32, turn))
}
