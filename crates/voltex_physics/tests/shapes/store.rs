//! The store: interning, copies, files, scaled copies; compounds; colliders.

use voltex_ecs::{Codec, Decoder, Encoder, Transform, World};
use voltex_math::{Aabb, Pose, Quat, StateHasher, Vec2, Vec3};
use voltex_physics::{
    Collider, Compound, HeightField, MassProperties, PhysicsError, Shape, ShapeStore, register,
};

use crate::points::{box_corners, in_ball, in_cube, numbers, rotation, shuffled};

fn floor_field() -> HeightField {
    HeightField::new(
        3,
        3,
        Vec2::ONE,
        vec![0.0, 0.5, 0.0, 0.1, 0.2, 0.3, 0.0, 0.0, 1.0],
    )
    .and_then(|field| field.with_holes(vec![false, true, false, false]))
    .expect("a field")
}

/// A store with every kind of geometry, and a collider of each.
fn full() -> (ShapeStore, Vec<Collider>) {
    let mut store = ShapeStore::default();
    let mut numbers = numbers(80);
    let cloud: Vec<Vec3> = (0..300).map(|_| in_ball(&mut numbers)).collect();
    let hull = Collider::Hull(store.add_hull(&cloud).expect("a hull"));
    let block = Collider::Hull(
        store
            .add_hull(&box_corners(Vec3::new(1.0, 2.0, 0.5)))
            .expect("a box"),
    );
    let square = [Vec3::ZERO, Vec3::Z, Vec3::new(1.0, 0.0, 1.0), Vec3::X];
    let mesh = store
        .add_mesh(&square, &[[0, 1, 2], [0, 2, 3]])
        .expect("a mesh");
    let field = store.add_height_field(floor_field());
    let children = [
        (Pose::from_position(Vec3::X), Collider::sphere(0.5)),
        (Pose::new(Vec3::Y, rotation(&mut numbers)), hull),
        (
            Pose::new(Vec3::Z, rotation(&mut numbers)),
            Collider::cone(0.4, 0.3),
        ),
    ];
    let compound = store.add_compound(&children).expect("a compound");
    let all = vec![
        Collider::sphere(0.5),
        Collider::cuboid(Vec3::new(0.5, 0.25, 1.0)),
        Collider::capsule(0.4, 0.2),
        Collider::cylinder(0.4, 0.2),
        Collider::cone(0.4, 0.2),
        Collider::half_space(Vec3::Y),
        hull,
        block,
        Collider::Mesh(mesh),
        Collider::HeightField(field),
        Collider::Compound(compound),
    ];
    (store, all)
}

fn encoded(value: &impl Codec) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.encode(&mut Encoder::new(&mut bytes));
    bytes
}

fn hash(value: &impl Codec) -> u64 {
    let mut hasher = StateHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn equal_geometry_has_one_id() {
    let (mut store, all) = full();
    let before = hash(&store);
    let mut numbers = numbers(80);
    let cloud: Vec<Vec3> = (0..300).map(|_| in_ball(&mut numbers)).collect();
    let again = store.add_hull(&shuffled(&cloud, 81)).expect("a hull");
    assert_eq!(Collider::Hull(again), all[6]);
    assert_eq!(
        Collider::HeightField(store.add_height_field(floor_field())),
        all[9]
    );
    let compound = match all[10] {
        Collider::Compound(id) => store.compound(id).expect("held").clone(),
        _ => unreachable!("the last is the compound"),
    };
    let children: Vec<(Pose, Collider)> = compound
        .children()
        .iter()
        .map(|child| (*child.pose(), child.collider()))
        .collect();
    assert_eq!(
        Collider::Compound(store.add_compound(&children).expect("held")),
        all[10]
    );
    assert_eq!(hash(&store), before);
    // One that differs in a bit is another.
    let other = store.add_hull(&box_corners(Vec3::new(1.0, 2.0, 0.500_000_1)));
    assert_ne!(Collider::Hull(other.expect("a box")), all[7]);
    assert_ne!(hash(&store), before);
}

#[test]
fn copies_share_geometry_and_grow_apart() {
    let (store, all) = full();
    let mut copy = store.clone();
    assert_eq!(copy, store);
    let same = |a: &ShapeStore, b: &ShapeStore| match all[6] {
        Collider::Hull(id) => std::ptr::eq(a.hull(id).expect("held"), b.hull(id).expect("held")),
        _ => unreachable!("the sixth is a hull"),
    };
    assert!(same(&copy, &store));
    let added = copy.add_hull(&box_corners(Vec3::ONE)).expect("a box");
    assert!(store.hull(added).is_none());
    assert!(same(&copy, &store));
    assert_ne!(copy, store);
    copy.clone_from(&store);
    assert_eq!(copy, store);
}

#[test]
fn store_comes_back_from_bytes_to_the_bit() {
    let (store, all) = full();
    let bytes = encoded(&store);
    let mut input = Decoder::new(&bytes);
    let back = ShapeStore::decode(&mut input).expect("the same");
    input.finish().expect("all read");
    assert_eq!(back, store);
    assert_eq!(hash(&back), hash(&store));
    for collider in all {
        let bytes = encoded(&collider);
        assert!(bytes.len() >= Collider::MIN_BYTES);
        assert_eq!(Collider::decode(&mut Decoder::new(&bytes)), Ok(collider));
    }
}

#[test]
fn hostile_bytes_are_refused_without_panic() {
    let (store, _) = full();
    let bytes = encoded(&store);
    for cut in (0..bytes.len()).step_by(7) {
        assert!(ShapeStore::decode(&mut Decoder::new(&bytes[..cut])).is_err());
    }
    let mut numbers = numbers(82);
    let mut accepted = 0;
    for _ in 0..3_000 {
        let mut damaged = bytes.clone();
        for _ in 0..1 + numbers.below(3).expect("a range") {
            let at = numbers.below(damaged.len() as u64).expect("bytes") as usize;
            damaged[at] = numbers.below(256).expect("a byte") as u8;
        }
        if let Ok(store) = ShapeStore::decode(&mut Decoder::new(&damaged)) {
            // What is accepted is as good as what was built.
            accepted += 1;
            let again = encoded(&store);
            assert_eq!(ShapeStore::decode(&mut Decoder::new(&again)), Ok(store));
        }
    }
    println!("{accepted} of 3000 damaged stores are stores");
    assert!(Collider::decode(&mut Decoder::new(&[10, 0, 0, 0, 0])).is_err());
}

#[test]
fn world_with_colliders_is_copied_through_bytes() {
    let (store, all) = full();
    let mut world = World::new();
    register(&mut world).expect("free names");
    register(&mut world).expect("the same names");
    world.insert_resource(store);
    for collider in all {
        world.spawn_with((Transform::IDENTITY, collider));
    }
    // Broken sizes are a matter of the step, not of the copy.
    world.spawn_with((Transform::IDENTITY, Collider::sphere(f32::NAN)));
    let bytes = world.encode();
    let mut other = World::new();
    register(&mut other).expect("free names");
    other.decode(&bytes).expect("the same world");
    assert_eq!(other.hash(), world.hash());
}

#[test]
fn unknown_ids_are_refused_by_name() {
    let (store, all) = full();
    let empty = ShapeStore::default();
    for collider in &all[6..] {
        assert!(collider.shape(&store).is_ok());
        let error = collider.shape(&empty).expect_err("unknown");
        assert!(matches!(error, PhysicsError::UnknownShape { .. }));
        let text = error.to_string();
        assert!(
            text.contains(collider.name()) && text.contains("it has 0"),
            "{text}"
        );
        assert!(collider.aabb(&Pose::IDENTITY, &empty).is_err());
        assert!(collider.mass(1.0, &empty).is_err());
    }
}

#[test]
fn sizes_are_checked_by_name() {
    let refused = |collider: Collider, part: &str| {
        let text = collider.validate().expect_err(part).to_string();
        assert!(text.contains(part) && text.contains("must"), "{text}");
    };
    for bad in [0.0, -1.0, f32::NAN, f32::INFINITY, 2.0e6, 1.0e-7] {
        refused(Collider::sphere(bad), "radius of the sphere");
        refused(Collider::cuboid(Vec3::new(1.0, bad, 1.0)), "along y");
        refused(Collider::capsule(1.0, bad), "radius of the capsule");
        refused(Collider::cylinder(bad, 1.0), "half height of the cylinder");
        refused(Collider::cone(1.0, bad), "radius of the cone");
    }
    refused(Collider::capsule(-0.1, 1.0), "half height of the capsule");
    refused(
        Collider::half_space(Vec3::new(0.0, 1.1, 0.0)),
        "normal of the half-space",
    );
    refused(Collider::half_space(Vec3::ZERO), "normalise it");
    refused(
        Collider::half_space(Vec3::splat(f32::NAN)),
        "normal of the half-space",
    );
    assert!(Collider::capsule(0.0, 1.0).validate().is_ok());
    assert!(full().1.iter().all(|collider| collider.validate().is_ok()));
}

/// Points of the surface of any shape, by which its box is judged.
fn supports(shape: &Shape<'_>, directions: &[Vec3]) -> Vec<Vec3> {
    match shape {
        Shape::Convex(convex) => directions.iter().map(|&d| convex.support(d)).collect(),
        Shape::HalfSpace { .. } => Vec::new(),
        Shape::Mesh(mesh) => mesh.vertices().to_vec(),
        Shape::HeightField(field) => (0..field.triangle_count() as u32)
            .flat_map(|index| field.triangle(index))
            .collect(),
        Shape::Compound(compound) => compound
            .children()
            .iter()
            .flat_map(|child| {
                let own = supports(&Shape::Convex(child.convex()), directions);
                let pose = *child.pose();
                own.into_iter().map(move |p| pose.transform_point(p))
            })
            .collect(),
    }
}

#[test]
fn boxes_hold_the_shape_and_those_of_convex_bodies_touch_it() {
    let (store, all) = full();
    let mut numbers = numbers(83);
    for _ in 0..100 {
        let pose = Pose::new(in_cube(&mut numbers) * 10.0, rotation(&mut numbers));
        // The directions in which the turned shape reaches farthest, and some more.
        let mut directions = Vec::new();
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            let own = pose.inverse_transform_vector(axis);
            directions.extend([own, -own, in_ball(&mut numbers).normalize()]);
        }
        for collider in &all {
            let bounds = collider.aabb(&pose, &store).expect("known");
            let shape = collider.shape(&store).expect("known");
            let points = supports(&shape, &directions);
            let Some(tight) = Aabb::from_points(points.iter().map(|&p| pose.transform_point(p)))
            else {
                continue;
            };
            assert!(
                bounds.expanded(1.0e-5).contains(&tight),
                "{}",
                collider.name()
            );
            if matches!(shape, Shape::Convex(_)) {
                assert!(
                    tight.expanded(1.0e-5).contains(&bounds),
                    "{}",
                    collider.name()
                );
            }
        }
    }
}

#[test]
fn half_space_reaches_far_and_ends_at_its_plane() {
    let store = ShapeStore::default();
    let ground = Collider::half_space(Vec3::Y);
    let at = Pose::from_position(Vec3::new(3.0, 7.0, 5.0));
    let bounds = ground.aabb(&at, &store).expect("a box");
    assert_eq!(bounds.max, Vec3::new(1.0e9, 7.0, 1.0e9));
    assert_eq!(bounds.min, Vec3::splat(-1.0e9));
    let wall = Collider::half_space(Vec3::NEG_X)
        .aabb(&at, &store)
        .expect("a box");
    assert_eq!(wall.min, Vec3::new(3.0, -1.0e9, -1.0e9));
    let slope = Pose::from_rotation(Quat::from_rotation_z(0.2));
    let bounds = ground.aabb(&slope, &store).expect("a box");
    assert_eq!(
        (bounds.min, bounds.max),
        (Vec3::splat(-1.0e9), Vec3::splat(1.0e9))
    );
}

#[test]
fn scale_is_taken_where_the_shape_stays_what_it_is() {
    let (mut store, all) = full();
    let even = Vec3::splat(2.0);
    let tall = Vec3::new(2.0, 3.0, 2.0);
    let odd = Vec3::new(1.0, 2.0, 3.0);
    assert_eq!(
        Collider::sphere(0.5).scaled(even),
        Ok(Collider::sphere(1.0))
    );
    assert_eq!(
        Collider::cylinder(0.5, 0.2).scaled(tall),
        Ok(Collider::cylinder(1.5, 0.4))
    );
    assert_eq!(
        Collider::cone(0.5, 0.2).scaled(tall),
        Ok(Collider::cone(1.5, 0.4))
    );
    assert_eq!(
        Collider::cuboid(Vec3::ONE).scaled(odd),
        Ok(Collider::cuboid(odd))
    );
    let refused = |collider: Collider, scale: Vec3, part: &str| {
        let text = collider.scaled(scale).expect_err(part).to_string();
        assert!(
            text.contains(part) && text.contains(collider.name()),
            "{text}"
        );
    };
    refused(
        Collider::sphere(0.5),
        tall,
        "the same in all three directions",
    );
    refused(
        Collider::capsule(0.5, 0.2),
        tall,
        "the same in all three directions",
    );
    refused(Collider::cylinder(0.5, 0.2), odd, "the same along x and z");
    refused(Collider::cone(0.5, 0.2), odd, "the same along x and z");
    for collider in &all {
        assert_eq!(collider.scaled(Vec3::ONE), Ok(*collider));
        for bad in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            refused(
                *collider,
                Vec3::new(1.0, bad, 1.0),
                "must be positive and finite",
            );
            assert!(store.scaled(*collider, Vec3::new(1.0, bad, 1.0)).is_err());
        }
    }
    for collider in &all[6..] {
        refused(*collider, even, "use ShapeStore::scaled");
    }
    // Beyond the largest size.
    assert!(Collider::sphere(1.0).scaled(Vec3::splat(1.0e7)).is_err());
    // A plane through the origin keeps its points.
    let slope = Vec3::new(0.6, 0.8, 0.0);
    let Ok(Collider::HalfSpace { normal }) = Collider::half_space(slope).scaled(odd) else {
        panic!("a half-space stays one");
    };
    let on_plane = Vec3::new(0.8, -0.6, 5.0) * odd;
    assert!(normal.dot(on_plane).abs() < 1.0e-6);
}

#[test]
fn stored_geometry_is_held_in_its_new_size() {
    let (mut store, all) = full();
    let odd = Vec3::new(1.0, 2.0, 3.0);
    let volume = |store: &ShapeStore, collider: Collider| {
        collider.mass(1000.0, store).expect("a volume").mass
    };
    for collider in [all[6], all[7]] {
        let larger = store.scaled(collider, odd).expect("a hull");
        assert_ne!(larger, collider);
        assert_eq!(store.scaled(collider, odd), Ok(larger));
        assert_eq!(store.scaled(collider, Vec3::ONE), Ok(collider));
        let ratio = volume(&store, larger) / volume(&store, collider);
        assert!((ratio - 6.0).abs() < 1.0e-4, "{ratio}");
    }
    let mut bounds = |collider: Collider, scale: Vec3| {
        let before = collider.aabb(&Pose::IDENTITY, &store).expect("known");
        let larger = store.scaled(collider, scale).expect("it takes the scale");
        let after = larger.aabb(&Pose::IDENTITY, &store).expect("known");
        assert!((after.min - before.min * scale).length() < 1.0e-5);
        assert!((after.max - before.max * scale).length() < 1.0e-5);
    };
    bounds(all[8], odd);
    bounds(all[9], odd);
    bounds(all[10], Vec3::splat(2.5));
    let text = store
        .scaled(all[10], odd)
        .expect_err("a compound")
        .to_string();
    assert!(text.contains("compound cannot take"), "{text}");
}

#[test]
fn compound_weighs_what_its_children_weigh() {
    // A box in two halves, the second turned about.
    let half = Collider::cuboid(Vec3::new(0.5, 0.3, 0.2));
    let turn = Quat::from_rotation_y(std::f32::consts::PI);
    let children = [
        (Pose::from_position(Vec3::X * -0.5), half),
        (Pose::new(Vec3::X * 0.5, turn), half),
    ];
    let mut store = ShapeStore::default();
    let compound = Collider::Compound(store.add_compound(&children).expect("a compound"));
    let whole = Collider::cuboid(Vec3::new(1.0, 0.3, 0.2));
    let a = compound.mass(900.0, &store).expect("a mass");
    let b = whole.mass(900.0, &store).expect("a mass");
    assert!((a.mass / b.mass - 1.0).abs() < 1.0e-6);
    assert!(a.center.length() < 1.0e-6);
    for (x, y) in a
        .inertia
        .to_cols_array()
        .into_iter()
        .zip(b.inertia.to_cols_array())
    {
        assert!((x - y).abs() < 1.0e-5 * b.inertia.y_axis.y);
    }
    // The same sum by hand.
    let part = half.mass(900.0, &store).expect("a mass");
    let by_hand: MassProperties = part
        .transformed(&children[0].0)
        .combined(&part.transformed(&children[1].0));
    assert!((by_hand.inertia.z_axis.z / a.inertia.z_axis.z - 1.0).abs() < 1.0e-6);
}

#[test]
fn compound_refuses_what_is_no_child() {
    let (mut store, all) = full();
    let at = Pose::IDENTITY;
    for collider in [all[5], all[8], all[9], all[10]] {
        let text = store
            .add_compound(&[(at, collider)])
            .expect_err("no child")
            .to_string();
        assert!(
            text.contains("child 0") && text.contains(collider.name()),
            "{text}"
        );
    }
    let mut refused = |children: &[(Pose, Collider)], part: &str| {
        let text = store.add_compound(children).expect_err(part).to_string();
        assert!(text.contains(part), "{text}");
    };
    let ball = Collider::sphere(1.0);
    refused(&[], "0 children");
    refused(&[(at, Collider::sphere(0.0))], "radius of the sphere");
    let far = Pose::from_position(Vec3::splat(f32::NAN));
    refused(&[(at, ball), (far, ball)], "of child 1 is NaN");
    let loose = Pose::from_rotation(Quat::from_xyzw(0.0, 0.0, 0.0, 0.9));
    refused(&[(loose, ball)], "normalise the quaternion");
    let foreign = Compound::new(&[(at, all[6])], &ShapeStore::default());
    assert!(matches!(foreign, Err(PhysicsError::UnknownShape { .. })));
}

/// The same bits of geometry, masses and supports on every machine.
#[test]
fn golden_bits_of_geometry() {
    let (mut store, all) = full();
    let mut numbers = numbers(84);
    for count in [20, 200, 2_000] {
        let cloud: Vec<Vec3> = (0..count)
            .map(|_| in_ball(&mut numbers) * Vec3::new(1.0, 0.3, 2.0) + 5.0)
            .collect();
        store.add_hull(&cloud).expect("a solid");
    }
    let mut hasher = StateHasher::new();
    hasher.write_bytes(&encoded(&store));
    for collider in all {
        let pose = Pose::new(in_cube(&mut numbers), rotation(&mut numbers));
        let bounds = collider.aabb(&pose, &store).expect("known");
        hasher.write_vec3(bounds.min);
        hasher.write_vec3(bounds.max);
        if let Ok(body) = collider.mass(870.0, &store) {
            hasher.write_f32(body.mass);
            hasher.write_vec3(body.center);
            let axes = body.transformed(&pose).principal_axes();
            hasher.write_vec3(axes.moments);
            hasher.write_quat(axes.rotation);
        }
        if let Ok(Shape::Convex(convex)) = collider.shape(&store) {
            for _ in 0..50 {
                hasher.write_vec3(convex.support(in_ball(&mut numbers).normalize()));
            }
        }
    }
    assert_eq!(hasher.finish(), 0x09b7_e9d5_83cb_c2d6);
}
