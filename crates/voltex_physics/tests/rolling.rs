//! Balls that slide, roll, stop and sleep, on planes and meshes; one long step among short ones.

mod support;

use voltex_ecs::{Entity, Transform, World};
use voltex_math::Vec3;
use voltex_physics::{
    Collider, Material, PhysicsConfig, PhysicsEvent, RigidBody, ShapeStore, StepReport,
    physics_step,
};

const G: f32 = 9.81;

fn step(world: &mut World) -> StepReport {
    let report = support::step_with(world, &PhysicsConfig::DEFAULT);
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    report
}

fn at(x: f32, y: f32, z: f32) -> Transform {
    Transform::from_position(Vec3::new(x, y, z))
}

fn place(world: &World, entity: Entity) -> Vec3 {
    world.get::<Transform>(entity).unwrap().position
}

fn body(world: &World, entity: Entity) -> RigidBody {
    *world.get::<RigidBody>(entity).unwrap()
}

/// Row `rolls-for-ever`, its first half: a solid ball that starts without spin at 5 m/s, with friction 0.2, rolls at
/// 5/7 of that after `2 v/(7 mu g)` = 0.728 s and `12 v^2/(49 mu g)` = 3.121 m.
#[test]
fn a_ball_slides_until_it_rolls() {
    let mut world = World::new();
    let surface = Material {
        friction: 0.2,
        ..Material::DEFAULT
    };
    world.spawn_with((Transform::default(), Collider::half_space(Vec3::Y), surface));
    let ball = world.spawn_with((
        at(0.0, 0.11, 0.0),
        RigidBody::dynamic(0.43).with_velocity(Vec3::X * 5.0),
        Collider::sphere(0.11),
        surface,
    ));
    let (time, way) = (2.0 * 5.0 / (7.0 * 0.2 * G), 12.0 * 25.0 / (49.0 * 0.2 * G));
    let slip = |body: &RigidBody| body.velocity.x + 0.11 * body.angular_velocity.z;
    for i in 1..=120_u16 {
        step(&mut world);
        let (now, body) = (f32::from(i) / 60.0, body(&world, ball));
        let v = if now < time {
            5.0 - 0.2 * G * now
        } else {
            25.0 / 7.0
        };
        // The last step of sliding is rolled in part.
        let near = if (now - time).abs() < 0.02 {
            0.04
        } else {
            0.005
        };
        assert!((body.velocity.x - v).abs() < near, "{now} {body:?} {v}");
        if (now - time).abs() > 0.02 {
            assert_eq!(slip(&body) > 0.01, now < time, "{now} {body:?}");
        }
    }
    let expected = way + 25.0 / 7.0 * (2.0 - time);
    let x = place(&world, ball).x;
    assert!((x / expected - 1.0).abs() < 2e-3, "{x} {expected}");
}

/// Row `rolls-for-ever`: under rolling resistance a rolling ball stops after `v (1 + 2/5)/(mu_r g)` and sleeps.
#[test]
fn a_rolling_ball_stops_and_sleeps() {
    let mut world = World::new();
    let surface = Material {
        rolling_friction: 0.05,
        ..Material::DEFAULT
    };
    world.spawn_with((Transform::default(), Collider::half_space(Vec3::Y), surface));
    let ball = world.spawn_with((
        at(0.0, 0.1, 0.0),
        RigidBody::dynamic(1.0)
            .with_velocity(Vec3::X * 2.0)
            .with_angular_velocity(Vec3::Z * -20.0),
        Collider::sphere(0.1),
        surface,
    ));
    let mut slept = None;
    for i in 0..600_u16 {
        let report = step(&mut world);
        if report.events.contains(&PhysicsEvent::FellAsleep(ball)) {
            slept = Some(f32::from(i) / 60.0);
        }
    }
    let stop = 2.0 * 1.4 / (0.05 * G);
    let slept = slept.expect("it comes to rest");
    // It is still for half a second before it sleeps, and slower than a centimetre a second shortly before it stops.
    assert!((slept - stop - 0.5).abs() < 0.1, "{slept} {stop}");
    let way = 7.0 * 4.0 / (10.0 * 0.05 * G);
    let x = place(&world, ball).x;
    assert!((x / way - 1.0).abs() < 0.01, "{x} {way}");
}

/// Row `mesh-edges`: over 100 x 100 cells at 10 m/s, in directions all round, a ball stays at its height and on its
/// course, as on a plane.
#[test]
fn mesh_edges() {
    let mut store = ShapeStore::default();
    let side = 101_u32;
    let corners: Vec<Vec3> = (0..side * side)
        .map(|i| Vec3::new((i % side) as f32 - 50.0, 0.0, (i / side) as f32 - 50.0))
        .collect();
    let mut triangles = Vec::new();
    for row in 0..side - 1 {
        for column in 0..side - 1 {
            let i = row * side + column;
            triangles.push([i, i + side, i + 1]);
            triangles.push([i + 1, i + side, i + side + 1]);
        }
    }
    let mesh = store.add_mesh(&corners, &triangles).unwrap();
    for degrees in 0..360 {
        let mut world = World::new();
        world.insert_resource(store.clone());
        world.spawn_with((Transform::default(), Collider::Mesh(mesh)));
        let (sine, cosine) = voltex_math::f32::sin_cos((degrees as f32).to_radians());
        let (along, across) = (Vec3::new(cosine, 0.0, sine), Vec3::new(-sine, 0.0, cosine));
        let start = Vec3::new(0.13, 0.2, 0.29);
        let ball = world.spawn_with((
            Transform::from_position(start),
            RigidBody::dynamic(1.0)
                .with_velocity(along * 10.0)
                .with_angular_velocity(Vec3::Y.cross(along) * 50.0),
            Collider::sphere(0.2),
        ));
        for _ in 0..240 {
            if degrees % 90 == 7 {
                step(&mut world);
            } else {
                physics_step(&mut world, &PhysicsConfig::DEFAULT).unwrap();
            }
            let height = place(&world, ball).y - 0.2;
            assert!(height.abs() < 1e-4, "{degrees}: height {height}");
        }
        let way = place(&world, ball) - start;
        let heading = way.dot(across) / way.dot(along);
        assert!(heading.abs() < 1e-3, "{degrees}: {heading}");
        assert!((way.dot(along) - 40.0).abs() < 0.05, "{degrees}: {way}");
    }
}

/// Row `hitch`: a step of half a second once, then the usual ones; a stack neither bursts nor falls through the floor.
#[test]
fn hitch() {
    let mut world = World::new();
    world.spawn_with((
        at(0.0, -0.5, 0.0),
        RigidBody::statik(),
        Collider::cuboid(Vec3::new(20.0, 0.5, 20.0)),
    ));
    let mut things = Vec::new();
    for i in 0..5_u16 {
        things.push(world.spawn_with((
            at(0.0, 0.5 + f32::from(i), 0.0),
            RigidBody::dynamic(10.0),
            Collider::cuboid(Vec3::splat(0.5)),
        )));
    }
    // One that falls, and one that rolls, when the long step comes.
    let falling = world.spawn_with((
        at(5.0, 1.5, 0.0),
        RigidBody::dynamic(1.0),
        Collider::sphere(0.25),
    ));
    let rolling = world.spawn_with((
        at(-5.0, 0.25, 3.0),
        RigidBody::dynamic(1.0)
            .with_velocity(Vec3::X)
            .with_angular_velocity(Vec3::Z * -4.0),
        Collider::sphere(0.25),
    ));
    for _ in 0..20 {
        step(&mut world);
    }
    let long = PhysicsConfig {
        fixed_dt: 0.5,
        ..PhysicsConfig::DEFAULT
    };
    assert!(support::step_with(&mut world, &long).problems.is_empty());
    for _ in 0..240 {
        step(&mut world);
        for thing in things.iter().chain([&falling, &rolling]) {
            let (place, velocity) = (place(&world, *thing), body(&world, *thing).velocity);
            assert!(place.y > 0.2, "{place}");
            // Nothing is faster than from a fall of 1.25 m.
            assert!(velocity.length() < 5.0, "{velocity}");
        }
    }
    for (i, thing) in (0..).zip(&things) {
        let expected = Vec3::new(0.0, 0.5 + f32::from(i as u16), 0.0);
        let place = place(&world, *thing);
        assert!((place - expected).length() < 0.05, "{place} {expected}");
    }
}
