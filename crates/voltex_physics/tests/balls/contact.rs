//! Contact that lasts, odd places, edits, copies.

use voltex_ecs::Transform;
use voltex_flight::units::{deg, rpm};
use voltex_flight::{Launch, State, Surface, balls};
use voltex_math::{DVec3, Quat, Vec3};
use voltex_physics::ballistic::{Ballistic, Ground};
use voltex_physics::{Collider, HeightField, RigidBody, ShapeStore, physics_hash, physics_step};

use crate::court::{Court, elastic, in_the_world, moving, plain_ball};

#[test]
fn what_stands_far_away_does_not_change_the_bits() {
    let end = |clutter: bool| {
        let mut court = Court::new(60.0, 9.81);
        let surface = balls::TENNIS.surface("clay").unwrap();
        court.floor(&surface);
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
    court.floor(&surface);
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
    court.floor(&floor);
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
    court.press(ball, plate, 15, [-0.04, 0.4]);
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
    court.floor(&surface);
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
    court.floor(&elastic());
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
    court.floor(&surface);
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
    court.floor(&surface);
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

/// A ball that rolls from smooth to rough ground of one height field, and over the triangles of one mesh, is braked by what it
/// rolls on: `v^2 = v0^2 - 2 a d` with `a = mu_r g/(1 + k)`.
#[test]
fn a_ball_rolls_by_the_ground_of_its_cell_or_triangle() {
    let smooth = Surface::plain("ice", 0.1, 0.5, 0.0);
    let rough = smooth.resisting(0.08, 0.01);
    for is_mesh in [false, true] {
        let mut court = Court::new(60.0, 9.81);
        let mut store = ShapeStore::default();
        let collider = if is_mesh {
            let corners =
                [-2.0, 2.0, 6.0].map(|x| [Vec3::new(x, 0.0, -3.0), Vec3::new(x, 0.0, 3.0)]);
            let faces = [[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 5, 4]];
            let mesh = store.add_mesh(&corners.concat(), &faces).unwrap();
            court.balls.set_triangles(mesh, vec![0, 0, 1, 1]);
            Collider::Mesh(mesh)
        } else {
            // The grid has its middle at the origin: four cells along x, of which the last two are rough.
            let field = HeightField::new(5, 2, voltex_math::Vec2::splat(4.0), vec![0.0; 10])
                .unwrap()
                .with_surfaces(vec![0, 0, 1, 1])
                .unwrap();
            Collider::HeightField(store.add_height_field(field))
        };
        court.world.insert_resource(store);
        let first = court.balls.add_surface(&smooth).unwrap();
        court.balls.add_surface(&rough).unwrap();
        court
            .world
            .spawn_with((Transform::default(), collider, Ground(first)));
        let edge = if is_mesh { 2.0 } else { 0.0 };
        let mut kind = plain_ball(0.1, 0.2);
        kind.set("inertia.alpha", 0.4).unwrap();
        let start = State {
            spin: DVec3::Z * -20.0,
            ..moving(DVec3::new(edge - 1.5, 0.1, 0.2), DVec3::X * 2.0)
        };
        let ball = court.ball(&kind, &start);
        for _ in 0..40 {
            court.step();
        }
        let state = court.state(ball);
        assert!(state.position.x < edge - 0.1, "{state:?}");
        assert!((state.velocity.x - 2.0).abs() < 1e-3, "{state:?}");
        for _ in 0..60 {
            court.step();
        }
        let state = court.state(ball);
        let way = state.position.x - edge;
        let square = 4.0 - 2.0 * (0.08 * 9.81 / 1.4) * way;
        assert!(way > 0.5, "{state:?}");
        assert!(
            (state.velocity.x / square.sqrt() - 1.0).abs() < 0.02,
            "{is_mesh}: {state:?} {}",
            square.sqrt()
        );
    }
}

/// The axis that a bowling ball turns about wanders through it by its core, also while the solver has it: as the flight alone has it, and
/// unlike a ball without a core.
#[test]
fn the_core_of_a_bowling_ball_turns_with_it_on_the_lane() {
    let models = ["asymmetric_core", balls::BOWLING.model];
    let axes = models.map(|model| {
        let ball = balls::BOWLING.with_model(model).unwrap();
        let mut court = Court::new(120.0, 9.81);
        let surface = ball.surface("lane").unwrap();
        court.floor(&surface);
        let launch = Launch::at(8.0).backspin(rpm(-350.0)).gyro(deg(65.0));
        let shot = ball.launch(launch).onto(surface).until(1.5);
        let shot = in_the_world(shot, &court.config);
        let alone = shot.fly(&voltex_flight::Air::default()).unwrap();
        let entity = court.ball(&ball, &shot.initial_state());
        for _ in 0..144 {
            court.step();
        }
        assert!(court.is_grounded(entity));
        let own = |state: &State| state.rotation.conjugate() * state.spin.normalize();
        let (there, here) = (alone.state_at(144.0 * court.dt()), court.state(entity));
        let way = (there.position - here.position).length();
        assert!(way < 0.05, "{model}: {there:?} {here:?}");
        (own(&there), own(&here))
    });
    let [with, without] = axes;
    let angle = |a: DVec3, b: DVec3| (a - b).length();
    assert!(
        angle(with.0, with.1) < 0.3 * angle(with.0, without.0),
        "{axes:?}"
    );
}

#[test]
fn bounce_phase_apexes_of_ten_balls_are_smooth_and_monotone() {
    let apex = |i: i32| {
        let mut court = Court::new(60.0, 9.81);
        let surface = Surface::plain("mat", 0.8, 0.3, 0.0);
        court.floor(&surface);
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
        court.floor(&surface);
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
    court.floor(&surface);
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
