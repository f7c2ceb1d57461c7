//! Balls among the impacts of a step: they fly on their courses, in one queue with all other bodies.

use std::cmp::Reverse;

use voltex_math::DVec3;

use super::advance::freeze;
use super::ball_corner::{self, MOST_WALLS, Wall};
use super::ball_course::{Barrier, Course, CourseId, Struck};
use super::impact_event::{BodyMotion, ImpactEvent};
use super::impact_flight::Flight;
use super::impact_hung::Yielding;
use super::impact_law::{ball_surface, impact_law};
use super::impacts::{Event, PASSED_ON, Resolver, belt, body_at, shape};
use super::read_world::is_usable;
use super::rows::{Row, RowId};
use crate::ballistic::search::{Met, Touch};
use crate::ballistic::sweep::{Meeting, Moving, first_meeting};
use crate::shape::ShapeStore;

/// What comes of the look at a pair with a ball.
enum Found {
    /// Of the ball in this place of the pair and a body that is none.
    Body(usize, Met),
    Balls(Meeting),
    /// Of the ball in this place of the pair and one that waits for the next step.
    Waiting(usize),
}

/// What a ball touches, with its motion before.
struct Touched {
    wall: Wall,
    flight: Flight,
    /// Velocity of the centre of mass (m/s) and spin (rad/s).
    before: (DVec3, DVec3),
    yields: Option<Yielding>,
}

impl Resolver<'_> {
    /// The course of a row, if it is a ball that flies.
    pub(super) fn course_of(&self, row: RowId) -> Option<CourseId> {
        self.impacts.flight(row)?.course
    }

    /// Has a ball go on when its leg is over.
    pub(super) fn expect_end_of_leg(&mut self, row: RowId) {
        let Some(Flight {
            course: Some(course),
            hits,
            ..
        }) = self.impacts.flight(row)
        else {
            return;
        };
        let event = Event {
            time: self.impacts.courses[course.place()].until().to_bits(),
            rows: [row; 2],
            hits: [*hits; 2],
            least: 0,
            sensed: false,
        };
        self.impacts.queue.push(Reverse(event));
    }

    /// Puts the first meeting of a pair with a ball, on the leg that this is on, into the queue.
    pub(super) fn meet_ball(&mut self, rows: [RowId; 2], flights: &[Flight; 2]) {
        if let Some((time, _)) = self.find(rows, flights) {
            self.impacts.queue.push(Reverse(Event {
                time: time.to_bits(),
                rows,
                hits: flights.each_ref().map(|flight| flight.hits),
                least: 0,
                sensed: false,
            }));
        }
    }

    fn find(&self, rows: [RowId; 2], flights: &[Flight; 2]) -> Option<(f64, Found)> {
        let course = |course: CourseId| {
            let course = &self.impacts.courses[course.place()];
            (!course.is_over()).then_some(course)
        };
        match flights.each_ref().map(|flight| flight.course) {
            [Some(a), Some(b)] => {
                let [one, other] = [a, b].map(|course| &self.impacts.courses[course.place()]);
                if one.halted || other.halted {
                    let ball = usize::from(one.halted);
                    let [waits, comes] = if ball == 1 {
                        [one, other]
                    } else {
                        [other, one]
                    };
                    if comes.is_over() {
                        return None;
                    }
                    return comes
                        .meet_waiting(waits)
                        .map(|time| (time, Found::Waiting(ball)));
                }
                let (a, b) = (course(a)?, course(b)?);
                let from = if a.since() > b.since() {
                    a.since()
                } else {
                    b.since()
                };
                let to = if a.until() < b.until() {
                    a.until()
                } else {
                    b.until()
                };
                match first_meeting([&a.flying(), &b.flying()], [from, to]) {
                    Meeting::Never => None,
                    met @ (Meeting::Touch(time, _) | Meeting::Unknown(time)) => {
                        Some((time, Found::Balls(met)))
                    }
                }
            }
            [Some(ball), None] => self.find_body(0, course(ball)?, rows, flights),
            [None, Some(ball)] => self.find_body(1, course(ball)?, rows, flights),
            [None, None] => None,
        }
    }

    fn find_body(
        &self,
        ball: usize,
        course: &Course,
        rows: [RowId; 2],
        flights: &[Flight; 2],
    ) -> Option<(f64, Found)> {
        let (id, flight) = (rows[1 - ball], &flights[1 - ball]);
        let row = self.state.rows.row(id);
        let moves = self.impacts.flight(id).is_some() || self.impacts.start(id).is_some();
        let frame = if moves {
            Moving::in_motion(&flight.seen_from(course.since()), course.duration())
        } else {
            Moving::still(&row.pose())
        };
        let barrier = barrier(row, self.store)?;
        let (time, met) = course.meet(id, &barrier, &frame, flight.since)?;
        Some((time, Found::Body(ball, met)))
    }

    /// What an event brings in which a ball takes part.
    pub(super) fn go_on_with_ball(&mut self, event: &Event) {
        let rows = event.rows;
        if rows[0] == rows[1] {
            if let Some(course) = self.course_of(rows[0]) {
                self.impacts.courses[course.place()].arrive();
                self.depart(rows[0]);
            }
            return;
        }
        let flights = rows.map(|row| self.flight_of(row));
        match self.find(rows, &flights) {
            Some((_, Found::Body(ball, Met::Unknown(s)))) => {
                if let Some(course) = flights[ball].course {
                    self.impacts.courses[course.place()].stop(s);
                    self.depart(rows[ball]);
                }
            }
            Some((time, Found::Body(ball, Met::Touch(touch)))) => {
                if !self.strike_corner(event, rows[ball], touch.s) {
                    self.strike_with_ball(rows, ball, flights, time, &touch);
                }
            }
            Some((time, Found::Balls(Meeting::Unknown(_)))) => {
                if let Some(course) = flights[0].course {
                    self.impacts.courses[course.place()].stop_at(time);
                    self.depart(rows[0]);
                }
            }
            Some((time, Found::Balls(Meeting::Touch(_, normal)))) => {
                self.strike_balls(rows, flights, time, normal);
            }
            Some((time, Found::Waiting(ball))) => {
                if let Some(course) = flights[ball].course {
                    let course = &mut self.impacts.courses[course.place()];
                    course.stop_at(time);
                    course.halted = true;
                    self.depart(rows[ball]);
                }
            }
            Some((_, Found::Body(_, Met::Nothing) | Found::Balls(Meeting::Never))) | None => {}
        }
    }

    /// Begins the next leg of a ball.
    fn depart(&mut self, id: RowId) {
        let Some(old) = self.impacts.flight(id).copied() else {
            return;
        };
        let row = self.state.rows.row(id);
        let (Some(own), Some(flyer)) = (old.course, self.state.flyers.of(row)) else {
            return;
        };
        let course = &mut self.impacts.courses[own.place()];
        course.depart(flyer);
        let mut flight = if course.is_over() {
            Flight::waiting(id, row, course.state.position, own)
        } else {
            Flight::on_leg(id, row, course, own)
        };
        (flight.hits, flight.proxy) = (old.hits + 1, old.proxy);
        let (since, over, halted) = (course.since(), course.is_over(), course.halted);
        self.put(id, flight, since);
        if !over {
            self.expect_end_of_leg(id);
        }
        // A ball that waits is in the way of others.
        if !over || halted {
            self.meet_all(id, since, 0.0);
        }
    }

    fn strike_with_ball(
        &mut self,
        rows: [RowId; 2],
        ball: usize,
        flights: [Flight; 2],
        time: f64,
        touch: &Touch,
    ) {
        let (id, other_id) = (rows[ball], rows[1 - ball]);
        let (row, other) = (self.state.rows.row(id), self.state.rows.row(other_id));
        let (Some(own), Some(flyer)) = (flights[ball].course, self.state.flyers.of(row)) else {
            return;
        };
        let course = &mut self.impacts.courses[own.place()];
        course.stop(touch.s);
        let flight = flights[1 - ball];
        let belt = belt(other, &flight, time);
        let belt = belt - belt.dot(touch.normal) * touch.normal;
        let surface = ball_surface(row, other, touch.spot);
        let body = body_at(other, &flight, time, touch.normal);
        let before = (body.velocity, body.angular_velocity);
        let mut after = before;
        let struck = if course.is_spent() {
            course.halted = true;
            None
        } else if other.is_dynamic() {
            let yields = Yielding::of(self.state, other_id, &flight, time, touch.normal, belt);
            let struck =
                course.strike_body(flyer, other_id, touch, &surface, &yields.body, yields.place);
            struck.map(|(struck, body)| {
                after = yields.after(&body);
                struck
            })
        } else {
            let touch = Touch {
                velocity: touch.velocity + belt,
                ..*touch
            };
            course.strike_wall(flyer, other_id, &touch, &surface)
        };
        if let Some(struck) = struck {
            self.tell_ball(rows, ball, time, touch.normal, &struck, [before, after]);
            if self.state.rows.row(other_id).is_dynamic() {
                let approach = (struck.before.velocity - struck.after.velocity).length();
                if self.send(other_id, flight, time, after) {
                    self.meet_all(other_id, time, PASSED_ON * approach);
                }
            }
        }
        self.depart(id);
    }

    /// Tells of an impact of the ball in this place of a pair, with a unit normal towards it; `others` are velocity and spin of
    /// the other just before and just after.
    fn tell_ball(
        &mut self,
        rows: [RowId; 2],
        ball: usize,
        time: f64,
        normal: DVec3,
        struck: &Struck,
        others: [(DVec3, DVec3); 2],
    ) {
        let others = others.map(BodyMotion::of);
        let [was, is] =
            [struck.before, struck.after].map(|state| BodyMotion::of((state.velocity, state.spin)));
        let pair = |ball_s, other_s| {
            if ball == 0 {
                [ball_s, other_s]
            } else {
                [other_s, ball_s]
            }
        };
        let sign = if ball == 0 { -1.0 } else { 1.0 };
        let entity = self.state.rows.row(rows[ball]).entity;
        self.tell_impact(
            rows,
            time,
            &ImpactEvent {
                a: entity,
                b: entity,
                fraction: 0.0,
                point: struck.place.as_vec3(),
                normal: (normal * sign).as_vec3(),
                impulse: (struck.impulse * sign).as_vec3(),
                before: pair(was, others[0]),
                after: pair(is, others[1]),
            },
        );
    }

    /// What a ball touches by this meeting, if it is no ball that flies.
    fn wall(&self, event: &Event, id: RowId) -> Option<Touched> {
        let current = (0..2).all(|i| {
            let hits = self.impacts.flight(event.rows[i]).map_or(0, |f| f.hits);
            hits == event.hits[i]
        });
        if !current || event.sensed || event.rows[0] == event.rows[1] {
            return None;
        }
        let ball = event.rows.iter().position(|row| *row == id)?;
        let other_id = event.rows[1 - ball];
        let (row, other) = (self.state.rows.row(id), self.state.rows.row(other_id));
        let flights = event.rows.map(|row| self.flight_of(row));
        let (time, Found::Body(_, Met::Touch(touch))) = self.find(event.rows, &flights)? else {
            return None;
        };
        let flight = flights[1 - ball];
        let belt = belt(other, &flight, time);
        let belt = belt - belt.dot(touch.normal) * touch.normal;
        let body = body_at(other, &flight, time, touch.normal);
        let yields = other
            .is_dynamic()
            .then(|| Yielding::of(self.state, other_id, &flight, time, touch.normal, belt));
        Some(Touched {
            wall: Wall {
                row: other_id,
                surface: ball_surface(row, other, touch.spot),
                touch: Touch {
                    velocity: touch.velocity + belt,
                    ..touch
                },
                yields: None,
            },
            flight,
            before: (body.velocity, body.angular_velocity),
            yields,
        })
    }

    /// Strikes all bodies that a ball touches at the instant of a meeting with one, if there are several.
    fn strike_corner(&mut self, event: &Event, id: RowId, s: f64) -> bool {
        let Some(own) = self.course_of(id) else {
            return false;
        };
        let time = f64::from_bits(event.time);
        let until = time + self.impacts.courses[own.place()].instant();
        let alone = match self.impacts.queue.peek() {
            Some(Reverse(next)) => f64::from_bits(next.time) > until,
            None => true,
        };
        let Some(first) = (!alone).then(|| self.wall(event, id)).flatten() else {
            return false;
        };
        let mut touched = vec![first];
        let mut later = Vec::new();
        while let Some(Reverse(event)) = self.impacts.queue.peek()
            && f64::from_bits(event.time) <= until
        {
            let event = *event;
            self.impacts.queue.pop();
            if touched.len() < MOST_WALLS
                && event.rows.contains(&id)
                && let Some(wall) = self.wall(&event, id)
            {
                touched.push(wall);
            }
            // Those of the ball are out of date once it is struck.
            later.push(Reverse(event));
        }
        self.impacts.queue.extend(later);
        let row = self.state.rows.row(id);
        let Some(flyer) = self.state.flyers.of(row) else {
            return false;
        };
        let course = &mut self.impacts.courses[own.place()];
        if touched.len() < 2 || course.is_spent() {
            return false;
        }
        touched.sort_unstable_by_key(|touched| touched.wall.row);
        let state = course.path().at(s);
        let walls: Vec<Wall> = touched
            .iter()
            .map(|touched| {
                let arm = flyer.arm(state.rotation, touched.wall.touch.normal);
                let yields = touched.yields.as_ref();
                Wall {
                    yields: yields.map(|body| body.touched_at(state.position + arm)),
                    ..touched.wall
                }
            })
            .collect();
        if !ball_corner::is_blow(flyer, &walls, &state) {
            return false;
        }
        course.stop(s);
        let struck = course.strike_walls(flyer, &walls);
        for (touched, struck) in touched.iter().zip(struck) {
            let Some((struck, body)) = struck else {
                continue;
            };
            let (other, normal) = (touched.wall.row, touched.wall.touch.normal);
            let after = match (&touched.yields, &body) {
                (Some(yields), Some(body)) => yields.after(body),
                _ => touched.before,
            };
            let (rows, ball) = if other < id {
                ([other, id], 1)
            } else {
                ([id, other], 0)
            };
            self.tell_ball(rows, ball, time, normal, &struck, [touched.before, after]);
            let approach = (struck.before.velocity - struck.after.velocity).length();
            if self.send(other, touched.flight, time, after) {
                self.meet_all(other, time, PASSED_ON * approach);
            }
        }
        self.depart(id);
        true
    }

    fn strike_balls(&mut self, rows: [RowId; 2], flights: [Flight; 2], time: f64, normal: DVec3) {
        let [a, b] = rows.map(|row| self.state.rows.row(row));
        let flyers = [a, b].map(|row| self.state.flyers.of(row));
        let places = flights.map(|flight| flight.course.map(CourseId::place));
        let ([Some(f), Some(g)], [Some(p), Some(q)]) = (flyers, places) else {
            return;
        };
        let Ok([one, other]) = self.impacts.courses.get_disjoint_mut([p, q]) else {
            return;
        };
        let since = [one.since(), other.since()];
        debug_assert!(since.iter().all(|since| *since <= time));
        one.stop_at(time);
        other.stop_at(time);
        if one.is_spent() || other.is_spent() {
            // Where one waits the other does not get past it.
            one.halted = true;
            other.halted = true;
        } else {
            let law = impact_law([a, b]);
            let [hit, got] = Course::strike_ball([one, other], [f, g], normal, &law);
            let motion = |struck: &Struck| {
                [struck.before, struck.after]
                    .map(|state| BodyMotion::of((state.velocity, state.spin)))
            };
            let ([was_a, is_a], [was_b, is_b]) = (motion(&hit), motion(&got));
            self.tell_impact(
                rows,
                time,
                &ImpactEvent {
                    a: a.entity,
                    b: b.entity,
                    fraction: 0.0,
                    point: hit.place.as_vec3(),
                    normal: normal.as_vec3(),
                    impulse: got.impulse.as_vec3(),
                    before: [was_a, was_b],
                    after: [is_a, is_b],
                },
            );
        }
        self.depart(rows[0]);
        self.depart(rows[1]);
    }

    /// Tells of an impact; the entities and the fraction of the step are filled in here.
    fn tell_impact(&mut self, rows: [RowId; 2], time: f64, event: &ImpactEvent) {
        let [a, b] = rows.map(|row| self.state.rows.row(row).entity);
        let fraction = ((self.part[0] + time / self.dt) / self.part[1]) as f32;
        self.report.impacts.push(ImpactEvent {
            a,
            b,
            fraction,
            ..*event
        });
        self.tell(rows);
    }

    /// Puts a ball where its course has ended; returns whether it can be anywhere.
    pub(super) fn land_ball(&mut self, id: RowId, course: CourseId) -> bool {
        let course = &self.impacts.courses[course.place()];
        self.report.halted += usize::from(course.halted);
        if let Some(held) = &course.held {
            let pair = if held.row < id {
                [held.row, id]
            } else {
                [id, held.row]
            };
            if let Some(contact) = self.state.contacts.of(&self.state.rows, pair) {
                self.state.contacts.contact_mut(contact).handed_over = true;
            }
        }
        let row = self.state.rows.row_mut(id);
        let (position, rotation) = (
            course.state.position.as_vec3(),
            course.state.rotation.as_quat(),
        );
        let (velocity, spin) = (course.state.velocity.as_vec3(), course.state.spin.as_vec3());
        let usable = is_usable((position, rotation), (velocity, spin));
        match (&mut row.ball, &mut row.body) {
            (Some(ball), Some(body)) if usable && course.state.is_finite() => {
                ball.ballistic.set(&course.state);
                ball.ballistic.time = course.end();
                ball.ballistic.grounded = course.grounded;
                ball.flown = true;
                ball.ballistic.show(&mut row.transform, body);
                self.state.rows.refresh_frame(id);
                true
            }
            _ => {
                freeze(row, self.report);
                self.state.rows.set_awake(id, false);
                self.state.rows.refresh_frame(id);
                false
            }
        }
    }
}

/// What a ball meets of a row.
pub(super) fn barrier<'a>(row: &Row, store: &'a ShapeStore) -> Option<Barrier<'a>> {
    match &row.ball {
        Some(ball) if ball.kind.outline.oval().is_some() => Some(Barrier::Ball(ball.kind.outline)),
        _ => shape(row, store).map(Barrier::Shape),
    }
}
