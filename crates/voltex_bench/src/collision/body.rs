//! Shapes in a form that both sides are built from.

use parry3d::shape::SharedShape;
use voltex_math::Vec3;
use voltex_math::random::Sequence;
use voltex_physics::{Convex, Hull, Shape};

use super::{parry_vector, random_direction};

/// A shape and its sizes, m.
#[derive(Clone, Debug)]
pub enum Body {
    /// Radius.
    Sphere(f32),
    /// Half extents.
    Box(Vec3),
    /// Half the length of the segment along y, radius.
    Capsule(f32, f32),
    /// Half height along y, radius.
    Cylinder(f32, f32),
    /// Half height along y, radius of the base.
    Cone(f32, f32),
    /// Corners.
    Hull(Vec<Vec3>),
    /// Corners.
    Triangle([Vec3; 3]),
    /// Outward normal.
    HalfSpace(Vec3),
}

impl Body {
    /// A random body about 1 m across of the kind of this name.
    ///
    /// # Panics
    /// There is no such kind.
    pub fn random(kind: &str, draws: &mut Sequence) -> Self {
        let mut size = || draws.uniform_in(0.3, 0.7) as f32;
        match kind {
            "sphere" => Self::Sphere(size()),
            "box" => Self::Box(Vec3::new(size(), size(), size())),
            "capsule" => Self::Capsule(size(), 0.6 * size()),
            "cylinder" => Self::Cylinder(size(), size()),
            "cone" => Self::Cone(size(), size()),
            "hull" => Self::Hull(hull_points(32, draws)),
            "triangle" => Self::Triangle([0.0, 2.1, 4.2].map(|turn: f32| {
                let (sin, cos) = voltex_math::f32::sin_cos(turn);
                Vec3::new(cos, 0.0, sin) * size() * 2.0
            })),
            "half-space" => Self::HalfSpace(Vec3::Y),
            _ => panic!("no kind {kind}"),
        }
    }

    /// The peer's shape.
    ///
    /// # Panics
    /// Points have no hull.
    pub fn parry(&self) -> SharedShape {
        match self {
            Self::Sphere(radius) => SharedShape::ball(*radius),
            Self::Box(half) => SharedShape::cuboid(half.x, half.y, half.z),
            Self::Capsule(half_height, radius) => SharedShape::capsule_y(*half_height, *radius),
            Self::Cylinder(half_height, radius) => SharedShape::cylinder(*half_height, *radius),
            Self::Cone(half_height, radius) => SharedShape::cone(*half_height, *radius),
            Self::Hull(points) => {
                let points: Vec<_> = points.iter().map(|point| parry_vector(*point)).collect();
                SharedShape::convex_hull(&points).expect("points of a solid")
            }
            Self::Triangle([a, b, c]) => {
                SharedShape::triangle(parry_vector(*a), parry_vector(*b), parry_vector(*c))
            }
            Self::HalfSpace(normal) => SharedShape::halfspace(parry_vector(*normal)),
        }
    }
}

/// A body as Voltex takes it, with its geometry.
pub struct Own {
    body: Body,
    hull: Option<Hull>,
}

impl Own {
    /// The same body.
    ///
    /// # Panics
    /// Points have no hull.
    pub fn new(body: &Body) -> Self {
        let hull = match body {
            Body::Hull(points) => Some(Hull::from_points(points).expect("points of a solid")),
            _ => None,
        };
        Self {
            body: body.clone(),
            hull,
        }
    }

    /// The convex body.
    ///
    /// # Panics
    /// It is a half-space.
    #[inline]
    pub fn convex(&self) -> Convex<'_> {
        match self.shape() {
            Shape::Convex(convex) => convex,
            _ => panic!("a half-space is no convex body of finite size"),
        }
    }

    /// The shape.
    #[inline]
    pub fn shape(&self) -> Shape<'_> {
        Shape::Convex(match self.body {
            Body::Sphere(radius) => Convex::Sphere { radius },
            Body::Box(half_extents) => Convex::Box { half_extents },
            Body::Capsule(half_height, radius) => Convex::Capsule {
                half_height,
                radius,
            },
            Body::Cylinder(half_height, radius) => Convex::Cylinder {
                half_height,
                radius,
            },
            Body::Cone(half_height, radius) => Convex::Cone {
                half_height,
                radius,
            },
            Body::Hull(_) => Convex::Hull(self.hull.as_ref().expect("made with the body")),
            Body::Triangle(corners) => Convex::Triangle(corners),
            Body::HalfSpace(normal) => return Shape::HalfSpace { normal },
        })
    }
}

/// Points on an ellipsoid about 1 m across, each of them a corner of their hull.
pub fn hull_points(count: usize, draws: &mut Sequence) -> Vec<Vec3> {
    let mut axis = || draws.uniform_in(0.35, 0.65) as f32;
    let axes = Vec3::new(axis(), axis(), axis());
    (0..count).map(|_| random_direction(draws) * axes).collect()
}
