//! How one body goes through a step: pieces of flight between impacts.

use voltex_math::{DQuat, DVec3, Pose, Vec3};

use super::ball_course::{Course, CourseId};
use super::rows::{Row, RowId};
use crate::ballistic::sweep;
use crate::broad::Proxy;
use crate::collider::Collider;
use crate::gjk::{Ends, Motion};

/// Where an awake body was when the step began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) row: RowId,
    pub(crate) pose: Pose,
    pub(crate) velocity: Vec3,
    pub(crate) spin: Vec3,
}

/// A piece of flight: constant acceleration and a steady turn, in `f64` and in the world's axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    pub(crate) row: RowId,
    /// Centre of mass in the frame of the body, m.
    middle: DVec3,
    /// Start of the piece, s from the start of the step.
    pub(crate) since: f64,
    /// Centre of mass then, m.
    center: DVec3,
    rotation: DQuat,
    velocity: DVec3,
    pub(crate) acceleration: DVec3,
    pub(crate) spin: DVec3,
    /// What the body's velocity is more than that of its path. A solver moves bodies in substeps and leaves them with
    /// the velocity of the last.
    lead: DVec3,
    /// Spin of the body in its own axes at the start of the piece and at the end of the step, rad/s. In its own axes
    /// its energy is right whatever its rotation.
    spins: [DVec3; 2],
    /// End of the step, s.
    end: f64,
    /// Whether the body tumbles through so large an angle that its steady turn ends in another rotation.
    pub(crate) tumbles: bool,
    /// Whether turning changes nothing about it, and whether turning about its y axis does not.
    round: bool,
    axial: bool,
    /// Whether it was looked at what it meets.
    pub(crate) looked: bool,
    /// Angle that it has turned by before this piece, as far as turning changes anything about it, rad.
    turned: f64,
    /// Impacts that it has had in this step.
    pub(crate) hits: u32,
    /// Box of its way in the tree of flights.
    pub(crate) proxy: Option<Proxy>,
    /// The course of a ball that flies on its own; the flight is then about that of its leg, and `hits` counts legs.
    pub(crate) course: Option<CourseId>,
}

impl Flight {
    /// Of a body that stands where its row says for the whole step.
    pub(crate) fn resting(id: RowId, row: &Row) -> Self {
        let middle = row.mass.center.as_dvec3();
        let rotation = row.transform.rotation.as_dquat().normalize();
        Self {
            row: id,
            middle,
            since: 0.0,
            center: row.transform.position.as_dvec3() + rotation * middle,
            rotation,
            velocity: DVec3::ZERO,
            acceleration: DVec3::ZERO,
            spin: DVec3::ZERO,
            lead: DVec3::ZERO,
            spins: [DVec3::ZERO; 2],
            end: 1.0,
            tumbles: false,
            looked: false,
            round: row.is_round(),
            axial: is_axial(row),
            turned: 0.0,
            hits: 0,
            proxy: None,
            course: None,
        }
    }

    /// Of a body that goes from its start to where its row is now, in a step of `dt` seconds.
    ///
    /// Where the solver had no say the way is the parabola of the velocity at its start and that at its end; else it
    /// is taken as even.
    pub(crate) fn of(start: &Start, row: &Row, solved: bool, dt: f64) -> Self {
        let middle = row.mass.center.as_dvec3();
        let place = |pose: &Pose| {
            let rotation = pose.rotation.as_dquat().normalize();
            (pose.position.as_dvec3() + rotation * middle, rotation)
        };
        let ((from, rotation), (to, end)) = (place(&start.pose), place(&row.pose()));
        let (velocity, spin) = row.motion();
        let (velocity, spin) = (velocity.as_dvec3(), spin.as_dvec3());
        let before = start.velocity.as_dvec3();
        let (path, acceleration) = if solved {
            ((to - from) / dt, DVec3::ZERO)
        } else {
            (before, (velocity - before) / dt)
        };
        let first = if solved { spin } else { start.spin.as_dvec3() };
        let whirls = first.length() * dt > WHIRL;
        let path_spin = if whirls {
            first
        } else {
            way_round(rotation, end, spin, dt)
        };
        let last = end.conjugate() * spin;
        let spins = if solved {
            [last; 2]
        } else {
            [rotation.conjugate() * first, last]
        };
        Self {
            row: start.row,
            middle,
            since: 0.0,
            center: from,
            rotation,
            velocity: path,
            acceleration,
            spin: path_spin,
            lead: velocity - (path + acceleration * dt),
            spins,
            end: dt,
            tumbles: whirls && row.mass.tumbles(),
            looked: false,
            round: row.is_round(),
            axial: is_axial(row),
            turned: 0.0,
            hits: 0,
            proxy: None,
            course: None,
        }
    }

    /// Of a ball that waits at a place for the next step.
    pub(crate) fn waiting(id: RowId, row: &Row, center: DVec3, own: CourseId) -> Self {
        Self {
            center,
            course: Some(own),
            ..Self::resting(id, row)
        }
    }

    /// Of a ball on a leg of its course, until the end of the step: the parabola from the start of the leg to its end.
    pub(crate) fn on_leg(id: RowId, row: &Row, course: &Course, own: CourseId) -> Self {
        let (path, since) = (course.path(), course.since());
        let (start, h) = (path.start(), path.duration());
        let rest = path.end().position - start.position - start.velocity * h;
        Self {
            since,
            center: start.position,
            rotation: start.rotation.normalize(),
            velocity: start.velocity,
            acceleration: if h > 0.0 {
                rest * (2.0 / (h * h))
            } else {
                DVec3::ZERO
            },
            spin: start.spin,
            spins: [start.rotation.conjugate() * start.spin; 2],
            end: course.end_of_step(),
            course: Some(own),
            ..Self::resting(id, row)
        }
    }

    /// As a ball sees it from a time on.
    pub(crate) fn seen_from(&self, time: f64) -> sweep::Motion {
        sweep::Motion {
            position: self.center_at(time),
            rotation: self.rotation_at(time),
            middle: self.middle,
            velocity: self.velocity + self.acceleration * (time - self.since),
            acceleration: self.acceleration,
            spin: self.spin,
        }
    }

    /// Centre of mass at a time of the step, m.
    pub(crate) fn center_at(&self, time: f64) -> DVec3 {
        let t = time - self.since;
        self.center + self.velocity * t + self.acceleration * (0.5 * t * t)
    }

    pub(crate) fn rotation_at(&self, time: f64) -> DQuat {
        (turn(self.spin * (time - self.since)) * self.rotation).normalize()
    }

    /// Velocity of the body at a time of the step, m/s.
    pub(crate) fn velocity_at(&self, time: f64) -> DVec3 {
        self.velocity + self.acceleration * (time - self.since) + self.lead
    }

    /// Spin of the body at a time of the step, rad/s.
    pub(crate) fn spin_at(&self, time: f64) -> DVec3 {
        let share = (time - self.since) / (self.end - self.since);
        let share = if share > 0.0 && share < 1.0 {
            share
        } else if share >= 1.0 {
            1.0
        } else {
            0.0
        };
        let [first, last] = self.spins;
        self.rotation_at(time) * (first + (last - first) * share)
    }

    /// How fast it turns, as far as turning changes anything about it, rad/s.
    pub(crate) fn turning(&self) -> f64 {
        if self.round { 0.0 } else { self.spin.length() }
    }

    /// How fast anything of it changes its place by turning, rad/s.
    pub(crate) fn swing(&self) -> f64 {
        if self.axial {
            self.spin.cross(self.rotation * DVec3::Y).length()
        } else {
            self.turning()
        }
    }

    /// Angle that it has turned by from the start of the step to a time, rad.
    pub(crate) fn turned_at(&self, time: f64) -> f64 {
        self.turned + self.turning() * (time - self.since)
    }

    /// Pose at a time, as seen from a place of the world.
    pub(crate) fn pose_at(&self, time: f64, origin: DVec3) -> Pose {
        let rotation = self.rotation_at(time);
        let position = self.center_at(time) - rotation * self.middle - origin;
        Pose::new(position.as_vec3(), rotation.as_quat())
    }

    /// The chord of the way from a time to another.
    pub(crate) fn motion(&self, from: f64, to: f64, origin: DVec3) -> Motion {
        Motion {
            start: self.pose_at(from, origin),
            center: self.middle.as_vec3(),
            linear: self.chord(from, to).as_vec3(),
            angular: self.spin.as_vec3(),
        }
    }

    /// Both ends of the way from a time to another, seen from a place of the world.
    pub(crate) fn ends(&self, times: [f64; 2], origin: DVec3) -> Ends {
        Ends {
            center: self.middle,
            places: times.map(|time| self.center_at(time) - origin),
            rotations: if self.turning() > 0.0 {
                times.map(|time| self.rotation_at(time))
            } else {
                [self.rotation; 2]
            },
            angle: self.turning() * (times[1] - times[0]),
        }
    }

    /// Mean velocity of the path between two times, m/s.
    pub(crate) fn chord(&self, from: f64, to: f64) -> DVec3 {
        self.velocity + self.acceleration * (0.5 * (from + to) - self.since)
    }

    /// How far the path is from its chord at a time between the ends of the chord, m.
    pub(crate) fn sag(&self, from: f64, to: f64, time: f64) -> DVec3 {
        self.acceleration * (0.5 * (time - from) * (time - to))
    }

    /// Goes on with other velocities from a time on.
    pub(crate) fn struck(&mut self, time: f64, velocity: DVec3, spin: DVec3) {
        self.center = self.center_at(time);
        self.rotation = self.rotation_at(time);
        self.turned = self.turned_at(time);
        self.since = time;
        self.velocity = velocity;
        self.spin = spin;
        self.lead = DVec3::ZERO;
        self.spins = [self.rotation.conjugate() * spin; 2];
        self.tumbles = false;
        self.hits += 1;
    }

    /// Stays where it is for the rest of the step and keeps its velocities for the next.
    pub(crate) fn halt(&mut self, time: f64) {
        let (velocity, spin) = (self.velocity_at(time), self.spin_at(time));
        self.center = self.center_at(time);
        self.rotation = self.rotation_at(time);
        self.turned = self.turned_at(time);
        self.since = time;
        (self.velocity, self.spin, self.acceleration) = (DVec3::ZERO, DVec3::ZERO, DVec3::ZERO);
        self.lead = velocity;
        self.spins = [self.rotation.conjugate() * spin; 2];
    }
}

fn is_axial(row: &Row) -> bool {
    let is_of_revolution = matches!(
        row.collider,
        Some(Collider::Capsule { .. } | Collider::Cylinder { .. } | Collider::Cone { .. })
    );
    is_of_revolution && row.mass.center.x == 0.0 && row.mass.center.z == 0.0
}

/// Angle of a step above which a turn is taken to be about the spin of its start, rad.
const WHIRL: f64 = 0.5;

/// Even spin that turns `from` into `to` in `dt` by a small angle; the given one where they hardly differ.
fn way_round(from: DQuat, to: DQuat, spin: DVec3, dt: f64) -> DVec3 {
    let difference = to * from.conjugate();
    let axis = DVec3::new(difference.x, difference.y, difference.z);
    let (sine, cosine) = (axis.length(), difference.w.abs());
    if sine < 1.0e-12 {
        return spin;
    }
    let angle = 2.0 * voltex_math::f64::atan2(sine, cosine);
    let sign = if difference.w < 0.0 { -1.0 } else { 1.0 };
    axis * (sign * angle / (sine * dt))
}

/// Rotation by a vector, rad.
fn turn(by: DVec3) -> DQuat {
    let angle = by.length();
    if angle == 0.0 {
        return DQuat::IDENTITY;
    }
    let (sine, cosine) = voltex_math::f64::sin_cos(0.5 * angle);
    let axis = by * (sine / angle);
    DQuat::from_xyzw(axis.x, axis.y, axis.z, cosine)
}
