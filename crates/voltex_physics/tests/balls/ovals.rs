//! Balls that are spheroids: on their own shape, in the air and on the ground.

use voltex_ecs::{Entity, Transform};
use voltex_flight::units::{deg, rpm};
use voltex_flight::{Air, Ball, Launch, Spheroid, State, Surface, balls};
use voltex_math::f64::{cos, sin, sin_cos};
use voltex_math::random::{Key, uniform_in};
use voltex_math::{DQuat, DVec3, Quat, Vec3};
use voltex_physics::ballistic::predict;
use voltex_physics::{Collider, HeightField, ImpactEvent, RigidBody, ShapeStore};

use crate::court::{Court, elastic, floors, in_the_world, moving, plain_ball};

fn football() -> (Ball, Spheroid) {
    let ball = balls::AMERICAN_FOOTBALL.clone();
    let body = ball.spheroid().unwrap();
    (ball, body)
}

/// The football in a vacuum: density 0 is set by its coefficients.
fn without_air() -> (Ball, Spheroid) {
    let (mut ball, body) = football();
    for name in ["CDn", "CDb", "cl", "munk_factor", "spin_lift"] {
        ball.set(&format!("aero.{name}"), 0.0).unwrap();
    }
    (ball, body)
}

/// The nose raised by an angle in the plane of x and y.
fn nose_up(angle: f64) -> DQuat {
    let (s, c) = sin_cos(0.5 * angle);
    DQuat::from_xyzw(0.0, 0.0, s, c)
}

fn random_turn(key: Key, i: u64) -> DQuat {
    let part = |j: u64| uniform_in(key, 4 * i + j, -1.0, 1.0);
    DQuat::from_xyzw(part(0), part(1), part(2), part(3)).normalize()
}

fn random_vector(key: Key, i: u64, size: f64) -> DVec3 {
    let part = |j: u64| uniform_in(key, 3 * i + j, -size, size);
    DVec3::new(part(0), part(1), part(2))
}

fn energy(body: &Spheroid, state: &State) -> f64 {
    0.5 * body.mass * state.velocity.length_squared()
        + body.spin_energy(Spheroid::axis(state.rotation), state.spin)
}

/// Angular momentum about a place, kg m^2/s.
fn about(body: &Spheroid, state: &State, place: DVec3) -> DVec3 {
    let arm = state.position - place;
    arm.cross(state.velocity) * body.mass
        + body.angular_momentum(Spheroid::axis(state.rotation), state.spin)
}

#[test]
fn an_oval_ball_in_the_world_is_a_shot_bit_for_bit_on_every_floor() {
    let cases = [
        (
            &balls::AMERICAN_FOOTBALL,
            Launch::at(20.0).up(deg(35.0)).spiral(rpm(500.0)),
            60.0,
        ),
        (
            &balls::RUGBY,
            Launch::at(16.0)
                .up(deg(40.0))
                .nose(deg(100.0), 0.0)
                .backspin(rpm(300.0)),
            120.0,
        ),
        (
            &balls::AMERICAN_FOOTBALL,
            Launch::at(9.0)
                .up(deg(20.0))
                .right(deg(25.0))
                .nose(deg(30.0), deg(-40.0))
                .spin_vector(DVec3::new(20.0, -13.0, 31.0)),
            30.0,
        ),
    ];
    for (ball, launch, rate) in cases {
        let mut store = ShapeStore::default();
        for (name, collider, place) in floors(&mut store) {
            let mut court = Court::new(rate, 9.81);
            court.world.insert_resource(store.clone());
            let surface = ball.surface("grass").unwrap();
            let shot = ball.launch(launch.from_height(0.5)).onto(surface);
            let shot = in_the_world(shot, &court.config);
            let alone = shot.fly(&Air::default()).unwrap();
            court.still(collider, place, Quat::IDENTITY, &surface);
            let entity = court.ball(ball, &shot.initial_state());
            let which = format!("{name} {}", ball.name);
            court.follow(entity, &alone, f64::INFINITY, &which);
        }
    }
}

/// Without friction the impulse of a spheroid that falls with its nose raised by `t` is `(1 + e) v/(1/m + d^2/I)`, with
/// the lever `d = (a^2 - b^2) sin t cos t/h` and the reach `h^2 = b^2 cos^2 t + a^2 sin^2 t`.
#[test]
fn a_tilted_ball_that_falls_gets_the_impulse_of_the_closed_form() {
    let (ball, body) = without_air();
    let (a, b) = (body.long, body.short);
    let (g, e) = (f64::from(9.81_f32), 0.7);
    for i in 0..40 {
        let tilt = 0.02 + 0.038 * f64::from(i);
        let mut court = Court::new(60.0, 9.81);
        court.floor(&Surface::plain("ice", e, 0.0, 0.0));
        let fall = 1.0 + 0.01 * f64::from(i);
        let (s, c) = (sin(tilt), cos(tilt));
        let reach = (b * b * c * c + a * a * s * s).sqrt();
        let start = State {
            rotation: nose_up(tilt),
            ..moving(DVec3::Y * (reach + fall), DVec3::ZERO)
        };
        let entity = court.ball(&ball, &start);
        while court.impacts.is_empty() {
            court.step();
        }
        let state = court.state(entity);
        let v = (2.0 * g * fall).sqrt();
        let lever = (a * a - b * b) * s * c / reach;
        let j = (1.0 + e) * v / (1.0 / body.mass + lever * lever / body.inertia_transverse);
        // The tail touches, behind the centre: the push from below turns the nose down.
        let spin = -j * lever / body.inertia_transverse;
        let lands = (2.0 * fall / g).sqrt();
        let since = f64::from(court.tick) * court.dt() - lands;
        let up = j / body.mass - v - g * since;
        assert!(
            (state.velocity.y - up).abs() < 1e-9,
            "{tilt}: {state:?} {up}"
        );
        assert!(
            (state.spin.z - spin).abs() < 1e-8,
            "{tilt}: {state:?} {spin}"
        );
        assert!(state.velocity.x == 0.0 && state.spin.x.abs() < 1e-12);
    }
}

/// Whatever the ground and the motion: the angular momentum about the point that touches stays, the point leaves at `e`
/// times its approach, and energy does not grow.
#[test]
fn an_impact_keeps_the_angular_momentum_about_the_place_that_touches() {
    let (ball, body) = without_air();
    let key = Key::new(77, 1);
    let mut struck = 0;
    for i in 0..300 {
        let mut court = Court::new(60.0, 0.0);
        let e = uniform_in(key, 7000 + i, 0.0, 1.0);
        let grip = uniform_in(key, 8000 + i, 0.0, 1.0);
        let rough = uniform_in(key, 9000 + i, 0.0, 1.5);
        let floor = Surface::plain("mat", e, rough, grip);
        court.floor(&floor);
        let start = State {
            position: DVec3::Y * 0.5,
            rotation: random_turn(key, i),
            velocity: random_vector(key, 10_000 + i, 8.0) - DVec3::Y * 9.0,
            spin: random_vector(key, 20_000 + i, 60.0),
        };
        let entity = court.ball(&ball, &start);
        let told = predict(&court.world, &court.config, entity, 1.0).unwrap();
        let Some(hit) = told.impacts.first() else {
            continue;
        };
        struck += 1;
        let (before, after) = (hit.before, hit.after);
        let arm = hit.point - before.position;
        let along = arm.dot(Spheroid::axis(before.rotation));
        let across = (arm.length_squared() - along * along).sqrt();
        let on =
            along * along / (body.long * body.long) + across * across / (body.short * body.short);
        assert!((on - 1.0).abs() < 1e-12, "{on}");
        assert!(hit.point.y.abs() < 1e-12, "{}", hit.point);
        let turn = about(&body, &after, hit.point) - about(&body, &before, hit.point);
        assert!(turn.length() < 1e-13, "{turn}");
        let rise = |state: &State| (state.velocity + state.spin.cross(arm)).y;
        assert!((rise(&after) + e * rise(&before)).abs() < 1e-11);
        let lost = energy(&body, &before) - energy(&body, &after);
        assert!(lost > -1e-12, "{lost}");
    }
    assert!(struck > 290, "{struck}");
}

#[test]
fn what_an_oval_ball_loses_the_other_gets() {
    let (ball, body) = without_air();
    let key = Key::new(77, 2);
    let (mut boxes, mut pairs, mut mixed) = (0, 0, 0);
    for i in 0..240 {
        let mut court = Court::new(120.0, 0.0);
        let start = State {
            position: DVec3::new(-1.0, 0.1, 0.05),
            rotation: random_turn(key, i),
            velocity: DVec3::X * 20.0,
            spin: random_vector(key, 10_000 + i, 40.0),
        };
        let entity = court.ball(&ball, &start);
        let other_start = State {
            rotation: random_turn(key, 500 + i),
            spin: random_vector(key, 30_000 + i, 40.0),
            ..moving(DVec3::ZERO, DVec3::X * -4.0)
        };
        // About the origin; what the other is, and its momentum and energy.
        enum Kind {
            Box,
            Oval,
            Round(Ball),
        }
        let (other, kind) = match i % 3 {
            0 => {
                let target = court.world.spawn_with((
                    Transform::default(),
                    RigidBody::dynamic(2.0),
                    Collider::cuboid(Vec3::splat(0.25)),
                ));
                (target, Kind::Box)
            }
            1 => (court.ball(&ball, &other_start), Kind::Oval),
            _ => {
                let round = plain_ball(0.11, 0.4);
                (court.ball(&round, &other_start), Kind::Round(round))
            }
        };
        let whole = |court: &Court, other: Entity| {
            let state = court.state(entity);
            let (momentum, turn) = (
                state.velocity * body.mass,
                about(&body, &state, DVec3::ZERO),
            );
            let own = energy(&body, &state);
            let (p, l, e) = match &kind {
                Kind::Box => {
                    let at = court
                        .world
                        .get::<Transform>(other)
                        .unwrap()
                        .position
                        .as_dvec3();
                    let it = court.world.get::<RigidBody>(other).unwrap();
                    let (v, w) = (it.velocity.as_dvec3(), it.angular_velocity.as_dvec3());
                    let inertia = 2.0 * 2.0 * 0.25 * 0.25 / 3.0;
                    let turn = at.cross(v) * 2.0 + w * inertia;
                    let energy = v.length_squared() + 0.5 * inertia * w.length_squared();
                    (v * 2.0, turn, energy)
                }
                Kind::Oval => {
                    let it = court.state(other);
                    let turn = about(&body, &it, DVec3::ZERO);
                    (it.velocity * body.mass, turn, energy(&body, &it))
                }
                Kind::Round(ball) => {
                    let it = court.state(other);
                    let sphere = ball.sphere();
                    let inertia =
                        sphere.inertia_factor * sphere.mass * sphere.radius * sphere.radius;
                    let turn = it.position.cross(it.velocity) * sphere.mass + it.spin * inertia;
                    let energy = 0.5 * sphere.mass * it.velocity.length_squared()
                        + 0.5 * inertia * it.spin.length_squared();
                    (it.velocity * sphere.mass, turn, energy)
                }
            };
            (momentum + p, turn + l, own + e)
        };
        let first = whole(&court, other);
        let mut stays = false;
        for _ in 0..20 {
            court.step();
            stays |= court.is_grounded(entity);
        }
        // What comes to lie on a body is the solver's.
        if court.impacts.is_empty() || stays {
            continue;
        }
        match kind {
            Kind::Box => boxes += 1,
            Kind::Oval => pairs += 1,
            Kind::Round(_) => mixed += 1,
        }
        let last = whole(&court, other);
        // The box is kept in f32.
        let close = if matches!(kind, Kind::Box) {
            2e-6
        } else {
            1e-12
        };
        assert!(
            (last.0 - first.0).length() < close * 10.0,
            "{i}: {first:?} {last:?}"
        );
        // Within a step the attitude of a spheroid is that of its dense output, right to 5e-7 rad.
        let close = close + 1e-8;
        assert!(
            (last.1 - first.1).length() < close * 10.0,
            "{i}: {first:?} {last:?}"
        );
        assert!(last.2 < first.2 + close * 100.0, "{i}: {first:?} {last:?}");
    }
    assert!(
        boxes > 70 && pairs > 40 && mixed > 50,
        "{boxes} {pairs} {mixed}"
    );
}

/// Where the ball is told to touch there is its surface and that of the other, and before it touches nothing overlaps.
#[test]
fn it_touches_corners_edges_and_round_bodies_with_its_own_surface() {
    let (ball, body) = football();
    let key = Key::new(77, 3);
    let mut struck = 0;
    for i in 0..200 {
        let mut court = Court::new(60.0, 9.81);
        let (collider, turn) = match i % 5 {
            0 => (
                Collider::cuboid(Vec3::new(0.1, 0.3, 0.2)),
                random_turn(key, 900 + i),
            ),
            1 => (Collider::sphere(0.2), DQuat::IDENTITY),
            2 => (Collider::capsule(0.3, 0.05), random_turn(key, 900 + i)),
            3 => (Collider::cylinder(0.2, 0.15), random_turn(key, 900 + i)),
            _ => (Collider::cone(0.2, 0.2), random_turn(key, 900 + i)),
        };
        let wall = court.still(collider, Vec3::ZERO, turn.as_quat(), &elastic());
        let start = State {
            position: DVec3::new(-2.0, 0.1, 0.0) + random_vector(key, 10_000 + i, 0.1),
            rotation: random_turn(key, i),
            velocity: DVec3::new(25.0, 0.5, 0.0),
            spin: random_vector(key, 20_000 + i, 50.0),
        };
        let entity = court.ball(&ball, &start);
        let told = predict(&court.world, &court.config, entity, 0.5).unwrap();
        let Some(hit) = told.impacts.first() else {
            continue;
        };
        struck += 1;
        assert_eq!(hit.entity, wall);
        let arm = hit.point - hit.before.position;
        let axis = Spheroid::axis(hit.before.rotation);
        let along = arm.dot(axis);
        let across = arm - axis * along;
        let (a, b) = (body.long, body.short);
        let on = along * along / (a * a) + across.length_squared() / (b * b);
        assert!((on - 1.0).abs() < 1e-9, "{i}: {on}");
        let out = (axis * (along / (a * a)) + across / (b * b)).normalize();
        assert!(
            (out + hit.normal).length() < 1e-6,
            "{i}: {out} {}",
            hit.normal
        );
        // The place in the frame of what is struck, from its surface.
        let local = turn.conjugate() * hit.point;
        let level = (local.x * local.x + local.z * local.z).sqrt();
        let far = match collider {
            Collider::Box { half_extents } => (local.abs() - half_extents.as_dvec3()).max_element(),
            Collider::Sphere { radius } => local.length() - f64::from(radius),
            Collider::Capsule {
                half_height,
                radius,
            } => {
                let half = f64::from(half_height);
                let y = local.y - local.y.clamp(-half, half);
                (level * level + y * y).sqrt() - f64::from(radius)
            }
            Collider::Cylinder {
                half_height,
                radius,
            } => {
                let (y, r) = (
                    local.y.abs() - f64::from(half_height),
                    level - f64::from(radius),
                );
                if y > r { y } else { r }
            }
            _ => {
                let (h, r) = (0.4, 0.2);
                let side = (level - r) * h + (local.y + 0.2) * r;
                let (side, base) = (side / f64::sqrt(h * h + r * r), -0.2 - local.y);
                if side > base { side } else { base }
            }
        };
        // Poses and sizes of what is struck are those of f32.
        assert!(far.abs() < 1e-7, "{i}: {far} {collider:?}");
    }
    assert!(struck > 120, "{struck}");
}

#[test]
fn a_turned_world_turns_its_oval_balls_along() {
    let (ball, _) = football();
    let key = Key::new(77, 4);
    for i in 0..20 {
        let run = |turn: DQuat, mirrored: bool| {
            let mut court = Court::new(60.0, 0.0);
            let mut place = |at: Vec3, collider: Collider, own: Quat| {
                let at = turn.as_quat() * at;
                court.still(
                    collider,
                    at,
                    turn.as_quat() * own,
                    &Surface::plain("mat", 0.8, 0.4, 0.2),
                );
            };
            let slab = Collider::cuboid(Vec3::new(3.0, 0.5, 3.0));
            place(Vec3::new(0.0, -0.5, 0.0), slab, Quat::IDENTITY);
            place(Vec3::new(0.0, 2.0, 0.0), slab, Quat::IDENTITY);
            // Mirrored in the plane of x and y.
            let flip = |v: DVec3| {
                if mirrored {
                    DVec3::new(v.x, v.y, -v.z)
                } else {
                    v
                }
            };
            let spun = |w: DVec3| {
                if mirrored {
                    DVec3::new(-w.x, -w.y, w.z)
                } else {
                    w
                }
            };
            let q = random_turn(key, i);
            let q = if mirrored {
                DQuat::from_xyzw(-q.x, -q.y, q.z, q.w)
            } else {
                q
            };
            let start = State {
                position: turn * DVec3::Y,
                rotation: turn * q,
                velocity: turn * flip(random_vector(key, 10_000 + i, 2.0) - DVec3::Y * 12.0),
                spin: turn * spun(random_vector(key, 20_000 + i, 30.0)),
            };
            let entity = court.ball(&ball, &start);
            for _ in 0..18 {
                court.step();
            }
            assert!(!court.impacts.is_empty(), "{i}");
            let end = court.state(entity);
            let back = turn.conjugate();
            (
                flip(back * end.position),
                flip(back * end.velocity),
                spun(back * end.spin),
            )
        };
        let plain = run(DQuat::IDENTITY, false);
        let (s, c) = sin_cos(0.5 * 1.1);
        let turn = DQuat::from_xyzw(s * 0.6, 0.0, s * 0.8, c)
            .as_quat()
            .as_dquat()
            .normalize();
        for other in [run(turn, false), run(DQuat::IDENTITY, true)] {
            // A turned slab has the rotation of f32.
            assert!(
                (other.0 - plain.0).length() < 1e-4,
                "{i}: {plain:?} {other:?}"
            );
            assert!(
                (other.1 - plain.1).length() < 1e-3,
                "{i}: {plain:?} {other:?}"
            );
            assert!(
                (other.2 - plain.2).length() < 1e-2,
                "{i}: {plain:?} {other:?}"
            );
        }
    }
}

#[test]
fn no_oval_ball_passes_a_sheet_whatever_its_attitude() {
    let (ball, _) = football();
    let key = Key::new(77, 5);
    for i in 0..200 {
        let mut court = Court::new(30.0, 0.0);
        let sheet = Collider::cuboid(Vec3::new(0.0005, 50.0, 50.0));
        court.still(sheet, Vec3::ZERO, Quat::IDENTITY, &elastic());
        let start = State {
            position: DVec3::X * (-1.0 - 0.013 * f64::from(i as u32)),
            rotation: random_turn(key, i),
            velocity: DVec3::X * 300.0,
            spin: random_vector(key, 10_000 + i, 200.0),
        };
        let entity = court.ball(&ball, &start);
        for _ in 0..4 {
            court.step();
        }
        let state = court.state(entity);
        assert!(
            !court.impacts.is_empty() && state.position.x < 0.0,
            "{i}: {state:?}"
        );
    }
}

/// Like a log: with the moment `I_3 = k m b^2` about the axis it slows by `mu_r g/(1 + k)`.
#[test]
fn an_oval_ball_rolls_on_its_waist_as_far_as_the_closed_form_says() {
    let (ball, body) = without_air();
    let mut court = Court::new(240.0, 9.81);
    court.floor(&Surface::plain("mat", 0.3, 0.6, 0.0).resisting(0.05, 0.0));
    let (s, c) = sin_cos(0.25 * core::f64::consts::PI);
    let start = State {
        // The axis along z.
        rotation: DQuat::from_xyzw(0.0, -s, 0.0, c),
        spin: DVec3::Z * (-1.5 / body.short),
        ..moving(DVec3::Y * body.short, DVec3::X * 1.5)
    };
    let entity = court.ball(&ball, &start);
    for _ in 0..3600 {
        court.step();
    }
    let state = court.state(entity);
    let k = body.inertia_axial / (body.mass * body.short * body.short);
    let reach = 1.5 * 1.5 * (1.0 + k) / (2.0 * 0.05 * 9.81);
    assert!(
        (state.position.x / reach - 1.0).abs() < 0.02,
        "{state:?} {reach}"
    );
    assert!((state.position.y - body.short).abs() < 1e-3, "{state:?}");
    assert!(state.position.z.abs() < 0.01 * reach, "{state:?}");
    assert!(state.velocity.length() < 1e-3, "{state:?}");
}

/// Rolling without slip, the middle rises by `(a^2 - b^2) t^2/(2 b)`: small rocking has
/// `w^2 = m g ((a^2 - b^2)/b)/(I_1 + m b^2)`.
#[test]
fn an_oval_ball_on_its_side_rocks_at_the_rate_of_the_closed_form() {
    let (ball, body) = without_air();
    let mut court = Court::new(120.0, 9.81);
    court.floor(&Surface::plain("mat", 0.0, 1.0, 0.0));
    let (a, b, tilt) = (body.long, body.short, 0.1);
    let start = State {
        rotation: nose_up(tilt),
        ..moving(
            DVec3::Y * body.support(Spheroid::axis(nose_up(tilt)), DVec3::Y),
            DVec3::ZERO,
        )
    };
    let entity = court.ball(&ball, &start);
    let angle = |state: &State| Spheroid::axis(state.rotation).y;
    let (mut last, mut crossings) = (tilt, Vec::new());
    for _ in 0..360 {
        court.step();
        let now = angle(&court.state(entity));
        if now * last < 0.0 {
            let share = last / (last - now);
            crossings.push((f64::from(court.tick) - 1.0 + share) * court.dt());
        }
        last = now;
    }
    assert!(crossings.len() >= 5, "{crossings:?}");
    let half = (crossings[4] - crossings[0]) / 4.0;
    let rate =
        (body.mass * 9.81 * (a * a - b * b) / b / (body.inertia_transverse + body.mass * b * b))
            .sqrt();
    let right = core::f64::consts::PI / rate;
    assert!((half / right - 1.0).abs() < 0.03, "{half} {right}");
}

/// From the throw to rest, with hops, slides and rolls in between, on every floor.
#[test]
fn an_oval_ball_comes_to_rest_on_the_ground_and_its_energy_never_jumps() {
    let (ball, body) = without_air();
    let mut store = ShapeStore::default();
    for (name, collider, place) in floors(&mut store) {
        let mut court = Court::new(60.0, 9.81);
        court.world.insert_resource(store.clone());
        let surface = Surface::plain("turf", 0.5, 0.6, 0.0).resisting(0.1, 0.05);
        court.still(collider, place, Quat::IDENTITY, &surface);
        let start = State {
            rotation: nose_up(0.8),
            spin: DVec3::new(20.0, 3.0, -9.0),
            ..moving(DVec3::Y * 1.2, DVec3::new(3.0, 2.0, 0.7))
        };
        let entity = court.ball(&ball, &start);
        let whole = |state: &State| energy(&body, state) + body.mass * 9.81 * state.position.y;
        let mut last = whole(&start);
        for tick in 0..1200 {
            court.step();
            let state = court.state(entity);
            let now = whole(&state);
            assert!(
                now < last + 2e-3 * (1.0 + 0.1 * last),
                "{name} {tick}: {last} {now} {state:?}"
            );
            last = now;
            let gap = state.position.y - body.support(Spheroid::axis(state.rotation), DVec3::Y);
            assert!(gap > -2e-3, "{name} {tick}: {gap}");
        }
        let state = court.state(entity);
        assert!(
            state.velocity.length() < 0.01 && state.spin.length() < 0.1,
            "{name}: {state:?}"
        );
        assert!(
            (state.position.y - body.short).abs() < 2e-3,
            "{name}: {state:?}"
        );
        assert!(court.is_grounded(entity));
    }
}

#[test]
fn an_oval_ball_in_a_valley_and_against_a_wall_comes_to_rest() {
    let (ball, body) = without_air();
    let mut court = Court::new(60.0, 9.81);
    let mut store = ShapeStore::default();
    // A valley along z whose sides rise by a half.
    let heights = (0..25)
        .map(|i| 0.5 * ((i % 5) as f32 - 2.0).abs())
        .collect();
    let field = HeightField::new(5, 5, voltex_math::Vec2::ONE, heights).unwrap();
    let field = store.add_height_field(field);
    court.world.insert_resource(store);
    let surface = Surface::plain("turf", 0.4, 0.6, 0.0).resisting(0.1, 0.05);
    court.still(
        Collider::HeightField(field),
        Vec3::ZERO,
        Quat::IDENTITY,
        &surface,
    );
    let start = State {
        rotation: nose_up(0.5),
        spin: DVec3::new(3.0, 8.0, -2.0),
        ..moving(DVec3::new(0.4, 1.5, 0.3), DVec3::new(1.0, 0.0, 0.1))
    };
    let entity = court.ball(&ball, &start);
    let mut impacts: Vec<ImpactEvent> = Vec::new();
    for _ in 0..1200 {
        court.step();
        impacts.extend(court.impacts.drain(..).map(|(_, impact)| impact));
    }
    let state = court.state(entity);
    assert!(impacts.len() >= 2);
    assert!(
        state.position.is_finite() && state.position.x.abs() < 0.5,
        "{state:?}"
    );
    assert!(
        state.position.y > 0.5 * body.short && state.position.y < 0.5,
        "{state:?}"
    );
    assert!(state.velocity.length() < 0.05, "{state:?}");
}

/// A drum that turns under a ball: where they touch it moves at `w R`, not at `w (R + r)` as its material would at the
/// centre of the ball. A ball that grips leaves with no slip.
#[test]
fn slip_of_a_turning_drum_is_that_of_the_place_that_touches() {
    let mut court = Court::new(60.0, 9.81);
    let (r, drum, turn) = (0.1, 0.5, 8.0);
    let surface = court
        .balls
        .add_surface(&Surface::plain("rubber", 0.5, 5.0, 0.0))
        .unwrap();
    let (s, c) = sin_cos(0.25 * core::f64::consts::PI);
    // The axis of the cylinder along z.
    let mut transform = Transform::from_position(Vec3::ZERO);
    transform.rotation = DQuat::from_xyzw(s, 0.0, 0.0, c).as_quat();
    court.world.spawn_with((
        transform,
        RigidBody::kinematic().with_angular_velocity(Vec3::Z * turn as f32),
        Collider::cylinder(1.0, drum as f32),
        voltex_physics::ballistic::Ground(surface),
    ));
    let ball = plain_ball(r, 0.2);
    let entity = court.ball(&ball, &moving(DVec3::Y * (drum + r + 0.5), DVec3::ZERO));
    while court.impacts.is_empty() {
        court.step();
    }
    let state = court.state(entity);
    // The place of the ball that touched, by the right-hand rule: v + w x (-r y).
    let slip = state.velocity.x + state.spin.z * r;
    assert!((slip + turn * drum).abs() < 1e-6, "{slip} {}", -turn * drum);
}
