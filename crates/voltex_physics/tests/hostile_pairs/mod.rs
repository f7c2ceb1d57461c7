//! Any two shapes at any poses: an answer in bounded time, no NaN from finite input. Shared by the tests and the
//! fuzz target.

use voltex_math::{Pose, Quat, Vec2, Vec3};
use voltex_physics::gjk::{self, Motion, SimplexCache, ToiSettings};
use voltex_physics::narrow::{self, PairCache, ShapeCache};
use voltex_physics::query::{self, Ray, StartInside};
use voltex_physics::{
    Collider, Compound, Convex, HeightField, Hull, Manifold, Shape, ShapeStore, TriangleMesh,
};

/// Largest coordinate for which answers have to be finite, m: beyond it sums and squares leave `f32`.
const FAR: f32 = 1.0e9;

/// Stands where bytes make no geometry.
const BALL: Convex<'static> = Convex::Sphere { radius: 1.0 };

/// Numbers out of bytes; zeros once they have run out.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        *first
    }

    fn word(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// A number of any kind: small whole numbers and their halves, fractions, powers of ten, any bits at all.
    fn number(&mut self) -> f32 {
        match self.byte() % 8 {
            0 => 0.0,
            1 | 2 => f32::from(self.byte() as i8) * 0.5,
            3 | 4 => (f32::from(self.word()) - 32768.0) / 8192.0,
            5 => {
                let sign = if self.byte() & 1 == 0 { 1.0 } else { -1.0 };
                let power = f32::from(self.byte() % 24) - 12.0;
                sign * voltex_math::f32::pow(10.0, power)
            }
            6 => f32::from(self.word()),
            _ => f32::from_bits(u32::from(self.word()) | u32::from(self.word()) << 16),
        }
    }

    fn vector(&mut self) -> Vec3 {
        Vec3::new(self.number(), self.number(), self.number())
    }

    /// A size that a collider may have, m.
    fn size(&mut self) -> f32 {
        let size = self.number().abs();
        if (1.0e-6..=1.0e6).contains(&size) {
            size
        } else {
            1.0
        }
    }

    fn sizes(&mut self) -> Vec3 {
        Vec3::new(self.size(), self.size(), self.size())
    }

    /// A pose; its rotation has unit length, or is not finite.
    fn pose(&mut self) -> Pose {
        let position = self.vector();
        let quat = Quat::from_xyzw(self.number(), self.number(), self.number(), self.number());
        let unit = match self.byte() % 4 {
            0 => Quat::IDENTITY,
            // Not normalised by its own length where that leaves f32.
            _ if quat.is_finite() => quat.as_dquat().normalize().as_quat(),
            _ => quat,
        };
        let unit = if unit.is_nan() && quat.is_finite() {
            Quat::IDENTITY
        } else {
            unit
        };
        Pose::new(position, unit)
    }
}

/// A shape with its geometry.
enum Owned {
    Convex(Convex<'static>),
    Triangle([Vec3; 3]),
    HalfSpace(Vec3),
    Hull(Hull),
    Mesh(TriangleMesh),
    Field(HeightField),
    Compound(Compound),
}

impl Owned {
    fn read(reader: &mut Reader<'_>) -> Self {
        match reader.byte() % 12 {
            5 => Self::Triangle([reader.vector(), reader.vector(), reader.vector()]),
            6 => {
                let normal = reader.vector();
                let unit = normal.as_dvec3().normalize_or_zero().as_vec3();
                Self::HalfSpace(if normal.is_finite() && unit != Vec3::ZERO {
                    unit
                } else {
                    Vec3::Y
                })
            }
            7 | 8 => {
                let count = 4 + reader.byte() % 12;
                let points: Vec<_> = (0..count).map(|_| reader.vector()).collect();
                Hull::from_points(&points).map_or(Self::Convex(BALL), Self::Hull)
            }
            9 => {
                let vertices: Vec<_> = (0..6).map(|_| reader.vector()).collect();
                let triangles: Vec<_> = (0..4)
                    .map(|_| [0; 3].map(|_| u32::from(reader.byte() % 6)))
                    .collect();
                TriangleMesh::new(&vertices, &triangles).map_or(Self::Convex(BALL), Self::Mesh)
            }
            10 => {
                let cell = Vec2::new(reader.size(), reader.size());
                let heights = (0..9).map(|_| reader.number()).collect();
                HeightField::new(3, 3, cell, heights).map_or(Self::Convex(BALL), Self::Field)
            }
            11 => {
                let children: Vec<_> = (0..2)
                    .map(|_| {
                        let kind = reader.byte();
                        (reader.pose(), simple(kind, reader))
                    })
                    .collect();
                Compound::new(&children, &ShapeStore::default())
                    .map_or(Self::Convex(BALL), Self::Compound)
            }
            kind => Self::Convex(match simple(kind, reader) {
                Collider::Sphere { radius } => Convex::Sphere { radius },
                Collider::Box { half_extents } => Convex::Box { half_extents },
                Collider::Capsule {
                    half_height,
                    radius,
                } => Convex::Capsule {
                    half_height,
                    radius,
                },
                Collider::Cylinder {
                    half_height,
                    radius,
                } => Convex::Cylinder {
                    half_height,
                    radius,
                },
                Collider::Cone {
                    half_height,
                    radius,
                } => Convex::Cone {
                    half_height,
                    radius,
                },
                _ => BALL,
            }),
        }
    }

    fn shape(&self) -> Shape<'_> {
        match self {
            Self::Convex(convex) => Shape::Convex(*convex),
            Self::Triangle(corners) => Shape::Convex(Convex::Triangle(*corners)),
            Self::HalfSpace(normal) => Shape::HalfSpace { normal: *normal },
            Self::Hull(hull) => Shape::Convex(Convex::Hull(hull)),
            Self::Mesh(mesh) => Shape::Mesh(mesh),
            Self::Field(field) => Shape::HeightField(field),
            Self::Compound(compound) => Shape::Compound(compound),
        }
    }

    /// Whether every number is finite and of a size that answers can be finite for.
    fn is_sound(&self) -> bool {
        match self {
            Self::Triangle(corners) => corners.iter().all(|corner| within(*corner, 1.0e6)),
            _ => true,
        }
    }
}

fn simple(kind: u8, reader: &mut Reader<'_>) -> Collider {
    match kind % 5 {
        0 => Collider::sphere(reader.size()),
        1 => Collider::cuboid(reader.sizes()),
        2 => Collider::capsule(reader.size(), reader.size()),
        3 => Collider::cylinder(reader.size(), reader.size()),
        _ => Collider::cone(reader.size(), reader.size()),
    }
}

fn within(vector: Vec3, far: f32) -> bool {
    vector.is_finite() && vector.abs().max_element() <= far
}

fn check_manifold(manifold: &Manifold, sound: bool) {
    if !sound || manifold.is_empty() {
        return;
    }
    let length = manifold.normal.length();
    assert!((length - 1.0).abs() < 1e-3, "a normal of length {length}");
    for point in manifold.points() {
        assert!(point.depth.is_finite(), "{point:?}");
        assert!(
            point.point_on_a.is_finite() && point.point_on_b.is_finite(),
            "{point:?}"
        );
    }
}

/// Every question about two shapes; panics where an answer is none.
pub(crate) fn ask(bytes: &[u8]) {
    let mut reader = Reader(bytes);
    let (a, b) = (Owned::read(&mut reader), Owned::read(&mut reader));
    let (pose_a, pose_b) = (reader.pose(), reader.pose());
    let (linear, angular) = (reader.vector(), reader.vector());
    let (origin, direction) = (reader.vector(), reader.vector());
    let margin = reader.number();
    let sound = a.is_sound()
        && b.is_sound()
        && [pose_a, pose_b]
            .iter()
            .all(|pose| within(pose.position, FAR) && pose.rotation.is_finite());
    let (shape_a, shape_b) = (a.shape(), b.shape());
    let b_in_a = pose_a.relative(&pose_b);

    if let (Shape::Convex(a), Shape::Convex(b)) = (&shape_a, &shape_b) {
        let closest = gjk::distance(a, b, &b_in_a, &mut SimplexCache::default());
        if sound {
            assert!(!closest.distance.is_nan(), "{closest:?}");
            assert!((closest.normal.length() - 1.0).abs() < 1e-3, "{closest:?}");
            assert!(
                closest.point_on_a.is_finite() && closest.point_on_b.is_finite(),
                "{closest:?}"
            );
        }
        // A cache of any content.
        let mut cache = SimplexCache {
            ids: [[u32::from(reader.word()); 2]; 3],
            count: reader.byte(),
        };
        let again = gjk::distance(a, b, &b_in_a, &mut cache);
        assert!(!sound || !again.distance.is_nan(), "{again:?}");
        let mut cache = PairCache::default();
        for _ in 0..2 {
            check_manifold(&narrow::manifold(a, b, &b_in_a, margin, &mut cache), sound);
        }
    }
    let mut contacts = Vec::new();
    let mut cache = ShapeCache::default();
    for _ in 0..2 {
        contacts.clear();
        narrow::contacts(
            &shape_a,
            &pose_a,
            &shape_b,
            &pose_b,
            margin,
            &mut cache,
            &mut contacts,
        );
        for contact in &contacts {
            check_manifold(&contact.manifold, sound);
        }
    }
    if let Some(found) = gjk::shape_distance(&shape_a, &shape_b, &b_in_a, f32::INFINITY) {
        assert!(!sound || !found.closest.distance.is_nan(), "{found:?}");
    }
    if let Some(point) = gjk::closest_point(&shape_a, &pose_a, origin) {
        assert!(
            !(sound && within(origin, FAR)) || point.distance.is_finite(),
            "{point:?}"
        );
    }

    let rest = Motion::resting(pose_a);
    let flight = Motion {
        angular,
        ..Motion::sliding(pose_b, linear)
    };
    let settings = ToiSettings::new(1.0);
    if let Some(hit) = gjk::shape_time_of_impact(&shape_a, &rest, &shape_b, &flight, &settings) {
        let impact = hit.impact;
        if sound && within(linear, FAR) && within(angular, 1.0e6) {
            assert!((0.0..=1.0).contains(&impact.time), "{impact:?}");
            assert!((impact.normal.length() - 1.0).abs() < 1e-3, "{impact:?}");
            assert!(
                impact.point_on_a.is_finite() && impact.point_on_b.is_finite(),
                "{impact:?}"
            );
        }
    }
    if let Ok(ray) = Ray::new(origin, direction) {
        for inside in [StartInside::Hit, StartInside::Skip] {
            let hit = query::cast_ray(&shape_a, &pose_a, &ray, f32::INFINITY, inside);
            if let Some(hit) = hit.filter(|_| sound && within(origin, FAR)) {
                assert!(hit.distance >= 0.0 && hit.distance.is_finite(), "{hit:?}");
                assert!((hit.normal.length() - 1.0).abs() < 1e-3, "{hit:?}");
                assert!(hit.point.is_finite(), "{hit:?}");
            }
        }
    }
}
