//! Where a ball that is a spheroid touches while the solver has it: the ball of its axis that reaches deepest stands in for
//! it, which touches the spheroid from inside at the same place (see [`Outline`]).

use voltex_math::{Aabb, DQuat, DVec3, Pose, Vec3};

use super::ball_course::Barrier;
use super::impact_balls::barrier;
use super::rows::Row;
use crate::ballistic::nearest::{self, Nearest};
use crate::ballistic::outline::{Outline, Oval};
use crate::narrow::PieceContact;
use crate::shape::{Convex, Shape, ShapeStore};

/// Balls that stand in for the spheroids of a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct StandIns([Option<StandIn>; 2]);

/// A ball on the axis of a spheroid.
#[derive(Clone, Copy, Debug)]
struct StandIn {
    /// How far along its own +X, m.
    place: f32,
    /// m
    radius: f32,
}

impl StandIn {
    fn of(oval: &Oval, place: f64) -> Self {
        Self {
            place: place as f32,
            radius: oval.radius_at(place) as f32,
        }
    }
}

impl StandIns {
    /// Of two rows; `None` where neither is a spheroid.
    pub(super) fn of(rows: [&Row; 2], store: &ShapeStore, margin: f32) -> Option<Self> {
        let ovals = rows.map(|row| oval(row).copied());
        let [a, b] = rows;
        match ovals {
            [None, None] => None,
            [Some(oval), Some(other)] => {
                // How far each is along its axis comes from the place where it is nearest.
                let (pose, turn) = seen_from(b, a);
                let of_b = Outline::Oval(other);
                let (x, found) = oval.nearest(DVec3::X, |x| of_b.from(pose, turn, DVec3::X * x));
                let y = other.place((turn * DVec3::X).dot(-found.normal));
                Some(Self([
                    Some(StandIn::of(&oval, x)),
                    Some(StandIn::of(&other, y)),
                ]))
            }
            [Some(oval), None] => Some(Self([on(a, &oval, b, store, margin), None])),
            [None, Some(oval)] => Some(Self([None, on(b, &oval, a, store, margin)])),
        }
    }

    /// The shapes of the pair, and where B is as A sees it.
    pub(super) fn shapes<'a>(
        &self,
        [a, b]: [Shape<'a>; 2],
        b_in_a: &Pose,
    ) -> ([Shape<'a>; 2], Pose) {
        let [one, other] = self.0;
        let ball = |own: Option<StandIn>, shape: Shape<'a>| match own {
            Some(own) => Shape::Convex(Convex::Sphere { radius: own.radius }),
            None => shape,
        };
        let shift = |own: Option<StandIn>| own.map_or(Vec3::ZERO, |own| Vec3::X * own.place);
        let place = b_in_a.transform_point(shift(other)) - shift(one);
        (
            [ball(one, a), ball(other, b)],
            Pose::new(place, b_in_a.rotation),
        )
    }

    /// Puts points that were found in the frame of the ball of A into that of A.
    pub(super) fn put_back(&self, found: &mut [PieceContact]) {
        let Some(one) = self.0[0] else { return };
        let shift = Vec3::X * one.place;
        for piece in found {
            for point in piece.manifold.points_mut() {
                point.point_on_a += shift;
                point.point_on_b += shift;
            }
        }
    }
}

/// The shape of a row that is a spheroid.
pub(super) fn oval(row: &Row) -> Option<&Oval> {
    row.ball.as_ref()?.kind.outline.oval()
}

/// Where a row is as another sees it, m, and how it is turned.
fn seen_from(row: &Row, other: &Row) -> (DVec3, DQuat) {
    let (pose, own) = (row.pose(), other.pose());
    let back = own.rotation.as_dquat().normalize().conjugate();
    (
        back * (pose.position.as_dvec3() - own.position.as_dvec3()),
        back * pose.rotation.as_dquat().normalize(),
    )
}

/// The ball of a spheroid that reaches deepest into another body; the middle one where the body has nothing near.
fn on(row: &Row, oval: &Oval, other: &Row, store: &ShapeStore, margin: f32) -> Option<StandIn> {
    let (center, turn) = seen_from(row, other);
    let axis = turn * DVec3::X;
    let mut best = (f64::INFINITY, 0.0);
    let mut look = |body: &dyn Fn(DVec3) -> Nearest| {
        let (x, found) = oval.nearest(axis, |x| body(center + axis * x));
        if found.distance < best.0 {
            best = (found.distance, x);
        }
    };
    match barrier(other, store)? {
        Barrier::Ball(ball) => look(&|point| ball.from(DVec3::ZERO, DQuat::IDENTITY, point)),
        Barrier::Shape(Shape::Convex(body)) => look(&|point| nearest::of_convex(&body, point)),
        Barrier::Shape(Shape::HalfSpace { normal }) => {
            look(&|point| nearest::of_half_space(normal, point));
        }
        Barrier::Shape(Shape::Compound(compound)) => {
            for child in compound.children() {
                let (pose, body) = (child.pose(), child.convex());
                look(&|point| nearest::of_turned(&body, pose, point));
            }
        }
        Barrier::Shape(Shape::Mesh(mesh)) => {
            mesh.overlaps(&around(oval, center, margin), |triangle| {
                let body = Convex::Triangle(mesh.triangle(triangle));
                look(&|point| nearest::of_convex(&body, point));
            });
        }
        Barrier::Shape(Shape::HeightField(field)) => {
            field.overlaps(&around(oval, center, margin), |triangle| {
                let body = Convex::Triangle(field.triangle(triangle));
                look(&|point| nearest::of_convex(&body, point));
            });
        }
    }
    Some(StandIn::of(oval, best.1))
}

/// A box that holds a spheroid at any attitude, and so much more, m.
fn around(oval: &Oval, center: DVec3, margin: f32) -> Aabb {
    let reach = Vec3::splat(oval.body().long as f32 + margin);
    let center = center.as_vec3();
    Aabb {
        min: center - reach,
        max: center + reach,
    }
}
