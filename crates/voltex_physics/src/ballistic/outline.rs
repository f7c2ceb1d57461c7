//! What a ball looks like to a search for touches: a sphere, or a spheroid as the union of balls along its axis.
//!
//! A prolate spheroid with the semi-axes `a > b` is the union of the balls whose centres lie on its axis within
//! `f = (a^2 - b^2)/a` of the middle, with the radius `r(x) = b sqrt(1 - x^2/(a^2 - b^2))`: each touches it from inside
//! along a circle. So its signed distance from a convex body is the least of those of the balls, `d(x) - r(x)`, a convex
//! function of `x`: the distance of a convex body is convex along straight lines, and `r` is concave. Where `n` is the
//! normal at the nearest place, the least lies at `x = -(a^2 - b^2) u.n/sqrt(b^2 + (a^2 - b^2)(u.n)^2)` with `u` the axis.

use core::f64::consts::{PI, TAU};

use voltex_flight::{Flyer, Spheroid};
use voltex_math::f64::sin_cos;
use voltex_math::{DQuat, DVec3, Vec3};

use super::nearest::Nearest;

/// Evaluations of the distance in one look at a spheroid. Faces need two, curved bodies about eight.
const LOOKS: u32 = 64;

/// Accuracy of a place on the axis, in parts of its length. The distance is then right to the square of it.
const ACCURACY: f64 = 1.0e-12;

/// Parts of half a turn, and of a turn about the axis, into which the hull divides the surface.
const HULL_RINGS: u32 = 10;
const HULL_SIDES: u32 = 20;

/// What touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Outline {
    /// m
    Sphere { radius: f64 },
    /// Longer along its own +X than across.
    Oval(Oval),
}

/// A prolate spheroid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Oval {
    body: Spheroid,
    /// `a^2 - b^2`, m^2.
    square: f64,
    /// How far from the middle the centres of its balls lie, m.
    focus: f64,
}

impl Outline {
    /// Of a ball that flies.
    pub(crate) fn of(flyer: &Flyer) -> Self {
        Self::new(flyer.ball().radius, flyer.spheroid())
    }

    /// Of a ball with a radius (m) that may be a spheroid.
    pub(crate) fn new(radius: f64, body: Option<&Spheroid>) -> Self {
        match body {
            Some(body) if body.long > body.short => Self::Oval(Oval::new(body)),
            _ => Self::Sphere { radius },
        }
    }

    /// How far it reaches from its centre, m.
    pub(crate) fn reach(&self) -> f64 {
        match self {
            Self::Sphere { radius } => *radius,
            Self::Oval(oval) => oval.body.long,
        }
    }

    /// How far it reaches at least in every direction, m.
    pub(crate) fn inside(&self) -> f64 {
        match self {
            Self::Sphere { radius } => *radius,
            Self::Oval(oval) => oval.body.short,
        }
    }

    /// The spheroid, if it is none that is a sphere.
    pub(crate) fn oval(&self) -> Option<&Oval> {
        match self {
            Self::Sphere { .. } => None,
            Self::Oval(oval) => Some(oval),
        }
    }

    /// Where it is nearest to a body that tells its distance from a point of the world, and how far along its axis.
    pub(crate) fn nearest(
        &self,
        center: DVec3,
        rotation: DQuat,
        body: impl Fn(DVec3) -> Nearest,
    ) -> (f64, Nearest) {
        match self {
            Self::Sphere { radius } => (0.0, body(center).less(*radius)),
            Self::Oval(oval) => {
                let axis = Spheroid::axis(rotation);
                oval.nearest(axis, |x| body(center + axis * x))
            }
        }
    }

    /// Distance of a point of the world from its surface.
    pub(crate) fn from(&self, center: DVec3, rotation: DQuat, point: DVec3) -> Nearest {
        match self {
            Self::Sphere { radius } => Nearest::of_core(center, *radius, point),
            Self::Oval(oval) => oval.from(center, Spheroid::axis(rotation), point),
        }
    }
}

impl Oval {
    /// Of a body that is longer along its axis than across.
    fn new(body: &Spheroid) -> Self {
        let square = (body.long - body.short) * (body.long + body.short);
        Self {
            body: *body,
            square,
            focus: square / body.long,
        }
    }

    /// Semi-axes and inertia.
    pub(crate) fn body(&self) -> &Spheroid {
        &self.body
    }

    /// Radius of its ball at a place of its axis, m.
    pub(crate) fn radius_at(&self, x: f64) -> f64 {
        let left = 1.0 - x * x / self.square;
        // At the ends the ball is that of the tips, b^2/a.
        let least = self.body.short / self.body.long;
        let root = left.sqrt();
        self.body.short * if root > least { root } else { least }
    }

    /// Place on the axis of the ball that touches a plane whose unit normal towards the spheroid has this part along the
    /// axis, m.
    pub(crate) fn place(&self, along: f64) -> f64 {
        let reach = (self.body.short * self.body.short + self.square * along * along).sqrt();
        -self.square * along / reach
    }

    /// Corners of a hull that stands for it: on its surface, in rings about the axis and at the tips.
    pub(crate) fn hull(&self) -> Vec<Vec3> {
        let tip = Vec3::X * self.body.long as f32;
        let mut corners = vec![tip, -tip];
        for ring in 1..HULL_RINGS {
            let (sine, cosine) = sin_cos(f64::from(ring) * (PI / f64::from(HULL_RINGS)));
            for side in 0..HULL_SIDES {
                let (s, c) = sin_cos(f64::from(side) * (TAU / f64::from(HULL_SIDES)));
                let across = self.body.short * sine;
                let corner = DVec3::new(self.body.long * cosine, across * c, across * s);
                corners.push(corner.as_vec3());
            }
        }
        corners
    }

    /// Bound of the acceleration of its surface along a fixed normal that its turning makes, for a turn at a rate that
    /// changes as much as told: `h'' <= (a^2 - b^2)/b w^2 + f (w^2 + w')` for the reach `h` along the normal.
    pub(crate) fn bend(&self, rate: f64, change: f64) -> f64 {
        let square = rate * rate;
        self.square / self.body.short * square + self.focus * (square + change)
    }

    /// Where it is nearest to a convex body, and how far along its axis; `at` tells the distance of the body from the
    /// points of the axis.
    pub(crate) fn nearest(&self, axis: DVec3, at: impl Fn(f64) -> Nearest) -> (f64, Nearest) {
        let aim = |found: &Nearest| self.place(axis.dot(found.normal));
        let (mut low, mut high) = (-self.focus, self.focus);
        let close = ACCURACY * self.body.long;
        let mut x = 0.0;
        let mut found = at(x);
        let mut last: Option<(f64, f64)> = None;
        // The aim falls as x grows: the least lies between a place and the aim from there.
        for look in 0..LOOKS {
            let aimed = aim(&found);
            let miss = x - aimed;
            if miss.abs() <= close || high - low <= close {
                break;
            }
            if miss > 0.0 {
                high = x;
                low = if aimed > low { aimed } else { low };
            } else {
                low = x;
                high = if aimed < high { aimed } else { high };
            }
            let guess = match last {
                None => aimed,
                Some((before, missed)) => x - miss * (x - before) / (miss - missed),
            };
            last = Some((x, miss));
            // Where the normal jumps the chord leads nowhere.
            let inside = guess >= low && guess <= high && look % 3 != 2;
            x = if inside { guess } else { 0.5 * (low + high) };
            found = at(x);
        }
        (x, found.less(self.radius_at(x)))
    }

    /// Distance of a point of the world from its surface.
    fn from(&self, center: DVec3, axis: DVec3, point: DVec3) -> Nearest {
        // Seen from the axis, the point is what is near.
        let (_, found) = self.nearest(axis, |x| {
            let found = Nearest::of_core(center + axis * x, 0.0, point);
            Nearest {
                normal: -found.normal,
                ..found
            }
        });
        Nearest {
            normal: -found.normal,
            ..found
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ballistic::nearest::{of_convex, of_half_space};
    use crate::shape::Convex;
    use voltex_math::random::{Key, uniform_in};

    const BODY: Spheroid = Spheroid {
        mass: 0.41,
        long: 0.142,
        short: 0.0855,
        inertia_axial: 0.00194,
        inertia_transverse: 0.00321,
    };

    fn ball() -> Oval {
        Oval::new(&BODY)
    }

    fn unit(key: Key, i: u64) -> DVec3 {
        let random = |j: u64| uniform_in(key, 3 * i + j, -1.0, 1.0);
        DVec3::new(random(0), random(1), random(2)).normalize()
    }

    #[test]
    fn over_a_plane_it_touches_where_the_support_function_says() {
        let key = Key::new(31, 1);
        for i in 0..500 {
            let (axis, normal) = (unit(key, 2 * i), unit(key, 2 * i + 1).as_vec3().normalize());
            let exact = normal.as_dvec3().normalize();
            let center = exact * 0.3;
            let (x, found) = ball().nearest(axis, |x| of_half_space(normal, center + axis * x));
            let gap = 0.3 - BODY.support(axis, exact);
            assert!((found.distance - gap).abs() < 1e-15, "{found:?} {gap}");
            let touch = axis * x - exact * ball().radius_at(x);
            let right = BODY.contact_point(axis, exact);
            assert!((touch - right).length() < 1e-12, "{touch} {right}");
        }
    }

    /// Against all points of the surface, one by one.
    #[test]
    fn near_a_body_it_is_as_far_as_its_nearest_point() {
        let key = Key::new(31, 2);
        let block = Convex::Box {
            half_extents: Vec3::new(0.2, 0.05, 0.1),
        };
        for i in 0..60 {
            let axis = unit(key, 2 * i);
            let center = unit(key, 2 * i + 1) * 0.5;
            let (_, found) = ball().nearest(axis, |x| of_convex(&block, center + axis * x));
            let (one, two) = axis.any_orthonormal_pair();
            let mut least = f64::INFINITY;
            for j in 0..240 {
                let (s, c) =
                    voltex_math::f64::sin_cos(f64::from(j) * core::f64::consts::PI / 240.0);
                for k in 0..240 {
                    let turn = f64::from(k) * core::f64::consts::TAU / 240.0;
                    let (sk, ck) = voltex_math::f64::sin_cos(turn);
                    let point =
                        center + axis * (BODY.long * c) + (one * ck + two * sk) * (BODY.short * s);
                    let distance = of_convex(&block, point).distance;
                    least = if distance < least { distance } else { least };
                }
            }
            // The points of the grid are 2 mm apart, the surface between them at most 1/100 of that nearer.
            assert!(found.distance <= least + 1e-12, "{found:?} {least}");
            assert!(least - found.distance < 3e-5, "{found:?} {least}");
        }
    }

    #[test]
    fn a_point_is_as_far_as_the_ellipse_of_its_plane_says() {
        let (center, axis) = (DVec3::new(1.0, 2.0, 3.0), unit(Key::new(31, 3), 0));
        let key = Key::new(31, 4);
        let (side, _) = axis.any_orthonormal_pair();
        for i in 0..200 {
            // From a point of the surface outward along its normal.
            let turn = uniform_in(key, 2 * i, 0.0, core::f64::consts::TAU);
            let height = uniform_in(key, 2 * i + 1, 1e-4, 0.5);
            let (s, c) = voltex_math::f64::sin_cos(turn);
            let on = axis * (BODY.long * c) + side * (BODY.short * s);
            let out = (axis * (c / BODY.long) + side * (s / BODY.short)).normalize();
            let found = ball().from(center, axis, center + on + out * height);
            assert!(
                (found.distance - height).abs() < 1e-12,
                "{found:?} {height}"
            );
            assert!((found.normal - out).length() < 1e-9, "{found:?} {out}");
        }
    }

    #[test]
    fn the_hull_lies_within_the_ball_and_hardly_anywhere_deep() {
        let corners = ball().hull();
        assert_eq!(corners.len(), 182);
        let hull = crate::shape::Hull::from_points(&corners).unwrap();
        let key = Key::new(31, 5);
        for i in 0..2000 {
            let direction = unit(key, i);
            let reach = f64::from(hull.support(direction.as_vec3()).dot(direction.as_vec3()));
            let right = BODY.support(DVec3::X, direction);
            // Two arcs of a twentieth of a turn: 1 - cos(pi/20) each.
            assert!(
                reach <= right + 1e-7 && reach > 0.975 * right,
                "{reach} {right}"
            );
        }
    }
}
