//! The solver on bodies whose contacts are plain to see: spheres, and boxes on a floor.

use voltex_math::random::{Key, uniform_in};
use voltex_math::simd::Level;
use voltex_math::{Mat3, Quat, Vec3};

use super::*;

const DT: f32 = 1.0 / 60.0;
const G: f32 = 9.81;

/// A body of the tests: a ball, or a box that touches the floor with its lower corners.
#[derive(Clone, Copy)]
struct Thing {
    position: Vec3,
    rotation: Quat,
    velocity: Vec3,
    spin: Vec3,
    inverse_mass: f32,
    inverse_inertia: Vec3,
    shape: Form,
}

#[derive(Clone, Copy)]
enum Form {
    Ball(f32),
    Block(Vec3),
}

impl Thing {
    fn ball(mass: f32, radius: f32, factor: f32, position: Vec3) -> Self {
        Self {
            position,
            rotation: Quat::IDENTITY,
            velocity: Vec3::ZERO,
            spin: Vec3::ZERO,
            inverse_mass: 1.0 / mass,
            inverse_inertia: Vec3::splat(1.0 / (factor * mass * radius * radius)),
            shape: Form::Ball(radius),
        }
    }

    fn block(mass: f32, half: Vec3, position: Vec3) -> Self {
        let square = half * half;
        let inertia = Vec3::new(
            square.y + square.z,
            square.z + square.x,
            square.x + square.y,
        ) * (mass / 3.0);
        Self {
            inverse_inertia: Vec3::ONE / inertia,
            shape: Form::Block(half),
            ..Self::ball(mass, 1.0, 0.4, position)
        }
    }
}

/// Things over a floor at y = 0, their contacts found by looking at every pair.
#[derive(Clone)]
struct Room {
    things: Vec<Thing>,
    gravity: Vec3,
    friction: f32,
    restitution: f32,
    rolling: f32,
    /// Impulses of the last step by the bodies and the place of the contact.
    kept: Vec<((usize, usize), usize, ContactInput)>,
    level: Level,
}

impl Room {
    fn new(things: Vec<Thing>) -> Self {
        Self {
            things,
            gravity: Vec3::new(0.0, -G, 0.0),
            friction: 0.5,
            restitution: 0.0,
            rolling: 0.0,
            kept: Vec::new(),
            level: Level::best(),
        }
    }

    fn contact(
        &self,
        key: (usize, usize),
        normal: Vec3,
        roundness: [f32; 2],
        points: &[[Vec3; 2]],
    ) -> ((usize, usize), usize, ContactInput) {
        let old = self
            .kept
            .iter()
            .find(|(at, ..)| *at == key)
            .map(|(.., contact)| contact.left);
        let [r_a, r_b] = roundness;
        let rolling_radius = if r_a > 0.0 && r_a < r_b { r_a } else { r_b };
        // Places and normal in the bodies, from those in the world.
        let [a, b] = [self.frame(key.0), self.frame(key.1)];
        let local =
            |frame: &Frame, place: Vec3| frame.rotation().conjugate() * (place - frame.position());
        let Vec3 { x, y, z } = a.rotation().conjugate() * normal;
        let mut contact = ContactInput {
            normal: [x, y, z, self.friction],
            belt: [0.0, 0.0, 0.0, self.restitution],
            round: [self.rolling * rolling_radius, 0.0, r_a, r_b],
            left: old.unwrap_or_default(),
            ..ContactInput::NONE
        };
        for (to, [on_a, on_b]) in contact.points.iter_mut().zip(points) {
            *to = PointInput::new(local(&a, *on_a), local(&b, *on_b));
        }
        (key, points.len(), contact)
    }

    /// Frame of a thing, and of the floor, which comes after the last of them.
    fn frame(&self, index: usize) -> Frame {
        let (position, rotation) = self
            .things
            .get(index)
            .map_or((Vec3::ZERO, Quat::IDENTITY), |thing| {
                (thing.position, thing.rotation)
            });
        Frame::new(position, rotation, Vec3::ZERO)
    }

    fn contacts(&self) -> Vec<((usize, usize), usize, ContactInput)> {
        const MARGIN: f32 = 0.02;
        let floor = self.things.len();
        let mut contacts = Vec::new();
        for (i, thing) in self.things.iter().enumerate() {
            match thing.shape {
                Form::Ball(radius) => {
                    let gap = thing.position.y - radius;
                    if gap < MARGIN {
                        let low = thing.position - Vec3::Y * radius;
                        contacts.push(self.contact(
                            (floor, i),
                            Vec3::Y,
                            [0.0, radius],
                            &[[low.with_y(0.0), low]],
                        ));
                    }
                    for (j, other) in self.things.iter().enumerate().skip(i + 1) {
                        let Form::Ball(far) = other.shape else {
                            continue;
                        };
                        let way = other.position - thing.position;
                        let gap = way.length() - radius - far;
                        if gap < MARGIN {
                            let normal = way / way.length();
                            let point = [[
                                thing.position + normal * radius,
                                other.position - normal * far,
                            ]];
                            contacts.push(self.contact((i, j), normal, [radius, far], &point));
                        }
                    }
                }
                Form::Block(half) => {
                    let points: Vec<_> = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
                        .into_iter()
                        .map(|(x, z)| thing.rotation * (half * Vec3::new(x, -1.0, z)))
                        .map(|arm| thing.position + arm)
                        .map(|corner| [corner.with_y(0.0), corner])
                        .collect();
                    if points.iter().any(|[_, corner]| corner.y < MARGIN) {
                        contacts.push(self.contact((floor, i), Vec3::Y, [0.0; 2], &points));
                    }
                }
            }
        }
        contacts
    }

    fn step(&mut self) {
        let settings = SolveSettings::new(DT, 4, 1.0);
        let mut bodies = SolverBodies::default();
        bodies.clear();
        let refs: Vec<BodyRef> = self
            .things
            .iter()
            .map(|thing| {
                let turn = Mat3::from_quat(thing.rotation);
                bodies.push(
                    BodyState::moving(thing.velocity, thing.spin),
                    BodyMass {
                        inverse_mass: thing.inverse_mass,
                        inverse_inertia: turn
                            * Mat3::from_diagonal(thing.inverse_inertia)
                            * turn.transpose(),
                        acceleration: self.gravity,
                        decay: Decay::new(0.0, DT / 4.0),
                        angular_keep: 1.0,
                        free: None,
                        tumble: match thing.shape {
                            Form::Ball(_) => None,
                            Form::Block(_) => Some(Tumble {
                                axes: thing.rotation,
                                moments: Vec3::ONE / thing.inverse_inertia,
                            }),
                        },
                    },
                )
            })
            .collect();
        let frames: Vec<Frame> = (0..=self.things.len()).map(|i| self.frame(i)).collect();
        let contacts = self.contacts();
        let constraints: Vec<Constraint> = contacts
            .iter()
            .enumerate()
            .map(|(index, ((a, b), points, _))| Constraint {
                bodies: [*a, *b].map(|i| refs.get(i).copied().unwrap_or(BodyRef::WORLD)),
                frames: [*a as u32, *b as u32],
                input: index as u32,
                points: *points as u32,
            })
            .collect();
        let mut inputs: Vec<ContactInput> = contacts.iter().map(|(.., input)| *input).collect();
        let set = ContactSet {
            constraints: &constraints,
            inputs: &mut inputs,
            frames: &frames,
        };
        Solver::default().solve(self.level, &settings, &mut bodies, set, &mut []);
        for (thing, body) in self.things.iter_mut().zip(refs) {
            let state = &bodies.states[body.index()];
            thing.position += state.shift();
            thing.rotation = (state.turn() * thing.rotation).normalize();
            thing.velocity = state.velocity();
            thing.spin = state.spin();
        }
        self.kept = contacts
            .into_iter()
            .zip(inputs)
            .map(|((key, points, _), input)| (key, points, input))
            .collect();
    }

    fn run(&mut self, seconds: f32) {
        for _ in 0..(seconds / DT).round() as usize {
            self.step();
        }
    }
}

#[test]
fn free_fall_has_no_step_size_error() {
    let mut room = Room::new(vec![Thing::ball(1.0, 0.1, 0.4, Vec3::Y * 100.0)]);
    room.things[0].velocity = Vec3::new(3.0, 5.0, 0.0);
    room.run(2.0);
    let expected = Vec3::new(6.0, 100.0 + 10.0 - 0.5 * G * 4.0, 0.0);
    assert!(
        (room.things[0].position - expected).length() < 2e-4,
        "{}",
        room.things[0].position
    );
}

/// `v' = g - c v` from rest: `x = g t/c - g (1 - exp(-c t))/c^2`.
#[test]
fn damped_fall_is_exact_at_any_step() {
    for c in [1.0e-5, 0.02, 0.5, 30.0] {
        let (h, g) = (DT / 4.0, -9.81_f64);
        let decay = Decay::new(c, h);
        let (mut v, mut x) = (0.0_f64, 0.0_f64);
        for _ in 0..240 {
            v = v * f64::from(decay.keep) + g * f64::from(decay.gain);
            x += v * f64::from(decay.way) + g * f64::from(decay.fall);
        }
        let (c, t) = (f64::from(c), 240.0 * f64::from(h));
        let expected = if c < 1e-4 {
            g * t * t / 2.0 * (1.0 - c * t / 3.0)
        } else {
            g * t / c + g * voltex_math::f64::exp_m1(-c * t) / (c * c)
        };
        assert!((x / expected - 1.0).abs() < 1e-5, "{c}: {x} {expected}");
    }
}

#[test]
fn a_block_rests_and_its_contacts_carry_its_weight() {
    let mut room = Room::new(vec![Thing::block(
        8.0,
        Vec3::new(0.5, 0.5, 1.0),
        Vec3::Y * 0.5,
    )]);
    room.run(10.0);
    let thing = &room.things[0];
    assert!(
        (thing.position - Vec3::Y * 0.5).length() < 1e-3,
        "{}",
        thing.position
    );
    assert!(thing.velocity.length() < 1e-4 && thing.spin.length() < 1e-4);
    let load: f32 = room.kept[0].2.left.normal.iter().sum();
    assert!((load / (8.0 * G * DT / 4.0) - 1.0).abs() < 1e-3, "{load}");
}

/// Stopping distance `v^2/(2 mu g)`.
#[test]
fn a_sliding_block_stops_where_coulomb_says() {
    let mut room = Room::new(vec![Thing::block(8.0, Vec3::splat(0.5), Vec3::Y * 0.5)]);
    room.friction = 0.3;
    room.run(0.5);
    let start = room.things[0].position.x;
    room.things[0].velocity = Vec3::X * 4.0;
    room.run(3.0);
    let way = room.things[0].position.x - start;
    let expected = 16.0 / (2.0 * 0.3 * G);
    assert!((way / expected - 1.0).abs() < 0.01, "{way} {expected}");
    assert!(room.things[0].velocity.length() < 1e-4);
}

/// A solid ball that slides at first rolls at 5/7 of its speed.
#[test]
fn a_sliding_ball_ends_rolling() {
    let mut room = Room::new(vec![Thing::ball(1.0, 0.1, 0.4, Vec3::Y * 0.1)]);
    room.friction = 0.2;
    room.things[0].velocity = Vec3::X * 5.0;
    room.run(2.0);
    let thing = &room.things[0];
    assert!(
        (thing.velocity.x / (25.0 / 7.0) - 1.0).abs() < 1e-3,
        "{}",
        thing.velocity
    );
    assert!(
        (thing.spin.z + thing.velocity.x / 0.1).abs() < 1e-2,
        "{}",
        thing.spin
    );
}

/// A rolling ball decelerates at `mu_r g/(1 + alpha)` and stops for good, small and light as it may be.
#[test]
fn small_ball_spin() {
    for (mass, radius, alpha) in [(0.0459, 0.02134, 0.4), (0.0027, 0.02, 2.0 / 3.0)] {
        let mut room = Room::new(vec![Thing::ball(mass, radius, alpha, Vec3::Y * radius)]);
        (room.friction, room.rolling) = (0.4, 0.02);
        room.things[0].velocity = Vec3::X * 0.5;
        room.things[0].spin = Vec3::Z * (-0.5 / radius);
        room.run(0.5);
        let thing = &room.things[0];
        assert!((thing.velocity.x + thing.spin.z * radius).abs() < 0.01 * thing.velocity.x);
        room.run(7.0);
        let expected = 0.5 * 0.5 * (1.0 + alpha) / (2.0 * 0.02 * G);
        let way = room.things[0].position.x;
        assert!((way / expected - 1.0).abs() < 0.01, "{way} {expected}");
        assert!(room.things[0].velocity.length() < 1e-5);
    }
}

/// Contacts are springs: they give by the weight above, and then stand still.
/// Euler's equations in `f64`, by RK4 with a small step: the spin of a free body in its own axes.
fn free_spin(moments: [f64; 3], mut w: [f64; 3], seconds: f64) -> [f64; 3] {
    let rate = |w: [f64; 3]| {
        [0, 1, 2].map(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            (moments[j] - moments[k]) * w[j] * w[k] / moments[i]
        })
    };
    let add = |a: [f64; 3], b: [f64; 3], s: f64| [0, 1, 2].map(|i| a[i] + s * b[i]);
    let h = 1.0e-4;
    for _ in 0..(seconds / h).round() as usize {
        let k1 = rate(w);
        let k2 = rate(add(w, k1, h / 2.0));
        let k3 = rate(add(w, k2, h / 2.0));
        let k4 = rate(add(w, k3, h));
        w = [0, 1, 2].map(|i| w[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
    }
    w
}

/// A thrown racket flips about its middle axis (Dzhanibekov); momentum and energy stay.
#[test]
fn a_free_body_tumbles_as_euler_says() {
    let mut room = Room::new(vec![Thing::block(
        2.0,
        Vec3::new(0.3, 0.1, 0.6),
        Vec3::ZERO,
    )]);
    room.gravity = Vec3::ZERO;
    room.things[0].position.y = 50.0;
    room.things[0].spin = Vec3::new(6.0, 0.05, 0.02);
    let moments = Vec3::ONE / room.things[0].inverse_inertia;
    let momentum =
        |thing: &Thing| thing.rotation * ((thing.rotation.conjugate() * thing.spin) * moments);
    let energy = |thing: &Thing| thing.spin.dot(momentum(thing));
    let (before, energy_before) = (momentum(&room.things[0]), energy(&room.things[0]));
    let mut flips = 0;
    let mut side = 1.0;
    for step in 1..=600 {
        room.step();
        let thing = &room.things[0];
        let own = thing.rotation.conjugate() * thing.spin;
        if own.x * side < 0.0 {
            side = -side;
            flips += 1;
        }
        if step == 60 {
            let [x, y, z] = free_spin(
                moments.to_array().map(f64::from),
                [6.0, f64::from(0.05_f32), f64::from(0.02_f32)],
                1.0,
            );
            let exact = Vec3::new(x as f32, y as f32, z as f32);
            assert!((own - exact).length() < 1e-4 * 6.0, "{own} {exact}");
        }
    }
    let thing = &room.things[0];
    assert!((momentum(thing) - before).length() < 2e-5 * before.length());
    assert!(
        (energy(thing) / energy_before - 1.0).abs() < 2e-5,
        "{}",
        energy(thing) / energy_before
    );
    assert!(flips >= 3, "{flips}");
}

#[test]
fn a_tower_of_balls_stands_while_it_is_straight() {
    let things = (0..10)
        .map(|i| Thing::ball(1.0, 0.5, 0.4, Vec3::Y * (0.5 + i as f32)))
        .collect();
    let mut room = Room::new(things);
    room.run(5.0);
    let settled = room.things.clone();
    room.run(5.0);
    let mut below = -0.5;
    for (i, (thing, before)) in room.things.iter().zip(&settled).enumerate() {
        let gap = thing.position.y - below - 1.0;
        assert!((-0.01..1e-4).contains(&gap), "{i}: {gap}");
        assert_eq!((thing.position.x, thing.position.z), (0.0, 0.0), "{i}");
        assert!(
            (thing.position - before.position).length() < 1e-4,
            "{i}: {} {}",
            thing.position,
            before.position
        );
        below = thing.position.y;
    }
}

#[test]
fn two_balls_in_empty_space_keep_their_momentum() {
    let mut room = Room::new(vec![
        Thing::ball(2.0, 0.3, 0.4, Vec3::new(0.0, 5.0, 0.0)),
        Thing::ball(1.0, 0.2, 0.4, Vec3::new(1.0, 5.2, 0.1)),
    ]);
    (room.gravity, room.restitution) = (Vec3::ZERO, 0.7);
    room.things[0].velocity = Vec3::new(6.0, 0.5, 0.0);
    room.things[1].spin = Vec3::new(0.0, 10.0, 30.0);
    let momentum = |room: &Room| {
        room.things.iter().fold([Vec3::ZERO; 2], |[p, l], thing| {
            let m = 1.0 / thing.inverse_mass;
            [
                p + thing.velocity * m,
                l + thing.position.cross(thing.velocity) * m + thing.spin / thing.inverse_inertia,
            ]
        })
    };
    let before = momentum(&room);
    room.run(1.0);
    assert!(
        (room.things[1].velocity - Vec3::ZERO).length() > 1.0,
        "they have met"
    );
    let after = momentum(&room);
    assert!((after[0] - before[0]).length() < 1e-4);
    // Friction acts at both anchors, which part by the gap at the time of contact.
    assert!(
        (after[1] - before[1]).length() < 2e-2 * before[1].length(),
        "{after:?} {before:?}"
    );
}

#[test]
fn golden_a_heap_has_equal_bits_at_every_width() {
    let heap = |level: Level| {
        let key = Key::new(7, 7);
        let things = (0..80)
            .map(|i| {
                let at = |j: u64, low, high| uniform_in(key, i * 8 + j, low, high) as f32;
                let radius = at(0, 0.2, 0.4);
                let position = Vec3::new(at(1, -1.5, 1.5), at(2, 0.5, 4.0), at(3, -1.5, 1.5));
                Thing::ball(at(4, 0.5, 4.0), radius, 0.4, position)
            })
            .collect();
        let mut room = Room::new(things);
        (room.level, room.restitution, room.rolling) = (level, 0.3, 0.01);
        room.run(1.5);
        let mut hasher = voltex_math::StateHasher::new();
        for thing in &room.things {
            assert!(thing.position.is_finite());
            hasher.write_vec3(thing.position);
            hasher.write_quat(thing.rotation);
            hasher.write_vec3(thing.velocity);
            hasher.write_vec3(thing.spin);
        }
        hasher.finish()
    };
    let expected = heap(Level::scalar());
    for level in Level::available() {
        assert_eq!(heap(level), expected, "{}", level.name());
    }
}
