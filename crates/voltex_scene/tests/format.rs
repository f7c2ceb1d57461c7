//! What a scene file means: units, turns, defaults, order, and the flights of its balls.

#[path = "format_files/include.rs"]
mod include;
#[path = "format_files/schema.rs"]
mod schema;

use voltex_ecs::{Entity, Transform, With, World};
use voltex_flight::units::{deg, mph, rpm};
use voltex_flight::{Air, Launch, balls};
use voltex_math::{Euler, Vec3};
use voltex_physics::{AxisLocks, BodyKind, Collider, CollisionLayers, Material, RigidBody, Sensor};
use voltex_scene::{Arrangement, Body, Kind, Names, Scene, SceneBody, ShapeDef, Table, WindDef};

fn ron(bodies: &str) -> Scene {
    let text = format!(
        "(materials: {{\"ice\": (friction: 0.02), \"rubber\": (friction: 1, restitution: 0.8)}},
          shapes: {{\"ball\": Sphere(radius: 0.5), \"crate\": Box(half: (1, 2, 3))}},
          {bodies})"
    );
    Scene::from_ron(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn bodies(world: &World) -> Vec<(Transform, RigidBody, Collider, Material, SceneBody)> {
    world
        .query::<(&SceneBody, &Transform, &RigidBody, &Collider, &Material)>()
        .into_iter()
        .map(|(id, transform, body, collider, material)| {
            (*transform, *body, *collider, *material, *id)
        })
        .collect()
}

#[test]
fn numbers_are_si_and_texts_carry_their_unit() {
    let scene = ron(
        "bodies: [(shape: \"ball\", mass: \"500g\", position: (\"50cm\", 2, \"1ft\"), velocity: (\"36km/h\", 0, -1),
                   angular_velocity: (0, \"60rpm\", \"90deg/s\"), rotation: Euler(yaw: \"90deg\", pitch: 0.25))]",
    );
    let (transform, body, ..) = bodies(&scene.build().unwrap())[0];
    assert_eq!(transform.position.to_array(), [0.5, 2.0, 0.3048]);
    assert_eq!(
        transform.rotation,
        Euler::new(deg(90.0) as f32, 0.25, 0.0).to_quat()
    );
    assert_eq!(body.mass, 0.5);
    assert_eq!(body.velocity.to_array(), [10.0, 0.0, -1.0]);
    assert_eq!(
        body.angular_velocity.to_array(),
        [0.0, std::f32::consts::TAU, std::f32::consts::FRAC_PI_2]
    );
}

#[test]
fn json_and_ron_describe_the_same_scene() {
    let by_ron = ron(
        "bodies: [(name: \"b\", kind: Static, shape: [\"ball\", \"crate\"], material: \"ice\",
                                repeat: [Line(count: 4, step: (0, \"10cm\", 0))])]",
    );
    let by_json = Scene::from_json(
        r#"{
            "materials": {"ice": {"friction": 0.02}, "rubber": {"friction": 1, "restitution": 0.8}},
            "shapes": {"ball": {"Sphere": {"radius": 0.5}}, "crate": {"Box": {"half": [1, 2, 3]}}},
            "bodies": [{"name": "b", "kind": "Static", "shape": ["ball", "crate"], "material": "ice",
                        "repeat": [{"Line": {"count": 4, "step": [0, "10cm", 0]}}]}]
        }"#,
    );
    assert_eq!(by_json, Ok(by_ron));
}

#[test]
fn what_is_left_out_has_its_default() {
    let world = ron("bodies: [(shape: \"crate\")]").build().unwrap();
    let (transform, body, collider, material, id) = bodies(&world)[0];
    assert_eq!(transform, Transform::IDENTITY);
    assert_eq!(body, RigidBody::of_density(1000.0));
    assert_eq!(collider, Collider::cuboid(Vec3::new(1.0, 2.0, 3.0)));
    assert_eq!(material, Material::DEFAULT);
    assert_eq!((id.template, id.copy), (0, 0));
    assert_eq!(Scene::from_ron("()"), Ok(Scene::default()));
    assert_eq!(Scene::from_json("{}"), Ok(Scene::default()));
    assert_eq!(Scene::default().to_ron().trim(), "()");
}

#[test]
fn every_field_of_a_body_reaches_its_components() {
    let world = ron(
        "bodies: [(shape: \"crate\", material: \"rubber\", mass: 3, restitution: 0.25, gravity_scale: -2, linear_damping: 0.5,
                   angular_damping: 0.75, locks: [Z, TurnX, TurnY], scale: (2, 1, 0.5)),
                  (kind: Kinematic, shape: \"ball\", velocity: (1, 2, 3)), (kind: Static, shape: \"ball\")]",
    )
    .build()
    .unwrap();
    let all = bodies(&world);
    let expected = RigidBody {
        restitution: 0.25,
        gravity_scale: -2.0,
        linear_damping: 0.5,
        angular_damping: 0.75,
        locks: AxisLocks::PLANE_XY,
        ..RigidBody::dynamic(3.0)
    };
    assert_eq!(all[0].1, expected);
    assert_eq!(all[0].2, Collider::cuboid(Vec3::new(2.0, 2.0, 1.5)));
    assert_eq!((all[0].3.friction, all[0].3.restitution), (1.0, Some(0.8)));
    assert_eq!(
        all[1].1,
        RigidBody::kinematic().with_velocity(Vec3::new(1.0, 2.0, 3.0))
    );
    assert_eq!(all[2].1.kind, BodyKind::Static);
    assert!(all[2].1.is_static());
}

#[test]
fn layers_and_sensors_reach_their_components() {
    let scene = ron(
        "layers: [\"world\", \"debris\", \"ghosts\"],
         bodies: [(name: \"a\", shape: \"ball\", layers: (of: [\"debris\", \"ghosts\"], hits: [\"world\"])),
                  (name: \"b\", shape: \"ball\", sensor: true), (name: \"c\", shape: \"ball\", layers: (hits: []))]",
    );
    let world = scene.build().unwrap();
    let layers = |name: &str| {
        let entity = scene.entity(&world, name, 0).unwrap();
        (
            *world.get::<CollisionLayers>(entity).unwrap(),
            world.has::<Sensor>(entity),
        )
    };
    assert_eq!(layers("a"), (CollisionLayers::new(0b110, 0b001), false));
    assert_eq!(layers("b"), (CollisionLayers::new(0b001, u32::MAX), true));
    assert_eq!(layers("c"), (CollisionLayers::new(0b001, 0), false));
    let without = ron("bodies: [(shape: \"ball\")]").build().unwrap();
    assert_eq!(without.storage::<CollisionLayers>().len(), 0);
}

#[test]
fn copies_stand_in_the_order_of_the_file_and_take_turns() {
    let world = ron(
        "bodies: [(kind: Static, shape: [\"ball\", \"crate\"], material: [\"ice\", \"rubber\", \"ice\"], position: (10, 0, 0),
                   repeat: [Line(count: 2, step: (0, 5, 0)), Line(count: 2, step: (1, 0, 0))]),
                  (kind: Static, shape: \"crate\")]",
    )
    .build()
    .unwrap();
    let all = bodies(&world);
    let places: Vec<[f32; 3]> = all.iter().map(|body| body.0.position.to_array()).collect();
    let expected = [
        [10.0, 0.0],
        [11.0, 0.0],
        [10.0, 5.0],
        [11.0, 5.0],
        [0.0, 0.0],
    ];
    assert_eq!(places, expected.map(|[x, y]| [x, y, 0.0]));
    let round: Vec<bool> = all
        .iter()
        .map(|body| matches!(body.2, Collider::Sphere { .. }))
        .collect();
    assert_eq!(round, [true, false, true, false, false]);
    let friction: Vec<f32> = all.iter().map(|body| body.3.friction).collect();
    assert_eq!(friction, [0.02, 1.0, 0.02, 0.02, 0.5]);
    let ids: Vec<(u32, u32)> = all
        .iter()
        .map(|body| (body.4.template, body.4.copy))
        .collect();
    assert_eq!(ids, [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)]);
}

#[test]
fn what_varies_is_exact_at_both_ends() {
    let world = ron(
        "bodies: [(shape: \"ball\", density: 100, restitution: 0.1, velocity: (1, 0, 0), repeat: [Line(count: 5, step: (2, 0, 0))],
                   vary: (density: 0.7, restitution: 0.9, velocity: (3, 0, 0), alternate: true))]",
    )
    .build()
    .unwrap();
    let all = bodies(&world);
    let x: Vec<f32> = all.iter().map(|body| body.1.velocity.x).collect();
    assert_eq!(x, [1.0, -1.5, 2.0, -2.5, 3.0]);
    assert_eq!((all[0].1.density, all[4].1.density), (100.0, 0.7));
    assert_eq!((all[0].1.restitution, all[4].1.restitution), (0.1, 0.9));
}

#[test]
fn groups_turn_their_bodies_and_velocities() {
    let scene = ron(
        "assemblies: {\"pair\": (
            bodies: [(name: \"a\", shape: \"ball\", velocity: (1, 0, 0)), (name: \"b\", shape: \"ball\", position: (2, 0, 0))],
            joints: [(a: \"a\", b: \"b\", at: (1, 0, 0), kind: Hinge(limits: (\"-10deg\", \"10deg\")), axis: (0, 0, 2))],
         )},
         groups: [(assembly: \"pair\", position: (0, 10, 0), rotation: Axis(axis: (0, 0, 1), angle: \"90deg\"), velocity: (0, 0, 5),
                   repeat: [Line(count: 2, step: (100, 0, 0))])]",
    );
    let all = bodies(&scene.build().unwrap());
    let near = |a: Vec3, b: [f32; 3]| assert!((a - Vec3::from_array(b)).length() < 1e-6, "{a}");
    near(all[0].0.position, [0.0, 10.0, 0.0]);
    near(all[1].0.position, [0.0, 12.0, 0.0]);
    assert!((all[3].0.position - Vec3::new(100.0, 12.0, 0.0)).length() < 1e-5);
    near(all[0].1.velocity, [0.0, 1.0, 5.0]);
    let joints = scene.placed_joints().unwrap();
    assert_eq!(joints.len(), 2);
    for (copy, joint) in joints.iter().enumerate() {
        let copy = copy as u32;
        assert_eq!((joint.a.template, joint.a.copy), (0, copy));
        assert_eq!((joint.b.template, joint.b.copy), (1, copy));
        near(joint.frame_a.position, [1.0, 0.0, 0.0]);
        near(joint.frame_b.position, [-1.0, 0.0, 0.0]);
        near(joint.frame_a.rotation * Vec3::Y, [0.0, 0.0, 1.0]);
        // The two frames are one in the world.
        let at = |id: SceneBody| scene.start_pose(id).unwrap();
        let (a, b) = (at(joint.a) * joint.frame_a, at(joint.b) * joint.frame_b);
        assert!((a.position - b.position).length() < 1e-5);
        assert!(a.rotation.dot(b.rotation).abs() > 1.0 - 1e-6);
    }
}

#[test]
fn links_connect_neighbours_pairs_and_chains() {
    let links = |link: &str| {
        let scene = ron(&format!(
            "bodies: [(name: \"n\", shape: \"ball\", repeat: [Grid(count: (2, 3, 4), spacing: (5, 5, 5))]),
                      (name: \"m\", shape: \"ball\", repeat: [Line(count: 3, step: (1, 0, 0))])],
             joints: [(a: \"n\", {link}, kind: Fixed)]"
        ));
        scene
            .placed_joints()
            .unwrap()
            .iter()
            .map(|joint| {
                let at = |id| scene.start_pose(id).unwrap().position;
                (joint.a.copy, joint.b.copy, at(joint.b) - at(joint.a))
            })
            .collect::<Vec<_>>()
    };
    for (axis, count, step) in [("X", 12, Vec3::X), ("Y", 16, Vec3::Y), ("Z", 18, Vec3::Z)] {
        let found = links(&format!("b: \"n\", link: {axis}"));
        assert_eq!(found.len(), count);
        assert!(found.iter().all(|link| link.2 == step * 5.0));
    }
    let numbers = |link: &str| -> Vec<(u32, u32)> {
        links(link).iter().map(|link| (link.0, link.1)).collect()
    };
    assert_eq!(numbers("b: \"m\", link: Pairs"), [(0, 0), (1, 1), (2, 2)]);
    assert_eq!(numbers("b: \"m\", link: Next"), [(0, 1), (1, 2)]);
    assert_eq!(numbers("b: \"m\", link: Last"), [(23, 0)]);
    assert_eq!(numbers("b: \"m\""), [(0, 0)]);
    assert_eq!(links("b: \"n\", link: Next").len(), 23);
}

#[test]
fn a_world_is_the_same_after_bytes_and_goes_on_alike() {
    let scene = voltex_scene::scenes::get("rain").unwrap();
    let mut world = scene.build().unwrap();
    scene.advance(&mut world).unwrap();
    let mut copy = World::new();
    voltex_scene::register(&mut copy).unwrap();
    copy.decode(&world.encode()).unwrap();
    assert_eq!(copy.hash(), world.hash());
    for _ in 0..20 {
        scene.advance(&mut world).unwrap();
        scene.advance(&mut copy).unwrap();
    }
    assert_eq!(copy.hash(), world.hash());
    assert_eq!(copy.entity_count(), 200 + 2 * 10 * 3 * (14 + 13));
}

#[test]
fn shots_fly_as_the_flight_model_does() {
    let scene = Scene::from_ron(
        r#"(
            world: (steps_per_second: 120),
            air: (temperature: "15C", altitude: "1609m"),
            wind: Uniform(velocity: ("-5mph", 0, 0)),
            balls: [(name: "drive", ball: "golf", surface: "fairway"), (name: "kick", ball: "soccer")],
            shots: [
                (ball: "drive", launch: (speed: "167mph", up: "10.9deg", spin: "2686rpm")),
                (ball: "kick", tick: 30, named: "curve-kick"),
            ],
        )"#,
    )
    .unwrap();
    let air = scene.air.air().unwrap();
    let flight = scene.shot(0).unwrap().unwrap().fly(&air).unwrap();
    let launch = Launch::at(mph(167.0)).up(deg(10.9)).backspin(rpm(2686.0));
    let by_hand = balls::GOLF
        .launch(launch)
        .wind(
            WindDef::Uniform {
                velocity: voltex_math::DVec3::X * mph(-5.0),
            }
            .wind()
            .unwrap(),
        )
        .dt(f64::from(1.0_f32 / 120.0))
        .gravity(f64::from(9.81_f32))
        .onto(balls::GOLF.surface("fairway").unwrap())
        .fly(
            &Air::new(
                288.15,
                voltex_flight::air::pressure_at(1609.0).unwrap(),
                0.5,
            )
            .unwrap(),
        )
        .unwrap();
    assert_eq!(flight.state_hash(), by_hand.state_hash());
    assert!(scene.shot(1).unwrap().is_ok());
    assert!(scene.shot(2).is_none());
}

#[test]
fn scenes_made_by_code_are_checked_like_files() {
    let mut shapes = Table::new();
    shapes.insert("ball", ShapeDef::Sphere { radius: 0.5 });
    let mut scene = Scene {
        shapes,
        bodies: vec![Body {
            name: "ball".to_owned(),
            shape: Names::from("ball"),
            repeat: vec![Arrangement::Line {
                count: 3,
                step: Vec3::Y,
            }],
            ..Body::default()
        }],
        ..Scene::default()
    };
    assert_eq!(scene.build().unwrap().entity_count(), 3);
    scene.bodies[0].position.x = f32::NAN;
    assert_eq!(
        scene.build().unwrap_err().to_string(),
        "bodies[0].position: a coordinate (m) is NaN; it must lie between -1e7 and 1e7 in every component"
    );
    scene.bodies[0].position.x = 0.0;
    scene.bodies[0].kind = Kind::Static;
    scene.bodies[0].velocity.y = f32::INFINITY;
    assert!(scene.build().is_err());
    scene.bodies[0].velocity.y = 0.0;
    scene
        .shapes
        .insert("ball", ShapeDef::Sphere { radius: f32::NAN });
    assert!(scene.validate().is_err());
}

#[test]
fn worlds_of_others_are_not_advanced() {
    let scene = voltex_scene::scenes::get("large_world").unwrap();
    let error = scene.advance(&mut World::new()).unwrap_err().to_string();
    assert!(
        error.starts_with("this world has no SceneState; only worlds of Scene::build"),
        "{error}"
    );
}

#[test]
fn driven_bodies_alone_are_driven() {
    let scene = voltex_scene::scenes::get("junkyard").unwrap();
    let world = scene.build().unwrap();
    let driven = world.query_filtered::<Entity, With<voltex_scene::Driven>>();
    assert_eq!((&driven).into_iter().count(), 1);
}
