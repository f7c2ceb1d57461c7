//! Mass, centre of mass and inertia.
//!
//! Sums run in `f64` about a point near the body and are rounded to `f32` once.

use std::f64::consts::PI;

use voltex_ecs::codec;
use voltex_math::{DMat3, DVec3, Mat3, Pose, Quat, Vec3};

use super::{Convex, Shape};
use crate::error::{PhysicsError, check_length};

/// Mass properties of a body in the frame of its shape.
///
/// As a component beside a [`RigidBody`](crate::RigidBody) they count in place of what its shape gives: a hollow ball, a
/// racket with its weight in the head. The mass of the body wins where it names one, and the inertia grows with it.
///
/// ```
/// use voltex_ecs::{Transform, World};
/// use voltex_physics::{Collider, MassProperties, RigidBody};
///
/// let mut world = World::new();
/// // A table-tennis ball: a shell of 2.7 g.
/// world.spawn_with((
///     Transform::IDENTITY,
///     RigidBody::dynamic(0.0027),
///     Collider::sphere(0.02),
///     MassProperties::thin_sphere(0.02, 0.0027)?,
/// ));
/// # Ok::<(), voltex_physics::PhysicsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// kg
    pub mass: f32,
    /// Centre of mass, m.
    pub center: Vec3,
    /// Inertia tensor about the centre of mass, in the axes of the shape, kg m^2.
    pub inertia: Mat3,
}

codec!(MassProperties {
    mass,
    center,
    inertia
});

/// Inertia in the axes in which it has no products.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrincipalAxes {
    /// Moments about the principal axes, kg m^2.
    pub moments: Vec3,
    /// Rotation from the principal axes to those of the shape, a unit quaternion:
    /// `inertia = R diag(moments) R^T`.
    pub rotation: Quat,
}

/// Range of densities, kg/m^3: with lengths within [`check_length`] no mass or moment leaves `f32`.
const DENSITIES: std::ops::RangeInclusive<f32> = 1.0e-4..=1.0e5;

impl MassProperties {
    /// Of a solid shape of uniform density, kg/m^3.
    ///
    /// Sphere, box, capsule, cylinder and cone by closed forms; hulls and closed meshes by exact integrals over
    /// their tetrahedra; compounds as the sum of their children, so overlapping children count twice.
    ///
    /// # Errors
    /// A density outside 0.0001 to 100,000 kg/m^3; a shape without a volume: a half-space, a height field, a single
    /// triangle or an open mesh; or a mass or inertia too small or large for `f32`.
    pub fn of(shape: &Shape<'_>, density: f32) -> Result<Self, PhysicsError> {
        check_density(density)?;
        let moments = match shape {
            Shape::Convex(convex) => Moments::of(convex)?,
            Shape::HalfSpace { .. } => return Err(no_volume("half-space")),
            Shape::Mesh(mesh) => mesh
                .moments()
                .ok_or_else(|| no_volume("mesh that is not closed"))?,
            Shape::HeightField(_) => return Err(no_volume("height field")),
            Shape::Compound(compound) => compound.moments(),
        };
        let body = moments.with_density(density);
        if body.mass.is_normal() && body.inertia.is_finite() {
            return Ok(body);
        }
        Err(PhysicsError::OutOfRange {
            what: "mass (kg)".to_owned(),
            value: body.mass,
            allowed: "it and the inertia must be numbers of 32 bits other than 0; change the size of the shape or \
                      give the body its mass properties yourself"
                .to_owned(),
        })
    }

    /// Of a hollow ball around the origin: outer radius and thickness of the wall in m, density of the wall in
    /// kg/m^3. A thickness equal to the radius gives the solid ball.
    ///
    /// # Errors
    /// A size that is no length, a wall thicker than the radius, or a density as in [`MassProperties::of`].
    pub fn hollow_sphere(radius: f32, thickness: f32, density: f32) -> Result<Self, PhysicsError> {
        check_length("radius (m)", radius)?;
        check_length("thickness of the wall (m)", thickness)?;
        check_density(density)?;
        if thickness > radius {
            return Err(PhysicsError::OutOfRange {
                what: "thickness of the wall (m)".to_owned(),
                value: thickness,
                allowed: format!(
                    "it must not exceed the radius, {radius} m, at which the ball is solid"
                ),
            });
        }
        let outer = f64::from(radius);
        let wall = f64::from(thickness);
        let inner = outer - wall;
        // Differences of cubes and of fifth powers, divided by the wall: thin walls lose no digits.
        let cubes = outer * outer + outer * inner + inner * inner;
        let (o2, i2) = (outer * outer, inner * inner);
        let fifths = o2 * o2 + o2 * outer * inner + o2 * i2 + outer * inner * i2 + i2 * i2;
        let volume = 4.0 / 3.0 * PI * wall * cubes;
        let moments = Moments {
            volume,
            center: DVec3::ZERO,
            inertia: DMat3::from_diagonal(DVec3::splat(0.4 * volume * fifths / cubes)),
        };
        Ok(moments.with_density(density))
    }

    /// Of a spherical shell without thickness around the origin: radius in m, mass in kg.
    ///
    /// # Errors
    /// A radius that is no length, or a mass that is not positive and finite.
    pub fn thin_sphere(radius: f32, mass: f32) -> Result<Self, PhysicsError> {
        check_length("radius (m)", radius)?;
        check_mass(mass)?;
        let moment = 2.0 / 3.0 * f64::from(mass) * f64::from(radius) * f64::from(radius);
        Ok(Self {
            mass,
            center: Vec3::ZERO,
            inertia: Mat3::from_diagonal(Vec3::splat(moment as f32)),
        })
    }

    /// Refuses what no body has.
    ///
    /// # Errors
    /// A mass that is not positive and finite, a centre of mass that is not a place, or an inertia tensor that is not
    /// symmetric, or whose principal moments are not positive or one of them more than the sum of the other two.
    pub fn validate(&self) -> Result<(), PhysicsError> {
        check_mass(self.mass)?;
        let refuse = |what: &str, value: f32, allowed: &str| {
            Err(PhysicsError::OutOfRange {
                what: what.to_owned(),
                value,
                allowed: allowed.to_owned(),
            })
        };
        for value in self.center.to_array() {
            if !value.is_finite() {
                return refuse("centre of mass (m)", value, "it must be finite");
            }
        }
        let size = self.inertia.to_cols_array().into_iter().map(f32::abs);
        let size = size.fold(0.0, |a, b| if a >= b { a } else { b });
        if !size.is_normal() {
            return refuse("inertia (kg m^2)", size, "it must be finite and not 0");
        }
        let askew = self.inertia - self.inertia.transpose();
        for value in askew.to_cols_array() {
            if value.abs() > 1.0e-5 * size {
                let allowed =
                    "a tensor of inertia is symmetric: products of inertia stand in it twice";
                return refuse("difference across the inertia (kg m^2)", value, allowed);
            }
        }
        let moments = self.principal_axes().moments;
        let (sum, most) = (moments.element_sum(), moments.max_element());
        // Not so for NaN.
        let are_positive = moments.min_element() > 0.0;
        if !are_positive || most > (sum - most) * (1.0 + 1.0e-5) {
            let allowed = "principal moments are positive, and none is more than the sum of the other two; take those \
                           of a shape (MassProperties::of) for a start";
            return refuse("largest principal moment (kg m^2)", most, allowed);
        }
        Ok(())
    }

    /// The same body of the given mass, kg, spread in the same way.
    ///
    /// # Errors
    /// A mass that is not positive and finite.
    pub fn with_mass(&self, mass: f32) -> Result<Self, PhysicsError> {
        check_mass(mass)?;
        let ratio = f64::from(mass) / f64::from(self.mass);
        Ok(Self {
            mass,
            center: self.center,
            inertia: (self.inertia.as_dmat3() * ratio).as_mat3(),
        })
    }

    /// The body moved by `offset`, m.
    pub fn translated(&self, offset: Vec3) -> Self {
        Self {
            center: self.center + offset,
            ..*self
        }
    }

    /// The body turned about the origin by a unit quaternion.
    pub fn rotated(&self, rotation: Quat) -> Self {
        self.transformed(&Pose::from_rotation(rotation))
    }

    /// The body in the frame in which its own has this pose.
    pub fn transformed(&self, pose: &Pose) -> Self {
        Moments::from(*self).transformed(pose).into_properties()
    }

    /// Two bodies as one rigid body, by the parallel-axis theorem.
    pub fn combined(&self, other: &Self) -> Self {
        Moments::sum([Moments::from(*self), Moments::from(*other)]).into_properties()
    }

    /// Inertia about `point` (m) instead of the centre of mass, kg m^2.
    pub fn inertia_about(&self, point: Vec3) -> Mat3 {
        let arm = self.center.as_dvec3() - point.as_dvec3();
        (self.inertia.as_dmat3() + parallel_axis(f64::from(self.mass), arm)).as_mat3()
    }

    /// Axes without products of inertia.
    ///
    /// Each axis stays near the axis of the shape with the same number where it can; an inertia that is diagonal
    /// already comes back with the identity.
    pub fn principal_axes(&self) -> PrincipalAxes {
        let (moments, axes) = jacobi(self.inertia.as_dmat3());
        let rotation = Quat::from_mat3(&axes.as_mat3()).normalize();
        PrincipalAxes {
            moments: moments.as_vec3(),
            rotation,
        }
    }
}

/// Volume and its moments: mass properties at density 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Moments {
    /// m^3
    pub(crate) volume: f64,
    /// Centre of volume, m.
    pub(crate) center: DVec3,
    /// About the centre, m^5.
    pub(crate) inertia: DMat3,
}

impl Moments {
    /// Of a convex body.
    pub(crate) fn of(convex: &Convex<'_>) -> Result<Self, PhysicsError> {
        let diagonal = |volume: f64, center: DVec3, per_volume: DVec3| Self {
            volume,
            center,
            inertia: DMat3::from_diagonal(per_volume * volume),
        };
        Ok(match *convex {
            Convex::Sphere { radius } => {
                let r = f64::from(radius);
                let volume = 4.0 / 3.0 * PI * r * r * r;
                diagonal(volume, DVec3::ZERO, DVec3::splat(0.4 * r * r))
            }
            Convex::Box { half_extents } => {
                let h = half_extents.as_dvec3();
                let s = h * h;
                let sums = DVec3::new(s.y + s.z, s.z + s.x, s.x + s.y);
                diagonal(8.0 * h.x * h.y * h.z, DVec3::ZERO, sums / 3.0)
            }
            Convex::Capsule {
                half_height,
                radius,
            } => {
                let (h, r) = (2.0 * f64::from(half_height), f64::from(radius));
                let cylinder = PI * r * r * h;
                let ball = 4.0 / 3.0 * PI * r * r * r;
                let along = cylinder * r * r / 2.0 + ball * 0.4 * r * r;
                // A half ball has its centre 3/8 r beyond the end of the segment.
                let across = cylinder * (3.0 * r * r + h * h) / 12.0
                    + ball * (0.4 * r * r + h * h / 4.0 + 0.375 * h * r);
                Self {
                    volume: cylinder + ball,
                    center: DVec3::ZERO,
                    inertia: DMat3::from_diagonal(DVec3::new(across, along, across)),
                }
            }
            Convex::Cylinder {
                half_height,
                radius,
            } => {
                let (h, r) = (2.0 * f64::from(half_height), f64::from(radius));
                let across = (3.0 * r * r + h * h) / 12.0;
                let per_volume = DVec3::new(across, r * r / 2.0, across);
                diagonal(PI * r * r * h, DVec3::ZERO, per_volume)
            }
            Convex::Cone {
                half_height,
                radius,
            } => {
                let (h, r) = (2.0 * f64::from(half_height), f64::from(radius));
                let across = 0.15 * r * r + 0.0375 * h * h;
                let center = DVec3::new(0.0, -h / 4.0, 0.0);
                let per_volume = DVec3::new(across, 0.3 * r * r, across);
                diagonal(PI * r * r * h / 3.0, center, per_volume)
            }
            Convex::Hull(hull) => hull.moments,
            Convex::Triangle(_) => return Err(no_volume("triangle")),
        })
    }

    /// Of the solid bounded by triangles that run counter-clockwise seen from outside.
    ///
    /// A sum over the tetrahedra between `reference` and each triangle; a reference near the middle keeps it from
    /// cancelling. A tetrahedron with corners a, b, c and the origin has the volume `V = det(a, b, c)/6`, the
    /// first moment `V s/4` and the second moment `V/20 (a a^T + b b^T + c c^T + s s^T)`, `s = a + b + c`
    /// (Tonon, *Explicit exact formulas for the 3-D tetrahedron inertia tensor*, 2004). `None` if the volume is
    /// not positive.
    pub(crate) fn of_triangles(
        reference: Vec3,
        triangles: impl Iterator<Item = [Vec3; 3]>,
    ) -> Option<Self> {
        let origin = reference.as_dvec3();
        let mut volume = 0.0;
        let mut first = DVec3::ZERO;
        let mut second = DMat3::ZERO;
        for corners in triangles {
            let [a, b, c] = corners.map(|corner| corner.as_dvec3() - origin);
            let part = a.dot(b.cross(c)) / 6.0;
            let sum = a + b + c;
            volume += part;
            first += sum * (part / 4.0);
            second += (outer(a) + outer(b) + outer(c) + outer(sum)) * (part / 20.0);
        }
        if !(volume > 0.0 && volume.is_finite()) {
            return None;
        }
        let mean = first / volume;
        let about_mean = second - outer(mean) * volume;
        let trace = about_mean.x_axis.x + about_mean.y_axis.y + about_mean.z_axis.z;
        Some(Self {
            volume,
            center: mean + origin,
            inertia: DMat3::from_diagonal(DVec3::splat(trace)) - about_mean,
        })
    }

    /// Of several bodies as one.
    pub(crate) fn sum<const N: usize>(parts: [Self; N]) -> Self {
        Self::sum_of(parts.iter().copied())
    }

    /// Of several bodies as one; nothing if there is none.
    pub(crate) fn sum_of(parts: impl Iterator<Item = Self> + Clone) -> Self {
        let volume: f64 = parts.clone().map(|part| part.volume).sum();
        let first = parts
            .clone()
            .fold(DVec3::ZERO, |sum, part| sum + part.center * part.volume);
        let center = if volume > 0.0 {
            first / volume
        } else {
            DVec3::ZERO
        };
        let inertia = parts.fold(DMat3::ZERO, |sum, part| {
            sum + part.inertia + parallel_axis(part.volume, part.center - center)
        });
        Self {
            volume,
            center,
            inertia,
        }
    }

    /// In the frame in which the body's own has this pose.
    pub(crate) fn transformed(&self, pose: &Pose) -> Self {
        let turn = DMat3::from_quat(pose.rotation.as_dquat().normalize());
        Self {
            volume: self.volume,
            center: turn * self.center + pose.position.as_dvec3(),
            inertia: turn * self.inertia * turn.transpose(),
        }
    }

    /// With a density, kg/m^3.
    pub(crate) fn with_density(self, density: f32) -> MassProperties {
        let density = f64::from(density);
        Self {
            volume: self.volume * density,
            inertia: self.inertia * density,
            ..self
        }
        .into_properties()
    }

    /// Rounded, and symmetric to the bit.
    fn into_properties(self) -> MassProperties {
        let mut inertia = self.inertia.as_mat3();
        inertia.x_axis.y = inertia.y_axis.x;
        inertia.x_axis.z = inertia.z_axis.x;
        inertia.y_axis.z = inertia.z_axis.y;
        MassProperties {
            mass: self.volume as f32,
            center: self.center.as_vec3(),
            inertia,
        }
    }
}

impl From<MassProperties> for Moments {
    fn from(body: MassProperties) -> Self {
        Self {
            volume: f64::from(body.mass),
            center: body.center.as_dvec3(),
            inertia: body.inertia.as_dmat3(),
        }
    }
}

fn no_volume(shape: &str) -> PhysicsError {
    PhysicsError::BadGeometry(format!(
        "a {shape} bounds no volume and has no mass; give the body its mass properties yourself, or leave it \
         static, which needs none"
    ))
}

fn check_density(density: f32) -> Result<(), PhysicsError> {
    if DENSITIES.contains(&density) {
        return Ok(());
    }
    Err(PhysicsError::OutOfRange {
        what: "density (kg/m^3)".to_owned(),
        value: density,
        allowed: "it must lie between 0.0001 and 100000 kg/m^3; water has 1000".to_owned(),
    })
}

fn check_mass(mass: f32) -> Result<(), PhysicsError> {
    if mass > 0.0 && mass.is_finite() {
        return Ok(());
    }
    Err(PhysicsError::OutOfRange {
        what: "mass (kg)".to_owned(),
        value: mass,
        allowed: "it must be positive and finite; a static body has no mass properties".to_owned(),
    })
}

/// `v v^T`
fn outer(v: DVec3) -> DMat3 {
    DMat3::from_cols(v * v.x, v * v.y, v * v.z)
}

/// What a mass at `arm` from an axis point adds to the inertia about it: `m (|arm|^2 1 - arm arm^T)`.
fn parallel_axis(mass: f64, arm: DVec3) -> DMat3 {
    (DMat3::from_diagonal(DVec3::splat(arm.length_squared())) - outer(arm)) * mass
}

/// Eigenvalues and eigenvectors (columns, a rotation) of a symmetric matrix by cyclic Jacobi rotations
/// (Golub and Van Loan, *Matrix Computations*, section 8.5).
fn jacobi(matrix: DMat3) -> (DVec3, DMat3) {
    let mut a = matrix.to_cols_array_2d();
    let mut axes = DMat3::IDENTITY.to_cols_array_2d();
    // Convergence is quadratic: six sweeps suffice for any 3 x 3 matrix in f64, and 16 bound a NaN.
    for _ in 0..16 {
        let off = a[0][1] * a[0][1] + a[0][2] * a[0][2] + a[1][2] * a[1][2];
        let on = a[0][0] * a[0][0] + a[1][1] * a[1][1] + a[2][2] * a[2][2];
        if off <= 1.0e-32 * on {
            break;
        }
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            if a[p][q] == 0.0 {
                continue;
            }
            // The smaller of the two rotations that clear a[p][q] keeps each axis near where it was.
            let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
            let root = (theta * theta + 1.0).sqrt();
            let t = if theta >= 0.0 {
                1.0 / (theta + root)
            } else {
                1.0 / (theta - root)
            };
            let c = 1.0 / (t * t + 1.0).sqrt();
            let s = t * c;
            for row in &mut a {
                (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
            }
            let (mut up, mut uq) = (a[p], a[q]);
            for k in 0..3 {
                (up[k], uq[k]) = (c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]);
            }
            (a[p], a[q]) = (up, uq);
            a[p][q] = 0.0;
            a[q][p] = 0.0;
            // Columns of `axes` are its first index.
            let (mut vp, mut vq) = (axes[p], axes[q]);
            for k in 0..3 {
                (vp[k], vq[k]) = (
                    c * axes[p][k] - s * axes[q][k],
                    s * axes[p][k] + c * axes[q][k],
                );
            }
            (axes[p], axes[q]) = (vp, vq);
        }
    }
    (
        DVec3::new(a[0][0], a[1][1], a[2][2]),
        DMat3::from_cols_array_2d(&axes),
    )
}
