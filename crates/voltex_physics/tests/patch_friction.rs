//! Blocks that slide and spin flat on the ground, beside even pressure on their faces.

mod support;

use voltex_ecs::{Entity, Transform, World};
use voltex_math::Vec3;
use voltex_physics::{Collider, Material, PhysicsConfig, RigidBody, ShapeStore};

const G: f64 = 9.81;
const MU: f64 = 0.3;

/// A body on the ground, its lowest point at y = 0.
fn on_the_ground(
    world: &mut World,
    collider: Collider,
    height: f32,
    velocity: Vec3,
    spin: f32,
) -> Entity {
    let surface = Material {
        friction: MU as f32,
        ..Material::DEFAULT
    };
    world.spawn_with((Transform::default(), Collider::half_space(Vec3::Y), surface));
    let body = RigidBody::dynamic(2.0)
        .with_velocity(velocity)
        .with_angular_velocity(Vec3::Y * spin);
    world.spawn_with((
        Transform::from_position(Vec3::Y * height),
        body,
        collider,
        surface,
    ))
}

/// One step; slide and spin after it.
fn step(world: &mut World, thing: Entity) -> (f64, f64) {
    let report = support::step_with(world, &PhysicsConfig::DEFAULT);
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    let body = world.get::<RigidBody>(thing).unwrap();
    let slide = Vec3::new(body.velocity.x, 0.0, body.velocity.z);
    (
        f64::from(slide.length()),
        f64::from(body.angular_velocity.y),
    )
}

/// Deceleration of the spin from 8 to 2 rad/s, when the body has long been set down, rad/s^2.
fn slowing(collider: Collider, height: f32, world: &mut World) -> f64 {
    let thing = on_the_ground(world, collider, height, Vec3::ZERO, 10.0);
    let mut marks = Vec::new();
    for i in 0..600 {
        let (_, spin) = step(world, thing);
        if (2.0..8.0).contains(&spin) {
            marks.push((f64::from(i) / 60.0, spin));
        }
    }
    let (first, last) = (marks[0], marks[marks.len() - 1]);
    (first.1 - last.1) / (last.0 - first.0)
}

/// Mean distance of a rectangle from its centre: `d/3 + (a^2/(12 b)) asinh(b/a) + (b^2/(12 a)) asinh(a/b)` with `d`
/// half its diagonal.
fn mean_distance(a: f64, b: f64) -> f64 {
    let asinh = |x: f64| voltex_math::f64::ln(x + (x * x + 1.0).sqrt());
    let d = 0.5 * (a * a + b * b).sqrt();
    d / 3.0 + a * a / (12.0 * b) * asinh(b / a) + b * b / (12.0 * a) * asinh(a / b)
}

/// Friction with the lever of the corners stops a square 45 % too soon.
#[test]
fn friction_lever_of_the_corners() {
    let a: f64 = 1.0;
    let mut world = World::new();
    let square = Collider::cuboid(Vec3::new(0.5, 0.1, 0.5));
    let found = slowing(square, 0.1, &mut world);
    // mu m g times the mean distance, over m a^2/6.
    let right = MU * G * mean_distance(a, a) * 6.0 / (a * a);
    assert!((found / right - 1.0).abs() < 0.005, "{found} {right}");
}

/// The levers are those of regular polygons: a rectangle of any shape is off by 8 % at most.
#[test]
fn a_rectangle_spins_down_nearly_as_under_even_pressure() {
    for (a, b) in [(1.0, 0.5), (1.5, 0.5), (2.0, 0.2)] {
        let mut world = World::new();
        let flat = Collider::cuboid(Vec3::new(0.5 * a as f32, 0.1, 0.5 * b as f32));
        let found = slowing(flat, 0.1, &mut world);
        let right = MU * G * mean_distance(a, b) * 12.0 / (a * a + b * b);
        let off = found / right - 1.0;
        assert!((0.0..0.085).contains(&off), "{a} {b}: {found} {right}");
    }
}

/// A prism over a regular triangle, whose corners lie `r` from the centre: mean distance 0.4601 r, moment m r^2/4.
#[test]
fn a_triangular_prism_spins_down_as_under_even_pressure() {
    let mut world = World::new();
    let mut store = ShapeStore::default();
    let corner = |angle: f32, y: f32| {
        let (sine, cosine) = voltex_math::f32::sin_cos(angle);
        Vec3::new(0.5 * cosine, y, 0.5 * sine)
    };
    let third = std::f32::consts::TAU / 3.0;
    let corners: Vec<Vec3> = (0..6_u8)
        .map(|i| corner(f32::from(i % 3) * third, if i < 3 { -0.1 } else { 0.1 }))
        .collect();
    let prism = store.add_hull(&corners).unwrap();
    world.insert_resource(store);
    let found = slowing(Collider::Hull(prism), 0.1, &mut world);
    let right = MU * G * 0.460_058 * 4.0 / 0.5;
    assert!((found / right - 1.0).abs() < 0.005, "{found} {right}");
}

/// A block of even pressure on 40 x 40 points, each with Coulomb friction: speed and spin until both are nothing, and
/// when.
struct Plain {
    half: f64,
    slide: f64,
    spin: f64,
    time: f64,
}

impl Plain {
    /// A short time; `false` when it rests.
    fn step(&mut self, dt: f64) -> bool {
        const POINTS: u32 = 40;
        let (mut force, mut moment) = (0.0, 0.0);
        let place = |i: u32| self.half * ((2.0 * f64::from(i) + 1.0) / f64::from(POINTS) - 1.0);
        for i in 0..POINTS {
            for j in 0..POINTS {
                let (x, z) = (place(i), place(j));
                // Spin about +Y: the velocity of a point is (w z, -w x).
                let (vx, vz) = (self.slide + self.spin * z, -self.spin * x);
                let speed = (vx * vx + vz * vz).sqrt();
                force += vx / speed;
                moment += (vx * z - vz * x) / speed;
            }
        }
        let share = MU * G / f64::from(POINTS * POINTS) * dt;
        let (slide, spin) = (
            self.slide - share * force,
            self.spin - share * moment * 1.5 / (self.half * self.half),
        );
        self.time += dt;
        let goes_on = slide > 0.0 && spin > 0.0;
        (self.slide, self.spin) = (slide, spin);
        goes_on
    }
}

/// What slides and spins stops doing both at once (Farkas, Bartels, Unger, Wolf, *Frictional coupling between sliding
/// and spinning motion*, Phys. Rev. Lett. 90, 248302), whatever it began with, and later than by either friction alone.
#[test]
fn a_block_that_slides_and_spins_stops_doing_both_at_once() {
    for (slide, spin) in [(2.0, 2.0), (2.0, 6.0), (1.0, 12.0)] {
        let mut plain = Plain {
            half: 0.5,
            slide,
            spin,
            time: 0.0,
        };
        while plain.step(1.0e-3) {}
        let mut world = World::new();
        let block = Collider::cuboid(Vec3::new(0.5, 0.05, 0.5));
        let start = Vec3::X * slide as f32;
        let thing = on_the_ground(&mut world, block, 0.05, start, spin as f32);
        let (mut slides, mut spins) = (0.0, 0.0);
        for i in 1..=400 {
            let (slide, spin) = step(&mut world, thing);
            let now = f64::from(i) / 60.0;
            if slide > 0.02 {
                slides = now;
            }
            if spin > 0.04 {
                spins = now;
            }
        }
        println!("{slide} {spin}: {slides} {spins} {}", plain.time);
        assert!(
            (slides - spins).abs() < 0.1 * plain.time,
            "{slide} {spin}: {slides} {spins}"
        );
        let stop = if slides > spins { slides } else { spins };
        assert!(
            (stop / plain.time - 1.0).abs() < 0.08,
            "{stop} {}",
            plain.time
        );
    }
}

/// Sliding without spin is what it was: the deceleration is mu g.
#[test]
fn a_block_that_only_slides_obeys_coulomb() {
    let mut world = World::new();
    let block = Collider::cuboid(Vec3::new(0.5, 0.05, 0.5));
    let thing = on_the_ground(&mut world, block, 0.05, Vec3::new(3.0, 0.0, 2.0), 0.0);
    for _ in 0..10 {
        step(&mut world, thing);
    }
    let (before, _) = step(&mut world, thing);
    for _ in 0..30 {
        step(&mut world, thing);
    }
    let (after, spin) = step(&mut world, thing);
    let found = (before - after) / (31.0 / 60.0);
    assert!((found / (MU * G) - 1.0).abs() < 2.0e-3, "{found}");
    assert!(spin.abs() < 1.0e-4, "{spin}");
}
