//! What a ball on a path first meets of a shape.

use voltex_math::{Aabb, DQuat, DVec3};

use super::nearest::{self, Nearest};
use super::outline::Outline;
use super::sweep::{Found, Leg, Moving, first_touch};
use crate::shape::{Convex, Shape};

/// A touch of a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Touch {
    /// Instant of the path.
    pub(crate) s: f64,
    /// Unit normal towards the ball, world axes.
    pub(crate) normal: DVec3,
    /// Velocity of what is touched, at the place where it is, m/s.
    pub(crate) velocity: DVec3,
    pub(crate) spot: Spot,
}

/// Where on a shape of many pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Spot {
    /// Number that the cell of a height field has for its surface; 0 on other shapes.
    pub(crate) cell: u8,
    /// Triangle of a mesh.
    pub(crate) triangle: Option<u32>,
}

/// What a path meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Met {
    Nothing,
    /// The search ended at this instant of the path, free until then.
    Unknown(f64),
    Touch(Touch),
}

/// How far from a face, in parts of its radius, a ball lies on it.
const ON: f64 = 1e-6;

/// Cosine of the angle within which two faces are one to a ball that lies on them.
const LEVEL: f64 = 0.999;

/// A search for the first of all touches: each found one limits what follows.
pub(crate) struct Search<'a> {
    leg: Leg<'a>,
    /// Where on the path it begins.
    from: f64,
    /// Normal of the faces that the ball lies on and does not meet.
    held: Option<DVec3>,
    limit: f64,
    pub(crate) met: Met,
}

impl<'a> Search<'a> {
    /// Along a whole path.
    pub(crate) fn new(leg: Leg<'a>) -> Self {
        Self {
            leg,
            from: 0.0,
            held: None,
            limit: 1.0,
            met: Met::Nothing,
        }
    }

    /// From an instant of the path on, of a ball that lies on faces with this normal.
    pub(crate) fn from(self, from: f64, held: Option<DVec3>) -> Self {
        Self { from, held, ..self }
    }

    /// Looks at a shape in its frame; returns whether it is met sooner than all before.
    pub(crate) fn against(&mut self, shape: &Shape<'_>, frame: &Moving) -> bool {
        let before = self.met;
        match shape {
            Shape::Convex(body) => self.convex(body, frame, Spot::default()),
            Shape::HalfSpace { normal } => {
                let nearest = |point| nearest::of_half_space(*normal, point);
                self.piece(frame, Spot::default(), nearest);
            }
            Shape::Compound(compound) => {
                for child in compound.children() {
                    let (pose, body) = (child.pose(), child.convex());
                    self.piece(frame, Spot::default(), |point| {
                        nearest::of_turned(&body, pose, point)
                    });
                }
            }
            Shape::Mesh(mesh) => {
                let bounds = self.bounds_in(frame);
                mesh.overlaps(&bounds, |triangle| {
                    let body = Convex::Triangle(mesh.triangle(triangle));
                    let spot = Spot {
                        triangle: Some(triangle),
                        ..Spot::default()
                    };
                    self.convex(&body, frame, spot);
                });
            }
            Shape::HeightField(field) => {
                let bounds = self.bounds_in(frame);
                field.overlaps(&bounds, |triangle| {
                    let body = Convex::Triangle(field.triangle(triangle));
                    let spot = Spot {
                        cell: field.surface(triangle),
                        ..Spot::default()
                    };
                    self.convex(&body, frame, spot);
                });
            }
        }
        self.met != before
    }

    /// As [`Self::against`], at a ball that does not fly.
    pub(crate) fn against_ball(&mut self, ball: &Outline, frame: &Moving) {
        self.piece(frame, Spot::default(), |point| {
            ball.from(DVec3::ZERO, DQuat::IDENTITY, point)
        });
    }

    fn convex(&mut self, body: &Convex<'_>, frame: &Moving, spot: Spot) {
        self.piece(frame, spot, |point| nearest::of_convex(body, point));
    }

    fn piece(&mut self, frame: &Moving, spot: Spot, nearest: impl Fn(DVec3) -> Nearest) {
        if self
            .held
            .is_some_and(|held| self.lies_on(held, frame, &nearest))
        {
            return;
        }
        let range = [self.from, self.limit];
        match first_touch(&self.leg, frame, range, nearest) {
            Found::Free => {}
            Found::Unknown(s) => {
                self.limit = s;
                self.met = Met::Unknown(s);
            }
            Found::Touch {
                s,
                normal,
                place,
                offset,
            } => {
                let s = offset.map_or(s, |offset| self.crossing(s, normal, offset));
                // Of equal instants the first stays.
                if s < self.limit || matches!(self.met, Met::Nothing) {
                    self.limit = s;
                    self.met = Met::Touch(Touch {
                        s,
                        normal,
                        velocity: frame.velocity_at(s, place) / self.leg.path.duration(),
                        spot,
                    });
                }
            }
        }
    }

    /// Whether the ball lies on a piece with a face of this normal as its path begins.
    fn lies_on(&self, held: DVec3, frame: &Moving, nearest: &impl Fn(DVec3) -> Nearest) -> bool {
        let attitude = self.leg.path.start().rotation;
        let center = self.leg.track.position(0.0);
        let (_, found) = self.leg.outline.nearest(center, attitude, |point| {
            let found = nearest(frame.seen(0.0, point));
            Nearest {
                normal: frame.turned(0.0, found.normal),
                ..found
            }
        });
        found.distance < ON * self.leg.outline.inside() && found.normal.dot(held) > LEVEL
    }

    /// The touch of a flat face by the function that a flight over a plane uses, hence to its last bit.
    fn crossing(&self, s: f64, normal: DVec3, offset: f64) -> f64 {
        let path = self.leg.path;
        // A spheroid that leaves a plane counts as on it within a depth, which takes the slow ones some time.
        let (exact, close) = match self.leg.outline {
            Outline::Sphere { radius } => (path.first_crossing(normal, offset + radius), 1e-9),
            Outline::Oval(oval) => (path.first_touch(oval.body(), normal, offset), 1e-6),
        };
        match exact {
            Some(exact) if (exact - s).abs() < close => exact,
            _ => s,
        }
    }

    /// A box of the obstacle's frame that holds the ball all along the path.
    fn bounds_in(&self, frame: &Moving) -> Aabb {
        let [low, high] = frame.bounds_of(self.leg.track, self.leg.outline.reach());
        Aabb {
            min: low.as_vec3(),
            max: high.as_vec3(),
        }
    }
}
