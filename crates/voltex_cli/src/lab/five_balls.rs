//! `voltex lab five-balls`: five balls in a box, their paths and their energy.

use voltex_math::{DVec3, Vec3};

use super::report::{Group, Report, curve};
use super::room::{Room, Thing};
use crate::error::CliError;
use crate::picture::sheet::{Curve, Look};

const G: f64 = 9.81;
const BALLS: usize = 5;
/// Radius of a ball, half the inner edges of the box, half the thickness of its walls, m.
const RADIUS: f32 = 0.15;
const INSIDE: f32 = 1.0;
const WALL: f32 = 0.25;
/// Steps that are looked at, at 60 a second.
const STEPS: u32 = 600;

pub(super) fn run() -> Result<Report, CliError> {
    let mut report = Report::new(
        "five-balls",
        "Five balls in a box",
        "Five balls of 1 to 5 kg in a box of 2 m, with gravity and e = 1, and without gravity and e = 0.8; ten seconds",
    );
    let bouncing = film(Vec3::Y * -9.81, 1.0)?;
    let again = film(Vec3::Y * -9.81, 1.0)?;
    let slowing = film(Vec3::ZERO, 0.8)?;

    let mut group = Group::new(
        "e = 1, with gravity",
        "motion and height share one energy, which no bounce changes: a ten-thousandth in ten seconds; equal runs end with equal bits",
    );
    let start = bouncing.energy[0];
    let furthest = bouncing
        .energy
        .iter()
        .copied()
        .fold(start, |worst, energy| {
            if (energy - start).abs() > (worst - start).abs() {
                energy
            } else {
                worst
            }
        });
    group.relative(
        "energy at its furthest from the start",
        furthest,
        start,
        "J",
        1e-4,
    );
    let equal = f64::from(u8::from(bouncing.hash == again.hash));
    group.within("second run with the hash of the first", equal, 1.0, "", 0.0);
    report.add(group);

    let mut group = Group::new(
        "e = 0.8, without gravity",
        "an impact takes mu (1 - e^2) v^2/2, v being the speed at which the two approach; summed over all of them, 0.01 %",
    );
    let [first, last] = [slowing.energy[0], slowing.energy[STEPS as usize]];
    group.relative("energy lost", first - last, slowing.lost, "J", 1e-4);
    let gain = slowing.energy.windows(2).map(|pair| pair[1] - pair[0]);
    let gain = gain.fold(0.0, voltex_math::f64::max);
    group.within(
        "largest gain of energy in a step",
        gain,
        0.0,
        "J",
        1e-6 * first,
    );
    report.add(group);

    report.map("e = 1, from the side", ["x (m)", "y (m)"], bouncing.paths());
    report.map(
        "e = 0.8, without gravity, from the side",
        ["x (m)", "y (m)"],
        slowing.paths(),
    );
    let energies = [
        ("e = 1, with gravity", &bouncing),
        ("e = 0.8, without", &slowing),
    ];
    let curves = energies
        .into_iter()
        .enumerate()
        .map(|(colour, (name, film))| {
            curve(name, Look::Line, colour, film.over_time(&film.energy))
        });
    report.chart(
        "Energy of motion and height",
        ["time (s)", "energy (J)"],
        curves.collect(),
    );
    Ok(report)
}

/// What was seen of a run.
struct Film {
    /// Centres of the balls at each step.
    places: Vec<[DVec3; BALLS]>,
    /// Energy at each step, J.
    energy: Vec<f64>,
    /// What the impacts took by their closed form, J.
    lost: f64,
    hash: u64,
    dt: f64,
}

impl Film {
    fn over_time(&self, values: &[f64]) -> Vec<(f64, f64)> {
        let times = (0_u32..).map(|step| f64::from(step) * self.dt);
        times.zip(values.iter().copied()).collect()
    }

    /// The paths of three seconds; more would be a tangle.
    fn paths(&self) -> Vec<Curve> {
        let seen = &self.places[..180];
        let mut curves: Vec<Curve> = (0..BALLS)
            .map(|ball| {
                let path = seen.iter().map(|places| (places[ball].x, places[ball].y));
                let name = format!("{} kg", ball + 1);
                curve(name, Look::Line, ball, path.collect())
            })
            .collect();
        let r = f64::from(INSIDE);
        let corners = vec![(-r, -r), (r, -r), (r, r), (-r, r), (-r, -r)];
        curves.push(curve("", Look::Line, 6, corners));
        curves
    }
}

fn film(gravity: Vec3, e: f32) -> Result<Film, CliError> {
    let mut things: Vec<Thing> = (0..BALLS)
        .map(|ball| {
            let turn = ball as f32;
            // Anywhere in the box, as long as they lie apart.
            let place = Vec3::new(
                -0.7 + 0.35 * turn,
                0.5 - 0.25 * (turn % 3.0),
                0.3 - 0.15 * turn,
            );
            let velocity = Vec3::new(2.0 - turn, 1.0 + 0.5 * turn, -1.5 + 0.7 * turn);
            Thing::ball(turn + 1.0, RADIUS).at(place).moving(velocity)
        })
        .collect();
    let far = INSIDE + WALL;
    for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
        // Walls overlap at the edges of the box.
        let half = Vec3::splat(far + WALL) * (Vec3::ONE - axis) + axis * WALL;
        things.extend([-far, far].map(|side| Thing::wall(half).at(axis * side)));
    }
    let things: Vec<Thing> = things
        .into_iter()
        .map(|thing| thing.surface(0.0, e))
        .collect();
    let mut room = Room::new(gravity, &things);
    let mut film = Film {
        places: Vec::new(),
        energy: Vec::new(),
        lost: 0.0,
        hash: 0,
        dt: room.dt(),
    };
    let weight = -f64::from(gravity.y) / G;
    for step in 0..=STEPS {
        film.places
            .push(std::array::from_fn(|ball| room.place(ball)));
        film.energy.push(
            (0..BALLS)
                .map(|ball| {
                    let height = room.place(ball).y + f64::from(INSIDE - RADIUS);
                    let speed = room.velocity(ball).length_squared();
                    room.mass(ball) * (0.5 * speed + weight * G * height)
                })
                .sum(),
        );
        if step == STEPS {
            break;
        }
        for impact in room.step()?.impacts {
            let inverse = |entity| {
                let place = room.bodies.iter().position(|body| *body == entity);
                place
                    .filter(|place| *place < BALLS)
                    .map_or(0.0, |ball| 1.0 / room.mass(ball))
            };
            let mass = 1.0 / (inverse(impact.a) + inverse(impact.b));
            let approach = (impact.before[1].velocity - impact.before[0].velocity).as_dvec3();
            let speed = approach.dot(impact.normal.as_dvec3());
            let e = f64::from(e);
            film.lost += 0.5 * mass * (1.0 - e * e) * speed * speed;
        }
    }
    film.hash = room.hash();
    Ok(film)
}
