//! What is predicted of a ball is what the steps bring, bit for bit.

use voltex_ecs::{Entity, Transform, World};
use voltex_flight::aim::Given;
use voltex_flight::{Air, Launch, State, Wind, balls, wind::Gusts};
use voltex_math::random::{Key, below, uniform_in};
use voltex_math::{DQuat, DVec3, Quat, Vec2, Vec3};
use voltex_physics::ballistic::{
    Atmosphere, Ballistic, Balls, Ground, PredictionEnd, aim, predict,
};
use voltex_physics::{Collider, HeightField, PhysicsConfig, RigidBody, ShapeStore, physics_step};

/// Random numbers of one world.
struct Draw {
    key: Key,
    next: u64,
}

impl Draw {
    fn new(world: u64) -> Self {
        Self {
            key: Key::new(902, world),
            next: 0,
        }
    }

    fn within(&mut self, low: f64, high: f64) -> f64 {
        self.next += 1;
        uniform_in(self.key, self.next, low, high)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next += 1;
        below(self.key, self.next, n).unwrap()
    }

    fn place(&mut self, low: Vec3, high: Vec3) -> Vec3 {
        let axis =
            |this: &mut Self, i: usize| this.within(f64::from(low[i]), f64::from(high[i])) as f32;
        Vec3::new(axis(self, 0), axis(self, 1), axis(self, 2))
    }

    fn turn(&mut self) -> Quat {
        let mut part = || self.within(-1.0, 1.0) as f32;
        Quat::from_xyzw(part(), part(), part(), part()).normalize()
    }
}

/// A world of `obstacles` still bodies around a court, and a ball in it; some of the bodies sleep and yield.
fn build(world_number: u64, obstacles: u64) -> (World, PhysicsConfig, Entity) {
    let mut draw = Draw::new(world_number);
    let mut world = World::new();
    voltex_physics::register(&mut world).unwrap();
    let mut store = ShapeStore::default();
    let mut kinds = Balls::default();
    let grounds =
        ["clay", "grass", "hardwood", "steel_plate"].map(|name| kinds.add_ground(name).unwrap());
    let kind = [
        &balls::TENNIS,
        &balls::SOCCER,
        &balls::TABLE_TENNIS,
        &balls::BASKETBALL,
        &balls::RUGBY,
        &balls::AMERICAN_FOOTBALL,
    ][draw.below(6) as usize];
    let kind = kinds.add(kind).unwrap();
    let hull: Vec<Vec3> = (0..20).map(|_| draw.place(-Vec3::ONE, Vec3::ONE)).collect();
    let hull = store.add_hull(&hull).unwrap();
    let heights = (0..81).map(|_| draw.within(-0.3, 0.0) as f32).collect();
    let field = HeightField::new(9, 9, Vec2::splat(10.0), heights).unwrap();
    let field = store.add_height_field(field);
    let corners = [
        Vec3::new(-3.0, 0.0, -3.0),
        Vec3::new(-3.0, 0.0, 3.0),
        Vec3::new(3.0, 0.0, 3.0),
        Vec3::new(3.0, 0.0, -3.0),
        Vec3::new(0.0, 1.5, 0.0),
    ];
    let faces = [[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]];
    let mesh = store.add_mesh(&corners, &faces).unwrap();
    world.insert_resource(store);
    let floor = if draw.below(3) == 0 {
        Collider::HeightField(field)
    } else {
        Collider::half_space(Vec3::Y)
    };
    world.spawn_with((
        Transform::default(),
        floor,
        Ground(grounds[draw.below(4) as usize]),
    ));
    for _ in 0..obstacles {
        let collider = match draw.below(7) {
            0 => Collider::sphere(draw.within(0.2, 1.0) as f32),
            1 => Collider::cuboid(draw.place(Vec3::splat(0.1), Vec3::splat(1.5))),
            2 => Collider::capsule(0.7, 0.3),
            3 => Collider::cylinder(0.5, 0.6),
            4 => Collider::cone(0.6, 0.7),
            5 => Collider::Hull(hull),
            _ => Collider::Mesh(mesh),
        };
        let mut transform = Transform::from_position(
            draw.place(Vec3::new(-20.0, 0.0, -20.0), Vec3::new(20.0, 4.0, 20.0)),
        );
        transform.rotation = draw.turn();
        let entity = world.spawn_with((transform, collider));
        if draw.below(3) == 0 {
            world
                .add(entity, Ground(grounds[draw.below(4) as usize]))
                .unwrap();
        }
    }
    let wind = if draw.below(2) == 0 {
        Wind::Uniform(DVec3::new(draw.within(-5.0, 5.0), 0.0, 2.0))
    } else {
        Wind::Gusts(Gusts::new(DVec3::X, 1.0, 20.0, world_number).unwrap())
    };
    world.insert_resource(Atmosphere::new(Air::default(), wind).unwrap());
    let from = draw.place(Vec3::new(-15.0, 1.0, -15.0), Vec3::new(15.0, 5.0, 15.0));
    let mut axis = |size: f64| draw.within(-size, size);
    let state = State {
        position: from.as_dvec3(),
        rotation: DQuat::IDENTITY,
        velocity: DVec3::new(axis(15.0), axis(8.0), axis(15.0)),
        spin: DVec3::new(axis(200.0), axis(200.0), axis(300.0)),
    };
    let placed = {
        let mut store = world.resource_mut::<ShapeStore>().unwrap();
        kinds.placed_in(kind, &state, &mut store).unwrap()
    };
    let ball = world.spawn_with(placed);
    world.insert_resource(kinds);
    let rate = [30.0, 60.0, 120.0][(world_number % 3) as usize];
    let config = PhysicsConfig {
        fixed_dt: 1.0 / rate,
        ..PhysicsConfig::DEFAULT
    };
    (world, config, ball)
}

fn bits(state: &State) -> [u64; 13] {
    let [p, v, w] = [state.position, state.velocity, state.spin].map(|v| v.to_array());
    let q = state.rotation.to_array();
    [
        p[0], p[1], p[2], v[0], v[1], v[2], w[0], w[1], w[2], q[0], q[1], q[2], q[3],
    ]
    .map(f64::to_bits)
}

fn state(world: &World, ball: Entity) -> State {
    world.get::<Ballistic>(ball).unwrap().state()
}

#[test]
fn predict_line_in_a_thousand_worlds_the_steps_bring_the_bits_that_were_predicted() {
    let (mut hits, mut whole, mut grounded) = (0, 0, 0);
    for number in 0..1000 {
        let (mut world, config, ball) = build(number, 40);
        let told = predict(&world, &config, ball, 4.0).unwrap();
        // The same whether the physics has seen the world before or not.
        physics_step(&mut world, &config).unwrap();
        let later = predict(&world, &config, ball, 1.0).unwrap();
        let mut impacts = 0;
        for (tick, expected) in told.states.iter().enumerate().skip(1) {
            if tick > 1 {
                impacts += physics_step(&mut world, &config).unwrap().impacts.len();
            }
            let now = state(&world, ball);
            assert_eq!(bits(&now), bits(expected), "world {number}, tick {tick}");
            if let Some(again) = later.states.get(tick - 1) {
                assert_eq!(
                    bits(&now),
                    bits(again),
                    "world {number}, tick {tick}, told later"
                );
            }
        }
        assert_eq!(told.certain, told.states.len());
        assert!(told.impacts.len() >= impacts);
        hits += told.impacts.len();
        whole += usize::from(told.end == PredictionEnd::Horizon);
        if told.end == PredictionEnd::Grounded {
            grounded += 1;
            assert!(world.get::<Ballistic>(ball).unwrap().grounded);
        }
    }
    assert!(
        hits > 2500 && whole > 300 && grounded > 20,
        "{hits} {whole} {grounded}"
    );
}

#[test]
fn a_prediction_knows_how_long_it_holds() {
    // A body that sleeps is struck: until then the bits hold, and the blow is the right one.
    let (mut world, config, ball) = build(5, 0);
    let place = Vec3::new(0.0, 0.5, 0.0);
    world.spawn_with((
        Transform::from_position(place),
        RigidBody::dynamic(0.4),
        Collider::cuboid(Vec3::splat(0.5)),
    ));
    let park = |world: &mut World, state: State| {
        let ballistic = *world.get::<Ballistic>(ball).unwrap();
        let id = ballistic.ball;
        let parts = {
            let mut store = world.resource_mut::<ShapeStore>().unwrap();
            let kinds = world.resource::<Balls>().unwrap();
            kinds.placed_in(id, &state, &mut store).unwrap()
        };
        *world.get_mut::<Transform>(ball).unwrap() = parts.0;
        *world.get_mut::<RigidBody>(ball).unwrap() = parts.1;
        *world.get_mut::<Ballistic>(ball).unwrap() = parts.4;
    };
    let still = State {
        position: DVec3::new(-30.0, 2.0, 0.0),
        rotation: DQuat::IDENTITY,
        velocity: DVec3::ZERO,
        spin: DVec3::ZERO,
    };
    for _ in 0..120 {
        park(&mut world, still);
        physics_step(&mut world, &config).unwrap();
    }
    let shot = State {
        position: DVec3::new(-6.0, 0.8, 0.0),
        velocity: DVec3::new(18.0, 1.5, 0.0),
        ..still
    };
    park(&mut world, shot);
    let told = predict(&world, &config, ball, 1.0).unwrap();
    assert!(
        told.certain > 3 && told.certain < told.states.len(),
        "{told:?}"
    );
    for (tick, expected) in told.states.iter().enumerate().take(told.certain).skip(1) {
        physics_step(&mut world, &config).unwrap();
        assert_eq!(bits(&state(&world, ball)), bits(expected), "{tick}");
    }
    let report = physics_step(&mut world, &config).unwrap();
    let (blow, foreseen) = (report.impacts[0], told.impacts[0]);
    let after = blow
        .after
        .iter()
        .any(|after| after.velocity == foreseen.after.velocity.as_vec3());
    assert!(after, "{blow:?} {foreseen:?}");
}

/// Among bodies that fall and roll by themselves what is told to be certain is, and a body that comes in from the side is
/// told of before it can matter.
#[test]
fn a_prediction_beside_bodies_that_move_tells_where_its_promise_ends() {
    let (mut told_of, mut certain) = (0, 0);
    for number in 0..60 {
        let (mut world, config, ball) = build(number, 10);
        let mut draw = Draw::new(5000 + number);
        for _ in 0..6 {
            let place = draw.place(Vec3::new(-15.0, 3.0, -15.0), Vec3::new(15.0, 9.0, 15.0));
            let velocity = draw.place(Vec3::splat(-9.0), Vec3::splat(9.0));
            world.spawn_with((
                Transform::from_position(place),
                RigidBody::dynamic(1.0).with_velocity(velocity),
                Collider::cuboid(Vec3::splat(0.5)),
            ));
        }
        physics_step(&mut world, &config).unwrap();
        let told = predict(&world, &config, ball, 1.5).unwrap();
        if let Some(near) = told.near_by {
            told_of += 1;
            let step = f64::from(config.fixed_dt);
            assert!(told.certain as f64 * step <= near.time + 1e-9, "{told:?}");
        }
        certain += told.certain;
        for (tick, expected) in told.states.iter().enumerate().take(told.certain).skip(1) {
            physics_step(&mut world, &config).unwrap();
            let now = bits(&state(&world, ball));
            assert_eq!(now, bits(expected), "world {number}, tick {tick}");
        }
    }
    assert!(told_of > 40 && certain > 500, "{told_of} {certain}");
}

#[test]
fn a_ball_in_the_air_that_may_cross_the_way_is_told() {
    let (mut world, config, ball) = build(0, 0);
    let other = {
        let ballistic = *world.get::<Ballistic>(ball).unwrap();
        let state = State {
            position: ballistic.position + DVec3::X * 2.0,
            ..ballistic.state()
        };
        let mut store = world.resource_mut::<ShapeStore>().unwrap();
        let kinds = world.resource::<Balls>().unwrap();
        kinds.placed_in(ballistic.ball, &state, &mut store).unwrap()
    };
    let other = world.spawn_with(other);
    let told = predict(&world, &config, ball, 1.0).unwrap();
    assert_eq!(told.near_by.map(|near| near.entity), Some(other));
    world.despawn(other);
    let told = predict(&world, &config, ball, 1.0).unwrap();
    assert_eq!(told.near_by, None);
}

#[test]
fn a_prediction_refuses_what_is_no_ball_or_no_time() {
    let (mut world, config, ball) = build(1, 3);
    let crate_box = world.spawn_with((
        Transform::default(),
        RigidBody::dynamic(1.0),
        Collider::cuboid(Vec3::ONE),
    ));
    let refused = predict(&world, &config, crate_box, 1.0)
        .unwrap_err()
        .to_string();
    assert!(refused.contains("Balls::placed"), "{refused}");
    for horizon in [-1.0, f64::NAN, f64::INFINITY, 4000.0] {
        let refused = predict(&world, &config, ball, horizon)
            .unwrap_err()
            .to_string();
        assert!(refused.contains("between 0 and 3600"), "{refused}");
    }
    assert_eq!(predict(&world, &config, ball, 0.0).unwrap().states.len(), 1);
    // So many steps that their states would not fit, though the ball may lie soon.
    let fine = PhysicsConfig {
        fixed_dt: 1.0e-5,
        ..config
    };
    let refused = predict(&world, &fine, ball, 3600.0)
        .unwrap_err()
        .to_string();
    assert!(refused.contains("1048576 steps"), "{refused}");
}

#[test]
fn an_edited_ball_is_predicted_as_it_is_now() {
    let (mut world, config, ball) = build(17, 12);
    for _ in 0..5 {
        physics_step(&mut world, &config).unwrap();
    }
    let launch = Launch::at(20.0).up(0.4);
    world.get_mut::<RigidBody>(ball).unwrap().velocity = launch.velocity().as_vec3();
    let told = predict(&world, &config, ball, 0.5).unwrap();
    for expected in &told.states[1..told.certain] {
        physics_step(&mut world, &config).unwrap();
        assert_eq!(bits(&state(&world, ball)), bits(expected));
    }
}

/// A wall that the low arc meets and the high one clears: aiming tells both, and the steps bring what it tells.
#[test]
fn aim_past_a_wall_of_the_world() {
    let mut world = World::new();
    voltex_physics::register(&mut world).unwrap();
    let mut kinds = Balls::default();
    let soccer = kinds.add(&balls::SOCCER).unwrap();
    world.spawn_with((Transform::default(), Collider::half_space(Vec3::Y)));
    let wall = world.spawn_with((
        Transform::from_position(Vec3::new(10.0, 2.0, 0.0)),
        Collider::cuboid(Vec3::new(0.2, 2.0, 4.0)),
    ));
    let still = State {
        position: DVec3::new(1.0, 0.5, 0.2),
        rotation: DQuat::IDENTITY,
        velocity: DVec3::ZERO,
        spin: DVec3::new(0.0, 20.0, 10.0),
    };
    let ball = world.spawn_with(kinds.placed(soccer, &still).unwrap());
    world.insert_resource(kinds);
    let config = PhysicsConfig::DEFAULT;
    let target = DVec3::new(20.0, 1.0, 2.0);
    let found = aim(&world, &config, ball, target, Given::Speed(18.0)).unwrap();
    assert_eq!(
        (found.clear.len(), found.blocked.len()),
        (1, 1),
        "{found:?}"
    );
    assert_eq!(found.blocked[0].by, Some(wall));
    let shot = found.clear[0];
    world.get_mut::<Ballistic>(ball).unwrap().velocity = shot.velocity;
    world.get_mut::<RigidBody>(ball).unwrap().velocity = shot.velocity.as_vec3();
    let mut nearest = f64::INFINITY;
    for _ in 0..240 {
        let before = state(&world, ball).position;
        physics_step(&mut world, &config).unwrap();
        let after = state(&world, ball).position;
        let way = after - before;
        let share = ((target - before).dot(way) / way.length_squared()).clamp(0.0, 1.0);
        let miss = (before + way * share - target).length();
        if miss < nearest {
            nearest = miss;
        }
    }
    // The chord of a step is off the path by g dt^2/8.
    assert!(nearest < 1e-3, "{nearest}");
    // Out of reach, with the reason.
    let far = aim(&world, &config, ball, DVec3::X * 500.0, Given::Speed(10.0)).unwrap();
    assert!(far.clear.is_empty() && far.reason.is_some());
}

/// A football keeps the attitude and the spin that it has, whichever way it is sent.
#[test]
fn aim_of_an_oval_ball_finds_its_target() {
    let mut world = World::new();
    voltex_physics::register(&mut world).unwrap();
    let mut kinds = Balls::default();
    let football = kinds.add(&balls::AMERICAN_FOOTBALL).unwrap();
    let mut store = ShapeStore::default();
    let held = State {
        position: DVec3::new(1.0, 1.9, 0.2),
        rotation: DQuat::from_xyzw(0.0, 0.1, 0.2, 1.0).normalize(),
        velocity: DVec3::ZERO,
        spin: DVec3::new(50.0, -3.0, 4.0),
    };
    let placed = kinds.placed_in(football, &held, &mut store).unwrap();
    let ball = world.spawn_with(placed);
    world.insert_resource(kinds);
    world.insert_resource(store);
    let config = PhysicsConfig::DEFAULT;
    let target = DVec3::new(20.0, 1.0, 2.0);
    let found = aim(&world, &config, ball, target, Given::Speed(18.0)).unwrap();
    assert_eq!(found.clear.len(), 2, "{found:?}");
    for shot in found.clear {
        let mut ballistic = *world.get::<Ballistic>(ball).unwrap();
        ballistic.velocity = shot.velocity;
        world.get_mut::<RigidBody>(ball).unwrap().velocity = shot.velocity.as_vec3();
        *world.get_mut::<Ballistic>(ball).unwrap() = ballistic;
        let told = predict(&world, &config, ball, shot.time + 0.1).unwrap();
        let nearest = told.states.windows(2).map(|pair| {
            let (before, way) = (pair[0].position, pair[1].position - pair[0].position);
            let share = ((target - before).dot(way) / way.length_squared()).clamp(0.0, 1.0);
            (before + way * share - target).length()
        });
        let nearest = nearest.fold(
            f64::INFINITY,
            |least, miss| if miss < least { miss } else { least },
        );
        assert!(nearest < 5e-3, "{nearest} {shot:?}");
    }
}
