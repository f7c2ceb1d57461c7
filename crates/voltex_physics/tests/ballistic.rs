//! Balls among obstacles: like a flight over a plane, bit for bit, on whatever the plane is made of; in closed form
//! elsewhere.

use voltex_flight::units::{deg, rpm};
use voltex_flight::{Air, Ball, Flyer, Launch, State, Surface, Wind, balls};
use voltex_math::{DQuat, DVec3, Pose, Quat, Vec3};
use voltex_physics::ballistic::{BallImpact, Obstacle, fly_step};
use voltex_physics::{Collider, HeightField, Shape, ShapeStore};

const DT: f64 = 1.0 / 60.0;

/// A ball that nothing but its weight moves, of a radius (m).
fn plain_ball(radius: f64) -> Ball {
    let mut ball = balls::TENNIS.with_model("vacuum").unwrap();
    ball.set("nominal.diameter", 2.0 * radius).unwrap();
    ball
}

fn flyer(ball: &Ball, gravity: f64) -> Flyer {
    let gravity = DVec3::new(0.0, -gravity, 0.0);
    Flyer::new(ball, 293.15, &Air::default(), &Wind::default(), gravity).unwrap()
}

fn moving(position: DVec3, velocity: DVec3) -> State {
    State {
        position,
        rotation: DQuat::IDENTITY,
        velocity,
        spin: DVec3::ZERO,
    }
}

fn elastic() -> Surface {
    Surface::plain("elastic", 1.0, 0.0, 0.0)
}

/// States after every step until lasting contact, and all impacts, with the time of the step they are in.
fn run(
    flyer: &Flyer,
    start: State,
    steps: usize,
    dt: f64,
    obstacles: &[Obstacle<'_>],
) -> (Vec<State>, Vec<(f64, BallImpact)>) {
    let (mut states, mut impacts) = (vec![start], Vec::new());
    for step in 0..steps {
        let time = step as f64 * dt;
        let end = (step + 1) as f64 * dt;
        let out = fly_step(flyer, states.last().unwrap(), [time, end], obstacles);
        impacts.extend(out.impacts.iter().map(|impact| (time, *impact)));
        if out.contact.is_some() {
            break;
        }
        states.push(out.state);
    }
    (states, impacts)
}

/// Level ground at y = 0 made of each kind of shape that has flat faces.
fn floors(store: &mut ShapeStore) -> Vec<(&'static str, Collider, Pose)> {
    let corners = [
        Vec3::new(-300.0, 0.0, -300.0),
        Vec3::new(-300.0, 0.0, 300.0),
        Vec3::new(300.0, 0.0, -300.0),
        Vec3::new(300.0, 0.0, 300.0),
    ];
    let mesh = store.add_mesh(&corners, &[[0, 1, 2], [2, 1, 3]]).unwrap();
    let hull: Vec<Vec3> = corners
        .iter()
        .flat_map(|corner| [*corner, corner.with_y(-1.0)])
        .collect();
    let hull = store.add_hull(&hull).unwrap();
    let field = HeightField::new(61, 61, voltex_math::Vec2::splat(10.0), vec![0.0; 61 * 61]);
    let field = store.add_height_field(field.unwrap());
    let low = Pose::new(Vec3::new(0.0, -1.0, 0.0), Quat::IDENTITY);
    vec![
        ("half-space", Collider::half_space(Vec3::Y), Pose::IDENTITY),
        ("box", Collider::cuboid(Vec3::new(300.0, 1.0, 300.0)), low),
        ("cylinder", Collider::cylinder(1.0, 400.0), low),
        ("mesh", Collider::Mesh(mesh), Pose::IDENTITY),
        ("hull", Collider::Hull(hull), Pose::IDENTITY),
        ("height field", Collider::HeightField(field), Pose::IDENTITY),
    ]
}

#[test]
fn every_floor_gives_the_bits_of_a_flight_over_a_plane() {
    let mut store = ShapeStore::default();
    let floors = floors(&mut store);
    for (ball, speed, up, spin) in [
        (&balls::TENNIS, 30.0, 8.0, 1500.0),
        (&balls::SOCCER, 25.0, 20.0, 400.0),
        (&balls::GOLF, 40.0, 30.0, 4000.0),
    ] {
        let surface = ball.surface("hardwood").unwrap();
        let shot = ball
            .launch(Launch::at(speed).up(deg(up)).backspin(rpm(spin)))
            .onto(surface);
        let alone = shot.fly(&Air::default()).unwrap();
        let gravity = DVec3::new(0.0, -shot.gravity, 0.0);
        let flyer = Flyer::new(
            ball,
            shot.ball_temperature,
            &Air::default(),
            &Wind::default(),
            gravity,
        )
        .unwrap();
        for (name, collider, pose) in &floors {
            let shape: Shape<'_> = collider.shape(&store).unwrap();
            let floor = [Obstacle::still(shape, *pose, surface)];
            let (states, impacts) = run(&flyer, shot.initial_state(), 600, shot.dt, &floor);
            assert!(impacts.len() >= 3, "{name}: {} bounces", impacts.len());
            for (sample, state) in alone.samples().iter().zip(&states) {
                let at = (name, ball.name, sample.time);
                assert_eq!(sample.position, state.position, "{at:?}");
                assert_eq!(sample.rotation, state.rotation, "{at:?}");
            }
        }
    }
}

#[test]
fn a_tilted_box_is_a_tilted_half_space() {
    let turn = Quat::from_axis_angle(Vec3::new(0.3, 0.1, -0.7).normalize(), 0.4);
    let ball = plain_ball(0.05);
    let flyer = flyer(&ball, 9.81);
    let surface = Surface::plain("board", 0.8, 0.4, 0.0);
    let normal = (turn * Vec3::Y).as_dvec3();
    let box_pose = Pose::new(turn * Vec3::new(0.0, -0.5, 0.0), turn);
    let store = ShapeStore::default();
    let boxed = Collider::cuboid(Vec3::new(50.0, 0.5, 50.0));
    let plane = Collider::half_space(Vec3::Y);
    let start = moving(normal * 1.5, DVec3::new(0.4, 0.0, 0.2));
    let fly = |collider: &Collider, pose: Pose| {
        let shape = collider.shape(&store).unwrap();
        run(
            &flyer,
            start,
            150,
            DT,
            &[Obstacle::still(shape, pose, surface)],
        )
    };
    let (a, hits) = fly(&boxed, box_pose);
    let (b, _) = fly(&plane, Pose::new(Vec3::ZERO, turn));
    assert!(hits.len() >= 2);
    for (a, b) in a.iter().zip(&b) {
        assert!((a.position - b.position).length() < 1e-5, "{a:?} {b:?}");
    }
}

#[test]
fn predict_line_a_ball_strikes_a_sphere_where_two_circles_touch() {
    // Head-on aside by `offset`: the centres are R + r apart at the touch, in closed form.
    let ball = plain_ball(0.1);
    let flyer = flyer(&ball, 0.0);
    let store = ShapeStore::default();
    let post = Collider::sphere(0.5);
    let shape = post.shape(&store).unwrap();
    let obstacle = [Obstacle::still(shape, Pose::IDENTITY, elastic())];
    for i in 0..60 {
        let offset = 0.01 * f64::from(i);
        let speed = 20.0;
        let start = moving(DVec3::new(-3.0, offset, 0.0), DVec3::X * speed);
        let (states, impacts) = run(&flyer, start, 30, DT, &obstacle);
        let (_, impact) = impacts[0];
        let reach = 0.5 + ball.radius;
        let x = -(reach * reach - offset * offset).sqrt();
        assert!((impact.before.position.x - x).abs() < 1e-12, "{offset}");
        let normal = DVec3::new(x, offset, 0.0) / reach;
        assert!((impact.normal - normal).length() < 1e-11, "{offset}");
        let mirrored = DVec3::X * speed - normal * (2.0 * speed * normal.x);
        assert!((states.last().unwrap().velocity - mirrored).length() < 1e-9);
        assert_eq!(impacts.len(), 1);
    }
}

#[test]
fn thin_wall_no_ball_passes_a_sheet_at_any_angle_or_phase() {
    let ball = plain_ball(0.02);
    let flyer = flyer(&ball, 9.81);
    let store = ShapeStore::default();
    let sheet = Collider::cuboid(Vec3::new(0.0005, 40.0, 40.0));
    let shape = sheet.shape(&store).unwrap();
    let wall = [Obstacle::still(shape, Pose::IDENTITY, elastic())];
    for i in 0..2000 {
        let x = f64::from(i);
        let aside = DVec3::new(
            0.0,
            voltex_math::f64::sin(x * 0.37) * 1.2,
            voltex_math::f64::cos(x * 0.73) * 1.2,
        );
        let velocity = (DVec3::X + aside).normalize() * 1000.0;
        let start = moving(velocity * (-DT * (0.3 + x * 1e-3)), velocity);
        let (states, _) = run(&flyer, start, 5, DT, &wall);
        assert!(states.iter().all(|state| state.position.x < 0.0), "{i}");
    }
}

#[test]
fn an_elastic_ball_in_a_box_of_walls_keeps_its_energy_and_stays() {
    let ball = plain_ball(0.1);
    let flyer = flyer(&ball, 0.0);
    let store = ShapeStore::default();
    let walls: Vec<(Collider, Pose)> = [Vec3::X, Vec3::Y, Vec3::Z]
        .into_iter()
        .flat_map(|axis| [axis, -axis])
        .map(|axis| (Collider::half_space(-axis), Pose::new(axis, Quat::IDENTITY)))
        .collect();
    let obstacles: Vec<Obstacle<'_>> = walls
        .iter()
        .map(|(collider, pose)| Obstacle::still(collider.shape(&store).unwrap(), *pose, elastic()))
        .collect();
    let start = moving(DVec3::new(0.1, -0.2, 0.3), DVec3::new(41.0, 23.0, -17.0));
    let (states, impacts) = run(&flyer, start, 600, DT, &obstacles);
    assert!(impacts.len() > 400, "{}", impacts.len());
    assert_eq!(states.len(), 601);
    for state in &states {
        assert!(state.position.abs().max_element() < 0.9 + 1e-12);
        let speed = state.velocity.length() / start.velocity.length();
        assert!((speed - 1.0).abs() < 1e-12);
    }
}

#[test]
fn a_ball_thrown_into_a_corner_comes_back_the_way_it_came() {
    let ball = plain_ball(0.1);
    let flyer = flyer(&ball, 0.0);
    let store = ShapeStore::default();
    let axes = [Vec3::X, Vec3::Y, Vec3::Z].map(Collider::half_space);
    let corner: Vec<Obstacle<'_>> = axes
        .iter()
        .map(|axis| Obstacle::still(axis.shape(&store).unwrap(), Pose::IDENTITY, elastic()))
        .collect();
    let velocity = DVec3::splat(-30.0);
    let (states, impacts) = run(&flyer, moving(DVec3::ONE, velocity), 10, DT, &corner);
    assert_eq!(impacts.len(), 3);
    assert_eq!(states.last().unwrap().velocity, -velocity);
}

#[test]
fn a_moving_wall_throws_a_ball_at_twice_its_speed() {
    // Elastic: the velocity relative to the wall is turned round.
    let ball = plain_ball(0.1);
    let flyer = flyer(&ball, 0.0);
    let store = ShapeStore::default();
    let wall = Collider::cuboid(Vec3::new(0.1, 5.0, 5.0));
    let shape = wall.shape(&store).unwrap();
    for phase in 0..40 {
        let start = moving(
            DVec3::new(0.25 + 0.003 * f64::from(phase), 0.0, 0.0),
            DVec3::ZERO,
        );
        let out = fly_step(
            &flyer,
            &start,
            [0.0, DT],
            &[Obstacle::moving(
                shape,
                Pose::IDENTITY,
                Vec3::X * 25.0,
                Vec3::ZERO,
                elastic(),
            )],
        );
        assert_eq!(out.impacts.len(), 1, "{phase}");
        assert!((out.state.velocity - DVec3::X * 50.0).length() < 1e-9);
        let hit = (start.position.x - 0.1 - ball.radius - f64::from(0.1_f32) + 0.1) / 25.0;
        assert!((out.impacts[0].time - hit).abs() < 1e-9, "{phase}");
    }
}

#[test]
fn a_turning_bar_strikes_a_ball_with_the_speed_of_its_place() {
    // A bar about y: a ball at rest 1 m from the axis is thrown with twice omega x 1 m, e = 1.
    let ball = plain_ball(0.02);
    let flyer = flyer(&ball, 0.0);
    let store = ShapeStore::default();
    let bar = Collider::cuboid(Vec3::new(2.0, 0.2, 0.05));
    let shape = bar.shape(&store).unwrap();
    let omega = 20.0_f32;
    let start = moving(DVec3::new(1.0, 0.0, -0.2), DVec3::ZERO);
    let mut pose = Pose::IDENTITY;
    let mut state = start;
    let mut hits = Vec::new();
    for step in 0..10 {
        let time = f64::from(step) * DT;
        let turned = Obstacle::moving(shape, pose, Vec3::ZERO, Vec3::Y * omega, elastic());
        let out = fly_step(&flyer, &state, [time, time + DT], &[turned]);
        hits.extend(out.impacts);
        state = out.state;
        pose.rotation = Quat::from_axis_angle(Vec3::Y, omega * (step + 1) as f32 / 60.0);
    }
    assert_eq!(hits.len(), 1);
    let hit = hits[0];
    // At the touch the face is 0.05 m from the axis, its normal n at right angles to the bar.
    let place = hit.before.position - hit.normal * ball.radius;
    assert!((hit.normal.dot(place) - f64::from(0.05_f32)).abs() < 1e-6);
    let speed = (DVec3::Y * f64::from(omega)).cross(place).dot(hit.normal);
    assert!((hit.after.velocity.dot(hit.normal) - 2.0 * speed).abs() < 1e-6);
}

#[test]
fn a_ball_that_rests_on_the_floor_is_handed_over_at_once() {
    let ball = plain_ball(0.1);
    let flyer = flyer(&ball, 9.81);
    let store = ShapeStore::default();
    let floor = Collider::half_space(Vec3::Y);
    let floor = [Obstacle::still(
        floor.shape(&store).unwrap(),
        Pose::IDENTITY,
        elastic(),
    )];
    let start = moving(DVec3::new(0.0, ball.radius, 0.0), DVec3::X);
    let out = fly_step(&flyer, &start, [0.0, DT], &floor);
    let contact = out.contact.expect("it stays");
    assert!(out.impacts.is_empty());
    assert_eq!(contact.normal, DVec3::Y);
    assert!((contact.time_left - DT).abs() < 1e-9);
}

#[test]
fn a_ball_larger_than_the_gap_ends_in_contact_and_never_beyond_a_wall() {
    let ball = plain_ball(0.2);
    let flyer = flyer(&ball, 9.81);
    let store = ShapeStore::default();
    let wall = Collider::cuboid(Vec3::new(50.0, 1.0, 1.0));
    let shape = wall.shape(&store).unwrap();
    let surface = Surface::plain("wall", 0.5, 0.3, 0.0);
    let at = |x: f32| Obstacle::still(shape, Pose::new(Vec3::X * x, Quat::IDENTITY), surface);
    let gap = [at(-50.15), at(50.15)];
    let start = moving(DVec3::new(0.02, 2.0, 0.0), DVec3::new(0.0, -20.0, 0.0));
    let mut state = start;
    for step in 0..240 {
        let out = fly_step(
            &flyer,
            &state,
            [step, step + 1].map(|step| f64::from(step) * DT),
            &gap,
        );
        state = out.state;
        assert!(out.impacts.len() <= 10);
        // It cannot sink below where it touches both edges.
        assert!(state.position.y > 1.0, "{state:?}");
        if out.contact.is_some() {
            return;
        }
    }
}

#[test]
fn numbers_that_are_none_end_the_step() {
    let ball = plain_ball(0.1);
    let flyer = flyer(&ball, 9.81);
    let store = ShapeStore::default();
    let floor = Collider::half_space(Vec3::Y);
    let floor = [Obstacle::still(
        floor.shape(&store).unwrap(),
        Pose::IDENTITY,
        elastic(),
    )];
    for bad in [f64::NAN, f64::INFINITY, 1e300] {
        let start = moving(DVec3::new(0.0, bad, 0.0), DVec3::X * bad);
        let out = fly_step(&flyer, &start, [0.0, DT], &floor);
        assert!(out.impacts.len() <= 10);
    }
}
