//! The state of the physics through bytes: edits that no step has seen yet, damaged bytes, size.

mod support;

use voltex_ecs::{Entity, Transform, World};
use voltex_math::random::{Key, below, uniform_in};
use voltex_math::{Quat, Vec3};
use voltex_physics::{
    AxisLocks, Collider, CollisionLayers, Material, PhysicsConfig, PhysicsState, ReportForces,
    RigidBody, Sensor, ShapeStore, physics_hash, physics_step, register,
};

const CONFIG: PhysicsConfig = PhysicsConfig::DEFAULT;

/// Draws of a key, one after the other.
struct Draws {
    key: Key,
    count: u64,
}

impl Draws {
    fn new(seed: u64) -> Self {
        Self {
            key: Key::new(seed, 7),
            count: 0,
        }
    }

    fn below(&mut self, n: usize) -> usize {
        self.count += 1;
        below(self.key, self.count, n as u64).unwrap() as usize
    }

    fn within(&mut self, low: f64, high: f64) -> f32 {
        self.count += 1;
        uniform_in(self.key, self.count, low, high) as f32
    }

    fn vector(&mut self, low: f64, high: f64) -> Vec3 {
        Vec3::new(
            self.within(low, high),
            self.within(low, high),
            self.within(low, high),
        )
    }
}

/// A world that knows all components.
fn empty() -> World {
    let mut world = World::new();
    register(&mut world).unwrap();
    world
}

/// A level square with this half side, m, as a mesh.
fn square(store: &mut ShapeStore, half: f32) -> Collider {
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let corners = corners.map(|(x, z)| Vec3::new(x, 0.0, z) * half);
    Collider::Mesh(store.add_mesh(&corners, &[[0, 2, 1], [0, 3, 2]]).unwrap())
}

/// A pile on a mesh, with a compound, a hull, sleepers and a sensor among it.
fn pile(draws: &mut Draws) -> World {
    let mut world = empty();
    let mut store = ShapeStore::default();
    let ground = square(&mut store, 9.0);
    let points: Vec<Vec3> = (0..12).map(|_| draws.vector(-0.3, 0.3)).collect();
    let hull = store.add_hull(&points).unwrap();
    let dumbbell = store
        .add_compound(&[
            (at(Vec3::X * 0.3).pose(), Collider::sphere(0.2)),
            (
                at(Vec3::X * -0.3).pose(),
                Collider::cuboid(Vec3::splat(0.15)),
            ),
        ])
        .unwrap();
    world.insert_resource(store);
    world.spawn_with((Transform::default(), ground));
    world.spawn_with((
        at(Vec3::Y * 0.5),
        Collider::cuboid(Vec3::new(1.0, 0.3, 1.0)),
        Sensor,
    ));
    for i in 0..18 {
        let shape = match i % 6 {
            0 => Collider::sphere(0.25),
            1 => Collider::cuboid(draws.vector(0.15, 0.35)),
            2 => Collider::capsule(0.2, 0.15),
            3 => Collider::Hull(hull),
            4 => Collider::Compound(dumbbell),
            _ => Collider::cylinder(0.2, 0.2),
        };
        let place = draws.vector(-0.8, 0.8) + Vec3::Y * (1.0 + 0.5 * i as f32);
        let mut transform = at(place);
        transform.rotation = Quat::from_axis_angle(Vec3::Y, draws.within(0.0, 3.0));
        world.spawn_with((transform, RigidBody::of_density(900.0), shape));
    }
    world
}

fn at(position: Vec3) -> Transform {
    Transform::from_position(position)
}

/// One edit of the kind that users make.
fn edit(world: &mut World, draws: &mut Draws) {
    let entities: Vec<Entity> = world.entities().collect();
    let entity = entities[draws.below(entities.len())];
    match draws.below(11) {
        0 => {
            world.despawn(entity);
        }
        1 => {
            let place = draws.vector(-1.0, 1.0) + Vec3::Y * 3.0;
            world.spawn_with((at(place), RigidBody::dynamic(2.0), Collider::sphere(0.2)));
        }
        2 => {
            if let Some(transform) = world.get_mut::<Transform>(entity) {
                transform.position = draws.vector(0.3, 2.0);
            }
        }
        3 => {
            if let Some(body) = world.get_mut::<RigidBody>(entity) {
                body.velocity += draws.vector(-2.0, 2.0);
            }
        }
        4 => {
            world.remove::<RigidBody>(entity);
        }
        5 => {
            world.remove::<Collider>(entity);
        }
        6 => {
            let _ = world.add(entity, RigidBody::kinematic().with_velocity(Vec3::X * 0.1));
        }
        7 => {
            let _ = world.add(entity, Material::DEFAULT);
            let material = world.get_mut::<Material>(entity).unwrap();
            material.friction = draws.within(0.0, 1.0);
        }
        8 => {
            let _ = world.add(entity, CollisionLayers::new(1 << draws.below(3), u32::MAX));
        }
        9 => {
            if !world.has::<Sensor>(entity) {
                let _ = world.add(entity, Sensor);
            }
        }
        _ => {
            if let Some(body) = world.get_mut::<RigidBody>(entity) {
                body.locks = AxisLocks::PLANE_XY;
                body.mass = draws.within(0.0, 5.0);
            }
        }
    }
}

#[test]
fn a_world_is_stored_with_edits_that_no_step_has_seen() {
    for seed in 0..20 {
        let draws = &mut Draws::new(seed);
        let mut world = pile(draws);
        for round in 0..20 {
            for _ in 0..5 + 60 * usize::from(round == 10) {
                physics_step(&mut world, &CONFIG).unwrap();
            }
            for _ in 0..draws.below(4) {
                edit(&mut world, draws);
            }
            support::check(&world, &CONFIG);
        }
    }
}

/// Bytes that were damaged anywhere give an error or a world that can be stepped, never a panic or a large
/// allocation.
#[test]
fn damaged_bytes_give_an_error_or_a_world_that_steps() {
    let draws = &mut Draws::new(99);
    let mut world = pile(draws);
    for _ in 0..60 {
        support::step_with(&mut world, &CONFIG);
    }
    let good = world.encode();
    let (mut refused, mut stepped) = (0, 0);
    for _ in 0..1500 {
        let mut bytes = good.clone();
        for _ in 0..1 + draws.below(3) {
            let place = draws.below(bytes.len());
            bytes[place] = match draws.below(3) {
                0 => bytes[place] ^ 1 << draws.below(8),
                1 => 0xff,
                _ => draws.below(256) as u8,
            };
        }
        if draws.below(8) == 0 {
            bytes.truncate(draws.below(good.len()));
        }
        let mut copy = empty();
        match copy.decode(&bytes) {
            Ok(()) => {
                stepped += 1;
                for _ in 0..3 {
                    physics_step(&mut copy, &CONFIG).unwrap();
                }
                physics_hash(&copy, &CONFIG);
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 100 && stepped > 100, "{refused} {stepped}");
}

/// Row `snapshot-cost`: what is stored of the physics of a ball in flight, beside its components.
#[test]
fn a_ball_in_flight_takes_few_bytes() {
    let mut world = empty();
    for i in 0..800 {
        world.spawn_with((
            at(Vec3::new(i as f32, 10.0, 0.0)),
            RigidBody::dynamic(0.4),
            Collider::sphere(0.1),
        ));
    }
    for _ in 0..10 {
        physics_step(&mut world, &CONFIG).unwrap();
    }
    let with = world.encode().len();
    let state = world.remove_resource::<PhysicsState>();
    assert!(state.is_some());
    let bytes = (with - world.encode().len()) as f64 / 800.0;
    // Position, rotation, velocity and spin are 52 more.
    assert!(bytes < 76.0, "{bytes}");
}

#[test]
fn the_hash_tells_settings_and_state_apart() {
    let draws = &mut Draws::new(3);
    let mut world = pile(draws);
    let fresh = physics_hash(&world, &CONFIG);
    let other = PhysicsConfig {
        substeps: 5,
        ..CONFIG
    };
    assert_ne!(physics_hash(&world, &other), fresh);
    physics_step(&mut world, &CONFIG).unwrap();
    let stepped = physics_hash(&world, &CONFIG);
    assert_ne!(stepped, fresh);
    // The same components without the memory of the step are another state.
    world.remove_resource::<PhysicsState>();
    assert_ne!(physics_hash(&world, &CONFIG), stepped);
}

/// -0 counts as +0, every NaN as one, and what takes no part in the physics does not count.
#[test]
fn the_hash_is_blind_to_what_makes_no_difference() {
    let scene = |zero: f32, nan: u32, camera: bool| {
        let mut world = World::new();
        world.spawn_with((
            at(Vec3::new(zero, 1.0, 0.0)),
            RigidBody::dynamic(1.0),
            Collider::sphere(0.5),
        ));
        world.spawn_with((
            at(Vec3::X * f32::from_bits(nan)),
            RigidBody::dynamic(1.0),
            Collider::sphere(0.5),
        ));
        if camera {
            world.spawn_with((at(Vec3::ONE),));
        }
        physics_step(&mut world, &CONFIG).unwrap();
        physics_hash(&world, &CONFIG)
    };
    let plain = scene(0.0, 0x7fc0_0000, false);
    assert_eq!(scene(-0.0, 0x7fc0_0000, false), plain);
    assert_eq!(scene(0.0, 0xffc0_1234, false), plain);
    assert_eq!(scene(0.0, 0x7fc0_0000, true), plain);
    assert_ne!(scene(1.0e-30, 0x7fc0_0000, false), plain);
}

/// A step used to leave a body faster than any that a world may be given: in memory it went on, read from bytes it stood
/// still. The last body to move takes its contacts off the list with it.
#[test]
fn what_a_step_leaves_can_be_taken_over() {
    for side in [Vec3::X, Vec3::NEG_Z] {
        let mut world = empty();
        world.insert_resource(ShapeStore::default());
        world.spawn_with((Transform::default(), Collider::half_space(Vec3::Y)));
        let body = world.spawn_with((
            at(Vec3::Y * 0.2),
            Collider::cuboid(Vec3::new(0.2, 0.2, 0.1)),
            RigidBody::dynamic(1.0)
                .with_velocity(side * 9.99e5)
                .with_gravity_scale(100.0),
            Material {
                friction: 0.0,
                ..Material::DEFAULT
            },
        ));
        let config = PhysicsConfig {
            gravity: side * 4.0e3 - Vec3::Y * 0.1,
            fixed_dt: 1.0 / 240.0,
            ..CONFIG
        };
        let mut named = Vec::new();
        for step in 0..4 {
            let mut read = through_bytes(&world);
            let problems = physics_step(&mut world, &config).unwrap().problems;
            physics_step(&mut read, &config).unwrap();
            let hashes = [&world, &read].map(|world| physics_hash(world, &config));
            assert_eq!(hashes[0], hashes[1], "along {side}, step {step}");
            for world in [&world, &read] {
                let store = world.resource::<ShapeStore>().unwrap();
                let state = world.resource::<PhysicsState>().unwrap();
                state.validate(&store).unwrap();
            }
            named.extend(problems);
        }
        let is_named = named.iter().any(|(entity, _)| *entity == body);
        assert!(is_named, "along {side}: {named:?}");
    }
}

/// A ball that sleeps in a corner, told of its forces.
fn ball_asleep() -> (World, PhysicsConfig) {
    let mut world = empty();
    world.spawn_with((Transform::default(), Collider::half_space(Vec3::Y)));
    world.spawn_with((at(Vec3::X), Collider::half_space(Vec3::NEG_X)));
    world.spawn_with((
        at(Vec3::new(0.75, 0.25, 0.0)),
        Collider::sphere(0.25),
        RigidBody::dynamic(1.0),
        ReportForces,
    ));
    let config = PhysicsConfig {
        gravity: Vec3::new(3.0, -9.81, 0.0),
        ..CONFIG
    };
    for _ in 0..300 {
        physics_step(&mut world, &config).unwrap();
    }
    assert_eq!(physics_step(&mut world, &config).unwrap().awake, 0);
    (world, config)
}

fn through_bytes(world: &World) -> World {
    let mut read = empty();
    read.decode(&world.encode()).unwrap();
    read
}

/// Normals of contacts whose points are found anew at each step were not stored: the wall pushed along another axis.
#[test]
fn forces_on_what_sleeps_are_stored() {
    let (mut world, config) = ball_asleep();
    let mut read = through_bytes(&world);
    let forces = physics_step(&mut world, &config).unwrap().forces;
    let stored = physics_step(&mut read, &config).unwrap().forces;
    assert_eq!(forces, stored);
    // On the ball, which came last: floor and wall bear what pulls at it.
    let sum: Vec3 = forces
        .iter()
        .map(|force| force.normal + force.friction)
        .sum();
    assert!((sum + config.gravity).length() < 0.05, "{forces:?}");
}

/// The same normals hold up what a blow strikes: both worlds answer alike.
#[test]
fn a_blow_on_what_sleeps_is_held_up_alike() {
    let (mut world, config) = ball_asleep();
    world.spawn_with((
        at(Vec3::new(-0.4, 0.5, 0.02)),
        Collider::cuboid(Vec3::splat(0.2)),
        RigidBody::dynamic(2.0).with_velocity(Vec3::new(25.0, -3.0, 0.5)),
    ));
    let mut read = through_bytes(&world);
    for step in 0..20 {
        let impacts = physics_step(&mut world, &config).unwrap().impacts;
        assert_eq!(impacts, physics_step(&mut read, &config).unwrap().impacts);
        let hashes = [&world, &read].map(|world| physics_hash(world, &config));
        assert_eq!(hashes[0], hashes[1], "step {step}");
    }
}

/// The number of a triangle that is not there made the step panic.
#[test]
fn numbers_of_a_state_may_be_the_largest() {
    // A box in a V of two meshes, whose normals differ: seams are looked at.
    let mut world = empty();
    let mut store = ShapeStore::default();
    let ground = square(&mut store, 2.0);
    world.insert_resource(store);
    for side in [-1.0, 1.0] {
        let place = Transform {
            rotation: Quat::from_rotation_z(0.3 * side),
            ..at(Vec3::X * side)
        };
        world.spawn_with((place, ground));
    }
    world.spawn_with((
        at(Vec3::Y * 0.05),
        Collider::cuboid(Vec3::splat(0.3)),
        RigidBody::dynamic(1.0),
    ));
    for _ in 0..30 {
        physics_step(&mut world, &CONFIG).unwrap();
    }
    let bytes = world.encode();
    let mut stepped = 0;
    for place in 0..bytes.len().saturating_sub(4) {
        let mut damaged = bytes.clone();
        damaged[place..place + 4].fill(0xff);
        let mut read = empty();
        if read.decode(&damaged).is_ok() && read.entity_count() == world.entity_count() {
            drop(physics_step(&mut read, &CONFIG));
            stepped += 1;
        }
    }
    assert!(stepped > 100, "{stepped} of {} bytes", bytes.len());
}
