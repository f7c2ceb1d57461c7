//! Queries of a world, beside a look at every collider.

use proptest::prelude::*;
use voltex_ecs::{Entity, Transform, World};
use voltex_math::{Aabb, Pose, Quat, Vec2, Vec3};
use voltex_physics::gjk::{self, Motion, ToiSettings};
use voltex_physics::query::{ColliderIndex, Ray, StartInside, cast_ray};
use voltex_physics::{
    Collider, CollisionLayers, Convex, HeightField, QueryFilter, RigidBody, Sensor, Sensors, Shape,
    ShapeStore,
};

/// A change of a world.
#[derive(Clone, Debug)]
enum Edit {
    Spawn(Thing),
    Despawn(usize),
    Move(usize, Vec3),
    Turn(usize, Quat),
    Scale(usize, f32),
    Collider(usize, u8),
    Strip(usize, u8),
    Layers(usize, u32),
    Sensor(usize),
    Body(usize),
    Parent(usize, usize),
    Orphan(usize),
    Break(usize),
    Update,
}

#[derive(Clone, Debug)]
struct Thing {
    kind: u8,
    position: Vec3,
    rotation: Quat,
    moving: bool,
}

fn vector(size: f32) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-size..size).prop_map(Vec3::from_array)
}

fn rotation() -> impl Strategy<Value = Quat> {
    prop::array::uniform4(-1.0_f32..1.0)
        .prop_filter("no direction", |q| {
            q.iter().map(|x| x * x).sum::<f32>() > 0.01
        })
        .prop_map(|[x, y, z, w]| Quat::from_xyzw(x, y, z, w).normalize())
}

fn thing() -> impl Strategy<Value = Thing> {
    (0_u8..10, vector(6.0), rotation(), any::<bool>()).prop_map(
        |(kind, position, rotation, moving)| Thing {
            kind,
            position,
            rotation,
            moving,
        },
    )
}

fn edit() -> impl Strategy<Value = Edit> {
    let which = || 0_usize..1000;
    prop_oneof![
        10 => thing().prop_map(Edit::Spawn),
        2 => which().prop_map(Edit::Despawn),
        5 => (which(), vector(6.0)).prop_map(|(i, p)| Edit::Move(i, p)),
        2 => (which(), rotation()).prop_map(|(i, q)| Edit::Turn(i, q)),
        1 => (which(), 0.5_f32..2.0).prop_map(|(i, s)| Edit::Scale(i, s)),
        2 => (which(), 0_u8..10).prop_map(|(i, k)| Edit::Collider(i, k)),
        2 => (which(), 0_u8..5).prop_map(|(i, c)| Edit::Strip(i, c)),
        1 => (which(), any::<u32>()).prop_map(|(i, l)| Edit::Layers(i, l)),
        1 => which().prop_map(Edit::Sensor),
        1 => which().prop_map(Edit::Body),
        3 => (which(), which()).prop_map(|(i, j)| Edit::Parent(i, j)),
        1 => which().prop_map(Edit::Orphan),
        1 => which().prop_map(Edit::Break),
        6 => Just(Edit::Update),
    ]
}

struct Scene {
    world: World,
    entities: Vec<Entity>,
    colliders: Vec<Collider>,
}

impl Scene {
    fn new() -> Self {
        let mut store = ShapeStore::default();
        let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        let hull = Collider::Hull(store.add_hull(&corners).unwrap());
        let mesh = store
            .add_mesh(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
            .unwrap();
        let field = HeightField::new(
            4,
            4,
            Vec2::splat(0.5),
            (0..16).map(|i| (i % 5) as f32 * 0.1).collect(),
        );
        let field = Collider::HeightField(store.add_height_field(field.unwrap()));
        let pair = [
            (Pose::from_position(Vec3::X), Collider::sphere(0.3)),
            (
                Pose::from_position(-Vec3::X),
                Collider::cuboid(Vec3::splat(0.25)),
            ),
        ];
        let compound = Collider::Compound(store.add_compound(&pair).unwrap());
        let mut world = World::new();
        world.insert_resource(store);
        Self {
            world,
            entities: Vec::new(),
            colliders: vec![
                Collider::sphere(0.5),
                Collider::cuboid(Vec3::new(0.3, 0.5, 0.7)),
                Collider::capsule(0.5, 0.2),
                Collider::cylinder(0.4, 0.3),
                Collider::cone(0.5, 0.4),
                hull,
                Collider::Mesh(mesh),
                field,
                compound,
                Collider::half_space(Vec3::Y),
            ],
        }
    }

    fn pick(&self, which: usize) -> Option<Entity> {
        (!self.entities.is_empty()).then(|| self.entities[which % self.entities.len()])
    }

    fn apply(&mut self, edit: &Edit, index: &mut ColliderIndex) {
        let world = &mut self.world;
        let picked = |which: usize| {
            (!self.entities.is_empty()).then(|| self.entities[which % self.entities.len()])
        };
        match edit {
            Edit::Spawn(thing) => {
                let transform = Transform {
                    position: thing.position,
                    rotation: thing.rotation,
                    scale: Vec3::ONE,
                };
                let collider = self.colliders[thing.kind as usize];
                let entity = world.spawn_with((transform, collider));
                if thing.moving {
                    world.add(entity, RigidBody::dynamic(1.0)).unwrap();
                }
                self.entities.push(entity);
            }
            Edit::Despawn(which) => {
                if let Some(entity) = picked(*which) {
                    world.despawn(entity);
                    self.entities.retain(|other| *other != entity);
                }
            }
            Edit::Move(which, to) => {
                self.change::<Transform>(*which, |transform| transform.position = *to)
            }
            Edit::Turn(which, to) => {
                self.change::<Transform>(*which, |transform| transform.rotation = *to)
            }
            Edit::Scale(which, to) => {
                self.change::<Transform>(*which, |transform| transform.scale = Vec3::splat(*to))
            }
            Edit::Break(which) => {
                self.change::<Transform>(*which, |transform| transform.position.y = f32::NAN)
            }
            Edit::Collider(which, kind) => {
                let new = self.colliders[*kind as usize];
                self.change::<Collider>(*which, |collider| *collider = new);
            }
            Edit::Strip(which, component) => {
                if let Some(entity) = picked(*which) {
                    match component {
                        0 => drop(world.remove::<Transform>(entity)),
                        1 => drop(world.remove::<Collider>(entity)),
                        2 => drop(world.remove::<CollisionLayers>(entity)),
                        3 => drop(world.remove::<Sensor>(entity)),
                        _ => drop(world.remove::<RigidBody>(entity)),
                    }
                }
            }
            Edit::Layers(which, bits) => {
                if let Some(entity) = picked(*which) {
                    world
                        .add(entity, CollisionLayers::new(*bits, u32::MAX))
                        .unwrap();
                }
            }
            Edit::Sensor(which) => {
                if let Some(entity) = picked(*which) {
                    world.add(entity, Sensor).unwrap();
                }
            }
            Edit::Body(which) => {
                if let Some(entity) = picked(*which) {
                    world.add(entity, RigidBody::dynamic(1.0)).unwrap();
                }
            }
            Edit::Parent(child, parent) => {
                if let (Some(child), Some(parent)) = (picked(*child), picked(*parent)) {
                    // A ring is refused, which is as good as another edit.
                    let _ = world.set_parent(child, parent);
                }
            }
            Edit::Orphan(which) => {
                if let Some(entity) = picked(*which) {
                    world.clear_parent(entity);
                }
            }
            Edit::Update => index.update(world),
        }
    }

    fn change<T: voltex_ecs::Component>(&mut self, which: usize, change: impl FnOnce(&mut T)) {
        if let Some(entity) = self.pick(which)
            && let Some(value) = self.world.get_mut::<T>(entity)
        {
            change(value);
        }
    }

    /// Every collider that takes part: entity, collider in its size, pose. Written again, without the index.
    fn all(&self, filter: &QueryFilter) -> Vec<(Entity, Collider, Pose)> {
        let mut found = Vec::new();
        let mut entities = self.entities.clone();
        entities.sort_by_key(|entity| entity.id());
        for entity in entities {
            let (Some(collider), Some(_)) = (
                self.world.get::<Collider>(entity),
                self.world.get::<Transform>(entity),
            ) else {
                continue;
            };
            let layers = self
                .world
                .get::<CollisionLayers>(entity)
                .map_or(u32::MAX, |layers| layers.memberships);
            let sensor = self.world.has::<Sensor>(entity);
            let wanted = match filter.sensors {
                Sensors::Ignore => !sensor,
                Sensors::Include => true,
                Sensors::Only => sensor,
            };
            if layers & filter.mask == 0 || filter.exclude == Some(entity) || !wanted {
                continue;
            }
            let (mut position, mut rotation, mut scale) = (Vec3::ZERO, Quat::IDENTITY, 1.0);
            let mut at = Some(entity);
            while let Some(here) = at {
                if let Some(transform) = self.world.get::<Transform>(here) {
                    position =
                        transform.position + transform.rotation * (position * transform.scale);
                    rotation = transform.rotation * rotation;
                    scale *= transform.scale.x;
                }
                at = self.world.parent(here);
            }
            let Ok(collider) = collider.scaled(Vec3::splat(scale)) else {
                continue;
            };
            if position.is_finite() {
                found.push((entity, collider, Pose::new(position, rotation.normalize())));
            }
        }
        found
    }
}

fn close(a: f32, b: f32) -> bool {
    (a - b).abs() <= 2e-4 * (1.0 + a.abs())
}

#[derive(Clone, Debug)]
struct Questions {
    from: Vec3,
    to: Vec3,
    turn: Quat,
    spin: Vec3,
    filter: QueryFilter,
    limit: f32,
}

fn questions() -> impl Strategy<Value = Questions> {
    let sensors = prop_oneof![3 => Just(Sensors::Ignore), 1 => Just(Sensors::Include), 1 => Just(Sensors::Only)];
    let mask = prop_oneof![2 => Just(u32::MAX), 1 => any::<u32>()];
    let spin = prop_oneof![1 => Just(Vec3::ZERO), 1 => vector(3.0)];
    (
        vector(8.0),
        vector(4.0),
        rotation(),
        spin,
        mask,
        sensors,
        0.5_f32..20.0,
    )
        .prop_map(|(from, to, turn, spin, mask, sensors, limit)| Questions {
            from,
            to,
            turn,
            spin,
            filter: QueryFilter {
                mask,
                sensors,
                ..QueryFilter::default()
            },
            limit,
        })
}

fn ask(scene: &Scene, index: &ColliderIndex, asked: &Questions) -> Result<(), TestCaseError> {
    let filter = &asked.filter;
    let all = scene.all(filter);
    let store = scene.world.resource::<ShapeStore>().unwrap();
    let shape_of = |collider: &Collider| collider.shape(&store).unwrap();
    let bad: Vec<Entity> = index.bad().map(|(entity, _)| entity).collect();
    if *filter == QueryFilter::default() {
        let sensors = scene.all(&QueryFilter {
            sensors: Sensors::Only,
            ..*filter
        });
        prop_assert_eq!(index.len(), all.len() + sensors.len(), "bad: {:?}", bad);
    }

    // Rays.
    if (asked.to - asked.from).length() > 0.1 {
        let ray = Ray::new(asked.from, asked.to - asked.from).unwrap();
        for inside in [StartInside::Hit, StartInside::Skip] {
            let mut expected: Vec<(f32, Entity)> = all
                .iter()
                .filter_map(|(entity, collider, pose)| {
                    let hit = cast_ray(&shape_of(collider), pose, &ray, asked.limit, inside)?;
                    Some((hit.distance, *entity))
                })
                .collect();
            expected.sort_by(|a, b| a.0.total_cmp(&b.0));
            let found = index.cast_ray_all(&ray, asked.limit, inside, filter);
            prop_assert_eq!(found.len(), expected.len());
            for (found, (distance, entity)) in found.iter().zip(&expected) {
                prop_assert!(close(found.hit.distance, *distance));
                let same = found.entity == *entity;
                prop_assert!(
                    same || expected
                        .iter()
                        .any(|e| e.1 == found.entity && close(e.0, *distance))
                );
            }
            let first = index.cast_ray_from(&ray, asked.limit, inside, filter);
            prop_assert_eq!(first, found.first().copied());
            if inside == StartInside::Hit {
                prop_assert_eq!(index.cast_ray(&ray, asked.limit, filter), first);
            }
        }
    }

    // Overlaps; what is within rounding of touching may be told either way.
    let probe = Shape::Convex(Convex::Box {
        half_extents: Vec3::new(0.4, 0.8, 1.2),
    });
    let pose = Pose::new(asked.to, asked.turn);
    let found = index.overlap_shape(&probe, &pose, filter);
    prop_assert!(found.windows(2).all(|pair| pair[0].id() < pair[1].id()));
    for (entity, collider, own) in &all {
        let apart = gjk::shape_distance(
            &shape_of(collider),
            &probe,
            &own.relative(&pose),
            f32::INFINITY,
        )
        .map_or(f32::INFINITY, |closest| closest.closest.distance);
        if apart.abs() > 1e-4 {
            prop_assert_eq!(
                found.contains(entity),
                apart < 0.0,
                "{:?} {} apart",
                collider,
                apart
            );
        }
    }
    let bounds = Aabb::from_center_half_extents(asked.to, Vec3::splat(1.0));
    let found = index.overlap_aabb(&bounds, filter);
    let expected: Vec<Entity> = all
        .iter()
        .filter(|(_, collider, pose)| collider.aabb(pose, &store).unwrap().intersects(&bounds))
        .map(|(entity, ..)| *entity)
        .collect();
    // Poses of children are rounded in another order here.
    let parentless = all
        .iter()
        .all(|(entity, ..)| scene.world.parent(*entity).is_none());
    if parentless {
        prop_assert_eq!(found, expected);
    }

    // Nearest surface.
    let nearest = all
        .iter()
        .filter_map(|(_, collider, pose)| gjk::closest_point(&shape_of(collider), pose, asked.from))
        .map(|surface| surface.distance)
        .filter(|distance| *distance <= asked.limit)
        .min_by(f32::total_cmp);
    let found = index
        .closest_point(asked.from, asked.limit, filter)
        .map(|hit| hit.surface.distance);
    match (found, nearest) {
        (Some(found), Some(nearest)) => prop_assert!(close(found, nearest), "{found} {nearest}"),
        (None, None) => {}
        (found, nearest) => prop_assert!(close(found.or(nearest).unwrap(), asked.limit)),
    }

    // A moving shape.
    let body = Shape::Convex(Convex::Capsule {
        half_height: 0.4,
        radius: 0.2,
    });
    let motion = Motion {
        start: Pose::new(asked.from, asked.turn),
        center: Vec3::new(0.1, 0.0, 0.0),
        linear: asked.to - asked.from,
        angular: asked.spin,
    };
    let settings = ToiSettings::new(1.0);
    let expected = all
        .iter()
        .filter_map(|(_, collider, pose)| {
            let at = Motion::resting(*pose);
            gjk::shape_time_of_impact(&body, &motion, &shape_of(collider), &at, &settings)
        })
        .map(|hit| hit.impact.time)
        .min_by(f32::total_cmp);
    let found = index.cast_shape(&body, &motion, &settings, filter);
    prop_assert_eq!(found.is_some(), expected.is_some());
    if let (Some(found), Some(expected)) = (found, expected) {
        prop_assert!(close(found.hit.impact.time, expected));
        let every = index.cast_shape_all(&body, &motion, &settings, filter);
        prop_assert!(close(every[0].hit.impact.time, expected));
    }
    Ok(())
}

proptest! {
    /// After any edits the index answers as a look at every collider does, and as an index made anew.
    #[test]
    fn answers_are_those_of_every_collider(
        edits in prop::collection::vec(edit(), 1..60), asked in prop::collection::vec(questions(), 3),
    ) {
        let mut scene = Scene::new();
        let mut index = ColliderIndex::new(&scene.world);
        for edit in edits.iter().chain([&Edit::Update]) {
            scene.apply(edit, &mut index);
        }
        let fresh = ColliderIndex::new(&scene.world);
        prop_assert_eq!(index.len(), fresh.len());
        let bad: Vec<_> = index.bad().map(|(entity, error)| (entity, error.to_string())).collect();
        let fresh_bad: Vec<_> = fresh.bad().map(|(entity, error)| (entity, error.to_string())).collect();
        prop_assert_eq!(bad, fresh_bad);
        for entity in &scene.entities {
            prop_assert_eq!(index.bounds(*entity), fresh.bounds(*entity));
        }
        for asked in &asked {
            ask(&scene, &index, asked)?;
            let ray = Ray::new(asked.from, asked.to - asked.from + Vec3::splat(1e-3));
            let ray = ray.unwrap();
            prop_assert_eq!(
                index.cast_ray_all(&ray, asked.limit, StartInside::Hit, &asked.filter),
                fresh.cast_ray_all(&ray, asked.limit, StartInside::Hit, &asked.filter)
            );
        }
    }
}

#[test]
fn bad_colliders_are_named_and_others_unharmed() {
    let mut world = World::new();
    let at = |x: f32| Transform::from_position(Vec3::X * x);
    let mut spawn =
        |transform: Transform, collider: Collider| world.spawn_with((transform, collider));
    let good = spawn(at(5.0), Collider::sphere(1.0));
    let lost = spawn(at(f32::NAN), Collider::sphere(1.0));
    let flat = spawn(at(1.0), Collider::sphere(0.0));
    let turned = spawn(
        Transform {
            rotation: Quat::from_xyzw(1.0, 1.0, 0.0, 0.0),
            ..at(2.0)
        },
        Collider::sphere(1.0),
    );
    let stretched = spawn(
        Transform {
            scale: Vec3::new(1.0, 2.0, 1.0),
            ..at(3.0)
        },
        Collider::sphere(1.0),
    );
    let mut other = ShapeStore::default();
    let hull = other
        .add_hull(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z])
        .unwrap();
    let unknown = spawn(at(4.0), Collider::Hull(hull));
    let mut index = ColliderIndex::new(&world);
    let bad: Vec<Entity> = index.bad().map(|(entity, _)| entity).collect();
    assert_eq!(bad, [lost, flat, turned, stretched, unknown]);
    let sentences: Vec<String> = index.bad().map(|(_, error)| error.to_string()).collect();
    for (sentence, part) in sentences.iter().zip([
        "finite",
        "radius",
        "unit quaternion",
        "cannot take the scale",
        "no hull 0",
    ]) {
        assert!(sentence.contains(part), "{sentence}");
    }
    let ray = Ray::new(Vec3::ZERO, Vec3::X).unwrap();
    let hit = index
        .cast_ray(&ray, 100.0, &QueryFilter::default())
        .unwrap();
    assert_eq!((hit.entity, hit.hit.distance, index.len()), (good, 4.0, 1));
    // Mended, they take part.
    world.get_mut::<Transform>(lost).unwrap().position = Vec3::X * -9.0;
    world.insert_resource(other);
    index.update(&mut world);
    assert_eq!((index.len(), index.bad().count()), (3, 3));
    assert!(index.bounds(unknown).is_some());
}

/// One edit among a hundred thousand colliders is found by its block.
#[test]
fn edit_among_many_is_found() {
    let mut world = World::new();
    let entities = world.spawn_batch((0..100_000_u32).map(|i| {
        let place = Vec3::new((i % 317) as f32, 0.0, (i / 317) as f32) * 3.0;
        (Transform::from_position(place), Collider::sphere(1.0))
    }));
    let mut index = ColliderIndex::new(&world);
    index.update(&mut world);
    assert_eq!(index.len(), entities.len());
    let ray = Ray::new(Vec3::new(0.0, 50.0, 0.0), -Vec3::Y).unwrap();
    let filter = QueryFilter::default();
    for step in 0..100_u16 {
        let moved = entities[usize::from(step) * 990 + 7];
        world.get_mut::<Transform>(moved).unwrap().position =
            Vec3::new(0.0, 2.0 + f32::from(step) * 0.1, 0.0);
        index.update(&mut world);
        let hit = index.cast_ray(&ray, 100.0, &filter).unwrap();
        assert_eq!(hit.entity, moved);
    }
}

/// A child follows its parents, through one that has no transform of its own.
#[test]
fn child_is_placed_by_its_parents() {
    let mut world = World::new();
    let cart = world.spawn_with((Transform {
        position: Vec3::new(10.0, 0.0, 0.0),
        rotation: Quat::from_rotation_y(std::f32::consts::FRAC_PI_2),
        scale: Vec3::splat(2.0),
    },));
    let middle = world.spawn();
    let wheel = world.spawn_with((
        Transform::from_position(Vec3::Z * 1.5),
        Collider::sphere(0.5),
    ));
    world.set_parent(middle, cart).unwrap();
    world.set_parent(wheel, middle).unwrap();
    let mut index = ColliderIndex::new(&world);
    // z turns to x, and 1.5 m and the radius are doubled.
    let expected = Aabb::from_center_half_extents(Vec3::new(13.0, 0.0, 0.0), Vec3::ONE);
    let close_to = |index: &ColliderIndex, expected: Aabb| {
        let bounds = index.bounds(wheel).unwrap();
        (bounds.min - expected.min).length() < 1e-5 && (bounds.max - expected.max).length() < 1e-5
    };
    assert!(close_to(&index, expected));
    index.update(&mut world);
    world.get_mut::<Transform>(cart).unwrap().position.y = 4.0;
    index.update(&mut world);
    assert!(close_to(
        &index,
        Aabb::new(expected.min + Vec3::Y * 4.0, expected.max + Vec3::Y * 4.0)
    ));
    world.clear_parent(wheel);
    index.update(&mut world);
    assert!(close_to(
        &index,
        Aabb::from_center_half_extents(Vec3::Z * 1.5, Vec3::splat(0.5))
    ));
    // Stretched unevenly, a turned child would be sheared.
    world.set_parent(wheel, cart).unwrap();
    world.get_mut::<Transform>(wheel).unwrap().rotation = Quat::from_rotation_x(0.3);
    world.get_mut::<Transform>(cart).unwrap().scale = Vec3::new(1.0, 2.0, 1.0);
    index.update(&mut world);
    assert!(index.bad().next().unwrap().1.to_string().contains("shears"));
}

#[test]
fn equal_distances_are_ordered_by_entity() {
    let mut world = World::new();
    let spots: Vec<Entity> = (0..20)
        .map(|_| {
            world.spawn_with((
                Transform::from_position(Vec3::X * 3.0),
                Collider::cuboid(Vec3::ONE),
            ))
        })
        .collect();
    let index = ColliderIndex::new(&world);
    let ray = Ray::new(Vec3::ZERO, Vec3::X).unwrap();
    let filter = QueryFilter::default();
    let hits = index.cast_ray_all(&ray, 9.0, StartInside::Hit, &filter);
    assert_eq!(hits.iter().map(|hit| hit.entity).collect::<Vec<_>>(), spots);
    assert_eq!(index.cast_ray(&ray, 9.0, &filter).unwrap().entity, spots[0]);
    let without = QueryFilter::without(spots[0]);
    assert_eq!(
        index.cast_ray(&ray, 9.0, &without).unwrap().entity,
        spots[1]
    );
    assert_eq!(
        index
            .closest_point(Vec3::ZERO, 9.0, &filter)
            .unwrap()
            .entity,
        spots[0]
    );
    let ball = Shape::Convex(Convex::Sphere { radius: 0.5 });
    let motion = Motion::sliding(Pose::IDENTITY, Vec3::X);
    assert_eq!(
        index
            .cast_shape(&ball, &motion, &ToiSettings::new(9.0), &filter)
            .unwrap()
            .entity,
        spots[0]
    );
    let all = index.cast_shape_all(&ball, &motion, &ToiSettings::new(9.0), &filter);
    assert_eq!(all.iter().map(|hit| hit.entity).collect::<Vec<_>>(), spots);
    assert_eq!(
        index.overlap_shape(&ball, &Pose::from_position(Vec3::X * 1.5), &filter),
        spots
    );
}
