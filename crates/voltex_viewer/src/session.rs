//! What the window shows and how it changes. Needs no window: tests drive it, and the window is a face over it.

use std::fs::File;
use std::path::Path;

use voltex_ecs::Entity;
use voltex_flight::shots;
use voltex_math::Vec3;
use voltex_physics::ballistic::Ballistic;
use voltex_physics::{RigidBody, physics_hash};
use voltex_replay::{Desync, Moment, Reader, ReplayError, SPEEDS, desync, mass_of_body};
use voltex_scene::{Scene, scenes};

use crate::command::{Command, Layer};
use crate::error::ViewError;
use crate::params::{self, Param};
use crate::subject::Subject;

/// Speeds that keys go through.
const PACES: [f64; 7] = [SPEEDS[0], 0.25, 0.5, 1.0, 2.0, 4.0, SPEEDS[1]];
/// Ticks of a scene that says no number.
const TICKS: u64 = 600;
/// A picture that takes longer does not let the clock jump, s.
const LONGEST_FRAME: f64 = 0.25;

/// What a name stands for in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chosen {
    Body(Entity),
    /// A flight of this number.
    Flight(usize),
}

/// Numbers of the chosen body at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Numbers {
    /// s
    pub(crate) time: f64,
    /// Of the body's origin, m.
    pub(crate) position: Vec3,
    /// m/s
    pub(crate) velocity: Vec3,
    /// rad/s
    pub(crate) spin: Vec3,
    /// Of the motion, of the spin, of the height, J; none where no mass is known.
    pub(crate) energies: Option<[f32; 3]>,
}

/// Another recording beside the first.
pub(crate) struct Beside {
    pub(crate) subject: Subject,
    /// The first difference; none if there is none.
    pub(crate) desync: Option<Desync>,
}

/// All that the window shows.
pub(crate) struct Session {
    pub(crate) subject: Subject,
    /// By which it was opened.
    pub(crate) name: String,
    /// In ticks.
    place: f64,
    pub(crate) paused: bool,
    speed: f64,
    /// The last tick of the timeline.
    end: u64,
    pub(crate) chosen: Option<Chosen>,
    /// Which of its components keys are at.
    pub(crate) component: usize,
    /// Whether the list of components has still to go there.
    pub(crate) seeks_component: bool,
    /// Whether the user has chosen; until then what moves first is shown, and a ball is there only once it is launched.
    own_choice: bool,
    layers: [bool; Layer::ALL.len()],
    pub(crate) params: Vec<Param>,
    /// Which of them keys change.
    pub(crate) param: usize,
    /// As opened, before any number was changed.
    original: Scene,
    original_flight: Option<voltex_flight::Trajectory>,
    /// Paths of the run before the last change.
    pub(crate) ghosts: Vec<Vec<Vec3>>,
    pub(crate) beside: Option<Beside>,
    /// The body that the mouse holds, and where it is to go, m.
    pub(crate) held: Option<(Entity, Vec3)>,
    pub(crate) help: bool,
    pub(crate) profile: bool,
    pub(crate) quit: bool,
    /// Of what went wrong, for the user to read.
    pub(crate) message: Option<String>,
    /// Counts what was opened, so that the view knows when to look anew.
    pub(crate) opened: u32,
    /// The camera of the list that is asked for; the view takes it.
    pub(crate) camera: usize,
    pub(crate) follow: bool,
}

/// Everything that has a name: built-in scenes, then named shots.
pub(crate) fn names() -> Vec<&'static str> {
    scenes::names()
        .chain(shots::ALL.iter().map(|shot| shot.name))
        .collect()
}

impl Session {
    /// Opens a scene, a shot or a recording, and another recording beside it.
    pub(crate) fn open(name: &str, beside: Option<&Path>) -> Result<Self, ViewError> {
        let mut subject = Subject::open(name)?;
        subject.keep_past();
        let beside = match beside {
            Some(other) => Some(Self::beside(&subject, other)?),
            None => None,
        };
        let mut session = Self {
            name: name.to_owned(),
            place: 0.0,
            paused: true,
            speed: 1.0,
            end: 0,
            chosen: None,
            component: 0,
            seeks_component: false,
            own_choice: false,
            layers: [true, false, false, false, true, true, false, false, false],
            params: Vec::new(),
            param: 0,
            original: subject.scene.clone(),
            original_flight: None,
            ghosts: Vec::new(),
            beside,
            held: None,
            help: false,
            profile: false,
            quit: false,
            message: None,
            opened: 1,
            camera: 0,
            follow: false,
            subject,
        };
        session.begin();
        Ok(session)
    }

    fn beside(first: &Subject, other: &Path) -> Result<Beside, ViewError> {
        let Some(own) = first.recording() else {
            return Err(ViewError::Beside(other.to_owned()));
        };
        let open = |path: &Path| {
            let failed = |error| ViewError::Replay {
                path: path.to_owned(),
                error,
            };
            let file = File::open(path).map_err(|error| {
                failed(ReplayError::Io {
                    doing: "read",
                    reason: error.to_string(),
                })
            })?;
            Reader::open(file).map_err(failed)
        };
        let (mut a, mut b) = (open(own)?, open(other)?);
        let mut empty = voltex_ecs::World::new();
        voltex_scene::register(&mut empty)?;
        let found = desync(&mut a, &mut b, &empty).map_err(|error| ViewError::Replay {
            path: other.to_owned(),
            error,
        })?;
        let mut subject = Subject::open(&other.display().to_string())?;
        subject.keep_past();
        subject.go_to(0.0)?;
        Ok(Beside {
            subject,
            desync: found,
        })
    }

    /// Sets everything for a subject that was just opened.
    fn begin(&mut self) {
        let dt = self.subject.dt();
        self.end = match self.subject.end() {
            Some(end) => (end / dt - 1e-6).ceil() as u64,
            None if self.subject.scene.ticks > 0 => u64::from(self.subject.scene.ticks),
            None => TICKS,
        };
        self.original_flight = None;
        self.params = if self.subject.is_shot() {
            self.original_flight = self
                .subject
                .flights
                .first()
                .map(|flown| flown.flight.clone());
            self.original_flight
                .as_ref()
                .map_or_else(Vec::new, params::of_flight)
        } else if self.subject.is_scene() {
            params::of_scene(&self.subject.scene)
        } else {
            // What was recorded has happened.
            Vec::new()
        };
        self.chosen = self.bodies().first().copied();
    }

    /// Opens something else in the same window. What cannot be opened leaves everything as it is.
    pub(crate) fn take(&mut self, name: &str) {
        match Self::open(name, None) {
            Ok(other) => {
                let opened = self.opened + 1;
                let (layers, help) = (self.layers, self.help);
                *self = other;
                (self.opened, self.layers, self.help) = (opened, layers, help);
            }
            Err(error) => self.message = Some(error.to_string()),
        }
    }

    /// Place in ticks, between two of them as a rule.
    pub(crate) const fn place(&self) -> f64 {
        self.place
    }

    /// s
    pub(crate) fn time(&self) -> f64 {
        let time = self.place * self.subject.dt();
        // The last tick of a flight is cut short.
        match self.subject.end() {
            Some(end) if time > end => end,
            _ => time,
        }
    }

    /// The last tick of the timeline.
    pub(crate) const fn end(&self) -> u64 {
        self.end
    }

    pub(crate) const fn speed(&self) -> f64 {
        self.speed
    }

    pub(crate) fn set_speed(&mut self, speed: f64) {
        self.speed = speed.clamp(SPEEDS[0], SPEEDS[1]);
    }

    pub(crate) fn shows(&self, layer: Layer) -> bool {
        Layer::ALL
            .iter()
            .position(|other| *other == layer)
            .is_some_and(|place| self.layers[place])
    }

    fn toggle(&mut self, layer: Layer) {
        if let Some(place) = Layer::ALL.iter().position(|other| *other == layer) {
            self.layers[place] = !self.layers[place];
        }
    }

    /// Goes to a place in ticks, within the timeline.
    pub(crate) fn go(&mut self, place: f64) {
        let before = self.place;
        self.place = place.clamp(0.0, self.end as f64);
        if let Err(error) = self.catch_up() {
            self.message = Some(error.to_string());
            self.paused = true;
            self.place = before;
        }
    }

    fn catch_up(&mut self) -> Result<(), ViewError> {
        let time = self.place * self.subject.dt();
        self.subject.go_to(time)?;
        if !self.chosen.is_some_and(|chosen| self.can_move(chosen)) && !self.own_choice {
            self.chosen = self.bodies().first().copied();
        }
        if let Some(beside) = &mut self.beside {
            let end = beside.subject.end().unwrap_or(time);
            beside.subject.go_to(if time < end { time } else { end })?;
        }
        Ok(())
    }

    /// Time passes, s of the wall.
    pub(crate) fn advance(&mut self, seconds: f64) {
        // False for NaN.
        let passes = seconds > 0.0;
        if self.paused || !passes {
            return;
        }
        let seconds = if seconds < LONGEST_FRAME {
            seconds
        } else {
            LONGEST_FRAME
        };
        let next = self.place + seconds * self.speed / self.subject.dt();
        if let Some((entity, target)) = self.held
            && self.subject.is_scene()
        {
            // A run that is changed has its end farther on.
            self.end = self.end.max(next.ceil() as u64 + 60);
            let time = next * self.subject.dt();
            if let Err(error) = self.subject.go_by_hand(time, entity, target) {
                self.message = Some(error.to_string());
            }
        }
        self.go(next);
        if self.place >= self.end as f64 {
            self.paused = true;
        }
    }

    /// Does what the user wants.
    pub(crate) fn apply(&mut self, command: Command) {
        self.message = None;
        match command {
            Command::PlayOrPause => {
                if self.paused && self.place >= self.end as f64 {
                    self.go(0.0);
                }
                self.paused = !self.paused;
            }
            Command::Step(ticks) => {
                self.paused = true;
                let from = if ticks > 0 {
                    self.place.floor()
                } else {
                    self.place.ceil()
                };
                self.go(from + ticks as f64);
            }
            Command::Start => self.go(0.0),
            Command::End => self.go(self.end as f64),
            Command::Slower => {
                let slower = PACES.iter().rev().find(|pace| **pace < self.speed);
                self.speed = *slower.unwrap_or(&PACES[0]);
            }
            Command::Faster => {
                let faster = PACES.iter().find(|pace| **pace > self.speed);
                self.speed = *faster.unwrap_or(&PACES[PACES.len() - 1]);
            }
            Command::Choose { forwards } => self.choose_next(forwards),
            Command::Component { forwards } => {
                let count = self.components().len().max(1);
                let next = self.component.min(count - 1) + if forwards { 1 } else { count - 1 };
                self.component = next % count;
                self.seeks_component = true;
            }
            Command::NextCamera => {
                self.camera += 1;
                self.follow = false;
            }
            Command::Follow => self.follow = !self.follow,
            Command::Open { forwards } => {
                let names = names();
                let place = names.iter().position(|name| *name == self.name);
                let next = match (place, forwards) {
                    (Some(place), true) => (place + 1) % names.len(),
                    (Some(place), false) => (place + names.len() - 1) % names.len(),
                    (None, _) => 0,
                };
                self.take(names[next]);
            }
            Command::Toggle(layer) => self.toggle(layer),
            Command::Param { forwards } => {
                let count = self.params.len().max(1);
                self.param = (self.param + if forwards { 1 } else { count - 1 }) % count;
            }
            Command::Turn { up } => {
                if let Some(param) = self.params.get(self.param) {
                    let [_, _, step] = param.knob.range();
                    let value = param.value + if up { step } else { -step };
                    self.set_param(self.param, value);
                }
            }
            Command::Reset => {
                for param in &mut self.params {
                    param.value = param.original;
                }
                self.run_again();
            }
            Command::NextImpact => self.go_to_impact(true),
            Command::PreviousImpact => self.go_to_impact(false),
            Command::Difference => match self.first_difference() {
                Some(tick) => {
                    self.paused = true;
                    self.go(tick as f64);
                }
                None => {
                    self.message = Some(match self.beside {
                        Some(_) => "the two recordings do not differ".to_owned(),
                        None => "there is one recording; open two with --beside".to_owned(),
                    })
                }
            },
            Command::Profile => self.profile = !self.profile,
            Command::Help => self.help = !self.help,
            Command::Quit => {
                if self.help {
                    self.help = false;
                } else {
                    self.quit = true;
                }
            }
        }
    }

    /// The first state that differs from that of the recording beside.
    pub(crate) fn first_difference(&self) -> Option<u64> {
        let found = self.beside.as_ref()?.desync.as_ref()?;
        // A step is counted by the ticks before it.
        Some(found.tick + 1)
    }

    fn go_to_impact(&mut self, forwards: bool) {
        let here = self.place;
        let ticks: Vec<f64> = if let Some(Chosen::Flight(index)) = self.chosen {
            let flown = &self.subject.flights[index];
            let dt = self.subject.dt();
            flown
                .flight
                .impacts()
                .map(|(time, _)| ((flown.begins + time) / dt).ceil())
                .collect()
        } else {
            let past = self.subject.past();
            past.map_or_else(Vec::new, |past| {
                past.impact_ticks().map(|tick| tick as f64).collect()
            })
        };
        let found = if forwards {
            ticks.iter().find(|tick| **tick > here)
        } else {
            ticks.iter().rev().find(|tick| **tick < here)
        };
        match found {
            Some(tick) => {
                self.paused = true;
                self.go(*tick);
            }
            None => {
                self.message =
                    Some("no impact there that has been shown; play on to find more".to_owned())
            }
        }
    }

    /// All that can be chosen: flights alone, balls, other bodies that move, then what stands.
    pub(crate) fn bodies(&self) -> Vec<Chosen> {
        let world = self.subject.world();
        let bodies = world.query::<(Entity, &RigidBody, Option<&Ballistic>)>();
        let of = |rank: u8| {
            let some = (&bodies).into_iter().filter(move |(_, body, ball)| {
                let own = match (ball, body.is_static()) {
                    (Some(_), _) => 0,
                    (None, false) => 1,
                    (None, true) => 2,
                };
                own == rank
            });
            some.map(|(entity, ..)| Chosen::Body(entity))
                .collect::<Vec<_>>()
        };
        let flights = self.subject.flights.iter().enumerate();
        let alone = flights
            .filter(|(_, flown)| !flown.in_world)
            .map(|(index, _)| Chosen::Flight(index));
        alone.chain((0..3).flat_map(of)).collect()
    }

    /// The user wants to see a body.
    pub(crate) fn choose(&mut self, chosen: Chosen) {
        self.chosen = Some(chosen);
        self.own_choice = true;
    }

    /// Names under which the components of the chosen body are registered.
    pub(crate) fn components(&self) -> Vec<&'static str> {
        let Some(Chosen::Body(entity)) = self.chosen else {
            return Vec::new();
        };
        let world = self.subject.world();
        world
            .parts()
            .map(|part| part.name)
            .filter(|name| world.describe_component(name, entity).is_some())
            .collect()
    }

    fn can_move(&self, chosen: Chosen) -> bool {
        match chosen {
            Chosen::Flight(_) => true,
            Chosen::Body(entity) => {
                let body = self.subject.world().get::<RigidBody>(entity);
                body.is_some_and(|body| !body.is_static())
            }
        }
    }

    fn choose_next(&mut self, forwards: bool) {
        let all = self.bodies();
        let place = all.iter().position(|other| Some(*other) == self.chosen);
        let next = match (place, forwards) {
            (Some(place), true) if place + 1 < all.len() => place + 1,
            (Some(place), false) if place > 0 => place - 1,
            (Some(place), _) => place,
            (None, _) => 0,
        };
        if let Some(next) = all.get(next) {
            self.choose(*next);
        }
    }

    /// What a choice is called.
    pub(crate) fn name_of(&self, chosen: Chosen) -> String {
        match chosen {
            Chosen::Flight(index) => self.subject.flights[index]
                .flight
                .ball()
                .name
                .replace('_', " "),
            Chosen::Body(entity) => self.subject.name_of(entity),
        }
    }

    /// Sets a number and runs anew; a value out of range counts as the nearest.
    pub(crate) fn set_param(&mut self, index: usize, value: f64) {
        let Some(param) = self.params.get_mut(index) else {
            return;
        };
        let [from, to, _] = param.knob.range();
        let before = param.value;
        // Steps of a tenth leave no tail of digits.
        param.value = (value.clamp(from, to) * 1e6).round() / 1e6;
        if param.value != before && !self.run_again() {
            self.params[index].value = before;
        }
    }

    /// The shot or scene with the numbers as they now are, to where it was; the old paths stay. False, with a message, if
    /// it cannot be.
    fn run_again(&mut self) -> bool {
        let ghosts = self.paths();
        let result = if let Some(original) = &self.original_flight {
            params::fly(original, &self.params)
                .map(|flight| self.subject.flights[0].flight = flight)
        } else {
            let before = std::mem::replace(
                &mut self.subject.scene,
                params::changed(&self.original, &self.params),
            );
            let restarted = self.subject.restart();
            if restarted.is_err() {
                self.subject.scene = before;
            }
            restarted
        };
        match result {
            Ok(()) => {
                self.ghosts = ghosts;
                if let Some(end) = self.subject.end() {
                    self.end = (end / self.subject.dt() - 1e-6).ceil() as u64;
                }
                self.go(self.place);
                true
            }
            Err(error) => {
                self.message = Some(error.to_string());
                false
            }
        }
    }

    /// The paths that are worth keeping as ghosts: of flights, and of the chosen body.
    fn paths(&self) -> Vec<Vec<Vec3>> {
        let mut paths: Vec<Vec<Vec3>> = Vec::new();
        for flown in self.subject.flights.iter().filter(|flown| !flown.in_world) {
            let end = flown.flight.duration();
            let steps = 200;
            let at = |step: i32| {
                flown
                    .pose(end * f64::from(step) / f64::from(steps))
                    .position
            };
            paths.push((0..=steps).map(at).collect());
        }
        if let (Some(Chosen::Body(entity)), Some(past)) = (self.chosen, self.subject.past()) {
            paths.push(
                past.track(entity)
                    .map(|(_, moment)| moment.position)
                    .collect(),
            );
        }
        paths
    }

    /// Numbers of the chosen body at the place; none if nothing is chosen, or it is not there.
    pub(crate) fn numbers(&self) -> Option<Numbers> {
        self.numbers_of(&self.subject, self.time())
    }

    pub(crate) fn numbers_of(&self, subject: &Subject, time: f64) -> Option<Numbers> {
        match self.chosen? {
            Chosen::Flight(index) => Some(flight_numbers(subject, index, time)),
            Chosen::Body(entity) => {
                let moment = Moment::of_body(subject.world(), entity)?;
                Some(self.body_numbers(subject, entity, moment, time))
            }
        }
    }

    fn body_numbers(
        &self,
        subject: &Subject,
        entity: Entity,
        moment: Moment,
        time: f64,
    ) -> Numbers {
        let mass = mass_of_body(subject.world(), entity);
        let gravity = subject.config().gravity;
        let energies = mass.map(|mass| {
            let energies = moment.energies(&mass, gravity);
            [
                energies.translational,
                energies.rotational,
                energies.potential,
            ]
        });
        Numbers {
            time,
            position: moment.position,
            velocity: moment.velocity,
            spin: moment.spin,
            energies,
        }
    }

    /// Numbers of the chosen body over time: of a flight from end to end, of a body as far as it has been shown.
    pub(crate) fn curves(&self) -> Vec<Numbers> {
        match self.chosen {
            Some(Chosen::Flight(index)) => {
                let flown = &self.subject.flights[index];
                let steps = 300;
                let at = |step: i32| {
                    flown.begins + flown.flight.duration() * f64::from(step) / f64::from(steps)
                };
                (0..=steps)
                    .map(|step| flight_numbers(&self.subject, index, at(step)))
                    .collect()
            }
            Some(Chosen::Body(entity)) => {
                let dt = self.subject.dt();
                let past = self.subject.past();
                let track = past.into_iter().flat_map(|past| past.track(entity));
                track
                    .map(|(tick, moment)| {
                        self.body_numbers(&self.subject, entity, moment, tick as f64 * dt)
                    })
                    .collect()
            }
            None => Vec::new(),
        }
    }

    /// Hash of the physics at the tick of the world; none of a shot alone.
    pub(crate) fn hash(&self) -> Option<u64> {
        (!self.subject.is_shot())
            .then(|| physics_hash(self.subject.world(), &self.subject.config()))
    }
}

fn flight_numbers(subject: &Subject, index: usize, time: f64) -> Numbers {
    let flown = &subject.flights[index];
    let own = flown.time(time).unwrap_or(0.0);
    let state = flown.flight.state_at(own);
    let energy = flown.flight.energy_at(own);
    Numbers {
        time,
        position: flown.origin + state.position.as_vec3(),
        velocity: state.velocity.as_vec3(),
        spin: state.spin.as_vec3(),
        energies: Some(
            [energy.translation, energy.rotation, energy.height].map(|part| part as f32),
        ),
    }
}

#[cfg(test)]
mod tests {
    use voltex_replay::{RecordOptions, Recorder};

    use super::*;
    use crate::params::Knob;

    fn opened(name: &str) -> Session {
        Session::open(name, None).unwrap_or_else(|error| panic!("{error}"))
    }

    fn hash_at(session: &mut Session, tick: u64) -> u64 {
        session.go(tick as f64);
        assert_eq!(session.message, None);
        session.hash().expect("a world")
    }

    #[test]
    fn any_tick_is_the_same_from_before_and_from_behind() {
        let mut session = opened("dominoes");
        let forwards: Vec<u64> = (0..=100).map(|tick| hash_at(&mut session, tick)).collect();
        for tick in [100, 99, 3, 50, 17, 16, 15, 0, 100] {
            assert_eq!(
                hash_at(&mut session, tick),
                forwards[tick as usize],
                "tick {tick}"
            );
        }
    }

    #[test]
    fn the_clock_runs_at_its_speed_stops_at_the_end_and_starts_again() {
        let mut session = opened("spheres_drop");
        session.apply(Command::PlayOrPause);
        session.advance(0.1);
        assert!((session.place() - 6.0).abs() < 1e-3, "{}", session.place());
        session.set_speed(100.0);
        session.advance(0.1);
        assert!((session.place() - 54.0).abs() < 1e-2, "{}", session.place());
        session.apply(Command::End);
        session.advance(0.1);
        assert!(session.paused);
        session.apply(Command::PlayOrPause);
        assert_eq!((session.paused, session.place()), (false, 0.0));
        session.advance(f64::NAN);
        assert_eq!(session.place(), 0.0);
    }

    #[test]
    fn a_number_changes_the_run_and_reset_brings_back_every_bit() {
        let mut session = opened("spheres_drop");
        let before = hash_at(&mut session, 40);
        let gravity = session
            .params
            .iter()
            .position(|param| param.knob == Knob::Gravity)
            .expect("one");
        session.set_param(gravity, 1.6);
        assert_ne!(session.hash().expect("a world"), before);
        assert_eq!((session.place(), session.ghosts.len()), (40.0, 1));
        assert!(session.ghosts[0].len() > 1);
        // Beyond its range it is the nearest.
        session.set_param(gravity, 1e9);
        assert_eq!(session.params[gravity].value, 30.0);
        session.apply(Command::Reset);
        assert_eq!(session.hash().expect("a world"), before);
    }

    #[test]
    fn a_body_that_is_pulled_goes_along_and_the_run_with_it_is_repeated() {
        let mut session = opened("spheres_drop");
        let Some(Chosen::Body(body)) = session.chosen else {
            panic!("{:?}", session.chosen);
        };
        session.go(10.0);
        let place = |session: &Session| session.numbers().expect("a body").position;
        let target = place(&session) + Vec3::new(3.0, 2.0, 0.0);
        session.held = Some((body, target));
        session.apply(Command::PlayOrPause);
        for _ in 0..60 {
            session.advance(1.0 / 60.0);
        }
        // Gravity pulls as well: g/PULL_RATE^2 below the target, and what a step lets it fall.
        assert!(
            place(&session).distance(target) < 0.25,
            "{} to {target}",
            place(&session)
        );
        session.held = None;
        session.apply(Command::PlayOrPause);
        let (end, hash) = (session.place().ceil() as u64, session.place().ceil() as u64);
        let hash = hash_at(&mut session, hash);
        hash_at(&mut session, 5);
        assert_eq!(hash_at(&mut session, end), hash);
    }

    /// Every name of the list opens, plays and is left again for the next.
    #[test]
    fn names_of_the_list_open() {
        let all = names();
        assert!(all.len() > 60, "{}", all.len());
        let mut session = opened("stack");
        for name in ["curve-kick", "topspin", "free_kick", "ten_pins", "chain"] {
            session.take(name);
            assert_eq!(
                (session.message.clone(), session.name.as_str()),
                (None, name)
            );
            session.go(20.0);
            assert!(session.numbers().is_some(), "{name}");
            assert!(!session.curves().is_empty(), "{name}");
        }
        session.take("no such thing");
        assert!(session.message.is_some());
        assert_eq!(session.name, "chain");
    }

    #[test]
    fn two_recordings_go_side_by_side_to_the_first_difference() {
        let folder = std::env::temp_dir().join(format!("voltex_beside_{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let scene = scenes::get("stack").expect("a built-in scene");
        let record = |name: &str, nudge: Option<u64>| {
            let mut world = scene.build().expect("it is sound");
            let config = scene.config();
            let mut recorder =
                Recorder::new(Vec::new(), &mut world, &config, RecordOptions::default())
                    .expect("memory");
            for tick in 0..40 {
                if nudge == Some(tick) {
                    let body = scene.entity(&world, "crates", 3).expect("a crate");
                    world.get_mut::<RigidBody>(body).expect("a body").velocity.x = 4.0;
                }
                recorder.step(&mut world, &config).expect("memory");
            }
            let path = folder.join(name);
            std::fs::write(&path, recorder.finish().expect("memory")).expect("the folder takes it");
            path
        };
        let (a, b) = (record("a.vxr", None), record("b.vxr", Some(12)));
        let mut session = Session::open(&a.display().to_string(), Some(&b))
            .unwrap_or_else(|error| panic!("{error}"));
        session.apply(Command::Difference);
        assert_eq!((session.place(), session.end()), (13.0, 40));
        let speeds = |session: &Session| {
            let beside = session.beside.as_ref().expect("two");
            [&session.subject, &beside.subject].map(|subject| {
                let body = scene.entity(subject.world(), "crates", 3).expect("a crate");
                subject
                    .world()
                    .get::<RigidBody>(body)
                    .expect("a body")
                    .velocity
                    .x
            })
        };
        let [still, pushed] = speeds(&session);
        assert!(still.abs() < 0.01 && pushed > 1.0, "{still} {pushed}");
        session.apply(Command::Step(-1));
        let [one, other] = speeds(&session);
        assert_eq!(one, other, "before it they are the same");
        let same = Session::open(&a.display().to_string(), Some(&a))
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(same.first_difference(), None);
        assert!(Session::open("stack", Some(&a)).is_err());
        std::fs::remove_dir_all(&folder).expect("its own folder");
    }
}
