//! What a pair of bodies in flight does: read from the state as it is, by any thread.

use voltex_math::DVec3;

use super::contact_points::{gap_without_points, margin, smaller_extent};
use super::contacts::{Contact, ContactId, Role};
use super::impact_aside;
use super::impact_flight::Flight;
use super::impact_law::restitution;
use super::impact_search::{Heap, Pair, Scratch};
use super::impact_way::stay_apart;
use super::impacts::{Event, IMPACTS, Impacts, Ties, shape};
use super::rows::{Row, RowId};
use super::state::PhysicsState;
use crate::ballistic::search::Spot;
use crate::collider::Collider;
use crate::shape::{Shape, ShapeStore};

/// How far, in parts of the smaller body's size, neighbours of what was struck may go into one another until the next
/// step sees to it.
const LATE: f64 = 0.2;

/// A look at the flights of a step.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    /// Length of the step, s.
    pub(super) dt: f64,
    /// Approach speed below which what rests does not rebound, m/s.
    pub(super) threshold: f64,
    pub(super) state: &'a PhysicsState,
    pub(super) impacts: &'a Impacts,
    pub(super) store: &'a ShapeStore,
}

/// What a look at a pair brings.
pub(super) enum Sight {
    Nothing,
    /// One of them is a ball that flies on its own course.
    Ball,
    /// They were followed along their ways, and may meet.
    Followed(Option<Event>),
    /// One of them is a sensor, which the other may come to touch.
    Sensed(Option<Event>),
}

impl<'a> View<'a> {
    /// Whether two rows have anything to do with each other.
    pub(super) fn may_meet(&self, rows: [RowId; 2]) -> bool {
        let [a, b] = rows.map(|row| self.state.rows.row(row));
        (a.is_dynamic() || b.is_dynamic()) && a.layers.meets(&b.layers)
    }

    /// Looks at pairs with their contacts as the step begins; returns those that there is something to say of.
    pub(super) fn look_at_all(
        &self,
        pairs: impl Iterator<Item = ([RowId; 2], Option<ContactId>)>,
        scratch: &mut Scratch,
    ) -> Vec<([RowId; 2], Sight)> {
        let mut seen = Vec::new();
        for (pair, contact) in pairs {
            match self.look_at(pair, contact, 0.0, 0.0, true, scratch) {
                Sight::Nothing => {}
                sight => seen.push((pair, sight)),
            }
        }
        seen
    }

    /// Whether there is nothing to be looked for between two bodies with a contact: they go nowhere, the solver sees to
    /// them, or they do not move enough against each other to close the gap between them.
    pub(super) fn is_quiet(&self, id: ContactId) -> bool {
        let contact = self.state.contacts.contact(id);
        let [a, b] = contact.rows.map(|row| self.impacts.ties(row));
        if !a.flies() && !b.flies() {
            return contact.role != Role::Impact;
        }
        if a.sag + b.sag == f32::INFINITY {
            return false;
        }
        let seen_to = match contact.role {
            Role::Solved => true,
            Role::Apart => !contact.passes && !a.solved && !b.solved,
            Role::Impact | Role::Unseen => false,
        };
        if contact.points == 0 {
            return contact.slack >= 0.0 && self.keeps(contact, &a, &b, 2.0 * contact.slack);
        }
        if !seen_to || a.swing + b.swing > 0.2 {
            return false;
        }
        let many = |row: RowId, ties: &Ties| {
            if ties.is_awake() {
                ties.many
            } else {
                !self.is_one(row)
            }
        };
        if !many(contact.rows[0], &a) && !many(contact.rows[1], &b) {
            return true;
        }
        // A surface has no inside: what is pressed against it is followed, or would come out on its other side.
        let [one, other] = contact.rows.map(|row| self.state.rows.row(row));
        let is_surface = |row: &Row| {
            matches!(
                row.collider,
                Some(Collider::Mesh(_) | Collider::HeightField(_))
            )
        };
        if is_surface(one) || is_surface(other) {
            return false;
        }
        // Of the children that do not touch.
        contact.slack >= 0.0 && self.keeps(contact, &a, &b, margin(one, other))
    }

    /// Whether what was `room` (m) apart when the points of a contact were found stays apart to the end of the step.
    ///
    /// The places of the smaller body as the larger one sees it lie near the line between its first and its last one: off
    /// it by the bend of both paths and by what the turning of the larger one makes of an even motion.
    fn keeps(&self, contact: &Contact, a: &Ties, b: &Ties, room: f32) -> bool {
        let now = contact.stance(self.state.rows.frames());
        let moved = contact.movement(&now);
        let (small, large) = if contact.b_is_smaller { (b, a) } else { (a, b) };
        let distance = now.place.length() + contact.reach;
        let bend = a.sag
            + b.sag
            + 0.125 * small.angle * small.angle * contact.reach
            + large.angle * (0.375 * large.angle * distance + 0.25 * (moved + room));
        // At the start it had not moved by more than half of the room.
        moved + bend <= 0.9 * room && bend <= 0.4 * room
    }

    /// Looks for the first meeting of two bodies from a time on. `contact`: theirs, if they have one. `least`: approach speed from which bodies that touch
    /// already pass an impact on, m/s. `first`: whether this is the look ahead as the step begins.
    pub(super) fn look_at(
        &self,
        rows: [RowId; 2],
        contact: Option<ContactId>,
        time: f64,
        least: f64,
        first: bool,
        scratch: &mut Scratch,
    ) -> Sight {
        if !self.may_meet(rows) {
            return Sight::Nothing;
        }
        let [a, b] = rows.map(|row| self.state.rows.row(row));
        let kept = rows.map(|row| self.impacts.flight(row));
        let made = [0, 1].map(|i| kept[i].is_none().then(|| self.make_flight(rows[i])));
        let flights = [0, 1].map(|i| match (kept[i], &made[i]) {
            (Some(flight), _) | (None, Some(flight)) => flight,
            (None, None) => unreachable!("what is not kept is made"),
        });
        let event = |time: Option<f64>, sensed| {
            time.map(|time| Event {
                time: time.to_bits(),
                rows,
                hits: flights.map(|flight| flight.hits),
                least: least.to_bits(),
                sensed,
            })
        };
        if a.sensor || b.sensor {
            let found = self.pass(rows, contact, flights, time, scratch);
            return Sight::Sensed(event(found, true));
        }
        if self.state.joints.part(rows[0], rows[1]) {
            return Sight::Nothing;
        }
        if flights.iter().any(|flight| flight.course.is_some()) {
            return Sight::Ball;
        }
        // What does not yield has no part in the count: a body between two walls that close in has had enough.
        let spent = |i: usize| flights[i].hits >= IMPACTS || ![a, b][i].is_dynamic();
        if spent(0) && spent(1) {
            return Sight::Nothing;
        }
        if a.is_dynamic() && b.is_dynamic() && stay_apart(flights, [a, b], time, self.dt) {
            return Sight::Nothing;
        }
        let swing = |flight: Option<&Flight>| flight.map_or(0.0, Flight::swing);
        let spins = (swing(kept[0]) + swing(kept[1])) * (self.dt - time) > 0.2;
        if let Some(id) = contact
            && (first && !spins && self.is_settled(id, rows)
                || self.keep_their_gap(id, rows, flights, time)
                || least > 0.0 && self.is_dull(id, rows, flights, time, least))
        {
            return Sight::Nothing;
        }
        // Bodies that were just struck, and their neighbours.
        let near = least > 0.0
            && contact.is_some()
            && (flights[0].swing() + flights[1].swing()) * (self.dt - time) < 0.2;
        let found = self.look(rows, flights, near, least, |pair| {
            if pair.stay_parted(time, self.dt, scratch) {
                return None;
            }
            pair.first_impact(time, self.dt, scratch)
        });
        Sight::Followed(event(found, false))
    }

    /// When a body first touches a sensor from a time on. What touches it as the step begins is told with the contacts.
    fn pass(
        &self,
        rows: [RowId; 2],
        contact: Option<ContactId>,
        flights: [&Flight; 2],
        time: f64,
        scratch: &mut Scratch,
    ) -> Option<f64> {
        if contact.is_some_and(|id| self.state.contacts.contact(id).points > 0) {
            return None;
        }
        self.look(rows, flights, false, 0.0, |pair| {
            pair.first_touch(time, self.dt, scratch)
        })
    }

    /// Whether a look at the contact of two bodies at the start of the step has shown that they need none now: the
    /// solver has it, or they do not come together and the solver has not turned them from their ways.
    fn is_settled(&self, id: ContactId, pair: [RowId; 2]) -> bool {
        let contact = self.state.contacts.contact(id);
        let free = || pair.iter().all(|row| !self.impacts.ties(*row).solved);
        contact.points > 0
            && (contact.role == Role::Solved || contact.role == Role::Apart && free())
            && self.is_simple(pair)
    }

    /// Whether both shapes are of one piece, so that one contact is all there is between them.
    fn is_simple(&self, pair: [RowId; 2]) -> bool {
        pair.into_iter().all(|row| self.is_one(row))
    }

    fn is_one(&self, row: RowId) -> bool {
        !matches!(
            self.state.rows.row(row).collider,
            Some(Collider::Mesh(_) | Collider::HeightField(_) | Collider::Compound(_))
        )
    }

    /// Whether two bodies that were too far from each other for a contact do not come nearer by the gap that is sure to
    /// be between them.
    fn keep_their_gap(
        &self,
        id: ContactId,
        rows: [RowId; 2],
        flights: [&Flight; 2],
        time: f64,
    ) -> bool {
        if self.state.contacts.contact(id).points > 0 {
            return false;
        }
        let [one, other] = flights;
        let [a, b] = rows.map(|row| self.state.rows.row(row));
        let then = self.center(rows[1]) - self.center(rows[0]);
        let way = |time: f64| (other.center_at(time) - one.center_at(time) - then).length();
        let (now, end) = (way(time), way(self.dt));
        let farthest = if now > end { now } else { end };
        let half = 0.5 * (time + self.dt);
        let sag = (other.sag(time, self.dt, half) - one.sag(time, self.dt, half)).length();
        let turned =
            |row: &Row, flight: &Flight| f64::from(row.mass.extent) * flight.turned_at(self.dt);
        farthest + sag + turned(a, one) + turned(b, other) < f64::from(gap_without_points(a, b))
    }

    /// Centre of mass of a row at the start of the step, m.
    fn center(&self, id: RowId) -> DVec3 {
        let row = self.state.rows.row(id);
        let pose = self
            .impacts
            .start(id)
            .map_or_else(|| row.pose(), |start| start.pose);
        pose.position.as_dvec3() + pose.rotation.as_dquat() * row.mass.center.as_dvec3()
    }

    /// Whether two bodies of which one was just struck are near each other since the step began, and approach so slowly
    /// that the next step may see to it.
    fn is_dull(
        &self,
        id: ContactId,
        rows: [RowId; 2],
        flights: [&Flight; 2],
        time: f64,
        least: f64,
    ) -> bool {
        let [a, b] = rows.map(|row| self.state.rows.row(row));
        let extent = smaller_extent(a, b);
        let rest = self.dt - time;
        let swing = flights[0].swing() + flights[1].swing();
        if swing * rest > 0.2 {
            return false;
        }
        let motion = |i: usize| (flights[i].velocity_at(time), flights[i].spin_at(time));
        let motions = [motion(0), motion(1)];
        let press = flights[0].acceleration - flights[1].acceleration;
        let mut fastest = 0.0;
        let mut any = false;
        impact_aside::for_each_point(self.state, self.impacts, id, |point| {
            any = true;
            let normal = point.normal.as_dvec3();
            let at = |i: usize| motions[i].0 + motions[i].1.cross(point.arms[i].as_dvec3());
            let approach = (at(0) - at(1) + press * rest).dot(normal);
            if approach > fastest {
                fastest = approach;
            }
        });
        let rebound = f64::from(restitution([a, b], Spot::default())) * fastest;
        let slight = fastest <= least || rebound < f64::from(impact_aside::SLIGHT);
        any && slight && fastest * rest <= LATE * f64::from(extent)
    }

    /// Has two bodies on these flights looked at; `None` also where one of them has no shape.
    pub(super) fn look<T>(
        &self,
        rows: [RowId; 2],
        flights: [&Flight; 2],
        near: bool,
        least: f64,
        look: impl FnOnce(&Pair<'_>) -> Option<T>,
    ) -> Option<T> {
        let [a, b] = rows.map(|row| self.state.rows.row(row));
        let (shape_a, shape_b) = (shape(a, self.store)?, shape(b, self.store)?);
        look(&self.pair(rows, [&shape_a, &shape_b], flights, near, least))
    }

    fn pair<'b>(
        &self,
        rows: [RowId; 2],
        shapes: [&'b Shape<'b>; 2],
        flights: [&'b Flight; 2],
        near: bool,
        least: f64,
    ) -> Pair<'b>
    where
        'a: 'b,
    {
        let contact = self.state.contacts.of(&self.state.rows, rows);
        let grounded = rows.iter().any(|row| self.impacts.ties(*row).count > 0);
        let [a, b] = rows.map(|row| self.state.rows.row(row));
        let lasting = contact.is_some_and(|id| self.state.contacts.contact(id).lasting);
        Pair {
            shapes,
            flights,
            near: near && self.is_simple(rows),
            extent: f64::from(smaller_extent(a, b)),
            lasting,
            grounded,
            threshold: self.threshold,
            least,
            plastic: restitution([a, b], Spot::default()) == 0.0,
            end: self.dt,
            heap: (grounded && !lasting).then_some(Heap {
                state: self.state,
                impacts: self.impacts,
                rows,
            }),
        }
    }

    /// The flight of a row, as it is now.
    pub(super) fn flight_of(&self, id: RowId) -> Flight {
        let kept = self.impacts.flight(id);
        kept.copied().unwrap_or_else(|| self.make_flight(id))
    }

    fn make_flight(&self, id: RowId) -> Flight {
        let row = self.state.rows.row(id);
        match self.impacts.start(id).filter(|_| !row.frozen) {
            Some(start) => Flight::of(start, row, self.impacts.ties(id).solved, self.dt),
            None => Flight::resting(id, row),
        }
    }
}
