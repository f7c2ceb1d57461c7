//! Contacts of a whole world.

use proptest::prelude::*;
use voltex_ecs::{Entity, Transform, World};
use voltex_math::{Pose, Quat, Vec2, Vec3};
use voltex_physics::gjk::shape_distance;
use voltex_physics::{
    Collider, CollisionLayers, ContactPoint, HeightField, PhysicsConfig, RigidBody, Sensor,
    ShapeStore, detect_collisions, detect_manifolds, detect_overlaps, physics_step,
};

fn at(position: Vec3) -> Transform {
    Transform::from_position(position)
}

fn turned(position: Vec3, rotation: Quat) -> Transform {
    Transform {
        rotation,
        ..at(position)
    }
}

const EIGHTH: f32 = std::f32::consts::FRAC_PI_4;

/// Everything that the conventions say of a contact.
#[track_caller]
fn check_signs(contact: &ContactPoint) {
    assert!((contact.normal.length() - 1.0).abs() < 1e-5, "{contact:?}");
    let along = (contact.point_on_a - contact.point_on_b).dot(contact.normal);
    assert!((along - contact.depth).abs() < 2e-5, "{contact:?}");
    assert!(contact.entity_a.id() < contact.entity_b.id());
}

/// An earlier design collided boxes as if they were never turned.
#[test]
fn turned_boxes_collide_as_they_are_turned() {
    let cube = Collider::cuboid(Vec3::splat(0.5));
    let turn = Quat::from_rotation_y(EIGHTH);
    // An edge of the turned cube reaches sqrt(1/2) m: farther than the unturned one.
    let mut world = World::new();
    let a = world.spawn_with((turned(Vec3::ZERO, turn), cube));
    let b = world.spawn_with((at(Vec3::X * 1.15), cube));
    let contacts = detect_collisions(&world);
    assert_eq!(contacts.len(), 1);
    let contact = &contacts[0];
    check_signs(contact);
    assert_eq!((contact.entity_a, contact.entity_b), (a, b));
    assert!((contact.normal - Vec3::X).length() < 1e-5);
    assert!(
        (contact.depth - (0.5_f32.sqrt() + 0.5 - 1.15)).abs() < 1e-5,
        "{contact:?}"
    );
    // Along the diagonal its faces are nearer than the corners of the unturned one.
    let mut world = World::new();
    for x in [0.0, 0.8] {
        world.spawn_with((turned(Vec3::new(x, 0.0, x), turn), cube));
    }
    assert_eq!(detect_collisions(&world), []);
    for transform in world.storage_mut::<Transform>().data_mut() {
        transform.rotation = Quat::IDENTITY;
    }
    assert_eq!(detect_collisions(&world).len(), 1);
}

/// The normal points from A to B for every pair of shapes and also after the two are exchanged.
#[test]
fn normal_points_from_a_to_b_whoever_is_first() {
    let mut store = ShapeStore::default();
    let axes = [Vec3::X, Vec3::Y, Vec3::Z];
    let octahedron: Vec<Vec3> = axes
        .iter()
        .flat_map(|axis| [*axis * 0.8, *axis * -0.8])
        .collect();
    let hull = store.add_hull(&octahedron).unwrap();
    let child = (Pose::IDENTITY, Collider::cuboid(Vec3::splat(0.6)));
    let compound = store.add_compound(&[child]).unwrap();
    let shapes = [
        Collider::sphere(0.6),
        Collider::cuboid(Vec3::splat(0.6)),
        Collider::capsule(0.3, 0.6),
        Collider::cylinder(0.6, 0.6),
        Collider::cone(0.6, 0.9),
        Collider::Hull(hull),
        Collider::Compound(compound),
    ];
    for first in shapes {
        for second in shapes {
            for (up, expected) in [(1.0, Vec3::Y), (-1.0, -Vec3::Y)] {
                let mut world = World::new();
                world.insert_resource(store.clone());
                let a = world.spawn_with((at(Vec3::ZERO), first));
                let b = world.spawn_with((at(Vec3::Y * up), second));
                let contacts = detect_collisions(&world);
                assert_eq!(contacts.len(), 1, "{first:?} {second:?}");
                check_signs(&contacts[0]);
                assert_eq!((contacts[0].entity_a, contacts[0].entity_b), (a, b));
                assert!(
                    contacts[0].normal.dot(expected) > 0.3,
                    "{first:?} {second:?} {contacts:?}"
                );
                assert!(contacts[0].depth > 0.0);
            }
        }
    }
}

#[test]
fn defined_answers_of_touching_and_coincident_bodies() {
    let mut world = World::new();
    let ball = Collider::sphere(0.5);
    let [a, b] = [0.0, 1.0].map(|x| world.spawn_with((at(Vec3::X * x), ball)));
    let touching = detect_collisions(&world);
    assert_eq!(touching.len(), 1);
    assert_eq!((touching[0].entity_a, touching[0].entity_b), (a, b));
    assert_eq!((touching[0].normal, touching[0].depth), (Vec3::X, 0.0));
    world.get_mut::<Transform>(b).unwrap().position = Vec3::ZERO;
    let coincident = detect_collisions(&world);
    assert_eq!((coincident[0].normal, coincident[0].depth), (Vec3::Y, 1.0));
    // A centre inside a box leaves by the nearest face: depth is the radius and the way to it.
    let mut world = World::new();
    world.spawn_with((at(Vec3::ZERO), Collider::cuboid(Vec3::new(1.0, 2.0, 3.0))));
    world.spawn_with((at(Vec3::new(0.75, 0.5, 0.5)), ball));
    let inside = detect_collisions(&world);
    assert_eq!((inside[0].normal, inside[0].depth), (Vec3::X, 0.75));
    assert_eq!(
        (inside[0].point_on_a.x, inside[0].point_on_b.x),
        (1.0, 0.25)
    );
}

/// Twenty thousand balls in a row, each touching the next: an earlier design tested all pairs and looked colliders up by
/// going through the list, which takes 2e8 tests and more.
#[test]
fn many_colliders_are_found_without_testing_all_pairs() {
    let mut world = World::new();
    let count = 20_000_u16;
    world.spawn_batch((0..count).map(|i| (at(Vec3::X * f32::from(i)), Collider::sphere(0.5))));
    let contacts = detect_collisions(&world);
    assert_eq!(contacts.len(), usize::from(count) - 1);
    assert!(
        contacts
            .iter()
            .zip(1..)
            .all(|(contact, next)| contact.entity_b.id() == next)
    );
}

#[test]
fn layers_and_sensors_take_no_part_in_contacts() {
    let mut world = World::new();
    let ball = Collider::sphere(0.5);
    let a = world.spawn_with((at(Vec3::ZERO), ball));
    let b = world.spawn_with((at(Vec3::X * 0.5), ball));
    let zone = world.spawn_with((at(Vec3::X * 0.25), Collider::cuboid(Vec3::ONE), Sensor));
    let pairs = |world: &World| -> Vec<(Entity, Entity)> {
        detect_collisions(world)
            .iter()
            .map(|c| (c.entity_a, c.entity_b))
            .collect()
    };
    assert_eq!(pairs(&world), [(a, b)]);
    assert_eq!(detect_overlaps(&world), [(a, zone), (b, zone)]);
    // Each has to meet the other.
    world.add(a, CollisionLayers::new(0b01, 0b10)).unwrap();
    assert_eq!(pairs(&world), [(a, b)]);
    world.add(b, CollisionLayers::new(0b10, 0b10)).unwrap();
    assert_eq!(pairs(&world), []);
    world.add(zone, CollisionLayers::new(0b01, 0b01)).unwrap();
    assert_eq!(detect_overlaps(&world), []);
    world.get_mut::<CollisionLayers>(b).unwrap().mask = 0b11;
    assert_eq!(pairs(&world), [(a, b)]);
}

/// A ball on the seam of two flush cubes touches their common top and no side; so does one on a flat field.
#[test]
fn seam_of_two_flush_bodies_is_not_felt() {
    for (moving, far) in [(false, 0.0), (true, 0.0), (true, 5000.0)] {
        let mut world = World::new();
        let offset = Vec3::new(far, 0.0, -far);
        for x in [-1.0, 1.0] {
            world.spawn_with((at(offset + Vec3::X * x), Collider::cuboid(Vec3::ONE)));
        }
        let ball = world.spawn_with((at(offset), Collider::sphere(0.25)));
        if moving {
            world.add(ball, RigidBody::dynamic(1.0)).unwrap();
        }
        for step in -20_i8..=20 {
            // In 64ths the coordinates are exact, also far out; the ball is 1/64 m deep.
            let place = Vec3::new(f32::from(step) / 64.0, 1.0 + 15.0 / 64.0, 0.0);
            world.get_mut::<Transform>(ball).unwrap().position = offset + place;
            let contacts = detect_manifolds(&world);
            assert!(!contacts.is_empty());
            for contact in &contacts {
                if contact.entity_b == ball {
                    let tilt = (contact.manifold.normal - Vec3::Y).length();
                    assert!(tilt < 1e-3, "step {step}: {:?}", contact.manifold);
                }
            }
        }
    }
}

/// Boxes of a wall that settles: the floor covers the lower corners of two that stand side by side, and yet these
/// are not as deep as they are wide.
#[test]
fn covered_neighbours_are_not_as_deep_as_they_are_wide() {
    let mut world = World::new();
    let floor = Collider::cuboid(Vec3::new(100.0, 1.0, 100.0));
    world.spawn_with((at(-Vec3::Y), RigidBody::statik(), floor));
    let base = 100_u8;
    for row in 0..base {
        for k in 0..base - row {
            let x = f32::from(k) - 0.5 * f32::from(base - row);
            let place = Vec3::new(x, 0.5 + f32::from(row), 0.0);
            world.spawn_with((
                at(place),
                RigidBody::of_density(100.0),
                Collider::cuboid(Vec3::splat(0.5)),
            ));
        }
    }
    let config = PhysicsConfig::DEFAULT;
    for _ in 0..40 {
        physics_step(&mut world, &config).unwrap();
    }
    for contact in detect_collisions(&world) {
        assert!(contact.depth < 0.05, "{contact:?}");
    }
}

#[test]
fn manifolds_name_triangles_and_children() {
    let mut store = ShapeStore::default();
    let field = HeightField::new(3, 2, Vec2::splat(2.0), vec![0.0; 6]).unwrap();
    let field = store.add_height_field(field);
    let dumbbell = [-1.0, 1.0].map(|x| (Pose::from_position(Vec3::X * x), Collider::sphere(0.5)));
    let dumbbell = store.add_compound(&dumbbell).unwrap();
    let mut world = World::new();
    world.insert_resource(store);
    let body = world.spawn_with((at(Vec3::new(0.25, 0.4, 0.1)), Collider::Compound(dumbbell)));
    let ground = world.spawn_with((at(Vec3::ZERO), Collider::HeightField(field)));
    let found = detect_manifolds(&world);
    let names: Vec<_> = found
        .iter()
        .map(|m| (m.entity_a, m.entity_b, m.child_a))
        .collect();
    assert_eq!(names, [(body, ground, 0), (body, ground, 1)]);
    assert!(
        found
            .iter()
            .all(|m| m.manifold.normal.dot(Vec3::Y) < -0.999)
    );
    assert_eq!([found[0].child_b / 2, found[1].child_b / 2], [0, 1]);
    let deepest = detect_collisions(&world);
    assert_eq!(deepest.len(), 1);
    assert!((deepest[0].depth - 0.1).abs() < 1e-6);
}

fn vector(size: f32) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-size..size).prop_map(Vec3::from_array)
}

fn collider() -> impl Strategy<Value = Collider> {
    let size = || 0.1_f32..1.0;
    prop_oneof![
        size().prop_map(Collider::sphere),
        prop::array::uniform3(size()).prop_map(|h| Collider::cuboid(Vec3::from_array(h))),
        (size(), size()).prop_map(|(h, r)| Collider::capsule(h, r)),
        (size(), size()).prop_map(|(h, r)| Collider::cylinder(h, r)),
        (size(), size()).prop_map(|(h, r)| Collider::cone(h, r)),
        Just(Collider::half_space(Vec3::Y)),
    ]
}

fn bodies() -> impl Strategy<Value = Vec<(Collider, Vec3, Vec3)>> {
    prop::collection::vec((collider(), vector(3.0), vector(1.0)), 2..30)
}

fn world_of(bodies: &[(Collider, Vec3, Vec3)]) -> World {
    let mut world = World::new();
    for (collider, position, turn) in bodies {
        let rotation = Quat::from_xyzw(turn.x, turn.y, turn.z, 1.0).normalize();
        world.spawn_with((turned(*position, rotation), *collider));
    }
    world
}

proptest! {
    /// The pairs are those whose shapes overlap, as a look at every two says.
    #[test]
    fn pairs_are_those_of_every_two_shapes(bodies in bodies()) {
        let world = world_of(&bodies);
        let store = ShapeStore::default();
        let contacts = detect_collisions(&world);
        for contact in &contacts {
            check_signs(contact);
        }
        let order: Vec<_> = contacts.iter().map(|c| (c.entity_a.id(), c.entity_b.id())).collect();
        prop_assert!(order.windows(2).all(|pair| pair[0] < pair[1]));
        let poses: Vec<Pose> = world.storage::<Transform>().data().iter().map(Transform::pose).collect();
        for (i, (a, ..)) in bodies.iter().enumerate() {
            for (j, (b, ..)) in bodies.iter().enumerate().skip(i + 1) {
                let relative = poses[i].relative(&poses[j]);
                let (a, b) = (a.shape(&store).unwrap(), b.shape(&store).unwrap());
                let apart = shape_distance(&a, &b, &relative, f32::INFINITY).map_or(f32::INFINITY, |c| c.closest.distance);
                let found = order.contains(&(i as u32, j as u32));
                if apart.abs() > 1e-4 {
                    prop_assert_eq!(found, apart < 0.0, "{} {} are {} apart", i, j, apart);
                }
            }
        }
    }

    /// Bodies made in the opposite order make the mirrored contacts.
    #[test]
    fn opposite_order_gives_mirrored_contacts(bodies in bodies()) {
        let forward = detect_collisions(&world_of(&bodies));
        let reversed: Vec<_> = bodies.iter().rev().copied().collect();
        let backward = detect_collisions(&world_of(&reversed));
        prop_assert_eq!(forward.len(), backward.len());
        let last = bodies.len() as u32 - 1;
        for contact in &forward {
            let pair = (last - contact.entity_b.id(), last - contact.entity_a.id());
            let mirrored = backward.iter().find(|c| (c.entity_a.id(), c.entity_b.id()) == pair);
            let mirrored = mirrored.expect("the same pair");
            prop_assert!((mirrored.depth - contact.depth).abs() < 2e-3, "{:?} {:?}", contact, mirrored);
        }
    }
}

#[test]
fn contacts_do_not_depend_on_threads() {
    let mut world = World::new();
    for i in 0..1500_u16 {
        let i = f32::from(i);
        let place = Vec3::new(i % 10.0, (i / 10.0).floor() % 10.0, (i / 100.0).floor()) * 0.9;
        let turn = Quat::from_rotation_y(i * 0.37);
        world.spawn_with((turned(place, turn), Collider::cuboid(Vec3::splat(0.4))));
    }
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| detect_manifolds(&world))
    };
    let one = run(1);
    assert!(one.len() > 1000);
    for threads in [2, 3, 8] {
        assert!(run(threads) == one, "{threads} threads");
    }
}
