//! A body that hangs in joints on what does not move, as a blow meets it: it turns about the points that they hold, or not at
//! all.

use voltex_math::{DMat3, DVec3};

use super::impact_flight::Flight;
use super::impacts::body_at;
use super::rows::RowId;
use super::state::PhysicsState;
use crate::impulse::ImpactBody;
use crate::joint::JointKind;

/// How far points may lie from a line that counts as going through them, in parts of the size of the body, and the sine of
/// the angle within which two axes count as one: joints are placed by hand, in `f32`.
const IN_LINE: f64 = 1.0e-3;

/// Where a body hangs, and about what it turns.
#[derive(Clone, Copy, Debug)]
struct Pivot {
    /// m
    place: DVec3,
    freedom: Freedom,
    /// From the centre of mass, m.
    arm: DVec3,
}

/// What joints leave of the motion about a point.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Freedom {
    /// Any turn.
    Point,
    /// A turn about this unit vector.
    Line(DVec3),
    /// None.
    Held,
}

/// What joints hold of a body, in its own axes: a place from its centre of mass (m), and what is left about it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Hold {
    arm: DVec3,
    freedom: Freedom,
}

impl Hold {
    /// What is left where another joint holds as well; `near` is the distance (m) within which places are one.
    fn and(self, other: Self, near: f64) -> Self {
        let held = Self {
            freedom: Freedom::Held,
            ..self
        };
        let apart = other.arm - self.arm;
        let in_line = |axis: DVec3| axis.cross(apart).length() <= near;
        match (self.freedom, other.freedom) {
            (Freedom::Held, _) => self,
            (_, Freedom::Held) => other,
            (Freedom::Point, Freedom::Point) => {
                let length = apart.length();
                if length <= near {
                    self
                } else {
                    Self {
                        freedom: Freedom::Line(apart / length),
                        ..self
                    }
                }
            }
            (Freedom::Line(axis), Freedom::Point) => {
                if in_line(axis) {
                    self
                } else {
                    held
                }
            }
            (Freedom::Point, Freedom::Line(_)) => other.and(self, near),
            (Freedom::Line(axis), Freedom::Line(second)) => {
                if axis.cross(second).length() <= IN_LINE && in_line(axis) {
                    self
                } else {
                    held
                }
            }
        }
    }
}

impl Pivot {
    /// Of a body that fixed, ball and hinge joints hold on what does not move: hinges with one axis are one hinge, two points are
    /// a hinge, and more hold it altogether. Limits of joints, and joints of other kinds or with bodies that can move, have no
    /// say. `None` for a body that nothing holds, or that slides.
    fn of(state: &PhysicsState, id: RowId, flight: &Flight, time: f64) -> Option<Self> {
        let mass = &state.rows.row(id).mass;
        let middle = mass.center.as_dvec3();
        let near = IN_LINE * f64::from(mass.extent);
        let mut hold: Option<Hold> = None;
        for joint in state.joints.of_row(id) {
            let row = state.joints.joint(*joint);
            let Some(link) = row.link else { continue };
            let (other, frame) = if link.b == id {
                (link.a, &row.joint.frame_b)
            } else {
                (Some(link.b), &row.joint.frame_a)
            };
            if other.is_some_and(|other| state.rows.row(other).can_move()) {
                continue;
            }
            let freedom = match row.joint.kind {
                JointKind::Hinge(_) => {
                    Freedom::Line(frame.rotation.as_dquat().normalize() * DVec3::Y)
                }
                JointKind::Ball(_) => Freedom::Point,
                JointKind::Fixed => Freedom::Held,
                JointKind::Slider(_) => return None,
                JointKind::Distance(_) | JointKind::Spring(_) | JointKind::Wheel(_) => continue,
            };
            let new = Hold {
                arm: frame.position.as_dvec3() - middle,
                freedom,
            };
            hold = Some(hold.map_or(new, |old| old.and(new, near)));
        }
        let hold = hold?;
        let rotation = flight.rotation_at(time);
        let arm = rotation * hold.arm;
        Some(Self {
            place: flight.center_at(time) + arm,
            freedom: match hold.freedom {
                Freedom::Line(axis) => Freedom::Line(rotation * axis),
                free @ (Freedom::Point | Freedom::Held) => free,
            },
            arm,
        })
    }

    /// The body about its pivot, which stays where it is: for arms from there. `None` for a body without inertia.
    fn hung(&self, free: &ImpactBody) -> Option<ImpactBody> {
        let inertia = free.inverse_inertia.inverse();
        if !(free.inverse_mass > 0.0 && inertia.is_finite()) {
            return None;
        }
        // Steiner: m (d^2 - d d^T).
        let (d, mass) = (self.arm, 1.0 / free.inverse_mass);
        let outer = DMat3::from_cols(d * d.x, d * d.y, d * d.z);
        let about =
            inertia + (DMat3::from_diagonal(DVec3::splat(d.length_squared())) - outer) * mass;
        let inverse_inertia = match self.freedom {
            Freedom::Point => about.inverse(),
            Freedom::Line(axis) => {
                let share = 1.0 / axis.dot(about * axis);
                DMat3::from_cols(axis * axis.x, axis * axis.y, axis * axis.z) * share
            }
            Freedom::Held => DMat3::ZERO,
        };
        Some(ImpactBody {
            inverse_mass: 0.0,
            inverse_inertia,
            velocity: free.velocity + free.angular_velocity.cross(self.arm),
            ..*free
        })
    }

    /// Velocity of the centre of mass of a body whose spin has changed, m/s.
    fn carried(&self, velocity: DVec3, turn: DVec3) -> DVec3 {
        // The pivot keeps its velocity.
        velocity - turn.cross(self.arm)
    }
}

/// A body that yields, as a blow meets it: free, or about what its joints hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Yielding {
    /// With the velocity of its surface, for arms from `place`.
    pub(super) body: ImpactBody,
    /// What it turns about, m.
    pub(super) place: DVec3,
    pivot: Option<Pivot>,
    /// m/s
    belt: DVec3,
    /// Velocity of the centre of mass (m/s) and spin (rad/s).
    pub(super) before: (DVec3, DVec3),
}

impl Yielding {
    /// Of a row on its flight, at a time (s); `belt` is the velocity of its surface by itself along the face with this
    /// normal, m/s.
    pub(super) fn of(
        state: &PhysicsState,
        id: RowId,
        flight: &Flight,
        time: f64,
        normal: DVec3,
        belt: DVec3,
    ) -> Self {
        let free = body_at(state.rows.row(id), flight, time, normal);
        let moved = ImpactBody {
            velocity: free.velocity + belt,
            ..free
        };
        let pivot = Pivot::of(state, id, flight, time);
        let hung = pivot.and_then(|pivot| Some((pivot, pivot.hung(&moved)?)));
        Self {
            body: hung.map_or(moved, |(_, body)| body),
            place: hung.map_or_else(|| flight.center_at(time), |(pivot, _)| pivot.place),
            pivot: hung.map(|(pivot, _)| pivot),
            belt,
            before: (free.velocity, free.angular_velocity),
        }
    }

    /// With its arm to a place, m.
    pub(super) fn touched_at(&self, place: DVec3) -> ImpactBody {
        ImpactBody {
            arm: place - self.place,
            ..self.body
        }
    }

    /// Velocity of the centre of mass (m/s) and spin (rad/s) after a blow.
    pub(super) fn after(&self, struck: &ImpactBody) -> (DVec3, DVec3) {
        let spin = struck.angular_velocity;
        let velocity = match &self.pivot {
            Some(pivot) => pivot.carried(self.before.0, spin - self.before.1),
            None => struck.velocity - self.belt,
        };
        (velocity, spin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEAR: f64 = 1e-3;

    fn point(arm: DVec3) -> Hold {
        Hold {
            arm,
            freedom: Freedom::Point,
        }
    }

    fn hinge(arm: DVec3, axis: DVec3) -> Hold {
        Hold {
            arm,
            freedom: Freedom::Line(axis),
        }
    }

    #[test]
    fn joints_hold_the_same_in_either_order() {
        let x = |at: f64| DVec3::new(at, 0.5, 0.0);
        let cases = [
            (point(x(0.0)), point(x(0.0)), Freedom::Point),
            (point(x(-0.5)), point(x(0.5)), Freedom::Line(DVec3::X)),
            (
                hinge(x(0.0), DVec3::X),
                point(x(0.7)),
                Freedom::Line(DVec3::X),
            ),
            (
                hinge(x(-0.4), DVec3::X),
                hinge(x(0.4), -DVec3::X),
                Freedom::Line(DVec3::X),
            ),
            (hinge(x(0.0), DVec3::X), point(DVec3::ZERO), Freedom::Held),
            (
                hinge(x(0.0), DVec3::X),
                hinge(x(0.0), DVec3::Y),
                Freedom::Held,
            ),
            (
                hinge(x(0.0), DVec3::Y),
                hinge(x(0.5), DVec3::Y),
                Freedom::Held,
            ),
        ];
        for (a, b, expected) in cases {
            for both in [a.and(b, NEAR), b.and(a, NEAR)] {
                let same = match (both.freedom, expected) {
                    // A line has no direction.
                    (Freedom::Line(axis), Freedom::Line(right)) => axis.dot(right).abs() > 0.999,
                    (found, expected) => found == expected,
                };
                assert!(same, "{a:?} {b:?}: {both:?}");
            }
        }
    }
}
