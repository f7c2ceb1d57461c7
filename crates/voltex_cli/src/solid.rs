//! Triangles of a collider, for a picture of it.

use voltex_math::f32::sin_cos;
use voltex_math::{Pose, Quat, Vec2, Vec3};
use voltex_physics::{Collider, ShapeStore};

/// Slices of a round shape about its axis; a multiple of 8, so that its paint is even.
const SLICES: usize = 24;
/// Steps from a pole to the equator of a ball.
const STEPS: usize = 6;

/// A corner of a triangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    /// m
    pub(crate) place: Vec3,
    /// Unit vector out of the solid.
    pub(crate) normal: Vec3,
}

/// Triangles, three corners each, counter-clockwise seen from outside.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solid {
    /// The second part wants another colour, so that a round shape shows how it turns.
    pub(crate) parts: [Vec<Corner>; 2],
}

impl Solid {
    /// Triangles of a collider in its own frame; of a half-space a square that reaches `reach` (m) to each side. `None` if
    /// the store does not hold its geometry.
    pub(crate) fn of(collider: &Collider, store: &ShapeStore, reach: f32) -> Option<Self> {
        let mut solid = Self::default();
        match *collider {
            Collider::Sphere { radius } => solid.turn(&cap(radius, 0.0, 0.0, 2 * STEPS)),
            Collider::Capsule {
                half_height,
                radius,
            } => {
                let mut profile = cap(radius, -half_height, 0.0, STEPS);
                profile.extend(cap(radius, half_height, 0.5, STEPS));
                solid.turn(&profile);
            }
            Collider::Cylinder {
                half_height,
                radius,
            } => {
                let (low, high) = (
                    Vec2::new(radius, -half_height),
                    Vec2::new(radius, half_height),
                );
                solid.turn(&[(Vec2::new(0.0, low.y), Vec2::NEG_Y), (low, Vec2::NEG_Y)]);
                solid.turn(&[(low, Vec2::X), (high, Vec2::X)]);
                solid.turn(&[(high, Vec2::Y), (Vec2::new(0.0, high.y), Vec2::Y)]);
            }
            Collider::Cone {
                half_height,
                radius,
            } => {
                let low = Vec2::new(radius, -half_height);
                let side = Vec2::new(2.0 * half_height, radius).normalize_or(Vec2::X);
                solid.turn(&[(Vec2::new(0.0, low.y), Vec2::NEG_Y), (low, Vec2::NEG_Y)]);
                solid.turn(&[(low, side), (Vec2::new(0.0, half_height), side)]);
            }
            Collider::Box { half_extents } => {
                for (axis, sign) in (0..3).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]) {
                    // The other two axes in an order that turns to the outside.
                    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
                    let corner = |a: f32, b: f32| {
                        let mut corner = half_extents;
                        corner[axis] *= sign;
                        corner[u] *= a * sign;
                        corner[v] *= b;
                        corner
                    };
                    solid.polygon(&[
                        corner(-1.0, -1.0),
                        corner(1.0, -1.0),
                        corner(1.0, 1.0),
                        corner(-1.0, 1.0),
                    ]);
                }
            }
            Collider::HalfSpace { normal } => {
                let turn = Quat::from_rotation_arc(Vec3::Y, normal);
                let corners = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)];
                solid.polygon(&corners.map(|(x, z)| turn * Vec3::new(x * reach, 0.0, z * reach)));
            }
            Collider::Hull(id) => {
                let hull = store.hull(id)?;
                for face in 0..hull.faces().len() {
                    let corners = hull.face_loop(face).iter();
                    let corners: Vec<Vec3> = corners
                        .map(|corner| hull.vertices()[usize::from(*corner)])
                        .collect();
                    solid.polygon(&corners);
                }
            }
            Collider::Mesh(id) => {
                let mesh = store.mesh(id)?;
                (0..mesh.triangle_count()).for_each(|t| solid.polygon(&mesh.triangle(t as u32)));
            }
            Collider::HeightField(id) => {
                let field = store.height_field(id)?;
                let triangles = 0..field.triangle_count() as u32;
                triangles
                    .filter(|triangle| !field.is_hole(*triangle))
                    .for_each(|triangle| solid.polygon(&field.triangle(triangle)));
            }
            Collider::Compound(id) => {
                for child in store.compound(id)?.children() {
                    solid.add(&Self::of(&child.collider(), store, reach)?, child.pose());
                }
            }
        }
        Some(solid)
    }

    fn add(&mut self, other: &Self, pose: &Pose) {
        for (own, other) in self.parts.iter_mut().zip(&other.parts) {
            own.extend(other.iter().map(|corner| Corner {
                place: pose.position + pose.rotation * corner.place,
                normal: pose.rotation * corner.normal,
            }));
        }
    }

    /// A flat convex polygon, counter-clockwise seen from outside; nothing if it has no area.
    fn polygon(&mut self, corners: &[Vec3]) {
        for pair in corners[1..].windows(2) {
            let (a, b, c) = (corners[0], pair[0], pair[1]);
            if let Some(normal) = (b - a).cross(c - a).try_normalize() {
                self.parts[0].extend([a, b, c].map(|place| Corner { place, normal }));
            }
        }
    }

    /// The surface that a line in the plane of radius and height sweeps about the y axis. The line runs upwards on the
    /// outside; each of its points comes with its normal.
    fn turn(&mut self, line: &[(Vec2, Vec2)]) {
        for slice in 0..SLICES {
            let angle = |slice: usize| std::f32::consts::TAU * slice as f32 / SLICES as f32;
            let around = [slice, slice + 1].map(|slice| sin_cos(angle(slice)));
            let corner = |(place, normal): (Vec2, Vec2), (sin, cos): (f32, f32)| Corner {
                place: Vec3::new(place.x * cos, place.y, place.x * sin),
                normal: Vec3::new(normal.x * cos, normal.y, normal.x * sin),
            };
            for pair in line.windows(2) {
                let [below, above] = [pair[0], pair[1]];
                let middle = 0.5 * (below.0.y + above.0.y);
                let quarter = slice * 4 / SLICES + usize::from(middle > 0.0);
                let part = &mut self.parts[quarter % 2];
                let [a, b] = around.map(|way| corner(below, way));
                let [d, c] = around.map(|way| corner(above, way));
                if above.0.x > 0.0 {
                    part.extend([a, d, c]);
                }
                if below.0.x > 0.0 {
                    part.extend([a, c, b]);
                }
            }
        }
    }
}

/// Points of half a circle about the height `center`, upwards from `from` (0 at the lower pole, 1 at the upper one) in
/// so many steps of which a whole half-circle has twice [`STEPS`].
fn cap(radius: f32, center: f32, from: f32, steps: usize) -> Vec<(Vec2, Vec2)> {
    let whole = 2 * STEPS;
    let first = (from * whole as f32) as usize;
    let point = |step: usize| {
        let (sin, cos) = sin_cos(std::f32::consts::PI * step as f32 / whole as f32);
        // On the axis itself at the poles.
        let across = if step == 0 || step == whole { 0.0 } else { sin };
        let normal = Vec2::new(across, -cos);
        (Vec2::new(0.0, center) + normal * radius, normal)
    };
    (first..=first + steps).map(point).collect()
}

#[cfg(test)]
mod tests {
    use voltex_physics::HeightField;

    use super::*;

    /// Volume that the triangles enclose: a third of the sum of corner times area vector.
    fn volume(solid: &Solid) -> f32 {
        let triangles = solid.parts.iter().flat_map(|part| part.chunks(3));
        let volumes = triangles.map(|corners| {
            let [a, b, c] = [corners[0].place, corners[1].place, corners[2].place];
            a.dot(b.cross(c)) / 6.0
        });
        volumes.sum()
    }

    /// Closed, turned to the outside, and as large as the shape but for what flat slices cut off.
    #[test]
    fn solids_enclose_their_volume() {
        let mut store = ShapeStore::default();
        let cube: Vec<Vec3> = (0..8)
            .map(|c| Vec3::new((c & 1) as f32, (c >> 1 & 1) as f32, (c >> 2) as f32))
            .collect();
        let hull = Collider::Hull(store.add_hull(&cube).expect("a cube"));
        let at = |x: f32| Pose::new(Vec3::X * x, Quat::from_rotation_y(x));
        let pair = store
            .add_compound(&[(at(2.0), hull), (at(-3.0), Collider::cuboid(Vec3::ONE))])
            .expect("two boxes");
        let pi = std::f32::consts::PI;
        for (collider, expected) in [
            (Collider::sphere(2.0), 4.0 / 3.0 * pi * 8.0),
            (Collider::cuboid(Vec3::new(1.0, 2.0, 3.0)), 48.0),
            (Collider::capsule(1.5, 1.0), pi * (3.0 + 4.0 / 3.0)),
            (Collider::cylinder(1.5, 1.0), pi * 3.0),
            (Collider::cone(1.5, 1.0), pi),
            (hull, 1.0),
            (Collider::Compound(pair), 9.0),
        ] {
            let solid = Solid::of(&collider, &store, 1.0).expect("its geometry is there");
            let share = volume(&solid) / expected;
            assert!((0.95..1.0001).contains(&share), "{collider:?}: {share}");
            for corner in solid.parts.iter().flatten() {
                assert!((corner.normal.length() - 1.0).abs() < 1e-5);
            }
            for corners in solid.parts.iter().flat_map(|part| part.chunks(3)) {
                let [a, b, c] = [corners[0].place, corners[1].place, corners[2].place];
                let flat = (b - a).cross(c - a);
                assert!(flat.dot(corners[0].normal) > 0.0, "{collider:?} inside out");
            }
        }
    }

    #[test]
    fn ground_has_its_triangles_and_holes_have_none() {
        let mut store = ShapeStore::default();
        let heights: Vec<f32> = (0..12).map(|place| 0.1 * (place % 3) as f32).collect();
        let field = HeightField::new(4, 3, Vec2::new(1.0, 2.0), heights).expect("a field");
        let mut holes = vec![false; field.triangle_count() / 2];
        holes[5] = true;
        let field = field.with_holes(holes).expect("as many as cells");
        let triangles = field.triangle_count();
        let field = Collider::HeightField(store.add_height_field(field));
        let solid = Solid::of(&field, &store, 1.0).expect("its geometry is there");
        assert_eq!(solid.parts[0].len(), 3 * (triangles - 2));
        assert!(solid.parts[0].iter().all(|corner| corner.normal.y > 0.5));
        let ground = [Vec3::ZERO, Vec3::Z, Vec3::X, Vec3::X + Vec3::Z];
        let mesh = store
            .add_mesh(&ground, &[[0, 1, 2], [2, 1, 3]])
            .expect("a square");
        let solid = Solid::of(&Collider::Mesh(mesh), &store, 1.0).expect("its geometry is there");
        assert_eq!(solid.parts[0].len(), 6);
        assert!(solid.parts[0].iter().all(|corner| corner.normal == Vec3::Y));
    }

    #[test]
    fn a_half_space_is_a_square_across_its_normal() {
        for normal in [Vec3::Y, Vec3::NEG_Y, Vec3::X, Vec3::new(0.6, 0.0, -0.8)] {
            let collider = Collider::half_space(normal);
            let solid = Solid::of(&collider, &ShapeStore::default(), 5.0).expect("it has a plane");
            assert_eq!(solid.parts[0].len(), 6);
            for corner in &solid.parts[0] {
                assert!(corner.place.dot(normal).abs() < 1e-5);
                assert!(corner.normal.dot(normal) > 0.9999);
                assert!((corner.place.length() - 50_f32.sqrt()).abs() < 1e-4);
            }
        }
    }
}
