//! The built-in scenes: they load, build, and hold what was published of them.

use voltex_ecs::{Transform, World};
use voltex_physics::{Collider, RigidBody, ShapeStore};
use voltex_scene::{Scene, SceneBody, SceneKind, scenes};

fn get(name: &str) -> Scene {
    scenes::get(name).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_scene_loads_and_says_what_it_is() {
    for name in scenes::names() {
        let scene = get(name);
        assert_eq!(scene.name, name);
        assert!(
            (10..=110).contains(&scene.about.len()),
            "{name}: {}",
            scene.about
        );
        assert!(!scene.about.ends_with('.'), "{name}");
        assert_ne!(scene.kind, SceneKind::Custom, "{name}");
        assert!(!scene.cameras.is_empty(), "{name}");
        assert!(scene.ticks > 0 || name.starts_with("rays"), "{name}");
        let config = scene.config();
        if scene.kind == SceneKind::Benchmark {
            let gravity = if name == "bounce_10k" { 0.0 } else { -10.0 };
            assert_eq!(config.gravity.to_array(), [0.0, gravity, 0.0], "{name}");
            assert_eq!(
                (config.substeps, config.fixed_dt),
                (4, 1.0 / 60.0),
                "{name}"
            );
        }
    }
}

#[test]
fn every_scene_comes_back_equal_from_both_forms() {
    for name in scenes::names() {
        let scene = get(name);
        let ron = scene.to_ron();
        assert_eq!(Scene::from_ron(&ron).as_ref(), Ok(&scene), "{name}: {ron}");
        let json = scene.to_json();
        assert_eq!(
            Scene::from_json(&json).as_ref(),
            Ok(&scene),
            "{name}: {json}"
        );
    }
}

/// Bodies that the step moves by forces, and joints, as published.
#[test]
fn scenes_have_the_bodies_and_joints_of_their_publication() {
    let cases = [
        ("large_pyramid", 5050, 0),
        ("many_pyramids", 10_780, 0),
        ("convex_pile", 5120, 0),
        ("joint_grid", 9900, 19_800),
        ("junkyard", 10_584, 0),
        ("large_world", 100, 0),
        ("rain", 10 * 10 * 3 * 14, 10 * 10 * 3 * 13),
        ("trees", 50, 0),
        ("trees_2", 50, 0),
        ("trees_4", 50, 0),
        ("washer", 8000, 0),
        ("jolt_ragdolls", 3680, 16 * 10 * 22),
        ("jolt_convex_vs_mesh", 1764, 0),
        ("jolt_pyramid", 1240, 0),
        ("high_speed", 5000, 0),
        ("spheres_10k", 10_000, 0),
        ("bounce_10k", 10_000, 0),
        ("mixed_4k", 4000, 0),
        ("tiny_1", 1, 0),
        ("tiny_10", 10, 0),
        ("tiny_100", 100, 0),
        ("sleeping_100k", 100_001, 0),
        ("rays_boxes", 0, 0),
        ("rays_mesh", 0, 0),
    ];
    let measured = scenes::names().filter(|name| get(name).kind == SceneKind::Benchmark);
    assert!(measured.eq(cases.iter().map(|case| case.0)));
    for (name, bodies, joints) in cases {
        let mut scene = get(name);
        assert_eq!(scene.placed_joints().unwrap().len(), joints, "{name}");
        // All at once, to count those that appear later.
        for body in &mut scene.bodies {
            body.spawn = None;
        }
        for group in &mut scene.groups {
            group.spawn = None;
        }
        let world = scene
            .build()
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let moving = world.storage::<RigidBody>();
        let count = moving
            .data()
            .iter()
            .filter(|body| body.is_dynamic())
            .count();
        assert_eq!(count, bodies, "{name}");
    }
}

fn boxes_overlap(world: &World, slack: f32) -> usize {
    let store = world.resource::<ShapeStore>().unwrap();
    let mut boxes = Vec::new();
    for (collider, transform, body) in &world.query::<(&Collider, &Transform, &RigidBody)>() {
        if body.is_dynamic() {
            let mut aabb = collider.aabb(&transform.pose(), &store).unwrap();
            aabb.min += slack;
            aabb.max -= slack;
            boxes.push(aabb);
        }
    }
    boxes.sort_by(|a, b| a.min.x.total_cmp(&b.min.x));
    let mut pairs = 0;
    for (index, a) in boxes.iter().enumerate() {
        pairs += boxes[index + 1..]
            .iter()
            .take_while(|b| b.min.x <= a.max.x)
            .filter(|b| a.intersects(b))
            .count();
    }
    pairs
}

/// Bodies that lie inside each other at the start fly apart in any engine.
#[test]
fn bodies_do_not_start_inside_each_other() {
    for name in scenes::names() {
        // Figures overlap at their joints, and the ragdolls are published 0.6 m above each other.
        if ["rain", "jolt_ragdolls", "chain", "large_world"].contains(&name) {
            continue;
        }
        let world = get(name).build().unwrap();
        // Boxes that touch share a face; the boxes of round bodies are larger than the bodies.
        assert_eq!(boxes_overlap(&world, 1e-4), 0, "{name}");
    }
}

#[test]
fn a_sphere_appears_every_five_steps_in_the_large_world() {
    let mut scene = get("large_world");
    // The floor takes no part in this.
    scene.bodies[0].repeat.clear();
    let mut world = scene.build().unwrap();
    for tick in 0..600_usize {
        scene.advance(&mut world).unwrap();
        let expected = (tick / 5).min(100);
        assert_eq!(
            world.entity_count(),
            1 + expected,
            "after the spawns of step {tick}"
        );
    }
    let last = scene.entity(&world, "balls", 99).expect("the hundredth");
    let transform = world.get::<Transform>(last).unwrap();
    assert_eq!(transform.position.to_array(), [3600.0, 1.5, 3600.0]);
}

#[test]
fn rain_replaces_its_oldest_column_once_there_are_ten() {
    let scene = get("rain");
    let mut world = scene.build().unwrap();
    let fixed = world.entity_count();
    assert_eq!(fixed, 200);
    // Bones and joints.
    let column = 10 * 3 * (14 + 13);
    let mut columns = 0;
    for tick in 0..400_usize {
        let before: Vec<_> = world.entities().collect();
        scene.advance(&mut world).unwrap();
        let due = tick & 0x2f == 0;
        columns += usize::from(due);
        assert_eq!(
            world.entity_count(),
            fixed + columns.min(10) * column,
            "step {tick}"
        );
        if due && columns > 10 {
            let gone = before
                .iter()
                .filter(|entity| !world.is_alive(**entity))
                .count();
            assert_eq!(gone, column, "step {tick}");
        }
    }
    assert_eq!(columns, 13);
    // Template 2 is the pelvis; its copies count columns, rows, figures.
    let pelvis = SceneBody {
        template: 2,
        copy: 30 * 4 + 3 * 7 + 2,
    };
    let place = scene.start_pose(pelvis).unwrap().position;
    assert_eq!(place.to_array(), [-67.5 + 60.0 + 1.5, 20.95, -67.5 + 105.0]);
}

/// The published path: (r cos a, y, r sin a) with a = -6 degrees a second.
#[test]
fn the_pusher_of_the_junkyard_stays_on_its_circle() {
    let scene = get("junkyard");
    let mut world = scene.build().unwrap();
    let pusher = scene.entity(&world, "pusher", 0).unwrap();
    let dt = 1.0 / 60.0_f32;
    for tick in 1..=1000 {
        scene.advance(&mut world).unwrap();
        let velocity = world.get::<RigidBody>(pusher).unwrap().velocity;
        // 35 m at 6 degrees a second; the chord is shorter by 4e-7.
        assert!((velocity.length() - 3.665_191).abs() < 1e-3, "{velocity}");
        let transform = world.get_mut::<Transform>(pusher).unwrap();
        transform.position += velocity * dt;
        let (sin, cos) = voltex_math::f64::sin_cos((-6.0 / 60.0 * f64::from(tick)).to_radians());
        let expected = [35.0 * cos as f32, 12.0, 35.0 * sin as f32];
        let off = transform.position - voltex_math::Vec3::from_array(expected);
        // 1/60 has no exact f32, and 35 m have steps of 4e-6 m.
        assert!(off.length() < 2e-4, "step {tick}: {off}");
    }
}

#[test]
fn the_drum_of_the_washer_is_closed_and_the_cubes_are_inside() {
    let scene = get("washer");
    let world = scene.build().unwrap();
    let drum = scene.entity(&world, "drum", 0).unwrap();
    let Collider::Compound(id) = *world.get::<Collider>(drum).unwrap() else {
        panic!("the drum is a compound");
    };
    let store = world.resource::<ShapeStore>().unwrap();
    assert_eq!(store.compound(id).unwrap().children().len(), 40);
    for (transform, body) in &world.query::<(&Transform, &RigidBody)>() {
        if body.is_dynamic() {
            let from_axis =
                (transform.position - voltex_math::Vec3::new(0.0, 21.0, 0.0)).with_z(0.0);
            // Half the diagonal of a cube is 0.35 m; paddles begin at 14 m.
            assert!(from_axis.length() < 14.0 - 0.35, "{}", transform.position);
        }
    }
}

#[test]
fn an_unknown_name_gets_the_nearest() {
    assert_eq!(get("Large-Pyramid").name, "large_pyramid");
    let error = scenes::get("large_piramid").unwrap_err().to_string();
    assert!(
        error.starts_with("there is no scene named `large_piramid`; did you mean `large_pyramid`?; known: stack, tower"),
        "{error}"
    );
}

/// A scene's world after some steps, with the highest place and the last speed of a ball on the way.
struct Play {
    world: World,
    scene: Scene,
}

impl Play {
    fn new(name: &str) -> Self {
        let scene = get(name);
        let world = scene.build().unwrap();
        Self { world, scene }
    }

    fn step(&mut self) -> voltex_physics::StepReport {
        self.scene.advance(&mut self.world).unwrap();
        let report = voltex_physics::physics_step(&mut self.world, &self.scene.config()).unwrap();
        assert!(report.problems.is_empty(), "{:?}", report.problems);
        report
    }

    fn ball(&self, name: &str) -> Option<voltex_physics::ballistic::Ballistic> {
        let entity = self.scene.ball_entity(&self.world, name)?;
        self.world.get(entity).map(|ball| *ball)
    }
}

#[test]
fn a_shot_of_a_scene_is_flown_by_the_world_bit_for_bit_until_it_meets_something() {
    let mut play = Play::new("free_kick");
    let alone = play.scene.shot(0).unwrap().unwrap();
    let alone = alone.fly(&play.scene.air.air().unwrap()).unwrap();
    assert!(play.ball("ball").is_none(), "it comes with its shot");
    let mut compared = 0;
    for sample in &alone.samples()[1..] {
        let impacts = play.step().impacts;
        if !impacts.is_empty() {
            break;
        }
        let ball = play.ball("ball").unwrap();
        assert_eq!(ball.position, sample.position);
        assert_eq!(ball.rotation, sample.rotation);
        compared += 1;
    }
    assert!(compared > 40, "{compared}");
}

#[test]
fn the_net_catches_a_flat_drive_and_lets_the_topspin_over() {
    let mut play = Play::new("tennis_net");
    for _ in 0..play.scene.ticks {
        play.step();
    }
    let (over, caught) = (play.ball("drive").unwrap(), play.ball("flat").unwrap());
    assert!(over.position.x > 15.0, "{over:?}");
    assert!(
        caught.position.x < 13.5 && caught.position.x > 5.0,
        "{caught:?}"
    );
}

#[test]
fn a_free_throw_falls_through_the_ring_and_the_others_meet_board_and_rim() {
    let mut play = Play::new("free_throw");
    let names = ["clean", "bank", "rim"];
    let struck = |play: &Play, report: &voltex_physics::StepReport, ball: &str, body: &str| {
        let ball = play.scene.ball_entity(&play.world, ball);
        let body = play.scene.entity(&play.world, body, 0);
        let pairs = report
            .impacts
            .iter()
            .map(|impact| [Some(impact.a), Some(impact.b)]);
        pairs
            .into_iter()
            .any(|pair| pair.contains(&ball) && pair.contains(&body) && ball.is_some())
    };
    let (mut through, mut board, mut rim) = (false, [false; 3], [false; 3]);
    let mut before = f64::INFINITY;
    for _ in 0..play.scene.ticks {
        let report = play.step();
        for (i, name) in names.into_iter().enumerate() {
            board[i] |= struck(&play, &report, name, "board");
            rim[i] |= struck(&play, &report, name, "ring");
        }
        let ball = play.ball("clean").unwrap();
        let beside = (ball.position.x - 4.191).abs();
        let falls = before >= 3.048 && ball.position.y < 3.048;
        through |= falls && beside < 0.2286 - 0.118 && ball.position.z.abs() < 0.1;
        before = ball.position.y;
    }
    assert!(
        through && !board[0] && !rim[0],
        "{through} {board:?} {rim:?}"
    );
    assert!(board[1], "{board:?} {rim:?}");
    assert!(rim[2], "{board:?} {rim:?}");
}

#[test]
fn a_hook_fells_pins() {
    let mut play = Play::new("ten_pins");
    let mut path = Vec::new();
    for _ in 0..play.scene.ticks {
        play.step();
        path.push(play.ball("ball").unwrap().position);
    }
    let felled = (0..10).filter(|pin| {
        let pin = play.scene.entity(&play.world, "pins", *pin).unwrap();
        let up = play.world.get::<Transform>(pin).unwrap().rotation * voltex_math::Vec3::Y;
        up.y < 0.8
    });
    let felled = felled.count();
    assert!(felled >= 6, "{felled}");
    // It goes out to the right on the oil and comes back.
    let out = path.iter().fold(
        0.0,
        |out: f64, place| if place.z > out { place.z } else { out },
    );
    assert!(out > 0.3, "{out}");
}

#[test]
fn a_club_drives_the_ball_off_its_tee() {
    let mut play = Play::new("tee_shot");
    let mut highest = 0.0;
    for tick in 0..play.scene.ticks {
        play.step();
        let ball = play.ball("ball").unwrap();
        if tick == 15 {
            assert!(
                ball.velocity.length() < 0.05,
                "it waits on the tee: {ball:?}"
            );
        }
        if ball.position.y > highest {
            highest = ball.position.y;
        }
    }
    let ball = play.ball("ball").unwrap();
    assert!(
        highest > 4.0 && ball.position.x > 60.0,
        "{highest} {ball:?}"
    );
}

#[test]
fn a_loop_dips_onto_the_table_beyond_the_net() {
    let mut play = Play::new("table_tennis");
    let mut touched = Vec::new();
    for _ in 0..play.scene.ticks {
        let report = play.step();
        for impact in report.impacts {
            let of = |name: &str| play.scene.entity(&play.world, name, 0);
            let pair = [Some(impact.a), Some(impact.b)];
            let what = ["table", "net", "floor"]
                .into_iter()
                .find(|name| pair.contains(&of(name)));
            touched.push((what.unwrap(), impact.point));
        }
    }
    let (first, place) = touched[0];
    assert_eq!(first, "table", "{touched:?}");
    assert!(place.x > 1.37 && place.x < 2.74, "{touched:?}");
    assert!(
        touched.iter().any(|(what, _)| *what == "floor"),
        "{touched:?}"
    );
}

#[test]
fn a_stump_is_knocked_out() {
    let mut play = Play::new("wicket");
    for _ in 0..play.scene.ticks {
        play.step();
    }
    let falls = (0..3).filter(|stump| {
        let stump = play.scene.entity(&play.world, "stumps", *stump).unwrap();
        let up = play.world.get::<Transform>(stump).unwrap().rotation * voltex_math::Vec3::Y;
        up.y < 0.8
    });
    assert!(falls.count() >= 1);
}

#[test]
fn a_serve_clears_the_net_and_a_low_ball_is_caught() {
    let mut play = Play::new("volleyball_serve");
    let mut lands = None;
    for _ in 0..play.scene.ticks {
        let report = play.step();
        let serve = play.scene.ball_entity(&play.world, "serve").unwrap();
        let floor = play.scene.entity(&play.world, "floor", 0).unwrap();
        let hit = report.impacts.iter().find(|impact| {
            [impact.a, impact.b].contains(&serve) && [impact.a, impact.b].contains(&floor)
        });
        lands = lands.or(hit.map(|impact| impact.point.x));
    }
    let lands = lands.expect("it comes down");
    assert!(lands > 9.0 && lands < 18.0, "{lands}");
    let low = play.ball("low").unwrap().position;
    assert!(low.x < 11.0 && low.x > 3.0, "{low}");
}

/// A bat without end in mass whose restitution is the collision efficiency of a real one sends the ball off at
/// `q v_ball + (1 + q) v_bat` along the line of impact.
#[test]
fn a_bat_under_the_middle_of_the_ball_hits_it_high_and_far_with_backspin() {
    let mut play = Play::new("baseball_hit");
    let (mut struck, mut highest) = (None, 0.0);
    for _ in 0..play.scene.ticks {
        let report = play.step();
        let bat = play.scene.entity(&play.world, "bat", 0);
        let hit =
            |impact: &&voltex_physics::ImpactEvent| [Some(impact.a), Some(impact.b)].contains(&bat);
        if let Some(impact) = report.impacts.iter().find(hit) {
            struck = struck.or(Some(*impact));
        }
        if let Some(ball) = play.ball("ball")
            && ball.position.y > highest
        {
            highest = ball.position.y;
        }
    }
    let impact = struck.expect("the bat meets the ball");
    let bat = play.scene.entity(&play.world, "bat", 0).unwrap();
    let (own, other) = if impact.a == bat { (1, 0) } else { (0, 1) };
    let along = |motion: &voltex_physics::BodyMotion| motion.velocity.dot(impact.normal);
    let came = along(&impact.before[own]) - along(&impact.before[other]);
    let left = along(&impact.after[own]) - along(&impact.after[other]);
    assert!((left / came + 0.2).abs() < 1e-3, "{came} {left}");
    let after = impact.after[own];
    assert!(after.velocity.length() > 38.0, "{after:?}");
    // It flies along -X: backspin is along -Z.
    assert!(after.angular_velocity.z < -50.0, "{after:?}");
    let ball = play.ball("ball").unwrap();
    assert!(
        highest > 10.0 && ball.position.x < -70.0,
        "{highest} {ball:?}"
    );
}

#[test]
fn a_rugby_ball_is_kicked_between_the_posts_and_bounces_on_beyond_as_an_oval() {
    let mut play = Play::new("place_kick");
    let alone = play.scene.shot(0).unwrap().unwrap();
    let alone = alone.fly(&play.scene.air.air().unwrap()).unwrap();
    let (mut over, mut bounces, mut sideways) = (false, 0, 0.0_f64);
    let mut before = -1.0;
    let mut same = true;
    for tick in 0..play.scene.ticks {
        bounces += play.step().impacts.len();
        let ball = play.ball("ball").unwrap();
        if before < 35.0 && ball.position.x >= 35.0 {
            over = ball.position.y > 3.0 && ball.position.z.abs() < 2.8;
        }
        before = ball.position.x;
        if bounces == 0 {
            let sample = &alone.samples()[tick as usize + 1];
            same &= sample.position == ball.position && sample.rotation == ball.rotation;
        }
        let turn = ball.rotation * voltex_math::DVec3::X;
        if ball.position.y < 0.2 && turn.y.abs() > sideways {
            sideways = turn.y.abs();
        }
    }
    assert!(over && same && bounces >= 3, "{over} {same} {bounces}");
    let ball = play.ball("ball").unwrap();
    assert!(ball.position.y > 0.09 && ball.position.y < 0.15, "{ball:?}");
}

/// `q v_ball + (1 + q) v_racket` along the normal of the strings, and the spin of a thin shell that grips them.
#[test]
fn a_racket_serves_at_the_speed_of_its_apparent_restitution_and_the_ball_lands_in() {
    let mut play = Play::new("tennis_serve");
    let (mut struck, mut lands, mut at_net) = (None, None, 0.0);
    let mut before = 0.0;
    for _ in 0..play.scene.ticks {
        let report = play.step();
        let (racket, court) = (
            play.scene.entity(&play.world, "racket", 0),
            play.scene.entity(&play.world, "court", 0),
        );
        for impact in report.impacts {
            let pair = [Some(impact.a), Some(impact.b)];
            if pair.contains(&racket) {
                struck = struck.or(Some(impact));
            }
            if pair.contains(&court) && struck.is_some() {
                lands = lands.or(Some(impact.point.x));
            }
        }
        let ball = play.ball("ball").unwrap();
        if before < 11.885 && ball.position.x >= 11.885 {
            at_net = ball.position.y;
        }
        before = ball.position.x;
    }
    let impact = struck.expect("the racket meets the ball");
    let racket = play.scene.entity(&play.world, "racket", 0).unwrap();
    let (own, other) = if impact.a == racket { (1, 0) } else { (0, 1) };
    let along = |motion: &voltex_physics::BodyMotion| motion.velocity.dot(impact.normal);
    let came = along(&impact.before[own]) - along(&impact.before[other]);
    let left = along(&impact.after[own]) - along(&impact.after[other]);
    assert!((left / came + 0.45).abs() < 1e-3, "{came} {left}");
    let after = impact.after[own];
    let speed = after.velocity.length();
    assert!(speed > 51.0 && speed < 54.0, "{after:?}");
    // Topspin of a ball that flies along +X is along -Z; a serve has about 2,400 rpm.
    let spin = -after.angular_velocity.z;
    assert!(spin > 200.0 && spin < 300.0, "{after:?}");
    let lands = lands.expect("it comes down");
    assert!(at_net > 0.95, "{at_net}");
    assert!(lands > 13.0 && lands < 11.885 + 6.40, "{lands}");
}

#[test]
fn a_spiral_keeps_its_nose_along_its_path_between_the_uprights_and_bounces_on_as_an_oval() {
    let mut play = Play::new("long_pass");
    let alone = play.scene.shot(0).unwrap().unwrap();
    let alone = alone.fly(&play.scene.air.air().unwrap()).unwrap();
    let (mut over, mut astray, mut bounces) = (false, 0.0_f64, 0);
    let mut before = -1.0;
    let mut same = true;
    let mut hangs = None;
    for tick in 0..play.scene.ticks {
        let report = play.step();
        let ball = play.ball("pass").unwrap();
        let pass = play.scene.ball_entity(&play.world, "pass").unwrap();
        bounces += report
            .impacts
            .iter()
            .filter(|impact| [impact.a, impact.b].contains(&pass))
            .count();
        if before < 34.0 && ball.position.x >= 34.0 {
            over = ball.position.y > 3.3 && ball.position.z.abs() < 2.7;
        }
        before = ball.position.x;
        if bounces == 0 {
            let sample = &alone.samples()[tick as usize + 1];
            same &= sample.rotation == ball.rotation && sample.position == ball.position;
            let nose = ball.rotation * voltex_math::DVec3::X;
            let off = 1.0 - nose.dot(ball.velocity.normalize());
            astray = if off > astray { off } else { astray };
        }
        if let Some(punt) = play.scene.ball_entity(&play.world, "punt")
            && report
                .impacts
                .iter()
                .any(|impact| [impact.a, impact.b].contains(&punt))
        {
            let place = play.ball("punt").unwrap().position - voltex_math::DVec3::Z * 9.0;
            hangs = hangs.or(Some((tick - 60, place.with_y(0.0).length())));
        }
    }
    assert!(over && same && bounces >= 3, "{over} {same} {bounces}");
    // Within 20 degrees, to its landing.
    assert!(astray < 0.06, "{astray}");
    for name in ["pass", "punt"] {
        let ball = play.ball(name).unwrap();
        assert!(
            ball.position.y > 0.08 && ball.position.y < 0.15,
            "{name}: {ball:?}"
        );
    }
    // A punt of 24 m/s at 55 degrees from 0.8 m would land after 4.05 s and 55.7 m in a vacuum; punts hang nearly as long and
    // fall 24 to 33 % short (Hartschuh 2002).
    let (ticks, far) = hangs.expect("the punt comes down");
    let time = f64::from(ticks) / 60.0;
    assert!((time - 4.05).abs() < 0.1, "{time}");
    assert!(far > 0.67 * 55.7 && far < 0.76 * 55.7, "{far}");
}
