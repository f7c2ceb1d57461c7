//! Pendulums: period, energy, precession.

use voltex_ecs::Entity;
use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::{Collider, Joint};

use crate::room::{G, Room, box_inertia, energy};

/// A rod of 1 m and 1 kg that hangs from the origin and swings about z.
const ROD: Vec3 = Vec3::new(0.05, 0.5, 0.05);

fn hung(room: &mut Room, angle: f32) -> Entity {
    let (sine, cosine) = voltex_math::f32::sin_cos(angle);
    room.body(
        1.0,
        Collider::cuboid(ROD),
        Pose::new(
            Vec3::new(sine, -cosine, 0.0) * 0.5,
            Quat::from_rotation_z(angle),
        ),
    )
}

/// Period of a pendulum of this amplitude by the arithmetic-geometric mean: `T = 2 pi / (w agm(1, cos(a/2)))`, exact.
fn exact_period(angle: f32) -> f64 {
    let inertia = f64::from(box_inertia(1.0, ROD).z) + 0.25;
    let (mut a, mut g) = (1.0, voltex_math::f64::cos(f64::from(angle) / 2.0));
    for _ in 0..8 {
        (a, g) = ((a + g) / 2.0, (a * g).sqrt());
    }
    std::f64::consts::TAU / ((f64::from(G) * 0.5 / inertia).sqrt() * a)
}

/// Mean period over some swings, and the change of energy as a share of what the pendulum can turn into motion.
fn swing(joint: impl Fn(Entity) -> Joint, angle: f32, steps: u32) -> (f64, f64) {
    let mut room = Room::new();
    let body = hung(&mut room, angle);
    let joint = joint(body).at(&room.world, Vec3::ZERO, Vec3::Z).unwrap();
    room.add(joint);
    let start = energy(&room, body, 1.0, ROD);
    let (mut last, mut crossings) = (room.position(body).x, Vec::new());
    for step in 1..=steps {
        room.step();
        let x = room.position(body).x;
        if last < 0.0 && x >= 0.0 {
            crossings.push(f64::from(step) - f64::from(x / (x - last)));
        }
        last = x;
    }
    let count = crossings.len() - 1;
    let period = (crossings[count] - crossings[0]) / count as f64 / 60.0;
    let most = f64::from(G) * 0.5 * (1.0 - f64::from(voltex_math::f32::cos(angle)));
    let drift = (energy(&room, body, 1.0, ROD) - start) / most;
    (period, drift)
}

/// Half the step of the pass that draws anchors together is taken before and half after what velocities say, and arms
/// go along arcs: the error is of second order in the substep, and the energy does not drift.
#[test]
fn period_at_small_and_large_amplitude_and_energy_of_twenty_seconds() {
    for angle in [0.1, 0.5, 1.0, 2.0] {
        for joint in [
            |body| Joint::ball(None, body),
            |body| Joint::hinge(None, body),
        ] {
            let (period, drift) = swing(joint, angle, 1200);
            let error = period / exact_period(angle) - 1.0;
            println!("{angle} rad: period off by {error:.2e}, energy by {drift:.2e}");
            assert!(error.abs() < 1.0e-4, "{angle}: period off by {error:.2e}");
            assert!(
                drift.abs() < 1.0e-3,
                "{angle}: energy drifts by {drift:.2e}"
            );
        }
    }
}

/// `w^2 = g tan(a)/(r + l sin(a))` with the mass as a point.
#[test]
fn a_conical_pendulum_keeps_its_angle() {
    let (length, angle) = (1.0_f32, 0.7_f32);
    let (sine, cosine) = voltex_math::f32::sin_cos(angle);
    let mut room = Room::new();
    let body = room.point(1.0, Vec3::new(length * sine, -length * cosine, 0.0));
    room.add(Joint::rod(None, body, length));
    let rate = (G / (length * cosine)).sqrt();
    room.set_velocity(body, Vec3::Z * (-rate * length * sine));
    for step in 1..=600 {
        room.step();
        let p = room.position(body);
        assert!(
            (p.y + length * cosine).abs() < 1.0e-3,
            "height {} at {step}",
            p.y
        );
        // Where it is on its circle, by the exact rate.
        let turned = voltex_math::f64::atan2(f64::from(-p.z), f64::from(p.x));
        let expected = f64::from(rate) * f64::from(step) / 60.0;
        let off = (turned - expected).rem_euclid(std::f64::consts::TAU);
        let off = if off > std::f64::consts::PI {
            off - std::f64::consts::TAU
        } else {
            off
        };
        assert!(off.abs() < 3.0e-3, "{off} rad at {step}");
    }
}

#[test]
fn a_double_pendulum_keeps_its_energy() {
    let mut room = Room::new();
    let upper = hung(&mut room, 1.5);
    let (sine, cosine) = voltex_math::f32::sin_cos(1.5);
    let end = Vec3::new(sine, -cosine, 0.0);
    let lower = room.body(
        1.0,
        Collider::cuboid(ROD),
        Pose::new(end + Vec3::Y * -0.5, Quat::IDENTITY),
    );
    for (a, b, at) in [(None, upper, Vec3::ZERO), (Some(upper), lower, end)] {
        let joint = Joint::hinge(a, b).at(&room.world, at, Vec3::Z).unwrap();
        room.add(joint);
    }
    let total = |room: &Room| energy(room, upper, 1.0, ROD) + energy(room, lower, 1.0, ROD);
    let start = total(&room);
    // What falling from here can set free.
    let most = f64::from(G) * 2.0 * (1.0 + f64::from(sine));
    for step in 0..600 {
        room.step();
        let drift = (total(&room) - start) / most;
        assert!(drift.abs() < 4.0e-3, "{drift} at {step}");
        let apart = room.pose(upper).transform_point(Vec3::Y * -0.5)
            - room.pose(lower).transform_point(Vec3::Y * 0.5);
        assert!(apart.length() < 1.0e-3, "{apart}");
    }
}
