//! Balls in a world: what they do alone over a plane they do among colliders, bit for bit; closed forms elsewhere.

use voltex_ecs::{Entity, Transform, World};
use voltex_flight::trajectory::EventKind;
use voltex_flight::units::{deg, rpm};
use voltex_flight::{Air, Ball, Launch, Shot, State, Surface, Wind, balls};
use voltex_math::{DQuat, DVec3, Quat, Vec3};
use voltex_physics::ballistic::{Atmosphere, Ballistic, Balls, Ground};
use voltex_physics::{
    Collider, HeightField, ImpactEvent, PhysicsConfig, RigidBody, ShapeStore, physics_hash,
    physics_step,
};

/// A ball that nothing but its weight moves, of a radius (m) and a mass (kg).
fn plain_ball(radius: f64, mass: f64) -> Ball {
    let mut ball = balls::TENNIS.with_model("vacuum").unwrap();
    ball.set("nominal.diameter", 2.0 * radius).unwrap();
    ball.set("nominal.mass", mass).unwrap();
    ball
}

fn moving(position: DVec3, velocity: DVec3) -> State {
    State {
        position,
        rotation: DQuat::IDENTITY,
        velocity,
        spin: DVec3::ZERO,
    }
}

/// A world with its settings, whose colliders share one ground.
struct Court {
    world: World,
    config: PhysicsConfig,
    balls: Balls,
    impacts: Vec<(u32, ImpactEvent)>,
    halted: usize,
    tick: u32,
}

impl Court {
    fn new(rate: f32, gravity: f32) -> Self {
        let mut world = World::new();
        voltex_physics::register(&mut world).unwrap();
        Self {
            world,
            config: PhysicsConfig {
                fixed_dt: 1.0 / rate,
                gravity: Vec3::new(0.0, -gravity, 0.0),
                ..PhysicsConfig::DEFAULT
            },
            balls: Balls::default(),
            impacts: Vec::new(),
            halted: 0,
            tick: 0,
        }
    }

    fn dt(&self) -> f64 {
        f64::from(self.config.fixed_dt)
    }

    fn ball(&mut self, ball: &Ball, state: &State) -> Entity {
        let id = self.balls.add(ball).unwrap();
        let entity = self.world.spawn_with(self.balls.placed(id, state).unwrap());
        self.world.insert_resource(self.balls.clone());
        entity
    }

    fn still(&mut self, collider: Collider, place: Vec3, turn: Quat, surface: &Surface) -> Entity {
        let ground = self.balls.add_surface(surface).unwrap();
        self.world.insert_resource(self.balls.clone());
        let mut transform = Transform::from_position(place);
        transform.rotation = turn;
        self.world.spawn_with((transform, collider, Ground(ground)))
    }

    fn step(&mut self) {
        let report = physics_step(&mut self.world, &self.config).unwrap();
        assert_eq!(report.problems, []);
        let told = report.impacts.iter().map(|impact| (self.tick, *impact));
        self.impacts.extend(told);
        self.halted += report.halted;
        self.tick += 1;
    }

    fn state(&self, ball: Entity) -> State {
        let ballistic = self.world.get::<Ballistic>(ball).unwrap();
        let transform = self.world.get::<Transform>(ball).unwrap();
        let body = self.world.get::<RigidBody>(ball).unwrap();
        assert_eq!(ballistic.position.as_vec3(), transform.position);
        assert_eq!(ballistic.rotation.as_quat(), transform.rotation);
        assert_eq!(ballistic.velocity.as_vec3(), body.velocity);
        assert_eq!(ballistic.spin.as_vec3(), body.angular_velocity);
        ballistic.state()
    }

    fn is_grounded(&self, ball: Entity) -> bool {
        self.world.get::<Ballistic>(ball).unwrap().grounded
    }
}

fn elastic() -> Surface {
    Surface::plain("elastic", 1.0, 0.0, 0.0)
}

/// Level ground at y = 0 made of each kind of shape that has flat faces, 400 m across.
fn floors(store: &mut ShapeStore) -> Vec<(&'static str, Collider, Vec3)> {
    let mesh = store
        .add_mesh(
            &[
                Vec3::new(-200.0, 0.0, -200.0),
                Vec3::new(-200.0, 0.0, 200.0),
                Vec3::new(200.0, 0.0, 200.0),
                Vec3::new(200.0, 0.0, -200.0),
            ],
            &[[0, 1, 2], [0, 2, 3]],
        )
        .unwrap();
    let field = HeightField::new(9, 9, voltex_math::Vec2::splat(50.0), vec![0.0; 81]).unwrap();
    let field = store.add_height_field(field);
    vec![
        ("half-space", Collider::half_space(Vec3::Y), Vec3::ZERO),
        (
            "box",
            Collider::cuboid(Vec3::new(200.0, 5.0, 200.0)),
            Vec3::new(0.0, -5.0, 0.0),
        ),
        ("mesh", Collider::Mesh(mesh), Vec3::ZERO),
        ("height field", Collider::HeightField(field), Vec3::ZERO),
    ]
}

/// The shot with what a world widens once.
fn in_the_world(shot: Shot, config: &PhysicsConfig) -> Shot {
    shot.dt(f64::from(config.fixed_dt))
        .gravity(-f64::from(config.gravity.y))
}

#[test]
fn a_ball_in_the_world_is_a_shot_bit_for_bit_on_every_floor() {
    let wind = Wind::Uniform(DVec3::new(3.0, 0.0, -2.0));
    let cases = [
        (&balls::TENNIS, 30.0, 8.0, 1500.0, 60.0),
        (&balls::SOCCER, 25.0, 20.0, 400.0, 120.0),
        (&balls::TABLE_TENNIS, 9.0, 15.0, 3000.0, 30.0),
        (&balls::GOLF, 40.0, 30.0, 5000.0, 60.0),
        (&balls::CRICKET, 35.0, 3.0, 900.0, 240.0),
    ];
    for (ball, speed, up, spin, rate) in cases {
        let mut store = ShapeStore::default();
        for (name, collider, place) in floors(&mut store) {
            let mut court = Court::new(rate, 9.81);
            court.world.insert_resource(store.clone());
            let air = Atmosphere::new(Air::default(), wind.clone()).unwrap();
            court.world.insert_resource(air);
            let surface = ball.surface("hardwood").unwrap();
            let launch = Launch::at(speed)
                .up(deg(up))
                .backspin(rpm(spin))
                .from_height(0.3);
            let shot = ball.launch(launch).onto(surface).wind(wind.clone());
            let shot = in_the_world(shot, &court.config);
            let alone = shot.fly(&Air::default()).unwrap();
            court.still(collider, place, Quat::IDENTITY, &surface);
            let entity = court.ball(ball, &shot.initial_state());
            let stays = alone.events().iter().find(|event| {
                matches!(
                    event.kind,
                    EventKind::Slide | EventKind::Roll | EventKind::Rest
                )
            });
            let until = stays.map_or(f64::INFINITY, |event| event.time);
            let mut compared = 0;
            for (tick, sample) in alone.samples().iter().enumerate() {
                if sample.time >= until || sample.time > 9.0 {
                    break;
                }
                if tick > 0 {
                    court.step();
                }
                let state = court.state(entity);
                assert_eq!(
                    state.position, sample.position,
                    "{name} {} {tick}",
                    ball.name
                );
                assert_eq!(
                    state.rotation, sample.rotation,
                    "{name} {} {tick}",
                    ball.name
                );
                compared += 1;
            }
            assert!(compared > 20, "{name} {}: {compared}", ball.name);
            assert!(court.impacts.len() >= 2, "{name} {}", ball.name);
        }
    }
}

#[test]
fn bounce_height_at_every_rate_and_phase_of_the_step_on_every_floor() {
    let mut store = ShapeStore::default();
    for (name, collider, place) in floors(&mut store) {
        for rate in [30.0, 60.0, 120.0, 240.0] {
            for e in [0.3, 0.5, 0.8, 0.95] {
                for phase in 0..7 {
                    let mut court = Court::new(rate, 9.81);
                    court.world.insert_resource(store.clone());
                    let height = 2.0 + 0.013 * f64::from(phase);
                    let surface = Surface::plain("mat", e, 0.4, 0.0);
                    court.still(collider, place, Quat::IDENTITY, &surface);
                    let start = moving(DVec3::new(0.3, 0.1 + height, 0.7), DVec3::ZERO);
                    let ball = court.ball(&plain_ball(0.1, 0.2), &start);
                    let g = 9.81_f64;
                    // Energy after the first bounce is that of the closed form, e^2 h, at any time.
                    let lands = (2.0 * height / g).sqrt();
                    let after = lands + 0.5 * e * lands;
                    let ticks = (after / court.dt()).ceil() as u32;
                    for _ in 0..ticks {
                        court.step();
                    }
                    let state = court.state(ball);
                    let top =
                        state.position.y - 0.1 + 0.5 * state.velocity.y * state.velocity.y / g;
                    let bounces = court.impacts.len() as i32;
                    let right = height * voltex_math::f64::pow(e, f64::from(2 * bounces));
                    assert!(bounces >= 1);
                    assert!(
                        (top - right).abs() < 1e-6,
                        "{name} {rate} {e} {phase}: {top} {right}"
                    );
                }
            }
        }
    }
}

#[test]
fn bounce_height_of_an_elastic_ball_after_100_bounces() {
    let mut court = Court::new(60.0, 9.81);
    court.still(
        Collider::half_space(Vec3::Y),
        Vec3::ZERO,
        Quat::IDENTITY,
        &elastic(),
    );
    let ball = court.ball(
        &plain_ball(0.1, 0.2),
        &moving(DVec3::Y * 2.1, DVec3::X * 3.0),
    );
    let energy =
        |state: &State| 9.81_f64 * state.position.y + 0.5 * state.velocity.length_squared();
    let first = energy(&court.state(ball));
    while court.impacts.len() < 100 {
        court.step();
        let now = energy(&court.state(ball));
        // g is that of f32.
        assert!((now / first - 1.0).abs() < 1e-6, "{now} {first}");
        assert!(court.tick < 20_000);
    }
    assert!(!court.is_grounded(ball));
}

#[test]
fn slow_bounce_a_mirror_for_a_ball_that_creeps_along_the_wall() {
    let mut court = Court::new(60.0, 0.0);
    court.still(
        Collider::half_space(Vec3::Y),
        Vec3::ZERO,
        Quat::IDENTITY,
        &elastic(),
    );
    let start = moving(DVec3::Y * 0.101, DVec3::new(5.0, -0.01, 0.0));
    let ball = court.ball(&plain_ball(0.1, 0.2), &start);
    for _ in 0..60 {
        court.step();
    }
    let state = court.state(ball);
    assert_eq!(court.impacts.len(), 1);
    assert!((state.velocity - DVec3::new(5.0, 0.01, 0.0)).length() < 1e-12);
    assert!((state.position.x - 5.0 * 60.0 * court.dt()).abs() < 1e-9);
}

#[test]
fn spin_after_bounce_grips_at_every_phase() {
    // Solid, r .11, mu .6, e .5, from 24 heights onto a box with omega (1, 20, 3).
    for i in 0..24 {
        let mut court = Court::new(60.0, 9.81);
        let surface = Surface::plain("mat", 0.5, 0.6, 0.0);
        court.still(
            Collider::cuboid(Vec3::new(5.0, 1.0, 5.0)),
            -Vec3::Y,
            Quat::IDENTITY,
            &surface,
        );
        let mut kind = plain_ball(0.11, 0.4);
        kind.set("inertia.alpha", 0.4).unwrap();
        let height = 5.0 + 0.1 * f64::from(i);
        let start = State {
            spin: DVec3::new(1.0, 20.0, 3.0),
            ..moving(DVec3::Y * (0.11 + height), DVec3::ZERO)
        };
        let ball = court.ball(&kind, &start);
        while court.impacts.is_empty() {
            court.step();
        }
        let state = court.state(ball);
        // r omega x n is the velocity of rolling; slip ends at once: v' = alpha/(1 + alpha) of it.
        let roll = start.spin.cross(DVec3::Y) * 0.11 * (0.4 / 1.4);
        let along = DVec3::new(state.velocity.x, 0.0, state.velocity.z);
        assert!(
            (along - roll).length() < 1e-6 * roll.length(),
            "{along} {roll}"
        );
        let spin = DVec3::new(roll.z / 0.11, 20.0, -roll.x / 0.11);
        assert!((state.spin - spin).length() < 1e-9, "{} {spin}", state.spin);
        let impact = court.impacts[0].1;
        assert!(
            (impact.normal - Vec3::Y).length() < 1e-6 || (impact.normal + Vec3::Y).length() < 1e-6
        );
        let speed = (2.0 * 9.81 * height).sqrt();
        let impulse = 0.4 * 1.5 * speed;
        assert!((f64::from(impact.impulse.y.abs()) / impulse - 1.0).abs() < 1e-5);
    }
}

#[test]
fn fast_pair_meets_at_the_instant_of_the_closed_form() {
    for phase in 0..50 {
        let mut court = Court::new(60.0, 0.0);
        let kind = plain_ball(0.05, 0.1);
        let gap = 3.0 + 0.07 * f64::from(phase);
        let a = court.ball(&kind, &moving(DVec3::X * -gap, DVec3::X * 100.0));
        let b = court.ball(&kind, &moving(DVec3::X * gap, DVec3::X * -100.0));
        while court.impacts.is_empty() {
            court.step();
            assert!(court.tick < 10, "they have passed through each other");
        }
        let (tick, impact) = court.impacts[0];
        let time = (f64::from(tick) + f64::from(impact.fraction)) * court.dt();
        let right = (gap - 0.05) / 100.0;
        assert!((time - right).abs() < 1e-6, "{time} {right}");
        // Equal masses part with e times their speeds.
        let e = f64::from(balls::TENNIS.rigid_restitution.unwrap() as f32);
        let (va, vb) = (court.state(a).velocity.x, court.state(b).velocity.x);
        assert!(
            (va + 100.0 * e).abs() < 1e-9 && (vb - 100.0 * e).abs() < 1e-9,
            "{va} {vb}"
        );
    }
}

#[test]
fn fast_pair_a_sheet_of_a_millimetre_stops_a_ball_at_a_thousand_metres_a_second() {
    for i in 0..400 {
        let mut court = Court::new(60.0, 0.0);
        let angle = 0.003 * f64::from(i);
        let (sine, cosine) = voltex_math::f64::sin_cos(angle);
        let way = DVec3::new(cosine, sine, 0.0) * 1000.0;
        court.still(
            Collider::cuboid(Vec3::new(0.0005, 500.0, 500.0)),
            Vec3::ZERO,
            Quat::IDENTITY,
            &elastic(),
        );
        let from = -way * (0.03 + 0.0001 * f64::from(i));
        let ball = court.ball(&plain_ball(0.02, 0.05), &moving(from, way));
        for _ in 0..6 {
            court.step();
        }
        let state = court.state(ball);
        assert_eq!(court.impacts.len(), 1);
        assert!(state.position.x < 0.0 && state.velocity.x < 0.0);
        assert!((state.velocity.y - way.y).abs() < 1e-9);
    }
}

#[test]
fn a_ball_gives_a_body_what_it_loses() {
    let mut court = Court::new(60.0, 0.0);
    let kind = plain_ball(0.1, 0.5);
    let ball = court.ball(&kind, &moving(DVec3::new(-3.0, 0.2, 0.0), DVec3::X * 40.0));
    let target = court.world.spawn_with((
        Transform::default(),
        RigidBody::dynamic(2.0),
        Collider::cuboid(Vec3::splat(0.5)),
    ));
    for _ in 0..10 {
        court.step();
    }
    assert_eq!(court.impacts.len(), 1);
    let body = *court.world.get::<RigidBody>(target).unwrap();
    let state = court.state(ball);
    let momentum = 0.5 * state.velocity + 2.0 * body.velocity.as_dvec3();
    assert!((momentum - DVec3::X * 20.0).length() < 1e-5, "{momentum}");
    // Struck above its middle it tips over forwards, with the moment of what it got.
    assert!(body.angular_velocity.z < -1.0, "{}", body.angular_velocity);
    let energy = 0.5 * 0.5 * state.velocity.length_squared()
        + 0.5 * 2.0 * body.velocity.as_dvec3().length_squared();
    assert!(energy < 0.5 * 0.5 * 1600.0);
    let place = court.world.get::<Transform>(target).unwrap().position;
    // It left at the instant of the blow: position and velocity agree.
    let time = f64::from(court.tick) * court.dt() - 2.4 / 40.0;
    assert!(
        (f64::from(place.x) - f64::from(body.velocity.x) * time).abs() < 1e-4,
        "{place}"
    );
}

#[test]
fn a_bat_that_swings_strikes_a_ball_at_twice_its_speed() {
    let mut court = Court::new(60.0, 0.0);
    let surface = court.balls.add_surface(&elastic()).unwrap();
    court.world.spawn_with((
        Transform::from_position(Vec3::X * -2.0),
        RigidBody::kinematic().with_velocity(Vec3::X * 30.0),
        Collider::cuboid(Vec3::new(0.1, 1.0, 1.0)),
        Ground(surface),
    ));
    let ball = court.ball(
        &plain_ball(0.1, 0.2),
        &moving(DVec3::X * 1.0, DVec3::X * -10.0),
    );
    for _ in 0..30 {
        court.step();
    }
    assert_eq!(court.impacts.len(), 1);
    let state = court.state(ball);
    assert!(
        (state.velocity - DVec3::X * 70.0).length() < 1e-4,
        "{}",
        state.velocity
    );
}

#[test]
fn a_ball_into_a_corner_of_two_walls_comes_back_the_way_it_came() {
    let mut court = Court::new(60.0, 0.0);
    court.still(
        Collider::half_space(Vec3::X),
        Vec3::ZERO,
        Quat::IDENTITY,
        &elastic(),
    );
    court.still(
        Collider::half_space(Vec3::Z),
        Vec3::ZERO,
        Quat::IDENTITY,
        &elastic(),
    );
    let start = moving(DVec3::new(3.0, 0.0, 3.0), DVec3::new(-20.0, 0.0, -20.0));
    let ball = court.ball(&plain_ball(0.1, 0.2), &start);
    for _ in 0..30 {
        court.step();
    }
    let state = court.state(ball);
    assert_eq!(court.impacts.len(), 2);
    assert!((state.velocity - DVec3::new(20.0, 0.0, 20.0)).length() < 1e-12);
}

#[test]
fn what_stands_far_away_does_not_change_the_bits() {
    let end = |clutter: bool| {
        let mut court = Court::new(60.0, 9.81);
        let surface = balls::TENNIS.surface("clay").unwrap();
        court.still(
            Collider::half_space(Vec3::Y),
            Vec3::ZERO,
            Quat::IDENTITY,
            &surface,
        );
        if clutter {
            for i in 0..40 {
                let place = Vec3::new(5.0 * i as f32, 1.0 + i as f32, -60.0);
                court.world.spawn_with((
                    Transform::from_position(place),
                    RigidBody::dynamic(1.0),
                    Collider::cuboid(Vec3::splat(0.4)),
                ));
                let far = moving(
                    place.as_dvec3() - DVec3::Z * 30.0,
                    DVec3::new(3.0, 1.0, -9.0),
                );
                court.ball(&balls::GOLF, &far);
            }
        }
        let launch = Launch::at(30.0)
            .up(deg(10.0))
            .backspin(rpm(2000.0))
            .from_height(1.0);
        let shot = balls::TENNIS.launch(launch);
        let ball = court.ball(&balls::TENNIS, &shot.initial_state());
        for _ in 0..150 {
            court.step();
        }
        court.state(ball)
    };
    assert_eq!(end(false), end(true));
}

#[test]
fn rolls_for_ever_a_ball_that_has_landed_slides_rolls_and_stops() {
    // Solid ball: rolling at 5/7 of its speed, then 7 v^2/(10 mu_r g) until it stops.
    let mut court = Court::new(60.0, 9.81);
    let surface = Surface::plain("green", 0.3, 0.4, 0.0).resisting(0.05, 0.01);
    court.still(
        Collider::half_space(Vec3::Y),
        Vec3::ZERO,
        Quat::IDENTITY,
        &surface,
    );
    let mut kind = plain_ball(0.02134, 0.0459);
    kind.set("inertia.alpha", 0.4).unwrap();
    let ball = court.ball(&kind, &moving(DVec3::Y * 0.02134, DVec3::X * 2.0));
    let mut rolling = None;
    for _ in 0..600 {
        court.step();
        let state = court.state(ball);
        let slip = (state.velocity.x + state.spin.z * 0.02134).abs();
        if rolling.is_none() && slip < 0.01 * state.velocity.x {
            rolling = Some(state);
        }
    }
    let (rolling, end) = (rolling.unwrap(), court.state(ball));
    assert!(court.is_grounded(ball));
    // Friction and rolling resistance brake while it slides: v0 - mu g t, until v = r w.
    assert!(
        (rolling.velocity.x / (2.0 * 5.0 / 7.0) - 1.0).abs() < 0.05,
        "{rolling:?}"
    );
    let v = rolling.velocity.x;
    let reach = 1.4 * v * v / (2.0 * 0.05 * 9.81);
    let rolled = end.position.x - rolling.position.x;
    assert!((rolled / reach - 1.0).abs() < 0.02, "{rolled} {reach}");
    assert!(
        end.velocity.length() == 0.0 && end.spin.length() < 1e-3,
        "{end:?}"
    );
}

#[test]
fn a_ball_rolls_off_a_table_and_flies_on_without_a_jump_in_energy() {
    let mut court = Court::new(120.0, 9.81);
    let surface = Surface::plain("table", 0.5, 0.3, 0.0);
    court.still(
        Collider::cuboid(Vec3::new(1.0, 0.5, 1.0)),
        Vec3::Y * 0.5,
        Quat::IDENTITY,
        &surface,
    );
    let mut kind = plain_ball(0.03, 0.1);
    kind.set("inertia.alpha", 0.4).unwrap();
    let start = State {
        spin: DVec3::Z * (-2.0 / 0.03),
        ..moving(DVec3::new(0.0, 1.03, 0.0), DVec3::X * 2.0)
    };
    let ball = court.ball(&kind, &start);
    let energy = |state: &State| {
        9.81_f64 * state.position.y
            + 0.5 * state.velocity.length_squared()
            + 0.5 * 0.4 * 0.03 * 0.03 * state.spin.length_squared()
    };
    let first = energy(&start);
    let mut modes = Vec::new();
    for _ in 0..100 {
        court.step();
        let state = court.state(ball);
        if modes.last() != Some(&court.is_grounded(ball)) {
            modes.push(court.is_grounded(ball));
        }
        if state.position.y > 0.3 {
            let change = energy(&state) - first;
            assert!(change.abs() < 0.02, "{change} at {state:?}");
        }
    }
    assert_eq!(modes, [true, false], "on the table, then in the air");
}

fn floor_of_a_hall(court: &mut Court) -> Surface {
    let floor = Surface::plain("floor", 0.6, 0.5, 0.0);
    court.still(
        Collider::half_space(Vec3::Y),
        Vec3::ZERO,
        Quat::IDENTITY,
        &floor,
    );
    floor
}

#[test]
fn a_ball_squeezed_between_a_plate_and_the_floor_stays_there() {
    let mut court = Court::new(60.0, 9.81);
    floor_of_a_hall(&mut court);
    // Comes down until 5 cm are left of the diameter of 6.7 cm, and stops.
    let plate = court.world.spawn_with((
        Transform::from_position(Vec3::new(0.0, 1.3, 0.0)),
        RigidBody::kinematic().with_velocity(Vec3::Y * -1.0),
        Collider::cuboid(Vec3::new(1.0, 1.0, 1.0)),
    ));
    let ball = court.ball(&balls::TENNIS, &moving(DVec3::Y * 0.1, DVec3::ZERO));
    for tick in 0..240 {
        if tick == 15 {
            court.world.get_mut::<RigidBody>(plate).unwrap().velocity = Vec3::ZERO;
        }
        court.step();
        let state = court.state(ball);
        assert!(
            state.is_finite() && state.velocity.length() < 20.0,
            "{state:?}"
        );
        assert!(
            state.position.y > -0.04 && state.position.y < 0.4,
            "{state:?}"
        );
    }
}

#[test]
fn a_ball_larger_than_the_gap_does_not_fall_through_it() {
    let mut court = Court::new(60.0, 9.81);
    let floor = floor_of_a_hall(&mut court);
    for sign in [-1.0, 1.0] {
        court.still(
            Collider::cuboid(Vec3::splat(0.5)),
            Vec3::new(sign * 0.525, 0.5, 0.0),
            Quat::IDENTITY,
            &floor,
        );
    }
    let ball = court.ball(&balls::TENNIS, &moving(DVec3::Y * 1.5, DVec3::Y * -20.0));
    for _ in 0..240 {
        court.step();
        let state = court.state(ball);
        // Where it may roll off the far sides.
        let beside = state.position.x.abs() > 1.0;
        assert!(
            state.is_finite() && (beside || state.position.y > 0.9),
            "{state:?}"
        );
    }
}

#[test]
fn a_ball_that_starts_in_the_ground_comes_out_slowly() {
    let mut court = Court::new(60.0, 9.81);
    floor_of_a_hall(&mut court);
    let ball = court.ball(&balls::TENNIS, &moving(DVec3::Y * 0.01, DVec3::ZERO));
    for _ in 0..240 {
        court.step();
        let state = court.state(ball);
        assert!(
            state.is_finite() && state.velocity.length() < 4.0,
            "{state:?}"
        );
    }
    assert!(
        (court.state(ball).position.y - 0.0335).abs() < 0.005,
        "{:?}",
        court.state(ball)
    );
}

#[test]
fn a_ball_at_1500_radians_a_second_100_km_from_the_origin() {
    let mut court = Court::new(60.0, 9.81);
    let surface = balls::TABLE_TENNIS.surface("table").unwrap();
    court.still(
        Collider::half_space(Vec3::Y),
        Vec3::ZERO,
        Quat::IDENTITY,
        &surface,
    );
    let flown = |court: &mut Court, x: f64| {
        let start = State {
            spin: DVec3::new(100.0, -200.0, 1480.0),
            ..moving(DVec3::new(x, 0.5, 0.0), DVec3::new(8.0, 1.0, 0.5))
        };
        court.ball(&balls::TABLE_TENNIS, &start)
    };
    let (near, far) = (flown(&mut court, 0.0), flown(&mut court, 1.0e5));
    for _ in 0..40 {
        court.step();
        let (a, b) = (court.state(near), court.state(far));
        // f64 knows 1e-11 m there.
        assert!((b.position - a.position - DVec3::X * 1.0e5).length() < 1e-8);
        assert!((b.velocity - a.velocity).length() < 1e-8);
    }
    assert!(court.impacts.len() >= 2);
}

#[test]
fn nan_force_a_ball_that_is_no_number_is_frozen_and_named() {
    let mut court = Court::new(60.0, 9.81);
    court.still(
        Collider::half_space(Vec3::Y),
        Vec3::ZERO,
        Quat::IDENTITY,
        &elastic(),
    );
    let good = court.ball(&balls::TENNIS, &moving(DVec3::Y, DVec3::X));
    let bad = court.ball(
        &balls::TENNIS,
        &moving(DVec3::Y * 3.0, DVec3::new(f64::NAN, 0.0, 0.0)),
    );
    let report = physics_step(&mut court.world, &court.config).unwrap();
    assert_eq!(report.problems.len(), 1);
    assert_eq!(report.problems[0].0, bad);
    for _ in 0..60 {
        court.step();
    }
    assert!(court.state(good).position.x > 0.5);
}

#[test]
fn an_edit_of_what_shows_a_ball_reseeds_that_field_alone() {
    let mut court = Court::new(60.0, 9.81);
    let ball = court.ball(
        &balls::TENNIS,
        &moving(DVec3::Y * 10.1, DVec3::new(20.1, 0.3, 0.0)),
    );
    court.step();
    let before = court.state(ball);
    court.world.get_mut::<RigidBody>(ball).unwrap().velocity = Vec3::new(0.0, 5.0, 1.0);
    let mut twin = Court::new(60.0, 9.81);
    let edited = State {
        velocity: DVec3::new(0.0, 5.0, 1.0),
        ..before
    };
    let copy = twin.ball(&balls::TENNIS, &edited);
    twin.world.get_mut::<Ballistic>(copy).unwrap().time =
        court.world.get::<Ballistic>(ball).unwrap().time;
    court.step();
    twin.step();
    assert_eq!(court.state(ball), twin.state(copy));
}

#[test]
fn restore_contact_a_world_of_balls_goes_on_alike_after_its_bytes_at_every_tick() {
    let mut court = Court::new(60.0, 9.81);
    let surface = balls::TENNIS.surface("clay").unwrap();
    court.still(
        Collider::half_space(Vec3::Y),
        Vec3::ZERO,
        Quat::IDENTITY,
        &surface,
    );
    for i in 0..12 {
        let x = f64::from(i);
        let start = State {
            spin: DVec3::new(10.0 * x, 5.0, -40.0 * x),
            ..moving(
                DVec3::new(0.3 * x, 1.0 + 0.2 * x, 0.0),
                DVec3::new(2.0 - 0.4 * x, 0.0, 0.1),
            )
        };
        court.ball(&balls::TENNIS, &start);
    }
    court.world.spawn_with((
        Transform::from_position(Vec3::new(1.0, 0.5, 0.0)),
        RigidBody::dynamic(0.5),
        Collider::cuboid(Vec3::new(0.1, 0.5, 0.5)),
    ));
    for _ in 0..150 {
        let mut copy = Court::new(60.0, 9.81);
        copy.world
            .register_component::<Transform>("voltex.transform", 1)
            .unwrap();
        court
            .world
            .register_component::<Transform>("voltex.transform", 1)
            .unwrap();
        copy.world.decode(&court.world.encode()).unwrap();
        let hash = |court: &Court| physics_hash(&court.world, &court.config);
        assert_eq!(hash(&copy), hash(&court));
        court.step();
        copy.step();
        assert_eq!(hash(&copy), hash(&court), "tick {}", court.tick);
    }
}

#[test]
fn ten_thousand_balls_at_once() {
    let mut court = Court::new(60.0, 9.81);
    let surface = balls::TENNIS.surface("hard_court").unwrap();
    court.still(
        Collider::half_space(Vec3::Y),
        Vec3::ZERO,
        Quat::IDENTITY,
        &surface,
    );
    let id = court.balls.add(&balls::TENNIS).unwrap();
    let mut all = Vec::new();
    for i in 0..10_000 {
        let (x, z) = (f64::from(i % 100), f64::from(i / 100));
        let start = moving(
            DVec3::new(x, 0.5 + 0.01 * f64::from(i % 37), z),
            DVec3::new(0.3 * (x - 50.0), 2.0, 0.3 * (z - 50.0)),
        );
        all.push(
            court
                .world
                .spawn_with(court.balls.placed(id, &start).unwrap()),
        );
    }
    court.world.insert_resource(court.balls.clone());
    for _ in 0..60 {
        court.step();
    }
    assert!(court.impacts.len() > 5_000, "{}", court.impacts.len());
    for ball in all {
        let state = court.state(ball);
        assert!(state.is_finite() && state.position.y > 0.03, "{state:?}");
    }
}

/// Two patches of ground side by side, the second without any bounce: as cells of a height field, as triangles of a mesh.
#[test]
fn each_triangle_and_each_cell_has_a_ground_of_its_own() {
    for of_mesh in [true, false] {
        let mut court = Court::new(60.0, 9.81);
        let mut store = ShapeStore::default();
        let lively = court.balls.add_surface(&elastic()).unwrap();
        court
            .balls
            .add_surface(&Surface::plain("mud", 0.0, 0.5, 0.0))
            .unwrap();
        let collider = if of_mesh {
            let corner = |x: f32, z: f32| Vec3::new(x, 0.0, z);
            let corners = [
                corner(-2.0, -1.0),
                corner(-2.0, 1.0),
                corner(0.0, 1.0),
                corner(0.0, -1.0),
                corner(2.0, 1.0),
                corner(2.0, -1.0),
            ];
            let triangles = [[0, 1, 2], [0, 2, 3], [3, 2, 4], [3, 4, 5]];
            let mesh = store.add_mesh(&corners, &triangles).unwrap();
            court.balls.set_triangles(mesh, vec![0, 0, 1, 1]);
            Collider::Mesh(mesh)
        } else {
            let field = HeightField::new(3, 2, voltex_math::Vec2::splat(2.0), vec![0.0; 6]);
            let field = field.unwrap().with_surfaces(vec![0, 1]).unwrap();
            Collider::HeightField(store.add_height_field(field))
        };
        court.world.insert_resource(store);
        court
            .world
            .spawn_with((Transform::default(), collider, Ground(lively)));
        let kind = plain_ball(0.1, 0.2);
        let bounces = court.ball(&kind, &moving(DVec3::new(-1.0, 1.1, 0.3), DVec3::ZERO));
        let sticks = court.ball(&kind, &moving(DVec3::new(1.0, 1.1, 0.3), DVec3::ZERO));
        for _ in 0..40 {
            court.step();
        }
        assert!(
            court.state(bounces).velocity.y > 1.0,
            "{of_mesh} {:?}",
            court.state(bounces)
        );
        assert!(court.is_grounded(sticks), "{of_mesh}");
        assert!(
            (court.state(sticks).position.y - 0.1).abs() < 1e-3,
            "{of_mesh}"
        );
    }
}

#[test]
fn bounce_phase_apexes_of_ten_balls_are_smooth_and_monotone() {
    let apex = |i: i32| {
        let mut court = Court::new(60.0, 9.81);
        let surface = Surface::plain("mat", 0.8, 0.3, 0.0);
        court.still(
            Collider::half_space(Vec3::Y),
            Vec3::ZERO,
            Quat::IDENTITY,
            &surface,
        );
        let start = moving(DVec3::Y * 10.0, DVec3::Y * (-15.0 - 0.01 * f64::from(i)));
        let ball = court.ball(&plain_ball(0.1, 0.2), &start);
        while court.impacts.is_empty() {
            court.step();
        }
        let state = court.state(ball);
        state.position.y + 0.5 * state.velocity.y * state.velocity.y / f64::from(9.81_f32)
    };
    for i in 0..10 {
        let speed = 15.0 + 0.01 * f64::from(i);
        // e^2 of the energy above the ground, from the lowest place of the centre.
        let fall = 9.9 + 0.5 * speed * speed / f64::from(9.81_f32);
        let right = 0.1 + 0.64 * fall;
        assert!((apex(i) - right).abs() < 1e-9, "{i}: {} {right}", apex(i));
    }
}

#[test]
fn wall_angle_a_smooth_wall_keeps_the_speed_along_it() {
    for degrees in 1..90 {
        let mut court = Court::new(60.0, 0.0);
        court.still(
            Collider::cuboid(Vec3::new(1.0, 50.0, 50.0)),
            -Vec3::X,
            Quat::IDENTITY,
            &elastic(),
        );
        let (sine, cosine) = voltex_math::f64::sin_cos(deg(f64::from(degrees)));
        let way = DVec3::new(-sine, cosine, 0.0) * 20.0;
        let ball = court.ball(
            &plain_ball(0.1, 0.2),
            &moving(DVec3::new(0.6, -20.0, 0.0), way),
        );
        while court.impacts.is_empty() {
            court.step();
            assert!(court.tick < 200);
        }
        let after = court.state(ball).velocity;
        assert!(
            (after - DVec3::new(-way.x, way.y, 0.0)).length() < 1e-12,
            "{degrees}: {after}"
        );
    }
}

#[test]
fn hitch_one_long_step_among_short_ones_brings_the_same_flight() {
    let height = |long: bool| {
        let mut court = Court::new(60.0, 9.81);
        let surface = balls::TENNIS.surface("hard_court").unwrap();
        court.still(
            Collider::half_space(Vec3::Y),
            Vec3::ZERO,
            Quat::IDENTITY,
            &surface,
        );
        let start = moving(DVec3::Y * 2.0, DVec3::new(9.0, 1.0, 0.0));
        let ball = court.ball(&balls::TENNIS, &start);
        let step = court.config.fixed_dt;
        for tick in 0..90 {
            if long && tick == 20 {
                court.config.fixed_dt = 30.0 * step;
                court.step();
                court.config.fixed_dt = step;
            } else if !(long && (20..50).contains(&tick)) {
                court.step();
            }
        }
        court.state(ball)
    };
    let (short, long) = (height(false), height(true));
    // The integrator of the flight has steps of other lengths.
    assert!(
        (short.position - long.position).length() < 1e-5,
        "{short:?} {long:?}"
    );
}

#[test]
fn small_ball_spin_a_table_tennis_ball_rolls_to_rest_where_the_closed_form_has_it() {
    let mut court = Court::new(60.0, 9.81);
    let surface = Surface::plain("table", 0.9, 0.4, 0.0).resisting(0.02, 0.01);
    court.still(
        Collider::half_space(Vec3::Y),
        Vec3::ZERO,
        Quat::IDENTITY,
        &surface,
    );
    let mut kind = balls::TABLE_TENNIS.with_model("vacuum").unwrap();
    kind.set("nominal.mass", 0.0027).unwrap();
    kind.set("nominal.diameter", 0.04).unwrap();
    kind.set("inertia.alpha", 2.0 / 3.0).unwrap();
    let start = State {
        spin: DVec3::Z * (-0.5 / 0.02),
        ..moving(DVec3::Y * 0.02, DVec3::X * 0.5)
    };
    let ball = court.ball(&kind, &start);
    for _ in 0..600 {
        court.step();
        let state = court.state(ball);
        let slip = (state.velocity.x + state.spin.z * 0.02).abs();
        assert!(slip <= 0.01 * state.velocity.x + 1e-3, "{state:?}");
    }
    let reach = court.state(ball).position.x;
    assert!((reach / 1.062 - 1.0).abs() < 0.01, "{reach}");
}

#[test]
fn a_row_of_balls_in_the_air_passes_the_impulse_on() {
    let mut court = Court::new(60.0, 0.0);
    let mut kind = plain_ball(0.05, 0.1);
    kind.set("inertia.alpha", 0.4).unwrap();
    let id = court.balls.add(&kind).unwrap();
    let mut row = Vec::new();
    for i in 0..5 {
        let speed = if i == 0 { 10.0 } else { 0.0 };
        let x = if i == 0 { -0.5 } else { 0.1 * f64::from(i) };
        let mut parts = court
            .balls
            .placed(id, &moving(DVec3::X * x, DVec3::X * speed))
            .unwrap();
        // Elastic and smooth, so that the last leaves with all of it.
        parts.3.restitution = Some(1.0);
        parts.3.friction = 0.0;
        row.push(court.world.spawn_with(parts));
    }
    court.world.insert_resource(court.balls.clone());
    for _ in 0..10 {
        court.step();
    }
    let speeds: Vec<f64> = row
        .iter()
        .map(|ball| court.state(*ball).velocity.x)
        .collect();
    assert!((speeds[4] - 10.0).abs() < 1e-9, "{speeds:?}");
    assert!(
        speeds[..4].iter().all(|speed| speed.abs() < 1e-9),
        "{speeds:?}"
    );
}
